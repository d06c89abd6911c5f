"""What plays the games of a match: processes of this machine, or the workers of a cluster.

Processes play one game at a time each, and none can hurt another. They are spawned, not forked, so
that they work alike everywhere, in the frozen program too. A job that dies takes one game with it,
which another job then plays once more. Orders to a running match come on the standard input.
"""

import multiprocessing
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import connection, resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any, TextIO

from ai.cluster import Cluster, ClusterJob, IsCancelled, JobCancelledError
from ai.contract import games
from ai.contract.game import Lazy
from ai.engine.searches import SearcherFactory
from ai.errors import all_suppressed
from ai.external.contract import is_external
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
from ai.system import INTERRUPTS

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
            job.game = game
            with suppress(OSError):  # it has died; that is heard of soon
                job.pipe.send(game)

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
        with _sigint_blocked():
            process.start()
        theirs.close()
        job = _Job(process, ours)
        self._jobs.append(job)
        return job

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
def _sigint_blocked() -> Iterator[None]:
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


_loading = threading.Lock()
_loaded: set[tuple[str, ...]] = set()


class _Follower:
    """Follows a game that nobody watches, and gives it up when nobody waits for it."""

    def __init__(self, is_cancelled: IsCancelled) -> None:
        self._is_cancelled = is_cancelled

    def before_move(self) -> None:
        """Give the game up if the match is over, by raising `JobCancelledError`."""
        if self._is_cancelled():
            raise JobCancelledError

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        """Keep it to ourselves."""


def play(
    plan: MatchPlan, game: int, make: SearcherFactory, is_cancelled: IsCancelled
) -> GameRecord:
    """Play a game on a worker, whose first one loads the kernels."""
    if make is make_searcher:
        _load_once(plan)
    return play_game(plan, game, make, _Follower(is_cancelled))


def _load_once(plan: MatchPlan) -> None:
    needed = (plan.game, *(side.searcher for side in plan.sides))
    with _loading:  # a worker may have several threads
        if needed not in _loaded:
            load_kernels(plan)
            _loaded.add(needed)


class ClusterPool:
    """Plays games on a cluster; takes the place of an `ai.match.jobs.JobPool`."""

    def __init__(self, plan: MatchPlan, cluster: Cluster, make: SearcherFactory) -> None:
        self._plan = plan
        self._cluster = cluster
        self._make = make

    def run(self, next_game: Callable[[], int | None]) -> Iterator[Event | None]:
        """Yield games as they end, and None when none did for a while; the caller may stop.

        Raises:
            ClusterError: The cluster cannot go on.
        """
        if not self._cluster.threads:
            yield MatchNotice(
                f"no worker has joined '{self._cluster.address}' yet: waiting for one"
            )

        def next_job() -> ClusterJob | None:
            game = next_game()
            return None if game is None else ClusterJob(game, play, (self._plan, game, self._make))

        for outcome in self._cluster.run(next_job):
            if outcome is None:
                yield None
            elif not outcome.error:
                yield outcome.value
            else:
                game = outcome.job.name
                error = f"game {game + 1} could not be played: {outcome.error}"
                yield GameRecord(game=game, opening=opening_of(self._plan, game), error=error)

    def close(self) -> None:
        self._cluster.close()


PAUSE, GO, STEP, PACE, STOP = "pause", "go", "step", "pace", "stop"


class Remote:
    """Reads orders, a line each: ``pause``, ``go``, ``step``, ``pace SECONDS``, ``stop``.

    The end of the input is a ``stop``: nobody is left to watch.
    """

    def __init__(self, orders: TextIO) -> None:
        self._orders = orders
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._paused = False
        self._seconds = 0.0
        threading.Thread(target=self._read, name="match orders", daemon=True).start()

    def obey(self, set_pace: Callable[[JobPace], None]) -> bool:
        """Carry out what has come in; return whether the match is to stop."""
        while not self._queue.empty():
            order, _, value = self._queue.get().strip().partition(" ")
            if order == STOP:
                return True
            steps = int(order == STEP)
            if order in (PAUSE, GO, STEP):
                self._paused = order != GO
            elif order == PACE:
                self._seconds = _seconds(value, self._seconds)
            set_pace(JobPace(self._paused, self._seconds, steps))
        return False

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # what cannot be read gives no more orders
            for line in self._orders:
                self._queue.put(line)
        self._queue.put(STOP)


def _seconds(text: str, otherwise: float) -> float:
    try:
        return max(0.0, min(60.0, float(text)))
    except ValueError:
        return otherwise
