"""The tree search with a prior and a value: PUCT as it is written, and the solver as it is."""

import numpy as np
import pytest

from ai.contract.rules import State
from ai.search.guided import GuidedSearcher, Prior, Value
from ai.search.options import GuidedOptions
from ai.search.tree import ROOT
from ai.searchers import make_player
from tests.games import position
from tests.thinking import think

GAMES = ("tictactoe", "hex", "breakthrough")


def searcher(
    game: str, prior: Prior | None = None, value: Value | None = None, **options: bool | float
) -> GuidedSearcher:
    return GuidedSearcher(game, GuidedOptions(**options), prior, value)


def uneven(state: State) -> list[float]:
    return [1.0 + index % 3 for index in range(len(state.legal_moves))]


@pytest.mark.parametrize("game", GAMES)
def test_it_selects_by_puct(game: str) -> None:
    """Each simulation goes where an independent sum says; with one value, only the prior counts."""
    plain = searcher(game, uneven, lambda _: 0.5, solver=False)
    state = position(game)
    think(plain, state, 60)
    tree = plain.trees[0].tree
    start, count = int(tree.first_child[ROOT]), int(tree.child_count[ROOT])
    moves, visits = tree.move[start : start + count], tree.visits[start : start + count]
    weights = dict(zip(state.legal_moves, uneven(state), strict=True))
    prior = np.array([weights[int(move)] for move in moves]) / sum(weights.values())
    expected = np.zeros(count)
    for done in range(60):
        expected[np.argmax(prior * np.sqrt(max(done, 1)) / (1 + expected))] += 1
    assert abs(visits - expected).max() <= 1  # rounding may exchange two equal ones
    assert visits.sum() == 60


@pytest.mark.parametrize("game", GAMES)
def test_means_are_those_of_the_values(game: str) -> None:
    """The value is 0.7 for whoever is to move: a move counts 0.3 or 0.7 by the leaf's depth."""
    plain = searcher(game, value=lambda _: 0.7, solver=False)
    think(plain, position(game), 200)
    tree = plain.trees[0].tree
    for node in range(int(tree.used[0])):
        visits = int(tree.visits[node])
        if visits == 1:
            assert tree.mean[node] == pytest.approx(0.3)
        if visits:
            assert 0.3 - 1e-5 <= tree.mean[node] <= 0.7 + 1e-5
            counted = tree.wins[node] + tree.draws[node] / 2
            assert abs(counted - tree.mean[node] * visits) <= 0.5
    assert tree.mean[ROOT] != pytest.approx(0.5)


def test_each_is_asked_once_of_a_position() -> None:
    asked: list[str] = []
    one = searcher("tictactoe", value=lambda state: asked.append(state.to_text()) or 0.5)
    think(one, position("tictactoe"), 8)
    assert len(asked) == len(set(asked)) == 8


def test_a_tree_that_lives_on_keeps_its_prior() -> None:
    state = position("tictactoe")
    one = searcher("tictactoe", uneven, lambda _: 0.5)
    move = think(one, state, 100).move
    one.advance((move,))
    assert think(one, state.play(move), 1).info.reused_visits > 5
    tree = one.trees[0].tree
    start, count = int(tree.first_child[ROOT]), int(tree.child_count[ROOT])
    children = slice(start, start + count)
    assert (tree.spread[children] * (tree.visits[children] + 1)).sum() == pytest.approx(1, abs=1e-4)


def test_it_proves_what_the_solver_knows_and_repeats_with_its_seed() -> None:
    state = position("tictactoe", (0, 1, 4))  # the first player threatens twice soon
    result = think(searcher("tictactoe", uneven, lambda _: 0.9), state, 3000)
    known = think(make_player("mcts", "tictactoe"), state, 20_000)
    assert (result.info.proof, result.info.proof is None) == (known.info.proof, False)
    one, again = (think(searcher("tictactoe", uneven), state, 50) for _ in range(2))
    assert one.info.candidates == again.info.candidates


def test_what_is_no_prior_or_no_value_is_refused() -> None:
    state = position("tictactoe")
    for prior in ([1.0], [-1.0] * 9, [float("nan")] * 9):
        with pytest.raises(ValueError, match="a prior must be 9 numbers of at least 0"):
            think(searcher("tictactoe", lambda _, prior=prior: prior), state, 5)
    with pytest.raises(ValueError, match="a value must be from 0 to 1, not -1"):
        think(searcher("tictactoe", value=lambda _: -1.0), state, 5)
