"""The board of a game of so many in a row, for the searches: stones as line masks.

A state is an int64 array: a header, for each line and colour the stones on it as a mask, then
for each word of a bitset of cells the empty ones and those near a stone. The last part is scratch
for playouts. Lines too short to win on are left out; a cell that lacks one names line 0, which
has no cells and never wins. A *win* is a cell where a colour, 0 or 1, completes a row.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from ai.kernels.bits import APPEND_SLACK, lowest_bit
from ai.kernels.compiled import compiled, merged
from game.games.lattice.lines import Line

STONES = 0
SWAPPED = 1  # whether the players have exchanged colours
WINNER = 2  # the colour that has won, or -1
SHIFT = 3  # added to the stones, it tells whose turn it is; see `RowState.shift`
HOT = 4  # [colour] bitset of lines, numbered modulo 64: all where it may have wins
MASKS = 6  # then stones of colour c on line l at MASKS + 2 * l + c

# Three bitsets of cells, word by word, the first of all at `Tables.sets`:
SETS = 3
EMPTY = 0  # without a stone
SEEN = 1  # near a stone, by the tree's filter
NEAR = 2  # the same by the playouts' filter

WORDS = 4
WORD_BITS = 64
DIRECTIONS = 4
MAX_CELLS = 225
MAX_LINES = 81
MOST_FOURS = 24  # that a search at an expansion tries

# The tables' array: a record for each cell and line, a bitset, keys for hashes, a record for
# each mask.
# The record of a cell:
RECORD = 16
LINE_AT = 0  # four: where a state holds the first colour's mask of each line through the cell
BIT = 4  # four: the cell's bit in each of these masks
SEEN_FROM = 8  # four words: the cells that the tree looks at once a stone stands here
NEAR_TO = 12  # four words: the same for playouts

# The record of a line, and where the first one stands:
LINE_BITS = 16
LINE_RECORD = LINE_BITS + 2
BITS = LINE_BITS  # after the cell behind each bit, or -1: the bits that are cells
STARTS = LINE_BITS + 1  # starts of the windows that lie on the board
LINE_RECORDS = RECORD * MAX_CELLS

OPENING = LINE_RECORDS + LINE_RECORD * MAX_LINES  # four words: cells for the empty board
KEYS = OPENING + WORDS  # [2 * cell + colour]

# The record of a line's stones of one colour, others ignored, and where that of none stands: the
# bits that make the mask win; whether it has won; starts of the windows of a row's length where
# two more stones win; the same for three; starts of those with a stone in them.
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
    words: int  # of a bitset of cells
    sets: int  # where a state has its bitsets
    in_a_row: int
    exact: int  # 1 if a longer row does not win
    swap_opening: bool  # whether the second player may take over the first stone
    opening: int  # so many stones are laid by the tree's filter before a playout begins
    decisive: bool  # whether the tree takes wins, and blocks them, before everything else
    decisive_playouts: bool  # the same for playouts
    growing: int  # words that a stone of a playout may add cells to
    fours: int  # how many fours a search of fours may try, 0 for no such searches
    unshared: int  # 1 if each line has a bit of `HOT` of its own, which then is taken back
    data: NDArray[np.int64]  # [n]


class HexagonalTables(Tables):
    """Those of a board with three lines through a cell: kernels are compiled for either kind."""

    DIRECTIONS = 3


class SquareTables(Tables):
    """Those of a board with four lines through a cell, or fewer."""

    DIRECTIONS = 4


@intrinsic
def directions(typingctx, tables):  # noqa: ARG001
    """Return how many lines pass through a cell, as a constant, so that loops are unrolled."""
    number = tables.instance_class.DIRECTIONS

    def codegen(context, builder, signature, args):  # noqa: ARG001
        return ir.Constant(ir.IntType(64), number)

    return types.int64(tables), codegen


directions.in_python = lambda tables: tables.DIRECTIONS


class Filters(NamedTuple):
    """Which cells are worth a stone.

    Attributes:
        opening: On the empty board.
        tree: For each cell those that the tree looks at once a stone stands there.
        playouts: The same for playouts.
    """

    opening: Iterable[int]
    tree: Sequence[Iterable[int]]
    playouts: Sequence[Iterable[int]]


def row_tables(
    kind: type[Tables],
    lines: Iterable[Line],
    in_a_row: int,
    filters: Filters,
    *,
    exact: bool = False,
    swap_opening: bool = False,
    opening: int = 1,
    decisive: bool = True,
    decisive_playouts: bool = True,
    vcf: bool = True,
) -> Tables:
    """Return the tables of a board; `Tables` says what most arguments are.

    Args:
        kind: `SquareTables` or `HexagonalTables`.
        lines: The cells of each line; those too short to win on do not matter.
        vcf: Whether wins by continuous fours are searched at every expansion.
    """
    cells = len(filters.tree)
    long_enough = [line for line in lines if len(line) >= in_a_row]
    width = max(map(len, long_enough), default=in_a_row)
    data = np.zeros(MASK_RECORDS + (1 << width), np.int64)
    by_cell = data[:LINE_RECORDS].reshape(MAX_CELLS, RECORD)
    _fill_lines(data, in_a_row, long_enough)
    for at, near in ((SEEN_FROM, filters.tree), (NEAR_TO, filters.playouts)):
        for cell, others in enumerate(near):
            by_cell[cell, at : at + WORDS] = _bitset(others)
    data[OPENING:KEYS] = _bitset(filters.opening)
    data[KEYS:MASK_RECORDS] = np.random.default_rng(1).integers(
        -(2**63), 2**63, 2 * MAX_CELLS, np.int64
    )
    data[MASK_RECORDS:] = _mask_records(width, in_a_row, exact=exact)
    data.flags.writeable = False
    words = (cells + WORD_BITS - 1) // WORD_BITS
    everywhere = all(len(set(others)) == cells for others in filters.playouts)
    return kind(
        cells=cells,
        lines=1 + len(long_enough),
        words=words,
        sets=MASKS + 2 + 2 * len(long_enough),
        in_a_row=in_a_row,
        exact=int(exact),
        swap_opening=swap_opening,
        opening=opening,
        decisive=decisive,
        decisive_playouts=decisive_playouts,
        growing=0 if everywhere else words,
        fours=MOST_FOURS if vcf else 0,
        unshared=int(len(long_enough) < WORD_BITS),
        data=data,
    )


def _mask_records(width: int, in_a_row: int, *, exact: bool) -> NDArray[np.int64]:
    masks = np.arange(1 << width)
    wins = _windows(masks, in_a_row, [in_a_row], exact=exact) != 0
    records: NDArray[np.int64] = wins * np.int64(WON)
    for bit in range(width):
        records |= np.where(wins[masks | 1 << bit] & ~wins, 1 << bit, 0)
    records |= _windows(masks, in_a_row, [in_a_row - 2], exact=exact) << TWO_SHORT
    records |= _windows(masks, in_a_row, [in_a_row - 3], exact=exact) << THREE_SHORT
    records |= _windows(masks, in_a_row, range(1, in_a_row + 1), exact=False) << TOUCHED
    return records


def _windows(
    masks: NDArray[np.int64], in_a_row: int, stones: Sequence[int], *, exact: bool
) -> NDArray[np.int64]:
    """Return the starts of the windows, as bits, that have one of these numbers of stones.

    Args:
        masks: All of a line, in ascending order.
        exact: Whether a window with a stone right before or after it does not count.
    """
    length = masks.size.bit_length() - 1
    starts = np.zeros_like(masks)
    for start in range(length - in_a_row + 1):
        window = ((1 << in_a_row) - 1) << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        counts = np.isin(np.bitwise_count(masks & window), stones)
        if exact:
            counts &= masks & ends == 0
        starts |= counts * np.int64(1 << start)
    return starts


def _fill_lines(data: NDArray[np.int64], in_a_row: int, lines: list[Line]) -> None:
    by_cell = data[:LINE_RECORDS].reshape(MAX_CELLS, RECORD)
    by_cell[:, LINE_AT : LINE_AT + DIRECTIONS] = MASKS
    by_cell[:, BIT : BIT + DIRECTIONS] = 1
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


def _bitset(cells: Iterable[int]) -> NDArray[np.int64]:
    words = [0] * WORDS
    for cell in cells:
        words[cell >> 6] |= 1 << (cell & 63)
    return np.array(words, np.uint64).view(np.int64)


@compiled
def state_length(tables):
    return tables.sets + SETS * tables.words + tables.cells + APPEND_SLACK


@compiled
def load_stones(tables, encoded, first, state):
    """Fill `state` from `encoded`, which has the stones of the cells, 0 to 2, from `first` on.

    Before them stands the shift.
    """
    state[:] = 0
    state[SHIFT] = encoded[first - 1]
    for cell in range(tables.cells):
        state[tables.sets + SETS * (cell >> 6) + EMPTY] |= np.int64(1) << (cell & 63)
    state[WINNER] = NONE
    for cell in range(tables.cells):
        if encoded[first + cell] > 0:
            put(tables, state, cell, encoded[first + cell] - 1)
    for line in range(2 * tables.lines):
        if tables.data[MASK_RECORDS + state[MASKS + line]] & WON:
            state[WINNER] = line & 1


@merged
def colour_to_place(state):
    """Return the colour of the next stone, 0 or 1."""
    return (state[STONES] + state[SHIFT]) & 1


@merged
def put(tables, state, cell, colour):
    """Place a stone and tell whether that completes a row."""
    data = tables.data
    record = np.uint64(RECORD * cell)
    won = mark(tables, state, cell, colour)
    at = np.uint64(tables.sets)
    for w in range(tables.words):
        state[at + np.uint64(SEEN)] |= data[record + np.uint64(SEEN_FROM + w)]
        state[at + np.uint64(NEAR)] |= data[record + np.uint64(NEAR_TO + w)]
        at += np.uint64(SETS)
    state[tables.sets + SETS * (cell >> 6) + EMPTY] ^= np.int64(1) << (cell & 63)
    state[STONES] += 1
    return won != 0


@merged
def mark(tables, state, cell, colour):
    """Place or take back a stone in the masks, so that `wins_of` sees it, and tell of a row."""
    data = tables.data
    won = np.int64(0)
    lines = np.int64(0)
    hot = np.int64(0)
    record = np.uint64(RECORD * cell)
    for k in range(directions(tables)):
        at = data[record + np.uint64(LINE_AT + k)]
        mask = state[at + colour] ^ data[record + np.uint64(BIT + k)]
        state[at + colour] = mask
        of_mask = data[MASK_RECORDS + mask]
        won |= of_mask & WON
        line = ((at - MASKS) >> 1) & 63
        lines |= tables.unshared << line
        hot |= np.int64(of_mask & COMPLETIONS != 0) << line
    state[HOT + colour] = (state[HOT + colour] & ~lines) | hot
    return won


@compiled
def flip(tables, state, cell, colour):
    """Place or take back a stone in the masks alone; for whoever looks at its lines only."""
    data = tables.data
    record = np.uint64(RECORD * cell)
    for k in range(directions(tables)):
        at = np.uint64(data[record + np.uint64(LINE_AT + k)] + colour)
        state[at] ^= data[record + np.uint64(BIT + k)]


@compiled
def wins_of(tables, state, colour, out):
    """List the cells where a stone of `colour` wins at once, each once; return how many."""
    n = 0
    for first in range(0, tables.lines, WORD_BITS):
        lines = state[HOT + colour]
        while lines:
            line = first + lowest_bit(np.uint64(lines))
            lines &= lines - 1
            if line < tables.lines:
                bits = line_wins(tables.data, state, colour, MASKS + 2 * line)
                if bits:
                    n = append_line_cells(tables, line, bits, out, n)
    return n


@merged
def line_wins(data, state, colour, at):
    """Return the bits of the line whose masks stand at `at` where a stone wins at once."""
    here = np.uint64(at)
    mine = np.uint64(colour)
    bits = data[np.uint64(MASK_RECORDS) + np.uint64(state[here + mine])] & COMPLETIONS
    bits &= data[_line_record(at) + np.uint64(BITS)]
    return bits & ~state[here + (mine ^ np.uint64(1))]


@merged
def _line_record(at):
    line = np.uint64((at - MASKS) >> 1)
    return np.uint64(LINE_RECORDS) + np.uint64(LINE_RECORD) * line


@merged
def wins_beside(tables, state, cell, colour):
    """Return the one win of a colour on the lines of a stone, or NONE, or TWO for more of them."""
    data = tables.data
    only = np.int64(NONE)
    record = np.uint64(RECORD) * np.uint64(cell)
    for k in range(directions(tables)):
        at = data[record + np.uint64(LINE_AT + k)]
        bits = line_wins(data, state, colour, at)
        if bits:
            win = data[_line_record(at) + np.uint64(lowest_bit(np.uint64(bits)))]
            if bits & (bits - 1) or (only != NONE and only != win):
                win = np.int64(TWO)
            only = win
            if only == TWO:
                break
    return only


@compiled
def new_wins(tables, state, cell, colour):
    """Return what `wins_beside` does, by a call: merged everywhere, it would compile slowly."""
    return wins_beside(tables, state, cell, colour)


@compiled
def cell_of(tables, line, bit):
    return tables.data[LINE_RECORDS + LINE_RECORD * line + bit]


@compiled
def append_line_cells(tables, line, bits, out, n):
    """Append the cells behind some bits of a line to out[:n], unless they stand there; return n."""
    while bits:
        cell = cell_of(tables, line, lowest_bit(np.uint64(bits)))
        bits &= bits - 1
        listed = False
        for i in range(n):
            listed |= out[i] == cell
        if not listed:
            out[n] = cell
            n += 1
    return n
