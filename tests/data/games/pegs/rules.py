"""Peg solitaire on the English board: jump over a peg to take it."""

from dataclasses import dataclass
from typing import ClassVar

from ai.contract.rules import Parameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.lattice.grid_text import square_name
from game.games.lattice.square_board import MOST_CELLS

SIDE = 7
HOLES = tuple(
    cell for cell in range(SIDE * SIDE) if 2 <= cell % SIDE <= 4 or 2 <= cell // SIDE <= 4
)


@dataclass(frozen=True, slots=True)
class PegParameters(Parameters):
    """Nothing to choose."""

    columns: ClassVar[int] = SIDE
    rows: ClassVar[int] = SIDE


class PegState(KernelState):
    """One position."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        names = [square_name(*divmod(cell, SIDE)) for cell in range(MOST_CELLS)]
        return tuple(f"{start}-{to}" for start in names[: SIDE * SIDE] for to in names)

    @property
    def cells(self):
        return tuple(self.array[1 + cell] if cell in HOLES else 0 for cell in range(SIDE * SIDE))


SPEC = kernel_game(PegState, PegParameters, name="pegs", title="Pegs", players=1)
