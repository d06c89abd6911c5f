"""Line tables and the tactical position against plain scans; claimed wins against everything."""

import random

import numpy as np
import pytest

from ai.search.limits import CancelFlag
from game.games.hex_gomoku.kernels import tables as tables
from game.games.hex_gomoku.kernels.position import (
    POSITION_LENGTH,
    do,
    load,
    undo,
    winning_cells,
)
from game.games.hex_gomoku.rules import HexParameters, geometry
from game.games.hex_gomoku.search.threat_search import ThreatSearcher, ThreatSolver
from game.games.lattice.threats import RootProofs
from tests.ai.hex_tactics import SMALL, assert_solved, random_state, tactics
from tests.ai.row_tactics import replays_won
from tests.ai.small_hex import SmallHex
from tests.thinking import think


def new_position(array, encoded):
    """The position that the rules' encoding of one describes."""
    position = np.zeros(POSITION_LENGTH, np.int64)
    load(array, encoded, position)
    return position


def runs_of(line, in_a_row):
    """The starts of all runs of exactly `in_a_row` own stones ("x") in a string."""
    padded = f".{line}."
    return [
        i
        for i in range(len(line) - in_a_row + 1)
        if padded[i + 1 : i + 1 + in_a_row] == "x" * in_a_row
        and padded[i] != "x"
        and padded[i + 1 + in_a_row] != "x"
    ]


def cells_that(line, makes):
    empty = (i for i, held in enumerate(line) if held == ".")
    return {i for i in empty if makes(f"{line[:i]}x{line[i + 1 :]}")}


def bits(record, kind):
    mask = record >> kind & tables.MASK
    return {i for i in range(15) if mask >> i & 1}


@pytest.mark.parametrize("in_a_row", [4, 5])
def test_records_name_the_cells_a_plain_scan_finds(in_a_row):
    rng = random.Random(in_a_row)
    array = tables.make_tables(HexParameters(side=4, in_a_row=in_a_row))

    def wins(line):
        return bool(runs_of(line, in_a_row))

    for _ in range(600):
        length = rng.randint(in_a_row, 15)
        line = "".join(rng.choices("x.o", (3, 4, 1), k=length))
        if wins(line):
            continue
        own = sum(1 << i for i, held in enumerate(line) if held == "x")
        other = sum(1 << i for i, held in enumerate(line) if held == "o")
        record = tables.line_record(array, own, other, length)
        fives = cells_that(line, wins)
        assert bits(record, tables.FIVE) == fives, line
        # The record tells of windows: a cell counts where it leaves a window one stone short.
        fours = cells_that(line, lambda after, old=fives: cells_that(after, wins) - old)
        assert bits(record, tables.FOUR) >= fours - fives, line


def test_tables_hold_the_records_of_all_codes():
    array = tables.make_tables(HexParameters(side=4))
    rng = random.Random(1)
    for line, cells in enumerate(geometry(4).lines):
        first = array[tables.CODES_FROM + line]
        for _ in range(50):
            digits = [rng.randrange(3) for _ in cells]
            code = sum(digit * 3**i for i, digit in enumerate(digits))
            masks = [sum(1 << i for i, d in enumerate(digits) if d == c) for c in (1, 2)]
            for colour in range(2):
                stored = array[tables.PATTERNS + 2 * (first + code) + colour]
                own, other = masks[colour], masks[1 - colour]
                assert stored == tables.line_record(array, own, other, len(cells))


@pytest.mark.parametrize(("side", "in_a_row"), [(3, 4), (4, 4), (6, 5), (7, 5), (8, 5)])
def test_position_knows_the_winning_cells_and_undo_restores_it(side, in_a_row):
    parameters = HexParameters(side=side, in_a_row=in_a_row)
    array = tables.make_tables(parameters)
    rng = random.Random(side)
    for _ in range(12):
        state = random_state(rng, parameters, rng.randint(0, len(geometry(side).cells) * 2 // 3))
        position = new_position(array, state.encode())
        winners = [move for move in state.legal_moves if state.play(move).winning_line]
        n, first, second = winning_cells(array, position, state.colour_to_place - 1)
        assert n == min(len(winners), 2)
        assert {first, second} - {-1} <= set(winners)
        before = position.copy()
        quiet = [move for move in state.legal_moves if move not in winners]
        for move in rng.sample(quiet, min(8, len(quiet))):
            do(array, position, move)
            after = state.play(move)
            if not after.is_terminal:
                assert np.array_equal(position, new_position(array, after.encode()))
            undo(array, position, move)
            assert np.array_equal(position, before)


@pytest.mark.thorough
def test_no_claim_is_false_on_a_board_small_enough_for_minimax():
    truth = SmallHex(3, 4)
    solver = ThreatSolver(SMALL)
    rng = random.Random(7)
    flag = CancelFlag().array
    wins = losses = 0
    for _ in range(500):
        state = random_state(rng, SMALL, rng.randint(10, 15))
        ranks = {move: truth.rank_of_move(state, move) for move in state.legal_moves}
        win = solver.forced_win(state, flag, shorten=20_000)
        if win is not None:
            wins += 1
            assert 1000 - max(ranks.values()) <= win.distance, state.to_text()
            assert max(ranks.values()) > 0, state.to_text()
        proofs = RootProofs.at_once(solver, state)
        proofs.refute(solver, proofs.open_moves, flag, 20_000, 9)
        for move, loss in proofs.losses.items():
            losses += 1
            assert ranks[move] < 0, state.to_text()
            assert 1000 + ranks[move] <= loss.distance + 1, state.to_text()
    assert wins > 50
    assert losses > 200


@pytest.mark.parametrize("tactic", tactics()[16::3], ids=lambda tactic: tactic.name)
def test_wins_hold_against_every_defence_on_the_pure_rules(tactic):
    solver = ThreatSolver(tactic.state.parameters)
    flag = CancelFlag().array
    win = solver.forced_win(tactic.state, flag, nodes=200_000, shorten=200_000)
    assert win is not None
    assert win.distance <= 2 * tactic.win_in + 1
    assert replays_won(solver, tactic.state, win.distance, set())
    state = tactic.state
    for move in win.line:
        state = state.play(move)
    assert state.winning_colour == tactic.state.colour_to_place


@pytest.mark.parametrize("tactic", tactics(), ids=lambda tactic: tactic.name)
def test_threat_searcher_finds_the_move(tactic):
    result = think(ThreatSearcher(), tactic.state, simulations=60_000)
    assert_solved(tactic, result)
    if tactic.kind != "defence":
        assert result.info.line[0] == result.move


def test_running_out_of_nodes_or_a_stop_is_no_proof():
    state = next(each for each in tactics() if each.name == "vct-075").state
    solver = ThreatSolver(state.parameters)
    assert solver.forced_win(state, CancelFlag().array, nodes=50) is None
    assert solver.gave_up
    stop = CancelFlag()
    stop.set()
    assert solver.forced_win(state, stop.array) is None
    assert solver.gave_up
    assert solver.forced_win(state, CancelFlag().array) is not None
