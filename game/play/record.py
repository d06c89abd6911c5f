"""The record of one game: its start, the tree of all that was played, and the line in progress.

Nothing that was played is lost: another move after looking back begins a branch. What the player
tries in a retry hangs on nothing until he plays on from it.
"""

import copy
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, Self

from ai.contract.games import game_of
from ai.contract.rules import GameSpec, Parameters, State
from game.games.state import MOST_SEED
from game.play.node import By, Chooser, GameNode, Position
from game.store import fields

_LONGEST_START: Final = 100_000
RETRY: Final = "retry"
AI_PLAYS: Final = "ai plays"
"""Why a line was left, to which the player may go back."""


class SessionError(ValueError):
    """A saved game that cannot be read, or a change the session does not allow."""


class Seat(StrEnum):
    HUMAN = "human"
    AI = "ai"


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


@dataclass(frozen=True, slots=True)
class GameStart:
    """What a game began with.

    Attributes:
        rows: The position as text where it was given so; empty for one that the seed makes.
        standard: The number of the standard board that it is, if it is one.
    """

    parameters: Parameters
    seed: int = 0
    rows: str = ""
    standard: int | None = None

    @property
    def is_pasted(self) -> bool:
        """Whether it was given as text rather than as a known board."""
        return bool(self.rows) and self.standard is None

    def state(self, spec: GameSpec) -> State:
        """Return the position; raise `ValueError` if there is none such."""
        fields.read_int(self.seed, 0, MOST_SEED)
        try:
            if not self.rows:
                return spec.new_game(self.parameters, self.seed)
            return spec.state_from_text(
                fields.read_text(self.rows, _LONGEST_START), self.parameters
            )
        except ValueError:  # it says what is wrong with it
            raise
        except Exception as error:  # a plug-in's rules may raise what they like
            raise ValueError(f"the start is damaged: {error}") from error


@dataclass(frozen=True, slots=True)
class Target:
    """The best final score that the AI knows for a one-player game's start.

    Attributes:
        score: The score; some line from the start reaches it.
        seconds: How long the start was searched for it.
    """

    score: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Fork:
    """Where branches of a game part.

    Attributes:
        ply: How many moves lie before.
        ways: The moves that followed there, the one made first being the first.
        shown: Which of them is in the line in progress; None where that ends there.
    """

    ply: int
    ways: tuple[GameNode, ...]
    shown: int | None

    def beside(self, step: int) -> GameNode:
        """Return a move so many further on, round and round."""
        before = -1 if step > 0 else 0
        now = before if self.shown is None else self.shown
        return self.ways[(now + step) % len(self.ways)]


@dataclass(frozen=True, slots=True)
class Left:
    """A line that was left for another one, to which the player may go back.

    Attributes:
        end: Its last move.
        why: `RETRY` or `AI_PLAYS`.
        cursor: Where it was shown.
    """

    end: GameNode
    why: str
    cursor: int


@dataclass(frozen=True, slots=True)
class Deleted:
    """A branch that was deleted, to be restored with the line that was shown then.

    Attributes:
        index: Where it stood among its parent's children.
    """

    node: GameNode
    index: int
    end: GameNode
    cursor: int

    @property
    def lines(self) -> int:
        """How many lines ended in it."""
        return sum(not each.children for each in self.node.walk())


@dataclass(eq=False)
class GameTree:
    """One game with all its branches.

    Attributes:
        start: What it began with.
        seats: Who moves, one a player.
        number: What tells it from all others.
        root: The start, known to other games from it too.
        line: The nodes of the line in progress, the root first; one more than there are moves.
        cursor: How many moves lie before the shown position.
        has_given_up: Whether the line ends by resignation.
        retry_ply: How many moves lie before the one that the player tries to better, if one is.
        tried: What he tries there.
        retried_from: The cursor and the seats to go back to from there.
        retried_with_help: Whether a hint was given in it; the game has had none for that.
        left: The line that was left for a retry or a demo.
        level: The opponent's level, as it is chosen.
        target: The best score that the AI knows for the start.
        guesses: The moves that the player guessed before the AI's view was shown.
        guesses_first: Whether he guesses.
        shown: Whether the player has seen moves of the AI's.
        is_brought: Whether its start came with a text.
        counted: What the records have of it: its result and whether it was reached "alone" or
            "assisted"; empty for nothing.
        date: The day it was last in progress, as in 2026-11-21, if it is from elsewhere.
        damage: What of its row could not be read; empty for nothing.
    """

    spec: GameSpec
    start: GameStart
    seats: tuple[Seat, ...]
    number: int
    root: GameNode
    level: str = ""

    def __post_init__(self) -> None:
        self.line = [self.root]
        self.cursor = 0
        self.has_given_up = False
        self.retry_ply: int | None = None
        self.tried: GameNode | None = None
        self.retried_from = 0, self.seats
        self.retried_with_help = False
        self.left: Left | None = None
        self.target: Target | None = None
        self.guesses: dict[Position, int] = {}
        self.guesses_first = self.shown = self.is_brought = False
        self.counted = self.date = self.damage = ""

    @classmethod
    def begun(
        cls,
        spec: GameSpec,
        start: GameStart,
        seats: tuple[Seat, ...],
        number: int = 0,
        level: str = "",
    ) -> Self:
        """Return a game in which nobody has moved yet; raise `ValueError` for a wrong start."""
        root = GameNode(None, Position(spec, start.state(spec)))
        return cls(spec, start, seats, number, root, level)

    def again(self, seats: tuple[Seat, ...], number: int) -> "GameTree":
        """Return another game from the same start, with what is known of its positions."""
        root = GameNode(None, self.root.position)
        other = GameTree(self.spec, self.start, seats, number, root, self.level)
        other.target, other.is_brought = self.target, self.is_brought
        return other

    def view(self, line: Sequence[GameNode] | None = None) -> "GameTree":
        """Return the same game to be looked at along a line, None for the one that is shown.

        What is learnt of its positions is known to both.
        """
        other = copy.copy(self)
        other.line = list(self.nodes if line is None else line)
        other.retry_ply = other.tried = None
        end = other.line[-1]
        other.has_given_up = _is_given_up(end) and (end is not self.line[-1] or self.has_given_up)
        other.cursor = min(self.cursor, other.length)
        return other

    # What it is.

    @property
    def nodes(self) -> list[GameNode]:
        """The line as it is looked at: in a retry what is tried takes the place of the rest."""
        if self.retry_ply is None:
            return self.line
        return [*self.line[: self.retry_ply + 1], *([self.tried] if self.tried else [])]

    @property
    def moves(self) -> tuple[int, ...]:
        """Every move of the line that is looked at, those after the cursor too."""
        return self.nodes[-1].moves

    @property
    def node(self) -> GameNode:
        """The shown position, and how it came about."""
        return self.nodes[self.cursor]

    @property
    def length(self) -> int:
        """How many moves the line has that is looked at."""
        if self.retry_ply is None:
            return len(self.line) - 1
        return self.retry_ply + (self.tried is not None)

    @property
    def is_at_end(self) -> bool:
        return self.cursor == self.length

    @property
    def resigned(self) -> int | None:
        """The player who gave the line up after its last move, if one did."""
        is_shown = self.has_given_up and self.retry_ply is None
        return self.line[-1].resigned if is_shown else None

    @property
    def result(self) -> tuple[float, ...] | None:
        """What the line brought each player; None while it is not over."""
        if self.resigned is not None:
            return tuple(-1.0 if player == self.resigned else 1.0 for player in (0, 1))
        end = self.nodes[-1].state
        return end.returns if end.is_terminal else None

    @property
    def is_over(self) -> bool:
        """Whether the last move ended the line, or a player gave it up."""
        return self.result is not None

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has given it a position or a move."""
        return not self.start.is_pasted and not any(each.by.is_own for each in self._moves())

    @property
    def is_unfinished(self) -> bool:
        """Whether there is a game to go on with, neither over nor of the AI alone."""
        is_own = self.has_own_moves or not any(each.by.is_ai for each in self.nodes[1:])
        return self.length > 0 and self.result is None and is_own

    @property
    def has_own_moves(self) -> bool:
        """Whether a person made moves of the line."""
        return any(each.by.is_own for each in self.nodes[1:])

    @property
    def has_brought_moves(self) -> bool:
        """Whether moves of the line came with a text."""
        return any(each.by is By.BROUGHT for each in self.nodes[1:])

    @property
    def hints(self) -> int:
        """In how many positions of the line a hint was given."""
        return sum(each.hinted for each in self.nodes)

    @property
    def is_assisted(self) -> bool:
        """Whether the player has seen moves of the AI's in this game, or followed one.

        A hint in a position that was taken back counts only if its move is played all the same.
        """
        choosers = (each.chooser for each in self.nodes[1:])
        is_shown = self.shown or self.hints > 0 or (self.retry_ply is not None and self.has_hint)
        return is_shown or Chooser.HELPED in choosers

    @property
    def levels(self) -> list[str]:
        """The levels that the AI had as the opponent, in the order of its moves."""
        return list(dict.fromkeys(each.level for each in self.nodes if each.level))

    @property
    def level_kept(self) -> str:
        """The level to keep it with: the chosen one, or that by which it ended."""
        levels = self.levels
        return levels[-1] if levels and self.result is not None else self.level

    def played(self) -> "GameTree":
        """Return the line to be judged: the one in progress, or the first that came to its end."""
        if self.retry_ply is None and self.is_over:
            return self
        ends = (each for each in self.root.walk() if each.state.is_terminal or _is_given_up(each))
        end = next((each for each in ends if any(node.by.is_own for node in each.path())), None)
        return self.view(self.line if end is None else end.path())

    def chooser(self, ply: int) -> Chooser:
        """Return who chose the move that led to the position after `ply` moves."""
        return self.nodes[ply].chooser

    def ends(self) -> Iterator[GameNode]:
        """Yield where each line ends: the one in progress first."""
        yield self.line[-1]
        yield from (
            each for each in self.root.walk() if not each.children and each is not self.line[-1]
        )

    def reached(self) -> frozenset[int]:
        """Return the digests of all positions in any branch."""
        return frozenset(each.position.digest for each in self.root.walk())

    def find(self, digest: int) -> GameNode | None:
        """Return a position, of the line in progress if it leads there; None if nothing does."""
        places = (*self.line, *self.root.walk())
        return next((each for each in places if each.position.digest == digest), None)

    def _moves(self) -> Iterator[GameNode]:
        return (each for each in self.root.walk() if each.parent)

    # Moves.

    def play(self, move: int, by: By, level: str = "") -> None:
        """Make a move at the cursor, and show the position after it.

        What followed there stays as a branch. In a retry it is what is tried.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing changed.
        """
        after = self.node.after(move, by, level)
        if self.retry_ply is not None and self.cursor == self.retry_ply:
            self.tried = after
        else:
            self.play_on()
            self._go_on_by(after)
        self.cursor += 1
        self.shown = self.shown or by.is_ai

    def _go_on_by(self, after: GameNode) -> None:
        here = self.line[self.cursor]
        if after not in here.children:
            here.children.append(after)
        here.way, after.way = after, None  # a line that comes here again ends here for now
        self.line = [*self.line[: self.cursor + 1], after]
        self.has_given_up = False

    def cut(self) -> None:
        """Make the shown position the last of the line; what followed stays as a branch."""
        self.play_on()
        if not self.is_at_end:
            self.line = self.line[: self.cursor + 1]
            self.line[-1].way, self.has_given_up = None, False

    def go_to(self, ply: int) -> bool:
        """Show the position after `ply` moves (clamped); return whether that is another one."""
        before, self.cursor = self.cursor, max(self.retry_ply or 0, min(ply, self.length))
        return self.cursor != before

    def resign(self) -> None:
        """Let the player to move give the line up; raise `SessionError` where that cannot be."""
        is_open = self.is_at_end and self.result is None and self.retry_ply is None
        if self.spec.players != 2 or not is_open:
            raise SessionError("there is nothing to give up")
        self.node.resigned, self.has_given_up = self.node.state.current_player, True

    # Branches.

    def holds(self, node: GameNode) -> bool:
        """Tell whether a node is in the game, and was not deleted."""
        path = node.path()
        return path[0] is self.root and all(
            after in before.children for before, after in pairwise(path)
        )

    def fork(self) -> Fork | None:
        """Return where branches part next to the shown position: at an end, before or after it."""
        if self.retry_ply is not None:
            return None
        last = self.length

        def parts(ply: int) -> bool:
            return len(self.line[ply].children) > (ply < last)

        before = range(self.cursor if self.is_at_end else self.cursor - 1, -1, -1)
        plies = (*before, *range(self.cursor, last + 1))
        ply = next((each for each in plies if parts(each)), None)
        if ply is None:
            return None
        ways = self.line[ply].children
        return Fork(ply, tuple(ways), ways.index(self.line[ply + 1]) if ply < last else None)

    def branches(self) -> Iterator[GameNode]:
        """Yield the first move of each branch beside the line, the one that parts last first."""
        for node, after in zip(self.line[::-1], (None, *self.line[:0:-1]), strict=True):
            yield from (each for each in reversed(node.children) if each is not after)

    def show(self, node: GameNode) -> None:
        """Go on with the line through a node, the way that was gone last, and show the node."""
        self.leave_retry()
        path = node.path()
        for before, after in pairwise(path):
            before.way = after
        self.line, self.cursor = [*path, *node.onward()], node.ply
        self.has_given_up = _is_given_up(self.line[-1])

    def delete(self, node: GameNode) -> Deleted:
        """Delete a move of the line with all that follows, and show the one beside it."""
        parent = node.parent
        assert parent is not None
        gone = Deleted(node, parent.children.index(node), self.line[-1], self.cursor)
        parent.children.remove(node)
        beside = parent.children[gone.index :] or parent.children
        parent.way = None
        if self.left is not None and node in self.left.end.path():
            self.left = None
        self.show(beside[0] if beside else parent)
        return gone

    def restore(self, gone: Deleted) -> None:
        """Bring a deleted branch back, and show the line that was shown then.

        Raises:
            SessionError: The game has gone on by the same move since, or its place is gone too.
        """
        node, parent = gone.node, gone.node.parent
        assert parent is not None
        if not self.holds(parent) or parent.find(node.move, node.by, node.level):
            raise SessionError("the game has gone on differently since")
        parent.children.insert(gone.index, node)
        self.show(gone.end)
        self.cursor = gone.cursor

    # A retry.

    def try_again(self, ply: int) -> None:
        """Let the player better the move that followed after `ply` moves.

        Raises:
            SessionError: No move followed.
        """
        self.leave_retry()
        if not 0 <= ply < self.length:
            raise SessionError("there is no move to better")
        self.retried_from = self.cursor, self.seats
        self.retry_ply, self.tried, self.cursor = ply, None, ply
        self.retried_with_help = False

    def leave_retry(self) -> bool:
        """Go back to the game as it was; return whether there was a retry."""
        if self.retry_ply is None:
            return False
        self.retry_ply, self.tried = None, None
        self.cursor, self.seats = self.retried_from
        return True

    def play_on(self) -> None:
        """Keep what is tried as a branch; the line that it leaves can be gone back to."""
        ply, tried, shown = self.retry_ply, self.tried, self.cursor
        if ply is None:
            return
        self.left = Left(self.line[-1], RETRY, self.retried_from[0])
        self.shown = self.shown or self.retried_with_help
        self.cursor, self.retry_ply, self.tried = ply, None, None
        if tried is None:
            self.cut()
        else:
            self._go_on_by(self.node.find(tried.move, tried.by, tried.level) or tried)
            self.cursor = shown

    # A line to go back to.

    @property
    def line_left(self) -> Left | None:
        """The line that this one was begun beside; None where it is that no more."""
        if self.left is None:
            return None
        end = self.left.end
        if self.left.why == AI_PLAYS:
            is_left = end is not self.line[-1] and any(each.by.is_ai for each in self.line[1:])
        else:
            is_left = end.ply >= len(self.line) or self.line[end.ply] is not end
        return self.left if is_left else None

    def go_back(self) -> bool:
        """Go on with the line that was left; return whether there was one."""
        left = self.line_left
        if left is None:
            return False
        self.left, left.end.way = None, None
        self.show(left.end)
        self.cursor = left.cursor
        return True

    # What counts.

    @property
    def has_hint(self) -> bool:
        """Whether a hint was given in the shown position, or in the retry that it belongs to."""
        return self.node.hinted if self.retry_ply is None else self.retried_with_help

    def use_hint(self) -> None:
        """Note that a hint is given in the shown position."""
        if self.retry_ply is None:
            self.node.hinted = True
        else:
            self.retried_with_help = True

    def improve_target(self, score: int, seconds: float = 0.0) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best."""
        known = self.target
        best = score if known is None else max(score, known.score)
        self.target = Target(best, seconds if known is None else max(seconds, known.seconds))
        return known is None or score > known.score


def checked_seats(spec: GameSpec, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return one seat a player, people by default; raise `SessionError` if the number is wrong."""
    if seats is None:
        return (Seat.HUMAN,) * spec.players
    if len(seats) != spec.players:
        raise SessionError(f"{spec.title} has {spec.players} seats, not {len(seats)}")
    return tuple(seats)


def is_standard(spec: GameSpec, state: State, number: int) -> bool:
    """Tell whether a position is the standard board of a number."""
    known = game_of(spec.name).text.boards
    boards = () if known is None else known.standard()
    return 1 <= number <= len(boards) and bool(state == boards[number - 1].state)


def _is_given_up(end: GameNode) -> bool:
    return end.resigned is not None and not end.state.is_terminal
