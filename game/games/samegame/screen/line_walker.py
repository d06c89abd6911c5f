"""The small board beside SameGame that walks the shown line step by step, and its controls."""

from dataclasses import replace

from game.games.samegame.rules import SameGameState
from game.games.samegame.screen.miniboard import MiniBoard
from game.games.samegame.screen.words import LEFT, biggest_step, replay
from game.ui.panel.items import FoldStage, Item
from game.ui.widgets import Action, Button, Slider
from game.words.numbers import signed
from game.words.say import say, say_count

PLAY_OUT = "play out"


class LineWalker:
    """Stands on one step of a line.

    Attributes:
        step: The step it stands on, from 1.
        buttons: One step back, one step on, and let the AI play the line.
    """

    def __init__(self) -> None:
        self.step = 1
        self.scrubber = Slider("scrub", 1, 1, 2, step=1, tooltip="Step of the line")
        self.buttons = (
            Button("step back", "", icon="step-back", small=True, tooltip="One step back"),
            Button("step on", "", icon="step-forward", small=True, tooltip="One step forward"),
            Button(PLAY_OUT, "Play it out", icon="play", small=True),
        )

    def on_action(self, action: Action) -> None:
        """Walk, if that is what a control asks for."""
        if action.name == "scrub" and isinstance(action.value, int | float):
            self.step = round(action.value)
        elif action.name == "step back":
            self.step = max(1, self.step - 1)
        elif action.name == "step on":
            self.step += 1

    def item(self, state: SameGameState, line: tuple[int, ...]) -> Item:
        """Return the small board at its step of a line, with the controls."""
        steps, end = replay(state, line)
        assert isinstance(end, SameGameState)
        for widget in (self.scrubber, *self.buttons):
            widget.enabled = bool(steps)
        self.scrubber.visible = len(steps) > 1
        if not steps:
            # As many lines as a step has: the controls stay where they are.
            return self._item(
                MiniBoard(state, (), "The line", "No line yet.", "\N{NO-BREAK SPACE}")
            )
        count = len(steps)
        self.step = min(self.step, count)
        step = steps[self.step - 1]
        self.scrubber.high, self.scrubber.value = max(2, count), self.step
        self.scrubber.ticks = (biggest_step(steps) + 1,)
        self.buttons[0].enabled = self.step > 1
        self.buttons[1].enabled = self.step < count
        # Short enough for one line in a narrow panel: with two the controls below would move.
        left = "Clears all" if end.cleared else say_count(end.tiles_left, *LEFT)
        board = MiniBoard(
            step.before,
            step.group,
            say("The line, step {step} of {count}", step=self.step, count=count),
            say("{size} tiles, **{points}**", size=len(step.group), points=signed(step.points)),
            say("{left}, **{score}**", left=left, score=end.score),
        )
        return self._item(board)

    def _item(self, board: MiniBoard) -> Item:
        """Return a board with the controls; a low panel has the controls alone, or nothing."""
        board = replace(board, controls=(self.scrubber, *self.buttons))
        return Item(board).folding(FoldStage.EXTRAS, replace(board, side=0), None)
