"""What every game does, on boards of several kinds."""

import dataclasses
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

from ai.contract.games import game_names, game_spec
from ai.contract.rules import IllegalMoveError, Parameters, PositionError, RulesError, State
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.square_board import BoardParameters
from game.games.papers.left_move.rules import LeftMoveParameters
from game.games.papers.sudoku.rules import SudokuParameters
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import ALL_GAMES, GAMES, HEADLESS, refused

CASES = [
    *(("samegame", SameGameParameters(*size)) for size in ((), (4, 4, 9), (30, 7, 2, "none"))),
    ("samegame", SameGameParameters(6, 20, 3)),
    *(("tictactoe", TicTacToeParameters(*size)) for size in ((), (7, 5, 4), (3, 6, 6))),
    *(("hex", HexParameters(*size)) for size in ((), (3, "swap", 4), (4, "swap"), (8,))),
    *((spec.name, spec.parameters()) for spec in HEADLESS),
    ("left-move", LeftMoveParameters(20, -7)),
    ("sudoku", SudokuParameters(3, 40)),
    ("breakthrough", BoardParameters(4, 8)),
    ("knightthrough", BoardParameters(8, 8, misere=True)),
    ("domineering", BoardParameters(8, 7)),
    ("nogo", BoardParameters(4, 6)),
    ("atari-go", BoardParameters(8, 4)),
]

every_case = pytest.mark.parametrize(
    ("name", "parameters"), CASES, ids=lambda value: str(value).replace(" ", "")
)


def playthrough(name: str, parameters: Parameters, seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state = game_spec(name).new_game(parameters, seed)
    yield state
    while not state.is_terminal:
        state = state.play(rng.choice(state.legal_moves))
        yield state


@every_case
def test_positions_are_written_and_named_as_every_game_does(name, parameters):
    """What else positions must keep, the check of a plug-in looks at (`game.check.contract`)."""
    length = len(game_spec(name).new_game(parameters, 0).encode())
    for state in playthrough(name, parameters, 0):
        encoded, text = state.encode(), state.to_text()
        assert (state.parameters, encoded.dtype, encoded.shape) == (parameters, np.int64, (length,))
        for move in state.legal_moves:
            assert state.move_from_string(f" {state.move_to_string(move).upper()} ") == move
        read = game_spec(name).state_from_text(text, parameters)
        for copy in (read, pickle.loads(pickle.dumps(state))):
            assert (copy, hash(copy)) == (state, hash(state))
            assert copy.legal_moves == state.legal_moves
            assert copy.encode().tolist() == encoded.tolist()
        encoded[:] = 3
        refuses_what_is_no_move(state)
        assert state.to_text() == text
        assert state.encode().tolist() == read.encode().tolist()


def refuses_what_is_no_move(state: State) -> None:
    for move in (-1, 1_000_000):
        for ask in (state.play, state.move_to_string):
            with pytest.raises(IllegalMoveError, match=rf"^(cell|move) {move} is outside the boa"):
                ask(move)
    for word in ("", "z0", "a0", "7", "a01", "f6x", "é5", "a１"):
        with pytest.raises(IllegalMoveError, match=r"is not a (cell|move) of this board$"):
            state.move_from_string(word)
    for move in (0, state.last_move or 0) if state.is_terminal else ():
        with refused(IllegalMoveError, "the game is over"):
            state.play(move)


@every_case
def test_positions_are_immutable_and_those_of_equal_seeds_are_equal(name, parameters):
    start, after, *_ = playthrough(name, parameters, 1)
    assert start != after
    with pytest.raises(dataclasses.FrozenInstanceError):
        start.parameters = None  # type: ignore[misc, assignment]
    with pytest.raises((AttributeError, TypeError)):
        start.unknown = 1  # type: ignore[attr-defined]
    new_game = game_spec(name).new_game
    assert new_game(parameters, 123) == new_game(parameters, 123)
    assert new_game(parameters, -1) == new_game(parameters, 2**64 - 1)
    assert not new_game(parameters, 5).is_terminal


@every_case
def test_text_without_a_board_is_refused(name, parameters):
    for text in ("", "\n\n", "# only a remark\n", "?", "X", "last a1", "\x00"):
        with pytest.raises(PositionError, match=r"^line \d+, column \d+: "):
            game_spec(name).state_from_text(text, parameters)


def test_registry() -> None:
    assert [spec.name for spec in GAMES] == ["samegame", "tictactoe", "hex", "breakthrough"]
    assert len({spec.name for spec in ALL_GAMES}) == len(ALL_GAMES)
    assert set(game_names(1)) | set(game_names(2)) == {spec.name for spec in ALL_GAMES}
    for spec in ALL_GAMES:
        assert game_spec(spec.name) is spec
        assert spec.new_game(spec.parameters(), 0).parameters == spec.parameters()
    with pytest.raises(
        RulesError, match=r"^unknown game 'chess'; known games: samegame, tictactoe, hex, "
    ):
        game_spec("chess")
