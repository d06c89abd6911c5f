"""Another program that speaks the Go Text Protocol, in a process of its own.

It may hang, crash, say what is no reply, or more than anybody wants to read: each of these is an
error with a sentence, and never holds up who asks. It ends with all that it has started, whatever
becomes of this process (`ai.processes`).
"""

import logging
import queue
import re
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Final

from ai.external.contract import ProgramError, split_command
from ai.processes import NOT_STARTED, start_family

_LONGEST_LINE: Final = 100_000
_LONGEST_REPLY: Final = 1_000_000
_MOST_WAITING: Final = 100
_POLL: Final = 0.05
_LAST_WORDS_WAIT: Final = 1.0
_LONGEST_QUOTE: Final = 120
_MARK: Final = "\ufeff"
"""A byte-order mark, which some systems' libraries begin what they write with."""
_ANSWER: Final = re.compile(r"[\s>]*(?P<sign>[=?])(?P<number>\d*)(?P<text>\s.*|)", re.DOTALL)
"""A prompt for people may stand before it."""
_UNENDED: Final = re.compile(r".*[\s>](?=[=?]1\s)")
"""A banner that no line end parts from the first answer."""

log = logging.getLogger(__name__)


class TimedOutError(ProgramError):
    """A command that it did not answer in time."""


class CancelledError(Exception):
    """Nobody waits for the answer any more."""


class GtpProgram:
    """A program that is started at once; `close` ends it."""

    def __init__(self, command: str) -> None:
        """Start it; raises `ProgramError`."""
        try:
            self._process = start_family(
                split_command(command), stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise ProgramError(f"could not be started ({error.strerror})") from None
        # Bounded, so that a flood of words stops in the pipe and not in our memory.
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._last_error: deque[str] = deque(maxlen=1)
        self._closed = False
        self._sent = 0
        self._takes_numbers = True
        self._threads = [
            threading.Thread(target=read, name="gtp program", daemon=True)
            for read in (self._read_replies, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def ask(
        self, command: str, seconds: float, is_cancelled: Callable[[], bool] = lambda: False
    ) -> str:
        """Send a command and return the reply; both have a number, if the program knows those.

        Raises:
            ProgramError: It answered with an error, ended, said nothing in time, or far too much.
            CancelledError: Nobody waits any more.
        """
        assert self._process.stdin is not None
        self._sent += 1
        number = f"{self._sent}" if self._takes_numbers else ""
        with suppress(OSError):  # it is gone; reading tells how
            self._process.stdin.write(f"{number} {command}\n".lstrip())
            self._process.stdin.flush()
        deadline = time.monotonic() + seconds
        stray = ""
        while True:  # what is no answer to this is passed over: a banner, a word too many
            line = self._line(command, deadline, is_cancelled)
            answer = _ANSWER.fullmatch(_UNENDED.sub("", line) if self._sent == 1 else line)
            if answer and answer["number"] in ((number, "") if self._sent == 1 else (number,)):
                break
            stray = stray or short(line)
        if stray:
            log.info("Before it answered '%s', a program said: %s", command, stray)
        reply = [answer["text"].strip()]
        room = _LONGEST_REPLY - len(line)
        while more := self._line(command, deadline, is_cancelled).rstrip():
            reply.append(more)
            room -= len(more)
            if room < 0:
                raise ProgramError(f"answered with more than {_LONGEST_REPLY:,} characters")
        if number and not answer["number"]:  # and may have taken the number for the command
            self._takes_numbers = False
            return self.ask(command, seconds, is_cancelled)
        text = "\n".join(reply).strip()
        if answer["sign"] == "?":
            raise ProgramError(f"answered '{command}' with an error: {short(text)}")
        return text

    def close(self) -> None:
        """End it; returns at once, and it is gone a moment later."""
        self._closed = True
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write("quit\n")
            self._process.stdin.close()

    def _line(self, command: str, deadline: float, is_cancelled: Callable[[], bool]) -> str:
        while True:
            if is_cancelled():
                raise CancelledError
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimedOutError(f"did not answer '{command}' in time")
            with suppress(queue.Empty):
                line = self._lines.get(timeout=min(left, _POLL))
                if line is None:
                    raise ProgramError(self._end())
                return line

    def _end(self) -> str:
        for thread in self._threads:
            thread.join(_LAST_WORDS_WAIT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS_WAIT)
        detail = f": {short(self._last_error[0])}" if self._last_error else ""
        if self._process.returncode == NOT_STARTED:
            return f"could not be started{detail}"
        code = self._process.returncode
        return f"{'crashed' if code else 'ended'} (exit code {code}){detail}"

    # What follows runs in threads of their own.

    def _read_replies(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for line in _lines_of(stream):
                if not self._put(line):
                    return
        self._put(None)

    def _put(self, line: str | None) -> bool:
        """Hand a line over, as soon as there is room; return False once nobody wants it."""
        while not self._closed:
            with suppress(queue.Full):
                self._lines.put(line, timeout=_POLL)
                return True
        return False

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            for line in _lines_of(stream):
                if line.strip():
                    self._last_error.append(line)
        self._process.wait()  # or the system would go on to keep its exit code


def _lines_of(stream: IO[str]) -> Iterator[str]:
    """Yield the lines of a stream; what never ends comes in pieces."""
    with suppress(OSError, ValueError):
        while line := stream.readline(_LONGEST_LINE):
            yield line.removeprefix(_MARK)


def short(text: str) -> str:
    """Return as much of what a program said as a sentence can hold, in one line."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
