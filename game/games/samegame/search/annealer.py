"""One thread's annealing of SameGame solutions, in portions that end soon."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.kernels.random import new_rng
from ai.search.limits import Flag
from game.games.samegame.kernels import sequence as kernel
from game.games.samegame.kernels.columns import column_keys, make_layout, make_memory
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.pool import Cells, Solution

PORTION = 16_384
"""Steps between two looks at what was found: some 50 ms."""

_NOTHING = -1 << 40


@dataclass(frozen=True, slots=True)
class Annealing:
    """One run of annealing.

    Attributes:
        tabu: The colour to play last, from 1.
        steps: How many proposals to make; 0 only plays the cells out.
        hot: The temperature it begins at, in points.
        cells: The solution to begin with; without one the first is random.
        fixed: How many of the first cells must stay.
    """

    tabu: int
    steps: int
    hot: float
    cold: float
    cells: Cells = ()
    fixed: int = 0


class Annealer:
    """Room for one solution of a position, and the kernel's calls on it."""

    def __init__(self, position: SameGameState, seed: int, stream: int, flag: Flag) -> None:
        self._layout, self._chain = kernel.make_chain(position.encode(), new_rng(seed, stream))
        self._flag = flag
        capacity = len(self._chain.best)
        self._cells = np.zeros(capacity, np.int32)
        self._played = np.zeros(capacity, np.int32)
        self._line = np.zeros(capacity, np.int64)

    @property
    def steps(self) -> int:
        return int(self._chain.numbers[kernel.STEPS])

    def run(self, job: Annealing, allowed: int) -> Iterator[Solution]:
        """Run a job of at most `allowed` steps; yield each portion's best if it is a new one."""
        self._start(job)
        yield self.best()
        steps = min(job.steps, allowed)
        reported = self._best_rank
        for begin in range(0, steps, PORTION):
            if self._flag[0]:
                return
            end = min(begin + PORTION, steps)
            hot, cold = _temperature(job, begin), _temperature(job, end)
            kernel.anneal(self._layout, self._chain, self._flag, end - begin, hot, cold)
            if self._best_rank > reported:
                reported = self._best_rank
                yield self.best()

    @property
    def _best_rank(self) -> int:
        return int(self._chain.numbers[kernel.BEST_RANK])

    def _start(self, job: Annealing) -> None:
        numbers = self._chain.numbers
        numbers[kernel.BEST_RANK] = numbers[kernel.NEAR_OBJECTIVE] = _NOTHING
        numbers[kernel.FIXED] = job.fixed
        count = len(job.cells)
        self._cells[:count] = job.cells
        kernel.start(self._layout, self._chain, self._cells[:count], job.tabu)

    def best(self) -> Solution:
        """Return the best solution of the job."""
        numbers = self._chain.numbers
        return self._written(self._chain.best, int(numbers[kernel.BEST_LENGTH]))

    def nearest(self) -> tuple[Solution, int]:
        """Return the job's solution with the best objective, and that objective."""
        numbers = self._chain.numbers
        return self._written(self._chain.near, int(numbers[kernel.NEAR_LENGTH])), self.objective

    @property
    def objective(self) -> int:
        """The best objective of the job: the score, or what it would be with a few tiles less."""
        return int(self._chain.numbers[kernel.NEAR_OBJECTIVE])

    def solution(self, cells: Cells, tabu: int) -> Solution:
        """Play a list of cells out, as far as they are groups; the job's solution stays.

        A list that another position left may be longer than any game from here.
        """
        self._chain.numbers[kernel.TABU] = tabu
        return self._written(np.array(cells, np.int32), len(cells))

    def _written(self, cells: NDArray[np.int32], count: int) -> Solution:
        length, score, tiles = kernel.write_line(
            self._layout, self._chain, cells, count, self._played, self._line
        )
        return Solution(
            score=int(score),
            tiles=int(tiles),
            moves=tuple(self._line[:length].tolist()),
            cells=tuple(self._played[:length].tolist()),
            tabu=int(self._chain.numbers[kernel.TABU]),
        )


class ListScorer:
    """Scores lists of root cells of a position, which are played as they stand."""

    def __init__(self, position: SameGameState) -> None:
        encoded = position.encode()
        self._layout = make_layout(encoded, 2)
        self._memory = make_memory(self._layout, encoded)
        self._keys = column_keys(self._layout.columns)

    def __call__(self, cells: Sequence[int]) -> float:
        """Return the final score; minus infinity if a group is left."""
        listed = np.array(cells, np.int32)
        score = kernel.list_score(self._layout, self._memory, self._keys, listed)
        return -math.inf if score == kernel.REJECTED else float(score)


def _temperature(job: Annealing, step: int) -> float:
    return float(job.hot * (job.cold / job.hot) ** (step / max(job.steps, 1)))
