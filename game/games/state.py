"""What the rules of games share: positions that check moves, checks of parameters, a generator."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Self

from ai.contract.rules import FIRST_PLAYER, IllegalMoveError, ParameterError
from ai.phrases import N_, filled

_SIZES = {
    "columns": N_("columns", "of a board"),
    "rows": N_("rows", "of a board"),
    "side": N_("side", "of a board"),
    "colours": N_("colours", "of a board"),
}
_UNKNOWN = {
    "cell": N_("{text} is not a cell of this board"),
    "move": N_("{text} is not a move of this board"),
}


class BaseState(ABC):
    """An `ai.contract.rules.State` by what its game says of a move."""

    __slots__ = ()
    what: ClassVar[str] = "cell"  # what a move names

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[int, ...]:
        """Every legal move in ascending order; empty if and only if the game is over."""

    @property
    @abstractmethod
    def last_move(self) -> int | None:
        """The move that led here, where known."""

    @property
    def is_terminal(self) -> bool:
        return not self.legal_moves

    @abstractmethod
    def _after(self, move: int) -> Self:
        """Return the state after a legal move."""

    @abstractmethod
    def _name(self, move: int) -> str:
        """Return the name of a move of this board."""

    @abstractmethod
    def _named(self, name: str) -> int | None:
        """Return the move of this board that has a name, in lower case, if one has."""

    @abstractmethod
    def _is_on_board(self, move: int) -> bool:
        """Whether a board like this one has such a move at all."""

    def _written(self, lines: Sequence[str]) -> str:
        """Return lines of text, and below them the last move, where it is known."""
        last = [] if self.last_move is None else [f"last {self.move_to_string(self.last_move)}"]
        return "\n".join([*lines, *last]) + "\n"

    def play(self, move: int) -> Self:
        """Return the state after `move`; raise `IllegalMoveError`."""
        self._check(move)
        return self._after(move)

    def _check(self, move: int) -> None:
        name = self.move_to_string(move)
        if self.is_terminal:
            raise IllegalMoveError(N_("the game is over"))
        if problem := self._problem(move):
            raise IllegalMoveError(filled(problem, name=name))

    def _problem(self, move: int) -> str:
        """Return why a cell or a move, at {name}, cannot be played; nothing if it can."""
        return "" if move in self.legal_moves else N_("{name} is not legal here")

    def move_to_string(self, move: int) -> str:
        if not self._is_on_board(move):
            raise IllegalMoveError(f"{self.what} {move} is outside the board")
        return self._name(move)

    def move_label(self, move: int) -> str:
        return self.move_to_string(move)

    def move_from_string(self, text: str) -> int:
        """Return the legal move called `text`; raise `IllegalMoveError`."""
        move = self._named(text.strip().lower())
        if move is None:
            raise IllegalMoveError(filled(_UNKNOWN[self.what], text=repr(text.strip())))
        self._check(move)
        return move


class TwoPlayerState(BaseState):
    """A position of a board that one player wins on, or nobody."""

    __slots__ = ()
    cells: tuple[int, ...]

    def _is_on_board(self, move: int) -> bool:
        return 0 <= move < len(self.cells)

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The player who has won, if any."""

    @property
    def returns(self) -> tuple[float, ...]:
        """+1 for the winner and -1 for the loser, else 0 for both."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == FIRST_PLAYER else (-1.0, 1.0)


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raise `ParameterError` unless `value` is an int from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        values = {"name": _SIZES.get(name, name), "low": low, "high": high, "value": repr(value)}
        raise ParameterError(filled(N_("{name} must be {low} to {high}, not {value}"), **values))


def check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    """Raise `ParameterError` unless `value` is one of `choices`."""
    if value not in choices:
        allowed = " or ".join(repr(choice) for choice in choices)
        raise ParameterError(f"{name} must be {allowed}, not {value!r}")


MOST_SEED = 10**12 - 1
"""The highest seed of a board: twelve digits."""
_MASK = (1 << 64) - 1


class SplitMix64:
    """The splitmix64 generator (Steele, Lea and Flood, 2014): equal on every machine."""

    def __init__(self, seed: int) -> None:
        """Start the stream that belongs to `seed`, any int."""
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """Return the next number from 0 to ``bound - 1``; `bound` is far below 2^32."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 32) * bound >> 32


def both(problems: Sequence[str]) -> str:
    """Return none, one or two things that are wrong in one sentence, without its end."""
    if len(problems) < 2:
        return next(iter(problems), "")
    # For translators: two sentences in one, each of which says what is wrong with a position
    return filled(N_("{one}, and {other}"), one=problems[0], other=problems[1])
