"""A watched search is the search: the same tree, number for number, and what it tells is so."""

import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.kernels.random import new_rng
from ai.search.inside import WatchedNested, WatchedTree, watch
from ai.search.limits import CancelFlag
from ai.search.nmcs import load_game
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import NestedOptions
from ai.search.tree import Tree
from ai.search.tree_search import TreeSearch
from ai.searchers import parse_spec
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters

FOR_TWO = [
    ("tictactoe", None, (), 40),
    ("tictactoe", TicTacToeParameters(9, 9, 5), (40, 41), 12),
    ("hex", None, (45, 46, 35), 25),
    ("breakthrough", None, (), 25),
]


def position(game, parameters=None, moves=()):
    spec = game_spec(game)
    state = spec.new_game(parameters or spec.parameters(), 1)
    for move in moves:
        state = state.play(move)
    return state


def options(game, expand_at):
    _, chosen = parse_spec("mcts", game)
    return replace(chosen, seed=3, expand_at=expand_at)


def same_trees(one, other):
    used = int(one.used[0])
    assert used == int(other.used[0])
    for field in Tree._fields:
        assert np.array_equal(getattr(one, field)[:used], getattr(other, field)[:used]), field


@pytest.mark.parametrize("expand_at", [1, 3])
@pytest.mark.parametrize(("game", "parameters", "moves", "count"), FOR_TWO)
def test_a_watched_tree_is_the_compiled_one(game, parameters, moves, count, expand_at):
    start, chosen = position(game, parameters, moves), options(game, expand_at)
    watched = WatchedTree(game, start, chosen)
    compiled = TreeSearch(game, start.parameters, chosen, 0)
    compiled.prepare(start)
    for _ in range(count):
        assert watched.simulate()
    compiled.search(np.zeros(1, np.uint8), count, 1 << 26)
    same_trees(watched._search.tree, compiled.tree)
    # The compiled functions and the plain ones go on from each other, and what was undone is done
    # again as it was.
    watched.go_to(2 * count)
    watched.go_to(count + 1)
    again = watched.simulate()
    compiled.search(np.zeros(1, np.uint8), count + 2, 1 << 26)
    same_trees(watched._search.tree, compiled.tree)
    assert again is None or again.number == watched.count == compiled.simulations


@pytest.mark.parametrize(("game", "parameters", "moves", "count"), FOR_TWO)
def test_a_simulation_tells_what_was_done(game, parameters, moves, count):
    start = position(game, parameters, moves)
    watched = WatchedTree(game, start, options(game, 1))
    for number in range(1, count):
        told = watched.simulate()
        path = told.path
        assert told.number == number
        assert len(told.results) == len(path) + 1
        state = start
        for place, move in enumerate(path):
            state = state.play(move)
            before = told.before.children(path[:place])
            chosen = next((each for each in before if each.path[-1] == move), None)
            if before and not any(each.proof for each in before):
                assert chosen.value == pytest.approx(max(each.value for each in before), abs=1e-5)
        for upper, lower in pairwise(told.results):
            assert upper == -lower or upper == 0
        visited = told.after.node(path)
        assert visited.visits == 1 + (old.visits if (old := told.before.node(path)) else 0)
        if told.expanded is not None:
            assert not told.before.children(told.expanded)
            assert told.after.children(told.expanded)
        if told.played_out:
            for move in told.played_out.moves:
                state = state.play(move)
            if state.is_terminal:
                assert state.returns[0] == told.played_out.result


def test_a_watched_nested_search_is_the_compiled_one():
    start, count = position("samegame", SameGameParameters(6, 6, 3)), 60
    watched = WatchedNested("samegame", start, 3)
    for _ in range(count):
        told = watched.simulate()
        state = start
        for move in (*told.path, *told.played_out.moves):
            state = state.play(move)
        assert state.is_terminal
        assert state.returns[0] == told.played_out.result
    nested = load_game("samegame")
    board = EncodedPosition.of(nested, start)
    work = board.workspace(1, new_rng(3), CancelFlag())
    work.counts[BUDGET] = count
    nested.search.search(board.tables, work, 1, 0, 1 << 30, True, 0)
    for field in ("best_line", "best_score", "path", "rng"):
        assert np.array_equal(getattr(work, field), getattr(watched.work, field)), field
    root = watched.tree.node(())
    assert (root.visits, root.mean) == (count, work.best_score[0])
    assert sum(each.visits for each in watched.tree.children(())) == count
    watched.go_to(10)
    assert watched.tree.node(()).visits == 10


def test_a_nested_search_that_nobody_watches_any_more_leaves_no_thread():
    watched = watch("samegame", position("samegame", SameGameParameters(6, 6, 3)), NestedOptions())
    watched.simulate()
    (thread,) = [each for each in threading.enumerate() if each.name == "watched search"]
    del watched
    thread.join(10.0)
    assert not thread.is_alive()


def test_a_proven_position_is_the_end_of_it():
    watched = watch("tictactoe", position("tictactoe", moves=(0, 3, 1, 4)), options("tictactoe", 1))
    assert any(watched.simulate() is None for _ in range(100))
