"""What is said of the cells of a board to those who do not see it, each after its name."""

from typing import Final

from ai.phrases import N_, plural
from game.words.say import listed, say, say_count

EMPTY: Final = N_("empty", "a cell of a board")
PIECES: Final = {
    "black": N_("black", "a piece"),
    "white": N_("white", "a piece"),
    "cross": N_("cross", "a piece"),
    "nought": N_("nought", "a piece"),
}
"""By what shows them; others are called by their side."""
SINGLE: Final = N_("single tile")
LAST_MOVE: Final = N_("last move")
IN_ROW: Final = N_("in the winning row")
CHOSEN: Final = N_("chosen", "a piece")
IN_REACH: Final = N_("within reach", "of the chosen piece")
REGION: Final = N_("in the region of the hint")
MUST_TAKE: Final = N_("must be taken at once")
BETTER: Final = N_("the better move")
_GRADED: Final = N_("graded {letter}")
_GROUP: Final = plural("group of {count}, {points}", "group of {count}, {points}")
_PLUS: Final = N_("plus {number}")
_MINUS: Final = N_("minus {number}")
_FIRST: Final = (N_("first choice"), N_("second choice"), N_("third choice"))
_CHOICE: Final = N_("choice {rank}")


def group(tiles: int, points: int) -> str:
    """Return how many tiles a group has, and what it earns."""
    earned = say(_PLUS if points >= 0 else _MINUS, number=abs(points))
    return say_count(tiles, *_GROUP, points=earned)


def graded(letter: str) -> str:
    return say(_GRADED, letter=letter)


def choice(rank: int, value: str, name: str = "") -> str:
    """Return the rank of a move among those that the AI thinks of, from 1, and its worth.

    Args:
        name: The move's, where that is more than the cell's.
    """
    place = _FIRST[rank - 1] if rank <= len(_FIRST) else say(_CHOICE, rank=rank)
    return listed((name, place, value))
