"""The window's side of the AI thread: asks, listens, remembers what was learnt.

A scene says what it wants searched; the thinker numbers the request, drops answers to older
ones, keeps the latest analysis of each position, and holds an AI move back until it may be
played. It never waits. What it knows of the shown position becomes an overlay that is calm enough
to be read.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol

from ai.contract.rules import State
from ai.external.contract import is_external
from ai.search.messages import (
    Answer,
    ExactValue,
    GameFailed,
    GameReady,
    History,
    HoldReports,
    Limit,
    Request,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    StartSearch,
    StopReason,
    StopSearch,
    WarmupProgress,
    WorkerReady,
)
from ai.search.order import beside_truth, with_proofs
from game.play.session import Session
from game.store.settings import Settings
from game.ui.overlay import Overlay, RankHold, Values, build_overlay

CACHED_POSITIONS: Final = 512
SILENT_SECONDS: Final = 15.0
"""After so long without a word from a searcher the player is told so."""
_FINAL_REASONS: Final = (StopReason.PROVEN, StopReason.ONLY_MOVE, StopReason.EXHAUSTED)


class ThinkerState(StrEnum):
    """What the player is told about the AI."""

    WARMING = "warming up"
    IDLE = "idle"
    THINKING = "thinking"
    FAILED = "stopped by an error"


class Worker(Protocol):
    """What the thinker needs of `ai.engine.worker.AiWorker`."""

    def send(self, request: Request) -> None:
        """Hand over a request; never waits."""

    def poll(self) -> list[Answer]:
        """Return what came back since the last call."""

    def restart(self) -> None:
        """Begin afresh after a failure."""

    def want(self, game: str) -> None:
        """Make this game ready before all others that are not yet."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of one position.

    Attributes:
        running: Whether the search still goes on.
    """

    info: SearchInfo
    limit: Limit
    searcher: str
    running: bool
    reason: StopReason | None = None
    request: int = 0

    @property
    def effort(self) -> int:
        """Simulations behind it, those of the kept tree included."""
        return self.info.simulations + self.info.reused_visits

    @property
    def is_final(self) -> bool:
        """Whether nothing is left to search."""
        return not self.running and self.reason in _FINAL_REASONS


@dataclass(slots=True)
class _Current:
    """The request that counts at the moment."""

    number: int
    session: Session
    state: State
    searcher: str
    limit: Limit
    earliest: float
    heard: float
    aside: bool = False
    stopping: bool = False
    move: int | None = None
    finished: bool = False
    resigns: bool = False


_Key = tuple[str, bytes]


class Thinker:
    """Speaks with the AI thread for all scenes; one for the whole program.

    Attributes:
        error: What stopped the AI thread, if something did.
        live: What the present request knows so far, or knew at its end.
    """

    def __init__(self, worker: Worker, clock: Callable[[], float] = time.monotonic) -> None:
        self._worker = worker
        self._clock = clock
        self._number = 0
        self._current: _Current | None = None
        self._cache: OrderedDict[_Key, dict[str, Analysis]] = OrderedDict()
        self._keyed: tuple[State, _Key] | None = None
        self.live: SearchInfo | None = None
        self._ready = False
        self._ready_games: set[str] = set()
        self._pending: tuple[str, ...] = ()
        self._warmup: WarmupProgress | None = None
        self.error: str | None = None
        self._failed: deque[GameFailed] = deque()
        self._holds_reports = False
        self._unsent: list[Request] | None = None
        self._was_silent = ""

    # What it is doing.

    @property
    def state(self) -> ThinkerState:
        """What the AI does, as the player is told where no game is shown."""
        return self._state(is_ready=self._ready)

    def state_in(self, game: str) -> ThinkerState:
        is_ready = self._ready and game not in self._pending
        return self._state(is_ready=is_ready or game in self._ready_games)

    def _state(self, *, is_ready: bool) -> ThinkerState:
        if self.error is not None:
            return ThinkerState.FAILED
        if not is_ready:
            return ThinkerState.WARMING
        return ThinkerState.THINKING if self.is_searching else ThinkerState.IDLE

    @property
    def is_searching(self) -> bool:
        """Whether a request has not come back yet."""
        return self._current is not None and not self._current.finished

    @property
    def has_move(self) -> bool:
        """Whether a move or a resignation has come back that was not taken yet."""
        current = self._current
        return current is not None and (current.move is not None or current.resigns)

    @property
    def warmup(self) -> WarmupProgress | None:
        """How far the kernels are, while they are being made ready."""
        return None if self._ready else self._warmup

    @property
    def is_compiling(self) -> bool:
        """Whether kernels are compiled, which takes longer than to load them."""
        are_pending = not self._ready_games.issuperset(self._pending)
        return are_pending or bool(self._warmup and self._warmup.seconds_left)

    def seconds_until_ready(self, game: str) -> float | None:
        """Return about how long it takes until a game can be searched; None if nobody knows."""
        if self._warmup is None or self.state_in(game) is not ThinkerState.WARMING:
            return None
        return dict(self._warmup.seconds_left).get(game)

    @property
    def limit(self) -> Limit | None:
        return self._current.limit if self._current else None

    @property
    def silent(self) -> str:
        """The searcher that has told nothing for long, though it is asked; else nothing.

        A program as a player tells its move and nothing else.
        """
        current = self._current
        if current is None or current.finished or is_external(current.searcher):
            return ""
        is_long = self._clock() - current.heard >= SILENT_SECONDS
        return current.searcher.partition(":")[0] if is_long else ""

    def serves(self, session: Session) -> bool:
        """Whether the present request is about the position that this session shows."""
        current = self._current
        return (
            current is not None
            and current.session is session
            and current.state is session.state
            and not current.aside
        )

    def serves_start(self, session: Session) -> bool:
        """Whether the present request is about the start of this session's game."""
        current = self._current
        return current is not None and current.aside and current.state is session.record.root.state

    # What it is asked for.

    def think(
        self,
        session: Session,
        searcher: str,
        limit: Limit,
        *,
        threads: int = 1,
        min_seconds: float = 0.0,
        seed: int = 0,
        from_start: bool = False,
        follows_proofs: bool = True,
    ) -> None:
        """Search the session's position; any other search ends.

        Args:
            session: The game; an answer fits as long as it shows the same position.
            min_seconds: How long `take_move` keeps the move back.
            from_start: Search the game's start instead, whatever is played meanwhile.
            follows_proofs: Whether it tells and plays what other searches have proven.
        """
        if self.error is not None:
            return
        self._mark_stopped()
        self._number += 1
        state = session.record.root.state if from_start else session.state
        played = () if from_start else session.record.node.moves
        now = self._clock()
        self._current = _Current(
            self._number, session, state, searcher, limit, now + min_seconds, now, from_start
        )
        self.live = None
        self._send(
            StartSearch(
                generation=self._number,
                game=session.record.spec.name,
                position=state,
                history=History(session.record.root.state, played),
                searcher=searcher,
                limit=limit,
                seed=seed,
                threads=threads,
                follows_proofs=follows_proofs,
            )
        )

    def stop(self) -> None:
        """End the running search; what it found still comes back and stays, a move at once."""
        if self._current is not None and not self._current.stopping:
            self._current.stopping = True
            self._current.earliest = self._clock()
            if not self._current.finished:
                self._send(StopSearch())

    def cancel(self) -> None:
        """End the running search and drop whatever it still says."""
        if self.is_searching:
            self._send(StopSearch())
        self._mark_stopped()
        self._current = None
        self.live = None

    def forget(self, game: str) -> None:
        """Drop all that is known of a game's positions, and the search of one."""
        if self._current is not None and self._current.session.record.spec.name == game:
            self.cancel()
        for key in [key for key in self._cache if key[0] == game]:
            del self._cache[key]

    def hold_reports(self, hold: bool) -> None:
        """Have the AI tell nothing of what it searches while something moves, or tell it again."""
        if hold != self._holds_reports:
            self._holds_reports = hold
            self._worker.send(HoldReports(hold))

    @contextmanager
    def requests_deferred(self) -> Iterator[None]:
        """Ask for nothing before the block ends, as while a frame is drawn.

        When a search ends and another begins, the AI thread takes the interpreter's lock for some
        milliseconds, and the frame that shows the move would wait for it.
        """
        self._unsent = []
        try:
            yield
        finally:
            unsent, self._unsent = self._unsent, None
            for request in unsent:
                self._worker.send(request)

    def want(self, game: str) -> None:
        """Make this game ready before all others that are not yet."""
        self._worker.want(game)

    def restart(self) -> None:
        """Start a new AI thread after a failure."""
        self._mark_stopped()
        self._current = self.live = self.error = self._warmup = None
        self._ready = False
        if self._unsent is not None:
            self._unsent.clear()
        self._worker.restart()

    def poll(self) -> bool:
        """Take in what the thread said; return whether it was more than how far a search is."""
        changed = False
        for answer in self._worker.poll():
            changed = self._take(answer) or changed
        before, self._was_silent = self._was_silent, self.silent
        return changed or before != self._was_silent

    # What it knows.

    def analysis(self, session: Session, searcher: str | None = None) -> Analysis | None:
        return self.analysis_of(session.record.spec.name, session.state, searcher)

    def analysis_of(self, game: str, state: State, searcher: str | None = None) -> Analysis | None:
        """Return what is known of a position: what is proven, or else what this searcher thinks.

        Without a searcher it is the one that was asked last.
        """
        cached = self._cache.get(self._key(game, state), {})
        proven = next((each for each in cached.values() if each.info.proof is not None), None)
        if proven is not None or searcher is None:
            return proven or next(reversed(cached.values()), None)
        return cached.get(searcher)

    def take_move(self, session: Session) -> int | None:
        """Return the move the search chose, once, when it may be played."""
        current = self._current
        if current is None or not self.serves(session) or self._clock() < current.earliest:
            return None
        move, current.move = current.move, None
        return move

    def take_resignation(self, session: Session) -> bool:
        """Tell whether the search gave the game up instead, once, when that may be told."""
        current = self._current
        if current is None or not self.serves(session) or self._clock() < current.earliest:
            return False
        resigns, current.resigns = current.resigns, False
        return resigns

    def take_failed_game(self) -> GameFailed | None:
        """Return what a plug-in's game failed over, once."""
        return self._failed.popleft() if self._failed else None

    def wake_after(self) -> float | None:
        """Seconds until a move or a resignation that is held back may be taken, if one is."""
        if self._current is None or not self.has_move:
            return None
        return max(0.0, self._current.earliest - self._clock())

    # Helpers.

    def _send(self, request: Request) -> None:
        if self._unsent is None:
            self._worker.send(request)
        else:
            self._unsent.append(request)

    def _take(self, answer: Answer) -> bool:
        if isinstance(answer, WorkerReady):
            self._ready, self._warmup, self._pending = True, None, answer.pending
        elif isinstance(answer, GameReady):
            self._ready_games.add(answer.game)
        elif isinstance(answer, WarmupProgress):
            self._warmup = answer
        elif isinstance(answer, SearchFailed):
            self._mark_stopped()
            self.error, self._current = answer.message, None
        elif isinstance(answer, GameFailed):
            self._failed.append(answer)
            if self._current is not None and answer.generation == self._current.number:
                self._mark_stopped()
                self._current = None
        elif self._current is None or answer.generation != self._current.number:
            return False
        elif isinstance(answer, SearchProgress):
            self._current.heard = self._clock()
            self._learn(self._current, answer.info, running=True)
            return False
        elif isinstance(answer, SearchFinished):
            self._current.finished = True
            self._current.move = answer.result.move
            self._current.resigns = answer.result.reason is StopReason.RESIGNED
            if is_external(self._current.searcher):
                # It tells its move and nothing else. One that was stopped is asked again.
                was_stopped = self._current.move is None and not self._current.resigns
                self._current = None if was_stopped else self._current
                return True
            self._learn(self._current, answer.result.info, False, answer.result.reason)
        return True

    def _learn(
        self, current: _Current, info: SearchInfo, running: bool, reason: StopReason | None = None
    ) -> None:
        """Keep what is new, unless the same searcher knows more of the position from before.

        What is proven once is not taken back by a search that did not see it.
        """
        self.live = info
        key = self._key(current.session.record.spec.name, current.state)
        cached = self._cache.setdefault(key, {})
        new = Analysis(info, current.limit, current.searcher, running, reason, current.number)
        old = cached.pop(current.searcher, None)
        is_older = old is not None and old.request != current.number and info.proof is None
        if old is not None and is_older and (old.info.proof or new.effort < old.effort):
            exact = old.info.exact or info.exact
            new = replace(old, info=replace(old.info, exact=exact))
            is_longer = (current.limit.seconds or 0.0) > (old.limit.seconds or 0.0)
            if reason is StopReason.TIME and (is_longer or old.reason is not reason):
                # The search has ended, even though an earlier one had found more.
                new = new if old.is_final else replace(new, limit=current.limit, reason=reason)
        for earlier in (*cached.values(), *((old,) if old is not None else ())):
            new = replace(new, info=_recalled(new.info, earlier.info))
        for searcher, other in cached.items():  # one of them may be shown again
            cached[searcher] = replace(other, info=_recalled(other.info, new.info))
        cached[current.searcher] = new
        self._cache.move_to_end(key)
        while len(self._cache) > CACHED_POSITIONS:
            self._cache.popitem(last=False)

    def _mark_stopped(self) -> None:
        """Mark the present request's analysis as no longer running."""
        if self._current is None or self._current.finished:
            return
        key = self._key(self._current.session.record.spec.name, self._current.state)
        of_searchers = self._cache.get(key, {})
        latest = of_searchers.get(self._current.searcher)
        if latest is not None and latest.request == self._current.number:
            stopped = replace(latest, running=False, reason=StopReason.STOPPED)
            of_searchers[latest.searcher] = stopped

    def _key(self, game: str, state: State) -> _Key:
        """Return what a position is remembered by; asked for every frame, so kept."""
        if self._keyed is None or self._keyed[0] is not state:
            self._keyed = state, (game, state.encode().tobytes())
        return self._keyed[1]


def _recalled(info: SearchInfo, earlier: SearchInfo) -> SearchInfo:
    """Return what a search says, with what an earlier one has proven of moves of the position.

    What a solver has found is taken over, too: the search may report before its own solver has
    come to it.
    """
    if earlier.exact and not info.exact:
        info = beside_truth(info, earlier.exact)
    proven = (
        ExactValue(each.move, each.proof, each.distance)
        for each in earlier.candidates
        if each.proof is not None
    )
    return with_proofs(info, proven)


OVERLAY_SECONDS: Final = 0.2
"""How long an overlay stays as it is."""
_MOMENT: Final = 0.05


class LiveOverlay:
    """The overlay of the shown position. It is told the time and has no clock.

    Attributes:
        overlay: The marks, if anything is known.
        trail: What was known of the position, one after the other.
        values: Which are shown where the player has the choice.
    """

    def __init__(self, position: State) -> None:
        """Show nothing of a position yet."""
        self.position = position
        self.overlay: Overlay | None = None
        self.shown: Analysis | None = None
        self.trail: list[Analysis] = []
        self.values = Values.BOTH
        self._hold = RankHold()
        self._due = 0.0

    def look_again(self) -> None:
        """Build the overlay anew at once, as after a change of the settings."""
        self._due = 0.0

    def is_due(self, now: float) -> bool:
        return now >= self._due

    def put_off(self, now: float) -> None:
        """Change nothing for a moment."""
        self._due = max(self._due, now + _MOMENT)

    def wait(self, analysis: Analysis | None, now: float) -> float | None:
        """Return the seconds until something new may be shown; None if nothing is known anew."""
        return None if analysis is self.shown else max(0.0, self._due - now)

    def move_to(self, position: State) -> None:
        self.position, self._hold = position, RankHold()
        self.trail.clear()

    def show(
        self,
        analysis: Analysis | None,
        settings: Settings,
        now: float,
        *,
        live: bool,
        one_player: bool,
        best_score: float = 0.0,
        has_choice: bool = False,
    ) -> bool:
        """Show what is known now; return whether that changes the picture.

        Args:
            settings: How much of it the player wants to see.
            now: The time in seconds.
            one_player: Whether values are final scores rather than shares of a win.
            has_choice: Whether the player chooses here between true values and estimates.
        """
        self._due = now + OVERLAY_SECONDS
        earlier, self.shown, before, self.overlay = self.shown, analysis, self.overlay, None
        if analysis is None or (earlier is not None and earlier.searcher != analysis.searcher):
            self.move_to(self.position)  # values of two searchers do not compare
        if analysis is not None:
            self._hold = self._hold.update(analysis.info, now) if live else RankHold()
            if not self.trail or self.trail[-1].effort < analysis.effort:
                self.trail.append(analysis)
            chosen = self.values if has_choice else Values.BOTH
            self.overlay = build_overlay(
                analysis.info,
                one_player=one_player,
                best_score=best_score,
                top_n=settings.top_n,
                leader=self._hold.leader,
                values=chosen if settings.details else Values.EITHER,
            )
        return self.overlay != before
