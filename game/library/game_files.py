"""Games in files of their own, as `game.play.text` writes them."""

import logging
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from errno import EINVAL
from pathlib import Path
from typing import BinaryIO

from ai.errors import is_from_user
from ai.files import read_stream
from ai.phrases import N_, filled
from game.library.library import games_in, progress_in
from game.library.storage import Storage
from game.play import text
from game.play.record import GameTree
from game.store.files import LIBRARY, Paths, new_file
from game.store.json_store import reason_of
from game.words import files as words
from game.words.say import say, say_count, sentences

log = logging.getLogger(__name__)

SUFFIX, ARCHIVE = f".{text.NAME}", ".zip"
MOST_BYTES, MOST_TIMES = 4_000_000_000, 300
"""The largest library that is unpacked, in bytes and in multiples of its packed size."""


def save(paths: Paths, game: str, written: str) -> str:
    """Write a text about a game to a new file; return a sentence about it."""
    target = paths.exports / f"playout-{game}-{datetime.now():%Y%m%d-%H%M%S}{SUFFIX}"
    try:
        with new_file(target) as target:
            target.write_text(written, "utf-8", newline="\n")
    except OSError as error:
        log.exception("Saving %s failed", target)
        return say(words.NOT_SAVED, folder=target.parent, reason=reason_of(error))
    return say(words.SAVED, file=target)


@dataclass(frozen=True, slots=True)
class OtherText:
    """A text that is no game, but may be a position.

    Attributes:
        source: What it was found in, as the beginning of a sentence.
    """

    source: str
    text: str


Opened = GameTree | OtherText | str
"""A game; what may be a position; or a sentence that says what was done,
or why nothing was."""


def open_file(storage: Storage, path: Path) -> Opened:
    """Return what a file holds, or keep what an archive holds."""
    if path.suffix.lower() == ARCHIVE:
        return _import(storage, path)
    return _read(path.name, lambda: text_in(path))


def _import(storage: Storage, path: Path) -> str:
    """Keep what an exported archive holds but its settings, see `game.library.export`."""
    import tempfile  # which a start does without

    try:
        with tempfile.TemporaryDirectory() as folder:
            library = unpacked(path, Path(folder))
            progress = progress_in(library)  # what is damaged is told before anything is kept
            count, unread = storage.bring(games_in(library))
            has_records = storage.bring_progress(progress)
    except (OSError, ValueError) as error:
        log.warning("Importing %s failed", path, exc_info=error)
        why = reason_of(error) if isinstance(error, OSError) else error
        return filled(words.NOT_IMPORTED, name=path.name, why=why)
    imported = say_count(count, *words.IMPORTED[has_records], name=path.name)
    return sentences(imported, say_count(unread, *words.UNREAD) if unread else "")


def unpacked(path: Path, folder: Path) -> Path:
    """Return the library of an exported archive, in a folder; raise `OSError` or `ValueError`."""
    import zipfile

    target = folder / LIBRARY
    try:
        _check_is_file(path)
        with zipfile.ZipFile(path) as archive:
            entry = archive.getinfo(LIBRARY)
            if entry.file_size > min(MOST_BYTES, MOST_TIMES * entry.compress_size):
                raise ValueError(N_("its library is too large"))
            with archive.open(LIBRARY) as packed, target.open("wb") as file:
                shutil.copyfileobj(packed, file)
    except KeyError:
        raise ValueError(N_("it holds no library of games")) from None
    except (RuntimeError, NotImplementedError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise ValueError(filled(N_("it is no archive ({error})"), error=str(error))) from error
    return target


def text_in(path: Path) -> str:
    """Return the text of a file; raise `OSError`, or `ValueError` as `text_from` does."""
    _check_is_file(path)
    with path.open("rb") as stream:
        return text_from(stream)


def text_from(stream: BinaryIO) -> str:
    """Return the text in a stream; raise `ValueError` if it is none, or too long."""
    return read_stream(stream, 4 * text.MOST_CHARACTERS)


def _check_is_file(path: Path) -> None:
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, N_("not a file"))  # reading a pipe would never end


def read_text(written: str) -> Opened:
    return _read(words.THE_TEXT, lambda: written)


def _read(what: str, take: Callable[[], str]) -> Opened:
    try:
        written = take()
        return text.read(written) if text.is_game(written) else OtherText(what, written)
    except UnicodeDecodeError:
        return say(words.NO_TEXT, what=what)
    except OSError as error:
        return say(words.NOT_OPENED, what=what, why=reason_of(error))
    except ValueError as error:
        return say(words.NOT_OPENED, what=what, why=error)
    except BaseException as error:  # a plug-in's rules may raise what they like
        if is_from_user(error):
            raise
        log.exception("%s cannot be read", what)
        return say(words.GAME_FAILED, what=what)
