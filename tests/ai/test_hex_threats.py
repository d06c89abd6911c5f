"""Line tables and the tactical position against plain scans; claimed wins against everything.

And traps: what they are, by passes and replies, and that the solid style sets them.
"""

import random

import numpy as np
import pytest

from ai.search.limits import CancelFlag
from game.games.hex_gomoku.game import AlphaBetaOptions
from game.games.hex_gomoku.kernels import tables
from game.games.hex_gomoku.kernels.position import POSITION_LENGTH, do, load, undo, winning_cells
from game.games.hex_gomoku.rules import HexParameters, geometry
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.threat_search import ThreatSearcher, ThreatSolver
from game.games.hex_gomoku.search.traps import Traps
from game.games.lattice.threats import RootProofs
from tests.ai.hex_tactics import SMALL, assert_solved, random_state, tactics
from tests.ai.row_tactics import replays_won
from tests.ai.small_hex import SmallHex
from tests.games import after, position
from tests.thinking import think

FLAG = CancelFlag().array


def new_position(array, encoded):
    """The position that the rules' encoding of one describes."""
    loaded = np.zeros(POSITION_LENGTH, np.int64)
    load(array, encoded, loaded)
    return loaded


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
    array, rng = tables.make_tables(parameters), random.Random(side)
    for _ in range(12):
        state = random_state(rng, parameters, rng.randint(0, len(geometry(side).cells) * 2 // 3))
        held = new_position(array, state.encode())
        winners = [move for move in state.legal_moves if state.play(move).winning_line]
        n, first, second = winning_cells(array, held, state.colour_to_place - 1)
        assert n == min(len(winners), 2)
        assert {first, second} - {-1} <= set(winners)
        before = held.copy()
        quiet = [move for move in state.legal_moves if move not in winners]
        for move in rng.sample(quiet, min(8, len(quiet))):
            do(array, held, move)
            played = state.play(move)
            if not played.is_terminal:
                assert np.array_equal(held, new_position(array, played.encode()))
            undo(array, held, move)
            assert np.array_equal(held, before)


@pytest.mark.thorough
def test_no_claim_is_false_on_a_board_small_enough_for_minimax():
    truth, solver, rng = SmallHex(3, 4), ThreatSolver(SMALL), random.Random(7)
    wins = losses = 0
    for _ in range(500):
        state = random_state(rng, SMALL, rng.randint(10, 15))
        ranks = truth.ranks(state)
        win = solver.forced_win(state, FLAG, shorten=20_000)
        if win is not None:
            wins += 1
            assert 0 < 1000 - max(ranks.values()) <= win.distance < 1000, state.to_text()
        proofs = RootProofs.at_once(solver, state)
        proofs.refute(solver, proofs.open_moves, FLAG, 20_000, 9)
        for move, loss in proofs.losses.items():
            losses += 1
            assert ranks[move] < 0, state.to_text()
            assert 1000 + ranks[move] <= loss.distance + 1, state.to_text()
    assert wins > 50
    assert losses > 200


@pytest.mark.parametrize("tactic", tactics()[16::3], ids=lambda tactic: tactic.name)
def test_wins_hold_against_every_defence_on_the_pure_rules(tactic):
    solver = ThreatSolver(tactic.state.parameters)
    win = solver.forced_win(tactic.state, FLAG, nodes=200_000, shorten=200_000)
    assert win.distance <= 2 * tactic.win_in + 1
    assert replays_won(solver, tactic.state, win.distance, set())
    assert after(tactic.state, win.line).winning_colour == tactic.state.colour_to_place


@pytest.mark.parametrize("tactic", tactics(), ids=lambda tactic: tactic.name)
def test_threat_searcher_finds_the_move(tactic):
    result = think(ThreatSearcher(), tactic.state, simulations=60_000)
    assert_solved(tactic, result)
    if tactic.kind != "defence":
        assert result.info.line[0] == result.move


def test_running_out_of_nodes_or_a_stop_is_no_proof():
    state = next(each for each in tactics() if each.name == "vct-075").state
    solver = ThreatSolver(state.parameters)
    for flag, bounds in ((FLAG, {"nodes": 50}), (np.ones(1, np.uint8), {})):
        assert solver.forced_win(state, flag, **bounds) is None
        assert solver.gave_up
    assert solver.forced_win(state, FLAG) is not None


# Positions from games with plain tree search, in which threats were answered wrongly.
PLAYED = ("f8 e6 g5 e5 g7 e4 e7 e3", "f4 h4 e8 h5 e5 g3 e7 e6 f7", "h6 e7 h5 e6 f4 e8 e5 e9 e10 d9")


def traps(names, flag=FLAG, nodes=60_000):
    state = position("hex", names)
    solver = ThreatSolver(state.parameters)
    return state, solver, Traps(solver, state, flag).best(list(state.legal_moves), nodes)


@pytest.mark.parametrize("names", PLAYED, ids=len)
def test_a_trap_threatens_to_win_and_has_wrong_answers(names):
    state, solver, found = traps(names)
    assert found
    for move in found:
        threat = state.play(move)
        assert solver.threat(threat, FLAG, nodes=5_000)
        replies = (threat.play(reply) for reply in threat.legal_moves)
        assert any(solver.forced_win(reply, FLAG, nodes=5_000) for reply in replies)


def test_traps_are_few_where_little_is_threatened_and_keep_to_their_nodes_and_time():
    assert traps("f6 e7")[2] == []
    assert traps(PLAYED[1], flag=np.ones(1, np.uint8))[2] == []
    _, solver, _ = traps(PLAYED[1], nodes=8_000)
    assert 8_000 < solver.nodes <= 16_000, "those of the model and of the threat searches"


def test_the_solid_style_sets_the_first_trap_that_gives_up_little(monkeypatch):
    state = position("hex", "f6 e7 g5 d7 h4 e8")
    plain = think(AlphaBetaSearcher(options=AlphaBetaOptions(top=4)), state, simulations=40_000)
    near = plain.info.candidates[1].move
    corner = state.move_from_string("a6")
    monkeypatch.setattr(Traps, "best", lambda self, moves, nodes: [corner, near])
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(style="solid"))
    result = think(searcher, state, simulations=40_000)
    values = {each.move: each.value for each in result.info.candidates}
    assert result.move == near
    assert values[near] >= max(values.values()) - 0.05
