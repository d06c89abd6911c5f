"""The player's settings: one frozen value, read from and written to a plain dictionary.

The common ones are fields, a game's own are told by its `Game`. Each says itself what it accepts,
so that reading a file, the settings screen and the tests share one table.
"""

import dataclasses
import logging
import reprlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final

from ai.contract.rules import Parameters
from ai.external.contract import EXTERNAL, is_external
from ai.kinds import SearcherSpecError
from ai.levels import EVEN, EVEN_TITLE, level, level_on, levels_of, method, methods_of
from ai.phrases import N_
from ai.system import usable_cores
from game.games.registry import window_games
from game.games.window_game import Control, Setting, SettingGroup, WindowGame
from game.words import files, pages
from game.words.language import LANGUAGES, SYSTEM, spoken
from game.words.say import say

log = logging.getLogger(__name__)

PROGRAM: Final = "program"
"""The level that is the program whose command the setting ``GAME_program`` holds."""

_PALETTES: Final = {
    "okabe-ito": "Okabe and Ito: five colours everyone can tell apart",
    "tol": "Paul Tol: softer colours everyone can tell apart",
    "lightness": "From dark to light: clear even without colour",
}


def _setting(default: Any, **metadata: Any) -> Any:
    """Declare a setting that all games share; its steps are its limits unless these are told."""
    steps = metadata.get("steps", ())
    limits = {"low": steps[0], "high": steps[-1]} if steps else {}
    return field(default=default, metadata={**limits, **metadata})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player can set; `changed` makes changed ones, and `[name]` is one by its name.

    Each field declares a setting, `of_games` excepted: what was chosen of the games' settings,
    where that is not the default. Those without a title are remembered, not chosen. Times are in
    seconds.
    """

    think_simulations: int = _setting(
        0,
        title="Simulations per move, at most",
        about="More make every level stronger",
        group=SettingGroup.OPPONENTS,
        is_detail=True,
        steps=(0, 50, 200, 1_000, 5_000, 20_000, 100_000, 1_000_000),
        high=100_000_000,
        unit="count",
        zero="by level",
    )
    min_reply_delay: float = _setting(
        0.4,
        title="Reply delay",
        about="The AI takes at least this long",
        group=SettingGroup.OPPONENTS,
        steps=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0),
        unit="s",
    )
    ponder: bool = _setting(
        False,
        title="Think on your time",
        about="Opponents with a time limit go on while you think",
        group=SettingGroup.OPPONENTS,
    )
    threads: str = _setting(
        "all but one",
        choices=("one", "half", "all but one"),
        labels=("One", "Half", "All but one"),
        title="Processor cores",
        about=lambda settings: say(pages.THREADS, count=settings.thread_count),
        group=SettingGroup.MACHINE,
    )
    memory_mb: int = _setting(
        512,
        title="Memory for the tree",
        about="At the limit the tree stops growing",
        group=SettingGroup.MACHINE,
        steps=(64, 128, 256, 512, 1024, 2048, 4096),
        low=16,
        high=65536,
        unit="MB",
    )
    think_unfocused: bool = _setting(
        False,
        title="Think in the background",
        about="Keep analysing while another window is in front",
        group=SettingGroup.MACHINE,
    )
    teaching: str = _setting(
        "off",
        choices=("off", "warn", "undo"),
        labels=("Nothing", "Warn", "Take back"),
        title="After a bad move",
        about="Warn says what it lost; Take back lets you try again",
        group=SettingGroup.TEACHING,
    )
    letters_told: str = _setting("", choices=("", "B", "C", "D", "BC", "BD", "CD", "BCD"))
    loss_threshold: float = _setting(
        10.0,
        title="Bad from",
        about="What a move loses of its chances to win",
        group=SettingGroup.TEACHING,
        steps=(2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0),
        low=1.0,
        high=50.0,
        unit="%",
    )
    think_first_seconds: float = _setting(
        0.0,
        title="Let me think first",
        about="How long hints wait after a move",
        group=SettingGroup.TEACHING,
        steps=(0.0, 3.0, 5.0, 10.0),
        high=60.0,
        unit="s",
        zero="at once",
    )
    analyse_seconds: float = _setting(
        10.0,
        title="Time for an analysis",
        about="{space} stops or continues it",
        group=SettingGroup.ANALYSIS,
        steps=(0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 300.0),
        high=3600.0,
        unit="s",
    )
    details: bool = _setting(
        False,
        title="Details",
        about="{details}: all that the AI counts and proves as well",
        group=SettingGroup.ANALYSIS,
    )
    top_n: int = _setting(
        3,
        title="Candidates shown",
        about="All others are small dots",
        group=SettingGroup.ANALYSIS,
        low=1,
        high=10,
    )
    metric: str = _setting(
        "value",
        choices=("value", "loss", "visits"),
        labels=("Value", "Loss", "Visits"),
        title="Number on a candidate",
        about="{metric} switches it",
        group=SettingGroup.ANALYSIS,
        is_detail=True,
    )
    overlay_rate: str = _setting(
        "normal",
        choices=("calm", "normal"),
        labels=("Calm 2/s", "Normal 5/s"),
        title="Update rate",
        about="How often marks change while the AI thinks",
        group=SettingGroup.ANALYSIS,
    )
    language: str = _setting(
        SYSTEM,
        choices=(SYSTEM, *LANGUAGES),
        labels=(N_("System"), *LANGUAGES.values()),
        title=N_("Language"),
        about=lambda _: "Language" if spoken().locale else "",
        group=SettingGroup.LANGUAGE,
        control=Control.LIST,
    )
    theme: str = _setting(
        "system",
        choices=("system", "dark", "light", "contrast"),
        labels=("System", "Dark", "Light", "Contrast"),
        title="Appearance",
        about="Contrast has the clearest text of all",
        group=SettingGroup.THEME,
    )
    palette: str = _setting(
        "okabe-ito",
        choices=tuple(_PALETTES),
        title="Tile palette",
        about=lambda settings: _PALETTES[settings.palette],
        group=SettingGroup.THEME,
        control=Control.SWATCHES,
    )
    symbols: bool = _setting(
        True, title="Symbols on tiles", about="A shape for each colour", group=SettingGroup.THEME
    )
    ui_scale: float = _setting(
        1.0,
        title="UI scale",
        about="75 to 200 %",
        group=SettingGroup.SIZE,
        low=0.75,
        high=2.0,
        unit="share",
        ticks=(0.75, 1.0, 1.5, 2.0),
        control=Control.SLIDER,
    )
    fullscreen: bool = _setting(
        False, title="Fullscreen", about="{fullscreen}", group=SettingGroup.SIZE
    )
    place: str = _setting("")
    maximised: bool = _setting(False)
    move_numbers: str = _setting(
        "last",
        choices=("none", "last", "all"),
        labels=("None", "Last 3", "All"),
        title="Move numbers",
        about="On the stones",
        group=SettingGroup.BOARD,
    )
    motion: str = _setting(
        "full",
        choices=("full", "reduced", "off"),
        labels=("Full", "Reduced", "Off"),
        title="Movement",
        about="Reduced: fades only",
        group=SettingGroup.MOTION,
    )
    motion_speed: float = _setting(
        1.0,
        title="Speed",
        about="Of stones and tiles",
        group=SettingGroup.MOTION,
        steps=(0.5, 0.75, 1.0, 1.5, 2.0, 3.0),
        unit="×",
    )
    demo_speed: float = _setting(
        1.0,
        title="Pace",
        about="Of AI against AI",
        group=SettingGroup.DEMO,
        steps=(0.25, 0.5, 1.0, 2.0, 4.0, 8.0),
        unit="×",
    )
    sound: bool = _setting(
        True,
        title="Sound",
        about="Stones, tiles, hints, and how a game ends",
        group=SettingGroup.SOUND,
    )
    master_volume: float = _setting(
        0.7,
        title="Volume",
        about="Of everything",
        group=SettingGroup.SOUND,
        high=1.0,
        unit="share",
        control=Control.SLIDER,
    )
    effects_volume: float = _setting(
        1.0,
        title="Effects",
        about="Moves and hints",
        group=SettingGroup.SOUND,
        high=1.0,
        unit="share",
        control=Control.SLIDER,
    )
    mute_unfocused: bool = _setting(
        True,
        title="Mute in the background",
        about="While another window is in front",
        group=SettingGroup.SOUND,
    )
    who_starts: str = _setting(
        "me",
        choices=("me", "ai", "alternate", "random"),
        labels=("Me", "AI", "Alternate", "Random"),
        title="Who starts",
        group=SettingGroup.AGAINST_AI,
    )
    of_games: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __getitem__(self, name: str) -> Any:
        setting = setting_of(name)
        return getattr(self, name) if name in _COMMON else self.of_games.get(name, setting.default)

    def changed(self, **values: Any) -> "Settings":
        """Return settings with other values, common ones or games' own."""
        common = {name: value for name, value in values.items() if name in _COMMON}
        of_games = {
            **self.of_games,
            **{n: value for n, value in values.items() if n not in _COMMON},
        }
        if values.get("who_starts", self.who_starts) != self.who_starts:
            # What is chosen for all games takes the place of what was chosen at a board before.
            of_games = {n: value for n, value in of_games.items() if not n.endswith(_start_of(""))}
        # Those of a game that has been set aside meanwhile stay as they are.
        chosen = {
            n: value
            for n, value in of_games.items()
            if n not in values or value != setting_of(n).default
        }
        return dataclasses.replace(self, **common, of_games=chosen)

    def parameters_of(self, game: WindowGame) -> Parameters:
        """Return the parameters of a new game; the setting ``GAME_NAME`` is parameter ``NAME``."""
        usual = game.rules.parameters()
        names = {each.name for each in dataclasses.fields(usual)}
        names_of = {each.name: each.name.removeprefix(f"{game.name}_") for each in game.settings}
        chosen = {name: self[setting] for setting, name in names_of.items() if name in names}
        return dataclasses.replace(usual, **chosen)

    @property
    def thread_count(self) -> int:
        cores = usable_cores()
        share = {"one": 1, "half": cores // 2, "all but one": cores - 1}
        return max(1, share[self.threads])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values by name, for JSON."""
        return {name: self[name] for name in all_settings()}


def _common(item: "dataclasses.Field[Any]") -> Setting:
    default: Any = item.default
    return Setting(item.name, default, **item.metadata)


_COMMON: Final = {
    item.name: _common(item) for item in dataclasses.fields(Settings) if item.name != "of_games"
}
DEFAULTS: Final = Settings()


def all_settings() -> Mapping[str, Setting]:
    """Return all there are by their names, the common ones last."""
    return _all_settings(window_games())


@lru_cache(maxsize=4)
def _all_settings(games: tuple[WindowGame, ...]) -> Mapping[str, Setting]:
    of_games = {setting.name: setting for game in games for setting in settings_of(game)}
    return {**of_games, **_COMMON}


def displayed(settings: Settings) -> tuple[Any, ...]:
    """Return what is chosen on the page "Display": where that changes, boards are drawn anew."""
    groups = [each for each in SettingGroup if each.page == "display"]
    return tuple(settings[each.name] for each in all_settings().values() if each.group in groups)


def settings_of(game: WindowGame) -> Iterator[Setting]:
    title = game.rules.title
    if game.rules.players == 2:
        yield _level_setting(game)
        yield Setting(_start_of(game.name), "", choices=("", "me", "ai"))
        yield Setting(
            f"{game.name}_think_seconds",
            0.0,
            high=600.0,
            title=title,
            about=partial(_level_time, game),
            group=SettingGroup.TIMES,
            steps=(0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0),
            unit="s",
            zero="by level",
        )
    yield _method_setting(game)
    if game.rules.players == 2:
        program = f"{game.name}_program"
        yield Setting(
            program,
            "",
            title=title,
            about=lambda settings: settings[program] or "Any that speaks the Go Text Protocol",
            group=SettingGroup.PROGRAMS,
            control=Control.COMMAND,
        )
    coordinates = coordinates_of(game.name)
    yield Setting(coordinates, True, title=title, group=SettingGroup.COORDINATES)
    yield from game.settings


def _level_setting(game: WindowGame) -> Setting:
    levels = levels_of(game.name)

    def about(settings: Settings) -> str:
        if level_of(settings, game.name) == EVEN:
            return pages.EVEN
        chosen = level(level_of(settings, game.name), game.name)
        board = settings.parameters_of(game)
        playing = level_on(chosen.name, game.name, board)
        if is_external(chosen.name):
            return chosen.title
        if playing is not chosen and chosen.fits(board):
            return say(pages.OTHER_PLAYS, level=chosen.title, other=playing.title)
        return _sentence(playing.described(details=settings.details))

    return Setting(
        f"{game.name}_level",
        EVEN,
        (EVEN, *(each.name for each in levels), PROGRAM),
        title=game.rules.title,
        about=about,
        group=SettingGroup.OPPONENTS,
        labels=(EVEN_TITLE, *(each.title for each in levels), "Other program"),
        control=Control.OPPONENT,
    )


def _method_setting(game: WindowGame) -> Setting:
    """Return the setting of who analyses: one that is offered, or any searcher by specification."""
    name, offered = f"{game.name}_method", methods_of(game.name)

    def problem(searcher: str) -> str | None:
        try:
            method(searcher, game.name)
        except SearcherSpecError as error:
            return f"cannot be used ({error})"
        return None

    return Setting(
        name,
        offered[0].searcher,
        tuple(each.searcher for each in offered),
        problem,
        title=game.rules.title,
        about=lambda settings: _sentence(method(settings[name], game.name).description),
        group=SettingGroup.METHODS,
        is_detail=True,
        labels=tuple(each.title for each in offered),
        control=Control.LIST,
    )


def _level_time(game: WindowGame, settings: Settings) -> str:
    """Say how long the chosen level takes by itself."""
    chosen = level_on(level_of(settings, game.name), game.name, settings.parameters_of(game))
    if not chosen.limit.seconds:
        return ""
    return say(pages.LEVEL_TAKES, level=chosen.title, time=chosen.budget)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def setting_of(name: str) -> Setting:
    """Return what a setting accepts; raises KeyError for a name that no game has."""
    return _COMMON[name] if name in _COMMON else all_settings()[name]


def coordinates_of(game: str) -> str:
    """Return the name of the setting that shows the names of a board's rows and columns."""
    return f"{game}_coordinates"


def _start_of(game: str) -> str:
    return f"{game}_who_starts"


def who_starts(settings: Settings, game: str) -> str:
    """Return who makes the first move in a game for two: as chosen at its board, or for all."""
    chosen: str = settings[_start_of(game)]
    return chosen or settings.who_starts


def with_same_start(settings: Settings, game: str, *, is_me: bool) -> Settings:
    """Return settings by which the next games of one kind begin like the present one.

    Where the sides change from game to game, they go on changing.
    """
    if settings.who_starts not in ("me", "ai"):
        return settings
    return settings.changed(**{_start_of(game): "me" if is_me else "ai"})


def level_of(settings: Settings, game: str) -> str:
    """Return the name of the level that the player chose in a game for two; see `EVEN`."""
    chosen: str = settings[f"{game}_level"]
    if chosen != PROGRAM:
        return chosen
    command: str = settings[f"{game}_program"]
    return f"{EXTERNAL}:{command}" if command else str(DEFAULTS[f"{game}_level"])


def think_seconds(settings: Settings, game: str) -> float:
    """Return the time for a move that the player chose in a game for two; 0 for none."""
    chosen: float = settings[f"{game}_think_seconds"]
    return chosen


def settings_from_dict(
    data: Mapping[str, Any], label: Callable[[str], str] = str
) -> tuple[Settings, tuple[str, ...]]:
    """Read settings back; nothing in `data` can make this fail.

    Unknown names are ignored: they may be those of a plug-in that is not there now.

    Args:
        label: Returns what players know a setting by; by default its name.

    Returns:
        The settings, and a sentence for each value that was replaced by its default.
    """
    values: dict[str, Any] = {}
    complaints: list[str] = []
    for setting in all_settings().values():
        if setting.name not in data:
            continue
        value = data[setting.name]
        problem = setting.problem(value)
        if problem:
            written = {"value": reprlib.repr(value), "default": repr(setting.default)}
            name = label(setting.name)
            complaints.append(say(files.SETTING_WRONG, name=name, problem=problem, **written))
        else:
            values[setting.name] = type(setting.default)(value)
    settings = DEFAULTS.changed(**values)
    for name, most in _too_high(settings).items():
        written = {"value": str(settings[name]), "most": str(most)}
        complaints.append(say(files.SETTING_UNFIT, name=label(name), **written))
    for complaint in complaints:
        log.warning(complaint)
    return fitted(settings), tuple(complaints)


def fitted(settings: Settings) -> Settings:
    """Return the settings with no number above what the others allow."""
    return settings.changed(**_too_high(settings))


def _too_high(settings: Settings) -> dict[str, Any]:
    bounded = ((name, each.at_most) for name, each in all_settings().items() if each.at_most)
    highest = {name: at_most(settings) for name, at_most in bounded}
    return {name: most for name, most in highest.items() if settings[name] > most}
