"""Commands as they come in, read by a thread so that a search can see the next one waiting."""

import queue
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

_CONTROL = {code: None for code in (*range(32), 127) if chr(code) != "\t"}
_LARGEST_ID_DIGITS = 10
_POLL = 0.2


class ByteLines(Protocol):
    """What commands are read from: a raw file, a pipe, bytes in memory."""

    def readline(self) -> bytes:
        """Return the next line with its end, or nothing at the end of the input."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command; `id` is empty where none was given."""

    id: str
    name: str
    arguments: tuple[str, ...]


def parse_command(line: str) -> Command | None:
    """Return the command in a line, or None for a blank line or a comment.

    Control characters vanish, a tab is a space, and ``#`` begins a comment
    (GTP version 2, draft 2, section 3.1).
    """
    words = line.partition("#")[0].translate(_CONTROL).split()
    if not words:
        return None
    number = words[0]
    if number.isascii() and number.isdigit() and len(number) <= _LARGEST_ID_DIGITS:
        rest = words[1:] or [""]
        return Command(number, rest[0], tuple(rest[1:]))
    return Command("", number, tuple(words[1:]))


class CommandLines:
    """Lines of a stream, in order, with a look ahead that does not wait.

    Attributes:
        problem: Why the input ended before its end; empty if it did not.
    """

    def __init__(self, stream: ByteLines) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._held: list[str | None] = []
        self.problem = ""
        threading.Thread(target=self._read, name="gtp input", daemon=True).start()

    def _read(self) -> None:
        encoding = "utf-8-sig"  # the first line may begin with a byte-order mark
        try:
            while line := self._stream.readline():
                self._queue.put(line.decode(encoding, "replace"))
                encoding = "utf-8"
        except OSError as error:
            self.problem = error.strerror or str(error)
        self._queue.put(None)

    def next(self) -> str | None:
        """Wait for the next line and take it; None at the end of the input."""
        return self._held.pop() if self._held else self._take()

    def wait(self) -> None:
        """Wait until there is a next line, or the end, and leave it there."""
        if not self._held:
            self._held.append(self._take())

    def _take(self) -> str | None:
        while True:
            with suppress(queue.Empty):  # on Windows, a wait without end hears no Ctrl+C
                return self._queue.get(timeout=_POLL)

    def waiting(self) -> bool:
        """Whether `next` would return at once."""
        return bool(self._held) or not self._queue.empty()
