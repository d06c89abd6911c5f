"""The tree's bookkeeping: growth, re-rooting, and counts that add up."""

import numpy as np
import pytest

from ai.search.mcts import MctsSearcher
from ai.search.options import MctsOptions
from ai.search.tree import NODE_BYTES, ROOT, Tree, capacity_of, child_with_move, new_tree, rerooted
from game.games.hex_gomoku.rules import HexParameters
from tests.games import after, position
from tests.thinking import think


@pytest.fixture(scope="module")
def searched():
    """A tree of 20,000 simulations from the first stone in the centre."""
    searcher = MctsSearcher("hex", MctsOptions(seed=4))
    think(searcher, position("hex", (45,)), 20_000)
    return searcher.trees[0].tree


def picture(tree: Tree, node: int, depth: int = 40):
    """Return a subtree as nested tuples of all that its nodes hold, the indices left out."""
    first, count = int(tree.first_child[node]), int(tree.child_count[node])
    held = tuple(
        getattr(tree, field)[node].item()
        for field in Tree._fields
        if field not in ("used", "first_child", "move")
    )
    children = range(first, first + count) if depth else ()
    return held, tuple((tree.move[c].item(), picture(tree, c, depth - 1)) for c in children)


def test_a_node_takes_the_bytes_it_says():
    tree = new_tree(1000)
    assert sum(field.nbytes for field in tree) - tree.used.nbytes == 1000 * NODE_BYTES


def test_visits_of_children_add_up(searched):
    for node in range(int(searched.used[0])):
        first, count = int(searched.first_child[node]), int(searched.child_count[node])
        if count:
            below = int(searched.visits[first : first + count].sum())
            own = int(searched.visits[node]) - below
            assert 0 <= own <= 6  # those from before the node was expanded
    assert searched.visits[ROOT] == 20_000


def test_rerooting_keeps_exactly_the_subtree(searched):
    first, count = int(searched.first_child[ROOT]), int(searched.child_count[ROOT])
    total = 0
    for child in range(first, first + count):
        kept = rerooted(searched, child, spare=5)
        assert kept.visits[ROOT] == searched.visits[child]
        assert picture(kept, ROOT) == picture(searched, child)
        assert capacity_of(kept) == int(kept.used[0]) + 5
        total += int(kept.used[0])
    assert total == int(searched.used[0]) - 1  # every node but the old root, once each


def test_a_child_is_found_by_its_move(searched):
    child = child_with_move(searched, ROOT, 44)
    assert searched.move[child] == 44
    assert child_with_move(searched, ROOT, 45) is None
    assert child_with_move(new_tree(10), ROOT, 0) is None


def test_values_follow_from_counts(searched):
    used = int(searched.used[0])
    visits = searched.visits[:used]
    open_nodes = (searched.proof[:used] == 0) & (visits > 0)
    share = (searched.wins[:used] + 0.5 * searched.draws[:used])[open_nodes] / visits[open_nodes]
    assert np.allclose(searched.mean[:used][open_nodes], share, atol=1e-6)
    assert np.allclose(searched.spread[:used][open_nodes], visits[open_nodes] ** -0.5, atol=1e-6)


def test_the_most_tried_nodes_come_level_by_level():
    start = position("hex", (), HexParameters(side=4))
    info = think(MctsSearcher("hex", MctsOptions(seed=1)), start, 5_000).info
    tree = info.tree
    tops = [branch for branch in tree if branch.parent < 0]
    by_move = {candidate.move: candidate for candidate in info.candidates}
    assert 1 < len(tops) <= 6
    for branch in tops:
        known = by_move[branch.move]
        assert branch.visits == known.visits
        assert branch.proof is not None or branch.value == pytest.approx(known.value, abs=1e-9)
    assert [b.visits for b in tops] == sorted((b.visits for b in tops), reverse=True)
    paths = {-1: ()}
    for place, branch in enumerate(tree):
        assert branch.parent < place
        assert 0.0 <= branch.value <= 1.0
        assert branch.parent < 0 or branch.visits <= tree[branch.parent].visits
        paths[place] = (*paths[branch.parent], branch.move)
        after(start, paths[place])  # each move of it legal
