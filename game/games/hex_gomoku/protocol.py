"""Hex Gomoku in the Go Text Protocol: its sizes, its diagram, its certificates."""

from dataclasses import replace

from ai.contract.game import Protocol
from ai.contract.lazy import Lazy
from game.games.hex_gomoku.rules import HexParameters, HexState, geometry, row_numbers
from game.games.lattice.grid_text import STONES
from game.games.lattice.text import joined, put

_MARGIN = 2


def hex_diagram(state: HexState) -> str:
    """Return the hexagon: row letters on the left, numbers at the lower ends of their lines."""
    side = state.parameters.side
    rows = 2 * side - 1
    # A cell is two characters right of its neighbour and one right of the cell above it.
    shift = _MARGIN - 2 - (side - 1)
    canvas = [[" "] * (_MARGIN + 5 * side + 4) for _ in range(rows + 1)]

    def place(row: int, number: int) -> int:
        return shift + 2 * number + row

    for cell, (row, number) in enumerate(geometry(side).cells):
        x = place(row, number)
        put(canvas[row], x, STONES[state.cells[cell]], cell == state.last_move)
    for row in range(rows):
        canvas[row][place(row, row_numbers(side, row)[0]) - 2] = chr(97 + row)
    for number in range(1, rows + 1):
        row = min(rows, 3 * side - 1 - number)
        x = place(row, number)
        canvas[row][x : x + len(str(number))] = str(number)
    return joined(canvas)


def _resized(board: HexParameters, side: int) -> HexParameters:
    return replace(board, side=side)


_CERTIFICATE = Lazy("game.games.hex_gomoku.search.certified:certificate_text")
PROTOCOL = Protocol(range(4, 9), _resized, diagram=hex_diagram, certificate=_CERTIFICATE)
