"""A match in pictures: curves, the bar of results, the Elo interval, the running test.

A is mint and solid, B bone and dashed, everywhere.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from ai.match.events import SIDES, MatchPlan, Standing
from ai.phrases import N_
from game.ui import draw
from game.ui.boards.paths import Point
from game.ui.elements import Element, Role
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, Inset, Row, on_ground
from game.ui.panel.graphs import SHARES, Curve, Plot, rounded_up
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.text import Anchor
from game.ui.theme import STROKE, TYPE, Colour, Theme, mix
from game.words import arena, play
from game.words.numbers import percent, signed, thousands
from game.words.say import listed, said, say, say_count

MARK_DP: Final = 21


def side_ink(theme: Theme, side: int) -> Colour:
    return theme.ai if side == 0 else theme.text


def draw_curve(surface: pygame.Surface, skin: Skin, points: list[Point], side: int) -> None:
    if len(points) < 2:
        return
    width, ink = skin.unit.exact(STROKE.graph_you), side_ink(skin.theme, side)
    if side == 0:
        draw.polyline(surface, points, width, ink)
    else:
        draw.dashed(surface, points, width, ink, on=skin.px(5), off=skin.px(4))


def side_mark(skin: Skin, side: int) -> Section:
    """Return a short piece of a side's line, as a legend."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        y = box.centre[1]
        draw_curve(surface, skin, [(box.x, y), (box.x + skin.px(MARK_DP), y)], side)

    return Painted(0, paint, skin.px(MARK_DP))


def fitting_names(skin: Skin, names: tuple[str, str], dp: float, room: int) -> tuple[str, str]:
    """Return what the sides are called where each has so many pixels.

    That is their names, or what sets them apart, or their letters.
    """
    words = tuple(said(name).split() for name in names)
    pairs = zip(*words, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(map(len, words)))
    for first, second in (names, (" ".join(words[0][same:]), " ".join(words[1][same:]))):
        if first and second and max(skin.width(first, dp), skin.width(second, dp)) <= room:
            return first, second
    return SIDES


_AXIS_DP: Final = 36
_HEAD_DP: Final = 30
_FOOT_DP: Final = 18
_LOW_DP: Final = 100


@dataclass(frozen=True, slots=True)
class SideGraph:
    """What each side's line shows.

    Attributes:
        curves: A's and B's (ply, value).
        plies: How many plies the axis has at least.
        players: 2 for shares of a win, shown as per cent over moves of two plies; 1 for scores.
    """

    title: str
    note: str
    curves: tuple[Curve, Curve]
    plies: int
    players: int = 1

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw title, axes and curves; in a low box the curves alone."""
        plot = self._plot(skin, box)
        if not self._is_low(skin, box):
            self._draw_axes(surface, skin, box, plot)
        elif self.players == 2:
            middle = round(plot.y(0.5))
            draw.hairline(surface, (plot.box.x, middle), plot.box.width, skin.theme.line)
        for side in (1, 0):
            points = plot.points(self.curves[side])
            draw_curve(surface, skin, points, side)
            if points:
                draw.disc(surface, points[-1], skin.unit.exact(4), side_ink(skin.theme, side))

    def describe(self, box: Box) -> Element:
        """Return what it shows, and the latest value of each side."""
        last = [curve[-1][1] for curve in self.curves if curve]
        values = [percent(each) if self.players == 2 else thousands(round(each)) for each in last]
        points = max(map(len, self.curves))
        name = say_count(points, *play.POINTS, title=listed((self.title, self.note)))
        return Element(Role.IMAGE, "graph", name, box, listed(values))

    def _draw_axes(self, surface: pygame.Surface, skin: Skin, box: Box, plot: Plot) -> None:
        theme = skin.theme
        y = box.y + skin.px(8)
        skin.write(surface, self.title, (box.x, y), TYPE.caption, theme.text3)
        title = skin.width(self.title, TYPE.caption)
        if skin.width(self.note, TYPE.caption) + title + skin.px(20) < box.width:
            at = (box.right, y)
            skin.write(surface, self.note, at, TYPE.caption, theme.text3, anchor="midright")
        plot.draw_levels(surface, skin, self._levels(plot))
        plot.write_moves(surface, skin, 5, players=self.players)

    def _is_low(self, skin: Skin, box: Box) -> bool:
        return box.height < skin.px(_LOW_DP)

    @property
    def _top(self) -> float:
        if self.players == 2:
            return 1.0
        most = max((value for curve in self.curves for _, value in curve), default=0.0)
        steps = (100, 200, 400, 600, 1000, 2000, 3000, 4000, 6000, 8000, 12000)
        return float(next((step for step in steps if step >= most), most))

    def _levels(self, plot: Plot) -> tuple[tuple[float, str], ...]:
        if self.players == 2:
            return SHARES
        middle = plot.high / 2
        return ((plot.high, f"{plot.high:g}"), (middle, f"{middle:g}"), (0.0, "0"))

    def _plot(self, skin: Skin, box: Box) -> Plot:
        low = self._is_low(skin, box)
        left = skin.px(4 if low else _AXIS_DP)
        top = skin.px(6 if low else _HEAD_DP)
        height = max(1, box.height - top - skin.px(6 if low else _FOOT_DP))
        inner = Box(box.x + left, box.y + top, box.width - left - skin.px(8), height)
        last = max([self.plies, *(curve[-1][0] for curve in self.curves if curve)])
        return Plot(inner, rounded_up(max(10, last), 10), 0.0, self._top)


_INSET_DP: Final = 16
_GAP_DP: Final = 6
_SCALES: Final = (100, 200, 400, 800)


@dataclass(frozen=True, slots=True)
class ScoreCard(Composed):
    """The wins of both sides, and a bar of wins, draws and losses.

    Attributes:
        slim: Whether names and means are left out.
    """

    standing: Standing
    names: tuple[str, str]
    slim: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        standing, room = self.standing, width - 2 * skin.px(_INSET_DP)
        counts = arena.results(standing.draws, standing.failed, sum(standing.forfeits))
        if standing.games and not standing.draws:
            counts.insert(0, N_("wins", "between two numbers of them"))
        won = (standing.wins, standing.losses)
        wins = [
            Phrase(thousands(count), 26, side_ink(skin.theme, side), bold=True, tall=32)
            for side, count in enumerate(won)
        ]
        free = room - 2 * max(each.width(skin) for each in wins) - skin.px(2 * _GAP_DP)
        while counts and skin.width(listed(counts), TYPE.caption) > free:
            counts.pop()
        middle = Painted(0, partial(_write_middle, words=listed(counts)), spoken=listed(counts))
        numbers = Inset(_apart(*wins), behind=middle)
        results = Painted(skin.px(8), partial(_draw_results, standing=standing))
        if self.slim:
            return on_ground(Column(numbers, results, 6), _INSET_DP, 6)
        names = fitting_names(skin, self.names, TYPE.caption, round(room * 0.46))
        shares = [percent(each / standing.games) if standing.games else "" for each in won]
        if standing.means is not None:
            shares = [say(arena.MEAN, score=round(each)) for each in standing.means]
        above = _apart(*(quiet(name, tall=12) for name in names))
        below = _apart(*(quiet(share, ink="second", tall=12) for share in shares))
        return on_ground(Column(above, 2, numbers, 2, below, 20, results), _INSET_DP, 12)


def _apart(left: Section, right: Section) -> Row:
    return Row(left, SPRING, right)


def _write_middle(surface: pygame.Surface, skin: Skin, box: Box, words: str) -> None:
    skin.write(surface, words, box.centre, TYPE.caption, skin.theme.text3, anchor="center")


def _draw_results(surface: pygame.Surface, skin: Skin, bar: Box, standing: Standing) -> None:
    theme, height = skin.theme, bar.height
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
        return "", arena.NO_GAME_YET
    if standing.elo is None:
        value = arena.ONE_SIDED[bool(standing.wins)]
    else:
        value = signed(standing.elo)
    low = arena.NO_LOWER if standing.elo_low is None else signed(standing.elo_low)
    high = arena.NO_UPPER if standing.elo_high is None else signed(standing.elo_high)
    if standing.elo_low is None and standing.elo_high is None:
        return value, arena.TOO_FEW
    if standing.elo_low is None:
        return value, say(arena.BELOW, high=high)
    if standing.elo_high is None:
        return value, say(arena.ABOVE, low=low)
    return value, say(arena.BETWEEN, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Elo(Composed):
    """A's lead in Elo: the number, and its interval on a line with 0 in its middle.

    Attributes:
        slim: Whether the line goes without its numbers.
    """

    standing: Standing
    slim: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        del width
        title = N_("Elo") if skin.details else N_("Strength")
        tall = skin.px(24 if self.slim else 42)
        axis = Painted(tall, self._draw_axis, spoken=title, role=Role.IMAGE)
        return Column(_heading(title, *elo_words(self.standing)), axis)

    def _draw_axis(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        standing = self.standing
        ends = [e for e in (standing.elo_low, standing.elo, standing.elo_high) if e is not None]
        farthest = max(map(abs, ends), default=0)
        scale = next((s for s in _SCALES if s >= farthest), _SCALES[-1])
        axis = box.y + skin.px(14)
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
class Test(Composed):
    """The sequential test: the log-likelihood ratio between its two bounds."""

    plan: MatchPlan
    standing: Standing

    def content(self, skin: Skin, width: int) -> Section:
        del width
        sprt = self.plan.sprt
        assert sprt is not None  # or nothing is tested
        details = skin.details
        title, ratio = (
            N_("SPRT") if details else N_("Early end"),
            signed(self.standing.llr or 0.0, 2),
        )
        bounds = [_elo(sprt.elo0), _elo(sprt.elo1)]
        about = say(arena.TESTED[details], low=bounds[0], high=bounds[1])
        verdict = say(arena.RATIO, ratio=ratio) if details else N_("undecided")
        if self.standing.verdict:
            elo = bounds[self.standing.verdict == "H1"]
            verdict = say(arena.DECIDED[details], elo=elo)
        if details:
            bounds = [f"H0 {signed(sprt.lower, 2)}", f"H1 {signed(sprt.upper, 2)}"]
        left, right = (Phrase(each, TYPE.axis, "caption", tall=22) for each in bounds)
        limits = sprt.lower, sprt.upper
        bar = Painted(skin.px(6), partial(self._draw_bar, limits=limits))
        return Column(_heading(title, verdict, about), 12, bar, _apart(left, right), 2)

    def _draw_bar(
        self, surface: pygame.Surface, skin: Skin, bar: Box, limits: tuple[float, float]
    ) -> None:
        theme, (lower, upper) = skin.theme, limits
        ratio, height = self.standing.llr or 0.0, bar.height
        draw.fill_round(surface, bar, height / 2, theme.line)
        share = (ratio - lower) / (upper - lower)
        zero = bar.x + round(-lower / (upper - lower) * bar.width)
        x = bar.x + round(max(0.0, min(1.0, share)) * bar.width)
        ink = theme.ai if ratio >= 0 else theme.text
        if x != zero:
            done = Box(min(x, zero), bar.y, abs(x - zero), height)
            draw.fill_round(surface, done, height / 2, ink)
        surface.fill(theme.ctrl, (zero, bar.y - skin.px(3), skin.px(1), height + skin.px(6)))


def _heading(title: str, value: str, note: str) -> Section:
    """Return a title, its value, and at the right a note if there is room for it."""
    words = Phrase(title, ink="second", tall=20), 8, Phrase(value, TYPE.lead, bold=True, tall=20)
    return Row(*words, SPRING, Row(10, quiet(note, tall=20), optional=True))


def _elo(value: float) -> str:
    return signed(value) if value else "0"
