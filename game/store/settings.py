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
from ai.phrases import N_, filled
from ai.system import usable_cores
from game.games.registry import window_games
from game.games.window_game import Control, Setting, SettingGroup, WindowGame
from game.words import files, pages
from game.words.language import LANGUAGES, SYSTEM
from game.words.say import begun, say

log = logging.getLogger(__name__)

PROGRAM: Final = "program"
"""The level that is the program whose command the setting ``GAME_program`` holds."""

_PALETTES: Final = {
    "okabe-ito": N_("Okabe and Ito: five colours everyone can tell apart"),
    "tol": N_("Paul Tol: softer colours everyone can tell apart"),
    "lightness": N_("From dark to light: clear even without colour"),
}


_ANY_PROGRAM: Final = N_("Any that speaks the Go Text Protocol")


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
        title=N_("Simulations per move, at most"),
        about=N_("More make every level stronger"),
        group=SettingGroup.OPPONENTS,
        is_detail=True,
        steps=(0, 50, 200, 1_000, 5_000, 20_000, 100_000, 1_000_000),
        high=100_000_000,
        unit="count",
        zero=N_("by level"),
    )
    min_reply_delay: float = _setting(
        0.4,
        title=N_("Reply delay"),
        about=N_("The AI takes at least this long"),
        group=SettingGroup.OPPONENTS,
        steps=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0),
        unit="s",
    )
    ponder: bool = _setting(
        False,
        title=N_("Think on your time"),
        about=N_("Opponents with a time limit go on while you think"),
        group=SettingGroup.OPPONENTS,
    )
    threads: str = _setting(
        "all but one",
        choices=("one", "half", "all but one"),
        labels=(
            N_("One", "processor core"),
            N_("Half", "of the processor's cores"),
            N_("All but one", "processor core"),
        ),
        title=N_("Processor cores"),
        about=lambda settings: say(pages.THREADS, count=settings.thread_count),
        group=SettingGroup.MACHINE,
    )
    memory_mb: int = _setting(
        512,
        title=N_("Memory for the tree"),
        about=N_("At the limit the tree stops growing"),
        group=SettingGroup.MACHINE,
        steps=(64, 128, 256, 512, 1024, 2048, 4096),
        low=16,
        high=65536,
        unit="MB",
    )
    think_unfocused: bool = _setting(
        False,
        title=N_("Think in the background"),
        about=N_("Keep analysing while another window is in front"),
        group=SettingGroup.MACHINE,
    )
    teaching: str = _setting(
        "off",
        choices=("off", "warn", "undo"),
        labels=(
            N_("Nothing", "after a bad move"),
            N_("Warn", "after a bad move"),
            N_("Take back", "after a bad move"),
        ),
        title=N_("After a bad move"),
        about=N_("Warn says what it lost; Take back lets you try again"),
        group=SettingGroup.TEACHING,
    )
    letters_told: str = _setting("", choices=("", "B", "C", "D", "BC", "BD", "CD", "BCD"))
    loss_threshold: float = _setting(
        10.0,
        # For translators: a move counts as bad from this loss on.
        title=N_("Bad from"),
        about=N_("What a move loses of its chances to win"),
        group=SettingGroup.TEACHING,
        steps=(2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0),
        low=1.0,
        high=50.0,
        unit="%",
    )
    think_first_seconds: float = _setting(
        0.0,
        title=N_("Let me think first"),
        about=N_("How long hints wait after a move"),
        group=SettingGroup.TEACHING,
        steps=(0.0, 3.0, 5.0, 10.0),
        high=60.0,
        unit="s",
        zero=N_("at once"),
    )
    analyse_seconds: float = _setting(
        10.0,
        title=N_("Time for an analysis"),
        about=N_("{space} stops or continues it"),
        group=SettingGroup.ANALYSIS,
        steps=(0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 300.0),
        high=3600.0,
        unit="s",
    )
    details: bool = _setting(
        False,
        title=N_("Details"),
        about=N_("{details}: all that the AI counts and proves as well"),
        group=SettingGroup.ANALYSIS,
    )
    top_n: int = _setting(
        3,
        title=N_("Candidates shown"),
        about=N_("All others are small dots"),
        group=SettingGroup.ANALYSIS,
        low=1,
        high=10,
    )
    metric: str = _setting(
        "value",
        choices=("value", "loss", "visits"),
        labels=(
            N_("Value", "number on a candidate"),
            N_("Loss", "number on a candidate"),
            N_("Visits", "number on a candidate"),
        ),
        title=N_("Number on a candidate"),
        about=N_("{metric} switches it"),
        group=SettingGroup.ANALYSIS,
        is_detail=True,
    )
    language: str = _setting(
        SYSTEM,
        choices=(SYSTEM, *LANGUAGES),
        labels=(N_("System", "language"), *LANGUAGES.values()),
        title=N_("Language"),
        about=N_("Of the window; changes at once"),
        group=SettingGroup.LANGUAGE,
        control=Control.LIST,
    )
    theme: str = _setting(
        "system",
        choices=("system", "dark", "light", "contrast"),
        labels=(
            N_("System", "appearance"),
            N_("Dark", "appearance"),
            N_("Light", "appearance"),
            N_("Contrast", "appearance"),
        ),
        title=N_("Appearance"),
        about=N_("Contrast has the clearest text of all"),
        group=SettingGroup.THEME,
    )
    palette: str = _setting(
        "okabe-ito",
        choices=tuple(_PALETTES),
        title=N_("Tile palette"),
        about=lambda settings: _PALETTES[settings.palette],
        group=SettingGroup.THEME,
        control=Control.SWATCHES,
    )
    symbols: bool = _setting(
        True,
        title=N_("Symbols on tiles"),
        about=N_("A shape for each colour"),
        group=SettingGroup.THEME,
    )
    ui_scale: float = _setting(
        1.0,
        title=N_("UI scale"),
        about=N_("75 to 200 %"),
        group=SettingGroup.SIZE,
        low=0.75,
        high=2.0,
        unit="share",
        ticks=(0.75, 1.0, 1.5, 2.0),
        control=Control.SLIDER,
    )
    large_controls: bool = _setting(
        False,
        title=N_("Large controls"),
        about=N_("For fingers, and for hands that shake"),
        group=SettingGroup.SIZE,
    )
    fullscreen: bool = _setting(
        False, title=N_("Fullscreen"), about="{fullscreen}", group=SettingGroup.SIZE
    )
    place: str = _setting("")
    maximised: bool = _setting(False)
    move_numbers: str = _setting(
        "last",
        choices=("none", "last", "all"),
        labels=(
            N_("None", "move numbers"),
            N_("Last 3", "move numbers"),
            N_("All", "move numbers"),
        ),
        title=N_("Move numbers"),
        about=N_("On the stones"),
        group=SettingGroup.BOARD,
    )
    sticky_keys: bool = _setting(
        False,
        title=N_("Held keys stay down"),
        about=N_("{peek} and {graph}: pressed once, then pressed again"),
        group=SettingGroup.HELD_KEYS,
    )
    motion: str = _setting(
        "system",
        choices=("system", "full", "reduced", "off"),
        labels=(
            N_("System", "movement"),
            N_("Full", "movement"),
            N_("Reduced", "movement"),
            N_("Off", "movement"),
        ),
        title=N_("Movement"),
        about=N_("Reduced: fades only"),
        group=SettingGroup.MOTION,
    )
    motion_speed: float = _setting(
        1.0,
        title=N_("Speed", "of movement"),
        about=N_("Of stones and tiles", "the speed"),
        group=SettingGroup.MOTION,
        steps=(0.5, 0.75, 1.0, 1.5, 2.0, 3.0),
        unit="×",
    )
    demo_speed: float = _setting(
        1.0,
        title=N_("Pace", "of a demo"),
        about=N_("Of AI against AI", "the pace"),
        group=SettingGroup.DEMO,
        steps=(0.25, 0.5, 1.0, 2.0, 4.0, 8.0),
        unit="×",
    )
    sound: bool = _setting(
        True,
        title=N_("Sound"),
        about=N_("Stones, tiles, hints, and how a game ends"),
        group=SettingGroup.SOUND,
    )
    master_volume: float = _setting(
        0.7,
        title=N_("Volume"),
        about=N_("Of everything", "the volume"),
        group=SettingGroup.SOUND,
        high=1.0,
        unit="share",
        control=Control.SLIDER,
    )
    effects_volume: float = _setting(
        1.0,
        title=N_("Effects"),
        about=N_("Moves and hints", "sound effects"),
        group=SettingGroup.SOUND,
        high=1.0,
        unit="share",
        control=Control.SLIDER,
    )
    spoken: str = _setting(
        "usual",
        choices=("moves", "usual", "everything"),
        labels=(
            N_("Moves", "what is read aloud"),
            N_("Usual", "what is read aloud"),
            N_("Everything", "what is read aloud"),
        ),
        title=N_("Read aloud"),
        about=N_("What a screen reader is told of a game"),
        group=SettingGroup.SOUND,
    )
    mute_unfocused: bool = _setting(
        True,
        title=N_("Mute in the background"),
        about=N_("While another window is in front"),
        group=SettingGroup.SOUND,
    )
    screen_reader: bool = _setting(
        True,
        title=N_("Screen reader"),
        about=N_("May read the window; from the next start"),
        group=SettingGroup.SOUND,
    )
    who_starts: str = _setting(
        "me",
        choices=("me", "ai", "alternate", "random"),
        labels=(
            N_("Me", "who starts"),
            N_("AI", "who starts"),
            N_("Alternate", "who starts"),
            N_("Random", "who starts"),
        ),
        title=N_("Who starts"),
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
            zero=N_("by level"),
        )
    yield _method_setting(game)
    if game.rules.players == 2:
        program = f"{game.name}_program"
        yield Setting(
            program,
            "",
            title=title,
            about=lambda settings: settings[program] or _ANY_PROGRAM,
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
        return begun(playing.described(details=settings.details))

    return Setting(
        f"{game.name}_level",
        EVEN,
        (EVEN, *(each.name for each in levels), PROGRAM),
        title=game.rules.title,
        about=about,
        group=SettingGroup.OPPONENTS,
        labels=(EVEN_TITLE, *(each.title for each in levels), N_("Other program")),
        control=Control.OPPONENT,
    )


def _method_setting(game: WindowGame) -> Setting:
    """Return the setting of who analyses: one that is offered, or any searcher by specification."""
    name, offered = f"{game.name}_method", methods_of(game.name)

    def problem(searcher: str) -> str | None:
        try:
            method(searcher, game.name)
        except SearcherSpecError as error:
            return filled(N_("cannot be used ({error})"), error=str(error))
        return None

    return Setting(
        name,
        offered[0].searcher,
        tuple(each.searcher for each in offered),
        problem,
        title=game.rules.title,
        about=lambda settings: begun(method(settings[name], game.name).description),
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
            complaints.append(filled(files.SETTING_WRONG, name=name, problem=problem, **written))
        else:
            values[setting.name] = type(setting.default)(value)
    settings = DEFAULTS.changed(**values)
    for name, most in _too_high(settings).items():
        written = {"value": str(settings[name]), "most": str(most)}
        complaints.append(filled(files.SETTING_UNFIT, name=label(name), **written))
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
