"""Folders that are nowhere are told in a sentence, and nothing is made beside the program."""

import sys
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from ai import files
from ai.engine import cache
from game.store.files import default_paths
from tests.processes import ROOT, python

LOST = "your home folder can't be found; set PLAYOUT_HOME to a folder"


def test_a_tree_of_its_own_comes_before_the_systems_folders(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv(files.HOME_VARIABLE, str(tmp_path))
    assert files.data_folder() == tmp_path / "data"
    assert files.cache_folder() == tmp_path / "cache"
    assert default_paths({files.HOME_VARIABLE: str(tmp_path)}).data == tmp_path / "data"
    monkeypatch.delenv(files.HOME_VARIABLE)
    assert files.data_folder() == default_paths({}).data
    assert files.cache_folder() == default_paths({}).cache


@pytest.mark.skipif(sys.platform == "win32", reason="it is beside one's own there, by its name")
def test_nobodys_home_is_told() -> None:
    with pytest.raises(files.HomeError, match="PLAYOUT_HOME is '~nobody-here/x', but no such user"):
        files.chosen_home({files.HOME_VARIABLE: "~nobody-here/x"})


HOMELESS = """
import os, pwd, sys

def unknown(user):
    raise KeyError(user)

pwd.getpwuid = unknown
for name in [*os.environ]:
    if name == "HOME" or name.startswith(("XDG_", "PLAYOUT_")):
        del os.environ[name]
from main import main
sys.exit(main())
"""
"""A process whose user the system does not know, as in a container."""


@pytest.mark.skipif(sys.platform == "win32", reason="there every user has a home")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("--version", 0, ""),
        ("--help", 0, ""),
        ("match --help", 0, ""),
        ("list", 0, ""),
        ("match tictactoe random random", 2, LOST),
        ("", 2, LOST),
    ],
)
def test_without_a_home_what_needs_one_says_so_and_nothing_is_made_where_one_is(
    words: str, code: int, told: str, tmp_path: Path
) -> None:
    answer = python(
        *("-c", HOMELESS, *words.split()), cwd=tmp_path, code=code, PYTHONPATH=str(ROOT)
    )
    assert answer.stderr.removeprefix("playout: ") == (f"{told}\n" if told else "")
    assert list(tmp_path.iterdir()) == []


def test_a_home_that_older_libraries_leave_open_is_none(monkeypatch, tmp_path) -> None:
    monkeypatch.delenv(files.HOME_VARIABLE)
    open_path = Path("~/.local/share/playout")
    nowhere = SimpleNamespace(
        user_config_path=open_path, user_data_path=open_path, user_pictures_path=tmp_path
    )
    monkeypatch.setattr(platformdirs, "PlatformDirs", lambda *_, **__: nowhere)
    with pytest.raises(files.HomeError, match=LOST):
        files.data_folder()


@pytest.mark.skipif(sys.platform == "win32", reason="there every user has a home")
def test_kernels_need_no_home(monkeypatch) -> None:
    import pwd

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    for name in (files.HOME_VARIABLE, cache.CACHE_VARIABLE):
        monkeypatch.delenv(name)
    cache.cache_root.cache_clear()
    assert cache.cache_root().is_absolute(), "a temporary folder"
    cache.cache_root.cache_clear()
