"""A good game in a folder, copies of it to be spoilt, and folders loaded for one test alone."""

import json
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from ai import errors
from ai.contract import games as program
from ai.contract.game import Game
from ai.contract.games import VARIABLE, left_out
from ai.errors import PACKAGE
from benchmarks.papers import games
from game.games import kernel_state, plugins
from tests.processes import ROOT, forget

PEBBLES = ROOT / "tests" / "data" / "games" / "pebbles"
PEGS = PEBBLES.with_name("pegs")


@contextmanager
def emptied(*kept: list[Any] | dict[Any, Any]) -> Iterator[None]:
    """Let lists and tables of the program be empty for a while."""
    before = [copy(each) for each in kept]
    for each in kept:
        each.clear()
    yield
    for each, content in zip(kept, before, strict=True):
        each.clear()
        each.extend(content) if isinstance(each, list) else each.update(content)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's home without any game, and an environment that names none."""
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "home"))
    # So that the variable is as before after the test, whatever sets it.
    monkeypatch.setenv(VARIABLE, "[]")
    monkeypatch.delenv(VARIABLE)
    with emptied(left_out):
        yield tmp_path / "home"


@pytest.fixture
def listening():
    """Ctrl+C as the program hears it; what lets it not have been pressed, as else it stays so."""
    before = signal.getsignal(signal.SIGINT)

    def release():
        errors.is_pressed.array[0] = 0

    release()
    errors.listen()
    yield release
    release()
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a good game, to be spoilt."""
    shutil.copytree(PEBBLES, tmp_path / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "pebbles"


@pytest.fixture
def pegs(tmp_path: Path) -> Path:
    """A copy of a good game for one."""
    shutil.copytree(PEGS, tmp_path / "pegs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "pegs"


@pytest.fixture
def loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game | None]]:
    """Load folders into this process, for the test alone."""

    def load(*given: Path, for_window: bool = False) -> Game | None:
        program.loaded.clear()
        monkeypatch.setenv(VARIABLE, json.dumps([str(folder) for folder in given]))
        plugins.load_passed_on(for_window=for_window)
        return program.loaded[-1].game if program.loaded else None

    with emptied(program.packages, program.loaded):
        yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    forget(kernel_state)  # another copy has the same name


@pytest.fixture
def papers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The papers' games, for the test alone."""
    monkeypatch.setenv(VARIABLE, "[]")
    with emptied(program.packages, program.loaded):
        games.load()
        yield


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
