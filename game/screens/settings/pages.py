"""The pages of the settings screen: each setting says itself where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ai.phrases import N_, filled
from game.games.registry import window_game
from game.games.window_game import SettingGroup
from game.screens.base import ChangeSettings, ClearRecords, ExportData, ImportData, OpenFolder
from game.screens.entry import GameEntry, entries
from game.screens.settings.keys import KeyRow, key_rows
from game.screens.settings.rows import ActionRow, PageRow, SettingRow, row_of
from game.store.files import default_paths
from game.store.settings import DEFAULTS, Settings, all_settings
from game.ui.commands import with_keys
from game.words import pages as words


@dataclass(frozen=True, slots=True)
class SettingSection:
    """Rows that belong together.

    Attributes:
        title: What stands above them; it may name commands in braces, and a {game}.
        name: What they are called in a few words, where that is another thing; a game's title.
    """

    title: str
    rows: tuple[PageRow, ...]
    name: str = ""

    @property
    def heading(self) -> str:
        """The title in the player's language."""
        return with_keys(self.title, game=self.name)


@dataclass(frozen=True, slots=True)
class Category:
    """One page of the settings.

    Attributes:
        preview: The games whose boards show what a change does.
    """

    name: str
    title: str
    icon: str
    sections: tuple[SettingSection, ...]
    preview: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[PageRow, ...]:
        return tuple(row for section in self.sections for row in section.rows)

    @property
    def has_keys(self) -> bool:
        """Whether it is the one on which keys are changed."""
        return any(isinstance(row, KeyRow) for row in self.rows)

    def reset(self, settings: Settings) -> Settings:
        names = [row.name for row in self.rows if isinstance(row, SettingRow)]
        return settings.changed(**{name: DEFAULTS[name] for name in names})


_DATA: Final = (
    SettingSection(
        N_("Your files"),
        (
            ActionRow(
                "open folder",
                N_("Saved games and records"),
                lambda _: str(default_paths().data),
                N_("Open folder"),
                "folder",
                OpenFolder(),
            ),
            ActionRow(
                "export",
                N_("Export"),
                N_("Settings, games, drills and records in one file"),
                N_("Export", "a command"),
                "download",
                ExportData(),
            ),
            ActionRow(
                "import",
                N_("Import"),
                N_("Choose an exported file, or drop it on the window"),
                N_("Import", "a command"),
                "folder",
                ImportData(),
            ),
        ),
    ),
    SettingSection(
        N_("Start over"),
        (
            ActionRow(
                "clear records",
                N_("Reset all records"),
                N_("Best scores, and results against the AI"),
                N_("Reset"),
                "rotate-ccw",
                ClearRecords(),
                N_(
                    "Best scores and results against the AI are deleted for good. "
                    "Settings and games stay."
                ),
            ),
            ActionRow(
                "reset all",
                N_("Reset all settings"),
                N_("Games and records stay"),
                N_("Reset"),
                "rotate-ccw",
                ChangeSettings(DEFAULTS),
                N_("All settings go back to their defaults. Games and records stay."),
            ),
        ),
    ),
)


def categories() -> tuple[Category, ...]:
    return _categories(entries())


@lru_cache(maxsize=4)
def _categories(games: tuple[GameEntry, ...]) -> tuple[Category, ...]:
    samples = tuple(entry.name for entry in games if entry.sample is not None)
    rules = (*_sections("rules"), *(section for each in games for section in rules_of(each)))
    names = tuple(entry.name for entry in games)
    keys = (*_sections("keys"), *(SettingSection(title, rows) for title, rows in key_rows()))
    return (
        Category("ai", N_("AI"), "cpu", tuple(_sections("ai"))),
        Category("assist", N_("Assist"), "graduation-cap", tuple(_sections("assist"))),
        Category("display", N_("Display"), "monitor", tuple(_sections("display")), samples),
        Category("keys", N_("Keys"), "keyboard", keys),
        Category("motion", N_("Motion"), "sparkles", tuple(_sections("motion"))),
        Category("sound", N_("Sound"), "volume-2", tuple(_sections("sound"))),
        Category("rules", N_("Rules"), "dices", rules, names),
        Category("data", N_("Data"), "folder", _DATA),
    )


def _sections(page: str) -> Iterator[SettingSection]:
    """Yield the groups of a page, with the settings that stand in them."""
    for group in SettingGroup:
        if group.page == page:
            members = (each for each in all_settings().values() if each.group is group)
            rows = tuple(row_of(each) for each in members)
            yield SettingSection(group.title, rows, group.short)


def rules_of(entry: GameEntry) -> Iterator[SettingSection]:
    """Yield what can be set of a game's rules, if anything can."""
    settings = window_game(entry.name).settings
    rows = tuple(row_of(each) for each in settings if each.title and each.group is None)
    if rows:
        yield SettingSection(words.NEXT_GAME, rows, entry.spec.title)


def label_of(name: str) -> str:
    """Return what a setting is called on the screen; the name itself if it is not there."""
    for each in categories():
        for section in each.sections:
            for row in section.rows:
                if row.name == name:
                    of = section.name or section.heading
                    return filled(words.OF_GAME, game=of, title=row.title)
    return name
