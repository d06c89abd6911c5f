"""The coach marks of the very first start: three things to know, on Home until a game begins."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import commands, draw
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import Column, Row
from game.ui.panel.parts import Painted, Paragraph, Phrase, key_cap
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets import draw_ground

_POINTER: Final = "mouse-pointer-click"


@dataclass(frozen=True, slots=True)
class CoachMark:
    """One thing to know: how it is done, its name, what it does."""

    key: str
    title: str
    text: str


COACH_MARKS: Final = (
    CoachMark("", "Click", "a board starts a game"),
    CoachMark(commands.HINT.cap, commands.HINT.title, "where, then what"),
    CoachMark(commands.UNDO.cap, commands.UNDO.title, "takes a move back"),
)


def draw_coach_marks(surface: pygame.Surface, skin: Skin, row: Box) -> None:
    theme, radius = skin.theme, skin.px(RADIUS.card)
    draw_ground(surface, skin, row, radius, theme.panel)
    draw.stroke_round(surface, row, radius, theme.ai, skin.px(1.5))
    marks = Row(18, *(Row(_mark(skin, mark), 10) for mark in COACH_MARKS), 18)
    top = (row.height - marks.height(skin, row.width)) // 2
    marks.draw(surface, skin, row.moved(0, top))


def _mark(skin: Skin, mark: CoachMark) -> Section:
    side = skin.px(20)

    def point(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        skin.icons.draw(surface, _POINTER, box.centre, side, skin.theme.ai)

    key = key_cap(skin, mark.key) if mark.key else Painted(side, point, side)
    head = Row(key, 9, Phrase(mark.title, TYPE.lead, bold=True), tall=20)
    return Column(head, 4, Paragraph(mark.text, TYPE.caption, most=1))
