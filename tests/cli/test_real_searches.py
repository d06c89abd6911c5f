"""Both commands as processes, with the searchers that players get."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ai import gtp, solve
from game.games.samegame.standard_boards import STANDARD_FILE
from tests.cli import checker
from tests.processes import answer_of

MAIN = Path(__file__).resolve().parents[2] / "main.py"

# One worker for all, so that the kernels are compiled once.
pytestmark = pytest.mark.xdist_group("real searches")


class Engine:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout

    def send(self, line: str) -> None:
        self._stdin.write(line + "\n")
        self._stdin.flush()

    def line(self) -> str:
        return self._stdout.readline()

    def ask(self, line: str) -> str:
        self.send(line)
        reply = self.line()
        while reply and (more := self.line()) != "\n":
            reply += more
        return reply.rstrip("\n")


@contextmanager
def engine(*argv: str) -> Iterator[Engine]:
    command = [sys.executable, str(MAIN), "gtp", *argv, "--threads", "1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        one = Engine(process)
        yield one
        assert one.ask("quit") == "="
        assert process.wait(20) == 0


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


def test_equal_seeds_make_equal_games() -> None:
    def play(seed: int) -> str:
        replies = io.StringIO()
        moves = "genmove b\ngenmove w\n" * 3
        commands = io.BytesIO(b"boardsize 4\n" + moves.encode())
        argv = ["hex", "--simulations", "300", "--threads", "1", "--seed", str(seed)]
        gtp.main(argv, commands, replies)
        return replies.getvalue()

    assert play(1) == play(1)


def test_a_process_solves_and_the_checker_agrees(tmp_path: Path) -> None:
    command = [sys.executable, str(MAIN), "solve", str(STANDARD_FILE), "--json", "--board", "1"]
    done = answer_of([*command, "--simulations", "300", "--threads", "2"], check=True, timeout=300)
    assert done.stderr == ""
    solutions = tmp_path / "solutions"
    solutions.write_text(done.stdout)
    assert checker.main(str(STANDARD_FILE), str(solutions)) == 0
    claim = json.loads(done.stdout)
    assert claim["playouts"] >= 300
    assert claim["score"] > 0


def test_equal_seeds_make_equal_solutions() -> None:
    def moves(seed: str) -> list[list[int]]:
        out = io.StringIO()
        argv = ["--board", "2", "--simulations", "500", "--threads", "1", "--seed", seed]
        assert solve.main([str(STANDARD_FILE), "--json", *argv], out=out) == 0
        found: list[list[int]] = json.loads(out.getvalue())["moves"]
        return found

    assert moves("1") == moves("1")
    assert moves("1") != moves("2")
