"""Opponents and ways of searching as values, and the ladder that most games for two offer.

Novice to Expert are fixed by simulations and by how often a random move is played, so that they
do not depend on the machine.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from ai.search.messages import Limit

METHOD_SECONDS = 2.0
_THOROUGH = ("strong", "expert", "max", "perfect")


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent.

    Attributes:
        name: Its name on the command line and in files.
        description: What it overlooks, or how it plays, in a few words.
        limit: How long it thinks about a move.
        ranked: Whether it has its place among the others by strength.
        rating: Its measured strength in Elo on the board that the game begins with, where the
            weakest level of the game has 500; None if it was not measured.
    """

    name: str
    title: str
    description: str
    searcher: str
    limit: Limit
    ranked: bool = True
    rating: int | None = None

    @property
    def budget(self) -> str:
        """How much it searches for a move, such as "3k simulations"."""
        count, seconds = self.limit.simulations, self.limit.seconds
        if count:
            return f"{count / 1000:g}k simulations" if count >= 1000 else f"{count} simulations"
        return f"{seconds:g} s a move" if seconds else ""

    def described(self, *, details: bool) -> str:
        """Return what it overlooks, and as a detail how much it searches."""
        parts = (self.budget if details else "", self.description)
        return ", ".join(part for part in parts if part)

    @property
    def follows_proofs(self) -> bool:
        """Whether it plays what other searches of the game have proven, too.

        A weaker one would be stronger than it says as soon as its opponent asks for a hint.
        """
        return self.name in _THOROUGH


@dataclass(frozen=True, slots=True)
class Method:
    """A way of searching that can be picked: its searcher, its name and what it does."""

    searcher: str
    title: str
    description: str


@cache  # screens ask for all of them in each frame
def as_level(method: Method) -> Level:
    """Return an opponent that shows a way of searching, for its own sake."""
    name = f"as-{method.searcher.partition(':')[0]}"
    limit = Limit(seconds=METHOD_SECONDS)
    return Level(name, method.title, method.description, method.searcher, limit, ranked=False)


def tree_level(
    name: str, description: str, simulations: int, options: str = "", rating: int | None = None
) -> Level:
    """Return a level of tree search; of ``novice2`` the title is ``Novice 2``."""
    title = re.sub(r"(\d+)", r" \1", name).capitalize()
    searcher = f"mcts:{options}" if options else "mcts"
    return Level(name, title, description, searcher, Limit(simulations=simulations), rating=rating)


def rated(levels: Sequence[Level], *ratings: int | None) -> tuple[Level, ...]:
    """Return levels with what was measured of them in a game, one number for each."""
    both = zip(levels, ratings, strict=True)
    return tuple(replace(level, rating=rating) for level, rating in both)


TREE_LEVELS = (
    tree_level("novice", "every other move is random", 10, "blunder=0.5"),
    tree_level("beginner", "1 move in 5 is random", 40, "blunder=0.2"),
    tree_level("casual", "1 move in 8 is random", 100, "blunder=0.12"),
    tree_level("club", "never random, looks ahead briefly", 500),
    tree_level("strong", "looks further ahead than Club", 3_000),
    tree_level("expert", "looks much further ahead", 20_000),
    Level("max", "Max", "looks ahead the furthest, takes its time", "mcts", Limit(seconds=10.0)),
)
"""Words that hold in any game, a plug-in's too: what a level overlooks was not counted there."""
TREE_METHOD = Method("mcts", "Tree search", "Monte Carlo tree search with a solver")
NESTED_METHOD = Method("nmcs", "Nested search", "playouts inside playouts")
MONTE_CARLO_METHODS = (
    Method("nmcs2:level=2,pod=2", "Nested search", "searches within searches"),
    Method("flat", "Flat Monte Carlo", "probes each move, keeps nothing"),
)
"""What players can tell apart from it; specifications name other searchers."""
