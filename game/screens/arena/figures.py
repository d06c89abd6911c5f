"""The result of a match in pictures: the bar of results, the Elo interval, the running test."""

from dataclasses import dataclass
from typing import Final

import pygame

from ai.match.events import MatchPlan, Standing
from game.screens.arena.sides import fitting_names, side_ink
from game.ui import draw
from game.ui.format import percent, signed, thousands
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.skin import Skin
from game.ui.text import Anchor
from game.ui.theme import RADIUS, TYPE, Colour, mix
from game.ui.widgets import draw_ground

CARD_DP: Final = 112
SLIM_CARD_DP: Final = 58
ELO_DP: Final = 62
SLIM_ELO_DP: Final = 44
_WINS_DP: Final = 100
_SCALES: Final = (100, 200, 400, 800)


@dataclass(frozen=True, slots=True)
class ScoreCard(Section):
    """The wins of both sides, and a bar of wins, draws and losses.

    Attributes:
        standing: Where the match stands.
        names: What the sides are called.
        slim: Whether names and means are left out.
    """

    standing: Standing
    names: tuple[str, str]
    slim: bool = False

    def height(self, skin: Skin, width: int) -> int:
        """Names, numbers, means and the bar; or numbers and the bar."""
        del width
        return skin.px(SLIM_CARD_DP if self.slim else CARD_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        standing = self.standing
        radius = skin.px(RADIUS.inset)
        draw_ground(surface, skin, box, radius, skin.theme.raised)
        inner = box.inset(skin.px(16), skin.px(12))
        middle = f"{standing.draws} drawn" if standing.draws else ("wins" if standing.games else "")
        if standing.failed:
            middle += f", {standing.failed} failed"
        if any(standing.forfeits):
            middle += f", {sum(standing.forfeits)} forfeited"
        y = inner.y + skin.px(10 if self.slim else 30)
        for side, wins in enumerate((standing.wins, standing.losses)):
            self._draw_wins(surface, skin, inner, side, (wins, y))
        at, room = (inner.centre[0], y), inner.width - skin.px(_WINS_DP)
        middle = skin.fit(middle, TYPE.caption, room)
        skin.write(surface, middle, at, TYPE.caption, skin.theme.text3, anchor="center")
        _draw_results(surface, skin, inner, standing)

    def _draw_wins(
        self, surface: pygame.Surface, skin: Skin, box: Box, side: int, wins_at: tuple[int, int]
    ) -> None:
        theme, standing = skin.theme, self.standing
        wins, y = wins_at
        x = box.x if side == 0 else box.right
        anchor: Anchor = "midleft" if side == 0 else "midright"
        ink = side_ink(theme, side)
        skin.write(surface, thousands(wins), (x, y), 26, ink, bold=True, anchor=anchor)
        if self.slim:
            return
        room = round(box.width * 0.46)
        name = fitting_names(skin, self.names, TYPE.caption, room)[side]
        at = (x, y - skin.px(24))
        skin.write(surface, name, at, TYPE.caption, theme.text3, anchor=anchor)
        text = percent(wins / standing.games) if standing.games else ""
        if standing.means is not None:
            text = f"mean {thousands(round(standing.means[side]))}"
        at = (x, y + skin.px(24))
        skin.write(surface, text, at, TYPE.caption, theme.text2, anchor=anchor)


def _draw_results(surface: pygame.Surface, skin: Skin, box: Box, standing: Standing) -> None:
    """Draw the share of wins, draws and losses as one bar."""
    theme = skin.theme
    height = skin.px(8)
    bar = Box(box.x, box.bottom - height, box.width, height)
    draw.fill_round(surface, bar, height / 2, theme.line)
    if not standing.games:
        return
    clip = surface.get_clip()
    left = bar.x
    counts = (standing.wins, standing.draws, standing.losses)
    inks: tuple[Colour, ...] = (theme.ai, theme.ctrl, theme.text)
    done = 0
    for count, ink in zip(counts, inks, strict=True):
        done += count
        right = bar.x + round(bar.width * done / standing.games)
        if right > left:
            surface.set_clip(clip.clip(pygame.Rect(left, bar.y, right - left, bar.height)))
            draw.fill_round(surface, bar, height / 2, ink)
            left = right + skin.px(1)
    surface.set_clip(clip)


def elo_words(standing: Standing) -> tuple[str, str]:
    """Return A's lead and its interval as they are written."""
    if not standing.games:
        return "", "known after the first game"
    if standing.elo is None:
        value = "all won" if standing.wins else "all lost"
    else:
        value = signed(standing.elo)
    low = "no lower bound" if standing.elo_low is None else signed(standing.elo_low)
    high = "no upper bound" if standing.elo_high is None else signed(standing.elo_high)
    if standing.elo_low is None and standing.elo_high is None:
        return value, "too few games to tell"
    if standing.elo_low is None:
        return value, f"95 %: below {high}"
    if standing.elo_high is None:
        return value, f"95 %: above {low}"
    return value, f"95 %: {low} to {high}"


@dataclass(frozen=True, slots=True)
class Elo(Section):
    """A's lead in Elo: the number, and its interval on a line with 0 in its middle.

    Attributes:
        standing: Where the match stands.
        slim: Whether the line goes without its numbers.
    """

    standing: Standing
    slim: bool = False

    def height(self, skin: Skin, width: int) -> int:
        del width
        return skin.px(SLIM_ELO_DP if self.slim else ELO_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        standing = self.standing
        value, interval = elo_words(standing)
        _write_heading(surface, skin, box, ("Elo", value, interval))
        known = [e for e in (standing.elo_low, standing.elo, standing.elo_high) if e is not None]
        farthest = max(map(abs, known), default=0)
        scale = next((s for s in _SCALES if s >= farthest), _SCALES[-1])
        axis = box.y + skin.px(34)
        surface.fill(skin.theme.line, (box.x, axis, box.width, skin.px(2)))
        ticks: tuple[tuple[float, str, Anchor], ...] = (
            (0.0, signed(-scale), "midleft"),
            (0.5, "0", "center"),
            (1.0, signed(scale), "midright"),
        )
        for share, text, anchor in ticks:
            x = box.x + round(share * (box.width - 1))
            tick = (x, axis - skin.px(4), skin.px(1), skin.px(10))
            surface.fill(skin.theme.ctrl, tick)
            if not self.slim:
                at = (x, axis + skin.px(16))
                skin.write(surface, text, at, TYPE.axis, skin.theme.text3, anchor=anchor)
        if standing.games:
            self._draw_interval(surface, skin, box, axis, scale)

    def _draw_interval(
        self, surface: pygame.Surface, skin: Skin, box: Box, axis: int, scale: int
    ) -> None:
        theme, standing = skin.theme, self.standing

        def place(elo: float | None, otherwise: float) -> int:
            shown = otherwise if elo is None else max(-scale, min(scale, elo))
            return box.x + round((shown + scale) / (2 * scale) * box.width)

        low, high = place(standing.elo_low, -scale), place(standing.elo_high, scale)
        reach = skin.px(6)
        whisker = Box(low, axis + skin.px(1) - reach // 2, max(1, high - low), reach)
        draw.fill_round(surface, whisker, reach / 2, mix(theme.panel, theme.ai, 0.45))
        ahead = scale if standing.wins else -scale
        x = place(standing.elo, ahead)
        draw.disc(surface, (x, axis + skin.px(1)), skin.unit.exact(5.5), theme.ai)


@dataclass(frozen=True, slots=True)
class Test(Section):
    """The sequential test: the log-likelihood ratio between its two bounds."""

    tall = 62

    plan: MatchPlan
    standing: Standing

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        sprt, standing = self.plan.sprt, self.standing
        if sprt is None:
            return
        ratio = standing.llr or 0.0
        words = {
            "": f"LLR {signed(ratio, 2)}",
            "H0": f"decided: {_elo(sprt.elo0)} Elo",
            "H1": f"decided: {_elo(sprt.elo1)} Elo",
        }[standing.verdict]
        about = f"{_elo(sprt.elo0)} against {_elo(sprt.elo1)} Elo"
        _write_heading(surface, skin, box, ("SPRT", words, about))
        height = skin.px(6)
        bar = Box(box.x, box.y + skin.px(32), box.width, height)
        draw.fill_round(surface, bar, height / 2, theme.line)
        share = (ratio - sprt.lower) / (sprt.upper - sprt.lower)
        zero = bar.x + round(-sprt.lower / (sprt.upper - sprt.lower) * bar.width)
        x = bar.x + round(max(0.0, min(1.0, share)) * bar.width)
        ink = theme.ai if ratio >= 0 else theme.text
        if x != zero:
            done = Box(min(x, zero), bar.y, abs(x - zero), height)
            draw.fill_round(surface, done, height / 2, ink)
        surface.fill(theme.ctrl, (zero, bar.y - skin.px(3), skin.px(1), height + skin.px(6)))
        below = bar.y + skin.px(17)
        left, right = f"H0 {signed(sprt.lower, 2)}", f"H1 {signed(sprt.upper, 2)}"
        skin.write(surface, left, (box.x, below), TYPE.axis, theme.text3)
        skin.write(surface, right, (box.right, below), TYPE.axis, theme.text3, anchor="midright")


def _write_heading(
    surface: pygame.Surface, skin: Skin, box: Box, words: tuple[str, str, str]
) -> None:
    """Write a title, its value, and at the right a note if there is room for it."""
    theme, y = skin.theme, box.y + skin.px(10)
    title, value, note = words
    wrote = skin.write(surface, title, (box.x, y), TYPE.body, theme.text2)
    at = (wrote.right + skin.px(8), y)
    wrote = skin.write(surface, value, at, TYPE.lead, theme.text, bold=True)
    if wrote.right + skin.px(10) + skin.width(note, TYPE.caption) <= box.right:
        skin.write(surface, note, (box.right, y), TYPE.caption, theme.text3, anchor="midright")


def _elo(value: float) -> str:
    return signed(value) if value else "0"
