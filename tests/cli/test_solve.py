import io
import json
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from ai import options
from ai import solve as solve
from ai.search.messages import Limit
from benchmarks import samegame_checker as checker
from game.games.samegame.named_boards import STANDARD_FILE
from game.games.samegame.rules import SameGameParameters, new_game
from tests.fakes import Factory, Finisher

BOARDS = """
position 3
. . . .
0 0 . .
0 1 1 .
0 1 1 .

position 8
0 1 0 1
1 0 1 0
0 1 0 1
1 0 2 2
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def finishing(monkeypatch):
    monkeypatch.setattr(solve, "make_ready_searcher", Factory(Finisher))


def run(
    *argv: str, file: str = "-", text: str = BOARDS, make: Factory | None = None
) -> tuple[int, str]:
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as out:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        patch.setattr(solve, "make_ready_searcher", make or Factory(Finisher))
        code = solve.main([file, *argv])
    return code, out.getvalue()


def test_json_lines():
    code, out = run("--json", "--searcher", "nmcs:level=2")
    assert code == 0
    first, second = map(json.loads, out.splitlines())
    assert list(first) == ["board", "score", "cleared", "moves", "seconds", "playouts", "searcher"]
    assert (first["board"], first["score"], first["cleared"]) == (3, 1000 + 4 + 4, True)
    assert sorted(first["moves"]) in ([[0, 0], [0, 0]], [[0, 0], [1, 0]])
    assert (first["seconds"], first["playouts"]) == (0.25, 1)
    assert first["searcher"] == "nmcs:level=2"
    assert (second["board"], second["cleared"]) == (8, False)


def test_what_the_searcher_is_asked():
    make = Factory(Finisher)
    run("--threads", "3", "--seed", "9", "--board", "8", make=make)
    assert make.asked == [("best", "samegame", 3, 9)]
    assert make.made[0].limits == [Limit(seconds=10.0)]
    make = Factory(Finisher)
    run("--simulations", "50", make=make)
    assert [searcher.limits for searcher in make.made] == [[Limit(simulations=50)]] * 2


def test_a_table_tells_of_boards_and_of_one_alone_the_moves():
    code, out = run()
    assert code == 0
    head, third, eighth, total = out.splitlines()
    assert head.split() == ["board", "score", "tiles", "left", "moves", "seconds", "playouts"]
    assert third.split() == ["3", "1,008", "cleared", "2", "0.2", "1"]
    assert (eighth.split()[0], total.split()[0]) == ("8", "total")
    assert total.endswith("1 cleared")
    _, out = run("--board", "3")
    assert out.splitlines()[-1] in ("A1 A1", "B1 A1")


def test_standard_boards_satisfy_the_checker(tmp_path, finishing):
    out = tmp_path / "solutions"
    with out.open("w") as file, redirect_stdout(file):
        assert solve.main([str(STANDARD_FILE), "--json"]) == 0
    assert len(out.read_text().splitlines()) == 20
    assert checker.main(str(STANDARD_FILE), str(out)) == 0


def test_random_boards_and_one_by_its_code_satisfy_the_checker():
    for seed in range(20):
        parameters = SameGameParameters(4 + seed, 23 - seed, 2 + seed % 4)
        text = new_game(parameters, seed).to_text()
        _, out = run("--json", text=text)
        assert checker.faults(checker.read(text)[1], json.loads(out)) == []
    text = new_game(SameGameParameters(6, 5, 3), 7).to_text()
    _, out = run("--json", file="6x5c3:7", text="")
    assert checker.faults(checker.read(text)[1], json.loads(out)) == []
    _, out = run("--json", text="0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n")
    claim = json.loads(out)
    assert (claim["moves"], claim["score"], claim["cleared"]) == ([], -72, False), "no moves"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"score": 7}, "the score is 1008, not 7"),
        ({"cleared": False}, "0 tiles are left, but cleared is False"),
        ({"moves": [[0, 0]]}, "the game is not over after the last move"),
        ({"moves": [[0, 0], [0, 0], [0, 0]]}, "move 3 at (0, 0) removes no group"),
        ({"moves": [[3, 0]]}, "move 1 at (3, 0) removes no group"),
    ],
)
def test_the_checker_finds_false_claims(change, fault):
    claim = {"score": 1008, "cleared": True, "moves": [[0, 0], [0, 0]]}
    towers = checker.read(BOARDS)[3]
    assert checker.faults(towers, claim) == []
    assert any(found.startswith(fault) for found in checker.faults(towers, claim | change))


def test_progress_on_a_terminal_only():
    for out, shown in ((Terminal(), True), (io.StringIO(), False)):
        with redirect_stderr(out):
            run("--seconds", "30")
        lines = [line.rstrip() for line in out.getvalue().split("\r") if line.strip()]
        assert bool(lines) == shown
        if shown:
            assert lines[:3] == [
                "Board 3 (1 of 2)  preparing",
                "Board 3 (1 of 2)  0 of 30 s  best 1,008  1 playouts",
                "Board 8 (2 of 2)  preparing",
            ]
            assert out.getvalue().endswith("\r")


def test_ctrl_c_prints_the_best_so_far():
    before = signal.getsignal(signal.SIGINT)
    make = Factory(lambda seed: Finisher(seed, lambda: signal.raise_signal(signal.SIGINT)))
    code, out = run("--json", make=make)
    assert code == 130
    assert [json.loads(line)["board"] for line in out.splitlines()] == [3]
    assert signal.getsignal(signal.SIGINT) is before


NO_FILE = "No such file or directory"
BAD = {
    "-": "standard input, line 1, column 1: there is no board in this text",
    "- 0 1": "standard input, line 1, column 1: a board has 4 to 30 columns, not 2",
    f"- {'0' * 1001}": "cannot read standard input: it is larger than 1\N{THIN SPACE}000 bytes",
    "two.txt --board 5": "there is no board '5'; the file has 3, 8",
    "missing.txt": f"cannot read 'missing.txt': {NO_FILE}",
    "15x15c5:foo": f"cannot read '15x15c5:foo': {NO_FILE}; as a board's code: this is not",
    "99x9c5:1": f"cannot read '99x9c5:1': {NO_FILE}; as a board's code: columns must be",
    ".": "cannot read '.': ",
    999 * "x": "cannot read 'xxx",
    "board.png": "'board.png' is not text in UTF-8",
    "- --searcher mcts": "unknown searcher 'mcts' for samegame (did you mean 'nmcs'?); known sea",
    "- --searcher nmcs:level": "searcher 'nmcs:level': 'level' is not of the form key=value",
    "": "the following arguments are required: FILE",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_one_sentence(words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(options, "MOST_BYTES", 1000)
    (tmp_path / "two.txt").write_text(BOARDS)
    (tmp_path / "board.png").write_bytes(b"\x89PNG\xff\xfe")
    argv, said = words.split(), ""
    if words.startswith("-") and "--" not in words:
        argv, said = ["-"], words.removeprefix("-").strip()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said.encode())))
    with pytest.raises(SystemExit) as stop:
        solve.main(argv)
    assert stop.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"playout solve: {BAD[words]}")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_is_no_tile(tmp_path, encoding, monkeypatch, finishing):
    path = tmp_path / "board.txt"
    path.write_text(f"\ufeff{BOARDS.strip()}", encoding=encoding)
    assert solve.main([str(path)]) == 0
    with path.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert solve.main(["-"]) == 0


def test_what_0_is_is_said_by_an_option(tmp_path, capsys, finishing):
    path = tmp_path / "board.txt"
    path.write_text("0 1 1 2\n2 1 1 2\n1 2 2 1\n1 1 2 2\n", encoding="utf-16")
    with pytest.raises(SystemExit):
        solve.main([str(path)])
    assert capsys.readouterr().err == (
        f"playout solve: '{path}', line 1, column 1: 0 may be a colour or an empty cell; "
        "say --zero-is-empty or --no-zero-is-empty\n"
    )
    for option in ("--zero-is-empty", "--no-zero-is-empty"):
        assert solve.main([str(path), option]) == 0
