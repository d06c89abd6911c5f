"""The opponents of hex Gomoku.

Beginner to Expert are a measured ladder (`python -m benchmarks.hex levels`; docs/hex.md has the
table). The Novices below it are for a player's first games, and Max stands apart: it is another
kind of player, the strongest one there is here. What each one overlooks was counted on the
tactical and quiet positions of `tests/data/hex` (docs/hex.md).
"""

from ai.ladder import Level, tree_level
from ai.search.messages import Limit


def _rung(name: str, title: str, simulations: int, rating: int, description: str) -> Level:
    """Return a level of the ladder; they differ in nothing but simulations."""
    return tree_level(name, title, description, simulations, "variety=true", rating=rating)


LEVELS = (
    tree_level(
        "novice",
        "Novice",
        "misses blocks, 1 move in 4 random",
        30,
        "threats=false,vcf=false,decisive=false,blunder=0.25,variety=true",
        rating=500,
    ),
    tree_level(
        "novice2",
        "Novice 2",
        "blocks fives, overlooks fours",
        60,
        "threats=false,vcf=false,blunder=0.12,variety=true",
        rating=936,
    ),
    tree_level(
        "novice3",
        "Novice 3",
        "sees fours, overlooks open threes",
        40,
        "threats=false,blunder=0.2,variety=true",
        rating=1420,
    ),
    tree_level(
        "novice4",
        "Novice 4",
        "overlooks half of the long wins",
        100,
        "blunder=0.05,variety=true",
        rating=1932,
    ),
    _rung("beginner", "Beginner", 450, 2173, "overlooks one long win in five"),
    _rung("casual", "Casual", 650, 2208, "sees a little more than Beginner"),
    _rung("club", "Club", 1_100, 2253, "overlooks one long win in ten"),
    _rung("strong", "Strong", 2_000, 2284, "sees long wins, errs in quiet play"),
    _rung("expert", "Expert", 5_000, 2319, "seldom errs, even in quiet play"),
    Level(
        "max",
        "Max",
        "follows every threat to its end",
        "alphabeta:style=solid,top=1,variety=true",
        Limit(seconds=5.0),
    ),
)
