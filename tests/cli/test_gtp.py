import io
import os
import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import IO
from unittest.mock import patch

import pytest

from ai import options
from ai.contract.games import game_names
from ai.gtp import command as gtp
from ai.gtp.engine import _range_words, new_clock
from ai.ladder import Level
from ai.levels import level
from ai.search.messages import Limit
from ai.streams import guarded
from tests.fakes import Analyst, Broken, Factory, Prover, RandomMover
from tests.waiting import LIMIT_SECONDS


def talk(text: str | bytes, *argv: str, make: Factory | None = None) -> str:
    """Send everything at once and return everything that was answered."""
    replies = io.StringIO()
    commands = io.BytesIO(text.encode() if isinstance(text, str) else text)
    with patch.object(gtp, "make_ready_searcher", make or Factory(RandomMover)):
        code = gtp.main(list(argv) or ["hex"], commands, replies)
    assert code == 0
    return replies.getvalue()


def answers(text: str, *argv: str, make: Factory | None = None) -> list[str]:
    """The replies one by one, without the two newlines that end each."""
    whole = talk(text, *argv, make=make)
    assert whole.endswith("\n\n")
    return whole[:-2].split("\n\n")


def test_administrative_commands():
    assert answers("protocol_version\nname\nversion\nquit\n") == [
        "= 2",
        "= Playout",
        "= 0.1.0",
        "=",
    ]
    (commands,) = answers("list_commands\n")
    names = commands.removeprefix("= ").split("\n")
    assert names == sorted(names)
    for name in names:
        assert answers(f"known_command {name}\n") == ["= true"]
    wanted = (
        "protocol_version name version list_commands known_command boardsize clear_board komi "
        "play genmove undo set_position showboard time_settings time_left final_score quit "
        "analyze lz-analyze kata-analyze genmove_analyze "
        "lz-genmove_analyze kata-genmove_analyze vertices cannot_lose"
    )
    assert set(names) == set(wanted.split())
    assert answers("known_command fly\nknown_command\n") == ["= false", "= false"]


def test_identifiers_comments_and_odd_characters():
    text = (
        b"# nothing\n\n  \t \n7 name # my id\r\n\t12\tversion\n0 komi 6.5\n"
        b"na\x07me\n  99  quit now\nname\n"
    )
    assert talk(text) == "=7 Playout\n\n=12 0.1.0\n\n=0\n\n= Playout\n\n=99\n\n"
    replies = talk("analyze b 5", make=Factory(Analyst))  # which the end of the input ends
    assert replies.startswith("=\ninfo move a6")
    assert replies.endswith("pv a7\n\n")


PLAY = "syntax error: play needs a colour and a vertex"
SETTINGS = "syntax error: time_settings needs main time, period and stones"
LEFT = "syntax error: time_left needs a colour, seconds and stones"
KEYS = (
    "interval, maxmoves, minmoves, allow, avoid, rootInfo, ownership, ownershipStdev, "
    "movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue"
)
SET_UP = (
    "unknown command: a position is set up by set_position or by its moves, "
    "not by handicap or a file"
)
VERTICES = "needs a colour, vertices with commas and a depth"
ONCE = "syntax error: 'allow' is given once, and without 'avoid'"
FAILURES = {
    "fly": "unknown command",
    "": "unknown command",
    "set_free_handicap a1 b2": SET_UP,
    "loadsgf game.sgf": SET_UP,
    "kata-analyze b avoid b": f"syntax error: avoid {VERTICES}",
    "kata-analyze b allow f6 1 10": f"syntax error: allow {VERTICES}",
    "lz-analyze b allow b f6 3": "syntax error: allow has depth 1 only: the shown position's own "
    "moves",
    "lz-analyze b avoid b f6 1 allow b f6 1": ONCE,
    "lz-analyze b allow b f6 1 allow b f5 1": ONCE,
    "lz-analyze b allow b z99 1": "syntax error: what is allowed and not avoided has no legal move",
    "play": PLAY,
    "play b": PLAY,
    "play green f6": "syntax error: 'green' is not a colour; use black or white",
    "play b z9": "illegal move: 'z9' is not a cell of this board",
    "play w f6": "it is black's turn",
    "play b pass": "illegal move: 'pass' is not a cell of this board",
    "play b resign": "illegal move: 'resign' is not a cell of this board",
    "boardsize": "syntax error: boardsize needs one size",
    "boardsize x": "syntax error: boardsize needs one size; 'x' is not a whole number",
    "boardsize 3": "unacceptable size: sizes are 4 to 8",
    "boardsize 9": "unacceptable size: sizes are 4 to 8",
    "komi": "syntax error: komi needs one number",
    "komi x": "syntax error: komi needs one number",
    "genmove": "syntax error: genmove needs a colour",
    "genmove w": "it is black's turn",
    "undo": "cannot undo",
    "final_score": "game is not over",
    "time_settings 1 2": SETTINGS,
    "time_settings 1 -2 3": f"{SETTINGS}; '-2' is not a whole number",
    "time_left b 1": LEFT,
    "time_left b x 0": f"{LEFT}; 'x' is not a whole number",
    "analyze w": "it is black's turn",
    "analyze w 10": "it is black's turn",
    "analyze b 10 speed": "syntax error: 'speed' is neither a colour nor centiseconds nor one of "
    f"the keys {KEYS}",
    "lz-analyze maxmoves": "syntax error: maxmoves needs a whole number",
    "kata-analyze interval x": "syntax error: interval needs a whole number",
    "kata-analyze ownership maybe": "syntax error: ownership needs true or false",
}


def test_failures_are_answered_and_change_nothing():
    told = answers("\n".join(f"7 {words}" for words in FAILURES) + "\nplay b f6\n")
    assert told == [*(f"?7 {why}" for why in FAILURES.values()), "="]


def test_playing_undoing_and_scoring():
    moves = ["b f4", "w a6", "BLACK F5", "White A7", "b f6", "w a8", "b f7", "w a9", "b f8"]
    text = "".join(f"play {move}\n" for move in moves)
    replies = answers(text + "final_score\nplay w k1\ngenmove w\nanalyze w 10\nundo\nfinal_score\n")
    assert replies == ["="] * 9 + [
        "= B+",
        "? the game is over",
        "= resign",
        "? the game is over",
        "=",
        "? game is not over",
    ]
    assert answers("play b f6\nplay w f6\nplay w e6\n") == ["=", "? illegal move: f6 is taken", "="]


@pytest.mark.parametrize(
    ("moves", "score"),
    [("a1 a2 b1 b2 c1", "B+"), ("a1 a2 b1 b2 c3 c2", "W+"), ("a1 b1 c1 a2 c2 b2 a3 c3 b3", "0")],
)
def test_tictactoe_scores(moves, score):
    colours = ["x", "o"] * 5
    text = "".join(f"play {c} {move}\n" for c, move in zip(colours, moves.split(), strict=False))
    assert answers(text + "final_score\n", "tictactoe")[-1] == f"= {score}"


@pytest.mark.parametrize(("size", "needed"), [(3, 3), (4, 4), (5, 5), (6, 5), (15, 5)])
def test_tictactoe_sizes(size, needed):
    text = f"boardsize {size}\n"
    for column in "ABCDEF"[:needed]:
        text += f"play b {column}1\nfinal_score\nplay w {column}{size}\n"
    replies = answers(text, "tictactoe")
    assert [r for r in replies if "game is not over" in r] == ["? game is not over"] * (needed - 1)
    assert "= B+" in replies


def test_parameters_are_the_board_that_sizes_keep_to_and_a_clear_board_keeps_both():
    replies = answers(
        "showboard\nboardsize 4\nplay b d4\nclear_board\nplay b d4\nplay w f6\nshowboard\n",
        "hex:side=5,in_a_row=4",
    )
    assert [reply.count(".") for reply in (replies[0], replies[-1])] == [61, 36]
    assert replies[1:5] == ["="] * 4
    assert replies[5] == "? illegal move: 'f6' is not a cell of this board"
    # What the size does not tell stays: here six in a row.
    moves = "".join(f"play b {column}9\nplay w {column}2\n" for column in "bcdef")
    six = answers(f"boardsize 9\n{moves}final_score\n", "tictactoe:columns=7,rows=7,in_a_row=6")
    assert six[-1] == "? game is not over"


def test_a_board_is_shown_with_the_last_move():
    (_, _, _, board) = answers("boardsize 4\nplay b d4\nplay w c4\nshowboard\n")
    assert board == (
        "=\n"
        "   a . . . .\n"
        "  b . . . . .\n"
        " c . .(O). . .\n"
        "d . . . X . . .\n"
        " e . . . . . . 7\n"
        "  f . . . . . 6\n"
        "   g . . . . 5\n"
        "      1 2 3 4\n"
        "black (X) to move"
    )
    (*_, board) = answers("play b a1\nplay w b2\nshowboard\n", "tictactoe")
    assert board == "=\n 3  . . .\n 2  .(O).\n 1  X . .\n    A B C\nblack (X) to move"
    board = answers("play b a2-b3\nshowboard\n", "breakthrough")[1]
    assert board.split("\n")[3:5] == [" 3  .(X). . .", " 2  . X X X X"]
    for game, sizes in (("hex", range(4, 9)), ("tictactoe", range(3, 16))):
        for size in sizes:
            board = answers(f"boardsize {size}\nshowboard\n", game)[1]
            cells = 3 * size * (size - 1) + 1 if game == "hex" else size * size
            assert len(re.findall(r"\.", board)) == cells


def test_square_boards_have_the_protocol_s_columns():
    text = "boardsize 15\nplay b h1\nplay w I1\nplay w j1\nplay b J1\nshowboard\n"
    *replies, board = answers(text, "tictactoe")
    assert replies == [
        "=",
        "=",
        "? illegal move: 'I1' is not a vertex: there is no column I",
        "=",
        "? illegal move: J1 is taken",
    ]
    assert board.splitlines()[-3].split()[8:] == ["X(O).", ".", ".", ".", ".", "."]
    assert board.splitlines()[-2] == "    A B C D E F G H J K L M N O P"
    own = answers(text, "tictactoe", "--vertices", "names")
    assert own[2] == "="
    assert own[5].splitlines()[-2] == "    a b c d e f g h i j k l m n o"
    assert answers("vertices\n", "tictactoe")[0].startswith("= gtp: ")
    assert answers("vertices\n", "hex")[0].startswith("= names: ")


@pytest.mark.parametrize("form", ["gtp", "names"])
def test_every_move_of_every_game_is_read_as_it_is_written(form):
    for game in game_names(players=2):
        argv = (game, "--vertices", form, "--seed", "1")
        colours = "bw" * 5
        written = [
            reply.removeprefix("= ")
            for reply in answers("".join(f"genmove {c}\n" for c in colours), *argv)
        ]
        moves = [vertex for vertex in written if vertex not in ("pass", "resign")]
        text = "".join(f"play {c} {v}\n" for c, v in zip(colours, moves, strict=False))
        assert answers(text, *argv) == ["="] * len(moves), game


def test_a_finished_game_is_resigned_or_passed():
    lost = "play b a1\nplay w a2\nplay b b1\nplay w b2\nplay b c1\n"
    over = "genmove w\ngenmove b\nplay w pass\nundo\nfinal_score\n"
    assert answers(lost + over, "tictactoe")[5:] == [
        "= resign",
        "= pass",
        "=",
        "=",
        "? game is not over",
    ]
    moves = ["a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3", "b3"]
    drawn = "".join(f"play {c} {m}\n" for c, m in zip("bw" * 5, moves, strict=False))
    assert answers(f"{drawn}genmove w\n", "tictactoe")[-1] == "= pass"


def test_the_stones_of_a_colour_are_those_it_has_after_a_swap():
    replies = answers("play b f6\nplay w swap\nshowboard\n", "hex:opening=swap")
    assert replies[:2] == ["=", "="]
    assert replies[2].splitlines()[-1] == "black (O) to move"


@pytest.mark.parametrize("game", ["hex", "tictactoe"])
def test_genmove_plays_whole_games(game):
    make = Factory(RandomMover)
    text = "".join(f"genmove {'bw'[i % 2]}\n" for i in range(91)) + "final_score\nshowboard\n"
    replies = answers(text, game, "--simulations", "5", "--seed", "3", make=make)
    score, board = replies[-2:]
    assert score in ("= B+", "= W+", "= 0")
    assert board.splitlines()[-1] in ("black (X) has won", "white (O) has won", "draw")
    _, searcher = make.made
    assert searcher.limits[0] == Limit(simulations=5)


def test_the_search_is_ready_before_a_command_is_answered(monkeypatch):
    """No move's time counts compiling, nor that of the search which goes on in a tree."""
    make = Factory(RandomMover)
    answers("name\n", make=make)
    assert len(make.made) == 1
    monkeypatch.setattr(options, "make_searcher", make)
    options.make_ready_searcher("mcts", "hex")
    assert len(make.made[1].limits) == 2
    assert make.made[1].advances[0]


def test_the_tree_is_told_what_was_played_and_a_new_game_has_a_new_one():
    make = Factory(RandomMover)
    commands = "genmove b\nplay w a6\ngenmove b\nundo\ngenmove b\nundo\nundo\ngenmove w\n"
    new_games = "clear_board\ngenmove b\nboardsize 6\ngenmove b\n"
    replies = answers(commands + new_games, "hex", "--seed", "3", make=make)
    assert replies[1] == "=", "the mover's first stone does not lie on a6"
    searcher = make.made[1]
    assert searcher.advances[0] is None
    kept = searcher.advances[1]
    assert len(kept) == 2
    assert kept[1] == 0
    assert searcher.advances[2:] == [(), None]
    assert len(make.made) == 4
    make = Factory(Analyst)
    talk("analyze b 5\nplay b f6\nanalyze w 5\n", make=make)
    assert make.made[1].advances == [None, (45,)]


GAMES = "genmove b\ngenmove w\nclear_board\n" * 6


def test_with_a_seed_a_run_repeats_and_its_games_differ():
    replies = answers(GAMES, "hex", "--seed", "3")
    assert replies == answers(GAMES, "hex", "--seed", "3")
    assert replies != answers(GAMES, "hex", "--seed", "4")
    assert len({tuple(replies[start : start + 2]) for start in range(0, 18, 3)}) > 1
    assert len({talk(GAMES, "hex") for _ in range(5)}) == 5, "without a seed all differ"


def test_a_searcher_is_offered_the_sizes_it_plays():
    for argv in (("--level", "perfect"), ("--searcher", "exact")):
        *sizes, rectangle = answers(
            "boardsize 4\nboardsize 3\nrectangular_boardsize 15 14\n", "tictactoe", *argv
        )
        assert sizes == ["? unacceptable size: this searcher plays size 3 only", "="]
        assert rectangle.startswith("? unacceptable size: searcher 'exact' plays boards of up to")


def test_a_failing_search_is_a_failed_command(capsys):
    make = Factory(Broken)
    replies = answers("genmove b\nplay b f6\n1 analyze w 5\nname\n", make=make)
    assert replies == ["? RuntimeError: out of luck", "=", "=1", "= Playout"]
    assert "Traceback" in capsys.readouterr().err


def limits_of(text: str, *argv: str) -> list[Limit]:
    make = Factory(RandomMover)
    answers(text, *(argv or ("hex",)), make=make)
    return make.made[1].limits


def test_limits_of_the_command_line_come_first_and_without_a_clock_the_default_level_s():
    clock = "time_settings 60 0 0\ngenmove b\n"
    club, usual = level("club", "hex").limit, level("expert", "hex").limit
    for argv, limit in (
        (["--seconds", "2.5"], Limit(seconds=2.5)),
        (["--level", "club"], club),
        (["--level", "club", "--seconds", "1"], Limit(seconds=1.0)),
    ):
        assert limits_of(clock, "hex", *argv) == [limit]
    for no_clock in (
        "",
        "time_settings 60 0 0\ntime_settings 0 0 0\n",
        "time_settings 60 0 0\ntime_settings 0 1 0\n",
        "time_left w 1 0\n",  # the other side's clock
    ):
        assert limits_of(f"{no_clock}genmove b\n") == [usual]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("time_settings 60 0 0", 1, 5),  # a share of the main time
        ("time_settings 60 10 1", 8, 10),  # never less than a period
        ("time_settings 0 10 5", 1, 2),  # a period for five stones
        ("time_settings 60 0 0\ntime_left b 2 0", 0.01, 0.2),
        ("time_settings 60 10 5\ntime_left b 4 2", 1, 2),
        ("time_left b 20 0", 0.5, 1),
        ("time_settings 60 0 0\ntime_left b 0 0", 0.001, 0.02),
    ],
)
def test_the_clock_is_honoured(text, low, high):
    (limit,) = limits_of(f"{text}\ngenmove b\n")
    assert low <= limit.seconds <= high


def test_a_whole_game_stays_within_the_time():
    clock = new_clock(60, 0, 0)
    spent = 0.0
    for own_moves in range(46, 0, -1):
        spent += clock.budget(own_moves)
        clock.spend(clock.budget(own_moves))
    assert 30 < spent < 60
    clock = new_clock(1, 10, 2)
    for own_moves in range(40, 0, -1):
        seconds = clock.budget(own_moves)
        allowed = clock.left / clock.stones_left if clock.stones_left else clock.left + 10 / 2
        assert seconds <= allowed
        clock.spend(seconds)


class Conversation:
    """An engine in a thread, spoken to over pipes."""

    def __init__(self, commands: IO[bytes], replies: io.TextIOWrapper) -> None:
        self._commands = commands
        self._replies = replies

    def send(self, line: str) -> None:
        self._commands.write(line.encode() + b"\n")

    def line(self) -> str:
        return self._replies.readline()

    def reply(self) -> str:
        lines = []
        while (line := self.line()) != "\n":
            assert line, "the engine has gone"
            lines.append(line)
        return "".join(lines).rstrip("\n")

    def ask(self, line: str) -> str:
        self.send(line)
        return self.reply()


@contextmanager
def conversation(make: Factory, *argv: str) -> Iterator[Conversation]:
    engine_in, our_out = os.pipe()
    our_in, engine_out = os.pipe()
    with (
        os.fdopen(engine_in, "rb", buffering=0) as commands,
        os.fdopen(engine_out, "w") as replies,
        os.fdopen(our_in) as from_engine,
        patch.object(gtp, "make_ready_searcher", make),
    ):
        arguments = (list(argv), commands, replies)
        thread = threading.Thread(target=gtp.main, args=arguments, daemon=True)
        thread.start()
        with os.fdopen(our_out, "wb", buffering=0) as to_engine:
            yield Conversation(to_engine, from_engine)
        thread.join(LIMIT_SECONDS)
        assert not thread.is_alive(), "the engine outlived its input"


def test_analyze_streams_until_the_next_line():
    with conversation(Factory(Analyst), "hex") as engine:
        assert engine.ask("play b a6") == "="
        engine.send("5 analyze w 0")
        assert engine.line() == "=5\n"
        first = "info move a7 visits 30 winrate 1.0000 order 0 proven win distance 3 pv a7 a8"
        line = f"{first} info move a8 visits 12 winrate 0.3333 order 1 pv a8"
        for _ in range(50):
            assert engine.line() == f"{line}\n"
        engine.send("name")
        assert set(engine.reply().splitlines()) <= {line}
        assert engine.reply() == "= Playout"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("analyze", "winrate 0.3333 order 1 pv a7"),
        ("kata-analyze b 5 rootInfo false", "winrate 0.3333 order 1 pv a7"),
        ("kata-analyze ownership true 5", None),
        ("kata-analyze 5 rootInfo true", "pv a7 rootInfo visits 42 winrate 0.5000"),
        (
            "lz-analyze interval 5 maxmoves 1",
            "winrate 10000 order 0 proven win distance 3 pv a6 a7",
        ),
        ("lz-analyze b interval 5 minmoves 9", "winrate 3333 order 1 pv a7"),
    ],
)
def test_analyze_speaks_the_dialects(command, line):
    (reply,) = answers(f"{command}\n", make=Factory(Prover))
    if line is None:
        assert reply.startswith("? syntax error: '5' is neither")
        return
    lines = reply.splitlines()
    assert lines[0] == "="
    assert lines[-1].startswith("info move a6 visits 30 winrate ")
    assert lines[-1].endswith(line)


def test_a_move_is_found_in_sight():
    text = "genmove_analyze b 0\nlz-genmove_analyze 0\nkata-genmove_analyze b interval 0\n"
    text += "lz-genmove_analyze w 100000\ngenmove_analyze w 0\nshowboard\n"
    *replies, wrong, board = answers(text, make=Factory(RandomMover))
    for reply, share in zip(replies, ("0.5000", "5000", "0.5000", "5000"), strict=True):
        first, info, play = reply.splitlines()  # even before the first interval has passed
        assert first == "="
        (told,) = read_as_sabaki_does(info)
        assert told["winrate"] == share
        assert play == f"play {told['move']}"
    assert wrong == "? it is black's turn"
    assert board.count("X") + board.count("O") == 4 + 1
    over = "play b a1\nplay w a2\nplay b b1\nplay w b2\nplay b c1\ngenmove_analyze w\n"
    assert answers(over, "tictactoe")[-1] == "=\nplay resign"


def read_as_sabaki_does(line: str) -> list[dict[str, str]]:
    """What Sabaki's ``parseAnalysis`` and Lizzie's ``MoveData`` take out of a line."""
    found = []
    for part in re.split(r"\s*info\s+", line)[1:]:
        pv = re.search(r"(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$", part)
        *words, last = part[: pv.start()].split()
        assert last == "pv"
        found.append({**dict(zip(words[::2], words[1::2], strict=True)), "pv": pv[0]})
    return found


@pytest.mark.parametrize("command", ["analyze", "lz-analyze", "kata-analyze"])
def test_other_programs_read_every_candidate(command):
    (reply,) = answers(f"{command} b 10\n", "tictactoe:columns=9", make=Factory(Analyst))
    first, second = read_as_sabaki_does(reply.splitlines()[1])
    assert (first["move"], first["visits"], first["order"], first["pv"]) == (
        "A1",
        "30",
        "0",
        "A1 B1",
    )
    assert (second["move"], second["pv"], second["order"]) == ("B1", "B1", "1")
    share = {"lz-analyze": "10000"}.get(command, "1.0000")
    assert first["winrate"] == share


def test_analyze_reports_no_more_often_than_asked_and_waits_after_a_proof():
    with conversation(Factory(Analyst), "hex") as engine:
        engine.send("analyze b 100000")
        assert engine.line() == "=\n"
        engine.send("")  # a blank line ends it too, and is no command
        assert len(engine.reply().splitlines()) == 1
        assert engine.ask("name") == "= Playout"
    with conversation(Factory(Prover), "hex") as engine:
        engine.send("analyze b 0")
        assert engine.line() == "=\n"
        assert re.match("info move a6 .* info move a7 ", engine.line())
        engine.send("analyze b 0")
        assert engine.line() == "\n"
        assert engine.line() == "=\n"


def test_a_board_of_columns_and_rows():
    text = "rectangular_boardsize 4 3\nplay b d3\nshowboard\nrectangular_boardsize 3 3\n"
    sized, played, board, back = answers(text, "tictactoe")
    assert (sized, played, back) == ("=", "=", "=")
    assert board.splitlines()[1:5] == [
        *(" 3  . . .(X)", " 2  . . . .", " 1  . . . .", "    A B C D")
    ]
    wrong = answers(
        "rectangular_boardsize 4\nrectangular_boardsize 4 x\nrectangular_boardsize 4 99\n",
        "tictactoe",
    )
    assert wrong[0] == "? syntax error: rectangular_boardsize needs columns and rows"
    assert wrong[1].endswith("'x' is not a whole number")
    assert wrong[2] == "? unacceptable size: rows must be 3 to 15, not 99"
    assert answers("rectangular_boardsize 4 4\nknown_command rectangular_boardsize\n", "hex") == [
        "? unknown command",
        "= false",
    ]


def test_an_analysis_that_nobody_reads_ends_without_a_word(capsys):
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            if text.startswith("info"):
                raise BrokenPipeError
            return super().write(text)

    commands = io.BytesIO(b"analyze b 0\nname\n")
    with patch.object(gtp, "make_ready_searcher", Factory(Analyst)):
        assert guarded(lambda: gtp.main(["hex"], commands, Gone())) == 1
    assert capsys.readouterr().err == ""


def test_noise_never_ends_the_engine():
    rng = random.Random(5)
    words = ["play", "genmove", "b", "w", "black", "f6", "a6", "a1", "undo", "boardsize", "4", "6"]
    words += ["99", "x", "#", "\t", "\x00", "é", "komi", "1", "quit2"]
    text = "".join(" ".join(rng.choices(words, k=rng.randint(0, 4))) + "\n" for _ in range(400))
    replies = talk(text + "name\n")
    assert replies.endswith("= Playout\n\n")
    assert all(re.match(r"[=?]\d* ?", reply) for reply in replies[:-2].split("\n\n"))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("allow b b1,c1,z9 1", "b1"),
        ("avoid b a1 1", "b1"),
        ("avoid w b1 1 avoid b a1 1", "b1"),
        ("avoid w a1 1", "a1 b1"),
        ("allow b c1 1", ""),
    ],
)
def test_analysis_tells_and_plays_only_what_is_allowed(asked, told):
    argv = ("tictactoe", "--vertices", "names")
    (reply,) = answers(f"kata-analyze b 1 {asked}\n", *argv, make=Factory(Prover))
    assert re.findall(r"move (\w+)", reply) == told.split()
    (reply,) = answers(f"kata-genmove_analyze b 1 {asked}\n", *argv, make=Factory(Prover))
    assert reply.endswith(f"play {(told or 'c1').split()[0]}")


def test_what_gogui_asks_of_other_games_than_go():
    told = answers(
        "play b A1\nplay w B2\ngogui-rules_board\ngogui-rules_board_size\ngogui-rules_game_id\n"
        "gogui-rules_side_to_move\ngogui-rules_legal_moves\ngogui-analyze_commands\n"
        "play b A2\nplay w B1\nplay b A3\ngogui-rules_legal_moves\ngogui-rules_final_result\n",
        "tictactoe",
    )
    assert told[2:7] == [
        "= . . .\n. O .\nX . .",
        "= 3",
        "= Tictactoe",
        "= black",
        "= B1 C1 A2 C2 A3 B3 C3",
    ]
    for line in told[7].removeprefix("= ").splitlines():
        kind, label, command = line.split("/")
        assert kind in ("string", "pstring"), label
        assert answers(f"known_command {command}\n", "tictactoe") == ["= true"]
    assert told[-2:] == ["=", "= black (X) has won"]
    for game in ("hex", "breakthrough", "tictactoe:columns=4,rows=3"):
        assert answers("gogui-rules_board\n", game) == ["? unknown command"]


def test_sizes_with_gaps_are_all_named():
    assert _range_words((4, 6, 8)) == "sizes are 4, 6 and 8"
    assert _range_words((4, 5, 6)) == "sizes are 4 to 6"


def test_a_game_with_other_levels_is_played_by_its_strongest(monkeypatch):
    easy = Level("easy", "Easy", "overlooks much", "random", Limit(simulations=1))
    hard = replace(easy, name="hard", searcher="flat")
    beside = replace(hard, name="as-rave", searcher="rave", ranked=False)
    monkeypatch.setattr(gtp, "levels_of", lambda _game: (easy, hard, beside))
    asked = []

    def make(spec: str, *_: object, **__: object) -> RandomMover:
        asked.append(spec)
        return RandomMover(1)

    assert answers("genmove b\n", make=make)[0].startswith("= ")
    assert asked == ["flat"] * 2


def test_a_position_is_set_up_by_its_text_and_played_on():
    rows = "set_position X X . / . O . / . . . / turn O"
    replies = answers(
        f"{rows}\nshowboard\nplay b c3\nundo\nplay w c3\nundo\nundo\nclear_board\nshowboard\n",
        "tictactoe",
    )
    board = " 3  X X .\n 2  . O .\n 1  . . .\n    A B C"
    assert replies[:2] == ["=", f"=\n{board}\nwhite (O) to move"]
    assert replies[2:7] == ["? it is white's turn", "? cannot undo", "=", "=", "? cannot undo"]
    assert replies[8] == "=\n 3  . . .\n 2  . . .\n 1  . . .\n    A B C\nblack (X) to move"
    assert "set_position" in answers("list_commands\n", "breakthrough")[0].split("\n")
    # What was thought of before is of no use there: the search starts from the set-up.
    replies = answers(f"genmove b\n{rows}\ngenmove w\nundo\nundo\n", "tictactoe")
    assert [reply[0] for reply in replies] == ["=", "=", "=", "=", "?"]
    (_, end) = answers("set_position X X X / O O . / . . . /\nfinal_score\n", "tictactoe")
    assert end == "= B+"
    rows = "set_position . . . . / X . . . / . . . O / . . . . / moves 1"
    (_, _, _, move) = answers(f"boardsize 4\n{rows}\nplay b a3-b4\ngenmove w\n", "breakthrough")
    assert move in ("= D2-D1", "= D2-C1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "syntax error: set_position needs a position, with / between its lines"),
        ("X . . / . .", "no position: line 2, column 2: this row has 2 cells instead of 3"),
        ("X X . / . . . / . . .", "no position: line 1, column 1: X has 2 and O 0, but X must"),
        ("X X X / O O O / . . .", "no position: line 1, column 1: both X and O have won"),
        ("moves a1", "no position: line 1, column 1: this row has 2 cells instead of 3"),
        ("/ / /", "no position: line 1, column 1: the text ends after 0 of 3 rows"),
        ("X . ü / . . . / . . .", "no position: line 1, column 5: 'ü' is not a cell"),
    ],
)
def test_what_is_no_position_is_refused_and_changes_nothing(text, sentence):
    replies = answers(f"play b b2\nset_position {text}\nplay w b2\n", "tictactoe")
    assert replies[1].startswith(f"? {sentence}")
    assert replies[2] == "? illegal move: B2 is taken"
