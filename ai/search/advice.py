"""What a game's own proofs say of a position, for a search that takes them at its root."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.search.limits import Flag
from ai.search.messages import Candidate, Limit


@dataclass(frozen=True, slots=True)
class Advice:
    """Proven values of moves, each a theorem over all defences.

    Attributes:
        rescue: A move that is not known to lose, where all that were searched are.
    """

    win: Candidate | None = None
    losses: Mapping[int, Candidate] = field(default_factory=dict)
    rescue: int | None = None


class Adviser(Protocol):
    """Searches proofs in one game; it remembers what it has seen."""

    def look(self, position: State, limit: Limit, flag: Flag) -> Advice:
        """Look for a win and, where the opponent threatens one, for moves that do not stop it."""

    def refute(
        self, position: State, move: int, limit: Limit, *, briefly: bool
    ) -> Candidate | None:
        """Return the move as one that loses, if a short search finds out that it does."""

    def forget(self) -> None:
        """Drop what was remembered."""


def new_adviser(game: str) -> Adviser | None:
    make = game_of(game).search.adviser
    return make() if make else None
