"""A good game in a folder, copies of it to be spoilt, and folders loaded for one test alone."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.games import plugins, registry
from game.games.game import Game

ROOT = Path(__file__).resolve().parents[1]
PEBBLES = ROOT / "tests" / "data" / "games" / "pebbles"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home without any game, and an environment that names none."""
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "home"))
    # So that the variable is as before after the test, whatever sets it.
    monkeypatch.setenv(plugins.VARIABLE, "[]")
    monkeypatch.delenv(plugins.VARIABLE)
    monkeypatch.setattr(plugins, "left_out", [])
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a good game, to be spoilt."""
    shutil.copytree(PEBBLES, tmp_path / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "pebbles"


@pytest.fixture
def loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game | None]]:
    """Load folders into this process, for the test alone."""
    monkeypatch.setattr(plugins, "_packages", {})
    monkeypatch.setattr(registry, "_games", registry.BUILT_IN)

    def load(*folders: Path) -> Game | None:
        monkeypatch.setattr(plugins, "loaded", [])
        monkeypatch.setenv(plugins.VARIABLE, json.dumps([str(folder) for folder in folders]))
        games = plugins.load_passed_on(registry.BUILT_IN)
        monkeypatch.setattr(registry, "_games", (*registry.BUILT_IN, *games))
        return games[-1] if games else None

    yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == plugins.PACKAGE]:
        del sys.modules[name]


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
