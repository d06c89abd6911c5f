"""The soak keeps nothing of its runs, and a signal ends it."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from benchmarks.soak import known_runs, open_files, play
from tests.waiting import LIMIT_SECONDS

ROOT = Path(__file__).parents[2]


def test_a_run_leaves_no_thread_and_no_file_open() -> None:
    play("tictactoe", 2, 0, 40)  # what all runs share is there then
    files, threads = open_files(), set(threading.enumerate())
    run = play("tictactoe", 2, 0, 40)
    assert not run.broken
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT_SECONDS)  # what has been told to end may take a moment
        assert not thread.is_alive(), thread.name
    assert open_files() <= files


@pytest.mark.thorough
def test_a_signal_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "soak.jsonl"
    command = [sys.executable, "-m", "benchmarks.soak", "--run", "60", "--out", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as soak:
        assert soak.stderr is not None
        assert "of 1000000: Run(" in soak.stderr.readline()
        soak.send_signal(signal.SIGTERM)
        assert soak.wait(LIMIT_SECONDS) == 130
    assert known_runs(path)
