"""A line of a game: a way through its tree, who chose each move, and what counts for it alone."""

import dataclasses
import datetime
import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final, Self

from ai.contract.rules import GameSpec
from game.play.tree import KINDS, GameTree, Node
from game.store import fields

MOST_STEPS: Final = 50_000
"""Positions of one line, or of all lines that a text tells together."""


class SessionError(ValueError):
    """A saved game that cannot be read, or a change the session does not allow."""


class Seat(StrEnum):
    HUMAN = "human"
    AI = "ai"


class Chooser(StrEnum):
    """Who chose a move that was played: the one fact that praise, records and blame go by.

    A move is the player's own idea, or one that the AI had shown as good before the player made
    it; it is the AI's where that moved in the player's stead, or where the player had one of its
    candidates played; else the opponent's. Whose the moves were that came with a text, it does not
    say.
    """

    PLAYER = "player"
    HELPED = "helped"
    AI = "ai"
    OPPONENT = "opponent"
    BROUGHT = "brought"

    @property
    def is_player(self) -> bool:
        """Whether the player chose it, with help or without."""
        return self in (Chooser.PLAYER, Chooser.HELPED)


class Reason(StrEnum):
    """Why a line branched off from another one, to which the player may go back."""

    RETRY = "retry"
    AI_PLAYS = "ai plays"


@dataclass(frozen=True, slots=True)
class Origin:
    """The line that another one branched off from.

    Attributes:
        reason: Why the other one was begun.
        ply: In a retry, the number of moves before the one that the player tries to better; None
            once he plays on.
    """

    number: int
    reason: Reason
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class LineNode:
    """A position of a line, and how it came about there.

    Attributes:
        own: Whether a person made the move that led there, whoever sits there now.
        by_ai: Whether the AI chose it in a demo or in the player's stead; a person made it too if
            he took it from the AI's candidates.
        level: The AI's level if it made the move as the opponent.
    """

    node: Node
    own: bool = False
    by_ai: bool = False
    hinted: bool = False
    level: str = ""


@dataclass(slots=True, eq=False)
class Line:
    """A game from its start.

    Attributes:
        steps: The positions, the start first; one more than there are moves.
        root: The number of the line that was begun, of which this one is a branch or the first.
        cursor: How many moves lie before the shown position.
        guesses_first: Whether the player guesses a move before the AI's view is shown.
        hints_used: How many hints were asked for on the way, not in a branch beside it.
        shown_moves: Whether the player has seen moves of the AI's.
        brought: How many of its positions came with a text.
        resigned: The player who gave it up after its last move, if one did.
        origin: The line that it branched off from, to which the player may go back.
        replaced: The number of the line whose place it took, until a person makes a move.
        level: The AI's level when it was set aside; empty in the line in progress.
        date: The day it was set aside, as in 2026-11-21; empty as well where that is not known.
    """

    tree: GameTree
    seats: tuple[Seat, ...]
    steps: list[LineNode]
    number: int = 0
    root: int = 0
    cursor: int = 0
    guesses_first: bool = False
    hints_used: int = 0
    shown_moves: bool = False
    counted: bool = False
    brought: int = 0
    resigned: int | None = None
    origin: Origin | None = None
    replaced: int | None = None
    level: str = ""
    date: str = ""

    @classmethod
    def begun(cls, tree: GameTree, seats: tuple[Seat, ...], number: int) -> Self:
        """Return a line in which nobody has moved yet; raise `RulesError` for a wrong start."""
        line = cls(tree, seats, [LineNode(tree)], number, number)
        line.settle()
        return line

    @property
    def length(self) -> int:
        return len(self.steps) - 1

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(step.node.name for step in self.steps[1:])

    @property
    def own_moves(self) -> int:
        return sum(step.own for step in self.steps)

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has given it a position or a move."""
        return not any(step.own for step in self.steps) and not self.tree.is_pasted

    @property
    def is_over(self) -> bool:
        """Whether its last move ended it, or a player gave it up."""
        return self.result is not None

    @property
    def result(self) -> tuple[float, ...] | None:
        """What it brought each player; None while it is not over."""
        if self.resigned is not None:
            return tuple(-1.0 if player == self.resigned else 1.0 for player in (0, 1))
        end = self.steps[-1].node.state
        return end.returns if end.is_terminal else None

    def chooser(self, ply: int) -> Chooser:
        """Return who chose the move that led to the position after `ply` moves."""
        step = self.steps[ply]
        if step.by_ai:
            return Chooser.AI
        if not step.own:
            return Chooser.OPPONENT
        if ply < self.brought:
            return Chooser.BROUGHT
        is_told = step.node.move in self.steps[ply - 1].node.advice
        return Chooser.HELPED if is_told else Chooser.PLAYER

    def plies(self, is_such: Callable[[LineNode], bool]) -> list[int]:
        """Return after how many moves there are certain steps."""
        return [ply for ply, step in enumerate(self.steps) if is_such(step)]

    @property
    def levels(self) -> dict[str, list[int]]:
        """The levels that the AI had as the opponent, each with the moves that it made."""
        found: dict[str, list[int]] = {}
        for ply, step in enumerate(self.steps):
            if step.level:
                found.setdefault(step.level, []).append(ply)
        return found

    def level_kept(self, chosen: str) -> str:
        """Return the level to keep it with if one is chosen; a game that is over has its own."""
        played = [step.level for step in self.steps if step.level]
        return self.level or (played[-1] if played and self.is_over else chosen)

    def shared_with(self, other: "Line") -> int:
        """Return how many moves it has in common with another line, from the start on."""
        if self.tree is not other.tree and self.tree.key != other.tree.key:
            return 0
        pairs = zip(self.moves, other.moves, strict=False)
        return len(list(itertools.takewhile(lambda names: names[0] == names[1], pairs)))

    def is_of_the_game(self, other: "Line") -> bool:
        """Whether both are branches of one game, and not two games from one start."""
        return self.tree is other.tree and self.root == other.root

    def goes_on_in(self, other: "Line") -> bool:
        length = self.length
        return length <= other.length and other.steps[length].node is self.steps[length].node

    def goes_on_by(self, ply: int) -> str:
        """Return the move after so many others; empty where there is none that can be read."""
        with suppress(ValueError, TypeError, IndexError):
            node = self.steps[ply + 1].node
            return node.name if node.state is not None else ""
        return ""

    # What changes it.

    def prefix(self, ply: int, number: int) -> "Line":
        return dataclasses.replace(
            self,
            number=number,
            steps=self.steps[: ply + 1],
            cursor=ply,
            hints_used=sum(step.hinted for step in self.steps[: ply + 1]),
            brought=min(self.brought, ply + 1),
            resigned=self.resigned if ply == self.length else None,
            replaced=None,
        )

    def play(self, node: Node, *, own: bool, by_ai: bool, level: str = "") -> None:
        """Go on with a move at the end, and show the position after it."""
        self.steps.append(LineNode(node, own, by_ai, level=level))
        self.cursor = self.length
        self.shown_moves = self.shown_moves or by_ai

    def use_hint(self) -> None:
        self.hints_used += 1
        self.steps[self.cursor] = dataclasses.replace(self.steps[self.cursor], hinted=True)

    def settle(self) -> None:
        """Read every move of a line from a file; raise `ValueError` if one cannot be."""
        for step in self.steps:
            if step.node.state.is_terminal:
                self.resigned = None

    # How it is written down.

    def to_dict(self) -> dict[str, Any]:
        """Return it with its start as plain values for JSON; moves as players write them."""
        origin = self.origin
        known = [step.node.rows(ply, self.root) for ply, step in enumerate(self.steps)]
        return {
            **{name: getattr(self, name) for name in _FACTS},
            "moves": [step.node.name for step in self.steps[1:]],
            "cursor": self.cursor,
            "seats": [seat.value for seat in self.seats],
            "resigned": self.resigned,
            "hinted_plies": self.plies(lambda step: step.hinted),
            "own_plies": self.plies(lambda step: step.own),
            "ai_plies": self.plies(lambda step: step.by_ai),
            "levels": self.levels,
            "origin": None if origin is None else _origin_row(origin),
            **{kind: [row for rows in known for row in rows[kind]] for kind in KINDS},
            **self.tree.to_dict(),
        }

    @classmethod
    def read(cls, tree: GameTree, data: Mapping[str, Any]) -> Self:
        """Read a line back; its moves are read by `settle`.

        Args:
            data: What the file says of it. What is missing or wrong of what a line can do without
                is as in a new one.

        Raises:
            ValueError: There are no moves of a game.
        """
        fields.read_optional(data, "target", tree.read_target, None)
        nodes: list[Node] = [tree]
        moves = fields.required(data, "moves", list)
        if len(moves) > MOST_STEPS:
            raise SessionError(f"there are more than {MOST_STEPS:,} moves")
        for place, name in enumerate(moves, 1):
            if not isinstance(name, str):
                raise SessionError(f"move {place} is not text")
            nodes.append(nodes[-1].child(name))
        line = cls(tree, checked_seats(tree.spec, None), [LineNode(node) for node in nodes])
        line._read_facts(data)
        line._read_steps(data)
        line._note_rows(data)
        return line

    def _read_facts(self, data: Mapping[str, Any]) -> None:
        if self.tree.spec.players == 2:  # a board for one is the player's; the AI plays in Demo
            self.seats = fields.read_optional(data, "seats", self._read_seats, self.seats)
            self.resigned = fields.read_optional(
                data, "resigned", partial(fields.read_int, high=1), None
            )
        self.cursor = fields.read_optional(data, "cursor", self._read_ply, self.length)
        self.origin = fields.read_optional(data, "origin", _read_origin, None)
        for name, read in _FACTS.items():
            setattr(self, name, fields.read_optional(data, name, read, getattr(self, name)))

    def _read_seats(self, value: Any) -> tuple[Seat, ...]:
        return checked_seats(self.tree.spec, [Seat(seat) for seat in value])

    def _read_steps(self, data: Mapping[str, Any]) -> None:
        def plies(value: Any, first: int = 1) -> set[int]:
            return {fields.read_int(each, first, self.length) for each in value}

        none: set[int] = set()
        by_ai = fields.read_optional(data, "ai_plies", plies, none)
        own = fields.read_optional(data, "own_plies", plies, None)
        if own is None:  # it is damaged: as if nobody had changed seats
            movers = (self.seats[step.node.state.current_player] for step in self.steps[:-1])
            own = {ply for ply, seat in enumerate(movers, 1) if seat is Seat.HUMAN} - by_ai
        hinted = fields.read_optional(data, "hinted_plies", lambda value: plies(value, 0), none)
        rows: Mapping[str, Any] = fields.read_optional(data, "levels", dict, {})
        levels = {
            ply: name
            for name, row in rows.items()
            for ply in fields.read_optional({"levels": row}, "levels", plies, none)
            if fields.read_optional({"level": name}, "level", fields.read_level, "")
        }
        for ply, step in enumerate(self.steps):
            self.steps[ply] = LineNode(
                step.node, ply in own, ply in by_ai, ply in hinted, levels.get(ply, "")
            )

    def _note_rows(self, data: Mapping[str, Any]) -> None:
        for kind in KINDS:
            rows: list[Any] = fields.read_optional(data, kind, list, [])
            for row in rows[:MOST_STEPS]:
                with suppress(Exception):
                    self.steps[self._read_ply(row[0])].node.note_row(kind, row, self.root)

    def _read_ply(self, value: Any) -> int:
        return fields.read_int(value, 0, self.length)


@dataclass(frozen=True, slots=True)
class Fork:
    """Where branches of one game part.

    Attributes:
        ply: How many moves lie before.
        lines: One for each move that followed there, the one played first being the first.
        shown: Which of them is the line in progress; None where that ends there.
    """

    ply: int
    lines: tuple[Line, ...]
    shown: int | None

    def beside(self, step: int) -> Line:
        """Return a line so many further on, round and round."""
        before = -1 if step > 0 else 0
        now = before if self.shown is None else self.shown
        return self.lines[(now + step) % len(self.lines)]


def checked_seats(spec: GameSpec, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return one seat a player, people by default; raise `SessionError` if the number is wrong."""
    if seats is None:
        return (Seat.HUMAN,) * spec.players
    if len(seats) != spec.players:
        raise SessionError(f"{spec.title} has {spec.players} seats, not {len(seats)}")
    return tuple(seats)


def _read_day(value: Any) -> str:
    return "" if value == "" else datetime.date.fromisoformat(value).isoformat()


_FACTS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "number": fields.read_number,
    "root": fields.read_number,
    "guesses_first": fields.read_bool,
    "hints_used": fields.read_int,
    "shown_moves": fields.read_bool,
    "counted": fields.read_bool,
    "brought": fields.read_int,
    "replaced": fields.read_number,
    "level": fields.read_level,
    "date": _read_day,
}
"""How those attributes of a line are read that a file tells as they are."""


def _read_origin(row: Any) -> Origin:
    number, reason, *rest = row
    ply = fields.read_int(rest[0]) if rest else None
    return Origin(fields.read_number(number), Reason(reason), ply)


def _origin_row(origin: Origin) -> list[Any]:
    row = [origin.number, origin.reason.value]
    return row if origin.ply is None else [*row, origin.ply]
