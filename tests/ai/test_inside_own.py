"""A watched search that is no tree search is the searcher's own, number for number."""

from itertools import pairwise

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search.simulation import Phase
from game.games.hex_gomoku.rules import HexParameters
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.inside import WatchedAlphaBeta
from game.games.hex_gomoku.search.options import AlphaBetaOptions
from game.games.samegame.kernels import nrpa, sequence
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.search.anneal import AnnealSearcher
from game.games.samegame.search.inside import WatchedAnnealing, WatchedNrpa
from game.games.samegame.search.nrpa import NrpaSearcher
from game.games.samegame.search.options import NrpaOptions
from game.games.samegame.search.schedule import COLD, FIRST_STEPS, HOT, PROBES, tabu_colours
from tests.games import played_out, position
from tests.thinking import think

HEX = position("hex", (30, 31, 22, 40, 21), HexParameters(side=5))
TILES = position("samegame", (), SameGameParameters(7, 7, 4), seed=5)


@pytest.mark.parametrize("depth", [1, 3])
def test_a_watched_alpha_beta_is_the_searchers_own(depth):
    options = AlphaBetaOptions(depth=depth)
    watched = WatchedAlphaBeta("hex", HEX, options)
    simulations = list(iter(watched.simulate, None))
    found = think(AlphaBetaSearcher(options=options), HEX)
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
    watched = WatchedAlphaBeta("hex", HEX, AlphaBetaOptions(depth=3))
    simulations = list(iter(watched.simulate, None))
    cuts = 0
    for one, other in pairwise(simulations):
        for value in one.moments[1:]:
            if "**cut**" in value.text:
                cuts += 1
                assert other.path[: len(value.at)] != value.at or len(other.path) <= len(value.at)
    assert cuts > 10


def test_the_first_cell_is_a_killer_where_it_has_cut_and_not_before():
    moves = (3, 25, 2, 17, 24, 19, 12, 18, 29, 36, 16, 1)
    start = position("hex", moves, HexParameters(side=4))
    watched = WatchedAlphaBeta("hex", start, AlphaBetaOptions(depth=3))
    cuts, killers = set[int](), 0
    for told in (each for _ in range(600) for each in watched.simulate().moments if each.path):
        if told.path[-1] == 0 and "**killer**" in told.text:
            assert len(told.path) in cuts
            killers += 1
        if told.path[-1] == 0 and "**cut**" in told.text:
            cuts.add(len(told.path))
    assert killers


def compiled():
    """Return the first run of the schedule as the compiled annealing makes it, all at once."""
    layout, chain = sequence.make_chain(TILES.encode(), new_rng(3, 0))
    colours = tabu_colours(TILES)
    nothing = np.zeros(0, np.int32)
    for tabu in [*colours * PROBES, colours[0]]:
        chain.numbers[sequence.BEST_RANK] = chain.numbers[sequence.NEAR_OBJECTIVE] = -1 << 40
        sequence.start(layout, chain, nothing, tabu)
    sequence.anneal(layout, chain, np.zeros(1, np.uint8), FIRST_STEPS, HOT, COLD)
    return chain


@pytest.mark.parametrize("told", [(0, 60), (1990, 2000), (3000, 3010)])
def test_a_watched_annealing_is_the_searchers_own(told):
    """Some proposals are made by plain Python, and the others by the compiled function."""
    watched = WatchedAnnealing("samegame", TILES, SearcherOptions(seed=3))
    first, last = told
    watched.go_to(first)
    for number in range(first + 1, last + 1):
        before = watched.history[-1][0] if watched.history else None
        simulation = watched.simulate()
        assert simulation.number == watched.count == number
        what_is_told_is_so(simulation, before, watched.history[-1])
    if last <= FIRST_STEPS:
        watched.go_to(FIRST_STEPS)
        chain = compiled()
        worth, best, _ = watched.history[-1]
        assert worth == chain.numbers[sequence.OBJECTIVE]
        assert best >= chain.numbers[sequence.BEST_RANK] // 2
    steps = watched.count
    found = think(AnnealSearcher(options=SearcherOptions(seed=3)), TILES, steps).info
    assert found.value == watched.history[-1][1]
    watched.go_to(first)
    assert watched.simulate().moments == watched_again(first).moments


def watched_again(first):
    other = WatchedAnnealing("samegame", TILES, SearcherOptions(seed=3))
    other.go_to(first)
    return other.simulate()


def what_is_told_is_so(simulation, before, after):
    kept = {each.name: each for each in simulation.memories}
    assert before is None or kept["now"].score == before
    for name in ("trial", "now", "best"):
        if name in kept:
            score = played_out(TILES, kept[name].line).score
            assert score <= kept[name].score
    new, _, old = simulation.moments[0].text.partition(" takes the place of ")
    assert not old.startswith(f"{new} "), "a move that stays is not said to take a place"
    decision = simulation.moments[-1]
    assert decision.phase is Phase.BACKPROPAGATION
    is_accepted = "accepted." in decision.text and "would" not in decision.text
    assert after[0] == kept["trial" if is_accepted else "now"].score
    assert kept["best"].score == after[1]


@pytest.mark.parametrize(("level", "rounds"), [(1, 10), (2, 10), (3, 4)])
def test_a_watched_nrpa_is_the_searchers_own(level, rounds):
    """It goes on after its levels are through, too."""
    options = NrpaOptions(level=level, rounds=rounds, seed=3)
    watched = WatchedNrpa("samegame", TILES, options)
    for number in range(1, 121):
        told = watched.simulate()
        assert told.number == number
        score = played_out(TILES, (*told.path, *told.played_out.moves)).score
        assert score == told.played_out.result == watched.worker.work.score[0]
        draws_as_it_is_drawn(watched, told)
    best = think(NrpaSearcher(options=options), TILES, 120).info
    numbers = watched.worker.work.numbers
    assert best.value == numbers[nrpa.BEST_SCORE] == watched.tree.node(()).mean
    cells = watched.worker.work.best[: numbers[nrpa.LENGTH]]
    assert watched.worker.solution(cells).moves == best.line
    watched.go_to(40)
    again = watched.simulate()
    assert again.number == watched.count == watched.tree.node(()).visits == 41
    watched.go_to(119)
    assert watched.simulate().path == told.path


def draws_as_it_is_drawn(watched, told):
    """The moves of each position have the codes and chances that the compiled search used."""
    work = watched.worker.work
    for ply in range(len(told.path)):
        nodes = told.before.children(told.path[:ply])
        codes = told.before.coder.codes(told.path[:ply], told.before.tabu)
        used = work.code[0, ply, : work.groups[0, ply]]
        assert sorted(codes.values()) == sorted(used)
        assert codes[told.path[ply]] == used[work.choice[0, ply]]
        weights = np.exp(told.before.policy[used].astype(float))
        chances = sorted(weights / weights.sum())
        assert sorted(each.more[-1] for each in nodes) == pytest.approx(chances)
    for each in told.memories:
        if each.line:
            assert played_out(TILES, each.line).score == each.score
