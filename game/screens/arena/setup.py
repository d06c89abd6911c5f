"""The form a match is set up with: game, sides, how many games, how long, which test."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final, TypeVar

import pygame

from ai.match.events import PER_BOARD, PER_MOVE, SIDES
from game.arena.setup import (
    GAME_COUNTS,
    MOST_JOBS,
    SECONDS,
    SPRTS,
    MatchSetup,
    default_sides,
    presets,
    random_boards,
    solver_game,
    title_of,
)
from game.games.registry import game_spec, window_games
from game.screens.arena.sides import draw_mark
from game.ui.format import seconds
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import TYPE
from game.ui.widgets import Action, Stepper, Switch, Tabs, TextField, Widget

KIND: Final = "kind"
PLAYERS, SOLVERS = "players", "solvers"
KINDS: Final = ((PLAYERS, "AI against AI"), (SOLVERS, "Two solvers"))
GAME: Final = "game"
COUNT: Final = "count"
TIME: Final = "time"
PER: Final = "per"
TEST: Final = "test"
SEED: Final = "seed"
BOARDS: Final = "boards"
STANDARD, RANDOM = "standard", "random"
JOBS: Final = "jobs"
BACKGROUND: Final = "background"
PRESET: Final = ("preset-A", "preset-B")
SPEC: Final = ("spec-A", "spec-B")
_ROW_DP: Final = 44
_LOW_ROW_DP: Final = 36
_SIDE_DP: Final = 112
_TWO_COLUMNS_DP: Final = 560
_COLUMN_GAP_DP: Final = 36
_VALUE_DP: Final = 64  # so that the steppers below each other are as wide


@dataclass(slots=True)
class _Line:
    """A row of the form: its title, what it says below, and its control."""

    title: str
    about: str
    widget: Widget
    box: Box = field(default_factory=lambda: Box(0, 0, 0, 0))


def kind_of(setup: MatchSetup) -> str:
    """Return which of the two kinds of match a setup is."""
    return SOLVERS if setup.game.partition(":")[0] == solver_game() else PLAYERS


class SetupForm:
    """Widgets that show a setup and change it.

    Attributes:
        setup: What is set up.
        background: Whether the match may go on while the window is in the background.
    """

    def __init__(self, setup: MatchSetup) -> None:
        self.setup = setup
        self.background = False
        games = [
            (game.name, game.rules.title) for game in window_games() if game.rules.players == 2
        ]
        self._games = Tabs(GAME, games, self._game, stretch=True)
        self._game_stepper = Stepper(GAME, "", icons=("chevron-left", "chevron-right"))
        self._names = [name for name, _ in games]
        arrows = ("chevron-left", "chevron-right")
        self._presets = tuple(Stepper(name, "", icons=arrows, least_width=120) for name in PRESET)
        self._specs = tuple(TextField(name) for name in SPEC)
        self._count = Stepper(COUNT, "", least_width=_VALUE_DP)
        self._time = Stepper(TIME, "", least_width=_VALUE_DP)
        self._per = Tabs(PER, ((PER_MOVE, "a move"), (PER_BOARD, "a board")), setup.per)
        boards = ((STANDARD, "standard"), (RANDOM, "random"))
        self._boards = Tabs(BOARDS, boards, STANDARD)
        self._seed = Stepper(SEED, "", least_width=_VALUE_DP)
        self._test = Stepper(TEST, "", least_width=_VALUE_DP)
        self._jobs = Stepper(JOBS, "", least_width=_VALUE_DP)
        self._background = Switch(BACKGROUND, self.background)
        self._lines: list[_Line] = []
        self._sides: tuple[Box, ...] = ()
        self._columns = 1
        self._row_dp = _ROW_DP
        self._show()

    @property
    def _game(self) -> str:
        return self.setup.game.partition(":")[0]

    @property
    def fields(self) -> tuple[TextField, ...]:
        """The fields that are typed into."""
        return self._specs

    def take(self, action: Action) -> bool:
        """Change the setup as an action says; return whether it was one of the form's."""
        setup, value = self.setup, action.value
        if action.name == GAME:
            game = value if isinstance(value, str) else self._names[self._next(int(value or 0))]
            self._set_game(game)
        elif action.name == KIND:
            self._set_game(solver_game() if value == SOLVERS else self._names[0])
        elif action.name in PRESET:
            side = PRESET.index(action.name)
            self._set_side(side, self._step_preset(side, int(value or 0)))
        elif action.name in SPEC:
            self._set_side(SPEC.index(action.name), str(value))
        elif action.name == COUNT:
            self.setup = replace(setup, games=_stepped(GAME_COUNTS, setup.games, int(value or 0)))
        elif action.name == TIME:
            self.setup = replace(setup, seconds=_stepped(SECONDS, setup.seconds, int(value or 0)))
        elif action.name == PER:
            self.setup = replace(setup, per=str(value))
        elif action.name == TEST:
            self.setup = replace(setup, sprt=_next_test(setup.sprt, int(value or 0)))
        elif action.name == BOARDS:
            self.setup = replace(setup, game=random_boards() if value == RANDOM else solver_game())
        elif action.name == SEED:
            self.setup = replace(setup, seed=max(0, setup.seed + int(value or 0)))
        elif action.name == JOBS:
            jobs = max(1, min(MOST_JOBS, setup.jobs + int(value or 0)))
            self.setup = replace(setup, jobs=jobs)
        elif action.name == BACKGROUND:
            self.background = bool(value)
        else:
            return False
        self._show()
        return True

    def _next(self, step: int) -> int:
        return (self._names.index(self._game) + step) % len(self._names)

    def _set_game(self, game: str) -> None:
        if game != self._game:
            per = PER_MOVE if game_spec(game).players == 2 else self.setup.per
            self.setup = replace(self.setup, game=game, sides=default_sides(game), per=per)

    def _set_side(self, side: int, spec: str) -> None:
        a, b = self.setup.sides
        self.setup = replace(self.setup, sides=(spec, b) if side == 0 else (a, spec))

    def _step_preset(self, side: int, step: int) -> str:
        offered = [each.spec for each in presets(self._game)]
        now = self.setup.sides[side]
        if now not in offered:
            return offered[0]
        return offered[max(0, min(len(offered) - 1, offered.index(now) + step))]

    def _show(self) -> None:
        """Let every control show the setup."""
        setup = self.setup
        self._games.value = self._game
        self._game_stepper.text = game_spec(self._game).title
        offered = [each.spec for each in presets(self._game)]
        for stepper, entry, spec in zip(self._presets, self._specs, setup.sides, strict=True):
            known = spec in offered
            stepper.text = title_of(spec, self._game) if known else "Own"
            stepper.can_go_down = not known or offered.index(spec) > 0
            stepper.can_go_up = not known or offered.index(spec) < len(offered) - 1
            if entry.text != spec:
                entry.text, entry.selected = spec, False
        self._count.text = str(setup.games)
        self._count.can_go_down = setup.games > GAME_COUNTS[0]
        self._count.can_go_up = setup.games < GAME_COUNTS[-1]
        self._time.text = seconds_text(setup.seconds)
        self._time.can_go_down = setup.seconds > SECONDS[0]
        self._time.can_go_up = setup.seconds < SECONDS[-1]
        self._per.value = setup.per
        self._boards.value = RANDOM if setup.has_random_boards else STANDARD
        self._seed.text = str(setup.seed)
        self._seed.can_go_down = setup.seed > 0
        self._test.text = test_text(setup.sprt)
        self._test.can_go_down = setup.sprt is not None
        self._test.can_go_up = setup.sprt != _next_test(setup.sprt, 1)
        self._jobs.text = str(setup.jobs)
        self._jobs.can_go_down = setup.jobs > 1
        self._jobs.can_go_up = setup.jobs < MOST_JOBS
        self._background.on = self.background
        solvers = kind_of(setup) == SOLVERS
        if not solvers:
            two = [name for name in self._names if game_spec(name).players == 2]
            self._games.options = tuple((n, game_spec(n).title) for n in two)
        self._lines = self._solver_lines() if solvers else self._player_lines()
        self._lines += [
            _Line("Early end", test_about(setup.sprt), self._test),
            _Line("At once", "several games take each other's time", self._jobs),
            _Line("In the background", "go on without the window", self._background),
        ]

    def _player_lines(self) -> list[_Line]:
        return [
            _Line("Games", "each opening with both colours", self._count),
            _Line("Time", "levels bring their own", self._time),
            _Line("Seed", "of openings and searchers", self._seed),
        ]

    def _solver_lines(self) -> list[_Line]:
        is_random = self.setup.has_random_boards
        about = "made by the seed" if is_random else "the 20 that the papers use"
        return [
            _Line("Boards", "", self._count),
            _Line("Which", about, self._boards),
            _Line("Seed", "of boards and solvers" if is_random else "of solvers", self._seed),
            _Line("Time", "or write nmcs@4000 for playouts", self._time),
            _Line("for", "", self._per),
        ]

    # Layout and pictures.

    def fit(self, look: Look, width: int, room: int) -> int:
        """Choose columns and rows for a room in pixels; return the form's height."""
        self._columns = 2 if width >= look.px(_TWO_COLUMNS_DP) else 1
        rows = (_ROW_DP, _LOW_ROW_DP)
        self._row_dp = next((dp for dp in rows if self._height(look, dp) <= room), rows[-1])
        return self._height(look, self._row_dp)

    def _height(self, look: Look, row_dp: int) -> int:
        games = 0 if kind_of(self.setup) == SOLVERS else look.px(_ROW_DP + 4)
        sides, lines = (ceil(n / self._columns) for n in (2, len(self._lines)))
        return games + sides * look.px(_SIDE_DP) + lines * look.px(row_dp) + look.px(8)

    def place(self, box: Box, look: Look, clip: Box) -> list[Widget]:
        """Lay the form out from the top of a box, as `fit` chose; return its controls in order."""
        widgets: list[Widget] = []
        y = box.y
        if kind_of(self.setup) != SOLVERS:
            game = self._games if self._games.fits(look, box.width) else self._game_stepper
            game.place(Box(box.x, y, box.width, game.height(look)), clip)
            widgets.append(game)
            y += look.px(_ROW_DP + 4)
        self._sides = tuple(self._cell(look, box, y, side, _SIDE_DP) for side in range(2))
        for side, stepper, entry in zip(self._sides, self._presets, self._specs, strict=True):
            tall = stepper.height(look)
            wide = min(stepper.width(look), side.width - look.px(100))
            stepper.place(Box(side.right - wide, side.y + look.px(8), wide, tall), clip)
            top = side.y + look.px(46)
            entry.place(Box(side.x, top, side.width, look.px(38)), clip)
            widgets += [stepper, entry]
        y = self._sides[-1].bottom
        for index, line in enumerate(self._lines):
            line.box = self._cell(look, box, y, index, self._row_dp)
            wide, tall = line.widget.width(look), line.widget.height(look)
            at = Box(line.box.right - wide, line.box.centre[1] - tall // 2, wide, tall)
            line.widget.place(at, clip)
            widgets.append(line.widget)
        return widgets

    def _cell(self, look: Look, box: Box, top: int, index: int, dp: int) -> Box:
        """Return the place of one of several parts that fill the columns row by row."""
        gap = look.px(_COLUMN_GAP_DP)
        width = (box.width - gap * (self._columns - 1)) // self._columns
        row, column = divmod(index, self._columns)
        return Box(box.x + column * (width + gap), top + row * look.px(dp), width, look.px(dp))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw what is no control: titles and explanations."""
        theme = look.theme
        for side, box in enumerate(self._sides):
            y = box.y + look.px(23)
            draw_mark(surface, look, box.x, y, side)
            at = (box.x + look.px(30), y)
            look.write(surface, f"Side {SIDES[side]}", at, TYPE.lead, theme.text, bold=True)
            about = self._about(side)
            shown = look.fit(about, TYPE.caption, box.width)
            at = (box.x, box.y + look.px(96))
            look.write(surface, shown, at, TYPE.caption, theme.text3)
        for line in self._lines:
            y = line.box.centre[1]
            room = line.widget.box.x - look.px(8) - line.box.x
            title = y - look.px(8) if line.about else y
            look.write(surface, line.title, (line.box.x, title), TYPE.body, theme.text)
            if line.about:
                shown = look.fit(line.about, TYPE.caption, room)
                at = (line.box.x, y + look.px(10))
                look.write(surface, shown, at, TYPE.caption, theme.text3)

    def _about(self, side: int) -> str:
        spec = self.setup.sides[side]
        for each in presets(self._game):
            if each.spec == spec:
                return each.about
        return "NAME:key=value or level:NAME; @4000 or @0.5s limits it"


def test_text(bounds: tuple[float, float] | None) -> str:
    """Return the Elo values of a sequential test: 0 : 50."""
    return "off" if bounds is None else f"{bounds[0]:g} : {bounds[1]:g}"


def test_about(bounds: tuple[float, float] | None) -> str:
    """Return what a sequential test does to a match."""
    if bounds is None:
        return "SPRT: all games are played"
    return f"SPRT: once A's Elo is {bounds[0]:g} or {bounds[1]:+g}"


def _next_test(now: tuple[float, float] | None, step: int) -> tuple[float, float] | None:
    """Return the next of the tests; one of another match stands before those that go further."""
    if now in SPRTS:
        return SPRTS[max(0, min(len(SPRTS) - 1, SPRTS.index(now) + step))]
    further = [place for place, each in enumerate(SPRTS) if each is not None and each > now]
    after = further[0] if further else len(SPRTS)
    return SPRTS[min(len(SPRTS) - 1, after) if step > 0 else after - 1]


_Value = TypeVar("_Value", int, float)


def _stepped(values: Sequence[_Value], now: _Value, step: int) -> _Value:
    """Return the next value up or down from wherever `now` lies."""
    if step > 0:
        return next((value for value in values if value > now), values[-1])
    return next((value for value in reversed(values) if value < now), values[0])


def seconds_text(value: float) -> str:
    """Return a time limit: 0.05 s, 1 s, 10 s."""
    return f"{value:g} s" if value < 10 else seconds(value)
