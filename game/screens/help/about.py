"""What the program is, what it is made of, and where its files are."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from ai.contract.plugins import left_out, loaded
from ai.version import NAME, VERSION
from game.games.plugins import folders
from game.screens.context import Context
from game.screens.page import Page
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import Sentence
from game.ui.panel.containers import Card, Painted
from game.ui.panel.items import Item, Space
from game.ui.skin import Skin
from game.ui.theme import TYPE

_INTRO: Final = (
    "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough in one window, with a Monte Carlo "
    "AI that shows its thinking on the board: which moves it prefers, how good they are, and how "
    "sure it is."
)


@dataclass(frozen=True, slots=True)
class _Line(Section):
    """A line of a card: what, which, and under which licence or where."""

    tall = 27

    name: str
    value: str

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw both parts."""
        y, left = box.centre[1], box.x + min(skin.px(190), box.width // 3)
        name = skin.fit(self.name, TYPE.table, left - box.x - skin.px(8))
        skin.write(surface, name, (box.x, y), TYPE.table, skin.theme.text2)
        value = skin.fit(self.value, TYPE.table, box.right - left)
        skin.write(surface, value, (left, y), TYPE.table, skin.theme.text)


_ROOT: Final = Path(__file__).resolve().parents[3]

# Distribution name, name on the screen, licence.
_LIBRARIES: Final = (
    ("pygame-ce", "pygame-ce", "LGPL 2.1"),
    ("numpy", "NumPy", "BSD 3-Clause"),
    ("numba", "Numba", "BSD 2-Clause"),
    ("llvmlite", "llvmlite", "BSD 2-Clause"),
    ("platformdirs", "platformdirs", "MIT"),
    ("filelock", "filelock", "MIT"),
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
        """Return the introduction and the cards."""
        skin = self.skin
        text = skin.paragraph_height(_INTRO, TYPE.body, width - skin.px(120))
        tall = max(skin.px(104), skin.px(44) + text)
        return (Item(Painted(tall, _draw_intro)), *_cards(self.context))


def _draw_intro(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    theme, x, y = skin.theme, box.x + skin.px(116), box.y
    surface.blit(draw.app_mark(skin.px(92)), (box.x, y + skin.px(6)))
    name = skin.write(surface, NAME, (x, y + skin.px(20)), TYPE.h1, theme.text, bold=True)
    at = (name.right + skin.px(12), name.bottom - skin.px(8))
    version = f"version {VERSION}"
    skin.write(surface, version, at, TYPE.table, theme.text3, anchor="bottomleft")
    at = (x, y + skin.px(44))
    skin.paragraph(surface, _INTRO, at, TYPE.body, box.width - skin.px(120), theme.text2)


def _cards(context: Context) -> tuple[Item, ...]:
    paths = context.storage.paths
    libraries = tuple(
        _Line(title, f"{version}  ·  {licence}" if version else licence)
        for name, title, licence in _LIBRARIES
        for version in (_version(name),)
    )
    python = _Line("Python", f"{sys.version.split()[0]}  ·  PSF licence")
    sdl = _Line("SDL", f"{'.'.join(map(str, pygame.get_sdl_version()))}  ·  zlib licence")
    return (
        *_plugin_cards(),
        _card(
            "Where your files are",
            (
                _Line("Settings", str(paths.settings_file)),
                _Line("Saved games", str(paths.saved_game_file("x").parent)),
                _Line("Games of your own", str(paths.data / folders.OWN)),
                _Line("Screenshots", str(paths.pictures)),
                _Line("Log", str(paths.log_file)),
                _Line("Compiled AI", str(paths.cache)),
            ),
            "The AI runs on this computer. Nothing is sent over the network.",
        ),
        _card("Made with", (python, sdl, *libraries)),
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
    return Card(tuple(map(Item, (*lines, *told))), title=title).item


def _plugin_cards() -> tuple[Item, ...]:
    """Return which games come from folders, and which were left out and why."""
    there = [_Line(plugin.game.rules.title, str(plugin.folder)) for plugin in loaded]
    gone = [_Line(f"{each.folder.name} (disabled)", each.why) for each in left_out]
    if not there and not gone:
        return ()
    note = "These games are programs. They can do everything on this computer that you can."
    return (_card("Games from folders", (*there, *gone), note),)


def _licences() -> str:
    """Return where the licences are: a bundle has a folder for them."""
    folder = _ROOT / "licences"
    return str(folder) if folder.exists() else "the program's assets folder and beside each library"


def _version(distribution: str) -> str:
    """Return a library's version; nothing where a bundle carries no such record."""
    from importlib import metadata  # with all that reads e-mail; a start does without

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
