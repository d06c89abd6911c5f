"""SameGame boards as columns of bits: what annealing, nested policies and endgames play on.

A board is what is left of the searched position, the root. A tile keeps the name it had
there, its cell, and tiles never leave their column, as an empty column is only unlinked from
its neighbours. So a board is, for each column, a mask of the root's rows that are still there
and, for each colour, the bits of the rows where its tiles stand now; a removal is a few shifts.

All of it lives in one int32 array, so that no call allocates and few arguments travel. It holds

- boards, `words` each: a record for every column and one more that stands for the border
  (mask, bits of colour 1, 2, ..., left neighbour, right neighbour), then the tiles of each
  colour and, first among them, of all;
- from `grown` on, a mask for each column: the group found last;
- from `touched` on, the columns of that group;
- from `seen` on, a mask for each column, for enumerations;
- from `colour` on, the colour of each cell at the root, and from `column` on its column.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import bit_count, bit_length, close_gaps, lowest_bit, spread
from ai.kernels.compiled import compiled, inlined
from ai.kernels.random import random_below

CLEAR_BONUS = 1000

_ENCODED_CELLS = 5


class Layout(NamedTuple):
    """Where things stand; see the module's docstring."""

    columns: int  # of the root; also the number of the border
    rows: int
    colours: int  # numbered from 1
    deducts: bool  # whether left-over tiles cost points
    points: int  # made before the root
    boards: int
    record: int
    words: int
    grown: int  # [columns + 1], as are the next two
    touched: int
    seen: int
    colour: int  # [columns * rows], as is the next one
    column: int
    size: int  # words of the whole array


def _layout(
    columns: int, rows: int, colours: int, deducts: bool, points: int, boards: int
) -> Layout:
    record = colours + 3
    words = (columns + 1) * record + colours + 1
    grown = boards * words
    touched = grown + columns + 1
    seen = touched + columns + 1
    colour = seen + columns + 1
    return Layout(
        columns=columns,
        rows=rows,
        colours=colours,
        deducts=deducts,
        points=points,
        boards=boards,
        record=record,
        words=words,
        grown=grown,
        touched=touched,
        seen=seen,
        colour=colour,
        column=colour + columns * rows,
        size=colour + 2 * columns * rows,
    )


def make_layout(encoded: NDArray[np.int64], boards: int) -> Layout:
    """Return the layout for a position, as its `encode()` gives it, and so many boards."""
    columns, rows, colours, deducts, points = encoded[:5].tolist()
    return _layout(columns, rows, colours, bool(deducts), points, boards)


_layout_in_kernels = inlined(_layout)

_COLUMNS, _ROWS, _COLOURS = 15, 15, 5
"""The usual size: of the standard boards, and of those that the app begins with."""


@inlined
def has_usual_size(layout):
    """Return whether `of_usual_size` is for this layout."""
    usual = layout.columns == _COLUMNS and layout.rows == _ROWS
    return usual and layout.colours == _COLOURS


@inlined
def of_usual_size(layout):
    """Return the same layout, of which the compiler knows all but the number of boards."""
    return _layout_in_kernels(
        _COLUMNS, _ROWS, _COLOURS, layout.deducts, layout.points, layout.boards
    )


def make_memory(layout: Layout, encoded: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the array, int32[layout.size], with the position as its board 0."""
    memory = np.zeros(layout.size, np.int32)
    load(layout, encoded, memory)
    return memory


def column_keys(columns: int) -> NDArray[np.uint64]:
    """Return what each column's mask is multiplied with in a board's hash, uint64[columns + 1]."""
    keys = np.random.default_rng(0x5A4E).integers(1, 1 << 63, columns + 1, np.uint64)
    return keys * np.uint64(2) + np.uint64(1)


@compiled
def load(layout, encoded, memory):
    """Make a position board 0 and the root of the cells' names."""
    previous = layout.columns
    counts = (layout.columns + 1) * layout.record
    memory[: layout.words] = 0
    for column in range(layout.columns):
        record = column * layout.record
        for row in range(layout.rows):
            cell = column * layout.rows + row
            colour = encoded[_ENCODED_CELLS + cell]
            memory[layout.colour + cell] = colour
            memory[layout.column + cell] = column
            if colour != 0:
                memory[record] |= 1 << row
                memory[record + colour] |= 1 << row
                memory[counts] += 1
                memory[counts + colour] += 1
        if memory[record] != 0:
            memory[previous * layout.record + layout.record - 1] = column
            memory[record + layout.record - 2] = previous
            previous = column
    memory[previous * layout.record + layout.record - 1] = layout.columns
    memory[layout.columns * layout.record + layout.record - 2] = previous


@compiled
def read(memory, place):
    """Read a word; an unsigned index spares numba's handling of negative ones."""
    return np.int64(memory[np.uint64(place)])


@compiled
def write(memory, place, value):
    memory[np.uint64(place)] = value


@compiled
def copy_board(layout, memory, source, target):
    """Copy the board that begins at word `source` to word `target`."""
    for word in range(layout.words):
        memory[np.uint64(target + word)] = memory[np.uint64(source + word)]


@compiled
def tiles_of(layout, memory, board, colour):
    """Return how many tiles of a colour a board has; of all colours for colour 0."""
    return read(memory, board + (layout.columns + 1) * layout.record + colour)


@compiled
def standing(layout, memory, board, column, row):
    """Return the bit where the tile of a root cell stands now; 0 if it is gone."""
    mask = read(memory, board + column * layout.record)
    bit = np.int64(1) << row
    if mask & bit == 0:
        return np.int64(0)
    return np.int64(1) << bit_count(np.uint64(mask & (bit - 1)))


@compiled
def cell_at(layout, memory, board, column, bit):
    """Return the root cell of the tile that stands at `bit` of a column now."""
    mask = read(memory, board + column * layout.record)
    return column * layout.rows + lowest_bit(np.uint64(spread(bit, mask)))


@compiled
def colour_at(layout, memory, board, column, bit):
    """Return the colour of the tile that stands at `bit` of a column now."""
    return read(memory, layout.colour + cell_at(layout, memory, board, column, bit))


@compiled
def partnered(layout, memory, board, column):
    """Return the bits of a column's tiles that touch an equal one."""
    record = board + column * layout.record
    left = board + read(memory, record + layout.record - 2) * layout.record
    right = board + read(memory, record + layout.record - 1) * layout.record
    found = np.int64(0)
    for colour in range(1, layout.colours + 1):
        bits = read(memory, record + colour)
        near = read(memory, left + colour) | read(memory, right + colour)
        found |= bits & (bits << 1 | bits >> 1 | near)
    return found


@compiled
def has_partner(layout, memory, board, column, bit, colour):
    """Return whether an equal tile touches the one at `bit`."""
    record = board + column * layout.record
    near = read(memory, record + colour)
    near = (near << 1) | (near >> 1)
    for side in (layout.record - 2, layout.record - 1):
        neighbour = read(memory, record + side)
        near |= read(memory, board + neighbour * layout.record + colour)
    return near & bit != 0


@compiled
def _fill(seed, mask):
    """Return the runs of `mask` that the bits of `seed`, part of it, belong to."""
    grown = np.int64(0)
    while seed != 0:
        below = (seed & -seed) - 1
        first = np.int64(1) << bit_length(np.uint64(~mask & below))
        grown |= mask & ~(mask + first)  # the carry runs through the run and clears it
        seed &= ~grown
    return grown


@inlined
def find_group(layout, memory, board, column, bit, colour):
    """Find the group of a tile; its masks are to be taken out of `grown` afterwards.

    It is followed from the tile's column to either side, which finds all of most groups.

    Returns:
        How many columns it touches and how many tiles it has.
    """
    plane = board + colour
    middle = _fill(bit, read(memory, plane + column * layout.record))
    write(memory, layout.grown + column, middle)
    write(memory, layout.touched, column)
    n = 1
    size = bit_count(np.uint64(middle))
    missed = np.int64(0)
    for side in (layout.record - 2, layout.record - 1):
        here = column
        group = middle
        while True:
            near = read(memory, board + here * layout.record + side)
            mask = read(memory, plane + near * layout.record)
            if group & mask == 0:
                break
            grown = _fill(group & mask, mask)
            missed |= grown & read(memory, plane + here * layout.record) & ~group
            write(memory, layout.grown + near, grown)
            write(memory, layout.touched + n, near)
            n += 1
            size += bit_count(np.uint64(grown))
            here = near
            group = grown
    if missed == 0:
        return n, size
    return _complete_group(layout, memory, board, n, size, colour)


@inlined
def _complete_group(layout, memory, board, n, size, colour):
    """Add what is connected to the part that was found of a group until nothing more is."""
    plane = board + colour
    grows = True
    while grows:
        grows = False
        index = 0
        while index < n:
            here = read(memory, layout.touched + index)
            index += 1
            group = read(memory, layout.grown + here)
            for side in (layout.record - 2, layout.record - 1):
                near = read(memory, board + here * layout.record + side)
                mask = read(memory, plane + near * layout.record)
                grown = read(memory, layout.grown + near)
                fresh = group & mask & ~grown
                if fresh != 0:
                    if grown == 0:
                        write(memory, layout.touched + n, near)
                        n += 1
                    fresh = _fill(fresh, mask)
                    size += bit_count(np.uint64(fresh))
                    write(memory, layout.grown + near, grown | fresh)
                    grows = True
    return n, size


@compiled
def forget_group(layout, memory, n):
    """Clear the masks of the group found last, which touches `n` columns."""
    for index in range(n):
        write(memory, layout.grown + read(memory, layout.touched + index), 0)


@compiled
def see_nothing(layout, memory):
    """Clear the masks of `seen`."""
    for column in range(layout.columns + 1):
        write(memory, layout.seen + column, 0)


@inlined
def note_group(layout, memory, n):
    """Move the masks of the group found last from `grown` to `seen`."""
    for index in range(n):
        column = read(memory, layout.touched + index)
        seen = read(memory, layout.seen + column) | read(memory, layout.grown + column)
        write(memory, layout.seen + column, seen)
        write(memory, layout.grown + column, 0)


@inlined
def group_of(layout, memory, board, cell):
    """Find the group of a root cell's tile; return its colour, columns and size, 0 if it is gone.

    A tile alone has the size 1 and leaves nothing in `grown`.
    """
    column = read(memory, layout.column + cell)
    colour = read(memory, layout.colour + cell)
    bit = standing(layout, memory, board, column, cell - column * layout.rows)
    if bit == 0:
        return colour, np.int64(0), np.int64(0)
    n, size = find_group(layout, memory, board, column, bit, colour)
    if size == 1:
        forget_group(layout, memory, n)
    return colour, n, size


@compiled
def rules_cell(layout, memory, board, n):
    """Return the smallest cell of the group found last, as the rules count cells now."""
    first = read(memory, layout.touched)
    for index in range(1, n):
        first = min(first, read(memory, layout.touched + index))
    columns = 0
    for column in range(first):
        columns += read(memory, board + column * layout.record) != 0
    return columns * layout.rows + lowest_bit(np.uint64(read(memory, layout.grown + first)))


@compiled
def tile_at(layout, memory, board, cell):
    """Return the root cell of the tile that stands at a cell, as the rules count cells now."""
    index = cell // layout.rows
    column = read(memory, board + layout.columns * layout.record + layout.record - 1)
    for _ in range(index):
        column = read(memory, board + column * layout.record + layout.record - 1)
    return cell_at(layout, memory, board, column, np.int64(1) << (cell - index * layout.rows))


@inlined
def remove_group(layout, memory, keys, board, n, size, colour):
    """Take the group found last off a board, and its masks out of `grown`.

    Returns:
        What the board's hash decreases by, as uint64.
    """
    counts = board + (layout.columns + 1) * layout.record
    write(memory, counts, read(memory, counts) - size)
    write(memory, counts + colour, read(memory, counts + colour) - size)
    change = np.uint64(0)
    for index in range(n):
        column = read(memory, layout.touched + index)
        group = read(memory, layout.grown + column)
        write(memory, layout.grown + column, 0)
        record = board + column * layout.record
        before = read(memory, record)
        mask = before & ~spread(group, before)
        for place in range(record + 1, record + 1 + layout.colours):
            write(memory, place, close_gaps(read(memory, place), group))
        write(memory, record, mask)
        change += np.uint64(before - mask) * keys[np.uint64(column)]
        if mask == 0:
            left = read(memory, record + layout.record - 2)
            right = read(memory, record + layout.record - 1)
            write(memory, board + left * layout.record + layout.record - 1, right)
            write(memory, board + right * layout.record + layout.record - 2, left)
    return change


@inlined
def any_group(layout, memory, board, skipped):
    """Return column, bit and colour of a group of any colour but `skipped`; bit 0 if none."""
    for colour in range(1, layout.colours + 1):
        if colour == skipped or tiles_of(layout, memory, board, colour) < 2:
            continue
        for column in range(layout.columns):  # to follow the links would wait for each of them
            record = board + column * layout.record
            right = read(memory, record + layout.record - 1)
            bits = read(memory, record + colour)
            both = bits & (bits >> 1 | read(memory, board + right * layout.record + colour))
            if both != 0:
                return column, both & -both, colour
    return np.int64(0), np.int64(0), np.int64(0)


@inlined
def smallest_group(layout, memory, board, colour):
    """Return column and bit of the smallest group of a colour; bit 0 if it has none."""
    border = layout.columns
    see_nothing(layout, memory)
    best_size = np.int64(1) << 32
    best_column = np.int64(0)
    best_bit = np.int64(0)
    column = read(memory, board + border * layout.record + layout.record - 1)
    while column != border:
        record = board + column * layout.record
        left = read(memory, record + layout.record - 2)
        right = read(memory, record + layout.record - 1)
        bits = read(memory, record + colour)
        near = read(memory, board + left * layout.record + colour)
        near |= read(memory, board + right * layout.record + colour)
        rest = bits & (bits << 1 | bits >> 1 | near) & ~read(memory, layout.seen + column)
        while rest != 0:
            bit = rest & -rest
            n, size = find_group(layout, memory, board, column, bit, colour)
            note_group(layout, memory, n)
            if size == 2:
                return column, bit
            if size < best_size:
                best_size, best_column, best_bit = size, column, bit
            rest &= ~read(memory, layout.seen + column)
        column = right
    return best_column, best_bit


@inlined
def sample_tile(layout, memory, board, rng):
    """Return column, bit and colour of a random tile if it has a partner, else bit 0."""
    column = random_below(rng, layout.columns)
    mask = read(memory, board + column * layout.record)
    if mask == 0:
        return column, np.int64(0), np.int64(0)
    bit = np.int64(1) << random_below(rng, bit_count(np.uint64(mask)))
    colour = colour_at(layout, memory, board, column, bit)
    if has_partner(layout, memory, board, column, bit, colour):
        return column, bit, colour
    return column, np.int64(0), np.int64(0)


@compiled
def final_points(layout, memory, board):
    """Return what the tiles of a finished board cost, below zero, or what clearing it earns."""
    if tiles_of(layout, memory, board, 0) == 0:
        return np.int64(CLEAR_BONUS)
    cost = np.int64(0)
    if layout.deducts:
        for colour in range(1, layout.colours + 1):
            left = tiles_of(layout, memory, board, colour)
            if left > 0:
                cost += (left - 2) * (left - 2)
    return -cost
