"""Ivy: Green's plant grows a cell each turn, and Grey, who has a wall, can only pass."""

from dataclasses import dataclass
from typing import ClassVar

from ai.contract.rules import Parameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.lattice.grid_text import square_name
from game.games.lattice.square_board import MOST_CELLS

COLUMNS = 6
PLAYED, TIP = 0, 1


@dataclass(frozen=True, slots=True)
class IvyParameters(Parameters):
    """Nothing to choose."""

    columns: ClassVar[int] = COLUMNS
    rows: ClassVar[int] = 1


class IvyState(KernelState):
    """One position; passing comes after all moves from cell to cell."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        names = [square_name(*divmod(cell, COLUMNS)) for cell in range(MOST_CELLS)]
        return (*(f"{start}-{to}" for start in names[:COLUMNS] for to in names), "pass")

    @property
    def cells(self):
        tip = int(self.array[TIP])
        return (*[1] * (tip + 1), *[0] * (COLUMNS - tip - 2), 2)


SPEC = kernel_game(IvyState, IvyParameters, name="ivy", title="Ivy", sides=("Green", "Grey"))
