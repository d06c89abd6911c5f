"""The opponents of hex Gomoku.

Beginner to Expert are a measured ladder (`python -m benchmarks.hex levels`; docs/hex.md has the
table). The Novices below it are for a player's first games, and Max stands apart: it is another
kind of player, the strongest one there is here.
"""

from ai.ladder import Level, tree_level
from ai.search.messages import Limit


def _rung(name: str, title: str, simulations: int) -> Level:
    """Return a level of the ladder; they differ in nothing but simulations."""
    count = f"{simulations / 1000:g}k" if simulations >= 1000 else f"{simulations}"
    description = f"{count} simulations, sees threats and forced wins"
    return tree_level(name, title, description, simulations, "variety=true")


LEVELS = (
    tree_level(
        "novice",
        "Novice",
        "30 simulations, 1 random move in 4, misses blocks",
        30,
        "threats=false,vcf=false,decisive=false,blunder=0.25,variety=true",
    ),
    tree_level(
        "novice2",
        "Novice 2",
        "60 simulations, 1 random move in 8, blocks fives",
        60,
        "threats=false,vcf=false,blunder=0.12,variety=true",
    ),
    tree_level(
        "novice3",
        "Novice 3",
        "40 simulations, 1 random move in 5, sees forced fours",
        40,
        "threats=false,blunder=0.2,variety=true",
    ),
    tree_level(
        "novice4",
        "Novice 4",
        "100 simulations, 1 random move in 20, sees threats",
        100,
        "blunder=0.05,variety=true",
    ),
    _rung("beginner", "Beginner", 450),
    _rung("casual", "Casual", 650),
    _rung("club", "Club", 1_100),
    _rung("strong", "Strong", 2_000),
    _rung("expert", "Expert", 5_000),
    Level(
        "max",
        "Max",
        "5 s a move, alpha-beta and threats",
        "alphabeta:style=solid,top=1,variety=true",
        Limit(seconds=5.0),
    ),
)
