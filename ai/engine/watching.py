"""The thread in which a search is watched: the window asks for a simulation, and it is told.

Nothing here may keep the window waiting, so a question is answered later, and of several only the
last one.
"""

import logging
import queue
import threading
import weakref
from dataclasses import dataclass, replace

from ai.contract.rules import State
from ai.engine.worker import newest
from ai.errors import in_short
from ai.search.simulation import Before, Parted, SearchedTree, Simulation, Watched
from ai.search.threads import stay_behind_window

log = logging.getLogger(__name__)

LONGEST_SECONDS = 0.15
"""How long simulations that only plain Python runs may go on before the last one is told."""


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """A question: what does the simulation of this number do?

    Attributes:
        position: Where the search begins, not a finished game.
        count: The simulation's number; 0 for the tree before the first one.
        beside: The specification of another search: the question is then where, within so many
            simulations, the two go different ways.
        before: How the position was reached, for a search that goes on with the tree from there.
    """

    game: str
    position: State
    searcher: str
    seed: int
    count: int
    beside: str = ""
    before: Before | None = None


@dataclass(frozen=True, slots=True)
class WatchAnswer:
    """An answer, or nothing seen yet.

    Attributes:
        request: The question; None before there was one.
        count: How many simulations there are now: fewer than asked for where the search is over,
            or needs more time.
        simulation: The last one of them; None before the first.
        is_over: Whether there is no next one.
        parted: Where two searches go different ways, if asked for and found.
        error: What went wrong, in a sentence; empty if nothing did. There is no tree then.
    """

    request: WatchRequest | None = None
    count: int = 0
    tree: SearchedTree | None = None
    simulation: Simulation | None = None
    is_over: bool = False
    parted: Parted | None = None
    error: str = ""


class SearchWatcher:
    """The window's handle on the thread; its methods belong to the window's thread.

    The thread ends when nobody holds the watcher any more.
    """

    def __init__(self) -> None:
        """Begin with the first question: nothing runs before."""
        self._inbox: queue.SimpleQueue[WatchRequest | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[WatchAnswer] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._waits_for: WatchRequest | None = None
        weakref.finalize(self, self._inbox.put, None)

    @property
    def is_waiting(self) -> bool:
        """Whether the last question has not been answered yet."""
        return self._waits_for is not None

    def ask(self, request: WatchRequest) -> None:
        """Ask for a simulation; the answers to earlier questions no longer count."""
        self._waits_for = request
        self._inbox.put(request)
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, args=(self._inbox, self._answers), name="watcher", daemon=True
            )
            self._thread.start()

    def poll(self) -> WatchAnswer | None:
        """Return the answer to the last question, once; never waits."""
        while not self._answers.empty():
            answer = self._answers.get()
            if answer.request is self._waits_for:
                self._waits_for = None
                return answer
        return None

    # What follows runs in the thread.

    @staticmethod
    def _run(
        inbox: "queue.SimpleQueue[WatchRequest | None]", answers: "queue.SimpleQueue[WatchAnswer]"
    ) -> None:
        from ai.search.inside import Parting, watch  # which bring numba along
        from ai.searchers import parse_spec

        def begin(searcher: str, request: WatchRequest) -> Watched:
            options = replace(parse_spec(searcher, request.game)[1], seed=request.seed)
            return watch(request.game, request.position, options, request.before)

        stay_behind_window()
        begun: WatchRequest | None = None
        watched: Watched | Parting | None = None
        while (request := newest(inbox)) is not None:
            try:
                if watched is None or begun != replace(request, count=0):
                    begun, watched = replace(request, count=0), begin(request.searcher, request)
                    if request.beside:
                        watched = Parting(watched, begin(request.beside, request))
                if isinstance(watched, Parting):
                    parted = watched.within(request.count, inbox.empty)  # a newer one need not wait
                    answers.put(WatchAnswer(request, request.count, parted=parted))
                else:
                    answers.put(_answer(watched, request))
            except Exception as error:  # a plug-in may raise what it likes
                log.exception("A watched search of %s failed", request.game)
                watched = None
                answers.put(WatchAnswer(request, error=in_short(error)))


def _answer(watched: Watched, request: WatchRequest) -> WatchAnswer:
    """Have the simulations run, the last one so that it tells of itself."""
    watched.go_to(max(0, request.count - 1), LONGEST_SECONDS)
    simulation = watched.simulate() if request.count else None
    is_over = request.count > 0 and simulation is None
    if is_over and watched.count:
        watched.go_to(watched.count - 1)
        simulation = watched.simulate()
    return WatchAnswer(request, watched.count, watched.tree, simulation, is_over)
