"""The best searcher of SameGame, its parts, and the pool of solutions that these share."""

import random
from math import sqrt
from pathlib import Path
from statistics import stdev

import numpy as np
import pytest

from ai.search.limits import StopWatch
from ai.search.messages import Limit, SearchInfo, StopReason
from benchmarks import samegame_records as records
from benchmarks.samegame_checker import check
from benchmarks.samegame_improve import Start, plan
from game.games.samegame.game import BestOptions
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.search import anneal
from game.games.samegame.search.annealer import Annealer, Annealing
from game.games.samegame.search.best import BestSearcher, EndgameSolver, mixed
from game.games.samegame.search.frame import AnnealingWorker, PoolRun, PoolSearcher, upper_bound
from game.games.samegame.search.pool import PRIOR, Solution, SolutionPool
from tests.games import after, played_out
from tests.rules.naive import SameGameTiles, samegame_best
from tests.thinking import think

START = new_game(SameGameParameters(), 11)
NEVER = np.zeros(1, np.uint8)
TINY = [SameGameParameters(*size) for size in ((4, 4, 2), (4, 4, 3), (5, 4, 3, "none"), (4, 5, 4))]


@pytest.mark.parametrize("threads", [1, 2])
def test_every_first_move_has_a_line_of_its_own_in_one_pool(threads):
    progress: list[SearchInfo] = []
    searcher = BestSearcher(options=BestOptions(threads=threads))
    info = think(searcher, START, 40_000, told=progress).info
    assert info.threads == threads
    assert sorted(each.move for each in info.candidates) == sorted(START.legal_moves)
    assert info.candidates[0].move == info.line[0]
    values = [each.value for each in info.candidates]
    assert values == sorted(values, reverse=True)
    for each in info.candidates:
        end = played_out(START, each.line)
        assert (each.line[0], each.value, each.clears) == (each.move, end.score, end.cleared)
        assert each.error >= 0
        assert each.value <= info.upper_bound
    assert any(each.error > 0 for each in info.candidates)
    assert played_out(START, progress[0].line), "the answer is there at once"


class SpentWorker:
    """One that has made all its simulations, and has something to do with what they found."""

    def __init__(self, run, stream) -> None:
        self._run = run
        self.steps = 0
        self.was_cut_short = None
        run.pool.offer(Annealer(START, 0, 0, run.watch.flag.array).solution((), 1))

    def run(self, allowed) -> None:
        self.steps = allowed
        self._run.watch.poll()  # as the thread that waits does all the time
        self.was_cut_short = self._run.watch.flag()


def test_the_end_of_the_simulations_cuts_nothing_short_that_follows_them() -> None:
    workers = []

    def make(run, stream):
        workers.append(SpentWorker(run, stream))
        return workers[-1]

    result = think(PoolSearcher("samegame", make, BestOptions()), START, 100)
    assert result.reason is StopReason.SIMULATIONS
    assert [each.was_cut_short for each in workers] == [False]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "parameters", [SameGameParameters(4, 4, 3), SameGameParameters(5, 4, 3, "none")], ids=str
)
def test_a_tiny_board_is_proven(parameters, seed):
    position = new_game(parameters, seed)
    result = think(BestSearcher(), position, 10**9)
    info = result.info
    assert (result.reason, info.optimal, info.error) == (StopReason.PROVEN, True, 0)
    end = played_out(position, info.line)
    assert (end.score, end.cleared) == samegame_best(position)
    assert info.value == info.upper_bound == end.score


@pytest.mark.parametrize("parameters", TINY, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_tiny_boards_are_solved_as_brute_force_solves_them(parameters, seed):
    position, rng = new_game(parameters, seed), random.Random(seed)
    for _ in range(seed % 3):
        if not position.is_terminal:
            position = position.play(rng.choice(position.legal_moves))
    best = samegame_best(position)
    assert best[0] <= upper_bound(position)
    solved = EndgameSolver(position, NEVER, table_bits=4 + seed).solve(1_000_000)
    rank, cells = solved
    assert rank == best
    assert rank_of(position, cells) == best


def rank_of(position, cells):
    """Return how a list of tiles ends a game."""
    tiles = SameGameTiles(position)
    for cell in cells:
        tiles.play(cell)
    assert tiles.state.is_terminal
    return tiles.state.score, tiles.state.cleared


def test_a_budget_that_is_too_small_or_a_stop_proves_nothing():
    start = new_game(SameGameParameters(), 1)
    assert EndgameSolver(start, NEVER).solve(1_000) is None
    assert EndgameSolver(start, np.ones(1, np.uint8)).solve(10**9) is None


@pytest.mark.parametrize("seed", range(6))
def test_polishing_only_betters_a_line(seed):
    position, rng = new_game(SameGameParameters(8, 8, 4), seed), random.Random(seed)
    tiles, cells = SameGameTiles(position), []
    while not tiles.state.is_terminal:
        cells.append(tiles.at(rng.choice(tiles.state.legal_moves)))
        tiles.play(cells[-1])
    solver, rank = EndgameSolver(position, NEVER), rank_of(position, cells)
    assert EndgameSolver(position, NEVER).polish(tuple(cells), rank, 500), "the last moves suffice"
    better = solver.polish(tuple(cells), rank, 50_000)
    assert rank_of(position, better)[0] > rank[0]
    assert solver.polish(better, rank_of(position, better), 2_000) is None


def test_known_lines_can_be_given():
    known = think(BestSearcher(options=BestOptions(seed=3)), START, 50_000).info
    searcher = BestSearcher(options=BestOptions(seed=4))
    searcher.remember(START, [known.line])
    assert think(searcher, START, 1).info.value >= known.value


def begun_race():
    """Return the jobs of a race of tabu colours, of which there is one solution so far."""
    run = PoolRun(START, StopWatch(Limit(), lambda: False), seed=1)
    run.pool.offer(Annealer(START, 0, 0, NEVER).solution((), 1))
    return anneal.race(run, random.Random(1))


def test_the_colours_with_the_best_objectives_stay_in_the_race() -> None:
    colours = anneal.tabu_colours(START)
    assert len(colours) > 2
    worth = {colour: 2_000 + anneal.CLOSE * place for place, colour in enumerate(colours)}
    jobs = begun_race()
    job, spent = next(jobs), 0
    fresh: list[tuple[int, int]] = []
    while spent < 6 * anneal.LATE:
        if job.steps and not job.cells:
            fresh.append((spent, job.tabu))
        spent += job.steps
        job = jobs.send(worth.get(job.tabu, 0))

    def raced(begin: int, end: int) -> set[int]:
        return {colour for spent, colour in fresh if begin <= spent < end}

    # A round that has begun at a border is finished first.
    assert raced(0, anneal.CLOSE_FROM) == set(colours)
    assert raced(2 * anneal.CLOSE_FROM, anneal.SOON) == set(colours[-2:])
    assert raced(anneal.SOON, anneal.LATE) == set(colours)
    assert raced(2 * anneal.LATE, 6 * anneal.LATE) == set(colours[-2:])


def test_a_colour_that_disappoints_in_long_runs_makes_room_for_another_one() -> None:
    *others, second, first = anneal.tabu_colours(START)
    jobs = begun_race()
    job, spent = next(jobs), 0
    late = []
    while spent < 20 * anneal.LATE:
        leads = job.tabu in (first, second)
        if spent >= anneal.LATE:
            late += [] if job.cells else [job.tabu]
            leads = not leads
        spent += job.steps
        job = jobs.send(2_500 if leads else 1_500)
    assert set(late) == {*others, first, second}
    assert sum(colour in others for colour in late) > len(late) // 2


def test_a_schedule_is_told_the_objective() -> None:
    told = []

    def plan(run, rng):
        while True:
            told.append((yield Annealing(1, 300, 40.0, 15.0)))

    run = PoolRun(START, StopWatch(Limit(simulations=900), lambda: False), seed=1)
    AnnealingWorker(run, 0, plan).run(900)
    # No board is cleared so soon, but what is left of it is counted for less than a clear.
    assert len(told) == 3
    assert not any(each.clears for each in run.pool.solutions)
    assert max(told) > run.pool.best.score


def test_a_mixed_schedule_keeps_its_shares() -> None:
    def jobs(tabu: int, steps: int):
        while True:
            yield Annealing(tabu, steps, 1.0, 1.0)

    both = mixed(jobs(1, 100), jobs(2, 7), 0.25)
    taken = [next(both)] + [both.send(0) for _ in range(2_000)]
    aside = sum(job.steps for job in taken if job.tabu == 2)
    assert aside / sum(job.steps for job in taken) == pytest.approx(0.25, abs=0.01)
    only = mixed(jobs(1, 100), jobs(2, 7), 0.0)
    assert {next(only).tabu} | {only.send(0).tabu for _ in range(50)} == {1}


# The pool.


def solution(score: int, move: int, tiles: int = 3) -> Solution:
    return Solution(score=score, tiles=tiles, moves=(move, 9), cells=(move, score))


def pool_of(scores: dict[int, int]) -> SolutionPool:
    pool = SolutionPool(tuple(scores))
    for move, score in scores.items():
        pool.offer(solution(score, move))
    return pool


def test_an_uncleared_board_never_stands_before_a_cleared_one_of_equal_score() -> None:
    for order in ((0, 3), (3, 0)):
        pool = SolutionPool((1, 2))
        for tiles in order:
            pool.offer(solution(50, 1 + (tiles > 0), tiles))
            pool.offer(solution(50, 1, tiles))
        assert pool.best.clears
        assert [(each.move, each.clears) for each in pool.candidates()] == [(1, True), (2, False)]


def test_errors_are_what_searches_of_that_length_gained() -> None:
    pool = pool_of({1: 100, 2: 80, 3: 60})
    assert {each.error for each in pool.candidates()} == {stdev((100, 80, 60))}
    pool.offer(solution(130, 1))
    pool.note(1, 100, 50)
    pool.note(2, 80, 50)
    short = sqrt((30**2 + PRIOR * stdev((130, 80, 60)) ** 2 / 2) / (2 + PRIOR))
    errors = {each.move: each.error for each in pool.candidates()}
    assert errors[1] == errors[2] == pytest.approx(short)
    assert errors[3] == stdev((130, 80, 60))


def test_gains_by_way_of_the_best_line_count_too() -> None:
    pool = pool_of({1: 100, 2: 90})
    pool.note(1, 100, 50)
    pool.offer(solution(190, 1))
    pool.note(1, 190, 100)
    spread = stdev((190, 90))
    short = PRIOR * spread**2 / 2 / (1 + PRIOR)
    longer = (90**2 + PRIOR * short / 2) / (1 + PRIOR)
    told = [(each.move, each.error, each.visits) for each in pool.candidates()]
    assert told == [(1, pytest.approx(sqrt(longer)), 150), (2, spread, 0)]


def test_what_was_reheated_is_left_alone_until_that_can_last_longer() -> None:
    rng, pool = random.Random(1), pool_of({1: 100, 2: 100, 3: 60})
    first = [pool.choose(50, rng) for _ in range(3)]
    assert sorted(each.score for each in first if each) == [60, 100]
    assert first[-1] is None
    assert pool.choose(100, rng) is None
    assert pool.choose(101, rng) is not None
    pool.offer(solution(130, 2))
    assert pool.choose(50, rng) == solution(130, 2)


def played(start, choose):
    """Return the end of a game, and its line as records have it."""
    position, moves = start, []
    while not position.is_terminal:
        moves.append(choose(position.legal_moves))
        position = position.play(moves[-1])
    return position, records.places(start, tuple(moves))


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_agrees_with_the_rules(seed) -> None:
    rng, start = random.Random(seed), new_game(SameGameParameters(9, 7, 3), seed)
    position, line = played(start, rng.choice)
    assert check(start.columns, line) == (position.score, position.tiles_left)
    with pytest.raises(ValueError, match="the game is not over"):
        check(start.columns, line[:-1])
    with pytest.raises(ValueError, match="move 1 at"):
        check(start.columns, ((8, 6), *line) if len(start.group_at(8, 6)) == 1 else ((9, 9),))


def test_the_stored_records_replay_and_clear() -> None:
    stored = records.load()
    assert sorted(stored) == list(range(1, 21))
    for board in standard_boards():
        score, tiles = check(board.state.columns, stored[board.number].line)
        assert (score, tiles) == (stored[board.number].score, 0)
    totals = {name: sum(scores) for name, scores in records.PUBLISHED.items()}
    names = ("SP-MCTS(3)", "NMCS level 3", "NRPA level 4", records.BEST)
    assert [totals[name] for name in names] == [78_012, 77_934, 80_030, 87_858], "as published"


def test_a_record_is_beaten_only_by_a_better_one(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    start = standard_boards()[0].state
    games = [played(start, choose) for choose in (min, max)]
    lines = [records.Record(end.score, line) for end, line in games]
    worse, better = sorted(lines, key=lambda record: record.score)
    assert records.load(path) == {}
    assert records.offer(1, worse, path)
    assert not records.offer(1, worse, path)
    assert records.offer(1, better, path)
    assert not records.offer(1, worse, path)
    assert records.load(path) == {1: better}
    assert [each.name for each in tmp_path.iterdir()] == ["records.json"]
    with pytest.raises(ValueError, match="the line scores"):
        records.offer(1, records.Record(9_999, better.line), path)


@pytest.mark.parametrize("number", [1, 12, 20])
def test_a_search_for_better_lines_begins_where_its_plan_says(number) -> None:
    board = standard_boards()[number - 1].state
    record = records.load()[number]
    rng = random.Random(number)
    plans = [plan(board, record, rng) for _ in range(60)]
    assert {each.start for each in plans} == set(Start)
    for each in plans:
        assert after(board, each.before) == each.position
        end = after(each.position, each.known)
        assert each.start is Start.FRESH or end.score == record.score
    assert plan(board, None, rng).start is Start.FRESH
