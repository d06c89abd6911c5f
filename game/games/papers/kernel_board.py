"""Positions of the square games that are written only in their kernels."""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import FIRST_PLAYER, SECOND_PLAYER, GameSpec
from game.games.kernel_state import PlainRules, plain_rules
from game.games.lattice.square_board import (
    EMPTY,
    FIRST,
    SECOND,
    BoardState,
    Cells,
    spec_of,
)


@dataclass(frozen=True, slots=True)
class KernelBoard(BoardState):
    """One position: what may be played and who has won, the plain kernel says.

    Attributes:
        legal_moves: Every legal move, in ascending order; empty once the game is over.
        winner: The player who has won, if any.
    """

    legal_moves: tuple[int, ...] = field(init=False, compare=False, repr=False)
    winner: int | None = field(init=False, compare=False, repr=False)
    spec: ClassVar[GameSpec]

    def __post_init__(self) -> None:
        rules, state = self._loaded()
        moves, winner = rules.legal_moves(state), None
        if not moves:
            winner = FIRST_PLAYER if rules.run("outcome", state) > 0 else SECOND_PLAYER
        object.__setattr__(self, "legal_moves", moves)
        object.__setattr__(self, "winner", winner)

    @property
    def is_terminal(self) -> bool:
        return not self.legal_moves

    def _cells_after(self, move: int) -> Cells:
        rules, state = self._loaded()
        rules.run("play", state, move)
        first, second = state[-2:].tolist()  # the players' cells, a bit each
        return tuple(
            FIRST if first >> cell & 1 else SECOND if second >> cell & 1 else EMPTY
            for cell in range(len(self.cells))
        )

    def _loaded(self) -> tuple[PlainRules, NDArray[np.int64]]:
        rules = plain_rules(self.spec.kernel, self.parameters)
        return rules, rules.loaded(self.encode())


def board_game(name: str, title: str, state: type[KernelBoard]) -> GameSpec:
    """Return a game that begins on an empty board; its kernel is in the folder of the states."""
    state.spec = spec_of(name, title, state, lambda board: (EMPTY,) * (board.columns * board.rows))
    return state.spec
