"""The games as numba sees them: one module a game, every one with the same names.

``Tables``               NamedTuple of arrays, made once from the parameters, read-only
``make_tables(parameters, candidates)``  -> Tables; `candidates` names a move filter
``CANDIDATES``           the filters' names, the default first
``state_length(tables)`` -> int, the length of a state, an int64 array
``max_moves(tables)``    -> int, the most moves any state has
``load(tables, encoded, state)``         fill `state` from a rules state's `encode()`
``begin(tables, state, rng)``            of a `KernelState`: fill the first position, all zeros
                         before; `rng` may be left out
``to_move(tables, state)``               -> 0 or 1
``is_terminal(tables, state)``           -> bool
``outcome(tables, state)``               -> float: +1, 0, -1 for player 0, or the score
``legal_moves(tables, state, out)``      -> n
``candidate_moves(tables, state, out)``  -> n, complete: the moves worth searching, and
                         whether every legal move left out loses or none was left out: False,
                         or the plies in which they lose at most (True is one)
``plausible_moves(tables, state, out)``  -> n: what the filter lets through, forced or not
``play(tables, state, move)``            change `state` in place
``rollout_move(tables, state, rng)``     -> a move of the rollout policy
``playout(tables, state, rng)``          -> outcome, after playing `state` to its end in place;
                         moves that it does not `play` it tells by `ai.kernels.plain.on_move`, for
                         who looks inside a search

A game for two may tell, besides:

``max_plies(tables)``    -> int, the most moves a game takes, if that is more than `max_moves`

and have tactics of its own, which other keyword arguments of `make_tables` may switch:

``forced_win(tables, state, line)``      -> n: the plies of a proven win for the player to move,
                         its moves written to `line`, or 0; `state` stays as it was. The
                         solver asks before it expands a leaf

A game for one player has, besides:

``ROLLOUTS``             the rollout policies' names, the default first
``max_plies(tables)``    -> int, the most moves a game takes
``is_cleared(tables, state)``            -> bool: a terminal state that counts as a clear
``record_playout(tables, state, rng, rollout, line, ply)``  -> score, end: a playout under
                         the policy of that index, its moves written to `line` from `ply` on
``graft(tables, root, move, line, length, out)``  -> n: another line of `root` with `move`
                         put before it, as far as its moves still can be played

`rng` is a uint64 array of one element, the state of the generator in `ai.kernels.random`.
The functions are compiled by ``@compiled`` (`ai.kernels.compiled`), without signatures;
importing a kernel imports numba, so only the AI thread and headless commands do it.

A compiled function that calls itself must be called with the very types it passes to itself, no
literals: else a compiled caller, once loaded from the cache, jumps through an unresolved symbol
and crashes (numba issue 6061). A stack of one's own is safer.

What an algorithm imports from here, at its top, `ai.engine.specialise` binds to a game's functions.
"""

from typing import Any


def of_the_game(*_: Any) -> Any:
    """Stand for a function that each kernel has."""
    raise NotImplementedError("ai.engine.specialise binds it to a game's kernel")


def forced_win(_tables: Any, _state: Any, _line: Any) -> int:
    """Know of no forced win: the function of a game that has none of its own."""
    return 0


is_terminal = outcome = to_move = legal_moves = candidate_moves = plausible_moves = of_the_game
play = rollout_move = playout = max_moves = graft = is_cleared = record_playout = of_the_game
