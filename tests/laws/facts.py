"""What laws are told with: lines of play, what is remembered, and a law that is broken."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from ai.contract.rules import State
from ai.search.messages import Proof
from game.play.session import Mode, Session
from game.ui.overlay import Mark

History = tuple[State, tuple[int, ...]]
"""The start of a game, and moves from there."""
Hints = dict[tuple[int, ...], set[int]]


class BrokenLawError(AssertionError):
    """A law that does not hold, and how."""

    def __init__(self, law: str, words: str) -> None:
        super().__init__(f"{law}: {words}")
        self.law = law


@dataclass(slots=True)
class Lines:
    """What the player has played of one game.

    Attributes:
        now: The line of the game in progress.
        own: The lines whose last move is the player's own, the latest last.
        had: The lines that other ones took the place of, the latest last.
    """

    now: History
    own: list[History] = field(default_factory=list)
    had: list[History] = field(default_factory=list)


@dataclass(slots=True)
class Memory:
    """What the player was shown and has had.

    Attributes:
        by_hand: The moves that the player's own last one ended, and the whole line of then.
        length: How many moves the game had that was shown last.
        hinted: A game's start, and the moves that were given as hints, by the moves before them.
        ladder: The hint that is being given: its position, region and move.
        proofs: What was called proven of moves, by position.
        lines: The games and lines that the player has had, by the game's name.
        offer: What the notice offers, and when it began to.
        boards: Where boards stand, by what decides that.
        stand: Where everything stood after the last step.
        taken: The lines whose last move the AI made in the player's stead, and their game's number.
        seen: The line up to the shown position, after the last step.
        stopped: Where the player has stopped or let go on what runs: the moves so far and the mode.
        blank: Where nothing is known of what the player wants to see, and since when.
        promised: The move that was fixed for a hint, after the last step.
    """

    by_hand: tuple[History, History | None] | None = None
    length: int = 0
    hinted: tuple[State, Hints] | None = None
    ladder: tuple[State, tuple[int, ...], int | None] | None = None
    proofs: "OrderedDict[State, dict[int, Proof]]" = field(default_factory=OrderedDict)
    lines: dict[str, Lines] = field(default_factory=dict)
    offer: tuple[Any, History | None, Mode | None] | None = None
    boards: dict[Hashable, Hashable] = field(default_factory=dict)
    stand: Any = None
    taken: list[tuple[int, History]] = field(default_factory=list)
    seen: History | None = None
    stopped: Hashable = None
    blank: tuple[Hashable, float] | None = None
    promised: Mark | None = None

    def hints_of(self, session: Session) -> Hints:
        """Return the hints of a game; another one, from however alike a start, has its own."""
        if self.hinted is None or self.hinted[0] is not session.record.root.state:
            self.hinted = session.record.root.state, {}
        length, self.length = self.length, session.record.length
        if length and not session.record.length:
            self.hinted = session.record.root.state, {}  # the start may be the very same
        return self.hinted[1]


def holds(line: History | None, wanted: History | None) -> bool:
    """Tell whether a line begins with another one, which may be all of it."""
    if line is None or wanted is None:
        return False
    return line[1][: len(wanted[1])] == wanted[1] and line[0] == wanted[0]


def is_next(before: History, now: History) -> bool:
    """Tell whether a history goes on from another by one move."""
    return now[0] is before[0] and len(now[1]) == len(before[1]) + 1 and holds(now, before)
