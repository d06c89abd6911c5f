"""The player's settings: one frozen value, read from and written to a plain dictionary.

Every field says itself what it accepts, so that reading a file, the settings screen and
the tests share one table.
"""

import dataclasses
import logging
import os
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ai.levels import levels_of, methods_of
from game.fields import MOST_SEED

log = logging.getLogger(__name__)

MOST_SIMULATIONS: Final = 100_000_000
RANDOM_SEED: Final = 0
AI_TIMES: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
MAX_CELLS_IN_A_ROW: Final = 15


def _choice(default: str, *choices: str) -> Any:
    return field(default=default, metadata={"choices": choices})


def _level(game: str, default: str) -> Any:
    return _choice(default, *(level.name for level in levels_of(game)))


def _method(game: str) -> Any:
    searchers = [method.searcher for method in methods_of(game)]
    return _choice(searchers[0], *searchers)


def _number(default: float, low: float, high: float) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


def _think_seconds() -> Any:
    return field(default=0.0, metadata={"low": 0.0, "high": 600.0, "once": "think_seconds"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player can set; `dataclasses.replace` makes changed ones.

    Attributes:
        theme: Colours; "system" follows the desktop.
        palette: Colours of the SameGame tiles.
        fullscreen: Whether the window fills the screen.
        ui_scale: Size of everything, 1 = 100 %.
        motion: "reduced" cross-fades, "off" jumps.
        motion_speed: 2 is twice as fast.
        hex_level: Name of the AI's level in hex Gomoku.
        tictactoe_level: The same in Tic-Tac-Toe, with "perfect".
        breakthrough_level: The same in Breakthrough.
        samegame_method: The searcher that analyses, hints and plays the demo in SameGame.
        hex_method: The same in hex Gomoku.
        tictactoe_method: The same in Tic-Tac-Toe.
        breakthrough_method: The same in Breakthrough.
        hex_think_seconds: Time the AI takes for a move at most in hex Gomoku; 0 leaves that to
            its level.
        tictactoe_think_seconds: The same in Tic-Tac-Toe.
        breakthrough_think_seconds: The same in Breakthrough.
        think_simulations: How much it searches for a move at most, in every game; 0 leaves that
            to its level.
        ponder: Whether an opponent that keeps its tree thinks on while the player does.
        think_unfocused: Whether analyses go on while another window has the keyboard.
        analyse_seconds: Time budget of an analysis or a hint.
        threads: How much of the machine the AI may use.
        min_reply_delay: Seconds before an AI move is played, at least.
        memory_mb: Memory for the AI's tree.
        teaching: What happens after a bad move: nothing, a warning, or it is taken back.
        loss_threshold: From how many points of win share on a move counts as bad.
        think_first_seconds: How long hints and grades wait, so that the player thinks first.
        top_n: How many candidates are shown with numbers.
        metric: What is written on a candidate.
        overlay_rate: How often the overlay changes: calm is twice a second, normal five times.
        coordinates: Whether boards are labelled.
        move_numbers: Which stones carry their number.
        symbols: Whether SameGame tiles carry their shape.
        sound: Whether there is any.
        master_volume: How loud everything is, 0 to 1.
        effects_volume: How loud moves and hints are beside the sounds of a game's end, 0 to 1.
        mute_unfocused: Whether it is silent while another window has the keyboard.
        samegame_seed: The board of new games; 0 is another one each time.
        samegame_columns: Width of a new board.
        samegame_rows: Height of a new board.
        samegame_colours: Colours of a new board.
        samegame_leftover: Rule for tiles left at the end.
        samegame_click: "select" asks for a second click before it removes.
        hex_side: Side of a new hex board.
        hex_opening: "swap" lets the second player take over the first stone.
        tictactoe_columns: Width of a new board.
        tictactoe_rows: Height of a new board.
        tictactoe_in_a_row: Marks in a row that win.
        breakthrough_columns: Width of a new board.
        breakthrough_rows: Height of a new board.
        breakthrough_misere: Whether getting a piece across loses.
        who_starts: Who makes the first move against the AI.
        demo_speed: AI against AI, 2 is twice as fast.
    """

    theme: str = _choice("system", "system", "dark", "light", "contrast")
    palette: str = _choice("okabe-ito", "okabe-ito", "tol", "lightness")
    fullscreen: bool = False
    ui_scale: float = _number(1.0, 0.75, 2.0)
    motion: str = _choice("full", "full", "reduced", "off")
    motion_speed: float = _number(1.0, 0.5, 3.0)
    hex_level: str = _level("hex", "novice")
    tictactoe_level: str = _level("tictactoe", "casual")
    breakthrough_level: str = _level("breakthrough", "casual")
    samegame_method: str = _method("samegame")
    hex_method: str = _method("hex")
    tictactoe_method: str = _method("tictactoe")
    breakthrough_method: str = _method("breakthrough")
    hex_think_seconds: float = _think_seconds()
    tictactoe_think_seconds: float = _think_seconds()
    breakthrough_think_seconds: float = _think_seconds()
    think_simulations: int = _number(0, 0, MOST_SIMULATIONS)
    ponder: bool = False
    think_unfocused: bool = False
    analyse_seconds: float = _number(10.0, 0.5, 3600.0)
    threads: str = _choice("all but one", "one", "half", "all but one")
    min_reply_delay: float = _number(0.4, 0.0, 2.0)
    memory_mb: int = _number(512, 16, 65536)
    teaching: str = _choice("off", "off", "warn", "undo")
    loss_threshold: float = _number(10.0, 1.0, 50.0)
    think_first_seconds: float = _number(0.0, 0.0, 60.0)
    top_n: int = _number(3, 1, 10)
    metric: str = _choice("value", "value", "loss", "visits")
    overlay_rate: str = _choice("normal", "calm", "normal")
    coordinates: bool = True
    move_numbers: str = _choice("last", "none", "last", "all")
    symbols: bool = True
    sound: bool = True
    master_volume: float = _number(0.7, 0.0, 1.0)
    effects_volume: float = _number(1.0, 0.0, 1.0)
    mute_unfocused: bool = True
    samegame_seed: int = _number(RANDOM_SEED, 0, MOST_SEED)
    samegame_columns: int = _number(15, 4, 30)
    samegame_rows: int = _number(15, 4, 30)
    samegame_colours: int = _number(5, 2, 9)
    samegame_leftover: str = _choice("js-games", "js-games", "none")
    samegame_click: str = _choice("one-click", "one-click", "select")
    hex_side: int = _number(6, 4, 8)
    hex_opening: str = _choice("free", "free", "swap")
    tictactoe_columns: int = _number(3, 3, MAX_CELLS_IN_A_ROW)
    tictactoe_rows: int = _number(3, 3, MAX_CELLS_IN_A_ROW)
    tictactoe_in_a_row: int = _number(3, 3, 6)
    breakthrough_columns: int = _number(5, 4, 8)
    breakthrough_rows: int = _number(5, 4, 8)
    breakthrough_misere: bool = False
    who_starts: str = _choice("me", "me", "ai", "alternate", "random")
    demo_speed: float = _number(1.0, 0.25, 8.0)

    @property
    def thread_count(self) -> int:
        """How many threads may search, on this machine."""
        cores = os.cpu_count() or 1
        share = {"one": 1, "half": cores // 2, "all but one": cores - 1}
        return max(1, share[self.threads])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values by field name, for JSON."""
        return dataclasses.asdict(self)


DEFAULTS: Final = Settings()


def think_seconds(settings: Settings, game: str) -> float:
    """Return the time for a move that the player chose in a game for two; 0 for none."""
    chosen: float = getattr(settings, f"{game}_think_seconds")
    return chosen


def with_think_seconds(settings: Settings, game: str, seconds: float) -> Settings:
    """Return settings with another time for a move in a game for two; 0 for none."""
    values: dict[str, Any] = {f"{game}_think_seconds": seconds}
    return dataclasses.replace(settings, **values)


def settings_from_dict(
    data: Mapping[str, Any], label: Callable[[str], str] = str
) -> tuple[Settings, tuple[str, ...]]:
    """Read settings back; nothing in `data` can make this fail.

    Unknown names are ignored: an older or newer program may have written them. A value that
    older programs kept for all games counts for each of them.

    Args:
        data: Values by field name.
        label: Returns what players know a setting by; by default its field's name.

    Returns:
        The settings, and a sentence for each value that was replaced by its default.
    """
    values: dict[str, Any] = {}
    complaints: list[str] = []
    for item in dataclasses.fields(Settings):
        name: str = item.name if item.name in data else item.metadata.get("once", item.name)
        if name not in data:
            continue
        value = data[name]
        problem = _problem(item, value)
        if problem:
            complaints.append(
                f"The setting {label(item.name)} = {reprlib.repr(value)} {problem}; "
                f"{item.default!r} is used instead."
            )
        else:
            default: Any = item.default
            values[item.name] = type(default)(value)
    settings = Settings(**values)
    longest = max(settings.tictactoe_columns, settings.tictactoe_rows)
    if settings.tictactoe_in_a_row > longest:
        complaints.append(
            f"The setting {label('tictactoe_in_a_row')} = {settings.tictactoe_in_a_row} does not "
            f"fit its board; {longest} is used instead."
        )
        settings = dataclasses.replace(settings, tictactoe_in_a_row=longest)
    for complaint in complaints:
        log.warning(complaint)
    return settings, tuple(complaints)


def choices_of(name: str) -> tuple[str, ...]:
    """Return what a text setting accepts, in the order to show it."""
    choices: tuple[str, ...] = Settings.__dataclass_fields__[name].metadata["choices"]
    return choices


def bounds_of(name: str) -> tuple[float, float]:
    """Return the lowest and highest value that a number setting accepts."""
    metadata = Settings.__dataclass_fields__[name].metadata
    return metadata["low"], metadata["high"]


def _problem(item: "dataclasses.Field[Any]", value: object) -> str | None:
    """Say what is wrong with a value, or return None."""
    default: Any = item.default
    kind = type(default)
    if kind is bool:
        return None if isinstance(value, bool) else "is neither true nor false"
    if kind is str:
        choices = item.metadata["choices"]
        if isinstance(value, str) and value in choices:
            return None
        return f"is not one of {', '.join(choices)}"
    low, high = item.metadata["low"], item.metadata["high"]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "is not a number"
    if kind is int and not isinstance(value, int):
        return "is not a whole number"
    if not low <= value <= high:
        return f"is not between {low} and {high}"
    return None
