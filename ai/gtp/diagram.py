"""Boards as plain text with coordinates, the last move in brackets."""

from game.games.hex_gomoku.rules import SYMBOLS, HexState, geometry
from game.games.lattice.square_board import BoardState
from game.games.tictactoe.rules import TicTacToeState

_MARGIN = 2


def hex_diagram(state: HexState) -> str:
    """Return the hexagon: row letters on the left, numbers at the lower ends of their lines."""
    board = geometry(state.parameters.side)
    rows = 2 * board.side - 1
    # A cell is two characters right of its neighbour and one right of the cell above it.
    shift = _MARGIN - 2 - (board.side - 1)
    canvas = [[" "] * (_MARGIN + 5 * board.side + 4) for _ in range(rows + 1)]

    def place(row: int, number: int) -> int:
        return shift + 2 * number + row

    for cell, (row, number) in enumerate(board.cells):
        x = place(row, number)
        _put(canvas[row], x, SYMBOLS[state.cells[cell]], cell == state.last_move)
    for row in range(rows):
        first = max(1, board.side - row)
        canvas[row][place(row, first) - 2] = chr(97 + row)
    for number in range(1, rows + 1):
        row = min(rows, 3 * board.side - 1 - number)
        x = place(row, number)
        canvas[row][x : x + len(str(number))] = str(number)
    return _joined(canvas)


def square_diagram(state: TicTacToeState | BoardState) -> str:
    """Return the board: row numbers on the left, column letters below."""
    size = state.parameters
    # The last cell that the last move names: of a piece that moved, where it went.
    last = "" if state.last_move is None else state.move_to_string(state.last_move)
    last = last.rpartition("-")[2]
    canvas = [[" "] * (4 + 2 * size.columns) for _ in range(size.rows + 1)]
    for cell, mark in enumerate(state.cells):
        row, column = divmod(cell, size.columns)
        line = canvas[size.rows - 1 - row]
        line[:2] = f"{row + 1:2d}"
        _put(line, 4 + 2 * column, SYMBOLS[mark], f"{chr(97 + column)}{row + 1}" == last)
        canvas[-1][4 + 2 * column] = chr(97 + column)
    return _joined(canvas)


def _put(line: list[str], x: int, symbol: str, is_last: bool) -> None:
    line[x] = symbol
    if is_last:
        line[x - 1], line[x + 1] = "(", ")"


def _joined(canvas: list[list[str]]) -> str:
    return "\n".join("".join(line).rstrip() for line in canvas)
