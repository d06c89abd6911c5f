"""The tree of a game: each position that games from one start lead through, said once.

A game's record is made of these, from the ground up:

- `Node`: a position, the move that led there, and what is known of it: what each searcher thought,
  and what the player was told of its moves.
- `GameTree`: the first node, with what the start was made from and the best score known for it.
- `Line` (`line.py`): a way through a tree that was played, who chose each move, and what counts for
  that game alone: its hints, its result. The same move can be the player's in one game and the
  AI's in another, so that the line says it and not the node.
- `SessionRecord` (`record.py`): the line in progress with its cursor, and the lines set aside.

A file names moves as players write them. They are read only when a position is asked for, so that
a damaged line stands in nobody's way, and many lines cost little to open.
"""

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any, Final

from ai.contract.games import game_of
from ai.contract.rules import GameSpec, RulesError, State
from ai.search.messages import Proof
from game.games.state import MOST_SEED
from game.store import fields

_MOST_VISITS: Final = 10**15
_LONGEST_COMMENT: Final = 10_000
_LONGEST_START: Final = 100_000
MOST_SEARCHERS: Final = 100
"""Whose evaluations of one position are read."""
KINDS: Final = ("evaluations", "advice", "comments", "guesses")
"""What a file knows of positions, in rows."""
START: Final = ("parameters", "seed", "start", "standard")
"""What a file says of a start: what it was made with and from, its position or its number."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search thought of the position after some ply.

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


@dataclass(frozen=True, slots=True)
class Target:
    """The best final score that the AI knows for a one-player game's start.

    Attributes:
        score: The score; some line from the start reaches it.
        seconds: How long the start was searched for it.
    """

    score: int
    seconds: float = 0.0


class Node:
    """A position in a tree.

    Attributes:
        name: The move that led there, as players write it.
        changes: Grows whenever something is learnt of it.
    """

    def __init__(self, spec: GameSpec, parent: "Node | None" = None, name: str = "") -> None:
        """Make the position after a move that is read once the position is asked for."""
        self.spec = spec
        self.name = name
        self.changes = 0
        self._evaluations: dict[str, Evaluation] = {}
        self._advice: dict[int, GivenAdvice] = {}
        self._comment = ""
        self._guesses: dict[int, int] = {}
        self._unread: list[tuple[str, list[Any], int]] = []
        self._parent = parent
        self._children: dict[str, Node] = {}
        self._reached: tuple[int, State] | None = None

    @property
    def state(self) -> State:
        """The position itself; raises `ValueError` if a file names what the rules do not allow."""
        return (self._reached or self._reach())[1]

    @property
    def move(self) -> int:
        """The move that led there, by the cell that the rules name it by; raises `ValueError`."""
        return (self._reached or self._reach())[0]

    @cached_property
    def digest(self) -> int:
        """What tells the position from others of all games, however it was reached: 64 bits."""
        rows = self.state.to_text().splitlines()
        board = [row for row in rows if not row.startswith("last ")]
        told = repr((self.spec.name, self.state.parameters, board)).encode()
        return int.from_bytes(blake2b(told, digest_size=8).digest(), signed=True)

    def play(self, move: int) -> "Node":
        """Return the position after a move; raise `IllegalMoveError` if there is none."""
        reached = _played(self.state, move)
        node = self.child(self.state.move_to_string(reached[0]))
        node._reached = node._reached or reached
        return node

    def child(self, name: str) -> "Node":
        """Return the position after a move that a file names; the move is not read yet."""
        node = self._children.get(name)
        if node is None:
            node = self._children[name] = Node(self.spec, self, name)
        return node

    @property
    def evaluations(self) -> Mapping[str, Evaluation]:
        self._read_rows()
        return self._evaluations

    @property
    def advice(self) -> Mapping[int, GivenAdvice]:
        self._read_rows()
        return self._advice

    @property
    def comment(self) -> str:
        """What a file's author says of it; empty for nothing."""
        self._read_rows()
        return self._comment

    def guess(self, root: int) -> int | None:
        """Return the move that the player guessed there before the AI's view was shown, if any.

        Args:
            root: The number of the line that the game began as: another game from the same start
                has guesses of its own.
        """
        self._read_rows()
        return self._guesses.get(root)

    def learn(self, evaluation: Evaluation) -> None:
        """Note what a search thinks of it; of one searcher, more wins."""
        self.changes += 1
        if self._parent is not None:
            self._parent.changes += 1  # its guess is written with what is known of the move
        self._keep(evaluation)

    def _keep(self, evaluation: Evaluation) -> None:
        def rank(each: Evaluation) -> tuple[float, int]:
            is_score = self.spec.players == 1  # one that a line reaches stays reached
            return each.value if is_score else float(each.proof is not None), each.visits

        known = self._evaluations.get(evaluation.searcher, evaluation)
        best, seconds = max(evaluation, known, key=rank), max(evaluation.seconds, known.seconds)
        self._evaluations[evaluation.searcher] = dataclasses.replace(best, seconds=seconds)

    def advise(self, move: int, said: GivenAdvice) -> None:
        self.changes += 1
        self._advice[move] = said

    def note_guess(self, move: int, root: int) -> None:
        """Note what the player guesses there; raise `IllegalMoveError` if it is no move."""
        self.changes += 1
        self._guesses[root] = self.play(move).move

    def _reach(self) -> tuple[int, State]:
        """Read the move, and name it as the rules do, however the file writes it."""
        assert self._parent is not None
        before = self._parent.state
        try:
            self._reached = _played(before, before.move_from_string(self.name))
        except ValueError:
            raise
        except Exception as error:  # a plug-in's rules may raise what they like
            raise ValueError(f"the move '{self.name}' cannot be read: {error}") from error
        self.name = before.move_to_string(self._reached[0])
        self._parent._children.setdefault(self.name, self)
        return self._reached

    # How it is written down: each row begins with the number of moves that lie before.

    def rows(self, ply: int, root: int) -> dict[str, list[Any]]:
        """Return what is known of it for JSON, in the game that began as this line."""
        guess = self.guess(root)
        return {
            "evaluations": [_evaluation_row(ply, each) for each in self.evaluations.values()],
            "advice": [
                [ply, move, said.before, said.after] for move, said in sorted(self.advice.items())
            ],
            "comments": [[ply, self.comment]] if self.comment else [],
            "guesses": [] if guess is None else self._guess_rows(ply, guess),
        }

    def _guess_rows(self, ply: int, guess: int) -> list[list[Any]]:
        """Return the guess with each of the evaluations after it, which may be in no line."""
        known = self.play(guess).evaluations.values()
        return [[ply, guess, *_evaluation_row(0, each)[1:]] for each in known] or [[ply, guess]]

    def note_row(self, kind: str, row: list[Any], root: int) -> None:
        """Take a row of a file, which is read once it is asked for."""
        self.changes += 1
        self._unread.append((kind, row, root))

    def _read_rows(self) -> None:
        """Read what files know of it; what is wrong is left out."""
        rows, self._unread = self._unread, []
        for kind, row, root in rows:
            read = partial(self.read_row, kind, root=root)
            fields.read_optional({kind: row}, kind, read, None)

    def read_row(self, kind: str, row: list[Any], root: int = 0) -> None:
        """Read a row of a file; raise `ValueError` or `TypeError` if it is wrong."""
        self.changes += 1
        if kind == "evaluations":
            self._read_evaluation(row)
        elif kind == "advice":
            self._read_advice(row)
        elif kind == "guesses":
            self._read_guess(row, root)
        else:
            _, comment = row
            self._comment = fields.read_text(comment, _LONGEST_COMMENT)

    def _read_evaluation(self, row: list[Any]) -> None:
        """Read what each has first, then by name what it may have."""
        _, value, error, visits, *rest = row
        more = dict(rest[0]) if rest else {}
        searcher = fields.read_name(more.get("searcher", ""), fields.LONGEST_LEVEL)
        if searcher not in self._evaluations and len(self._evaluations) >= MOST_SEARCHERS:
            raise ValueError(f"a position has those of {MOST_SEARCHERS} searchers at most")
        line, proof, distance = more.get("line"), more.get("proof"), more.get("distance")
        self._keep(
            Evaluation(
                self._read_value(value),
                fields.read_float(error, 0.0),
                fields.read_int(visits, 0, _MOST_VISITS),
                line=tuple(fields.read_int(move) for move in line or ()),
                proof=None if proof is None else Proof(proof),
                distance=None if distance is None else fields.read_int(distance),
                searcher=searcher,
                seconds=fields.read_float(more.get("seconds", 0.0), 0.0),
            )
        )

    def _read_advice(self, row: list[Any]) -> None:
        _, move, before, after = row
        said = GivenAdvice(self._read_value(before), self._read_value(after))
        self._advice.setdefault(fields.read_int(move), said)

    def _read_guess(self, row: list[Any], root: int) -> None:
        _, move, *known = row
        after = self.play(fields.read_int(move))
        if self._guesses.get(root, after.move) != after.move:
            raise ValueError("another move was guessed there")
        if known:
            after._read_evaluation([0, *known])
        self._guesses[root] = after.move

    def _read_value(self, value: Any) -> float:
        if self.spec.players == 2:
            return fields.read_float(value, 0.0, 1.0)
        return fields.read_float(value)


class GameTree(Node):
    """The start of games and all that was played from it.

    Attributes:
        target: The best score that the AI knows for the start.
    """

    def __init__(self, spec: GameSpec, start: Mapping[str, Any]) -> None:
        """Make a tree; its start is read once it is asked for.

        Args:
            start: What is started with, as plain values: the `parameters` and the `seed`, and the
                `start` itself where it is given as text, with its number if it is a `standard` one.

        Raises:
            ValueError: There are no parameters or no seed.
        """
        super().__init__(spec)
        self.target: Target | None = None
        self._start: dict[str, Any] = {name: start.get(name) for name in START}
        fields.required(start, "seed", int)
        written = fields.required(start, "parameters", dict)
        with suppress(Exception):  # one that is missing is what it usually is
            self._start["parameters"] = dataclasses.asdict(spec.parameters(**written))

    @property
    def seed(self) -> int:
        return int(self._start["seed"])

    @property
    def standard(self) -> int | None:
        """The number of the standard board that the start is, if it is one."""
        number: int | None = self._start["standard"]
        return number

    @property
    def is_pasted(self) -> bool:
        """Whether the start was given as text rather than as a known board."""
        return self._start["start"] is not None and self.standard is None

    @property
    def key(self) -> str:
        return json.dumps(self._start, sort_keys=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the start as plain values for JSON."""
        known = self.target
        return {**self._start, "target": None if known is None else [known.score, known.seconds]}

    def read_target(self, row: Any) -> None:
        """Note the score that a file names; raise `ValueError` or `TypeError` if it is wrong."""
        score, seconds = row
        self.improve_target(fields.read_int(score, -fields.MOST), fields.read_float(seconds, 0.0))

    def improve_target(self, score: int, seconds: float = 0.0) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best."""
        known = self.target
        best = score if known is None else max(score, known.score)
        spent = seconds if known is None else max(seconds, known.seconds)
        self.target = Target(best, spent)
        self.changes += 1
        return known is None or score > known.score

    def _reach(self) -> tuple[int, State]:
        seed = fields.read_int(self._start["seed"], 0, MOST_SEED)
        try:
            parameters = self.spec.parameters(**self._start["parameters"])
            if self._start["start"] is None:
                state = self.spec.new_game(parameters, seed)
            else:
                text = fields.read_text(self._start["start"], _LONGEST_START)
                state = self.spec.state_from_text(text, parameters)
        except ValueError:  # it says what is wrong with it
            raise
        except Exception as error:  # it has no such parameters, or a plug-in's rules fail
            raise ValueError(f"the start is damaged: {error}") from error
        self._start["parameters"] = dataclasses.asdict(state.parameters)
        self._reached = -1, state
        self._start["standard"] = fields.read_optional(
            self._start, "standard", self._read_standard, None
        )
        return self._reached

    def _read_standard(self, number: Any) -> int:
        """Return the number of the standard board it is; raise `ValueError` if it is another."""
        known = game_of(self.spec.name).text.boards
        boards = () if known is None else known.standard()
        board = boards[fields.read_int(number, 1, len(boards)) - 1]
        if self.state != board.state:
            raise ValueError(f"this is not standard board {board.number}")
        return int(board.number)


def names_along(state: State, moves: Iterable[int]) -> Iterator[str]:
    """Yield the names of a line's moves, as far as the rules allow them."""
    with suppress(RulesError):
        for move in moves:
            after = state.play(move)
            yield state.move_to_string(move)
            state = after


def _played(state: State, move: int) -> tuple[int, State]:
    """Return a move by the cell that the rules name it by, and the position after it."""
    after = state.play(move)
    return move if after.last_move is None else after.last_move, after


def _evaluation_row(ply: int, known: Evaluation) -> list[Any]:
    more = {
        "line": list(known.line) or None,
        "proof": None if known.proof is None else known.proof.value,
        "distance": known.distance,
        "searcher": known.searcher or None,
        "seconds": known.seconds or None,
    }
    named = {name: value for name, value in more.items() if value is not None}
    row = [ply, known.value, known.error, known.visits]
    return [*row, named] if named else row
