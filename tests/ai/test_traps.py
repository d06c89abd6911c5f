"""Traps: what they are, by passes and replies, and that the solid style sets them."""

import pytest

from ai.search.limits import CancelFlag
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.options import AlphaBetaOptions
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.hex_gomoku.search.traps import Traps
from tests.ai.hex_tactics import play_names
from tests.thinking import think

# Positions from games with plain tree search, in which threats were answered wrongly.
PLAYED = (
    ["f8", "e6", "g5", "e5", "g7", "e4", "e7", "e3"],
    ["f4", "h4", "e8", "h5", "e5", "g3", "e7", "e6", "f7"],
    ["h6", "e7", "h5", "e6", "f4", "e8", "e5", "e9", "e10", "d9"],
)
QUIET = ["f6", "e7", "g5", "d7", "h4", "e8"]


def _found(names, flag=None, nodes=60_000):
    state = play_names(new_game(HexParameters(), 0), names)
    solver = ThreatSolver(state.parameters)
    moves = [cell for cell, stone in enumerate(state.cells) if not stone]
    flag = (flag or CancelFlag()).array
    return state, solver, Traps(solver, state, flag).best(moves, nodes)


@pytest.mark.parametrize("names", PLAYED, ids=len)
def test_a_trap_threatens_to_win_and_has_wrong_answers(names):
    state, solver, found = _found(names)
    assert found
    flag = CancelFlag().array
    for move in found:
        after = state.play(move)
        assert solver.threat(after, flag, nodes=5_000)
        replies = (after.play(reply) for reply in after.legal_moves)
        assert any(solver.forced_win(reply, flag, nodes=5_000) for reply in replies)


def test_traps_keep_to_the_nodes_of_the_model_and_of_the_threat_searches():
    _, solver, _ = _found(PLAYED[1], nodes=8_000)
    assert 8_000 < solver.nodes <= 16_000


def test_there_are_no_traps_where_nothing_is_threatened_or_no_time_is_left():
    assert _found(["f6", "e7"])[2] == []
    over = CancelFlag()
    over.set()
    assert _found(PLAYED[1], over)[2] == []


def test_the_solid_style_sets_the_first_trap_that_gives_up_little(monkeypatch):
    state = play_names(new_game(HexParameters(), 0), QUIET)
    plain = think(AlphaBetaSearcher(options=AlphaBetaOptions(top=4)), state, simulations=40_000)
    near = plain.info.candidates[1].move
    corner = state.move_from_string("a6")
    monkeypatch.setattr(Traps, "best", lambda self, moves, nodes: [corner, near])
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(style="solid"))
    result = think(searcher, state, simulations=40_000)
    values = {each.move: each.value for each in result.info.candidates}
    assert result.move == near
    assert values[near] >= max(values.values()) - 0.05
