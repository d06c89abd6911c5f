"""The small sections: sentence, hairline, headings, players, scores, colour counts, footer."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Final

import pygame

from game.ui import draw, faces
from game.ui.boards import square_cells, stones, tiles
from game.ui.elements import Role, run_together
from game.ui.faces import Face
from game.ui.layout import Box, square
from game.ui.panel.base import Hit, Ink, Section, ink_of, is_narrow
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Inset, Meant, Row
from game.ui.panel.parts import Painted, Paragraph, Phrase, picture_of, quiet
from game.ui.skin import Skin
from game.ui.text import Anchor, plain
from game.ui.theme import RADIUS, TYPE, stone_style
from game.ui.widgets.base import Widget, draw_chosen
from game.words.numbers import MINUS, THIN_SPACE
from game.words.say import said

PLAYER_ROW: Final = 60
SLIM_ROW: Final = 34
MARK_DP: Final = 30
SLIM_MARK_DP: Final = 20
_SIGN_SCALE: Final = 1.3
"""How large crosses and noughts are drawn beside a board, where they have a cell of their own."""


@dataclass(frozen=True, slots=True)
class Hairline(Section):
    """A line between two parts of the panel."""

    tall = 1

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw.hairline(surface, (box.x, box.y), box.width, skin.theme.line, width=skin.px(1))


_SMALLER: Final = (TYPE.table, TYPE.caption, TYPE.axis)
"""Sizes of a sentence that is too long for its own."""


@dataclass(frozen=True, slots=True)
class Sentence(Section):
    """Marked-up text over a few lines.

    Attributes:
        text: With **bold** values.
        lines: Lines it always takes, so that nothing below jumps; longer text is smaller, and cut
            where that does not help. In a narrow panel there is one more. 0 for as many as there
            are.
        spared: Lines that it does without in a narrow panel.
    """

    text: str
    lines: int = 2
    spared: int = 0
    ink: Ink = "second"
    dp: int = TYPE.body

    def height(self, skin: Skin, width: int) -> int:
        return self._rows(skin, width) * skin.fonts.line_height(skin.text(self.dp))

    def _rows(self, skin: Skin, width: int) -> int:
        if not self.lines:
            return len(skin.fonts.wrap(self._words, skin.text(self.dp), width))
        return self.lines + max(0, is_narrow(skin, width) - self.spared)

    def words_dp(self, skin: Skin, width: int) -> int:
        """Return the size of its words: the largest in which they are whole, or the least."""
        if not self.lines:
            return self.dp
        sizes = [self.dp, *(size for size in _SMALLER if size < self.dp)]
        room = self.height(skin, width)
        whole = (dp for dp in sizes if skin.paragraph_height(self._words, dp, width) <= room)
        return next(whole, sizes[-1])

    def _drawn(self, skin: Skin, box: Box) -> tuple[int, int]:
        """Return the size of its words in dp, and how many lines of them there is room for."""
        dp = self.words_dp(skin, box.width)
        tall = self.height(skin, box.width)
        return dp, max(1, tall // skin.fonts.line_height(skin.text(dp)))

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Its bold words, among which are the names of moves."""
        dp, lines = self._drawn(skin, box)
        size = skin.text(dp)
        runs = skin.fonts.bold_runs(self._words, (box.x, box.y), size, box.width, lines)
        return tuple(Hit(Box(*place), "", words=words.strip(" .,:;")) for words, place in runs)

    @property
    def _words(self) -> str:
        return said(self.text).replace(" %", "\N{NO-BREAK SPACE}%")

    @property
    def spoken(self) -> str:
        return plain(self.text)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        dp, lines = self._drawn(skin, box)
        Paragraph(self._words, dp, self.ink, lines=lines).draw(surface, skin, box)


@dataclass(frozen=True, slots=True)
class Heading(Composed):
    """A bold title at the left and a caption at the right: all of it or none."""

    title: str
    caption: str = ""

    whole = Meant(Role.HEADING)

    def content(self, skin: Skin, width: int) -> Section:
        del skin, width
        return Row(Phrase(self.title, bold=True), SPRING, quiet(self.caption, optional=True), gap=4)


@dataclass(frozen=True, slots=True)
class PlayerRow(Composed):
    """One player: mark, name, what it does, and a word at the right.

    Attributes:
        caption: A few words below the name.
        note: A few words at the right; in a narrow panel they take the caption's place.
        active: Whether it is to move (the row is raised).
        slim: Whether it has one line only, for name and note.
        offer: A control that takes the note's place.
    """

    mark: str
    name: str
    caption: str
    note: str = ""
    active: bool = False
    bold_note: bool = False
    slim: bool = False
    face: Face | None = None
    offer: Widget | None = None

    def content(self, skin: Skin, width: int) -> Section:
        narrow = is_narrow(skin, width)
        side, tall = (SLIM_MARK_DP, SLIM_ROW) if self.slim else (MARK_DP, PLAYER_ROW)
        mark = mark_picture(self.mark, skin.px(side))
        ink: Ink = "accent" if self.bold_note else "caption"
        name = Phrase(self.name, TYPE.lead, bold=True, stretch=self.slim, tall=22)
        words: Section = name
        if not self.slim:
            below = (self.note, ink) if narrow and self.note else (self.caption, "caption")
            words = Column(name, Phrase(below[0], TYPE.caption, below[1], tall=16))
        end = None
        if self.offer is not None:
            end = Row(8, ControlSpace(self.offer))
        elif self.note and (self.slim or not narrow):
            note = Phrase(self.note, TYPE.table, ink, bold=self.bold_note)
            end = Row(12 if self.slim else 8, note, optional=self.slim)
        face = None
        if self.face is not None and not narrow:
            face = Row(8, face_picture(self.face, skin.px(side + 6)))
        row = Row(4 if narrow else 10, mark, 12, words, end, face, 8, tall=tall)
        return Inset(row, behind=Painted(0, _active)) if self.active else row


def _active(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_chosen(surface, skin, box.inset(-skin.px(6), 0), skin.px(RADIUS.inset))


def face_picture(face: Face, side: int) -> Section:
    """Return a face in a square of so many pixels."""
    return Painted(side, lambda on, _, box: on.blit(faces.picture(face, side), box), side)


def mark_picture(mark: str, side: int) -> Section:
    """Return a mark in a square of so many pixels."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw_mark(surface, skin, mark, box.centre, side)

    return Painted(side, paint, side)


def draw_mark(
    surface: pygame.Surface, skin: Skin, mark: str, centre: tuple[int, int], side: int
) -> None:
    """Draw a mark of `GameSpec.marks`, or nothing for ``none``, in a square around `centre`.

    Crosses and noughts stand on a cell of their board, so that they have one colour everywhere.
    """
    theme = skin.theme
    if mark in ("cross", "nought"):
        draw.fill_round(surface, square(centre, side), 0.24 * side, theme.cell)
        player = 1 if mark == "cross" else 2
        picture = square_cells.mark(skin, player, round(_SIGN_SCALE * side), 1.0)
        surface.blit(picture, picture.get_rect(center=centre))
    elif mark != "none":
        picture = stones.stone(skin, stone_style(mark), side // 2)
        surface.blit(picture, picture.get_rect(center=centre))
        if mark == "black" and theme.name != "light":
            draw.ring(surface, centre, side / 2, skin.px(1), theme.ctrl)


@dataclass(frozen=True, slots=True)
class Figure:
    caption: str
    value: str
    ink: Ink = "main"
    big: bool = False


_USUAL: Final = f"{MINUS}8{THIN_SPACE}888"
"""A number as long as most; a shorter one may become so while it is looked at."""


@dataclass(frozen=True, slots=True)
class Figures(Composed):
    """Numbers side by side on one baseline: the first at the left, the last at the right.

    Attributes:
        dense: Smaller numbers, for panels with much below.
    """

    figures: tuple[Figure, ...]
    dense: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        tall, rows = skin.px(48 if self.dense else 62), self._rows(skin, width)
        return Column(*(self._row(tall, row) for row in rows))

    def _row(self, tall: int, figures: tuple[Figure, ...]) -> Painted:
        words = run_together(each for f in figures for each in (f.caption, f.value))
        return Painted(tall, partial(self._draw_row, figures=figures), spoken=words)

    def _draw_row(
        self, surface: pygame.Surface, skin: Skin, box: Box, figures: tuple[Figure, ...]
    ) -> None:
        """Draw caption above number; the first pair at the left edge, the others right-aligned."""
        widths = [self._width(skin, figure) for figure in figures]
        step = (box.width - sum(widths)) / max(1, len(figures) - 1)
        x = float(box.x)
        for index, (figure, width) in enumerate(zip(figures, widths, strict=True)):
            is_right = index > 0 and not figure.big
            anchor_x = round(x + width) if is_right else round(x)
            self._draw_figure(surface, skin, figure, (anchor_x, box.bottom), is_right)
            x += width + step

    def _rows(self, skin: Skin, width: int) -> list[tuple[Figure, ...]]:
        count = len(self.figures)
        for rows in range(1, count + 1):
            each = ceil(count / rows)
            parts = [self.figures[i : i + each] for i in range(0, count, each)]
            if all(replace(self, figures=part).least_width(skin) <= width for part in parts):
                break
        return parts

    def _draw_figure(
        self,
        surface: pygame.Surface,
        skin: Skin,
        figure: Figure,
        corner: tuple[int, int],
        is_right: bool,
    ) -> None:
        theme, fonts = skin.theme, skin.fonts
        size = skin.text(self._dp(figure))
        # All numbers stand on one baseline, each caption just above its own number.
        baseline = corner[1] - skin.px(4)
        top = baseline - fonts.ascent(size)
        x = corner[0]
        ink = ink_of(theme, figure.ink)
        anchor: Anchor = "topright" if is_right else "topleft"
        skin.write(surface, figure.value, (x, top), self._dp(figure), ink, bold=True, anchor=anchor)
        caption_size = skin.text(TYPE.caption)
        caption_top = baseline - round(0.70 * size) - skin.px(8) - fonts.ascent(caption_size)
        caption_ink = theme.ai if figure.ink == "ai" else theme.text3
        skin.write(
            surface, figure.caption, (x, caption_top), TYPE.caption, caption_ink, anchor=anchor
        )

    def least_width(self, skin: Skin) -> int:
        """Return the width in pixels that keeps the numbers apart in one row, as they may get."""
        gaps = skin.px(14) * (len(self.figures) - 1)
        figures = [replace(each, value=max(each.value, _USUAL, key=len)) for each in self.figures]
        return sum(self._width(skin, each) for each in figures) + gaps

    def _dp(self, figure: Figure) -> int:
        if self.dense:
            return TYPE.score if figure.big else TYPE.h2
        return TYPE.display if figure.big else 26

    def _width(self, skin: Skin, figure: Figure) -> int:
        value = skin.width(figure.value, self._dp(figure), bold=True)
        caption = skin.width(figure.caption, TYPE.caption)
        return max(value, caption)


COUNTS_A_ROW: Final = 5
COUNT_DP: Final = 52
_COUNT_SIZES: Final = (TYPE.lead, TYPE.body, TYPE.table, TYPE.caption)
"""Sizes of the numbers in dp, the first that fits: they get fewer, and nothing moves for that."""
_TILE_DP: Final = 22
_TILE_GAP_DP: Final = 7
_APART_DP: Final = 4


@dataclass(frozen=True, slots=True)
class ColourCounts(Composed):
    """How many tiles of each colour are left; a single one is marked, it can never go."""

    counts: tuple[int, ...]

    def content(self, skin: Skin, width: int) -> Section:
        """Return tiles with their counts, evenly many in each row."""
        count = len(self.counts)
        rows = max(1, ceil(count / min(COUNTS_A_ROW, max(1, width // skin.px(COUNT_DP)))))
        a_row = max(1, ceil(count / rows))
        edges = pairwise(round(place * width / a_row) for place in range(a_row + 1))
        wides = [right - left for left, right in edges]
        room = min(wides) - skin.px(_TILE_DP + _TILE_GAP_DP + _APART_DP)
        fitting = (dp for dp in _COUNT_SIZES if self._widest(skin, dp) <= room)
        dp = next(fitting, _COUNT_SIZES[-1])
        cells = [
            Inset(self._cell(skin, colour, dp), wide=wides[colour % a_row])
            for colour in range(count)
        ]
        return Column(*(Row(*cells[at : at + a_row]) for at in range(0, count, a_row)), gap=4)

    def _cell(self, skin: Skin, colour: int, dp: float) -> Section:
        count = self.counts[colour]
        side = skin.px(_TILE_DP)
        tile = tiles.tile(skin, colour, side, tiles.ALONE)
        ink: Ink = "warn" if count == 1 else "main" if count else "caption"
        words = Phrase(_count(count), dp, ink, bold=True, tall=24)
        return Row(picture_of(tile, skin.theme.tiles[colour].name), _TILE_GAP_DP, words, tall=24)

    def least_width(self, skin: Skin) -> int:
        """Return the width in pixels that it needs at least."""
        each = skin.px(_TILE_DP + _TILE_GAP_DP + _APART_DP) + self._widest(skin, _COUNT_SIZES[0])
        return min(len(self.counts), COUNTS_A_ROW) * each

    def _widest(self, skin: Skin, dp: float) -> int:
        return max((skin.width(_count(each), dp, bold=True) for each in self.counts), default=0)


def _count(tiles_left: int) -> str:
    return f"{tiles_left}!" if tiles_left == 1 else str(tiles_left)


@dataclass(frozen=True, slots=True)
class Note:
    """A few words in their colour, and fewer that do where there is no room for all."""

    text: str
    ink: Ink = "caption"
    bold: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class Notes(Composed):
    """Remarks in one line: the first at the left, the last at the right edge.

    Attributes:
        notes: From left to right; what does not fit is left out, the last first.
    """

    notes: tuple[Note, ...]

    def content(self, skin: Skin, width: int) -> Section:
        row = self._row([note.text for note in self.notes])
        if row.width(skin) <= width:
            return row
        return self._row([note.short or note.text for note in self.notes])

    def _row(self, texts: list[str]) -> Row:
        style = partial(Phrase, dp=TYPE.caption, optional=True, tall=16)
        both = zip(self.notes, texts, strict=True)
        phrases = [style(text, ink=note.ink, bold=note.bold) for note, text in both]
        if len(phrases) > 1:
            phrases[-1] = replace(phrases[-1], right=True, stretch=True)
        return Row(*phrases, gap=14, tall=16)
