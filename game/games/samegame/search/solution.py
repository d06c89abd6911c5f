"""Solutions of a SameGame position, as the searches that work on root cells share them."""

from collections.abc import Iterable
from dataclasses import dataclass

from game.games.samegame.plans import RootTiles, groups_of
from game.games.samegame.rules import SameGameState

Moves = tuple[int, ...]
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A game from the searched position, the root, to its end.

    Attributes:
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
        return self.tiles == 0

    @property
    def rank(self) -> tuple[int, bool]:
        """What makes one solution better than another: the score, then a cleared board."""
        return self.score, self.clears


def root_cells(root: SameGameState, moves: Iterable[int]) -> Cells:
    """Return moves, as the rules name them, by a tile of each group."""
    return tuple(min(group) for group in groups_of(root, moves))


def tabu_colour(root: SameGameState, moves: Iterable[int]) -> int:
    """Return the colour, from 1, of the largest group that a line removes."""
    sizes = ((len(each), root.colour_of(min(each)) or 0) for each in groups_of(root, moves))
    return max(sizes, default=(0, 0))[1] + 1


def cells_after(root: SameGameState, moves: Iterable[int]) -> tuple[SameGameState, list[int]]:
    """Play moves; return the position after them and where each root cell's tile is then.

    The tiles that are gone are at -1.
    """
    tiles, position, size = RootTiles(root), root, root.parameters
    for move in moves:
        position = position.play(move)
        tiles.play(move)
    places = [-1] * (size.columns * size.rows)
    for x, column in enumerate(tiles.columns):
        for y, tile in enumerate(column):
            places[tile] = x * size.rows + y
    return position, places


def carried_over(cells: Cells, places: list[int]) -> Cells:
    """Return the list of cells that a solution becomes after `cells_after`."""
    return tuple(places[cell] for cell in cells if places[cell] >= 0)
