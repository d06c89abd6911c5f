"""What can be set on the settings screen: its pages, as tables of rows."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from ai.external.contract import is_external
from ai.levels import level, level_on, levels_of, methods_of
from game.screens.base import ChangeSettings, ClearRecords, ExportData, OpenFolder
from game.screens.entry import GameEntry
from game.screens.games import entries
from game.screens.settings.rows import (
    ActionRow,
    Category,
    Choice,
    Palette,
    Program,
    Range,
    SettingRow,
    SettingSection,
    Steps,
    Toggle,
)
from game.store.paths import default_paths
from game.store.settings import AI_TIMES, DEFAULTS, PROGRAM, Settings, coordinates_of, level_of
from game.ui import commands
from game.ui import format as written


def _level_row(entry: GameEntry) -> Steps:
    game, name = entry.name, f"{entry.name}_level"
    names = (*(each.name for each in levels_of(game)), PROGRAM)

    def about(settings: Settings) -> str:
        chosen = level(level_of(settings, game), game)
        playing = level_on(chosen.name, game, entry.profile.parameters_of(settings))
        if is_external(chosen.name):
            return chosen.title
        if playing is not chosen:
            return f"{chosen.title} can't play boards of this size; {playing.title} plays them"
        words = chosen.full_description
        return words[:1].upper() + words[1:]

    def title(chosen: str) -> str:
        return "Other program" if chosen == PROGRAM else level(chosen, game).title

    def fits(chosen: str, settings: Settings) -> bool:
        if chosen == PROGRAM:
            return bool(settings[f"{game}_program"])
        offered = levels_of(game, entry.profile.parameters_of(settings))
        return level(chosen, game) in offered

    return Steps(name, entry.spec.title, about, names, title, room=136, names=True, fits=fits)


def _program_words(entry: GameEntry) -> Callable[[Settings], str]:
    def about(settings: Settings) -> str:
        return settings[f"{entry.name}_program"] or "Any that speaks the Go Text Protocol"

    return about


def _time_row(entry: GameEntry) -> Steps:
    game = entry.name

    def about(settings: Settings) -> str:
        parameters = entry.profile.parameters_of(settings)
        chosen = level_on(level_of(settings, game), game, parameters)
        own = chosen.limit.seconds
        return f"{chosen.title} takes {written.seconds(own)}" if own else ""

    return Steps(f"{game}_think_seconds", entry.spec.title, about, AI_TIMES, _time, room=84)


def _method_row(entry: GameEntry) -> Steps:
    name = f"{entry.name}_method"
    methods = {method.searcher: method for method in methods_of(entry.name)}

    def about(settings: Settings) -> str:
        words = methods[settings[name]].description
        return words[:1].upper() + words[1:]

    def title(chosen: str) -> str:
        return methods[chosen].title

    return Steps(name, entry.spec.title, about, tuple(methods), title, room=136, names=True)


def _time(seconds: float) -> str:
    return written.seconds(seconds) if seconds else "by level"


def _simulations(count: int) -> str:
    return written.short_count(count) if count else "by level"


def _after(seconds: float) -> str:
    return written.seconds(seconds) if seconds else "at once"


def _percent(loss: float) -> str:
    return f"{loss:g} %"


def _times(factor: float) -> str:
    return f"{factor:g}×"


_PALETTE_WORDS: Final = {
    "okabe-ito": "Okabe and Ito: five colours everyone can tell apart",
    "tol": "Paul Tol: softer colours everyone can tell apart",
    "lightness": "From dark to light: clear even without colour",
}


def _section(title: str, *rows: SettingRow) -> SettingSection:
    return SettingSection(title, rows)


def _page(
    name: str, title: str, icon: str, *sections: SettingSection, preview: tuple[str, ...] = ()
) -> Category:
    return Category(name, title, icon, sections, preview)


def _ai(games: tuple[GameEntry, ...]) -> Category:
    return _page(
        "ai",
        "AI",
        "cpu",
        _section(
            "Opponents",
            *(_level_row(entry) for entry in games if entry.spec.players == 2),
            Steps(
                "think_simulations",
                "Simulations per move, at most",
                "More make every level stronger",
                (0, 50, 200, 1_000, 5_000, 20_000, 100_000, 1_000_000),
                _simulations,
                room=84,
            ),
            Steps(
                "min_reply_delay",
                "Reply delay",
                "The AI takes at least this long",
                (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0),
                written.seconds,
            ),
            Toggle("ponder", "Ponder", "Opponents with a time limit also think on your time"),
        ),
        _section(
            "Longest time for a move; [ and ] change it in a game",
            *(_time_row(entry) for entry in games if entry.spec.players == 2),
        ),
        _section(
            "AI for analysis, hints and demo",
            *(_method_row(entry) for entry in games),
        ),
        _section(
            "Other programs, as opponents",
            *(
                Program(f"{entry.name}_program", entry.spec.title, _program_words(entry))
                for entry in games
                if entry.spec.players == 2
            ),
        ),
        _section(
            "This machine",
            Choice(
                "threads",
                "Processor cores",
                lambda settings: f"Now {settings.thread_count} at a time",
                labels=("One", "Half", "All but one"),
            ),
            Steps(
                "memory_mb",
                "Memory for the tree",
                "At the limit the tree stops growing",
                (64, 128, 256, 512, 1024, 2048, 4096),
                lambda megabytes: f"{megabytes} MB",
                room=84,
            ),
            Toggle(
                "think_unfocused",
                "Think in the background",
                "Keep analysing while another window is in front",
            ),
        ),
    )


_ASSIST: Final = _page(
    "assist",
    "Assist",
    "graduation-cap",
    _section(
        "Teaching, against the AI",
        Choice(
            "teaching",
            "After a bad move",
            "Warn says what it lost; Take back lets you try again",
            labels=("Nothing", "Warn", "Take back"),
        ),
        Steps(
            "loss_threshold",
            "Bad from",
            "What a move loses of its chances to win",
            (2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0),
            _percent,
            room=84,
        ),
        Steps(
            "think_first_seconds",
            "Let me think first",
            "How long hints wait after a move",
            (0.0, 3.0, 5.0, 10.0),
            _after,
            room=84,
        ),
    ),
    _section(
        "Analysis and hints",
        Steps(
            "analyse_seconds",
            "Time for an analysis",
            "Space stops or continues it",
            (1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 300.0),
            written.seconds,
        ),
        Steps("top_n", "Candidates shown", "All others are small dots"),
        Choice(
            "metric",
            "Number on a candidate",
            "V switches it",
            labels=("Value", "Loss", "Visits"),
        ),
        Choice(
            "overlay_rate",
            "Update rate",
            "How often marks change while the AI thinks",
            labels=("Calm 2/s", "Normal 5/s"),
        ),
    ),
)


def _display(games: tuple[GameEntry, ...]) -> Category:
    return _page(
        "display",
        "Display",
        "monitor",
        _section(
            "Theme",
            Choice(
                "theme",
                "Appearance",
                "Contrast keeps all text at 7 : 1 or more",
                labels=("System", "Dark", "Light", "Contrast"),
            ),
            Palette(
                "palette",
                "Tile palette",
                lambda settings: _PALETTE_WORDS[settings.palette],
            ),
            Toggle("symbols", "Symbols on tiles", "A shape for each colour"),
        ),
        _section(
            "Size",
            Range(
                "ui_scale",
                "UI scale",
                "75 to 200 %",
                step=0.05,
                ticks=(0.75, 1.0, 1.5, 2.0),
                text=written.percent,
            ),
            Toggle("fullscreen", "Fullscreen", commands.FULLSCREEN.cap),
        ),
        _section(
            "Board",
            Choice(
                "move_numbers",
                "Move numbers",
                "On the stones",
                labels=("None", "Last 3", "All"),
            ),
        ),
        _section(
            "Coordinates; K switches them in a game",
            *(Toggle(coordinates_of(entry.name), entry.spec.title) for entry in games),
        ),
        preview=tuple(entry.name for entry in games if entry.sample is not None),
    )


_MOTION: Final = _page(
    "motion",
    "Motion",
    "sparkles",
    _section(
        "Motion",
        Choice(
            "motion",
            "Movement",
            "Reduced: fades only",
            labels=("Full", "Reduced", "Off"),
        ),
        Steps(
            "motion_speed",
            "Speed",
            "Of stones and tiles",
            (0.5, 0.75, 1.0, 1.5, 2.0, 3.0),
            _times,
        ),
    ),
    _section(
        "Demo",
        Steps(
            "demo_speed",
            "Pace",
            "Of AI against AI",
            (0.25, 0.5, 1.0, 2.0, 4.0, 8.0),
            _times,
        ),
    ),
)

_SOUND: Final = _page(
    "sound",
    "Sound",
    "volume-2",
    _section(
        "Sound",
        Toggle("sound", "Sound", "Stones, tiles, hints, and how a game ends"),
        Range("master_volume", "Volume", "Of everything", text=written.percent),
        Range(
            "effects_volume",
            "Effects",
            "Moves and hints",
            text=written.percent,
        ),
        Toggle(
            "mute_unfocused",
            "Mute in the background",
            "While another window is in front",
        ),
    ),
)


def _rules(games: tuple[GameEntry, ...]) -> Category:
    return _page(
        "rules",
        "Rules",
        "dices",
        _section(
            "Against the AI, from the next new game",
            Choice(
                "who_starts",
                "Who starts",
                labels=("Me", "AI", "Alternate", "Random"),
            ),
        ),
        *(
            _section(f"{entry.spec.title}, from the next new game", *entry.rules)
            for entry in games
            if entry.rules
        ),
        preview=tuple(entry.name for entry in games),
    )


_DATA: Final = _page(
    "data",
    "Data",
    "folder",
    _section(
        "Your files",
        ActionRow(
            "open folder",
            "Saved games and records",
            lambda _: str(default_paths().data),
            "Open folder",
            "folder",
            OpenFolder(),
        ),
        ActionRow(
            "export",
            "Export",
            "Settings, games and records in one file",
            "Export",
            "download",
            ExportData(),
        ),
    ),
    _section(
        "Start over",
        ActionRow(
            "clear records",
            "Reset all records",
            "Best scores, and results against the AI",
            "Reset",
            "rotate-ccw",
            ClearRecords(),
            "Best scores and results against the AI are deleted for good. Settings and games stay.",
        ),
        ActionRow(
            "reset all",
            "Reset all settings",
            "Games and records stay",
            "Reset",
            "rotate-ccw",
            ChangeSettings(DEFAULTS),
            "All settings go back to their defaults. Games and records stay.",
        ),
    ),
)


def categories() -> tuple[Category, ...]:
    """Return the pages, for the games there are."""
    return _categories(entries())


@lru_cache(maxsize=4)
def _categories(games: tuple[GameEntry, ...]) -> tuple[Category, ...]:
    return _ai(games), _ASSIST, _display(games), _MOTION, _SOUND, _rules(games), _DATA


def category(name: str) -> Category:
    """Return a category by name; raises KeyError."""
    known: Mapping[str, Category] = {each.name: each for each in categories()}
    return known[name]


def label_of(name: str) -> str:
    """Return what a setting is called on the screen; the name itself if it is not there."""
    for each in categories():
        for section in each.sections:
            for row in section.rows:
                if row.name == name:
                    return f"{section.title.partition(',')[0]}: {row.title}"
    return name
