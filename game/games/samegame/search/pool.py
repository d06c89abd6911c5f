"""Solutions of a SameGame position, which all threads share, and what is known of first moves."""

import math
import random
import statistics
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ai.search.messages import Candidate
from ai.search.nmcs_table import LineTable, ScoredLine
from game.games.samegame.plans import groups_of
from game.games.samegame.rules import SameGameState

Moves = tuple[int, ...]
Cells = tuple[int, ...]

CAPACITY = 24
AGAIN = 2
"""A solution is reheated again only for more than so many times as long as before."""

PRIOR = 2
"""How many searches the guess counts for that is made of their gain before any is known."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A game from the searched position, the root, to its end.

    Attributes:
        cells: The same by a tile of each group, named as it stands at the root.
        tabu: The colour it was found with, from 1.
    """

    score: int
    tiles: int
    moves: Moves
    cells: Cells
    tabu: int = 1

    @property
    def clears(self) -> bool:
        return self.tiles == 0

    @property
    def rank(self) -> tuple[int, bool]:
        """What makes one solution better than another: the score, then a cleared board."""
        return self.score, self.clears


def root_cells(root: SameGameState, moves: Iterable[int]) -> Cells:
    """Return moves, as the rules name them, by a tile of each group."""
    return tuple(min(group) for group in groups_of(root, moves))


def tabu_colour(root: SameGameState, moves: Iterable[int]) -> int:
    """Return the colour, from 1, of the largest group that a line removes."""
    sizes = ((len(each), root.colour_of(min(each)) or 0) for each in groups_of(root, moves))
    return max(sizes, default=(0, 0))[1] + 1


class SolutionPool:
    """The best solutions found, no two alike, and the best one for each first move.

    Every method may be called from any thread.
    """

    def __init__(self, moves: tuple[int, ...]) -> None:
        self._lock = threading.Lock()
        self._solutions: list[Solution] = []
        self._table = LineTable(moves)
        self._by_move: dict[int, Solution] = {}
        self._noted: dict[int, int] = {}
        self._length: dict[int, int] = {}
        self._gains: dict[int, list[int]] = {}
        self._reheated: dict[tuple[int, int], int] = {}

    def offer(self, solution: Solution) -> None:
        """Keep a solution if it is good enough."""
        with self._lock:
            move = solution.moves[0]
            best = self._by_move.get(move)
            if best is None or solution.rank > best.rank:
                self._by_move[move] = solution
                line = ScoredLine(float(solution.score), solution.moves, solution.clears)
                self._table.entries[move].line = line
            if not any(_alike(solution, other) for other in self._solutions):
                self._solutions.append(solution)
                self._solutions.sort(key=lambda each: each.rank, reverse=True)
                del self._solutions[CAPACITY:]

    def note(self, move: int, before: int, steps: int) -> None:
        """Note that a move, worth `before` by then, was searched for its own sake.

        What it gained counts from the last such search on, so that the gains by way of the
        best line are among it.
        """
        with self._lock:
            value = self._by_move[move].score
            gain = value - self._noted.get(move, before)
            self._noted[move] = value
            self._table.entries[move].playouts += steps
            self._length[move] = max(self._length.get(move, 0), steps)
            self._gains.setdefault(steps, []).append(gain)

    @property
    def best(self) -> Solution | None:
        """The best solution."""
        with self._lock:
            return self._solutions[0] if self._solutions else None

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """All of them, best first."""
        with self._lock:
            return tuple(self._solutions)

    def choose(self, steps: int, rng: random.Random) -> Solution | None:
        """Choose a solution to reheat for so many steps, rather one of the best.

        It was not reheated about as long before, nor was another one with its tabu colour and
        score, which mostly is the same with other orders of its moves: that would come to the
        same again. None if no other is left.
        """
        with self._lock:
            others = [each for each in self._solutions if steps > AGAIN * self._steps(each)]
            if not others:
                return None
            chosen = others[int(len(others) * rng.random() ** 3)]
            self._reheated[chosen.tabu, chosen.score] = steps
            return chosen

    def _steps(self, solution: Solution) -> int:
        return self._reheated.get((solution.tabu, solution.score), 0)

    @property
    def everything(self) -> tuple[Solution, ...]:
        """The best ones and those of all first moves."""
        with self._lock:
            others = (each for each in self._by_move.values() if each not in self._solutions)
            return (*self._solutions, *others)

    def best_of(self, move: int) -> Solution | None:
        """The best solution that begins with a move."""
        with self._lock:
            return self._by_move.get(move)

    def leaders(self) -> tuple[int, ...]:
        """Return the first moves, best first."""
        with self._lock:
            return tuple(entry.move for entry in self._table.leaders())

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the first moves that have a solution, best first.

        A value's error is what moves typically gained by a search as long as this one's longest,
        as a root mean square. A move that was not searched yet gets the standard deviation of
        all values.
        """
        with self._lock:
            candidates = self._table.candidates()
            length = dict(self._length)
            gains = {steps: tuple(each) for steps, each in sorted(self._gains.items())}
        values = [each.value for each in candidates]
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        errors = {0: spread} | _typical_gains(gains, spread)
        return tuple(replace(each, error=errors[length.get(each.move, 0)]) for each in candidates)


def _typical_gains(gains: dict[int, tuple[int, ...]], guess: float) -> dict[int, float]:
    """Return the root mean square of each length's gains, the shortest searches first.

    For want of many searches of a length, half the variance of the next shorter ones counts
    for `PRIOR` of them.
    """
    square = guess * guess
    typical = {}
    for steps, each in gains.items():
        squares = sum(gain * gain for gain in each)
        square = (squares + PRIOR * square / 2) / (len(each) + PRIOR)
        typical[steps] = math.sqrt(square)
    return typical


def _alike(one: Solution, other: Solution) -> bool:
    return one.rank == other.rank and sorted(one.cells) == sorted(other.cells)
