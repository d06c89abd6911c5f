"""The controls that every game's screen has, and how they look from moment to moment."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ai.phrases import N_
from game.play.credit import credit_of
from game.play.grading import grades_of_interest
from game.play.session import Mode
from game.play.thinker import ThinkerState
from game.screens.play.choices import faces_opponent, next_speed
from game.screens.play.engine import engine_strip, foot_text
from game.screens.play.play_state import Case
from game.screens.play.sentences import sentence
from game.ui import commands
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import ControlSpace, Row
from game.ui.panel.items import (
    Item,
    RaisedButton,
    button_row,
    foot_row,
    foot_words,
    navigation_row,
    setting_row,
    strip_item,
)
from game.ui.theme import SIZE
from game.ui.widgets import Button, Stepper, Switch, Widget
from game.words import play as words
from game.words.numbers import shortest
from game.words.say import PER_CENT, say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

ROW_GAP: Final = 6
"""The space above buttons and settings, which seldom gives way, in dp."""


_TRY_AGAIN: Final = N_("Try again")
_BEAT: Final = N_("Beat it", "a score")


class GameControls:
    """Buttons outside of the top bar.

    Attributes:
        new: A new game, where a finished one has no hints.
        again: The same board once more, in a game for one.
        rematch: The same in a game for two, with the sides as they were.
        swap: A rematch with the other side.
        teach: Whether bad moves are told.
        review: Looks back at a finished game.
        undo: Takes a turn back.
        engine: Stops, goes on or restarts the AI.
        history: First, back, forward, last, to set up a position, the search from inside, to guess.
        mistake: Shows the next of the mistakes that are known.
        next_demo: Begins another demo after one.
    """

    def __init__(self, scene: "GameScene") -> None:
        self._scene, self._controller, self._session = scene, scene.controller, scene.session
        self.hint = commands.HINT.button(primary=True)
        self.new = commands.NEW.button(primary=True)
        self.rematch = commands.RESTART.button(primary=True)
        self.again = commands.RESTART.button(_TRY_AGAIN, tooltip=words.SAME_BOARD_TIP)
        self.swap = Button("swap sides", N_("Swap sides"), tooltip=words.SWAP_TIP)
        self.undo = commands.UNDO.button()
        self.resign = commands.RESIGN.icon_button()
        self.review = commands.REVIEW.button()
        self.engine = RaisedButton(
            "engine", N_("Stop"), icon="square", key=commands.ESCAPE.cap, small=True
        )
        self.history = (
            commands.FIRST.icon_button(),
            commands.BACK_ONE.icon_button(),
            commands.FORWARD_ONE.icon_button(),
            commands.LAST.icon_button(),
            commands.INSIDE.icon_button(),
            commands.GUESS.icon_button(),
            commands.SET_UP.icon_button(),
        )
        self.mistake = commands.NEXT_MISTAKE.button(small=True)
        self.demo = commands.PAUSE.button(primary=True)
        self.next_demo = Button("next game", N_("Next game"), icon="play", key=commands.SPACE.cap)
        self.speed = Stepper("speed", "1×", least_width=60, tooltip=words.SPEED_TIP)
        self.teach = Switch("teach", False, tooltip=words.TEACH_TIP)
        self._teaching = "warn"

    def teaching(self, on: bool) -> str:
        """Return the setting that the Teach switch stands for: what it was last, or off."""
        return self._teaching if on else "off"

    def teach_item(self) -> Item:
        settings = self._scene.context.settings
        least = say(PER_CENT, number=shortest(settings.loss_threshold))
        teaching = settings.teaching
        if teaching == "warn" and settings.details:
            teaching = "letters"
        return setting_row(N_("Teach"), say(words.TEACHES[teaching], least=least), self.teach)

    def refresh(self) -> None:
        """Show which of them are of use now, and what they would do."""
        session, controller = self._session, self._controller
        settings = self._scene.context.settings
        self.undo.enabled = session.can_undo_turn or session.before is not None
        self.rematch.enabled = self.again.enabled = session.is_over
        self.again.label = _BEAT if credit_of(session.record).is_whole else _TRY_AGAIN
        self.resign.enabled = controller.state.may_resign
        is_free = not (controller.state.is_ai_turn or controller.state.case is Case.TRIED)
        self.hint.enabled = not session.is_over and is_free
        first, back, forward, last, inside, guess, _ = self.history
        inside.enabled = not session.state.is_terminal
        guess.on = controller.guesser.is_on(session)
        graded = () if guess.on else grades_of_interest(session.record)
        self.mistake.visible = any(each.is_mistake for each in graded)
        first.enabled = back.enabled = session.record.cursor > 0
        forward.enabled = last.enabled = not session.record.is_at_end
        self.demo.enabled, self.next_demo.enabled = not session.is_over, session.is_over
        self.demo.label, self.demo.icon = N_("Go on"), "play"
        if controller.state.runs_demo or controller.state.shows_game or session.is_over:
            self.demo.label, self.demo.icon = N_("Pause"), "pause"
        self.teach.on = settings.teaching != "off"
        if self.teach.on:
            self._teaching = settings.teaching
        speed = settings.demo_speed
        self.speed.text = f"{shortest(speed)}×"
        self.speed.can_go_down = next_speed(settings, -1) != speed
        self.speed.can_go_up = next_speed(settings, 1) != speed
        self._refresh_engine()

    def _refresh_engine(self) -> None:
        button, session, controller = self.engine, self._session, self._controller
        failed = self._scene.context.thinker.state is ThinkerState.FAILED
        is_warming = controller.ai.state is ThinkerState.WARMING
        if failed:
            button.label, button.icon, button.key = N_("Restart"), "rotate-ccw", ""
        elif controller.ai.is_thinking or controller.state.case is Case.PLAY_OUT:
            button.label, button.icon, button.key = N_("Stop"), "square", commands.ESCAPE.cap
        else:
            button.label, button.icon, button.key = N_("Go on"), "play", commands.SPACE.cap
        is_demo = session.mode is Mode.DEMO
        is_waiting = session.is_over or controller.state.awaits_guess
        nothing_left = is_waiting or controller.ai.is_searched_out
        button.enabled = failed or is_demo or controller.ai.is_thinking or not nothing_left
        # A demo has its own button, and kernels that are being made cannot be stopped.
        button.visible = failed or not (is_demo or is_warming)

    def below_moves(self) -> tuple[Item, ...]:
        """Return what goes through the moves: step by step, by mistakes, or by itself."""
        if self._session.mode is Mode.DEMO:
            return (setting_row(N_("Speed"), "", self.speed),)
        if self._session.mode is Mode.ANALYSE:
            return (navigation_row(self.history, self.mistake),)
        return (navigation_row((), self.mistake),) if self.mistake.visible else ()

    def main(self) -> tuple[Widget | None, ...]:
        """Return the control that matters most in this mode, for the sheet of a narrow window.

        The second one, if there is one, is what leads on where the first is of no use; the third
        restarts the AI after a failure. None keeps a place free.
        """
        mode, is_over = self._session.mode, self._session.is_over
        if mode is Mode.ANALYSE:
            return (self.engine,)
        first, onward = (
            self.hint,
            self.rematch if self._session.record.spec.players == 2 else self.new,
        )
        if mode is Mode.DEMO:
            first, onward = self.demo, self.next_demo
        if self._controller.ai.has_failed:
            return first, onward if is_over else None, self.engine
        return (first, onward) if is_over else (first,)

    def bottom_items(self, *, is_low: bool = False) -> tuple[Item, ...]:
        """Return what stands at the panel's lower edge: buttons, and what the AI does.

        Each button has a place of its own, and keeps it where it is of no use.

        Args:
            is_low: Whether there is room for one slim row only.
        """
        scene, controller, mode = self._scene, self._controller, self._session.mode
        if mode is not Mode.PLAY:
            strip = engine_strip(scene.context.thinker, controller)
            strip_row = strip_item(strip, self.engine, slim=is_low)
            if mode is Mode.ANALYSE:
                return (strip_row,)
            buttons = button_row(self.demo, self.undo, self.next_demo, sticky=True)
            return (replace(buttons, gap=ROW_GAP), strip_row)
        aside = self.resign if controller.session.record.spec.players == 2 and not is_low else None
        row = button_row(self.hint, self.undo, aside=aside, sticky=True)
        row = replace(row, gap=ROW_GAP)
        if self._session.is_over:
            after = foot_row(*self._after_end())
            return (after, row) if is_low else (row, after)
        # No button stands where, once the game is over, a press would begin another game.
        below = () if is_low else (foot_words(foot_text(controller, scene.key_of)),)
        return (row, *below)

    def _after_end(self) -> tuple[Widget, ...]:
        if self._session.record.spec.players == 1:
            return self.again, self.new, self.review
        swap = (self.swap,) if faces_opponent(self._session) else ()
        return (self.rematch, *swap, self.review)

    def failure_item(self) -> Item:
        """Return the way on after a failure of the AI, with what failed or a hint that stands.

        It is never higher than the sentence that it takes the place of.
        """
        strip = engine_strip(self._scene.context.thinker, self._controller)
        is_hinted = self._controller.state.hint.is_open and self._controller.ai.best is not None
        what = say(words.STRIP, word=strip.word, left=strip.left)
        text = Sentence(sentence(self._scene) if is_hinted else what, spared=1)
        return Item(Row(text, ControlSpace(self.engine), gap=10, tall=SIZE.button))
