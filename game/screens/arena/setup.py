"""Pictures on the arena's form: the boards of the games, and how strong or what a side is."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import RulesError, State
from ai.external.contract import EXTERNAL, command_of, is_external
from ai.match.events import PER_BOARD, PER_MOVE, SIDES
from ai.phrases import N_
from game.games.registry import window_games
from game.screens.arena.contestants import (
    GAME_COUNTS,
    MOST_JOBS,
    SECONDS,
    SPRTS,
    MatchSetup,
    contestant,
    contestants,
    default_sides,
    has_standard_boards,
    is_solved,
    random_boards,
)
from game.screens.arena.figures import side_ink, side_mark
from game.screens.entry import entry_of, make_board_view
from game.ui import draw
from game.ui.boards.view import BoardContent
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Row
from game.ui.panel.items import Fold, FoldStage, Item, full_row, in_rows, setting_row
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, Colour
from game.ui.widgets import Action, Stepper, Switch, Tabs, TextField
from game.ui.widgets.controls import next_amount, next_round
from game.words import arena
from game.words.numbers import shortest
from game.words.say import SECONDS as IN_SECONDS
from game.words.say import say, seconds

_BOARD_DP: Final = 50
_LABEL_DP: Final = 26
_PADDING_DP: Final = 7
_BARS: Final = 5
_LEAST_MOVES: Final = 3


class GameTabs(Tabs):
    """Games to choose from, each with its board above its name."""

    def __init__(self, name: str, games: Sequence[tuple[str, str]], value: str) -> None:
        super().__init__(name, games, value, stretch=True)
        self._views = tuple(make_board_view(game) for game, _ in games)

    def height(self, skin: Skin) -> int:
        return super().height(skin) + skin.px(_BOARD_DP + _PADDING_DP)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        super().draw(surface, skin)
        side = skin.px(_BOARD_DP)
        for view, (game, _), cell in zip(self._views, self.options, self.cells(), strict=True):
            left = cell.centre[0] - side // 2
            view.resize(pygame.Rect(left, cell.y + skin.px(_PADDING_DP), side, side), skin)
            view.draw(surface, BoardContent(sample_state(game)))

    def label_at(self, skin: Skin, cell: Box) -> tuple[int, int]:
        """Return the middle of a tab's name, below its board."""
        return cell.centre[0], cell.bottom - skin.px(_LABEL_DP) // 2


@cache
def sample_state(game: str) -> State:
    """Return a position with something on the board: the one that Home's card begins with."""
    spec = game_spec(game)
    state = spec.new_game(spec.parameters(), 1)
    for text in entry_of(game).opening.split():
        try:
            state = state.play(state.move_from_string(text))
        except RulesError:
            break  # the opening belongs to another size of board
    while state.move_count < _LEAST_MOVES and not state.is_terminal:
        state = state.play(state.legal_moves[len(state.legal_moves) // 2])
    return state


def draw_strength(surface: pygame.Surface, skin: Skin, box: Box, share: float, ink: Colour) -> None:
    """Draw a level's place among the others as rising bars, of which so many are filled."""
    gap = skin.px(2)
    width = (box.width - gap * (_BARS - 1)) // _BARS
    for bar in range(_BARS):
        tall = round(box.height * (0.3 + 0.7 * bar / (_BARS - 1)))
        place = Box(box.x + bar * (width + gap), box.bottom - tall, width, tall)
        filled = min(1.0, max(0.0, share * _BARS - bar))
        draw.fill_round(surface, place, skin.px(RADIUS.letter) // 3, skin.theme.line)
        if filled > 0:
            part = place._replace(
                y=place.bottom - round(tall * filled), height=round(tall * filled)
            )
            draw.fill_round(surface, part, skin.px(RADIUS.letter) // 3, ink)


KIND: Final = "kind"
PLAYERS, SOLVERS = "players", "solvers"
KINDS: Final = ((PLAYERS, N_("AI against AI")), (SOLVERS, N_("Two solvers")))
GAME: Final = "game"
COUNT: Final = "count"
TIME: Final = "time"
TEST: Final = "test"
SEED: Final = "seed"
STANDARD, RANDOM = N_("standard", "boards"), N_("random", "boards")
JOBS: Final = "jobs"
SIDE: Final = ("side-A", "side-B")
SPEC: Final = ("spec-A", "spec-B")
_TWO_COLUMNS_DP: Final = 560
_COLUMN_GAP_DP: Final = 36
_SIDE_DP: Final = 72
_FIELD_DP: Final = 46
_ARROWS: Final = ("chevron-left", "chevron-right")
CUSTOM, PROGRAM = N_("Custom"), N_("Other program")
_WRITTEN: Final = {
    PROGRAM: arena.WRITE_PROGRAM,
    CUSTOM: arena.WRITE_CUSTOM,
}
"""What of a side is written rather than picked, and what to write."""
_VALUE_DP: Final = 64  # so that the steppers below each other are as wide


def kind_of(setup: MatchSetup) -> str:
    return SOLVERS if is_solved(setup.game) else PLAYERS


@dataclass(frozen=True, slots=True)
class _Stepped:
    """A field of a setup that a stepper changes.

    Attributes:
        values: What it may be; None for any whole number from 0.
    """

    field: str
    values: Iterable[Any] | None = None
    text: Callable[[Any], str] = str

    def step(self, setup: MatchSetup, step: int) -> MatchSetup:
        """Return the setup with the next value, or the same at the end."""
        now = getattr(setup, self.field)
        values = (max(0, now - 1), now + 1) if self.values is None else self.values
        # None at all, as of a test, comes before all others.
        value = next_amount(values, now, step, lambda each: () if each is None else (each,))
        return replace(setup, **{self.field: value})


def _test_text(bounds: tuple[float, float] | None) -> str:
    return N_("off", "a test") if bounds is None else f"{bounds[0]:g} : {bounds[1]:g}"


def seconds_text(value: float) -> str:
    """Return a time limit: 0.05 s, 1 s, 10 s."""
    return say(IN_SECONDS, number=shortest(value)) if value < 10 else seconds(value)


_STEPPED: Final = {
    COUNT: _Stepped("games", GAME_COUNTS),
    TIME: _Stepped("seconds", SECONDS, seconds_text),
    SEED: _Stepped("seed"),
    TEST: _Stepped("sprt", SPRTS, _test_text),
    JOBS: _Stepped("jobs", range(1, MOST_JOBS + 1)),
}


@dataclass(frozen=True, slots=True)
class SideHead(Composed):
    """A side's mark and letter, and below them what it is: a picture and a few words.

    Attributes:
        side: 0 for A, 1 for B.
        strength: Its place among the levels; None for a searcher.
    """

    side: int
    about: str
    strength: float | None
    chooses: Stepper
    entry: TextField | None

    def content(self, skin: Skin, width: int) -> Section:
        del width
        ink = side_ink(skin.theme, self.side)

        def draw_picture(surface: pygame.Surface, skin: Skin, box: Box) -> None:
            if self.strength is not None:
                draw_strength(surface, skin, box, self.strength, ink)
            else:
                skin.draw_icon(surface, "cpu", box.centre, box.height, ink)

        title = say(arena.SIDE_NAME, letter=SIDES[self.side])
        name, chooses = (
            Phrase(title, TYPE.lead, bold=True, wide=skin.px(70)),
            ControlSpace(self.chooses, title=title),
        )
        picture = Painted(skin.px(18), draw_picture, skin.px(26))
        return Column(
            Row(side_mark(skin, self.side), 9, name, SPRING, chooses, tall=46),
            Row(picture, 10, quiet(self.about, stretch=True), tall=18),
            _SIDE_DP - 64,
            ControlSpace(self.entry, _FIELD_DP, stretch=True, title=title) if self.entry else None,
        )


class GameChoice:
    """The games of one kind of match, to be chosen from; of one game there is nothing to choose."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        options = [(name, game_spec(name).title) for name in names]
        self._tabs = Tabs(GAME, options, names[0], stretch=True)
        self._pictures = GameTabs(GAME, options, names[0])
        self._stepper = Stepper(GAME, "", icons=_ARROWS)

    def items(self, skin: Skin, width: int, chosen: str) -> tuple[Item, ...]:
        """Return the games with their boards, or where it is low or narrow what has room."""
        self._tabs.value = self._pictures.value = chosen
        self._stepper.text = game_spec(chosen).title
        if len(self.names) == 1:
            return ()
        if not self._tabs.fits(skin, width):
            return (full_row(self._stepper),)
        plain = Fold(FoldStage.EXTRAS, full_row(self._tabs))
        return (replace(full_row(self._pictures), folds=(plain,)),)


class SetupForm:
    """Widgets that show a setup and change it.

    Attributes:
        background: Whether the match may go on while the window is in the background.
    """

    def __init__(self, setup: MatchSetup) -> None:
        self.setup = setup
        self._is_custom = [False, False]
        self.background = False
        names = [game.name for game in window_games()]
        self._choices = {
            PLAYERS: GameChoice([name for name in names if not is_solved(name)]),
            SOLVERS: GameChoice([name for name in names if is_solved(name)]),
        }
        self._sides = tuple(Stepper(name, "", icons=_ARROWS, least_width=140) for name in SIDE)
        self._specs = tuple(TextField(name) for name in SPEC)
        self._steppers = {name: Stepper(name, "", least_width=_VALUE_DP) for name in _STEPPED}
        self._per = Tabs(
            "per",
            (
                (PER_MOVE, N_("a move", "time for each")),
                (PER_BOARD, N_("a board", "time for each")),
            ),
            setup.per,
        )
        boards = ((STANDARD, N_("standard", "boards")), (RANDOM, N_("random", "boards")))
        self._boards = Tabs("boards", boards, STANDARD)
        self._background = Switch("background", self.background)

    def take(self, action: Action) -> bool:
        """Change the setup as an action says; return whether it was one of the form's."""
        setup, value = self.setup, action.value
        if action.name in _STEPPED:
            self.setup = _STEPPED[action.name].step(setup, int(value or 0))
        elif action.name == GAME and isinstance(value, str):
            self._set_game(value)
        elif action.name == GAME:
            names = self._choices[kind_of(setup)].names
            self._set_game(next_round(names, setup.name, int(value or 0)))
        elif action.name == KIND:
            self._set_game(self._choices[str(value)].names[0])
        elif action.name in SIDE:
            self._step_side(SIDE.index(action.name), int(value or 0))
        elif action.name in SPEC:
            side = SPEC.index(action.name)
            is_program = self._written(side) == PROGRAM
            self._set_side(side, f"{EXTERNAL}:{value}" if is_program else str(value))
        elif action.name == self._per.name:
            self.setup = replace(setup, per=str(value))
        elif action.name == self._boards.name:
            game = random_boards(self.setup.name) if value == RANDOM else self.setup.name
            self.setup = replace(setup, game=game)
        elif action.name == self._background.name:
            self.background = bool(value)
        else:
            return False
        return True

    def _set_game(self, game: str) -> None:
        if game != self.setup.name:
            self._is_custom = [False, False]
            per = PER_MOVE if game_spec(game).players == 2 else self.setup.per
            self.setup = replace(self.setup, game=game, sides=default_sides(game), per=per)

    def _set_side(self, side: int, spec: str) -> None:
        a, b = self.setup.sides
        self.setup = replace(self.setup, sides=(spec, b) if side == 0 else (a, spec))

    def _step_side(self, side: int, step: int) -> None:
        """Go to the next side that is offered; behind the last one it can be written."""
        offered, at = self._offered, self._place(side) + step
        if not 0 <= at < len(offered):
            return
        title, spec = offered[at]
        self._is_custom[side] = title == CUSTOM
        if title != CUSTOM or is_external(self.setup.sides[side]):
            self._set_side(side, spec)

    @property
    def _offered(self) -> list[tuple[str, str]]:
        """What the sides can be, as it is called, and what it begins with.

        Those that are picked stand first, those that are written last.
        """
        picked = [(each.title, each.spec) for each in contestants(self.setup.name)]
        program = [(PROGRAM, f"{EXTERNAL}:")] if game_spec(self.setup.name).players == 2 else []
        return [*picked, *program, (CUSTOM, picked[-1][1])]

    def _place(self, side: int) -> int:
        """Return which of the offered ones a side is."""
        *specs, _ = (spec for _, spec in self._offered)
        spec = f"{EXTERNAL}:" if is_external(self.setup.sides[side]) else self.setup.sides[side]
        return len(specs) if self._is_custom[side] or spec not in specs else specs.index(spec)

    def _written(self, side: int) -> str:
        """Return as what a side is written; nothing for one that is picked."""
        title, _ = self._offered[self._place(side)]
        return title if title in _WRITTEN else ""

    def _refresh(self) -> None:
        """Let the widgets show the setup."""
        setup = self.setup
        offered = self._offered
        for side, (stepper, entry) in enumerate(zip(self._sides, self._specs, strict=True)):
            spec, place = setup.sides[side], self._place(side)
            stepper.text, _ = offered[place]
            stepper.can_go_down = place > 0
            stepper.can_go_up = place < len(offered) - 1
            if self._written(side) == PROGRAM:
                spec = command_of(spec)
            if entry.text != spec:
                entry.text, entry.selected = spec, False
        for name, stepper in self._steppers.items():
            stepped = _STEPPED[name]
            stepper.text = stepped.text(getattr(setup, stepped.field))
            stepper.can_go_down = stepped.step(setup, -1) != setup
            stepper.can_go_up = stepped.step(setup, 1) != setup
        self._per.value = setup.per
        self._boards.value = RANDOM if setup.has_random_boards else STANDARD
        self._background.on = self.background

    # Layout.

    def items(self, skin: Skin, width: int) -> tuple[Item, ...]:
        """Return the form for a panel of this width in pixels, in two columns if there is room."""
        self._refresh()
        columns = 2 if width >= skin.px(_TWO_COLUMNS_DP) else 1
        details = skin.details
        sides = [self._side(side, details=details) for side in range(2)]
        solvers = kind_of(self.setup) == SOLVERS
        lines = self._solver_lines()
        if not solvers:
            lines = [
                self._line(N_("Games", "how many of a match"), arena.OPENINGS, COUNT),
                self._line(N_("Time"), arena.OWN_TIME, TIME),
                self._line(N_("Seed"), arena.OPENINGS_SEED, SEED),
            ]
        early, bounds = arena.ALL_PLAYED, self.setup.sprt
        if bounds is not None:
            low, high = (f"{bound:+g}" for bound in bounds)
            early = say(arena.EARLY_END[details], low=low, high=high)
        lines += [
            self._line(N_("Early end"), early, TEST),
            self._line(N_("At once", "games side by side"), arena.SIDE_BY_SIDE, JOBS),
            setting_row(N_("In the background"), arena.IN_BACKGROUND, self._background),
        ]
        return (
            *self._choices[kind_of(self.setup)].items(skin, width, self.setup.name),
            *in_rows(sides, columns, _COLUMN_GAP_DP),
            *(replace(row, gap=4) for row in in_rows(lines, columns, _COLUMN_GAP_DP)),
        )

    def _side(self, side: int, *, details: bool) -> Item:
        stepper, entry, writes = self._sides[side], self._specs[side], self._written(side)
        spec = self.setup.sides[side]
        picked = None if writes else contestant(spec, self.setup.name)
        about = _WRITTEN.get(writes, "") if picked is None else picked.described(details=details)
        strength = None if picked is None else picked.strength
        return Item(SideHead(side, about, strength, stepper, entry if writes else None))

    def _line(self, title: str, about: str, name: str) -> Item:
        return setting_row(title, about, self._steppers[name])

    def _solver_lines(self) -> list[Item]:
        is_random = self.setup.has_random_boards
        which = setting_row(N_("Which", "boards"), arena.BOARDS[is_random], self._boards)
        return [
            self._line(N_("Boards"), "", COUNT),
            *((which,) if has_standard_boards(self.setup.game) else ()),
            self._line(N_("Seed"), arena.SEED_DECIDES[is_random], SEED),
            self._line(N_("Time"), arena.PLAYOUTS, TIME),
            setting_row(N_("for", "the time is for a move or a board"), "", self._per),
        ]
