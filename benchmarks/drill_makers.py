"""Makes the drills of each game: random play, a solver that proves, another one that checks it."""

import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import playout
from ai.contract.rules import State
from ai.search.limits import CancelFlag
from ai.search.messages import Proof
from benchmarks.breakthrough import follow_all, make_walk
from benchmarks.kernels import hex_wins
from benchmarks.kernels.breakthrough import FULL, REFUTED
from game.games.breakthrough.exact import Nodes, solver_of
from game.games.hex_gomoku.rules import HexParameters, HexState, geometry
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.games.samegame.search.best import EndgameSolver
from game.games.tictactoe.exact import exact_values

MOST_PLAIN: Final = 30_000
"""How many positions the plain solver may look at for a drill."""

LATEST: Final = 12
"""How many positions at the end of a game of hex are looked at,"""
BRIEFLY: Final = 2_000
"""and for how many nodes at first."""
WALK_BITS: Final = 16
"""How many positions of Breakthrough may be followed after a move, as a power of two."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position with something to find.

    Attributes:
        state: The position.
        kind: "win", "hold", "best" or "clear"; see `game.play.drill.Kind`.
        right: All moves that do it.
        line: One of them, and how it may go on.
        within: How many of the winner's moves a win takes at most; 0 where that is not counted.
    """

    state: Any
    kind: str
    right: tuple[int, ...]
    line: tuple[int, ...]
    within: int = 0


class TooLargeError(Exception):
    """More positions than may be looked at."""


class Plain:
    """Exhaustive search by the rules alone."""

    def __init__(self, most: int = MOST_PLAIN) -> None:
        self._left = most
        self._wins: dict[tuple[bytes, int], bool] = {}
        self._scores: dict[Any, float] = {}

    def right(self, found: Found) -> tuple[int, ...]:
        """Return all moves that do what is asked for.

        Raises:
            TooLargeError: That took too long.
        """
        state, plies = found.state, 2 * found.within - 1 if found.within else 10_000
        moves: tuple[int, ...] = state.legal_moves
        match found.kind:
            case "win":
                return tuple(move for move in moves if self.wins_by(state, move, plies))
            case "hold":
                return tuple(move for move in moves if not self.wins(state.play(move), plies))
            case _:
                scores = [self.score(state.play(move)) for move in moves]
                return tuple(m for m, s in zip(moves, scores, strict=True) if s == max(scores))

    def wins(self, state: State, plies: int) -> bool:
        """Tell whether the player to move wins within so many plies."""
        if state.is_terminal:
            return state.returns[state.current_player] > 0
        key = state.encode().tobytes(), plies
        if key not in self._wins:
            self._count()
            moves = state.legal_moves
            self._wins[key] = any(self.wins_by(state, move, plies) for move in moves)
        return self._wins[key]

    def wins_by(self, state: State, move: int, plies: int) -> bool:
        """Tell whether a move wins within so many plies, itself counted."""
        after = state.play(move)
        if after.is_terminal:
            return after.returns[state.current_player] > 0
        answered = (after.play(reply) for reply in after.legal_moves)
        return plies > 2 and all(self.wins(each, plies - 2) for each in answered)

    def score(self, state: Any) -> float:
        """Return the best final score that can be reached in a game for one."""
        if state.is_terminal:
            return float(state.returns[0])
        key = state.columns
        if key not in self._scores:
            self._count()
            best = max(self.score(state.play(move)) for move in state.legal_moves)
            self._scores[key] = best - state.points
        return self._scores[key] + float(state.points)

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLargeError


class Maker(ABC):
    """Makes the drills of a game."""

    wanted = 210

    @abstractmethod
    def propose(self, rng: random.Random) -> Found | None:
        """Return a drill that the program's own search has proven, if it comes upon one."""

    def agrees(self, found: Found) -> bool:
        """Tell whether another solver finds the same right moves."""
        try:
            return Plain().right(found) == found.right
        except TooLargeError:
            return False


def played(
    rng: random.Random, state: Any, game: playout.Game, levels: tuple[str, ...]
) -> list[Any]:
    """Return the positions of a game between two levels that begins with two random moves."""
    for _ in range(2):
        state = state.play(rng.choice(state.legal_moves))
    sides = rng.choice(levels), rng.choice(levels)
    with playout.Search(seed=rng.randrange(1 << 30)) as search:
        position, found = game.position(state.to_text()), [state]
        while not position.is_over:
            result = search.run(position, sides[position.player])
            position = position.play(result.move or "")
            found.append(position.state)
    return found[:-1]


class HexMaker(Maker):
    """Wins within 2 to 4 moves, and the only stone against a win within 3."""

    def __init__(self) -> None:
        self._solver = ThreatSolver(HexParameters())
        self._flag = CancelFlag().array
        self._game = playout.game("hex")
        lattice = geometry(HexParameters().side)
        runs = [
            (*line[at : at + 5], line[at - 1] if at else -1, (*line, -1)[at + 5])
            for line in lattice.lines
            for at in range(len(line) - 4)
        ]
        self._runs = np.array(runs, np.int64)
        cells = 1 + max(max(line) for line in lattice.lines)
        through = [[i for i, run in enumerate(runs) if cell in run[:5]] for cell in range(cells)]
        most = max(map(len, through))
        self._through = np.array([(*t, *[-1] * (most - len(t))) for t in through], np.int64)

    def propose(self, rng: random.Random) -> Found | None:
        """See `Maker`."""
        levels = ("novice", "beginner", "club")
        start = HexState.empty(HexParameters(), 0)
        near = [c for c in start.legal_moves if start.move_to_string(c)[0] in "defgh"]
        first = start.play(rng.choice(near))
        games = played(rng, first, self._game, levels)[-LATEST:]
        if rng.random() < 0.6:  # the others begin with what is longest
            rng.shuffle(games)
        makers = [self._win, self._hold] if rng.random() < 0.6 else [self._hold, self._win]
        for make in makers:
            for state in games:
                if state.stones >= 6 and (found := make(state)) is not None:
                    return found
        return None

    def _win(self, state: HexState) -> Found | None:
        win = self._solver.forced_win(state, self._flag, nodes=BRIEFLY, within=7)
        if win is None or win.distance < 3:
            return None
        for within in (2, 3, 4):
            right = self._winning(state, 2 * within - 1)
            if right:
                few = len(right) <= 3 and self._confirmed(state, right, 2 * within - 1)
                line = self._line(state, right[0], 2 * within - 1)
                return Found(state, "win", right, line, within) if few and line else None
        return None

    def _hold(self, state: HexState) -> Found | None:
        me = state.colour_to_place - 1
        if self._solver.winning_cells(state, me) or self._solver.winning_cells(state, 1 - me):
            return None
        is_quiet = self._solver.forced_win(state, self._flag, within=5) is None
        if not is_quiet or not self._solver.threat(state, self._flag, nodes=BRIEFLY):
            return None
        lost = [m for m in state.legal_moves if self._loses(state.play(m))]
        right = tuple(m for m in state.legal_moves if m not in lost)
        return Found(state, "hold", right, right, 3) if len(right) == 1 else None

    def _loses(self, after: HexState) -> bool:
        return self._solver.forced_win(after, self._flag, nodes=BRIEFLY, within=5) is not None

    def _confirmed(self, state: HexState, right: tuple[int, ...], plies: int) -> bool:
        """Tell whether the program's own search wins after each of the moves and each answer."""
        return all(
            self._solver.forced_win(after.play(reply), self._flag, within=plies - 2) is not None
            for after in map(state.play, right)
            for reply in after.legal_moves
        )

    def _line(self, state: HexState, move: int, plies: int) -> tuple[int, ...]:
        """Return a win that begins with a move, against the answer that holds out longest."""
        after, lines = state.play(move), list[tuple[int, ...]]()
        blocks = self._solver.winning_cells(after, state.colour_to_place - 1)
        for reply in (*blocks, *after.legal_moves):
            win = self._solver.forced_win(after.play(reply), self._flag, within=plies - 2)
            if win is not None:
                lines.append((move, reply, *win.line))
        return max(lines, key=len, default=())

    def _winning(self, state: HexState, plies: int) -> tuple[int, ...]:
        cells, counts = np.zeros(len(state.cells), np.int8), np.zeros((len(self._runs), 3), np.int8)
        for cell, colour in enumerate(state.cells):
            if colour:
                hex_wins.put(self._through, cells, counts, cell, colour)
        by = (self._runs, self._through, cells, counts, state.colour_to_place)
        return tuple(m for m in state.legal_moves if hex_wins.wins_by(*by, m, plies))

    def agrees(self, found: Found) -> bool:
        """See `Maker`."""
        if found.kind == "win":
            return True  # it was asked first, and the program's own search has confirmed it
        plies = 2 * found.within - 1
        after = {move: found.state.play(move) for move in found.state.legal_moves}
        held = tuple(move for move, state in after.items() if not self._winning(state, plies))
        return held == found.right


class TicTacToeMaker(Maker):
    """Wins within 2 to 4 moves, and only moves, on two boards."""

    wanted = 60
    boards: tuple[dict[str, int], ...] = (
        {},
        {"columns": 4, "rows": 4, "in_a_row": 3},
        {"columns": 4, "rows": 4, "in_a_row": 4},
    )

    def propose(self, rng: random.Random) -> Found | None:
        """See `Maker`."""
        state = playout.game("tictactoe", **rng.choice(self.boards)).start().state
        left = rng.randint(4, 8)
        while not state.is_terminal and len(state.legal_moves) > left:
            state = state.play(rng.choice(state.legal_moves))
        values = None if state.is_terminal else exact_values(state)
        if not values or any(each.distance == 1 for each in values):
            return None
        wins = [each for each in values if each.proof is Proof.WIN and each.distance]
        draws = [each for each in values if each.proof is Proof.DRAW]
        if wins:
            plies = min(each.distance or 0 for each in wins)
            right = tuple(each.move for each in wins if each.distance == plies)
            found = Found(state, "win", right, self._line(state, right[0]), (plies + 1) // 2)
        elif len(draws) == 1:
            right = (draws[0].move,)
            found = Found(state, "hold", right, right)
        else:
            return None
        return found if len(right) <= len(values) // 3 else None

    def _line(self, state: Any, move: int) -> tuple[int, ...]:
        line = [move]
        state = state.play(move)
        while not state.is_terminal:
            values = exact_values(state) or ()
            best = max(values, key=lambda each: (each.proof.share, _hurry(each)))
            line.append(best.move)
            state = state.play(best.move)
        return tuple(line)


def _hurry(value: Any) -> int:
    return (-1 if value.proof is Proof.WIN else 1) * (value.distance or 0)


class BreakthroughMaker(Maker):
    """Positions in which few moves win."""

    def propose(self, rng: random.Random) -> Found | None:
        """See `Maker`."""
        size = rng.choice((5, 5, 6))
        game = playout.game("breakthrough", columns=size, rows=size)
        states = played(rng, game.start().state, game, ("novice", "beginner", "club"))
        late = states[-11:-2]
        rng.shuffle(late)
        solver, flag = solver_of(size, size), CancelFlag().array
        for state in late:
            moves = state.legal_moves
            at_once = any(state.play(move).is_terminal for move in moves)
            if at_once or len(moves) < 6:
                continue
            wins = solver.move_wins(state, Nodes(most=1 << 12), flag)
            right = tuple(m for m, won in zip(moves, wins, strict=True) if won)
            if None not in wins and 1 <= len(right) <= len(moves) // 5:
                return Found(state, "win", right, ShortestWin(size).line(state, right))
        return None

    def agrees(self, found: Found) -> bool:
        """Follow the winner after each move, against every answer and to all ends."""
        state = found.state
        for move in state.legal_moves:
            after = state.play(move)
            winner = state.current_player if move in found.right else 1 - state.current_player
            solver = solver_of(after.parameters.columns, after.parameters.rows)
            if follow_all(solver, after, make_walk(after, WALK_BITS), winner) in (REFUTED, FULL):
                return False
        return True


class ShortestWin:
    """Finds the shortest win in Breakthrough against the defence that holds out longest."""

    def __init__(self, size: int) -> None:
        self._solver, self._flag = solver_of(size, size), CancelFlag().array
        self._winning: dict[bytes, tuple[int, ...]] = {}
        self._lines: dict[tuple[bytes, int], tuple[int, ...]] = {}

    def line(self, state: Any, right: tuple[int, ...]) -> tuple[int, ...]:
        """Return it to the end of the game, by one of the moves that win."""
        for plies in itertools.count(1, 2):
            lines = (self._after(state, move, plies) for move in right)
            if found := next(filter(None, lines), ()):
                return found
        raise AssertionError("every game ends")

    def _within(self, state: Any, plies: int) -> tuple[int, ...]:
        """Return it for the player to move; nothing where it takes more plies."""
        position = state.encode().tobytes()
        if position not in self._winning:
            wins = self._solver.move_wins(state, Nodes(most=1 << 14), self._flag)
            both = zip(state.legal_moves, wins, strict=True)
            self._winning[position] = tuple(move for move, won in both if won)
        if (position, plies) not in self._lines:
            lines = (self._after(state, move, plies) for move in self._winning[position])
            self._lines[position, plies] = next(filter(None, lines), ())
        return self._lines[position, plies]

    def _after(self, state: Any, move: int, plies: int) -> tuple[int, ...]:
        after, longest = state.play(move), tuple[int, ...]()
        if after.is_terminal:
            return (move,)
        for reply in after.legal_moves if plies > 2 else ():
            rest = self._within(after.play(reply), plies - 2)
            if not rest:
                return ()
            longest = max(longest, (move, reply, *rest), key=len)
        return longest


class SameGameMaker(Maker):
    """Endings with their best score, and boards to be cleared."""

    def propose(self, rng: random.Random) -> Found | None:
        """See `Maker`."""
        game = playout.game("samegame", columns=8, rows=8, colours=4)
        board: Any
        board, left = game.start(seed=rng.getrandbits(30)).state, rng.randint(12, 26)
        while not board.is_terminal and board.tiles_left > left:
            board = board.play(rng.choice(board.legal_moves))
        found = None if len(board.legal_moves) < 4 else self._ending(_cropped(board))
        return found if found is not None and found.kind == rng.choice(("best", "clear")) else None

    def _ending(self, board: SameGameState) -> Found | None:
        after = {move: board.play(move) for move in board.legal_moves}
        ends = {move: self._best(each) for move, each in after.items()}
        best = max(score for score, _ in ends.values())
        right = tuple(move for move, (score, _) in ends.items() if score == best)
        if 3 * len(right) > len(after) + 1:
            return None
        line = (right[0], *ends[right[0]][1])
        end: Any = board
        for move in line:
            end = end.play(move)
        assert end.is_terminal
        assert end.score == best
        return Found(board, "clear" if end.cleared else "best", right, line)

    def _best(self, state: SameGameState) -> tuple[int, tuple[int, ...]]:
        """Return the best final score after a move, and a line that reaches it."""
        if state.is_terminal:
            return state.score, ()
        solved = EndgameSolver(state, CancelFlag().array).solve(1 << 20)
        assert solved is not None
        (score, _), _ = solved
        for move in state.legal_moves:
            after = state.play(move)
            rest = self._score(after)
            if rest == score:
                return score, (move, *self._best(after)[1])
        raise AssertionError("no move reaches the best score")

    def _score(self, state: SameGameState) -> int:
        if state.is_terminal:
            return state.score
        solved = EndgameSolver(state, CancelFlag().array).solve(1 << 20)
        assert solved is not None
        return solved[0][0]


def _cropped(board: SameGameState) -> SameGameState:
    """Return a board with no more empty columns and rows than must be, and no points so far."""
    columns = max(4, len(board.columns))
    rows = max(4, max(map(len, board.columns)))
    size = SameGameParameters(columns, rows, 4, board.parameters.leftover)
    return SameGameState(size, board.columns)


MAKERS: Final[dict[str, Callable[[], Maker]]] = {
    "hex": HexMaker,
    "tictactoe": TicTacToeMaker,
    "breakthrough": BreakthroughMaker,
    "samegame": SameGameMaker,
}
