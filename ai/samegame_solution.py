"""Solutions of a SameGame position, as the searches that work on root cells share them."""

from collections.abc import Iterable
from dataclasses import dataclass

from game.rules.samegame import SameGameState

Moves = tuple[int, ...]
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A game from the searched position, the root, to its end.

    Attributes:
        score: Its final score.
        tiles: How many tiles it leaves.
        moves: Its moves as the rules name them.
        cells: The same by a tile of each group, named as it stands at the root.
        tabu: The colour it was found with, from 1.
    """

    score: int
    tiles: int
    moves: Moves
    cells: Cells
    tabu: int = 1

    @property
    def clears(self) -> bool:
        """Whether it clears the board."""
        return self.tiles == 0

    @property
    def rank(self) -> tuple[int, bool]:
        """What makes one solution better than another: the score, then a cleared board."""
        return self.score, self.clears


def cells_after(position: SameGameState, moves: Iterable[int]) -> tuple[SameGameState, list[int]]:
    """Play moves and follow the tiles.

    Returns:
        The position after them, and where the tile of each cell of `position` is then;
        -1 for those that are gone.
    """
    rows = position.parameters.rows
    names = [
        [x * rows + y for y in range(len(column))] for x, column in enumerate(position.columns)
    ]
    for move in moves:
        group = set(position.group_at(*divmod(move, rows)))
        position = position.play(move)
        kept = (
            [name for y, name in enumerate(column) if x * rows + y not in group]
            for x, column in enumerate(names)
        )
        names = [column for column in kept if column]
    places = [-1] * (position.parameters.columns * rows)
    for x, column in enumerate(names):
        for y, name in enumerate(column):
            places[name] = x * rows + y
    return position, places


def carried_over(cells: Cells, places: list[int]) -> Cells:
    """Return the list of cells that a solution becomes after `cells_after`."""
    return tuple(places[cell] for cell in cells if places[cell] >= 0)
