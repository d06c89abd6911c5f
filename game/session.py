"""One game in progress: the part that every game shares and no game repeats.

A session owns the history with its cursor, undo and redo, who sits where, what mode the
player is in, and how all of it is written down and read back. It knows no window and no AI;
whatever must notice a change compares `generation`, which grows with each one.
"""

import dataclasses
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from ai.levels import Level, level_on
from ai.search.messages import Proof
from game.games.protocol import GameSpec, Parameters, RulesError, State
from game.games.registry import game_spec

FORMAT_VERSION: Final = 1


class SessionError(ValueError):
    """A saved game that cannot be read, or a change the session does not allow."""


class Mode(StrEnum):
    """What the player is doing."""

    PLAY = "play"
    ANALYSE = "analyse"
    DEMO = "demo"


class Seat(StrEnum):
    """Who moves for one player."""

    HUMAN = "human"
    AI = "ai"


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
class _Game:
    """One game from its start: what New replaces and its undo brings back."""

    parameters: Parameters
    seed: int
    start_text: str | None
    seats: tuple[Seat, ...]
    states: list[State]
    standard: int | None = None
    moves: list[int] = field(default_factory=list)
    cursor: int = 0
    hints_used: int = 0
    shown_moves: bool = False
    counted: bool = False
    ai_plies: set[int] = field(default_factory=set)
    target: Target | None = None
    evaluations: dict[int, Evaluation] = field(default_factory=dict)


class Session:
    """One game in progress."""

    def __init__(
        self,
        game: str,
        parameters: Parameters | None = None,
        seed: int | None = None,
        seats: Sequence[Seat] | None = None,
        level: str = "casual",
        mode: Mode = Mode.PLAY,
    ) -> None:
        """Start a game.

        Args:
            game: Its name in the registry.
            parameters: None for the game's defaults.
            seed: None for a random one.
            seats: One a player; by default a human everywhere.
            level: The name of the AI's level.
            mode: What the player is doing.

        Raises:
            RulesError: The game or its parameters are unknown.
            SessionError: The number of seats does not fit the game.
        """
        self.spec: GameSpec = game_spec(game)
        self._level = level
        self._mode = mode
        self._game = self._begin(
            parameters or self.spec.parameters(), seed, self._checked_seats(seats)
        )
        self._previous: _Game | None = None
        self._generation = 0

    # What it is.

    @property
    def parameters(self) -> Parameters:
        """The parameters of the running game."""
        return self._game.parameters

    @property
    def seed(self) -> int:
        """The seed the running game was made from."""
        return self._game.seed

    @property
    def is_pasted(self) -> bool:
        """Whether the game began with a pasted position rather than with a known board."""
        return self._game.start_text is not None and self._game.standard is None

    @property
    def standard(self) -> int | None:
        """The number of the standard board the game is played on, if it is one."""
        return self._game.standard

    @property
    def start(self) -> State:
        """The position before the first move; one object for the whole game."""
        return self._game.states[0]

    @property
    def state(self) -> State:
        """The position at the cursor."""
        return self._game.states[self._game.cursor]

    @property
    def moves(self) -> tuple[int, ...]:
        """Every move of the game, those after the cursor too."""
        return tuple(self._game.moves)

    @property
    def played(self) -> tuple[int, ...]:
        """The moves from the start to the cursor."""
        return tuple(self._game.moves[: self._game.cursor])

    @property
    def cursor(self) -> int:
        """How many moves lie before the shown position."""
        return self._game.cursor

    @property
    def length(self) -> int:
        """How many moves the game has, those after the cursor too."""
        return len(self._game.moves)

    @property
    def is_at_end(self) -> bool:
        """Whether no move is left to redo."""
        return self.cursor == self.length

    @property
    def generation(self) -> int:
        """Grows with every change of the position, the seats, the level or the mode."""
        return self._generation

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who moves for each player."""
        return self._game.seats

    @property
    def level(self) -> str:
        """The name of the level chosen for the AI."""
        return self._level

    @property
    def opponent(self) -> Level:
        """The level the AI plays with: the chosen one, or where it can't play this board another.

        Raises:
            RulesError: The game has no such level.
        """
        return level_on(self._level, self.spec.name, self.parameters)

    @property
    def mode(self) -> Mode:
        """What the player is doing."""
        return self._mode

    @property
    def hints_used(self) -> int:
        """How many hints were asked for in this game."""
        return self._game.hints_used

    @property
    def is_assisted(self) -> bool:
        """Whether the player has seen moves of the AI's in this game."""
        return self._game.shown_moves or self._game.hints_used > 0

    @property
    def ai_plies(self) -> frozenset[int]:
        """Which moves of a one-player game, counted from 1, the AI made in the player's stead."""
        return frozenset(self._game.ai_plies)

    @property
    def ai_moves(self) -> int:
        """How many of the moves up to the cursor the AI made in the player's stead."""
        return sum(ply <= self.cursor for ply in self._game.ai_plies)

    @property
    def is_counted(self) -> bool:
        """Whether this game's result has been counted; it counts once, whatever is undone."""
        return self._game.counted

    @property
    def target(self) -> Target | None:
        """The best score that the AI knows for the start, if it has looked."""
        return self._game.target

    @property
    def evaluations(self) -> Mapping[int, Evaluation]:
        """What the AI thought, by number of moves played."""
        return self._game.evaluations

    def move_number(self, ply: int) -> int:
        """Return the number of the move that led to the position after `ply` plies.

        In a game for two a move of each player is one, as in the list of moves.
        """
        return -(-ply // self.spec.players)

    def state_at(self, ply: int) -> State:
        """Return the position after `ply` moves."""
        return self._game.states[ply]

    @property
    def seat_to_move(self) -> Seat | None:
        """Who is to move at the cursor; None when the game is over there."""
        if self.state.is_terminal:
            return None
        return self.seats[self.state.current_player]

    def last_mover_is(self, seat: Seat) -> bool:
        """Tell whether this kind of player made the last move before the cursor."""
        return self.cursor > 0 and self.seats[self.state_at(self.cursor - 1).current_player] is seat

    @property
    def is_ai_to_move(self) -> bool:
        """Whether a move of the AI is due: in Play its seat, in Demo any."""
        if self.state.is_terminal or not self.is_at_end or self._mode is Mode.ANALYSE:
            return False
        return self._mode is Mode.DEMO or self.seat_to_move is Seat.AI

    # What changes the position.

    def play(self, move: int, *, for_player: bool = False) -> State:
        """Play a move at the cursor and drop what followed there.

        In Analyse the move that followed there walks along the game instead. With the player's
        own first move the game before can no longer be brought back.

        Args:
            move: The move.
            for_player: Whether the AI makes it in the player's stead.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing changed.
        """
        game = self._game
        state = self.state.play(move)
        canonical = state.last_move if state.last_move is not None else move
        follows = game.moves[game.cursor : game.cursor + 1] == [canonical]
        if not (follows and self._mode is Mode.ANALYSE):
            del game.moves[game.cursor :]
            del game.states[game.cursor + 1 :]
            known = game.cursor + int(follows)
            game.evaluations = {p: e for p, e in game.evaluations.items() if p <= known}
            game.ai_plies = {ply for ply in game.ai_plies if ply <= game.cursor}
            game.moves.append(canonical)
            game.states.append(state)
        if self._mode is not Mode.DEMO and self.seat_to_move is Seat.HUMAN:
            self._previous = None
        game.cursor += 1
        if for_player:
            game.ai_plies.add(game.cursor)
            game.shown_moves = True
        self._generation += 1
        return self.state

    def go_to(self, ply: int) -> bool:
        """Show the position after `ply` moves (clamped); return whether that is another one."""
        ply = max(0, min(ply, self.length))
        if ply == self.cursor:
            return False
        self._game.cursor = ply
        self._generation += 1
        return True

    def undo(self) -> bool:
        """Go back one move; return whether there was one."""
        return self.go_to(self.cursor - 1)

    def redo(self) -> bool:
        """Go forward one move; return whether there was one."""
        return self.go_to(self.cursor + 1)

    @property
    def can_undo_turn(self) -> bool:
        """Whether `undo_turn` would change anything."""
        return self._human_ply(range(self.cursor - 1, -1, -1)) != self.cursor

    def undo_turn(self) -> bool:
        """Go back to the human's last own decision: against the AI, both plies.

        Where the human never moved, as when the AI opens, nothing changes.
        """
        return self.go_to(self._human_ply(range(self.cursor - 1, -1, -1)))

    def redo_turn(self) -> bool:
        """Go forward to the human's next decision, or to the end of the game."""
        ply = self._human_ply(range(self.cursor + 1, self.length + 1))
        return self.go_to(self.length if ply == self.cursor else ply)

    def _human_ply(self, plies: range) -> int:
        """Return the first of `plies` where a human decides; every ply outside of Play."""
        for ply in plies:
            seat = self.seats[self.state_at(ply).current_player]
            if self._mode is not Mode.PLAY or seat is Seat.HUMAN or Seat.HUMAN not in self.seats:
                return ply
        return self.cursor

    def new_game(
        self,
        parameters: Parameters | None = None,
        seed: int | None = None,
        seats: Sequence[Seat] | None = None,
    ) -> None:
        """Start another game; `undo_new_game` brings this one back until the player moves.

        Args:
            parameters: None keeps the present ones.
            seed: None for a random one.
            seats: None keeps the present ones.
        """
        checked = self.seats if seats is None else self._checked_seats(seats)
        self._replace(self._begin(parameters or self.parameters, seed, checked))

    def restart(self) -> None:
        """Start the same board again, however it came about; undoable like a new game."""
        old = self._game
        again = _Game(
            old.parameters, old.seed, old.start_text, old.seats, old.states[:1], old.standard
        )
        again.target = old.target
        self._replace(again)

    def set_position(
        self, text: str, parameters: Parameters | None = None, *, standard: int | None = None
    ) -> None:
        """Start from a position given as text; undoable like a new game.

        Args:
            text: The position, as `State.to_text` writes it.
            parameters: What to read it with; None keeps the present ones.
            standard: The number of the standard board it is, if it is one.

        Raises:
            RulesError: The text is no position of this game; nothing changed.
        """
        state = self.spec.state_from_text(text, parameters or self.parameters)
        self._replace(_Game(state.parameters, self.seed, text, self.seats, [state], standard))

    @property
    def can_undo_new_game(self) -> bool:
        """Whether a game waits to be brought back."""
        return self._previous is not None

    def undo_new_game(self) -> bool:
        """Bring the game before the last new one back; return whether there was one."""
        if self._previous is None:
            return False
        self._game, self._previous = self._previous, None
        self._generation += 1
        return True

    def forget_previous(self) -> None:
        """Give up the game before the last new one."""
        self._previous = None

    # What changes around it.

    def set_seats(self, seats: Sequence[Seat]) -> None:
        """Say who moves for each player; raise `SessionError` if the number is wrong."""
        self._game.seats = self._checked_seats(seats)
        self._generation += 1

    def set_level(self, level: str) -> None:
        """Set the AI's level by name."""
        self._level = level
        self._generation += 1

    def set_mode(self, mode: Mode) -> None:
        """Set what the player is doing."""
        self._mode = mode
        self._generation += 1

    def use_hint(self) -> None:
        """Count a hint against this game."""
        self._game.hints_used += 1

    def note_shown_moves(self) -> None:
        """Note that the player has seen what the AI would play here."""
        self._game.shown_moves = True

    def note_counted(self) -> None:
        """Note that this game's result has been counted."""
        self._game.counted = True

    def improve_target(self, score: int, seconds: float = 0.0) -> bool:
        """Note a score that some line from the start reaches; return whether it is the best.

        Args:
            score: The final score.
            seconds: How long the start itself was searched for it.
        """
        known = self._game.target
        best = score if known is None else max(score, known.score)
        spent = seconds if known is None else max(seconds, known.seconds)
        self._game.target = Target(best, spent)
        return known is None or score > known.score

    def record_evaluation(self, ply: int, evaluation: Evaluation) -> None:
        """Note what the AI thinks of the position after `ply` moves; more search wins.

        A score that a line reaches stays reached: for one player the higher one wins.
        """
        if not 0 <= ply <= self.length:
            return
        known = self._game.evaluations.get(ply)
        if known is None:
            self._game.evaluations[ply] = evaluation
            return
        if self.spec.players == 1:
            better = (evaluation.value, evaluation.visits) >= (known.value, known.visits)
        else:
            proven = (evaluation.proof is not None, known.proof is not None)
            better = (proven[0], evaluation.visits) >= (proven[1], known.visits)
        best, other = (evaluation, known) if better else (known, evaluation)
        self._game.evaluations[ply] = dataclasses.replace(
            best, line=best.line or other.line, reviewed=best.reviewed or other.reviewed
        )

    # How it is written down.

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values for JSON; moves are text, as players write them."""
        game = self._game
        named = zip(game.states, game.moves, strict=False)
        return {
            "version": FORMAT_VERSION,
            "game": self.spec.name,
            "parameters": dataclasses.asdict(game.parameters),
            "seed": game.seed,
            "start": game.start_text,
            "standard": game.standard,
            "moves": [state.move_to_string(move) for state, move in named],
            "cursor": game.cursor,
            "seats": [seat.value for seat in game.seats],
            "level": self._level,
            "mode": self._mode.value,
            "hints_used": game.hints_used,
            "shown_moves": game.shown_moves,
            "counted": game.counted,
            "ai_plies": sorted(game.ai_plies),
            "target": None if game.target is None else [game.target.score, game.target.seconds],
            "evaluations": [
                _evaluation_row(ply, known) for ply, known in sorted(game.evaluations.items())
            ],
        }

    @classmethod
    def from_dict(cls, data: object) -> "Session":
        """Read a game back.

        Raises:
            SessionError: Something is missing or wrong; the sentence says what.
        """
        if not isinstance(data, Mapping):
            raise SessionError("a saved game must be an object")
        version = _field(data, "version", int)
        if version != FORMAT_VERSION:
            raise SessionError(f"version {version} of saved games is not known here")
        try:
            return cls._read(data)
        except (RulesError, ValueError, TypeError, OverflowError) as error:
            raise SessionError(f"the saved game is damaged: {error}") from error

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> "Session":
        spec = game_spec(_field(data, "game", str))
        parameters = spec.parameters(**_field(data, "parameters", dict))
        session = cls(
            spec.name,
            parameters,
            _field(data, "seed", int),
            [Seat(seat) for seat in _field(data, "seats", list)],
            _field(data, "level", str),
            Mode(_field(data, "mode", str)),
        )
        if data.get("start") is not None:
            session.set_position(
                _field(data, "start", str), standard=_optional(data, "standard", int)
            )
        for number, text in enumerate(_field(data, "moves", list), 1):
            if not isinstance(text, str):
                raise SessionError(f"move {number} is not text")
            session.play(session.state.move_from_string(text))
        cursor = _field(data, "cursor", int)
        if not 0 <= cursor <= session.length:
            raise SessionError(f"cursor {cursor} is outside of the {session.length} moves")
        session._game.cursor = cursor
        session._game.hints_used = max(0, _field(data, "hints_used", int))
        session._game.shown_moves = bool(_optional(data, "shown_moves", bool))
        session._game.counted = bool(_optional(data, "counted", bool))
        by_ai = {int(ply) for ply in _optional(data, "ai_plies", list) or ()}
        session._game.ai_plies = by_ai.intersection(range(1, session.length + 1))
        session._read_target(_optional(data, "target", list))
        for row in _field(data, "evaluations", list):
            session._read_evaluation(row)
        session._previous = None
        session._generation = 0
        return session

    def _read_target(self, row: list[Any] | None) -> None:
        if row is None:
            return
        if len(row) != 2 or not math.isfinite(float(row[1])):
            raise SessionError("the target is not [score, seconds]")
        self.improve_target(int(row[0]), float(row[1]))

    def _read_evaluation(self, row: object) -> None:
        if not (isinstance(row, list) and len(row) in (4, 5)):
            raise SessionError("an evaluation is not [ply, value, error, visits, more]")
        ply, value, error, visits = int(row[0]), float(row[1]), float(row[2]), int(row[3])
        if not (math.isfinite(value) and math.isfinite(error)):
            raise SessionError(f"the evaluation of ply {ply} is not finite")
        more = row[4] if len(row) == 5 else {}
        if not isinstance(more, Mapping):
            raise SessionError(f"the evaluation of ply {ply} has a wrong fifth part")
        proof = _optional(more, "proof", str)
        evaluation = Evaluation(
            value,
            error,
            visits,
            line=tuple(int(move) for move in _optional(more, "line", list) or ()),
            proof=None if proof is None else Proof(proof),
            distance=_optional(more, "distance", int),
            reviewed=bool(_optional(more, "reviewed", bool)),
        )
        self.record_evaluation(ply, evaluation)

    # Helpers.

    def _begin(self, parameters: Parameters, seed: int | None, seats: tuple[Seat, ...]) -> _Game:
        number = random.randrange(1, 1_000_000) if seed is None else seed
        return _Game(parameters, number, None, seats, [self.spec.new_game(parameters, number)])

    def _replace(self, game: _Game) -> None:
        self._previous = self._game
        self._game = game
        self._generation += 1

    def _checked_seats(self, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
        if seats is None:
            return (Seat.HUMAN,) * self.spec.players
        if len(seats) != self.spec.players:
            raise SessionError(f"{self.spec.title} has {self.spec.players} seats, not {len(seats)}")
        return tuple(seats)


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


def _field(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value of the saved game; raise `SessionError` if it is not of its kind."""
    value = data.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SessionError(f"'{name}' of the saved game is missing or not {kind.__name__}")
    return value


def _optional(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value that older programs did not write, None without it."""
    return None if data.get(name) is None else _field(data, name, kind)
