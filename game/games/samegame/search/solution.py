"""Solutions of a SameGame position, as the searches that work on root cells share them."""

from collections.abc import Iterable
from dataclasses import dataclass

from game.games.samegame.rules import SameGameState

Moves = tuple[int, ...]
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A game from the searched position, the root, to its end.

    Attributes:
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


class Tiles:
    """A position whose tiles keep their root cells' names while moves are played."""

    def __init__(self, root: SameGameState) -> None:
        self.position = root
        self._rows = root.parameters.rows
        self._names = [
            [x * self._rows + y for y in range(len(column))]
            for x, column in enumerate(root.columns)
        ]

    def play(self, move: int) -> int:
        """Play a move as the rules name it; return a tile of its group."""
        x, y = divmod(move, self._rows)
        group = set(self.position.group_at(x, y))
        self.position = self.position.play(move)
        tile = self._names[x][y]
        kept = (
            [name for y, name in enumerate(column) if x * self._rows + y not in group]
            for x, column in enumerate(self._names)
        )
        self._names = [column for column in kept if column]
        return tile

    def places(self) -> list[int]:
        """Return where the tile of each root cell is now; -1 for those that are gone."""
        size = self.position.parameters
        places = [-1] * (size.columns * size.rows)
        for x, column in enumerate(self._names):
            for y, name in enumerate(column):
                places[name] = x * self._rows + y
        return places


def root_cells(root: SameGameState, moves: Iterable[int]) -> Cells:
    """Return moves, as the rules name them, by a tile of each group."""
    tiles = Tiles(root)
    return tuple(tiles.play(move) for move in moves)


def tabu_colour(root: SameGameState, moves: Iterable[int]) -> int:
    """Return the colour, from 1, of the largest group that a line removes."""
    position = root
    largest = (0, 1)
    for move in moves:
        x, y = divmod(move, root.parameters.rows)
        colour = position.colour_at(x, y)
        assert colour is not None
        largest = max(largest, (len(position.group_at(x, y)), colour + 1))
        position = position.play(move)
    return largest[1]


def cells_after(root: SameGameState, moves: Iterable[int]) -> tuple[SameGameState, list[int]]:
    """Play moves; return the position after them and where each root cell's tile is then."""
    tiles = Tiles(root)
    for move in moves:
        tiles.play(move)
    return tiles.position, tiles.places()


def carried_over(cells: Cells, places: list[int]) -> Cells:
    """Return the list of cells that a solution becomes after `cells_after`."""
    return tuple(places[cell] for cell in cells if places[cell] >= 0)
