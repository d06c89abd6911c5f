"""A game is searched as soon as its own kernels are there, and what is wanted is compiled first."""

import threading
import time
from types import SimpleNamespace

import pytest
from numba import njit

from ai.engine import cache, game_kernels, warmup
from ai.engine.game_kernels import GameKernels
from ai.search.limits import CancelFlag
from ai.search.messages import GameReady, WorkerReady
from ai.streams import FAILED
from tests.waiting import wait_for


class Compiler:
    """Stands in for the processes that compile: a game is ready when the test says so.

    Attributes:
        begun: The game that each run was to begin with.
        finished: What is ready by now.
        is_over: Whether the last run comes to its end.
    """

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.finished: list[str] = []
        self.is_over = False

    def __call__(self, report, ready, is_given_up, forecast, first=""):
        self.begun.append(first)
        told = 0
        while not self.is_over:
            if is_given_up():
                return False
            for name in self.finished[told:]:
                ready(name)
                told += 1
            time.sleep(0.001)
        return True


@pytest.fixture
def loaded(monkeypatch) -> list[str]:
    games: list[str] = []
    monkeypatch.setattr(warmup, "load_game", games.append)
    return games


@pytest.fixture
def compiler(monkeypatch, loaded) -> Compiler:
    compiler = Compiler()
    monkeypatch.setattr(cache, "is_warm", lambda *_: False)
    monkeypatch.setattr(cache, "prune", lambda: None)
    monkeypatch.setattr(warmup, "compile_in_subprocess", compiler)
    monkeypatch.setattr(game_kernels, "POLL_SECONDS", 0.001)
    return compiler


@pytest.fixture
def ended():
    flag = CancelFlag()
    yield flag
    flag.set()


def begun(ended, kernels=None):
    """Return kernels with which a thread begins, and what it is told."""
    kernels, said = kernels or GameKernels(), []
    kernels.begin(said.append, ended)
    return kernels, said


def is_ready(kernels, game):
    return kernels.wait(game, CancelFlag())


def told_in_the_end(said) -> WorkerReady:
    return wait_for(lambda: next((each for each in said if isinstance(each, WorkerReady)), None))


NAMES = [game.name for game in warmup.built_in()]


def test_a_game_waits_for_its_own_kernels_only(compiler, loaded, ended):
    kernels, said = begun(ended)
    compiler.finished.append("tictactoe")
    for _ in range(2):
        assert is_ready(kernels, "tictactoe")
        assert loaded == ["tictactoe"], "once is enough"
    assert GameReady("tictactoe") in said
    gone = CancelFlag()
    gone.set()
    assert not kernels.wait("hex", gone)


def test_what_is_wanted_comes_first_whenever_that_changes(compiler, ended):
    kernels, _ = begun(ended)
    wait_for(lambda: compiler.begun == [""])
    for number, game in enumerate(("hex", "breakthrough")):
        kernels.want(game)
        wait_for(lambda number=number: compiler.begun == ["", "hex", "breakthrough"][: number + 2])
    compiler.finished.append("breakthrough")
    assert is_ready(kernels, "breakthrough")
    kernels.want("breakthrough")
    time.sleep(0.02)
    assert len(compiler.begun) == 3, "what is ready interrupts nothing"


def test_what_is_compiled_already_is_not_begun_again(compiler, ended):
    kernels, _ = begun(ended)
    wait_for(lambda: compiler.begun == [""])
    kernels.want(NAMES[0])
    time.sleep(0.02)
    compiler.finished.append(NAMES[0])
    assert is_ready(kernels, NAMES[0])
    kernels.want(NAMES[1])
    time.sleep(0.02)
    assert compiler.begun == [""], "they were the next anyway"
    kernels.want(NAMES[3])
    wait_for(lambda: compiler.begun == ["", NAMES[3]])


def test_when_all_games_are_ready_the_ai_is_and_a_later_thread_goes_on_with_them(
    compiler, loaded, ended
):
    first = CancelFlag()
    kernels, said = begun(first)
    compiler.finished += NAMES
    told_in_the_end(said)
    assert [each.game for each in said if isinstance(each, GameReady)] == NAMES
    assert is_ready(kernels, "hex")
    first.set()
    _, said = begun(ended, kernels)
    assert [type(each) for each in said] == [GameReady] * len(NAMES) + [WorkerReady]
    assert is_ready(kernels, "hex")
    assert loaded == ["hex"]


def test_where_nothing_can_be_compiled_ahead_the_searches_do_it(compiler, ended):
    compiler.is_over = True
    kernels, said = begun(ended)
    for game in NAMES:
        assert is_ready(kernels, game)
    told_in_the_end(said)


def test_the_end_of_the_program_ends_the_compiling(compiler, ended):
    before = set(threading.enumerate())
    _, said = begun(ended)
    ended.set()
    wait_for(lambda: before.issuperset(threading.enumerate()))
    assert said == []


@pytest.fixture
def pebbles(monkeypatch) -> list[str]:
    """Stands in for a plug-in that is not in the cache; what of it was compiled."""
    plugin, compiled = SimpleNamespace(game=SimpleNamespace(name="pebbles")), []
    monkeypatch.setattr(game_kernels, "loaded", [plugin])
    note = lambda name, _: (compiled.append(name) or "", "")  # noqa: E731
    monkeypatch.setattr(game_kernels, "_compiled", note)
    return compiled


def test_a_plugin_that_is_wanted_comes_before_the_built_in_games(compiler, pebbles, ended):
    kernels, said = begun(ended)
    wait_for(lambda: compiler.begun == [""])
    assert is_ready(kernels, "pebbles")
    assert pebbles == ["pebbles"]
    wait_for(lambda: len(compiler.begun) == 2)
    assert GameReady("pebbles") in said


def test_a_plugin_that_nobody_wants_comes_last(compiler, pebbles, ended):
    _, said = begun(ended)
    compiler.finished += NAMES
    assert told_in_the_end(said).pending == ("pebbles",)
    assert pebbles == []
    compiler.is_over = True
    wait_for(lambda: GameReady("pebbles") in said)


def test_what_is_in_the_cache_is_loaded_once(monkeypatch, ended):
    loads: list[int] = []
    monkeypatch.setattr(cache, "is_warm", lambda *_: True)
    monkeypatch.setattr(warmup, "load_games", lambda report, ended: loads.append(1))
    kernels, said = begun(ended)
    kernels.begin(said.append, ended)
    assert [type(each) for each in said] == [WorkerReady] * 2
    assert loads == [1]
    assert is_ready(kernels, "hex")


def test_what_cannot_be_compiled_is_told_in_the_last_line(monkeypatch, capfd):
    def compile_ahead(_: str) -> None:
        njit(lambda: nothing)()  # type: ignore[name-defined]  # noqa: F821

    monkeypatch.setattr(warmup, "compile_ahead", compile_ahead)
    assert game_kernels.compile_game("hex") == FAILED
    told = capfd.readouterr().err.splitlines()[-1]
    assert told.startswith("numba cannot compile it: NameError: name 'nothing' is not defined (tes")
