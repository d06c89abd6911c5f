import io
import json
import signal
from pathlib import Path

import pytest

from ai import options
from ai.search.messages import Limit
from ai.solve import command as solve
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.standard_boards import STANDARD_FILE
from tests.cli import checker
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


def run(*argv: str, text: str = BOARDS, make: Factory | None = None) -> tuple[int, str]:
    out = io.StringIO()
    code = solve.main(
        ["-", *argv], boards_from=io.BytesIO(text.encode()), out=out, make=make or Factory(Finisher)
    )
    return code, out.getvalue()


def test_json_lines() -> None:
    code, out = run("--json", "--searcher", "nmcs:level=2")
    assert code == 0
    first, second = map(json.loads, out.splitlines())
    assert list(first) == ["board", "score", "cleared", "moves", "seconds", "playouts", "searcher"]
    assert (first["board"], first["score"], first["cleared"]) == (3, 1000 + 4 + 4, True)
    assert sorted(first["moves"]) in ([[0, 0], [0, 0]], [[0, 0], [1, 0]])
    assert (first["seconds"], first["playouts"]) == (0.25, 1)
    assert first["searcher"] == "nmcs:level=2"
    assert (second["board"], second["cleared"]) == (8, False)


def test_what_the_searcher_is_asked() -> None:
    make = Factory(Finisher)
    run("--threads", "3", "--seed", "9", "--board", "8", make=make)
    assert make.asked == [("best", "samegame", 3, 9)]
    assert make.made[0].limits == [Limit(seconds=10.0)]
    make = Factory(Finisher)
    run("--simulations", "50", make=make)
    assert [searcher.limits for searcher in make.made] == [[Limit(simulations=50)]] * 2


def test_table_of_several_boards() -> None:
    code, out = run()
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["board", "score", "tiles", "left", "moves", "seconds", "playouts"]
    assert lines[1].split() == ["3", "1,008", "cleared", "2", "0.2", "1"]
    assert lines[2].split()[0] == "8"
    assert lines[3].split()[0] == "total"
    assert lines[3].endswith("1 cleared")
    assert len(lines) == 4


def test_table_of_one_board_tells_the_moves() -> None:
    _, out = run("--board", "3")
    assert out.splitlines()[-1] in ("A1 A1", "B1 A1")


def test_a_board_without_moves() -> None:
    code, out = run("--json", text="0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n")
    assert code == 0
    claim = json.loads(out)
    assert (claim["moves"], claim["score"], claim["cleared"]) == ([], -72, False)


def test_standard_boards_satisfy_the_checker(tmp_path: Path) -> None:
    out = tmp_path / "solutions"
    with out.open("w") as file:
        assert solve.main([str(STANDARD_FILE), "--json"], out=file, make=Factory(Finisher)) == 0
    assert len(out.read_text().splitlines()) == 20
    assert checker.main(str(STANDARD_FILE), str(out)) == 0


def test_random_boards_satisfy_the_checker() -> None:
    for seed in range(20):
        parameters = SameGameParameters(4 + seed, 23 - seed, 2 + seed % 4)
        text = new_game(parameters, seed).to_text()
        _, out = run("--json", text=text)
        assert checker.faults(checker.read(text)[1], json.loads(out)) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"score": 7}, "the score is 1008, not 7"),
        ({"cleared": False}, "0 tiles are left, but cleared is False"),
        ({"moves": [[0, 0]]}, "the score is"),
        ({"moves": [[0, 0], [0, 0], [0, 0]]}, "move 3: no tile at 0, 0"),
        ({"moves": [[3, 0]]}, "move 1: no tile at 3, 0"),
    ],
)
def test_the_checker_finds_false_claims(change: dict[str, object], fault: str) -> None:
    claim = {"score": 1008, "cleared": True, "moves": [[0, 0], [0, 0]]}
    towers = checker.read(BOARDS)[3]
    assert checker.faults(towers, claim) == []
    assert any(found.startswith(fault) for found in checker.faults(towers, claim | change))


def test_progress_on_a_terminal_only() -> None:
    for out, shown in ((Terminal(), True), (io.StringIO(), False)):
        solve.main(
            ["-", "--seconds", "30"],
            boards_from=io.BytesIO(BOARDS.encode()),
            out=io.StringIO(),
            progress_to=out,
            make=Factory(Finisher),
        )
        lines = [line.rstrip() for line in out.getvalue().split("\r") if line.strip()]
        assert bool(lines) == shown
        if shown:
            assert lines[0] == "Board 3 (1 of 2)  preparing"
            assert lines[1] == "Board 3 (1 of 2)  0 of 30 s  best 1,008  1 playouts"
            assert lines[2] == "Board 8 (2 of 2)  preparing"
            assert out.getvalue().endswith("\r")


def test_ctrl_c_prints_the_best_so_far() -> None:
    before = signal.getsignal(signal.SIGINT)
    make = Factory(lambda seed: Finisher(seed, lambda: signal.raise_signal(signal.SIGINT)))
    code, out = run("--json", make=make)
    assert code == 130
    assert [json.loads(line)["board"] for line in out.splitlines()] == [3]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("argv", "text", "sentence"),
    [
        (["-"], "", "standard input, line 1, column 1: there is no board in this text"),
        (["-"], "0 1\n", "standard input, line 1, column 1: a board has 4 to 30 columns, not 2"),
        (["-", "--board", "5"], BOARDS, "there is no board '5'; the file has 3, 8"),
        (["missing.txt"], "", "cannot read 'missing.txt': No such file or directory"),
        (
            ["15x15c5:foo"],
            "",
            "cannot read '15x15c5:foo': No such file or directory; as a board's code: this is not",
        ),
        (
            ["99x9c5:1"],
            "",
            "cannot read '99x9c5:1': No such file or directory; as a board's code: columns must be",
        ),
        (["."], "", "cannot read '.': "),
        ([999 * "x"], "", "cannot read 'xxx"),
    ],
)
def test_bad_input_is_one_sentence(
    argv: list[str],
    text: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        solve.main(argv, boards_from=io.BytesIO(text.encode()))
    assert stop.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"playout solve: {sentence}")
    assert output.err.count("\n") == 1


def test_a_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SystemExit) as stop:
        solve.main([str(path)])
    assert stop.value.code == 2
    assert capsys.readouterr().err == f"playout solve: '{path}' is not text in UTF-8\n"


def test_a_byte_order_mark_is_no_tile(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARDS.strip(), encoding="utf-8-sig")
    assert solve.main([str(path)], out=io.StringIO(), make=Factory(Finisher)) == 0
    with path.open("rb") as stream:
        piped = {"boards_from": stream, "out": io.StringIO(), "make": Factory(Finisher)}
        assert solve.main(["-"], **piped) == 0


def test_a_file_without_an_end_is_not_read_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(options, "MOST_BYTES", 1000)
    with pytest.raises(SystemExit):
        solve.main(["-"], boards_from=io.BytesIO(b"0" * 1001))
    assert capsys.readouterr().err == (
        "playout solve: cannot read standard input: it is larger than 1,000 bytes\n"
    )


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (
            ["-", "--searcher", "mcts"],
            "unknown searcher 'mcts' for samegame (did you mean 'nmcs'?); known searchers: ",
        ),
        (["-", "--searcher", "nmcs:level"], "'level' is not of the form key=value"),
        (["-", "--seconds", "-1"], "'-1' is not a number of seconds above 0"),
        (["-", "--threads", "two"], "'two' is not a whole number from 1 to 256"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_bad_options(argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        solve.main(argv, boards_from=io.BytesIO(BOARDS.encode()))
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err.splitlines()[-1]


def test_a_code_is_a_board():
    out = io.StringIO()
    argv = ["6x5c3:7", "--json", "--simulations", "10"]
    assert solve.main(argv, out=out, make=Factory(Finisher)) == 0
    (solved,) = map(json.loads, out.getvalue().splitlines())
    state = new_game(SameGameParameters(6, 5, 3), 7)
    for column, row in solved["moves"]:
        state = state.play(column * 5 + row)
    assert state.is_terminal
    assert round(state.returns[0]) == solved["score"]
