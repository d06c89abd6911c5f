"""What a game's record is made of: positions with what is known of them, and moves as made.

A `Position` is reached by certain moves, whoever made them, and holds what was thought and said of
it. A `GameNode` is one move as it came about in one game. Where the same move was made by the
player in one branch and by the AI in another, two nodes share a position.
"""

import dataclasses
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from itertools import pairwise

from ai.contract.rules import GameSpec, RulesError, State
from ai.search.messages import Proof

log = logging.getLogger(__name__)


class By(StrEnum):
    """Who made a move.

    `TAKEN` is a candidate of the AI's that a person had played, `AI` a move in a demo or in the
    player's stead, `BROUGHT` a person's move in a text from elsewhere.
    """

    PERSON = "person"
    TAKEN = "taken"
    OPPONENT = "opponent"
    AI = "ai"
    BROUGHT = "brought"

    @property
    def is_human(self) -> bool:
        """Whether a person made it, whoever sits there."""
        return self in (By.PERSON, By.TAKEN, By.BROUGHT)

    @property
    def is_ai(self) -> bool:
        """Whether the AI chose it, but not as the opponent."""
        return self in (By.AI, By.TAKEN)


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


_CHOOSERS = {
    By.TAKEN: Chooser.AI,
    By.AI: Chooser.AI,
    By.OPPONENT: Chooser.OPPONENT,
    By.BROUGHT: Chooser.BROUGHT,
}


@dataclass(frozen=True, slots=True)
class WinRate:
    """A share of a win in a game for two, as one of the players sees it.

    Attributes:
        share: From 0 to 1; a draw counts half.
        player: Who sees it so, 0 or 1.
    """

    share: float
    player: int

    def of(self, player: int) -> float:
        return self.share if player == self.player else 1.0 - self.share


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search thought of a position.

    Searchers measure differently, so that only values of one searcher compare; proven ones always.

    Attributes:
        value: Win share of player 0 (0 to 1), or the projected final score.
        error: One standard error of `value`.
        visits: How much search stands behind it.
        line: What the AI would play there, and what it expects to follow; its beginning.
        proof: The proven value for the player to move there, if it is known.
        distance: Plies to the end under the proof, at most.
        searcher: The searcher's specification; empty where a text does not say it.
        seconds: The longest time that such a search was given and has used up.
    """

    value: float
    error: float = 0.0
    visits: int = 0
    line: tuple[int, ...] = ()
    proof: Proof | None = None
    distance: int | None = None
    searcher: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class GivenAdvice:
    """What was said of a move that was shown as a good one, values as `Evaluation` tells."""

    before: float
    after: float


class Position:
    """A position after certain moves, with what is known of it.

    Attributes:
        after: The positions that were looked at after it, by their moves.
        unread: What reads the rest of what a row of the library tells of it.
        text: How what is known is written in such a row; None once that has changed.
    """

    __slots__ = (
        *("spec", "state", "after", "unread", "text"),
        *("_digest", "_evaluations", "_advice", "_comment"),
    )

    def __init__(self, spec: GameSpec, state: State) -> None:
        self.spec, self.state = spec, state
        self.after: dict[int, Position] = {}
        self.unread: list[Callable[[], None]] = []
        self.text: str | None = ""
        self._digest: int | None = None
        self._evaluations: dict[str, Evaluation] = {}
        self._advice: dict[int, GivenAdvice] = {}
        self._comment = ""

    @property
    def digest(self) -> int:
        """A hash of 64 bits: equal for equal positions of a game, however they were reached."""
        if self._digest is None:
            rows = self.state.to_text().splitlines()
            board = [row for row in rows if not row.startswith("last ")]
            content = repr((self.spec.name, self.state.parameters, board)).encode()
            hashed = blake2b(content, digest_size=8).digest()
            self._digest = int.from_bytes(hashed, signed=True)
        return self._digest

    def play(self, move: int) -> tuple[int, "Position"]:
        """Return a move as the rules name it, and the position after it, the same each time.

        Raises:
            IllegalMoveError: It is no move here.
        """
        position = self.after.get(move)
        if position is None:
            state = self.state.play(move)
            move = move if state.last_move is None else state.last_move
            position = self.after.setdefault(move, Position(self.spec, state))
        return move, position

    @property
    def evaluations(self) -> Mapping[str, Evaluation]:
        """What each searcher thought of it, by their specifications."""
        self._read()
        return self._evaluations

    @property
    def advice(self) -> Mapping[int, GivenAdvice]:
        """What the player was told of its moves."""
        self._read()
        return self._advice

    @property
    def comment(self) -> str:
        """What a text's author says of it; empty for nothing."""
        self._read()
        return self._comment

    def learn(self, evaluation: Evaluation) -> None:
        """Keep what a search thinks of it, unless the same searcher has a better evaluation.

        Better is the higher score in a game for one, a proven value in a game for two; among equals
        the one with more visits.
        """

        def rank(each: Evaluation) -> tuple[float, int]:
            is_score = self.spec.players == 1
            return each.value if is_score else float(each.proof is not None), each.visits

        self._read()
        earlier = self._evaluations.get(evaluation.searcher, evaluation)
        best, seconds = max(evaluation, earlier, key=rank), max(evaluation.seconds, earlier.seconds)
        self._evaluations[evaluation.searcher] = dataclasses.replace(best, seconds=seconds)
        self.text = None

    def advise(self, move: int, before: float, after: float) -> None:
        """Note what the player is told of a move; see `GivenAdvice`."""
        self._read()
        self._advice[move] = GivenAdvice(before, after)
        self.text = None

    def say(self, comment: str) -> None:
        """Note what a text's author says."""
        self._comment = comment
        self.text = None

    def _read(self) -> None:
        """Read what a row tells of it; what is wrong is left out."""
        unread, self.unread = self.unread, []
        text = self.text
        for read in unread:
            try:
                read()
            except Exception as error:  # a plug-in's rules may raise what they like
                log.warning("What is known of a position is left out: %s", error)
                text = None
        if unread:
            self.text = text


class GameNode:
    """A move that was made, and the position after it; the root has neither parent nor move.

    Attributes:
        ply: How many moves lead there.
        level: The opponent's level if it made the move.
        hinted: Whether a hint was given here.
        resigned: The player who gave the game up here, even if that was taken back.
        children: What followed, the move that was made first being the first.
        way: By which of them the line goes on that led through here last; None where it ended.
    """

    __slots__ = (
        *("parent", "ply", "move", "name", "by", "level"),
        *("hinted", "resigned", "children", "way", "position", "_moves"),
    )

    def __init__(
        self,
        parent: "GameNode | None",
        position: Position,
        move: int = -1,
        by: By = By.PERSON,
        level: str = "",
    ) -> None:
        self.parent, self.position, self.move = parent, position, move
        self.by, self.level = by, level
        self.ply, self.name = 0, ""
        if parent is not None:
            self.ply, self.name = parent.ply + 1, parent.state.move_to_string(move)
        self.hinted = False
        self.resigned: int | None = None
        self.children: list[GameNode] = []
        self.way: GameNode | None = None
        self._moves: tuple[int, ...] | None = None

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves that lead here."""
        if self._moves is None:
            self._moves = tuple(each.move for each in self.path()[1:])
        return self._moves

    @property
    def is_given_up(self) -> bool:
        """Whether a player gave the game up here, which the rules had not ended."""
        return self.resigned is not None and not self.state.is_terminal

    @property
    def chooser(self) -> Chooser:
        """Who chose the move."""
        if self.by is By.PERSON and self.parent and self.move in self.parent.position.advice:
            return Chooser.HELPED
        return _CHOOSERS.get(self.by, Chooser.PLAYER)

    def path(self) -> list["GameNode"]:
        """Return the nodes from the root to this one."""
        nodes, node = [self], self.parent
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def is_in(self, root: "GameNode") -> bool:
        """Tell whether it is in the game of a root, and was not deleted."""
        path = self.path()
        return path[0] is root and all(after in node.children for node, after in pairwise(path))

    def onward(self) -> Iterator["GameNode"]:
        """Yield what follows on the way that was gone last."""
        node = self.way
        while node is not None:
            yield node
            node = node.way

    def walk(self) -> Iterator["GameNode"]:
        """Yield this one and all that follows in any branch, the first children first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def find(self, move: int, by: By, level: str = "") -> "GameNode | None":
        """Return the child by a move that was made by somebody; None if there is none."""
        children = (each for each in self.children if (each.move, each.by) == (move, by))
        return next((each for each in children if each.level == level), None)

    def after(self, move: int, by: By, level: str = "") -> "GameNode":
        """Return the child by a move, or a node that is not among the children yet.

        Raises:
            IllegalMoveError: The rules do not allow it.
        """
        move, position = self.position.play(move)
        return self.find(move, by, level) or GameNode(self, position, move, by, level)

    def join_twins(self) -> None:
        """Merge children with the same move and maker, as a text may repeat a move in a branch."""
        first: dict[tuple[int, By, str], GameNode] = {}
        for child in self.children:
            kept = first.setdefault((child.move, child.by, child.level), child)
            if kept is not child:
                for each in child.children:
                    each.parent = kept
                kept.children += child.children
                kept.hinted = kept.hinted or child.hinted
                kept.resigned = child.resigned if kept.resigned is None else kept.resigned
                if self.way is child:
                    self.way, kept.way = kept, child.way
                child.children, child.way = [], None
        self.children = list(first.values())


def names_along(state: State, moves: Iterable[int]) -> Iterator[str]:
    """Yield the names of a line's moves, as far as the rules allow them."""
    with suppress(RulesError):
        for move in moves:
            after = state.play(move)
            yield state.move_to_string(move)
            state = after
