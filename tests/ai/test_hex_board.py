"""The tree search's own tactics against the pure rules and the threat search."""

import random

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from game.games.hex_gomoku import kernel as hex_gomoku
from game.games.hex_gomoku.rules import HexParameters
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.lattice.kernels import board
from game.games.lattice.kernels.fours import LONGEST, search_fours
from tests.ai.small_hex import winning_windows
from tests.ai.test_two_player_kernels import Kernel
from tests.games import after, position

by_board = pytest.mark.parametrize(
    "parameters", [HexParameters(3, in_a_row=4), HexParameters(4, in_a_row=4), HexParameters()]
)
FLAG = CancelFlag().array


def positions(parameters, games, seed, reach="adjacent"):
    """Yield the positions of random games, stones near the others unless anywhere will do."""
    chooser, kernel = random.Random(seed), Kernel("hex", parameters, reach)
    for _ in range(games):
        state = position("hex", (), parameters)
        while not state.is_terminal:
            loaded = kernel.load(state)
            yield state, kernel.tables, loaded.copy()
            state = state.play(chooser.choice(kernel.plausible(loaded)))


def winning_moves(state, colour):
    """Return where a stone of `colour` wins at once, by windows of the tests' own."""
    windows = winning_windows(state.parameters.side, state.parameters.in_a_row)
    mine = sum(1 << cell for cell, held in enumerate(state.cells) if held == colour + 1)
    return {
        cell
        for cell, held in enumerate(state.cells)
        for run, ends in windows[cell]
        if not held and (mine | 1 << cell) & run == run and not mine & ends
    }


@by_board
def test_fives_are_the_cells_where_the_rules_see_a_win(parameters):
    out, seen = np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 12, seed=1):
        for colour in (0, 1):
            n = board.wins_of(tables, loaded, colour, out)
            assert sorted(out[:n].tolist()) == sorted(winning_moves(state, colour))
            seen += n
    assert seen > 20


@by_board
def test_a_decisive_playout_ends_as_one_that_asks_the_rules(parameters):
    """Who has a five takes it, who faces one blocks it, who faces two loses."""
    rng, out, settled = new_rng(3), np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 12, seed=2):
        me = state.colour_to_place - 1
        own = board.wins_of(tables, loaded, me, out)
        theirs = board.wins_of(tables, loaded, 1 - me, out)
        if state.stones > 1 and (own or theirs > 1):
            settled += 1
            for _ in range(3):
                work = loaded.copy()
                hex_gomoku.playout(tables, work, rng)
                assert work[board.WINNER] == (me if own else 1 - me)
    assert settled > 5


@by_board
def test_a_playout_places_on_empty_cells_only(parameters):
    """A stone that stood alone comes into sight when another is placed beside it."""
    rng = new_rng(5)
    for state, tables, loaded in positions(parameters, 4, seed=6, reach="all"):
        if state.stones > 1:
            hex_gomoku.playout(tables, loaded, rng)
            masks = loaded[board.MASKS + 2 :][: 2 * tables.lines - 2].reshape(-1, 2)
            assert not (masks[:, 0] & masks[:, 1]).any()


@by_board
def test_a_win_by_fours_is_one_for_the_threat_search_too(parameters):
    solver, line, found, missed = ThreatSolver(parameters), np.zeros(200, np.int64), 0, 0
    for state, tables, loaded in positions(parameters, 25, seed=3):
        before = loaded.copy()
        plies = search_fours(tables, loaded, state.colour_to_place - 1, line, tables.fours, LONGEST)
        assert np.array_equal(loaded, before)
        known = solver.forced_win(state, FLAG, depth=0)
        if plies:
            found += 1
            assert known is not None
            assert after(state, line[:plies].tolist()).winning_line
        elif known is not None:
            missed += 1
    assert found > 20
    assert missed < found / 20


@by_board
def test_moves_that_are_left_out_lose_as_soon_as_is_said(parameters):
    solver, out, threatened = ThreatSolver(parameters), np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 25, seed=4):
        if board.wins_of(tables, loaded, state.colour_to_place - 1, out) or state.stones < 4:
            continue
        n, lost_in = hex_gomoku.candidate_moves(tables, loaded, out)
        left_out = set(state.legal_moves) - set(out[:n].tolist())
        if not lost_in or not left_out:
            continue
        threatened += 1
        assert len(set(out[:n].tolist())) == n
        for move in left_out:
            win = solver.forced_win(state.play(move), FLAG, depth=0, within=int(lost_in))
            assert win.distance <= lost_in
    assert threatened > 20
