"""Slow, plain versions of the rules, written only to check the fast ones."""

from collections.abc import Iterator, Sequence
from functools import cache

from game.games.samegame.rules import SameGameState

Grid = list[list[int | None]]
"""Rows from the top down, as on the screen."""


def samegame_groups(grid: Grid) -> list[set[tuple[int, int]]]:
    """All groups of two or more, by merging neighbours until nothing changes."""
    groups = [
        {(y, x)} for y, row in enumerate(grid) for x, tile in enumerate(row) if tile is not None
    ]
    merged = True
    while merged:
        merged = False
        for i, one in enumerate(groups):
            for other in groups[i + 1 :]:
                if any(
                    abs(y - v) + abs(x - u) == 1 and grid[y][x] == grid[v][u]
                    for y, x in one
                    for v, u in other
                ):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
            if merged:
                break
    return [group for group in groups if len(group) > 1]


def samegame_remove(grid: Grid, group: set[tuple[int, int]]) -> Grid:
    """Blank the group, let single tiles fall step by step, then shift columns."""
    height, width = len(grid), len(grid[0])
    grid = [[None if (y, x) in group else grid[y][x] for x in range(width)] for y in range(height)]
    for _ in range(height):
        for y in range(height - 1):
            for x in range(width):
                if grid[y + 1][x] is None:
                    grid[y + 1][x], grid[y][x] = grid[y][x], None
    kept = [x for x in range(width) if any(row[x] is not None for row in grid)]
    return [[row[x] for x in kept] + [None] * (width - len(kept)) for row in grid]


def samegame_end(grid: Grid, deduct: bool) -> int:
    """What the end of a game adds to the score."""
    tiles = [tile for row in grid for tile in row if tile is not None]
    if not tiles:
        return 1000
    if not deduct:
        return 0
    return -sum((tiles.count(colour) - 2) * (tiles.count(colour) - 2) for colour in set(tiles))


@cache
def samegame_best(state: SameGameState) -> tuple[int, bool]:
    """The best end that can be had, its score and whether it clears the board, by trying all."""
    if state.is_terminal:
        return state.score, state.cleared
    after = map(state.play, state.legal_moves)  # their history says nothing of what can be had
    bare = (SameGameState(each.parameters, each.columns, each.points) for each in after)
    return max(map(samegame_best, bare))


class SameGameTiles:
    """A position whose tiles are followed, each named by the cell in which it stood at first."""

    def __init__(self, state: SameGameState) -> None:
        self.state, self._rows = state, state.parameters.rows
        columns = enumerate(state.columns)
        self.names = [[x * self._rows + y for y in range(len(column))] for x, column in columns]

    def places(self) -> dict[int, int]:
        """Return in which cell each tile stands now."""
        return {
            name: x * self._rows + y
            for x, column in enumerate(self.names)
            for y, name in enumerate(column)
        }

    def at(self, cell: int) -> int:
        """Return the tile that stands in a cell now."""
        x, y = divmod(cell, self._rows)
        return self.names[x][y]

    def play(self, tile: int) -> None:
        """Play the group of a tile, if it is still there."""
        places = self.places()
        if tile in places:
            gone = set(self.state.group_at(*divmod(places[tile], self._rows)))
            self.state = self.state.play(places[tile])
            left = [[name for name in each if places[name] not in gone] for each in self.names]
            self.names = [column for column in left if column]


def hex_points(side: int) -> list[tuple[int, int]]:
    """(row, number) of every point, rows and numbers from 1, top row first."""
    return [
        (row, number)
        for row in range(1, 2 * side)
        for number in range(1, 2 * side)
        if side + 1 <= row + number <= 3 * side - 1
    ]


def hex_winner(stones: dict[tuple[int, int], int], length: int) -> set[int]:
    """Colours with a window of exactly `length`: all of one colour, and not longer at an end."""
    return {
        colour
        for window, before, after in _windows(stones, length, ((0, 1), (1, 0), (1, -1)))
        for colour in (1, 2)
        if all(stones[point] == colour for point in window)
        and stones.get(before) != colour
        and stones.get(after) != colour
    }


def mnk_winner(stones: dict[tuple[int, int], int], length: int) -> set[int]:
    """Colours with a window of `length` in a row, column or diagonal."""
    return {
        colour
        for window, _, _ in _windows(stones, length, ((0, 1), (1, 0), (1, 1), (1, -1)))
        for colour in (1, 2)
        if all(stones[point] == colour for point in window)
    }


def _windows(
    stones: dict[tuple[int, int], int], length: int, directions: tuple[tuple[int, int], ...]
) -> Iterator[tuple[list[tuple[int, int]], tuple[int, int], tuple[int, int]]]:
    for y, x in stones:
        for dy, dx in directions:
            window = [(y + i * dy, x + i * dx) for i in range(length)]
            if all(point in stones for point in window):
                yield window, (y - dy, x - dx), (y + length * dy, x + length * dx)


def beside(columns: int, rows: int, cell: int) -> list[int]:
    """The cells above, below, left and right of a cell."""
    row, column = divmod(cell, columns)
    places = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [y * columns + x for y, x in places if 0 <= y < rows and 0 <= x < columns]


def has_liberty(columns: int, rows: int, cells: Sequence[int], cell: int) -> bool:
    """Whether the group of a stone is next to an empty cell."""
    group = [cell]
    for stone in group:
        for other in beside(columns, rows, stone):
            if cells[other] == 0:
                return True
            if cells[other] == cells[cell] and other not in group:
                group.append(other)
    return False


def takes(columns: int, rows: int, cells: Sequence[int], cell: int) -> bool:
    """Whether the stone just put on a cell leaves one of the other's without a liberty."""
    return any(
        cells[other] == 3 - cells[cell] and not has_liberty(columns, rows, cells, other)
        for other in beside(columns, rows, cell)
    )


def liberty_moves(
    columns: int, rows: int, cells: Sequence[int], mark: int, taking_wins: bool
) -> list[int]:
    """The cells of NoGo, where nobody may take, or of AtariGo, where who takes wins."""
    moves = []
    for cell in (each for each, held in enumerate(cells) if held == 0):
        after = [*cells[:cell], mark, *cells[cell + 1 :]]
        free, taken = has_liberty(columns, rows, after, cell), takes(columns, rows, after, cell)
        if free or taken if taking_wins else free and not taken:
            moves.append(cell)
    return moves


def domino(columns: int, cell: int, mark: int) -> tuple[int, int]:
    """The cells that a domino covers: the first player's stands, the second's lies."""
    return cell, cell + (columns if mark == 1 else 1)


def domino_moves(columns: int, rows: int, cells: Sequence[int], mark: int) -> list[int]:
    """Where a domino fits, by its lower or left cell."""
    last_row, last_column = (rows - 1, columns) if mark == 1 else (rows, columns - 1)
    places = [y * columns + x for y in range(last_row) for x in range(last_column)]
    return [p for p in places if not any(cells[each] for each in domino(columns, p, mark))]


def sudoku_peers(box: int, cell: int) -> list[int]:
    """The cells that may not hold the value of a cell."""
    row, column = divmod(cell, box * box)
    return [
        box * box * y + x
        for y in range(box * box)
        for x in range(box * box)
        if (y, x) != (row, column)
        and (y == row or x == column or (y // box, x // box) == (row // box, column // box))
    ]


def sudoku_values(box: int, cells: Sequence[int], cell: int) -> list[int]:
    """What a cell may still hold."""
    taken = {cells[other] for other in sudoku_peers(box, cell)}
    return [value for value in range(1, box * box + 1) if value not in taken]
