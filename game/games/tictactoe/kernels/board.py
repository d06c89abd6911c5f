"""The board of Tic-Tac-Toe and its larger kin for the searches: marks as line masks.

A state is an int64 array: a header, the empty cells and those near a mark as bitsets, and for
each line and player the marks on it as a mask. The last part is scratch for playouts. Lines too
short to win on are left out; a cell that lacks one names line 0, which has no cells and never
wins. A *win* is a cell where a player completes a row.
"""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.lattice.line_tables import (
    LINE_BITS,
    completing_bits,
    open_windows,
    winning_masks,
)
from game.games.lattice.lines import square_lattice
from game.games.tictactoe.rules import TicTacToeParameters

CANDIDATES = ("near", "adjacent", "all")
PLAYOUTS = (*CANDIDATES, "plain")  # plain ones know neither a filter nor wins in one
CLASSIC_CELLS = 9  # up to here neither filters nor threats have anything to add

MARKS = 0
WINNER = 1  # the player who has won, or -1
EMPTY = 2  # four words: cells without a mark
SEEN = 6  # four words: cells that are near a mark, by the tree's filter
NEAR = 10  # four words: the same by the playouts' filter
MASKS = 14  # then marks of player p on line l at MASKS + 2 * l + p

WORDS = 4
DIRECTIONS = 4
MAX_CELLS = 225
MAX_LINES = 81
MOST_FOURS = 24  # that a search at an expansion tries

MAX_REACH = 15
_REACH = {"near": 2, "adjacent": 1, "all": MAX_REACH, "plain": MAX_REACH}

# The tables' array: a record for each cell and line, a bitset, keys for hashes, a record for
# each mask.
# The record of a cell:
RECORD = 16
LINE_AT = 0  # four: where a state holds X's mask of each line through the cell
BIT = 4  # four: the cell's bit in each of these masks
SEEN_FROM = 8  # four words: the cells that the tree looks at once a mark stands here
NEAR_TO = 12  # four words: the same for playouts

# The record of a line, and where the first one stands:
LINE_RECORD = LINE_BITS + 2
BITS = LINE_BITS  # after the cell behind each bit, or -1: the bits that are cells
STARTS = LINE_BITS + 1  # starts of the windows that lie on the board
LINE_RECORDS = RECORD * MAX_CELLS

OPENING = LINE_RECORDS + LINE_RECORD * MAX_LINES  # four words: cells for the empty board
KEYS = OPENING + WORDS  # [2 * cell + player]

# The record of a line's marks of one player, others ignored, and where that of none stands: the
# bits that make the mask win; whether it has won; starts of the windows of a row's length where
# two more marks win; the same for three; starts of those with a mark in them.
COMPLETIONS = (1 << 15) - 1
WON = 1 << 15
TWO_SHORT = 16
THREE_SHORT = 29
TOUCHED = 42
MASK_RECORDS = KEYS + 2 * MAX_CELLS

NONE = -1
TWO = -2


class Tables(NamedTuple):
    """What follows from the parameters.

    All that is long stands in one array: a compiled call counts a reference to each it passes.
    """

    cells: int
    lines: int
    words: int  # of a bitset of cells that are in use
    in_a_row: int
    decisive: bool  # whether playouts take wins in one and block them
    fours: int  # how many fours a search of fours may try, 0 for no such searches
    data: NDArray[np.int64]


@functools.lru_cache(maxsize=32)
def make_tables(
    parameters: TicTacToeParameters,
    candidates: str = CANDIDATES[0],
    playouts: str | None = None,
    vcf: bool | None = None,
) -> Tables:
    """Return the tables of a board.

    Args:
        parameters: The board and the length of a row.
        candidates: The tree's move filter, one of `CANDIDATES`.
        playouts: The playouts' move filter, one of `PLAYOUTS`. Without one it is the strongest
            one, and plain on a board of nine cells, of which the tree sees all there is.
        vcf: Whether wins by continuous fours are searched at every expansion; None for yes, but
            not on a board of nine cells.
    """
    columns, rows = parameters.columns, parameters.rows
    lattice = square_lattice(columns, rows)
    long_enough = [line for line in lattice.lines if len(line) >= parameters.in_a_row]
    is_large = columns * rows > CLASSIC_CELLS
    playouts = playouts or ("adjacent" if is_large else "plain")
    seen, near = (_REACH[each] if is_large else MAX_REACH for each in (candidates, playouts))
    width = max(columns, rows)
    data = np.zeros(MASK_RECORDS + (1 << width), np.int64)
    by_cell = data[:LINE_RECORDS].reshape(MAX_CELLS, RECORD)
    by_cell[:, LINE_AT : LINE_AT + DIRECTIONS] = MASKS
    by_cell[:, BIT : BIT + DIRECTIONS] = 1
    for cell, (row, column) in enumerate(lattice.cells):
        for reach, at in ((seen, SEEN_FROM), (near, NEAR_TO)):
            box = _box(parameters, (row - reach, row + reach), (column - reach, column + reach))
            by_cell[cell, at : at + WORDS] = box
    _fill_lines(data, parameters.in_a_row, long_enough)
    data[OPENING:KEYS] = _opening(parameters, seen)
    data[KEYS:MASK_RECORDS] = np.random.default_rng(1).integers(
        -(2**63), 2**63, 2 * MAX_CELLS, np.int64
    )
    data[MASK_RECORDS:] = _mask_records(width, parameters.in_a_row)
    data.flags.writeable = False
    return Tables(
        cells=columns * rows,
        lines=1 + len(long_enough),
        words=(columns * rows + 63) // 64,
        in_a_row=parameters.in_a_row,
        decisive=playouts != "plain",
        fours=MOST_FOURS if (is_large if vcf is None else vcf) else 0,
        data=data,
    )


def _mask_records(width: int, in_a_row: int) -> NDArray[np.int64]:
    wins = winning_masks(width, in_a_row, exact=False)
    records = completing_bits(wins).astype(np.int64)
    records += wins.astype(np.int64) * WON
    for place, missing in ((TWO_SHORT, (2,)), (THREE_SHORT, (3,)), (TOUCHED, range(in_a_row))):
        starts = open_windows(width, in_a_row, tuple(in_a_row - each for each in missing))
        records += starts.astype(np.int64) << place
    return records


def _fill_lines(data: NDArray[np.int64], in_a_row: int, lines: list[tuple[int, ...]]) -> None:
    by_cell = data[:LINE_RECORDS].reshape(MAX_CELLS, RECORD)
    by_line = data[LINE_RECORDS:OPENING].reshape(MAX_LINES, LINE_RECORD)
    by_line[:, :BITS] = -1
    used = [0] * MAX_CELLS
    for number, cells in enumerate(lines, start=1):
        by_line[number, BITS] = (1 << len(cells)) - 1
        by_line[number, STARTS] = (1 << (len(cells) - in_a_row + 1)) - 1
        for bit, cell in enumerate(cells):
            by_line[number, bit] = cell
            by_cell[cell, LINE_AT + used[cell]] = MASKS + 2 * number
            by_cell[cell, BIT + used[cell]] = 1 << bit
            used[cell] += 1


def _opening(parameters: TicTacToeParameters, reach: int) -> NDArray[np.int64]:
    """Return the bitset of the cells to look at on the empty board: those near its centre."""
    spans = [
        ((size - 1) // 2 - reach, size // 2 + reach)
        for size in (parameters.rows, parameters.columns)
    ]
    return _box(parameters, spans[0], spans[1])


def _box(
    parameters: TicTacToeParameters, rows: tuple[int, int], columns: tuple[int, int]
) -> NDArray[np.int64]:
    """Return the bitset of the cells of some rows and columns, both ends included."""
    words = [0] * WORDS
    for row in range(max(0, rows[0]), min(parameters.rows, rows[1] + 1)):
        for column in range(max(0, columns[0]), min(parameters.columns, columns[1] + 1)):
            cell = row * parameters.columns + column
            words[cell >> 6] |= 1 << (cell & 63)
    return np.array(words, np.uint64).view(np.int64)


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: columns, rows, in a row, last move, cells."""
    state[:] = 0
    for cell in range(tables.cells):
        state[EMPTY + (cell >> 6)] |= np.int64(1) << (cell & 63)
    state[WINNER] = -1
    for cell in range(tables.cells):
        if encoded[4 + cell] > 0:
            put(tables, state, cell, encoded[4 + cell] - 1)
    for line in range(2 * tables.lines):
        if tables.data[MASK_RECORDS + state[MASKS + line]] & WON:
            state[WINNER] = line & 1


@compiled
def put(tables, state, cell, player):
    """Mark a cell and tell whether that completes a row."""
    data = tables.data
    won = np.int64(0)
    record = np.uint64(RECORD * cell)
    for k in range(record, record + np.uint64(DIRECTIONS)):
        at = data[k + np.uint64(LINE_AT)] + player
        mask = state[at] | data[k + np.uint64(BIT)]
        state[at] = mask
        won |= data[MASK_RECORDS + mask] & WON
    for w in range(tables.words):
        state[SEEN + w] |= data[record + np.uint64(SEEN_FROM + w)]
        state[NEAR + w] |= data[record + np.uint64(NEAR_TO + w)]
    state[EMPTY + (cell >> 6)] ^= np.int64(1) << (cell & 63)
    state[MARKS] += 1
    return won != 0


@compiled
def flip(tables, state, cell, player):
    """Place or take back a mark, in the masks alone."""
    for k in range(RECORD * cell, RECORD * cell + DIRECTIONS):
        state[tables.data[k + LINE_AT] + player] ^= tables.data[k + BIT]


@compiled
def wins_of(tables, state, player, out):
    """List the cells where a mark of `player` wins at once, each once; return how many."""
    n = 0
    for line in range(tables.lines):
        bits = line_wins(tables, state, player, MASKS + 2 * line)
        if bits:
            n = append_line_cells(tables, line, bits, out, n)
    return n


@compiled
def line_wins(tables, state, player, at):
    """Return the bits of the line whose masks stand at `at` where a mark wins at once."""
    bits = tables.data[MASK_RECORDS + state[at + player]] & COMPLETIONS
    if bits == 0:
        return bits
    line = (at - MASKS) >> 1
    on_board = tables.data[LINE_RECORDS + LINE_RECORD * line + BITS]
    return bits & on_board & ~state[at + 1 - player]


@compiled
def new_wins(tables, state, cell, player):
    """Return the one win of a player on the lines of a mark, or NONE, or TWO for more of them."""
    found = np.int64(NONE)
    for k in range(RECORD * cell, RECORD * cell + DIRECTIONS):
        at = tables.data[k + LINE_AT]
        bits = line_wins(tables, state, player, at)
        if bits == 0:
            continue
        win = cell_of(tables, (at - MASKS) >> 1, lowest_bit(np.uint64(bits)))
        if bits & (bits - 1) or found not in (NONE, win):
            return np.int64(TWO)
        found = win
    return found


@compiled
def cell_of(tables, line, bit):
    """Return the cell behind a bit of a line."""
    return tables.data[LINE_RECORDS + LINE_RECORD * line + bit]


@compiled
def append_line_cells(tables, line, bits, out, n):
    """Append the cells behind some bits of a line to out[:n], unless they stand there; return n."""
    while bits:
        cell = cell_of(tables, line, lowest_bit(np.uint64(bits)))
        bits &= bits - 1
        known = False
        for i in range(n):
            known |= out[i] == cell
        if not known:
            out[n] = cell
            n += 1
    return n
