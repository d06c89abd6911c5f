"""Random games of hex Gomoku near the stones: plain ones, and ones that see wins in one.

The cells to play on stand in an array from which a random one is taken out, the last filling
the gap; only cells that a stone brings into sight for the first time are added. Of a state
that was played out, only what `is_terminal` and `outcome` read is right.

Decisive and anti-decisive moves: Teytaud and Teytaud, "On the huge benefit of decisive moves in
Monte-Carlo tree search algorithms", CIG 2010. Whoever has a five takes it; who faces one blocks
it; who faces two has lost. After each stone the fives can only be on its three lines, as older
ones were taken or blocked.
"""

import numpy as np

from ai.kernels.bits import append_bits, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import below, step
from game.games.hex_gomoku.kernels.board import (
    BIT,
    BITS,
    COMPLETIONS,
    EMPTY,
    FIVE_LINES,
    LINE_AT,
    LINE_RECORD,
    LINE_RECORDS,
    MASK_RECORDS,
    MASKS,
    NEAR,
    NEAR_TO,
    RECORD,
    STONES,
    WINNER,
    WON,
    cell_of,
    fives,
)

NONE = -1
TWO = -2


@compiled
def play_out(tables, state, rng):
    """Play a state with two stones or more to its end in place."""
    if state[WINNER] >= 0:
        return
    if tables.decisive:
        _play_out_decisively(tables, state, rng)
    else:
        _play_out_plainly(tables, state, rng)


@compiled
def _play_out_plainly(tables, state, rng):
    data = tables.data
    seen0 = np.uint64(state[NEAR])
    seen1 = np.uint64(state[NEAR + 1])
    seen2 = np.uint64(state[NEAR + 2])
    waiting = state[MASKS + 2 * tables.lines :]
    n = append_bits(seen0 & np.uint64(state[EMPTY]), 0, waiting, 0)
    n = append_bits(seen1 & np.uint64(state[EMPTY + 1]), 64, waiting, n)
    n = append_bits(seen2 & np.uint64(state[EMPTY + 2]), 128, waiting, n)
    colour = np.uint64(state[STONES] & 1)
    x = rng[0]
    while n > 0:
        x = step(x)
        chosen = np.uint64(below(x, n))
        cell = np.uint64(waiting[chosen])
        record = cell * np.uint64(RECORD)
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        place0 = np.uint64(data[record + np.uint64(LINE_AT)]) + colour
        place1 = np.uint64(data[record + np.uint64(LINE_AT + 1)]) + colour
        place2 = np.uint64(data[record + np.uint64(LINE_AT + 2)]) + colour
        mask0 = state[place0] | data[record + np.uint64(BIT)]
        mask1 = state[place1] | data[record + np.uint64(BIT + 1)]
        mask2 = state[place2] | data[record + np.uint64(BIT + 2)]
        state[place0] = mask0
        state[place1] = mask1
        state[place2] = mask2
        after0 = data[np.uint64(MASK_RECORDS) + np.uint64(mask0)]
        after1 = data[np.uint64(MASK_RECORDS) + np.uint64(mask1)]
        after2 = data[np.uint64(MASK_RECORDS) + np.uint64(mask2)]
        if (after0 | after1 | after2) & WON:
            rng[0] = x
            state[WINNER] = colour
            return
        new0 = np.uint64(data[record + np.uint64(NEAR_TO)]) & ~seen0
        new1 = np.uint64(data[record + np.uint64(NEAR_TO + 1)]) & ~seen1
        new2 = np.uint64(data[record + np.uint64(NEAR_TO + 2)]) & ~seen2
        if new0 | new1 | new2:
            seen0 |= new0
            seen1 |= new1
            seen2 |= new2
            n = append_bits(new0, 0, waiting, n)
            n = append_bits(new1, 64, waiting, n)
            n = append_bits(new2, 128, waiting, n)
        colour ^= np.uint64(1)
    rng[0] = x
    state[STONES] = tables.cells


@compiled
def _play_out_decisively(tables, state, rng):
    colour = np.uint64(state[STONES] & 1)
    waiting = state[MASKS + 2 * tables.lines :]
    if state[FIVE_LINES + colour]:
        state[WINNER] = colour
        return
    forced = np.int64(NONE)
    if state[FIVE_LINES + (colour ^ np.uint64(1))]:
        if fives(tables, state, np.int64(colour ^ np.uint64(1)), waiting) > 1:
            state[WINNER] = colour ^ np.uint64(1)
            return
        forced = waiting[0]
    data = tables.data
    seen0 = np.uint64(state[NEAR])
    seen1 = np.uint64(state[NEAR + 1])
    seen2 = np.uint64(state[NEAR + 2])
    n = append_bits(seen0 & np.uint64(state[EMPTY]), 0, waiting, 0)
    n = append_bits(seen1 & np.uint64(state[EMPTY + 1]), 64, waiting, n)
    n = append_bits(seen2 & np.uint64(state[EMPTY + 2]), 128, waiting, n)
    x = rng[0]
    while n > 0:
        if forced >= 0:
            chosen = np.uint64(0)
            while waiting[chosen] != forced:
                chosen += np.uint64(1)
        else:
            x = step(x)
            chosen = np.uint64(below(x, n))
        cell = np.uint64(waiting[chosen])
        record = cell * np.uint64(RECORD)
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        line0 = np.uint64(data[record + np.uint64(LINE_AT)])
        line1 = np.uint64(data[record + np.uint64(LINE_AT + 1)])
        line2 = np.uint64(data[record + np.uint64(LINE_AT + 2)])
        mask0 = state[line0 + colour] | data[record + np.uint64(BIT)]
        mask1 = state[line1 + colour] | data[record + np.uint64(BIT + 1)]
        mask2 = state[line2 + colour] | data[record + np.uint64(BIT + 2)]
        state[line0 + colour] = mask0
        state[line1 + colour] = mask1
        state[line2 + colour] = mask2
        after0 = data[np.uint64(MASK_RECORDS) + np.uint64(mask0)]
        after1 = data[np.uint64(MASK_RECORDS) + np.uint64(mask1)]
        after2 = data[np.uint64(MASK_RECORDS) + np.uint64(mask2)]
        forced = np.int64(NONE)
        if (after0 | after1 | after2) & COMPLETIONS:
            forced = _joined(forced, five_on(tables, state, line0, colour, after0))
            forced = _joined(forced, five_on(tables, state, line1, colour, after1))
            forced = _joined(forced, five_on(tables, state, line2, colour, after2))
            if forced == TWO:
                rng[0] = x
                state[WINNER] = colour
                return
        new0 = np.uint64(data[record + np.uint64(NEAR_TO)]) & ~seen0
        new1 = np.uint64(data[record + np.uint64(NEAR_TO + 1)]) & ~seen1
        new2 = np.uint64(data[record + np.uint64(NEAR_TO + 2)]) & ~seen2
        if new0 | new1 | new2:
            seen0 |= new0
            seen1 |= new1
            seen2 |= new2
            n = append_bits(new0, 0, waiting, n)
            n = append_bits(new1, 64, waiting, n)
            n = append_bits(new2, 128, waiting, n)
        colour ^= np.uint64(1)
    rng[0] = x
    state[STONES] = tables.cells


@compiled
def five_on(tables, state, at, colour, record):
    """Return the colour's one five on a line, or NONE, or TWO.

    Args:
        tables: The tables.
        state: The state, of which only the masks are read.
        at: uint64, where black's mask of the line stands.
        colour: uint64.
        record: int64, the record of the colour's mask.
    """
    line = (np.int64(at) - MASKS) >> 1
    bits = record & tables.data[LINE_RECORDS + LINE_RECORD * line + BITS]
    bits &= ~state[at + (colour ^ np.uint64(1))]
    if bits == 0:
        return np.int64(NONE)
    if bits & (bits - 1):
        return np.int64(TWO)
    return cell_of(tables, line, lowest_bit(np.uint64(bits)))


@compiled
def _joined(one, other):
    """Return what two lines offer together: one cell on both counts once."""
    if one in (NONE, other):
        return other
    if other == NONE:
        return one
    return np.int64(TWO)
