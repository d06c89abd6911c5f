"""Stones and their liberties, what NoGo and AtariGo share with Go."""

from collections.abc import Iterator

from game.games.lattice.square_board import EMPTY, BoardParameters, Cells


def neighbours(board: BoardParameters, cell: int) -> Iterator[int]:
    """Yield the cells beside a cell."""
    row, column = divmod(cell, board.columns)
    for up, along in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if 0 <= row + up < board.rows and 0 <= column + along < board.columns:
            yield (row + up) * board.columns + column + along


def has_liberty(board: BoardParameters, cells: Cells, cell: int) -> bool:
    """Whether the group of stones that a stone belongs to is next to an empty cell."""
    group = [cell]
    for stone in group:
        for beside in neighbours(board, stone):
            if cells[beside] == EMPTY:
                return True
            if cells[beside] == cells[cell] and beside not in group:
                group.append(beside)
    return False


def taken_by(board: BoardParameters, cells: Cells, cell: int) -> bool:
    """Whether the stone just put on a cell leaves a group of the other without a liberty."""
    return any(
        cells[beside] not in (EMPTY, cells[cell]) and not has_liberty(board, cells, beside)
        for beside in neighbours(board, cell)
    )
