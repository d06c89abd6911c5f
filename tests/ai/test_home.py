"""Folders that are nowhere are told in a sentence, and nothing is made beside the program."""

import sys
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from ai import home, streams
from ai.engine import cache
from game.store.paths import default_paths


def test_a_tree_of_its_own_comes_before_the_systems_folders(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv(home.HOME_VARIABLE, str(tmp_path))
    assert home.data_folder() == tmp_path / "data"
    assert home.cache_folder() == tmp_path / "cache"
    assert default_paths({home.HOME_VARIABLE: str(tmp_path)}).data == tmp_path / "data"
    monkeypatch.delenv(home.HOME_VARIABLE)
    assert home.data_folder() == default_paths({}).data
    assert home.cache_folder() == default_paths({}).cache


@pytest.mark.skipif(sys.platform == "win32", reason="it is beside one's own there, by its name")
def test_nobodys_home_is_told() -> None:
    with pytest.raises(home.HomeError, match="PLAYOUT_HOME is '~nobody-here/x', but no such user"):
        home.own_tree({home.HOME_VARIABLE: "~nobody-here/x"})


def test_without_a_home_nothing_is_made_where_the_program_was_started(
    monkeypatch, tmp_path, capsys
) -> None:
    """A process whose user the system does not know has no home folder."""
    nowhere = SimpleNamespace(
        user_data_path=Path("~/.local/share/playout"), user_cache_path=Path("~/.cache/playout")
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(home.HOME_VARIABLE)
    monkeypatch.delenv(cache.CACHE_VARIABLE)
    monkeypatch.setattr(platformdirs, "PlatformDirs", lambda *_, **__: nowhere)
    cache.cache_root.cache_clear()
    assert cache.cache_root().is_absolute()
    cache.cache_root.cache_clear()
    assert streams.guarded(lambda: bool(default_paths({}))) == 2
    told = "your home folder can't be found; set PLAYOUT_HOME to a folder"
    assert capsys.readouterr().err == f"playout: {told}\n"
    with pytest.raises(home.HomeError, match=told):
        home.data_folder()
    assert list(tmp_path.iterdir()) == []
