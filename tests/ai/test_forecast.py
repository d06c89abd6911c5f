"""How long a game's kernels still take, told while they are compiled."""

from pathlib import Path

import pytest

from ai.engine import forecast, warmup
from ai.engine.forecast import Cost, Forecast

COSTS = {"one": Cost(10.0, 20), "two": Cost(20.0, 10)}
PLAN = [("first", ["one"]), ("second", ["two"])]


@pytest.fixture
def told() -> Forecast:
    told = Forecast(1, 100.0, COSTS)
    told.plan(PLAN)
    return told


def test_before_anything_is_compiled_it_goes_by_what_was_measured(told: Forecast) -> None:
    assert told.seconds_left(100.0) == (("first", 10.0), ("second", 30.0))


def test_two_processes_take_little_more_than_half_as_long() -> None:
    told = Forecast(2, 0.0, {"one": Cost(10.0, 20), "half": Cost(10.0, 20)})
    told.plan([("game", ["one", "half"])])
    left = dict(told.seconds_left(0.0))
    assert 10.0 < left["game"] < 13.0


def test_a_part_of_its_own_is_compiled_by_one_process() -> None:
    told = Forecast(2, 0.0, COSTS)
    told.plan(PLAN)
    assert told.seconds_left(0.0) == (("first", 10.0), ("second", 30.0))


def test_each_function_brings_the_end_nearer(told: Forecast) -> None:
    for second in range(1, 9):
        told.compiled_one("one")
        told.compiled_one("one")
        left = dict(told.seconds_left(100.0 + second))
        assert left["first"] == pytest.approx(10.0 - second), "it goes as it was measured"


def test_a_slow_machine_is_seen_to_be_slow(told: Forecast) -> None:
    for _ in range(10):
        told.compiled_one("one")
    left = dict(told.seconds_left(100.0 + 4 * 5.0))
    assert 5.0 * 2 < left["first"] < 5.0 * 4, "halfway after four times the measured time"


def test_time_alone_does_not_make_a_game_ready(told: Forecast) -> None:
    lefts = [dict(told.seconds_left(100.0 + second))["first"] for second in range(0, 100, 10)]
    assert lefts == sorted(lefts)


def test_more_functions_than_were_counted_leave_something_to_do(told: Forecast) -> None:
    for _ in range(50):
        told.compiled_one("one")
    assert dict(told.seconds_left(105.0))["first"] > 0
    told.are_through(1)
    assert dict(told.seconds_left(105.0))["first"] == 0


def test_another_order_keeps_what_is_compiled(told: Forecast) -> None:
    told.are_through(1)
    told.plan(reversed(PLAN))
    left = dict(told.seconds_left(110.0))
    assert left["first"] == left["second"] == pytest.approx(20.0)


def test_a_part_that_nobody_measured_takes_the_usual_time() -> None:
    told = Forecast(1, 0.0, {})
    told.plan([("new", ["its search"])])
    assert dict(told.seconds_left(0.0)) == {"new": forecast.USUAL.seconds}


@pytest.mark.parametrize("content", [None, "", "{", "[1]", '{"one": 1}', '{"one": {"seconds": 1}}'])
def test_a_damaged_file_of_costs_leaves_the_usual_ones(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "costs.json"
    if content is not None:
        file.write_text(content)
    monkeypatch.setattr(forecast, "COSTS_FILE", file)
    assert forecast.measured_costs.__wrapped__() == {}


def test_every_part_that_a_start_waits_for_is_measured() -> None:
    titles = {part.title for part in warmup.start_parts()}
    assert titles == set(forecast.measured_costs())
