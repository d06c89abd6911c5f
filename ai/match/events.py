"""What a match tells, as frozen values and as lines of JSON.

The same lines are the output of ``match --json``, the file that a match resumes from, and the
way from a match's process to the window. Sides are A and B, by index 0 and 1; a result is the
share of the point that A got. Nothing here thinks, so that the window can import it.
"""

import csv
import functools
import io
import json
import math
import re
import types
import typing
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from itertools import chain
from typing import Any

from ai.contract.games import game_spec
from ai.contract.rules import ParameterError, Parameters
from ai.match.statistics import SprtBounds
from ai.search.messages import Limit

SIDES = ("A", "B")
PER_MOVE, PER_BOARD = "move", "board"

Names = tuple[str, ...]
Values = Mapping[str, bool | int | str]


class MatchFileError(ValueError):
    """A line that is no event of a match; a sentence that says which."""


def parameters_of(game: str, values: Values) -> Parameters:
    """Return a game's parameters out of a file; raise `RulesError`."""
    try:
        return game_spec(game).parameters(**values)
    except TypeError:
        raise ParameterError(f"{game} has no parameters {', '.join(values)}") from None


@dataclass(frozen=True, slots=True)
class Side:
    spec: str
    searcher: str
    limit: Limit

    @property
    def limit_text(self) -> str:
        """Its limit in words: ``3 s``, ``1,000 simulations``."""
        if self.limit.seconds is not None:
            return f"{self.limit.seconds:g} s"
        return f"{self.limit.simulations:,} simulations"


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """All that decides which games are played: equal plans with equal seeds, equal games.

    Attributes:
        games: How many games, or boards, at most.
        seed: Seeds openings, boards and searchers.
        opening_plies: Random moves that begin a game of two players.
        per: Whether a solver's limit is for a ``move`` or for the whole ``board``.
        threads: How many threads a searcher may use.
        sprt: The sequential test that may end it early.
        boards: The SameGame boards as (title, text) where they were given; else the seed's.
    """

    game: str
    parameters: Values
    sides: tuple[Side, Side]
    games: int
    seed: int = 0
    opening_plies: int = 0
    per: str = PER_MOVE
    threads: int = 1
    sprt: SprtBounds | None = None
    boards: tuple[tuple[str, str], ...] = ()
    version: str = ""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a match that cannot be played."""
        parameters_of(self.game, self.parameters)
        limits = [side.limit for side in self.sides]
        if self.games < 0 or any(each.seconds is each.simulations is None for each in limits):
            raise ValueError("this is not a match")

    @property
    def without_end(self) -> "MatchPlan":
        """The plan without what ends the match; of the same one, game for game is the same."""
        return replace(self, games=0, sprt=None)


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game, or a board for two solvers, is about to be played.

    Attributes:
        game: Its number, from 0.
        opening: Which opening or board it is; the two games of a pair share theirs.
        start: The position after the opening, as the game's text.
    """

    game: int
    opening: int
    first: int
    title: str
    parameters: Values
    start: str
    moves: Names = ()


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the side to move knows so far; `value` as in `ai.search.messages.SearchInfo`."""

    game: int
    side: int
    value: float
    simulations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move, what its side thought of the position before it, and how long it took."""

    game: int
    side: int
    move: str
    value: float
    simulations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played.

    Attributes:
        game: Its number, from 0.
        start: The position after the opening, as the game's text.
        lines: The moves: one line in a game of two players, A's and B's in one of solvers.
        values: What its side thought of the position before each of them, as in `MovePlayed`.
        result: The share of the point that A got; None if the game failed.
        error: Why the game failed; empty if it did not.
        ending: How it ended, in a sentence, if not on the board: who resigned, or crashed.
        is_forfeit: Whether the loser did what no player may: crashed, moved illegally, was late.
    """

    game: int
    opening: int
    first: int = 0
    title: str = ""
    parameters: Values = field(default_factory=dict)
    start: str = ""
    opening_moves: Names = ()
    seeds: tuple[int, int] = (0, 0)
    lines: tuple[Names, ...] = ()
    times: tuple[tuple[float, ...], ...] = ()
    values: tuple[tuple[float, ...], ...] = ()
    result: float | None = None
    scores: tuple[int, int] | None = None
    cleared: tuple[bool, bool] | None = None
    simulations: tuple[int, int] = (0, 0)
    error: str = ""
    ending: str = ""
    is_forfeit: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` for what no game is."""
        timed = [len(line) for line in self.times] == [len(line) for line in self.lines]
        valued = len(self.values) in (0, len(self.lines)) and len(self.lines) <= 2
        has_valid_result = self.first in (0, 1) and self.result in (None, 0.0, 0.5, 1.0)
        if not (timed and valued and has_valid_result) or min(self.game, self.opening) < 0:
            raise ValueError("this is not a game")

    @property
    def winner(self) -> int | None:
        """The side that won, if any."""
        return {1.0: 0, 0.0: 1}.get(-1.0 if self.result is None else self.result)

    @property
    def plies(self) -> int:
        """How many moves were played, by the longer line."""
        return max(map(len, self.lines), default=0)

    def seconds(self, side: int) -> float:
        if len(self.lines) == 2:
            return sum(self.times[side])
        return sum(sum(line[(side - self.first) % 2 :: 2]) for line in self.times)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, told from A's side.

    Attributes:
        failed: Games that could not be played to their end.
        elo: A's lead; None where it is infinite or unknown.
        elo_low: Lower end of its 95 % interval; None for minus infinity.
        elo_high: Upper end; None for infinity.
        llr: The log-likelihood ratio of the sequential test, if there is one.
        verdict: ``H0`` or ``H1`` once one is accepted.
        forfeits: How many of the lost games A and B forfeited.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    failed: int = 0
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    means: tuple[float, float] | None = None
    llr: float | None = None
    verdict: str = ""
    forfeits: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class MatchNotice:
    """A sentence for whoever watches: a job that crashed, games that were there already."""

    text: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over, for now.

    Attributes:
        reason: ``games`` (all played), ``sprt`` or ``interrupted``.
    """

    reason: str
    standing: Standing


Event = (
    MatchPlan | GameBegun | Thinking | MovePlayed | GameRecord | Standing | MatchNotice | MatchEnded
)

_NAMES: dict[str, type[Any]] = {
    "match": MatchPlan,
    "begin": GameBegun,
    "thinking": Thinking,
    "move": MovePlayed,
    "game": GameRecord,
    "standing": Standing,
    "notice": MatchNotice,
    "result": MatchEnded,
}
_EVENTS = {cls: name for name, cls in _NAMES.items()}
_CHECK = "check"
_SEALED = re.compile(rf'(.*), "{_CHECK}": "[0-9a-f]{{8}}"\}}')


def to_json(event: Event) -> str:
    """Return an event as one line of JSON, without its line end."""
    data = {"event": _EVENTS[type(event)], **asdict(event)}
    if isinstance(event, GameRecord):
        data["winner"] = None if event.winner is None else SIDES[event.winner]
    return json.dumps(data, allow_nan=False)


def from_json(line: str) -> Event:
    """Read a line that `to_json` wrote, sealed or not; raise `MatchFileError`."""
    sealed_line = _SEALED.fullmatch(line.rstrip("\r\n"))
    if sealed_line and sealed(sealed_line[1] + "}") != sealed_line[0]:
        raise MatchFileError("this line is damaged")
    try:
        data = json.loads(line)
        cls = _NAMES[data.pop("event")]
        for extra in ("winner", _CHECK):
            data.pop(extra, None)
        event: Event = typed(cls, data)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise MatchFileError("this is not a line of a match") from None
    return event


def sealed(line: str) -> str:
    """Return a line of `to_json` with its checksum, by which damage to a file is seen."""
    return f'{line[:-1]}, "{_CHECK}": "{zlib.crc32(line.encode()):08x}"}}'


def is_sealed(line: str) -> bool:
    """Return whether a line carries a checksum, be it right or wrong."""
    return bool(_SEALED.fullmatch(line.rstrip("\r\n")))


_COLUMNS: dict[str, Callable[[GameRecord], object]] = {
    "game": lambda record: record.game,
    "opening": lambda record: record.opening,
    "first": lambda record: SIDES[record.first],
    "result": lambda record: "" if record.result is None else f"{record.result:g}",
    "winner": lambda record: "" if record.winner is None else SIDES[record.winner],
    "plies": lambda record: record.plies,
    "score_a": lambda record: record.scores[0] if record.scores else "",
    "score_b": lambda record: record.scores[1] if record.scores else "",
    "seconds_a": lambda record: f"{record.seconds(0):.3f}",
    "seconds_b": lambda record: f"{record.seconds(1):.3f}",
    "simulations_a": lambda record: record.simulations[0],
    "simulations_b": lambda record: record.simulations[1],
    "opening_moves": lambda record: " ".join(record.opening_moves),
    "moves_a": lambda record: " ".join(chain(*record.lines[:1])),
    "moves_b": lambda record: " ".join(chain(*record.lines[1:2])),
    "ending": lambda record: record.ending,
    "error": lambda record: record.error,
}


def to_csv(records: Iterable[GameRecord]) -> str:
    """Return a match's games as CSV: a line of headings and a line a game.

    The moves of a game of two players stand in ``moves_a``, those of both sides in turn.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_COLUMNS)
    table.writerows([value(record) for value in _COLUMNS.values()] for record in records)
    return text.getvalue()


_MOST = 2**64


def typed(annotation: Any, value: Any) -> Any:
    """Return a value of the type that an annotation names, out of one as JSON has it.

    Args:
        annotation: A dataclass, a number, a string, a boolean, a tuple or a mapping of these, or
            one of several.
        value: Dictionaries, lists, strings, numbers, booleans and None.

    Raises:
        ValueError: It is of another type; a number may be neither infinite nor none.
        TypeError: A field is missing.
        KeyError: A field is unknown.
    """
    origin = typing.get_origin(annotation)
    if origin is types.UnionType:
        return _one_of(typing.get_args(annotation), value)
    if origin is tuple:
        return _tuple(typing.get_args(annotation), value)
    if origin is Mapping:
        kind = typing.get_args(annotation)[1]
        return {name: typed(kind, each) for name, each in _checked(dict, value).items()}
    if isinstance(annotation, type) and is_dataclass(annotation):
        hints = _hints(annotation)
        fields = _checked(dict, value).items()
        return annotation(**{name: typed(hints[name], each) for name, each in fields})
    if annotation is float:
        number = typed(int, value) if type(value) is int else _checked(float, value)
        if not math.isfinite(number):
            raise ValueError(f"{value} is not a number")
        return number
    if annotation is int and abs(_checked(int, value)) > _MOST:
        raise ValueError(f"{value} is too large")
    return _checked(annotation, value)


_hints = functools.cache(typing.get_type_hints)


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return typed(kind, value)
        except (TypeError, ValueError, KeyError):
            continue
    raise ValueError(f"{value!r} is not one of {kinds}")


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    values = _checked(list, value)
    if kinds[-1] is Ellipsis:
        return tuple(typed(kinds[0], each) for each in values)
    if len(values) != len(kinds):
        raise ValueError(f"{len(values)} values instead of {len(kinds)}")
    return tuple(map(typed, kinds, values))


def _checked(kind: type, value: Any) -> Any:
    # Not isinstance: a boolean is no number here.
    if type(value) is not kind:
        raise ValueError(f"{value!r} is not of type {kind.__name__}")
    return value
