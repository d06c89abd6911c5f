"""The record of one game: its start, the tree of all that was played, and the line in progress.

Nothing that was played is lost: another move after looking back begins a branch. What the player
tries in a retry is no part of the tree until he plays on from it.
"""

import copy
import dataclasses
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import InitVar, dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from ai.contract.games import game_of
from ai.contract.rules import GameSpec, Parameters, State
from ai.phrases import N_, filled, told
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
            damaged = N_("the start is damaged: {error}")
            raise ValueError(filled(damaged, error=told(error))) from error


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
class Retry:
    """Another try at a move of the line, which is no part of the tree yet.

    Attributes:
        ply: How many moves lie before that move.
        nodes: The line up to there, and what is tried.
        cursor: Where the game was shown, to which the player goes back,
        seats: and who moved in it.
        helped: Whether a hint was given in it; the game has had none for that.
    """

    ply: int
    nodes: list[GameNode]
    cursor: int
    seats: tuple[Seat, ...]
    helped: bool = False

    @property
    def tried(self) -> GameNode | None:
        return self.nodes[-1] if len(self.nodes) > self.ply + 1 else None


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
        number: Its number, which no other game has.
        level: The opponent's level, as it is chosen.
        root: The first node; its position may be known to other games from it too.
        line: The nodes of the line in progress, the root first; one more than there are moves.
        cursor: How many moves lie before the shown position.
        has_given_up: Whether the line ends by resignation.
        retry: The player's other try at a move, if one is made.
        left: The line that was left for a retry or a demo.
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
    number: int = 0
    level: str = ""
    position: InitVar[Position | None] = None

    def __post_init__(self, position: Position | None) -> None:
        """Begin a game; raise `ValueError` for a wrong start.

        Args:
            position: The start, if another game knows it.
        """
        self.root = GameNode(None, position or Position(self.spec, self.start.state(self.spec)))
        self.line = [self.root]
        self.cursor = 0
        self.has_given_up = False
        self.retry: Retry | None = None
        self.left: Left | None = None
        self.target: Target | None = None
        self.guesses: dict[Position, int] = {}
        self.guesses_first = self.shown = self.is_brought = False
        self.counted = self.date = self.damage = ""

    def again(
        self, start: GameStart | None = None, seats: tuple[Seat, ...] | None = None
    ) -> "GameTree":
        """Return a new game against the same opponent.

        Args:
            start: What it begins with; None for the same, with what is known of its positions.
            seats: None for the same.
        """
        position = self.root.position if start is None else None
        start, seats = start or self.start, seats or self.seats
        other = GameTree(self.spec, start, seats, new_number(), self.level, position)
        other.guesses_first = self.guesses_first
        if position is not None:
            other.target, other.is_brought = self.target, self.is_brought
        return other

    def view(self, line: Sequence[GameNode] | None = None) -> "GameTree":
        """Return the same game to be looked at along a line, None for the one that is shown.

        What is learnt of its positions is known to both.
        """
        other = copy.copy(self)
        other.line = list(self.nodes if line is None else line)
        other.retry = None
        end = other.line[-1]
        other.has_given_up = end.is_given_up and (end is not self.line[-1] or self.has_given_up)
        other.cursor = min(self.cursor, other.length)
        return other

    # What it is.

    @property
    def nodes(self) -> list[GameNode]:
        """The line as it is looked at: in a retry what is tried takes the place of the rest."""
        return self.line if self.retry is None else self.retry.nodes

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
        return len(self.nodes) - 1

    @property
    def is_at_end(self) -> bool:
        return self.cursor == self.length

    @property
    def resigned(self) -> int | None:
        """The player who gave the line up after its last move, if one did."""
        is_shown = self.has_given_up and self.retry is None
        return self.line[-1].resigned if is_shown else None

    @property
    def result(self) -> tuple[float, ...] | None:
        """What the line brought each player; None while it is not over."""
        if self.resigned is not None:
            return tuple(-1.0 if player == self.resigned else 1.0 for player in (0, 1))
        end = self.nodes[-1].state
        return end.returns if end.is_terminal else None

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has given it a position or a move."""
        return not self.start.is_pasted and not any(
            each.by.is_human and each.parent for each in self.root.walk()
        )

    @property
    def hints(self) -> int:
        """In how many positions of the line a hint was given."""
        return sum(each.hinted for each in self.nodes)

    @property
    def is_assisted(self) -> bool:
        """Whether the player has seen moves of the AI's in this game, or followed one.

        A hint in a position that was taken back counts only if its move is played all the same.
        """
        is_shown = self.shown or self.hints > 0 or (self.retry is not None and self.retry.helped)
        return is_shown or any(each.chooser is Chooser.HELPED for each in self.nodes[1:])

    @property
    def level_kept(self) -> str:
        """The level to keep it with: the chosen one, or that by which it ended."""
        last = next((each.level for each in reversed(self.nodes) if each.level), self.level)
        return self.level if self.result is None else last

    def ends(self) -> Iterator[GameNode]:
        """Yield where each line ends: the one in progress first."""
        yield self.line[-1]
        yield from (
            each for each in self.root.walk() if not each.children and each is not self.line[-1]
        )

    # Moves.

    def play(self, move: int, by: By, level: str = "") -> None:
        """Make a move at the cursor, and show the position after it.

        What followed there stays as a branch. In a retry it is what is tried.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing changed.
        """
        after = self.node.after(move, by, level)
        if self.retry is not None and self.cursor == self.retry.ply:
            tried = [*self.nodes[: self.cursor + 1], after]
            self.retry = dataclasses.replace(self.retry, nodes=tried)
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
        first = 0 if self.retry is None else self.retry.ply
        before, self.cursor = self.cursor, max(first, min(ply, self.length))
        return self.cursor != before

    # Branches.

    def fork(self) -> Fork | None:
        """Return where branches part next to the shown position: at an end, before or after it."""
        if self.retry is not None:
            return None
        line, last = self.line, self.length
        before = range(self.cursor if self.is_at_end else self.cursor - 1, -1, -1)
        for ply in (*before, *range(self.cursor, last + 1)):
            ways = line[ply].children
            if len(ways) > (ply < last):
                return Fork(ply, tuple(ways), ways.index(line[ply + 1]) if ply < last else None)
        return None

    def show(self, node: GameNode) -> None:
        """Go on with the line through a node, the way that was gone last, and show the node."""
        self.leave_retry()
        path = node.path()
        for before, after in pairwise(path):
            before.way = after
        self.line, self.cursor = [*path, *node.onward()], node.ply
        self.has_given_up = self.line[-1].is_given_up

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
        if not parent.is_in(self.root) or parent.find(node.move, node.by, node.level):
            raise SessionError(N_("the game has gone on differently since"))
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
        self.retry = Retry(ply, self.line[: ply + 1], self.cursor, self.seats)
        self.cursor = ply

    def leave_retry(self) -> bool:
        """Go back to the game as it was; return whether there was a retry."""
        retry, self.retry = self.retry, None
        if retry is not None:
            self.cursor, self.seats = retry.cursor, retry.seats
        return retry is not None

    def play_on(self) -> None:
        """Keep what is tried as a branch; the line that it leaves can be gone back to."""
        retry, shown = self.retry, self.cursor
        if retry is None:
            return
        self.left = Left(self.line[-1], RETRY, retry.cursor)
        self.shown = self.shown or retry.helped
        self.cursor, self.retry = retry.ply, None
        tried = retry.tried
        if tried is None:
            self.cut()
        else:
            self._go_on_by(self.node.find(tried.move, tried.by, tried.level) or tried)
            self.cursor = shown

    # A line to go back to.

    @property
    def line_left(self) -> Left | None:
        """The line that this one was begun beside; None if that is no longer so."""
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

    def use_hint(self) -> None:
        """Note that a hint is given in the shown position."""
        if self.retry is None:
            self.node.hinted = True
        else:
            self.retry = dataclasses.replace(self.retry, helped=True)

    def improve_target(self, score: int, seconds: float = 0.0) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best."""
        earlier = self.target
        best = score if earlier is None else max(score, earlier.score)
        self.target = Target(best, seconds if earlier is None else max(seconds, earlier.seconds))
        return earlier is None or score > earlier.score


def checked_seats(spec: GameSpec, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return one seat a player, people by default; raise `SessionError` if the number is wrong."""
    if seats is None:
        return (Seat.HUMAN,) * spec.players
    if len(seats) != spec.players:
        raise SessionError(f"{spec.title} has {spec.players} seats, not {len(seats)}")
    return tuple(seats)


def is_standard(spec: GameSpec, state: State, number: int) -> bool:
    """Tell whether a position is the standard board of a number."""
    catalogue = game_of(spec.name).text.boards
    boards = () if catalogue is None else catalogue.standard()
    return 1 <= number <= len(boards) and bool(state == boards[number - 1].state)
