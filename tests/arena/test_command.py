"""The command, with searchers that need no kernels, in real jobs where these matter."""

import gc
import io
import json
import re
import sys
import weakref
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest

from ai.cluster import ClusterError
from ai.match import command
from ai.match.events import Event, GameRecord, MatchEnded, MatchPlan, Standing
from tests import fakes
from tests.arena.told import Here

FEW = ("--games", "6", "--seed", "5", "--jobs", "1")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(fakes.MARK, str(tmp_path / "mark"))
    return tmp_path / "home"


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(command, "JobPool", Here)


def play(*argv: str, make: Any = fakes.make) -> tuple[int, list[dict[str, Any]], str]:
    """Return exit code, events and what was said beside them."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = command.main([*argv, "--json"], make=make)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], said.getvalue()


def games(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games without what depends on the clock."""
    found = [dict(event) for event in events if event["event"] == "game"]
    for game in found:
        del game["times"]
    return found


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as ended:
        command.main(list(argv), make=fakes.make)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err.splitlines()[-1]


def test_a_match_is_the_same_whatever_the_jobs_and_leaves_no_file(home):
    code, one, _ = play("tictactoe", "exact", "mcts", "--games", "6", "--jobs", "1")
    _, three, _ = play("tictactoe", "exact", "mcts", "--games", "6", "--jobs", "3")
    assert code == 0
    assert games(one) == games(three)
    assert one[-1]["standing"] == three[-1]["standing"]
    assert [game["game"] for game in games(three)] == list(range(6))
    assert [game["first"] for game in games(three)] == [0, 1] * 3
    assert list((home / "data" / "matches").iterdir()) == []


def test_json_is_the_match_its_games_and_its_result(here):
    _, events, said = play("tictactoe:columns=4", "mcts", "flat", *FEW)
    assert [event["event"] for event in events] == ["match", *["game"] * 6, "result"]
    assert events[0]["parameters"] == {"columns": 4, "rows": 3, "in_a_row": 3}
    standing = events[-1]["standing"]
    assert standing["wins"] + standing["draws"] + standing["losses"] == 6
    assert standing["losses"] == sum(game["winner"] == "B" for game in games(events))
    assert said == ""


class Title(str):
    """A title that tells whether anybody keeps it: plain texts have no weak references."""


def test_a_match_keeps_no_game_that_it_has_told(monkeypatch):
    def play_fast(plan: MatchPlan, *_: object) -> Iterator[Event]:
        told = []
        for number in range(plan.games):
            title = Title(f"Board {number}")
            told.append(weakref.ref(title))
            yield GameRecord(number, number // 2, title=title, result=1.0)
        del title
        gc.collect()
        assert sum(each() is not None for each in told) <= 1, "the last one"
        yield MatchEnded("games", Standing())

    monkeypatch.setattr(command, "run_match", play_fast)
    assert len(games(play("tictactoe", "exact", "flat", *FEW)[1])) == 6


def test_solvers_play_the_same_boards_and_their_scores_are_compared(here):
    _, events, _ = play("samegame:columns=5,rows=5,colours=3", "best", "nmcs:level=1", *FEW)
    assert len({game["start"] for game in games(events)}) == 6
    for game in games(events):
        a, b = game["scores"]
        assert game["result"] == (0.5 if a == b else float(a > b))
        assert len(game["lines"]) == 2
    means = events[-1]["standing"]["means"]
    assert means[0] == pytest.approx(sum(game["scores"][0] for game in games(events)) / 6)
    _, events, _ = play("samegame", "best", "best", "--games", "2", "--per", "board")
    assert [game["title"] for game in games(events)] == ["Board 1", "Board 2"], "by default"


def test_a_test_that_is_decided_ends_the_match(here):
    argv = ("tictactoe", "exact", "mcts", "--games", "400", "--sprt", "-200", "-50", "--seed", "1")
    code, events, _ = play(*argv, "--jobs", "2")
    end = events[-1]
    assert code == 0
    assert end["reason"] == "sprt"
    assert end["standing"]["verdict"] == "H1"
    assert end["standing"]["llr"] >= 2.94
    assert len(games(events)) == end["standing"]["games"] < 400
    assert len(games(events)) % 2 == 0


def test_a_file_is_gone_on_with_and_gives_the_same_match(here, tmp_path):
    path = tmp_path / "match.jsonl"
    argv = ("tictactoe", "exact", "mcts", "--seed", "5", "--resume", str(path))
    _, whole, _ = play("tictactoe", "exact", "mcts", *FEW)
    play(*argv, "--games", "3")
    with path.open("a") as file:
        file.write('{"event": "game", "cut off he')
    code, events, said = play(*argv, "--games", "6")
    assert code == 0
    assert "continuing after 3 games" in said
    assert games(events) == games(whole)
    assert len(path.read_text().splitlines()) == 7


def test_a_job_that_dies_costs_nothing():
    code, events, said = play("tictactoe", "exact", "mcts", *FEW, make=fakes.make_dying_once)
    assert code == 0
    assert [game["game"] for game in games(events)] == list(range(6))
    assert not any(game["error"] for game in games(events))
    assert said.count("\n") == 1
    assert "ended unexpectedly (exit code 7); it is played once more" in said


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (fakes.make_dying, ".*ended unexpectedly.*"),
        (fakes.make_failing, r"A \(exact\) failed \(out of luck\)"),
    ],
)
def test_a_game_that_fails_whenever_it_is_played_is_told_and_not_counted(make, why):
    argv = ("tictactoe", "exact", "mcts", "--games", "2", "--jobs", "1")
    code, events, _ = play(*argv, make=make)
    assert code == 1
    for game in games(events):
        assert re.fullmatch(why, game["error"])
        assert game["result"] is None
    assert events[-1]["standing"]["failed"] == 2


def test_a_table_for_people_and_the_games_as_csv(here, tmp_path, capsys):
    path = tmp_path / "games.csv"
    argv = ["tictactoe", "exact", "mcts", *FEW, "--sprt", "0", "100", "--csv", str(path)]
    command.main(argv, make=fakes.make)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["game", "first", "moves", "winner", "seconds", "A", "seconds", "B"]
    assert [line.split()[0] for line in lines[1:7]] == list("123456")
    assert lines[7] == "A: exact, 1 s a move"
    assert any(line.startswith("A's Elo ") for line in lines)
    assert lines[-1].startswith("SPRT of Elo +0 against +100: LLR ")
    _, events, _ = play("tictactoe", "exact", "mcts", *FEW)
    head, *rows = path.read_text().splitlines()
    assert head.startswith("game,opening,first,result,winner")
    assert [row.split(",")[0] for row in rows] == list("012345")
    assert " ".join(games(events)[0]["lines"][0]) in rows[0]


def test_live_tells_every_move_and_stops_when_nobody_listens(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("pace 0.01\nstep\n"))
    code = command.main(["tictactoe", "exact", "mcts", *FEW, "--live"], make=fakes.make)
    assert code == command.INTERRUPTED
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[-1]["reason"] == "interrupted"


def test_a_cluster_that_does_not_answer_is_no_mistake_of_the_command_line(monkeypatch, capsys):
    def refuse(address: str, _: int | None) -> None:
        raise ClusterError(f"no cluster answers at '{address}'")

    monkeypatch.setattr(command, "Cluster", refuse)
    with pytest.raises(SystemExit) as ended:
        command.main(["hex", "mcts", "mcts", "--cluster", "tcp://host:1"])
    assert ended.value.code == 1
    assert capsys.readouterr().err == "playout match: no cluster answers at 'tcp://host:1'\n"


def test_a_file_of_another_match_is_left_alone(here, tmp_path, capsys):
    path = tmp_path / "match.jsonl"
    play("tictactoe", "exact", "mcts", *FEW, "--resume", str(path))
    for text, why in ((path.read_text(), "another match"), ("something else\n", "line 1")):
        path.write_text(text)
        assert why in refused(capsys, "hex", "mcts", "mcts", "--resume", str(path))
        assert path.read_text() == text
