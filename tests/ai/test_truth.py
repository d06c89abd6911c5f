"""True values are told beside a search, whatever it finds itself."""

import threading

import numpy as np
import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo, SearchResult, StopReason
from ai.search.order import beside_truth, with_proofs
from ai.search.proofs import truth_filter
from ai.search.searcher import FilteredSearcher
from ai.searchers import make_player
from game.games.tictactoe.exact import exact_values
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position
from tests.thinking import think
from tests.waiting import LIMIT_SECONDS, wait_for

START = position("tictactoe")
VALUES = (ExactValue(0, Proof.WIN, None), ExactValue(1, Proof.LOSS, 4))
DRAWS = tuple(ExactValue(move, Proof.DRAW, 9) for move in START.legal_moves)


class Patient:
    """A searcher that tells of its progress until something is so."""

    def __init__(self, until=lambda: True):
        self.until = until

    def advance(self, moves):
        pass

    def search(self, position, limit, is_cancelled, on_progress):
        on_progress(SearchInfo(simulations=1))
        wait_for(self.until, meanwhile=lambda: on_progress(SearchInfo(simulations=1)))
        return SearchResult(0, SearchInfo(simulations=1), StopReason.EXHAUSTED)


def truthful(solve, until=lambda: True):
    return FilteredSearcher(Patient(until), [truth_filter(solve)])


def test_every_search_of_a_solved_game_tells_the_truth():
    for spec in ("mcts", "random", "flat:rounds=1", "exact"):
        result = think(make_player(spec, "tictactoe"), START, 500)
        assert result.info.exact == exact_values(START), spec
    assert exact_values(START, np.zeros(1, np.uint8)) == exact_values(START)
    player = make_player("random", "tictactoe")
    for unsolved in (
        position("tictactoe", (), TicTacToeParameters(5, 5, 4)),
        position("tictactoe", (0, 3, 1, 4, 2)),  # it is over
    ):
        assert think(player, unsolved, 500).info.exact == ()


def test_values_are_told_as_soon_as_they_are_found():
    told = []
    begun = threading.Event()

    def solve(position, flag):
        assert begun.wait(LIMIT_SECONDS)
        return DRAWS

    def is_told():
        begun.set()
        return told[-1].exact != ()

    searcher = truthful(solve, is_told)
    result = think(searcher, START, told=told)
    assert (told[0].exact, told[-1].exact, result.info.exact) == ((), DRAWS, DRAWS)


@pytest.mark.parametrize("least", [(), DRAWS])
def test_a_search_that_is_stopped_stops_the_solver_but_waits_for_the_least_that_it_does(least):
    def solve(position, flag):
        wait_for(lambda: flag[0], "nobody told it to stop")
        return least or None

    assert think(truthful(solve), START, stop=True).info.exact == least


@pytest.mark.parametrize("values", [DRAWS[:1] * 2, (ExactValue(9, Proof.WIN, 1),)])
def test_values_of_moves_that_are_not_there_are_refused(values):
    searcher = truthful(lambda position, flag: values)
    with pytest.raises(ValueError, match="twice, or of one that is not legal"):
        think(searcher, START, stop=True)


def test_a_value_without_a_distance_gets_that_of_the_search():
    moves = (
        Candidate(0, 9, 1.0, proof=Proof.WIN, distance=5),
        Candidate(1, 9, 0.0, proof=Proof.LOSS, distance=6),
    )
    told = beside_truth(SearchInfo(candidates=moves), VALUES)
    assert told.exact == (ExactValue(0, Proof.WIN, 5), VALUES[1]), "a solver's own stays"
    assert beside_truth(SearchInfo(candidates=(Candidate(0, 9, 0.9),)), VALUES).exact == VALUES


def test_true_values_of_some_moves_are_told_as_proofs():
    tried = SearchInfo(candidates=(Candidate(1, 9, 0.9, line=(1, 8)), Candidate(2, 5, 0.5)))
    won = with_proofs(tried, VALUES)
    assert [(each.move, each.proof) for each in won.candidates] == [
        (0, Proof.WIN),
        (2, None),
        (1, Proof.LOSS),
    ]
    assert won.candidates[2].line == (1,), "what was expected to follow proves nothing"
    assert (won.proof, won.line, won.exact) == (Proof.WIN, (0,), ())
    lost = with_proofs(tried, VALUES[1:])
    assert (lost.proof, [each.move for each in lost.candidates]) == (None, [2, 1])
    searcher = truthful(lambda position, flag: VALUES)
    result = think(searcher, START, stop=True)
    assert result.info.candidates[0].proof is Proof.WIN
