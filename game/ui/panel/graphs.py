"""The graphs over a game: win share for two players, score and expectation for SameGame."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log
from typing import ClassVar, Final, Self

import pygame

from ai.phrases import N_
from game.ui import draw
from game.ui.elements import Element, Role, Said, run_together
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.panel.base import BULB, SIGN_DP, Hit, Section, draw_sign
from game.ui.panel.history import PLY
from game.ui.skin import Skin
from game.ui.theme import LOSS, RADIUS, STROKE, TYPE, Colour
from game.words import play
from game.words.numbers import MINUS, percent, shortest, thousands
from game.words.say import listed, say, say_count

SPARK_DP: Final = 34
"""Height of the curves alone, in one low row."""
AXIS_DP: Final = 34
_TOLD: Final = 3
"""The latest points that are told in words."""
SHARES: Final = ((1.0, "100"), (0.5, "50"), (0.0, "0"))
"""The levels of shares of a win, in per cent."""
Curve = tuple[tuple[int, float], ...]


def stretches(curve: Curve) -> tuple[Curve, ...]:
    """Return the parts of a curve in which each ply follows the one before."""
    parts: list[list[tuple[int, float]]] = []
    for point in curve:
        if parts and parts[-1][-1][0] == point[0] - 1:
            parts[-1].append(point)
        else:
            parts.append([point])
    return tuple(map(tuple, parts))


def spark_box(skin: Skin, box: Box) -> Box:
    """Return the plot of a sparkline: dots at its ends stay on its ground."""
    return box.inset(skin.px(8), skin.px(7))


def rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


@dataclass(frozen=True, slots=True)
class Plot:
    """Where the values of a graph lie.

    Attributes:
        last: What lies at its right edge: a ply, or a count.
        high: The value at its upper edge.
        first: What lies at its left edge.
    """

    box: Box
    last: int
    low: float = 0.0
    high: float = 1.0
    first: int = 0
    is_log: bool = False

    def x(self, ply: float) -> float:
        """Return the pixel column of a ply, or of a count."""
        if self.is_log:
            share = log(ply / self.first) / log(self.last / self.first)
        else:
            share = (ply - self.first) / (self.last - self.first)
        return self.box.x + share * self.box.width

    def y(self, value: float) -> float:
        """Return the pixel row of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.box.bottom - min(1.0, max(0.0, share)) * self.box.height

    def points(self, curve: Curve) -> list[tuple[float, float]]:
        """Return the pixels of a curve."""
        return [(self.x(ply), self.y(value)) for ply, value in curve]

    def draw_levels(
        self,
        surface: pygame.Surface,
        skin: Skin,
        levels: Iterable[tuple[float, str]],
        *,
        lines: bool = True,
    ) -> None:
        """Write values at the left, each with a line across the plot, if wanted."""
        for value, text in levels:
            y = round(self.y(value))
            if lines:
                draw.hairline(surface, (self.box.x, y), self.box.width, skin.theme.line)
            at = (self.box.x - skin.px(8), y)
            skin.write(surface, text, at, TYPE.axis, skin.theme.text3, anchor="midright")

    def write_moves(
        self, surface: pygame.Surface, skin: Skin, step: int, *, players: int = 1
    ) -> None:
        """Number the moves below; in a game for two each has two plies."""
        last = self.last // players
        while 1 < step > last:
            step = max(1, step // 4)  # a short game has more than the number 0
        while last / step > 6:
            step *= 2
        numbers = range(0, last + 1, step)
        self.write_below(surface, skin, ((players * each, str(each)) for each in numbers))

    def write_below(
        self, surface: pygame.Surface, skin: Skin, marks: Iterable[tuple[int, str]]
    ) -> None:
        for at, text in marks:
            place = (self.x(at), self.box.bottom + skin.px(12))
            skin.write(surface, text, place, TYPE.axis, skin.theme.text3, anchor="center")

    def draw_curve(
        self, surface: pygame.Surface, skin: Skin, curve: Curve, ink: Colour, width: float
    ) -> None:
        """Draw a curve; where plies between two known ones are not known, dashed and grey."""
        parts = stretches(curve)
        for part, following in pairwise(parts):
            on, off = skin.unit.exact(2), skin.unit.exact(4)
            gap = self.points((part[-1], following[0]))
            draw.dashed(surface, gap, skin.unit.exact(1.5), skin.theme.text3, on=on, off=off)
        for part in parts:
            points = self.points(part)
            if len(points) > 1:
                draw.polyline(surface, points, width, ink)
            else:
                draw.disc(surface, points[0], 1.2 * width, ink)

    def draw_cursor(self, surface: pygame.Surface, skin: Skin, ply: int) -> None:
        """Draw the line through the shown position."""
        x = round(self.x(min(ply, self.last)))
        surface.fill(skin.theme.ctrl, (x, self.box.y, skin.px(1), self.box.height))

    def hits(self, words: Sequence[str]) -> tuple[Hit, ...]:
        half = self.box.width / self.last / 2
        width, height = max(1, round(2 * half)), self.box.height
        return tuple(
            Hit(Box(round(self.x(ply) - half), self.box.y, width, height), PLY, ply, text)
            for ply, text in enumerate(words)
        )


Notes = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost much: after which ply, the value then, and its class."""

    ply: int
    value: float
    loss_class: LossClass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameGraph(Section):
    """Values over the positions of a game, with a cursor at the shown one.

    Attributes:
        names: The names of the positions, the start first.
        cursor: The ply of the shown position.
        bare: Whether title and move number are left to whoever shows it.
        advised: (ply, words) of the moves that the AI had advised.
        others: The curves of the game's other branches, which are thin.
        spark: Whether there is the curve alone, in one low row.
    """

    heights: ClassVar[tuple[int, int, int]]
    """What stands above the plot, and the plot, usual and low, in dp."""

    names: tuple[str, ...]
    cursor: int
    mistakes: tuple[Mistake, ...] = ()
    bare: bool = False
    advised: Notes = ()
    others: tuple[Curve, ...] = ()
    low: bool = False
    spark: bool = False

    @property
    def smaller(self) -> tuple[Self, ...]:
        """What it becomes where a panel is too low: lower, then a sparkline."""
        return replace(self, low=True), replace(self, spark=True)

    def height(self, skin: Skin, width: int) -> int:
        del width
        if self.spark:
            return skin.px(SPARK_DP)
        above, usual, low = self.heights
        return skin.px(above) + skin.px(low if self.low else usual) + skin.px(18)

    @abstractmethod
    def _words(self) -> list[str]:
        """Return what is said of each ply."""

    @abstractmethod
    def plot(self, skin: Skin, box: Box) -> Plot:
        """Return where the values lie in a box."""

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        words = self._words()
        for ply, note in self.advised:
            words[ply] = say(play.NOTED, words=words[ply], note=note)
        return self.plot(skin, box).hits(words)

    @property
    @abstractmethod
    def known(self) -> tuple[str, Curve]:
        """What it shows, in a few words, and what it has points for."""

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        """Yield what it shows, with what the latest points say."""
        del skin
        words, (title, known) = self._words(), self.known
        name = say_count(len(known), *play.POINTS, title=title)
        value = run_together(words[ply] for ply, _ in known[-_TOLD:])
        yield Said(Element(Role.IMAGE, "graph", name, box, value))

    @staticmethod
    def _room(skin: Skin, box: Box, top: int, right: int) -> Box:
        """Return the room inside the axes, with so many dp above it and at its right."""
        left, above = skin.px(AXIS_DP), skin.px(top)
        width, height = box.width - left - skin.px(right), box.height - above - skin.px(20)
        return Box(box.x + left, box.y + above, width, height)

    def _draw_others(self, surface: pygame.Surface, skin: Skin, plot: Plot) -> None:
        """Draw the other branches, as far as the plot goes."""
        for curve in self.others:
            points = plot.points(tuple(each for each in curve if each[0] <= plot.last))
            if len(points) > 1:
                width = skin.unit.exact(STROKE.hairline)
                draw.polyline(surface, points, width, skin.theme.text3)

    def _draw_signs(
        self, surface: pygame.Surface, skin: Skin, plot: Plot, curve: Curve, shown: Curve
    ) -> None:
        """Draw a bulb over each advised move, a dot at the shown one, and the mistakes' letters.

        The dot is on the curve `shown`; of the mistakes the worst is on top.
        """
        side, values, now = skin.px(SIGN_DP), dict(curve), dict(shown).get(self.cursor)
        for ply, _ in self.advised:
            if ply in values:
                top = plot.y(values[ply]) - skin.px(12)
                y = top if top > plot.box.y + side // 2 else top + skin.px(24)
                draw_sign(surface, skin, BULB, (plot.x(ply), y))
        if now is not None:
            at = (plot.x(self.cursor), plot.y(now))
            draw.disc(surface, at, skin.unit.exact(4), skin.theme.text)
        for mistake in reversed(self.mistakes):
            style = LOSS[mistake.loss_class]
            at = (plot.x(mistake.ply), plot.y(mistake.value))
            draw.disc(surface, at, skin.unit.exact(10.5), skin.theme.raised)
            draw.disc(surface, at, skin.unit.exact(8.5), style.fill)
            centre = (round(at[0]), round(at[1]))
            letter = mistake.loss_class if skin.details else ""
            skin.write(surface, letter, centre, TYPE.axis, style.letter, bold=True, anchor="center")


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGraph(GameGraph):
    """A player's share of a win over a game for two, as the AI saw it.

    Attributes:
        curve: (ply, share 0 to 1) where the AI has looked.
    """

    heights = (26, 108, 76)

    title: str
    curve: Curve

    @property
    def known(self) -> tuple[str, Curve]:
        return self.title, self.curve

    def _words(self) -> list[str]:
        words = list(self.names)
        for ply, share in self.curve:
            words[ply] = say(play.AT_SHARE, name=words[ply], share=percent(share))
        return words

    def plot(self, skin: Skin, box: Box) -> Plot:
        inner = self._room(skin, box, 10 if self.bare else 30, 10)
        # A game that is over needs no room for more of it.
        length = len(self.names) - 1
        last = max(1, length) if self.bare else max(10, rounded_up(length, 10))
        return Plot(spark_box(skin, box) if self.spark else inner, last)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        plot = self.plot(skin, box)
        ground = box if self.spark else plot.box
        draw.fill_round(surface, ground, skin.px(RADIUS.row), theme.raised)
        if not self.spark:
            self._write_labels(surface, skin, box, plot)
        middle = plot.y(0.5)
        level, dash = [(plot.box.x, middle), (plot.box.right, middle)], skin.px(3)
        draw.dashed(surface, level, skin.px(1), theme.ctrl, on=dash, off=dash)
        for part in stretches(self.curve):
            points = plot.points(part)
            if len(points) > 1:
                area = [*points, (points[-1][0], middle), (points[0][0], middle)]
                draw.polygon(surface, area, theme.ai, alpha=50)
        self._draw_others(surface, skin, plot)
        plot.draw_curve(surface, skin, self.curve, theme.ai, skin.unit.exact(STROKE.graph))
        plot.draw_cursor(surface, skin, self.cursor)
        self._draw_signs(surface, skin, plot, self.curve, self.curve)

    def _write_labels(self, surface: pygame.Surface, skin: Skin, box: Box, plot: Plot) -> None:
        """Write the title and the cursor's move above the plot, the axes beside and below it."""
        if not self.bare:
            name = _write_cursor(surface, skin, box, self.names[self.cursor])
            room = name.x - skin.px(8) - box.x
            is_whole = skin.width(self.title, TYPE.caption) <= room
            title = self.title if is_whole else self.title.partition(",")[0]
            at = (box.x, box.y + skin.px(9))
            skin.write(surface, title, at, TYPE.caption, skin.theme.text3)
        plot.draw_levels(surface, skin, SHARES, lines=False)
        plot.write_moves(surface, skin, 5, players=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGraph(GameGraph):
    """The score of a SameGame game over its moves, and what the AI expected at each.

    The values of its mistakes are expectations.

    Attributes:
        expectation: (ply, projected final score) where the AI has looked; not of a finished
            game's end, whose score is the player's own.
        last_ply: How many plies the game is expected to have.
        ended: Whether the game is over, so that nothing is expected beyond its last ply.
        ghost: (ply, score) of the player's own best game on the board; empty for none.
    """

    heights = (20, 58, 42)

    scores: Curve
    expectation: Curve
    last_ply: int
    ended: bool = False
    whose: str = N_("your score")
    ghost: Curve = ()

    @property
    def shown(self) -> list[tuple[str, Curve]]:
        """What its curves are."""
        shown = [(self.whose, self.scores), (N_("AI expectation"), self.expectation)]
        return [*shown, (N_("your best", "game"), self.ghost)] if self.ghost else shown

    @property
    def known(self) -> tuple[str, Curve]:
        return listed(name for name, _ in self.shown), self.scores

    def _words(self) -> list[str]:
        by_ply, best, words = dict(self.expectation), dict(self.ghost), []
        for ply, (name, (_, score)) in enumerate(zip(self.names, self.scores, strict=True)):
            expected, other = round(by_ply.get(ply, 0)), round(best.get(ply, 0))
            text = play.AT_SCORE[ply in by_ply, ply in best]
            words.append(say(text, name=name, score=round(score), expected=expected, best=other))
        return words

    @property
    def _levels(self) -> tuple[float, ...]:
        """The values with a line of their own: round ones around all that is shown, and 0."""
        curves = (*self.scores, *self.expectation, *self.ghost)
        values = [0.0, 1.0, *(value for _, value in curves)]
        low, high = min(values), max(values)
        step = _round_step((high - low) / 3)
        first, last = int(low // step), int(-(-high // step))
        return tuple(step * level for level in range(first, last + 1))

    def plot(self, skin: Skin, box: Box) -> Plot:
        inner = self._room(skin, box, 28, 10 if self.ended else 46)
        length = len(self.names) - 1
        ghost = len(self.ghost) - 1
        expected = rounded_up(max(20, length, self.last_ply, ghost), 20)
        last = max(1, length, ghost) if self.ended else expected
        plot = spark_box(skin, box) if self.spark else inner
        return Plot(plot, last, self._levels[0], self._levels[-1])

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        plot = self.plot(skin, box)
        if self.spark:
            draw.fill_round(surface, box, skin.px(RADIUS.row), theme.raised)
        else:
            self._draw_legend(surface, skin, box)
            levels = self._levels
            plot.draw_levels(surface, skin, zip(levels, map(_level_text, levels), strict=True))
            plot.write_moves(surface, skin, 20)
        plot.draw_cursor(surface, skin, self.cursor)
        self._draw_others(surface, skin, plot)
        self._draw_ghost(surface, skin, plot)
        self._draw_expectation(surface, skin, plot)
        scores = plot.points(self.scores)
        if len(scores) > 1:
            draw.polyline(surface, scores, skin.unit.exact(STROKE.graph_you), theme.text)
        self._draw_signs(surface, skin, plot, self.expectation, self.scores)

    def _draw_ghost(self, surface: pygame.Surface, skin: Skin, plot: Plot) -> None:
        if len(self.ghost) > 1:
            width, dash = skin.unit.exact(STROKE.graph), skin.unit.exact(4)
            ink = skin.theme.accent
            draw.dashed(surface, plot.points(self.ghost), width, ink, on=dash, off=dash)

    def _draw_expectation(self, surface: pygame.Surface, skin: Skin, plot: Plot) -> None:
        theme = skin.theme
        if not self.expectation:
            return
        width = skin.unit.exact(STROKE.graph)
        plot.draw_curve(surface, skin, self.expectation, theme.ai, width)
        ply, value = self.expectation[-1]
        x, y = plot.x(ply), plot.y(value)
        draw.disc(surface, (x, y), skin.unit.exact(4), theme.ai)
        if self.ended:
            return
        if x < plot.box.right:
            # What is expected of the latest position holds to the end; of an earlier one it did.
            ink = theme.ai if ply == len(self.names) - 1 else theme.text3
            dot = max(1.0, width)
            draw.dashed(surface, [(x, y), (plot.box.right, y)], width, ink, on=dot, off=2.5 * dot)
        if not self.spark:
            at = (plot.box.right + skin.px(6), plot.y(value))
            skin.write(surface, thousands(round(value)), at, TYPE.caption, theme.ai, bold=True)

    def _draw_legend(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        x, y = box.x, box.y + skin.px(9)
        inks = theme.text, theme.ai, theme.accent
        for (text, _), ink in zip(self.shown, inks, strict=False):
            if x + skin.px(14) + skin.width(text, TYPE.caption) > box.right:
                break
            draw.disc(surface, (x + skin.px(4), y), skin.unit.exact(4.5), ink)
            written = skin.write(surface, text, (x + skin.px(14), y), TYPE.caption, theme.text3)
            x = written.right + skin.px(14)
        name = self.names[self.cursor]
        if not self.bare and x + skin.width(name, TYPE.caption) <= box.right:
            _write_cursor(surface, skin, box, name)


def _write_cursor(surface: pygame.Surface, skin: Skin, box: Box, name: str) -> Box:
    at = (box.right, box.y + skin.px(9))
    ink = skin.theme.text3
    return skin.write(surface, name, at, TYPE.caption, ink, anchor="midright")


def _level_text(level: float) -> str:
    size = abs(level)
    text = f"{shortest(size / 1000)}k" if size >= 1000 else shortest(size)
    return MINUS + text if level < 0 else text


def _round_step(least: float) -> float:
    """Return the next of 1, 2, 5 times a power of ten, at least `least`."""
    power = 1.0
    while power * 10 <= least:
        power *= 10
    return next((power * digit for digit in (1, 2, 5) if power * digit >= least), power * 10)
