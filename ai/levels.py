"""The named levels of the two-player games: what they do, not how long they take.

Beginner to Strong are fixed by simulations, so that they do not depend on the machine. In hex
Gomoku, Max stands apart: it is another kind of player, the strongest one there is here.
"""

from dataclasses import dataclass

from ai.messages import Limit
from game.rules.protocol import RulesError
from game.rules.registry import game_names


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
    """

    name: str
    title: str
    description: str
    searcher: str
    limit: Limit
    games: tuple[str, ...] = game_names(players=2)


LEVELS = (
    Level(
        "beginner",
        "Beginner",
        "50 simulations, often misses a block",
        "mcts:blunder=0.3",
        Limit(simulations=50),
    ),
    Level(
        "casual",
        "Casual",
        "200 simulations, misses a block now and then",
        "mcts:blunder=0.1",
        Limit(simulations=200),
    ),
    Level("club", "Club", "1k simulations", "mcts", Limit(simulations=1_000)),
    Level("strong", "Strong", "5k simulations", "mcts", Limit(simulations=5_000)),
    Level("expert", "Expert", "3 s a move, keeps its tree", "mcts", Limit(seconds=3.0)),
    Level(
        "max",
        "Max",
        "alpha-beta with threat search, 5 s a move",
        "alphabeta:style=solid,top=1",
        Limit(seconds=5.0),
        games=("hex",),
    ),
    Level(
        "max",
        "Max",
        "10 s a move, keeps its tree",
        "mcts",
        Limit(seconds=10.0),
        games=("tictactoe",),
    ),
    Level(
        "perfect",
        "Perfect",
        "cannot lose",
        "exact",
        Limit(seconds=10.0),
        games=("tictactoe",),
    ),
)


def levels_of(game: str) -> tuple[Level, ...]:
    """Return the levels a game offers, weakest first."""
    return tuple(level for level in LEVELS if game in level.games)


def level(name: str, game: str) -> Level:
    """Return a game's level by name; raise `RulesError` with the known names."""
    offered = levels_of(game)
    for candidate in offered:
        if candidate.name == name.lower():
            return candidate
    known = ", ".join(each.name for each in offered)
    raise RulesError(f"unknown level '{name}' for {game}; known levels: {known}")
