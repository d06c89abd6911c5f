"""How far a score is from the medals and from the AI."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.play.medals import MedalStanding
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.compose import Column, Composed, Row
from game.ui.panel.parts import Painted, Paragraph, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import INK, MEDALS, TYPE, Colour, mix
from game.ui.widgets.base import draw_bar
from game.words import play
from game.words.say import say

BAR_DP: Final = 20
TROPHY: Final = "trophy"


@dataclass(frozen=True, slots=True)
class MedalBar(Composed):
    """The score as a bar, with a disc for each medal and a tick for the AI.

    Attributes:
        standing: The score against the AI's; None while the AI has not looked.
        words: What to say below in place of the next medal.
        published: The best published score that is known here, of a standard board.
    """

    standing: MedalStanding | None
    words: str = ""
    published: int | None = None
    captions: bool = True

    def content(self, skin: Skin, width: int) -> Section:
        bar = Painted(skin.px(BAR_DP), self._draw_bar)
        if not self.captions:
            return bar
        if self.words and is_narrow(skin, width):
            text = Paragraph(self.words, TYPE.caption, "caption", most=2)
            return Column(bar, 2, Column(text, tall=36))
        words = quiet(self.words or self._next_words(), stretch=True, tall=15)
        scores = []
        if self.standing is not None:
            scores.append(
                Phrase(say(play.AI_SCORE, score=self.standing.target), TYPE.caption, "ai", tall=15)
            )
        if self.published is not None:
            scores.append(quiet(say(play.PUBLISHED, score=self.published), tall=15))
        ends = (Row(12, score, optional=True) for score in scores)
        # As high as all of it, however its parts are rounded.
        below = skin.px(BAR_DP + 20) - skin.px(BAR_DP) - skin.px(4)
        return Column(bar, 4, Row(words, *ends, tall=skin.unit.dp(below)))

    def _draw_bar(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        tall = skin.px(8)
        # The tick stands at the very end of the bar.
        bar = Box(box.x, box.centre[1] - tall // 2, box.width - skin.px(2), tall)
        draw_bar(surface, skin, bar, self.standing.share if self.standing else 0, skin.theme.text)
        if self.standing is not None:
            self._draw_standing(surface, skin, bar, self.standing)

    def _draw_standing(
        self, surface: pygame.Surface, skin: Skin, bar: Box, standing: MedalStanding
    ) -> None:
        theme, y = skin.theme, bar.centre[1]
        ahead = standing.needs if standing.target > 0 else ()
        for medal, least in zip(MEDALS, ahead, strict=False):
            x = bar.x + round(least / standing.target * bar.width)
            draw.rimmed_disc(
                surface, skin.unit, (x, y), skin.unit.exact(6.5), medal.colour, theme.panel
            )
        tick = skin.px(3)
        box = Box(bar.right - tick + skin.px(2), y - skin.px(9), tick, skin.px(18))
        draw.fill_round(surface, box, tick / 2, theme.ai)

    def _next_words(self) -> str:
        if self.standing is None:
            return ""
        following = self.standing.next_medal
        if following is not None:
            return say(play.NEXT_MEDAL, medal=following[0].name, score=following[1])
        if self.standing.score < self.standing.target:
            return say(play.NEXT_AI, score=self.standing.target)
        return play.AS_GOOD


def draw_medal(
    surface: pygame.Surface, skin: Skin, centre: tuple[int, int], radius: float, colour: Colour
) -> None:
    """Draw a medal: a disc with a darker inner line and a trophy."""
    theme = skin.theme
    dark = mix(colour, INK, 0.4)
    draw.rimmed_disc(
        surface, skin.unit, centre, radius, colour, theme.ctrl if theme.bordered else dark
    )
    draw.ring(surface, centre, 0.84 * radius, max(1.0, 0.05 * radius), dark)
    skin.draw_icon(surface, TROPHY, centre, round(1.0 * radius), INK)
