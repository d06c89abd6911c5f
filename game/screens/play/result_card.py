"""The result of a game in the panel: in words, beside the last position or the medal."""

from dataclasses import dataclass
from typing import Final

import pygame

from ai.contract.rules import State
from game.screens.play.choices import LEVEL
from game.screens.play.ending import Ending
from game.screens.play.medal_bar import draw_medal
from game.screens.play.score_result import ScoreResult
from game.ui import draw
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.compose import NOTHING, Column, Composed, Inset, Row, Tappable, on_ground
from game.ui.panel.history import PLY
from game.ui.panel.parts import Painted, Paragraph, Phrase, board_picture
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, Colour, mix
from game.words.results import CHOOSE_LEVEL, SHOW_TURN
from game.words.say import beside

_PICTURE_DP: Final = 84
_TITLE_DP: Final = 34
_SMALLER_DP: Final = (28, 22, TYPE.h2)
"""Sizes of a title that is too wide for that."""
_GROUND: Final = 0.30
"""How much of the board's colour is in the ground."""
_STORY_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class ResultCard(Composed):
    """Who won and how; mistakes and turning point below, which can be gone to.

    Attributes:
        plain: Whether it does with as few lines as need be.
    """

    arrives = True

    ending: Ending
    state: State
    view: Board
    plain: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        ending, narrow = self.ending, is_narrow(skin, width)
        is_beside = not (self.plain or narrow)
        inset = 14 if is_beside else 10
        room = width - 2 * skin.px(inset)
        more = tuple(line for line in (ending.record, ending.assisted) if line)
        quiet: Ink | Colour = "second"
        cheer = skin.theme.accent if ending.is_cheer else quiet
        details = (
            Paragraph(ending.how, TYPE.table),
            *(Paragraph(each, TYPE.table, cheer if each == more[0] else quiet) for each in more),
        )
        sizes = (_TITLE_DP, *_SMALLER_DP) if is_beside else _SMALLER_DP[2 * self.plain :]
        fits = (dp for dp in sizes if skin.width(ending.title, dp, bold=True) <= room)
        title = Phrase(ending.title, next(fits, sizes[-1]), bold=True)
        head = Column(title, *details)
        if is_beside:
            side = skin.px(_PICTURE_DP)
            picture = board_picture(self.view, BoardContent(self.state), side)
            head = Column(title, Row(picture, Column(*details), gap=inset), gap=6)
        # Room is kept for the story, so that nothing moves once it is known.
        target = NOTHING if ending.turn is None else Tappable(PLY, ending.turn, SHOW_TURN)
        text = Paragraph(ending.story, TYPE.table, lines=_STORY_LINES + narrow)
        story = Inset(Column(6, text, inset), inset, 0, target)
        return Inset(
            Column(
                inset,
                Inset(head, inset),
                story if ending.story else inset,
                self._offer(skin, inset),
            ),
            behind=Painted(0, _paint_quiet_ground if ending.is_lost else _paint_ground),
        )

    def _offer(self, skin: Skin, inset: int) -> Section | None:
        """Return the line that offers another level; it keeps its room once that is chosen."""
        offer, step = self.ending.offer, self.ending.step
        if not offer:
            return None
        target = Tappable(LEVEL, step, CHOOSE_LEVEL) if step else NOTHING
        ink: Ink | Colour = skin.theme.accent if step else "second"
        return Inset(Column(Paragraph(offer, TYPE.table, ink), inset), inset, 0, target)


def _paint_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    theme, radius = skin.theme, skin.px(RADIUS.inset)
    draw.fill_round(surface, box, radius, mix(theme.panel, theme.cell, _GROUND))
    draw.stroke_round(surface, box, radius, theme.accent, skin.px(2))


def _paint_quiet_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    """Paint what a lost game's result stands on, for it is nothing to be cheered."""
    theme, radius = skin.theme, skin.px(RADIUS.inset)
    draw.fill_round(surface, box, radius, theme.raised)
    draw.stroke_round(surface, box, radius, theme.line, skin.px(1))


@dataclass(frozen=True, slots=True)
class ResultInPanel(Composed):
    """What a finished board for one has come to, where the board has no room for it."""

    result: ScoreResult

    def content(self, skin: Skin, width: int) -> Section:
        result, narrow = self.result, is_narrow(skin, width)
        text = beside(result.details, *(note.text for note in result.notes))
        lines = 2 + narrow + bool(result.notes)  # the AI may still look for a better score
        side = skin.px(32 if narrow else 52)
        words = Column(
            10,
            Phrase(result.title, TYPE.lead if narrow else TYPE.h2, bold=True, tall=26),
            Paragraph(text.replace(" %", "\N{NO-BREAK SPACE}%"), TYPE.caption, lines=lines),
            10,
        )
        medal, gap = Painted(side, self._draw_medal, side), 10 if narrow else 16
        return on_ground(Row(12 if narrow else 18, medal, gap, words, 10))

    def _draw_medal(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.result.medal is not None:
            draw_medal(surface, skin, box.centre, box.width / 2, self.result.medal.colour)
        else:
            draw.ring(surface, box.centre, box.width / 2, skin.px(2), skin.theme.ctrl)
