"""What may be changed of a watched search: what if it explored more, or were another search?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.contract.games import game_of, game_spec
from ai.phrases import N_
from game.ui.widgets import Action, Stepper
from game.ui.widgets.controls import next_amount, next_round
from game.words.inside import (
    BLIND,
    FILTERS,
    LESS_OR_MORE,
    LEVEL,
    OPTIONS,
    OTHERWISE,
    PLAYOUT_FILTER,
    REUSE,
    REUSES,
    SWITCHED,
)
from game.words.numbers import decimal
from game.words.say import listed, said, say

EXPLORATIONS: Final = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.4, 2.0)
USUAL_EXPLORATION, OTHER_EXPLORATION = 0.5, 1.4
LEVELS: Final = (1, 2, 3)
_TREE: Final = "mcts:expand_at=1,"
_EMPTY: Final = f"{_TREE}reuse=0,"


@dataclass(frozen=True, slots=True)
class WatchedMethod:
    """A way to search, and what of it may be changed in steps.

    Attributes:
        title: What it is called; empty where the game has only one.
        spec: The searcher's specification without that option.
        values: What it may be, in ascending order.
    """

    title: str
    spec: str
    option: str
    values: Sequence[float]
    usual: float
    other: float

    def shown(self, value: float) -> str:
        match self.option:
            case "exploration":
                return f"C {decimal(value, 1)}"
            case "reuse":
                return SWITCHED[bool(value)]
        return f"{value:g}"


def methods_of(game: str) -> Iterator[WatchedMethod]:
    """Yield the ways to search a game that can be watched, the usual one first.

    One of them is blind to all that the weakest levels overlook.
    """
    if game_spec(game).players == 1:
        yield WatchedMethod("", "nmcs:", "level", LEVELS, *LEVELS[:2])
        return
    explored = "exploration", EXPLORATIONS, USUAL_EXPLORATION, OTHER_EXPLORATION
    filters = game_of(game).search.filters
    for each in filters or ("",):
        given = f"candidates={each}," if each else ""
        yield WatchedMethod(each or "MCTS", f"{_EMPTY}{given}", *explored)
    for each in filters[-1:]:  # the widest
        yield WatchedMethod(
            say(PLAYOUT_FILTER, filter=each), f"{_EMPTY}playouts={each},", *explored
        )
    switched = {"solver=false": N_("no solver")}
    for nearest in game_of(game).search.oversights[:1]:
        switched[nearest.options] = BLIND
    for given, title in switched.items():
        yield WatchedMethod(title, f"{_EMPTY}{given},", *explored)
    yield WatchedMethod(REUSE, _TREE, "reuse", (0, 1), 1, 0)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """How a position is searched: a method, and the value of its option."""

    method: WatchedMethod
    value: float

    @property
    def searcher(self) -> str:
        return f"{self.method.spec}{self.method.option}={self.value:g}"

    @property
    def words(self) -> str:
        option, title = self.method.option, self.method.title
        shown = self.method.shown(self.value)
        if option == "level":
            shown = say(LEVEL, level=shown)
        if option == "reuse":
            return said(REUSES[bool(self.value)])
        return listed((shown, title))

    @property
    def other(self) -> "WhatIf":
        """The same with another value, to be searched beside it."""
        usual, other = self.method.usual, self.method.other
        return replace(self, value=usual if self.value == other else other)


class WhatIfControls:
    """The controls that change it: as many as the game has choices, each with its name."""

    def __init__(self, game: str) -> None:
        self._methods = tuple(methods_of(game))
        self._value = Stepper("value", "", least_width=52, tooltip=LESS_OR_MORE)
        tip, arrows = OTHERWISE, ("chevron-left", "chevron-right")
        if filters := game_of(game).search.filters:
            tip = say(FILTERS, filters=listed(filters))
        titles = [each.title for each in self._methods]
        self._method = Stepper("method", "", widest=titles, icons=arrows, tooltip=tip)
        self.first = WhatIf(self._methods[0], self._methods[0].usual)

    def named(self, what: WhatIf) -> tuple[tuple[str, Stepper], ...]:
        named = (OPTIONS[what.method.option], self._value), (N_("Kind"), self._method)
        return named[: 1 + (len(self._methods) > 1)]

    def changed(self, what: WhatIf, action: Action) -> WhatIf | None:
        """Return what a control makes of it; None where it is none of these."""
        step = action.value if isinstance(action.value, int) else 0
        match action.name:
            case self._value.name:
                return replace(what, value=next_amount(what.method.values, what.value, step))
            case self._method.name:
                method = next_round(self._methods, what.method, step)
                is_same = method.option == what.method.option
                return WhatIf(method, what.value if is_same else method.usual)
        return None

    def refresh(self, what: WhatIf) -> None:
        show_in(self._value, what.method.values, what.value, what.method.shown(what.value))
        self._method.text = what.method.title


def show_in(stepper: Stepper, values: Sequence[float], value: float, text: str) -> None:
    """Show one of some values in ascending order."""
    stepper.can_go_down, stepper.can_go_up = value > values[0], value < values[-1]
    stepper.text = text
