"""Tiles of SameGame by the cells in which they stand at the root, while groups are removed."""

from collections.abc import Iterable

from game.games.samegame.rules import SameGameState

Tiles = frozenset[int]
"""Tiles by the cells in which they stand at the root."""


class RootTiles:
    """A position whose tiles keep the names of the cells they stand in at the root.

    Attributes:
        columns: The columns that hold tiles, left to right; the tiles from the bottom up.
    """

    def __init__(self, root: SameGameState) -> None:
        rows = self._rows = root.parameters.rows
        self.columns = [
            [x * rows + y for y in range(len(column))] for x, column in enumerate(root.columns)
        ]
        self._homes = list(range(len(self.columns)))
        self._colour = {
            x * rows + y: colour
            for x, column in enumerate(root.columns)
            for y, colour in enumerate(column)
        }

    def group_of(self, tile: int) -> Tiles:
        """Return the group of a tile; nothing if it is gone."""
        home = tile // self._rows
        if home not in self._homes:
            return frozenset()
        place = self._homes.index(home)
        column = self.columns[place]
        return self._flood(place, column.index(tile)) if tile in column else frozenset()

    def play(self, move: int) -> Tiles:
        """Remove the group of a cell, as the rules name it now; return its tiles."""
        x, y = divmod(move, self._rows)
        group = self._flood(x, y)
        self.remove(group)
        return group

    def remove(self, group: Tiles) -> None:
        """Remove a group of two or more; nothing happens to a smaller one."""
        if len(group) > 1:
            for home in {tile // self._rows for tile in group}:
                place = self._homes.index(home)
                column = [tile for tile in self.columns[place] if tile not in group]
                if column:
                    self.columns[place] = column
                else:
                    del self.columns[place], self._homes[place]

    def _flood(self, x: int, y: int) -> Tiles:
        columns, colours = self.columns, self._colour
        colour = colours[columns[x][y]]
        found, waiting = {columns[x][y]}, [(x, y)]
        while waiting:
            x, y = waiting.pop()
            for at, up in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= at < len(columns) and 0 <= up < len(columns[at]):
                    tile = columns[at][up]
                    if colours[tile] == colour and tile not in found:
                        found.add(tile)
                        waiting.append((at, up))
        return frozenset(found)


def groups_of(root: SameGameState, line: Iterable[int]) -> tuple[Tiles, ...]:
    return tuple(map(RootTiles(root).play, line))
