"""Which font has a letter, and the order in which letters stand.

The program's own font has Latin letters. What the other languages need is shipped beside it, and
what else names and comments have is taken from the system's fonts, where one of them has it.

Chinese, Japanese and Korean write many letters each in its own way that Unicode has one number
for: whose way is shown goes by the language that the window speaks.
"""

import math
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, chain, groupby
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from ai.system import system_environment
from game.words.language import ENGLISH

_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "fonts"


def _files(name: str) -> dict[bool, Path]:
    regular, bold = (_FOLDER / name.replace(".", f"-{each}.") for each in ("Regular", "Bold"))
    return {False: regular, True: bold}


FONT_FILES: Final = _files("AtkinsonHyperlegible.ttf")
"""The files of the program's own font, by whether it is bold."""
EUROPEAN: Final = _files("NotoSans.ttf")
"""Cyrillic, and what signs and accents the own one lacks."""
JAPANESE: Final = _files("NotoSansJP.otf")
KOREAN: Final = _files("NotoSansKR.otf")
CHINESE: Final = _files("NotoSansSC.otf")
SHIPPED: Final = (FONT_FILES, EUROPEAN, JAPANESE, KOREAN, CHINESE)
_ORDERS: Final = {"ko": (KOREAN, JAPANESE, CHINESE), "zh": (CHINESE, JAPANESE, KOREAN)}
_USUAL_ORDER: Final = (JAPANESE, CHINESE, KOREAN)
_EAST_ASIAN: Final = frozenset(file for files in _USUAL_ORDER for file in files.values())
_FULL_WIDTH: Final = ("ja", "zh")
"""Languages that write quotation marks, dashes and dots as wide as their letters."""
_EITHER: Final = "“”‘’…‥—―·"
"""They are of the font of the letters beside them in those languages."""
_EUROPEAN_SCALE: Final = 0.93
_EAST_ASIAN_SCALE: Final = 0.95
_WINDOWS: Final = (
    *("segoeui.ttf", "seguisym.ttf", "msyh.ttc", "YuGothM.ttc", "malgun.ttf", "msjh.ttc"),
    *("Nirmala.ttc", "Nirmala.ttf", "LeelawUI.ttf", "ebrima.ttf"),
)
_MAC: Final = (
    *("Supplemental/Arial Unicode.ttf", "Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc"),
    "Apple Symbols.ttf",
)
_SCRIPTS: Final = {"ARABIC": "Arab", "DEVANAGARI": "Deva"}
"""Scripts whose letters join, by the first words of these letters' names."""
_PATIENCE_SECONDS: Final = 1.0
_MOST_VAIN_QUESTIONS: Final = 8
_PROBE_SIZE: Final = 200
"""In pixels: so large no two glyphs have the same measures."""
_NO_CHARACTER: Final = "\uffff"
IDEOGRAPHIC_SPACE: Final = "\u3000"


class Run(NamedTuple):
    """Letters of one font and one direction.

    Attributes:
        leftwards: Whether the first one stands at the right end.
        script: The script that they have to be joined by; empty if they stand alone.
    """

    text: str
    file: Path
    leftwards: bool = False
    script: str = ""


class Letters:
    """Finds fonts for letters; needs an initialised `pygame.font`."""

    def __init__(self, language: str = ENGLISH) -> None:
        """Begin with no system's font known.

        Args:
            language: The code of the language that the window speaks.
        """
        language = language.partition("_")[0]
        order = _ORDERS.get(language, _USUAL_ORDER)
        self._shipped = (FONT_FILES, EUROPEAN, *order)
        self._wide = order[0] if language in _FULL_WIDTH else {}
        self._probes: dict[Path, pygame.font.Font | None] = {}
        self._fallbacks: dict[bool, list[Path]] = {False: [], True: []}
        self._vain = 0
        self._file = lru_cache(4_000)(self._find_file)

    def runs(self, text: str, *, bold: bool) -> tuple[Run, ...]:
        """Return a text's letters as they stand from left to right."""
        usual = FONT_FILES[bold]
        if text.isascii() or not (self._wide or self._needs_others(text, bold)):
            return (Run(text, usual),)
        begins_left, sides = _sides(text)
        files: list[Path] = []
        for each in text:
            belongs = files and unicodedata.category(each) in ("Mn", "Mc", "Me", "Cf")
            files.append(files[-1] if belongs else self._file(each, bold))
        if bold in self._wide:
            _widen(text, files, self._wide[bold])
        groups: list[list[Run]] = []
        kinds = groupby(zip(text, files, sides, strict=True), lambda each: each[2])
        for leftwards, group in kinds:
            pieces = [
                _run("".join(each[0] for each in letters), file, leftwards)
                for file, letters in groupby(group, lambda each: each[1])
            ]
            groups.append(pieces[::-1] if leftwards else pieces)
        return tuple(chain.from_iterable(groups[::-1] if begins_left else groups))

    def _needs_others(self, text: str, bold: bool) -> bool:
        return any(self._file(each, bold) != FONT_FILES[bold] for each in text)

    def _find_file(self, letter: str, bold: bool) -> Path:
        """Return the font that has a letter: the own one if it does, or if none does."""
        if not letter.isprintable() and letter != IDEOGRAPHIC_SPACE:
            return FONT_FILES[bold]
        shipped = (files[bold] for files in self._shipped)
        files = chain(shipped, self._fallbacks[bold], self._installed(letter, bold))
        return next((file for file in files if self._has(file, letter)), FONT_FILES[bold])

    def _installed(self, letter: str, bold: bool) -> Iterator[Path]:
        """Yield fonts that may have it; those that do are tried first from then on."""
        if self._vain >= _MOST_VAIN_QUESTIONS:
            return
        try:
            files = system_files(letter, bold)
        except (OSError, subprocess.SubprocessError):
            self._vain = _MOST_VAIN_QUESTIONS
            return
        for file in files:
            if self._has(file, letter):
                self._fallbacks[bold].append(file)
                yield file
        self._vain += 1

    def _has(self, file: Path, letter: str) -> bool:
        if file not in self._probes:
            try:
                self._probes[file] = pygame.font.Font(file, _PROBE_SIZE)
            except (OSError, pygame.error):
                self._probes[file] = None
        font = self._probes[file]
        return font is not None and font.metrics(letter) != font.metrics(_NO_CHARACTER)


def system_files(letter: str, bold: bool) -> list[Path]:
    """Return the system's fonts that may have a letter."""
    if sys.platform == "win32":
        windows = os.environ.get("SYSTEMROOT", "C:/Windows")
        return [Path(windows, "Fonts", each) for each in _WINDOWS]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts", each) for each in _MAC]
    pattern = f"sans{':bold' if bold else ''}:charset={ord(letter):x}:scalable=true"
    answer = subprocess.run(
        ["fc-match", "-f", "%{file}", pattern],
        check=True,
        capture_output=True,
        timeout=_PATIENCE_SECONDS,
        env=system_environment(),
    )
    return [Path(os.fsdecode(answer.stdout))]


def size_in(file: Path, size: int) -> int:
    """Return the size in pixels at which a font's letters look as large as the own one's.

    Those of East Asia are dense: small ones are not made smaller.
    """
    if file in EUROPEAN.values():
        return round(size * _EUROPEAN_SCALE)
    if file in _EAST_ASIAN:
        return math.ceil(size * _EAST_ASIAN_SCALE)
    return size


def _widen(text: str, files: list[Path], wide: Path) -> None:
    """Let signs beside wide letters be of their font, and those that are written twice."""
    for i, each in enumerate(text):
        if each in _EITHER:
            is_twice = 2 * each in text[max(0, i - 1) : i + 2]
            after = next((j for j in range(i + 1, len(text)) if text[j] not in _EITHER), i)
            if is_twice or not _EAST_ASIAN.isdisjoint((files[max(0, i - 1)], files[after])):
                files[i] = wide


def _run(text: str, file: Path, leftwards: bool) -> Run:
    script = _SCRIPTS.get(unicodedata.name(text[0], "").partition(" ")[0], "")
    return Run(text, file, leftwards, script)


def _sides(text: str) -> tuple[bool, list[bool]]:
    """Return whether a text is written from right to left, and each of its characters.

    A space or a sign goes with both its neighbours, or with the text if these differ.
    """
    directions = [_is_leftwards(each) for each in text]
    text_is = next((each for each in directions if each is not None), False)

    def last(before: bool | None, each: bool | None) -> bool | None:
        return before if each is None else each

    ahead = list(accumulate([text_is, *directions], last))[1:]
    behind = list(accumulate([text_is, *directions[::-1]], last))[:0:-1]
    both = zip(ahead, behind, strict=True)
    return text_is, [bool(one) if one == other else text_is for one, other in both]


def _is_leftwards(character: str) -> bool | None:
    """Return the direction a character is written in; None if it goes with others."""
    match unicodedata.bidirectional(character):
        case "R" | "AL":
            return True
        case "L" | "EN" | "AN":
            return False
        case _:
            return None
