"""The kernels against the pure rules, move by move, on random games."""

import random
from inspect import signature
from types import ModuleType

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.engine.specialise import kernel_of
from ai.kernels.random import new_rng
from game.games.breakthrough import kernel as breakthrough
from game.games.hex_gomoku import kernel as hex_gomoku
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.square_board import BoardParameters
from game.games.papers.atari_go import kernel as atari_go
from game.games.papers.domineering import kernel as domineering
from game.games.papers.knightthrough import kernel as knightthrough
from game.games.papers.nogo import kernel as nogo
from game.games.tictactoe import kernel as tictactoe
from game.games.tictactoe.rules import TicTacToeParameters
from tests.ai.test_one_player_kernels import CASES

HEX = [
    HexParameters(side=side, opening=opening, in_a_row=in_a_row)
    for side, opening, in_a_row in [
        (3, "free", 4),
        (4, "swap", 4),
        (5, "free", 5),
        (6, "free", 5),
        (6, "swap", 5),
        (8, "swap", 5),
    ]
]
TICTACTOE = [
    TicTacToeParameters(columns=columns, rows=rows, in_a_row=in_a_row)
    for columns, rows, in_a_row in [(3, 3, 3), (4, 3, 3), (7, 6, 4), (15, 15, 5), (15, 4, 6)]
]
SQUARE = [
    (name, module, BoardParameters(*board))
    for name, module in [
        ("breakthrough", breakthrough),
        ("knightthrough", knightthrough),
        ("domineering", domineering),
        ("nogo", nogo),
        ("atari-go", atari_go),
    ]
    for board in [(5, 5), (4, 8, True), (8, 8)]
]
BOARDS = [
    *(("hex", hex_gomoku, p) for p in HEX),
    *(("tictactoe", tictactoe, p) for p in TICTACTOE),
    *SQUARE,
]
ALONE = [(game, kernel_of(game), parameters) for game, parameters in CASES]


class Kernel:
    """A kernel's functions over one board, with room for what they write."""

    def __init__(self, module: ModuleType, parameters, candidates=None, **tactics):
        self.module = module
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
    chooser = random.Random(seed)
    state = game_spec(game).new_game(parameters, seed)
    while not state.is_terminal:
        move = chooser.choice(state.legal_moves)
        yield state, move
        state = state.play(move)
    yield state, None


@pytest.mark.parametrize(("game", "module", "parameters"), BOARDS + ALONE)
def test_a_played_game_agrees_with_the_rules(game, module, parameters):
    kernel = Kernel(module, parameters)
    for seed in range(4):
        playing = None
        for state, move in random_game(game, parameters, seed):
            loaded = kernel.load(state)
            playing = loaded.copy() if playing is None else playing
            assert np.array_equal(playing, loaded)
            assert kernel.legal(playing) == state.legal_moves
            assert bool(module.is_terminal(kernel.tables, playing)) == state.is_terminal
            if move is None:
                assert module.outcome(kernel.tables, playing) == state.returns[0]
            else:
                assert module.to_move(kernel.tables, playing) == state.current_player
                module.play(kernel.tables, playing, move)


@pytest.mark.parametrize(("game", "module", "parameters"), BOARDS)
def test_playouts_end_as_their_outcome_says(game, module, parameters):
    kernel = Kernel(module, parameters)
    rng = new_rng(5)
    outcomes = []
    for state, move in random_game(game, parameters, 9):
        loaded = kernel.load(state)
        for _ in range(5):
            work = loaded.copy()
            outcomes.append(module.playout(kernel.tables, work, rng))
            assert module.is_terminal(kernel.tables, work)
            assert module.outcome(kernel.tables, work) == outcomes[-1]
        if move is not None:
            assert module.rollout_move(kernel.tables, loaded, rng) in kernel.plausible(loaded)
    assert {1.0, -1.0} <= set(outcomes) <= {1.0, 0.0, -1.0}


@pytest.mark.parametrize(("game", "module", "parameters"), [BOARDS[i] for i in (0, 1, 2, 6, 7, 8)])
def test_forced_moves_are_those_that_win_or_stop_a_win(game, module, parameters):
    switched = {"vcf": False} if "vcf" in signature(module.make_tables).parameters else {}
    kernel = Kernel(module, parameters, **switched)
    forced = 0
    for seed in range(8):
        for state, move in list(random_game(game, parameters, seed))[-6:]:
            if move is None:
                break
            moves, complete = kernel.candidates(kernel.load(state))
            assert len(set(moves)) == len(moves)
            player = state.current_player
            winning = [m for m in state.legal_moves if state.play(m).returns[player] > 0]
            if winning:
                assert sorted(moves) == winning
                continue
            safe = {m for m in state.legal_moves if not _loses_at_once(state.play(m))}
            if complete:
                assert safe <= set(moves)
            if len(safe) < len(state.legal_moves):
                forced += 1
                assert complete
                assert len(safe) <= 1
    assert forced


def _loses_at_once(state):
    """Whether the player to move wins with the next move."""
    return any(state.play(m).returns[state.current_player] > 0 for m in state.legal_moves)


@pytest.mark.parametrize("parameters", HEX)
@pytest.mark.parametrize("candidates", hex_gomoku.CANDIDATES)
def test_hex_candidates_are_the_cells_near_a_stone(parameters, candidates):
    kernel = Kernel(hex_gomoku, parameters, candidates)
    reach = {"adjacent": (1,), "snow": (1, 2), "all": ()}[candidates]
    rows = [
        (row, number)
        for row in range(2 * parameters.side - 1)
        for number in range(1, 2 * parameters.side)
        if parameters.side <= row + number <= 3 * parameters.side - 2
    ]
    for state, move in random_game("hex", parameters, 3):
        if move is None or state.stones == 0:
            continue
        stones = [place for place, held in zip(rows, state.cells, strict=True) if held]
        near = {
            (row + d * down, number + d * along)
            for row, number in stones
            for down, along in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            for d in reach
        }
        expected = [
            m for m in state.legal_moves if m < len(rows) and (rows[m] in near or not reach)
        ]
        swap = [m for m in state.legal_moves if m == len(rows)]
        assert kernel.plausible(kernel.load(state)) == expected + swap


@pytest.mark.parametrize(("candidates", "count"), [("snow", 13), ("adjacent", 7), ("all", 91)])
def test_the_empty_hex_board_starts_around_the_centre(candidates, count):
    state = game_spec("hex").new_game(HexParameters(), 0)
    kernel = Kernel(hex_gomoku, HexParameters(), candidates)
    moves, complete = kernel.candidates(kernel.load(state))
    assert (len(moves), complete) == (count, count == 91)
    assert state.move_from_string("f6") in moves


def test_a_swap_opening_may_start_anywhere():
    parameters = HexParameters(opening="swap")
    kernel = Kernel(hex_gomoku, parameters)
    state = game_spec("hex").new_game(parameters, 0)
    assert kernel.candidates(kernel.load(state)) == (list(range(91)), True)


def test_a_loaded_overline_is_no_win():
    """Stones are loaded cell by cell, and five of the six stand before the sixth."""
    parameters = HexParameters()
    state = game_spec("hex").new_game(parameters, 0)
    black = ["f1", "f2", "f3", "f5", "f6", "f4"]
    white = ["a6", "a8", "c4", "c8", "k1"]
    for k, name in enumerate(black):
        state = state.play(state.move_from_string(name))
        if k < len(white):
            state = state.play(state.move_from_string(white[k]))
    assert not state.is_terminal
    kernel = Kernel(hex_gomoku, parameters)
    assert not hex_gomoku.is_terminal(kernel.tables, kernel.load(state))
