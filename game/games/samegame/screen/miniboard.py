"""A SameGame board in the panel, small and without shapes, and one that walks the shown line."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from ai.phrases import N_
from game.games.samegame.rules import SameGameState
from game.games.samegame.screen.words import LEFT, biggest_step, replay
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Inset, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Painted, Paragraph
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE, WHITE
from game.ui.widgets import Action, Button, Slider
from game.ui.widgets.base import Widget
from game.words.numbers import signed
from game.words.say import counted, said, say, say_count

MINI_DP: Final = 122
MIDDLE_DP: Final = 142
LARGE_DP: Final = 165
NARROW_DP: Final = 104
"""Height of the picture in a narrow panel."""
TITLE_DP: Final = 22
LINE_DP: Final = 20
MARGIN_DP: Final = 3
_CLEARS: Final = N_("Clears all", "the line the tiles")
PLAY_OUT: Final = "play out"


@dataclass(frozen=True, slots=True)
class MiniBoard(Composed):
    """A position, one group of it outlined, and a few lines of text at its right.

    In a narrow panel the title stands above them, and the controls below.

    Attributes:
        title: Bold first line.
        text: Marked-up lines below.
        side: Height of the picture in dp; 0 for title, one line and controls alone.
        controls: A slider, and buttons that stand below it.
    """

    state: SameGameState
    group: tuple[int, ...] = ()
    title: str = ""
    text: str = ""
    quiet: str = ""
    side: int = MINI_DP
    controls: tuple[Widget, ...] = ()

    def content(self, skin: Skin, width: int) -> Section:
        title = Paragraph(f"**{said(self.title)}**", lines=1)
        flat = self.side > 0 and not is_narrow(skin, width)
        tall = self.side if flat else min(self.side, NARROW_DP)
        side = skin.px(tall) if tall else 0
        wide = min(side, width // 2)
        picture = Painted(side, self._draw_board, wide) if side else None
        gap = 16 if picture else 0
        room = width - wide - skin.px(gap)
        if flat:
            height = side - title.height(skin, room) - skin.px(2)
            words = Column(title, 2, Column(*self._words(skin, room, height), gap=4))
            column = Column(words, SPRING, self._controls(skin), tall=tall)
            return Row(picture, gap, column, top=True)
        words = Column(*self._words(skin, room, skin.px(tall or LINE_DP)), gap=4)
        row = Row(picture, gap, words, tall=tall or LINE_DP, top=True)
        controls = (4, self._controls(skin)) if self.controls else ()
        return Column(Column(title, tall=TITLE_DP), row, *controls)

    def _words(self, skin: Skin, width: int, height: int) -> list[Section]:
        words: list[Section] = []
        for text, dp in ((self.text, TYPE.table), (self.quiet, TYPE.caption)):
            lines = height // skin.fonts.line_height(skin.text(dp))
            if text and lines > 0:
                ink: Ink = "caption" if dp == TYPE.caption else "second"
                words.append(Paragraph(text, dp, ink, most=min(3, lines)))
                height -= words[-1].height(skin, width) + skin.px(4)
        return words

    def _controls(self, skin: Skin) -> Section | None:
        if not self.controls:
            return None
        slider, *small, last = self.controls
        steps = (
            Inset(ControlSpace(each, stretch=True), wide=skin.target(SIZE.button_small))
            for each in small
        )
        row = Row(*steps, ControlSpace(last, stretch=True), gap=6)
        return Column(ControlSpace(slider, stretch=True), 2, row)

    def _draw_board(self, surface: pygame.Surface, skin: Skin, well: Box) -> None:
        draw_well(surface, skin, well, self.state, self.group)


class LineWalker:
    """The small board on one step of a line, and its controls.

    Attributes:
        step: The step it stands on, from 1.
        buttons: One step back, one step on, and let the AI play the line.
    """

    def __init__(self) -> None:
        self.step = 1
        self.scrubber = Slider("scrub", 1, 1, 2, step=1, tooltip=N_("Step of the line"))
        self.buttons = (
            Button("step back", "", icon="step-back", small=True, tooltip=N_("One step back")),
            Button("step on", "", icon="step-forward", small=True, tooltip=N_("One step forward")),
            Button(PLAY_OUT, N_("Play it out"), icon="play", small=True),
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
        for widget in (self.scrubber, *self.buttons):
            widget.enabled = bool(steps)
        self.scrubber.visible = len(steps) > 1
        if not steps:
            # As many lines as a step has: the controls stay where they are.
            return self._item(
                MiniBoard(state, (), N_("The line"), N_("No line yet."), "\N{NO-BREAK SPACE}")
            )
        count = len(steps)
        self.step = min(self.step, count)
        step = steps[self.step - 1]
        self.scrubber.high, self.scrubber.value = max(2, count), self.step
        self.scrubber.ticks = (biggest_step(steps) + 1,)
        self.buttons[0].enabled = self.step > 1
        self.buttons[1].enabled = self.step < count
        # Short enough for one line in a narrow panel: with two the controls below would move.
        left = _CLEARS if end.cleared else say_count(end.tiles_left, *LEFT)
        tiles = counted(len(step.group), "tile")
        board = MiniBoard(
            step.before,
            step.group,
            say("The line, step {step} of {count}", step=self.step, count=count),
            say("{tiles}, **{points}**", tiles=tiles, points=signed(step.points)),
            say("{left}, **{score}**", left=left, score=end.score),
        )
        return self._item(board)

    def _item(self, board: MiniBoard) -> Item:
        """Return a board with the controls; a low panel has the controls alone, or nothing."""
        board = replace(board, controls=(self.scrubber, *self.buttons))
        return Item(board).folding(FoldStage.EXTRAS, replace(board, side=0), None)


def draw_well(
    surface: pygame.Surface,
    skin: Skin,
    well: Box,
    state: SameGameState,
    group: tuple[int, ...] = (),
) -> None:
    """Draw a position without shapes, centred on the floor of a well, one group outlined."""
    theme, radius = skin.theme, skin.px(RADIUS.row)
    draw.fill_round(surface, well, radius, theme.well)
    columns, rows = state.parameters.columns, state.parameters.rows
    margin = skin.px(MARGIN_DP)
    tile = max(2, min((well.width - 2 * margin) // columns, (well.height - 2 * margin) // rows))
    left = well.x + (well.width - columns * tile) // 2
    bottom = well.bottom - margin
    gap = 1 if tile >= 5 else 0
    for x, column in enumerate(state.columns):
        for y, colour in enumerate(column):
            place = (left + x * tile, bottom - (y + 1) * tile, tile - gap, tile - gap)
            surface.fill(theme.tiles[colour].fill, place)
    line = max(1, skin.px(1.5))
    for cell in group:
        x, y = divmod(cell, rows)
        box = pygame.Rect(left + x * tile, bottom - (y + 1) * tile, tile, tile)
        _outline(surface, box, line, set(group), cell, rows)
    draw.stroke_round(surface, well, radius, theme.well_rim, skin.px(1))


def _outline(
    surface: pygame.Surface, box: pygame.Rect, line: int, group: set[int], cell: int, rows: int
) -> None:
    """Draw the sides of a cell that face out of the group."""
    if cell - rows not in group:
        surface.fill(WHITE, (box.left - 1, box.top, line, box.height))
    if cell + rows not in group:
        surface.fill(WHITE, (box.right - line, box.top, line, box.height))
    if (cell + 1) not in group or (cell + 1) % rows == 0:
        surface.fill(WHITE, (box.left - 1, box.top - 1, box.width + 1, line))
    if (cell - 1) not in group or cell % rows == 0:
        surface.fill(WHITE, (box.left - 1, box.bottom - line, box.width + 1, line))
