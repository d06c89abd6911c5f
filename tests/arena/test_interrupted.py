"""Ctrl+C in a real process, with a searcher that players get."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from tests.arena import test_command
from tests.processes import MAIN, python
from tests.waiting import LIMIT_SECONDS

ARGV = ("match", "tictactoe", "mcts@300", "mcts@20", "--games", "12", "--jobs", "2", "--json")

pytestmark = [
    pytest.mark.xdist_group("real searches"),
    pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT to send"),
]


INTERRUPTER = """
import os, signal, sys

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

if ("--multiprocessing-fork" in sys.orig_argv) == (os.environ["INTERRUPTED"] == "job"):
    sys.meta_path.insert(0, Interrupter())
"""


@pytest.mark.parametrize(("interrupted", "code"), [("program", -signal.SIGINT), ("job", 0)])
def test_ctrl_c_while_it_still_imports_leaves_no_trace(interrupted, code, tmp_path):
    """The program ends; a job takes no notice, as the match is what ends it."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTER)
    folders = {"PYTHONPATH": str(tmp_path), "PLAYOUT_HOME": str(tmp_path)}
    words = (MAIN, "match", "tictactoe", "random", "random", "--games", "1")
    assert python(*words, code=code, INTERRUPTED=interrupted, **folders).stderr == ""


def games(lines: list[str]) -> list[dict[str, Any]]:
    return test_command.games([json.loads(line) for line in lines])


@pytest.mark.thorough
def test_a_match_goes_on_after_ctrl_c_as_if_nothing_had_been(tmp_path):
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(MAIN), *ARGV, "--live"],
        env={**os.environ, "PLAYOUT_HOME": str(tmp_path / "one")},
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
    ) as process:
        process.stdin.write("pace 0.1\n")  # slow enough to be interrupted in time
        process.stdin.flush()
        begun: list[str] = []
        while len(games(begun)) < 3:
            begun.append(process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the jobs, too
        rest = process.stdout.readlines()
        said = process.stderr.read()
        assert process.wait(LIMIT_SECONDS) == 130
    first = games(begun + rest)
    assert json.loads(rest[-1])["reason"] == "interrupted"
    assert 3 <= len(first) < 12
    stopped = f"stopped after {len(first)} of 12 games; the same command continues the match"
    assert said == f"playout match: {stopped}\n"
    resumed, whole = (
        python(MAIN, *ARGV, PLAYOUT_HOME=str(tmp_path / home)) for home in ("one", "other")
    )
    assert "continuing after" in resumed.stderr
    assert games(resumed.stdout.splitlines()) == games(whole.stdout.splitlines())
