"""Both commands as processes, with the searchers that players get."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks import samegame_checker as checker
from game.games.samegame.named_boards import STANDARD_FILE
from tests.cli.test_gtp import Conversation
from tests.processes import MAIN, python
from tests.waiting import LIMIT_SECONDS

# One worker for all, so that the kernels are compiled once.
pytestmark = pytest.mark.xdist_group("real searches")


@contextmanager
def engine(*argv: str) -> Iterator[Conversation]:
    command = [sys.executable, str(MAIN), "gtp", *argv, "--threads", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as process:
        one = Conversation(process.stdin, io.TextIOWrapper(io.BufferedReader(process.stdout)))
        yield one
        assert one.ask("quit") == "="
        assert process.wait(LIMIT_SECONDS) == 0


@pytest.mark.parametrize(("game", "size", "simulations"), [("tictactoe", 3, 400), ("hex", 4, 200)])
def test_two_processes_play_each_other(game: str, size: int, simulations: int) -> None:
    options = (game, "--simulations", str(simulations))
    with engine(*options, "--seed", "1") as black, engine(*options, "--seed", "2") as white:
        for each in (black, white):
            assert each.ask(f"boardsize {size}") == "="
        player, other, colour = black, white, "b"
        while black.ask("final_score") == "? game is not over":
            vertex = player.ask(f"genmove {colour}").removeprefix("= ")
            assert other.ask(f"play {colour} {vertex}") == "="
            player, other, colour = other, player, "w" if colour == "b" else "b"
        assert black.ask("final_score") == white.ask("final_score")
        assert black.ask("showboard") == white.ask("showboard")
        if size == 3:
            assert black.ask("final_score") == "= 0"


def test_a_process_analyses_until_it_is_spoken_to() -> None:
    with engine("hex") as one:
        one.ask("boardsize 5")
        one.send("3 analyze b 10")
        assert one.line() == "=3\n"
        words = one.line().split()
        assert words[:2] == ["info", "move"]
        assert words[3::2][:3] == ["visits", "winrate", "order"]
        assert 0 <= float(words[6]) <= 1
        assert words[words.index("pv") + 1] == words[2]
        one.send("name")
        while (line := one.line()) != "\n":
            assert line.startswith("info move ")
        assert one.line() == "= Playout\n"
        one.line()


def test_a_process_solves_and_the_checker_agrees(tmp_path: Path) -> None:
    words = ("--json", "--board", "1", "--simulations", "300", "--threads", "2")
    done = python(MAIN, "solve", STANDARD_FILE, *words)
    assert done.stderr == ""
    solutions = tmp_path / "solutions"
    solutions.write_text(done.stdout)
    assert checker.main(str(STANDARD_FILE), str(solutions)) == 0
    claim = json.loads(done.stdout)
    assert claim["playouts"] >= 300
    assert claim["score"] > 0
