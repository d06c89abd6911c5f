"""The games and lines that a session has set aside: nothing that was played is lost.

Each is kept as text, as it would be saved: it is read again only when it is brought back, so
one that is damaged stands in nobody's way, and many of them cost little to write.
"""

import datetime
import json
import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from ai.contract.rules import GameSpec
from game.play.playthrough import Playthrough, SessionError, part, required
from game.store import fields

log = logging.getLogger(__name__)

MOST_EARLIER_GAMES: Final = 100
"""How many are kept; of more, the oldest goes."""
_TOLD: Final = ("own_moves", "is_over", "level", "date")


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """A game or line that was set aside.

    Attributes:
        number: Its number among the games of the session.
        text: All of it, as JSON.
        own_moves: How many of them a person made.
        is_over: Whether it was played to its end.
        is_pasted: Whether it began with a position given as text.
        level: The AI's level when it was set aside.
        date: The day it was set aside, as in 2026-11-21; empty if that is not known.
        start: What it began with; equal for games that began alike.
    """

    number: int
    text: str
    moves: tuple[str, ...]
    own_moves: int
    is_over: bool
    is_pasted: bool
    level: str
    date: str
    start: str

    @classmethod
    def of(cls, game: Playthrough, level: str, today: datetime.date | None = None) -> "EarlierGame":
        """Return a game as it is kept."""
        date = (today or datetime.date.today()).isoformat()
        more = {"own_moves": game.own_moves, "is_over": game.is_over, "level": level, "date": date}
        return cls.read(json.dumps(game.to_dict() | more))

    @classmethod
    def read(cls, text: str) -> "EarlierGame":
        """Read a game that was kept, as far as a list of them tells it; raise `SessionError`."""
        try:
            data = json.loads(text)
            if not isinstance(data, Mapping):
                raise SessionError("an earlier game must be an object")
            return cls(
                fields.read_int(required(data, "number", int)),
                text,
                tuple(map(str, required(data, "moves", list))),
                fields.read_int(required(data, "own_moves", int)),
                bool(required(data, "is_over", bool)),
                data.get("start") is not None and data.get("standard") is None,
                part(data, "level", fields.read_level, ""),
                part(data, "date", _day, ""),
                _start_of(data),
            )
        except (ValueError, TypeError, RecursionError) as error:
            raise SessionError(f"an earlier game is damaged: {error}") from error

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has given it a position or a move."""
        return self.own_moves == 0 and not self.is_pasted

    def renumbered(self, number: int) -> "EarlierGame":
        """Return it as a game of another session, which knows nothing of those it came from."""
        data = json.loads(self.text)
        kept = {name: data[name] for name in data if name not in ("origin", "replaced")}
        return EarlierGame.read(json.dumps({**kept, "number": number}))

    def shared_with(self, game: Playthrough) -> int:
        """Return how many moves it has in common with a game, if both began alike; else 0."""
        if _start_of(game.start_dict()) != self.start:
            return 0
        pairs = zip(self.moves, game.move_names, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def restored(self, spec: GameSpec) -> Playthrough:
        """Return the game itself; raise `SessionError` if it is damaged."""
        try:
            data = json.loads(self.text)
            return Playthrough.from_dict(spec, {n: data[n] for n in data if n not in _TOLD})
        except (ValueError, TypeError) as error:
            raise SessionError(f"the earlier game is damaged: {error}") from error


class EarlierGames:
    """What a session has set aside, the latest last."""

    def __init__(self) -> None:
        self._games: list[EarlierGame] = []
        self._unread: list[Any] = []

    def __iter__(self) -> Iterator[EarlierGame]:
        return iter(self._games)

    def get(self, number: int | None) -> EarlierGame | None:
        """Return a game by its number, None if it is not kept."""
        return next((earlier for earlier in self._games if earlier.number == number), None)

    def add(self, earlier: EarlierGame, needed: Collection[int | None]) -> None:
        """Keep one game more; those that are `needed` by number do not go to make room for it."""
        self._games.append(earlier)
        spare = [each for each in self._games[:-1] if each.number not in needed]
        if len(self._games) > MOST_EARLIER_GAMES and spare:
            self._games.remove(next((each for each in spare if each.is_untouched), spare[0]))

    def remove(self, number: int) -> None:
        """Keep a game no longer."""
        self._games = [earlier for earlier in self._games if earlier.number != number]

    def forget_untouched(self) -> None:
        """Drop the games in which nobody has made a move."""
        self._games = [earlier for earlier in self._games if not earlier.is_untouched]

    def forget_covered(self, game: Playthrough, needed: Collection[int | None]) -> None:
        """Drop the person's lines that go on in another game, but those `needed` by number."""
        start, moves, own = _start_of(game.start_dict()), game.move_names, game.own_moves
        self._games = [
            earlier
            for earlier in self._games
            if earlier.is_over
            or earlier.number in needed
            or earlier.start != start
            or earlier.moves != moves[: len(earlier.moves)]
            or earlier.own_moves > own
        ]

    def to_list(self) -> list[Any]:
        """Return everything for JSON, also what could not be read."""
        return [*self._unread, *(earlier.text for earlier in self._games)]

    def read(self, rows: list[Any]) -> None:
        """Read what `to_list` returned; what cannot be read is kept unread."""
        for row in rows:
            try:
                self._games.append(EarlierGame.read(row))
            except SessionError as error:
                log.warning("An earlier game is kept unread: %s", error)
                self._unread.append(row)


def _day(value: Any) -> str:
    return datetime.date.fromisoformat(value).isoformat()


def _start_of(data: Mapping[str, Any]) -> str:
    """Return what a game began with, as text to compare."""
    parameters, seed = required(data, "parameters", dict), required(data, "seed", int)
    return json.dumps([parameters, seed, data.get("start")], sort_keys=True)
