"""A kernel alone plays as the rules that were written beside it, on random games."""

import random
import sys
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.games import game_spec
from ai.contract.rules import IllegalMoveError, Parameters, PositionError
from ai.kernels.plain import plain_kernel
from game.check import checker
from game.games.hex_gomoku.rules import HexParameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.lattice.square_board import BoardParameters, cell_names
from game.games.registry import has_seeds
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import ALL_GAMES
from tests.plugins import edit, folder, home, loaded

__all__ = ["folder", "home", "loaded"]

PARAMETERS: dict[str, list[Parameters]] = {spec.name: [spec.parameters()] for spec in ALL_GAMES}
PARAMETERS["tictactoe"] += [TicTacToeParameters(7, 5, 4), TicTacToeParameters(15, 15, 5)]
PARAMETERS["hex"] += [HexParameters(4, "swap"), HexParameters(8)]
PARAMETERS["breakthrough"] += [BoardParameters(8, 8), BoardParameters(4, 8, misere=True)]
MOST_MOVES = 64 * 64


class Borrowed(KernelState):
    """The states of a game that has nothing but the kernel of a registered one."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters):
        if isinstance(parameters, TicTacToeParameters):
            return tuple(cell_names(parameters.columns, parameters.rows))
        return [f"m{move}" for move in range(MOST_MOVES)]

    @classmethod
    def first(cls, parameters, seed=0):
        kernel = plain_kernel(import_module(cls.spec.kernel))
        tables = kernel.make_tables(parameters)
        state = np.zeros(kernel.state_length(tables), np.int64)
        encoded = game_spec(cls.spec.name).new_game(parameters, seed).encode()
        kernel.load(tables, encoded, state)
        return cls(parameters, tuple(state.tolist()))


def borrowed(name: str) -> type[KernelState]:
    spec = game_spec(name)
    state = type("Borrowed", (Borrowed,), {"__slots__": ()})
    facts = {"title": name, "players": spec.players, "kernel": spec.kernel}
    kernel_game(state, spec.parameters, name=name, **facts)
    return state


STATES = {name: borrowed(name) for name in PARAMETERS}


@pytest.mark.parametrize("name", PARAMETERS)
@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=6, deadline=None)
def test_every_kernel_plays_as_the_rules_beside_it(
    name: str, data: st.DataObject, rng: random.Random
) -> None:
    parameters = data.draw(st.sampled_from(PARAMETERS[name]))
    from_rules = game_spec(name).new_game(parameters, 1)
    alone = STATES[name].first(parameters, 1)
    while True:
        assert alone.legal_moves == from_rules.legal_moves
        assert alone.is_terminal == from_rules.is_terminal
        assert alone.returns == from_rules.returns
        assert alone.current_player == from_rules.current_player
        assert alone.move_count == from_rules.move_count
        assert alone.last_move == from_rules.last_move
        if from_rules.is_terminal:
            break
        move = rng.choice(from_rules.legal_moves)
        from_rules, alone = from_rules.play(move), alone.play(move)


class Noughts(Borrowed):
    __slots__ = ()


SPEC = kernel_game(
    Noughts,
    TicTacToeParameters,
    name="tictactoe",
    title="Noughts",
    kernel=game_spec("tictactoe").kernel,
)


def test_what_is_no_move_is_refused_with_a_sentence() -> None:
    state = SPEC.new_game(TicTacToeParameters(), 0).play(4)
    for move in (-1, 9):
        with pytest.raises(IllegalMoveError, match=rf"^move {move} is outside the board$"):
            state.play(move)
    with pytest.raises(IllegalMoveError, match=r"^b2 is not legal here$"):
        state.play(4)
    with pytest.raises(IllegalMoveError, match=r"^'z9' is not a move of this board$"):
        state.move_from_string("z9")
    for move in (0, 1, 3, 7):
        assert state.returns == (0.0, 0.0)
        state = state.play(move)
    assert state.returns == (1.0, -1.0)
    with pytest.raises(IllegalMoveError, match=r"^the game is over$"):
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
def test_text_that_is_no_position_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(PositionError) as error:
        SPEC.state_from_text(text, TicTacToeParameters())
    assert str(error.value) == sentence


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
    checker.check(game, 1.0)
