"""How long a game's kernels still take, told while they are compiled."""

import pytest

from ai.engine import forecast, warmup
from ai.engine.forecast import Cost, Forecast

COSTS = {"one": Cost(10.0, 20), "two": Cost(20.0, 10)}
PLAN = [("first", ["one"]), ("second", ["two"])]


def planned(processes=1, costs=COSTS, plan=PLAN) -> Forecast:
    told = Forecast(processes, 100.0, costs)
    told.plan(plan)
    return told


def test_before_anything_is_compiled_it_goes_by_what_was_measured():
    for processes in (1, 2):  # a part of its own is compiled by one of them
        assert planned(processes).seconds_left(100.0) == (("first", 10.0), ("second", 30.0))
    halves = planned(2, {"one": COSTS["one"], "half": COSTS["one"]}, [("game", ["one", "half"])])
    assert 10.0 < dict(halves.seconds_left(100.0))["game"] < 13.0
    new = planned(1, {}, [("new", ["its search"])])
    assert dict(new.seconds_left(100.0)) == {"new": forecast.USUAL.seconds}


def left_after(seconds: float, told: Forecast, functions: int = 0) -> float:
    """Return what the first game takes after some seconds, in which functions were compiled."""
    for _ in range(functions):
        told.compiled_one("one")
    return dict(told.seconds_left(100.0 + seconds))["first"]


def test_each_function_brings_the_end_nearer_and_time_alone_does_not():
    told = planned()
    for second in range(1, 9):
        left = left_after(second, told, functions=2)
        assert left == pytest.approx(10.0 - second), "it goes as it was measured"
    half = left_after(4 * 5.0, planned(), functions=10)
    assert 5.0 * 2 < half < 5.0 * 4, "halfway after four times the measured time"
    idle = planned()
    lefts = [left_after(second, idle) for second in range(0, 100, 10)]
    assert lefts == sorted(lefts)


def test_more_functions_than_were_counted_leave_something_to_do():
    told = planned()
    assert left_after(5.0, told, functions=50) > 0
    told.are_through(1)
    assert left_after(5.0, told) == 0


def test_another_order_keeps_what_is_compiled():
    told = planned()
    told.are_through(1)
    told.plan(reversed(PLAN))
    assert dict(told.seconds_left(110.0)) == pytest.approx({"first": 20.0, "second": 20.0})


@pytest.mark.parametrize("content", [None, "", "{", "[1]", '{"one": 1}', '{"one": {"seconds": 1}}'])
def test_a_damaged_file_of_costs_leaves_the_usual_ones(content, tmp_path, monkeypatch):
    file = tmp_path / "costs.json"
    if content is not None:
        file.write_text(content)
    monkeypatch.setattr(forecast, "COSTS_FILE", file)
    assert forecast.measured_costs.__wrapped__() == {}


def test_every_part_that_a_start_waits_for_is_measured() -> None:
    titles = {part.title for part in warmup.start_parts()}
    assert titles == set(forecast.measured_costs())
