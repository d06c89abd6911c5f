"""What the program is, what it is made of, and where its files are."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import sqlite_version
from typing import Final

import pygame

from ai.contract.games import left_out, loaded, plugged
from ai.version import NAME, VERSION
from game.games.plugins import folders
from game.screens.base import Command, TryAgain
from game.screens.context import Context
from game.screens.page import Page
from game.ui import draw
from game.ui.panel.base import Section
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import Column, Composed, ControlSpace, Inset, Row, Space
from game.ui.panel.containers import Card
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, Paragraph, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.ui.widgets import Action, Button

_INTRO: Final = (
    "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough in one window, with a Monte Carlo "
    "AI that shows its thinking on the board: which moves it prefers, how good they are, and how "
    "sure it is."
)


@dataclass(frozen=True, slots=True)
class _Line(Composed):
    """A line of a card: what, which, and under which licence or where."""

    name: str
    value: str
    button: Button | None = None

    def content(self, skin: Skin, width: int) -> Section:
        left = min(skin.px(190), width // 3) - skin.px(8)
        name = Phrase(self.name, TYPE.table, "second", wide=left)
        more = () if self.button is None else (8, ControlSpace(self.button))
        used = left + skin.px(8) + (skin.px(8) + self.button.width(skin) if self.button else 0)
        lines = _lines(self.value, skin, width - used)
        if len(lines) == 1:
            return Row(name, 8, Phrase(self.value, TYPE.table, stretch=True), *more, tall=27)
        value = Paragraph("\n".join(lines), TYPE.table, "main")
        return Row(name, 8, Column(value, Space(6)), *more, top=True)


def _lines(text: str, skin: Skin, width: int) -> list[str]:
    """Return a path in lines that fit, broken where a folder begins."""
    lines = [""]
    for part in re.split(r"(?<=[/\\])", text):
        if lines[-1] and skin.width(lines[-1] + part, TYPE.table) > width:
            lines.append("")
        lines[-1] += part
    return lines


_AGAIN: Final = "try again"
_ROOT: Final = Path(__file__).resolve().parents[3]

# Distribution name, name on the screen, licence.
_LIBRARIES: Final = (
    ("pygame-ce", "pygame-ce", "LGPL 2.1"),
    ("numpy", "NumPy", "BSD 3-Clause"),
    ("numba", "Numba", "BSD 2-Clause"),
    ("llvmlite", "llvmlite", "BSD 2-Clause"),
    ("platformdirs", "platformdirs", "MIT"),
    ("filelock", "filelock", "MIT"),
    ("fsrs", "FSRS", "MIT"),
    ("typing-extensions", "typing_extensions", "PSF 2.0"),
    ("psutil", "psutil", "BSD 3-Clause"),
    *((("mslex", "mslex", "Apache 2.0"),) if sys.platform == "win32" else ()),
    *((("pywin32", "pywin32", "BSD 3-Clause"),) if sys.platform == "win32" else ()),
)
# What their wheels bring along, by licence.
_INSIDE: Final = (
    _Line("Apache 2.0", "LLVM, with its exceptions; parts of libsndfile"),
    _Line("BSD", "OpenBLAS, FLAC, Ogg, Vorbis, Opus, WavPack, libwebp"),
    _Line("LGPL 2.1", "mpg123, FluidSynth, libsndfile, libquadmath"),
    _Line("GPL 3, runtime exception", "libgfortran"),
    _Line("MIT", "HarfBuzz, Brotli, libxmp"),
    _Line("Own", "FreeType, libpng, libjpeg-turbo, libtiff, zlib"),
)
_ASSETS: Final = (
    _Line("Atkinson Hyperlegible", "typeface, SIL Open Font License 1.1"),
    _Line("Lucide", "icons, ISC licence"),
    _Line("Okabe and Ito", "colours for every kind of colour vision"),
)


class AboutScene(Page):
    """Name, version, libraries, licences and folders."""

    title = "About"
    widest = 760

    def items(self, width: int) -> tuple[Item, ...]:
        del width
        skin = self.skin
        side = skin.px(92)
        mark = Painted(side, lambda surface, _, box: surface.blit(draw.app_mark(side), box), side)
        version = quiet(f"version {VERSION}", dp=TYPE.table)
        title = Row(Phrase(NAME, TYPE.h1, bold=True, tall=44), 12, version)
        words = Column(title, Paragraph(_INTRO))
        intro = Row(Inset(mark, 0, 6, wide=side), 24, words, 4, top=True)
        return (Item(intro), *_cards(self.context))

    def on_action(self, action: Action) -> Command | None:
        """Try a plug-in again, or open another screen."""
        if not action.name.startswith(_AGAIN):
            return super().on_action(action)
        return TryAgain(left_out[int(action.name.removeprefix(_AGAIN))])


def _cards(context: Context) -> tuple[Item, ...]:
    paths = context.storage.paths
    libraries = tuple(
        _Line(title, f"{version}  ·  {licence}" if version else licence)
        for name, title, licence in _LIBRARIES
        for version in (_version(name),)
    )
    python = _Line("Python", f"{sys.version.split()[0]}  ·  PSF licence")
    sdl = _Line("SDL", f"{'.'.join(map(str, pygame.get_sdl_version()))}  ·  zlib licence")
    sqlite = _Line("SQLite", f"{sqlite_version}  ·  public domain")
    return (
        *_plugin_cards(),
        _card(
            "Where your files are",
            (
                _Line("Settings", str(paths.settings_file)),
                _Line("Games", str(paths.library_file)),
                _Line("Games of your own", str(paths.data / folders.OWN)),
                _Line("Screenshots", str(paths.pictures)),
                _Line("Log", str(paths.log_file)),
                _Line("Compiled AI", str(paths.cache)),
            ),
            "The AI runs on this computer. Nothing is sent over the network.",
        ),
        _card("Made with", (python, sdl, sqlite, *libraries)),
        _card("Inside these libraries", _INSIDE),
        _card(
            "Font, icons, colours",
            _ASSETS,
            f"The full texts of the licences are in {_licences()}. "
            "Playout itself: all rights reserved.",
        ),
    )


def _card(title: str, lines: Sequence[_Line], note: str = "") -> Item:
    sentence = Sentence(note, lines=0, ink="caption", dp=TYPE.caption)
    told = (Space(6), sentence) if note else ()
    return Item(Card((*lines, *told), title=title))


def _plugin_cards() -> tuple[Item, ...]:
    """Return which games and searchers are the user's, and which were left out and why."""
    there = [_Line(plugin.game.rules.title, str(plugin.folder)) for plugin in loaded]
    there += [_Line(each.kind.name, each.place) for each in plugged]
    gone = [
        _Line(
            f"{each.folder.name} (disabled)",
            each.why,
            Button(f"{_AGAIN} {number}", "Try again", small=True) if each.is_marked else None,
        )
        for number, each in enumerate(left_out)
    ]
    if not there and not gone:
        return ()
    note = "These are programs. They can do everything on this computer that you can."
    return (_card("Games and searchers of your own", (*there, *gone), note),)


def _licences() -> str:
    folder = _ROOT / "licences"
    return str(folder) if folder.exists() else "the program's assets folder and beside each library"


def _version(distribution: str) -> str:
    """Return a library's version; nothing where a bundle carries no such record."""
    from importlib import metadata  # with all that reads e-mail; a start does without

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
