"""The contract between a game's rules and everything else.

A game is an immutable `State` and a `GameSpec` that makes the first one. A move is a
small int, meaningful only to its game; text for moves and positions lives beside it,
so that files, the clipboard, the Go Text Protocol and the window all speak one language.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from ai.phrases import N_

FIRST_PLAYER = 0
SECOND_PLAYER = 1


class RulesError(ValueError):
    """Something a person or a file asked for that the rules do not allow."""


class IllegalMoveError(RulesError):
    """A move that cannot be played in this state, or text that names no move."""


class PositionError(RulesError):
    """Text that describes no legal position; says what is wrong and where."""


class AmbiguousZeroError(PositionError):
    """Text in which 0 may be a colour or an empty cell; says where."""


class ParameterError(RulesError):
    """Parameters outside what a game supports."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a player sets before a game starts; each game extends it.

    Subclasses hold only ints, strings and booleans, validate themselves in
    `__post_init__` and raise `ParameterError`.
    """


class State(Protocol):
    """One immutable position of a game.

    Two-player values are told for both players; a one-player game has only player 0.
    """

    @property
    def parameters(self) -> Parameters:
        """The parameters the game was started with."""

    @property
    def current_player(self) -> int:
        """The player to move (0 or 1); in a terminal state, who would be next."""

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Every legal move in ascending order; empty if and only if the game is over."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def returns(self) -> tuple[float, ...]:
        """A value a player: +1, 0 or -1 each (0 while running), or the score so far."""

    @property
    def last_move(self) -> int | None:
        """The move that led here, if any."""

    @property
    def move_count(self) -> int:
        """How many moves were played to get here."""

    def play(self, move: int) -> Self:
        """Return the state after `move`; raise `IllegalMoveError` and change nothing."""

    def encode(self) -> NDArray[np.int64]:
        """Return the position as the array int64[n] that the game's kernels load."""

    def move_to_string(self, move: int) -> str:
        """Return the move's name, as players write it."""

    def move_label(self, move: int) -> str:
        """Return the move's name as the labels of the board write it."""

    def move_from_string(self, text: str) -> int:
        """Return the legal move called `text`; raise `IllegalMoveError`."""

    def to_text(self) -> str:
        """Return the position as text that `GameSpec.state_from_text` reads back."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """How positions of a game are set up by hand.

    The cells are those of its board in the window, by their numbers; a 0 is an empty one, n the
    nth piece. In a game for two the pieces are the sides'.

    Attributes:
        arrange: Takes a state, other cells and the player to move; returns a state with the same
            parameters to be drawn, which need not be possible in a game. What cannot stand where
            it was put comes to where it falls.
        problem: Takes such a state and returns why nobody can play on; empty if that is possible.
        cells: Takes a state and returns what stands in each cell.
        pieces: Takes parameters and returns how many pieces there are, at most 9.
        is_painted: Whether a piece that is picked goes into each cell that the pointer passes; else
            a piece on the board is dragged to another cell.
    """

    arrange: Callable[[Any, Sequence[int], int], State]
    problem: Callable[[Any], str]
    cells: Callable[[Any], Sequence[int]] = lambda state: state.cells
    pieces: Callable[[Any], int] = lambda _: 2
    is_painted: bool = False


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the program knows of a game besides its states.

    Attributes:
        name: Its name in files and on the command line.
        title: Its name on the screen.
        players: 1 or 2.
        parameters: Makes its parameters; called without arguments it gives the defaults.
        new_game: First state from parameters and a seed (equal seeds give equal states).
        state_from_text: Position from text, for the given parameters; raises `PositionError`.
        kernel: The module that plays it for the searches; `ai.contract.kernel` says what it holds.
        sides: What the two players' pieces are called; the first one begins.
        marks: What shows them on the screen: ``black``, ``white``, ``cross``, ``nought``, or stones
            of a colour, such as ``#d64541``.
        side_of: Which of them a player has in a state, if the rules can exchange them.
        exchanges: Whether a move does so: it is a choice between the sides, not a move of either.
        set_up: How positions are set up by hand; None where only moves lead to them.
    """

    name: str
    title: str
    players: int
    parameters: Callable[..., Parameters]
    new_game: Callable[[Any, int], State]
    state_from_text: Callable[[str, Any], State]
    kernel: str
    sides: tuple[str, str] = (N_("Black"), N_("White"))
    marks: tuple[str, str] = ("black", "white")
    side_of: Callable[[Any, int], int] = lambda _state, player: player
    exchanges: Callable[[Any, int], bool] = lambda _state, _move: False
    set_up: SetUp | None = None

    def move_number(self, ply: int) -> int:
        """Return the number of the move that led to the position after `ply` plies.

        In a game for two a move of each player is one, as in the list of moves.
        """
        return -(-ply // self.players)

    def side(self, state: State, player: int | None = None) -> str:
        """Return what a player's pieces are called in a state; those of the player to move."""
        return self.sides[self.side_of(state, state.current_player if player is None else player)]
