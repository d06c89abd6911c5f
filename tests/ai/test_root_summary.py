"""What several trees say of one position, put together: trees that are written down here."""

import math

import numpy as np
import pytest

from ai.search.mcts import merged, proven_value, summarise
from ai.search.messages import Branch, Candidate, Proof
from ai.search.searcher import Advice
from ai.search.tree import DRAW, LOSS, UNKNOWN, WIN, new_tree
from ai.search.tree_search import RootSnapshot

NOTHING = Advice()


def tried(move, visits=0, wins=0, draws=0, proof=UNKNOWN, distance=0, line=None):
    """Return one child of a root; its line begins with its move."""
    return move, visits, wins, draws, proof, distance, line or (move,)


def root(*children, top=(), visits=None, complete=False, simulations=0, nodes=0):
    """Return a tree's root; a row of `top`: parent, move, visits, wins, draws, proof."""
    columns = list(zip(*children, strict=True)) or [[] for _ in range(7)]
    lines = np.full((len(children), 32), -1, np.int64)
    for row, line in zip(lines, columns[6], strict=True):
        row[: len(line)] = line
    return RootSnapshot(
        simulations=simulations,
        nodes=nodes,
        visits=sum(columns[1]) if visits is None else visits,
        proof=UNKNOWN,
        complete=complete,
        children=nodes_of([row[:-1] for row in children]),
        lines=lines,
        line_lengths=np.array([len(line) for line in columns[6]], np.int64),
        top=nodes_of([row[1:] for row in top]),
        top_parents=np.array([row[0] for row in top], np.int64),
    )


def nodes_of(rows):
    """Return nodes: of each its move, visits, wins, draws, proof and, if it is told, distance."""
    tree = new_tree(1)
    names = ("move", "visits", "wins", "draws", "proof", "distance")
    columns = zip(*rows, strict=True) if rows else [[]] * len(names)
    kinds = (getattr(tree, name).dtype for name in names)
    arrays = map(np.array, columns, kinds)
    return tree._replace(**dict(zip(names, arrays, strict=False)))


def order(*children, advice=NOTHING):
    return [each.move for each in merged([root(*children)], advice)]


def told(*snapshots, advice=NOTHING, legal=9, **values):
    given = {"reused_visits": 0, "reused_of": 0, "elapsed": 0.0, **values}
    return summarise(merged(snapshots, advice), snapshots, legal=legal, **given)


def test_the_trees_counts_are_added_and_the_line_is_that_of_the_tree_that_looked_longer():
    first = root(tried(4, 100, 50, 20, line=(4, 0, 8)), tried(2, 50, 30))
    second = root(tried(2, 60, 20, 10, line=(2, 6)), tried(4, 300, 150, 40, line=(4, 1)))
    third = root(tried(4, 200, 100, 0, line=(4, 7)))
    best, other = merged([first, second, third], NOTHING)
    assert (best.move, best.visits, best.line) == (4, 600, (4, 1))
    assert (other.move, other.visits, other.line) == (2, 110, (2, 6))
    assert best.value == pytest.approx(330 / 600)
    assert other.value == pytest.approx(55 / 110)
    assert told(first, second, third).drawn == pytest.approx(70 / 710)


def test_the_first_line_is_kept_where_both_trees_looked_as_long_even_if_neither_did():
    (only,) = merged([root(tried(4, 9, line=(4, 0))), root(tried(4, 9, line=(4, 8)))], NOTHING)
    assert only.line == (4, 0)
    (only,) = merged([root(tried(4, line=(4, 0)))], NOTHING)
    assert (only.value, only.line) == (0.5, (4, 0)), "never tried, it is worth a half"


def test_an_error_is_that_of_the_sample_with_a_win_and_a_loss_more():
    (only,) = merged([root(tried(4, 98, 49, 20))], NOTHING)
    results = [1.0] * 50 + [0.5] * 20 + [0.0] * 30
    assert only.error == pytest.approx(np.std(results) / math.sqrt(100))


def test_the_shorter_proof_of_two_trees_counts_a_ply_from_the_move_and_is_certain():
    slow = root(tried(4, 900, 100, proof=WIN, distance=6, line=(4, 0, 8)))
    fast = root(tried(4, 10, 1, proof=WIN, distance=2, line=(4, 1)))
    blind = root(tried(4, 5_000, 100, line=(4, 7)))
    for trees in ([slow, fast, blind], [blind, fast, slow]):
        (only,) = merged(trees, NOTHING)
        assert (only.proof, only.distance, only.line) == (Proof.WIN, 3, (4, 1))
        assert (only.value, only.error) == (1.0, 0.0)
    again = root(tried(4, 20, 1, proof=WIN, distance=2, line=(4, 2)))
    assert merged([fast, again], NOTHING)[0].line == (4, 1)


def test_won_moves_lead_the_fastest_first_and_lost_ones_end_the_longest_first():
    assert order(
        tried(1, 900, 800, proof=LOSS, distance=3),
        tried(2, 10, 5),
        tried(3, 1, 0, proof=WIN, distance=8),
        tried(4, 800, 700, proof=LOSS, distance=7),
        tried(5, 70, 5),
        tried(6, 2, 0, proof=WIN, distance=4),
    ) == [6, 3, 5, 2, 4, 1]


@pytest.mark.parametrize(("wins", "first"), [(51, 5), (50, 3), (49, 3)])
def test_a_proven_draw_yields_only_to_an_open_move_that_promises_more(wins, first):
    found = order(
        tried(2, 99, 99),
        tried(3, 8, 0, proof=DRAW, distance=4),
        tried(4, 9, 0, proof=DRAW, distance=2),
        tried(5, 100, wins),
    )
    assert found == ([5, 4, 3, 2] if first == 5 else [4, 3, 5, 2])


def test_what_an_adviser_has_proven_is_told_with_its_line():
    win = Candidate(7, 0, 1.0, proof=Proof.WIN, distance=5, line=(7, 3, 8))
    loss = Candidate(4, 0, 0.0, proof=Proof.LOSS, distance=6, line=(4, 3))
    info = told(root(tried(4, 900, 800), tried(2, 50, 25)), advice=Advice(win, {4: loss}))
    assert [each.move for each in info.candidates] == [7, 2, 4]
    assert (info.proof, info.distance, info.line) == (Proof.WIN, 5, (7, 3, 8))
    lost = info.candidates[2]
    assert (lost.proof, lost.distance, lost.line, lost.visits) == (Proof.LOSS, 6, (4, 3), 900)


@pytest.mark.parametrize(("distance", "line"), [(3, (4, 1)), (5, (4, 0)), (None, (4, 1))])
def test_an_advisers_proof_counts_where_it_is_the_shorter_one(distance, line):
    proven = Candidate(4, 0, 0.0, proof=Proof.LOSS, distance=distance, line=(4, 1))
    tree = root(tried(4, 900, 8, proof=LOSS, distance=4, line=(4, 0)))
    assert merged([tree], Advice(losses={4: proven}))[0].line == line


def test_a_rescue_is_played_before_all_that_is_lost():
    lost = [tried(move, 50, 0, proof=LOSS, distance=4) for move in (1, 2)]
    info = told(root(*lost), advice=Advice(rescue=6))
    assert [each.move for each in info.candidates] == [6, 1, 2]
    assert (info.line, info.value, info.proof) == ((6,), 0.5, None)
    known = told(root(*lost, tried(6, 9, 3, line=(6, 2))), advice=Advice(rescue=6))
    assert (known.candidates[0].visits, known.line) == (9, (6, 2))
    assert len(merged([root(*lost, tried(6, 9, 3))], Advice(rescue=6))) == 3


def proven_by(*children, legal=3, complete=False):
    """Say what two trees prove, of which the second may know all the moves that matter."""
    trees = [root(*children[:1]), root(*children[1:], complete=complete)]
    proven = proven_value(merged(trees, NOTHING), trees, legal)
    info = told(*trees, legal=legal)
    assert (info.proof, info.distance) == proven, "it is told of the position"
    return proven


def test_a_position_is_proven_by_a_win_or_by_all_the_moves_that_matter():
    *two, third = (tried(move, 9, proof=LOSS, distance=move) for move in (1, 2, 3))
    won, drawn = tried(3, 9, proof=WIN, distance=2), tried(3, 9, proof=DRAW, distance=6)
    assert proven_by(tried(1, 99, 50), won) == (Proof.WIN, 3)
    assert proven_by(*two, third) == (Proof.LOSS, 4)
    assert proven_by(*two, drawn) == (Proof.DRAW, 7)
    assert proven_by(*two) == (None, None), "a move is left that no tree has looked at"
    assert proven_by(*two, legal=2) == proven_by(*two, complete=True) == (Proof.LOSS, 3)
    for complete in (False, True):
        assert proven_by(*two, tried(3, 9), complete=complete) == (None, None)


def test_a_search_is_told_with_all_its_trees():
    trees = [
        root(tried(4, 60, 30, 20), tried(2), simulations=60, nodes=70),
        root(tried(4, 50, 20, 2), simulations=50, nodes=40),
    ]
    info = told(*trees, reused_visits=7, reused_of=30, elapsed=1.5)
    assert (info.simulations, info.nodes, info.threads) == (110, 110, 2)
    assert (info.reused_visits, info.reused_of, info.elapsed) == (7, 30, 1.5)
    assert [each.move for each in info.candidates] == [4], "a move nobody tried is no candidate"
    assert (info.value, info.error) == (info.candidates[0].value, info.candidates[0].error)
    assert (info.proof, info.distance, info.tree) == (None, None, ())
    assert info.drawn == pytest.approx(0.2)
    assert told(root(tried(4, 1, 0, 1))).drawn == 1.0
    assert told(root(tried(4))).drawn == 0.0
    untried = told(root(tried(4), tried(2), tried(3, proof=LOSS, distance=1)))
    assert [each.move for each in untried.candidates] == [4, 3], "it leads, or is proven"


def test_the_tree_is_the_largest_ones_seen_by_the_mover_of_the_position():
    top = (
        (-1, 4, 100, 60, 20, UNKNOWN),
        (0, 0, 50, 10, 10, UNKNOWN),
        (1, 8, 20, 5, 0, UNKNOWN),
        (1, 7, 10, 1, 0, WIN),
        (0, 2, 10, 1, 0, WIN),
        (0, 3, 10, 1, 0, LOSS),
        (-1, 1, 8, 1, 0, DRAW),
    )
    small = root(visits=99, top=((-1, 5, 99, 9, 9, UNKNOWN),))
    info = told(small, root(tried(4, 100), visits=100, top=top))
    assert info.tree == (
        Branch(4, -1, 100, 0.7),
        Branch(0, 0, 50, 0.7),
        Branch(8, 1, 20, 0.25),
        Branch(7, 1, 10, 1.0, Proof.WIN),
        Branch(2, 0, 10, 0.0, Proof.LOSS),
        Branch(3, 0, 10, 1.0, Proof.WIN),
        Branch(1, -1, 8, 0.5, Proof.DRAW),
    )
