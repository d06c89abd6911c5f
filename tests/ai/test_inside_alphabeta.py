"""A watched alpha-beta is the searcher's own: the same values, lines and nodes."""

from itertools import pairwise

import pytest

from ai.search.messages import Limit
from ai.search.simulation import Phase
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.inside import WatchedAlphaBeta
from game.games.hex_gomoku.search.options import AlphaBetaOptions
from tests.games import after

POSITION = after(new_game(HexParameters(side=5), 0), (30, 31, 22, 40, 21))


@pytest.mark.parametrize("depth", [1, 3])
def test_a_watched_alpha_beta_is_the_searchers_own(depth):
    options = AlphaBetaOptions(depth=depth)
    watched = WatchedAlphaBeta("hex", POSITION, options)
    simulations = []
    while (told := watched.simulate()) is not None:
        simulations.append(told)
    found = AlphaBetaSearcher(options=options).search(
        POSITION, Limit(), lambda: False, lambda _: None
    )
    info = watched.run.info()
    assert info.candidates == found.info.candidates
    assert info.nodes == found.info.nodes
    assert watched.count == len(simulations) == simulations[-1].number
    for each in simulations:
        window, *values = each.moments
        assert window.phase is Phase.SELECTION
        assert each.path == window.path == window.at + window.path[-1:]
        assert {value.phase for value in values} <= {Phase.BACKPROPAGATION}
        assert each.before.node(each.path).more == window.numbers
        for value in values:
            assert each.after.node(value.path).visits > 0
    if depth > 1:
        texts = [value.text for each in simulations for value in each.moments]
        assert any("**cut**" in text for text in texts)
        assert any("**killer**" in text for text in texts)
    before = [each.moments for each in simulations]
    watched.go_to(3)
    assert watched.simulate().moments == before[3]


def test_what_is_cut_is_searched_no_further():
    """After a cut the next node is above it, or beside the one whose moves were cut."""
    watched = WatchedAlphaBeta("hex", POSITION, AlphaBetaOptions(depth=3))
    simulations = list(iter(watched.simulate, None))
    cuts = 0
    for one, other in pairwise(simulations):
        for value in one.moments[1:]:
            if "**cut**" in value.text:
                cuts += 1
                assert other.path[: len(value.at)] != value.at or len(other.path) <= len(value.at)
    assert cuts > 10


def test_the_first_cell_is_a_killer_where_it_has_cut_and_not_before():
    start = after(new_game(HexParameters(side=4), 0), (3, 25, 2, 17, 24, 19, 12, 18, 29, 36, 16, 1))
    watched = WatchedAlphaBeta("hex", start, AlphaBetaOptions(depth=3))
    cuts, killers = set[int](), 0
    for told in (each for _ in range(600) for each in watched.simulate().moments if each.path):
        if told.path[-1] == 0 and "**killer**" in told.text:
            assert len(told.path) in cuts
            killers += 1
        if told.path[-1] == 0 and "**cut**" in told.text:
            cuts.add(len(told.path))
    assert killers
