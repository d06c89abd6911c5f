"""Stairs: climb one or two steps at a time; a landing stepped on counts. A game for one."""

from dataclasses import dataclass

from ai.contract.rules import Parameters
from game.games.checks import check_range
from game.games.kernel_state import KernelState, kernel_game


@dataclass(frozen=True, slots=True)
class StairsParameters(Parameters):
    """How many steps there are."""

    steps: int = 9

    def __post_init__(self) -> None:
        """Check the number."""
        check_range("steps", self.steps, 4, 20)


class Stairs(KernelState):
    """Where one stands."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        return ["one", "two"]


SPEC = kernel_game(Stairs, StairsParameters, name="stairs", title="Stairs", players=1)
