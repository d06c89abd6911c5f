"""What every game does, on boards of several kinds."""

import dataclasses
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

from ai.contract.games import game_names, game_spec, read_game
from ai.contract.rules import IllegalMoveError, PositionError, RulesError, State
from tests.games import GAMES, refused
from tests.plugins import papers  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("papers")

every_case = pytest.mark.parametrize(
    "game",
    [
        *(
            "samegame",
            "samegame:columns=4,rows=4,colours=9",
            "samegame:columns=6,rows=20,colours=3",
        ),
        "samegame:columns=30,rows=7,colours=2,leftover=none",
        *("tictactoe", "tictactoe:columns=7,rows=5,in_a_row=4"),
        "tictactoe:columns=3,rows=6,in_a_row=6",
        *("hex", "hex:side=3,opening=swap,in_a_row=4", "hex:side=4,opening=swap", "hex:side=8"),
        *("breakthrough", "breakthrough:misere=true", "breakthrough:columns=4,rows=8"),
        *("knightthrough", "knightthrough:columns=8,rows=8,misere=true"),
        *("domineering", "domineering:misere=true", "domineering:columns=8,rows=7"),
        *("nogo", "nogo:misere=true", "nogo:columns=4,rows=6"),
        *("nogo:taking_wins=true", "nogo:taking_wins=true,columns=8,rows=4"),
        *("left-move", "left-move:depth=20,offset=-7", "sudoku", "sudoku:box=3,empty=40"),
    ],
)


def playthrough(game: str, seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    spec, parameters = read_game(game)
    state = spec.new_game(parameters, seed)
    yield state
    while not state.is_terminal:
        state = state.play(rng.choice(state.legal_moves))
        yield state


@every_case
def test_positions_are_written_and_named_as_every_game_does(game):
    """What else positions must keep, the check of a plug-in looks at (`game.check.contract`)."""
    spec, parameters = read_game(game)
    length = len(spec.new_game(parameters, 0).encode())
    for state in playthrough(game, 0):
        encoded, text = state.encode(), state.to_text()
        assert (state.parameters, encoded.dtype, encoded.shape) == (parameters, np.int64, (length,))
        for move in state.legal_moves:
            assert state.move_from_string(f" {state.move_to_string(move).upper()} ") == move
        read = spec.state_from_text(text, parameters)
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
def test_positions_are_immutable_and_those_of_equal_seeds_are_equal(game):
    spec, parameters = read_game(game)
    start, after, *_ = playthrough(game, 1)
    assert start != after
    with pytest.raises(dataclasses.FrozenInstanceError):
        start.parameters = None  # type: ignore[misc, assignment]
    with pytest.raises((AttributeError, TypeError)):
        start.unknown = 1  # type: ignore[attr-defined]
    new_game = spec.new_game
    assert new_game(parameters, 123) == new_game(parameters, 123)
    assert new_game(parameters, -1) == new_game(parameters, 2**64 - 1)
    assert not new_game(parameters, 5).is_terminal


@every_case
def test_text_without_a_board_is_refused(game):
    spec, parameters = read_game(game)
    for text in ("", "\n\n", "# only a remark\n", "?", "X", "last a1", "\x00"):
        with pytest.raises(PositionError, match=r"^line \d+, column \d+: "):
            spec.state_from_text(text, parameters)


def test_registry() -> None:
    names = [spec.name for spec in GAMES]
    assert names == ["samegame", "tictactoe", "hex", "breakthrough"]
    assert {*names} <= {*game_names(1), *game_names(2)}
    for spec in GAMES:
        assert game_spec(spec.name) is spec
        assert spec.new_game(spec.parameters(), 0).parameters == spec.parameters()
    with pytest.raises(
        RulesError, match=r"^unknown game 'chess'; known games: samegame, tictactoe, hex, "
    ):
        game_spec("chess")
