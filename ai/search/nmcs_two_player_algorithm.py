"""Nested Monte Carlo search for two players, written once for every kernel.

Cazenave, Saffidine, Schofield and Thielscher, Nested Monte Carlo Search for Two-Player Games,
AAAI 2016. A search of level 0 is a playout. A search of level n plays a game to its end, in
which either player chooses each move by a search of level n - 1 of every successor. With
discounting a result counts the less the later it comes, so that both hurry to win.

Cut on win tries no more successors after a won one. Pruning on depth ends a search that could
only find a later win than the one its caller knows: it is the caller, the player who moved
before, whose win is compared.

The levels keep their places in frames, not in a recursion, which numba's cache breaks (#6061).
Every search has random numbers of its own, drawn from its caller's step and its place in it:
what is pruned takes none from the others, and a pruned search chooses as the full one does.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.contract.kernel import is_terminal, outcome, plausible_moves, play, rollout_move, to_move
from ai.kernels.bits import copy_state
from ai.kernels.random import next_random, random_below
from ai.kernels.shared import is_set

COUNT, TRIED, DEPTH, SIGN, BEST_MOVE = range(5)  # of a frame
BEST, BOUND = range(2)  # of a frame's values
PLAYOUTS, STATES, BUDGET = range(3)  # of the counts

SPREAD = np.uint64(0x9E3779B97F4A7C15)


class Rule(NamedTuple):
    """How results are compared, and which nesting levels leave successors out.

    Attributes:
        discounting: Whether a result counts 1 / its depth.
        cow: The highest level that cuts on a win; 0 for none.
        pod: The highest level that tells the searches below it what it knows, for them to prune
            on depth; 0 for none.
    """

    discounting: bool
    cow: int
    pod: int


class NestedGuide(NamedTuple):
    """How the tree search plays on from a leaf by nested search.

    Attributes:
        work: A workspace with a level for each of `level` and those below.
        level: The nesting level, at least 1.
    """

    work: "Workspace"
    level: np.int64
    rule: Rule


class Workspace(NamedTuple):
    """What one thread searches in; L is the highest level.

    Attributes:
        states: int64[L + 1, state_length]; the position each level is at.
        moves: int64[L + 1, max_moves]; its moves, in the order they are tried.
        frames: int64[L + 1, 5]; how many moves there are, how many of them were tried, plies from
            the root, +1 or -1 for the player to move, the best move so far.
        values: float64[L + 1, 2]; the best value so far, for that player, and what the caller
            knows already, for the caller.
        move_values: float64[max_moves]; the value of each move of the top level's last step for
            player 0; NaN where pruning made it unknown.
        steps: uint64[L + 1]; what the random numbers of a step's searches are drawn from.
        rngs: uint64[L + 1, 1]; the generator of each level.
        counts: int64[3]; playouts, states visited, and how many playouts are allowed.
        flag: uint8[1]; another thread sets it to stop the search.
    """

    states: NDArray[np.int64]
    moves: NDArray[np.int64]
    frames: NDArray[np.int64]
    values: NDArray[np.float64]
    move_values: NDArray[np.float64]
    steps: NDArray[np.uint64]
    rngs: NDArray[np.uint64]
    counts: NDArray[np.int64]
    flag: NDArray[np.uint8]


def stopped(work):
    return work.counts[PLAYOUTS] >= work.counts[BUDGET] or is_set(work.flag)


def comes_too_late(work, level, rule):
    """Return whether no win below a running position can be earlier than the caller's."""
    bound = work.values[level, BOUND]
    return level < rule.pod and bound > 0 and bound * (work.frames[level, DEPTH] + 1) >= 1


def value_at_end(tables, work, level, rule):
    """Return the value of the finished game of a level for player 0."""
    result = np.float64(outcome(tables, work.states[level]))
    return result / work.frames[level, DEPTH] if rule.discounting else result


def sample(tables, work, rule):
    """Play the game of level 0 to its end; return its value for player 0, NaN if pruned."""
    state = work.states[0]
    rng = work.rngs[0]
    level = np.int64(0)
    prunes = rule.pod > 0
    work.counts[PLAYOUTS] += 1
    while not is_terminal(tables, state):
        if prunes and comes_too_late(work, level, rule):
            return np.nan
        play(tables, state, rollout_move(tables, state, rng))
        work.frames[0, DEPTH] += 1
        work.counts[STATES] += 1
    return value_at_end(tables, work, level, rule)


def begin_step(tables, work, level):
    """List the moves of a level's running game in random order, none of them tried."""
    state = work.states[level]
    moves = work.moves[level]
    rng = work.rngs[level]
    n = plausible_moves(tables, state, moves)
    for i in range(n - 1):
        j = i + random_below(rng, n - i)
        moves[i], moves[j] = moves[j], moves[i]
    work.steps[level] = next_random(rng)
    work.frames[level, COUNT] = n
    work.frames[level, TRIED] = 0
    work.frames[level, SIGN] = 1 - 2 * to_move(tables, state)
    work.values[level, BEST] = -np.inf


def descend(tables, work, level):
    """Set the level below to the successor that the next untried move leads to."""
    below = level - 1
    tried = work.frames[level, TRIED]
    copy_state(work.states[level], work.states[below])
    play(tables, work.states[below], work.moves[level, tried])
    work.counts[STATES] += 1
    work.frames[below, DEPTH] = work.frames[level, DEPTH] + 1
    work.frames[below, COUNT] = 0
    work.frames[below, TRIED] = 0
    work.values[below, BOUND] = work.values[level, BEST]
    work.rngs[below, 0] = work.steps[level] + SPREAD * np.uint64(tried + 1) | np.uint64(1)
    next_random(work.rngs[below])


def take_in(work, level, value, rule):
    """Compare the value of the move tried by a level with its best one."""
    tried = work.frames[level, TRIED]
    movers_value = work.frames[level, SIGN] * value
    if movers_value > work.values[level, BEST] or tried == 0:
        work.frames[level, BEST_MOVE] = work.moves[level, tried]
    if movers_value > work.values[level, BEST]:
        work.values[level, BEST] = movers_value
    cut = level <= rule.cow and movers_value > 0
    work.frames[level, TRIED] = work.frames[level, COUNT] if cut else tried + 1


def nested(tables, work, top, rule, choosing):
    """Search the position of level `top`, at least 1, with the levels below it.

    Args:
        work: The workspace; `enter` has set the position.
        choosing: Whether to end after the first move was chosen, which `frames` and `move_values`
            then tell of, rather than with the game.

    Returns:
        The value for player 0; NaN when choosing or stopped.
    """
    level = top
    while True:
        frame = work.frames[level]
        if frame[TRIED] < frame[COUNT]:
            if stopped(work):
                return np.nan
            descend(tables, work, level)
            level -= 1
            if level > 0:
                continue
            value = sample(tables, work, rule)
        else:
            if frame[COUNT] > 0:
                if choosing and level == top:
                    return np.nan
                play(tables, work.states[level], frame[BEST_MOVE])
                frame[DEPTH] += 1
                work.counts[STATES] += 1
            if is_terminal(tables, work.states[level]):
                value = value_at_end(tables, work, level, rule)
            elif comes_too_late(work, level, rule):
                value = np.nan
            else:
                begin_step(tables, work, level)
                continue
            if level == top:
                return value
        level += 1
        if choosing and level == top:
            work.move_values[work.frames[top, TRIED]] = value
        take_in(work, level, value, rule)


def enter(work, state, level, seed):
    """Set a level to a position, from which depths count, with a seed for its choices."""
    copy_state(state, work.states[level])
    work.frames[level, COUNT] = 0
    work.frames[level, TRIED] = 0
    work.frames[level, DEPTH] = 0
    work.values[level, BOUND] = -np.inf
    work.rngs[level, 0] = seed | np.uint64(1)
    next_random(work.rngs[level])


def choose(tables, work, state, level, rule, seed):
    """Choose a move of a running game by one search of `level`, at least 1.

    Returns:
        The move; -1 if the search was stopped. `moves` and `move_values` of the workspace hold what
        was tried, in that order.
    """
    enter(work, state, level, seed)
    work.move_values[:] = np.nan
    nested(tables, work, level, rule, True)
    frame = work.frames[level]
    return frame[BEST_MOVE] if 0 < frame[COUNT] <= frame[TRIED] else np.int64(-1)


def nested_playout(tables, work, state, level, rule, seed):
    """Return the outcome for player 0, +1, 0 or -1, of a game played by nested search.

    Discounting and pruning steer its choices only. A stopped search counts a draw.
    """
    if is_terminal(tables, state):
        return np.float64(outcome(tables, state))
    enter(work, state, level, seed)
    value = nested(tables, work, level, rule, False)
    if np.isnan(value):
        return 0.0
    return np.sign(value)


def finish(tables, state, rng, guide):
    """Play a leaf of the tree search to its end; see `ai.search.mcts_algorithm.finish`."""
    seed = next_random(rng)
    return nested_playout(tables, guide.work, state, guide.level, guide.rule, seed)
