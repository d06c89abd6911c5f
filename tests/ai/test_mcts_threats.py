"""The game's own proofs at the root of the tree search."""

import pytest

from ai.search.mcts import MctsSearcher
from ai.search.messages import Candidate, Proof, StopReason
from ai.search.searcher import Advice
from ai.search.tree import prove
from game.games.hex_gomoku.game import HexTreeOptions
from tests.ai.hex_tactics import tactics
from tests.games import after, position
from tests.thinking import think

FEW = 1000  # simulations
CENTRE = position("hex", "f6")


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
