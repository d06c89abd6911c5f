"""Each command in odd surroundings: it ends with its work or a sentence, never a traceback."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import main

PROGRAM = f'"{sys.executable}" "{Path(main.__file__).resolve()}"'
BOARD = "1122\n" * 4
ECHOED = "play b \u00e9\u2665\n"

COMMANDS = {
    "version": ("--version", ""),
    "help": ("match --help", ""),
    "list": ("list", ""),
    "wrong": ("gtp hex --level \u2665", ""),
    "gtp": ("gtp tictactoe", f"name\n{ECHOED}showboard\nquit\n"),
    "solve nothing": ("solve -", "\u2665"),
    "solve": ("solve - --simulations 10 --threads 1 --searcher nmcs:level=1", BOARD),
    "match": ("match tictactoe random random --games 1 --jobs 1 --fresh", ""),
}
AT_WORK = ("solve", "match")
QUICK = ("version", "wrong", "gtp", "solve nothing")
"""One of those that only tell something, and the others."""
SURROUNDINGS = {
    "closed input": "<&-",
    "full output": ">/dev/full",
    "closed output": ">&-",
    "full errors": "2>/dev/full",
    "closed errors": "2>&-",
    "everything full": ">/dev/full 2>/dev/full",
    "everything closed": "<&- >&- 2>&-",
    "an output for writing as input": "0>/dev/null",
    "nobody who reads": "| true",
}
ENVIRONMENTS = {
    "few characters": {"PYTHONIOENCODING": "cp1252"},
    "plain ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "nobody's home": {"PLAYOUT_HOME": "~nobody-of-that-name/x"},
    "a file for a home": {"PLAYOUT_HOME": "/dev/null"},
    "a file for a cache": {"PLAYOUT_KERNEL_CACHE": "/dev/null/x"},
}

pytestmark = [
    pytest.mark.xdist_group("kernels"),
    pytest.mark.skipif(os.name != "posix", reason="it needs a shell of its kind"),
]


def run(
    arguments: str, sent: str = "", shell: str = "", folder: Path | None = None, **changes: str
) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **changes}
    return subprocess.run(
        ["/bin/sh", "-c", f"{PROGRAM} {arguments} {shell}"],
        input=sent.encode(),
        env={name: value for name, value in environment.items() if value},
        cwd=folder,
        capture_output=True,
        timeout=300,
        check=False,
    )


def check(done: "subprocess.CompletedProcess[bytes]") -> None:
    """Fail if a command ended in any other way than with its work or a sentence."""
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode in (0, 1, 2), said
    for word in ("Traceback", "Exception ignored", "Error:", "Fatal"):
        assert word not in said, said
    sentences = [line for line in said.splitlines() if line.startswith("playout")]
    assert done.returncode == 0 or len(sentences) == 1 or not said, said


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "surrounding"),
    [
        *product(QUICK, SURROUNDINGS),
        *product(AT_WORK, ("closed input", "full output", "everything closed")),
    ],
)
def test_odd_streams(command, surrounding):
    arguments, sent = COMMANDS[command]
    check(run(arguments, sent, SURROUNDINGS[surrounding]))


@pytest.mark.thorough
@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("command", ["list", "wrong", "gtp"])
def test_odd_environments(command, environment, tmp_path):
    arguments, sent = COMMANDS[command]
    if command == "gtp":  # without a cache its kernels are compiled, and these are few
        arguments += " --searcher flat"
    check(run(arguments, sent, folder=tmp_path, **ENVIRONMENTS[environment]))
    assert list(tmp_path.iterdir()) == [], "nothing is left where the program was started"


@pytest.mark.parametrize("environment", ["nobody's home", "a file for a home"])
def test_a_match_says_that_it_has_nowhere_to_be_kept(environment, tmp_path):
    arguments, _ = COMMANDS["match"]
    done = run(arguments, folder=tmp_path, **ENVIRONMENTS[environment])
    check(done)
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_full_output_is_told_and_what_an_encoding_lacks_is_echoed_as_an_escape():
    done = run("--version", shell=">/dev/full")
    told = b"playout: cannot write: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, told)
    done = run("gtp hex", f"\ufeffname\n{ECHOED}", PYTHONIOENCODING="ascii")
    assert done.stdout.startswith(b"= Playout\n\n"), "a byte order mark is no command"
    assert b"'\\xe9\\u2665' is not a cell" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a screen")
@pytest.mark.parametrize(
    ("driver", "display", "told"),
    [("", "", b""), ("", ":4321", b""), ("no-such-driver", "", b": no-such-driver not available")],
)
def test_without_a_screen_the_window_says_so(driver, display, told):
    changes = {"SDL_VIDEODRIVER": driver, "WAYLAND_DISPLAY": "", "DISPLAY": display}
    done = run("--scene hex", **changes)
    check(done)
    assert done.returncode == 2
    assert b"no window can be opened" + told in done.stderr


OPTIONS = {
    "gtp hex": ("--threads", "--seconds", "--simulations", "--seed", "--level", "--searcher"),
    "solve -": ("--threads", "--seconds", "--simulations", "--seed", "--searcher"),
    "match hex mcts mcts": ("--games", "--jobs", "--opening-plies", "--sprt", "--alpha", "--per"),
}
VALUES = ("", " ", "-1", "9" * 5000, "1e999", "nan", "0x10", "\u0663x", "1\u00a02", "mcts:" * 3000)


@pytest.mark.parametrize("command", OPTIONS)
def test_odd_arguments_are_refused_in_a_sentence(command, capsys):
    for option in OPTIONS[command]:
        for value in VALUES:
            assert main.main([*command.split(), option, value]) == 2, (option, value)
            last = capsys.readouterr().err.splitlines()[-1]
            assert last.startswith("playout "), last
