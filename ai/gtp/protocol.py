"""How the protocol is written: commands, moves, and the lines of an analysis.

On square boards a move is a column's letter, never I, and a row. Other boards, such as hexagonal
ones, have no columns and rows; there a move has its own name. ``analyze`` and its kin, and their
lines, are those of Leela Zero (``lz-analyze``) and KataGo (``kata-analyze``; its
GTP_Extensions.md), which Sabaki and Lizzie read: all candidates stand in one line, and a line takes
the place of the one before it.
"""

import queue
import re
import threading
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from ai.contract.rules import IllegalMoveError, State
from ai.search.messages import Candidate, SearchInfo

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
        self._peeked: list[str | None] = []
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
        return self._peeked.pop() if self._peeked else self._take()

    def wait(self) -> None:
        """Wait until there is a next line, or the end, and leave it there."""
        if not self._peeked:
            self._peeked.append(self._take())

    def _take(self) -> str | None:
        while True:
            with suppress(queue.Empty):  # on Windows, a wait without end hears no Ctrl+C
                return self._queue.get(timeout=_POLL)

    def waiting(self) -> bool:
        """Whether `next` would return at once."""
        return bool(self._peeked) or not self._queue.empty()


LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns in the protocol, from the left."""
NAME_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""The columns in the moves' own names."""

_COLUMN = re.compile(r"(?<!\\)\b[A-Za-z](?=\d)")
"""The letter of a cell; a move may name several, as in a2-b3. After a backslash it is an escape."""


@dataclass(frozen=True, slots=True)
class Vertices:
    """How moves are written.

    Attributes:
        square: Whether as vertices of a square board; else by their own names.
    """

    square: bool

    @property
    def letters(self) -> str:
        return LETTERS if self.square else NAME_LETTERS

    @property
    def words(self) -> str:
        if self.square:
            return "gtp: column letter (without I) and row number"
        return "names: the moves' own"

    def name(self, state: State, move: int) -> str:
        return self._as_vertices(state.move_to_string(move))

    def move(self, state: State, text: str) -> int:
        """Return the legal move called `text`; raise `IllegalMoveError`."""
        if not self.square:
            return state.move_from_string(text)
        if "I" in _COLUMN.findall(text.upper()):
            raise IllegalMoveError(f"'{text}' is not a vertex: there is no column I")
        try:
            return state.move_from_string(_COLUMN.sub(_name_letter, text))
        except IllegalMoveError as error:
            raise IllegalMoveError(self._as_vertices(str(error))) from None

    def _as_vertices(self, text: str) -> str:
        return _COLUMN.sub(_letter, text) if self.square else text


def _letter(letter: re.Match[str]) -> str:
    column = NAME_LETTERS.index(letter[0])
    return LETTERS[column] if column < len(LETTERS) else letter[0]


def _name_letter(letter: re.Match[str]) -> str:
    return NAME_LETTERS[LETTERS.index(letter[0].upper())]


PLAIN, LEELA, KATA = "analyze", "lz-analyze", "kata-analyze"
COMMANDS: Final = (PLAIN, LEELA, KATA)
MOVING: Final = ("genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze")
"""The same, of a search that ends in a move."""
DEFAULT_INTERVAL: Final = 100
_LEELA_SCALE: Final = 10_000

_NUMBERS: Final = ("interval", "maxmoves", "minmoves")
_SWITCHES: Final = (
    *("rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev"),
    *("pvVisits", "pvEdgeVisits", "noResultValue"),
)
"""Of these only `rootInfo` tells more: the others are of Go, or not known of these searches."""
ALLOW, AVOID = "allow", "avoid"


class AnalysisError(ValueError):
    """Arguments that no analysis has; a sentence that says which."""


@dataclass(frozen=True, slots=True)
class AnalysisOrder:
    """What is asked for.

    Attributes:
        colour: Whom it is for, as written; empty for the side to move.
        interval: Seconds from one line to the next, at least.
        most: How many candidates are told at most; None for all.
        tells_root: Whether the position itself is told, too.
        allowed: The only vertices that are told and played, as written; empty for all.
        avoided: Those that are not.
        scale: What a winrate of 1 is written as; 1 itself is written with four decimals.
    """

    colour: str
    moves: bool
    interval: float
    most: int | None
    tells_root: bool
    allowed: tuple[str, ...]
    avoided: tuple[str, ...]
    scale: int

    def report(self, info: SearchInfo, allowed: Container[int], name: Callable[[int], str]) -> str:
        """Return the line that tells what a search knows; moves are called by `name`."""
        candidates = [each for each in info.candidates if each.move in allowed][: self.most]
        words = [self._candidate(each, order, name) for order, each in enumerate(candidates)]
        if self.tells_root:
            visits = info.simulations + info.reused_visits
            words.append(f"rootInfo visits {visits} winrate {self._share(info.value)}")
        return " ".join(words)

    def _candidate(self, candidate: Candidate, order: int, name: Callable[[int], str]) -> str:
        words = [
            f"info move {name(candidate.move)} visits {candidate.visits}",
            f"winrate {self._share(candidate.effective_value)} order {order}",
        ]
        if candidate.proof is not None:
            words.append(f"proven {candidate.proof}")
            if candidate.distance is not None:
                words.append(f"distance {candidate.distance}")
        # Readers take all that follows `pv` for moves, so it comes last.
        line = candidate.line or (candidate.move,)
        return " ".join([*words, "pv", *map(name, line)])

    def _share(self, value: float) -> str:
        return f"{value:.4f}" if self.scale == 1 else str(round(value * self.scale))


def read_analysis(
    command: str,
    arguments: tuple[str, ...],
    is_colour: Callable[[str], bool],
    is_mover: Callable[[str], bool],
) -> AnalysisOrder:
    """Return what ``[COLOUR] [CENTISECONDS] [KEY VALUE]...`` asks for; raise `AnalysisError`.

    ``allow`` and ``avoid`` have three values: a colour, vertices with commas, and a depth.
    At depth 1 only the player to move has moves.
    """
    words = list(arguments)
    colour = words.pop(0) if words and is_colour(words[0]) else ""
    numbers = {"interval": DEFAULT_INTERVAL}
    if words and words[0].isascii() and words[0].isdigit():
        numbers["interval"] = _number("interval", words.pop(0))
    tells_root = False
    vertices: dict[str, tuple[str, ...]] = {ALLOW: (), AVOID: ()}
    while words:
        key = words.pop(0)
        if key in vertices:
            values, words = words[:3], words[3:]
            if vertices[ALLOW] or (key == ALLOW and vertices[AVOID]):
                raise AnalysisError("'allow' is given once, and without 'avoid'")
            if len(values) != 3 or not is_colour(values[0]):
                raise AnalysisError(f"{key} needs a colour, vertices with commas and a depth")
            if values[2] != "1":
                raise AnalysisError(f"{key} has depth 1 only: the shown position's own moves")
            if is_mover(values[0]):
                vertices[key] += tuple(values[1].split(","))
            continue
        value = words.pop(0) if words else ""
        if key in _NUMBERS:
            numbers[key] = _number(key, value)
        elif key in _SWITCHES:
            is_on = _switch(key, value)
            tells_root = is_on if key == "rootInfo" else tells_root
        else:
            keys = ", ".join((*_NUMBERS, ALLOW, AVOID, *_SWITCHES))
            raise AnalysisError(
                f"'{key}' is neither a colour nor centiseconds nor one of the keys {keys}"
            )
    return AnalysisOrder(
        colour=colour,
        moves=command in MOVING,
        interval=numbers["interval"] / 100,
        most=numbers.get("maxmoves"),
        tells_root=tells_root,
        allowed=vertices[ALLOW],
        avoided=vertices[AVOID],
        scale=_LEELA_SCALE if command.startswith("lz-") else 1,
    )


def _number(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise AnalysisError(f"{key} needs a whole number")
    return int(text)


def _switch(key: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise AnalysisError(f"{key} needs true or false")
    return text == "true"
