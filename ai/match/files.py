"""The file of a match: its plan and its games, a line each, so that it can be gone on with."""

import errno
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from ai.home import data_folder
from ai.match.events import (
    GameRecord,
    MatchFileError,
    MatchPlan,
    from_json,
    is_sealed,
    sealed,
    to_json,
)
from ai.replacing import replace

_BEGINNING: Final = '{"event": "match", '
_NO_MATCH: Final = "a match does not begin like this"


def own_file(plan: MatchPlan) -> Path:
    """Return where a match is kept until it is over, if nobody names another file.

    The name is a digest of all that decides its games, so the same command finds it again.
    Raises `HomeError`.
    """
    digest = hashlib.sha256(to_json(plan.without_end).encode()).hexdigest()[:16]
    return data_folder() / "matches" / f"{plan.game}-{digest}.jsonl"


def read_match(path: Path) -> tuple[MatchPlan | None, list[GameRecord]]:
    """Return the plan and the games of a file; no plan if there is no file or nothing in it.

    A last line that was cut off in writing does not count.

    Raises:
        MatchFileError: It is no file of a match; the sentence names it and the line.
        OSError: It cannot be read.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return None, []
    except UnicodeDecodeError:
        raise MatchFileError(f"'{path}' is not a match: it is not UTF-8 text") from None
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        cut_off = lines.pop()
        if not lines and cut_off[: len(_BEGINNING)] != _BEGINNING[: len(cut_off)]:
            raise MatchFileError(f"'{path}', line 1: {_NO_MATCH}")
    plan: MatchPlan | None = None
    games: list[GameRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            event = from_json(line)
            if not is_sealed(line):
                raise MatchFileError("this line is damaged")
        except MatchFileError as error:
            raise MatchFileError(f"'{path}', line {number}: {error}") from None
        if isinstance(event, MatchPlan):
            plan = plan or event
        elif isinstance(event, GameRecord) and plan is not None:
            games.append(event)
    if lines and plan is None:
        raise MatchFileError(f"'{path}', line 1: {_NO_MATCH}")
    return plan, games


class MatchFile:
    """Appends games to a file, each at once."""

    def __init__(self, path: Path, plan: MatchPlan, games: Sequence[GameRecord]) -> None:
        """Open the file; raises `OSError`. It goes on behind the games that are there already."""
        self.path = path
        self._file: TextIO
        if games:
            # Written anew: without what was cut off.
            path = path.resolve()
            beside = path.with_name(f"{path.name}.new")
            lines = [_line(plan), *map(_line, games)]
            beside.write_text("".join(lines), "utf-8", newline="\n")
            replace(beside, path)
            self._file = path.open("a", encoding="utf-8", newline="\n")
        else:
            self._file = path.open("w", encoding="utf-8", newline="\n")
            self.add(plan)

    def add(self, event: MatchPlan | GameRecord) -> None:
        self._file.write(_line(event))
        self._file.flush()

    def close(self) -> None:
        with suppress(OSError):  # what it still holds back could not be written before
            self._file.close()

    def remove(self) -> None:
        self.close()
        with suppress(OSError):
            self.path.unlink()


def _line(event: MatchPlan | GameRecord) -> str:
    return sealed(to_json(event)) + "\n"
