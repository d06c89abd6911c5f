"""The command ``convert``: games in files as text, as JSON, or out of an archive."""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ai.streams import FAILED, Parser, say
from game.library.game_files import ARCHIVE, SUFFIX, unpacked
from game.library.library import game_of, games_in
from game.play import text
from game.play.line import Line
from game.ui.format import counted

TEXT, JSON = "text", "json"
STANDARD_INPUT: Final = "-"

Games = Iterator[tuple[str, tuple[Line, ...]]]
"""Games, each by a name for its file, with its branches."""


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Convert files; return the exit code, 1 if one of them could not be read."""
    options = (parser or options_parser()).parse_args(argv)
    code = 0
    for file in options.file:
        try:
            for name, lines in _games(file):
                _write(lines, options.to, options.out and options.out / name)
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
        help=f"a game ({SUFFIX}), or an exported archive ({ARCHIVE}) with all of them; "
        f"{STANDARD_INPUT} reads a game from the standard input",
    )
    parser.add_argument(
        "--to",
        choices=(TEXT, JSON),
        default=TEXT,
        help="as text (default), or as a JSON object for each line, the game before its branches",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, help="write a file for each game into this folder"
    )
    return parser


def _games(file: str) -> Games:
    if file.lower().endswith(ARCHIVE):
        unread = 0
        with tempfile.TemporaryDirectory() as folder:
            for row in games_in(unpacked(Path(file), Path(folder))):
                name = f"{row.game}-{row.number}"
                try:
                    yield name, game_of(row).lines
                except ValueError as error:  # of a plug-in that is not here, or damaged
                    say(f"{file}: {name}: {error}")
                    unread += 1
        if unread:
            raise ValueError(f"{counted(unread, 'game')} could not be read")
    else:
        read = sys.stdin.read if file == STANDARD_INPUT else lambda: _read(Path(file))
        yield Path(file).stem, text.read(read())


def _read(path: Path) -> str:
    with path.open(encoding="utf-8") as stream:
        return stream.read(text.MOST_CHARACTERS + 1)


def _write(lines: tuple[Line, ...], kind: str, path: Path | None) -> None:
    if kind == JSON:
        game = {"game": lines[0].tree.spec.name}
        written = "".join(f"{json.dumps(game | line.to_dict())}\n" for line in lines)
    else:
        written = text.write(lines[0], lines[1:])
    if path is None:
        print(written, end="", flush=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.with_name(path.name + (".json" if kind == JSON else SUFFIX))
    path.write_text(written, "utf-8", newline="\n")
