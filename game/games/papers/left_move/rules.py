"""The left-move problem: choose left or right at each step; the score counts the lefts.

Cazenave's abstract test of nested search (IJCAI 2009): the optimum of depth d is the one
sequence of d lefts, which a playout finds with probability 2^-d.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, IllegalMoveError, Parameters, PositionError
from game.games.checks import check_range
from game.games.lattice.grid_text import gather, split_rows
from game.games.state import BaseState

LEFT, RIGHT = 0, 1
NAMES = ("left", "right")


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


@dataclass(frozen=True, slots=True)
class LeftMoveState(BaseState):
    """A sequence of moves: 0 left, 1 right."""

    parameters: LeftMoveParameters
    moves: tuple[int, ...] = ()

    what = "move"

    @property
    def current_player(self) -> int:
        """The only player."""
        return 0

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Left and right, until all moves were made."""
        return () if self.is_terminal else (LEFT, RIGHT)

    @property
    def is_terminal(self) -> bool:
        """Whether all moves were made."""
        return len(self.moves) == self.parameters.depth

    @property
    def returns(self) -> tuple[float, ...]:
        """The lefts so far, and the offset."""
        return (float(self.moves.count(LEFT) + self.parameters.offset),)

    @property
    def last_move(self) -> int | None:
        """The move made last."""
        return self.moves[-1] if self.moves else None

    @property
    def move_count(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    def _after(self, move: int) -> Self:
        return replace(self, moves=(*self.moves, move))

    def encode(self) -> NDArray[np.int64]:
        """Return [moves made, lefts among them] for the kernels."""
        return np.array([len(self.moves), self.moves.count(LEFT)], np.int64)

    def _is_on_board(self, move: int) -> bool:
        return move in (LEFT, RIGHT)

    def _name(self, move: int) -> str:
        return NAMES[move]

    def _named(self, name: str) -> int | None:
        return NAMES.index(name) if name in NAMES else None

    def to_text(self) -> str:
        """Return the moves made, after the word ``path``."""
        return " ".join(["path", *(NAMES[move] for move in self.moves)]) + "\n"


def new_game(parameters: LeftMoveParameters, seed: int) -> LeftMoveState:  # noqa: ARG001
    """Return the empty sequence; the seed changes nothing."""
    return LeftMoveState(parameters)


def state_from_text(text: str, parameters: LeftMoveParameters) -> LeftMoveState:
    """Read what `LeftMoveState.to_text` writes; raise `PositionError`."""
    grid = gather(split_rows(text), ("path",))
    if grid.rows:
        raise grid.rows[0][0].error(f"{grid.rows[0][0].text!r} is not 'path'")
    if "path" not in grid.notes:
        raise PositionError("line 1, column 1: there is no 'path' line")
    state = LeftMoveState(parameters)
    for word in grid.notes["path"][1:]:
        try:
            state = state.play(state.move_from_string(word.text))
        except IllegalMoveError as error:
            raise word.error(str(error)) from None
    return state


SPEC = GameSpec(
    name="left-move",
    title="Left Move",
    players=1,
    parameters=LeftMoveParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.papers.left_move.kernel",
)
