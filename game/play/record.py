"""The record of a session: the line in progress, and those that were set aside.

Nothing that was played is lost. Lines with the same start are ways through the same tree, so that
what is known of a position is known to all of them. Each line is written whole.
"""

import datetime
import logging
import threading
import time
from collections.abc import Mapping
from typing import Any, Self

from ai.contract.rules import GameSpec
from game.play.line import Fork, Line, Origin, Reason, Seat, SessionError
from game.play.tree import GameTree
from game.store import fields

log = logging.getLogger(__name__)

_numbers = [0]
_lock = threading.Lock()


def new_number() -> int:
    """Return a number that no game has: microseconds since 1970, and later ones are higher."""
    with _lock:
        _numbers[0] = max(_numbers[0] + 1, time.time_ns() // 1000)
        return _numbers[0]


def count_on(number: int) -> None:
    """Let all new numbers be higher than one of an earlier run, whose clock may have been wrong."""
    with _lock:
        if number < fields.MOST_NUMBER // 2:
            _numbers[0] = max(_numbers[0], number)


class SessionRecord:
    """All lines of one session.

    Attributes:
        earlier: Those that were set aside, the latest last.
    """

    def __init__(self, line: Line) -> None:
        self.line = line
        self.earlier: list[Line] = []

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
        except Exception as error:  # a plug-in's rules may raise what they like
            raise SessionError(f"the earlier game is damaged: {error}") from error
        return line

    def branches(self) -> dict[int, list[Line]]:
        """Return the other lines of the game by how many moves lie before they part from it."""
        found: dict[int, list[Line]] = {}
        for line in self.earlier:
            if line.is_of_the_game(self.line):
                found.setdefault(line.shared_with(self.line), []).append(line)
        return found

    def fork(self) -> Fork | None:
        """Return where lines part next to the shown position: at an end, before it, or after it."""
        line, branches = self.line, self.branches()
        forks = sorted(at for at, rest in branches.items() if any(e.goes_on_by(at) for e in rest))
        if not forks:
            return None
        before = [at for at in forks if at < line.cursor or at == line.cursor == line.length]
        ply = (before or forks[:1])[-1]
        ways: dict[str, list[Line]] = {}
        for each in (*(each for at, rest in branches.items() if at >= ply for each in rest), line):
            ways.setdefault(each.goes_on_by(ply), []).append(each)
        ways.pop("", None)
        names = sorted(ways, key=lambda name: min(each.number for each in ways[name]))
        own = line.goes_on_by(ply)
        return Fork(ply, tuple(ways[n][-1] for n in names), names.index(own) if own else None)

    # What changes it.

    def begun(self, tree: GameTree, seats: tuple[Seat, ...]) -> Line:
        """Return a new line from a start, with which nothing is done yet."""
        return Line.begun(self._shared(tree), seats, new_number())

    def replace(self, line: Line, level: str) -> None:
        """Let a new line take the place of the one in progress, undoably until a person moves."""
        line.replaced = self.line.number
        self._set_aside(level)
        self.line = line

    def branch(self, ply: int, origin: Origin | None, level: str) -> None:
        """Set the line aside, and go on with what it was after `ply` moves."""
        branch = self.line.prefix(ply, new_number())
        self._set_aside(level)
        if origin is not None and origin.reason is Reason.AI_PLAYS:
            is_the_ais = any(step.by_ai for step in branch.steps)
            origin = origin if is_the_ais or origin.number == self.line.number else None
        branch.origin, branch.resigned = origin, None
        self.line = branch

    def bring_back(self, number: int, level: str, *, keep: bool) -> str:
        """Go on with an earlier line; return the level to go on with: another game has its own.

        Args:
            keep: Whether the present one is set aside; one that the other goes on is not.

        Raises:
            SessionError: It is damaged or gone; nothing changed.
        """
        line = self.demanded(number)
        following = level
        if line.is_of_the_game(self.line):
            line.guesses_first = self.line.guesses_first
        else:
            following = line.level or level
        self.delete(number)
        if keep and not self.line.is_untouched:
            self._set_aside(level)
        self.line = line
        line.level = line.date = ""
        self.forget_covered()
        return following

    def delete(self, number: int) -> None:
        """Keep an earlier line no longer."""
        self.earlier = [line for line in self.earlier if line.number != number]

    def forget_untouched(self) -> None:
        """Drop the lines in which nobody has made a move."""
        self.earlier = [line for line in self.earlier if not line.is_untouched]

    def forget_covered(self) -> None:
        """Drop the person's lines that the one in progress goes on, but those it leads back to."""
        own, origin = self.line.own_moves, self.line.origin
        leads_back_to = self.line.replaced, None if origin is None else origin.number
        self.earlier = [
            line
            for line in self.earlier
            if not line.goes_on_in(self.line)
            or line.number in leads_back_to
            or line.own_moves > own
            or line.is_over
        ]

    def _shared(self, tree: GameTree) -> GameTree:
        """Return the tree of a line that began alike, if there is one, else this one."""
        trees = (line.tree for line in (self.line, *self.earlier))
        return next((each for each in trees if each.key == tree.key), tree)

    def _set_aside(self, level: str) -> None:
        self.line.level, self.line.date = self.line.level_kept(level), _today()
        self.earlier.append(self.line)

    @classmethod
    def read(cls, spec: GameSpec, data: Mapping[str, Any]) -> Self:
        """Read a record back, without earlier lines that cannot be read.

        Raises:
            ValueError: There are no moves of a game in progress.
        """
        record = cls(Line.read(GameTree(spec, data), data))
        record.line.settle()
        rows: list[Any] = fields.read_optional(data, "earlier", list, [])
        for row in rows:
            try:
                record.take(row)
            except Exception as error:  # a plug-in's rules may raise what they like
                log.warning("An earlier game is left out: %s", error)
        return record

    def take(self, data: Any) -> None:
        """Keep a line, as it is written, as the latest earlier one.

        Raises:
            ValueError, TypeError: It cannot be read.
        """
        if not isinstance(data, Mapping):
            raise SessionError("an earlier game must be an object")
        fields.read_number(fields.required(data, "number", int))
        self.earlier.append(Line.read(self._shared(GameTree(self.line.tree.spec, data)), data))


def _today() -> str:
    return datetime.date.today().isoformat()
