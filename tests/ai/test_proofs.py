"""What one search of a game has proven, the others tell and play."""

from dataclasses import replace

import pytest

from ai.engine.searches import PLAYERS
from ai.levels import levels_of
from ai.search.mcts import MctsSearcher
from ai.search.messages import (
    Candidate,
    History,
    Limit,
    Proof,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
)
from ai.search.monte_carlo import RandomSearcher
from ai.search.proofs import MOST_POSITIONS, ProofBook
from ai.search.searcher import Advice
from ai.searchers import follows_proofs
from game.games.hex_gomoku.search.threat_search import ThreatSearcher
from tests.ai.hex_tactics import tactics
from tests.ai.test_worker import started
from tests.games import position
from tests.thinking import think

START = "empty"
SIMULATIONS = 500_000
MOST_PLIES = 40
WIN, DRAW, LOSS = Proof.WIN, Proof.DRAW, Proof.LOSS


def move(number, visits=10, value=0.5, proof=None, distance=None, line=()):
    return Candidate(number, visits, value, 0.01, proof, distance, (number, *line))


def info_of(*candidates, proof=None, distance=None):
    best = candidates[0]
    return SearchInfo(50, best.value, 0.01, candidates, best.line, proof, distance, elapsed=2.0)


def request_for(*moves, searcher="mcts", **changes):
    way = History(START, moves)
    limit = changes.pop("limit", Limit(seconds=60.0))
    return StartSearch(1, "hex", "position", way, searcher, limit, **changes)


# After 1 the mover wins in five by 2, whatever is answered; by 3, 4, 5, 6 the longest.
BEST = move(2, 10, 1.0, WIN, 5, line=(3, 4, 5, 6))
WON = info_of(BEST, move(7, value=0.4), proof=WIN, distance=5)
VAGUE = info_of(move(8, 30, 0.6), move(2, 20, 0.55), move(7, 10, 0.4))


@pytest.fixture
def book():
    book = ProofBook()
    book.note(request_for(1), WON)
    return book


def played(book, request, found):
    result = SearchResult(found.candidates[0].move, found, StopReason.SIMULATIONS)
    return book.followed(request, result)


def test_a_proven_win_is_told_and_played_by_a_search_that_did_not_see_it(book):
    result = played(book, request_for(1, searcher="rave"), VAGUE)
    assert result.move == 2
    assert (result.info.proof, result.info.distance, result.info.value) == (WIN, 5, 1.0)
    assert result.info.line == (2, 3, 4, 5, 6)
    visits = [(each.move, each.visits) for each in result.info.candidates]
    assert visits == [(2, 20), (8, 30), (7, 10)]


def test_a_win_whose_end_is_known_comes_before_one_whose_end_is_not(book):
    vague = info_of(move(8, 30, 1.0, WIN), move(2, 20, 1.0, WIN), proof=WIN)
    updated = book.with_proofs(request_for(1), vague)
    assert [each.move for each in updated.candidates[:2]] == [2, 8]
    assert (updated.proof, updated.distance, updated.line) == (WIN, 5, (2, 3, 4, 5, 6))


def test_the_line_of_a_proven_win_is_known_to_its_end(book):
    assert played(book, request_for(1, 2, 3), VAGUE).move == 4
    assert played(book, request_for(1, 2, 3, 4, 5), VAGUE).info.distance == 1
    lost = played(book, request_for(1, 2), VAGUE).info
    assert (lost.proof, lost.distance, lost.value) == (LOSS, 4, 0.0)
    assert {each.proof for each in lost.candidates} == {LOSS}, "where all is lost each move loses"
    before = played(book, request_for(), info_of(move(1, 40, 0.7), move(9, 10)))
    assert before.move == 9, "it loses to walk into a proven win"


def test_a_proof_is_kept_whose_end_is_not_known():
    book = ProofBook()
    won = info_of(move(8, value=1.0, proof=WIN, line=(9, 4)), proof=WIN)
    book.note(request_for(1, 2), won)
    after = request_for(1, 2, searcher="rave")
    assert played(book, after, info_of(move(5, 30, 0.6), move(8, 20, 0.5))).move == 8
    assert book.with_proofs(request_for(1, 2, 8), VAGUE).proof is LOSS
    assert book.with_proofs(request_for(1, 2, 8, 9), VAGUE).proof is None, (
        "no proof tells of its line"
    )


@pytest.mark.parametrize("value", [WIN, DRAW])
def test_no_win_and_no_draw_is_told_without_its_move(book, value):
    book.note(request_for(6), info_of(move(8, 30, 0.9), proof=value))
    assert played(book, request_for(6), VAGUE).info == VAGUE
    losing = (move(each, 10, 0.0, LOSS, 16 - 2 * each) for each in (4, 5))
    book.note(request_for(9), info_of(*losing, proof=LOSS, distance=8))
    assert played(book, request_for(9, 6), VAGUE).info == VAGUE, "which move wins is not known"
    assert played(book, request_for(1, 2, 9), VAGUE).info == VAGUE, "it is off the line"


def test_the_line_of_a_proven_loss_is_known_to_whoever_wins_by_it():
    book = ProofBook()
    book.note(request_for(1), info_of(move(7, 30, 0.6), move(2, 5, 0.0, LOSS, 4, line=(3, 5, 6))))
    refuted = played(book, request_for(1, 2), VAGUE)
    assert (refuted.move, refuted.info.proof, refuted.info.distance) == (3, WIN, 3)
    assert played(book, request_for(1, 2, 3), VAGUE).info.proof is LOSS
    assert played(book, request_for(1, 2, 3, 5), VAGUE).move == 6
    assert played(book, request_for(1, 2, 3, 8), VAGUE).info == VAGUE


def test_a_level_that_does_not_follow_is_left_alone(book):
    request = request_for(1, follows_proofs=False)
    assert played(book, request, VAGUE) == SearchResult(8, VAGUE, StopReason.SIMULATIONS)


def test_in_a_proven_draw_the_drawing_move_is_played(book):
    drawn = info_of(move(4, proof=DRAW, distance=9), proof=DRAW, distance=9)
    book.note(request_for(5), drawn)
    result = played(book, request_for(5), VAGUE)
    assert (result.move, result.info.proof, result.info.value) == (4, DRAW, 0.5)


def test_a_chosen_move_that_is_no_worse_stays(book):
    result = SearchResult(7, VAGUE, StopReason.SIMULATIONS)
    assert book.followed(request_for(3), result).move == 7
    assert book.followed(request_for(3), result).info == VAGUE


def test_who_knows_of_losses_alone_plays_and_tells_another_move(book):
    *lost, other = position("tictactoe").legal_moves
    request = replace(request_for(3), position=position("tictactoe"))
    found = info_of(*(move(each, 0, 0.0, LOSS) for each in lost))
    result = played(book, request, found)
    assert result.move == result.info.candidates[0].move == result.info.line[0] == other
    assert result.info.value == 0.5
    assert result.info.candidates[1:] == found.candidates
    assert played(book, request, replace(found, proof=LOSS)).move == lost[0]


def test_the_shorter_proof_counts(book):
    longer = replace(WON, candidates=(replace(BEST, distance=9),), distance=9)
    book.note(request_for(1), longer)
    assert book.with_proofs(request_for(1), VAGUE).distance == 5
    assert book.with_proofs(request_for(1), longer).candidates[0].distance == 5


def test_only_so_many_positions_are_kept(book):
    for number in range(MOST_POSITIONS):
        book.note(request_for(99, number), info_of(move(3, proof=LOSS, distance=2, value=0.0)))
    assert played(book, request_for(1), VAGUE).move == 8


class Prover:
    """Proves a win by 2 in five, if it is the tree search."""

    def __init__(self, spec):
        self.spec = spec
        self.searched = []

    def advance(self, moves):
        pass

    def search(self, position, limit, is_cancelled, on_progress):
        self.searched.append(position)
        found = WON if self.spec == "mcts" else VAGUE
        on_progress(found)
        return SearchResult(found.candidates[0].move, found, StopReason.SIMULATIONS)


def test_the_ai_thread_keeps_what_any_of_its_searchers_has_proven():
    provers = {}

    def make(spec, game, **_):
        return provers.setdefault(spec, Prover(spec))

    known, off_line = History(START, (1,)), History(START, (1, 2, 9))
    with started(make) as bench:
        bench.search(1, history=known)
        bench.ask(2, history=known, searcher="rave")
        assert bench.until(SearchProgress, 2).info.proof is WIN
        assert bench.until(SearchFinished, 2).result.move == 2
        off = bench.search(3, "off the line", history=off_line, searcher="rave")
        assert off.result.move == 8
        assert provers["rave"].searched == ["start", "off the line"], "nobody searches for it"
        alone = bench.search(4, history=known, searcher="rave", follows_proofs=False)
        assert alone.result.move == 8


@pytest.mark.parametrize("game", ["hex", "tictactoe", "breakthrough"])
def test_strong_levels_follow_and_the_ladder_below_stays_what_it_is(game):
    ranked = [each for each in levels_of(game) if each.ranked]
    follows = [each.follows_proofs for each in ranked]
    assert follows == sorted(follows), "whoever is stronger follows as well"
    assert follows[-1]
    assert not any(each.follows_proofs for each in ranked if each.name in ("beginner", "careful"))
    for each in ranked:
        assert follows_proofs(each.searcher, game) or not each.follows_proofs, "it overlooks things"


class Refuter:
    """Says that every move loses, once."""

    looked = False

    def look(self, position, limit, flag):
        lost = () if self.looked else position.legal_moves
        self.looked = True
        losses = {each: move(each, proof=LOSS, distance=8, value=0.0) for each in lost}
        return Advice(losses=losses)

    def refute(self, position, move, limit, *, briefly):
        return None

    def forget(self):
        pass


def test_after_a_refutation_by_others_the_tree_still_looks_for_the_winning_move(monkeypatch):
    monkeypatch.setattr("ai.search.mcts.new_adviser", lambda game: Refuter())
    searcher, state = MctsSearcher("hex"), position("hex", "f6")
    result = think(searcher, state, simulations=200)
    assert result.info.proof is LOSS
    searcher.advance((result.move,))
    after = think(searcher, state.play(result.move), simulations=200)
    assert after.info.simulations == 200, "it played any move, as the position was won anyway"


@pytest.mark.parametrize("level", [each for each in levels_of("hex") if each.follows_proofs])
@pytest.mark.parametrize("name", ["vct-075", "vct-083", "vct-096"])
def test_who_has_proven_a_win_plays_it_out_whatever_is_answered(name, level):
    tactic = next(each for each in tactics() if each.name == name)
    beginning = tuple(map(position("hex").move_from_string, tactic.played))
    limit = Limit(simulations=level.limit.simulations or SIMULATIONS)
    for defender in (ThreatSearcher(), RandomSearcher("hex")):
        state, moves = tactic.state, beginning
        with started(PLAYERS) as bench:
            for ply in range(MOST_PLIES):
                if ply % 2 == 0:
                    asked = {"searcher": level.searcher, "limit": limit}
                    history = History(position("hex"), moves)
                    result = bench.search(ply, state, history=history, **asked).result
                    assert result.info.proof is WIN
                    moves += (result.move,)
                else:
                    moves += (think(defender, state, simulations=2000).move,)
                state = state.play(moves[-1])
                if state.is_terminal:
                    break
        assert state.returns[tactic.state.current_player] == 1
