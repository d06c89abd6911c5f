"""Slow, plain versions of the rules, written only to check the fast ones."""

from collections.abc import Iterator

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
