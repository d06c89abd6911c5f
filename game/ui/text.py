"""Text at its final size: tabular digits, **bold** runs, wrapping and ellipsis.

Sizes are pixels of the em square, as `Unit.text` returns them; a rendered text is never
scaled. SDL_ttf cannot switch a font's tabular digits on, so `tabular` draws each digit in
a cell as wide as the widest one. Thin spaces, which the font lacks, are gaps of 0.18 em.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final, Literal

import pygame

from game.store.fields import NO_TEXT
from game.ui.cache import LruCache
from game.ui.format import THIN_SPACE
from game.ui.layout import Box
from game.ui.theme import Colour

FONT_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "fonts"
REGULAR: Final = "AtkinsonHyperlegible-Regular.ttf"
BOLD: Final = "AtkinsonHyperlegible-Bold.ttf"

DIGITS: Final = "0123456789"
ELLIPSIS: Final = "…"
UNKNOWN: Final = "\ufffd"
"""Stands for what no font can draw, as in names of files, which may be any bytes."""
THIN_GAP: Final = 0.18

Anchor = Literal[
    "topleft",
    "midtop",
    "topright",
    "midleft",
    "center",
    "midright",
    "bottomleft",
    "midbottom",
    "bottomright",
]


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of a line in one weight."""

    text: str
    bold: bool = False


TextLine = tuple[TextRun, ...]


def parse_markup(markup: str) -> tuple[TextRun, ...]:
    """Split text into runs: what stands between two pairs of asterisks is bold."""
    return tuple(
        TextRun(part, bold=i % 2 == 1) for i, part in enumerate(markup.split("**")) if part
    )


def plain(markup: str) -> str:
    """Return marked-up text without its asterisks."""
    return markup.replace("**", "")


class Fonts:
    """Measures and draws text; keeps fonts and rendered pieces in bounded caches.

    Needs an initialised `pygame.font`.
    """

    def __init__(
        self, font_limit: int = 48, text_limit: int = 600, width_limit: int = 4_000
    ) -> None:
        self._fonts: LruCache[tuple[int, bool], pygame.font.Font] = LruCache(font_limit)
        self._texts: LruCache[tuple[str, int, Colour, bool, bool], pygame.Surface] = LruCache(
            text_limit
        )
        self._widths: LruCache[tuple[str, int, bool, bool], int] = LruCache(width_limit)
        self._lines: LruCache[tuple[str, int, int], tuple[TextLine, ...]] = LruCache(text_limit)

    def font(self, size: int, bold: bool = False) -> pygame.font.Font:
        """Return the font of a size in pixels."""
        return self._fonts.get(
            (size, bold), lambda: pygame.font.Font(FONT_FOLDER / (BOLD if bold else REGULAR), size)
        )

    def line_height(self, size: int) -> int:
        return round(size * 1.43) if size < 24 else round(size * 1.2)

    def height(self, size: int) -> int:
        """Return the height of a rendered line, ascenders and descenders included."""
        return self.font(size).get_height()

    def ascent(self, size: int) -> int:
        """Return the distance from a rendered line's top to its baseline."""
        return self.font(size).get_ascent()

    def width(self, text: str, size: int, *, bold: bool = False, tabular: bool = False) -> int:
        """Return the width of a text in pixels."""
        key = (text, size, bold, tabular)
        return self._widths.get(key, lambda: self._measured(text, size, bold, tabular))

    def _measured(self, text: str, size: int, bold: bool, tabular: bool) -> int:
        text = NO_TEXT.sub(UNKNOWN, text)
        if not tabular and THIN_SPACE not in text:
            return self.font(size, bold).size(text)[0]
        return sum(width for _, width, _ in self._pieces(text, size, bold, tabular))

    def render(
        self, text: str, size: int, colour: Colour, *, bold: bool = False, tabular: bool = False
    ) -> pygame.Surface:
        """Return a text as a picture on a clear ground; not to be drawn on."""
        key = (text, size, colour, bold, tabular)
        return self._texts.get(key, lambda: self._render(text, size, colour, bold, tabular))

    def draw(
        self,
        surface: pygame.Surface,
        text: str,
        position: tuple[float, float],
        size: int,
        colour: Colour,
        *,
        bold: bool = False,
        tabular: bool = False,
        anchor: Anchor = "topleft",
    ) -> Box:
        """Draw a text with its `anchor` at `position`; return where it went.

        Args:
            position: Where the anchor goes, in pixels.
            size: Size in pixels.
            tabular: Whether all digits take the same width.
            anchor: Which point of the text `position` is, named as in pygame.Rect.
        """
        picture = self.render(text, size, colour, bold=bold, tabular=tabular)
        rect = picture.get_rect()
        setattr(rect, anchor, (round(position[0]), round(position[1])))
        surface.blit(picture, rect)
        return Box(rect.x, rect.y, rect.width, rect.height)

    def fit(
        self, text: str, size: int, width: int, *, bold: bool = False, tabular: bool = False
    ) -> str:
        """Return the text, cut short with an ellipsis if it is wider than `width` pixels."""
        if self.width(text, size, bold=bold, tabular=tabular) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            candidate = text[:middle].rstrip() + ELLIPSIS
            if self.width(candidate, size, bold=bold, tabular=tabular) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS if low else ""

    def wrap(
        self, markup: str, size: int, width: int, max_lines: int | None = None
    ) -> tuple[TextLine, ...]:
        """Break marked-up text into lines of at most `width` pixels.

        Args:
            markup: Text with **bold** runs; a line feed starts a new line.
            size: Size in pixels.
            width: Room for a line in pixels; a longer single word overflows.
            max_lines: Further lines are dropped, and the last one gets an ellipsis.
        """
        lines = self._lines.get((markup, size, width), lambda: self._broken(markup, size, width))
        if max_lines is None or len(lines) <= max_lines:
            return lines
        return *lines[: max_lines - 1], self._with_ellipsis(lines[max_lines - 1], size, width)

    def draw_wrapped(
        self,
        surface: pygame.Surface,
        markup: str,
        position: tuple[int, int],
        size: int,
        width: int,
        colour: Colour,
        *,
        bold_colour: Colour | None = None,
        max_lines: int | None = None,
    ) -> int:
        """Draw marked-up text in a column; return its height in pixels."""
        x, y = position
        step = self.line_height(size)
        lines = self.wrap(markup, size, width, max_lines)
        lead = (step - self.height(size)) // 2
        for i, line in enumerate(lines):
            left = x
            for run in line:
                ink = bold_colour if run.bold and bold_colour else colour
                box = self.draw(
                    surface, run.text, (left, y + i * step + lead), size, ink, bold=run.bold
                )
                left += box.width
        return len(lines) * step

    def bold_runs(
        self, markup: str, position: tuple[int, int], size: int, width: int, most_lines: int
    ) -> Iterator[tuple[str, pygame.Rect]]:
        """Yield the bold runs of a column that `draw_wrapped` writes, and where they stand."""
        step = self.line_height(size)
        for i, line in enumerate(self.wrap(markup, size, width, most_lines)):
            left = position[0]
            for run in line:
                wide = self.width(run.text, size, bold=run.bold)
                if run.bold:
                    yield run.text, pygame.Rect(left, position[1] + i * step, wide, step)
                left += wide

    def wrapped_height(self, markup: str, size: int, width: int) -> int:
        """Return the height that `draw_wrapped` would take."""
        return len(self.wrap(markup, size, width)) * self.line_height(size)

    def _pieces(
        self, text: str, size: int, bold: bool, tabular: bool
    ) -> Iterator[tuple[str, int, int]]:
        """Yield (text, advance, offset of its ink in the advance)."""
        font = self.font(size, bold)
        cell = max(font.size(digit)[0] for digit in DIGITS) if tabular else 0
        for piece in _split(text, tabular):
            width = font.size(piece)[0]
            if piece == THIN_SPACE:
                yield "", max(1, round(size * THIN_GAP)), 0
            elif tabular and piece in DIGITS:
                yield piece, cell, (cell - width) // 2
            else:
                yield piece, width, 0

    def _render(
        self, text: str, size: int, colour: Colour, bold: bool, tabular: bool
    ) -> pygame.Surface:
        text = NO_TEXT.sub(UNKNOWN, text)
        font = self.font(size, bold)
        if not tabular and THIN_SPACE not in text:
            return font.render(text, True, colour)
        picture = pygame.Surface(
            (self.width(text, size, bold=bold, tabular=tabular), font.get_height()),
            pygame.SRCALPHA,
        )
        picture.fill((*colour, 0))
        x = 0
        for piece, advance, offset in self._pieces(text, size, bold, tabular):
            if piece:
                picture.blit(font.render(piece, True, colour), (x + offset, 0))
            x += advance
        return picture

    def _broken(self, markup: str, size: int, width: int) -> tuple[TextLine, ...]:
        paragraphs = _paragraphs(parse_markup(markup))
        broken = (self._wrap_paragraph(each, size, width) for each in paragraphs)
        return tuple(chain.from_iterable(broken))

    def _wrap_paragraph(
        self, words: list[tuple[TextRun, ...]], size: int, width: int
    ) -> list[TextLine]:
        lines: list[TextLine] = []
        current: list[TextRun] = []
        for word in words:
            longer = _joined([*current, TextRun(" "), *word] if current else list(word))
            if current and self._width_of(longer, size) > width:
                lines.append(tuple(current))
                longer = _joined(list(word))
            current = longer
        lines.append(tuple(current))
        return lines

    def _width_of(self, runs: list[TextRun], size: int) -> int:
        return sum(self.width(run.text, size, bold=run.bold) for run in runs)

    def _with_ellipsis(self, line: TextLine, size: int, width: int) -> TextLine:
        if not line:
            return line
        *runs, last = line
        room = width - self._width_of(runs, size)
        text = self.fit(last.text + ELLIPSIS, size, room, bold=last.bold)
        return *runs, TextRun(text, last.bold)


def _split(text: str, tabular: bool) -> Iterator[str]:
    """Yield thin spaces and, if `tabular`, digits one by one, and what stands between them."""
    rest = ""
    for character in text:
        if character == THIN_SPACE or (tabular and character in DIGITS):
            if rest:
                yield rest
                rest = ""
            yield character
        else:
            rest += character
    if rest:
        yield rest


def _paragraphs(runs: tuple[TextRun, ...]) -> Iterator[list[tuple[TextRun, ...]]]:
    """Yield each paragraph as words; a word may change its weight in the middle."""
    words: list[tuple[TextRun, ...]] = []
    word: list[TextRun] = []
    for run in runs:
        start = 0
        for i, character in enumerate(run.text):
            if character not in " \n":
                continue
            if i > start:
                word.append(TextRun(run.text[start:i], run.bold))
            start = i + 1
            if word:
                words.append(tuple(word))
                word = []
            if character == "\n":
                yield words
                words = []
        if start < len(run.text):
            word.append(TextRun(run.text[start:], run.bold))
    if word:
        words.append(tuple(word))
    yield words


def _joined(runs: list[TextRun]) -> list[TextRun]:
    """Merge neighbouring runs of one weight, so that kerning and caching see whole phrases."""
    joined: list[TextRun] = []
    for run in runs:
        if joined and joined[-1].bold == run.bold:
            joined[-1] = TextRun(joined[-1].text + run.text, run.bold)
        else:
            joined.append(run)
    return joined
