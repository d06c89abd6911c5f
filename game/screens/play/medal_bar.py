"""How far a score is from the medals and from the AI, and what it was worth at the end."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.play.medals import MedalStanding
from game.ui import draw
from game.ui.format import counted, percent, thousands
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.basics import Note
from game.ui.panel.compose import Column, Composed, Row, on_ground
from game.ui.panel.parts import Painted, Paragraph, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import INK, MEDALS, TYPE, Colour, Medal, mix
from game.ui.widgets.base import draw_bar

BAR_DP: Final = 20
TROPHY: Final = "trophy"


@dataclass(frozen=True, slots=True)
class MedalBar(Composed):
    """The score as a bar, with a disc for each medal and a tick for the AI.

    Attributes:
        standing: The score against the AI's; None while the AI has not looked.
        words: What to say below in place of the next medal.
        published: The best score that anybody published, on a standard board.
        captions: Whether there are words below at all.
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
                Phrase(f"AI {thousands(self.standing.target)}", TYPE.caption, "ai", tall=15)
            )
        if self.published is not None:
            scores.append(quiet(f"published {thousands(self.published)}", tall=15))
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
            return f"Next: {following[0].name} at {thousands(following[1])}"
        if self.standing.score < self.standing.target:
            return f"Gold. Next: the AI's {thousands(self.standing.target)}"
        return "Gold, and as good as the AI"


@dataclass(frozen=True, slots=True)
class Result(Composed):
    """What a finished game was worth: its medal, its share of the AI's score, and notes.

    Attributes:
        standing: The same against the AI's; None if the AI has not looked at the board.
        notes: At most two short remarks, such as that hints were used.
        played_by: Who played, where it was not the player alone: a medal is for one's own moves.
    """

    score: int
    standing: MedalStanding | None
    notes: tuple[Note, ...] = ()
    played_by: str = ""

    @property
    def medal(self) -> Medal | None:
        """The medal that the player has earned alone."""
        return self.standing.medal if self.standing and not self.played_by else None

    @property
    def title(self) -> str:
        """The medal in words, or who played."""
        if self.played_by:
            return self.played_by
        if self.standing is None:
            return "Finished"
        if self.standing.score > self.standing.target:
            return "Better than the AI"
        if self.standing.score == self.standing.target:
            return "As good as the AI"
        medal = self.standing.medal
        return f"{medal.name} medal" if medal else "No medal this time"

    @property
    def share(self) -> str:
        """The score beside the AI's in words."""
        if self.standing is None:
            return f"**{counted(self.score, 'point')}**"
        text = f"**{thousands(self.score)}** of the AI's **{thousands(self.standing.target)}**"
        return f"{text}, {percent(self.standing.share)}" if self.standing.target > 0 else text

    @property
    def worth(self) -> str:
        """What the score is worth beside the AI's, or how far it is from a medal."""
        standing = self.standing
        if self.played_by or standing is None or standing.target <= 0:
            return self.played_by
        if standing.score >= standing.target:
            return f"gold, {self.title[:1].lower()}{self.title[1:]}"
        share, following = f"{percent(standing.share)} of the AI", standing.next_medal
        earned = standing.medal
        if earned is not None:
            return f"{earned.name.lower()}, {share}"
        return (
            share
            if following is None
            else (f"{share}  ·  {following[0].name.lower()} at {thousands(following[1])}")
        )

    def content(self, skin: Skin, width: int) -> Section:
        share, narrow = self.share.replace(" %", "\N{NO-BREAK SPACE}%"), is_narrow(skin, width)
        notes = [Phrase(each.text, TYPE.caption, each.ink, tall=22) for each in self.notes]
        side = skin.px(32 if narrow else 52)
        words = Column(
            Phrase(self.title, TYPE.lead if narrow else TYPE.h2, bold=True, tall=26),
            Paragraph(share, TYPE.caption if narrow else TYPE.body, most=2 if narrow else 1),
            Row(*notes, gap=12) if notes and not narrow else None,
        )
        medal, gap = Painted(side, self._draw_medal, side), 10 if narrow else 16
        return on_ground(Row(12 if narrow else 18, medal, gap, words, 10, tall=88))

    def _draw_medal(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.medal is not None:
            draw_medal(surface, skin, box.centre, box.width / 2, self.medal.colour)
        else:
            draw.ring(surface, box.centre, box.width / 2, skin.px(2), skin.theme.ctrl)


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
    skin.icons.draw(surface, TROPHY, centre, round(1.0 * radius), INK)
