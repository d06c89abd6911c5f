"""How plug-ins are checked: whatever a game does, it is left out, and nothing else notices."""

import json
import os
import sys
import threading
from pathlib import Path

import pytest

from ai.engine import plugin_files, private_files
from ai.family import Bounds, Ended
from game.games.plugins import folders, remembered
from tests.game.test_family import WAYS, are_gone, noted
from tests.game.test_files import put_endless, put_huge, put_loop, put_pipe
from tests.plugins import edit, folder, home, loaded
from tests.waiting import wait_for

__all__ = ["folder", "home", "loaded"]
THOROUGH = pytest.mark.thorough
linux = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux")
SHORT = Bounds(busy_seconds=20.0, idle_seconds=4.0, memory_mb=1_000)


def begin(folder: Path) -> str:
    folders.left_out.clear()
    folders.begin([folders.OPTION, str(folder)])
    return folders.left_out[-1].why if folders.left_out else ""


def at_import(folder: Path, *lines: str) -> None:
    edit(folder, "game.py", "GAME = ", "\n".join([*lines, "GAME = "]))


CHANGED = "it changes the {} of the whole program"
IDLE = "its check did nothing for 4 seconds, but did not end"


# What it does while it is checked.


@linux
@pytest.mark.parametrize(
    "way", ["daemon", *(pytest.param(way, marks=THOROUGH) for way in ("session", "many"))]
)
def test_whom_a_check_leaves_behind_ends_with_it(home, folder, tmp_path, way) -> None:
    """A child that held the check's streams open used to hold up the start for ever.

    In the program itself the game would leave another behind, so it is not imported there.
    """
    mark = tmp_path / "mark"
    note = "def note(): print(os.getpid(), file=open(MARK, 'a'))"
    at_import(folder, "import os, sys, time", f"MARK = {str(mark)!r}", note, WAYS[way])
    assert begin(folder) == "its check left processes running"
    wait_for(lambda: noted(mark))
    assert are_gone(mark)


OFTEN = {
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "mute": (
        "class Odd(BaseException):\n    def __str__(self): raise SystemExit\nraise Odd",
        "Odd: it cannot even say what",
    ),
    "long": ("raise ValueError('x' * 10**7)", f"ValueError: {'x' * 200}"),
    "exits": ("import os; os._exit(0)", "its check ended with exit code 0"),
    "sleeps": ("import time; time.sleep(1000)", IDLE),
}
SELDOM = {
    "odd": ("class Odd(BaseException): pass\nraise Odd('no')", "Odd: no"),
    "control": ("raise ValueError('first\\x1b[31m\\nsecond')", "ValueError: first\ufffd[31m"),
    "deep": ("def deep(): deep()\ndeep()", "RecursionError: maximum recursion depth exceeded"),
    "reads": ("input()", "EOFError: EOF when reading a line"),
    "crashes": ("import os; os.abort()", "its check ended with exit code 134"),
    "closes": ("import os; os.closerange(3, 200)", "its check ended with exit code 134"),
    "close": ("import os; os.close(2)", CHANGED.format("standard streams")),
    "streams": ("import sys; sys.stdout = None", CHANGED.format("standard streams")),
    "folder": ("import os; os.chdir('/')", CHANGED.format("working folder")),
    "umask": ("import os; os.umask(0)", CHANGED.format("umask")),
    "signals": (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)",
        CHANGED.format("handlers of signals"),
    ),
    "recursion": (
        "import sys; sys.setrecursionlimit(10**6)",
        CHANGED.format("recursion limit"),
    ),
    "memory": (
        "a = bytearray(1500 << 20)\nimport time; time.sleep(100)",
        "its check took more than 1000 MB of memory",
    ),
    "thread": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()",
        IDLE,
    ),
    "at exit": ("import atexit, time; atexit.register(time.sleep, 1000)", IDLE),
    # What does no harm is let be.
    "says more": ('print(\'{"why": "no", "report": ""}\' * 2)', ""),
    "says much": ("print('x' * 30_000_000)", ""),
    "exits late": ("import atexit, sys; atexit.register(sys.exit, 3)", ""),
    "prints late": ("import atexit; atexit.register(print, 'late')", ""),
}


@pytest.mark.parametrize("way", [*OFTEN, *(pytest.param(way, marks=THOROUGH) for way in SELDOM)])
def test_whatever_it_does_is_told_in_a_sentence(home, folder, monkeypatch, way) -> None:
    line, told = {**OFTEN, **SELDOM}[way]
    at_import(folder, line)
    if not told:
        assert begin(folder) == ""
        return
    monkeypatch.setattr(remembered, "BOUNDS", SHORT)
    assert begin(folder).startswith(told)
    (gone,) = folders.left_out
    assert len(gone.sentence) < 600
    assert "\n" not in gone.sentence
    assert json.loads(os.environ[remembered.VARIABLE]) == []


@THOROUGH
def test_a_check_that_never_ends_is_ended_by_the_time_that_it_computes(
    home, folder, monkeypatch
) -> None:
    monkeypatch.setattr(remembered, "BOUNDS", Bounds(busy_seconds=3.0))
    edit(folder, "kernel.py", "    count = min(3, state[LEFT])\n", "    while True: pass\n")
    told = "its check took more than 3 seconds of processor time; it was at 'rules'"
    assert begin(folder) == told


# Many at once.


def spoilt(folder: Path, count: int) -> list[Path]:
    broken = []
    for number in range(count):
        broken.append(folder.with_name(f"broken{number}"))
        broken[-1].mkdir()
        (broken[-1] / "game.py").write_text(f"raise ValueError({number})\n", "utf-8")
    return broken


def test_two_are_checked_at_once_and_each_outcome_is_remembered(
    home, folder, tmp_path, monkeypatch
) -> None:
    at_work, most, lock = 0, 0, threading.Lock()
    run_family = remembered.run_family

    def counted(*arguments, **options):
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        try:
            return run_family(*arguments, **options)
        finally:
            with lock:
                at_work -= 1

    monkeypatch.setattr(remembered, "run_family", counted)
    broken = [*spoilt(folder, 5), folder]
    asked = [word for each in broken for word in (folders.OPTION, str(each))]
    folders.begin(asked)
    assert most == 2
    told = [gone.why for gone in folders.left_out]
    assert told == [f"ValueError: {number} (game.py, line 1)" for number in range(5)]
    assert "raise ValueError(3)" in folders.left_out[3].report

    folders.left_out.clear()
    monkeypatch.setattr(remembered, "run_family", lambda *_, **__: pytest.fail("known"))
    folders.begin(asked)
    assert [gone.why for gone in folders.left_out] == told
    assert "raise ValueError(3)" in folders.left_out[3].report

    monkeypatch.setattr(remembered, "run_family", run_family)
    (broken[0] / "game.py").write_text("raise ValueError('anew')\n", "utf-8")
    assert begin(broken[0]).startswith("ValueError: anew")


def test_what_may_have_been_mended_elsewhere_is_checked_anew(home, folder, monkeypatch) -> None:
    libraries = folder.with_name("libraries")
    libraries.mkdir()
    monkeypatch.setattr(remembered.sysconfig, "get_path", lambda _: str(libraries))
    at_import(folder, "import a_library_that_is_not_there")
    assert begin(folder).startswith("ModuleNotFoundError")
    checked = []
    monkeypatch.setattr(
        remembered, "check", lambda each, _: checked.append(each) or remembered.CheckResult()
    )
    assert begin(folder).startswith("ModuleNotFoundError")
    (libraries / "a_library_that_is_not_there").mkdir()  # as an installation does
    assert begin(folder) == ""
    assert checked == [folder]


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[]", '{"why": 1}', "null", "\xff"])
def test_a_damaged_memory_counts_as_none(home, folder, text, monkeypatch) -> None:
    ended = Ended(0, '{"why": "", "report": "", "parts": []}', "")
    monkeypatch.setattr(remembered, "run_family", lambda *_, **__: ended)
    memory = remembered._memory(folder)
    private_files.make_folder(memory.parent)
    private_files.replace(memory, text.encode("latin-1"))
    assert begin(folder) == ""
    assert json.loads(memory.read_text("utf-8")) == {"why": "", "report": "", "parts": []}


def test_checks_end_with_the_window(home, folder, tmp_path, monkeypatch) -> None:
    mark = tmp_path / "mark"
    broken = spoilt(folder, 4)
    for each in broken:
        script = f"import os\nprint(os.getpid(), file=open({str(mark)!r}, 'a'))\nwhile True: pass\n"
        (each / "game.py").write_text(script, "utf-8")

    def close(unchecked) -> None:
        assert unchecked() == broken
        wait_for(lambda: len(noted(mark)) == 2)
        raise SystemExit(0)

    asked = [word for each in broken for word in (folders.OPTION, str(each))]
    with pytest.raises(SystemExit):
        folders.begin(asked, close)
    assert are_gone(mark)
    assert len(noted(mark)) == 2
    assert not any(remembered._memory(each).exists() for each in broken)


# Its files.


def make_open(path: Path) -> None:
    path.touch()
    path.chmod(0o666)


def make_open_package(path: Path) -> None:
    path.with_name("sub").mkdir()
    path.with_name("sub").chmod(0o777)


def make_open_code(path: Path) -> None:
    path.with_name("__pycache__").mkdir()
    make_open(path.with_name("__pycache__") / "rules.cpython-311.pyc")


def make_many(path: Path) -> None:
    for number in range(30):
        path.with_name(f"part{number}.py").touch()


OPEN = "other users can write to it"
ODD = {
    "pipe": (put_pipe, "x.py is not a file"),
    "device": (put_endless, "x.py is not a file"),
    "folder": (Path.mkdir, "x.py is not a file"),
    "loop": (put_loop, "x.py cannot be read: Too many levels of symbolic links"),
    "nowhere": (lambda path: path.symlink_to("nowhere"),
                "x.py cannot be read: No such file or directory"),
    "loop of folders": (lambda path: path.with_name("sub").symlink_to("."),
                        "sub is a link to a folder"),
    "huge": (put_huge, "its Python files are larger than 16 MB"),
    "open file": (make_open, f"x.py: {OPEN}"),
    "open folder": (make_open_package, f"sub: {OPEN}"),
    "open code": (make_open_code, f"__pycache__/rules.cpython-311.pyc: {OPEN}"),
    "open": (lambda path: path.parent.chmod(0o777), OPEN),
    "many": (make_many, "the folder contains more than 20 files"),
}  # fmt: skip


@linux
@pytest.mark.parametrize("way", ODD)
@pytest.mark.parametrize("found", ["named", "in the data folder", "in the environment"])
def test_odd_files_are_refused_before_anything_is_read(
    home, folder, loaded, monkeypatch, way, found
) -> None:
    """One that the environment names used to be run, whoever could have written it."""
    make, told = ODD[way]
    monkeypatch.setattr(plugin_files, "MOST_ENTRIES", 20)
    monkeypatch.setattr(remembered, "run_family", lambda *_, **__: pytest.fail("it is run"))
    make(folder / "x.py")
    if found == "in the environment":
        assert loaded(folder) is None
    elif found == "named":
        folders.begin([folders.OPTION, str(folder)])
    else:
        (home / "data" / "games").mkdir(parents=True)
        folder = folder.rename(home / "data" / "games" / "mine")
        folders.begin([])
    assert [(gone.folder, gone.why) for gone in folders.left_out] == [(folder, told)]


@linux
@pytest.mark.parametrize("make", [put_pipe, put_loop, put_huge, Path.mkdir])
def test_an_odd_game_py_is_no_secret(home, make) -> None:
    folder = home / "data" / "games" / "mine"
    folder.mkdir(parents=True)
    make(folder / "game.py")
    folders.begin([])
    assert [gone.folder for gone in folders.left_out] == [folder]


@linux
def test_what_is_no_code_may_be_anything(home, folder) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "up").symlink_to("..")
    (folder / "picture.png").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    assert begin(folder) == ""


@linux
@pytest.mark.parametrize(
    ("mode", "uid", "gid", "told"),
    [
        (0o644, 1000, 1000, ""),
        (0o664, 1000, 1000, ""),
        (0o664, 1000, 50, "other users can write to it"),
        (0o646, 1000, 1000, "other users can write to it"),
        (0o644, 0, 0, ""),
        (0o644, 1001, 1000, "it belongs to another user"),
    ],
)
def test_only_this_user_may_write_code(monkeypatch, mode, uid, gid, told) -> None:
    """A group of one's own, which many systems give each user, is nobody else."""
    import grp
    import pwd

    user = pwd.struct_passwd(("me", "x", 1000, 1000, "", "/home/me", "/bin/sh"))
    groups = {
        1000: grp.struct_group(("me", "x", 1000, [])),
        50: grp.struct_group(("staff", "x", 50, ["me", "you"])),
    }
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr(pwd, "getpwuid", lambda _: user)
    monkeypatch.setattr(grp, "getgrgid", groups.__getitem__)
    private_files._is_of_one.cache_clear()
    found = os.stat_result((mode, 1, 1, 1, uid, gid, 1, 0, 0, 0))
    assert private_files.problem(found, made_by_hand=True) == told
    if mode & 0o020:
        assert private_files.problem(found) == "other users can write to it"
    private_files._is_of_one.cache_clear()


# What a process is told to load.


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "[1]", "no", '"/there"', ""])
def test_a_bad_list_of_folders_is_told_in_a_sentence(home, monkeypatch, capsys, text) -> None:
    monkeypatch.setenv(remembered.VARIABLE, text)
    with pytest.raises(SystemExit, match="2"):
        folders.begin(["list"])
    assert capsys.readouterr().err == (
        'playout: PLAYOUT_GAMES must be a list of folders in JSON: ["/path/of/a_game"]\n'
    )
