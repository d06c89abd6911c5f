"""What only Windows, or Wine, can show."""

import logging
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from ai import files
from ai.external.contract import join_command, split_command
from ai.processes import WITHOUT_CONSOLE, give_way, run_family, start
from ai.search import threads
from game.store.files import read_json, write_json
from game.window import launch
from tests.processes import MAIN, answer_of
from tests.waiting import LIMIT_SECONDS, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="it is about Windows")


def test_a_file_that_somebody_reads_is_replaced_when_he_lets_go_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    write_json(path, 1)
    with path.open("rb"), pytest.raises(PermissionError, match="another program has the file open"):
        write_json(path, 2)
    assert read_json(path) == 1
    assert list(tmp_path.iterdir()) == [path]
    file = path.open("rb")
    threading.Timer(files.PATIENCE / 2, file.close).start()
    write_json(path, 2)
    assert read_json(path) == 2


def test_a_log_that_somebody_reads_only_grows(tmp_path: Path) -> None:
    path = tmp_path / "playout.log"
    log = launch._LogFile(path, maxBytes=5000, backupCount=2, delay=True)
    log.emit(logging.makeLogRecord({"msg": "first"}))
    with path.open():
        for number in range(20):
            log.emit(logging.makeLogRecord({"msg": f"{number} {'x' * 1000}"}))
    log.close()
    words = [line.split()[0] for line in path.read_text().splitlines()]
    assert words == ["first", *map(str, range(20))]


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(code), *arguments]


def test_a_grandchild_that_has_left_its_parents_ends_with_the_family(tmp_path: Path) -> None:
    import psutil

    number = tmp_path / "number"
    code = """
        import subprocess, sys
        sleeper = [sys.executable, "-c", "import time; time.sleep(300)"]
        between = "import subprocess, sys; p = subprocess.Popen(sys.argv[2:], "\\
            "creationflags=subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP); "\\
            "open(sys.argv[1], 'w').write(str(p.pid))"
        subprocess.run([sys.executable, "-c", between, sys.argv[1], *sleeper])
        sys.exit(7)
        """
    done = run_family(python(code, str(number)), lambda: False)
    assert done.returncode == 7, done.stderr
    wait_for(lambda: not psutil.pid_exists(int(number.read_text())))


def test_a_child_has_no_console_window() -> None:
    code = "import win32console; print(win32console.GetConsoleWindow())"
    with start(python(code), stdout=subprocess.PIPE) as child:
        assert int(child.stdout.read()) == 0


def test_what_gives_way_has_a_lower_priority() -> None:
    import psutil
    import win32api
    import win32process

    code = """
        import psutil
        from ai.processes import give_way
        give_way(5)
        print(int(psutil.Process().nice()))
        """
    with start(python(code), stdout=subprocess.PIPE, cwd=MAIN.parent) as child:
        assert int(child.stdout.read()) == psutil.BELOW_NORMAL_PRIORITY_CLASS
    with start(python("input()"), stdin=subprocess.PIPE) as child:
        give_way(10, child.pid)
        assert psutil.Process(child.pid).nice() == psutil.BELOW_NORMAL_PRIORITY_CLASS
        child.communicate("\n")
    found = []

    def search() -> None:
        threads.give_way()
        found.append(win32process.GetThreadPriority(win32api.GetCurrentThread()))

    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
    assert found == [win32process.THREAD_PRIORITY_BELOW_NORMAL]
    own = win32process.GetThreadPriority(win32api.GetCurrentThread())
    assert own == win32process.THREAD_PRIORITY_NORMAL


def test_commands_are_split_as_the_system_does() -> None:
    words = [sys.executable, "-c", "import sys; print(sys.argv[1:])", "a b", 'q"', "", "b\\"]
    said = answer_of(join_command(words), check=True, creationflags=WITHOUT_CONSOLE)
    assert said.stdout.strip() == str(words[3:])
    assert split_command(join_command(words)) == words


def test_pipes_hold_utf_8() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUTF8"}
    with start(
        [sys.executable, str(MAIN), "gtp", "tictactoe", "--level", "größer"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
    ) as child:
        assert "größer" in child.stderr.read()


MEDIATOR = """
import os, signal, subprocess, sys
signal.signal(signal.SIGINT, lambda *_: None)
process = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
process.stdin.write(sys.argv[1].encode())
process.stdin.flush()
while sys.argv[2].encode() not in process.stdout.readline():
    pass
os.kill(0, signal.CTRL_C_EVENT)
print(process.wait(60))
"""
"""It shares a console of their own with a command, whose signals come to all of one."""


@pytest.mark.parametrize(
    ("command", "told", "awaited"),
    [
        ("gtp tictactoe --searcher random", "name\n", "="),
        ("match tictactoe random random --games 100000 --jobs 1 --json", "", "{"),
    ],
)
def test_ctrl_c_ends_a_command_in_good_order(command, told, awaited, tmp_path):
    done = answer_of(
        [
            *(sys.executable, "-c", MEDIATOR, told, awaited),
            *(sys.executable, str(MAIN), *command.split()),
        ],
        creationflags=subprocess.CREATE_NEW_CONSOLE,
        env={**os.environ, "PLAYOUT_HOME": str(tmp_path)},
    )
    assert done.stdout.strip() == "130", done.stderr


BREAKS = """
import signal, sys, threading, time
import main
def press():
    end = time.monotonic() + 60
    while signal.getsignal(signal.SIGBREAK) == signal.SIG_DFL and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(2)
    signal.raise_signal(signal.SIGBREAK)
threading.Thread(target=press, daemon=True).start()
sys.exit(main.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "command",
    ["gtp tictactoe --searcher random", "match tictactoe random random --games 100000 --jobs 1"],
)
def test_ctrl_break_ends_a_command_in_good_order(command: str, tmp_path: Path) -> None:
    """The signal is raised in the command: Wine ends one of its threads for that key instead."""
    with start(
        [sys.executable, "-c", BREAKS, *command.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=MAIN.parent,
        env={**os.environ, "PLAYOUT_HOME": str(tmp_path)},
    ) as child:
        assert child.wait(2 * LIMIT_SECONDS) == 130, child.stderr and child.stderr.read()
