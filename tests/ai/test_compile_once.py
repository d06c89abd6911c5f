"""Processes that compile together compile each function once, and none waits for ever."""

import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from filelock import FileLock

from ai.engine import compile_once
from ai.engine.stamps import PROJECT

COMPILE = """
from numba.core import event
from ai.engine import cache
from ai.kernels import random
with event.install_recorder("numba:compile") as seen:
    random.random_below(random.new_rng(1, 1), 6)
for _, each in seen.buffer:
    if each.is_start:
        kernel = each.data["dispatcher"]
        print(type(kernel).__name__, kernel.py_func.__name__, sep=".")
"""
HOLD = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


def take(path, turn):
    return compile_once._take(path, turn)


def _started(script: str, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT)


@pytest.fixture
def kernels(tmp_path, monkeypatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("PLAYOUT_KERNEL_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_two_processes_compile_each_function_once(kernels):
    both = [_started(COMPILE) for _ in range(2)]
    compiled = [name for process in both for name in process.communicate()[0].split()]
    assert all(process.returncode == 0 for process in both)
    assert {"Body.below", "Body.random_below", "Kernel.random_below"} <= set(compiled)
    assert len(compiled) == len(set(compiled))


def test_a_lock_is_let_go_of_with_the_turn_and_a_killed_process_holds_nobody_up(tmp_path):
    path = tmp_path / "kernel.lock"
    with ExitStack() as turn:
        assert take(path, turn)
        with pytest.raises(TimeoutError):
            FileLock(path, timeout=0).acquire()
    with FileLock(path, timeout=0):
        pass
    with _started(HOLD, str(path)) as holder:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
    with ExitStack() as turn:
        assert take(path, turn)


def test_where_no_lock_can_be_had_there_is_none(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(compile_once, "PATIENCE_SECONDS", 0.01)
    path = tmp_path / "kernel.lock"
    with FileLock(path), ExitStack() as turn:
        assert not take(path, turn), "who never lets go is not waited for for ever"
    assert "The lock kernel.lock is not released" in caplog.text
    (tmp_path / "file").touch()
    with ExitStack() as turn:
        assert not take(tmp_path / "file" / "kernel.lock", turn)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal there")
def test_ctrl_c_is_heard_while_another_process_compiles(kernels):
    with _started(COMPILE) as first:
        first.communicate()
    locks = list(kernels.rglob("*.lock"))
    for kept in kernels.rglob("*.nbi"):
        kept.unlink()
    with ExitStack() as held:
        for lock in locks:
            held.enter_context(FileLock(lock))
        heard = f"from ai.errors import listen\nlisten()\nprint(0, flush=True)\n{COMPILE}"
        with _started(heard) as second:
            assert second.stdout.readline() == "0\n"
            time.sleep(1)  # it waits for a lock, or is on the way there
            second.send_signal(signal.SIGINT)
            assert second.wait(30) != 0, "a lock is waited for a hundred and twenty seconds"
