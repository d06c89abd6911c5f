"""Tables over the stones of one colour on one line, for games of so many in a row.

A line's stones are a bitmask, neighbours on the board being neighbours in the mask. Lines
have at most 15 cells, so every question about a line is one look-up.
"""

import numpy as np
from numpy.typing import NDArray

LINE_BITS = 16  # entries a line has in a table of its cells


def winning_masks(length: int, in_a_row: int, *, exact: bool) -> NDArray[np.uint8]:
    """Tell which masks hold a winning run.

    Args:
        exact: Whether a longer run (an overline) does not win.

    Returns:
        uint8[2 ** length]: 1 where a run of `in_a_row` stones (exactly or at least) stands.
    """
    starts = open_windows(length, in_a_row, (in_a_row,), exact=exact)
    return (starts > 0).astype(np.uint8)


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


def open_windows(
    length: int, in_a_row: int, stones: tuple[int, ...], *, exact: bool
) -> NDArray[np.uint16]:
    """Tell by their first bits in which windows of `in_a_row` cells a mask has so many stones.

    Args:
        exact: Whether a window with a stone of the mask right before or after it does not count.

    Returns:
        uint16[2 ** length].
    """
    masks = np.arange(1 << length, dtype=np.int64)
    starts = np.zeros(masks.size, np.uint16)
    for start in range(length - in_a_row + 1):
        run = ((1 << in_a_row) - 1) << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        counts = np.isin(np.bitwise_count(masks & run), stones)
        if exact:
            counts &= masks & ends == 0
        starts |= counts.astype(np.uint16) << start
    return starts
