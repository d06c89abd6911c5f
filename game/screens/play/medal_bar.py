"""How far a score is from the medals and from the AI, and what it was worth at the end."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.play.medals import MedalStanding
from game.ui import draw
from game.ui.format import counted, percent, thousands
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.basics import Note, ink_of
from game.ui.skin import Skin
from game.ui.theme import INK, MEDALS, RADIUS, TYPE, Colour, mix
from game.ui.widgets.base import draw_bar, draw_ground

BAR_DP: Final = 20
TROPHY: Final = "trophy"


@dataclass(frozen=True, slots=True)
class MedalBar(Section):
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

    def height(self, skin: Skin, width: int) -> int:
        """The bar, and the line below; in a narrow panel, two for a sentence."""
        lines = 1 + (bool(self.words) and is_narrow(skin, width))
        return skin.px(BAR_DP + 2 + 18 * lines if self.captions else BAR_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the bar, then what it means."""
        middle = box.y + skin.px(BAR_DP) // 2
        tall = skin.px(8)
        # The tick stands at the very end of the bar.
        bar = Box(box.x, middle - tall // 2, box.width - skin.px(2), tall)
        draw_bar(surface, skin, bar, self.standing.share if self.standing else 0, skin.theme.text)
        if self.standing is not None:
            self._draw_standing(surface, skin, bar, self.standing)
        if self.captions:
            self._draw_captions(surface, skin, box)

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

    def _draw_captions(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.words and is_narrow(skin, box.width):
            at = (box.x, box.y + skin.px(BAR_DP + 2))
            skin.paragraph(
                surface, self.words, at, TYPE.caption, box.width, skin.theme.text3, max_lines=2
            )
            return
        theme, y = skin.theme, box.bottom - skin.px(8)
        words, right = self.words or self._next_words(), box.right
        scores = [(f"AI {thousands(self.standing.target)}", theme.ai)] if self.standing else []
        if self.published is not None:
            scores.append((f"published {thousands(self.published)}", theme.text3))
        gap = skin.px(12)
        room = box.width - skin.width(words, TYPE.caption)
        while scores and sum(gap + skin.width(text, TYPE.caption) for text, _ in scores) > room:
            scores.pop()
        for text, ink in reversed(scores):
            at = (right, y)
            right = skin.write(surface, text, at, TYPE.caption, ink, anchor="midright").x - gap
        fitting = skin.fit(words, TYPE.caption, right - box.x)
        skin.write(surface, fitting, (box.x, y), TYPE.caption, theme.text3)

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
class Result(Section):
    """What a finished game was worth: its medal, its share of the AI's score, and notes.

    Attributes:
        standing: The same against the AI's; None if the AI has not looked at the board.
        notes: At most two short remarks, such as that hints were used.
        played_by: Who played, where it was not the player alone: a medal is for one's own moves.
    """

    tall = 88

    score: int
    standing: MedalStanding | None
    notes: tuple[Note, ...] = ()
    played_by: str = ""

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

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the medal at the left and the words beside it."""
        theme = skin.theme
        draw_ground(surface, skin, box, skin.px(RADIUS.inset), theme.raised)
        medal = self.standing.medal if self.standing and not self.played_by else None
        narrow = is_narrow(skin, box.width)
        radius, inset = skin.unit.exact(16 if narrow else 26), skin.px(12 if narrow else 18)
        centre = (round(box.x + inset + radius), box.centre[1])
        if medal is not None:
            draw_medal(surface, skin, centre, radius, medal.colour)
        else:
            draw.ring(surface, centre, radius, skin.px(2), theme.ctrl)
        x = round(centre[0] + radius) + skin.px(10 if narrow else 16)
        room = box.right - skin.px(10) - x
        lines = 2 + (bool(self.notes) or narrow)
        y = box.centre[1] - skin.px(11) * (lines - 1)
        size = TYPE.lead if narrow else TYPE.h2
        title = skin.fit(self.title, size, room, bold=True)
        skin.write(surface, title, (x, y), size, theme.text, bold=True)
        y += skin.px(13)
        y += skin.paragraph(
            surface,
            self.share.replace(" %", "\N{NO-BREAK SPACE}%"),
            (x, y),
            TYPE.caption if narrow else TYPE.body,
            room,
            theme.text2,
            bold_ink=theme.text,
            max_lines=2 if narrow else 1,
        ) + skin.px(11)
        for note in () if narrow else self.notes:
            ink = ink_of(theme, note.ink)
            written = skin.write(surface, note.text, (x, y), TYPE.caption, ink)
            x = written.right + skin.px(12)


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
