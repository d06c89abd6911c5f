"""What one search of a game has proven, the others tell and play."""

from dataclasses import replace

import pytest

from ai.engine.proofs import MOST_POSITIONS, ProofBook
from ai.engine.searches import PLAYERS
from ai.levels import levels_of
from ai.search.advice import Advice
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
from game.games.hex_gomoku.search.threat_search import ThreatSearcher
from tests.ai.hex_tactics import tactics
from tests.ai.test_worker import started
from tests.games import position
from tests.thinking import think

START = "empty"
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
    told = book.told(request_for(1), vague)
    assert [each.move for each in told.candidates[:2]] == [2, 8]
    assert (told.proof, told.distance, told.line) == (WIN, 5, (2, 3, 4, 5, 6))


def test_the_line_of_a_proven_win_is_known_to_its_end(book):
    assert played(book, request_for(1, 2, 3), VAGUE).move == 4
    assert played(book, request_for(1, 2, 3, 4, 5), VAGUE).info.distance == 1
    lost = played(book, request_for(1, 2), VAGUE).info
    assert (lost.proof, lost.distance, lost.value) == (LOSS, 4, 0.0)
    before = played(book, request_for(), info_of(move(1, 40, 0.7), move(9, 10)))
    assert before.move == 9, "it loses to walk into a proven win"


def test_a_proof_is_kept_whose_end_is_not_known():
    book, lost = ProofBook(), (move(each, value=0.0, proof=LOSS) for each in (2, 3))
    book.note(request_for(1), info_of(*lost, proof=LOSS))
    after = request_for(1, 2, searcher="rave")
    told = book.told(after, VAGUE)
    assert (told.proof, told.distance, told.value) == (WIN, None, 1.0)
    assert book.request_for(after).searcher == "mcts", "it can prove it again"
    won = info_of(move(8, value=1.0, proof=WIN, line=(9, 4)), proof=WIN)
    book.note(after, won)
    assert played(book, after, info_of(move(5, 30, 0.6), move(8, 20, 0.5))).move == 8
    assert book.told(request_for(1, 2, 8), VAGUE).proof is LOSS
    assert book.told(request_for(1, 2, 8, 7), VAGUE).proof is WIN
    assert book.told(request_for(1, 2, 7), VAGUE).proof is None
    book.note(request_for(6), info_of(move(8, 30, 0.9), proof=WIN))
    assert book.told(request_for(6), VAGUE).proof is WIN
    assert book.told(request_for(6, 8), VAGUE).proof is None, "its move is not known"


def test_whoever_proved_a_win_is_asked_again_off_its_line(book):
    off = request_for(1, 2, 9, searcher="rave", limit=Limit(simulations=5))
    asked = book.request_for(off)
    assert (asked.searcher, asked.limit.seconds) == ("mcts", 4.0)
    assert asked.history == off.history
    assert book.request_for(request_for(1, 2, 3, searcher="rave")).searcher == "rave"
    assert book.request_for(request_for(1, 9, searcher="rave")).searcher == "rave"


def test_a_lost_position_is_won_for_the_opponent_whatever_is_played(book):
    losing = (move(each, 10, 0.0, LOSS, 16 - 2 * each) for each in (4, 5))
    book.note(request_for(9), info_of(*losing, proof=LOSS, distance=8))
    assert book.request_for(request_for(9, 6, searcher="rave")).searcher == "mcts"
    told = book.told(request_for(9, 6), VAGUE)
    assert (told.proof, told.value, told.error, told.distance) == (WIN, 1.0, 0.0, None)
    assert told.candidates == VAGUE.candidates, "which of its moves wins is not known"


def test_a_level_that_does_not_follow_is_left_alone(book):
    request = request_for(1, follows_proofs=False)
    assert played(book, request, VAGUE) == SearchResult(8, VAGUE, StopReason.SIMULATIONS)
    off = request_for(1, 2, 9, searcher="rave", follows_proofs=False)
    assert book.request_for(off) == off


def test_in_a_proven_draw_the_drawing_move_is_played(book):
    drawn = info_of(move(4, proof=DRAW, distance=9), proof=DRAW, distance=9)
    book.note(request_for(5), drawn)
    result = played(book, request_for(5), VAGUE)
    assert (result.move, result.info.proof, result.info.value) == (4, DRAW, 0.5)


def test_a_chosen_move_that_is_no_worse_stays(book):
    result = SearchResult(7, VAGUE, StopReason.SIMULATIONS)
    assert book.followed(request_for(3), result).move == 7
    assert book.followed(request_for(3), result).info == VAGUE


def test_the_shorter_proof_counts(book):
    longer = replace(WON, candidates=(replace(BEST, distance=9),), distance=9)
    book.note(request_for(1), longer)
    assert book.told(request_for(1), VAGUE).distance == 5
    assert book.told(request_for(1), longer).candidates[0].distance == 5


def test_only_so_many_positions_are_kept(book):
    for number in range(MOST_POSITIONS):
        book.note(request_for(99, number), info_of(move(3, proof=LOSS, distance=2, value=0.0)))
    assert played(book, request_for(1), VAGUE).move == 8


class Prover:
    """Proves a win by 2 in five, but only at the start and after 2 and 9."""

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
        assert off.result.move == 2
        assert provers["mcts"].searched == ["start", "off the line"]
        alone = bench.search(4, history=known, searcher="rave", follows_proofs=False)
        assert alone.result.move == 8


def test_strong_levels_follow_and_the_ladder_below_stays_what_it_is():
    follows = [level.name for level in levels_of("hex") if level.follows_proofs]
    assert follows == ["strong", "expert", "max"]
    assert "perfect" in [each.name for each in levels_of("tictactoe") if each.follows_proofs]


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


@pytest.mark.parametrize("name", ["vct-075", "vct-083", "vct-096"])
def test_a_weak_search_wins_in_time_what_a_long_one_has_proven(name):
    start, defender = position("hex"), ThreatSearcher()
    tactic = next(each for each in tactics() if each.name == name)
    state, attacker = tactic.state, tactic.state.current_player
    moves = tuple(map(start.move_from_string, tactic.played))
    weak = {"searcher": "mcts:variety=true", "limit": Limit(simulations=20)}
    with started(PLAYERS) as bench:
        long = {"history": History(start, moves), "limit": Limit(simulations=100_000)}
        proven = bench.search(0, state, **long).result.info
        assert proven.proof is WIN
        for ply in range(proven.distance):
            if ply % 2 == 0:
                answer = bench.search(ply + 1, state, history=History(start, moves), **weak)
                moves += (answer.result.move,)
            else:
                moves += (think(defender, state, simulations=2000).move,)
            state = state.play(moves[-1])
            if state.is_terminal:
                break
    assert state.returns[attacker] == 1
