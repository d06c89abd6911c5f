"""A family of processes ends whole: with its first and with its user."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from ai.processes import run_family, start_family
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="orphans are found on Linux only")
NOTE = """
import os, subprocess, sys, time
def note():
    with open(sys.argv[1], "a") as file:
        print(os.getpid(), file=file)
"""
WAYS = {
    "child": "if not os.fork(): note(); time.sleep(1000)",
    "session": "if not os.fork(): os.setsid(); note(); time.sleep(1000)",
    "daemon": """
if not os.fork():
    os.setsid()
    if not os.fork():
        os.setsid(); note(); time.sleep(1000)
    os._exit(0)
os.wait()
""",
    "deaf daemon": """
import signal
if not os.fork():
    os.setsid()
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(each, signal.SIG_IGN)
    if os.fork(): os._exit(0)
    note(); time.sleep(1000)
""",
    "many": """
for _ in range(40):
    if not os.fork():
        os.setsid()
        if os.fork(): os._exit(0)
        note(); time.sleep(1000)
""",
    "always a new one": """
if not os.fork():
    os.setsid()
    note()
    while not os.fork():
        if os.fork(): os._exit(0)
        time.sleep(0.02); note()
    os._exit(0)
""",
}


def noted(mark: Path) -> list[int]:
    return [int(pid) for pid in mark.read_text().split()] if mark.exists() else []


def are_gone(mark: Path) -> bool:
    return not any(psutil.pid_exists(pid) for pid in noted(mark))


def python(script: str, *words: object) -> list[str]:
    return [sys.executable, "-c", NOTE + script, *map(str, words)]


def run(script: str, *words: object) -> "subprocess.CompletedProcess[str]":
    return run_family(python(script, *words), lambda: False)


@linux
@pytest.mark.parametrize("way", WAYS)
def test_whom_a_child_leaves_behind_ends_with_it(way: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    wait = "\nwhile not os.path.exists(sys.argv[1]): time.sleep(0.01)\ntime.sleep(0.2); sys.exit(7)"
    ended = run(WAYS[way] + wait, mark)
    assert ended.returncode == 7
    assert noted(mark)
    assert are_gone(mark)


@linux
@pytest.mark.parametrize(
    ("way", "name"),
    [
        ("daemon", "SIGKILL"),  # which its user alone gets
        ("deaf daemon", "SIGKILL"),
        ("daemon", "SIGHUP"),  # which all get that are of one terminal
        ("daemon", "SIGTERM"),
    ],
)
def test_a_family_ends_with_its_user(way: str, name: str, tmp_path: Path) -> None:
    mark, to_all = tmp_path / "mark", name != "SIGKILL"
    user = f"""
import signal, sys, time
from ai.processes import start_family
if {to_all}:  # whoever runs the tests may ignore it, as nohup does
    signal.signal(signal.{name}, signal.SIG_DFL)
start_family({python(WAYS[way] + "note(); time.sleep(1000)", mark)!r})
time.sleep(1000)
"""
    process = subprocess.Popen([sys.executable, "-c", user], cwd=ROOT, start_new_session=to_all)
    wait_for(lambda: len(noted(mark)) == 2)
    (os.killpg if to_all else os.kill)(process.pid, getattr(signal, name))
    process.wait()
    wait_for(lambda: are_gone(mark))


@linux
def test_a_child_ends_with_its_guard(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    process = start_family(python("note(); time.sleep(1000)", mark))
    wait_for(lambda: noted(mark))
    process.kill()
    process.wait()
    wait_for(lambda: are_gone(mark))
    process.stdin.close()


def test_what_is_cancelled_ends_at_once(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    ended = run_family(python("note(); time.sleep(1000)", mark), mark.exists)
    assert ended.returncode
    wait_for(lambda: are_gone(mark))


def test_a_flood_of_words_is_kept_to_its_end() -> None:
    ended = run("print('no error'); sys.stderr.write('x' * 50_000_000 + 'end')")
    assert ended.stderr.endswith("xend")
    assert len(ended.stderr) < 100_000


def test_a_child_reads_nothing_may_close_its_streams_and_inherits_no_ignored_signal() -> None:
    assert run("os.closerange(0, 256); time.sleep(0.1); os._exit(5)").returncode == 5
    script = (
        "import signal; told = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL, sys.stdin.read()"
    )
    assert run(f"{script}; sys.stderr.write(str(told))").stderr == "(True, '')"
