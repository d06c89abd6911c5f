"""A game with a window: what the list says of it, and its settings, each declared once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal

from ai.contract.game import Game, Lazy
from ai.phrases import N_
from game.words.say import listed, say

Unit = Literal["", "s", "share", "%", "×", "MB", "count"]
"""How an amount is written: as it is, as a time, as a share of 1, in per cent, and so on."""


_MOST_CHARACTERS: Final = 400
# For translators: these go on after the name of a setting and its value.
_NO_SWITCH: Final = N_("is neither true nor false")
_NO_LINE: Final = N_("is not a line of text")
_NO_NUMBER: Final = N_("is not a number")
_NOT_WHOLE: Final = N_("is not a whole number")


class Control(Enum):
    """What changes a setting where it is not the usual thing.

    That is a switch for yes and no, texts side by side, and two buttons for a number.
    """

    USUAL = "usual"
    LIST = "list"
    """Two buttons that go through texts."""
    OPPONENT = "opponent"
    """A button that opens the list of a game's opponents."""
    SLIDER = "slider"
    TYPED = "typed"
    """A button that opens a question."""
    COMMAND = "command"
    """The same for the command of another program."""
    SWATCHES = "swatches"
    """The colours of the tiles."""


class SettingGroup(Enum):
    """What stands together on the settings screen, in its order: page, title, a shorter title."""

    def __init__(self, page: str, title: str, short: str = "") -> None:
        self.page = page
        self.title = title
        self.short = short

    OPPONENTS = "ai", N_("Opponents")
    TIMES = "ai", N_("Longest time for a move; {less time} and {more time} change it in a game")
    METHODS = "ai", N_("AI for analysis, hints and demo"), N_("AI for analysis")
    PROGRAMS = "ai", N_("Other programs, as opponents"), N_("Other programs")
    MACHINE = "ai", N_("This machine")
    TEACHING = "assist", N_("Teaching, against the AI"), N_("Teaching")
    ANALYSIS = "assist", N_("Analysis and hints")
    LANGUAGE = "display", N_("Language")
    THEME = "display", N_("Theme")
    SIZE = "display", N_("Size")
    BOARD = "display", N_("Board")
    COORDINATES = "display", N_("Coordinates; {coordinates} switches them in a game")
    MOTION = "motion", N_("Motion")
    DEMO = "motion", N_("Demo")
    SOUND = "sound", N_("Sound")
    HELD_KEYS = "keys", N_("Keys that are held")
    AGAINST_AI = "rules", N_("Against the AI, from the next new game"), N_("Against the AI")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting; its default says whether it is a switch, a text or a number.

    Words may name a command in braces: its key takes the place.

    Attributes:
        name: Its name in the file; the name of a game's own setting begins with the game's.
        default: Its value until the player chooses another one.
        choices: The values of a text, in the order to show them; none if it is any line.
        check: Says what is wrong with a text that is none of the choices, or returns None; by
            default, it is that.
        low: The lowest value of a number.
        at_most: Returns the highest value that the other settings allow, if they matter.
        title: What players know it by; empty for one that is not on the settings screen.
        group: Where it stands on the settings screen; None for the rules of its game.
        labels: What players know the choices by.
        steps: The numbers to go through, ascending; none for all whole ones.
        zero: What is written instead of 0.
        asks: What the question for a typed number says.
        ticks: The numbers marked below a slider.
        is_detail: Whether it stands there among the details alone.
    """

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...] = ()
    check: Callable[[str], str | None] | None = None
    low: float = 0
    high: float = 0
    at_most: Callable[[Any], float] | None = None
    title: str = ""
    about: str | Callable[[Any], str] = ""
    group: SettingGroup | None = None
    labels: tuple[str, ...] = ()
    steps: tuple[float, ...] = ()
    unit: Unit = ""
    zero: str = ""
    asks: str = ""
    ticks: tuple[float, ...] = ()
    control: Control = Control.USUAL
    is_detail: bool = False

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or return None."""
        kind = type(self.default)
        if kind is bool:
            return None if isinstance(value, bool) else _NO_SWITCH
        if kind is str:
            if not self.choices:
                return None if _is_line(value) else _NO_LINE
            if value in self.choices:
                return None
            if self.check and isinstance(value, str):
                return self.check(value)
            return say("is not one of {choices}", choices=listed(self.choices))
        if isinstance(value, bool) or not isinstance(value, int | float):
            return _NO_NUMBER
        if kind is int and not isinstance(value, int):
            return _NOT_WHOLE
        if not self.low <= value <= self.high:
            return say("is not between {low} and {high}", low=str(self.low), high=str(self.high))
        return None


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= _MOST_CHARACTERS


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says where the common words do not fit.

    Attributes:
        headline: Takes the final state; returns how the game ended, in a word or two. It is the
            title of a result in a game for one, and stands below who has won in a game for two.
        move_effect: Takes a position and the move that was played there; returns in a few words, as
            in "a threat at c3", what it did for all to see, or nothing. Only what the rules say.
        threats: Takes a position and the cell that is pointed at, if one is; returns in a sentence
            what the side that is not to move threatens, or nothing. Only what the rules say.
    """

    headline: Callable[[Any], str] | None = None
    move_effect: Callable[[Any, int], str] | None = None
    threats: Callable[[Any, int | None], str] | None = None


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step of the tour through a search: something to see and to do in a position.

    Attributes:
        moves: The names of the moves that lead to its position.
        parameters: Those of its board that are not the usual ones.
        exploration: UCT's constant at first; None for the usual one.
    """

    number: int
    title: str
    text: str
    moves: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict)
    exploration: float | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WindowGame(Game):
    """A game with a window.

    Attributes:
        entry: Its `game.screens.entry.GameEntry`.
        tour: What it shows of how a search thinks.
        settings: What players can set, besides level, time and searcher. Each name begins with the
            game's, as in ``NAME_columns``.
    """

    entry: Lazy
    tour: tuple[TourStep, ...] = ()
    words: Words = field(default_factory=Words)
    settings: tuple[Setting, ...] = ()
