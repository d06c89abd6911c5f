"""The AI thread: takes requests from the window and answers with frozen messages.

The thread owns the searchers and their trees (`ai.engine.searches`). A request travels with its
own cancel flag, so a Stop that overtakes the search it is meant for still finds it. An error ends
the thread, not the window: it becomes a `SearchFailed` message and a traceback in the log, and
`restart` begins afresh.
"""

import logging
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TypeVar

from ai.contract.games import all_games, is_plugged, plugin_of
from ai.engine.game_kernels import GameKernels
from ai.engine.searches import PLAYERS, SearcherFactory, Searches
from ai.errors import in_short
from ai.external.contract import ForfeitError, ProgramError
from ai.search.limits import CancelFlag
from ai.search.messages import (
    Answer,
    GameFailed,
    HoldReports,
    Request,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    Shutdown,
    StartSearch,
    StopReason,
    StopSearch,
    WorkerReady,
)
from ai.search.threads import hold_reports, stay_behind_window

log = logging.getLogger(__name__)

T = TypeVar("T")

SWITCH_SECONDS = 0.0005
"""How long a thread that wants to go on waits for the interpreter's lock at most.

The default is a third of a frame, and a frame may wait several times.
"""
STOP_SECONDS = 5.0
"""How long a user's searcher may go on though it was told to stop; nothing can end it then."""


class WorkerState(StrEnum):
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(slots=True)
class _WorkerLife:
    """One life of the thread: what it reads, what it is told to stop, whether it may speak."""

    inbox: "queue.SimpleQueue[tuple[Request, CancelFlag]]" = field(
        default_factory=queue.SimpleQueue
    )
    ended: CancelFlag = field(default_factory=CancelFlag)
    latest: CancelFlag = field(default_factory=CancelFlag)
    thread: threading.Thread | None = None
    at_work: tuple[StartSearch, CancelFlag] | None = None


class AiWorker:
    """The window's handle on the AI thread. All methods belong to the window's thread.

    Attributes:
        state: What the thread is up to, as far as the polled messages tell.
    """

    def __init__(
        self,
        on_message: Callable[[], None] | None = None,
        *,
        make_searcher: SearcherFactory = PLAYERS,
        kernels: GameKernels | None = None,
    ) -> None:
        """Make a worker; nothing runs before `start`. `on_message` is called in the AI thread."""
        self._on_message = on_message
        self._make_searcher = make_searcher
        self._outbox: queue.SimpleQueue[tuple[_WorkerLife, Answer]] = queue.SimpleQueue()
        self._life = _WorkerLife()
        self.state = WorkerState.STOPPED
        self._stopping: tuple[object, float] | None = None  # a stopped search, and since when
        self._kernels = kernels or GameKernels()

    def start(self) -> None:
        """Start the thread; it compiles or loads the kernels, then says `WorkerReady`.

        What was sent before waits for it: a window asks with its first frame, and starts the
        thread once that is to be seen.
        """
        life = self._life
        self.state = WorkerState.STARTING
        sys.setswitchinterval(SWITCH_SECONDS)
        life.thread = threading.Thread(target=self._run, args=(life,), name="ai", daemon=True)
        life.thread.start()

    def send(self, request: Request) -> None:
        """Hand over a request. A new search, a stop and a shutdown end the running search."""
        if isinstance(request, HoldReports):
            hold_reports(request.hold)
            return
        life = self._life
        life.latest.set()
        if isinstance(request, StopSearch):
            return
        if isinstance(request, Shutdown):
            life.ended.set()
        life.latest = CancelFlag()
        life.inbox.put((request, life.latest))

    def poll(self) -> list[Answer]:
        """Return what the thread has said since the last call; never waits."""
        answers: list[Answer] = []
        while not self._outbox.empty():
            life, answer = self._outbox.get()
            if life is self._life:
                self._note(answer)
                answers.append(answer)
        return answers + self._given_up()

    def _given_up(self) -> list[Answer]:
        """Return a failure where a user's searcher does not stop; its thread is left alone then."""
        work, now = self._life.at_work, time.monotonic()
        if work is None or not work[1]():
            self._stopping = None
        elif self._stopping is None or self._stopping[0] is not work:
            self._stopping = work, now
        elif now - self._stopping[1] >= STOP_SECONDS and is_plugged(work[0].searcher):
            name = work[0].searcher.partition(":")[0]
            self.send(Shutdown())
            self._life, self.state = _WorkerLife(), WorkerState.FAILED
            return [SearchFailed(work[0].generation, f"{name} does not stop", "")]
        return []

    def restart(self) -> None:
        """Start over with a new thread and empty trees, after a failure or at any time."""
        self.send(Shutdown())
        self._life = _WorkerLife()
        self.start()

    def want(self, game: str) -> None:
        """Make this game ready before all others that are not yet."""
        self._kernels.want(game)

    def shutdown(self, timeout: float = 2.0) -> bool:
        """End the thread; return whether it was gone within `timeout` seconds."""
        thread = self._life.thread
        if thread is None:
            return True
        self.send(HoldReports(False))
        self.send(Shutdown())
        thread.join(timeout)
        self.state = WorkerState.STOPPED
        return not thread.is_alive()

    def _note(self, answer: Answer) -> None:
        if isinstance(answer, WorkerReady):
            self.state = WorkerState.READY
        elif isinstance(answer, SearchFailed):
            self.state = WorkerState.FAILED

    # What follows runs in the AI thread.

    def _run(self, life: _WorkerLife) -> None:
        stay_behind_window()
        generation = 0
        searches = Searches(self._make_searcher)
        try:
            self._kernels.begin(partial(self._post, life), life.ended)
            while True:
                request, flag = newest(life.inbox)
                if not isinstance(request, StartSearch):
                    return
                generation, life.at_work = request.generation, (request, flag)
                try:
                    self._search(life, searches, request, flag)
                except BaseException as error:  # a plug-in may raise what it likes
                    if plugin_of(request.game) is None:
                        raise
                    log.exception("A search of %s failed", request.game)
                    searches.forget()
                    what = in_short(error), traceback.format_exc()
                    self._post(life, GameFailed(generation, request.game, *what))
                finally:
                    life.at_work = None
        except BaseException as error:
            # The border of the thread: whatever went wrong in it must reach the window.
            log.exception("The AI thread stopped")
            is_external = isinstance(error, ForfeitError | ProgramError)
            words = f"the other program {error}" if is_external else in_short(error)
            self._post(life, SearchFailed(generation, words, traceback.format_exc()))
        finally:
            searches.forget()

    def _search(
        self, life: _WorkerLife, searches: Searches, request: StartSearch, flag: CancelFlag
    ) -> None:
        # A plug-in's game may have been set aside since this was asked for.
        is_listed = any(game.name == request.game for game in all_games())
        if not is_listed or not self._kernels.wait(request.game, flag):
            nothing = SearchResult(None, SearchInfo(), StopReason.STOPPED)
            self._post(life, SearchFinished(request.generation, nothing))
            return

        def on_progress(info: SearchInfo) -> None:
            self._post(life, SearchProgress(request.generation, info))

        result = searches.run(request, flag, on_progress)
        self._post(life, SearchFinished(request.generation, result))

    def _post(self, life: _WorkerLife, answer: Answer) -> None:
        self._outbox.put((life, answer))
        if self._on_message is not None:
            self._on_message()


def newest(inbox: "queue.SimpleQueue[T]") -> T:
    """Wait for a request; of several only the newest counts, the others are outdated."""
    request = inbox.get()
    while not inbox.empty():
        request = inbox.get()
    return request
