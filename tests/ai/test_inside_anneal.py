"""A watched annealing is the searcher's own: the same solutions, number for number."""

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search.simulation import Phase
from game.games.samegame.kernels import sequence as kernel
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.search.anneal import AnnealSearcher
from game.games.samegame.search.inside import WatchedAnnealing
from game.games.samegame.search.schedule import COLD, FIRST_STEPS, HOT, PROBES, tabu_colours
from tests.games import played_out
from tests.thinking import think

POSITION = new_game(SameGameParameters(7, 7, 4), 5)


def compiled():
    """Return the first run of the schedule as the compiled annealing makes it, all at once."""
    layout, chain = kernel.make_chain(POSITION.encode(), new_rng(3, 0))
    colours = tabu_colours(POSITION)
    nothing = np.zeros(0, np.int32)
    for tabu in [*colours * PROBES, colours[0]]:
        chain.numbers[kernel.BEST_RANK] = chain.numbers[kernel.NEAR_OBJECTIVE] = -1 << 40
        kernel.start(layout, chain, nothing, tabu)
    kernel.anneal(layout, chain, np.zeros(1, np.uint8), FIRST_STEPS, HOT, COLD)
    return chain


@pytest.mark.parametrize("told", [(0, 60), (1990, 2000), (3000, 3010)])
def test_a_watched_annealing_is_the_searchers_own(told):
    """Some proposals are made by plain Python, and the others by the compiled function."""
    watched = WatchedAnnealing("samegame", POSITION, SearcherOptions(seed=3))
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
        assert worth == chain.numbers[kernel.OBJECTIVE]
        assert best >= chain.numbers[kernel.BEST_RANK] // 2
    steps = watched.count
    found = think(AnnealSearcher(options=SearcherOptions(seed=3)), POSITION, steps).info
    assert found.value == watched.history[-1][1]
    watched.go_to(first)
    assert watched.simulate().moments == watched_again(first).moments


def watched_again(first):
    other = WatchedAnnealing("samegame", POSITION, SearcherOptions(seed=3))
    other.go_to(first)
    return other.simulate()


def what_is_told_is_so(simulation, before, after):
    kept = {each.name: each for each in simulation.memories}
    assert before is None or kept["now"].score == before
    for name in ("trial", "now", "best"):
        if name in kept:
            score = played_out(POSITION, kept[name].line).score
            assert score <= kept[name].score
    new, _, old = simulation.moments[0].text.partition(" takes the place of ")
    assert not old.startswith(f"{new} "), "a move that stays is not said to take a place"
    decision = simulation.moments[-1]
    assert decision.phase is Phase.BACKPROPAGATION
    is_accepted = "accepted." in decision.text and "would" not in decision.text
    assert after[0] == kept["trial" if is_accepted else "now"].score
    assert kept["best"].score == after[1]
