"""The searcher from outside: threads, reuse, messages, what it plays and proves."""

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest

from ai.search import tree_search
from ai.search.mcts import MctsSearcher
from ai.search.mcts_algorithm import POLL_EVERY
from ai.search.messages import Candidate, Limit, Proof, StopReason
from ai.search.options import MctsOptions
from ai.search.searcher import Advice
from ai.search.tree import NODE_BYTES, prove
from ai.searchers import make_searcher
from game.games.hex_gomoku.game import HexTreeOptions
from game.games.hex_gomoku.rules import HexParameters
from game.games.tictactoe.exact import exact_values
from tests.ai.hex_tactics import random_state, tactics
from tests.ai.small_hex import SmallHex, true_proofs
from tests.games import after, played_out, position
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


def test_the_swap_is_searched_like_any_move():
    """A first stone in the centre of a small board is worth taking over."""
    state = position("hex", (18,), HexParameters(side=4, opening="swap", in_a_row=4))
    result = searched(20_000, state, seed=2)
    assert state.move_to_string(result.move) == "swap"
    assert searched(20_000, state.play(result.move), seed=2).info.value < 0.5 < result.info.value


FEW = 1000  # simulations


def solved(searcher, found):
    count = 0
    for tactic in found:
        searcher.advance(None)
        count += think(searcher, tactic.state, simulations=FEW).move in tactic.moves
    return count


@pytest.mark.parametrize("kind", ["vcf", "vct", "defence"])
def test_a_few_simulations_find_tactics_only_with_the_threats(kind):
    found = tactics(kind)
    assert solved(MctsSearcher("hex"), found) >= len(found) - 2
    without = MctsSearcher("hex", HexTreeOptions(threats=False, vcf=False))
    assert solved(without, found) < len(found) - 2


def test_a_forced_win_ends_the_search_with_its_line():
    state = tactics("vct")[0].state
    result = think(MctsSearcher("hex"), state, simulations=10**9)
    info = result.info
    assert (info.proof, result.reason) == (Proof.WIN, StopReason.PROVEN)
    assert info.candidates[0].move == result.move
    assert len(info.line) > 2
    after(state, info.line)  # each of them legal


def test_moves_that_do_not_stop_a_threat_are_shown_as_lost():
    """What the threats tell a tree is compiled at no start and in no game."""
    tactic = tactics("defence")[0]
    info = think(MctsSearcher("hex"), tactic.state, simulations=FEW).info
    lost = {each.move for each in info.candidates if each.proof is Proof.LOSS}
    assert len(lost) > 20
    assert not lost & tactic.moves
    assert info.proof is None
    assert not prove.overloads


class Pessimist:
    """Finds a refutation of everything but one move."""

    def __init__(self, spared):
        self._spared = spared

    def look(self, position, limit, flag):
        return Advice()

    def refute(self, position, move, limit, *, briefly):
        if move == self._spared:
            return None
        return Candidate(move, 1, 0.0, proof=Proof.LOSS, distance=4 + move % 3, line=(move,))

    def forget(self):
        pass


def with_adviser(monkeypatch, adviser):
    monkeypatch.setattr("ai.search.mcts.new_adviser", lambda game: adviser)
    return MctsSearcher("hex")


def test_where_all_candidates_lose_another_move_is_played_or_the_longest_resistance(monkeypatch):
    corner = CENTRE.move_from_string("a6")
    result = think(with_adviser(monkeypatch, Pessimist(corner)), CENTRE, simulations=FEW)
    assert result.move == result.info.candidates[0].move == corner
    assert result.info.proof is None
    result = think(with_adviser(monkeypatch, Pessimist(None)), CENTRE, simulations=FEW)
    assert (result.info.proof, result.info.distance) == (Proof.LOSS, 6)
    assert len(result.info.candidates) == len(CENTRE.legal_moves)
    assert result.move % 3 == 2


def unfinished_tictactoe():
    start = position("tictactoe")
    found, waiting = {start.cells: start}, [start]
    while waiting:
        state = waiting.pop()
        for following in map(state.play, state.legal_moves):
            if following.cells not in found and not following.is_terminal:
                found[following.cells] = following
                waiting.append(following)
    return list(found.values())


@pytest.mark.parametrize("third", range(3))
def test_tictactoe_keeps_the_exact_value_and_proves_nothing_false_anywhere(third):
    positions, proofs = unfinished_tictactoe(), 0
    assert len(positions) == 4520
    searcher = MctsSearcher("tictactoe", MctsOptions(seed=1, reuse=False))
    for state in positions[third::3]:
        exact = {value.move: value for value in exact_values(state)}
        result = think(searcher, state, 2000)
        best = max(value.proof.share for value in exact.values())
        assert exact[result.move].proof.share == best, state.to_text()
        assert result.info.proof is None or result.info.proof.share == best, state.to_text()
        for candidate in result.info.candidates:
            if candidate.proof is not None:
                proofs += 1
                assert candidate.proof is exact[candidate.move].proof, state.to_text()
                assert candidate.distance >= exact[candidate.move].distance
    assert proofs > 1300


@pytest.mark.parametrize(("candidates", "vcf"), [("snow", True), ("adjacent", False)])
@pytest.mark.parametrize(
    ("side", "in_a_row", "stones", "count"),
    [(3, 4, (9, 10, 11, 12), 40), (4, 4, (26, 27, 28), 25), (4, 5, (28, 29, 30), 25)],
)
def test_hex_proofs_agree_with_minimax(candidates, side, in_a_row, stones, count, vcf):
    parameters = HexParameters(side=side, in_a_row=in_a_row)
    truth, rng, proofs = SmallHex(side, in_a_row), random.Random(side), Counter()
    for seed in range(count):
        state = random_state(rng, parameters, rng.choice(stones))
        for simulations in (40, 400, 10_000):
            options = HexTreeOptions(candidates=candidates, vcf=vcf, seed=seed)
            info = think(MctsSearcher("hex", options), state, simulations).info
            proofs += true_proofs(info, truth.ranks(state), state.to_text())
    assert proofs[Proof.WIN] > 10


def test_a_loss_is_proven_over_all_legal_moves_and_not_only_the_candidates():
    parameters, rng, widened = HexParameters(side=5, in_a_row=4), random.Random(3), 0
    for _ in range(60):
        state = random_state(rng, parameters, 7)
        searcher = MctsSearcher("hex", HexTreeOptions(candidates="adjacent", vcf=False))
        info = think(searcher, state, 20_000).info
        moves = {candidate.move for candidate in info.candidates}
        if info.proof is Proof.LOSS and moves == set(state.legal_moves):
            assert all(candidate.proof is Proof.LOSS for candidate in info.candidates)
            widened += 1
        if widened == 2:
            return
    pytest.fail("nothing was widened")


WIN_IN_ONE = "f6 a6 f7 a7 f8 a8 f9 k1"
WIN_IN_TWO = (
    "f6 h6 g6 h5 d8 h4 h7 i5 k5 f9 g9 h8 g7 g5 f5 i3 f4 f7 e9 e8 i2 e6 c6 c4 h2 c8 g10 g8 f2 f3"
)
WIN_IN_THREE = (
    "f6 e6 d7 g4 d9 c7 f7 c8 e7 d8 f4 f8 f5 f3 h7 g7 e8 g6 g3 i5 h6 c6 c5 d5 b7 d6 j6 a7 h8 h9 k5"
    " d11 g5 i3 c11 i2 i1 b9 k4 f2 a11 i4 i6 c10 c9"
)


@pytest.mark.parametrize(
    ("game", "moves", "plies"),
    [
        (WIN_IN_ONE, {"f5", "f10"}, 1),
        (WIN_IN_TWO, {"g2"}, 3),
        (WIN_IN_THREE, {"a6", "b6", "g2"}, 5),
    ],
)
def test_forced_hex_wins_are_found_and_proven(game, moves, plies):
    state = position("hex", game)
    result = think(MctsSearcher("hex", MctsOptions(seed=1)), state, 100_000)
    assert state.move_to_string(result.move) in moves
    info = result.info
    assert (info.proof, info.value, info.distance) == (Proof.WIN, 1.0, plies)
    assert len(info.candidates[0].line) == plies
    assert played_out(state, info.candidates[0].line).winner == state.current_player


def test_the_only_block_is_the_only_candidate_and_two_threats_at_once_are_a_loss():
    state = position("hex", "f6 f10 f7 a7 f8 b11 f9")
    result = think(MctsSearcher("hex"), state, 1)
    assert [state.move_to_string(c.move) for c in result.info.candidates] == ["f5"]
    info = think(MctsSearcher("hex"), position("hex", "f6 a6 f7 a7 f8 a8 f9"), 1000).info
    assert (info.proof, info.distance, info.value) == (Proof.LOSS, 2, 0.0)


def test_completing_six_is_no_win():
    """f4 would make six, an overline: nothing is to be won or blocked there."""
    state = position("hex", "f1 a6 f2 a8 f3 c4 f5 c8 f6 k1")
    info = think(MctsSearcher("hex", MctsOptions(candidates="all")), state, 3000).info
    move = state.move_from_string("f4")
    assert all(c.proof is not Proof.WIN for c in info.candidates if c.move == move)


@pytest.mark.parametrize("spec", ["mcts:solver=false", "uct-plain"])
def test_without_the_solver_nothing_is_proven(spec):
    state = position("hex", WIN_IN_ONE)
    result = think(make_searcher(spec, "hex"), state, 500)
    assert (result.info.proof, result.info.simulations) == (None, 500)
    assert state.move_to_string(result.move) in {"f5", "f10"}
