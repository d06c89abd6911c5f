"""A match on a cluster is, move for move, the match on one machine."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from ai.match import command
from ai.searchers import make_searcher
from tests import fakes

pytestmark = pytest.mark.xdist_group("cluster")

FEW = ("tictactoe", "exact", "mcts", "--games", "12", "--seed", "5")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "home"))


def play(*argv: str, make: Any = fakes.make) -> tuple[int, list[dict[str, Any]], str]:
    """Return exit code, events and what was said beside them, without what the clock decides."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = command.main([*argv, "--json"], make=make)
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    for event in events:
        event.pop("times", None)
    return code, events, said.getvalue()


def test_a_match_is_move_for_move_that_of_one_process(address: str) -> None:
    argv = ("tictactoe", "mcts@40", "mcts@15", "--games", "80")
    alone = play(*argv, "--jobs", "1", make=make_searcher)
    assert play(*argv, "--cluster", address, make=make_searcher) == alone
    assert len({str(event.get("lines")) for event in alone[1]}) > 30


def test_a_worker_that_dies_in_the_middle_changes_nothing(address: str, shared: Path) -> None:
    (shared / "mark").unlink(missing_ok=True)
    code, events, said = play(*FEW, "--cluster", address, make=fakes.make_dying_once)
    assert (shared / "mark").exists(), "no worker died"
    assert (code, events, said) == play(*FEW, "--jobs", "1")


@pytest.mark.thorough
def test_a_match_begun_here_goes_on_there_and_back(address: str, tmp_path: Path) -> None:
    kept = ("--resume", str(tmp_path / "match.jsonl"))
    play(*FEW, *kept, "--games", "3", "--jobs", "1")
    play(*FEW, *kept, "--games", "8", "--cluster", address)
    code, events, _ = play(*FEW, *kept, "--jobs", "1")
    assert (code, events[1:]) == (0, play(*FEW, "--jobs", "1")[1][1:])


@pytest.mark.thorough
def test_solvers_play_their_boards_there_too(address: str) -> None:
    argv = ("samegame:columns=5,rows=5,colours=3", "best", "nmcs:level=1", "--games", "4")
    assert play(*argv, "--cluster", address) == play(*argv, "--jobs", "1")


@pytest.mark.thorough
def test_a_test_that_is_decided_ends_the_match(address: str) -> None:
    argv = (*FEW, "--games", "400", "--sprt", "-200", "-50")
    assert play(*argv, "--cluster", address) == play(*argv, "--jobs", "2")
