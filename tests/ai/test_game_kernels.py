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
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    games: list[str] = []
    monkeypatch.setattr(warmup, "load_game", games.append)
    return games


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, loaded: list[str]) -> Compiler:
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


def test_a_game_waits_for_its_own_kernels_only(compiler, loaded, ended) -> None:
    kernels, said = GameKernels(), []
    kernels.begin(said.append, ended)
    compiler.finished.append("tictactoe")
    assert kernels.wait("tictactoe", CancelFlag())
    assert loaded == ["tictactoe"]
    assert kernels.wait("tictactoe", CancelFlag())
    assert loaded == ["tictactoe"], "once is enough"
    assert GameReady("tictactoe") in said
    gone = CancelFlag()
    gone.set()
    assert not kernels.wait("hex", gone)
    assert kernels.wait("nogo", gone), "what has no window is compiled by who asks"


def test_what_is_wanted_comes_first_whenever_that_changes(compiler, ended) -> None:
    kernels = GameKernels()
    kernels.begin(lambda _: None, ended)
    wait_for(lambda: compiler.begun == [""])
    kernels.want("hex")
    wait_for(lambda: compiler.begun == ["", "hex"])
    kernels.want("breakthrough")
    wait_for(lambda: compiler.begun == ["", "hex", "breakthrough"])
    compiler.finished.append("breakthrough")
    assert kernels.wait("breakthrough", CancelFlag())
    kernels.want("breakthrough")
    time.sleep(0.02)
    assert len(compiler.begun) == 3, "what is ready interrupts nothing"


def test_what_is_compiled_already_is_not_begun_again(compiler, ended) -> None:
    kernels = GameKernels()
    kernels.begin(lambda _: None, ended)
    wait_for(lambda: compiler.begun == [""])
    names = [game.name for game in warmup.built_in()]
    kernels.want(names[0])
    time.sleep(0.02)
    compiler.finished.append(names[0])
    assert kernels.wait(names[0], CancelFlag())
    kernels.want(names[1])
    time.sleep(0.02)
    assert compiler.begun == [""], "they were the next anyway"
    kernels.want(names[3])
    wait_for(lambda: compiler.begun == ["", names[3]])


def test_when_all_games_are_ready_the_ai_is(compiler, ended) -> None:
    kernels, said = GameKernels(), []
    kernels.begin(said.append, ended)
    names = [game.name for game in warmup.built_in()]
    compiler.finished += names
    wait_for(lambda: any(isinstance(each, WorkerReady) for each in said))
    assert [each.game for each in said if isinstance(each, GameReady)] == names


def test_where_nothing_can_be_compiled_ahead_the_searches_do_it(compiler, ended) -> None:
    kernels, said = GameKernels(), []
    compiler.is_over = True
    kernels.begin(said.append, ended)
    for game in warmup.built_in():
        assert kernels.wait(game.name, CancelFlag())
    wait_for(lambda: any(isinstance(each, WorkerReady) for each in said))


def test_the_end_of_the_program_ends_the_compiling(compiler, ended) -> None:
    kernels, said = GameKernels(), []
    before = set(threading.enumerate())
    kernels.begin(said.append, ended)
    ended.set()
    wait_for(lambda: before.issuperset(threading.enumerate()))
    assert said == []


def test_another_thread_goes_on_with_what_is_there(compiler, loaded, ended) -> None:
    kernels, first = GameKernels(), CancelFlag()
    kernels.begin(lambda _: None, first)
    compiler.finished.append("hex")
    assert kernels.wait("hex", CancelFlag())
    first.set()
    said: list[object] = []
    kernels.begin(said.append, ended)
    assert kernels.wait("hex", CancelFlag())
    assert loaded == ["hex"]


def test_a_thread_that_begins_when_all_games_are_ready_says_so(compiler, ended) -> None:
    kernels, first = GameKernels(), CancelFlag()
    kernels.begin(lambda _: None, first)
    names = [game.name for game in warmup.built_in()]
    compiler.finished += names
    for name in names:
        assert kernels.wait(name, CancelFlag())
    first.set()
    said: list[object] = []
    kernels.begin(said.append, ended)
    assert [type(each) for each in said] == [GameReady] * len(names) + [WorkerReady]


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stands in for a plug-in that is not in the cache; what of it was compiled."""
    plugin = SimpleNamespace(game=SimpleNamespace(name="pebbles"))
    compiled: list[str] = []
    monkeypatch.setattr(game_kernels, "loaded", [plugin])
    monkeypatch.setattr(
        game_kernels, "_compiled", lambda name, _: (compiled.append(name) or "", "")
    )
    return compiled


def test_a_plugin_that_is_wanted_comes_before_the_built_in_games(
    compiler, loaded, pebbles, ended
) -> None:
    kernels, said = GameKernels(), []
    kernels.begin(said.append, ended)
    wait_for(lambda: compiler.begun == [""])
    assert kernels.wait("pebbles", CancelFlag())
    assert pebbles == ["pebbles"]
    wait_for(lambda: len(compiler.begun) == 2)
    assert GameReady("pebbles") in said


def test_a_plugin_that_nobody_wants_comes_last(compiler, pebbles, ended) -> None:
    kernels, said = GameKernels(), []
    kernels.begin(said.append, ended)
    compiler.finished += [game.name for game in warmup.built_in()]
    wait_for(lambda: any(isinstance(each, WorkerReady) for each in said))
    assert next(each for each in said if isinstance(each, WorkerReady)).pending == ("pebbles",)
    assert pebbles == []
    compiler.is_over = True
    wait_for(lambda: GameReady("pebbles") in said)


def test_what_is_in_the_cache_is_loaded_once(monkeypatch, ended) -> None:
    loads: list[int] = []
    monkeypatch.setattr(cache, "is_warm", lambda *_: True)
    monkeypatch.setattr(warmup, "load_games", lambda report, ended: loads.append(1))
    kernels, said = GameKernels(), []
    for _ in range(2):
        kernels.begin(said.append, ended)
    assert [type(each) for each in said] == [WorkerReady] * 2
    assert loads == [1]
    assert kernels.wait("hex", CancelFlag())


def test_what_cannot_be_compiled_is_told_in_the_last_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def compile_ahead(_: str) -> None:
        njit(lambda: nothing)()  # type: ignore[name-defined]  # noqa: F821

    monkeypatch.setattr(warmup, "compile_ahead", compile_ahead)
    assert game_kernels.compile_game("hex") == FAILED
    told = capfd.readouterr().err.splitlines()[-1]
    assert told.startswith(
        "numba cannot compile it: NameError: name 'nothing' is not defined (test"
    )
