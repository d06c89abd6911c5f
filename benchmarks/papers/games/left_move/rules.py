"""The left-move problem: choose left or right at each step; the score counts the lefts.

Cazenave's abstract test of nested search (IJCAI 2009): the optimum of depth d is the one
sequence of d lefts, which a playout finds with probability 2^-d.
"""

from dataclasses import dataclass

from ai.contract.rules import Parameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.state import check_range

LEFT, RIGHT = 0, 1


@dataclass(frozen=True, slots=True)
class LeftMoveParameters(Parameters):
    """The problem's size.

    Attributes:
        depth: Moves of a game, 1 to 62.
        offset: Added to every score, to try scores below zero.
    """

    depth: int = 9
    offset: int = 0

    def __post_init__(self) -> None:
        check_range("depth", self.depth, 1, 62)
        check_range("offset", self.offset, -1000, 1000)


class LeftMoveState(KernelState):
    """A sequence of moves: 0 left, 1 right."""

    __slots__ = ()
    first_word = "path"

    @classmethod
    def move_names(cls, parameters: LeftMoveParameters) -> tuple[str, str]:  # noqa: ARG003
        """Return the two."""
        return ("left", "right")


SPEC = kernel_game(
    LeftMoveState, LeftMoveParameters, name="left-move", title="Left Move", players=1
)
