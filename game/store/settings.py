"""The player's settings: one frozen value, read from and written to a plain dictionary.

The common ones are fields, a game's own are told by its `Game`. Each says itself what it accepts,
so that reading a file, the settings screen and the tests share one table.
"""

import dataclasses
import logging
import os
import reprlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from ai.contract.rules import Parameters
from ai.external.contract import EXTERNAL
from ai.levels import first_level, levels_of, methods_of
from game.games.registry import window_games
from game.games.setting import Setting
from game.games.window_game import WindowGame

log = logging.getLogger(__name__)

MOST_SIMULATIONS: Final = 100_000_000
REMEMBERED: Final = ("letters_told",)
"""What is kept here but chosen by nobody."""
AI_TIMES: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
MOST_SECONDS: Final = 600.0
MOST_CHARACTERS: Final = 400
PROGRAM: Final = "program"
"""The level that is the program whose command the setting ``GAME_program`` holds."""


@dataclass(frozen=True, slots=True)
class TextSetting(Setting):
    """A setting that is any line of text."""

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or return None."""
        is_line = isinstance(value, str) and value.isprintable() and len(value) <= MOST_CHARACTERS
        return None if is_line else "is not a line of text"


def _choice(default: str, *choices: str) -> Any:
    return field(default=default, metadata={"choices": choices})


def _number(default: float, low: float, high: float) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player can set; `changed` makes changed ones, and `[name]` is one by its name.

    Attributes:
        theme: Colours; "system" follows the desktop.
        palette: Colours of the SameGame tiles.
        fullscreen: Whether the window fills the screen.
        ui_scale: Size of everything, 1 = 100 %.
        motion: "reduced" cross-fades, "off" jumps.
        motion_speed: 2 is twice as fast.
        think_simulations: How much it searches for a move at most, in every game; 0 leaves that
            to its level.
        ponder: Whether an opponent that keeps its tree thinks on while the player does.
        think_unfocused: Whether analyses go on while another window has the keyboard.
        analyse_seconds: Time budget of an analysis or a hint.
        threads: How much of the machine the AI may use.
        min_reply_delay: Seconds before an AI move is played, at least.
        memory_mb: Memory for the AI's tree.
        teaching: What happens after a bad move: nothing, a warning, or it is taken back.
        letters_told: Which letters of grades were explained to the player.
        loss_threshold: From how many points of win share on a move counts as bad.
        think_first_seconds: How long hints and grades wait, so that the player thinks first.
        top_n: How many candidates are shown with numbers.
        metric: What is written on a candidate.
        overlay_rate: How often the overlay changes: calm is twice a second, normal five times.
        move_numbers: Which stones carry their number.
        symbols: Whether SameGame tiles carry their shape.
        master_volume: How loud everything is, 0 to 1.
        effects_volume: How loud moves and hints are beside the sounds of a game's end, 0 to 1.
        mute_unfocused: Whether it is silent while another window has the keyboard.
        who_starts: Who makes the first move against the AI.
        demo_speed: AI against AI, 2 is twice as fast.
        own: What was chosen of the games' own settings, where that is not the default.
    """

    theme: str = _choice("system", "system", "dark", "light", "contrast")
    palette: str = _choice("okabe-ito", "okabe-ito", "tol", "lightness")
    fullscreen: bool = False
    ui_scale: float = _number(1.0, 0.75, 2.0)
    motion: str = _choice("full", "full", "reduced", "off")
    motion_speed: float = _number(1.0, 0.5, 3.0)
    think_simulations: int = _number(0, 0, MOST_SIMULATIONS)
    ponder: bool = False
    think_unfocused: bool = False
    analyse_seconds: float = _number(10.0, 0.5, 3600.0)
    threads: str = _choice("all but one", "one", "half", "all but one")
    min_reply_delay: float = _number(0.4, 0.0, 2.0)
    memory_mb: int = _number(512, 16, 65536)
    teaching: str = _choice("off", "off", "warn", "undo")
    letters_told: str = _choice("", "", "B", "C", "D", "BC", "BD", "CD", "BCD")
    loss_threshold: float = _number(10.0, 1.0, 50.0)
    think_first_seconds: float = _number(0.0, 0.0, 60.0)
    top_n: int = _number(3, 1, 10)
    metric: str = _choice("value", "value", "loss", "visits")
    overlay_rate: str = _choice("normal", "calm", "normal")
    move_numbers: str = _choice("last", "none", "last", "all")
    symbols: bool = True
    sound: bool = True
    master_volume: float = _number(0.7, 0.0, 1.0)
    effects_volume: float = _number(1.0, 0.0, 1.0)
    mute_unfocused: bool = True
    who_starts: str = _choice("me", "me", "ai", "alternate", "random")
    demo_speed: float = _number(1.0, 0.25, 8.0)
    own: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __getitem__(self, name: str) -> Any:
        setting = setting_of(name)
        return getattr(self, name) if name in _COMMON else self.own.get(name, setting.default)

    def changed(self, **values: Any) -> "Settings":
        """Return settings with other values, common ones or games' own."""
        common = {name: value for name, value in values.items() if name in _COMMON}
        own = {**self.own, **{n: value for n, value in values.items() if n not in _COMMON}}
        if values.get("who_starts", self.who_starts) != self.who_starts:
            # What is chosen for all games takes the place of what was chosen at a board before.
            own = {n: value for n, value in own.items() if not n.endswith(_own_start_of(""))}
        # Those of a game that has been set aside meanwhile stay as they are.
        chosen = {
            n: value
            for n, value in own.items()
            if n not in values or value != setting_of(n).default
        }
        return dataclasses.replace(self, **common, own=chosen)

    def parameters_of(self, game: WindowGame) -> Parameters:
        """Return the parameters of a new game; the setting ``GAME_NAME`` is parameter ``NAME``."""
        usual = game.rules.parameters()
        names = {each.name for each in dataclasses.fields(usual)}
        own = {each.name: each.name.removeprefix(f"{game.name}_") for each in game.settings}
        chosen = {name: self[setting] for setting, name in own.items() if name in names}
        return dataclasses.replace(usual, **chosen)

    @property
    def thread_count(self) -> int:
        """How many threads may search, on this machine."""
        cores = os.cpu_count() or 1
        share = {"one": 1, "half": cores // 2, "all but one": cores - 1}
        return max(1, share[self.threads])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values by name, for JSON."""
        return {name: self[name] for name in all_settings()}


def _common(item: "dataclasses.Field[Any]") -> Setting:
    default: Any = item.default
    return Setting(item.name, default, **item.metadata)


_COMMON: Final = {
    item.name: _common(item) for item in dataclasses.fields(Settings) if item.name != "own"
}
DEFAULTS: Final = Settings()


def all_settings() -> Mapping[str, Setting]:
    """Return all there are by their names, the common ones first."""
    return _all_settings(window_games())


@lru_cache(maxsize=4)
def _all_settings(games: tuple[WindowGame, ...]) -> Mapping[str, Setting]:
    own = {setting.name: setting for game in games for setting in settings_of(game)}
    return {**_COMMON, **own}


def settings_of(game: WindowGame) -> Iterator[Setting]:
    """Yield what can be set of a game: what every game has, then its own."""
    if game.rules.players == 2:
        levels = tuple(level.name for level in levels_of(game.name))
        yield Setting(f"{game.name}_level", first_level(game.name), (*levels, PROGRAM))
        yield TextSetting(f"{game.name}_program", "")
        yield Setting(_own_start_of(game.name), "", ("", "me", "ai"))
        seconds = f"{game.name}_think_seconds"
        yield Setting(seconds, 0.0, high=MOST_SECONDS, once="think_seconds")
    searchers = tuple(method.searcher for method in methods_of(game.name))
    yield Setting(f"{game.name}_method", searchers[0], searchers)
    yield Setting(coordinates_of(game.name), True, once="coordinates")
    yield from game.settings


def setting_of(name: str) -> Setting:
    """Return what a setting accepts; raises KeyError for a name that no game has."""
    return _COMMON[name] if name in _COMMON else all_settings()[name]


def coordinates_of(game: str) -> str:
    """Return the name of the setting that shows the names of a board's rows and columns."""
    return f"{game}_coordinates"


def _own_start_of(game: str) -> str:
    return f"{game}_who_starts"


def who_starts(settings: Settings, game: str) -> str:
    """Return who makes the first move in a game for two: as chosen at its board, or for all."""
    own: str = settings[_own_start_of(game)]
    return own or settings.who_starts


def with_own_start(settings: Settings, game: str, *, is_me: bool) -> Settings:
    """Return settings by which the next games of one kind begin like the present one.

    Where the sides change from game to game, they go on changing.
    """
    if settings.who_starts not in ("me", "ai"):
        return settings
    return settings.changed(**{_own_start_of(game): "me" if is_me else "ai"})


def level_of(settings: Settings, game: str) -> str:
    """Return the name of the level that the player chose in a game for two."""
    chosen: str = settings[f"{game}_level"]
    if chosen != PROGRAM:
        return chosen
    command: str = settings[f"{game}_program"]
    return f"{EXTERNAL}:{command}" if command else str(DEFAULTS[f"{game}_level"])


def think_seconds(settings: Settings, game: str) -> float:
    """Return the time for a move that the player chose in a game for two; 0 for none."""
    chosen: float = settings[f"{game}_think_seconds"]
    return chosen


def with_think_seconds(settings: Settings, game: str, seconds: float) -> Settings:
    """Return settings with another time for a move in a game for two; 0 for none."""
    return settings.changed(**{f"{game}_think_seconds": seconds})


def settings_from_dict(
    data: Mapping[str, Any], label: Callable[[str], str] = str
) -> tuple[Settings, tuple[str, ...]]:
    """Read settings back; nothing in `data` can make this fail.

    Unknown names are ignored: an older or newer program may have written them, or one with
    another game. A value that older programs kept for all games counts for each of them.

    Args:
        data: Values by name.
        label: Returns what players know a setting by; by default its name.

    Returns:
        The settings, and a sentence for each value that was replaced by its default.
    """
    values: dict[str, Any] = {}
    complaints: list[str] = []
    for setting in all_settings().values():
        name = setting.name if setting.name in data else setting.once or setting.name
        if name not in data:
            continue
        value = data[name]
        problem = setting.problem(value)
        if problem:
            complaints.append(
                f"The setting {label(setting.name)} = {reprlib.repr(value)} {problem}; "
                f"{setting.default!r} is used instead."
            )
        else:
            values[setting.name] = type(setting.default)(value)
    settings = DEFAULTS.changed(**values)
    for name, most in _too_high(settings).items():
        complaints.append(
            f"The setting {label(name)} = {settings[name]} does not fit its board; "
            f"{most} is used instead."
        )
    for complaint in complaints:
        log.warning(complaint)
    return fitted(settings), tuple(complaints)


def fitted(settings: Settings) -> Settings:
    """Return the settings with no number above what the others allow."""
    return settings.changed(**_too_high(settings))


def _too_high(settings: Settings) -> dict[str, Any]:
    """Return the highest values of the settings that are above them, by name."""
    bounded = ((name, each.at_most) for name, each in all_settings().items() if each.at_most)
    highest = {name: at_most(settings) for name, at_most in bounded}
    return {name: most for name, most in highest.items() if settings[name] > most}


def choices_of(name: str) -> tuple[str, ...]:
    """Return what a text setting accepts, in the order to show it."""
    return setting_of(name).choices


def bounds_of(name: str) -> tuple[float, float]:
    """Return the lowest and highest value that a number setting accepts."""
    setting = setting_of(name)
    return setting.low, setting.high
