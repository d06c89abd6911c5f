"""One game from its start: its moves, what the AI thought of them, how that is written down."""

import dataclasses
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Final, Self, TypeVar

from ai.contract.games import game_of
from ai.contract.rules import GameSpec, Parameters, State
from ai.search.messages import Proof
from game.games.splitmix import MOST_SEED
from game.store import fields

log = logging.getLogger(__name__)

MOST_VISITS: Final = 10**15

T = TypeVar("T")


class SessionError(ValueError):
    """A saved game that cannot be read, or a change the session does not allow."""


class Seat(StrEnum):
    """Who moves for one player."""

    HUMAN = "human"
    AI = "ai"


class Chooser(StrEnum):
    """Who chose a move that was played: the one fact that praise, records and blame go by.

    A move is the player's own idea, or one that the AI had shown as good before the player made
    it; it is the AI's where that moved in the player's stead, or where the player had one of its
    candidates played; else the opponent's.
    """

    PLAYER = "player"
    HELPED = "helped"
    AI = "ai"
    OPPONENT = "opponent"

    @property
    def is_player(self) -> bool:
        """Whether the player chose it, with help or without."""
        return self in (Chooser.PLAYER, Chooser.HELPED)


class Reason(StrEnum):
    """Why a game branched off from another one, to which the player may go back."""

    RETRY = "retry"
    AI_PLAYS = "ai plays"


@dataclass(frozen=True, slots=True)
class Origin:
    """The game that another one branched off from.

    Attributes:
        number: Its number among the games of the session.
        reason: Why the other one was begun.
        ply: In a retry, the number of moves before the one that the player tries to better; None
            once he plays on.
    """

    number: int
    reason: Reason
    ply: int | None = None


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
        searcher: The searcher's specification; empty where an older version did not keep it.
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
    """What the program said of a move that it showed as a good one, values as `Evaluation` tells.

    Attributes:
        before: What the position promised.
        after: What the move was to leave of that.
    """

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


@dataclass(slots=True)
class Playthrough:
    """One game from its start.

    Attributes:
        parameters: What it was started with.
        seed: What the start was made from.
        start_text: The start as text, where it was given as a position.
        states: The positions, the start first; one more than there are moves.
        number: Tells it from every other game of its session.
        standard: The number of the standard board it is played on, if it is one.
        cursor: How many of them lie before the shown position.
        hints_used: How many hints were asked for.
        shown_moves: Whether the player has seen moves of the AI's.
        counted: Whether its result has been counted.
        resigned: The player who gave it up after its last move, if one did.
        hinted_plies: After how many moves the player was given a hint that counts.
        own_plies: Which moves, counted from 1, a person made, whoever sits there now.
        ai_plies: Which moves, counted from 1, the AI chose in a demo or in the player's stead; one
            that is among both was taken from its candidates.
        target: The best score that the AI knows for the start.
        evaluations: What each searcher thought, by number of moves played.
        advice: What the player was told of moves, by number of moves played before, and move.
        origin: The game that it branched off from, to which the player may go back.
        replaced: The number of the game whose place it took, until a person makes a move.
        unread: What else the file says of it.
    """

    parameters: Parameters
    seed: int
    start_text: str | None
    seats: tuple[Seat, ...]
    states: list[State]
    number: int = 0
    standard: int | None = None
    moves: list[int] = field(default_factory=list)
    cursor: int = 0
    hints_used: int = 0
    shown_moves: bool = False
    counted: bool = False
    resigned: int | None = None
    hinted_plies: set[int] = field(default_factory=set)
    own_plies: set[int] = field(default_factory=set)
    ai_plies: set[int] = field(default_factory=set)
    target: Target | None = None
    evaluations: dict[int, dict[str, Evaluation]] = field(default_factory=dict)
    advice: dict[tuple[int, int], GivenAdvice] = field(default_factory=dict)
    origin: Origin | None = None
    replaced: int | None = None
    unread: Mapping[str, Any] = field(default_factory=dict)

    @property
    def own_moves(self) -> int:
        """How many moves a person made."""
        return len(self.own_plies)

    def chooser(self, ply: int) -> Chooser:
        """Return who chose the move that led to the position after `ply` moves."""
        if ply in self.ai_plies:
            return Chooser.AI
        if ply not in self.own_plies:
            return Chooser.OPPONENT
        is_told = (ply - 1, self.moves[ply - 1]) in self.advice
        return Chooser.HELPED if is_told else Chooser.PLAYER

    @property
    def is_over(self) -> bool:
        """Whether its last move ended it, or a player gave it up."""
        return self.result is not None

    @property
    def result(self) -> tuple[float, ...] | None:
        """What it brought each player; None while it is not over."""
        if self.resigned is not None:
            return tuple(-1.0 if player == self.resigned else 1.0 for player in (0, 1))
        end = self.states[-1]
        return end.returns if end.is_terminal else None

    @property
    def move_names(self) -> tuple[str, ...]:
        """Every move as players write it."""
        named = zip(self.states, self.moves, strict=False)
        return tuple(state.move_to_string(move) for state, move in named)

    def cut(self, ply: int, number: int, *, known: int) -> "Playthrough":
        """Return the game up to a ply as another one, which shares its positions.

        Args:
            ply: How many of the moves it keeps.
            number: The other game's number.
            known: The last ply of which it keeps evaluation and advice.
        """
        return dataclasses.replace(
            self,
            number=number,
            states=self.states[: ply + 1],
            moves=self.moves[:ply],
            cursor=ply,
            resigned=self.resigned if ply == len(self.moves) else None,
            hinted_plies={each for each in self.hinted_plies if each <= ply},
            own_plies={each for each in self.own_plies if each <= ply},
            ai_plies={each for each in self.ai_plies if each <= ply},
            evaluations={p: dict(each) for p, each in self.evaluations.items() if p <= known},
            advice={key: each for key, each in self.advice.items() if key[0] <= known},
            replaced=None,
        )

    def learn_from(self, other: "Playthrough") -> None:
        """Take over what is known of the positions that a game from the same start shares."""
        if self.start_dict() != other.start_dict():
            return
        if other.target is not None:
            self.improve_target(other.target.score, other.target.seconds)
        for ply, evaluation in other.all_evaluations():
            if self.moves[:ply] == other.moves[:ply]:
                self.record_evaluation(ply, evaluation)
        for (ply, move), said in other.advice.items():
            if self.moves[:ply] == other.moves[:ply]:
                self.advice.setdefault((ply, move), said)

    def improve_target(self, score: int, seconds: float) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best."""
        known = self.target
        best = score if known is None else max(score, known.score)
        spent = seconds if known is None else max(seconds, known.seconds)
        self.target = Target(best, spent)
        return known is None or score > known.score

    def record_evaluation(self, ply: int, evaluation: Evaluation) -> None:
        """Note what a search thinks of the position after `ply` moves; of one searcher, more wins.

        A score that a line reaches stays reached: for one player the higher one wins.
        """
        if not 0 <= ply <= len(self.moves):
            return
        by_searcher = self.evaluations.setdefault(ply, {})
        known = by_searcher.get(evaluation.searcher, evaluation)

        def rank(each: Evaluation) -> tuple[float, int]:
            first = each.value if len(self.seats) == 1 else float(each.proof is not None)
            return first, each.visits

        best = max(evaluation, known, key=rank)
        seconds = max(evaluation.seconds, known.seconds)
        by_searcher[evaluation.searcher] = dataclasses.replace(best, seconds=seconds)

    def all_evaluations(self) -> Iterator[tuple[int, Evaluation]]:
        """Yield everything that was thought of the positions, with the number of moves played."""
        for ply, by_searcher in sorted(self.evaluations.items()):
            for evaluation in by_searcher.values():
                yield ply, evaluation

    def start_dict(self) -> dict[str, Any]:
        """Return what the game began with as plain values for JSON."""
        return {
            "parameters": dataclasses.asdict(self.parameters),
            "seed": self.seed,
            "start": self.start_text,
            "standard": self.standard,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values for JSON; moves are text, as players write them."""
        origin = self.origin
        return {
            **self.unread,
            "number": self.number,
            **self.start_dict(),
            "moves": list(self.move_names),
            "cursor": self.cursor,
            "seats": [seat.value for seat in self.seats],
            "hints_used": self.hints_used,
            "shown_moves": self.shown_moves,
            "counted": self.counted,
            "resigned": self.resigned,
            "hinted_plies": sorted(self.hinted_plies),
            "own_plies": sorted(self.own_plies),
            "ai_plies": sorted(self.ai_plies),
            "target": None if self.target is None else [self.target.score, self.target.seconds],
            "origin": None if origin is None else _origin_row(origin),
            "replaced": self.replaced,
            "evaluations": [
                _evaluation_row(ply, evaluation) for ply, evaluation in self.all_evaluations()
            ],
            "advice": [
                [ply, move, said.before, said.after]
                for (ply, move), said in sorted(self.advice.items())
            ],
        }

    @classmethod
    def from_dict(cls, spec: GameSpec, data: Mapping[str, Any]) -> Self:
        """Read a game back.

        Raises:
            RulesError: A move or a position is against the rules.
            ValueError: There are no moves of a game; a `SessionError` says what is wrong.
        """
        parameters = spec.parameters(**required(data, "parameters", dict))
        seed = fields.read_int(required(data, "seed", int), 0, MOST_SEED)
        text = None if data.get("start") is None else required(data, "start", str)
        if text is None:
            start = spec.new_game(parameters, seed)
        else:
            start = spec.state_from_text(text, parameters)
        game = cls(start.parameters, seed, text, checked_seats(spec, None), [start])
        for place, name in enumerate(required(data, "moves", list), 1):
            if not isinstance(name, str):
                raise SessionError(f"move {place} is not text")
            game.append(game.states[-1].move_from_string(name))
        game._read_parts(spec, data)
        known = game.to_dict()
        game.unread = {name: value for name, value in data.items() if name not in known}
        return game

    def _read_parts(self, spec: GameSpec, data: Mapping[str, Any]) -> None:
        """Read what a game can do without: what is missing or wrong is as in a new game."""
        length = len(self.moves)

        def seats(value: Any) -> tuple[Seat, ...]:
            return checked_seats(spec, [Seat(seat) for seat in value])

        def ply(value: Any) -> int:
            return fields.read_int(value, 0, length)

        def plies(value: Any, first: int = 1) -> set[int]:
            return {fields.read_int(each, first, length) for each in value}

        if spec.players > 1:  # a board for one is the player's; the AI plays there in Demo
            self.seats = part(data, "seats", seats, self.seats)
        self.number = part(data, "number", fields.read_int, 0)
        self.standard = part(data, "standard", partial(self._read_standard, spec), None)
        self.cursor = part(data, "cursor", ply, length)
        self.hints_used = part(data, "hints_used", fields.read_int, 0)
        self.shown_moves = part(data, "shown_moves", fields.read_bool, False)
        self.counted = part(data, "counted", fields.read_bool, False)
        if spec.players == 2 and not self.is_over:
            self.resigned = part(data, "resigned", lambda value: fields.read_int(value, 0, 1), None)
        self.hinted_plies = part(data, "hinted_plies", partial(plies, first=0), set())
        self.ai_plies = part(data, "ai_plies", plies, set())
        self.own_plies = part(data, "own_plies", plies, self._plies_of_people())
        self.target = part(data, "target", _read_target, None)
        self.origin = part(data, "origin", _read_origin, None)
        self.replaced = part(data, "replaced", fields.read_int, None)
        rows: list[Any] = part(data, "evaluations", list, [])
        for row in rows:
            found = part({"evaluation": row}, "evaluation", self._read_evaluation, None)
            if found is not None:
                self.record_evaluation(*found)
        rows = part(data, "advice", list, [])
        for row in rows:
            said = part({"advice": row}, "advice", self._read_advice, None)
            if said is not None:
                self.advice[said[0]] = said[1]

    def _plies_of_people(self) -> set[int]:
        """Return the moves that people made if nobody ever changed seats."""
        movers = (self.seats[state.current_player] for state in self.states[:-1])
        people = {ply for ply, seat in enumerate(movers, 1) if seat is Seat.HUMAN}
        return people - self.ai_plies

    def _read_standard(self, spec: GameSpec, number: Any) -> int:
        """Return the number of the standard board the game began on; raise if it did not."""
        known = game_of(spec.name).text.boards
        boards = () if known is None else known.standard()
        board = boards[fields.read_int(number, 1, len(boards)) - 1]
        if self.states[0] != board.state:
            raise SessionError(f"this is not standard board {board.number}")
        return int(board.number)

    def _read_evaluation(self, row: Any) -> tuple[int, Evaluation]:
        ply, value, error, visits, *rest = row
        more = dict(rest[0]) if rest else {}
        line, proof, distance = more.get("line"), more.get("proof"), more.get("distance")
        low, high = self._bounds
        return fields.read_int(ply), Evaluation(
            fields.read_float(value, low, high),
            fields.read_float(error, 0.0),
            fields.read_int(visits, 0, MOST_VISITS),
            line=tuple(fields.read_int(move) for move in line or ()),
            proof=None if proof is None else Proof(proof),
            distance=None if distance is None else fields.read_int(distance),
            searcher=fields.read_name(more.get("searcher", ""), fields.LONGEST_LEVEL),
            seconds=fields.read_float(more.get("seconds", 0.0), 0.0),
        )

    def _read_advice(self, row: Any) -> tuple[tuple[int, int], GivenAdvice]:
        ply, move, before, after = row
        low, high = self._bounds
        said = GivenAdvice(
            fields.read_float(before, low, high), fields.read_float(after, low, high)
        )
        return (fields.read_int(ply, 0, len(self.moves)), fields.read_int(move)), said

    @property
    def _bounds(self) -> tuple[float, float]:
        return (0.0, 1.0) if len(self.seats) == 2 else (-fields.MOST, fields.MOST)

    def append(self, move: int) -> None:
        """Play a move at the end, by the cell that the rules name it by; leave the cursor."""
        state = self.states[-1].play(move)
        self.moves.append(move if state.last_move is None else state.last_move)
        self.states.append(state)


def checked_seats(spec: GameSpec, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    """Return one seat a player, people by default; raise `SessionError` if the number is wrong."""
    if seats is None:
        return (Seat.HUMAN,) * spec.players
    if len(seats) != spec.players:
        raise SessionError(f"{spec.title} has {spec.players} seats, not {len(seats)}")
    return tuple(seats)


def required(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value of the saved game; raise `SessionError` if it is not of its kind."""
    value = data.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SessionError(f"'{name}' of the saved game is missing or not {kind.__name__}")
    return value


def part(data: Mapping[str, Any], name: str, read: Callable[[Any], T], otherwise: T) -> T:
    """Return a part of a saved game that can be read; else what a game has without it."""
    value = data.get(name)
    if value is None:
        return otherwise
    try:
        return read(value)
    except (ValueError, TypeError) as error:
        log.warning("'%s' of a saved game is ignored: %s", name, error)
        return otherwise


def _read_target(row: Any) -> Target:
    score, seconds = row
    return Target(fields.read_int(score, -fields.MOST), fields.read_float(seconds, 0.0))


def _read_origin(row: Any) -> Origin:
    number, reason, *rest = row
    ply = fields.read_int(rest[0]) if rest else None
    return Origin(fields.read_int(number), Reason(reason), ply)


def _origin_row(origin: Origin) -> list[Any]:
    row = [origin.number, origin.reason.value]
    return row if origin.ply is None else [*row, origin.ply]


def _evaluation_row(ply: int, known: Evaluation) -> list[Any]:
    """Return an evaluation for JSON: what it always has, then by name what it may have."""
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
