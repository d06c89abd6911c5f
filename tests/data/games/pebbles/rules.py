"""Pebbles: take one to three; whoever takes the last one wins. Written once, in the kernel."""

from dataclasses import dataclass

from ai.contract.rules import Parameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.state import check_range

MOST = 3


@dataclass(frozen=True, slots=True)
class PebblesParameters(Parameters):
    """How many pebbles there are."""

    pebbles: int = 10

    def __post_init__(self) -> None:
        """Check the number."""
        check_range("pebbles", self.pebbles, 5, 30)


class Pebbles(KernelState):
    """A heap."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        return ["one", "two", "three"]


SPEC = kernel_game(
    Pebbles,
    PebblesParameters,
    name="pebbles",
    title="Pebbles",
    sides=("Red", "Blue"),
    marks=("#d64541", "#3b7dd8"),
)
