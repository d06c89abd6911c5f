"""What can be set on the settings screen: a table of rows, each bound to one setting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.levels import level, levels_of
from game.settings import AI_TIMES, DEFAULTS, Settings, bounds_of, choices_of
from game.ui import format as written
from game.ui.widgets import Action, Slider, Stepper, Switch, Tabs, Widget

Caption = str | Callable[[Settings], str]
Text = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One setting: what it is called and how it is changed.

    Attributes:
        name: The field of `Settings`.
        title: Its name on the screen.
        about: What it does, or a function of the settings that says so.
    """

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
        value: dict[str, Any] = {self.name: action.value}
        return replace(settings, **value)


@dataclass(frozen=True, slots=True)
class Choice(Row):
    """A few values side by side; `labels` names them in the order of the settings."""

    labels: tuple[str, ...] = ()

    def make(self) -> Widget:
        """Return tabs."""
        options = list(zip(choices_of(self.name), self.labels, strict=True))
        return Tabs(self.name, options, str(getattr(DEFAULTS, self.name)))

    def show(self, widget: Widget, settings: Settings) -> None:
        """Choose the value's tab."""
        if isinstance(widget, Tabs):
            widget.value = getattr(settings, self.name)


@dataclass(frozen=True, slots=True)
class Toggle(Row):
    """On or off."""

    def make(self) -> Widget:
        """Return a switch."""
        return Switch(self.name, getattr(DEFAULTS, self.name))

    def show(self, widget: Widget, settings: Settings) -> None:
        """Set the switch."""
        if isinstance(widget, Switch):
            widget.on = getattr(settings, self.name)


@dataclass(frozen=True, slots=True)
class Steps(Row):
    """One of a row of values, gone through with two buttons.

    Attributes:
        values: The values in ascending order.
        text: Writes one.
        room: Room for the text in dp.
        names: Whether the values are names rather than amounts.
    """

    values: tuple[Any, ...] = ()
    text: Text = str
    room: float = 64
    names: bool = False

    def make(self) -> Widget:
        """Return a stepper."""
        icons = ("chevron-left", "chevron-right") if self.names else ("minus", "plus")
        return Stepper(self.name, "", least_width=self.room, icons=icons)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Write the value and say whether there is a lower and a higher one."""
        if not isinstance(widget, Stepper):
            return
        value = getattr(settings, self.name)
        widget.text = self.text(value)
        widget.can_go_down = self._next(value, -1) != value
        widget.can_go_up = self._next(value, 1) != value

    def apply(self, settings: Settings, action: Action) -> Settings:
        """Return the settings with the next value down or up."""
        step = action.value if isinstance(action.value, int) else 0
        value = self._next(getattr(settings, self.name), step)
        return replace(settings, **{self.name: value})

    def _next(self, value: Any, step: int) -> Any:
        if self.names:
            index = self.values.index(value) + step
            return self.values[min(max(index, 0), len(self.values) - 1)]
        beyond = [each for each in self.values if (each - value) * step > 0]
        if not beyond:
            return value
        return min(beyond) if step > 0 else max(beyond)


@dataclass(frozen=True, slots=True)
class Range(Row):
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
        value = getattr(DEFAULTS, self.name)
        return Slider(self.name, value, low, high, step=self.step, ticks=self.ticks, live=False)

    def show(self, widget: Widget, settings: Settings) -> None:
        """Set the knob, unless it is being dragged."""
        if isinstance(widget, Slider) and not widget.pressed:
            widget.value = getattr(settings, self.name)


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]


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
    sections: tuple[Section, ...]
    preview: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All its rows."""
        return tuple(row for section in self.sections for row in section.rows)

    def reset(self, settings: Settings) -> Settings:
        """Return the settings with this page's defaults."""
        return replace(settings, **{row.name: getattr(DEFAULTS, row.name) for row in self.rows})


def _about_level(game: str, name: str) -> Callable[[Settings], str]:
    def about(settings: Settings) -> str:
        words = level(getattr(settings, name), game).description
        return words[:1].upper() + words[1:]

    return about


def _level_row(game: str, name: str, title: str) -> Steps:
    names = tuple(each.name for each in levels_of(game))

    def level_title(chosen: str) -> str:
        return level(chosen, game).title

    return Steps(name, title, _about_level(game, name), names, level_title, room=104, names=True)


def _time(seconds: float) -> str:
    return written.seconds(seconds) if seconds else "by level"


def _times(factor: float) -> str:
    return f"{factor:g}×"


def _whole(name: str) -> tuple[int, ...]:
    low, high = bounds_of(name)
    return tuple(range(int(low), int(high) + 1))


_AI: Final = Category(
    "ai",
    "AI",
    "cpu",
    (
        Section(
            "Opponents",
            (
                _level_row("hex", "hex_level", "Hex Gomoku"),
                _level_row("tictactoe", "tictactoe_level", "Tic-Tac-Toe"),
                Steps(
                    "think_seconds",
                    "Time for a move",
                    "At most; keys [ and ] change it in mid-game",
                    AI_TIMES,
                    _time,
                    room=84,
                ),
                Steps(
                    "min_reply_delay",
                    "Reply delay",
                    "An answer takes at least this long",
                    (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0),
                    written.seconds,
                ),
                Choice(
                    "who_starts",
                    "Who starts",
                    "In a new game against the AI",
                    labels=("Me", "AI", "Alternate", "Random"),
                ),
            ),
        ),
        Section(
            "Analysis and hints",
            (
                Steps(
                    "analyse_seconds",
                    "Time for an analysis",
                    "Space stops it and goes on",
                    (1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 300.0),
                    written.seconds,
                ),
                Steps("top_n", "Candidates shown", "Others become small dots", _whole("top_n")),
            ),
        ),
        Section(
            "This machine",
            (
                Choice(
                    "threads",
                    "Processor cores",
                    lambda settings: f"Now {settings.thread_count} at a time",
                    labels=("One", "Half", "All but one"),
                ),
                Steps(
                    "memory_mb",
                    "Memory for the tree",
                    "Past it the AI goes on without growing",
                    (64, 128, 256, 512, 1024, 2048, 4096),
                    lambda megabytes: f"{megabytes} MB",
                    room=84,
                ),
            ),
        ),
    ),
)

_DISPLAY: Final = Category(
    "display",
    "Display",
    "monitor",
    (
        Section(
            "Theme",
            (
                Choice(
                    "theme",
                    "Appearance",
                    "Contrast keeps all text at 7 : 1 or more",
                    labels=("System", "Dark", "Light", "Contrast"),
                ),
                Toggle("symbols", "Symbols on tiles", "A shape for each colour"),
            ),
        ),
        Section(
            "Size",
            (
                Range(
                    "ui_scale",
                    "UI scale",
                    "75 to 200 %, text is drawn at its final size",
                    step=0.05,
                    ticks=(0.75, 1.0, 1.5, 2.0),
                    text=written.percent,
                ),
            ),
        ),
        Section(
            "Board",
            (
                Toggle("coordinates", "Coordinates", "On the edges"),
                Choice(
                    "move_numbers", "Move numbers", "On the stones", labels=("None", "Last", "All")
                ),
            ),
        ),
    ),
    preview=("samegame", "hex"),
)

_MOTION: Final = Category(
    "motion",
    "Motion",
    "sparkles",
    (
        Section(
            "Motion",
            (
                Choice(
                    "motion",
                    "Movement",
                    "Reduced only cross-fades",
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
        ),
        Section(
            "Demo",
            (
                Steps(
                    "demo_speed",
                    "Pace",
                    "Of AI against AI",
                    (0.25, 0.5, 1.0, 2.0, 4.0, 8.0),
                    _times,
                ),
            ),
        ),
    ),
)

_GAMES: Final = Category(
    "games",
    "Games",
    "dices",
    (
        Section(
            "SameGame, from the next new game",
            (
                Steps("samegame_columns", "Columns", "", _whole("samegame_columns")),
                Steps("samegame_rows", "Rows", "", _whole("samegame_rows")),
                Steps("samegame_colours", "Colours", "", _whole("samegame_colours")),
                Choice(
                    "samegame_leftover",
                    "Tiles left over",
                    "Deduct points for them at the end",
                    labels=("Deduct", "Ignore"),
                ),
                Choice(
                    "samegame_click",
                    "Click",
                    "Select asks for a second click",
                    labels=("Remove", "Select"),
                ),
            ),
        ),
        Section(
            "Tic-Tac-Toe, from the next new game",
            (
                Steps("tictactoe_columns", "Columns", "", _whole("tictactoe_columns")),
                Steps("tictactoe_rows", "Rows", "", _whole("tictactoe_rows")),
                Steps(
                    "tictactoe_in_a_row",
                    "In a row",
                    "So many or more win",
                    _whole("tictactoe_in_a_row"),
                ),
            ),
        ),
        Section(
            "Hex Gomoku, from the next new game",
            (
                Steps(
                    "hex_side",
                    "Side",
                    lambda settings: f"{3 * settings.hex_side * (settings.hex_side - 1) + 1} cells",
                    _whole("hex_side"),
                ),
                Choice(
                    "hex_opening",
                    "Opening",
                    "Swap: the second player may take the first stone over",
                    labels=("Free", "Swap"),
                ),
            ),
        ),
    ),
    preview=("samegame", "tictactoe", "hex"),
)

CATEGORIES: Final = (_AI, _DISPLAY, _MOTION, _GAMES)


def category(name: str) -> Category:
    """Return a category by name; raises KeyError."""
    known: Mapping[str, Category] = {each.name: each for each in CATEGORIES}
    return known[name]


def label_of(name: str) -> str:
    """Return what a setting is called on the screen; the name itself if it is not there."""
    for each in CATEGORIES:
        for section in each.sections:
            for row in section.rows:
                if row.name == name:
                    return f"{section.title.partition(',')[0]}: {row.title}"
    return name


def changed(rows: Sequence[Row], settings: Settings, action: Action) -> Settings | None:
    """Return the settings after an action on one of the rows, or None if it is of none."""
    for row in rows:
        if row.name == action.name:
            return _fitting(row.apply(settings, action))
    return None


def _fitting(settings: Settings) -> Settings:
    """Keep the marks in a row within the board they are to fit on."""
    longest = max(settings.tictactoe_columns, settings.tictactoe_rows)
    return replace(settings, tictactoe_in_a_row=min(settings.tictactoe_in_a_row, longest))
