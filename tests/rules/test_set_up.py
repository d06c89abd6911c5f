"""Positions set up by hand: rules and kernels from any stones, whoever is to move."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ai.contract.games import read_game
from ai.contract.rules import SetUp
from ai.engine.specialise import kernel_of
from ai.kernels.random import new_rng
from tests.games import position, refused
from tests.rules.naive import hex_winner, mnk_winner, samegame_groups

BOARDS = (
    *("tictactoe", "tictactoe:columns=5,rows=4", "tictactoe:columns=7,rows=7,in_a_row=5"),
    *("hex:side=4", "hex:side=5,opening=swap", "hex:side=4,in_a_row=4", "hex:side=8"),
    *("breakthrough", "breakthrough:columns=6,rows=5,misere=true"),
    *("samegame:columns=6,rows=5,colours=3", "samegame:columns=4,rows=9,colours=9"),
)
every_board = pytest.mark.parametrize("board", BOARDS)


def set_up(board: str, number: int = 200) -> Iterator[tuple[SetUp, Any]]:
    """Yield random positions, each with how such are set up; the first ones are almost empty."""
    rng = random.Random(board)
    spec, parameters = read_game(board)
    start, by_hand = spec.new_game(parameters, 0), spec.set_up
    assert by_hand is not None
    cells = len(by_hand.cells(start))
    for at in range(number):
        share = min(at / number, 0.9)
        pieces = range(1, by_hand.pieces(parameters) + 1)
        chosen = [rng.choice(pieces) if rng.random() < share else 0 for _ in range(cells)]
        if board.startswith("breakthrough") and at % 3:  # else somebody is across almost always
            width = parameters.columns
            chosen[:width] = [1] * width
            chosen[-width:] = [2] * width
        if at == number - 1:
            chosen = [1] * cells
        yield by_hand, by_hand.arrange(start, chosen, at % spec.players)


def is_over(state: Any) -> bool:
    """Tell by plain rules whether nobody can play on from what was set up."""
    name, size = type(state).__name__, state.parameters
    if name == "SameGameState":
        rows = range(size.rows)[::-1]
        grid = [[state.colour_at(x, y) for x in range(size.columns)] for y in rows]
        return not samegame_groups(grid)
    if name == "BreakthroughState":
        width, mine = size.columns, state.current_player + 1
        ahead = 1 if mine == 1 else -1
        for cell, piece in enumerate(state.cells):
            row, column = divmod(cell, width)
            if (piece, row) in ((1, size.rows - 1), (2, 0)):
                return True
        for cell, piece in enumerate(state.cells):
            row, column = cell // width + ahead, cell % width
            for along in (-1, 0, 1) if piece == mine else ():
                if 0 <= column + along < width:
                    there = state.cells[row * width + column + along]
                    if there == 0 or (along and there != mine):
                        return False
        return True
    places = type(state).lattice_of(size).cells
    stones = dict(zip(places, state.cells, strict=True))
    winner = hex_winner if name == "HexState" else mnk_winner
    return bool(winner(stones, size.in_a_row)) or 0 not in state.cells


@every_board
def test_what_stands_and_whose_turn_it_is_is_kept_in_its_text(board):
    spec, parameters = read_game(board)
    for by_hand, state in set_up(board):
        assert (bool(by_hand.problem(state))) is is_over(state)
        if not by_hand.problem(state):
            read = spec.state_from_text(state.to_text(), parameters)
            assert read == state
            assert (read.current_player, read.to_text()) == (state.current_player, state.to_text())
            again = by_hand.arrange(state, by_hand.cells(state), state.current_player)
            assert by_hand.cells(again) == by_hand.cells(state)


@every_board
def test_a_game_from_there_goes_on_by_the_kernel_as_by_the_rules(board):
    spec, parameters = read_game(board)
    module = kernel_of(spec.name)
    tables, rng, played = module.make_tables(parameters), random.Random(1), 0
    noise, out = new_rng(3), np.zeros(module.max_moves(tables), np.int64)
    for by_hand, state in set_up(board, 60):
        if by_hand.problem(state):
            continue
        loaded = np.zeros(module.state_length(tables), np.int64)
        module.load(tables, state.encode(), loaded)
        work = loaded.copy()
        score = module.playout(tables, work, noise)
        assert spec.players == 1 or score in (-1, 0, 1)
        while True:
            count = module.legal_moves(tables, loaded, out)
            assert tuple(out[:count].tolist()) == state.legal_moves
            assert module.is_terminal(tables, loaded) == state.is_terminal
            if state.is_terminal:
                assert module.outcome(tables, loaded) == state.returns[0]
                break
            player, move = state.current_player, rng.choice(state.legal_moves)
            assert spec.players == 1 or module.to_move(tables, loaded) == player
            module.play(tables, loaded, move)
            state, played = state.play(move), played + 1
            assert spec.players == 1 or state.is_terminal or state.current_player == 1 - player
    assert played > 100


@pytest.mark.parametrize(
    ("board", "rows", "turn", "sentence"),
    [
        ("tictactoe", "X X X / . . . / . . .", 1, "X has 3 in a row already, from a3 to c3"),
        (
            "tictactoe",
            "X X X / . . . / O O O",
            0,
            "X has 3 in a row already, from a3 to c3, and O has 3 in a row already, from a1 to c1",
        ),
        ("tictactoe", "X O X / X O O / O X X", 0, "no cell is empty"),
        (
            "hex:side=3,in_a_row=4",
            "X O . / . X O . / . . X . . / . O X . / . . .",
            0,
            "black has 4 in a row already, from A3 to D3",
        ),
        (
            "breakthrough:columns=4,rows=4",
            ". X . . / . . . . / . . . . / . O . .",
            0,
            "Black is across already, at b4, and White is across already, at b1",
        ),
        (
            "breakthrough:columns=4,rows=4",
            ". . . . / . O . . / . . . . / . . . .",
            0,
            "Black is to move and has no move",
        ),
        (
            "samegame:columns=4,rows=4",
            ". . . . / . . . . / . . . . / X O . .",
            0,
            "no two tiles of one colour touch",
        ),
    ],
)
def test_what_cannot_go_on_says_where(board, rows, turn, sentence):
    spec, parameters = read_game(board)
    table = [[".XO".index(word) for word in row.split()] for row in rows.split(" / ")]
    if not board.startswith("hex"):
        table.reverse()
    if board.startswith("samegame"):
        table = [list(column) for column in zip(*table, strict=True)]
    cells = [cell for row in table for cell in row]
    assert spec.set_up is not None
    state = spec.set_up.arrange(spec.new_game(parameters, 0), cells, turn)
    assert spec.set_up.problem(state) == sentence


def test_only_a_game_from_its_beginning_has_a_swap():
    """A first stone that was set up for the wrong side, or to move again, is nobody's to take."""
    spec, parameters = read_game("hex:side=4,opening=swap")
    start, by_hand = spec.new_game(parameters, 0), spec.set_up
    assert by_hand is not None
    module = kernel_of("hex")
    tables = module.make_tables(parameters)
    out = np.zeros(module.max_moves(tables), np.int64)
    for stones, player, may_swap in (
        ({5: 1}, 1, True),
        ({5: 1}, 0, False),
        ({5: 2}, 0, False),
        ({5: 2}, 1, False),
        ({}, 1, False),
        ({5: 1, 6: 1}, 1, False),
    ):
        cells = [stones.get(cell, 0) for cell in range(37)]
        state = by_hand.arrange(start, cells, player)
        assert (state.swap_move in state.legal_moves) is may_swap
        loaded = np.zeros(module.state_length(tables), np.int64)
        module.load(tables, state.encode(), loaded)
        assert (state.swap_move in out[: module.legal_moves(tables, loaded, out)]) is may_swap
        if not may_swap:
            with refused(Exception, "a swap is possible only right after the first stone"):
                state.play(state.swap_move)


def test_tiles_that_were_painted_in_the_air_fall_and_columns_close():
    spec, parameters = read_game("samegame:columns=4,rows=4,colours=3")
    assert spec.set_up is not None
    cells = [0] * 16
    cells[4 * 1 + 3], cells[4 * 3 + 2], cells[4 * 3 + 3] = 2, 1, 3
    state = spec.set_up.arrange(position("samegame", "", parameters), cells, 0)
    assert state.columns == ((1,), (0, 2))
    assert (state.points, state.move_count, state.last_move) == (0, 0, None)
