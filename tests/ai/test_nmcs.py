"""Nested search from outside, and the table of the lines that it has found."""

import threading
import time
from itertools import pairwise
from statistics import fmean, pstdev, stdev

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.messages import Limit, SearchInfo, StopReason
from ai.search.nmcs import NmcsSearcher, warm
from ai.search.nmcs_algorithm import BUDGET, LENGTH, PLAYOUTS, Workspace
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.nmcs_table import LineTable, ScoredLine
from ai.search.options import NmcsOptions
from game.games.samegame.game import SameGameNmcsOptions
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.frame import upper_bound
from tests.games import after, played_out, position
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.processes import python
from tests.rules.naive import samegame_best

STANDARD = SameGameParameters()


def run(position, simulations=None, searcher=None, is_cancelled=lambda: False, told=(), **options):
    """Search a position; each report goes to all that is told."""
    searcher = searcher or NmcsSearcher("samegame", SameGameNmcsOptions(**options))

    def listen(info):
        for each in told:
            each(info)

    return searcher.search(position, Limit(simulations=simulations), is_cancelled, listen)


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
        assert (end.returns, end.cleared) == ((candidate.value,), candidate.clears)


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("playout", ["tabu", "random"])
@pytest.mark.parametrize("memory", [True, False])
def test_every_option_gives_true_lines(level, playout, memory):
    position = new_game(SameGameParameters(9, 8, 4), 7)
    result = run(position, 3000, level=level, playout=playout, memory=memory, seed=3)
    info = result.info
    check(position, info)
    assert result.move == info.line[0]
    assert (result.reason, info.simulations) == (StopReason.SIMULATIONS, 3000)
    assert {c.move for c in info.candidates} == set(position.legal_moves)
    assert sum(c.visits for c in info.candidates) == 3000
    assert info.value < info.upper_bound == upper_bound(position), "no line exceeds it"
    assert not info.optimal


@pytest.mark.parametrize("seed", range(12))
def test_small_boards_are_solved(seed):
    parameters = SameGameParameters(4, 4 + seed % 2, 2 + seed % 3, ("none", "js-games")[seed % 2])
    position = new_game(parameters, seed)
    result = run(position, 20_000)
    info = result.info
    check(position, info)
    assert (result.reason, info.optimal) == (StopReason.EXHAUSTED, True)
    assert info.value == info.upper_bound == samegame_best(position)[0]
    for candidate in info.candidates:
        assert candidate.value == samegame_best(position.play(candidate.move))[0]
        assert candidate.error == 0


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("playout", ["tabu", "random"])
def test_searching_finds_the_optimum_of_small_boards(level, playout, monkeypatch):
    monkeypatch.setattr("ai.search.nmcs.exhaust", lambda *arguments: None)
    for seed in range(3):
        position = new_game(SameGameParameters(5, 4, 3), seed)
        result = run(position, 6000, level=level, playout=playout)
        assert result.reason is StopReason.SIMULATIONS
        assert result.info.value == samegame_best(position)[0]


def test_memory_is_better_than_none():
    boards = [new_game(SameGameParameters(10, 10, 5), seed) for seed in range(20)]
    with_memory, without = (
        sum(
            run(board, 6000, level=2, memory=memory, seed=seed).info.value
            for board in boards
            for seed in range(5, 9)
        )
        for memory in (True, False)
    )
    assert with_memory > without


@pytest.mark.parametrize("level", range(5))
def test_a_cancel_ends_any_search_with_what_it_has(level):
    position, stop = new_game(SameGameParameters(30, 30, 9), 1), threading.Event()
    timer = threading.Timer(0.15, stop.set)
    timer.start()
    result = run(position, is_cancelled=stop.is_set, level=level, threads=2)
    timer.join()
    assert result.reason is StopReason.STOPPED
    check(position, result.info, replays=1)


@pytest.mark.parametrize("level", [0, 3])
def test_progress_streams_true_lines_and_values_only_rise(level):
    position, reports, moments = new_game(STANDARD, 3), [], []
    note = (reports.append, lambda _: moments.append(time.perf_counter()))
    result = run(
        position, is_cancelled=lambda: len(reports) >= 3, told=note, level=level, threads=2
    )
    assert reports
    for info in reports:
        check(position, info)
    values = [info.value for info in (*reports, result.info)]
    assert values == sorted(values)
    assert all(b - a > 0.09 for a, b in pairwise(moments))


def test_the_best_line_is_kept_when_the_player_follows_it():
    position = new_game(STANDARD, 3)
    searcher = NmcsSearcher("samegame", NmcsOptions(seed=1))
    for simulations, told in ((20_000, [1]), (3000, [3]), (5000, [1, 1, 1, 1])):
        before = run(position, simulations, searcher).info
        played, reused_of = 0, before.simulations
        for count in told:  # moves may be told one by one
            searcher.advance(before.line[played : played + count])
            played += count
        position = after(position, before.line[:played])
        kept = run(position, 1, searcher).info
        check(position, kept)
        assert (kept.line, kept.value) == (before.line[played:], before.value)
        assert kept.reused_visits == before.candidates[0].visits > 0
        assert kept.reused_of == reused_of
        searcher.advance(())


def test_a_candidates_line_is_kept_when_the_player_chooses_it():
    position, searcher = new_game(STANDARD, 3), NmcsSearcher("samegame")
    other = run(position, 20_000, searcher).info.candidates[5]
    searcher.advance((other.move,))
    info = run(position.play(other.move), 1, searcher).info
    assert info.value >= other.value
    assert info.reused_visits == other.visits


def test_nothing_is_kept_after_an_unknown_change():
    position, searcher = new_game(STANDARD, 3), NmcsSearcher("samegame")
    fresh = run(position, 500).info
    before = run(new_game(STANDARD, 99), 3000, searcher).info
    searcher.advance(before.line[:1])  # not what leads to this position
    check(position, run(position, 10, searcher).info)
    for moves in (None, (1, 2, 3)):
        searcher.advance(moves)
        info = run(position, 500, searcher).info
        assert info.candidates == fresh.candidates
        assert (info.reused_visits, info.reused_of) == (0, 0) or moves
    assert run(position, 500, searcher).info.candidates == fresh.candidates


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


# The table.


def table_with(scores: dict[int, float]) -> LineTable:
    table = LineTable((1, 2, 3, 4))
    for move, score in scores.items():
        assert table.entries[move].offer(ScoredLine(score, (move,), clears=False))
    return table


def test_only_a_better_line_is_taken_or_an_equal_one_that_clears() -> None:
    entry = table_with({1: 5.0}).entries[1]
    offers = [(5.0, 8, False), (5.0, 9, True), (5.0, 8, False), (5.0, 8, True), (6.0, 9, True)]
    taken = [entry.offer(ScoredLine(score, (1, last), clears)) for score, last, clears in offers]
    assert taken == [False, True, False, False, True]
    assert entry.line == ScoredLine(6.0, (1, 9), clears=True)


def test_candidates_are_ordered_by_value_then_by_clearing_then_by_visits() -> None:
    table = table_with({1: 7.0, 2: -50.0, 4: 7.0})
    table.entries[3].offer(ScoredLine(7.0, (3,), clears=True))
    table.entries[4].playouts = 10
    assert [(c.move, c.value, c.visits) for c in table.candidates()] == [
        (3, 7.0, 0),
        (4, 7.0, 10),
        (1, 7.0, 0),
        (2, -50.0, 0),
    ]


def test_the_error_is_the_spread_of_the_searches() -> None:
    table = table_with({1: 30.0, 2: 20.0, 3: 10.0})
    assert table.candidates()[0].error == pytest.approx(pstdev([30, 20, 10]))
    results = {1: [12.0, 30.0, 21.0], 2: [20.0, 5.0]}
    for move, scores in results.items():
        for score in (*scores, float("-inf")):  # a stopped search found nothing
            table.entries[move].note(score)
    errors = {c.move: c.error for c in table.candidates()}
    known = [stdev(scores) for scores in results.values()]
    assert [errors[move] for move in (1, 2, 3)] == pytest.approx([*known, fmean(known)])


def test_exact_values_have_no_error() -> None:
    table = table_with({1: 30.0})
    lines = {move: (ScoredLine(float(move), (move,), clears=True), 7) for move in table.entries}
    table.set_exact(lines)
    assert [(c.move, c.value, c.error, c.visits) for c in table.candidates()] == [
        (move, float(move), 0.0, 7) for move in (4, 3, 2, 1)
    ]


pytestmark = pytest.mark.usefixtures("papers")

DEPTH = 9
LEFT, RIGHT = 0, 1


class Problem:
    """Searches of the problem, whose scores begin at an offset."""

    def __init__(self, offset: int = 0) -> None:
        parameters = game_spec("left-move").parameters(DEPTH, offset)
        self.board = EncodedPosition.of("left-move", position("left-move", (), parameters))
        self.tables, self.nmcs = self.board.tables, self.board.search

    def workspace(self, levels: int, seed: int = 0) -> Workspace:
        work = self.board.workspace(levels, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = 1 << 60
        return work

    def search(self, work: Workspace, level: int, memory: bool) -> tuple[float, int]:
        self.nmcs.start(self.tables, work, level, 0)
        score, length = self.nmcs.nested(self.tables, work, level, 0, memory, 0, -np.inf, 0)
        return float(score), int(length)

    def share_of_optima(self, level: int, memory: bool, runs: int) -> float:
        work = self.workspace(level, seed=11)
        return sum(self.search(work, level, memory)[0] == DEPTH for _ in range(runs)) / runs


@pytest.fixture
def problem() -> Problem:
    return Problem()


@pytest.mark.thorough
@pytest.mark.parametrize(("memory", "published"), [(False, 0.41), (True, 0.80)])
def test_level_3_finds_the_optimum_as_often_as_published_and_deeper_nesting_more_often(
    problem, memory, published
):
    # One standard error of 1000 runs is about 0.015.
    assert abs(problem.share_of_optima(3, memory, 1000) - published) < 0.06
    shares = [problem.share_of_optima(level, memory, 300) for level in range(5)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(2**-DEPTH, abs=0.02)
    assert shares[4] > shares[3] > shares[2]


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("memory", [False, True])
def test_the_line_has_the_score_and_is_the_best_of_the_run(level, memory):
    problem = Problem(-100)  # all scores are negative
    for seed in range(20):
        work = problem.workspace(level, seed)
        score, length = problem.search(work, level, memory)
        assert length == work.counts[LENGTH] == DEPTH
        assert score == (work.lines[level, :length] == LEFT).sum() - 100
        best = (work.best_line == LEFT).sum() - 100
        assert work.best_score[0] == best >= score
        assert best == score or not memory


def test_a_set_flag_ends_a_search_that_has_not_begun(problem):
    work = problem.workspace(3)
    work.flag[0] = 1
    assert problem.search(work, 3, True) == (-np.inf, 0)
    assert problem.nmcs.search(problem.tables, work, 3, 0, 5, True, 0) == -np.inf
    assert problem.nmcs.refine(problem.tables, work, 3, 5, True, 0) == -np.inf
    assert work.counts[PLAYOUTS] == 0


def test_following_a_known_line_never_ends_below_it(problem):
    for seed in range(10):
        work = problem.workspace(2, seed)
        work.best_line[:] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
        work.best_score[0] = DEPTH - 1
        work.counts[LENGTH] = DEPTH
        assert problem.nmcs.follow(problem.tables, work, 2, 1, True, 0) >= DEPTH - 1
        assert work.best_score[0] >= DEPTH - 1


def test_adopting_puts_the_move_before_the_line(problem):
    work = problem.workspace(1)
    work.counts[LENGTH] = DEPTH
    work.best_score[0] = DEPTH
    work.path[0] = RIGHT
    assert problem.nmcs.adopt(problem.tables, work, 0) == DEPTH - 1
    assert work.best_line.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_exhausting_finds_the_optimum_or_says_it_stopped(problem):
    work = problem.workspace(DEPTH)
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert work.counts[PLAYOUTS] == 2 ** (DEPTH + 1) - 1
    assert work.best_score[0] == DEPTH
    assert not work.best_line.any()
    work = problem.workspace(DEPTH)
    work.counts[BUDGET] = 100
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert problem.nmcs.stopped(work)
    assert work.counts[PLAYOUTS] == 100


def test_replaying_tells_whole_games_from_broken_ones(problem):
    work, lefts = problem.workspace(0), np.zeros(DEPTH, np.int64)
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH) == (True, DEPTH, True)
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH - 1)[0] is False
    lefts[3] = 5
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH)[0] is False


def test_recursion_stays_within_one_signature(problem):
    # Across signatures numba's cache would crash the next process (numba #6061).
    problem.search(problem.workspace(2), 2, True)
    work = problem.workspace(DEPTH)
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert len(problem.nmcs.nested.signatures) == len(problem.nmcs.exhaust.signatures) == 1
