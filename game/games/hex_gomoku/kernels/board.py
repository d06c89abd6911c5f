"""The hex Gomoku board for the tree search: stones as line masks, fives at a look-up.

A state is an int64 array: a header, the cells near a stone and the empty ones as bitsets, and
for each line and colour the stones on it as a mask. The last part is scratch for playouts.
Colours are 0 (black) and 1 (white). A five is a cell where a colour completes a winning run.
"""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.line_tables import (
    LINE_BITS,
    completing_bits,
    near_win_starts,
    winning_masks,
)

CANDIDATES = ("snow", "adjacent", "all")
PLAYOUTS = "adjacent"  # the default of the playouts, the stronger one there

STONES = 0
SWAPPED = 1
WINNER = 2  # the colour that has won, or -1
SEEN = 3  # three words: cells that are near a stone, by the tree's filter
NEAR = 6  # three words: the same by the playouts' filter
EMPTY = 9  # three words: cells without a stone
FIVE_LINES = 12  # [colour] bitset of the lines where the colour has a five
MASKS = 14  # then stones of colour c on line l at MASKS + 2 * l + c

WORDS = 3
MOST_FOURS = 24  # that a search at an expansion tries

_STEPS = ((0, 1), (1, 0), (1, -1))
_REACH = {"snow": 2, "adjacent": 1, "all": 0}


MAX_CELLS = 169
MAX_LINES = 45

# The tables' array: a record for each cell, one for each line, two bitsets, one for each mask.
# The record of a cell:
RECORD = 12
LINE_AT = 0  # three: where a state holds black's mask of each line through the cell
BIT = 3  # three: the cell's bit in each of these masks
SEEN_FROM = 6  # three words: the cells that the tree looks at once a stone stands here
NEAR_TO = 9  # three words: the same for playouts

# The record of a line, and where the first one stands:
LINE_RECORD = LINE_BITS + 2
BITS = LINE_BITS  # after the cell behind each bit, or -1: the bits that are cells
STARTS = LINE_BITS + 1  # starts of the windows that lie on the board
LINE_RECORDS = RECORD * MAX_CELLS

BOARD = LINE_RECORDS + LINE_RECORD * MAX_LINES  # three words: all cells
OPENING = BOARD + WORDS  # three words: the cells to look at on the empty board

# The record of a line's stones of one colour, other stones ignored, and where that of none stands:
# the bits that make the mask win; whether it has won; starts of the windows where two more
# stones win; starts of those with a stone in them.
COMPLETIONS = (1 << LINE_BITS) - 1
WON = 1 << LINE_BITS
NEAR_WINS = LINE_BITS + 1
TOUCHED = 2 * LINE_BITS + 1
MASK_RECORDS = OPENING + WORDS


class Tables(NamedTuple):
    """What follows from the parameters.

    All that is long stands in one array: a compiled call counts a reference to each it passes.
    """

    cells: int
    lines: int
    in_a_row: int
    swap_opening: bool
    decisive: bool  # whether wins and forced blocks come before everything else
    fours: int  # how many fours a search of fours may try, 0 for no such searches
    data: NDArray[np.int64]


@functools.lru_cache(maxsize=32)
def make_tables(
    parameters: HexParameters,
    candidates: str = CANDIDATES[0],
    playouts: str = PLAYOUTS,
    decisive: bool = True,
    vcf: bool = True,
) -> Tables:
    """Return the tables of a board.

    Args:
        parameters: The board and the rules.
        candidates: The tree's move filter, one of `CANDIDATES`.
        playouts: The playouts' move filter.
        decisive: Whether wins and forced blocks are played at once, in tree and playouts.
        vcf: Whether wins by continuous fours are searched at every expansion.
    """
    side = parameters.side
    places = [
        (row, number)
        for row in range(2 * side - 1)
        for number in range(max(1, side - row), min(2 * side - 1, 3 * side - 2 - row) + 1)
    ]
    index = {place: cell for cell, place in enumerate(places)}
    width = 2 * side - 1
    seen_from = _neighbourhood(index, places, candidates)
    near_to = _neighbourhood(index, places, playouts)
    board = _bitset(index.values())
    centre = index[side - 1, side]
    free = parameters.opening == "free"
    opening = seen_from[centre] | _bitset([centre]) if free else board
    data = np.zeros(MASK_RECORDS + (1 << width), np.int64)
    by_cell = data[:LINE_RECORDS].reshape(MAX_CELLS, RECORD)
    by_line = data[LINE_RECORDS:BOARD].reshape(MAX_LINES, LINE_RECORD)
    by_line[:, :BITS] = -1
    for cell, (row, number) in enumerate(places):
        in_lines = (row, width + number - 1, 2 * width + row + number - side)
        for k, (line, bit) in enumerate(zip(in_lines, (number - 1, row, row), strict=True)):
            by_cell[cell, LINE_AT + k] = MASKS + 2 * line
            by_cell[cell, BIT + k] = 1 << bit
            by_line[line, bit] = cell
            by_line[line, BITS] |= 1 << bit
        by_cell[cell, SEEN_FROM : SEEN_FROM + WORDS] = seen_from[cell].view(np.int64)
        by_cell[cell, NEAR_TO : NEAR_TO + WORDS] = near_to[cell].view(np.int64)
    run = (1 << parameters.in_a_row) - 1
    for start in range(width):
        by_line[:, STARTS] |= (run << start & ~by_line[:, BITS] == 0).astype(np.int64) << start
    data[BOARD:OPENING] = board.view(np.int64)
    data[OPENING:MASK_RECORDS] = opening.view(np.int64)
    data[MASK_RECORDS:] = _mask_records(width, parameters.in_a_row)
    data.flags.writeable = False
    return Tables(
        cells=len(places),
        lines=3 * width,
        in_a_row=parameters.in_a_row,
        swap_opening=not free,
        decisive=decisive,
        fours=MOST_FOURS if vcf else 0,
        data=data,
    )


def _mask_records(width: int, in_a_row: int) -> NDArray[np.int64]:
    wins = winning_masks(width, in_a_row, exact=True)
    near_wins, touched = near_win_starts(width, in_a_row)
    records = completing_bits(wins).astype(np.int64)
    records += wins.astype(np.int64) * WON
    records += near_wins.astype(np.int64) << NEAR_WINS
    return records + (touched.astype(np.int64) << TOUCHED)


def _neighbourhood(
    index: dict[tuple[int, int], int], places: list[tuple[int, int]], candidates: str
) -> list[NDArray[np.uint64]]:
    """Return for each place the bitset of the cells that a filter lets through near it."""
    reach = _REACH[candidates]
    if not reach:
        return [_bitset(index.values())] * len(places)
    return [_bitset(_around(index, place, reach)) for place in places]


def _around(index: dict[tuple[int, int], int], place: tuple[int, int], reach: int) -> list[int]:
    """Return a place and the cells up to `reach` straight steps away from it."""
    row, number = place
    distances = range(-reach, reach + 1)
    found = (
        index.get((row + d * down, number + d * along)) for down, along in _STEPS for d in distances
    )
    return [cell for cell in found if cell is not None]


def _bitset(cells) -> NDArray[np.uint64]:
    words = [0] * WORDS
    for cell in cells:
        words[cell >> 6] |= 1 << (cell & 63)
    return np.array(words, np.uint64)


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: side, in a row, swap, swapped, last, cells."""
    state[:] = 0
    state[SWAPPED] = encoded[3]
    state[WINNER] = -1
    for w in range(WORDS):
        state[EMPTY + w] = tables.data[BOARD + w]
    for cell in range(tables.cells):
        if encoded[5 + cell] > 0:
            put(tables, state, cell, encoded[5 + cell] - 1)
    for line in range(2 * tables.lines):
        if tables.data[MASK_RECORDS + state[MASKS + line]] & WON:
            state[WINNER] = line & 1


@compiled
def put(tables, state, cell, colour):
    """Place a stone and tell whether it completes a winning run."""
    data = tables.data
    won = np.int64(0)
    record = np.uint64(RECORD * cell)
    for k in range(record, record + np.uint64(3)):
        at = data[k + np.uint64(LINE_AT)]
        mask = state[at + colour] | data[k + np.uint64(BIT)]
        theirs = state[at + 1 - colour]
        state[at + colour] = mask
        line = (at - MASKS) >> 1
        one = np.int64(1) << line
        bits = data[LINE_RECORDS + LINE_RECORD * line + BITS]
        of_mask = data[MASK_RECORDS + mask]
        won |= of_mask & WON
        if of_mask & bits & ~theirs:
            state[FIVE_LINES + colour] |= one
        else:
            state[FIVE_LINES + colour] &= ~one
        if not data[MASK_RECORDS + theirs] & bits & ~mask:
            state[FIVE_LINES + 1 - colour] &= ~one
    for w in range(WORDS):
        state[SEEN + w] |= data[record + np.uint64(SEEN_FROM + w)]
        state[NEAR + w] |= data[record + np.uint64(NEAR_TO + w)]
    state[EMPTY + (cell >> 6)] ^= np.int64(1) << (cell & 63)
    state[STONES] += 1
    return won != 0


@compiled
def fives(tables, state, colour, out):
    """List the cells where a stone of `colour` wins at once, each once; return how many."""
    lines = state[FIVE_LINES + colour]
    n = 0
    while lines:
        line = lowest_bit(np.uint64(lines))
        lines &= lines - 1
        n = append_line_cells(tables, line, line_fives(tables, state, colour, line), out, n)
    return n


@compiled
def line_fives(tables, state, colour, line):
    """Return the bits of a line where a stone of `colour` wins at once."""
    at = MASKS + 2 * line
    bits = tables.data[LINE_RECORDS + LINE_RECORD * line + BITS]
    return tables.data[MASK_RECORDS + state[at + colour]] & bits & ~state[at + 1 - colour]


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
