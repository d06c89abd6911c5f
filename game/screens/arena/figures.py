"""The result of a match in pictures: the bar of results, the Elo interval, the running test."""

from dataclasses import dataclass
from typing import Final

import pygame

from ai.match.events import MatchPlan, Standing
from game.screens.arena.sides import side_ink
from game.ui import draw
from game.ui.format import signed, thousands
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import RADIUS, TYPE, Colour, mix
from game.ui.widgets import draw_border

CARD_DP: Final = 112
ELO_DP: Final = 62
TEST_DP: Final = 62
_SCALES: Final = (100, 200, 400, 800)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the figures show.

    Attributes:
        plan: The match.
        standing: Where it stands.
        names: What the sides are called.
    """

    plan: MatchPlan
    standing: Standing
    names: tuple[str, str]


def draw_card(surface: pygame.Surface, look: Look, box: Box, figures: Figures) -> None:
    """Draw the wins of both sides and a bar of wins, draws and losses."""
    theme, standing = look.theme, figures.standing
    radius = look.px(RADIUS.inset)
    draw.fill_round(surface, box, radius, theme.raised)
    draw_border(surface, look, box, radius)
    inner = box.inset(look.px(16), look.px(12))
    middle = f"{standing.draws} drawn" if standing.draws else ("wins" if standing.games else "")
    if figures.standing.failed:
        middle += f", {standing.failed} failed"
    for side, wins in enumerate((standing.wins, standing.losses)):
        _draw_wins(surface, look, inner, figures, side, wins)
    at = (inner.centre[0], inner.y + look.px(29))
    _write(surface, look, middle, at, TYPE.caption, theme.text3, anchor="center")
    _draw_results(surface, look, inner, standing)


def _draw_wins(
    surface: pygame.Surface, look: Look, box: Box, figures: Figures, side: int, wins: int
) -> None:
    theme, means = look.theme, figures.standing.means
    x, anchor = (box.x, "midleft") if side == 0 else (box.right, "midright")
    name = look.fonts.fit(figures.names[side], look.text(TYPE.caption), round(box.width * 0.46))
    _write(surface, look, name, (x, box.y + look.px(6)), TYPE.caption, theme.text3, anchor=anchor)
    ink = side_ink(theme, side)
    at = (x, box.y + look.px(30))
    _write(surface, look, thousands(wins), at, 26, ink, bold=True, anchor=anchor)
    mean = "" if means is None else f"mean {thousands(round(means[side]))}"
    share = (figures.standing.wins, figures.standing.losses)[side] / max(1, figures.standing.games)
    text = mean or (f"{100 * share:.0f} %" if figures.standing.games else "")
    at = (x, box.y + look.px(54))
    _write(surface, look, text, at, TYPE.caption, theme.text2, anchor=anchor)


def _draw_results(surface: pygame.Surface, look: Look, box: Box, standing: Standing) -> None:
    """Draw the share of wins, draws and losses as one bar."""
    theme = look.theme
    height = look.px(8)
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
            left = right + look.px(1)
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


def draw_elo(surface: pygame.Surface, look: Look, box: Box, standing: Standing) -> None:
    """Draw A's lead in Elo: the number, and its interval on a line with 0 in its middle."""
    theme = look.theme
    value, interval = elo_words(standing)
    y = box.y + look.px(10)
    wrote = _write(surface, look, "Elo", (box.x, y), TYPE.body, theme.text2)
    at = (wrote.right + look.px(8), y)
    _write(surface, look, value, at, TYPE.title, theme.text, bold=True)
    _write(surface, look, interval, (box.right, y), TYPE.caption, theme.text3, anchor="midright")
    known = [abs(e) for e in (standing.elo_low, standing.elo, standing.elo_high) if e is not None]
    scale = next((s for s in _SCALES if s >= max(known, default=0)), _SCALES[-1])
    axis = box.y + look.px(34)
    surface.fill(theme.line, (box.x, axis, box.width, look.px(2)))
    for share, text in ((0.0, signed(-scale)), (0.5, "0"), (1.0, signed(scale))):
        x = box.x + round(share * (box.width - 1))
        surface.fill(theme.ctrl, (x, axis - look.px(4), look.px(1), look.px(10)))
        anchors = {0.0: "midleft", 0.5: "center", 1.0: "midright"}
        at = (x, axis + look.px(16))
        _write(surface, look, text, at, TYPE.axis, theme.text3, anchor=anchors[share])
    if not standing.games:
        return

    def place(elo: float | None, otherwise: float) -> int:
        shown = otherwise if elo is None else max(-scale, min(scale, elo))
        return box.x + round((shown + scale) / (2 * scale) * box.width)

    low, high = place(standing.elo_low, -scale), place(standing.elo_high, scale)
    reach = look.px(6)
    whisker = Box(low, axis + look.px(1) - reach // 2, max(1, high - low), reach)
    draw.fill_round(surface, whisker, reach / 2, mix(theme.panel, theme.ai, 0.45))
    ahead = scale if standing.wins else -scale
    x = place(standing.elo, ahead)
    draw.disc(surface, (x, axis + look.px(1)), look.unit.exact(5.5), theme.ai)


def draw_test(surface: pygame.Surface, look: Look, box: Box, figures: Figures) -> None:
    """Draw the sequential test: the log-likelihood ratio between its two bounds."""
    theme, sprt, standing = look.theme, figures.plan.sprt, figures.standing
    if sprt is None:
        return
    ratio = standing.llr or 0.0
    y = box.y + look.px(10)
    wrote = _write(surface, look, "SPRT", (box.x, y), TYPE.body, theme.text2)
    words = {
        "": f"LLR {signed(ratio, 2)}",
        "H0": f"decided: {_elo(sprt.elo0)} Elo",
        "H1": f"decided: {_elo(sprt.elo1)} Elo",
    }[standing.verdict]
    at = (wrote.right + look.px(8), y)
    _write(surface, look, words, at, TYPE.body, theme.text, bold=True)
    about = f"{_elo(sprt.elo0)} against {_elo(sprt.elo1)} Elo"
    _write(surface, look, about, (box.right, y), TYPE.caption, theme.text3, anchor="midright")
    height = look.px(6)
    bar = Box(box.x, box.y + look.px(32), box.width, height)
    draw.fill_round(surface, bar, height / 2, theme.line)
    share = (ratio - sprt.lower) / (sprt.upper - sprt.lower)
    zero = bar.x + round(-sprt.lower / (sprt.upper - sprt.lower) * bar.width)
    x = bar.x + round(max(0.0, min(1.0, share)) * bar.width)
    ink = theme.ai if ratio >= 0 else theme.text
    if x != zero:
        draw.fill_round(surface, Box(min(x, zero), bar.y, abs(x - zero), height), height / 2, ink)
    surface.fill(theme.ctrl, (zero, bar.y - look.px(3), look.px(1), height + look.px(6)))
    below = bar.y + look.px(17)
    left, right = f"H0 {signed(sprt.lower, 2)}", f"H1 {signed(sprt.upper, 2)}"
    _write(surface, look, left, (box.x, below), TYPE.axis, theme.text3)
    _write(surface, look, right, (box.right, below), TYPE.axis, theme.text3, anchor="midright")


def _elo(value: float) -> str:
    return signed(value) if value else "0"


def _write(
    surface: pygame.Surface,
    look: Look,
    text: str,
    at: tuple[float, float],
    dp: float,
    ink: Colour,
    *,
    bold: bool = False,
    anchor: str = "midleft",
) -> Box:
    return look.fonts.draw(
        surface,
        text,
        at,
        look.text(dp),
        ink,
        bold=bold,
        tabular=True,
        anchor=anchor,  # type: ignore[arg-type]
    )
