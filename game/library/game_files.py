"""Games in files of their own, as `game.play.text` writes them."""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ai.interrupt import is_from_user
from game.play import text
from game.play.line import Line
from game.store.json_store import reason_of
from game.store.paths import Paths

log = logging.getLogger(__name__)

SUFFIX = f".{text.NAME}"


def save(paths: Paths, game: str, written: str) -> str:
    """Write a game's text to a new file; return a sentence about it."""
    target = paths.exports / f"playout-{game}-{datetime.now():%Y%m%d-%H%M%S}{SUFFIX}"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(written, "utf-8", newline="\n")
    except OSError as error:
        log.exception("Saving %s failed", target)
        return f"The game was not saved: {target.parent} is not writable ({reason_of(error)})."
    return f"Saved as {target}"


def read_file(path: Path) -> tuple[Line, ...] | str:
    """Return the lines that a file tells, its game first; or a sentence that says why not."""

    def read() -> str:
        if not path.is_file():  # reading a pipe would never end
            raise OSError("there is no such file")
        if path.stat().st_size > 4 * text.MOST_CHARACTERS:
            raise ValueError(f"a game has at most {text.MOST_CHARACTERS:,} characters")
        return path.read_text("utf-8")

    return _read(path.name, read)


def read_text(written: str) -> tuple[Line, ...] | str:
    """Return the lines that a text tells, its game first; or a sentence that says why not."""
    return _read("The game", lambda: written)


def _read(what: str, take: Callable[[], str]) -> tuple[Line, ...] | str:
    try:
        return text.read(take())
    except UnicodeDecodeError:
        return f"{what} cannot be opened: it is no text."
    except OSError as error:
        return f"{what} cannot be opened: {reason_of(error)}."
    except ValueError as error:
        return f"{what} cannot be opened: {error}."
    except BaseException as error:  # a plug-in's rules may raise what they like
        if is_from_user(error):
            raise
        log.exception("%s cannot be read", what)
        return f"{what} cannot be opened: its game failed. The log tells more."
