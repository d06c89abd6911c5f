"""The example by the commands, out of a folder that is named."""

import json
import subprocess
from pathlib import Path

from ai.contract.game import Game
from tests.examples.conftest import FOLDER
from tests.processes import python


def run(*arguments: str, home: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    return python("main.py", *arguments, "--game", FOLDER, said=said, PLAYOUT_HOME=str(home))


def test_it_is_played_by_the_go_text_protocol(tmp_path: Path, connect_four: Game) -> None:
    said = "boardsize 7\nplay black d1\nplay white d2\nplay black d4\n"
    said += "genmove black\nfinal_score\nquit\n"
    answer = run("gtp", connect_four.name, "--simulations", "50", home=tmp_path, said=said)
    told = [line for line in answer.stdout.splitlines() if line]
    assert told[:3] == ["=", "=", "="]
    told = told[1:]
    assert "D4 is not legal here" in told[2]
    assert told[3].removeprefix("= ") in [f"{column}1" for column in "ABCEFG"] + ["D3"]


def test_a_match_of_it_is_told_game_by_game(tmp_path: Path, connect_four: Game) -> None:
    wanted = ("--games", "2", "--simulations", "40", "--jobs", "1", "--json")
    answer = run("match", connect_four.name, "mcts", "flat", *wanted, home=tmp_path)
    told = [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]
    assert told[-1]["standing"]["games"] == 2
