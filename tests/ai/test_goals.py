"""The figures that a run of the benchmarks sets beside the goals."""

import importlib
import json
import sys

import pytest

from benchmarks import breakthrough, calibration, goals, hex, samegame
from benchmarks.goals import GOALS, Goal

READERS = {
    module.__name__.rpartition(".")[2]: module.parser()
    for module in (samegame, hex, breakthrough, calibration)
}


def test_a_board_counts_with_its_median_win_rates_with_the_farthest_and_goals_have_bounds() -> None:
    scores = {1: (10, 30, 20), 2: (5, 7, 100)}
    rows = [{"board": board, "score": score} for board, each in scores.items() for score in each]
    assert goals.total(rows) == 27
    assert goals.farthest_off([{"apart_points": 2.0}, {"apart_points": -3.5}]) == 3.5
    low = Goal("a", "", "", len, at_least=2)
    high = Goal("b", "", "", len, at_most=2)
    assert [low.is_met(value) for value in (1.9, 2, 2.1)] == [False, True, True]
    assert [high.is_met(value) for value in (1.9, 2, 2.1)] == [True, True, False]


def test_mutants_ask_for_their_library_in_a_sentence(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "libcst", None)
    monkeypatch.delitem(sys.modules, "benchmarks.mutants", raising=False)
    with pytest.raises(SystemExit, match=r"^benchmarks.mutants needs mutmut .* no libcst$"):
        importlib.import_module("benchmarks.mutants")


def test_every_command_can_be_read() -> None:
    for goal in GOALS:
        name, *arguments = goal.command.split() or [""]
        if name in READERS:
            READERS[name].parse_args(arguments)


@pytest.fixture
def measured(tmp_path, monkeypatch, capsys):
    """Measures figures by a script; returns what each came to, and what was said of errors."""

    def run(script, *figures):
        (tmp_path / "script.py").write_text(script, "utf-8")
        monkeypatch.setattr(goals, "LINES", {"run": (str(tmp_path / "script.py"),)})
        monkeypatch.setattr(goals, "GOALS", figures)
        assert goals.main([]) == 1
        told = capsys.readouterr()
        rows = [json.loads(line) for line in told.out.splitlines()]
        return [(row["value"], row["is_met"]) for row in rows], told.err

    return run


def test_a_command_that_is_run_once_gives_all_its_figures(measured, tmp_path) -> None:
    runs, wins = tmp_path / "runs", goals.highest("wins")
    script = f"open({str(runs)!r}, 'a').write('.')\nprint('a table')\nprint('{{\"wins\": 3}}')\n"
    figures = (Goal("a", "most", "run", wins, 4), Goal("a", "few", "run", wins, at_most=3))
    assert measured(script, *figures) == ([(3, False), (3, True)], "")
    assert runs.read_text("utf-8") == "."


def test_a_command_that_fails_is_told_and_the_others_are_measured(measured) -> None:
    figures = [Goal(each, each, f"run {each}", len, 0) for each in ("3", "0")]
    told = measured("import sys\nsys.exit(int(sys.argv[1]))\n", *figures)
    assert told == ([(None, False), (0, True)], "run 3: failed with exit code 3\n")


def test_stored_solutions_are_counted_as_they_are() -> None:
    below = goals.below_published([])
    best = sum(goals.records.PUBLISHED[goals.records.BEST])
    assert 0 <= below <= 20
    assert below > 0 or goals.stored([]) >= best
