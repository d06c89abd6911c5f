"""What happens in a game apart from its picture: who thinks when, hints, analysis, saving.

The controller compares what should be searched now (`game.screens.play.search_requests`) with what
was asked last and closes the gap; nothing else starts or stops a search. It is called once a frame
and never waits, and it knows no pixels, so it is tested without a window.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ai.contract.games import game_of
from ai.contract.rules import Parameters, State
from ai.ladder import Level
from ai.search.messages import Certificate, SearchInfo
from game.play.grading import best_score, note_best
from game.play.node import GameNode
from game.play.record import RETRY, Deleted, GameTree
from game.play.session import Mode, Seat, Session
from game.play.thinker import Analysis, LiveOverlay, ThinkerState
from game.play.win_rate import WinRate
from game.screens.context import Context
from game.screens.play.choices import next_seats
from game.screens.play.game_saver import GameSaver
from game.screens.play.guesses import Guess, Guesser
from game.screens.play.hints import Hint, Reveal, hinted_mark
from game.screens.play.play_state import (
    AUTO,
    HINTED,
    IDLE,
    Case,
    DemoRun,
    Extended,
    Facts,
    GamePlace,
    GameRun,
    Idle,
    LineRun,
    PlayState,
    ProofRun,
    Stopped,
    case_of,
    has_layer,
    is_view_open,
    may_peek,
    may_play,
    settle,
    stopped,
    wait,
)
from game.screens.play.preview import NO_PREVIEW
from game.screens.play.retry import RetryGuide
from game.screens.play.search_driver import SearchDriver
from game.screens.play.search_requests import (
    Purpose,
    SearchContext,
    SearchRequest,
    analyser_of,
    method_of,
    request_of,
    target_of,
)
from game.screens.play.show import TOLD_SECONDS, unrolling_of
from game.screens.play.spare_time import Postmortem, SpareTime
from game.screens.play.teacher import Lesson, Teacher
from game.screens.profile import Pace, Profile
from game.screens.review.words import told_words
from game.screens.stepping import next_amount
from game.store.settings import Settings, setting_of, think_seconds, with_think_seconds
from game.ui.animation import soonest
from game.ui.overlay import Mark, Overlay, Values
from game.ui.sound import Cue

STEP_SECONDS: Final = 0.45
"""From one move of a line that is played out to the next, at speed 1."""
LATE_SECONDS: Final = 0.3
"""So long after a search has ended by itself who stops it may not have seen that yet."""


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
        self._state = PlayState(GamePlace.of(session), clock())
        self._facts: tuple[int, Facts] | None = None
        self._settled: Facts | None = None
        self.reply_seconds: float | None = None
        self._driver = SearchDriver(context)
        self._works_until = 0.0
        self._told: tuple[int, str] = -1, ""
        self.live = LiveOverlay(session.state)
        self._seen_generation = -1
        self.saver = GameSaver(session, context)
        self._begun = False
        self.teacher = Teacher(context)
        self.guide = RetryGuide(context)
        self.guesser = Guesser(context)
        self.postmortem = Postmortem(context)
        self._lesson: Lesson | None = None
        self._spare = SpareTime((self.guide, self.guesser, self.teacher), self.postmortem)
        self._heard: SearchInfo | None = None
        context.thinker.want(session.record.spec.name)

    # What goes on.

    @property
    def facts(self) -> Facts:
        """What decides of the game beside the state, made anew once the game has changed."""
        session, known = self.session, self._facts
        if known is None or known[0] != session.generation:
            place, guesses = GamePlace.of(session, self._state.place), self.guesser.is_on(session)
            has_guessed = guesses and self.guesser.guess(session) is not None
            made = Facts.of(session, place, guesses=guesses, has_guessed=has_guessed)
            self._facts = known = session.generation, made
        return known[1]

    @property
    def state(self) -> PlayState:
        """What the screen is doing, without what belongs to another place than the shown one."""
        facts = self.facts
        if facts is not self._settled:
            self._state, self._settled = settle(self._state, facts, self._clock()), facts
        return self._state

    def put(self, **changes: Any) -> None:
        """Change the state, and drop what that leaves without a meaning."""
        self._state = settle(replace(self.state, **changes), self.facts, self._clock())

    @property
    def case(self) -> Case:
        return case_of(self.state.activity, self.facts)

    @property
    def demo_running(self) -> bool:
        """Whether a demo goes on, perhaps after a line or a proof."""
        return isinstance(stopped(self.state.activity), DemoRun)

    @property
    def shows_game(self) -> bool:
        """Whether a game that was played is shown, perhaps with a proof of its end."""
        return self.case is Case.AUTOPLAY

    # What is shown.

    @property
    def settings(self) -> Settings:
        return self._context.settings

    @property
    def is_two_player(self) -> bool:
        return self.session.record.spec.players == 2

    @property
    def level(self) -> Level:
        return self.session.opponent

    @property
    def layer(self) -> bool:
        """Whether the present mode shows the overlay; who guesses first sees it after that."""
        return has_layer(self.state, self.facts)

    @property
    def awaits_guess(self) -> bool:
        """Whether the next move that is pointed at is a guess, and nothing is shown before."""
        return self.case is Case.GUESS

    @property
    def guess(self) -> Guess | None:
        """What was guessed in the shown position, where another move may be played."""
        guess = self.guesser.guess(self.session)
        return guess if guess is not None and self.may_play else None

    @property
    def peeking(self) -> bool:
        """Whether a key that shows everything is held; nothing is shown before a guess."""
        return may_peek(self.state, self.facts)

    @property
    def looks(self) -> bool:
        """Whether the player wants to see what the AI thinks of the shown position."""
        return self.layer or self.peeking or self.state.tree

    @property
    def is_stopped(self) -> bool:
        """Whether the player has stopped the analysis here, and there is more to find."""
        is_wanted = self.looks and not self.is_searched_out
        return is_wanted and isinstance(self.state.thought, Stopped)

    @property
    def analysis(self) -> Analysis | None:
        """What the searcher at work, or else that of analyses, knows of the shown position."""
        return self._known_by(self._driver.searcher(self.session) or self.analyser)

    @property
    def analyser(self) -> str:
        """The searcher of analyses, hints and demos in the shown position."""
        return analyser_of(method_of(self.session, self.settings), self.pace, self.profile)

    @property
    def is_likened(self) -> bool:
        """Whether what is shown of the position compares with what analyses tell of others."""
        known = self.shown_analysis
        return known is None or known.info.proof is not None or known.searcher == self.analyser

    def _known_by(self, searcher: str) -> Analysis | None:
        return self._context.thinker.analysis(self.session, searcher)

    @property
    def shown_analysis(self) -> Analysis | None:
        """What the overlay was worked out from, a little older than what is known.

        What stands beside the overlay follows it: both change in the same frame.
        """
        return self.live.shown if self.live.position is self.session.state else None

    @property
    def full_overlay(self) -> Overlay | None:
        """The marks of the shown position, whether or not the board shows them.

        None right after a move, until `update` has worked them out for the new position.
        """
        return self.live.overlay if self.live.position is self.session.state else None

    @property
    def hint(self) -> Hint:
        return self.state.hint

    @property
    def is_overlay_open(self) -> bool:
        """Whether everything known may be shown, on the board and beside it."""
        return is_view_open(self.state, self.facts)

    @property
    def best(self) -> Mark | None:
        """The first candidate; while a hint is given, its move, None before that is fixed."""
        if self.hint.is_open:
            return self.hint.mark(self.full_overlay)
        overlay = self.full_overlay
        return overlay.marks[0] if overlay and overlay.marks else None

    @property
    def shown_best(self) -> Mark | None:
        """The first candidate, if the AI's view may be shown and there is enough behind it."""
        overlay = self.full_overlay
        if not self.is_overlay_open or overlay is None or not overlay.marks:
            return None
        return overlay.marks[0] if overlay.marks[0].has_numbers else None

    @property
    def board_overlay(self) -> Overlay | None:
        """What the board shows of it now: all, the hinted move, or nothing."""
        overlay = self.full_overlay
        if overlay is None or self.layer or self.peeking:
            return overlay
        if Reveal.MOVE in self.hint.reveals and self.best is not None:
            hinted = replace(self.best, labelled=True)
            return replace(overlay, marks=(hinted,), exact=())
        return None

    @property
    def ai_state(self) -> ThinkerState:
        return self._context.thinker.state_in(self.session.record.spec.name)

    @property
    def waits_for_space(self) -> bool:
        """Whether nothing is searched here before the player lets the AI go on."""
        if self.is_thinking or self.shows_game:
            return False
        return self.is_stopped or (self.session.mode is Mode.DEMO and not self.demo_running)

    @property
    def is_thinking(self) -> bool:
        """Whether a search for this game runs, or a paced one is between two steps."""
        return self._driver.is_thinking(self.session)

    @property
    def pace(self) -> Pace | None:
        """How the position is analysed slowly; None where it is analysed at full speed."""
        if self.session.mode is not Mode.ANALYSE:
            return None
        return self.profile.pace(self.session.record.start.parameters)

    @property
    def pace_target(self) -> int:
        """How many simulations a paced analysis goes on to."""
        return target_of(self.pace, self.state.thought) if self.pace else 0

    @property
    def unrolled(self) -> tuple[Certificate, int] | None:
        """The proof that is being shown, and how many of its cells and pairs are; None for none."""
        activity = self.state.activity
        return activity.unrolled.shown(self._clock()) if isinstance(activity, ProofRun) else None

    @property
    def told(self) -> str:
        """What the game says of the move that led to the shown position; often nothing."""
        session = self.session
        if self._told[0] != session.generation:
            self._told = session.generation, told_words(session, session.record.cursor)
        return self._told[1]

    @property
    def step_seconds(self) -> float:
        """How long the shown position stands in a demo, at least; longer where there are words."""
        reading = TOLD_SECONDS if self.told else 0.0
        return (self.profile.demo_seconds + reading) / self.settings.demo_speed

    @property
    def is_ai_turn(self) -> bool:
        return self.case in (Case.PLAY_OUT, Case.THEIRS, Case.DEMO)

    @property
    def may_play(self) -> bool:
        return may_play(self.state.activity, self.facts)

    @property
    def looks_back(self) -> bool:
        """Whether the player views an earlier position; who takes a turn back goes on from it."""
        session = self.session
        if session.record.is_at_end or session.record.retry is not None:
            return False
        return self.state.has_walked or session.mode is not Mode.PLAY or session.is_ai_passed_by

    @property
    def is_searched_out(self) -> bool:
        """Whether nothing is left to search in the shown position."""
        return self.analysis is not None and self.analysis.is_final

    @property
    def is_held_back(self) -> bool:
        """Whether nothing is searched because nobody looks: another window is in front."""
        return not self._context.may_think

    @property
    def has_failed(self) -> bool:
        """Whether the AI has stopped and needs a restart."""
        return self._context.thinker.error is not None

    # What the player does.

    def play(self, move: int, *, taken: bool = False) -> None:
        """Play the player's move; raise `IllegalMoveError` if it is none."""
        self._end_show()
        mark = self.board_overlay.mark_of(move) if self.board_overlay else None
        if mark is not None and mark.is_good:
            self._note_advice(mark, move)
        self.session.play(move, taken=taken)
        self.saver.count()
        self._moved()

    def note_guess(self, move: int) -> None:
        """Note a guess and show the AI's view; raise `IllegalMoveError` if it is no move."""
        self.session.note_guess(move)
        self.put(thought=AUTO)

    def guess_first(self, on: bool) -> None:
        """Let the player guess before the AI's view is shown, or no longer."""
        self.put(activity=IDLE, thought=AUTO)
        self.session.guess_first(on)

    def undo(self) -> bool:
        """Take back the last move, with the AI's answer; return whether there was one."""
        has_walked = self.state.has_walked and not self.session.record.is_at_end
        self.put(activity=IDLE, has_walked=has_walked)
        return self._moved(self.session.undo_turn())

    def redo(self) -> bool:
        """Play again what was taken back; return whether there was anything."""
        return self._walked(self.session.redo_turn())

    def go_to(self, ply: int) -> bool:
        """Show another position of the game; return whether it is another."""
        self.put(has_walked=True)
        return self._walked(self.session.go_to(ply))

    def play_from_here(self) -> None:
        """Play on from the shown position; what followed there is kept."""
        self.put(activity=IDLE)
        self.session.play_from_here()
        if self.session.mode is not Mode.PLAY:
            self.set_mode(Mode.PLAY)
        self._moved()

    def new_game(self, seed: int | None = None, parameters: Parameters | None = None) -> None:
        """Start another game by the settings, or on the board of a code; can be taken back."""
        usual = self.profile.parameters_of(self.settings)
        own_seed = self.profile.seed(self.settings)
        chosen = parameters or usual
        if seed is None and parameters is None:
            seed = own_seed
        self._end_show()
        is_other = chosen != usual or own_seed not in (None, seed)
        seats = next_seats(self.session.record.seats, self.settings, self.profile.game)
        activity = self._next_activity
        self.session.new_game(chosen, seed, seats, is_brought=is_other)
        self._begun = True
        self.put(activity=activity)
        self._moved()

    def restart(self) -> None:
        """Start the same board again; can be taken back."""
        self._end_show()
        activity = self._next_activity
        self.session.restart()
        self._begun = True
        self.put(activity=activity)
        self._moved()

    @property
    def _next_activity(self) -> Idle | DemoRun:
        """What goes on in the next game: a demo that runs, or is over."""
        return DemoRun() if self.demo_running or self.case is Case.DEMO_OVER else IDLE

    def swap_sides(self) -> None:
        """Start the same board again with the seats exchanged; can be taken back."""
        self.restart()
        self.set_seats(self.session.record.seats[::-1])

    def start_standard(self, number: int) -> None:
        """Start a standard board; its stored solution is what the game is measured by."""
        known = game_of(self.profile.game).text.boards
        assert known is not None  # or there would be no such board
        board = known.standard()[number - 1].state
        self._end_show()
        self.session.set_position(board.to_text(), board.parameters, standard=number)
        best = known.scores()[number - 1].ai
        self.session.record.improve_target(best, self.profile.target_seconds)
        self._moved()

    def undo_new_game(self) -> bool:
        """Bring the game before back; return whether there was one."""
        self.put(activity=IDLE)
        return self._moved(self.session.undo_new_game())

    def bring_back(self, number: int) -> None:
        """Go on with an earlier game, to be played or analysed; raise `SessionError`."""
        before = self.session.before
        if before is None or before.number != number:
            before = self._context.storage.record(number)
        self.go_on_with(before)

    def go_on_with(self, record: GameTree) -> None:
        """Go on with another game, to be played or analysed."""
        self.session.go_on_with(record)
        self._resume()

    def bring_in(self, record: GameTree, kept: GameTree | None) -> None:
        """Go on with a game from a text, see `Session.bring_in`."""
        self.session.bring_in(record, kept)
        self._resume()

    def show(self, node: GameNode) -> None:
        """Go on with the line through a node of the game, and show the node."""
        self.session.show(node)
        self._resume()

    def go_back(self) -> bool:
        """Go back to the line that was left for a retry or the AI's play, if there is one."""
        did = self.session.go_back()
        if did:
            self._resume()
        return did

    def delete_branch(self) -> Deleted | None:
        """Delete the shown branch; return what `restore_branch` takes."""
        gone = self.session.delete_branch()
        self._resume()
        return gone

    def restore_branch(self, gone: Deleted) -> None:
        """Bring a deleted branch back; raise `SessionError` if that cannot be."""
        self.session.restore_branch(gone)
        self._resume()

    def _resume(self) -> None:
        """Go on with a line that has taken another one's place."""
        self.put(activity=IDLE, has_walked=True)
        if self.session.mode is Mode.DEMO:
            self.session.set_mode(Mode.PLAY)
        self._moved()

    def retry(self, ply: int) -> None:
        """Let the player look for a better move than the one after so many others."""
        self.put(activity=IDLE)
        self.guide.uncover(self.session)
        self.session.retry(ply)
        self._moved()

    def play_on(self) -> None:
        """Let the AI answer what was tried, and go on from there."""
        self.guide.uncover(self.session)
        self.session.play_on()
        self._moved()

    def leave_retry(self) -> bool:
        """Bring the line back that is tried again, or was; return whether one was."""
        left = self.session.record.line_left
        if self.session.record.retry is None and (left is None or left.why != RETRY):
            return False
        self.guide.uncover(self.session)
        return self.go_back()

    def paste(self, state: State) -> None:
        """Start from a position."""
        self.session.set_position(state.to_text(), state.parameters)
        self.put(activity=IDLE)
        self._moved()

    def set_mode(self, mode: Mode) -> None:
        """Switch between playing, analysing and watching; a demo goes on from what is shown."""
        if mode is self.session.mode:
            return
        self.session.set_mode(mode)
        runs = mode is Mode.DEMO and not self.session.is_over
        self.put(activity=DemoRun() if runs else IDLE)
        self._moved()

    def set_seats(self, seats: tuple[Seat, ...]) -> None:
        self.session.set_seats(seats)
        self.saver.save()

    def set_level(self, name: str) -> None:
        self.session.set_level(name)
        self.saver.save()

    def toggle_demo(self) -> None:
        """Pause the demo, go on with it from the shown position, or begin another after its end."""
        is_shown = self.shows_game
        self._end_show()
        if is_shown:
            return
        is_over = self.session.is_over
        if is_over:
            self.session.new_game()
        self.put(activity=DemoRun() if is_over or not self.demo_running else IDLE)
        self._moved()

    def toggle_autoplay(self) -> None:
        """Play the game that was played from the shown position on, or from its start; or stop."""
        session, is_shown = self.session, self.shows_game
        self.put(activity=IDLE)
        if is_shown or not session.record.length or session.record.retry is not None:
            return
        self.put(has_walked=True)
        if session.record.is_at_end:
            self._moved(session.go_to(0))
        due = self._clock() + self.step_seconds
        self.put(activity=GameRun(due), preview=NO_PREVIEW)

    def toggle_layer(self) -> None:
        """Show or hide the overlay in this mode; showing it starts an analysis."""
        state = self.state
        layers = state.layers ^ {state.place.scope}
        self.put(layers=layers, hint=state.hint.closed())
        self.look_again()
        if state.place.scope in layers:
            self._think_on()

    def toggle_pondering(self) -> None:
        """Stop the analysis or the line being played, or go on for another budget."""
        if self.case is Case.PLAY_OUT:
            self._end_show()
        elif self.is_thinking:
            self.put(thought=Stopped())
            self._context.thinker.stop()
        else:
            known, pace = self.analysis, self.pace
            self.put(thought=Extended(known.effort + pace.total if known and pace else 0))
            self._driver.forget()

    def stop_thinking(self) -> bool:
        """End what is seen to run: an AI move comes at once, all else stops; tell whether any did.

        The analysis of the next position begins by itself.
        """
        activity = self.state.activity
        if self.case is Case.DEMO:
            self.toggle_demo()
            return True
        if self._end_show():
            if isinstance(activity, ProofRun) and self.case is Case.THEIRS:
                self._play_for_ai(activity.unrolled.move)
            return True
        hint = self.state.hint
        if hint.is_coming or (hint.needs_move and hinted_mark(self.full_overlay) is None):
            self.put(hint=hint.closed())
            return True
        asked = self._driver.asked
        if asked is None or not self._is_seen_at_work:
            return self._clock() < self._works_until  # it was meant for what has just ended
        if asked.purpose is Purpose.ANALYSIS:
            self.put(thought=Stopped())
        self._context.thinker.stop()
        return True

    @property
    def _is_seen_at_work(self) -> bool:
        """Whether the AI thinks about what the player waits for; pondering nobody sees."""
        asked = self._driver.asked
        return self.is_thinking and asked is not None and asked.purpose is not Purpose.PONDERING

    @property
    def hint_wait(self) -> float:
        """Seconds until a hint that was asked for comes; 0 if none is on its way."""
        return self.state.hint.wait(self._clock())

    def next_hint(self) -> bool:
        """Give away one step more, or nothing again; return whether anything is given away.

        Nothing is where all is shown already.

        The first step comes only when the player has had time to think.
        """
        state, now = self.state, self._clock()
        if self.case not in HINTED or self.layer:
            return False
        self._take_hint(state.hint.asked(now, state.since + self.settings.think_first_seconds))
        return self.hint.is_open

    def _take_hint(self, hint: Hint) -> None:
        """Give away what a hint tells now."""
        begins = hint.is_open and not self.hint.is_open
        self.put(hint=hint)
        if begins:
            self._think_on()
        self._fix_hint()

    def _fix_hint(self) -> bool:
        """Fix the move of a hint once its search is over; return whether that was now."""
        overlay = self.full_overlay
        if overlay is None or not self.state.hint.needs_move:
            return False
        if self.is_held_back or not self.is_likened:
            return False
        wish = self.search_request()
        is_open = wish is not None and wish.purpose is Purpose.ANALYSIS
        if is_open and not overlay.is_settled:
            return False
        found = hinted_mark(overlay)
        if found is not None:
            self.put(hint=self.state.hint.fixed(found))
            self._note_advice(found, found.move)
        return found is not None

    def _note_advice(self, mark: Mark, move: int) -> None:
        """Note with the game what is said of a move that the player is shown as a good one."""
        assert self.full_overlay is not None
        before, after = max(each.value for each in self.full_overlay.marks), mark.value
        if self.is_two_player:
            mover = self.session.state.current_player
            before, after = (WinRate(each, mover).of(0) for each in (before, after))
        self.session.record.node.position.advise(move, before, after)

    def peek(self, on: bool) -> None:
        """Show the overlay while a key is held."""
        is_new = on and not self.state.peeks
        self.put(peeks=on)
        if is_new:
            self._think_on()

    def toggle_tree(self) -> None:
        """Lay the search tree over the board, or take it away."""
        self.put(tree=not self.state.tree)
        if self.state.tree:
            self._think_on()

    def _think_on(self) -> None:
        """Let what the player has stopped go on where help is asked for."""
        if isinstance(self.state.thought, Stopped):
            self.put(thought=AUTO)
        self._count_help()

    def play_line(self, moves: tuple[int, ...]) -> None:
        """Play a line out, one move after the other, until the player does anything."""
        then = stopped(self.state.activity)
        self.put(activity=LineRun(moves, self._clock(), then) if moves else then)

    @property
    def has_own_time(self) -> bool:
        """Whether the player has chosen a time for the opponent's moves in this game."""
        return think_seconds(self.settings, self.profile.game) > 0

    @property
    def opponent_seconds(self) -> float:
        """The most time the opponent takes for a move, by choice or level; 0 for no such limit."""
        return think_seconds(self.settings, self.profile.game) or self.level.limit.seconds or 0.0

    @property
    def faces_opponent(self) -> bool:
        """Whether the AI plays against the player."""
        return self.session.mode is Mode.PLAY and set(self.session.record.seats) == {
            Seat.HUMAN,
            Seat.AI,
        }

    @property
    def answers_at_once(self) -> bool:
        """Whether the opponent looks its moves up, so that no time makes it any better."""
        return self.level.searcher == "exact"

    def with_next_time(self, direction: int) -> Settings | None:
        """Return settings with more or less time for the opponent, or else for the analysis.

        A time that is the level's own is the level's again. None at either end, and where no
        time makes a difference.
        """
        settings = self.settings
        if not self.faces_opponent:
            times = setting_of("analyse_seconds").steps
            seconds = next_amount(times, settings.analyse_seconds, direction)
            is_other = seconds != settings.analyse_seconds
            return replace(settings, analyse_seconds=seconds) if is_other else None
        if self.answers_at_once:
            return None
        own = self.level.limit.seconds or 0.0
        times = setting_of(f"{self.profile.game}_think_seconds").steps
        seconds = next_amount({*times[1:], own}, self.opponent_seconds, direction)
        if seconds == self.opponent_seconds:
            return None
        chosen = 0.0 if seconds == own else seconds
        return with_think_seconds(settings, self.profile.game, chosen)

    # What the clock does.

    def update(self, may_move: bool = True, *, is_held: bool = False) -> bool:
        """Let the AI speak and move; return whether anything to be shown has changed.

        Args:
            may_move: Whether a move may be made now; not while another one is animated.
            is_held: Whether a control is held down: no number changes in the panel meanwhile, and
                so none may on the board.
        """
        self._context.thinker.hold_reports(not may_move)
        changed = self._context.thinker.poll()
        if may_move and not (self._step_line() or self._step_show()):
            self._take_ai_move()
        if self.state.hint.is_coming and not self.hint_wait:
            self._take_hint(self.state.hint.climbed())
            changed = True
        changed = self.saver.note_target(self.profile.target_seconds) or changed
        was_at_work = self._is_seen_at_work
        self._driver.drive(
            self.search_request(),
            self.session,
            self._clock(),
            is_lent=self._spare.is_used,
            looks_back=self.looks_back,
        )
        if was_at_work and self._driver.asked is None and (self.waits_for_space or not self.looks):
            self._works_until = 0.0  # it did not end by itself
        changed = self._use_spare_time() or changed
        if self._is_seen_at_work and not isinstance(self.state.thought, Stopped):
            self._works_until = self._clock() + LATE_SECONDS
        if self.session.generation != self._seen_generation:
            self._seen_generation = self.session.generation
            changed = True
        changed = self._refresh(is_calm=not may_move or is_held) or changed
        changed = self._fix_hint() or changed
        return self._count_help() or changed

    def wake_after(self) -> float | None:
        """Seconds until `update` has something to do without an event; None if never."""
        now = self._clock()
        return soonest(
            self._driver.wait(self.session, now),
            wait(self.state.activity, now),
            self.hint_wait if self.state.hint.is_coming else None,
            self.live.wait(self.analysis, now),
            1.0 if self._context.thinker.is_searching else None,  # it may tell nothing
        )

    def leave(self) -> None:
        """Stop the search and save; a demo or a line that runs goes on at the next `update`.

        A game that plays again by itself does not: another screen may bring another one.
        """
        state = self.state
        activity, thought = state.activity, state.thought
        self.put(
            activity=activity if isinstance(activity, LineRun) else stopped(activity),
            thought=AUTO if isinstance(thought, Stopped) else thought,
            hint=replace(state.hint, due=None),
            preview=NO_PREVIEW,
            peeks=False,
        )
        self._context.thinker.hold_reports(False)
        self._spare.end()
        self._driver.cancel(self.session)
        self.saver.save(always=True)

    def restart_ai(self) -> None:
        """Start the AI thread again after a failure."""
        self._context.thinker.restart()
        self._driver.forget()

    def search_request(self) -> SearchRequest | None:
        """Return the search that should be running now, if any."""
        now = SearchContext(
            session=self.session,
            state=self.state,
            facts=self.facts,
            profile=self.profile,
            settings=self._context.settings,
            known_by=self._known_by,
            pace=self.pace,
            may_think=self._context.may_think,
            step_seconds=self.step_seconds if self.demo_running else 0.0,
            has_begun=self._begun,
            is_teaching=self._may_teach and self._spare.is_wanted(self.session),
        )
        return request_of(now)

    # Helpers.

    @property
    def _may_teach(self) -> bool:
        """Whether the AI's time may go into a grade: nothing moves, and somebody is there.

        Who stops the search that follows a guess wants no other one.
        """
        context, is_held = self._context, self.is_stopped and self.guess is not None
        is_free = not (self.case is Case.PLAY_OUT or is_held)
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
        self._lesson = lesson
        if lesson.takes_back:
            self.undo()
        elif lesson.grade.line:  # its card names the better move
            note_best(self.session.record, lesson.grade.ply - 1, lesson.grade.line[0])
        return is_new

    @property
    def lesson(self) -> Lesson | None:
        """What the teacher has to say of the player's last move."""
        return self.teacher.lesson(self.session)

    def take_lesson(self) -> Lesson | None:
        """Return what the teacher has newly to say, once."""
        lesson, self._lesson = self._lesson, None
        return lesson

    def _take_ai_move(self) -> None:
        is_due = self._driver.wait(self.session, self._clock()) == 0.0
        if not is_due or not self._driver.is_at(self.search_request()):
            return  # it was asked for something that is no longer wanted
        if self._driver.take_resignation(self.session):
            self.resign()
            return
        move = self._driver.take_move(self.session)
        if move is None:
            return
        self.saver.note_analysis(self.analysis)
        self.reply_seconds = self._driver.seconds_since_asked(self._clock())
        draw, activity = self._agreed_draw(self.analysis), self.state.activity
        assert isinstance(activity, Idle | DemoRun)
        if draw is not None and self._unroll(draw, self.analysis, activity):
            return
        self._play_for_ai(move if draw is None else draw)

    def _play_for_ai(self, move: int) -> None:
        for_player = self.session.mode is Mode.DEMO or not self.is_two_player
        after = self.session.play(move, for_player=for_player)
        if after.is_terminal:
            self.put(activity=IDLE)
        self.saver.count()
        self._moved()

    @property
    def may_resign(self) -> bool:
        session = self.session
        is_played = (
            session.mode is Mode.PLAY and session.record.is_at_end and session.record.retry is None
        )
        return self.is_two_player and is_played and session.record.length > 0 and self.may_play

    def resign(self) -> None:
        """Let the player to move give the game up: the AI when it has told so, or a person."""
        lost = self.session.seat_to_move is Seat.HUMAN and Seat.AI in self.session.record.seats
        self.session.resign()
        self.saver.count()
        self._context.cue(Cue.LOSE if lost else Cue.WIN)
        self._moved()

    def _agreed_draw(self, known: Analysis | None) -> int | None:
        """Return the move that ends a game in which nobody needs to be asked, if there is one."""
        session = self.session
        alone = session.mode is Mode.DEMO or Seat.HUMAN not in session.record.seats
        if not alone or known is None:
            return None
        return self.profile.agreed_draw(session.state, known.info)

    def _unroll(self, move: int, known: Analysis | None, then: Idle | DemoRun | GameRun) -> bool:
        """Begin to show why a move ends the game, if it does and that is known; tell if so."""
        state, speed = self.session.state, self.settings.demo_speed
        unrolled = unrolling_of(known, self.profile, state, move, self._clock(), speed)
        if unrolled is not None:
            self.put(activity=ProofRun(unrolled, then))
        return unrolled is not None

    def _step_show(self) -> bool:
        """Go on with a proof or a game that is shown, where that is due; tell whether one is."""
        now, session, activity = self._clock(), self.session, self.state.activity
        if not isinstance(activity, ProofRun | GameRun):
            return False
        if wait(activity, now):
            return True
        if isinstance(activity, ProofRun):
            self.put(activity=activity.then)
            if not isinstance(activity.then, GameRun):
                self._play_for_ai(activity.unrolled.move)
                return True
        elif self._unroll_next(activity):
            return True
        self._moved(session.go_to(session.record.cursor + 1))
        due = now + self.step_seconds
        self.put(activity=IDLE if session.record.is_at_end else GameRun(due))
        return True

    def _unroll_next(self, then: GameRun) -> bool:
        """Begin to show why the game's next move ended it, if it was agreed on for a proof."""
        session = self.session
        known = self._context.thinker.analysis_of(session.record.spec.name, session.state)
        return self._unroll(session.record.moves[session.record.cursor], known, then)

    def _step_line(self) -> bool:
        line, now = self.state.activity, self._clock()
        if not isinstance(line, LineRun) or wait(line, now):
            return False
        move, *rest = line.moves
        self.session.play(move, for_player=True)
        due = now + STEP_SECONDS / self.settings.demo_speed
        self.put(activity=LineRun(tuple(rest), due, line.then) if rest else line.then)
        return self._moved()

    def _refresh(self, *, is_calm: bool) -> bool:
        """Rebuild the overlay: at once in a new position, else at most five times a second.

        Args:
            is_calm: Whether what a search has come to must wait, as while a move is animated: the
                work would make it judder.
        """
        now, live = self._clock(), self.live
        moved = live.position is not self.session.state
        if moved:
            live.move_to(self.session.state)
        elif is_calm:
            live.put_off(now)
            return False
        elif not live.is_due(now):
            return False
        thinking = self._context.thinker.live
        heard = thinking is not self._heard
        self._heard = thinking
        known = self.analysis
        self.saver.note_analysis(known)
        changed = live.show(
            known,
            self.settings,
            now,
            live=known is not None and (known.running or self.is_thinking),
            one_player=not self.is_two_player,
            best_score=0.0 if self.is_two_player else best_score(self.session.record),
            has_choice=self.layer and self.session.mode is Mode.ANALYSE,
        )
        if live.overlay is not None and self.layer and self.session.mode is not Mode.PLAY:
            self.session.record.shown = True
        return changed or moved or heard

    def look_again(self) -> None:
        """Build the overlay anew at once, as after a change of the settings."""
        self.live.look_again()

    def show_values(self, values: Values) -> None:
        """Choose which are shown in an analysis, where a solver knows the exact ones."""
        self.live.values = values
        self.live.look_again()

    def _count_help(self) -> bool:
        """Count help against the game once it is seen; return whether that was now.

        Each position in which the player is to move and sees what the AI would play is one hint,
        whatever it was seen by. A move that is made before the hint comes counts none.
        """
        looks, session = self.looks, self.session
        is_open = session.mode is Mode.PLAY and (looks or self.hint.is_open)
        is_seen = is_open and (self.full_overlay if looks else self.best) is not None
        record, retry = session.record, session.record.retry
        has_hint = record.node.hinted if retry is None else retry.helped
        is_decided = bool(record.counted) or has_hint
        is_choosing = self.may_play and not self.looks_back
        counts = is_seen and not is_decided and (is_choosing or not session.record.is_assisted)
        if counts and is_choosing:
            session.record.use_hint()
        elif counts:  # wherever help is seen, the game tells of it
            session.record.shown = True
        if counts:
            self.saver.save(always=True)
        return counts

    def _walked(self, did: bool) -> bool:
        """Note whether another position is shown; what goes on by itself ends with that."""
        if did:
            self.put(activity=IDLE)
        return self._moved(did)

    def _end_show(self) -> bool:
        """End what goes on by itself, but for a demo; return whether anything did."""
        before = self.state.activity
        self.put(activity=stopped(before))
        return self.state.activity != before

    def _moved(self, did: bool = True) -> bool:
        """Note that the position has changed: no wait for the overlay, and save it."""
        if did:
            self.live.look_again()
            self.saver.save()
        return did
