"""What may be changed of a watched search: what if it explored more, looked at other moves?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.contract.games import game_of
from ai.search.simulation import SearchedTree
from game.screens.stepping import next_amount, next_in, next_round
from game.ui.widgets import Action, Stepper

USUAL_EXPLORATION: Final = 0.5
"""What is shown until the search says what it is."""
EXPLORATIONS: Final = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.4, 2.0)
LEVELS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """How a position is searched.

    Attributes:
        players: Of the game.
        exploration: UCT's exploration constant; None for the usual one.
        moves: The move filter; empty where the game has only one.
        level: That of the nested search of a game for one.
    """

    players: int
    exploration: float | None = None
    moves: str = ""
    level: int = LEVELS[0]

    @property
    def searcher(self) -> str:
        """The searcher's specification."""
        if self.players == 1:
            return f"nmcs:level={self.level}"
        given = f",exploration={self.exploration}" if self.exploration is not None else ""
        given += f",candidates={self.moves}" if self.moves else ""
        return f"mcts:expand_at=1{given}"

    def explored(self, tree: SearchedTree | None) -> float:
        """Return the exploration constant, which a tree says where it is the usual one."""
        if self.exploration is not None:
            return self.exploration
        return getattr(tree, "exploration", USUAL_EXPLORATION)

    def words(self, tree: SearchedTree | None) -> str:
        """Return it in a few words."""
        if self.players == 1:
            return f"level {self.level}"
        return ", ".join(filter(None, (f"C {self.explored(tree):.1f}", self.moves)))

    def other(self, tree: SearchedTree | None) -> "WhatIf":
        """Return it with one thing changed, to be searched beside it."""
        if self.players == 1:
            return replace(self, level=next(each for each in LEVELS if each != self.level))
        usual = self.explored(tree)
        return replace(self, exploration=next(c for c in (1.4, USUAL_EXPLORATION) if c != usual))


class WhatIfControls:
    """The controls that change it: as many as the game has choices, each with its name."""

    def __init__(self, game: str, players: int) -> None:
        self._filters = game_of(game).search.filters if players == 2 else ()
        self._explore = Stepper(
            "exploration", "", least_width=52, tooltip="What if UCT explored less, or more?"
        )
        self._moves = Stepper(
            "filter",
            "",
            widest=self._filters,
            icons=("chevron-left", "chevron-right"),
            tooltip="What if other moves were looked at?",
        )
        self._level = Stepper(
            "level",
            "",
            least_width=52,
            tooltip="What if each move were tried by a search of its own?",
        )
        self.first = WhatIf(players, moves=self._filters[0] if self._filters else "")
        several = ("Moves", self._moves) if len(self._filters) > 1 else None
        both = (("Exploration", self._explore), several)
        self.named = tuple(filter(None, both)) if players == 2 else (("Level", self._level),)

    def changed(self, what: WhatIf, action: Action, tree: SearchedTree | None) -> WhatIf | None:
        """Return what a control makes of it; None where it is none of these."""
        step = action.value if isinstance(action.value, int) else 0
        match action.name:
            case "exploration":
                return replace(
                    what, exploration=next_amount(EXPLORATIONS, what.explored(tree), step)
                )
            case "filter":
                return replace(what, moves=next_round(self._filters, what.moves, step))
            case "level":
                return replace(what, level=next_in(LEVELS, what.level, step))
        return None

    def refresh(self, what: WhatIf, tree: SearchedTree | None) -> None:
        """Make the controls say how it is searched."""
        explored = what.explored(tree)
        show_in(self._explore, EXPLORATIONS, explored, f"C {explored:.1f}")
        show_in(self._level, LEVELS, what.level, str(what.level))
        self._moves.text = what.moves


def show_in(stepper: Stepper, values: Sequence[float], value: float, text: str) -> None:
    """Show one of some values in ascending order."""
    stepper.can_go_down, stepper.can_go_up = value > values[0], value < values[-1]
    stepper.text = text
