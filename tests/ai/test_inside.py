"""A watched search is the search: the same tree, number for number, and what it tells is so."""

import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.search import mcts
from ai.search.inside import KEPT_FROM, Parting, WatchedTree, watch
from ai.search.limits import CancelFlag
from ai.search.mcts import merged
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import NmcsOptions
from ai.search.searcher import Advice
from ai.search.simulation import Phase, SearchedNode
from ai.search.tree import Tree
from ai.search.tree_search import TreeSearch
from ai.searchers import parse_spec
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import after, played_out, position
from tests.thinking import think
from tests.waiting import LIMIT_SECONDS

FOR_TWO = [
    ("tictactoe", None, (), 40),
    ("tictactoe", TicTacToeParameters(9, 9, 5), (40, 41), 12),
    ("hex", None, (45, 46, 35), 25),
    ("breakthrough", None, (), 25),
]


for_two = pytest.mark.parametrize(("game", "parameters", "moves", "count"), FOR_TWO)


def options(game, expand_at):
    _, chosen = parse_spec("mcts", game)
    return replace(chosen, seed=3, expand_at=expand_at)


def same_trees(one, other):
    used = int(one.used[0])
    assert used == int(other.used[0])
    for field in Tree._fields:
        assert np.array_equal(getattr(one, field)[:used], getattr(other, field)[:used]), field


@pytest.mark.parametrize("expand_at", [1, 3])
@for_two
def test_a_watched_tree_is_the_compiled_one(game, parameters, moves, count, expand_at):
    start, chosen = position(game, moves, parameters, seed=1), options(game, expand_at)
    watched = WatchedTree(game, start, chosen)
    assert watched.tree.choice is None
    compiled = TreeSearch(game, start.parameters, chosen, 0)
    compiled.prepare(start)
    for _ in range(count):
        assert watched.simulate()
    compiled.search(np.zeros(1, np.uint8), count, 1 << 26)
    same_trees(watched.tree.tree, compiled.tree)
    assert watched.tree.choice == merged([compiled.snapshot], Advice())[0].move
    # The compiled functions and the plain ones go on from each other, and what was undone is done
    # again as it was.
    watched.go_to(2 * count)
    watched.go_to(count + 1)
    again = watched.simulate()
    compiled.search(np.zeros(1, np.uint8), count + 2, 1 << 26)
    same_trees(watched.tree.tree, compiled.tree)
    assert again is None or again.number == watched.count == compiled.simulations


@for_two
def test_a_simulation_tells_what_was_done(game, parameters, moves, count):
    start = position(game, moves, parameters, seed=1)
    watched, follower = (WatchedTree(game, start, options(game, 1)) for _ in range(2))
    for number in range(1, count):
        told = watched.simulate()
        path = told.path
        assert told.number == number
        assert follower.follow() == path, "the same without the rest of what is told"
        for place, move in enumerate(path):
            before = told.before.children(path[:place])
            chosen = next((each for each in before if each.path[-1] == move), None)
            if before and not any(each.proof for each in before):
                assert chosen.value == pytest.approx(max(each.value for each in before), abs=1e-5)
        counted = [result_of(told, path[:length]) for length in range(len(path) + 1)]
        for upper, lower in pairwise(counted[1:]):
            assert None in (upper, lower) or upper == pytest.approx(-lower, abs=1e-3)
        visited = told.after.node(path)
        assert visited.visits == 1 + (old.visits if (old := told.before.node(path)) else 0)
        for each in told.moments:
            assert each.text
            if each.phase is Phase.EXPANSION:
                assert not told.before.children(each.at)
                assert told.after.children(each.at)
        state = after(start, (*path, *(told.played_out.moves if told.played_out else ())))
        if told.played_out and state.is_terminal:
            assert state.returns[0] == told.played_out.result


def result_of(told, path):
    """Return what a simulation counts for who moved to a node, None where a proof stands there."""
    before, after = told.before.node(path), told.after.node(path)
    if after.proof or (before and before.proof):
        return None
    earlier = before.mean * before.visits if before else 0.0
    return 2 * (after.mean * after.visits - earlier) - 1


@pytest.mark.parametrize(("level", "count", "side"), [(1, 60, 6), (2, 300, 5), (3, 500, 5)])
def test_a_watched_nested_search_is_the_compiled_one(level, count, side):
    start = position("samegame", (), SameGameParameters(side, side, 3), seed=1)
    watched = watch("samegame", start, NmcsOptions(seed=3, level=level))
    for _ in range(count):
        told = watched.simulate()
        end = played_out(start, (*told.path, *told.played_out.moves))
        assert end.returns[0] == told.played_out.result
        remembers_what_it_played(start, told, level)
    board = EncodedPosition.of("samegame", start)
    work = board.workspace(level, new_rng(3), CancelFlag())
    work.counts[BUDGET] = count
    board.search.search(board.tables, work, level, 0, 1 << 30, True, 0)
    for field in ("best_line", "best_score"):
        assert np.array_equal(getattr(work, field), getattr(watched.work, field)), field
    if level == 1:  # where a search of a lower level is cut short, the one above still chooses
        for field in ("path", "rng"):
            assert np.array_equal(getattr(work, field), getattr(watched.work, field)), field
    root = watched.tree.node(())
    assert (root.visits, root.mean) == (count, work.best_score[0])
    assert watched.tree.choice == work.best_line[0]
    assert sum(each.visits for each in watched.tree.children(())) == count
    watched.go_to(10)
    assert watched.tree.node(()).visits == 10


def remembers_what_it_played(start, told, level):
    """Each level's line is a whole game of its score, which goes on from where the level began."""
    assert [each.level for each in told.memories] == list(range(level, 0, -1))
    begun = [each.begun for each in told.memories]
    assert begun == sorted(begun)
    for each in told.memories:
        if each.line:
            assert each.line[: each.begun] == told.path[: each.begun]
            assert played_out(start, each.line).returns[0] == each.score
    assert told.memories[-1].score >= told.played_out.result


def test_a_search_that_nobody_watches_any_more_leaves_no_thread():
    before, start = threading.enumerate(), position("samegame", (), SameGameParameters(6, 6, 3))
    watched = watch("samegame", start, NmcsOptions(level=1))
    watched.simulate()
    (thread,) = [each for each in threading.enumerate() if each not in before]
    del watched
    thread.join(LIMIT_SECONDS)
    assert not thread.is_alive()


def test_a_proven_position_is_the_end_of_it():
    start = position("tictactoe", (0, 3, 1, 4))
    watched, follower = (watch("tictactoe", start, options("tictactoe", 1)) for _ in range(2))
    while (told := watched.simulate()) is not None:
        assert follower.follow() == told.path
        assert told.number < 100
    assert follower.follow() == ()


@for_two
def test_two_searches_part_where_they_first_go_different_ways(game, parameters, moves, count):
    start, one = position(game, moves, parameters, seed=1), options(game, 1)
    other = replace(one, exploration=1.4)
    found = Parting(watch(game, start, one), watch(game, start, other)).within(300)
    number = found.number
    pair = [watch(game, start, each) for each in (one, other)]
    paths = [[each.simulate().path for _ in range(number)] for each in pair]
    assert paths[0][:-1] == paths[1][:-1]
    assert [each[-1] for each in paths] == [found.one, found.other]
    assert found.one != found.other
    again = Parting(watch(game, start, one), watch(game, start, other))
    assert not again.within(number - 1)
    assert again.within(number)
    assert not again.within(number - 1), "there is none so early"


def test_what_looks_for_where_searches_part_finds_none_in_equal_ones_and_is_interrupted():
    start, one = position("tictactoe"), options("tictactoe", 1)
    assert not Parting(watch("tictactoe", start, one), watch("tictactoe", start, one)).within(50)
    start, one = position("hex"), options("hex", 1)
    parting = Parting(watch("hex", start, one), watch("hex", start, one))
    questions = iter((True, True, False))
    assert not parting.within(10**9, lambda: next(questions))


@for_two
@pytest.mark.parametrize("reuse", [True, False])
def test_a_watched_search_goes_on_with_the_tree_of_the_searcher(
    game, parameters, moves, count, reuse, monkeypatch
):
    earlier, chosen = position(game, moves, parameters, seed=1), options(game, 1)
    chosen = replace(chosen, reuse=reuse)
    monkeypatch.setattr(mcts, "new_adviser", lambda game: None)  # who asks no tree
    searcher = mcts.MctsSearcher(game, chosen)
    move = earlier.legal_moves[0]
    if reuse:  # else another search would only draw its random numbers
        move = think(searcher, earlier, KEPT_FROM).move
        searcher.advance((move,))
    start = earlier.play(move)
    think(searcher, start, count)
    watched = watch(game, start, chosen, (earlier, move))
    kept = watched.tree.kept
    assert bool(kept) == reuse == (watched.tree.choice is not None)
    for number in range(1, count + 1):
        told = watched.simulate()
        assert told is None or told.number == number
    same_trees(watched.tree.tree, searcher.trees[0].tree)
    watched.go_to(1)
    assert watched.tree.kept == kept
    assert watched.tree.node(()).visits == 1 + (kept or 0)


def test_nothing_is_kept_of_what_was_not_searched():
    chosen = replace(options("hex", 1), candidates="snow")
    start = position("hex", (45,))
    far = max(start.legal_moves)
    assert watch("hex", start.play(far), chosen, (start, far)).tree.kept == 0
    assert watch("hex", start, chosen).tree.kept == 0
    assert watch("hex", start, replace(chosen, reuse=False)).tree.kept is None


@pytest.mark.parametrize(("mean", "bonus"), [(0.334, 0.502), (0.336, 0.499), (0.005, 0.005)])
def test_a_sum_is_what_its_rounded_parts_add_up_to(mean, bonus):
    one, other, total = SearchedNode((1,), 3, mean, bonus).summands
    assert f"{one:.2f} {other:.2f} {total:.2f}".split() == [
        f"{each:.2f}" for each in (round(mean, 2), total - one, round(mean + bonus, 2))
    ]
    assert round(100 * one) + round(100 * other) == round(100 * total)
