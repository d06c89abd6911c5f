"""The file of a match: its plan and its games, a line each, so that it can be gone on with."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import platformdirs

from ai.match.events import GameRecord, MatchFileError, MatchPlan, from_json, to_json

HOME_VARIABLE = "PLAYOUT_HOME"


def own_file(plan: MatchPlan) -> Path:
    """Return where a match is kept until it is over, if nobody names another file.

    The name is a digest of all that decides its games, so the same command finds it again.
    """
    digest = hashlib.sha256(to_json(plan.without_end).encode()).hexdigest()[:16]
    home = os.environ.get(HOME_VARIABLE)
    if home:
        data = Path(home).expanduser().absolute() / "data"
    else:
        data = platformdirs.user_data_path("playout", appauthor=False)
    return data / "matches" / f"{plan.game}-{digest}.jsonl"


def read_match(path: Path) -> tuple[MatchPlan | None, list[GameRecord]]:
    """Return the plan and the games of a file; no plan if there is no file or nothing in it.

    A last line that was cut off in writing does not count.

    Raises:
        MatchFileError: It is no file of a match; the sentence names it and the line.
        OSError: It cannot be read.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return None, []
    except UnicodeDecodeError:
        raise MatchFileError(f"'{path}' is no match: it is not text in UTF-8") from None
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    plan: MatchPlan | None = None
    games: list[GameRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            event = from_json(line)
        except MatchFileError as error:
            raise MatchFileError(f"'{path}', line {number}: {error}") from None
        if isinstance(event, MatchPlan):
            plan = plan or event
        elif isinstance(event, GameRecord) and plan is not None:
            games.append(event)
    if lines and plan is None:
        raise MatchFileError(f"'{path}', line 1: this is not the beginning of a match")
    return plan, games


class MatchFile:
    """Appends games to a file, each at once."""

    def __init__(self, path: Path, plan: MatchPlan, *, append: bool) -> None:
        """Open the file; raises `OSError`.

        Args:
            path: Where it is.
            plan: The match, which is its first line.
            append: Whether to go on behind the games that are there.
        """
        self.path = path
        self._file: TextIO
        if append:
            self._file = path.open("r+", encoding="utf-8", newline="\n")
            _drop_cut_line(path, self._file)
        else:
            self._file = path.open("w", encoding="utf-8", newline="\n")
            self._write(to_json(plan))

    def add(self, record: GameRecord) -> None:
        """Write a game down."""
        self._write(to_json(record))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def remove(self) -> None:
        """Close the file and take it away."""
        self.close()
        with suppress(OSError):
            self.path.unlink()

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()


def _drop_cut_line(path: Path, file: TextIO) -> None:
    """Go to the end of the last whole line, and cut off what stands behind it."""
    whole = path.read_bytes().rfind(b"\n") + 1
    file.seek(0)
    file.truncate(whole)
    file.seek(0, os.SEEK_END)
