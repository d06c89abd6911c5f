"""Searches from positions that no game leads to: one side has far more stones, or moves again."""

import random

import pytest

from ai.contract.games import read_game
from ai.searchers import kinds_of, make_searcher
from game.games.hex_gomoku.rules import geometry
from tests.ai.hex_tactics import SMALL
from tests.ai.small_hex import SmallHex, true_proofs, value_of
from tests.games import position
from tests.rules.test_set_up import set_up
from tests.thinking import think

BOARDS = (
    *("tictactoe", "tictactoe:columns=6,rows=6,in_a_row=4", "hex:side=5,opening=swap"),
    *("breakthrough", "samegame:columns=6,rows=5,colours=3"),
)
SEARCHERS = [
    (board, kind.name)
    for board in BOARDS
    for kind in kinds_of(board.partition(":")[0])
    if (board, kind.name) != (BOARDS[1], "exact")  # it plays no board as large
]


@pytest.mark.parametrize(("board", "searcher"), SEARCHERS)
def test_each_searcher_plays_on_by_the_rules(board, searcher):
    spec, _ = read_game(board)
    searches = make_searcher(searcher, spec.name)
    for by_hand, state in set_up(board, 12):
        if not by_hand.problem(state):
            assert think(searches, state, 200).move in state.legal_moves


@pytest.mark.parametrize("searcher", ["alphabeta", "mcts", "threat"])
def test_what_is_proven_there_is_true(searcher):
    truth, rng, proofs = SmallHex(3, 4), random.Random(5), 0
    searches = make_searcher(searcher, "hex")
    start = position("hex", "", SMALL)
    for number in range(60):
        stones = [1] * rng.randint(1, 8) + [2] * rng.randint(1, 8)
        cells = stones + [0] * (len(geometry(3).cells) - len(stones))
        rng.shuffle(cells)
        state = start.arranged(cells, number % 2)
        if len(stones) < 9 or state.problem():
            continue
        result = think(searches, state, 2_000)
        ranks = truth.ranks(state)
        if result.info.proof is not None:
            assert value_of(ranks[result.move]) is value_of(max(ranks.values())), state.to_text()
        proofs += true_proofs(result.info, ranks, state.to_text()).total()
    assert proofs > 20
