"""The file that a match resumes from: nothing that a damaged one says is believed."""

import contextlib
import io
import random
import re
from pathlib import Path

import pytest

from ai.contract.rules import RulesError
from ai.match import command
from ai.match.events import GameRecord, MatchEnded, MatchFileError, MatchPlan, to_csv, to_json
from ai.match.match import Ledger, MatchFile, read_match
from ai.match.output import MatchTable, print_line
from game.screens.arena.match import read_progress
from tests import fakes
from tests.arena.test_command import play
from tests.arena.told import Here

GAMES = ("tictactoe", "samegame:columns=5,rows=5,colours=3")
SIDES = {"tictactoe": ("exact", "mcts"), "samegame": ("best", "nmcs:level=1")}
TIMES = 600
ODD = (b"null", b"1e999", b"NaN", b"-1", b"9" * 400, b"[]", b"{}", b"true", b'"x"', b"\xff")


@pytest.fixture(params=GAMES)
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a match of six games."""
    monkeypatch.setenv(fakes.MARK, str(tmp_path / "mark"))
    monkeypatch.setattr(command, "JobPool", Here)
    path = tmp_path / "match.jsonl"
    sides = SIDES[request.param.partition(":")[0]]
    options = ("--games", "6", "--seed", "5", "--jobs", "1", "--sprt", "0", "200")
    play(request.param, *sides, *options, "--resume", str(path))
    return path


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return a file after what may happen to one."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        place = rng.randrange(len(content))
        before, after = content[:place], content[place:]
        other = content[rng.randrange(len(content)) :][: rng.randrange(1, 40)]
        ways = (
            before + bytes([after[0] ^ 1 << rng.randrange(8)]) + after[1:],
            before + bytes([rng.choice(b'0123456789-+eE.,:[]{}"ntf \n')]) + after[1:],
            before + after[rng.randrange(1, 20) :],
            before,
            before + other + after,
            before + rng.choice(ODD) + after[1:],
        )
        content = rng.choice(ways) or b" "
    return content


def use(plan: MatchPlan, games: list[GameRecord]) -> None:
    """Do with the games of a file what the command does with them."""
    ledger = Ledger(plan)
    table = MatchTable()
    released = [each for game in games for each in ledger.add(game)]
    with contextlib.redirect_stdout(io.StringIO()):
        for each in (plan, *released, MatchEnded("games", ledger.standing)):
            table.show(each)
            print_line(each, live=False)
    to_csv(games)


def look_at(path: Path) -> None:
    """Do with a file what the window does with it."""
    progress = read_progress(path)
    for record in progress.records if progress else ():
        with contextlib.suppress(RulesError):
            progress.played_back(record)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_damaged_file_is_refused_or_changes_nothing(path: Path, seed: int) -> None:
    plan, games = read_match(path)
    assert plan is not None
    whole, rng, refused = path.read_bytes(), random.Random(seed), 0
    for _ in range(TIMES):
        path.write_bytes(damaged(whole, rng))
        try:
            found, known = read_match(path)
        except MatchFileError:
            refused += 1
        else:
            assert {each.game for each in known} <= {each.game for each in games}
            assert all(each in games for each in known), "a changed game is believed"
            if found is not None and found.without_end == plan.without_end:
                use(plan, known)
        look_at(path)
    assert TIMES // 2 < refused < TIMES


def test_a_file_whose_end_was_cut_off_is_gone_on_with(path: Path) -> None:
    plan, games = read_match(path)
    assert plan is not None
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + b'{"cut off')
    found, known = read_match(path)
    assert (found, known) == (plan, games[:3])
    file = MatchFile(path, plan, known)
    for game in games[3:]:
        file.add(game)
    file.close()
    assert read_match(path) == (plan, games)
    assert path.read_bytes().count(b'"check"') == 1 + len(games)
    assert [each.name for each in path.parent.glob("match*")] == ["match.jsonl"]


def test_a_line_that_lost_its_checksum_is_not_believed(path: Path) -> None:
    plan, games = read_match(path)
    assert plan is not None
    assert not any('"check"' in to_json(event) for event in (plan, *games)), "files alone have it"
    lines = path.read_text().splitlines(keepends=True)
    for number in range(len(lines)):
        stripped = re.sub(r', "check": "[0-9a-f]{8}"\}', "}", lines[number])
        path.write_text("".join([*lines[:number], stripped, *lines[number + 1 :]]))
        with pytest.raises(MatchFileError, match=f"line {number + 1}: this line is damaged"):
            read_match(path)


def test_a_line_of_something_else_is_not_taken_for_one_that_was_cut_off(path: Path) -> None:
    """What is taken for a match that had only begun is written over."""
    content = path.read_bytes()
    for length in (0, 1, 18, 19, content.index(b"\n")):
        path.write_bytes(content[:length])
        assert read_match(path) == (None, [])
    path.write_bytes(b"notes without a line end")
    with pytest.raises(MatchFileError, match="line 1: a match does not begin like this"):
        read_match(path)
    with pytest.raises(OSError, match="it is not a file"):
        read_match(path.parent)
