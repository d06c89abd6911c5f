"""Games, their positions and their boards in files, with moves by the names that players write."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ai.contract import game as contract
from ai.contract import games as listed
from ai.contract.game import Lazy
from ai.contract.rules import ParameterError, Parameters, RulesError, State
from ai.errors import unknown
from ai.levels import levels_of
from ai.search import messages
from ai.search.limits import CancelFlag
from ai.searchers import kinds_of

Proof = Literal["win", "draw", "loss"]
"""A proven value, for the player to move in the position that it is told of."""
_GAMES = Lazy("game.games.registry:hand_in")


def games() -> tuple[str, ...]:
    """Return the names of the games."""
    listed.receive(_GAMES)
    return tuple(each.name for each in listed.all_games())


def game(name: str, **parameters: bool | int | str) -> "Game":
    """Return a game on a board with these parameters; the others have their defaults.

    Raises:
        ValueError: There is no such game or parameter, or its value is not allowed.
    """
    spec = described(name).rules
    defaults = asdict(spec.parameters())
    for key, value in parameters.items():
        if key not in defaults:
            raise ParameterError(unknown("parameter", key, defaults, f" of {name}"))
        kind = type(defaults[key])
        if type(value) is not kind:
            raise ParameterError(f"{key} is of type {kind.__name__}, so not {value!r}")
    return Game(name, spec.parameters(**parameters))


def described(name: str) -> contract.Game:
    """Return all that the program knows of a game; raise `RulesError` with the known names."""
    listed.receive(_GAMES)
    return listed.game_of(name)


def check_is(given: object, kind: type) -> None:
    """Raise `RulesError` for what is no `Game`, or no `Position`, and say how one is made."""
    if not isinstance(given, kind):
        begun = "" if kind is Game else ".start()"
        raise RulesError(f"{given!r} is no {kind.__name__}; playout.game(NAME){begun} makes one")


@dataclass(frozen=True, slots=True)
class ExactValue:
    """A move's true value, which the game's own solver knows without a search.

    Attributes:
        move: The move's name.
        proof: What it leads to by best play, for the player who makes it.
        distance: Moves of both sides to the end, this one included; None if that is not known.
    """

    move: str
    proof: Proof
    distance: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game on a board of one kind; `playout.game` makes it.

    Attributes:
        name: What it is called in files and on the command line.
    """

    name: str
    _parameters: Parameters

    @property
    def title(self) -> str:
        """What it is called on the screen."""
        return described(self.name).rules.title

    @property
    def players(self) -> int:
        """For how many it is: one or two."""
        return described(self.name).rules.players

    @property
    def parameters(self) -> Mapping[str, bool | int | str]:
        """The parameters of its board."""
        return asdict(self._parameters)

    @property
    def searchers(self) -> tuple[str, ...]:
        """The names of the searchers that play it."""
        return tuple(each.name for each in kinds_of(self.name))

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of its opponents, weakest first; none in a game for one."""
        return tuple(each.name for each in levels_of(self.name, self._parameters))

    def start(self, seed: int = 0) -> "Position":
        """Return the first position; equal seeds give equal boards where that is random."""
        return self._begun(described(self.name).rules.new_game(self._parameters, seed))

    def position(self, text: str) -> "Position":
        """Return the position that a text describes, as `Position.text` writes it.

        Raises:
            ValueError: It describes none; says what is wrong, and where.
        """
        return self._begun(described(self.name).rules.state_from_text(text, self._parameters))

    def boards(self) -> tuple["Board", ...]:
        """Return the standard boards of a game for one, with what is known of them."""
        files = self.files()
        return tuple(
            Board(each.number, each.title, self._begun(each.state), scores.published, scores.ai)
            for each, scores in zip(files.standard(), files.scores(), strict=True)
        )

    def read_boards(self, text: str, zero_is_empty: bool | None = None) -> tuple["Board", ...]:
        """Return the boards of a file, each of the size that it has there.

        Raises:
            ValueError: There is none; or 0 may be a colour or empty, and `zero_is_empty` is None.
        """
        positions = self.files().read(text, self._parameters, zero_is_empty)
        return tuple(Board(each.number, each.title, self._begun(each.state)) for each in positions)

    def files(self) -> contract.Boards:
        """Return how its boards are read and written; raise `ValueError` where there are none."""
        files = described(self.name).text.boards
        if files is None:
            raise RulesError(f"{self.name} has no boards in files")
        return files

    def _begun(self, state: State) -> "Position":
        return Position(Game(self.name, state.parameters), state, state)


@dataclass(frozen=True, slots=True)
class Position:
    """A position, which never changes, and the moves that led to it.

    Attributes:
        game: The game, on its board.
        state: The same to the program itself (`ai.contract.rules.State`); not promised.
    """

    game: Game
    state: State = field(repr=False)
    _start: State = field(repr=False)
    _played: tuple[int, ...] = field(default=(), repr=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the legal moves; none if and only if the game is over."""
        return names_of(self, self.state.legal_moves)

    def play(self, *moves: str) -> "Position":
        """Return the position after some moves, by their names.

        Raises:
            ValueError: A move is not legal; says why.
        """
        state, played = self.state, self._played
        for name in moves:
            played += (state.move_from_string(name),)
            state = state.play(played[-1])
        return Position(self.game, state, self._start, played)

    @property
    def start(self) -> "Position":
        """The position from which it was reached."""
        return Position(self.game, self._start, self._start)

    @property
    def history(self) -> tuple[str, ...]:
        """The names of the moves that led to it from there."""
        return names_of(self, self._played)

    @property
    def player(self) -> int:
        """Who is to move: 0 or 1, always 0 in a game for one."""
        return self.state.current_player

    @property
    def side(self) -> str:
        """What the pieces of the player to move are called; nothing in a game for one."""
        rules = described(self.game.name).rules
        return rules.side(self.state) if rules.players == 2 else ""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal

    @property
    def returns(self) -> tuple[float, ...]:
        """1, 0 or -1 for each player, 0 while the game lasts; in a game for one the score."""
        return self.state.returns

    @property
    def text(self) -> str:
        """The position as text, which `Game.position` reads."""
        return self.state.to_text()

    def __str__(self) -> str:
        return self.text

    def array(self) -> NDArray[np.int64]:
        """Return the position as numbers, int64[n], as the game's searches load it."""
        return self.state.encode()

    @property
    def upper_bound(self) -> float | None:
        """A score that no line of a game for one exceeds; None where none is known."""
        bound = described(self.game.name).search.bound
        return bound(self.state) if bound else None

    def exact(self) -> tuple[ExactValue, ...]:
        """Return the true values of those moves whose values the game's solver knows."""
        solve = described(self.game.name).search.exact
        if solve is None or self.is_over:
            return ()
        return values_of(self, solve(self.state, CancelFlag().array) or ())


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a file.

    Attributes:
        number: Its number in the file.
        title: What the file calls it.
        position: The board.
        published: The best published score that it was compared with; None where none is known.
        reached: The best score that this program has reached.
    """

    number: int
    title: str
    position: Position
    published: int | None = None
    reached: int | None = None


# What the other modules of the library ask of a position.


def history_of(position: Position) -> messages.History:
    """Return how a position was reached, as the searches are told."""
    return messages.History(position._start, position._played)


def names_of(position: Position, moves: tuple[int, ...]) -> tuple[str, ...]:
    """Return what moves are called in a position and after it."""
    return tuple(map(position.state.move_to_string, moves))


def values_of(
    position: Position, values: tuple[messages.ExactValue, ...]
) -> tuple[ExactValue, ...]:
    """Return a solver's values with the names of their moves."""
    name = position.state.move_to_string
    return tuple(ExactValue(name(each.move), each.proof.value, each.distance) for each in values)
