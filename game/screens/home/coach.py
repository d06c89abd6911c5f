"""The coach marks of the very first start: three things to know, on Home until a game begins."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import commands, draw
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets import draw_ground, draw_key_cap, key_cap_width

_POINTER: Final = "mouse-pointer-click"


@dataclass(frozen=True, slots=True)
class CoachMark:
    """One thing to know: how it is done, its name, what it does."""

    key: str
    title: str
    text: str


COACH_MARKS: Final = (
    CoachMark("", "Click", "a board starts a game"),
    CoachMark(commands.HINT.cap, commands.HINT.title, "where to look, then what"),
    CoachMark(commands.UNDO.cap, commands.UNDO.title, "takes a move back"),
)


def draw_coach_marks(surface: pygame.Surface, skin: Skin, row: Box) -> None:
    """Draw the marks side by side in one row."""
    theme, radius = skin.theme, skin.px(RADIUS.card)
    draw_ground(surface, skin, row, radius, theme.panel)
    draw.stroke_round(surface, row, radius, theme.ai, skin.px(1.5))
    padding = skin.px(18)
    width = (row.width - 2 * padding) // len(COACH_MARKS)
    for i, mark in enumerate(COACH_MARKS):
        place = Box(row.x + padding + i * width, row.y, width - skin.px(10), row.height)
        _draw_mark(surface, skin, mark, place)


def _draw_mark(surface: pygame.Surface, skin: Skin, mark: CoachMark, box: Box) -> None:
    theme, fonts = skin.theme, skin.fonts
    caption = skin.text(TYPE.caption)
    lines = fonts.wrap(mark.text, caption, box.width, 2)
    height = skin.px(24) + len(lines) * fonts.line_height(caption)
    y = box.centre[1] - height // 2 + skin.px(10)
    if mark.key:
        cap = draw_key_cap(surface, skin, mark.key, (box.x, y), theme.text, theme.panel)
        x = cap.x + key_cap_width(skin, mark.key) + skin.px(9)
    else:
        side = skin.px(20)
        skin.icons.draw(surface, _POINTER, (box.x + side / 2, y), side, theme.ai)
        x = box.x + side + skin.px(9)
    skin.write(surface, mark.title, (x, y), TYPE.lead, theme.text, bold=True)
    top = y + skin.px(14)
    skin.paragraph(
        surface, mark.text, (box.x, top), TYPE.caption, box.width, theme.text2, max_lines=2
    )
