"""The searcher from outside: limits, threads, reuse, seeds, messages."""

import random
import threading
from dataclasses import replace

import pytest

from ai.contract.games import game_spec
from ai.search import tree_search
from ai.search.mcts import MctsSearcher
from ai.search.mcts_algorithm import POLL_EVERY
from ai.search.messages import Limit, Proof, StopReason
from ai.search.options import MctsOptions
from ai.search.tree import NODE_BYTES
from game.games.hex_gomoku.rules import HexParameters
from tests.games import after
from tests.thinking import think


def start(game, *moves, parameters=None):
    spec = game_spec(game)
    return after(spec.new_game(parameters or spec.parameters(), 0), moves)


CENTRE = start("hex", 45)
NO_REPORT = lambda info: None  # noqa: E731
NEVER = lambda: False  # noqa: E731


def without_time(result):
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
    expected = without_time(
        think(MctsSearcher("hex", MctsOptions(seed=2)), CENTRE, simulations=30_000)
    )
    monkeypatch.setattr(tree_search, "FIRST_CHUNK", POLL_EVERY + 1)
    monkeypatch.setattr(tree_search, "CHUNK_SECONDS", 1e-4)
    monkeypatch.setattr(tree_search, "SMALLEST_CAPACITY", 1 << 18)
    again = without_time(
        think(MctsSearcher("hex", MctsOptions(seed=2)), CENTRE, simulations=30_000)
    )
    assert again == expected


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
        position = CENTRE
        for move in candidate.line:
            position = position.play(move)
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


def test_an_error_in_a_search_thread_reaches_the_caller(monkeypatch):
    searcher = MctsSearcher("hex", MctsOptions(threads=2))

    def fail(*_):
        raise RuntimeError("broken kernel")

    monkeypatch.setattr(tree_search.TreeSearch, "search", fail)
    with pytest.raises(RuntimeError, match="broken kernel"):
        think(searcher, CENTRE, seconds=60)
    monkeypatch.undo()
    assert think(searcher, CENTRE, simulations=10).info.simulations == 10


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_is_kept_across_moves(threads):
    searcher = MctsSearcher("hex", MctsOptions(threads=threads, seed=1))
    info = think(searcher, CENTRE, simulations=20_000).info
    best = info.candidates[0]
    reply = best.line[1]
    expected = 0
    for search in searcher.trees:
        child = tree_search.child_with_move(search.tree, 0, best.move)
        grandchild = tree_search.child_with_move(search.tree, child, reply)
        expected += int(search.tree.visits[grandchild]) if grandchild else 0
    searcher.advance((best.move, reply))
    position = CENTRE.play(best.move).play(reply)
    after = think(searcher, position, simulations=1000).info
    assert (after.reused_visits, after.reused_of) == (expected, 20_000)
    assert 0 < expected < 20_000
    assert after.simulations == 1000
    assert sum(search.visits for search in searcher.trees) == expected + 1000


def test_continuing_in_the_same_position_keeps_everything():
    searcher = MctsSearcher("hex")
    think(searcher, CENTRE, simulations=500)
    searcher.advance(())
    info = think(searcher, CENTRE, simulations=500).info
    assert (info.reused_visits, info.reused_of) == (500, 500)
    assert sum(candidate.visits for candidate in info.candidates) == 1000


def test_an_undo_or_an_unknown_move_starts_afresh():
    searcher = MctsSearcher("hex")
    move = think(searcher, CENTRE, simulations=500).move
    searcher.advance((move,))
    info = think(searcher, CENTRE, simulations=100).info  # the move was taken back
    assert (info.reused_visits, info.simulations) == (0, 100)
    corner = 0
    assert corner not in {candidate.move for candidate in info.candidates}
    searcher.advance((corner,))
    info = think(searcher, CENTRE.play(corner), simulations=100).info
    assert (info.reused_visits, info.reused_of) == (0, 100)
    searcher.advance(None)
    info = think(searcher, CENTRE, simulations=100).info
    assert (info.reused_visits, info.reused_of) == (0, 0)


def test_a_tree_is_never_taken_for_another_position():
    """The moves given lead elsewhere than to the position that is searched."""
    searcher = MctsSearcher("hex", MctsOptions(seed=1))
    move = think(searcher, CENTRE, simulations=2000).move
    searcher.advance((move,))
    other = CENTRE.play(next(m for m in CENTRE.legal_moves if m != move))
    fresh = think(MctsSearcher("hex"), other, simulations=10).info
    assert think(searcher, other, simulations=10).info.reused_visits == 0
    assert fresh.simulations == 10


def test_a_searcher_changes_boards():
    searcher = MctsSearcher("hex")
    think(searcher, CENTRE, simulations=10)
    small = start("hex", parameters=HexParameters(side=4, opening="swap"))
    assert think(searcher, small, simulations=10).info.reused_visits == 0
    assert think(searcher, small, simulations=10).info.reused_visits == 10


def test_reuse_can_be_switched_off():
    searcher = MctsSearcher("hex", MctsOptions(reuse=False))
    think(searcher, CENTRE, simulations=100)
    assert think(searcher, CENTRE, simulations=100).info.reused_visits == 0


def test_a_full_tree_is_searched_on_without_growing():
    searcher = MctsSearcher("hex", MctsOptions(expand_at=1, seed=1))
    result = think(searcher, CENTRE, simulations=100_000, memory_mb=1)
    assert result.info.simulations == 100_000
    assert result.info.nodes * NODE_BYTES <= 1 << 20
    assert result.info.nodes * NODE_BYTES > 0.9 * (1 << 20)


def test_the_only_move_of_a_game_needs_no_thought():
    position = start("tictactoe", 0, 4, 8, 2, 6, 3, 5, 7)
    assert len(position.legal_moves) == 1
    result = think(MctsSearcher("tictactoe", MctsOptions(solver=False)), position, seconds=60)
    assert (result.move, result.reason) == (1, StopReason.ONLY_MOVE)


def test_a_proof_ends_a_search():
    result = think(MctsSearcher("tictactoe"), start("tictactoe", 0, 3, 1, 4), seconds=60)
    assert (result.move, result.reason) == (2, StopReason.PROVEN)
    assert (result.info.proof, result.info.distance) == (Proof.WIN, 1)
    again = MctsSearcher("tictactoe", MctsOptions(threads=2))
    assert think(again, start("tictactoe"), seconds=60).info.proof is Proof.DRAW


def test_a_finished_game_has_no_move():
    result = think(MctsSearcher("tictactoe"), start("tictactoe", 0, 3, 1, 4, 2), seconds=60)
    assert result.move is None
    assert (result.info.value, result.info.proof) == (0.0, Proof.LOSS)


def test_a_blunder_is_a_random_move_next_to_a_stone():
    sure = MctsSearcher("hex", MctsOptions(blunder=1.0, seed=1))
    moves = {think(sure, CENTRE, simulations=10).move for _ in range(60)}
    assert moves == {34, 35, 44, 46, 55, 56}
    position = start("tictactoe", 0, 3, 1, 4)
    half = MctsSearcher("tictactoe", MctsOptions(blunder=0.5, seed=1))
    played = [think(half, position, simulations=50).move for _ in range(60)]
    assert 20 < played.count(2) < 50
    again = MctsSearcher("tictactoe", MctsOptions(blunder=0.5, seed=1))
    assert [think(again, position, simulations=50).move for _ in range(60)] == played


def test_the_swap_is_searched_like_any_move():
    """A first stone in the centre of a small board is worth taking over."""
    parameters = HexParameters(side=4, opening="swap", in_a_row=4)
    position = start("hex", 18, parameters=parameters)
    result = think(MctsSearcher("hex", MctsOptions(seed=2)), position, simulations=20_000)
    assert position.move_to_string(result.move) == "swap"
    assert result.info.value > 0.5
    taken = position.play(result.move)
    assert (
        think(MctsSearcher("hex", MctsOptions(seed=2)), taken, simulations=20_000).info.value < 0.5
    )


def test_two_searchers_draw_tictactoe():
    for seed in range(200):
        players = [MctsSearcher("tictactoe", MctsOptions(seed=2 * seed + k)) for k in range(2)]
        position = start("tictactoe")
        while not position.is_terminal:
            move = think(players[position.current_player], position, simulations=2000).move
            position = position.play(move)
            for player in players:
                player.advance((move,))
        assert position.returns == (0.0, 0.0)


@pytest.mark.thorough
def test_it_never_loses_tictactoe_to_random_play():
    chooser = random.Random(1)
    searcher = MctsSearcher("tictactoe", MctsOptions(seed=1))
    wins = 0
    for game in range(300):
        position = start("tictactoe")
        searcher.advance(None)
        while not position.is_terminal:
            if position.current_player == game % 2:
                move = think(searcher, position, simulations=2000).move
            else:
                move = chooser.choice(position.legal_moves)
            position = position.play(move)
            searcher.advance((move,))
        assert position.returns[game % 2] >= 0
        wins += position.returns[game % 2] > 0
    assert wins > 240


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"expand_at": 0}, "expand_at must be .* 1 to 1000, not 0"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256, not 0"),
        ({"exploration": -1}, "exploration must be a number from 0 to 10, not -1"),
        ({"blunder": 2}, "blunder must be a number from 0 to 1, not 2"),
        ({"final": "best"}, "final must be one of visits, mean, not 'best'"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        MctsOptions(**arguments)
