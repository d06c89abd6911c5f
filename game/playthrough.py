"""One game from its start: its moves, what the AI thought of them, how that is written down."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from ai.search.messages import Proof
from game.games.protocol import GameSpec, Parameters, State


class SessionError(ValueError):
    """A saved game that cannot be read, or a change the session does not allow."""


class Seat(StrEnum):
    """Who moves for one player."""

    HUMAN = "human"
    AI = "ai"


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
    """

    number: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the AI thought of the position after some ply.

    Attributes:
        value: Win share of player 0 (0 to 1), or the projected final score.
        error: One standard error of `value`.
        visits: How much search stands behind it.
        line: What the AI would play there, and what it expects to follow; its beginning.
        proof: The proven value for the player to move there, if it is known.
        distance: Plies to the end under the proof.
        reviewed: Whether the review of the game has given it all the time it gives.
    """

    value: float
    error: float = 0.0
    visits: int = 0
    line: tuple[int, ...] = ()
    proof: Proof | None = None
    distance: int | None = None
    reviewed: bool = False


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
        seats: Who moves for each player.
        states: The positions, the start first; one more than there are moves.
        number: Tells it from every other game of its session.
        standard: The number of the standard board it is played on, if it is one.
        moves: Every move.
        cursor: How many of them lie before the shown position.
        hints_used: How many hints were asked for.
        shown_moves: Whether the player has seen moves of the AI's.
        counted: Whether its result has been counted.
        ai_plies: Which moves, counted from 1, the AI made in a demo or in the player's stead.
        target: The best score that the AI knows for the start.
        evaluations: What the AI thought, by number of moves played.
        origin: The game that it branched off from, to which the player may go back.
        replaced: The number of the game whose place it took, until a person makes a move.
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
    ai_plies: set[int] = field(default_factory=set)
    target: Target | None = None
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    origin: Origin | None = None
    replaced: int | None = None

    @property
    def own_moves(self) -> int:
        """How many moves a person made."""
        return sum(
            self.seats[state.current_player] is Seat.HUMAN and ply not in self.ai_plies
            for ply, state in enumerate(self.states[:-1], 1)
        )

    @property
    def is_over(self) -> bool:
        """Whether its last move ended it."""
        return self.states[-1].is_terminal

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
            known: The last ply whose evaluation it keeps.
        """
        return dataclasses.replace(
            self,
            number=number,
            states=self.states[: ply + 1],
            moves=self.moves[:ply],
            cursor=ply,
            ai_plies={each for each in self.ai_plies if each <= ply},
            evaluations={p: each for p, each in self.evaluations.items() if p <= known},
            replaced=None,
        )

    def learn_from(self, other: "Playthrough") -> None:
        """Take over what is known of the positions that a game from the same start shares."""
        if self.start_dict() != other.start_dict():
            return
        if other.target is not None:
            self.improve_target(other.target.score, other.target.seconds)
        for ply, known in other.evaluations.items():
            if self.moves[:ply] == other.moves[:ply]:
                self.record_evaluation(ply, known)

    def improve_target(self, score: int, seconds: float) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best."""
        known = self.target
        best = score if known is None else max(score, known.score)
        spent = seconds if known is None else max(seconds, known.seconds)
        self.target = Target(best, spent)
        return known is None or score > known.score

    def record_evaluation(self, ply: int, evaluation: Evaluation) -> None:
        """Note what the AI thinks of the position after `ply` moves; more search wins.

        A score that a line reaches stays reached: for one player the higher one wins.
        """
        if not 0 <= ply <= len(self.moves):
            return
        known = self.evaluations.get(ply)
        if known is None:
            self.evaluations[ply] = evaluation
            return
        if len(self.seats) == 1:
            better = (evaluation.value, evaluation.visits) >= (known.value, known.visits)
        else:
            proven = (evaluation.proof is not None, known.proof is not None)
            better = (proven[0], evaluation.visits) >= (proven[1], known.visits)
        best, other = (evaluation, known) if better else (known, evaluation)
        self.evaluations[ply] = dataclasses.replace(
            best, line=best.line or other.line, reviewed=best.reviewed or other.reviewed
        )

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
            "number": self.number,
            **self.start_dict(),
            "moves": list(self.move_names),
            "cursor": self.cursor,
            "seats": [seat.value for seat in self.seats],
            "hints_used": self.hints_used,
            "shown_moves": self.shown_moves,
            "counted": self.counted,
            "ai_plies": sorted(self.ai_plies),
            "target": None if self.target is None else [self.target.score, self.target.seconds],
            "origin": None if origin is None else [origin.number, origin.reason.value],
            "replaced": self.replaced,
            "evaluations": [
                _evaluation_row(ply, known) for ply, known in sorted(self.evaluations.items())
            ],
        }

    @classmethod
    def from_dict(cls, spec: GameSpec, data: Mapping[str, Any]) -> Self:
        """Read a game back.

        Raises:
            RulesError: A move or a position is against the rules.
            ValueError: Something is missing or wrong; a `SessionError` says what.
        """
        parameters = spec.parameters(**required(data, "parameters", dict))
        seed, text = required(data, "seed", int), optional(data, "start", str)
        if text is None:
            start = spec.new_game(parameters, seed)
        else:
            start = spec.state_from_text(text, parameters)
        seats = checked_seats(spec, [Seat(seat) for seat in required(data, "seats", list)])
        standard = None if text is None else optional(data, "standard", int)
        number = max(0, optional(data, "number", int) or 0)
        game = cls(start.parameters, seed, text, seats, [start], number, standard)
        for place, name in enumerate(required(data, "moves", list), 1):
            if not isinstance(name, str):
                raise SessionError(f"move {place} is not text")
            game.append(game.states[-1].move_from_string(name))
        game.cursor = required(data, "cursor", int)
        if not 0 <= game.cursor <= len(game.moves):
            raise SessionError(f"cursor {game.cursor} is outside of the {len(game.moves)} moves")
        game.hints_used = max(0, required(data, "hints_used", int))
        game.shown_moves = bool(optional(data, "shown_moves", bool))
        game.counted = bool(optional(data, "counted", bool))
        by_ai = {int(ply) for ply in optional(data, "ai_plies", list) or ()}
        game.ai_plies = by_ai.intersection(range(1, len(game.moves) + 1))
        game._read_target(optional(data, "target", list))
        game._read_origin(optional(data, "origin", list))
        game.replaced = optional(data, "replaced", int)
        for row in required(data, "evaluations", list):
            game._read_evaluation(row)
        return game

    def append(self, move: int) -> None:
        """Play a move at the end, by the cell that the rules name it by; leave the cursor."""
        state = self.states[-1].play(move)
        self.moves.append(move if state.last_move is None else state.last_move)
        self.states.append(state)

    def _read_target(self, row: list[Any] | None) -> None:
        if row is None:
            return
        if len(row) != 2 or not math.isfinite(float(row[1])):
            raise SessionError("the target is not [score, seconds]")
        self.improve_target(int(row[0]), float(row[1]))

    def _read_origin(self, row: list[Any] | None) -> None:
        if row is None:
            return
        if len(row) != 2 or not isinstance(row[0], int):
            raise SessionError("the origin is not [number, reason]")
        self.origin = Origin(row[0], Reason(row[1]))

    def _read_evaluation(self, row: object) -> None:
        if not (isinstance(row, list) and len(row) in (4, 5)):
            raise SessionError("an evaluation is not [ply, value, error, visits, more]")
        ply, value, error, visits = int(row[0]), float(row[1]), float(row[2]), int(row[3])
        if not (math.isfinite(value) and math.isfinite(error)):
            raise SessionError(f"the evaluation of ply {ply} is not finite")
        more = row[4] if len(row) == 5 else {}
        if not isinstance(more, Mapping):
            raise SessionError(f"the evaluation of ply {ply} has a wrong fifth part")
        proof = optional(more, "proof", str)
        evaluation = Evaluation(
            value,
            error,
            visits,
            line=tuple(int(move) for move in optional(more, "line", list) or ()),
            proof=None if proof is None else Proof(proof),
            distance=optional(more, "distance", int),
            reviewed=bool(optional(more, "reviewed", bool)),
        )
        self.record_evaluation(ply, evaluation)


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


def optional(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value that older programs did not write, None without it."""
    return None if data.get(name) is None else required(data, name, kind)


def _evaluation_row(ply: int, known: Evaluation) -> list[Any]:
    """Return an evaluation for JSON: what it always has, then by name what it may have."""
    more = {
        "line": list(known.line) or None,
        "proof": None if known.proof is None else known.proof.value,
        "distance": known.distance,
        "reviewed": known.reviewed or None,
    }
    named = {name: value for name, value in more.items() if value is not None}
    row = [ply, known.value, known.error, known.visits]
    return [*row, named] if named else row
