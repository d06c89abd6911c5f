"""The kernels against the pure rules, move by move, on random games."""

import random

import numpy as np
import pytest

from ai.contract.games import game_spec, read_game, write_game
from ai.contract.rules import State
from ai.engine.specialise import kernel_of
from ai.kernels.random import new_rng
from game.games.hex_gomoku.rules import HexParameters
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.rules.naive import hex_points

pytestmark = pytest.mark.usefixtures("papers")

HEX = [
    HexParameters(*board)
    for board in [
        *((3, "free", 4), (4, "swap", 4), (5, "free", 5)),
        *((6, "free", 5), (6, "swap", 5), (8, "swap", 5)),
    ]
]
TICTACTOE = [
    TicTacToeParameters(*board)
    for board in [(3, 3, 3), (4, 3, 3), (7, 6, 4), (15, 15, 5), (15, 4, 6)]
]
SQUARE = (
    *("breakthrough:", "knightthrough:", "domineering:"),
    *("nogo:", "nogo:taking_wins=true,"),
)
BOARDS = [
    *(write_game(game_spec("hex"), parameters) for parameters in HEX),
    *(write_game(game_spec("tictactoe"), parameters) for parameters in TICTACTOE),
    *(
        f"{game}{board}"
        for game in SQUARE
        for board in ("columns=5", "columns=4,rows=8,misere=true", "columns=8,rows=8")
    ),
]
GAMES_FOR_ONE = ("left-move:depth=12,offset=-3", "sudoku:box=3,empty=60", "sudoku:box=4,empty=50")


class Kernel:
    """A kernel's functions over one board, with room for what they write."""

    def __init__(self, game: str, parameters, candidates=None, **tactics):
        self.module = module = kernel_of(game)
        self.tables = module.make_tables(parameters, candidates or module.CANDIDATES[0], **tactics)
        self.out = np.zeros(module.max_moves(self.tables), np.int64)

    def load(self, state: State):
        loaded = np.zeros(self.module.state_length(self.tables), np.int64)
        self.module.load(self.tables, state.encode(), loaded)
        return loaded

    def legal(self, loaded):
        return tuple(self.out[: self.module.legal_moves(self.tables, loaded, self.out)].tolist())

    def plausible(self, loaded):
        count = self.module.plausible_moves(self.tables, loaded, self.out)
        return self.out[:count].tolist()

    def candidates(self, loaded):
        count, complete = self.module.candidate_moves(self.tables, loaded, self.out)
        return self.out[:count].tolist(), bool(complete)


def random_game(game, parameters, seed):
    """Yield (state, move played in it), and the last state with None."""
    chooser, state = random.Random(seed), position(game, (), parameters, seed)
    while not state.is_terminal:
        move = chooser.choice(state.legal_moves)
        yield state, move
        state = state.play(move)
    yield state, None


@pytest.mark.parametrize("board", [*BOARDS, *GAMES_FOR_ONE])
def test_a_played_game_agrees_with_the_rules(board):
    spec, parameters = read_game(board)
    kernel = Kernel(spec.name, parameters)
    module, tables = kernel.module, kernel.tables
    for seed in range(4):
        playing = None
        for state, move in random_game(spec.name, parameters, seed):
            loaded = kernel.load(state)
            playing = loaded.copy() if playing is None else playing
            assert np.array_equal(playing, loaded)
            assert kernel.legal(playing) == state.legal_moves
            assert bool(module.is_terminal(tables, playing)) == state.is_terminal
            if move is None:
                assert module.outcome(tables, playing) == state.returns[0]
            else:
                assert module.to_move(tables, playing) == state.current_player
                module.play(tables, playing, move)


@pytest.mark.parametrize("board", BOARDS)
def test_playouts_end_as_their_outcome_says(board):
    spec, parameters = read_game(board)
    kernel = Kernel(spec.name, parameters)
    module, rng, outcomes = kernel.module, new_rng(5), []
    for state, move in random_game(spec.name, parameters, 9):
        loaded = kernel.load(state)
        for _ in range(5):
            work = loaded.copy()
            outcomes.append(module.playout(kernel.tables, work, rng))
            assert module.is_terminal(kernel.tables, work)
            assert module.outcome(kernel.tables, work) == outcomes[-1]
        if move is not None:
            assert module.rollout_move(kernel.tables, loaded, rng) in kernel.plausible(loaded)
    assert {1.0, -1.0} <= set(outcomes) <= {1.0, 0.0, -1.0}


@pytest.mark.parametrize("board", [BOARDS[i] for i in (0, 1, 2, 6, 7, 8)])
def test_forced_moves_are_those_that_win_or_stop_a_win(board):
    spec, parameters = read_game(board)
    kernel, forced = Kernel(spec.name, parameters, vcf=False), 0
    for seed in range(8):
        for state, move in list(random_game(spec.name, parameters, seed))[-6:]:
            if move is None:
                break
            moves, complete = kernel.candidates(kernel.load(state))
            assert len(set(moves)) == len(moves)
            if winning := winning_moves(state):
                assert sorted(moves) == winning
                continue
            safe = {m for m in state.legal_moves if not winning_moves(state.play(m))}
            if complete:
                assert safe <= set(moves)
            if len(safe) < len(state.legal_moves):
                forced += 1
                assert complete
                assert len(safe) <= 1
    assert forced


def winning_moves(state):
    return [m for m in state.legal_moves if state.play(m).returns[state.current_player] > 0]


@pytest.mark.parametrize("parameters", HEX)
@pytest.mark.parametrize("candidates", kernel_of("hex").CANDIDATES)
def test_hex_candidates_are_the_cells_near_a_stone(parameters, candidates):
    kernel = Kernel("hex", parameters, candidates)
    reach = {"adjacent": (1,), "snow": (1, 2), "all": ()}[candidates]
    points = hex_points(parameters.side)
    for state, move in random_game("hex", parameters, 3):
        if move is None or state.stones == 0:
            continue
        near = {
            (row + d * down, number + d * along)
            for (row, number), held in zip(points, state.cells, strict=True)
            for down, along in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            for d in reach
            if held
        }
        expected = [
            m
            for m in state.legal_moves
            if m == len(points) or not reach or points[m] in near  # or it is the swap
        ]
        assert kernel.plausible(kernel.load(state)) == expected


def test_the_empty_hex_board_starts_around_the_centre_and_a_swap_opening_anywhere():
    state = position("hex")
    for candidates, count in (("snow", 13), ("adjacent", 7), ("all", 91)):
        kernel = Kernel("hex", state.parameters, candidates)
        moves, complete = kernel.candidates(kernel.load(state))
        assert (len(moves), complete) == (count, count == 91)
        assert state.move_from_string("f6") in moves
    state = position("hex", (), HexParameters(opening="swap"))
    kernel = Kernel("hex", state.parameters)
    assert kernel.candidates(kernel.load(state)) == (list(range(91)), True)


def test_a_loaded_overline_is_no_win():
    """Stones are loaded cell by cell, and five of the six stand before the sixth."""
    state = position("hex", "f1 a6 f2 a8 f3 c4 f5 c8 f6 k1 f4")
    assert not state.is_terminal
    kernel = Kernel("hex", state.parameters)
    assert not kernel.module.is_terminal(kernel.tables, kernel.load(state))
