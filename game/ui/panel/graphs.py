"""The graphs over a game: win share for two players, score and expectation for SameGame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import draw
from game.ui.format import MINUS, percent, thousands
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.overlay import LossClass
from game.ui.panel.base import Brush, Hit, Section
from game.ui.panel.history import PLY
from game.ui.theme import LOSS, RADIUS, STROKE, TYPE

GRAPH_DP: Final = 108
SCORE_DP: Final = 58
AXIS_DP: Final = 34
Curve = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Where the values of a graph lie: ply to x, value to y."""

    box: Box
    last_ply: int
    low: float
    high: float

    def x(self, ply: float) -> float:
        """Return the pixel column of a ply."""
        return self.box.x + ply / self.last_ply * self.box.width

    def y(self, value: float) -> float:
        """Return the pixel row of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.box.bottom - min(1.0, max(0.0, share)) * self.box.height

    def points(self, curve: Curve) -> list[tuple[float, float]]:
        """Return the pixels of a curve."""
        return [(self.x(ply), self.y(value)) for ply, value in curve]

    def hits(self, words: Sequence[str]) -> tuple[Hit, ...]:
        """Return a column for every ply, with the words of its tooltip."""
        half = self.box.width / self.last_ply / 2
        width, height = max(1, round(2 * half)), self.box.height
        return tuple(
            Hit(Box(round(self.x(ply) - half), self.box.y, width, height), PLY, ply, text)
            for ply, text in enumerate(words)
        )


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost much: after which ply, the value then, and its class."""

    ply: int
    value: float
    loss_class: LossClass


@dataclass(frozen=True, slots=True)
class WinGraph(Section):
    """The first player's share of a win over the game, as the AI saw it.

    Attributes:
        title: What it shows.
        curve: (ply, share 0 to 1) where the AI has looked.
        cursor: The ply of the shown position.
        length: Plies of the game.
        mistakes: The worst moves.
        dp: Height of the plot.
        bare: Whether title and move number are left to whoever shows it.
    """

    title: str
    curve: Curve
    cursor: int
    length: int
    mistakes: tuple[Mistake, ...] = ()
    dp: int = GRAPH_DP
    bare: bool = False

    def height(self, look: Look, width: int) -> int:
        """Title, plot and axis."""
        del width
        return look.px(26) + look.px(self.dp) + look.px(18)

    def hits(self, look: Look, box: Box) -> tuple[Hit, ...]:
        """Every ply."""
        known = dict(self.curve)
        words = [f"Move {ply}" for ply in range(self.length + 1)]
        for ply, share in known.items():
            words[ply] += f": {percent(share)}"
        return self._plot(look, box).hits(words)

    def _plot(self, look: Look, box: Box) -> Plot:
        top = look.px(10 if self.bare else 30)
        inner = Box(
            box.x + look.px(AXIS_DP),
            box.y + top,
            box.width - look.px(AXIS_DP) - look.px(10),
            box.height - top - look.px(20),
        )
        # A game that is over needs no room for more of it.
        last = max(1, self.length) if self.bare else max(10, _rounded_up(self.length, 5))
        return Plot(inner, last, 0.0, 1.0)

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw the title, the axes, the curve and the cursor."""
        look = brush.look
        theme = look.theme
        if not self.bare:
            y = box.y + look.px(9)
            brush.write(surface, self.title, (box.x, y), TYPE.caption, theme.text3)
            _write_cursor(surface, brush, box, self.cursor)
        plot = self._plot(look, box)
        draw.fill_round(surface, plot.box, look.px(RADIUS.row), theme.raised)
        for value, text in ((1.0, "100"), (0.5, "50"), (0.0, "0")):
            _write_level(surface, brush, box, plot, value, text)
        middle = plot.y(0.5)
        draw.dashed(
            surface,
            [(plot.box.x, middle), (plot.box.right, middle)],
            look.px(1),
            theme.ctrl,
            on=look.px(3),
            off=look.px(3),
        )
        _write_plies(surface, brush, plot, 5)
        points = plot.points(self.curve)
        if len(points) > 1:
            area = [*points, (points[-1][0], middle), (points[0][0], middle)]
            draw.polygon(surface, area, theme.ai, alpha=50)
            draw.polyline(surface, points, look.unit.exact(STROKE.graph), theme.ai)
        elif points:
            draw.disc(surface, points[0], look.unit.exact(3), theme.ai)
        _draw_cursor(surface, look, plot, self.cursor)
        known = dict(self.curve)
        if self.cursor in known:
            at = (plot.x(self.cursor), plot.y(known[self.cursor]))
            draw.disc(surface, at, look.unit.exact(4), theme.text)
        _draw_mistakes(surface, brush, plot, self.mistakes)


@dataclass(frozen=True, slots=True)
class ScoreGraph(Section):
    """The score of a SameGame game over its moves, and what the AI expected at each.

    Attributes:
        scores: (ply, score).
        expectation: (ply, projected final score) where the AI has looked.
        cursor: The ply of the shown position.
        length: Plies of the game.
        last_ply: How many plies the game is expected to have.
        mistakes: The worst moves; their values are expectations.
        bare: Whether the move number is left to whoever shows it.
        ended: Whether the game is over, so that nothing is expected beyond its last ply.
        dp: Least height of the plot.
    """

    scores: Curve
    expectation: Curve
    cursor: int
    length: int
    last_ply: int
    mistakes: tuple[Mistake, ...] = ()
    bare: bool = False
    ended: bool = False
    dp: int = SCORE_DP

    def height(self, look: Look, width: int) -> int:
        """Legend, plot and axis."""
        del width
        return look.px(20) + look.px(self.dp) + look.px(18)

    def hits(self, look: Look, box: Box) -> tuple[Hit, ...]:
        """Every ply."""
        words = [f"Move {ply}: {thousands(round(score))}" for ply, score in self.scores]
        for ply, value in self.expectation:
            words[ply] += f", expected {thousands(round(value))}"
        return self._plot(look, box).hits(words)

    @property
    def _levels(self) -> tuple[float, ...]:
        """The values with a line of their own: round ones around all that is shown, and 0."""
        values = [value for _, value in (*self.scores, *self.expectation, (0, 0.0), (0, 1.0))]
        low, high = min(values), max(values)
        step = _round_step((high - low) / 3)
        first, last = int(low // step), int(-(-high // step))
        return tuple(step * level for level in range(first, last + 1))

    def _plot(self, look: Look, box: Box) -> Plot:
        inner = Box(
            box.x + look.px(AXIS_DP),
            box.y + look.px(28),
            box.width - look.px(AXIS_DP) - look.px(46),
            box.height - look.px(28) - look.px(20),
        )
        expected = _rounded_up(max(20, self.length, self.last_ply), 20)
        last = max(1, self.length) if self.ended else expected
        return Plot(inner, last, self._levels[0], self._levels[-1])

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw the legend, the axes, both curves and the cursor."""
        look = brush.look
        theme = look.theme
        self._draw_legend(surface, brush, box)
        plot = self._plot(look, box)
        for value in self._levels:
            y = round(plot.y(value))
            draw.hairline(surface, (plot.box.x, y), plot.box.width, theme.line)
            text = f"{value / 1000:g}k" if abs(value) >= 1000 else f"{value:g}"
            text = text.replace("-", MINUS)
            _write_level(surface, brush, box, plot, value, text)
        _write_plies(surface, brush, plot, 20)
        _draw_cursor(surface, look, plot, self.cursor)
        self._draw_expectation(surface, brush, plot)
        scores = plot.points(self.scores)
        if len(scores) > 1:
            draw.polyline(surface, scores, look.unit.exact(STROKE.graph_you), theme.text)
        now = dict(self.scores).get(self.cursor)
        if now is not None:
            at = (plot.x(self.cursor), plot.y(now))
            draw.disc(surface, at, look.unit.exact(4), theme.text)
        _draw_mistakes(surface, brush, plot, self.mistakes)

    def _draw_expectation(self, surface: pygame.Surface, brush: Brush, plot: Plot) -> None:
        look, theme = brush.look, brush.look.theme
        points = plot.points(self.expectation)
        if not points:
            return
        if len(points) > 1:
            draw.polyline(surface, points, look.unit.exact(STROKE.graph), theme.ai)
        x, y = points[-1]
        width = look.unit.exact(STROKE.graph)
        if x < plot.box.right and not self.ended:
            dot = max(1.0, width)
            draw.dashed(
                surface, [(x, y), (plot.box.right, y)], width, theme.ai, on=dot, off=2.5 * dot
            )
        draw.disc(surface, (x, y), look.unit.exact(4), theme.ai)
        text = thousands(round(self.expectation[-1][1]))
        at = (plot.box.right + look.px(6), y)
        brush.write(surface, text, at, TYPE.caption, theme.ai, bold=True)

    def _draw_legend(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        look, theme = brush.look, brush.look.theme
        x, y = box.x, box.y + look.px(9)
        for text, ink in (("your score", theme.text), ("AI expectation", theme.ai)):
            draw.disc(surface, (x + look.px(4), y), look.unit.exact(4.5), ink)
            written = brush.write(surface, text, (x + look.px(14), y), TYPE.caption, theme.text3)
            x = written.right + look.px(14)
        if not self.bare:
            _write_cursor(surface, brush, box, self.cursor)


def _write_level(
    surface: pygame.Surface, brush: Brush, box: Box, plot: Plot, value: float, text: str
) -> None:
    at = (box.x + brush.look.px(AXIS_DP - 8), plot.y(value))
    brush.write(surface, text, at, TYPE.axis, brush.look.theme.text3, anchor="midright")


def _write_plies(surface: pygame.Surface, brush: Brush, plot: Plot, step: int) -> None:
    while plot.last_ply / step > 6:
        step *= 2
    y = plot.box.bottom + brush.look.px(12)
    for ply in range(0, plot.last_ply + 1, step):
        at = (plot.x(ply), y)
        brush.write(surface, str(ply), at, TYPE.axis, brush.look.theme.text3, anchor="center")


def _write_cursor(surface: pygame.Surface, brush: Brush, box: Box, cursor: int) -> None:
    at = (box.right, box.y + brush.look.px(9))
    ink = brush.look.theme.text3
    brush.write(surface, f"move {cursor}", at, TYPE.caption, ink, anchor="midright")


def _draw_mistakes(
    surface: pygame.Surface, brush: Brush, plot: Plot, mistakes: tuple[Mistake, ...]
) -> None:
    """Draw a dot with the letter of its class for each mistake, the worst on top."""
    look = brush.look
    for mistake in reversed(mistakes):
        style = LOSS[mistake.loss_class]
        at = (plot.x(mistake.ply), plot.y(mistake.value))
        draw.disc(surface, at, look.unit.exact(10.5), look.theme.raised)
        draw.disc(surface, at, look.unit.exact(8.5), style.fill)
        centre = (round(at[0]), round(at[1]))
        brush.write(
            surface,
            mistake.loss_class,
            centre,
            TYPE.axis,
            style.letter,
            bold=True,
            anchor="center",
        )


def _draw_cursor(surface: pygame.Surface, look: Look, plot: Plot, cursor: int) -> None:
    x = round(plot.x(cursor))
    surface.fill(look.theme.ctrl, (x, plot.box.y, look.px(1), plot.box.height))


def _rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


def _round_step(least: float) -> float:
    """Return the next of 1, 2, 5 times a power of ten, at least `least`."""
    power = 1.0
    while power * 10 <= least:
        power *= 10
    return next((power * digit for digit in (1, 2, 5) if power * digit >= least), power * 10)
