"""What happens in a game apart from its picture: who thinks when, hints, analysis, saving.

The controller carries out what `game.screens.play.react` answers an event with. It compares what
should be searched now (`game.screens.play.search_requests`) with what was asked last and closes the
gap; nothing else starts or stops a search. It is called once a frame and never waits, and it knows
no pixels, so it is tested without a window.
"""

from dataclasses import replace
from typing import Final

from ai.search.messages import Certificate
from game.play.grading import note_best
from game.play.record import Deleted
from game.play.session import Mode, Seat, Session
from game.play.thinker import Analysis
from game.screens.context import Context
from game.screens.play.ai_view import AiView
from game.screens.play.game_saver import GameSaver
from game.screens.play.guesses import Guess, Guesser
from game.screens.play.hints import hinted_mark
from game.screens.play.play_state import (
    Case,
    Facts,
    GamePlace,
    GameRun,
    LineRun,
    PlayState,
    ProofRun,
    Stopped,
    settle,
)
from game.screens.play.react import (
    HINT_COMES,
    HINT_FOUND,
    LEAVES,
    RESIGNS,
    Do,
    Effect,
    Event,
    Findings,
    NextMove,
    OnScreen,
    Work,
    react,
)
from game.screens.play.retry import RetryGuide
from game.screens.play.search_driver import SearchDriver
from game.screens.play.search_requests import Purpose, SearchContext, SearchRequest, request_of
from game.screens.play.show import READING_SECONDS, Unrolling, unrolling_of
from game.screens.play.spare_time import Postmortem, SpareTime
from game.screens.play.teacher import Lesson, Teacher
from game.screens.profile import Profile
from game.screens.review.words import effect_words
from game.ui import commands
from game.ui.animation import soonest
from game.ui.sound import Cue

LATE_SECONDS: Final = 0.3
"""For how long after a search has ended by itself a press of Esc is taken as meant to stop it."""


class GameController:
    """One game being played, analysed or watched.

    Attributes:
        ai: What is seen of the AI.
        reply_seconds: How long it took for its last move.
        news: What the teacher has newly to say; whoever says it takes it away.
    """

    def __init__(self, session: Session, context: Context, profile: Profile) -> None:
        """Take over a session; a demo begins paused, so nothing moves unasked."""
        self.session = session
        self.profile = profile
        self.context = context
        self._clock = context.clock
        self._state = PlayState(Facts(GamePlace.of(session)), self._clock())
        self._settled = -1
        self.reply_seconds: float | None = None
        self._driver = SearchDriver(context)
        self._works_until = 0.0
        self._move_effect: tuple[int, str] = -1, ""
        self.ai = AiView(session, context, profile, self._driver, lambda: self.state)
        self._seen_generation = session.generation
        self.saver = GameSaver(session, context)
        self.teacher = Teacher(context)
        self.guide = RetryGuide(context)
        self.guesser = Guesser(context)
        self.postmortem = Postmortem(context)
        self.news: Lesson | None = None
        self._spare = SpareTime((self.guide, self.guesser, self.teacher), self.postmortem)
        context.thinker.want(session.record.spec.name)

    # What goes on.

    @property
    def state(self) -> PlayState:
        """What the screen is doing, without what belongs to another place than the shown one."""
        session, before = self.session, self._state.facts
        if self._settled != session.generation:
            place, guesses = GamePlace.of(session, before.place), self.guesser.is_on(session)
            has_guessed = guesses and self.guesser.guess(session) is not None
            facts = Facts.of(session, place, guesses=guesses, has_guessed=has_guessed)
            self._settled = session.generation
            self._state = settle(self._state, facts, self._clock())
        return self._state

    @property
    def guess(self) -> Guess | None:
        """What was guessed in the shown position, where another move may be played."""
        guess = self.guesser.guess(self.session)
        return guess if guess is not None and self.state.may_play else None

    @property
    def hint_wait(self) -> float:
        """Seconds until a hint that was asked for comes; 0 if none is on its way."""
        return self.state.hint.wait(self._clock())

    @property
    def unrolled(self) -> tuple[Certificate, int] | None:
        """The proof that is being shown, and how many of its cells and pairs are; None for none."""
        activity = self.state.activity
        return activity.unrolled.shown(self._clock()) if isinstance(activity, ProofRun) else None

    @property
    def move_effect(self) -> str:
        """What the game says of the move that led to the shown position; often nothing."""
        session = self.session
        if self._move_effect[0] != session.generation:
            self._move_effect = session.generation, effect_words(session, session.record.cursor)
        return self._move_effect[1]

    @property
    def step_seconds(self) -> float:
        """How long the shown position stands in a demo, at least; longer where there are words."""
        reading = READING_SECONDS if self.move_effect else 0.0
        return (self.profile.demo_seconds + reading) / self.context.settings.demo_speed

    # What the player does.

    def give(self, event: Event) -> tuple[OnScreen | str, ...]:
        """Do what an event asks for; return what is left for the screen to do.

        Raises:
            IllegalMoveError: The rules do not allow the move; nothing has changed.
            SessionError: The session does not allow it; nothing has changed.
        """
        before, generation = self.state, self.session.generation
        state, effects = react(before, self._findings, event)
        outcomes = [self._carry_out(each) for each in effects]
        gone = [each for each in outcomes if isinstance(each, Deleted)]
        self._state = replace(state, deleted=gone[0]) if gone else state
        self._settled = -1
        if generation != self.session.generation:
            self.saver.save()
        if generation != self.session.generation or self.state.layers != before.layers:
            self.ai.live.look_again()
        self._fix_hint()
        self._count_help()
        return tuple(
            each
            for each in effects
            if isinstance(each, OnScreen | str) and not isinstance(each, Cue)
        )

    def _carry_out(self, effect: Effect) -> object:
        """Have an effect; return what an operation on the session does."""
        session, thinker = self.session, self.context.thinker
        if isinstance(effect, Do):
            if effect.operation in (Session.retry, Session.play_on, Session.go_back):
                self.guide.uncover(session)
            return effect.operation(session, *effect.values, **dict(effect.options))
        if isinstance(effect, Cue):
            self.context.cue(effect)
        elif effect is Work.COUNT:
            self.saver.count()
        elif effect is Work.STOP:
            thinker.stop()
        elif effect is Work.RESTART:
            thinker.restart()
        if effect in (Work.SEARCH, Work.RESTART):
            self._driver.forget()
        return None

    @property
    def _findings(self) -> Findings:
        ai, settings, now = self.ai, self.context.settings, self._clock()
        request, analysis, pace = self._driver.request, ai.analysis, ai.pace
        return Findings(
            now,
            ai.full_overlay,
            ai.board_overlay,
            is_thinking=ai.is_thinking,
            is_at_work=self._is_at_work,
            is_analysing=request is not None and request.purpose is Purpose.ANALYSIS,
            has_just_ended=now < self._works_until,
            is_searched_out=ai.is_searched_out,
            has_failed=ai.has_failed,
            shows_best=ai.shown_best is not None,
            further=analysis.effort + pace.total if analysis and pace else 0,
            think_first_seconds=settings.think_first_seconds,
            demo_speed=settings.demo_speed,
        )

    @property
    def _is_at_work(self) -> bool:
        """Whether the AI thinks about what the player waits for; pondering nobody sees."""
        request = self._driver.request
        is_awaited = request is not None and request.purpose is not Purpose.PONDERING
        return is_awaited and self.ai.is_thinking

    # What the clock does.

    def update(self, may_move: bool = True, *, is_held: bool = False) -> bool:
        """Let the AI speak and move; return whether anything to be shown has changed.

        Args:
            may_move: Whether a move may be made now; not while another one is animated.
            is_held: Whether a control is held down: no number changes in the panel meanwhile, and
                so none may on the board.
        """
        self.context.thinker.hold_reports(not may_move)
        changed = self.context.thinker.poll()
        if may_move and not self._step():
            self._take_ai_move()
        if self.state.hint.is_coming and not self.hint_wait:
            self.give(HINT_COMES)
            changed = True
        changed = self.saver.note_target(self.profile.target_seconds) or changed
        was_at_work = self._is_at_work
        self._driver.drive(
            self.search_request(),
            self.session,
            self._clock(),
            is_grading=self._spare.is_used,
            looks_back=self.state.looks_back,
        )
        is_over = was_at_work and self._driver.request is None
        if is_over and (self.ai.waits_for_space or not self.state.looks):
            self._works_until = 0.0  # it did not end by itself
        changed = self._use_spare_time() or changed
        if self._is_at_work and not isinstance(self.state.thought, Stopped):
            self._works_until = self._clock() + LATE_SECONDS
        if self.session.generation != self._seen_generation:
            self._seen_generation = self.session.generation
            self.saver.save()
            changed = True
        changed = self._refresh(is_calm=not may_move or is_held) or changed
        changed = self._fix_hint() or changed
        return self._count_help() or changed

    def wake_after(self) -> float | None:
        """Seconds until `update` has something to do without an event; None if never."""
        now, state = self._clock(), self.state
        return soonest(
            self._driver.wait(self.session, now),
            self._show_wait(),
            self.hint_wait if state.hint.is_coming else None,
            state.graph_key.wait(now) if state.graph_key is not None else None,
            self.ai.live.wait(self.ai.analysis, now),
            1.0 if self.context.thinker.is_searching else None,  # it may tell nothing
        )

    def leave(self) -> None:
        """Stop the search and save; what runs may go on at the next `update`."""
        self.give(LEAVES)
        self.context.thinker.hold_reports(False)
        self._spare.end()
        self._driver.cancel(self.session)
        self.saver.save(always=True)

    def search_request(self) -> SearchRequest | None:
        """Return the search that should be running now, if any."""
        now = SearchContext(
            session=self.session,
            state=self.state,
            profile=self.profile,
            settings=self.context.settings,
            analysis_by=self.ai.analysis_by,
            pace=self.ai.pace,
            may_think=self.context.may_think,
            step_seconds=self.step_seconds if self.state.runs_demo else 0.0,
            is_teaching=self._may_teach and self._spare.has_work(self.session),
        )
        return request_of(now)

    # Helpers.

    @property
    def _may_teach(self) -> bool:
        """Whether the AI may search for grades: no line is played out, and the window is in use.

        A player who has stopped the search after a guess wants no other one either.
        """
        context, is_halted = self.context, self.guess is not None and self.ai.is_stopped
        is_free = not (self.state.case is Case.PLAY_OUT or is_halted)
        return is_free and context.may_think and not context.thinker.error

    def _use_spare_time(self) -> bool:
        """Have moves graded, take one back that is too bad; return whether anything is new."""
        if self.search_request() is not None or not self._may_teach:
            self._spare.end()
            return False
        is_new = self._spare.use(self.session)
        lesson = self.teacher.take()
        if lesson is None:
            return is_new
        self.news = lesson
        if lesson.takes_back:
            self.give(commands.UNDO.name)
        elif lesson.grade.line:  # its card names the better move
            note_best(self.session.record, lesson.grade.ply - 1, lesson.grade.line[0])
        return is_new

    def _take_ai_move(self) -> None:
        session, driver = self.session, self._driver
        is_due = driver.wait(session, self._clock()) == 0.0
        if not is_due or not driver.is_at(self.search_request()):
            return  # it was asked for something that is no longer wanted
        if driver.take_resignation(session):
            self.give(RESIGNS)
            return
        move = driver.take_move(session)
        if move is None:
            return
        latest = self.ai.analysis
        self.saver.note_analysis(latest)
        self.reply_seconds = driver.seconds_searched(self._clock())
        alone = session.mode is Mode.DEMO or Seat.HUMAN not in session.record.seats
        draw = self.profile.agreed_draw(session.state, latest.info) if alone and latest else None
        if draw is None:  # or nobody needs to be asked
            self.give(NextMove(move))
        else:
            self.give(NextMove(draw, self._unrolling(draw, latest)))

    def _unrolling(self, move: int, analysis: Analysis | None) -> Unrolling | None:
        """Return why a move ends the game, if it does and that is known."""
        state, speed = self.session.state, self.context.settings.demo_speed
        return unrolling_of(analysis, self.profile, state, move, self._clock(), speed)

    def _show_wait(self) -> float | None:
        """Return the seconds until something goes on by itself or is seen anew; None if never."""
        state, now = self.state, self._clock()
        match state.activity:
            case LineRun(due=due):
                return max(0.0, due - now)
            case GameRun(shown_at=shown_at):
                return max(0.0, max(shown_at, state.shown_at) + self.step_seconds - now)
            case ProofRun(unrolled=unrolled):
                return unrolled.wait(now)
        return None

    def _step(self) -> bool:
        """Go on with what is shown, where that is due; tell whether the AI's move has to wait."""
        activity, session = self.state.activity, self.session
        if self._show_wait() != 0.0:
            return isinstance(activity, ProofRun | GameRun)
        proof = None
        if isinstance(activity, GameRun):
            analysis = self.context.thinker.analysis_of(session.record.spec.name, session.state)
            proof = self._unrolling(session.record.moves[session.record.cursor], analysis)
        self.give(NextMove(proof=proof))
        return True

    def _refresh(self, *, is_calm: bool) -> bool:
        """Work the AI's marks out: at once in a new position, else at most five times a second.

        Args:
            is_calm: Whether what a search has come to must wait, as while a move is animated: the
                work would make it judder.
        """
        now, live = self._clock(), self.ai.live
        moved = live.position is not self.session.state
        if moved:
            live.move_to(self.session.state)
        elif is_calm:
            live.put_off(now)
            return False
        elif not live.is_due(now):
            return False
        self.saver.note_analysis(self.ai.analysis)
        return self.ai.refresh(now) or moved

    def _fix_hint(self) -> bool:
        """Fix the move of a hint once its search is over; return whether that was now."""
        overlay = self.ai.full_overlay
        if overlay is None or not self.state.hint.needs_move:
            return False
        if not (self.context.may_think and self.ai.is_comparable):
            return False
        wish = self.search_request()
        is_open = wish is not None and wish.purpose is Purpose.ANALYSIS
        if (is_open and not overlay.is_decided) or hinted_mark(overlay) is None:
            return False
        self.give(HINT_FOUND)
        return True

    def _count_help(self) -> bool:
        """Count help against the game once it is seen; return whether that was now.

        Each position in which the player is to move and sees what the AI would play is one hint,
        whatever it was seen by. A move that is made before the hint comes counts none.
        """
        state, record = self.state, self.session.record
        looks = state.looks
        is_open = state.facts.mode is Mode.PLAY and (looks or state.hint.is_open)
        is_seen = is_open and (self.ai.full_overlay if looks else self.ai.best) is not None
        retry = record.retry
        has_hint = record.node.hinted if retry is None else retry.helped
        is_decided = bool(record.counted) or has_hint
        is_choosing = state.may_play and not state.looks_back
        counts = is_seen and not is_decided and (is_choosing or not record.is_assisted)
        if counts and is_choosing:
            record.use_hint()
        elif counts:  # wherever help is seen, the game tells of it
            record.shown = True
        if counts:
            self.saver.save(always=True)
        return bool(counts)
