"""The named levels of the two-player games: what they do, not how long they take.

Novice to Expert are fixed by simulations and by how often a random move is played, so that they
do not depend on the machine. In hex Gomoku, Beginner to Expert are a measured ladder; the Novices
below it are for a player's first games, and Max stands apart: it is another kind of player, the
strongest one there is here. Behind them stand the other ways of searching, to be played against
and compared rather than ranked.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from ai.search.messages import Limit
from ai.searchers import SearcherSpecError, check_board
from game.games.protocol import Parameters, RulesError
from game.games.registry import game_names

_THOROUGH = ("strong", "expert", "max", "perfect")


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent.

    Attributes:
        name: Its name on the command line and in files.
        title: Its name on the screen.
        description: What it does, in a few words.
        searcher: The searcher's specification.
        limit: How long it thinks about a move.
        games: The games it is offered in.
        ranked: Whether it has its place among the others by strength.
    """

    name: str
    title: str
    description: str
    searcher: str
    limit: Limit
    games: tuple[str, ...]
    ranked: bool = True

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


_SOLVERS = (
    Method("best", "Portfolio", "all solvers together, the strongest one"),
    Method("anneal", "Annealing", "improves whole solutions"),
    Method("nrpa", "NRPA", "learns a policy while it plays"),
    Method("nmcs:level=2", "NMCS level 2", "playouts inside playouts inside playouts"),
    Method("nmcs:level=1", "NMCS level 1", "playouts inside playouts"),
)
_TREE = Method("mcts", "MCTS", "tree search with a solver")
_HEX = (
    Method("alphabeta", "Alpha-beta", "with threat search"),
    Method("uct-plain", "Plain UCT", "textbook tree search, the yardstick"),
)
_MONTE_CARLO = (
    Method(
        "uct-nmcs:discounting=false,cow=1", "Nested UCT", "UCT whose playouts are nested searches"
    ),
    Method("nmcs2:level=2,pod=2", "Nested search", "Monte Carlo search within Monte Carlo search"),
    Method("mcts-mr:depth=1", "Minimax rollouts", "UCT whose playouts look a move ahead"),
    Method("rave", "RAVE", "UCT that values moves wherever they are played"),
    Method("flat", "Flat Monte Carlo", "probes from each move, nothing kept"),
    Method("random", "Random", "any legal move"),
)
METHOD_SECONDS = 2.0
DEFAULT_LEVEL = "casual"


def _tree_levels() -> tuple[Level, ...]:
    """Return the levels that hex Gomoku has not, as it has its own."""
    games = tuple(game for game in game_names(players=2) if game != "hex")
    return (
        Level(
            "novice",
            "Novice",
            "10 simulations, every other move at random",
            "mcts:blunder=0.5",
            Limit(simulations=10),
            games,
        ),
        Level(
            "beginner",
            "Beginner",
            "30 simulations, 1 random move in 3",
            "mcts:blunder=0.3",
            Limit(simulations=30),
            games,
        ),
        Level(
            "casual",
            "Casual",
            "100 simulations, 1 random move in 8",
            "mcts:blunder=0.12",
            Limit(simulations=100),
            games,
        ),
        Level("club", "Club", "500 simulations", "mcts", Limit(simulations=500), games),
        Level("strong", "Strong", "3k simulations", "mcts", Limit(simulations=3_000), games),
        Level("expert", "Expert", "20k simulations", "mcts", Limit(simulations=20_000), games),
        Level("max", "Max", "10 s a move, keeps its tree", "mcts", Limit(seconds=10.0), games),
    )


def _rung(name: str, title: str, simulations: int) -> Level:
    """Return a level of hex Gomoku's ladder; they differ in nothing but simulations."""
    count = f"{simulations / 1000:g}k" if simulations >= 1000 else f"{simulations}"
    return Level(
        name,
        title,
        f"{count} simulations, sees threats and forced wins",
        "mcts:variety=true",
        Limit(simulations=simulations),
        ("hex",),
    )


# The rungs are measured against each other by `python -m benchmarks.hex levels`; the table is in
# docs/hex.md.
_HEX_LEVELS = (
    Level(
        "novice",
        "Novice",
        "30 simulations, 1 random move in 4, misses blocks",
        "mcts:threats=false,vcf=false,decisive=false,blunder=0.25,variety=true",
        Limit(simulations=30),
        ("hex",),
    ),
    Level(
        "novice2",
        "Novice 2",
        "60 simulations, 1 random move in 8, blocks fives",
        "mcts:threats=false,vcf=false,blunder=0.12,variety=true",
        Limit(simulations=60),
        ("hex",),
    ),
    Level(
        "novice3",
        "Novice 3",
        "40 simulations, 1 random move in 5, sees forced fours",
        "mcts:threats=false,blunder=0.2,variety=true",
        Limit(simulations=40),
        ("hex",),
    ),
    Level(
        "novice4",
        "Novice 4",
        "100 simulations, 1 random move in 20, sees threats",
        "mcts:blunder=0.05,variety=true",
        Limit(simulations=100),
        ("hex",),
    ),
    _rung("beginner", "Beginner", 450),
    _rung("casual", "Casual", 650),
    _rung("club", "Club", 1_100),
    _rung("strong", "Strong", 2_000),
    _rung("expert", "Expert", 5_000),
    Level(
        "max",
        "Max",
        "alpha-beta with threat search, 5 s a move",
        "alphabeta:style=solid,top=1,variety=true",
        Limit(seconds=5.0),
        ("hex",),
    ),
)


def _method_level(method: Method, games: tuple[str, ...]) -> Level:
    """Return an opponent that shows a way of searching, for its own sake."""
    name = f"as-{method.searcher.partition(':')[0]}"
    limit = Limit(seconds=METHOD_SECONDS)
    return Level(
        name, method.title, method.description, method.searcher, limit, games, ranked=False
    )


LEVELS = (
    *_HEX_LEVELS,
    *_tree_levels(),
    Level("perfect", "Perfect", "cannot lose", "exact", Limit(seconds=10.0), ("tictactoe",)),
    _method_level(_HEX[1], ("hex",)),
    *(_method_level(each, game_names(players=2)) for each in _MONTE_CARLO),
)


def levels_of(game: str, parameters: Parameters | None = None) -> tuple[Level, ...]:
    """Return the opponents a game offers: the ranked ones, weakest first, then the others.

    With parameters: only those that can play on such a board.
    """
    levels = tuple(level for level in LEVELS if game in level.games)
    if parameters is None:
        return levels
    return tuple(level for level in levels if _can_play(level.searcher, game, parameters))


@lru_cache(maxsize=256)
def _can_play(searcher: str, game: str, parameters: Parameters) -> bool:
    try:
        check_board(searcher, game, parameters)
    except SearcherSpecError:
        return False
    return True


def methods_of(game: str) -> tuple[Method, ...]:
    """Return the ways of searching a game, what the window uses by itself first."""
    if game == "samegame":
        return _SOLVERS
    return (_TREE, *(_HEX if game == "hex" else ()), *_MONTE_CARLO)


def level_title(name: str, game: str) -> str:
    """Return what players know a level by: its name for one that only another version has."""
    return next((each.title for each in levels_of(game) if each.name == name), name)


def level(name: str, game: str) -> Level:
    """Return a game's level by name; raise `RulesError` with the known names."""
    offered = levels_of(game)
    for candidate in offered:
        if candidate.name == name.lower():
            return candidate
    known = ", ".join(each.name for each in offered)
    raise RulesError(f"unknown level '{name}' for {game}; known levels: {known}")


def level_on(name: str, game: str, parameters: Parameters) -> Level:
    """Return the level called `name`, or the nearest weaker one that can play on such a board.

    A level that only another version has is played here as the default one, under its own name.

    Raises:
        RulesError: The game has no levels.
    """
    if all(each.name != name.lower() for each in levels_of(game)):
        return replace(level(DEFAULT_LEVEL, game), name=name, title=name)
    chosen, able = level(name, game), levels_of(game, parameters)
    weaker = levels_of(game)[: levels_of(game).index(chosen)]
    return chosen if chosen in able else [each for each in weaker if each in able][-1]
