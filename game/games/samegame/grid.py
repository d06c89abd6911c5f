"""SameGame's board: columns of fallen tiles, their groups, and their text.

A cell is ``column * rows + row``, row 0 at the bottom.
"""

from collections.abc import Iterator
from itertools import pairwise

from ai.phrases import N_
from game.games.lattice.grid_text import Row, Token

Columns = tuple[tuple[int, ...], ...]
"""The columns that hold tiles, left to right; colours from the bottom up, from 0."""

Group = tuple[int, ...]
"""Cells in ascending order."""

_HOLES = (".", "-")
NO_TILE = N_("{text} is not a tile; use {low} to {high}, or {empty} for an empty cell")


def any_pair(columns: Columns) -> bool:
    """Return whether two equal tiles touch."""
    right: tuple[int, ...] = ()
    for column in reversed(columns):
        if any(a == b for a, b in pairwise(column)):
            return True
        if any(a == b for a, b in zip(column, right, strict=False)):
            return True
        right = column
    return False


def flood(columns: Columns, rows: int, column: int, row: int) -> Group:
    """Return the cells joined to a tile by equal neighbours, in ascending order."""
    colour = columns[column][row]
    group = {column * rows + row}
    stack = [(column, row)]
    while stack:
        x, y = stack.pop()
        for near_x, near_y in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            cell = near_x * rows + near_y
            if (
                0 <= near_x < len(columns)
                and 0 <= near_y < len(columns[near_x])
                and columns[near_x][near_y] == colour
                and cell not in group
            ):
                group.add(cell)
                stack.append((near_x, near_y))
    return tuple(sorted(group))


def removable_groups(columns: Columns, rows: int) -> Iterator[Group]:
    """Yield every group of two or more, ordered by its smallest cell."""
    groups: dict[int, list[int]] = {}
    left: tuple[int, ...] = ()
    for x, column in enumerate(columns):
        for y, colour in enumerate(column):
            cell = x * rows + y
            if y and column[y - 1] == colour:
                _join(groups, cell - 1, cell)
            if y < len(left) and left[y] == colour:
                _join(groups, cell - rows, cell)
        left = column
    distinct = {id(group): group for group in groups.values()}
    yield from sorted(tuple(sorted(group)) for group in distinct.values())


def _join(groups: dict[int, list[int]], cell: int, other: int) -> None:
    """Make one group of those of two cells; a cell without a group is one by itself."""
    group, joined = groups.setdefault(cell, [cell]), groups.get(other, [other])
    if joined is not group:
        group += joined
        for each in joined:
            groups[each] = group


def without(columns: Columns, group: Group, rows: int) -> Columns:
    """Take the group out; tiles fall by themselves, since columns hold no gaps."""
    removed = set(group)
    touched = {cell // rows for cell in group}
    result = []
    for x, column in enumerate(columns):
        if x in touched:
            column = tuple(c for y, c in enumerate(column) if x * rows + y not in removed)
        if column:
            result.append(column)
    return tuple(result)


def columns_from_rows(rows: tuple[Row, ...], colours: int) -> Columns:
    """Read rows of equal length, top first; raise `PositionError` for what cannot stand."""
    grid = [[_colour(token, colours) for token in row] for row in rows]
    columns = []
    gap = False
    for x in range(len(rows[0])):
        column = _fallen_column(rows, grid, x)
        if gap and column:
            token = rows[len(rows) - len(column)][x]
            raise token.error(N_("this tile stands to the right of an empty column"))
        gap = gap or not column
        if column:
            columns.append(column)
    return tuple(columns)


def _fallen_column(rows: tuple[Row, ...], grid: list[list[int | None]], x: int) -> tuple[int, ...]:
    column: list[int] = []
    for y, line in enumerate(grid):
        colour = line[x]
        if colour is not None:
            column.append(colour)
        elif column:
            raise rows[y - 1][x].error(N_("this tile floats above a hole"))
    return tuple(reversed(column))


def _colour(token: Token, colours: int) -> int | None:
    if token.text in _HOLES:
        return None
    if token.text in "012345678" and len(token.text) == 1 and int(token.text) < colours:
        return int(token.text)
    raise token.error(NO_TILE, text=repr(token.text), low="0", high=str(colours - 1), empty=".")
