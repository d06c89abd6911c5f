"""Positions of a game that has only a kernel: what they refuse, and how the first one is made."""

import sys
from importlib import import_module
from types import ModuleType

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import IllegalMoveError, PositionError
from ai.kernels.plain import plain_kernel
from game.check import command
from game.games.kernel_state import KernelState, kernel_game, plain_rules
from game.games.lattice.square_board import BoardParameters, cell_names
from game.games.registry import has_seeds
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import refused
from tests.plugins import edit, folder, home, loaded

__all__ = ["folder", "home", "loaded"]

MOST_MOVES = 64 * 64


class Noughts(KernelState):
    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        return tuple(cell_names(parameters.columns, parameters.rows))

    @classmethod
    def first(cls, parameters, seed=0):
        start = game_spec("tictactoe").new_game(parameters, seed)
        array = plain_rules(cls.spec.kernel, parameters).loaded(start.encode())
        return cls(parameters, tuple(array.tolist()))


KERNEL = game_spec("tictactoe").kernel
SPEC = kernel_game(Noughts, TicTacToeParameters, name="tictactoe", title="Noughts", kernel=KERNEL)


def test_what_is_no_move_is_refused_with_a_sentence() -> None:
    state = SPEC.new_game(TicTacToeParameters(), 0).play(4)
    refusals = [(-1, "move -1 is outside the board"), (9, "move 9 is outside the board")]
    for move, sentence in (*refusals, (4, "b2 is not legal here")):
        with refused(IllegalMoveError, sentence):
            state.play(move)
    with refused(IllegalMoveError, "'z9' is not a move of this board"):
        state.move_from_string("z9")
    for move in (0, 1, 3, 7):
        assert state.returns == (0.0, 0.0)
        state = state.play(move)
    assert state.returns == (1.0, -1.0)
    with refused(IllegalMoveError, "the game is over"):
        state.play(6)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: there is no line that begins with 'moves'"),
        ("X . .", "line 1, column 1: a position begins with 'moves'"),
        ("moves b2 d4", "line 1, column 10: 'd4' is not a move of this board"),
        ("moves\nmoves", "line 2, column 1: there is a second 'moves' line"),
        ("moves b2  b2", "line 1, column 11: b2 is not legal here"),
        ("moves a1 a2 b1 b2 c1 c2", "line 1, column 22: the game is over"),
    ],
)
def test_text_that_is_no_position_is_refused_with_its_place(text, sentence):
    with refused(PositionError, sentence):
        SPEC.state_from_text(text, TicTacToeParameters())


class Begun(KernelState):
    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        return [f"m{move}" for move in range(MOST_MOVES)]


def test_a_kernel_may_fill_the_first_position(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = game_spec("breakthrough")
    start = spec.new_game(spec.parameters(), 0)

    def begin(tables, state):
        plain_kernel(import_module(spec.kernel)).load(tables, start.encode(), state)

    module = ModuleType("begun_kernel")
    vars(module).update(vars(import_module(spec.kernel)), begin=begin, __name__="begun_kernel")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    kernel_game(Begun, BoardParameters, name="begun", title="Begun", kernel=module.__name__)
    assert Begun.first(spec.parameters()).legal_moves == start.legal_moves


def test_begin_may_take_random_numbers(loaded, folder):
    """Equal seeds give equal starts, and the text of a position tells the seed."""
    edit(folder, "kernel.py", "def begin(tables, state):", "def begin(tables, state, rng):")
    edit(folder, "kernel.py", "= tables.pebbles\n", "= 5 + random_below(rng, tables.pebbles - 4)\n")
    game = loaded(folder)
    parameters = game.rules.parameters()
    starts = [game.rules.new_game(parameters, seed) for seed in range(20)]
    assert len({start.array for start in starts}) > 3
    assert has_seeds("pebbles", parameters)
    state = starts[7].play(1).play(0)
    assert state.to_text() == "seed 7\nmoves two one\n"
    assert game.rules.state_from_text(state.to_text(), parameters) == state
    assert game.rules.new_game(parameters, 7) == starts[7]
    command.check(game, 1.0)
