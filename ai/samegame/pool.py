"""The solutions that all threads of a SameGame search share, and what is known of first moves."""

import statistics
import threading
from collections import deque
from dataclasses import replace

from ai.messages import Candidate
from ai.nmcs_table import Line, LineTable
from ai.samegame.solution import Solution

CAPACITY = 24
RECENT = 4
"""Searches of a first move that tell how uncertain its value is."""


class SolutionPool:
    """The best solutions found, no two alike, and the best one for each first move.

    Every method may be called from any thread.
    """

    def __init__(self, moves: tuple[int, ...]) -> None:
        """Make an empty pool for a position with these legal moves."""
        self._lock = threading.Lock()
        self._solutions: list[Solution] = []
        self._table = LineTable(moves)
        self._by_move: dict[int, Solution] = {}
        self._results: dict[int, deque[int]] = {move: deque(maxlen=RECENT) for move in moves}

    def offer(self, solution: Solution) -> bool:
        """Keep a solution if it is good enough; say whether it is the best one now."""
        with self._lock:
            move = solution.moves[0]
            known = self._by_move.get(move)
            if known is None or solution.rank > known.rank:
                self._by_move[move] = solution
                line = Line(float(solution.score), solution.moves, solution.clears)
                self._table.entries[move].line = line
            if any(_alike(solution, other) for other in self._solutions):
                return False
            self._solutions.append(solution)
            self._solutions.sort(key=lambda each: each.rank, reverse=True)
            del self._solutions[CAPACITY:]
            return self._solutions[0] is solution

    def note(self, move: int, score: int, steps: int) -> None:
        """Note the result of a search that was made for the sake of a first move."""
        with self._lock:
            self._table.entries[move].playouts += steps
            self._results[move].append(score)

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

        A value's error is the standard deviation of the move's last few searches. A move that
        was not searched twice yet gets the largest error there is, or for want of any the
        standard deviation of all values.
        """
        with self._lock:
            known = self._table.candidates()
            errors = {
                move: statistics.stdev(each)
                for move, each in self._results.items()
                if len(each) > 1
            }
        values = [each.value for each in known]
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        unknown = max(errors.values(), default=spread)
        return tuple(replace(each, error=errors.get(each.move, unknown)) for each in known)


def _alike(one: Solution, other: Solution) -> bool:
    return one.score == other.score and sorted(one.cells) == sorted(other.cells)
