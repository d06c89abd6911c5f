"""What is seen of the AI: its marks on the board, its best move, whether it is at work."""

from collections.abc import Callable
from dataclasses import replace

from game.play.grading import best_score
from game.play.session import Mode, Session
from game.play.thinker import Analysis, LiveOverlay, ThinkerState
from game.screens.context import Context
from game.screens.play.hints import Reveal
from game.screens.play.play_state import PlayState, Stopped
from game.screens.play.search_driver import SearchDriver
from game.screens.play.search_requests import analyser_of, method_of, target_of
from game.screens.profile import Pace, Profile
from game.ui.overlay import Mark, Overlay, Values


class AiView:
    """What the AI knows of the position that a game's screen shows, and how much may be seen.

    Attributes:
        live: The marks as they grow.
    """

    def __init__(
        self,
        session: Session,
        context: Context,
        profile: Profile,
        driver: SearchDriver,
        state: Callable[[], PlayState],
    ) -> None:
        self.live = LiveOverlay(session.state)
        self._session, self._context, self._profile = session, context, profile
        self._driver, self._state = driver, state
        self._heard: object = None

    # What it does.

    @property
    def state(self) -> ThinkerState:
        return self._context.thinker.state_in(self._session.record.spec.name)

    @property
    def has_failed(self) -> bool:
        """Whether the AI has stopped and needs a restart."""
        return self._context.thinker.error is not None

    @property
    def is_thinking(self) -> bool:
        """Whether a search for this game runs, or a paced one is between two steps."""
        return self._driver.is_thinking(self._session)

    @property
    def is_searched_out(self) -> bool:
        """Whether nothing is left to search in the shown position."""
        return self.analysis is not None and self.analysis.is_final

    @property
    def is_stopped(self) -> bool:
        """Whether the player has stopped the analysis here, and there is more to find."""
        may_go_on = self._state().looks and not self.is_searched_out
        return may_go_on and isinstance(self._state().thought, Stopped)

    @property
    def waits_for_space(self) -> bool:
        """Whether nothing is searched here before the player lets the AI go on."""
        state = self._state()
        if self.is_thinking or state.shows_game:
            return False
        return self.is_stopped or (state.facts.mode is Mode.DEMO and not state.runs_demo)

    @property
    def pace(self) -> Pace | None:
        """How the position is analysed slowly; None where it is analysed at full speed."""
        is_analysis = self._session.mode is Mode.ANALYSE
        return self._profile.pace(self._session.record.start.parameters) if is_analysis else None

    @property
    def pace_target(self) -> int:
        """How many simulations a paced analysis goes on to."""
        return target_of(self.pace, self._state().thought) if self.pace else 0

    # What it knows.

    @property
    def analyser(self) -> str:
        """The searcher of analyses, hints and demos in the shown position."""
        method = method_of(self._session, self._context.settings)
        return analyser_of(method, self.pace, self._profile)

    @property
    def analysis(self) -> Analysis | None:
        """What the searcher at work, or else that of analyses, knows of the shown position."""
        return self.analysis_by(self._driver.searcher(self._session) or self.analyser)

    def analysis_by(self, searcher: str) -> Analysis | None:
        return self._context.thinker.analysis(self._session, searcher)

    @property
    def _is_shown(self) -> bool:
        return self.live.position is self._session.state

    @property
    def shown_analysis(self) -> Analysis | None:
        """What the overlay was worked out from, a little older than what is known.

        What stands beside the overlay follows it: both change in the same frame.
        """
        return self.live.shown if self._is_shown else None

    @property
    def is_comparable(self) -> bool:
        """Whether what is shown of the position compares with what analyses tell of others."""
        shown = self.shown_analysis
        return shown is None or shown.info.proof is not None or shown.searcher == self.analyser

    @property
    def full_overlay(self) -> Overlay | None:
        """The marks of the shown position, whether or not the board shows them.

        None right after a move, until `refresh` has worked them out for the new position.
        """
        return self.live.overlay if self._is_shown else None

    @property
    def best(self) -> Mark | None:
        """The first candidate; while a hint is given, its move, None before that is fixed."""
        hint, overlay = self._state().hint, self.full_overlay
        if hint.is_open:
            return hint.mark(overlay)
        return overlay.marks[0] if overlay and overlay.marks else None

    @property
    def shown_best(self) -> Mark | None:
        """The first candidate, if the AI's view may be shown and there is enough behind it."""
        overlay = self.full_overlay
        if not self._state().is_view_open or overlay is None or not overlay.marks:
            return None
        return overlay.marks[0] if overlay.marks[0].has_numbers else None

    @property
    def board_overlay(self) -> Overlay | None:
        """What the board shows of it now: all, the hinted move, or nothing."""
        state, overlay = self._state(), self.full_overlay
        if overlay is None or state.shows_layer or state.is_peeking:
            return overlay
        if Reveal.MOVE in state.hint.reveals and self.best is not None:
            return replace(overlay, marks=(replace(self.best, labelled=True),), exact=())
        return None

    def show_values(self, values: Values) -> None:
        """Choose which are shown in an analysis, where a solver knows the exact ones."""
        self.live.values = values
        self.live.look_again()

    def refresh(self, now: float) -> bool:
        """Work the marks out; return whether anything is new. `now` is the time in seconds."""
        session, live = self._session, self.live
        heard = self._context.thinker.live
        is_new, self._heard = heard is not self._heard, heard
        analysis, shows = self.analysis, self._state().shows_layer
        is_duel = session.record.spec.players == 2
        changed = live.show(
            analysis,
            self._context.settings,
            now,
            live=analysis is not None and (analysis.running or self.is_thinking),
            one_player=not is_duel,
            best_score=0.0 if is_duel else best_score(session.record),
            has_choice=shows and session.mode is Mode.ANALYSE,
        )
        if live.overlay is not None and shows and session.mode is not Mode.PLAY:
            session.record.shown = True
        return changed or is_new
