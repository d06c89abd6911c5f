"""The command ``convert``: games in files as text, as JSON, or out of an archive."""

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ai.contract.games import game_names, game_of
from ai.contract.rules import AmbiguousZeroError
from ai.options import ASKS_ZERO, add_zero_option
from ai.streams import FAILED, Parser, say
from game.library.game_files import ARCHIVE, SUFFIX, text_from, text_in, unpacked
from game.library.library import games_in, record_of
from game.play import text
from game.play.node import GameNode, names_along
from game.play.record import GameStart, GameTree, checked_seats
from game.words.say import counted

TEXT, JSON = "text", "json"
STANDARD_INPUT: Final = "-"

Games = Iterator[tuple[str, GameTree]]
"""Games, each by a name for its file."""


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Convert files; return the exit code, 1 if one of them could not be read."""
    options = (parser or options_parser()).parse_args(argv)
    code = 0
    for file in options.file:
        try:
            for name, record in _games(file, options.zero_is_empty):
                _write(record, options.to, options.out and options.out / name)
        except BrokenPipeError:  # nobody reads on
            raise
        except (OSError, ValueError, RuntimeError) as error:
            is_text = not isinstance(error, UnicodeDecodeError)
            at = getattr(error, "filename", None) or file  # or what cannot be written
            why = getattr(error, "strerror", None) or str(error)
            say(f"{at}: {why if is_text else 'it is no text in UTF-8'}")
            code = FAILED
    return code


def options_parser() -> Parser:
    parser = Parser(
        prog="playout convert",
        description="Check games in files and write them again, as text or as JSON "
        "(docs/game-files.md).",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="+",
        help=f"a game ({SUFFIX}), a text of boards, or an exported archive ({ARCHIVE}) with all "
        f"games; {STANDARD_INPUT} reads the standard input",
    )
    parser.add_argument(
        "--to",
        choices=(TEXT, JSON),
        default=TEXT,
        help="as text (default), or as a JSON object for each line, the game before its branches",
    )
    add_zero_option(parser)
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, help="write a file for each game into this folder"
    )
    return parser


def _games(file: str, zero_is_empty: bool | None) -> Games:
    if file.lower().endswith(ARCHIVE):
        unread = 0
        with tempfile.TemporaryDirectory() as folder:
            for row in games_in(unpacked(Path(file), Path(folder))):
                name = f"{row.game}-{row.number}"
                try:
                    yield name, record_of(row)
                except ValueError as error:  # of a plug-in that is not here, or damaged
                    say(f"{file}: {name}: {error}")
                    unread += 1
        if unread:
            raise ValueError(f"{counted(unread, 'game')} could not be read")
    else:
        is_input = file == STANDARD_INPUT
        written = text_from(sys.stdin.buffer) if is_input else text_in(Path(file))
        yield from _games_in(written, Path(file).stem, zero_is_empty)


def _games_in(written: str, name: str, zero_is_empty: bool | None) -> Games:
    """Return the game of a text, or one for each board of another's text."""
    if text.is_game(written):
        yield name, text.read(written)
        return
    refused = []
    for game in map(game_of, game_names(1)):
        spec, boards = game.rules, game.text.boards
        if boards is None:
            continue
        try:
            positions = boards.read(written, None, zero_is_empty)
        except AmbiguousZeroError as error:
            raise ValueError(f"{error}; {ASKS_ZERO}") from None
        except ValueError as error:
            refused.append(f"no board of {spec.title}: {error}")
            continue
        for board in positions:
            start = GameStart(board.state.parameters, 0, board.state.to_text())
            record = GameTree(spec, start, checked_seats(spec, None))
            yield f"{name}-{board.number}", record
        return
    raise ValueError(", and ".join(["it is no game", *refused]))


def _write(record: GameTree, kind: str, path: Path | None) -> None:
    if kind == JSON:
        written = "".join(f"{json.dumps(_line(record, end))}\n" for end in record.ends())
    else:
        written = text.write(record)
    if path is None:
        print(written, end="", flush=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.with_name(path.name + (".json" if kind == JSON else SUFFIX))
    path.write_text(written, "utf-8", newline="\n")


def _line(record: GameTree, end: GameNode) -> dict[str, Any]:
    """Return a line as plain values; what belongs to a position stands at its number of moves."""
    path, view = end.path(), record.view(end.path())
    start = record.start
    return {
        "game": record.spec.name,
        "parameters": asdict(start.parameters),
        "seed": start.seed,
        "standard": start.standard,
        "start": start.rows or None,
        "seats": list(record.seats),
        "level": record.level,
        "date": record.date,
        "result": None if view.result is None else list(view.result),
        "moves": [node.name for node in path[1:]],
        "by": [node.by for node in path[1:]],
        "hinted": [node.ply for node in path if node.hinted],
        "evaluations": [
            {"ply": node.ply, **asdict(each), "line": list(names_along(node.state, each.line))}
            for node in path
            for each in node.position.evaluations.values()
        ],
        "comments": {node.ply: node.position.comment for node in path if node.position.comment},
    }
