"""Other programs as a side of a match: a foreign engine, well-behaved or not."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.external.contract import ProgramError, join_command
from ai.external.searcher import ExternalOptions, ExternalSearcher
from ai.kinds import SearcherSpecError
from ai.match import command
from ai.match.events import GameRecord, Side
from ai.match.match import Ledger
from ai.match.play import play_game
from ai.match.specs import read_side
from ai.search.messages import History, Limit
from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from tests import fakes
from tests.arena.told import Recorder, plan
from tests.games import after
from tests.processes import MAIN
from tests.thinking import think
from tests.waiting import wait_for

FOREIGN = Path(__file__).with_name("foreign.py")
CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
THOROUGH = pytest.mark.thorough
LIMIT = Limit(seconds=10.0)


def foreign(*words: object) -> str:
    return join_command([sys.executable, str(FOREIGN), *map(str, words)])


def make(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """Fakes for this program's own searchers, whose kernels these tests do without."""
    maker = make_searcher if spec.startswith("gtp:") else fakes.make
    return maker(spec, game, threads=threads, seed=seed)


def match_with(*words: object, limit: Limit = LIMIT, game: str = "tictactoe") -> list[GameRecord]:
    """Play two games against a foreign engine, which is B."""
    spec = f"gtp:{foreign(*words)}"
    sides = (Side("random", "random", LIMIT), Side(spec, spec, limit))
    match = replace(plan(game), sides=sides)
    return [play_game(match, number, make, Recorder()) for number in (0, 1)]


def are_gone(mark: Path) -> bool:
    """Whether all processes have ended that a foreign engine noted down."""
    return not any(psutil.pid_exists(int(pid)) for pid in mark.read_text().split())


@pytest.mark.parametrize(
    "behaviour",
    [
        "nonsense",
        "banner",
        "late",
        "mark",
        "prompt",
        *(pytest.param(each, marks=THOROUGH) for each in ("", "flood", "slow")),
    ],
)
def test_a_program_plays_whole_games(behaviour, tmp_path):
    mark = tmp_path / "mark"
    for game in match_with("--mark", mark, behaviour):
        assert (game.error, game.ending) == ("", "")
        assert game.result is not None
        taken = set(game.opening_moves)
        for ply, move in enumerate(game.lines[0]):
            if (ply + game.first) % 2 == 1:  # it takes the first cell that is free
                assert move == next(cell for cell in CELLS if cell not in taken)
            taken.add(move)
    wait_for(lambda: are_gone(mark))


LATE = "did not move within 0.2 s and 0.1 s of grace"


@pytest.mark.parametrize(
    ("behaviour", "words", "is_forfeit"),
    [
        ("crash", "crashed (exit code 3): Segmentation fault, as it were", True),
        ("illegal", "played an illegal move: 'I9' is not a vertex: there is no column I", True),
        ("garbled", "played an illegal move: '\\u202e1' is not a cell of this board", True),
        ("long", f"played an illegal move: '{'a' * 119}…", True),
        ("endless", "answered with more than 1,000,000 characters", True),
        ("resign", "resigned the game", False),
        ("deaf", LATE, True),
        pytest.param("hang", LATE, True, marks=THOROUGH),
    ],
)
def test_who_does_not_move_loses_the_game_and_is_ended(
    behaviour, words, is_forfeit, tmp_path, monkeypatch
):
    monkeypatch.setattr("ai.external.searcher.GRACE_SECONDS", 0.1 if words == LATE else 10.0)
    mark = tmp_path / "mark"
    at, limit = (1, Limit(seconds=0.2)) if words == LATE else (2, LIMIT)
    ledger = Ledger(replace(plan(), games=2))
    for game in match_with("--mark", mark, "--at", at, behaviour, limit=limit):
        assert (game.error, game.ending) == ("", f"B {words}")
        assert (game.result, game.is_forfeit) == (1.0, is_forfeit)
        ledger.add(game)
    assert (ledger.standing.wins, ledger.standing.failed) == (2, 0)
    assert ledger.standing.forfeits == (0, 2 if is_forfeit else 0)
    wait_for(lambda: are_gone(mark), "it outlived its game")


def test_nobody_agrees_to_a_draw_alone():
    for game in match_with("--at", 1, "draw", game="hex"):
        assert game.ending == "B played an illegal move: 'draw' is not for one player alone"
        assert (game.result, game.is_forfeit) == (1.0, True)


def test_a_program_that_cannot_begin_has_not_lost():
    for game in match_with("refuse"):
        assert game.result is None
        assert "answered 'boardsize 3' with an error: unacceptable size" in game.error


@THOROUGH
def test_a_command_s_match_ends_its_programs_even_where_it_is_killed(tmp_path):
    mark = tmp_path / "mark"
    argv = ["match", "tictactoe", "random", f"gtp:{foreign('--mark', mark, 'deaf')}@60s"]
    process = subprocess.Popen(
        [sys.executable, str(MAIN), *argv, "--jobs", "1", "--resume", str(tmp_path / "match")],
        stdout=subprocess.DEVNULL,
    )
    try:
        # The engine and its child.
        wait_for(lambda: mark.exists() and len(mark.read_text().split()) == 2)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    wait_for(lambda: are_gone(mark))


@THOROUGH
def test_a_match_with_a_program_on_the_command_line(capsys):
    argv = ["tictactoe", "random", f"gtp:{foreign('crash', '--at', '1')}@10s", "--games", "2"]
    assert command.main([*argv, "--jobs", "1"], make=make) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("crashed (exit code 3)" in line for line in lines) == 2
    assert "+2 =0 -0, 2 forfeited by B" in lines


def test_an_illegal_move_of_a_program_that_cannot_be_told_its_board_is_explained():
    spec = f"gtp:{foreign('--at', 1, 'illegal')}"
    sides = (Side("random", "random", LIMIT), Side(spec, spec, LIMIT))
    match = replace(plan("tictactoe"), sides=sides, parameters={"columns": 4, "rows": 3})
    record = play_game(match, 0, make, Recorder())
    assert "played an illegal move" in record.ending
    assert record.ending.endswith("no command rectangular_boardsize, so it was not told 4 x 3)")


@THOROUGH
def test_own_gtp_plays_as_another_program():
    """Boards of every form and size, through both sides of the protocol."""
    boards = [
        ("tictactoe", {}),
        ("tictactoe", {"columns": 4, "rows": 3}),
        ("hex", {"side": 4}),
        ("breakthrough", {"columns": 4, "rows": 4}),
        ("breakthrough", {"columns": 4, "rows": 6}),
    ]
    for game, parameters in boards:
        spec = (
            f"gtp:{join_command([sys.executable, str(MAIN), 'gtp', game, '--searcher', 'random'])}"
        )
        sides = (Side("random", "random", LIMIT), Side(spec, spec, Limit(seconds=5)))
        match = replace(plan(game), sides=sides, parameters=parameters)
        record = play_game(match, 0, make, Recorder())
        assert (record.error, record.ending) == ("", "")


@contextmanager
def searcher_of(*words: object) -> Iterator[tuple[ExternalSearcher, State]]:
    """Run a foreign engine as a searcher; give it and the start of a game."""
    spec = game_spec("tictactoe")
    searcher = ExternalSearcher("tictactoe", ExternalOptions(command=foreign(*words)))
    yield searcher, spec.new_game(spec.parameters(), 0)
    searcher.close()


def test_another_line_of_the_game_is_told_from_the_start_of_one_that_was_not_set_up():
    with searcher_of() as (searcher, start):
        for names in ("b2", "b2 a1 b1", "a1 b1 c1 b2", ""):
            state = after(start, names)
            history = History(start, tuple(map(start.move_from_string, names.split())))
            searcher.follow(history, lambda: False)
            assert think(searcher, state, seconds=10.0).move == min(state.legal_moves)
        with pytest.raises(ProgramError, match="set up"):
            searcher.follow(History(start.play(4), ()), lambda: False)


def test_who_is_cancelled_returns_no_move_and_is_ended(tmp_path):
    mark = tmp_path / "mark"
    with searcher_of("--mark", mark, "--at", 1, "hang") as (searcher, start):
        searcher.follow(History(start, ()), lambda: False)
        assert think(searcher, start, seconds=10.0, stop=True).move is None
        wait_for(lambda: are_gone(mark))


@pytest.mark.parametrize(
    ("text", "seconds", "command_line"),
    [
        ("gtp:python a@b", 3.0, "gtp:python a@b"),
        ("gtp:python a@b@2s", 2.0, "gtp:python a@b"),
        ("gtp:python @0.5s", 0.5, "gtp:python"),
    ],
)
def test_a_program_s_limit_is_in_seconds(text, seconds, command_line):
    side = read_side(text, "hex", Limit(seconds=3.0))
    assert (side.searcher, side.limit) == (command_line, Limit(seconds=seconds))
    assert read_side("gtp:python", "hex", Limit(simulations=5)).limit == Limit(seconds=1.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gtp:", "after gtp: comes the command"),
        ("gtp:no-such-program x", "there is no program 'no-such-program'"),
        ("gtp:python 'x", "a quote is left open"),
        ("gtp:python@4000", "counts no simulations; write seconds, @4000s"),
        ("gpt:python", "unknown searcher 'gpt'"),
    ],
)
def test_a_bad_program_is_told_in_a_sentence(text, words):
    with pytest.raises(SearcherSpecError, match=words):
        read_side(text, "hex", LIMIT)
    with pytest.raises(SearcherSpecError):
        make_searcher("gtp:python", "samegame")
