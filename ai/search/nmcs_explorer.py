"""One thread's part of a nested search, and the kernels it drives."""

import random
import threading
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import nmcs_algorithm
from ai.search.limits import CancelFlag
from ai.search.nmcs_algorithm import LENGTH, PLAYOUTS, Workspace
from ai.search.nmcs_schedule import Job, JobMode, Schedule, anytime, restarts
from ai.search.nmcs_table import LineTable, ScoredLine
from ai.search.options import NmcsOptions

MOST_MOVES = 12
"""A position with more moves is not tried out."""

MOST_POSITIONS = 20_000
"""Positions that may be looked at after each first move: some 10 ms."""


@dataclass(frozen=True, slots=True)
class EncodedPosition:
    """A position as the kernels see it, with its game's kernel and the search compiled for that."""

    kernel: Any
    search: SimpleNamespace
    tables: Any
    root: NDArray[np.int64]  # [state_length]

    @classmethod
    def of(cls, game: str, position: State) -> "EncodedPosition":
        kernel = kernel_of(game)
        tables = kernel.make_tables(position.parameters, "all")
        root = np.zeros(kernel.state_length(tables), np.int64)
        kernel.load(tables, position.encode(), root)
        return cls(kernel, specialise(nmcs_algorithm, kernel), tables, root)

    def workspace(self, levels: int, rng: NDArray[np.uint64], flag: CancelFlag) -> Workspace:
        """Return what one thread needs for searches up to a nesting level."""
        moves = self.kernel.max_moves(self.tables)
        plies = self.kernel.max_plies(self.tables)
        return Workspace(
            root=self.root,
            states=np.zeros((levels + 1, len(self.root)), np.int64),
            moves=np.zeros((levels + 1, moves), np.int64),
            lines=np.zeros((levels + 1, plies), np.int64),
            path=np.zeros(plies, np.int64),
            best_line=np.zeros(plies, np.int64),
            best_score=np.full(1, -np.inf),
            counts=np.zeros(3, np.int64),
            rng=rng,
            flag=flag.array,
        )


class Replayer:
    """Turns moves into lines, by playing them under the kernel's rules.

    Lines are read from workspaces that another thread may be writing to. Whatever comes out
    of that: a line that replays to the end of the game is true, and no other is used.
    """

    def __init__(self, board: EncodedPosition) -> None:
        self._board = board
        self._work = board.workspace(0, new_rng(0), CancelFlag())

    def line(self, moves: NDArray[np.int64]) -> ScoredLine | None:
        """Return the line that these moves make, None if they make no whole game."""
        search = self._board.search
        ended, score, clears = search.replay(self._board.tables, self._work, moves, len(moves))
        return ScoredLine(float(score), tuple(moves.tolist()), bool(clears)) if ended else None


class Explorer:
    """One thread's part of a search: carries out jobs, one after the other."""

    def __init__(
        self,
        board: EncodedPosition,
        options: NmcsOptions,
        table: LineTable,
        flag: CancelFlag,
        stream: int,
    ) -> None:
        self._board = board
        self._options = options
        rollouts = board.kernel.ROLLOUTS
        self._policy = options.memory, rollouts.index(options.playout or rollouts[0])
        self._table = table
        levels = max(options.level, 1)
        self._work = board.workspace(levels, new_rng(options.seed, stream), flag)
        self._replayer = Replayer(board)
        self._random = random.Random(f"{options.seed} {stream}")
        self._job: Job | None = None
        self._playouts = 0

    @property
    def playouts(self) -> int:
        """Playouts done so far, those of the running job among them."""
        return self._playouts + int(self._work.counts[PLAYOUTS])

    def run(self, budget: int, lock: threading.Lock) -> None:
        """Work until the flag is set or `budget` playouts are done."""
        level = self._options.level
        schedule: Schedule = (
            restarts(self._table, level, self._random)
            if level
            else anytime(self._table, self._random)
        )
        job = next(schedule)
        while self._playouts < budget and not self._work.flag[0]:
            line, score = self.carry_out(job, budget - self._playouts)
            with lock:
                self._record(job, line, score)
                job = schedule.send(line)

    def first_playout(self) -> None:
        """Play one game from the first legal move on."""
        job = Job(JobMode.SEARCH, next(iter(self._table.entries)), 0)
        self._record(job, *self.carry_out(job, 1))

    def running(self, replayer: Replayer) -> ScoredLine | None:
        """Return the line that the running job has found so far, if it betters the table's.

        It is for show: the search goes on as if nobody had asked. The lock must be held.
        """
        job = self._job
        if job is None or self._work.best_score[0] <= self._table.entries[job.move].score:
            return None
        line = replayer.line(self._work.best_line[: self._work.counts[LENGTH]].copy())
        return line if line is not None and line.moves[0] == job.move else None

    def carry_out(self, job: Job, budget: int) -> tuple[ScoredLine | None, float]:
        """Run the kernel; return the best line it holds and the best score it found itself.

        The two differ when a job sets out from a line that it cannot better.
        """
        work, search = self._work, self._board.search
        work.counts[:] = (0, budget, 0)
        work.best_score[0] = -np.inf
        if job.line is not None:
            length = len(job.line.moves)
            work.best_line[:length] = job.line.moves
            work.counts[LENGTH] = length
            work.best_score[0] = job.line.score
        work.path[0] = job.move
        self._job = job
        policy = self._policy
        if job.mode is JobMode.FOLLOW:
            score = search.follow(self._board.tables, work, job.level, 1, *policy)
        elif job.mode is JobMode.REFINE:
            score = search.refine(self._board.tables, work, job.level, job.rounds, *policy)
        elif job.mode is JobMode.ADOPT:
            score = search.adopt(self._board.tables, work, policy[1])
        else:
            score = search.search(self._board.tables, work, job.level, 1, job.rounds, *policy)
        return self._replayer.line(work.best_line[: work.counts[LENGTH]]), float(score)

    def _record(self, job: Job, line: ScoredLine | None, score: float) -> None:
        entry = self._table.entries[job.move]
        # One that only looks at a game's end counts, too: a budget must come to its own.
        playouts = max(1, int(self._work.counts[PLAYOUTS]))
        self._work.counts[PLAYOUTS] = 0
        self._playouts += playouts
        entry.playouts += playouts
        if job.level > 0:
            entry.note(score)
        if line is not None:
            entry.offer(line)
        self._job = None


def exhaust(
    board: EncodedPosition, moves: tuple[int, ...], flag: CancelFlag
) -> dict[int, tuple[ScoredLine, int]] | None:
    """Return each first move's best line and the positions after it, by trying every line.

    Returns:
        None if that takes too much, or the flag was set.
    """
    if len(moves) > MOST_MOVES:
        return None
    search = board.search
    work = board.workspace(board.kernel.max_plies(board.tables), new_rng(0), flag)
    replayer = Replayer(board)
    exact: dict[int, tuple[ScoredLine, int]] = {}
    for move in moves:
        work.counts[:] = (0, MOST_POSITIONS, 0)
        work.best_score[0] = -np.inf
        work.path[0] = move
        search.start(board.tables, work, 0, 1)
        search.exhaust(board.tables, work, 0, 1)
        line = replayer.line(work.best_line[: work.counts[LENGTH]])
        if search.stopped(work) or line is None:
            return None
        exact[move] = line, int(work.counts[PLAYOUTS])
    return exact
