"""The rows of the settings screen: most change one setting, some do something."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.external.contract import command_problem, program_title
from ai.levels import level_on
from ai.phrases import N_
from game.games.registry import window_game
from game.games.window_game import Control, Setting
from game.screens.base import Command
from game.screens.context import Context
from game.screens.opponents import offered, opponents_dialog, setting_value
from game.store.settings import DEFAULTS, PROGRAM, Settings, level_of
from game.ui.commands import with_keys
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Row, Space
from game.ui.panel.dialog import Dialog
from game.ui.panel.parts import Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import PALETTES, TYPE
from game.ui.widgets import Action, Button, Slider, Stepper, Swatches, Switch, Tabs, Widget
from game.ui.widgets.controls import next_amount, next_in, next_round
from game.words import numbers as written
from game.words import pages as words
from game.words.say import PER_CENT, say, seconds, sentence

_NO_PROGRAM: Final = N_("None", "no program")
_MEGABYTES: Final = N_("{number} MB")
_TIMES: Final = N_("{number}×")
_UNITS: Final[Mapping[str, Callable[[Any], str]]] = {
    "": str,
    "s": seconds,
    "share": written.percent,
    "%": lambda loss: say(PER_CENT, number=written.shortest(loss)),
    "×": lambda factor: say(_TIMES, number=written.shortest(factor)),
    "MB": lambda megabytes: say(_MEGABYTES, number=str(megabytes)),
    "count": written.short_count,
}
_ROOM_DP: Final = 64
_WIDE_DP: Final = 84
_LIST_DP: Final = 148
_WIDE_UNITS: Final = ("%", "MB")


@dataclass(frozen=True, slots=True)
class PageRow:
    name: str
    title: str
    about: str | Callable[[Settings], str]

    def is_shown(self, settings: Settings) -> bool:
        """Tell whether it is on its page, where the details may be left out."""
        del settings
        return True

    def caption(self, settings: Settings) -> str:
        return with_keys(self.about) if isinstance(self.about, str) else self.about(settings)

    def make(self) -> Widget:
        """Return the control, with the default's value; a plain row raises `TypeError`."""
        raise TypeError("A plain row has no control.")

    def show(self, widget: Any, settings: Settings) -> None:
        """Set the control, which `make` has made, to the settings' value."""

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings after the player used the control."""
        return settings.changed(**{self.name: action.value})

    def question(self, context: Context) -> Dialog | None:
        """Return what to ask before anything happens, if the control asks."""
        del context
        return None


@dataclass(frozen=True, slots=True)
class SettingRow(PageRow):
    setting: Setting

    def is_shown(self, settings: Settings) -> bool:
        return settings.details or not self.setting.is_detail

    def text(self, value: Any) -> str:
        setting = self.setting
        if setting.labels and value not in setting.choices:
            return str(value)
        if setting.labels:
            return setting.labels[setting.choices.index(value)]
        return setting.zero if setting.zero and not value else _UNITS[setting.unit](value)


@dataclass(frozen=True, slots=True)
class Choice(SettingRow):
    """A few values side by side."""

    def make(self) -> Widget:
        options = list(zip(self.setting.choices, self.setting.labels, strict=True))
        return Tabs(self.name, options, str(self.setting.default))

    def show(self, widget: Any, settings: Settings) -> None:
        widget.value = settings[self.name]


@dataclass(frozen=True, slots=True)
class Toggle(SettingRow):
    def make(self) -> Widget:
        return Switch(self.name, bool(self.setting.default))

    def show(self, widget: Any, settings: Settings) -> None:
        widget.on = settings[self.name]


@dataclass(frozen=True, slots=True)
class Steps(SettingRow):
    """One of a row of numbers, gone through with two buttons."""

    def make(self) -> Widget:
        is_wide = self.setting.zero or self.setting.unit in _WIDE_UNITS
        return Stepper(self.name, "", least_width=_WIDE_DP if is_wide else _ROOM_DP)

    def show(self, widget: Any, settings: Settings) -> None:
        value = settings[self.name]
        widget.text = self.text(value)
        widget.can_go_down = self.next(settings, -1) != value
        widget.can_go_up = self.next(settings, 1) != value

    def apply(self, settings: Settings, action: Action) -> Settings:
        step = action.value if isinstance(action.value, int) else 0
        return settings.changed(**{self.name: self.next(settings, step)})

    def next(self, settings: Settings, step: int) -> Any:
        """Return the next value, at either end the present one."""
        low, high = int(self.setting.low), int(self.setting.high)
        values: Iterable[float] = self.setting.steps or range(low, high + 1)
        return next_amount(values, settings[self.name], step)


@dataclass(frozen=True, slots=True)
class Names(Steps):
    """One of many names, gone through with two buttons."""

    def make(self) -> Widget:
        icons = ("chevron-left", "chevron-right")
        return Stepper(self.name, "", least_width=_LIST_DP, icons=icons)

    def next(self, settings: Settings, step: int) -> Any:
        """Return the next name that can be chosen, at either end the present one.

        What is in the file beside the choices comes behind them.
        """
        offered, now = self.setting.choices, settings[self.name]
        return next_in(offered if now in offered else (*offered, now), now, step)


@dataclass(frozen=True, slots=True)
class InDialog(SettingRow):
    """What is chosen or typed in a dialog of its own; a button carries the value."""

    def make(self) -> Widget:
        return Button(self.name, self.text(self.setting.default), small=True)

    def show(self, widget: Any, settings: Settings) -> None:
        widget.label = self.text(settings[self.name])


@dataclass(frozen=True, slots=True)
class Opponent(InDialog):
    """The level of a game, chosen from the list of its opponents."""

    def apply(self, settings: Settings, action: Action) -> Settings:
        return settings.changed(**{self.name: setting_value(str(action.value))})

    def question(self, context: Context) -> Dialog | None:
        game = window_game(self.name.removesuffix("_level"))
        levels = offered(game.name, context.settings.parameters_of(game), context)
        now, details = self._playing(context.settings), context.settings.details
        return opponents_dialog(self.name, game.name, levels, now, details=details)

    def show(self, widget: Any, settings: Settings) -> None:
        widget.label = self.text(setting_value(self._playing(settings)))

    def _playing(self, settings: Settings) -> str:
        """Return the name of the level that plays on the board which is set."""
        game = window_game(self.name.removesuffix("_level"))
        chosen = level_of(settings, game.name)
        return level_on(chosen, game.name, settings.parameters_of(game)).name


@dataclass(frozen=True, slots=True)
class Range(SettingRow):
    def make(self) -> Widget:
        """Return a slider that reports when it is let go: it may resize itself."""
        setting, value = self.setting, DEFAULTS[self.name]
        low, high, ticks = setting.low, setting.high, setting.ticks
        return Slider(self.name, value, low, high, step=0.05, ticks=ticks, live=False)

    def show(self, widget: Any, settings: Settings) -> None:
        if not widget.pressed:
            widget.value = settings[self.name]


@dataclass(frozen=True, slots=True)
class Palette(Steps):
    """The colours of the tiles, gone through like a list of pictures."""

    def make(self) -> Widget:
        return Swatches(self.name, PALETTES[str(self.setting.default)])

    def show(self, widget: Any, settings: Settings) -> None:
        widget.tiles = PALETTES[settings[self.name]]

    def next(self, settings: Settings, step: int) -> Any:
        return next_round(self.setting.choices, settings[self.name], step)


@dataclass(frozen=True, slots=True)
class Number(InDialog):
    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the number that was typed; nothing typed is 0."""
        return settings.changed(**{self.name: int(str(action.value) or 0)})

    def question(self, context: Context) -> Dialog | None:
        digits = len(str(int(self.setting.high)))
        value = context.settings[self.name]
        return Dialog(
            self.name,
            self.title,
            self.setting.asks,
            confirm=N_("Set", "a value"),
            field=str(value) if value else "",
            accepts=str.isdecimal,
            check=lambda text: (
                None if len(text) <= digits else say(words.MOST_DIGITS, count=digits)
            ),
        )


@dataclass(frozen=True, slots=True)
class Program(InDialog):
    """The command of another program that plays a game."""

    def text(self, value: Any) -> str:
        return program_title(value) or _NO_PROGRAM

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the command, and with the program as the opponent.

        Where nothing was typed, an opponent that it was is the usual one again.
        """
        command, level = str(action.value).strip(), f"{self.name.removesuffix('_program')}_level"
        chosen = settings[level]
        if command:
            chosen = PROGRAM
        elif chosen == PROGRAM:
            chosen = DEFAULTS[level]
        return settings.changed(**{self.name: command, level: chosen})

    def question(self, context: Context) -> Dialog | None:
        return Dialog(
            self.name,
            say(words.OTHER_PROGRAM, level=self.title),
            words.PROGRAM_COMMAND,
            confirm=N_("Set", "a value"),
            field=context.settings[self.name],
            check=_command_words,
        )


def _command_words(command: str) -> str | None:
    """Say in a sentence what is wrong with a command, or return None."""
    problem = command_problem(command) if command.strip() else ""
    return sentence(problem) if problem else None


@dataclass(frozen=True, slots=True)
class ActionRow(PageRow):
    """Something to be done rather than set.

    Attributes:
        icon: The button's lucide name.
        asks: What to ask before; empty for nothing.
    """

    label: str = ""
    icon: str = ""
    command: Command | None = None
    asks: str = ""

    def make(self) -> Widget:
        return Button(self.name, self.label, icon=self.icon, small=True)

    def question(self, context: Context) -> Dialog | None:
        del context
        if not self.asks:
            return None
        return Dialog(self.name, self.title, self.asks, confirm=self.label)


_USUAL: Final[Mapping[type, type[SettingRow]]] = {
    bool: Toggle,
    str: Choice,
    int: Steps,
    float: Steps,
}
_OTHERS: Final[Mapping[Control, type[SettingRow]]] = {
    Control.LIST: Names,
    Control.OPPONENT: Opponent,
    Control.SLIDER: Range,
    Control.TYPED: Number,
    Control.COMMAND: Program,
    Control.SWATCHES: Palette,
}


def row_of(setting: Setting) -> SettingRow:
    kind = _OTHERS.get(setting.control) or _USUAL[type(setting.default)]
    return kind(setting.name, setting.title, setting.about, setting)


_ROW_DP: Final = 53
_CAPTION_DP: Final = 220
"""In less room than that a caption stands below its control instead of beside it."""
_VALUE_DP: Final = 62


@dataclass(frozen=True, slots=True)
class SettingLine(Composed):
    """Title and caption beside a control, or above it for want of room.

    Attributes:
        text: Writes the value of a slider, which stands at its right.
    """

    title: str
    about: str
    control: Widget
    text: Callable[[Any], str] | None = None

    def content(self, skin: Skin, width: int) -> Section:
        control, value = ControlSpace(self.control, title=self.title), None
        if self.text is not None and isinstance(self.control, Slider):
            text = self.text(self.control.value)
            control = replace(control, value=text)
            value = Phrase(text, bold=True, right=True, wide=skin.px(_VALUE_DP))
        end = Row(control, SPRING, value)
        title = Phrase(self.title, TYPE.lead, tall=20)
        stacked = title.width(skin) + skin.px(20) + end.width(skin) > width
        about = quiet(self.about, tall=18) if self.about else None
        if stacked:
            return Column(6, Row(Column(title, about), tall=41), end, 8)
        # What it says changes as it is set, and must move nothing: only the room counts.
        room = width - end.width(skin) - skin.px(14)
        is_below = room < skin.px(_CAPTION_DP)
        if about is not None and about.width(skin) > (width if is_below else room):
            about = None
        if is_below:
            return Column(5, Row(title, SPRING, control, value), about or Space(18), 7)
        return Row(Column(title, about), 14, control, value, tall=_ROW_DP)


def setting_line(row: PageRow, control: Widget, settings: Settings) -> SettingLine:
    text = row.text if isinstance(row, Range) else None
    return SettingLine(row.title, row.caption(settings), control, text)
