"""What a finished board for one has come to, in the panel, where the board has no room for it."""

from dataclasses import dataclass

import pygame

from game.screens.play.medal_bar import draw_medal
from game.screens.play.score_result import ScoreResult
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.compose import Column, Composed, Row, on_ground
from game.ui.panel.parts import Painted, Paragraph, Phrase
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.words.say import beside


@dataclass(frozen=True, slots=True)
class ResultInPanel(Composed):
    """A result in words, beside its medal."""

    result: ScoreResult

    def content(self, skin: Skin, width: int) -> Section:
        result, narrow = self.result, is_narrow(skin, width)
        told = beside(result.told, *(note.text for note in result.notes))
        lines = 2 + narrow + bool(result.notes)  # the AI may still look for a better score
        side = skin.px(32 if narrow else 52)
        words = Column(
            10,
            Phrase(result.title, TYPE.lead if narrow else TYPE.h2, bold=True, tall=26),
            Paragraph(told.replace(" %", "\N{NO-BREAK SPACE}%"), TYPE.caption, lines=lines),
            10,
        )
        medal, gap = Painted(side, self._draw_medal, side), 10 if narrow else 16
        return on_ground(Row(12 if narrow else 18, medal, gap, words, 10))

    def _draw_medal(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.result.medal is not None:
            draw_medal(surface, skin, box.centre, box.width / 2, self.result.medal.colour)
        else:
            draw.ring(surface, box.centre, box.width / 2, skin.px(2), skin.theme.ctrl)
