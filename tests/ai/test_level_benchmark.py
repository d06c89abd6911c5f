"""The ladder's own measurements: matches that are kept, steps that are found, moves judged."""

import itertools
import json

import pytest

from ai.contract.games import game_spec
from ai.levels import levels_of
from benchmarks import levels
from benchmarks.cluster import run_here

pytestmark = pytest.mark.xdist_group("kernels")

BOARD = levels.Board("tictactoe", {"columns": 3, "rows": 3, "in_a_row": 3}, 1)
SMALL = [
    each for each in levels_of("tictactoe", game_spec("tictactoe").parameters()) if each.ranked
]


def no_run(next_job):
    while (job := next_job()) is not None:
        pytest.fail(f"{job} was played already")
    return iter(())


def test_a_second_run_goes_on_where_the_first_one_ended(tmp_path):
    file = tmp_path / "games.jsonl"
    first = levels.Matches(BOARD, file, run_here).results(SMALL[-1], SMALL[0], 30, 1)
    assert len(first) == 30
    assert set(first) <= {0.0, 0.5, 1.0}
    assert levels.Matches(BOARD, file, no_run).results(SMALL[-1], SMALL[0], 30, 1) == first
    lines = file.read_text("utf-8").splitlines()
    file.write_text(lines[0] + "\n", "utf-8")
    played = []
    again = levels.Matches(BOARD, file, lambda job: (played.append(1), run_here(job))[1])
    assert again.results(SMALL[-1], SMALL[0], 30, 1) == first
    assert (len(lines), len(played)) == (2, 1)


def test_a_step_has_an_interval_even_where_all_was_won():
    step = levels.step_of([1.0, 0.0, 1.0, 1.0] * 50)
    assert step.low < step.lead < step.high
    assert (round(step.lead), step.games, step.draws) == (191, 200, 0)
    assert levels.step_of([1.0] * 20).low > 0


class Even:
    """Matches whose leads grow with the way, 100 Elo for each of its parts."""

    def results(self, upper, lower, games, seed):
        lead = 100 * (float(upper.name[3:]) - float(lower.name[3:]))
        return spread(1 / (1 + 10 ** (-lead / 400)), games)


def spread(share: float, games: int) -> list[float]:
    won = round(share * games)
    return [1.0] * won + [0.0] * (games - won)


def test_rungs_are_found_a_step_apart():
    way = levels.Span(levels_of("breakthrough"))
    found = list(levels.find(Even(), way, 400, 0))
    places = [float(row["level"][3:]) for row in found]
    assert found[0]["rating"] == 400
    assert places[-1] == way.end
    for below, above in itertools.pairwise(places[:-1]):
        assert (above - below) * 100 == pytest.approx(levels.STEP, abs=levels.NEAR)


def test_a_judge_counts_wins_that_are_missed_and_given_away():
    board = levels.Board("breakthrough", {"columns": 4, "rows": 6, "misere": False}, 2)
    (row,) = levels.judge(board, [levels_of("breakthrough")[0]], 25, 3)
    assert row["moves"] >= 25
    assert 0 <= row["absurd"] <= row["loses"] <= 1
    assert row["wins_missed"] + row["wins_given_away"] > 0
    assert row["wins_missed"] <= row["wins"]


def test_the_command_prints_a_line_for_each_level(capsys):
    assert levels.main(["rate", "tictactoe", "--games", "4"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["level"] for row in rows] == [each.name for each in SMALL[1:]]
    for text in ("samegame", "nothing", "hex:side=2"):
        with pytest.raises(SystemExit):
            levels.main(["rate", text])
