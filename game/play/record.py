"""The record of a session: the line in progress, and those that were set aside.

Nothing that was played is lost. Lines with the same start are ways through the same tree, so that
what is known of a position is known to all of them, and what they have in common is written once:
a row of the file says after how many moves its line leaves one that stands above it, and what
followed there.
"""

import datetime
import json
import logging
from collections.abc import Mapping
from typing import Any, Final, Self

from ai.contract.rules import GameSpec
from game.play.line import Line, Origin, Reason, Seat, SessionError
from game.play.tree import GameTree, Node
from game.store import fields

log = logging.getLogger(__name__)

MOST_EARLIER_LINES: Final = 100
"""How many are kept; of more, the oldest goes."""


class SessionRecord:
    """All lines of one session.

    Attributes:
        line: The line in progress.
        earlier: Those that were set aside, the latest last.
    """

    def __init__(self, line: Line) -> None:
        """Make a record of one line."""
        self.line = line
        self.earlier: list[Line] = []
        self._unread: list[Any] = []
        self._rows: dict[Line, tuple[object, str]] = {}
        self._count = line.number

    def get(self, number: int | None) -> Line | None:
        """Return a line that was set aside by its number, None if it is not kept."""
        return next((line for line in self.earlier if line.number == number), None)

    def demanded(self, number: int) -> Line:
        """Return a line that was set aside, with all of its moves read.

        Raises:
            SessionError: It is damaged or gone.
        """
        line = self.get(number)
        if line is None:
            raise SessionError(f"there is no earlier game {number}")
        try:
            line.settle()
        except (ValueError, TypeError) as error:
            raise SessionError(f"the earlier game is damaged: {error}") from error
        return line

    # What changes it.

    def begun(self, tree: GameTree, seats: tuple[Seat, ...]) -> Line:
        """Return a new line from a start, with which nothing is done yet."""
        return Line.begun(self._shared(tree), seats, self._number())

    def replace(self, line: Line, level: str) -> None:
        """Let a new line take the place of the one in progress, undoably until a person moves."""
        line.replaced = self.line.number
        self._set_aside(level)
        self.line = line

    def branch(self, ply: int, origin: Origin | None, level: str) -> None:
        """Set the line aside, and go on with what it was after `ply` moves."""
        branch = self.line.cut(ply, self._number())
        self._set_aside(level)
        if origin is not None and origin.reason is Reason.AI_PLAYS:
            is_the_ais = any(step.by_ai for step in branch.steps)
            origin = origin if is_the_ais or origin.number == self.line.number else None
        branch.origin, branch.resigned = origin, None
        self.line = branch

    def bring_back(self, number: int, level: str, *, keep: bool) -> None:
        """Go on with an earlier line.

        Args:
            number: Its number.
            level: The AI's level in the present one.
            keep: Whether the present one is set aside; one that the other goes on is not.

        Raises:
            SessionError: It is damaged or gone; nothing changed.
        """
        line = self.demanded(number)
        self.delete(number)
        if keep and not self.line.is_untouched:
            self._set_aside(level)
        self.line = line
        line.level = line.date = ""
        self.forget_covered()

    def delete(self, number: int) -> None:
        """Keep an earlier line no longer."""
        self.earlier = [line for line in self.earlier if line.number != number]

    def forget_untouched(self) -> None:
        """Drop the lines in which nobody has made a move."""
        self.earlier = [line for line in self.earlier if not line.is_untouched]

    def forget_covered(self) -> None:
        """Drop the person's lines that the one in progress goes on, but those it leads back to."""
        own = self.line.own_moves
        self.earlier = [
            line
            for line in self.earlier
            if not line.goes_on_in(self.line)
            or line.number in self._needed
            or line.own_moves > own
            or line.is_over
        ]

    def adopt(self, other: "SessionRecord", level: str) -> None:
        """Keep the lines of another record, which was left at a level, among the earlier ones.

        They know nothing of those they came from.
        """
        known = {(line.tree.key, line.moves) for line in (self.line, *self.earlier)}
        other.line.level, other.line.date = level, _today()
        for line in (*other.earlier, other.line):
            if not line.is_untouched and (line.tree.key, line.moves) not in known:
                own = {"number": self._number(), "origin": None, "replaced": None}
                self._read_row(_text(line, line.tree.to_dict() | own))
                self._make_room()

    def _number(self) -> int:
        self._count += 1
        return self._count

    def _shared(self, tree: GameTree) -> GameTree:
        """Return the tree of a line that began alike, if there is one, else this one."""
        trees = (line.tree for line in (self.line, *self.earlier))
        return next((each for each in trees if each.key == tree.key), tree)

    @property
    def _needed(self) -> tuple[int | None, ...]:
        """The numbers of the earlier lines that the one in progress leads back to."""
        origin = self.line.origin
        return self.line.replaced, None if origin is None else origin.number

    def _set_aside(self, level: str) -> None:
        self.line.level, self.line.date = level, _today()
        self._rows.pop(self.line, None)
        self.earlier.append(self.line)
        self._make_room()

    def _make_room(self) -> None:
        """Drop the oldest line if they are too many, but none that is needed, nor the latest."""
        spare = [line for line in self.earlier[:-1] if line.number not in self._needed]
        if len(self.earlier) > MOST_EARLIER_LINES and spare:
            self.earlier.remove(next((line for line in spare if line.is_untouched), spare[0]))

    # How it is written down.

    def to_dict(self) -> dict[str, Any]:
        """Return the line in progress for JSON, and the others with it as `earlier`."""
        line = self.line
        said: dict[Node, list[int]] = {step.node: [] for step in line.steps}
        self._rows = {each: self._row(each, said) for each in self.earlier}
        earlier = [*self._unread, *(text for _, text in self._rows.values())]
        return line.to_dict() | line.tree.to_dict() | {"games": self._count, "earlier": earlier}

    def _row(self, line: Line, said: dict[Node, list[int]]) -> tuple[object, str]:
        """Return an earlier line as text, and what that depends on; it is written if it changed.

        Args:
            line: The line.
            said: The positions that the file tells above it, and in which line; its own are added.
        """
        count = len(line.steps)
        while count and line.steps[count - 1].node not in said:
            count -= 1
        place = [count - 1, *said[line.steps[count - 1].node]] if count else None
        new = [step.node for step in line.steps[count:]]
        said.update((node, [line.number]) for node in new)
        known = self._rows.get(line)
        if known is not None and known[0] == _state(place, new):
            return known
        start = line.tree.to_dict() if place is None else {"from": place}
        return _state(place, new), _text(line, start, count)

    @classmethod
    def read(cls, spec: GameSpec, data: Mapping[str, Any]) -> Self:
        """Read a record back; an earlier line that cannot be read is kept unread.

        Raises:
            ValueError: There are no moves of a game in progress.
        """
        own = {name: value for name, value in data.items() if name not in ("games", "earlier")}
        record = cls(_whole_line(GameTree(spec, own), own))
        record.line.settle()
        rows: list[Any] = fields.read_optional(data, "earlier", list, [])
        for row in rows:
            try:
                record._read_row(row)
            except (ValueError, TypeError, RecursionError) as error:
                log.warning("An earlier game is kept unread: %s", error)
                record._unread.append(row)
        numbers = [line.number for line in (record.line, *record.earlier)]
        record._count = max(fields.read_optional(data, "games", fields.read_int, 0), *numbers)
        return record

    def _read_row(self, text: Any) -> None:
        """Take an earlier line as it is written; raise `ValueError` or the like if it cannot be."""
        data = json.loads(text)
        if not isinstance(data, Mapping):
            raise SessionError("an earlier game must be an object")
        fields.read_int(fields.required(data, "number", int))
        place = data.get("from")
        if place is None:
            line = _whole_line(self._shared(GameTree(self.line.tree.spec, data)), data)
        else:
            ply, *number = place
            base = self.get(number[0]) if number else self.line
            if base is None:
                raise SessionError("the line that it goes on is gone")
            shared = base.steps[: fields.read_int(ply, 0, base.length) + 1]
            line = Line.read(base.tree, [step.node for step in shared], data)
        self.earlier.append(line)
        new = [step.node for step in line.steps[0 if place is None else place[0] + 1 :]]
        self._rows[line] = _state(place, new), text


def _whole_line(tree: GameTree, data: Mapping[str, Any]) -> Line:
    """Read a line that a file tells from its start on."""
    fields.read_optional(data, "target", tree.read_target, None)
    return Line.read(tree, [tree], data)


def _text(line: Line, more: Mapping[str, Any], said: int = 0) -> str:
    """Return a line as a row of a file: text is short, and only written again if it changes."""
    return json.dumps({**line.to_dict(said), **more})


def _state(place: object, nodes: list[Node]) -> object:
    """Return what a row of a file depends on."""
    return place, sum(node.changes for node in nodes)


def _today() -> str:
    return datetime.date.today().isoformat()
