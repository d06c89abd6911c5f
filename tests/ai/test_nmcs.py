import threading
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.nmcs import NmcsSearcher, warm
from ai.search.options import NmcsOptions
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.frame import upper_bound
from game.games.samegame.search.options import SameGameNmcsOptions
from game.games.samegame.standard_boards import standard_boards
from tests.games import played_out
from tests.processes import python

STANDARD = SameGameParameters()


def never() -> bool:
    return False


def ignore(info: SearchInfo) -> None:
    pass


def run(
    position: SameGameState,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    is_cancelled: Callable[[], bool] = never,
    on_progress: Callable[[SearchInfo], None] = ignore,
    searcher: NmcsSearcher | None = None,
    **options: object,
) -> SearchResult:
    searcher = searcher or NmcsSearcher("samegame", SameGameNmcsOptions(**options))
    limit = Limit(seconds=seconds, simulations=simulations)
    return searcher.search(position, limit, is_cancelled, on_progress)


def check(position: SameGameState, info: SearchInfo, replays: int = 5) -> None:
    """Every number of an info is what the pure rules make of its lines.

    The rules take their time, so only some candidates are replayed: some leaders and the last.
    """
    assert played_out(position, info.line).returns == (info.value,)
    assert info.line == info.candidates[0].line
    values = [candidate.value for candidate in info.candidates]
    assert values == sorted(values, reverse=True)
    assert len({candidate.move for candidate in info.candidates}) == len(info.candidates)
    for candidate in info.candidates:
        assert candidate.line[0] == candidate.move
        assert candidate.error >= 0
        assert candidate.visits >= 0
    for candidate in {*info.candidates[:replays], info.candidates[-1]}:
        end = played_out(position, candidate.line)
        assert end.returns == (candidate.value,)
        assert end.cleared == candidate.clears


@cache
def optimum(state: SameGameState) -> float:
    """The best final score, by trying everything under the pure rules."""
    if state.is_terminal:
        return state.returns[0]
    return max(optimum(bare(state.play(move))) for move in state.legal_moves)


def bare(state: SameGameState) -> SameGameState:
    """The state without its history, which says nothing of what can still be had."""
    return SameGameState(state.parameters, state.columns, state.points)


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("playout", ["tabu", "random"])
@pytest.mark.parametrize("memory", [True, False])
def test_every_option_gives_true_lines(level: int, playout: str, memory: bool) -> None:
    position = new_game(SameGameParameters(9, 8, 4), 7)
    result = run(position, simulations=3000, level=level, playout=playout, memory=memory, seed=3)
    check(position, result.info)
    assert result.move == result.info.line[0]
    assert result.reason is StopReason.SIMULATIONS
    assert result.info.simulations == 3000
    assert {c.move for c in result.info.candidates} == set(position.legal_moves)
    assert sum(c.visits for c in result.info.candidates) == 3000


@pytest.mark.parametrize("number", [1, 12, 20])
def test_standard_boards_give_true_lines(number: int) -> None:
    position = standard_boards()[number - 1].state
    result = run(position, simulations=20_000)
    check(position, result.info)
    assert result.info.value > 1200


def test_it_says_what_no_line_exceeds() -> None:
    position = new_game(STANDARD, 2)
    info = run(position, simulations=500).info
    assert not info.optimal
    assert info.upper_bound == upper_bound(position) > info.value


@pytest.mark.parametrize("seed", range(12))
def test_small_boards_are_solved(seed: int) -> None:
    parameters = SameGameParameters(4, 4 + seed % 2, 2 + seed % 3, ("none", "js-games")[seed % 2])
    position = new_game(parameters, seed)
    result = run(position, simulations=20_000)
    check(position, result.info)
    assert result.reason is StopReason.EXHAUSTED
    assert result.info.value == optimum(position) == result.info.upper_bound
    assert result.info.optimal
    for candidate in result.info.candidates:
        assert candidate.value == optimum(bare(position.play(candidate.move)))
        assert candidate.error == 0


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("playout", ["tabu", "random"])
def test_searching_finds_the_optimum_of_small_boards(
    level: int, playout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.search.nmcs.exhaust", lambda *arguments: None)
    for seed in range(3):
        position = new_game(SameGameParameters(5, 4, 3), seed)
        result = run(position, simulations=6000, level=level, playout=playout)
        assert result.reason is StopReason.SIMULATIONS
        assert result.info.value == optimum(position)


def test_memory_is_better_than_none() -> None:
    boards = [new_game(SameGameParameters(10, 10, 5), seed) for seed in range(20)]
    totals = {
        memory: sum(
            run(board, simulations=6000, level=2, memory=memory, seed=seed).info.value
            for board in boards
            for seed in range(5, 9)
        )
        for memory in (True, False)
    }
    assert totals[True] > totals[False]


@pytest.mark.parametrize("level", range(5))
def test_a_cancel_ends_any_search_with_what_it_has(level: int) -> None:
    position = new_game(SameGameParameters(30, 30, 9), 1)
    stop = threading.Event()
    timer = threading.Timer(0.15, stop.set)
    timer.start()
    result = run(position, is_cancelled=stop.is_set, level=level, threads=2)
    timer.join()
    assert result.reason is StopReason.STOPPED
    check(position, result.info, replays=1)


@pytest.mark.parametrize("level", [0, 3])
def test_progress_streams_true_lines_and_values_only_rise(level: int) -> None:
    position = new_game(STANDARD, 3)
    reports: list[tuple[float, SearchInfo]] = []
    result = run(
        position,
        is_cancelled=lambda: len(reports) >= 3,
        level=level,
        threads=2,
        on_progress=lambda info: reports.append((time.perf_counter(), info)),
    )
    assert reports
    for _, info in reports:
        check(position, info)
    values = [info.value for _, info in reports] + [result.info.value]
    assert values == sorted(values)
    moments = [moment for moment, _ in reports]
    assert all(b - a > 0.09 for a, b in pairwise(moments))


def test_the_best_line_is_kept_when_the_player_follows_it() -> None:
    position = new_game(STANDARD, 3)
    searcher = NmcsSearcher("samegame", NmcsOptions(seed=1))
    for simulations, played in ((20_000, 1), (3000, 3)):
        before = run(position, simulations=simulations, searcher=searcher).info
        searcher.advance(before.line[:played])
        for move in before.line[:played]:
            position = position.play(move)
        after = run(position, simulations=1, searcher=searcher).info
        check(position, after)
        assert after.line == before.line[played:]
        assert after.value == before.value
        assert after.reused_visits == before.candidates[0].visits > 0
        assert after.reused_of == before.simulations
        searcher.advance(())


def test_moves_may_be_told_one_by_one() -> None:
    position = new_game(STANDARD, 3)
    searcher = NmcsSearcher("samegame")
    before = run(position, simulations=5000, searcher=searcher).info
    for move in before.line[:4]:
        searcher.advance((move,))
        position = position.play(move)
    after = run(position, simulations=1, searcher=searcher).info
    assert after.line == before.line[4:]


def test_a_candidates_line_is_kept_when_the_player_chooses_it() -> None:
    position = new_game(STANDARD, 3)
    searcher = NmcsSearcher("samegame")
    other = run(position, simulations=20_000, searcher=searcher).info.candidates[5]
    searcher.advance((other.move,))
    after = run(position.play(other.move), simulations=1, searcher=searcher).info
    assert after.value >= other.value
    assert after.reused_visits == other.visits


def test_nothing_is_kept_after_an_unknown_change() -> None:
    position = new_game(STANDARD, 3)
    fresh = run(position, simulations=500).info
    searcher = NmcsSearcher("samegame")
    run(new_game(STANDARD, 99), simulations=3000, searcher=searcher)
    for moves in (None, (1, 2, 3)):
        searcher.advance(moves)
        info = run(position, simulations=500, searcher=searcher).info
        assert info.candidates == fresh.candidates
        assert (info.reused_visits, info.reused_of) == (0, 0) or moves
    assert run(position, simulations=500, searcher=searcher).info.candidates == fresh.candidates


def test_kept_lines_that_do_not_fit_are_dropped() -> None:
    searcher = NmcsSearcher("samegame")
    before = run(new_game(STANDARD, 99), simulations=3000, searcher=searcher).info
    searcher.advance(before.line[:1])
    position = new_game(STANDARD, 3)  # not where that move leads
    check(position, run(position, simulations=10, searcher=searcher).info)


def test_of_equally_good_moves_either_may_be_best() -> None:
    position = SameGameState(SameGameParameters(4, 4, 2), ((0, 0), (1, 1)))
    result = run(position, simulations=1000)
    assert [c.value for c in result.info.candidates] == [1000, 1000]


LOADING = """
from ai.engine.specialise import kernel_of, specialise
from ai.search import nmcs, nmcs_algorithm
from game.games import registry
registry.hand_in()
nmcs.warm("samegame")
functions = vars(specialise(nmcs_algorithm, kernel_of("samegame"))).values()
print(sum(sum(f.stats.cache_misses.values()) for f in functions))
print(all(f.signatures for f in functions if f.__name__ not in ("sample", "nested")))
"""


def test_warming_up_leaves_nothing_to_compile_in_the_next_process() -> None:
    warm("samegame")
    assert python("-c", LOADING).stdout.split() == ["0", "True"]
