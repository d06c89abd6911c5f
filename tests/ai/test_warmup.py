"""Parts of the AI get ready in turn, how long that takes, and the window is not held up."""

import gc
import logging
import subprocess
import sys
import time
from typing import Any

import pytest

from ai.contract.game import Part, Readiness
from ai.engine import forecast, warmup
from ai.engine.forecast import Cost, Forecast
from ai.search.limits import CancelFlag
from ai.search.messages import WarmupProgress
from tests.waiting import LIMIT_SECONDS


def test_every_part_is_reported_before_its_turn_and_timed_until_the_program_ends(caplog) -> None:
    ended, done, said = CancelFlag(), list[str](), list[WarmupProgress]()
    steps = tuple(Part(title, lambda title=title: done.append(title)) for title in ("one", "two"))
    with caplog.at_level(logging.INFO):
        warmup.load(said.append, ended, steps)
    assert done == ["one", "two"]
    assert said == [WarmupProgress(*each) for each in ((0, 2, "one"), (1, 2, "two"), (2, 2, ""))]
    assert "Milliseconds: one 0, two 0" in caplog.text
    warmup.load(said.append, ended, (Part("end", ended.set), *steps))
    assert done == ["one", "two"], "nothing more is loaded then"


def titles(*needs: Readiness) -> list[str]:
    return [part.title for part in warmup.parts_of(warmup.built_in(), *needs)]


def test_a_start_loads_the_first_of_what_is_compiled() -> None:
    at_start, everything = (titles(*needs) for needs in ([Readiness.START], Readiness))
    assert at_start == everything[: len(at_start)]
    later = everything[len(at_start) :]
    assert {"nested search in Hex Gomoku", "flat search in Breakthrough"} <= {*later}
    assert not {title for title in everything if "SameGame" in title and " in " in title}


def test_loading_gives_way_and_leaves_everything_as_it_was() -> None:
    with warmup.light_on_others():
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.unfreeze()


@pytest.mark.parametrize("processes", [2, 3, 8])
def test_helpers_take_every_part_from_ends_of_their_own(processes: int) -> None:
    parts = tuple(Part(str(number), lambda: None) for number in range(14))
    orders = [warmup._from_another_end(parts, number, processes) for number in range(1, processes)]
    for order in orders:
        assert sorted(part.title for part in order) == sorted(part.title for part in parts)
    begins = {parts[0].title, *(order[0].title for order in orders)}
    assert len(begins) == processes


def test_helpers_end_with_the_one_they_help(monkeypatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def noting(*arguments, **options):
        started.append(popen(*arguments, **options))
        return started[-1]

    script = "from ai.engine import warmup; warmup._end_with_parent()"
    monkeypatch.setattr(warmup, "_command", lambda *_: [sys.executable, "-c", script])
    monkeypatch.setattr(subprocess, "Popen", noting)
    with warmup._helpers(2, "hex"):
        assert [helper.poll() for helper in started] == [None, None]
    assert [helper.poll() is None for helper in started] == [False, False]
    orphan = popen([sys.executable, "-c", script], stdin=subprocess.PIPE)
    orphan.stdin.close()
    assert orphan.wait(LIMIT_SECONDS) == 0


def test_the_game_to_begin_with_comes_first_and_all_is_compiled_once() -> None:
    stages = warmup.stages_from("hex")
    games = [game for game, _ in stages]
    assert games[0] == "hex"
    assert games[-1] == "", "what nobody waits for comes last"
    assert sorted(games[:-1]) == sorted(game.name for game in warmup.built_in())
    staged = [part.title for _, parts in stages for part in parts]
    assert sorted(staged) == sorted(titles(*Readiness))
    assert len(staged) == len(set(staged))


@pytest.fixture
def compile_by(monkeypatch):
    """Lets a script be what compiles; tells whether all was awaited."""

    def run(script, report=print, ready=print, is_given_up=lambda: False):
        monkeypatch.setattr(warmup, "_command", lambda *_: [sys.executable, "-c", script])
        told = Forecast(1, time.monotonic())
        return warmup.compile_in_subprocess(report, ready, is_given_up, told)

    return run


def test_a_process_that_cannot_be_started_or_dies_is_no_reason_to_wait(
    compile_by, monkeypatch, caplog
):
    assert compile_by("raise SystemExit(3)")
    assert "failed with 3" in caplog.text
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert compile_by("")
    assert "compiling here" in caplog.text


def test_what_a_library_prints_while_it_compiles_is_no_progress(compile_by, monkeypatch):
    lines = (
        *("hello from a library", "0 10 SameGame", "compiled SameGame"),
        *("3 10 Tic-Tac-Toe", "ready samegame", "10 10 "),
    )
    monkeypatch.setattr(warmup, "TELL_SECONDS", 3600.0)  # nothing between the lines
    said: list[Any] = []
    assert compile_by(f"print({chr(10).join(lines)!r})", said.append, said.append)
    assert [each if isinstance(each, str) else (each.done, each.what) for each in said] == [
        (0, "SameGame"),
        (3, "Tic-Tac-Toe"),
        "samegame",
        (10, ""),
    ]
    lefts = [dict(each.seconds_left) for each in said if isinstance(each, WarmupProgress)]
    assert 0 < lefts[0]["samegame"] < lefts[0]["tictactoe"]
    assert lefts[1]["samegame"] == 0 < lefts[1]["tictactoe"]
    assert set(lefts[2].values()) == {0}


def test_a_compilation_is_given_up_at_once(compile_by):
    script = "import time; print('ready hex', flush=True); time.sleep(600)"
    said: list[str] = []
    assert not compile_by(script, ready=said.append, is_given_up=lambda: bool(said))
    assert said == ["hex"]


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


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["hex", "tictactoe", "breakthrough"])
def test_no_level_compiles_anything_once_its_game_is_ready(game: str) -> None:
    """In a process of its own: here other tests have compiled what they need."""
    script = f"""
import gc
from numba.core.dispatcher import Dispatcher
from ai.contract.game import Readiness
from ai.contract.games import game_of
from ai.engine import warmup
from ai.levels import levels_of
from ai.search.messages import Limit
from ai.searchers import make_player
from game.games import registry

def compiled():
    return sum(len(each.signatures) for each in gc.get_objects() if isinstance(each, Dispatcher))

registry.hand_in()
for part in warmup.parts_of((game_of({game!r}),), Readiness.START):
    part.make_ready()
rules = game_of({game!r}).rules
position, before = rules.new_game(rules.parameters(), 0), compiled()
for _ in range(4):
    for level in [each for each in levels_of({game!r}, rules.parameters()) if each.dial]:
        player = make_player(level.searcher, {game!r})
        move = player.search(position, Limit(simulations=20), lambda: False, lambda _: None).move
        assert compiled() == before, level.name
    position = position.play(move)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
