"""A hex Gomoku position that knows its threats, with do and undo, for the tactical searches.

A position is an int64 array. A stone changes the codes of its three lines, and their records
(`tables`) say at once where either colour wins or makes a four. `TURN` is the
colour to place; flipping it is a pass, which threat searches use to ask "what if nobody
answered?". The game must not be over: nothing here looks for completed runs.
"""

import numpy as np

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.hex_gomoku.kernels.tables import (
    BIT_OF,
    CELL_AT,
    CELLS,
    CODES_FROM,
    FIVE,
    FOUR,
    KEY_OF,
    LENGTH_OF,
    LINE_BITS,
    LINE_OF,
    LINES,
    MASK,
    MAX_CELLS,
    MAX_LINES,
    PATTERNS,
    POWER_OF,
    line_record,
    placing_worth,
    waiting_worth,
)

TURN = 0
STONES = 1
HASH = 2
WAITING_OF = 3  # [colour] worth over the lines while the other colour is to place
PLACING_OF = 5  # [colour] the same when it is to place
FIVE_LINES = 7  # [colour] bitset of the lines where a stone wins
FOUR_LINES = 9  # [colour] bitset of the lines where a stone makes a four
STONE = 11  # [cell] 0 empty, 1 black, 2 white
CODE = STONE + MAX_CELLS  # [line]
STONES_ON = CODE + MAX_LINES  # [2 * line + colour] mask of the stones
RECORD = STONES_ON + 2 * MAX_LINES  # [2 * line + colour]
POSITION_LENGTH = RECORD + 2 * MAX_LINES

_ENCODED_CELLS = 6  # where `HexState.encode` starts its cells, after the shift


@compiled
def load(tables, encoded, position):
    """Fill `position` from the rules' encoding of a game that is not over."""
    position[:] = 0
    for cell in range(tables[CELLS]):
        stone = encoded[_ENCODED_CELLS + cell]
        if stone:
            position[TURN] = stone - 1
            do(tables, position, cell)
    position[TURN] = (position[STONES] + encoded[_ENCODED_CELLS - 1]) & 1
    for line in range(tables[LINES]):
        _refresh(tables, position, line)


@compiled
def _refresh(tables, position, line):
    first = tables[CODES_FROM + line]
    one = np.int64(1) << line
    for colour in range(2):
        if first >= 0:
            record = tables[PATTERNS + 2 * (first + position[CODE + line]) + colour]
        else:
            own = position[STONES_ON + 2 * line + colour]
            other = position[STONES_ON + 2 * line + 1 - colour]
            record = line_record(tables, own, other, tables[LENGTH_OF + line])
        at = RECORD + 2 * line + colour
        old = position[at]
        position[WAITING_OF + colour] += waiting_worth(record) - waiting_worth(old)
        position[PLACING_OF + colour] += placing_worth(record) - placing_worth(old)
        position[at] = record
        fives = one if record & (MASK << FIVE) else 0
        fours = one if record & (MASK << FOUR) else 0
        position[FIVE_LINES + colour] = (position[FIVE_LINES + colour] & ~one) | fives
        position[FOUR_LINES + colour] = (position[FOUR_LINES + colour] & ~one) | fours


@compiled
def do(tables, position, cell):
    """Place a stone of the colour to place on an empty cell."""
    colour = position[TURN]
    for k in range(3 * cell, 3 * cell + 3):
        line = tables[LINE_OF + k]
        position[CODE + line] += (colour + 1) * tables[POWER_OF + k]
        position[STONES_ON + 2 * line + colour] |= np.int64(1) << tables[BIT_OF + k]
        _refresh(tables, position, line)
    position[STONE + cell] = colour + 1
    position[HASH] ^= tables[KEY_OF + 2 * cell + colour]
    position[STONES] += 1
    position[TURN] = 1 - colour


@compiled
def undo(tables, position, cell):
    """Take the last stone back; its colour is to place again."""
    colour = 1 - position[TURN]
    position[TURN] = colour
    position[STONES] -= 1
    position[HASH] ^= tables[KEY_OF + 2 * cell + colour]
    position[STONE + cell] = 0
    for k in range(3 * cell, 3 * cell + 3):
        line = tables[LINE_OF + k]
        position[CODE + line] -= (colour + 1) * tables[POWER_OF + k]
        position[STONES_ON + 2 * line + colour] ^= np.int64(1) << tables[BIT_OF + k]
        _refresh(tables, position, line)


@compiled
def winning_cells(tables, position, colour):
    """Find where a stone of `colour` wins at once.

    Returns:
        How many such cells there are, 2 standing for two or more, and two of them; one cell on
        two lines counts once.
    """
    lines = position[FIVE_LINES + colour]
    first = -1
    while lines:
        line = lowest_bit(np.uint64(lines))
        lines &= lines - 1
        bits = (position[RECORD + 2 * line + colour] >> FIVE) & MASK
        while bits:
            cell = tables[CELL_AT + LINE_BITS * line + lowest_bit(np.uint64(bits))]
            bits &= bits - 1
            if first < 0:
                first = cell
            elif cell != first:
                return 2, first, cell
    return (0 if first < 0 else 1), first, -1


@compiled
def append_cells(tables, position, colour, kind, lines, out, start, n):
    """Append the cells of a kind (FIVE, FOUR or THREE) on the given lines, each once.

    The lines to look at are a bitset. The cells go to `out` from `start` on, where the first
    `n` stand already; the new n is returned.
    """
    while lines:
        line = lowest_bit(np.uint64(lines))
        lines &= lines - 1
        bits = (position[RECORD + 2 * line + colour] >> kind) & MASK
        n = append_line_cells(tables, line, bits, out, start, n)
    return n


@compiled
def append_line_cells(tables, line, bits, out, start, n):
    """Append the cells behind some bits of a line, as `append_cells` does."""
    while bits:
        cell = tables[CELL_AT + LINE_BITS * line + lowest_bit(np.uint64(bits))]
        bits &= bits - 1
        listed = False
        for i in range(start, start + n):
            listed |= out[i] == cell
        if not listed:
            out[start + n] = cell
            n += 1
    return n


@compiled
def key(position):
    return position[HASH] ^ (position[TURN] * np.int64(0x1E3779B97F4A7C15))


@compiled
def fives_after(tables, position, cell):
    """Find where the colour to place wins next, once it has a stone on `cell`.

    It must not be able to win at once.

    Returns:
        What `winning_cells` would return.
    """
    me = position[TURN]
    first = -1
    for k in range(3 * cell, 3 * cell + 3):
        line = tables[LINE_OF + k]
        code = tables[CODES_FROM + line]
        if code >= 0:
            code += position[CODE + line] + (me + 1) * tables[POWER_OF + k]
            record = tables[PATTERNS + 2 * code + me]
        else:
            own = position[STONES_ON + 2 * line + me] | (np.int64(1) << tables[BIT_OF + k])
            other = position[STONES_ON + 2 * line + 1 - me]
            record = line_record(tables, own, other, tables[LENGTH_OF + line])
        bits = (record >> FIVE) & MASK
        while bits:
            five = tables[CELL_AT + LINE_BITS * line + lowest_bit(np.uint64(bits))]
            bits &= bits - 1
            if first < 0:
                first = five
            elif five != first:
                return 2, first, five
    return (0 if first < 0 else 1), first, -1


@compiled
def balance(position):
    """Return the balance of worth for the colour to place, were the other one to place."""
    me = position[TURN]
    return position[WAITING_OF + me] - position[PLACING_OF + 1 - me]


@compiled
def move_gain(tables, position, cell):
    """Return by how much a stone on `cell` betters the `balance` for its colour."""
    me = position[TURN]
    gain = np.int64(0)
    for k in range(3 * cell, 3 * cell + 3):
        line = tables[LINE_OF + k]
        first = tables[CODES_FROM + line]
        if first >= 0:
            code = first + position[CODE + line] + (me + 1) * tables[POWER_OF + k]
            mine = tables[PATTERNS + 2 * code + me]
            theirs = tables[PATTERNS + 2 * code + 1 - me]
        else:
            own = position[STONES_ON + 2 * line + me] | (np.int64(1) << tables[BIT_OF + k])
            other = position[STONES_ON + 2 * line + 1 - me]
            length = tables[LENGTH_OF + line]
            mine = line_record(tables, own, other, length)
            theirs = line_record(tables, other, own, length)
        gain += waiting_worth(mine) - waiting_worth(position[RECORD + 2 * line + me])
        gain += placing_worth(position[RECORD + 2 * line + 1 - me]) - placing_worth(theirs)
    return gain
