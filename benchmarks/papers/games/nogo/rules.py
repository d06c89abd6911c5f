"""NoGo and AtariGo: a stone must have a liberty; who has no legal move, loses.

In NoGo, nobody may take. In AtariGo, the first to take a stone wins, and may do so by a stone
without a liberty; what it takes stays on the board, to be seen. What is legal and who has won, the
plain kernel says.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import FIRST_PLAYER, SECOND_PLAYER, ParameterError
from game.games.kernel_state import PlainRules, plain_rules
from game.games.lattice.square_board import (
    EMPTY,
    FIRST,
    SECOND,
    BoardParameters,
    BoardState,
    Cells,
    spec_of,
)


@dataclass(frozen=True, slots=True)
class NoGoParameters(BoardParameters):
    """The board and how the game is won.

    Attributes:
        taking_wins: Whether who takes a stone wins, which is AtariGo; otherwise nobody may.
    """

    taking_wins: bool = False

    def __post_init__(self) -> None:
        BoardParameters.__post_init__(self)
        if not isinstance(self.taking_wins, bool):
            raise ParameterError(f"taking_wins must be true or false, not {self.taking_wins!r}")


@dataclass(frozen=True, slots=True)
class NoGoState(BoardState):
    """One position.

    Attributes:
        legal_moves: Every legal move, in ascending order; empty once the game is over.
        winner: The player who has won, if any.
    """

    legal_moves: tuple[int, ...] = field(init=False, compare=False, repr=False)
    winner: int | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rules, state = self._loaded()
        moves, winner = rules.legal_moves(state), None
        if not moves:
            winner = FIRST_PLAYER if rules.run("outcome", state) > 0 else SECOND_PLAYER
        object.__setattr__(self, "legal_moves", moves)
        object.__setattr__(self, "winner", winner)

    def _cells_after(self, move: int) -> Cells:
        stone = SECOND if self.current_player else FIRST
        return (*self.cells[:move], stone, *self.cells[move + 1 :])

    def _loaded(self) -> tuple[PlainRules, NDArray[np.int64]]:
        rules = plain_rules(f"{__package__}.kernel", self.parameters)
        return rules, rules.loaded(self.encode())


SPEC = replace(
    spec_of("nogo", "NoGo", NoGoState, lambda board: (EMPTY,) * (board.columns * board.rows)),
    parameters=NoGoParameters,
)
