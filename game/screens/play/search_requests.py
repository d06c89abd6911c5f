"""Which search should be running: a function of the game, the settings and what is asked for.

Nothing here starts or stops anything; the controller compares the request with what runs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ai.external.contract import is_external
from ai.search.messages import Limit, StopReason
from game.play.session import Mode, Seat, Session
from game.play.thinker import Analysis
from game.screens.play.play_state import (
    DemoRun,
    Extended,
    LineRun,
    PlayState,
    ProofRun,
    Stopped,
    Thought,
)
from game.screens.profile import Pace, Profile
from game.store.settings import Settings, think_seconds

PONDER_SECONDS: Final = 60.0
HINT_SECONDS: Final = 3.0


class Purpose(StrEnum):
    MOVE = "move"
    ANALYSIS = "analysis"
    PONDERING = "pondering"
    SCORE_TO_BEAT = "score to beat"

    @property
    def is_for_the_player(self) -> bool:
        """Whether it keeps what it has found when it ends early."""
        return self in (Purpose.ANALYSIS, Purpose.PONDERING)


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search that should be running.

    Attributes:
        min_seconds: How long a move is held back, or one step of a paced analysis takes.
        repeats: Whether it is one step of a paced analysis, to be asked again at its end.
        follows_proofs: Whether it tells and plays what other searches of the game have proven.
        level: Who moves; empty if it is nobody's turn.
    """

    purpose: Purpose
    searcher: str
    limit: Limit
    threads: int = 1
    min_seconds: float = 0.0
    repeats: bool = False
    follows_proofs: bool = True
    level: str = ""

    def serves(self, request: "SearchRequest") -> bool:
        """Tell whether it may go on as another one: they differ at most in an opponent's limit."""
        return self == (replace(request, limit=self.limit) if self.level else request)


@dataclass(frozen=True, slots=True)
class SearchContext:
    """All that decides which search should be running.

    Attributes:
        pace: How the position is analysed slowly, if it is.
        may_think: Whether an analysis may run at all, see `Context.may_think`.
        step_seconds: How long a position of a demo stands at least.
        is_teaching: Whether the teacher needs the AI for a grade.
    """

    session: Session
    state: PlayState
    profile: Profile
    settings: Settings
    analysis_by: Callable[[str], Analysis | None]
    pace: Pace | None
    may_think: bool
    step_seconds: float
    is_teaching: bool

    @property
    def plays_line(self) -> bool:
        """Whether moves are shown that stand already."""
        return isinstance(self.state.activity, LineRun | ProofRun)

    @property
    def method(self) -> str:
        """The searcher that the player chose to analyse the game."""
        return method_of(self.session, self.settings)


def method_of(session: Session, settings: Settings) -> str:
    """Return the searcher that the player chose to analyse a game."""
    chosen: str = settings[f"{session.record.spec.name}_method"]
    return chosen


def analyser_of(method: str, pace: Pace | None, profile: Profile) -> str:
    """Return the searcher that analyses a position: the chosen one, or its slow kind."""
    return pace.searcher if pace is not None and method == profile.searcher else method


def target_of(pace: Pace, thought: Thought) -> int:
    """Return how many simulations a paced analysis goes on to."""
    return max(pace.total, thought.target) if isinstance(thought, Extended) else pace.total


def request_of(now: SearchContext) -> SearchRequest | None:
    """Return the search that should be running, if any."""
    shown = _shown_request(now)
    uses_spare_time = shown is None or shown.purpose is Purpose.PONDERING
    if uses_spare_time and now.is_teaching:
        return None  # it waits for the grade
    return shown or _target_request(now)


def move_limit(by_level: Limit, settings: Settings, game: str) -> Limit:
    """Return the level's budget for a move, or the player's own in its place."""
    simulations = settings.think_simulations or by_level.simulations
    chosen_time = think_seconds(settings, game) or None
    seconds = chosen_time if settings.think_simulations else chosen_time or by_level.seconds
    return replace(by_level, seconds=seconds, simulations=simulations, memory_mb=settings.memory_mb)


def _shown_request(now: SearchContext) -> SearchRequest | None:
    """Return the search that the player waits for or watches, if any."""
    session = now.session
    if session.is_over or now.plays_line:
        return None
    if session.mode is Mode.DEMO and isinstance(now.state.activity, DemoRun):
        return _demo_request(now)
    if session.mode is Mode.PLAY and session.is_ai_to_move:
        return _move_request(now)
    if isinstance(now.state.thought, Stopped) or not now.may_think:
        return None
    return _analysis_request(now) if now.state.asks_ai else _pondering_request(now)


def _target_request(now: SearchContext) -> SearchRequest | None:
    """Return the search of the start, once the game has begun and until it is done."""
    session, seconds = now.session, now.profile.target_seconds
    searched = session.record.target.seconds if session.record.target else 0.0
    begun = now.state.has_begun or session.record.length > 0
    if searched >= seconds or not begun or session.mode is not Mode.PLAY or now.plays_line:
        return None
    if not now.may_think:
        return None
    limit = Limit(seconds=seconds, memory_mb=now.settings.memory_mb)
    return SearchRequest(
        Purpose.SCORE_TO_BEAT, now.profile.searcher, limit, now.settings.thread_count
    )


def _demo_request(now: SearchContext) -> SearchRequest | None:
    if not now.may_think:
        return None
    settings = now.settings
    seconds = now.profile.demo_seconds / settings.demo_speed
    limit = Limit(seconds=seconds, memory_mb=settings.memory_mb)
    return SearchRequest(Purpose.MOVE, now.method, limit, settings.thread_count, now.step_seconds)


def _move_request(now: SearchContext) -> SearchRequest:
    level = now.session.opponent
    limit = move_limit(level.limit, now.settings, now.session.record.spec.name)
    if is_external(level.searcher):  # it counts no simulations
        limit = replace(limit, simulations=None, seconds=limit.seconds or level.limit.seconds)
    # A level told in simulations must be as strong on every machine: one tree, one thread.
    threads = 1 if limit.simulations is not None else now.settings.thread_count
    delay = now.settings.min_reply_delay
    return SearchRequest(
        Purpose.MOVE,
        level.searcher,
        limit,
        threads,
        delay,
        follows_proofs=level.follows_proofs,
        level=level.name,
    )


def _pondering_request(now: SearchContext) -> SearchRequest | None:
    """Return what the opponent thinks on the player's time, if it is one that keeps its tree.

    Levels told in simulations would become stronger than they say.
    """
    session, settings = now.session, now.settings
    is_duel = session.mode is Mode.PLAY and Seat.AI in session.record.seats
    if not (settings.ponder and is_duel):
        return None
    level = session.opponent
    if is_external(level.searcher):  # another program would take it for its turn
        return None
    limit = move_limit(level.limit, settings, session.record.spec.name)
    longest = replace(limit, seconds=PONDER_SECONDS)
    if longest.simulations is not None or _is_done(now.analysis_by(level.searcher), longest):
        return None
    return SearchRequest(Purpose.PONDERING, level.searcher, longest, settings.thread_count)


def _analysis_request(now: SearchContext) -> SearchRequest | None:
    if now.pace and analyser_of(now.method, now.pace, now.profile) == now.pace.searcher:
        return _paced_request(now, now.pace)
    settings = now.settings
    seconds = settings.analyse_seconds
    shows_all = now.state.shows_layer
    if now.state.facts.has_guessed or (now.session.mode is Mode.PLAY and not shows_all):
        seconds = min(seconds, HINT_SECONDS)
    limit = Limit(seconds=seconds, memory_mb=settings.memory_mb)
    if _is_done(now.analysis_by(now.method), limit) and not isinstance(now.state.thought, Extended):
        return None
    return SearchRequest(Purpose.ANALYSIS, now.method, limit, settings.thread_count)


def _paced_request(now: SearchContext, pace: Pace) -> SearchRequest | None:
    last = now.analysis_by(pace.searcher)
    if last is not None and (last.is_final or last.effort >= target_of(pace, now.state.thought)):
        return None
    limit = Limit(simulations=pace.simulations, memory_mb=now.settings.memory_mb)
    return SearchRequest(
        Purpose.ANALYSIS, pace.searcher, limit, min_seconds=pace.seconds, repeats=True
    )


def _is_done(analysis: Analysis | None, limit: Limit) -> bool:
    """Tell whether a search of the position has already come to its own end."""
    if analysis is None or analysis.running:
        return False
    if analysis.is_final:
        return True
    used = analysis.limit.seconds or 0.0
    return analysis.reason is StopReason.TIME and used >= (limit.seconds or 0.0)
