"""What may be changed of a watched search: what if it explored more, looked at other moves?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.contract.games import game_of
from game.screens.stepping import next_amount, next_in, next_round
from game.ui.widgets import Action, Stepper

EXPLORATIONS: Final = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.4, 2.0)
USUAL_EXPLORATION, OTHER_EXPLORATION = 0.5, 1.4
LEVELS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """How a position is searched.

    Attributes:
        exploration: UCT's exploration constant.
        moves: The move filter; empty where the game has only one.
        level: That of the nested search of a game for one, 0 in one for two.
    """

    exploration: float = USUAL_EXPLORATION
    moves: str = ""
    level: int = 0

    @property
    def searcher(self) -> str:
        """The searcher's specification."""
        if self.level:
            return f"nmcs:level={self.level}"
        given = f",candidates={self.moves}" if self.moves else ""
        return f"mcts:expand_at=1,exploration={self.exploration}{given}"

    @property
    def words(self) -> str:
        """How it is searched, in a few words."""
        words = (f"C {self.exploration:.1f}", self.moves)
        return f"level {self.level}" if self.level else ", ".join(filter(None, words))

    @property
    def other(self) -> "WhatIf":
        """The same with one thing changed, to be searched beside it."""
        if self.level:
            return replace(self, level=LEVELS[self.level == LEVELS[0]])
        is_usual = self.exploration < OTHER_EXPLORATION
        return replace(self, exploration=OTHER_EXPLORATION if is_usual else USUAL_EXPLORATION)


class WhatIfControls:
    """The controls that change it: as many as the game has choices, each with its name."""

    def __init__(self, game: str, players: int) -> None:
        self._filters = game_of(game).search.filters if players == 2 else ()
        tip = "What if UCT explored less, or more?"
        self._explore = Stepper("exploration", "", least_width=52, tooltip=tip)
        tip, arrows = "What if other moves were looked at?", ("chevron-left", "chevron-right")
        self._moves = Stepper("moves", "", widest=self._filters, icons=arrows, tooltip=tip)
        tip = "What if each move were tried by a search of its own?"
        self._level = Stepper("level", "", least_width=52, tooltip=tip)
        named = [("Exploration", self._explore), ("Moves", self._moves)]
        self.named = named[: 1 + (len(self._filters) > 1)]
        self.first = WhatIf(moves=self._filters[0] if self._filters else "")
        if players == 1:
            self.named, self.first = [("Level", self._level)], WhatIf(level=LEVELS[0])

    def changed(self, what: WhatIf, action: Action) -> WhatIf | None:
        """Return what a control makes of it; None where it is none of these."""
        step = action.value if isinstance(action.value, int) else 0
        match action.name:
            case self._explore.name:
                return replace(what, exploration=next_amount(EXPLORATIONS, what.exploration, step))
            case self._moves.name:
                return replace(what, moves=next_round(self._filters, what.moves, step))
            case self._level.name:
                return replace(what, level=next_in(LEVELS, what.level, step))
        return None

    def refresh(self, what: WhatIf) -> None:
        """Make the controls say how it is searched."""
        show_in(self._explore, EXPLORATIONS, what.exploration, f"C {what.exploration:.1f}")
        show_in(self._level, LEVELS, what.level, str(what.level))
        self._moves.text = what.moves


def show_in(stepper: Stepper, values: Sequence[float], value: float, text: str) -> None:
    """Show one of some values in ascending order."""
    stepper.can_go_down, stepper.can_go_up = value > values[0], value < values[-1]
    stepper.text = text
