"""Positions of a game that has only a kernel: its functions, run as plain Python, are the rules.

A small game is thus written only once. The encoding of a `KernelState` is the kernel's own state,
so the kernel's `load` only copies an array. The first position is all zeros, unless the kernel has
a function `begin(tables, state)` that fills it. A position is written as the moves that lead to it,
so no position can be read that the rules do not allow. States that keep something else, such as the
cells of a board, ask `plain_rules`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from inspect import signature
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, IllegalMoveError, Parameters
from ai.phrases import N_
from game.games.lattice.grid_text import Token, gather, split_rows
from game.games.state import BaseState

_SEED = "seed"
_MASK = 2**63 - 1


class PlainRules(NamedTuple):
    """A game's kernel as plain Python, with its tables."""

    kernel: SimpleNamespace
    tables: Any

    def empty(self) -> NDArray[np.int64]:
        return np.zeros(self.kernel.state_length(self.tables), np.int64)

    def loaded(self, encoded: NDArray[np.int64]) -> NDArray[np.int64]:
        state = self.empty()
        self.run("load", encoded, state)
        return state

    def legal_moves(self, state: NDArray[np.int64]) -> tuple[int, ...]:
        moves = np.zeros(self.kernel.max_moves(self.tables), np.int64)
        return tuple(moves[: self.run("legal_moves", state, moves)].tolist())

    def run(self, name: str, *arguments: Any) -> Any:
        """Call a function of the kernel with the tables before the other arguments."""
        return getattr(self.kernel, name)(self.tables, *arguments)


@dataclass(frozen=True, slots=True)
class KernelState(BaseState):
    """One position; see `ai.contract.rules.State`.

    Attributes:
        seed: What the first position was made from; 0 where `begin` takes no `rng`.
        legal_moves: Every legal move, in ascending order; empty once the game is over.
    """

    parameters: Any
    array: tuple[int, ...]
    history: tuple[int, ...] = ()
    seed: int = 0
    legal_moves: tuple[int, ...] = field(init=False, compare=False, repr=False)
    current_player: int = field(init=False, compare=False, repr=False)
    returns: tuple[float, ...] = field(init=False, compare=False, repr=False)

    what = "move"
    first_word: ClassVar[str] = "moves"
    """The word that the line of moves begins with where a position is written as text."""
    spec: ClassVar[GameSpec]

    def __post_init__(self) -> None:
        rules, state = self._rules, self.encode()
        moves = rules.legal_moves(state)
        value = float(rules.run("outcome", state))
        object.__setattr__(self, "legal_moves", moves)
        object.__setattr__(self, "current_player", int(rules.run("to_move", state)))
        if self.spec.players == 2:
            values = (0.0, 0.0) if moves else (value, 0.0 - value)
            object.__setattr__(self, "returns", values)
        else:
            object.__setattr__(self, "returns", (value,))

    @classmethod
    def move_names(cls, parameters: Any) -> Sequence[str]:
        """Return the name of every move by its number: lower-case, without spaces."""
        raise NotImplementedError

    @classmethod
    def first(cls, parameters: Any, seed: int = 0) -> Self:
        """Return the first position, which the seed changes if `begin` takes an `rng`."""
        rules = plain_rules(cls.spec.kernel, parameters)
        state = rules.empty()
        begin = getattr(rules.kernel, "begin", None)
        is_random = begin is not None and len(signature(begin).parameters) == 3
        seed = seed & _MASK if is_random else 0
        if begin is not None:
            rng = (import_module("ai.kernels.random").new_rng(seed),) if is_random else ()
            rules.run("begin", state, *rng)
        return cls(parameters, tuple(state.tolist()), seed=seed)

    @property
    def winning_line(self) -> tuple[int, ...]:
        """The cells in a row that won, in order, in games where that is what wins."""
        return ()

    @property
    def last_move(self) -> int | None:
        """The move that led here, if any."""
        return self.history[-1] if self.history else None

    @property
    def move_count(self) -> int:
        return len(self.history)

    def _after(self, move: int) -> Self:
        state = self.encode()
        self._rules.run("play", state, move)
        history = (*self.history, int(move))
        return type(self)(self.parameters, tuple(state.tolist()), history, self.seed)

    def encode(self) -> NDArray[np.int64]:
        return np.array(self.array, np.int64)

    def _is_on_board(self, move: int) -> bool:
        return 0 <= move < len(self._names)

    def _name(self, move: int) -> str:
        return self._names[move]

    def _named(self, name: str) -> int | None:
        return self._names.index(name) if name in self._names else None

    def to_text(self) -> str:
        """Return the moves that lead here, in one line, below the seed if there is one."""
        seed = f"{_SEED} {self.seed}\n" if self.seed else ""
        return (
            seed + " ".join([self.first_word, *(self._names[move] for move in self.history)]) + "\n"
        )

    @classmethod
    def from_text(cls, text: str, parameters: Any) -> Self:
        """Read what `to_text` writes; raise `PositionError`."""
        first = cls.first_word
        grid = gather(split_rows(text), (first, _SEED))
        if grid.rows:
            raise grid.rows[0][0].error(N_("a position begins with {word}"), word=repr(first))
        if first not in grid.notes:
            missing = N_("there is no line that begins with {word}")
            raise Token("", 1, 1).error(missing, word=repr(first))
        state = cls.first(parameters, grid.number(_SEED))
        for word in grid.notes[first][1:]:
            try:
                state = state.play(state.move_from_string(word.text))
            except IllegalMoveError as error:
                raise word.error(error) from None
        return state

    @property
    def _names(self) -> tuple[str, ...]:
        return _names_of(self.move_names, self.parameters)

    @property
    def _rules(self) -> PlainRules:
        return plain_rules(self.spec.kernel, self.parameters)


def kernel_game(state: type[KernelState], parameters: type[Parameters], **facts: Any) -> GameSpec:
    """Return the rules of a game: its states, its parameters and the other fields of `GameSpec`.

    The kernel is the module `kernel` in the same package as the class of the states.
    """
    kernel = f"{state.__module__.rpartition('.')[0]}.kernel"
    state.spec = GameSpec(
        parameters=parameters,
        new_game=state.first,
        state_from_text=state.from_text,
        **{"players": 2, "kernel": kernel, **facts},
    )
    return state.spec


@lru_cache(maxsize=64)
def plain_rules(kernel: str, parameters: Parameters) -> PlainRules:
    """Return a plain kernel and its tables; numba is imported with the first of them."""
    plain = _plain_kernel(kernel)
    return PlainRules(plain, plain.make_tables(parameters))


@lru_cache(maxsize=16)
def _plain_kernel(kernel: str) -> SimpleNamespace:
    plain: SimpleNamespace = import_module("ai.kernels.plain").plain_kernel(import_module(kernel))
    return plain


@lru_cache(maxsize=64)
def _names_of(names: Callable[[Any], Sequence[str]], parameters: Parameters) -> tuple[str, ...]:
    return tuple(names(parameters))
