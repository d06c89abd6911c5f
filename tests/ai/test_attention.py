"""A search that misses things: how much by its sight, and only moves that catch the eye."""

import itertools
import math
import random
from collections import Counter

import pytest

from ai.contract.games import game_of
from ai.ladder import ALL_MOVES, Dial
from ai.search.attention import AttentiveSearcher
from ai.search.mcts import MctsSearcher
from ai.search.messages import Proof
from ai.searchers import follows_proofs, plain_searcher
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position
from tests.thinking import think

pytestmark = pytest.mark.xdist_group("kernels")

FOUR = "f6 a6 f7 k1 f8 a8 f9 k3"  # black, to move, wins at f5 or f10
TRIES = 300


def searched(spec, state, simulations):
    """What the searches of so many seeds think of a position."""
    return [
        think(plain_searcher(spec, "hex", seed=seed), state, simulations=simulations)
        for seed in range(TRIES)
    ]


@pytest.mark.parametrize(
    ("spec", "game", "kind"),
    [
        ("mcts", "hex", MctsSearcher),
        ("mcts:sight=1,looks=100", "hex", MctsSearcher),
        ("mcts:sight=0.5", "tictactoe", AttentiveSearcher),
        ("mcts:looks=2", "breakthrough", AttentiveSearcher),
    ],
)
def test_only_a_search_that_misses_things_is_another_one(spec, game, kind):
    assert type(plain_searcher(spec, game)) is kind
    assert follows_proofs(spec, game) is (kind is MctsSearcher)


@pytest.mark.parametrize("sight", [0.0, 0.2, 0.4, 1.0])
def test_a_win_at_once_is_overlooked_as_often_as_the_sight_says(sight):
    state, rarest = position("hex", FOUR), game_of("hex").search.oversights[0].rarity
    results = searched(f"mcts:sight={sight}", state, 5)
    seen = sum(result.info.proof is Proof.WIN for result in results) / TRIES
    assert seen == pytest.approx(1 - (1 - sight) ** rarest, abs=0.08)


def test_what_is_seen_depends_on_the_seed_and_the_position_alone():
    used = plain_searcher("mcts:sight=0.4,looks=3", "hex", seed=3)
    for moves in (FOUR, "f6 f7 e5", FOUR):
        state = position("hex", moves)
        fresh = plain_searcher("mcts:sight=0.4,looks=3", "hex", seed=3)
        used.advance(None)
        assert think(used, state, simulations=30).move == think(fresh, state, simulations=30).move


def test_the_longer_a_win_is_the_more_often_it_is_overlooked():
    for name in ("hex", "tictactoe"):
        rarities = [each.rarity for each in game_of(name).search.oversights]
        assert rarities == sorted(rarities, reverse=True)
        wholes = [set(each.without) for each in game_of(name).search.oversights]
        assert all(far < near for near, far in itertools.pairwise(wholes))


def test_one_look_plays_what_catches_the_eye_as_often_as_it_does():
    state = position("hex", "f6 f7 e5")
    appeals = dict(zip(state.legal_moves, game_of("hex").search.appeal(state), strict=True))
    played = Counter(each.move for each in searched("mcts:sight=0,looks=1", state, 1))
    for move, weight in appeals.items():
        share = weight / sum(appeals.values())
        assert abs(played[move] / TRIES - share) < 4 * math.sqrt(share / TRIES) + 0.01
    won = position("hex", FOUR)
    taken = [won.play(each.move) for each in searched("mcts:sight=0,looks=1", won, 1)]
    assert sum(after.is_terminal for after in taken) > 0.8 * TRIES


def test_of_several_looks_the_search_chooses():
    """Both moves that win at once catch the eye, so that two looks show one of them nearly always.

    A look that is not there has no say: the search alone wins as well.
    """
    won = position("hex", FOUR)
    for looks in ("2", "2.5", "99"):
        results = searched(f"mcts:looks={looks}", won, 20)
        assert sum(won.play(each.move).is_terminal for each in results) >= 0.9 * TRIES


def test_the_eye_sees_a_mirrored_board_as_the_board():
    size, rng = 7, random.Random(5)
    board = TicTacToeParameters(size, size, 5)
    appeal = game_of("tictactoe").search.appeal
    cells = rng.sample(range(size * size), 14)
    mirrored = [cell // size * size + size - 1 - cell % size for cell in cells]
    one, other = (position("tictactoe", each, board) for each in (cells, mirrored))
    seen = dict(zip(other.legal_moves, appeal(other), strict=True))
    for move, weight in zip(one.legal_moves, appeal(one), strict=True):
        assert weight > 0
        assert seen[move // size * size + size - 1 - move % size] == pytest.approx(weight)


def test_a_swap_can_catch_the_eye_too():
    swap = position("hex", "f6", game_of("hex").rules.parameters(opening="swap"))
    appeals = game_of("hex").search.appeal(swap)
    assert len(appeals) == len(swap.legal_moves)
    assert min(appeals) > 0


def test_a_dial_turns_evenly_from_one_setting_to_another():
    low, high = Dial(100, 0.0, 1.0), Dial(10_000, 0.5)
    assert low.turned(high, 0) == low
    assert low.turned(high, 1) == high
    assert low.turned(high, 0.5) == Dial(1000, 0.25, math.sqrt(ALL_MOVES))
    assert (low.options, Dial(5).options) == ("sight=0,looks=1", "")
