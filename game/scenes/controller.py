"""What happens in a game apart from its picture: who thinks when, hints, analysis, saving.

The controller compares what should be searched now (`wish`) with what was asked last and
closes the gap; nothing else starts or stops a search. It is called once a frame and never
waits, and it knows no pixels, so it is tested without a window.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final

from ai.levels import Level, level
from ai.messages import Limit, SearchInfo, StopReason
from game.grading import evaluation_of
from game.rules.boards import standard_boards, standard_scores
from game.rules.protocol import Parameters, State
from game.scenes.choices import next_seats, next_time
from game.scenes.context import Context
from game.scenes.teacher import Lesson, Teacher
from game.session import Mode, Seat, Session
from game.settings import Settings, bounds_of
from game.thinker import Analysis
from game.ui.overlay import Mark, Metric, Overlay, RankHold, build_overlay

OVERLAY_SECONDS: Final = {"calm": 0.5, "normal": 0.2}
PONDER_SECONDS: Final = 60.0
METRICS: Final[dict[str, Metric]] = {"value": "value", "loss": "loss", "visits": "visits"}
HINT_SECONDS: Final = 3.0
DEMO_SECONDS: Final = 0.9
LINE_STEP_SECONDS: Final = 0.45
MIN_ANALYSIS: Final = bounds_of("analyse_seconds")[0]

_FINAL_REASONS: Final = (StopReason.PROVEN, StopReason.ONLY_MOVE, StopReason.EXHAUSTED)


class HintStep(IntEnum):
    """How much a hint gives away."""

    NONE = 0
    REGION = 1
    MOVE = 2
    LINE = 3


class Purpose(StrEnum):
    """What a search is for."""

    MOVE = "move"
    ANALYSIS = "analysis"
    PONDERING = "pondering"
    TARGET = "target"


_FOR_THE_PLAYER: Final = (Purpose.ANALYSIS, Purpose.PONDERING)
"""What ends early keeps what it has found."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A search that should be running.

    Attributes:
        purpose: What becomes of its result.
        searcher: The searcher's specification.
        limit: Its budget.
        threads: How many threads may search.
        min_seconds: How long a move is held back, or one step of a paced analysis takes.
        repeats: Whether it is one step of a paced analysis, to be asked again at its end.
    """

    purpose: Purpose
    searcher: str
    limit: Limit
    threads: int = 1
    min_seconds: float = 0.0
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """An analysis slow enough to watch, where a search at full speed is over in no time.

    Attributes:
        searcher: The searcher's specification.
        simulations: Simulations a step.
        seconds: How long a step takes at least.
        total: Simulations after which the analysis rests.
    """

    searcher: str
    simulations: int = 50
    seconds: float = 0.1
    total: int = 5_000

    @property
    def rate(self) -> float:
        """Simulations a second."""
        return self.simulations / self.seconds


@dataclass(frozen=True, slots=True)
class Profile:
    """What the controller must know of a game.

    Attributes:
        game: Its name in the registry.
        searcher: What analyses it and plays its demo.
        parameters: Parameters of a new game, from the settings.
        demo_seconds: How long a demo move takes at speed 1.
        pace: How to analyse games with these parameters slowly, if at all.
        settles: The move that ends a game of the AI with itself, where nothing is left to play
            for.
        seed: The seed of new games, None for a random one.
        target_seconds: How long the AI looks for the score that a one-player game is measured
            by; 0 for none.
        pasted: Parameters to read a pasted text with, from the text and the present ones.
    """

    game: str
    searcher: str
    parameters: Callable[[Settings], Parameters]
    demo_seconds: float = DEMO_SECONDS
    pace: Callable[[Parameters], Pace | None] = lambda _: None
    settles: Callable[[State, SearchInfo], int | None] = lambda _state, _info: None
    seed: Callable[[Settings], int | None] = lambda _: None
    target_seconds: float = 0.0
    pasted: Callable[[str, Parameters], Parameters] = lambda _, known: known


class GameController:
    """One game being played, analysed or watched."""

    def __init__(
        self,
        session: Session,
        context: Context,
        profile: Profile,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a session; a demo begins paused, so nothing moves unasked."""
        self.session = session
        self.profile = profile
        self._context = context
        self._clock = clock
        self.demo_running = False
        self.pondering = True
        self.peeking = False
        self.explores = False
        self.hint = HintStep.NONE
        self._hinted: int | None = None
        self.reply_seconds: float | None = None
        self._asked_at = 0.0
        self._pace_target = 0
        self.trail: list[Analysis] = []
        self.show_exact = True
        self.show_estimate = True
        self._layers = {Mode.PLAY: False, Mode.ANALYSE: True, Mode.DEMO: True}
        self._asked: Wish | None = None
        self._go_on_at: int | None = None
        self._line: list[int] = []
        self._line_from: State = session.state
        self._line_due = 0.0
        self._hold = RankHold()
        self._overlay: Overlay | None = None
        self._shown: Analysis | None = None
        self._overlay_due = 0.0
        self._position: State = session.state
        self._saved_generation = self._seen_generation = -1
        self._begun = False
        self._new_best: State | None = None
        self.teacher = Teacher(context, profile.searcher)
        self.lesson: Lesson | None = None
        self._shown_since = clock()
        self._hint_due: float | None = None

    # What is shown.

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self._context.settings

    @property
    def is_two_player(self) -> bool:
        """Whether the game has an opponent."""
        return self.session.spec.players == 2

    @property
    def level(self) -> Level:
        """The AI's level in this game."""
        return level(self.session.level, self.session.spec.name)

    @property
    def layer(self) -> bool:
        """Whether the present mode shows the overlay."""
        return self._layers[self.session.mode]

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the shown position."""
        return self._context.thinker.analysis(self.session)

    @property
    def full_overlay(self) -> Overlay | None:
        """The marks of the shown position, whether or not the board shows them.

        None right after a move, until `update` has worked them out for the new position.
        """
        return self._overlay if self._position is self.session.state else None

    @property
    def is_overlay_open(self) -> bool:
        """Whether everything known may be shown, on the board and beside it."""
        return self.layer or self.peeking or self.hint is HintStep.LINE

    @property
    def best(self) -> Mark | None:
        """The first candidate; while the hint ladder shows a line, the move it is of."""
        overlay = self.full_overlay
        marks = overlay.marks if overlay else ()
        lined = self.hint is HintStep.LINE
        hinted = (mark for mark in marks if lined and mark.move == self._hinted)
        return next(hinted, marks[0] if marks else None)

    @property
    def board_overlay(self) -> Overlay | None:
        """What the board shows of it now: all, the hinted move, or nothing."""
        overlay = self.full_overlay
        if overlay is None or self.layer or self.peeking:
            return overlay
        if self.hint >= HintStep.MOVE and self.best is not None:
            return replace(overlay, marks=(self.best,), exact=())
        return None

    @property
    def is_thinking(self) -> bool:
        """Whether a search for this game runs, or a paced one is between two steps."""
        thinker = self._context.thinker
        pacing = self._asked is not None and self._asked.repeats
        return (thinker.is_searching or pacing) and thinker.is_asked(self.session)

    @property
    def pace(self) -> Pace | None:
        """How the position is analysed slowly; None where it is analysed at full speed."""
        if self.session.mode is not Mode.ANALYSE:
            return None
        return self.profile.pace(self.session.parameters)

    @property
    def pace_target(self) -> int:
        """How many simulations a paced analysis goes on to."""
        pace = self.pace
        return max(self._pace_target, pace.total) if pace else 0

    @property
    def is_playing_line(self) -> bool:
        """Whether the moves of a line are being played, one after the other."""
        return bool(self._line)

    @property
    def is_ai_turn(self) -> bool:
        """Whether the player has to wait for a move of the AI."""
        demo_paused = self.session.mode is Mode.DEMO and not self.demo_running
        return self.is_playing_line or (self.session.is_ai_to_move and not demo_paused)

    @property
    def may_play(self) -> bool:
        """Whether a click on the board may play a move."""
        if self.session.state.is_terminal or self.session.mode is Mode.DEMO:
            return False
        return self.session.mode is Mode.ANALYSE or self.session.seat_to_move is Seat.HUMAN

    @property
    def is_new_best(self) -> bool:
        """Whether the shown end of a game has just become the player's best on its board."""
        return self._new_best is self.session.state

    @property
    def is_looking_for_target(self) -> bool:
        """Whether the AI searches the start for the score that this game is measured by."""
        thinker = self._context.thinker
        return thinker.is_searching and thinker.is_asked_for_start(self.session)

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of the player's to take back."""
        return self.session.can_undo_turn

    # What the player does.

    def play(self, move: int) -> None:
        """Play the player's move; raise `IllegalMoveError` if it is none."""
        self._line.clear()
        self.session.play(move)
        self._count()
        self._moved()

    def undo(self) -> bool:
        """Take back the last move, with the AI's answer; return whether there was one."""
        self._pause()
        return self._moved(self.session.undo_turn())

    def redo(self) -> bool:
        """Play again what was taken back; return whether there was anything."""
        self._pause()
        return self._moved(self.session.redo_turn())

    def go_to(self, ply: int) -> bool:
        """Show another position of the game; return whether it is another."""
        self._pause()
        return self._moved(self.session.go_to(ply))

    def new_game(self, seed: int | None = None, parameters: Parameters | None = None) -> None:
        """Start another game by the settings; can be taken back."""
        chosen = parameters or self.profile.parameters(self.settings)
        if seed is None and parameters is None:
            seed = self.profile.seed(self.settings)
        self._line.clear()
        seats = next_seats(self.session.seats, self.settings.who_starts)
        self.session.new_game(chosen, seed, seats)
        self._begun = True
        self._moved()

    def restart(self) -> None:
        """Start the same board again; can be taken back."""
        self._line.clear()
        self.session.restart()
        self._begun = True
        self._moved()

    def start_standard(self, number: int) -> None:
        """Start a standard SameGame board; its stored solution is what the game is measured by."""
        board = standard_boards()[number - 1].state
        self._line.clear()
        self.session.set_position(board.to_text(), board.parameters, standard=number)
        self.session.improve_target(standard_scores()[number - 1].ai, self.profile.target_seconds)
        self._moved()

    def undo_new_game(self) -> bool:
        """Bring the game before back; return whether there was one."""
        self._line.clear()
        return self._moved(self.session.undo_new_game())

    def paste(self, text: str) -> None:
        """Start from a position; raise `RulesError` if the text is none."""
        self.session.set_position(text, self.profile.pasted(text, self.session.parameters))
        self._line.clear()
        self._moved()

    def set_mode(self, mode: Mode) -> None:
        """Switch between playing, analysing and watching; a demo starts at once."""
        if mode is self.session.mode:
            return
        self._line.clear()
        self.hint = HintStep.NONE
        self.session.set_mode(mode)
        self.demo_running = mode is Mode.DEMO
        if mode is Mode.DEMO and self.session.state.is_terminal:
            self.session.new_game()
        elif mode is Mode.DEMO:
            self.session.go_to(self.session.length)
        self._moved()

    def set_seats(self, seats: tuple[Seat, ...]) -> None:
        """Say who plays which side."""
        self.session.set_seats(seats)
        self._save()

    def set_level(self, name: str) -> None:
        """Set the AI's level."""
        self.session.set_level(name)
        self._save()

    def toggle_demo(self) -> None:
        """Pause the demo, go on with it, or begin another one after its end."""
        self.demo_running = not self.demo_running
        if self.demo_running and self.session.state.is_terminal:
            self.session.new_game()
        if self.demo_running:
            self.session.go_to(self.session.length)
        self._moved()

    def toggle_layer(self) -> None:
        """Show or hide the overlay in this mode; showing it starts an analysis."""
        mode = self.session.mode
        self._layers[mode] = not self._layers[mode]
        self.hint = HintStep.NONE
        if self._layers[mode]:
            self.pondering = True
            self._note_assistance()

    def toggle_pondering(self) -> None:
        """Stop the analysis or the line being played, or go on for another budget."""
        if self.is_playing_line:
            self._line.clear()
        elif self.is_thinking:
            self.pondering = False
            self._context.thinker.stop()
        else:
            self.pondering = True
            self._go_on_at = self.session.generation
            self._asked = None
            if self.pace is not None and self.analysis is not None:
                self._pace_target = self.analysis.effort + self.pace.total

    def stop_thinking(self) -> bool:
        """End what runs: an AI move comes at once, all else stops; return whether any did."""
        if self._line:
            self._line.clear()
            return True
        if self.session.mode is Mode.DEMO and self.demo_running:
            self.toggle_demo()
            return True
        if not self.is_thinking:
            return False
        if self._asked is None or self._asked.purpose in _FOR_THE_PLAYER:
            self.pondering = False
        self._context.thinker.stop()
        return True

    @property
    def hint_wait(self) -> float:
        """Seconds until a hint that was asked for comes; 0 if none is on its way."""
        return 0.0 if self._hint_due is None else max(0.0, self._hint_due - self._clock())

    def next_hint(self) -> HintStep:
        """Give away one step more, then nothing again; nothing where all is shown already.

        The first step comes only when the player has had time to think.
        """
        if self.session.state.is_terminal or self.is_ai_turn or self.layer:
            return HintStep.NONE
        if self.hint is HintStep.NONE and self._hint_due is None:
            seconds = self.settings.think_first_seconds
            if seconds and self._clock() < self._shown_since + seconds:
                self._hint_due = self._shown_since + seconds
        return HintStep.NONE if self.hint_wait else self._give_hint()

    def _give_hint(self) -> HintStep:
        self._hint_due = None
        self.hint = HintStep((self.hint + 1) % len(HintStep))
        if self.hint is HintStep.LINE:
            # The line is that of the move shown so far, even if the search prefers another later.
            leader = self.full_overlay.marks[:1] if self.full_overlay else ()
            self._hinted = leader[0].move if leader else None
        if self.hint is HintStep.REGION:
            self.pondering = True
            self._note_assistance()
        return self.hint

    def peek(self, on: bool) -> None:
        """Show the overlay while a key is held."""
        if on and not self.peeking:
            self.pondering = True
            self._note_assistance()
        self.peeking = on

    def explore(self, on: bool) -> None:
        """Search for the sake of its tree, which is shown."""
        if on and not self.explores:
            self.pondering = True
            self._note_assistance()
        self.explores = on

    def play_line(self, moves: tuple[int, ...]) -> None:
        """Play a line out, one move after the other, until the player does anything."""
        self._line, self._line_from = list(moves), self.session.state
        self._line_due = self._clock()

    def with_next_time(self, direction: int) -> Settings:
        """Return settings with more or less time: for the opponent, or else for the analysis."""
        settings = self.settings
        if not self.is_two_player or self.session.mode is Mode.ANALYSE:
            seconds = next_time(settings.analyse_seconds, direction)
            return replace(settings, analyse_seconds=max(MIN_ANALYSIS, seconds))
        now = settings.think_seconds or self.level.limit.seconds or 0.0
        return replace(settings, think_seconds=next_time(now, direction))

    # What the clock does.

    def update(self, may_move: bool = True) -> bool:
        """Let the AI speak and move; return whether anything to be shown has changed.

        Args:
            may_move: Whether a move may be made now; not while another one is animated.
        """
        changed = self._context.thinker.poll()
        if may_move and (self._step_line() or self._take_ai_move()):
            changed = True
        if self._hint_due is not None and not self.hint_wait:
            self._give_hint()
            changed = True
        self._ask()
        if self._teaches():
            self._learn_lesson()
        if self.session.generation != self._seen_generation:
            self._seen_generation = self.session.generation
            changed = True
        return self._refresh() or changed

    def wake_after(self) -> float | None:
        """Seconds until `update` has something to do without an event; None if never."""
        waits: list[float | None] = []
        if self._asked is not None and self._asked.purpose is Purpose.MOVE:
            waits.append(self._context.thinker.wake_after())
        if self._line:
            waits.append(max(0.0, self._line_due - self._clock()))
        if self._asked is not None and self._asked.repeats:
            due = self._asked_at + self._asked.min_seconds
            waits.append(max(0.0, due - self._clock()))
        if self._hint_due is not None:
            waits.append(self.hint_wait)
        if self.analysis is not self._shown:
            waits.append(max(0.0, self._overlay_due - self._clock()))
        known = [seconds for seconds in waits if seconds is not None]
        return min(known) if known else None

    def leave(self) -> None:
        """Stop the search and save; a demo or a line that runs goes on at the next `update`."""
        self.peeking = False
        self._hint_due = None
        self.teacher.rest()
        thinker = self._context.thinker
        if thinker.is_asked(self.session) or thinker.is_asked_for_start(self.session):
            thinker.cancel()
        self._asked = None
        self._save(always=True)

    def restart_ai(self) -> None:
        """Start the AI thread again after a failure."""
        self._context.thinker.restart()
        self._asked = None

    def wish(self) -> Wish | None:
        """Return the search that should be running now, if any."""
        shown = self._shown_wish()
        behind = shown is None or shown.purpose is Purpose.PONDERING
        if behind and self._may_teach and self.teacher.wants_to_search(self.session):
            return None  # what only uses spare time waits for the grade
        return shown or self._target_wish()

    # Helpers.

    def _shown_wish(self) -> Wish | None:
        """Return the search that the player waits for or watches, if any."""
        session = self.session
        if session.state.is_terminal or self._line:
            return None
        if session.is_ai_to_move:
            return self._move_wish()
        if session.mode is Mode.DEMO or not self.pondering or not self._context.may_think:
            return None
        wanted = self.layer or self.peeking or self.explores or self.hint is not HintStep.NONE
        return self._analysis_wish() if wanted else self._pondering_wish()

    def _target_wish(self) -> Wish | None:
        """Return the search of the start, once the game has begun and until it is done."""
        session, seconds = self.session, self.profile.target_seconds
        known = session.target.seconds if session.target else 0.0
        begun = self._begun or session.length > 0
        if known >= seconds or not begun or session.mode is not Mode.PLAY or self._line:
            return None
        if not self._context.may_think:
            return None
        limit = Limit(seconds=seconds, memory_mb=self.settings.memory_mb)
        return Wish(Purpose.TARGET, self.profile.searcher, limit, self.settings.thread_count)

    def _note_target(self) -> None:
        """Take in what the search of the start has found so far."""
        thinker, session = self._context.thinker, self.session
        if not thinker.is_asked_for_start(session):
            return
        known = thinker.analysis_of(session.spec.name, session.start)
        if known is not None and known.info.line:
            seconds = 0.0 if thinker.is_searching else self.profile.target_seconds
            session.improve_target(round(known.info.value), seconds)

    def _move_wish(self) -> Wish | None:
        if self.session.mode is Mode.DEMO:
            if not (self.demo_running and self._context.may_think):
                return None
            seconds = self.profile.demo_seconds / self.settings.demo_speed
            limit = Limit(seconds=seconds, memory_mb=self.settings.memory_mb)
            threads = self.settings.thread_count
            return Wish(Purpose.MOVE, self.profile.searcher, limit, threads, seconds)
        chosen = self.level
        limit = self._move_limit(chosen.limit)
        # A level told in simulations must be as strong on every machine: one tree, one thread.
        threads = 1 if limit.simulations is not None else self.settings.thread_count
        delay = self.settings.min_reply_delay
        return Wish(Purpose.MOVE, chosen.searcher, limit, threads, delay)

    def _move_limit(self, by_level: Limit) -> Limit:
        """Return the level's budget for a move, or the player's own in its place."""
        settings = self.settings
        simulations = settings.think_simulations or by_level.simulations
        own_time = settings.think_seconds or None
        seconds = own_time if settings.think_simulations else own_time or by_level.seconds
        return replace(
            by_level, seconds=seconds, simulations=simulations, memory_mb=settings.memory_mb
        )

    def _pondering_wish(self) -> Wish | None:
        """Return what the opponent thinks on the player's time, if it is one that keeps its tree.

        Levels told in simulations would become stronger than they say.
        """
        session = self.session
        is_duel = session.mode is Mode.PLAY and Seat.AI in session.seats
        if not (self.settings.ponder and is_duel):
            return None
        longest = replace(self._move_limit(self.level.limit), seconds=PONDER_SECONDS)
        if longest.simulations is not None or self._is_known(longest):
            return None
        threads = self.settings.thread_count
        return Wish(Purpose.PONDERING, self.level.searcher, longest, threads)

    def _analysis_wish(self) -> Wish | None:
        if self.pace is not None:
            return self._paced_wish(self.pace)
        seconds = self.settings.analyse_seconds
        if self.session.mode is Mode.PLAY and not self.layer:
            seconds = min(seconds, HINT_SECONDS)
        limit = Limit(seconds=seconds, memory_mb=self.settings.memory_mb)
        if self._is_known(limit) and self._go_on_at != self.session.generation:
            return None
        threads = self.settings.thread_count
        return Wish(Purpose.ANALYSIS, self.profile.searcher, limit, threads)

    def _paced_wish(self, pace: Pace) -> Wish | None:
        known = self.analysis
        if known is not None:
            is_final = known.reason in _FINAL_REASONS
            if is_final or known.effort >= self.pace_target:
                return None
        limit = Limit(simulations=pace.simulations, memory_mb=self.settings.memory_mb)
        return Wish(Purpose.ANALYSIS, pace.searcher, limit, min_seconds=pace.seconds, repeats=True)

    def _is_step_over(self, wish: Wish) -> bool:
        """Tell whether the next step of a paced analysis is due."""
        over = wish.repeats and not self._context.thinker.is_searching
        return over and self._clock() >= self._asked_at + wish.min_seconds

    def _is_known(self, limit: Limit) -> bool:
        """Tell whether a search of the position has already come to its own end."""
        known = self.analysis
        if known is None or known.running:
            return False
        if known.reason in _FINAL_REASONS:
            return True
        used = known.limit.seconds or 0.0
        return known.reason is StopReason.TIME and used >= (limit.seconds or 0.0)

    def _ask(self) -> None:
        """Start the search that is wished for, or stop the one that is not."""
        thinker = self._context.thinker
        self._note_target()
        wish = self.wish()
        if wish is None:
            if self.is_thinking and self._asked and self._asked.purpose in _FOR_THE_PLAYER:
                thinker.stop()
            elif thinker.is_searching and not self.teacher.is_searching:
                thinker.cancel()
            self._asked = None
            return
        from_start = wish.purpose is Purpose.TARGET
        asks = thinker.is_asked_for_start if from_start else thinker.is_asked
        is_asked = wish == self._asked and asks(self.session)
        if is_asked and not self._is_step_over(wish):
            return
        if thinker.error is not None:
            return
        self._asked, self._asked_at = wish, self._clock()
        thinker.think(
            self.session,
            wish.searcher,
            wish.limit,
            threads=wish.threads,
            min_seconds=wish.min_seconds,
            seed=self.session.seed if self.is_two_player else 0,
            from_start=from_start,
        )

    @property
    def _may_teach(self) -> bool:
        """Whether the AI's time may go into a grade: nothing moves, and somebody is there."""
        return not self._line and self._context.may_think and not self._context.thinker.error

    def _teaches(self) -> bool:
        """Tell whether the teacher may work now; else let it rest."""
        if self.wish() is None and self._may_teach:
            return True
        self.teacher.rest()
        return False

    def _learn_lesson(self) -> None:
        """Let the teacher work, and take a move back that it says is too bad to stand."""
        lesson = self.teacher.update(self.session)
        if lesson is None:
            return
        self.lesson = lesson
        if lesson.takes_back:
            self.undo()

    def take_lesson(self) -> Lesson | None:
        """Return what the teacher has to say, once."""
        lesson, self.lesson = self.lesson, None
        return lesson

    def _take_ai_move(self) -> bool:
        if self._asked is None or self._asked.purpose is not Purpose.MOVE:
            return False
        move = self._context.thinker.take_move(self.session)
        if move is None:
            return False
        self._remember_evaluation()
        self.reply_seconds = self._clock() - self._asked_at
        self.session.play(self._settling_move() or move, for_player=not self.is_two_player)
        self._count()
        return self._moved()

    def _settling_move(self) -> int | None:
        """Return the move that ends a game in which nobody needs to be asked, if there is one."""
        session, known = self.session, self.analysis
        alone = session.mode is Mode.DEMO or Seat.HUMAN not in session.seats
        if not alone or known is None:
            return None
        return self.profile.settles(session.state, known.info)

    def _step_line(self) -> bool:
        if not self._line or self._clock() < self._line_due:
            return False
        if self._line_from is not self.session.state:
            self._line.clear()  # another board has taken its place, by the settings
            return False
        self._line_from = self.session.play(self._line.pop(0), for_player=True)
        self._line_due = self._clock() + LINE_STEP_SECONDS / self.settings.demo_speed
        return self._moved()

    def _refresh(self) -> bool:
        """Rebuild the overlay: at once in a new position, else at most five times a second."""
        now = self._clock()
        moved = self._position is not self.session.state
        if moved:
            self._position = self.session.state
            self._hold, self.hint = RankHold(), HintStep.NONE
            self._shown_since, self._hint_due = now, None
            self._pace_target = 0
            self.trail.clear()
        elif now < self._overlay_due:
            return False
        self._overlay_due = now + OVERLAY_SECONDS[self.settings.overlay_rate]
        self._shown = known = self.analysis
        overlay = None
        if known is not None:
            self._remember_evaluation()
            live = known.running or self.is_thinking
            self._hold = self._hold.update(known.info, now) if live else RankHold()
            if not self.trail or self.trail[-1].effort < known.effort:
                self.trail.append(known)
            overlay = build_overlay(
                known.info,
                one_player=not self.is_two_player,
                top_n=self.settings.top_n,
                leader=self._hold.leader,
                show_exact=self.show_exact,
                show_estimate=self.show_estimate,
                stale=not live,
                metric=METRICS[self.settings.metric],
            )
        changed = moved or overlay != self._overlay
        self._overlay = overlay
        if overlay is not None and self.layer and self.session.mode is not Mode.PLAY:
            self.session.note_shown_moves()
        return changed

    def look_again(self) -> None:
        """Build the overlay anew at once, as after a change of the settings."""
        self._overlay_due = 0.0

    def show_values(self, exact: bool, estimate: bool) -> None:
        """Choose between true values, estimates and both (Tic-Tac-Toe)."""
        self.show_exact, self.show_estimate = exact, estimate
        self._overlay_due = 0.0

    def _remember_evaluation(self) -> None:
        known = self.analysis
        if known is None or not known.info.candidates:
            return
        evaluation = evaluation_of(known, self.session.state)
        self.session.record_evaluation(self.session.cursor, evaluation)
        if not self.is_two_player and known.info.line:
            self.session.improve_target(round(evaluation.value))

    def first_player_value(self, info: SearchInfo) -> float:
        """Return a value of the shown position as player 0 sees it (or the projected score)."""
        mover_is_first = self.session.state.current_player == 0
        return info.value if mover_is_first or not self.is_two_player else 1.0 - info.value

    def _count(self) -> None:
        """Count the game towards the player's records if it has just ended."""
        session = self.session
        if session.state.is_terminal and self._context.storage.count_game(session):
            self._new_best = session.state

    def _note_assistance(self) -> None:
        if self.session.mode is Mode.PLAY and self.hint <= HintStep.REGION:
            self.session.use_hint()

    def _pause(self) -> None:
        self._line.clear()
        self.demo_running = False

    def _moved(self, did: bool = True) -> bool:
        """Note that the position has changed: no wait for the overlay, and save it."""
        if did:
            self._overlay_due = 0.0
            self._go_on_at = None
            self._save()
        return did

    def _save(self, always: bool = False) -> None:
        if always or self.session.generation != self._saved_generation:
            self._saved_generation = self.session.generation
            self._context.storage.save_game(self.session)
