"""Processes that play the games of a match: one game at a time each, and none can hurt another.

They are spawned, not forked, so that they work alike everywhere, in the frozen program too. A
job that dies takes one game with it, which another job then plays once more.
"""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import connection, resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any

from ai.contract import games
from ai.contract.lazy import Lazy
from ai.engine.searches import SearcherFactory
from ai.external.contract import is_external
from ai.interrupt import all_suppressed
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchNotice,
    MatchPlan,
    MovePlayed,
    Thinking,
)
from ai.match.play import opening_of, play_game
from ai.options import make_ready_searcher
from ai.searchers import make_searcher
from ai.windows import INTERRUPTS

ATTEMPTS = 2
PATIENCE = 0.1


@dataclass(frozen=True, slots=True)
class JobPace:
    """To a job: how fast to go on.

    Attributes:
        paused: Whether to wait before the next move.
        seconds: The least time from one move to the next.
        steps: How many moves to make all the same while paused.
    """

    paused: bool = False
    seconds: float = 0.0
    steps: int = 0


READY = "ready"
"""From a job: its kernels are loaded."""


# What runs in a job.


class _JobWatcher:
    """Sends on what happens in a game and keeps its pace."""

    def __init__(self, pipe: Any, pace: JobPace) -> None:
        self._pipe = pipe
        self.pace = pace
        self._last = 0.0

    def before_move(self) -> None:
        """Wait until the next move may be made; take in changes of pace meanwhile."""
        self.listen(0.0)
        while self.pace.paused and not self.pace.steps:
            self.listen(None)
        if self.pace.paused:
            self.pace = replace(self.pace, steps=self.pace.steps - 1)
        while not self.pace.paused and (left := self._left()) > 0:
            self.listen(left)
        self._last = time.perf_counter()

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        """Send it to the match; a match that is gone ends the job here."""
        self._pipe.send(event)

    def listen(self, timeout: float | None) -> None:
        """Take in a change of pace, if one comes within so many seconds."""
        if self._pipe.poll(timeout):
            message = self._pipe.recv()
            assert isinstance(message, JobPace)
            self.pace = message

    def _left(self) -> float:
        return self._last + self.pace.seconds - time.perf_counter()


def run_job(pipe: Any, plan: MatchPlan, pace: JobPace, make: SearcherFactory, source: Lazy) -> None:
    """Be a job: play the games whose numbers come through the pipe, until it closes."""
    for number in INTERRUPTS:  # they are for the match, which ends its jobs
        signal.signal(number, signal.SIG_IGN)
    games.receive(source)
    watcher = _JobWatcher(pipe, pace)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        if make is make_searcher:
            load_kernels(plan)
        pipe.send(READY)
        while True:
            message = pipe.recv()
            if isinstance(message, JobPace):
                watcher.pace = message
            else:
                pipe.send(play_game(plan, message, make, watcher))


def load_kernels(plan: MatchPlan) -> None:
    """Compile or load what the sides need; a side that cannot is told game by game."""
    for side in plan.sides:
        if is_external(side.searcher):
            continue  # it has none, and each game starts it anew
        with all_suppressed():
            make_ready_searcher(side.searcher, plan.game, threads=plan.threads)


# What runs in the match.


@dataclass(slots=True)
class _Job:
    process: BaseProcess
    pipe: Any
    ready: bool = False
    game: int | None = None


class JobPool:
    """Plays games in several processes and tells what happens in them."""

    def __init__(
        self,
        plan: MatchPlan,
        jobs: int,
        make: SearcherFactory = make_searcher,
        run: Callable[..., None] = run_job,
    ) -> None:
        """Make a pool; no process starts before `run`.

        Args:
            make: Makes the searchers; defined by a module.
            run: `run_job`, by a name that a new process finds.
        """
        self._run_job = run
        self._plan = plan
        self._most = jobs
        self._make = make
        self._context = multiprocessing.get_context("spawn")
        self._jobs: list[_Job] = []
        self._pace = JobPace()
        self._attempts: dict[int, int] = {}
        self._again: list[int] = []

    def set_pace(self, pace: JobPace) -> None:
        """Let all games go on at another pace."""
        self._pace = replace(pace, steps=0)
        for job in self._jobs:
            with suppress(OSError):
                job.pipe.send(pace)

    def run(self, next_game: Callable[[], int | None]) -> Iterator[Event | None]:
        """Yield what happens, and None when nothing did for a while; the caller may stop."""
        while True:
            self._hand_out(next_game)
            if not any(job.game is not None for job in self._jobs) and not self._again:
                return
            pipes = [job.pipe for job in self._jobs]
            heard = connection.wait(pipes, PATIENCE)
            for job in [job for job in self._jobs if job.pipe in heard]:
                yield from self._hear(job)
            if not heard:
                yield None

    def close(self) -> None:
        """End all jobs at once; games that are not over are lost."""
        for job in self._jobs:
            job.process.kill()
        for job in self._jobs:
            job.process.join()
            job.pipe.close()
        self._jobs.clear()

    def _hand_out(self, next_game: Callable[[], int | None]) -> None:
        for job in self._idle():
            game = self._again.pop() if self._again else next_game()
            if game is None:
                return
            self._give(job, game)

    def _idle(self) -> Iterator[_Job]:
        yield from [job for job in self._jobs if job.game is None]
        # The first job may have to compile; the others then find what it compiled.
        while len(self._jobs) < self._most and all(job.ready for job in self._jobs):
            yield self._start()

    def _start(self) -> _Job:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=self._run_job,
            args=(theirs, self._plan, self._pace, self._make, games.source()),
            name="match job",
            daemon=True,
        )
        with _sigint_held():
            process.start()
        theirs.close()
        job = _Job(process, ours)
        self._jobs.append(job)
        return job

    def _give(self, job: _Job, game: int) -> None:
        job.game = game
        with suppress(OSError):  # it has died; that is heard of soon
            job.pipe.send(game)

    def _hear(self, job: _Job) -> Iterator[Event]:
        try:
            message = job.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(job)
            return
        if message == READY:
            job.ready = True
            return
        if isinstance(message, GameRecord):
            job.game = None
        yield message

    def _bury(self, job: _Job) -> Iterator[Event]:
        """Take a dead job away; its game is played once more, or has failed."""
        job.process.join()
        job.pipe.close()
        self._jobs.remove(job)
        game, code = job.game, job.process.exitcode
        if game is None:
            return
        self._attempts[game] = self._attempts.get(game, 0) + 1
        ended = f"the process that played game {game + 1} ended unexpectedly (exit code {code})"
        if self._attempts[game] < ATTEMPTS:
            self._again.append(game)
            yield MatchNotice(f"{ended}; it is played once more")
        else:
            opening = opening_of(self._plan, game)
            yield GameRecord(game=game, opening=opening, error=ended)


@contextmanager
def _sigint_held() -> Iterator[None]:
    """Let a process that starts here never hear of Ctrl+C, not even while it imports.

    What is blocked stays so in the new process; here a Ctrl+C only waits. Windows has no such
    thing, there a job that is told too early dies and is replaced.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it would start with the first job, and then unblock
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
