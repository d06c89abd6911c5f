"""The game's own proofs at the root of the tree search."""

from dataclasses import replace

import pytest

from ai.search.advice import Advice
from ai.search.mcts import MctsSearcher
from ai.search.messages import Candidate, Proof, StopReason
from ai.search.options import MctsOptions
from ai.search.tree import prove
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.options import HexTreeOptions
from tests.ai.hex_tactics import play_names, tactics
from tests.thinking import think

FEW = 1000  # simulations


def solved(searcher, kind):
    found = 0
    for tactic in tactics():
        if tactic.kind == kind:
            searcher.advance(None)
            found += think(searcher, tactic.state, simulations=FEW).move in tactic.moves
    return found


@pytest.mark.parametrize("kind", ["vcf", "vct", "defence"])
def test_a_few_simulations_find_tactics_only_with_the_threats(kind):
    of = sum(tactic.kind == kind for tactic in tactics())
    assert solved(MctsSearcher("hex"), kind) >= of - 2
    assert solved(MctsSearcher("hex", HexTreeOptions(threats=False, vcf=False)), kind) < of - 2


def test_a_forced_win_ends_the_search_with_its_line():
    tactic = next(each for each in tactics() if each.kind == "vct")
    result = think(MctsSearcher("hex"), tactic.state, simulations=10**9)
    assert result.reason is StopReason.PROVEN
    assert result.info.proof is Proof.WIN
    assert result.info.candidates[0].move == result.move
    state = tactic.state
    for move in result.info.line:
        state = state.play(move)
    assert len(result.info.line) > 2


def test_moves_that_do_not_stop_a_threat_are_shown_as_lost():
    tactic = next(each for each in tactics() if each.kind == "defence")
    info = think(MctsSearcher("hex"), tactic.state, simulations=FEW).info
    lost = {each.move for each in info.candidates if each.proof is Proof.LOSS}
    assert len(lost) > 20
    assert not lost & tactic.moves
    assert info.proof is None


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


CENTRE = play_names(new_game(HexParameters(), 0), ["f6"])


def with_adviser(monkeypatch, adviser):
    monkeypatch.setattr("ai.search.mcts.new_adviser", lambda game: adviser)
    return MctsSearcher("hex")


def test_what_the_threats_tell_a_tree_is_compiled_at_no_start_and_in_no_game():
    tactic = next(each for each in tactics() if each.kind == "defence")
    think(MctsSearcher("hex"), tactic.state, simulations=FEW)
    assert not prove.overloads


def test_where_all_candidates_lose_another_legal_move_is_played(monkeypatch):
    corner = CENTRE.move_from_string("a6")
    result = think(with_adviser(monkeypatch, Pessimist(corner)), CENTRE, simulations=FEW)
    assert result.move == corner
    assert result.info.proof is None
    assert result.info.candidates[0].move == corner


def test_where_every_legal_move_loses_the_longest_resistance_is_played(monkeypatch):
    result = think(with_adviser(monkeypatch, Pessimist(None)), CENTRE, simulations=FEW)
    assert (result.info.proof, result.info.distance) == (Proof.LOSS, 6)
    assert len(result.info.candidates) == len(CENTRE.legal_moves)
    assert result.move % 3 == 2


def test_a_game_with_all_tactics_repeats_with_its_seed():
    def played(seed):
        searcher, state, infos = MctsSearcher("hex", MctsOptions(seed=seed)), CENTRE, []
        for _ in range(8):
            result = think(searcher, state, simulations=FEW)
            infos.append(replace(result.info, elapsed=0.0))
            searcher.advance((result.move,))
            state = state.play(result.move)
        return infos

    assert played(3) == played(3)
    assert played(3) != played(4)
