"""Help: the keys, the rules and good play, and what there is to know about the program."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import sqlite_version
from typing import Final

import pygame

from ai.contract.games import left_out, loaded, plugged
from ai.phrases import N_
from ai.version import NAME, VERSION
from game.games import plugins
from game.play.drill import TAUGHT
from game.screens.base import Command, DrillSet, Give, OpenDrills, TryAgain
from game.screens.context import Context
from game.screens.entry import entries, entry_of
from game.screens.page import Page
from game.screens.play.typed import typeable
from game.ui import commands as c
from game.ui import draw
from game.ui.boards.marks import score_badge
from game.ui.boards.sprites import blit_centred
from game.ui.commands import Shortcut
from game.ui.elements import Role
from game.ui.panel.base import Ink, Section
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import (
    SPRING,
    Column,
    Composed,
    ControlSpace,
    Inset,
    Meant,
    Row,
    Space,
    Tappable,
)
from game.ui.panel.items import Buttons, Card, Item
from game.ui.panel.legend import (
    BELIEVED,
    DISC,
    GRADES,
    PROOFS,
    SCORE_LETTERS,
    SIZES,
    WIN_LETTERS,
    Explained,
)
from game.ui.panel.parts import Painted, Paragraph, Phrase, key_cap, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.ui.widgets import Action, Button
from game.words import pages
from game.words.numbers import thousands
from game.words.say import beside, said, say


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
    for part in re.split(r"(?<=[/\\])", said(text)):
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
    ("babel", "Babel", "BSD 3-Clause"),
    ("typing-extensions", "typing_extensions", "PSF 2.0"),
    ("psutil", "psutil", "BSD 3-Clause"),
    ("accesskit", "AccessKit", "MIT, Apache 2.0"),
    *((("mslex", "mslex", "Apache 2.0"),) if sys.platform == "win32" else ()),
    *((("jeepney", "jeepney", "MIT"),) if sys.platform == "linux" else ()),
    *((("pywin32", "pywin32", "BSD 3-Clause"),) if sys.platform == "win32" else ()),
)
# What their wheels bring along, by licence.
_INSIDE: Final = (
    _Line("Apache 2.0", N_("LLVM, with its exceptions; parts of libsndfile")),
    _Line("BSD", "OpenBLAS, FLAC, Ogg, Vorbis, Opus, WavPack, libwebp"),
    _Line("LGPL 2.1", "mpg123, FluidSynth, libsndfile, libquadmath"),
    _Line(N_("GPL 3, runtime exception"), "libgfortran"),
    _Line("MIT", "HarfBuzz, Brotli, libxmp"),
    _Line(N_("Own", "a licence"), "FreeType, libpng, libjpeg-turbo, libtiff, zlib"),
)
_ASSETS: Final = (
    _Line("Atkinson Hyperlegible", N_("typeface, SIL Open Font License 1.1")),
    _Line("Lucide", N_("icons, ISC licence")),
    _Line(N_("Okabe and Ito"), N_("colours for every kind of colour vision")),
)


class AboutScene(Page):
    """Name, version, libraries, licences and folders."""

    title = N_("About")
    widest = 760

    def items(self, width: int) -> tuple[Item, ...]:
        del width
        skin = self.skin
        side = skin.px(92)
        mark = Painted(side, lambda surface, _, box: surface.blit(draw.app_mark(side), box), side)
        version = quiet(say(pages.VERSION, version=VERSION), dp=TYPE.table)
        title = Row(Phrase(NAME, TYPE.h1, bold=True, tall=44), 12, version)
        words = Column(title, Paragraph(pages.ABOUT))
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
        _Line(title, beside(version, licence))
        for name, title, licence in _LIBRARIES
        for version in (_version(name),)
    )
    python = _Line("Python", beside(sys.version.split()[0], N_("PSF licence")))
    sdl = _Line("SDL", beside(".".join(map(str, pygame.get_sdl_version())), N_("zlib licence")))
    sqlite = _Line("SQLite", beside(sqlite_version, N_("public domain")))
    return (
        *_plugin_cards(),
        _card(
            N_("Where your files are"),
            (
                _Line(N_("Settings", "a file"), str(paths.settings_file)),
                _Line(N_("Games", "a file"), str(paths.library_file)),
                _Line(N_("Games of your own"), str(paths.data / plugins.FOLDER_NAME)),
                _Line(N_("Screenshots"), str(paths.pictures)),
                _Line(N_("Log", "a file"), str(paths.log_file)),
                _Line(N_("Compiled AI"), str(paths.cache)),
            ),
            pages.NOTHING_SENT,
        ),
        _card(N_("Made with"), (python, sdl, sqlite, *libraries)),
        _card(N_("Inside these libraries"), _INSIDE),
        _card(N_("Font, icons, colours"), _ASSETS, say(pages.LICENCES, folder=_licences())),
    )


def _card(title: str, lines: Sequence[_Line], note: str = "") -> Item:
    sentence = Sentence(note, lines=0, ink="caption", dp=TYPE.caption)
    below = (Space(6), sentence) if note else ()
    return Item(Card((*lines, *below), title=title))


def _plugin_cards() -> tuple[Item, ...]:
    """Return which games and searchers are the user's, and which were left out and why."""
    there = [_Line(plugin.game.rules.title, str(plugin.folder)) for plugin in loaded]
    there += [_Line(each.kind.name, each.place) for each in plugged]
    gone = [
        _Line(
            say(pages.DISABLED, name=each.folder.name),
            each.why,
            Button(f"{_AGAIN} {number}", N_("Try again"), small=True) if each.is_marked else None,
        )
        for number, each in enumerate(left_out)
    ]
    if not there and not gone:
        return ()
    return (_card(N_("Games and searchers of your own"), (*there, *gone), pages.PROGRAMS),)


def _licences() -> str:
    folder = _ROOT / "licences"
    return str(folder) if folder.exists() else pages.LICENCES_BESIDE


def _version(distribution: str) -> str:
    """Return a library's version; nothing where a bundle carries no such record."""
    from importlib import metadata  # with all that reads e-mail; a start does without

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


_GIVE: Final = "give "
_ROW_DP: Final = 30
_SHORTCUT: Final = Meant(Role.LIST_ITEM)
_TWO_COLUMNS_DP: Final = 800
_LESSONS: Final = N_("five positions a game")


@dataclass(frozen=True, slots=True)
class KeyTable(Composed):
    """Shortcuts that belong together: keys, and words in a column of their own.

    Attributes:
        given: What is done where it is pressed.
    """

    title: str
    rows: tuple[Shortcut, ...]
    given: frozenset[c.UserCommand] = frozenset()

    def content(self, skin: Skin, width: int) -> Section:
        caps = [self._caps(skin, row) for row in self.rows]
        room = width - max(each.width(skin) for each in caps) - skin.px(19)
        return Column(
            *(self._line(skin, row, keys, room) for keys, row in zip(caps, self.rows, strict=True))
        )

    def _caps(self, skin: Skin, row: Shortcut) -> Row:
        caps: list[Section] = [key_cap(skin, key) for key in row.keys]
        if len(row.commands) == len(caps) > 1:
            caps = [
                Inset(cap, behind=_giving(each), wide=max(cap.width(skin), skin.target(0)))
                if each in self.given
                else cap
                for cap, each in zip(caps, row.commands, strict=True)
            ]
        return Row(*caps, gap=5)

    def _line(self, skin: Skin, row: Shortcut, caps: Row, room: int) -> Section:
        # Of several commands, each key is pressed.
        is_given = len(row.commands) == 1 and row.commands[0] in self.given
        words = _in_room(skin, row.text, room, "main" if is_given else "second")
        behind = _giving(row.commands[0]) if is_given else _SHORTCUT
        return Inset(Row(caps, SPRING, words), behind=behind)


def _giving(command: c.UserCommand) -> Tappable:
    return Tappable(f"{_GIVE}{command.name}", tooltip=command.title)


def _in_room(skin: Skin, text: str, room: int, ink: Ink) -> Section:
    """Return a line of a table, broken where a language has no short words for it."""
    if skin.width(text, TYPE.table) <= room:
        return Phrase(text, TYPE.table, ink, tall=_ROW_DP, wide=room)
    return Inset(Paragraph(text, TYPE.table, ink), dy=4, wide=room)


def key_tables(game: str = "") -> tuple[KeyTable, ...]:
    """Return all keys, those that only one game has last.

    Args:
        game: Whose commands are given where they are pressed, if any are.
    """
    of_games = {each.spec.title: each.shortcuts for each in entries() if each.shortcuts}
    given, there = frozenset[c.UserCommand](), set[str]()
    if game:
        entry = entry_of(game)
        given = frozenset((*typeable(entry.game_commands), c.TYPE, c.GRAPH, *c.WINDOW)) - {
            *(c.HELP, c.CONTROLS)  # one is open, and controls are tapped
        }
        there = {*c.FOR_GAMES, *c.FOR_WINDOW, entry.spec.title}
    return tuple(
        KeyTable(title, rows, given if title in there else frozenset())
        for title, rows in (c.TABLES | of_games).items()
    )


class HelpScene(Page):
    """Legend and shortcuts, in two columns where there is room."""

    title = N_("Help")
    notice_below = True
    caption = N_("keys, and what the marks mean")
    page_commands = (c.INSIDE,)

    def __init__(self, context: Context, game: str = "") -> None:
        """Make the page, which begins with a game if its name is given."""
        super().__init__(context)
        self._game = game
        if game:
            self.caption = N_("press a line to do what it says")
        self._lessons = {
            f"{c.LESSONS.name} {each.name}": each for each in entries() if each.name in TAUGHT
        }
        self._buttons = [Button(name, each.spec.title) for name, each in self._lessons.items()]
        self.links = (
            Button("tour", N_("Tour", "through a search")),
            c.INSIDE.button(N_("Look inside a search")),
        )

    def on_action(self, action: Action) -> Command | None:
        """Open a game's lessons, give a command to the game, or do what every page does."""
        if action.name.startswith(_GIVE):
            name = action.name.removeprefix(_GIVE)
            given = (each for table in key_tables(self._game) for each in table.given)
            return Give(next(each for each in given if each.name == name))
        if action.name in self._lessons:
            return OpenDrills(self._lessons[action.name].name, which=DrillSet.LESSONS)
        return super().on_action(action)

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, each put where there is most room."""
        skin = self.skin
        lessons = Card((Buttons(tuple(self._buttons)),), title=N_("First lessons"), note=_LESSONS)
        about = [_about(self._game, self.context)] if self._game else []
        cards = [*about, lessons, Card(_MARKS, title=N_("What the marks mean"))]
        cards += [Card((table,), title=table.title) for table in key_tables(self._game)]
        if skin.unit.dp(width) < _TWO_COLUMNS_DP:
            return tuple(map(Item, cards))
        columns: tuple[list[Card], ...] = ([], [])
        for card in cards:
            least = min(columns, key=lambda c: Column(*c, gap=14).height(skin, width // 2))
            least.append(card)
        return (Item(Row(*(Column(*each, gap=14) for each in columns), gap=14, top=True)),)


def _about(game: str, context: Context) -> Card:
    """Return the rules of a new game, and what good play is."""
    entry = entry_of(game)
    rules = entry.rules_for(entry.profile.parameters_of(context.settings))
    good_play = Paragraph("\n".join(map(said, entry.good_play))) if entry.good_play else None
    parts = Column(Paragraph(entry.about), rules, good_play, gap=12)
    return Card((parts,), title=entry.spec.title, note=N_("rules and good play"))


def _draw_score(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    blit_centred(surface, score_badge(skin, "A", thousands(2_451), skin.unit.px(24)), centre)


_MARKS: Final = (
    DISC,
    SIZES,
    PROOFS,
    BELIEVED,
    WIN_LETTERS,
    Explained(_draw_score, pages.SCORE, in_well=True),
    SCORE_LETTERS,
    GRADES,
)
