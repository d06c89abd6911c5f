"""The papers' experiments: which goes on next, what is added up, and the page."""

import json
import math
import random

import numpy as np
import pytest

from ai.contract.games import read_game
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import nmcs_two_player_algorithm
from ai.search.nmcs_two_player import new_workspace
from ai.search.nmcs_two_player_algorithm import STATES as STATES_OF_NESTED
from ai.search.nmcs_two_player_algorithm import Rule
from benchmarks.papers import __main__ as command
from benchmarks.papers import counted_tree_algorithm, figures, runs
from benchmarks.papers.agenda import Agenda
from benchmarks.papers.counted import CountedOptions, CountedPlayer, Side
from benchmarks.papers.counted_tree_algorithm import STATES, CountedGuide
from benchmarks.papers.experiments import Experiment, experiments
from benchmarks.papers.figures import GAMES
from benchmarks.papers.report import cell, report
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import FEWEST, interval, next_experiment
from tests.plugins import papers  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("papers")


def coin(first: int, games: int) -> Tally:
    """Win every second game."""
    return {"wins": sum(number % 2 for number in range(first, first + games))}


def entry(games: int, seconds: float) -> Tally:
    return {"games": games, "wins": games / 2, "cpu_seconds": seconds}


A, B = (Experiment(name, 500, coin) for name in "ab")
WHOLE = Experiment("whole", 20, coin, sampled=False)


def test_the_interval_that_shrinks_most_in_a_second_goes_on() -> None:
    cheap, dear = entry(100, 1.0), entry(100, 100.0)
    assert next_experiment([A, B], {"a": dear, "b": cheap})[0] is B
    # Of equal price, the one with fewer games; and a dear one is not left behind for ever.
    assert next_experiment([A, B], {"a": entry(20, 2.0), "b": entry(100, 10.0)})[0] is A
    assert next_experiment([A, B], {"a": entry(10, 10.0), "b": entry(400, 4.0)})[0] is A
    # What needs all its games comes first, and what has none next.
    assert next_experiment([WHOLE, A], {}) == (WHOLE, 1)
    assert next_experiment([A, B], {"a": entry(100, 1.0)}) == (B, FEWEST)


def test_a_part_takes_some_seconds_and_at_most_doubles_the_games() -> None:
    for games, seconds, most in ((50, 0.1, 50), (50, 50.0, 10), (50, 5000.0, 2), (480, 1.0, 20)):
        assert next_experiment([A], {"a": entry(games, seconds)}) == (A, most)  # 2: both colours


@pytest.mark.parametrize("writes", [False, True])
def test_a_run_adds_to_what_is_kept_and_tells_it(writes, tmp_path, monkeypatch, capsys):
    """The tracked page and its results are touched only by who asks for that."""
    tracked, beside = tmp_path / "tracked", tmp_path / "beside"
    for folder in (tracked, beside):
        folder.mkdir()
        (folder / "results.json").write_text(json.dumps({"a": entry(496, 1.0)}), "utf-8")
    monkeypatch.setattr(command, "TRACKED", (tracked / "results.json", tracked / "papers.md"))
    monkeypatch.setattr(command, "experiments", lambda: iter([A, WHOLE]))
    words = ["--write"] if writes else ["--results", str(beside)]
    monkeypatch.setattr("sys.argv", ["papers", *words])
    assert command.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-3].startswith("a: 50.0±4.4 % of 500 games")
    assert told[-1].startswith(str(tracked if writes else beside))
    place, other = (tracked, beside) if writes else (beside, tracked)
    results, page = place / "results.json", place / "papers.md"
    assert [path.name for path in other.iterdir()] == ["results.json"]
    assert json.loads((other / "results.json").read_text("utf-8")) == {"a": entry(496, 1.0)}
    kept = json.loads(results.read_text("utf-8"))
    counts = {name: (each["games"], each["wins"]) for name, each in kept.items()}
    assert counts == {"a": (500, 250), "whole": (20, 10)}
    assert page.read_text("utf-8").startswith("# Published experiments")


def test_a_table_that_does_not_exist_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["papers", "--only", "table-9"])
    with pytest.raises(SystemExit, match="no experiment begins with 'table-9'"):
        command.main()


def test_figures_beyond_chance_are_bold() -> None:
    results = {"a": entry(100, 1.0)}
    assert cell(results, "a", 55.0) == "50.0±9.6 (55)"
    assert cell(results, "a", 70.0) == "**50.0±9.6** (70)"
    assert cell(results, "a", 40.0, 80.0) == "50.0±9.6 (40–80)"
    assert cell(results, "b", 55.0) == "- (55)"
    assert interval(100.0, 100) > 0


def test_every_cell_of_the_page_has_its_experiment() -> None:
    keys = [experiment.key for experiment in experiments()]
    assert len(keys) == len(set(keys))
    page = report({})
    ours = 4 * 9 * len(figures.OUR_MILLISECONDS)
    assert sum(key.startswith("table-4/") for key in keys) == ours
    full = report({key: {"games": 4, "wins": 2, "cpu_seconds": 1.0} | EXTRA for key in keys})
    assert "- (" in page
    assert "- (" not in full


NAMES = ("states", "solved", "seconds", "total", "best", "plain", "full")
EXTRA: Tally = dict(zip(NAMES, (1000, 4, 1, 9, 9, 1, 1), strict=True))


def test_a_match_is_the_same_in_parts_and_a_board_is_searched_once() -> None:
    sides = (runs.Nested(1, runs.Rule(True, 0, 0)), runs.Nested(1, runs.Rule(False, 0, 0)))
    whole = runs.nested_match("breakthrough", sides, 0, 12)["wins"]
    parts = [runs.nested_match("breakthrough", sides, first, 6)["wins"] for first in (0, 6)]
    assert whole == sum(parts) >= 6
    found = runs.samegame(1, True, 3, 1)
    assert found["total"] == found["best"] > 0


@pytest.mark.parametrize("seed", range(4))
def test_parts_come_back_in_any_order_and_none_is_lost_or_played_twice(seed: int) -> None:
    rng = random.Random(seed)
    agenda = Agenda([A, B, WHOLE], {"b": entry(10, 1.0)}, math.inf)
    running = []
    while True:
        while len(running) < 7 and (job := agenda.next_part()) is not None:
            running.append(job)
        if not running:
            break
        job = running.pop(rng.randrange(len(running)))
        experiment, first, games = job.arguments
        part = {**coin(first, games), "games": games, "cpu_seconds": 1.0}
        before = agenda.results.get(experiment.key, {}).get("games", 0)
        assert agenda.add(experiment.key, first, part) == (
            agenda.results.get(experiment.key, {}).get("games", 0) > before
        )
        # What is kept has no gap: the next run goes on right behind it.
        for kept in agenda.results.values():
            assert kept["wins"] == kept["games"] // 2
    games = {key: kept["games"] for key, kept in agenda.results.items()}
    assert games == {"a": 500, "b": 500, "whole": 20}


LONGEST_NESTED_GAME = 25 * 26 * 25


@pytest.fixture
def start(papers):  # noqa: F811
    spec, parameters = read_game(GAMES["atari-go"])
    return spec.new_game(parameters, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("side", [Side(), Side(True), Side(True, 0.5, every_game=True)])
def test_a_search_ends_when_its_states_are_spent_and_repeats(start, side):
    def options() -> CountedOptions:
        return CountedOptions(expand_at=1, solver=False, seed=3, states=2000, side=side)

    first, again = options(), options()
    move = CountedPlayer("nogo", start.parameters, first).move(start)
    assert move in start.legal_moves
    assert 2000 <= first.counts[STATES] < 2000 + LONGEST_NESTED_GAME
    assert CountedPlayer("nogo", start.parameters, again).move(start) == move
    assert first.counts[STATES] == again.counts[STATES]


@pytest.mark.thorough
def test_nested_playouts_are_those_of_the_nested_search(start):
    kernel = kernel_of("nogo")
    tables = kernel.make_tables(start.parameters, kernel.CANDIDATES[0])
    root = np.zeros(kernel.state_length(tables), np.int64)
    kernel.load(tables, start.encode(), root)
    room = int(kernel.max_moves(tables))
    guide = CountedGuide(
        after=root.copy(),
        moves=np.zeros(room, np.int64),
        counts=np.zeros(3, np.int64),
        flag=np.zeros(1, np.uint8),
        states=np.int64(0),
        nested=True,
        first_play=np.float32(0.5),
        every_game=False,
    )
    counted = specialise(counted_tree_algorithm, kernel)
    nested = specialise(nmcs_two_player_algorithm, kernel)
    work = new_workspace(1, root.size, room)
    rule = Rule(discounting=False, cow=1, pod=0)
    games, wins, seeds = 4000, np.zeros(2), new_rng(5)
    for number in range(games):
        wins[0] += counted.nested_game(tables, root.copy(), seeds, guide) > 0
        seed = new_rng(number)[0]
        wins[1] += nested.nested_playout(tables, work, root, np.int64(1), rule, seed) > 0
    ours, theirs = guide.counts[STATES] / games, work.counts[STATES_OF_NESTED] / games
    assert abs(ours / theirs - 1) < 0.05
    assert abs(wins[0] - wins[1]) / games < 0.05
