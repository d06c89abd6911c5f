"""What is done otherwise on Windows, as far as another system can be told to be it."""

import ast
import io
import os
import signal
import sys
from functools import cache
from pathlib import Path

import psutil
import pygame
import pytest

from ai import errors, streams, system
from ai.engine import private_files
from ai.external import contract
from game.check import in_window
from game.games.registry import window_games
from game.library.storage import Storage
from game.play.session import Session
from game.store.files import HOME_VARIABLE, default_paths
from game.window import self_test
from tests.processes import ROOT

elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="signals and links of others")
SOURCES = [ROOT / "main.py", *(ROOT / "ai").rglob("*.py"), *(ROOT / "game").rglob("*.py")]
ODD_WORDS = (
    ["C:\\Program Files\\GNU Go\\gnugo.exe", "--mode", "gtp"],
    ["engine", "C:\\ends with a backslash\\", 'a "quoted" word', "", "it's"],
    ["engine", "50%", "a&b", "^", "\\\\server\\folder with spaces\\"],
)


@pytest.fixture
def as_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "IS_WINDOWS", True)


@pytest.mark.parametrize("words", ODD_WORDS)
def test_a_command_is_split_and_joined_by_the_systems_rules(as_windows, words) -> None:
    command = contract.join_command(words)
    assert contract.split_command(command) == words


def test_backslashes_and_single_quotes_are_signs_like_others(as_windows) -> None:
    split = contract.split_command
    words = [r"C:\Program Files\x.exe", r"a\b", "c d"]
    assert split(r'"C:\Program Files\x.exe" a\b "c d"') == words
    assert split("x 'a b'") == ["x", "'a", "b'"]


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (r'"C:\Program Files\GNU Go\gnugo.exe" --mode gtp', "gnugo"),
        (r"C:\engines\hexy", "hexy"),
        ('py "C:\\my engines\\best.py" --fast', "best"),
        ("java -jar D:/e/deep.jar", "deep"),
        ('"left open', "left open"),
        ("", ""),
    ],
)
def test_a_programs_title_is_its_files_name(as_windows, command, title) -> None:
    assert contract.program_title(command) == title


def test_text_in_pipes_is_utf_8(as_windows, monkeypatch) -> None:
    pipes = {
        name: io.TextIOWrapper(io.BytesIO("größer ♥\n".encode()), encoding="cp1252", newline="\n")
        for name in ("stdin", "stdout", "stderr")
    }
    for name, pipe in pipes.items():
        monkeypatch.setattr(sys, name, pipe)
    streams.prepare()
    assert sys.stdin.read() == "größer ♥\n"
    print("Größe ♥")
    sys.stdout.flush()
    assert pipes["stdout"].buffer.getvalue().startswith("Größe ♥\n".encode())


@elsewhere
def test_kernels_are_kept_in_the_users_own_folder_only(as_windows, monkeypatch, tmp_path) -> None:
    home, shared = tmp_path / "home", tmp_path / "shared"
    monkeypatch.setattr(Path, "home", lambda: home)
    home.mkdir(mode=0o777)
    assert private_files.private_folder(home / "kernels") == home / "kernels"
    private_files.replace(home / "kernels" / "one", b"1")
    assert private_files.read(home / "kernels" / "one") == b"1"
    with pytest.raises(PermissionError, match=r"it is not in .*home, your own folder"):
        private_files.private_folder(shared / "kernels")
    (shared / "kernels" / "one").write_bytes(b"1")
    assert private_files.read(shared / "kernels" / "one") is None
    assert not private_files.is_left_open(shared / "kernels"), "it is not ours to remove"
    (home / "link").symlink_to(shared)
    assert private_files.read(home / "link" / "kernels" / "one") is None


@elsewhere
def test_ctrl_break_ends_in_good_order_like_ctrl_c(monkeypatch) -> None:
    monkeypatch.setattr(errors, "INTERRUPTS", (signal.SIGINT, signal.SIGUSR1))
    before, usual = signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGINT)
    with errors.ctrl_c() as flag:
        os.kill(os.getpid(), signal.SIGUSR1)
        assert flag()
        assert signal.getsignal(signal.SIGUSR1) == before, "a second one ends the program"
        assert signal.getsignal(signal.SIGINT) == usual
    assert signal.getsignal(signal.SIGUSR1) == before


@cache
def parsed(source: Path) -> ast.Module:
    return ast.parse(source.read_text("utf-8"))


STARTS = {f"subprocess.{each}" for each in ("Popen", "run", "call", "check_call", "check_output")}


def starts(source: Path) -> list[tuple[str, bool]]:
    """Return where a file starts programs, and whether each is told to open no console."""
    found = []
    for function in ast.walk(parsed(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) not in STARTS:
                continue
            flags = {word.arg: ast.unparse(word.value) for word in call.keywords}
            is_quiet = "WITHOUT_CONSOLE" in flags.get("creationflags", "")
            found.append((f"{source.relative_to(ROOT).as_posix()}: {function.name}", is_quiet))
    return found


def test_every_file_is_moved_by_what_waits_for_who_reads_it() -> None:
    """Text is replaced by two words, a file by one; modules have functions for files."""
    moves = set()
    for source in SOURCES:
        for call in ast.walk(parsed(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                is_module = ast.unparse(call.func.value) in ("os", "shutil")
                if call.func.attr in ("replace", "rename", "renames", "move") and (
                    is_module or (len(call.args) == 1 and not call.keywords)
                ):
                    moves.add(f"{source.relative_to(ROOT).as_posix()}: {ast.unparse(call)}")
    assert moves == {"ai/files.py: source.replace(target)"}


def test_no_child_opens_a_console() -> None:
    loud = {where for source in SOURCES for where, is_quiet in starts(source) if not is_quiet}
    # The program anew, whose console is this one's; what other systems have.
    expected = {"game/window/crash.py: restart", "game/window/crash.py: open_folder"}
    others = {"game/library/export.py: open_folder", "game/ui/letters.py: system_files"}
    assert loud == expected | others


def test_the_self_test_does_not_wait_for_an_ai_that_has_not_started(monkeypatch, capsys) -> None:
    def fail(*_: object) -> None:
        raise ImportError("DLL load failed while importing _dispatcher")

    monkeypatch.setattr("ai.engine.game_kernels.GameKernels.begin", fail)
    monkeypatch.setattr(pygame, "quit", lambda: None)  # other tests share their fonts
    for seconds in ("READY_SECONDS", "SEARCH_SECONDS"):
        monkeypatch.setattr(self_test, seconds, 20.0)
    checks = [check for check in self_test.CHECKS if check[0] in ("AI start", "searchers")]
    monkeypatch.setattr(self_test, "CHECKS", checks)
    assert self_test.run([("tictactoe", "random")]) == 1
    told = capsys.readouterr().out
    assert "DLL load failed while importing _dispatcher" in told
    assert "FAILED  searchers" in told
    assert "the AI did not start" in told


def test_the_self_test_closes_its_files_which_cannot_be_removed_otherwise(tmp_path, monkeypatch):
    monkeypatch.setattr(pygame, "quit", lambda: None)  # other tests share their fonts
    with self_test._bench(default_paths({HOME_VARIABLE: str(tmp_path)}), ()) as bench:
        dict(self_test.CHECKS)["files"](bench)
        bench.app.context.storage.save_game(Session("hex", seed=1))
    opened = (Path(file.path) for file in psutil.Process().open_files())
    assert not [path for path in opened if path.is_relative_to(tmp_path)]


@pytest.mark.thorough
def test_what_opens_a_plug_ins_window_closes_its_files(monkeypatch) -> None:
    closed, close = [], Storage.close
    monkeypatch.setattr(Storage, "close", lambda self: (closed.append(self), close(self)))
    (game,) = (game for game in window_games() if game.name == "tictactoe")
    in_window.check(game)
    assert len(closed) == 1
