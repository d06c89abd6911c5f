"""The searcher from outside: threads, reuse, messages, what it plays."""

import threading
from dataclasses import replace

import pytest

from ai.search import tree_search
from ai.search.mcts import MctsSearcher
from ai.search.mcts_algorithm import POLL_EVERY
from ai.search.messages import Limit, Proof, StopReason
from ai.search.options import MctsOptions
from ai.search.tree import NODE_BYTES
from game.games.hex_gomoku.rules import HexParameters
from tests.games import after, position
from tests.thinking import think

CENTRE = position("hex", (45,))


def searched(simulations, state=CENTRE, **options):
    result = think(MctsSearcher("hex", MctsOptions(**options)), state, simulations)
    return replace(result, info=replace(result.info, elapsed=0.0))


def test_threads_add_up_move_by_move():
    searcher = MctsSearcher("hex", MctsOptions(threads=2, seed=3))
    info = think(searcher, CENTRE, simulations=10_000).info
    visits = {}
    for search in searcher.trees:
        children = search.snapshot.children
        for move, count in zip(children.move, children.visits, strict=True):
            visits[int(move)] = visits.get(int(move), 0) + int(count)
    assert {c.move: c.visits for c in info.candidates} == {m: v for m, v in visits.items() if v}
    first, second = (search.tree.visits[1:10].tolist() for search in searcher.trees)
    assert first != second  # the threads do not repeat each other


def test_chunks_and_growth_change_no_result(monkeypatch):
    expected = searched(30_000, seed=2)
    monkeypatch.setattr(tree_search, "FIRST_CHUNK", POLL_EVERY + 1)
    monkeypatch.setattr(tree_search, "CHUNK_SECONDS", 1e-4)
    monkeypatch.setattr(tree_search, "SMALLEST_CAPACITY", 1 << 18)
    assert searched(30_000, seed=2) == expected


def test_the_information_is_whole():
    info = think(MctsSearcher("hex", MctsOptions(seed=1)), CENTRE, simulations=20_000).info
    best = info.candidates[0]
    assert (info.value, info.error, info.line) == (best.value, best.error, best.line)
    visits = [candidate.visits for candidate in info.candidates]
    assert visits == sorted(visits, reverse=True)
    assert info.nodes > 1000
    assert info.elapsed > 0
    for candidate in info.candidates:
        assert candidate.line[0] == candidate.move
        assert 0 < candidate.error < 0.36
        assert 0 <= candidate.value <= 1
        after(CENTRE, candidate.line)  # each move of it legal
    assert len(best.line) > 2


def test_progress_is_reported_from_the_calling_thread():
    reports = []

    def listen(info):
        reports.append((threading.get_ident(), info))

    enough = Limit(seconds=60)
    MctsSearcher("hex").search(CENTRE, enough, lambda: len(reports) >= 3, listen)
    assert len(reports) <= 10 * reports[-1][1].elapsed + 1, "ten a second at most"
    assert {ident for ident, _ in reports} == {threading.get_ident()}
    counts = [info.simulations for _, info in reports]
    assert counts == sorted(counts)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_is_kept_across_moves(threads):
    searcher = MctsSearcher("hex", MctsOptions(threads=threads, seed=1))
    best = think(searcher, CENTRE, simulations=20_000).info.candidates[0]
    moves = best.line[:2]
    expected = 0
    for search in searcher.trees:
        child = tree_search.child_with_move(search.tree, 0, moves[0])
        grandchild = tree_search.child_with_move(search.tree, child, moves[1])
        expected += int(search.tree.visits[grandchild]) if grandchild else 0
    searcher.advance(moves)
    info = think(searcher, after(CENTRE, moves), simulations=1000).info
    assert (info.reused_visits, info.reused_of, info.simulations) == (expected, 20_000, 1000)
    assert 0 < expected < 20_000
    assert sum(search.visits for search in searcher.trees) == expected + 1000


def reused(searcher, state, simulations=100):
    """Search further; return how many visits were kept, and of how many."""
    info = think(searcher, state, simulations).info
    assert info.simulations == simulations
    assert sum(each.visits for each in info.candidates) == simulations + info.reused_visits
    return info.reused_visits, info.reused_of


def test_a_tree_is_kept_in_its_own_position_and_never_taken_for_another_one():
    searcher = MctsSearcher("hex")
    result = think(searcher, CENTRE, simulations=500)
    searcher.advance(())
    assert reused(searcher, CENTRE) == (500, 500)
    searcher.advance(None)
    assert reused(searcher, CENTRE) == (0, 0)
    searcher.advance((result.move,))
    assert reused(searcher, CENTRE) == (0, 100), "the move was taken back"
    searcher.advance((0,))
    assert reused(searcher, CENTRE.play(0)) == (0, 100), "a corner is in no tree"
    searcher.advance(None)
    best, other, *_ = (each.move for each in think(searcher, CENTRE, 400).info.candidates)
    searcher.advance((best,))
    assert reused(searcher, CENTRE.play(other))[0] == 0, "the moves led elsewhere"
    small = position("hex", (), HexParameters(side=4, opening="swap"))
    assert [reused(searcher, small)[0] for _ in range(2)] == [0, 100], "another board"
    searcher = MctsSearcher("hex", MctsOptions(reuse=False))
    assert [reused(searcher, CENTRE)[0] for _ in range(2)] == [0, 0]


def test_a_full_tree_is_searched_on_without_growing():
    searcher = MctsSearcher("hex", MctsOptions(expand_at=1, seed=1))
    info = think(searcher, CENTRE, simulations=100_000, memory_mb=1).info
    assert info.simulations == 100_000
    assert 0.9 * (1 << 20) < info.nodes * NODE_BYTES <= 1 << 20


def test_a_proof_ends_a_search_and_the_only_move_of_a_game_needs_no_thought():
    result = think(MctsSearcher("tictactoe"), position("tictactoe", (0, 3, 1, 4)), seconds=60)
    assert (result.move, result.reason) == (2, StopReason.PROVEN)
    assert (result.info.proof, result.info.distance) == (Proof.WIN, 1)
    again = MctsSearcher("tictactoe", MctsOptions(threads=2))
    assert think(again, position("tictactoe"), seconds=60).info.proof is Proof.DRAW
    last = position("tictactoe", (0, 4, 8, 2, 6, 3, 5, 7))
    result = think(MctsSearcher("tictactoe", MctsOptions(solver=False)), last, seconds=60)
    assert (result.move, result.reason) == (1, StopReason.ONLY_MOVE)
    over = think(MctsSearcher("tictactoe"), position("tictactoe", (0, 3, 1, 4, 2)), seconds=60)
    assert (over.move, over.info.value, over.info.proof) == (None, 0.0, Proof.LOSS)


def test_a_blunder_is_a_random_move_next_to_a_stone():
    sure = MctsSearcher("hex", MctsOptions(blunder=1.0, seed=1))
    moves = {think(sure, CENTRE, simulations=10).move for _ in range(60)}
    assert moves == {34, 35, 44, 46, 55, 56}
    state = position("tictactoe", (0, 3, 1, 4))
    half, again = (MctsSearcher("tictactoe", MctsOptions(blunder=0.5, seed=1)) for _ in range(2))
    played = [think(half, state, simulations=50).move for _ in range(60)]
    assert 20 < played.count(2) < 50
    assert [think(again, state, simulations=50).move for _ in range(60)] == played


def test_the_swap_is_searched_like_any_move():
    """A first stone in the centre of a small board is worth taking over."""
    state = position("hex", (18,), HexParameters(side=4, opening="swap", in_a_row=4))
    result = searched(20_000, state, seed=2)
    assert state.move_to_string(result.move) == "swap"
    assert searched(20_000, state.play(result.move), seed=2).info.value < 0.5 < result.info.value
