"""Text at its final size: tabular digits, **bold** runs, wrapping and ellipsis.

What is measured or drawn is said in the player's language first (`game.words.say`).

Sizes are pixels of the em square, as `Unit.text` returns them; a rendered text is never
scaled. SDL_ttf cannot switch a font's tabular digits on, so `tabular` draws each digit in
a cell as wide as the widest one. Thin spaces, which the font lacks, are gaps of 0.18 em.

Lines end at spaces, and between any two letters of Chinese and Japanese but for those that may
not begin or end one (kinsoku shori, JIS X 4051).
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, Literal, NamedTuple

import pygame

from game.store.fields import NO_TEXT
from game.ui.layout import Box
from game.ui.letters import FONT_FILES, Letters, size_in
from game.ui.theme import Colour
from game.words.language import spoken
from game.words.numbers import THIN_SPACE
from game.words.say import said

DIGITS: Final = "0123456789"
ELLIPSIS: Final = "…"
UNKNOWN: Final = "\ufffd"
"""Stands for what no font can draw, as in names of files, which may be any bytes."""
THIN_GAP: Final = 0.18
_THIN_SPACES: Final = THIN_SPACE + "\N{NARROW NO-BREAK SPACE}"

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


class _Piece(NamedTuple):
    """What is drawn at once: how wide it is, and where its ink begins in that."""

    text: str
    font: pygame.font.Font
    advance: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of a line in one weight."""

    text: str
    bold: bool = False


TextLine = tuple[TextRun, ...]
_SPACE: Final = TextRun(" ")
_WIDE: Final = re.compile(
    "[\u2e80-\u312f\u3190-\ua95f\uf900-\ufaff\uff00-\uff9f\uffe0-\uffef\U00020000-\U0003ffff]"
)
"""Letters of scripts that have no spaces: a line may end between any two."""
_HANGUL: Final = re.compile("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")
_PARTS: Final = re.compile(rf"[ \n]|{_WIDE.pattern}|(?:(?!{_WIDE.pattern})[^ \n])+")
_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！‼⁇⁈⁉ー々〻ヽヾゝゞ゛゜）］｝〕〉》」』】〗〙〟｠’”»›"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    "｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ‐–〜～゠·％‰℃°′″￠,.:;?!)]}%"
)
"""What no line may begin with, where it follows a letter of such a script or is one."""
_NEVER_LAST: Final = frozenset("（［｛〔〈《「『【〖〘〝｟｢‘“«‹￥＄￡＃№([{$#")
"""The same at a line's end."""


def parse_markup(markup: str) -> tuple[TextRun, ...]:
    """Split text into runs: what stands between two pairs of asterisks is bold."""
    return tuple(
        TextRun(part, bold=i % 2 == 1) for i, part in enumerate(said(markup).split("**")) if part
    )


def plain(markup: str) -> str:
    """Return marked-up text without its asterisks."""
    return said(markup).replace("**", "")


class Fonts:
    """Measures and draws text; keeps fonts and rendered pieces in bounded caches.

    Needs an initialised `pygame.font`, and is made for the language that is spoken then.
    """

    def __init__(
        self, font_limit: int = 48, text_limit: int = 600, width_limit: int = 4_000
    ) -> None:
        self._letters = Letters(spoken().code)
        self._font_in = lru_cache(font_limit)(_load)
        self._rendered = lru_cache(text_limit)(self._render)
        self._measured = lru_cache(width_limit)(self._measure)
        self._broken = lru_cache(text_limit)(self._break)

    def font(self, size: int, bold: bool = False) -> pygame.font.Font:
        """Return the font of a size in pixels."""
        return self._font_in(FONT_FILES[bold], size, False, "")

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
        return self._measured(said(text), size, bold, tabular)

    def _measure(self, text: str, size: int, bold: bool, tabular: bool) -> int:
        text = NO_TEXT.sub(UNKNOWN, text)
        return sum(piece.advance for piece in self._pieces(text, size, bold, tabular))

    def render(
        self, text: str, size: int, colour: Colour, *, bold: bool = False, tabular: bool = False
    ) -> pygame.Surface:
        """Return a text as a picture on a clear ground; not to be drawn on."""
        return self._rendered(said(text), size, colour, bold, tabular)

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
        """Draw a text with its `anchor`, as in pygame.Rect, at `position`; return where it went."""
        picture = self.render(text, size, colour, bold=bold, tabular=tabular)
        rect = picture.get_rect()
        setattr(rect, anchor, (round(position[0]), round(position[1])))
        surface.blit(picture, rect)
        return Box(rect.x, rect.y, rect.width, rect.height)

    def fit(
        self, text: str, size: int, width: int, *, bold: bool = False, tabular: bool = False
    ) -> str:
        """Return the text, cut short with an ellipsis if it is wider than `width` pixels."""
        text = said(text)
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
            width: Room for a line in pixels; a longer single word overflows, unless it is Korean.
            max_lines: Further lines are dropped, and the last one gets an ellipsis.
        """
        lines = self._broken(said(markup), size, width)
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

    def _pieces(self, text: str, size: int, bold: bool, tabular: bool) -> Iterator[_Piece]:
        """Yield what a text is drawn of, from left to right."""
        usual = self.font(size, bold)
        cell = max(usual.size(digit)[0] for digit in DIGITS) if tabular else 0
        for part in _split(text, tabular):
            if part in _THIN_SPACES:
                yield _Piece("", usual, max(1, round(size * THIN_GAP)))
            elif tabular and part in DIGITS:
                yield _Piece(part, usual, cell, (cell - usual.size(part)[0]) // 2)
            else:
                for letters, file, leftwards, script in self._letters.runs(part, bold=bold):
                    font = self._font_in(file, size, leftwards, script)
                    yield _Piece(letters, font, font.size(letters)[0])

    def _render(
        self, text: str, size: int, colour: Colour, bold: bool, tabular: bool
    ) -> pygame.Surface:
        text = NO_TEXT.sub(UNKNOWN, text)
        usual = self.font(size, bold)
        pieces = list(self._pieces(text, size, bold, tabular))
        if not tabular and all(piece.text == text and piece.font is usual for piece in pieces):
            return usual.render(text, True, colour)
        picture = pygame.Surface(
            (sum(piece.advance for piece in pieces), usual.get_height()), pygame.SRCALPHA
        )
        picture.fill((*colour, 0))
        x = 0
        for piece in pieces:
            if piece.text:
                y = usual.get_ascent() - piece.font.get_ascent()
                picture.blit(piece.font.render(piece.text, True, colour), (x + piece.offset, y))
            x += piece.advance
        return picture

    def _break(self, markup: str, size: int, width: int) -> tuple[TextLine, ...]:
        paragraphs = _paragraphs(parse_markup(markup))
        broken = (self._wrap_paragraph(each, size, width) for each in paragraphs)
        return tuple(chain.from_iterable(broken))

    def _wrap_paragraph(
        self, words: list[tuple[TextRun, ...]], size: int, width: int
    ) -> list[TextLine]:
        lines: list[TextLine] = []
        current: list[TextRun] = []
        for word in chain.from_iterable(self._cut(word, size, width) for word in words):
            longer = _joined([*current, *word] if current else _without_space(word))
            if current and self._width_of(longer, size) > width:
                lines.append(tuple(current))
                longer = _joined(_without_space(word))
            current = longer
        lines.append(tuple(current))
        return lines

    def _cut(
        self, word: tuple[TextRun, ...], size: int, width: int
    ) -> Iterator[tuple[TextRun, ...]]:
        """Yield a word, or its letters if it is a Korean one that no line has room for."""
        text = "".join(run.text for run in word)
        if not _HANGUL.search(text) or self._width_of(_without_space(word), size) <= width:
            yield word
            return
        letters = [TextRun(each, run.bold) for run in word for each in run.text]
        part: list[TextRun] = []
        for letter in letters:
            if part and part != [_SPACE] and _may_end(part[-1].text, letter.text):
                yield tuple(part)
                part = []
            part.append(letter)
        yield tuple(part)

    def _width_of(self, runs: list[TextRun], size: int) -> int:
        return sum(self.width(run.text, size, bold=run.bold) for run in runs)

    def _with_ellipsis(self, line: TextLine, size: int, width: int) -> TextLine:
        if not line:
            return line
        *runs, last = line
        room = width - self._width_of(runs, size)
        text = self.fit(last.text + ELLIPSIS, size, room, bold=last.bold)
        return *runs, TextRun(text, last.bold)


def _load(file: Path, size: int, leftwards: bool, script: str) -> pygame.font.Font:
    font = pygame.font.Font(file, size_in(file, size))
    if leftwards:
        font.set_direction(pygame.DIRECTION_RTL)
    if script:
        font.set_script(script)
    return font


def _split(text: str, tabular: bool) -> Iterator[str]:
    """Return thin spaces and, if `tabular`, digits one by one, and what stands between them."""
    alone = f"([{_THIN_SPACES}{DIGITS if tabular else ''}])"
    return filter(None, re.split(alone, text))


def _paragraphs(runs: tuple[TextRun, ...]) -> Iterator[list[tuple[TextRun, ...]]]:
    """Yield each paragraph as words with the space before them, if there is one.

    A word may change its weight in the middle.
    """
    words: list[tuple[TextRun, ...]] = []
    word: list[TextRun] = []
    for run in runs:
        for part in _PARTS.findall(run.text):
            before = word[-1].text if word else " "
            if word and word != [_SPACE] and (part in " \n" or _ends_between(before, part)):
                words.append(tuple(word))
                word = []
            if part == "\n":
                yield words
                words, word = [], []
            elif part == " ":
                word = [_SPACE]
            else:
                if word == [_SPACE] and words and _WIDE.match(part) and part in _NEVER_FIRST:
                    word = [*words.pop(), _SPACE]
                word.append(TextRun(part, run.bold))
    if word and word != [_SPACE]:
        words.append(tuple(word))
    yield words


def _ends_between(before: str, after: str) -> bool:
    """Tell whether a line may end between two parts of a text with no space between them."""
    has_wide = _WIDE.match(before) or _WIDE.match(after)
    return bool(has_wide) and _may_end(before[-1], after[0])


def _may_end(before: str, after: str) -> bool:
    """Tell whether a line may end between two letters of East Asian text."""
    if unicodedata.category(after).startswith("M") or after in _NEVER_FIRST:
        return False
    return not before.isdigit() and before not in _NEVER_LAST  # what is counted stays beside it


def _without_space(word: tuple[TextRun, ...]) -> list[TextRun]:
    return list(word[1:] if word[0] == _SPACE else word)


def _joined(runs: list[TextRun]) -> list[TextRun]:
    """Merge neighbouring runs of one weight, so that kerning and caching see whole phrases."""
    joined: list[TextRun] = []
    for run in runs:
        if joined and joined[-1].bold == run.bold:
            joined[-1] = TextRun(joined[-1].text + run.text, run.bold)
        else:
            joined.append(run)
    return joined
