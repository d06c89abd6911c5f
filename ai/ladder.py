"""Opponents and ways of searching as values, and the ladder that most games for two offer.

The rungs of a ladder are settings of one dial, which do not depend on the machine, and none of them
moves at random. `benchmarks.levels` finds them by matches.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ai.phrases import N_, filled, filled_count, plural
from ai.search.messages import Limit

METHOD_SECONDS = 2.0
_SIMULATIONS = plural("{count} simulation", "{count} simulations")
_THOROUGH = ("strong", "expert", "master", "max", "perfect")
ALL_MOVES = 100.0
"""So many looks leave out no move."""
_TITLES = {
    title.lower(): title
    for title in (
        N_("Newcomer", "level"),
        N_("Novice", "level"),
        N_("Careless", "level"),
        N_("Beginner", "level"),
        N_("Careful", "level"),
        N_("Learner", "level"),
        N_("Casual", "level"),
        N_("Regular", "level"),
        N_("Club", "level"),
        N_("Skilled", "level"),
        N_("Strong", "level"),
        N_("Expert", "level"),
        N_("Master", "level"),
    )
}
"""What players know levels by."""


@dataclass(frozen=True, slots=True)
class Dial:
    """How strong a tree search plays.

    Attributes:
        simulations: How many it makes for a move.
        sight: How much it sees of the game's tactics, from 0 for none to 1 for all.
        looks: How many moves it looks at, those that catch the eye; 2.5 is 2 or 3.
    """

    simulations: int
    sight: float = 1.0
    looks: float = ALL_MOVES

    @property
    def options(self) -> str:
        """What differs from a whole search, as in a searcher's specification."""
        sight = f"sight={self.sight:g}" if self.sight < 1 else ""
        looks = f"looks={self.looks:g}" if self.looks < ALL_MOVES else ""
        return ",".join(part for part in (sight, looks) if part)

    def turned(self, to: "Dial", share: float) -> "Dial":
        """Return what lies between two settings, at a share of the way from 0 to 1."""
        sight = self.sight + share * (to.sight - self.sight)
        looks = _between(self.looks, to.looks, share)
        simulations = _between(self.simulations, to.simulations, share)
        return Dial(round(simulations), round(sight, 3), round(looks, 2))


def _between(low: float, high: float, share: float) -> float:
    return math.exp((1 - share) * math.log(low) + share * math.log(high))


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength in Elo, with the ends of the 95 % interval of the step from the level below.

    The weakest level of a game has 400. It was measured on one board (docs/arena.md says which) and
    differs from board to board.
    """

    low: int
    elo: int
    high: int


def _anywhere(_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent.

    Attributes:
        name: Its name on the command line and in files.
        description: What it overlooks, or how it plays, in a few words.
        limit: How long it thinks about a move.
        ranked: Whether it has its place among the others by strength.
        rating: Its measured strength; None if it was not measured.
        dial: The setting that it plays at; None for one of another kind.
        options: Those of its searcher that are no matter of strength.
        fits: Takes a board's parameters and tells whether it is offered there.
    """

    name: str
    title: str
    description: str
    searcher: str
    limit: Limit
    ranked: bool = True
    rating: Strength | None = None
    dial: Dial | None = None
    options: str = ""
    fits: Callable[[Any], bool] = _anywhere

    @property
    def budget(self) -> str:
        """How much it searches for a move, such as "3k simulations"."""
        count, seconds = self.limit.simulations, self.limit.seconds
        if count:
            count = round(count, 3 - len(str(count)))
            short = f"{count / 1000:g}k" if count >= 1000 else count
            return filled_count(count, _SIMULATIONS, count=short)
        return filled(N_("{number} s a move"), number=f"{seconds:g}") if seconds else ""

    def described(self, *, details: bool) -> str:
        """Return what it overlooks, and as a detail how much it searches."""
        budget = self.budget if details else ""
        if not budget or not self.description:
            return budget or self.description
        # For translators: how much a level searches for a move, and what it overlooks
        return filled(N_("{budget}, {description}"), budget=budget, description=self.description)

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


def rung(
    name: str,
    description: str,
    dial: Dial,
    rating: Strength | None = None,
    options: str = "",
    fits: Callable[[Any], bool] = _anywhere,
) -> Level:
    """Return a level of tree search."""
    every = ",".join(part for part in (dial.options, options) if part)
    return Level(
        name,
        _TITLES.get(name, name.capitalize()),
        description,
        f"mcts:{every}" if every else "mcts",
        Limit(simulations=dial.simulations),
        rating=rating,
        dial=dial,
        options=options,
        fits=fits,
    )


TREE_LEVELS = (
    rung("newcomer", N_("hardly looks ahead"), Dial(8)),
    rung("novice", N_("sees the next move"), Dial(30)),
    rung("casual", N_("looks ahead a little"), Dial(120)),
    rung("club", N_("looks ahead briefly"), Dial(500)),
    rung("strong", N_("looks further ahead than Club"), Dial(3_000)),
    rung("expert", N_("looks much further ahead"), Dial(20_000)),
    Level(
        "max",
        N_("Max", "level"),
        N_("looks ahead the furthest, takes its time"),
        "mcts",
        Limit(seconds=10.0),
    ),
)
"""Words that hold in any game, a plug-in's too: what a level overlooks was not counted there."""
TREE_METHOD = Method("mcts", N_("Tree search"), N_("Monte Carlo tree search with a solver"))
NESTED_METHOD = Method("nmcs", N_("Nested search"), N_("playouts inside playouts"))
MONTE_CARLO_METHODS = (
    Method("nmcs2:level=2,pod=2", N_("Nested search"), N_("searches within searches")),
    Method("flat", N_("Flat Monte Carlo"), N_("probes each move, keeps nothing")),
)
"""What players can tell apart from it; specifications name other searchers."""
