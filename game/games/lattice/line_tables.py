"""Tables over the stones of one colour on one line, for games of so many in a row.

A line's stones are a bitmask, neighbours on the board being neighbours in the mask. Lines
have at most 15 cells, so every question about a line is one look-up.
"""

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled

LINE_BITS = 16  # entries a line has in a table of its cells


def winning_masks(length: int, in_a_row: int, *, exact: bool) -> NDArray[np.uint8]:
    """Tell which masks hold a winning run.

    Args:
        length: Cells of the longest line.
        in_a_row: Stones that win.
        exact: Whether a longer run (an overline) does not win.

    Returns:
        uint8[2 ** length]: 1 where a run of `in_a_row` stones (exactly or at least) stands.
    """
    masks = np.arange(1 << length, dtype=np.int64)
    wins = np.zeros(1 << length, np.uint8)
    for start in range(length - in_a_row + 1):
        run = ((1 << in_a_row) - 1) << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        seen = run | ends if exact else run
        wins[(masks & seen) == run] = 1
    return wins


def completing_bits(wins: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Tell which further stone makes a mask a winning one.

    Args:
        wins: uint8[2 ** length], from `winning_masks`.

    Returns:
        uint16[2 ** length]: the bits whose addition turns a mask that has not won into one
        that has.
    """
    length = wins.size.bit_length() - 1
    masks = np.arange(wins.size, dtype=np.int64)
    bits = np.zeros(wins.size, np.uint16)
    for place in range(length):
        added = (wins[masks | (1 << place)] > wins).astype(np.uint16)
        bits |= added << np.uint16(place)
    return bits


def near_win_starts(length: int, in_a_row: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Tell by their first bits which windows of `in_a_row` cells a mask nearly fills or touches.

    Args:
        length: Cells of the longest line.
        in_a_row: Stones that win, exactly.

    Returns:
        Two uint16[2 ** length]. First the windows that lack two stones for a winning run, with
        no stone of the mask right before or after them; then those with any stone of the mask.
    """
    masks = np.arange(1 << length, dtype=np.int64)
    near = np.zeros(masks.size, np.uint16)
    touched = np.zeros(masks.size, np.uint16)
    for start in range(length - in_a_row + 1):
        run = ((1 << in_a_row) - 1) << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        stones = np.bitwise_count(masks & run)
        near |= ((stones == in_a_row - 2) & (masks & ends == 0)).astype(np.uint16) << start
        touched |= (stones > 0).astype(np.uint16) << start
    return near, touched


@compiled
def completing_cells(masks, colour, completions, line_bits, line_cells, out):
    """List the empty cells where a stone of `colour` completes a winning run, each once.

    Args:
        masks: int64[2 * L], the stones of colour c on line l at 2 * l + c.
        colour: 0 or 1.
        completions: From `completing_bits`.
        line_bits: int64[L], the bits of a line that are cells.
        line_cells: int64[16 * L], the cell behind each bit of a line.
        out: Takes the cells.

    Returns:
        How many there are.
    """
    n = 0
    for line in range(line_bits.size):
        bits = np.int64(completions[masks[2 * line + colour]])
        if bits:
            bits &= line_bits[line] & ~masks[2 * line + 1 - colour]
            while bits:
                cell = line_cells[LINE_BITS * line + lowest_bit(np.uint64(bits))]
                bits &= bits - 1
                known = False
                for i in range(n):
                    known |= out[i] == cell
                if not known:
                    out[n] = cell
                    n += 1
    return n
