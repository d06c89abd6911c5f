"""The kinds of rows on the settings screen: most are bound to one setting, some do something."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from ai.external.contract import command_problem, program_title
from game.screens.base import Command
from game.store.settings import DEFAULTS, PROGRAM, Settings, bounds_of, choices_of, fitted
from game.ui.panel.dialog import Dialog
from game.ui.theme import PALETTES
from game.ui.widgets import Action, Button, Slider, Stepper, Swatches, Switch, Tabs, Widget

Caption = str | Callable[[Settings], str]
Text = Callable[[Any], str]
_NO_PROGRAM: Final = "None"


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting: what it is called and how it is changed.

    Attributes:
        is_setting: Whether it holds a value that can be reset.
        name: The setting's.
        title: Its name on the screen.
        about: What it does, or a function of the settings that says so.
    """

    is_setting: ClassVar[bool] = True

    name: str
    title: str
    about: Caption = ""

    def caption(self, settings: Settings) -> str:
        """Return the words below the title."""
        return self.about if isinstance(self.about, str) else self.about(settings)

    def make(self) -> Widget:
        """Return the control, with the default's value."""
        raise TypeError("A plain row has no control.")

    def show(self, widget: Widget, settings: Settings) -> None:
        """Set the control to the settings' value."""

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings after the player used the control."""
        return settings.changed(**{self.name: action.value})

    def question(self, settings: Settings) -> Dialog | None:
        """Return what to ask before anything happens, if the control asks."""
        del settings
        return None


@dataclass(frozen=True, slots=True)
class Choice(SettingRow):
    """A few values side by side; `labels` names them in the order of the settings."""

    labels: tuple[str, ...] = ()

    def make(self) -> Widget:
        """Return tabs."""
        options = list(zip(choices_of(self.name), self.labels, strict=True))
        return Tabs(self.name, options, str(DEFAULTS[self.name]))

    def show(self, widget: Widget, settings: Settings) -> None:
        """Choose the value's tab."""
        if isinstance(widget, Tabs):
            widget.value = settings[self.name]


@dataclass(frozen=True, slots=True)
class Toggle(SettingRow):
    """On or off."""

    def make(self) -> Widget:
        """Return a switch."""
        return Switch(self.name, DEFAULTS[self.name])

    def show(self, widget: Widget, settings: Settings) -> None:
        """Set the switch."""
        if isinstance(widget, Switch):
            widget.on = settings[self.name]


@dataclass(frozen=True, slots=True)
class Steps(SettingRow):
    """One of a row of values, gone through with two buttons.

    Attributes:
        values: The values in ascending order; none for all whole numbers that the setting can be.
        text: Writes one.
        room: Room for the text in dp.
        names: Whether the values are names rather than amounts.
        fits: Whether a value can be chosen beside the other settings.
    """

    values: tuple[Any, ...] = ()
    text: Text = str
    room: float = 64
    names: bool = False
    fits: Callable[[Any, Settings], bool] = lambda value, settings: True  # noqa: ARG005

    def make(self) -> Widget:
        """Return a stepper."""
        icons = ("chevron-left", "chevron-right") if self.names else ("minus", "plus")
        return Stepper(self.name, "", least_width=self.room, icons=icons)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Write the value and say whether there is a lower and a higher one."""
        if not isinstance(widget, Stepper):
            return
        value = settings[self.name]
        widget.text = self.text(value)
        widget.can_go_down = self._next(settings, -1) != value
        widget.can_go_up = self._next(settings, 1) != value

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the next value down or up."""
        step = action.value if isinstance(action.value, int) else 0
        return settings.changed(**{self.name: self._next(settings, step)})

    def _next(self, settings: Settings, step: int) -> Any:
        value = settings[self.name]
        known = self.values or whole_numbers(self.name)
        values = [each for each in known if each == value or self.fits(each, settings)]
        if self.names:
            index = values.index(value) + step
            return values[min(max(index, 0), len(values) - 1)]
        beyond = [each for each in values if (each - value) * step > 0]
        if not beyond:
            return value
        return min(beyond) if step > 0 else max(beyond)


@dataclass(frozen=True, slots=True)
class Range(SettingRow):
    """A number on a slider.

    Attributes:
        step: What an arrow key adds.
        ticks: Values marked below the track.
        text: Writes a value.
    """

    step: float = 0.05
    ticks: tuple[float, ...] = ()
    text: Text = str

    def make(self) -> Widget:
        """Return a slider that reports when it is let go: it may resize itself."""
        low, high = bounds_of(self.name)
        value = DEFAULTS[self.name]
        return Slider(self.name, value, low, high, step=self.step, ticks=self.ticks, live=False)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Set the knob, unless it is being dragged."""
        if isinstance(widget, Slider) and not widget.pressed:
            widget.value = settings[self.name]


@dataclass(frozen=True, slots=True)
class Palette(SettingRow):
    """The colours of the tiles, gone through like a list of pictures."""

    def make(self) -> Widget:
        """Return the swatches."""
        return Swatches(self.name, PALETTES[DEFAULTS.palette])

    def show(self, widget: Widget, settings: Settings) -> None:
        """Show the chosen colours."""
        if isinstance(widget, Swatches):
            widget.tiles = PALETTES[settings.palette]

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the next palette, and round."""
        names = choices_of(self.name)
        step = action.value if isinstance(action.value, int) else 0
        return replace(settings, palette=names[(names.index(settings.palette) + step) % len(names)])


@dataclass(frozen=True, slots=True)
class Number(SettingRow):
    """A whole number that is typed, in a dialog of its own.

    Attributes:
        asks: What the dialog says.
        zero: What its lowest value means.
    """

    asks: str = ""
    zero: str = ""

    def make(self) -> Widget:
        """Return a button that carries the value."""
        return Button(self.name, self.zero, small=True)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Write the value on the button."""
        if isinstance(widget, Button):
            widget.label = str(settings[self.name] or self.zero)

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the number that was typed; nothing typed is 0."""
        return settings.changed(**{self.name: int(str(action.value) or 0)})

    def question(self, settings: Settings) -> Dialog | None:
        """Return the dialog with the number's field."""
        digits = len(str(int(bounds_of(self.name)[1])))
        value = settings[self.name]
        return Dialog(
            self.name,
            self.title,
            self.asks,
            confirm="Set",
            field=str(value) if value else "",
            accepts=str.isdecimal,
            check=lambda text: None if len(text) <= digits else f"At most {digits} digits.",
        )


@dataclass(frozen=True, slots=True)
class Program(SettingRow):
    """The command of another program that plays a game, typed in a dialog of its own."""

    def make(self) -> Widget:
        """Return a button that names the program."""
        return Button(self.name, _NO_PROGRAM, small=True)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Write the program's name on the button."""
        if isinstance(widget, Button):
            widget.label = program_title(settings[self.name]) or _NO_PROGRAM

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

    def question(self, settings: Settings) -> Dialog | None:
        """Return the dialog with the command's field."""
        return Dialog(
            self.name,
            f"Other program for {self.title}",
            "The command that starts one that speaks the Go Text Protocol, or nothing for none.",
            confirm="Set",
            field=settings[self.name],
            check=_command_words,
        )


def _command_words(command: str) -> str | None:
    """Say in a sentence what is wrong with a command, or return None."""
    problem = command_problem(command) if command.strip() else ""
    return f"{problem[:1].upper()}{problem[1:]}." if problem else None


@dataclass(frozen=True, slots=True)
class ActionRow(SettingRow):
    """Something to be done rather than set.

    Attributes:
        label: What its button says.
        icon: The button's lucide name.
        command: What it does.
        asks: What to ask before; empty for nothing.
    """

    is_setting: ClassVar[bool] = False

    label: str = ""
    icon: str = ""
    command: Command | None = None
    asks: str = ""

    def make(self) -> Widget:
        """Return a button."""
        return Button(self.name, self.label, icon=self.icon, small=True)

    def question(self, settings: Settings) -> Dialog | None:
        """Return the dialog that asks whether it is meant."""
        del settings
        if not self.asks:
            return None
        return Dialog(self.name, self.title, self.asks, confirm=self.label)


@dataclass(frozen=True, slots=True)
class SettingSection:
    """Rows that belong together."""

    title: str
    rows: tuple[SettingRow, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """One page of the settings.

    Attributes:
        name: Its name in the code.
        title: Its name on the screen.
        icon: A lucide name.
        sections: What is on it.
        preview: The games whose boards show what a change does.
    """

    name: str
    title: str
    icon: str
    sections: tuple[SettingSection, ...]
    preview: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[SettingRow, ...]:
        """All its rows."""
        return tuple(row for section in self.sections for row in section.rows)

    def reset(self, settings: Settings) -> Settings:
        """Return the settings with this page's defaults."""
        names = [row.name for row in self.rows if row.is_setting]
        return settings.changed(**{name: DEFAULTS[name] for name in names})


def whole_numbers(name: str) -> tuple[int, ...]:
    """Return every value that a whole-number setting accepts."""
    low, high = bounds_of(name)
    return tuple(range(int(low), int(high) + 1))


def changed(row: SettingRow, settings: Settings, action: Action) -> Settings:
    """Return the settings after an action on a row."""
    return fitted(row.apply(settings, action))
