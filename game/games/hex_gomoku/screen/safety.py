"""The badge of a side that cannot lose, in the panel."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from ai.phrases import N_
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.basics import mark_picture
from game.ui.panel.compose import Column, Composed, Inset, Row, Tappable
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.words.say import say

SAFETY: Final = "safety"
HEIGHT_DP: Final = 34
GAP_DP: Final = 8
TOOLTIP: Final = N_(
    "Proven: whoever always answers in the other cell of a pair cannot lose. "
    "Click or P shows the pairs."
)


@dataclass(frozen=True, slots=True)
class Safe:
    """A side that is proven not to lose.

    Attributes:
        side: 0 or 1, what a click on it says.
    """

    side: int
    mark: str
    name: str
    shown: bool = False

    def draw_ground(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        radius, ink = skin.px(RADIUS.row), skin.theme.ai if self.shown else skin.theme.ctrl
        draw.fill_round(surface, box, radius, skin.theme.raised)
        draw.stroke_round(surface, box, radius, ink, skin.px(2 if self.shown else 1))


@dataclass(frozen=True, slots=True)
class SafetyBadges(Composed):
    """The sides that cannot lose, side by side or one below the other.

    A hover or a click shows why on the board.
    """

    sides: tuple[Safe, ...]

    def content(self, skin: Skin, width: int) -> Section:
        if is_narrow(skin, width):
            return Column(*(self._badge(skin, safe, width) for safe in self.sides), gap=GAP_DP)
        width = (width + skin.px(GAP_DP)) // len(self.sides) - skin.px(GAP_DP)
        return Row(*(self._badge(skin, safe, width) for safe in self.sides), gap=GAP_DP)

    def _badge(self, skin: Skin, safe: Safe, width: int) -> Section:
        """Return shield, stone and words of a side, and the key that shows why."""
        side = skin.px(16)
        shield, mark = Painted(side, _draw_shield, side), mark_picture(safe.mark, skin.px(18))
        words = Phrase(
            say("{side} cannot lose", side=safe.name), TYPE.caption, bold=True, stretch=True
        )
        why: Section | None = Row(10, quiet(N_("P: why"), dp=TYPE.axis), optional=True)
        if words.width(skin) > width - skin.px(65):
            words, why = replace(words, text=N_("cannot lose")), None
        row = Row(9, shield, 6, mark, 6, words, why, 10, tall=HEIGHT_DP)
        badge = Inset(row, behind=Painted(0, safe.draw_ground))
        return Inset(badge, behind=Tappable(SAFETY, safe.side, TOOLTIP), wide=width)


def _draw_shield(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    """Draw a shield with a tick in it, so that the badge is known by its shape."""
    (x, y), reach = box.centre, skin.unit.exact(8)
    outline = [
        (x, y - reach),
        (x + 0.85 * reach, y - 0.65 * reach),
        (x + 0.80 * reach, y + 0.10 * reach),
        (x + 0.45 * reach, y + 0.65 * reach),
        (x, y + reach),
        (x - 0.45 * reach, y + 0.65 * reach),
        (x - 0.80 * reach, y + 0.10 * reach),
        (x - 0.85 * reach, y - 0.65 * reach),
    ]
    draw.polygon(surface, outline, skin.theme.ai)
    tick = [
        (x - 0.38 * reach, y),
        (x - 0.08 * reach, y + 0.32 * reach),
        (x + 0.42 * reach, y - 0.32 * reach),
    ]
    draw.strokes(surface, [tick], skin.unit.exact(1.8), skin.theme.on_ai)
