"""Checks the functions of a kernel that only searches call, and that numba compiles them all.

A wrong rule shows in play. A wrong `candidate_moves` shows nowhere: the search calls a move proven
that loses. So each function is called as the searches call it, in positions of random games, and
what it says is held against the rules.
"""

import pickle
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

import numpy as np
from numba import typeof, types

from ai.contract.game import Game
from ai.contract.rules import Parameters, State
from ai.engine.specialise import is_plain, specialise
from ai.kernels.random import new_rng
from game.check.contract import ContractError, PlainKernel, on_each_board, require, states
from game.words.say import counted

MOST_POSITIONS: Final = 400
"""Positions of a board that are looked at."""
LEFT_OUT: Final = 3
"""Moves of a position that its candidates leave out, and whose loss is tried to be refuted."""
MOST_TRIED: Final = 3_000
"""Positions that this may take; beyond them a proof is believed."""
ROLLOUTS: Final = 3
WITH_TREES: Final = (
    "mcts_algorithm",
    "flat_algorithm",
    "nmcs_two_player_algorithm",
    "rave_algorithm",
)
WITH_LINES: Final = ("nmcs_algorithm",)
"""The modules whose functions are specialised for a kernel, of a game for two or for one."""


def check(game: Game, seconds: float) -> str:
    """Call what the searches call, on each board; return what was seen."""
    positions = left_out = 0

    def look(parameters: Parameters, end: float) -> None:
        nonlocal positions, left_out
        for each in _filters(game, parameters):
            seen = _look(game, each, end)
            positions += seen
            left_out += each.left_out

    played = on_each_board(game, seconds, look)
    proofs = f", {left_out} moves left out" if game.rules.players == 2 else ""
    return f"{counted(len(played), 'board')}, {positions} positions{proofs}"


def _filters(game: Game, parameters: Parameters) -> Iterator["_Searched"]:
    kernel = import_module(game.rules.kernel)
    names = getattr(kernel, "CANDIDATES", ("all",))
    for name in game.search.filters:
        require(name in names, f"the move filter {name!r} is not one of its kernel's CANDIDATES")
    yield _Searched(game, parameters, "")
    for name in names[1:]:
        yield _Searched(game, parameters, name)


def _look(game: Game, kernel: "_Searched", end: float) -> int:
    """Look at positions of random games until the time is over; return at how many."""
    tables = pickle.dumps(kernel.tables)
    choose = random.Random(0)
    seen = 0
    while seen < MOST_POSITIONS and (seen == 0 or time.process_time() < end):
        start = game.rules.new_game(kernel.parameters, seen)
        line = list(_until(states(start, choose), end))
        choose.shuffle(line)
        for state in line:
            kernel.look(state, choose)
            seen += 1
            if time.process_time() > end:
                break
    require(pickle.dumps(kernel.tables) == tables, "a function changes the tables, which all "
            "searches share")  # fmt: skip
    return seen


def _until(positions: Iterator[State], end: float) -> Iterator[State]:
    for state in positions:
        yield state
        if time.process_time() > end:
            return


class _Searched(PlainKernel):
    """A kernel with one move filter, asked as the searches ask.

    Attributes:
        left_out: How many moves its candidates have left out so far.
    """

    def __init__(self, game: Game, parameters: Parameters, move_filter: str) -> None:
        super().__init__(game.rules, parameters)
        if move_filter:
            self.tables = self.plain.make_tables(parameters, move_filter)
        self._is_for_two = game.rules.players == 2
        self.left_out = 0

    def look(self, state: State, choose: random.Random) -> None:
        """Raise `ContractError` where a function says what is not so."""
        position = self.load(state)
        if not state.is_terminal:
            self._check_rollout_moves(state, position, choose)
            if self._is_for_two:
                self._check_candidates(state, position, choose)
                self._check_forced_win(state, position)
        self._check_playout(state, position, choose)
        if not self._is_for_two:
            self._check_lines(state, position, choose)

    def _call(self, name: str, state: State, position: Any, *arguments: Any) -> Any:
        """Call a function that must leave the position as it is, but for what it notes there."""
        before = position.copy()
        function = getattr(self.plain, name)
        result = function(self.tables, position, *arguments)
        if not np.array_equal(before, position):
            try:
                self.compare(position.copy(), state)
            except ContractError as error:
                problem = f"{name}() changes the position {_at(state)}"
                raise ContractError(problem, function) from error
        return result

    def _rng(self, choose: random.Random) -> Any:
        return new_rng(choose.randrange(1 << 62))

    def _listed(self, name: str, state: State, count: Any, wrote: Any) -> tuple[int, ...]:
        """Return the moves that a function lists, which must be different legal ones."""
        function, at = getattr(self.plain, name), _at(state)
        require(_is_whole(count), f"{name}() says {count!r}, which is no number of moves", function)
        moves = tuple(wrote[: int(count)].tolist())
        require(moves, f"{name}() lists no move {at}, but the game goes on", function)
        wrong = [move for move in moves if move not in state.legal_moves]
        require(not wrong, f"{name}() lists {wrong[:1]}, which is not legal {at}", function)
        require(len(set(moves)) == len(moves), f"{name}() lists a move twice {at}", function)
        return moves

    # A game for two.

    def _check_candidates(self, state: State, position: Any, choose: random.Random) -> None:
        function = self.plain.candidate_moves
        result = self._call("candidate_moves", state, position, self.out)
        is_pair = isinstance(result, tuple) and len(result) == 2
        require(is_pair, f"candidate_moves() says {result!r}, not how many moves it lists and "
                "whether the others lose", function)  # fmt: skip
        count, within = result
        require(isinstance(within, bool | np.bool_) or _is_whole(within),
                f"candidate_moves() says {within!r} of the moves that it leaves out; that is "
                "False, or in how many moves they lose", function)  # fmt: skip
        moves = self._listed("candidate_moves", state, count, self.out)
        again = self._call("candidate_moves", state, position, self.out)
        same = again == result and tuple(self.out[: int(count)].tolist()) == moves
        require(
            same, f"candidate_moves() lists other moves when asked again {_at(state)}", function
        )
        count = self._call("plausible_moves", state, position, self.out)
        self._listed("plausible_moves", state, count, self.out)
        left_out = sorted(set(state.legal_moves) - set(moves))
        self.left_out += len(left_out)
        if not left_out or not within:
            return
        plies = int(within)
        for move in left_out if len(left_out) <= LEFT_OUT else choose.sample(left_out, LEFT_OUT):
            player = state.current_player
            if self._is_forced(position, move, player, 1 - player, plies) is not False:
                continue
            if any(self._wins(position, state.current_player, each, plies) for each in moves):
                continue
            name, moves_in = state.move_to_string(move), f"{plies} move{'s' * (plies != 1)}"
            require(False, f"candidate_moves() leaves out {name} {_at(state)} and says that it "
                    f"loses within {moves_in}, which it does not: the search would prove what is "
                    "not so", function)  # fmt: skip

    def _wins(self, position: Any, player: int, move: int, plies: int) -> bool:
        # Where a candidate wins, what is left out does not matter.
        return self._is_forced(position, move, player, player, plies + 1) is not False

    def _is_forced(
        self, position: Any, move: int, player: int, winner: int, plies: int
    ) -> bool | None:
        """Tell whether a side wins within so many plies after a move; None if that takes long."""
        tried = 0

        def is_won(before: Any, move: int, player: int, plies: int) -> bool:
            nonlocal tried
            tried += 1
            if tried > MOST_TRIED:
                raise TimeoutError
            after = before.copy()
            self.plain.play(self.tables, after, move)
            if self.plain.is_terminal(self.tables, after):
                result = float(self.plain.outcome(self.tables, after))
                return result == (1 if winner == 0 else -1)
            if plies <= 0:
                return False
            out = np.zeros(self.room, np.int64)
            moves = out[: self.plain.legal_moves(self.tables, after, out)].tolist()
            ways = (is_won(after, each, 1 - player, plies - 1) for each in moves)
            return any(ways) if 1 - player == winner else all(ways)

        try:
            return is_won(position, move, player, plies)
        except TimeoutError:
            return None

    def _check_forced_win(self, state: State, position: Any) -> None:
        if not hasattr(self.plain, "forced_win"):
            return
        function, line = self.plain.forced_win, np.zeros(self.room, np.int64)
        plies = int(self._call("forced_win", state, position, line))
        if not plies:
            return
        first, player = int(line[0]), state.current_player
        for move in line[:plies].tolist():
            legal = not state.is_terminal and move in state.legal_moves
            require(legal, f"forced_win() tells a line with an illegal move, {move}", function)
            state = state.play(move)
        won = state.is_terminal and state.returns[player] == 1
        require(won, "forced_win() tells a line that does not win", function)
        forced = self._is_forced(position, first, player, player, plies - 1) is not False
        require(forced, "forced_win() tells a line that the other player can leave", function)

    # Any game.

    def _check_rollout_moves(self, state: State, position: Any, choose: random.Random) -> None:
        for _ in range(ROLLOUTS):
            move = self._call("rollout_move", state, position, self._rng(choose))
            legal = _is_whole(move) and int(move) in state.legal_moves
            require(legal, f"rollout_move() says {move}, which is not legal {_at(state)}",
                    self.plain.rollout_move)  # fmt: skip

    def _check_playout(self, state: State, position: Any, choose: random.Random) -> None:
        plain, function, seed = self.plain, self.plain.playout, choose.randrange(1 << 62)
        at, ends, scores = _at(state), [], []
        for _ in range(2):
            ends.append(position.copy())
            scores.append(plain.playout(self.tables, ends[-1], new_rng(seed)))
        end, score = ends[0], scores[0]
        same = np.array_equal(*ends) and scores[0] == scores[1]
        require(
            same, f"playout() is not the same twice with the same random numbers {at}", function
        )
        is_over = plain.is_terminal(self.tables, end)
        require(is_over, f"playout() stops {at} before the game is over", function)
        value = float(plain.outcome(self.tables, end))
        require(float(score) == value,
                f"playout() returns {score} {at}, but the outcome of its last position is {value}",
                function)  # fmt: skip
        if self._is_for_two:
            require(value in (-1, 0, 1), f"playout() returns {value} {at}", function)

    # A game for one.

    def _check_lines(self, state: State, position: Any, choose: random.Random) -> None:
        lines = [
            self._recorded(state, position, rollout, choose)
            for rollout in range(len(self.plain.ROLLOUTS))
        ]
        for move in choose.sample(state.legal_moves, min(LEFT_OUT, len(state.legal_moves))):
            self._check_graft(state, position, move, choose.choice(lines))

    def _recorded(
        self, state: State, position: Any, rollout: int, choose: random.Random
    ) -> Sequence[int]:
        """Return the moves of a recorded playout, which must lead to the score it tells."""
        function, at, ply = self.plain.record_playout, _at(state), state.move_count
        end, line = position.copy(), np.full(self.plies, -1, np.int64)
        score, length = function(self.tables, end, self._rng(choose), rollout, line, ply)
        name = f"record_playout() of {self.plain.ROLLOUTS[rollout]!r}"
        for move in line[ply : int(length)].tolist():
            legal = move in state.legal_moves
            require(legal, f"{name} writes the illegal move {move} {at}", function)
            state = state.play(move)
        require(state.is_terminal, f"{name} stops {at} before the game is over", function)
        same = float(score) == state.returns[0]
        require(same, f"{name} tells the score {score} {at}, but its line is worth "
                f"{state.returns[0]}", function)  # fmt: skip
        cleared = self.plain.is_cleared(self.tables, self.load(state))
        require(cleared in (True, False), f"is_cleared() says {cleared!r}", self.plain.is_cleared)
        moves: list[int] = line[ply : int(length)].tolist()
        return moves

    def _check_graft(self, state: State, position: Any, move: int, line: Sequence[int]) -> None:
        function, at, out = self.plain.graft, _at(state), np.full(self.plies, -1, np.int64)
        length = self._call(
            "graft", state, position, move, np.array(line, np.int64), len(line), out
        )
        grafted = out[: int(length)].tolist()
        require(grafted[:1] == [move], f"graft() does not begin with the move {at}", function)
        for each in grafted:
            require(each in state.legal_moves, f"graft() writes the illegal move {each} {at}",
                    function)  # fmt: skip
            state = state.play(each)


def _at(state: State) -> str:
    return f"after {state.move_count} moves"


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool | np.bool_)


# Compiling.

_STATE, _RNG, _WHOLE = types.int64[::1], types.uint64[::1], types.int64


def _number(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.IntegerLiteral | types.Float)


def _whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.IntegerLiteral)


def _truth(kind: Any) -> bool:
    return isinstance(kind, types.Boolean | types.BooleanLiteral | types.Integer)


def _both(first: Callable[[Any], bool], second: Callable[[Any], bool], kind: Any) -> bool:
    pair = isinstance(kind, types.BaseTuple) and len(kind) == 2
    return pair and first(kind[0]) and second(kind[1])


_Kind = tuple[Callable[[Any], bool], str]
_ANYTHING: Final[_Kind] = (lambda _: True, "")
_NUMBER: Final[_Kind] = (_number, "a number")
_COUNT: Final[_Kind] = (_whole, "a whole number")
_TRUTH: Final[_Kind] = (_truth, "True or False")
_CANDIDATES: Final[_Kind] = (partial(_both, _whole, _truth), "a whole number and True or False")
_RECORD: Final[_Kind] = (partial(_both, _number, _whole), "a score and a whole number")
_FUNCTIONS: Final[dict[str, tuple[tuple[Any, ...], _Kind]]] = {
    "state_length": ((), _COUNT),
    "max_moves": ((), _COUNT),
    "max_plies": ((), _COUNT),
    "begin": ((_STATE,), _ANYTHING),
    "load": ((_STATE, _STATE), _ANYTHING),
    "to_move": ((_STATE,), _COUNT),
    "is_terminal": ((_STATE,), _TRUTH),
    "outcome": ((_STATE,), _NUMBER),
    "legal_moves": ((_STATE, _STATE), _COUNT),
    "candidate_moves": ((_STATE, _STATE), _CANDIDATES),
    "plausible_moves": ((_STATE, _STATE), _COUNT),
    "play": ((_STATE, _WHOLE), _ANYTHING),
    "rollout_move": ((_STATE, _RNG), _COUNT),
    "playout": ((_STATE, _RNG), _NUMBER),
    "forced_win": ((_STATE, _STATE), _COUNT),
    "is_cleared": ((_STATE,), _TRUTH),
    "record_playout": ((_STATE, _RNG, _WHOLE, _STATE, _WHOLE), _RECORD),
    "graft": ((_STATE, _WHOLE, _STATE, _WHOLE, _STATE), _COUNT),
}
"""What each is called with, after the tables, and what it says then."""


def check_compiling(game: Game) -> str:
    """Compile each function for the arguments that it is called with; return how many.

    What is compiled is kept in the cache, where the searches find it.
    """
    kernel = import_module(game.rules.kernel)
    algorithms = WITH_TREES if game.rules.players == 2 else WITH_LINES
    for name in algorithms:
        try:
            specialise(import_module(f"ai.search.{name}"), kernel)
        except ValueError as error:
            require(False, str(error))
    if is_plain(kernel):
        return "nothing: its kernel is plain Python"
    tables = typeof(kernel.make_tables(game.rules.parameters()))
    there = [name for name in _FUNCTIONS if hasattr(kernel, name)]
    for name in there:
        function, (arguments, (is_right, expected)) = getattr(kernel, name), _FUNCTIONS[name]
        require(hasattr(function, "py_func"), f"{name}() is not @compiled", function)
        if name == "begin" and function.py_func.__code__.co_argcount == 3:
            arguments = (_STATE, _RNG)
        signature = (tables, *arguments)
        body = getattr(function, "body", function)
        body.compile(signature)
        says = body.overloads[signature].signature.return_type
        require(is_right(says), f"{name}() returns {says}, not {expected}", function)
    return f"{len(there)} functions"
