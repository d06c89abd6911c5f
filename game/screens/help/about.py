"""What the program is, what it is made of, and where its files are."""

import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import pygame

from ai.version import NAME, VERSION
from game.games import plugins
from game.screens.context import Context
from game.screens.page import Page
from game.ui import draw
from game.ui.layout import Box
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets import draw_border

_WIDEST_DP: Final = 760
_LINE_DP: Final = 27
_HEAD_DP: Final = 42
_INTRO: Final = (
    "SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough in one window, with a Monte Carlo "
    "AI that lays its thinking open on the board: what it would play, how much it expects of it, "
    "and how sure it is."
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a card: what, which, and under which licence or where."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A card: a title, lines, and a closing sentence."""

    title: str
    lines: tuple[_Line, ...]
    note: str = ""


_ROOT: Final = Path(__file__).resolve().parents[3]

# Distribution name, name on the screen, licence.
_LIBRARIES: Final = (
    ("pygame-ce", "pygame-ce", "LGPL 2.1"),
    ("numpy", "NumPy", "BSD 3-Clause"),
    ("numba", "Numba", "BSD 2-Clause"),
    ("llvmlite", "llvmlite", "BSD 2-Clause"),
    ("platformdirs", "platformdirs", "MIT"),
    ("filelock", "filelock", "MIT"),
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
    _Line("Okabe and Ito", "colours that stay apart for every kind of colour vision"),
)


class AboutScene(Page):
    """Name, version, libraries, licences and folders."""

    title = "About"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._blocks = _blocks(context)
        self._column = (0, 1)

    def lay_out(self) -> None:
        """Centre one column; it scrolls."""
        look, (width, height) = self.look, self.size
        column = min(width - look.px(32), look.px(_WIDEST_DP))
        self._column = ((width - column) // 2, column)
        top = self.top_bar.bottom
        view = Box(0, top, width, height - top)
        content = self._intro_height(column)
        content += sum(self._height(block, column) + look.px(14) for block in self._blocks)
        self.scroll.place(view, content + look.px(16), look)
        self.group.set_widgets(self.place_top_bar())

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the mark, the introduction and the cards."""
        self.draw_title(surface)
        view = self.scroll.box
        surface.set_clip(pygame.Rect(view))
        x, width = self._column
        y = view.y - self.scroll.offset
        self._draw_intro(surface, y)
        y += self._intro_height(width)
        for block in self._blocks:
            height = self._height(block, width)
            self._draw_block(surface, block, Box(x, y, width, height))
            y += height + self.look.px(14)
        surface.set_clip(None)

    def _intro_height(self, width: int) -> int:
        look = self.look
        text = look.paragraph_height(_INTRO, TYPE.body, width - look.px(120))
        return max(look.px(104), look.px(44) + text) + look.px(20)

    def _draw_intro(self, surface: pygame.Surface, y: int) -> None:
        look, theme = self.look, self.look.theme
        left, width = self._column
        surface.blit(draw.app_mark(look.px(92), theme), (left, y + look.px(6)))
        x = left + look.px(116)
        box = look.write(
            surface, NAME, (x, y + look.px(4)), TYPE.h1, theme.text, bold=True, anchor="topleft"
        )
        look.write(
            surface,
            f"version {VERSION}",
            (box.right + look.px(12), box.bottom - look.px(8)),
            TYPE.table,
            theme.text3,
            anchor="bottomleft",
        )
        look.paragraph(
            surface, _INTRO, (x, y + look.px(44)), TYPE.body, width - look.px(120), theme.text2
        )

    def _height(self, block: _Block, width: int) -> int:
        look = self.look
        height = look.px(_HEAD_DP) + len(block.lines) * look.px(_LINE_DP) + look.px(14)
        if block.note:
            height += look.paragraph_height(block.note, TYPE.caption, width - look.px(44))
            height += look.px(6)
        return height

    def _draw_block(self, surface: pygame.Surface, block: _Block, box: Box) -> None:
        look, theme = self.look, self.look.theme
        radius = look.px(RADIUS.card)
        draw.fill_round(surface, box, radius, theme.panel)
        draw_border(surface, look, box, radius)
        x, y = box.x + look.px(22), box.y + look.px(24)
        look.write(surface, block.title, (x, y), TYPE.body, theme.text, bold=True)
        y = box.y + look.px(_HEAD_DP) + look.px(_LINE_DP) // 2
        left = x + min(look.px(190), box.width // 3)
        for line in block.lines:
            name = look.fit(line.name, TYPE.table, left - x - look.px(8))
            look.write(surface, name, (x, y), TYPE.table, theme.text2)
            value = look.fit(line.value, TYPE.table, box.right - look.px(22) - left)
            look.write(surface, value, (left, y), TYPE.table, theme.text, tabular=False)
            y += look.px(_LINE_DP)
        if block.note:
            look.paragraph(
                surface,
                block.note,
                (x, y - look.px(6)),
                TYPE.caption,
                box.width - look.px(44),
                theme.text3,
            )


def _blocks(context: Context) -> tuple[_Block, ...]:
    paths = context.storage.paths
    libraries = tuple(
        _Line(title, f"{version}  ·  {licence}" if version else licence)
        for name, title, licence in _LIBRARIES
        for version in (_version(name),)
    )
    python = _Line("Python", f"{sys.version.split()[0]}  ·  PSF licence")
    sdl = _Line("SDL", f"{'.'.join(map(str, pygame.get_sdl_version()))}  ·  zlib licence")
    return (
        *_plugin_blocks(),
        _Block(
            "Where your files are",
            (
                _Line("Settings", str(paths.settings_file)),
                _Line("Saved games", str(paths.saved_game_file("x").parent)),
                _Line("Games of your own", str(paths.data / plugins.OWN)),
                _Line("Screenshots", str(paths.pictures)),
                _Line("Log", str(paths.log_file)),
                _Line("Compiled search", str(paths.cache)),
            ),
            "Nothing is sent anywhere: the AI runs on this machine only.",
        ),
        _Block("Made with", (python, sdl, *libraries)),
        _Block("Inside these libraries", _INSIDE),
        _Block(
            "Letters, icons, colours",
            _ASSETS,
            f"The full texts of the licences are in {_licences()}. "
            "Playout itself: all rights reserved.",
        ),
    )


def _plugin_blocks() -> tuple[_Block, ...]:
    """Return which games come from folders, and which were left out and why."""
    there = [_Line(plugin.game.rules.title, str(plugin.folder)) for plugin in plugins.loaded]
    gone = [_Line(f"{each.folder.name}, left out", each.why) for each in plugins.left_out]
    if not there and not gone:
        return ()
    note = "They run on this machine with your rights, as Playout itself does."
    return (_Block("Games from folders", (*there, *gone), note),)


def _licences() -> str:
    """Return where the licences are: a bundle has a folder for them."""
    folder = _ROOT / "licences"
    return str(folder) if folder.exists() else "the program's assets folder and beside each library"


def _version(distribution: str) -> str:
    """Return a library's version; nothing where a bundle carries no such record."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
