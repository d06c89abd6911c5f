"""Victory by continuous fours, and what can stop it.

A *four* is a stone that makes a win in one: all but one of a row. The attacker makes fours only;
each leaves the defender one cell, or two and then none is enough. A search tries a bounded
number of fours, depth first; what it finds is a proof, and running out is none.

Wins of either side are only where the last stones made them, as in `playouts`.
"""

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from game.games.lattice.kernels.board import (
    BIT,
    LINE_AT,
    LINE_RECORD,
    LINE_RECORDS,
    MASK_RECORDS,
    MASKS,
    NONE,
    RECORD,
    STARTS,
    TOUCHED,
    TWO,
    TWO_SHORT,
    append_line_cells,
    cell_of,
    directions,
    flip,
    line_wins,
    new_wins,
    wins_of,
)

LONGEST = 20  # fours in a row before the last one
ROOM = 128  # fours of one position


@compiled
def open_windows(tables, state, attacker, line, short):
    """Return the starts of the windows of a line that only the attacker may still win.

    `short` is what such a window lacks: `TWO_SHORT` or `THREE_SHORT`.
    """
    data = tables.data
    at = MASKS + 2 * line
    near = data[MASK_RECORDS + state[at + attacker]] >> short
    touched = data[MASK_RECORDS + state[at + 1 - attacker]] >> TOUCHED
    return near & ~touched & data[LINE_RECORDS + LINE_RECORD * line + STARTS]


@compiled
def search_fours(tables, state, attacker, moves, most, deepest):
    """Search a win by fours for a colour that is to move, or would be after a pass.

    Args:
        state: The state, of a game that is not over; it is the same afterwards.
        moves: Takes the moves of the win; of two wins the defender takes the first. As in all
            lists here, no cell stands in it twice.
        deepest: How many fours may come before the last one, at most `LONGEST`.

    Returns:
        The plies of the win, or 0.
    """
    if wins_of(tables, state, attacker, moves):
        return 1
    must = np.int64(NONE)
    faced = wins_of(tables, state, 1 - attacker, moves)
    if faced > 1 or deepest < 0:
        return 0
    if faced == 1:
        must = moves[0]
    for number in range(tables.lines):
        if open_windows(tables, state, attacker, number, TWO_SHORT):
            return _deepen(tables, state, attacker, must, moves, most, deepest)
    return 0


@compiled
def _deepen(tables, state, attacker, must, moves, most, deepest):
    """Search depth first with a stack of one's own: the fours of a position, then the next."""
    fours = np.empty((LONGEST + 1) * ROOM, np.int64)
    blocks = np.empty((LONGEST + 1) * ROOM, np.int64)
    count = np.zeros(LONGEST + 1, np.int64)
    depth = 0
    tried = 0
    while True:
        start = depth * ROOM
        n = _list_fours(tables, state, attacker, must, fours, blocks, start)
        if n < 0:
            moves[2 * depth] = fours[start]
            moves[2 * depth + 1] = blocks[start]
            moves[2 * depth + 2] = blocks[start + 1]
            plies = 2 * depth + 3
            while depth > 0:
                depth -= 1
                _take_back(tables, state, attacker, moves, depth)
            return plies
        count[depth] = n
        while True:
            while count[depth] == 0:
                if depth == 0:
                    return 0
                depth -= 1
                _take_back(tables, state, attacker, moves, depth)
            if tried == most or depth == deepest:
                count[depth] = 0
                continue
            tried += 1
            count[depth] -= 1
            top = depth * ROOM + count[depth]
            moves[2 * depth] = fours[top]
            moves[2 * depth + 1] = blocks[top]
            flip(tables, state, fours[top], attacker)
            flip(tables, state, blocks[top], 1 - attacker)
            must = new_wins(tables, state, blocks[top], 1 - attacker)
            depth += 1
            if must != TWO:
                break
            depth -= 1
            _take_back(tables, state, attacker, moves, depth)


@compiled
def _take_back(tables, state, attacker, moves, depth):
    flip(tables, state, moves[2 * depth], attacker)
    flip(tables, state, moves[2 * depth + 1], 1 - attacker)


@compiled
def _list_fours(tables, state, attacker, must, fours, blocks, start):
    """List the attacker's fours and the one cell that stops each, from `start` on.

    Only the cell `must` counts if it is not NONE. A four with two wins ends the list: then it
    stands first, its wins in `blocks`, and -1 is returned; else how many there are.
    """
    n = 0
    for line in range(tables.lines):
        windows = open_windows(tables, state, attacker, line, TWO_SHORT)
        while windows:
            window = ((1 << tables.in_a_row) - 1) << lowest_bit(np.uint64(windows))
            windows &= windows - 1
            gaps = window & ~state[MASKS + 2 * line + attacker]
            low = cell_of(tables, line, lowest_bit(np.uint64(gaps)))
            high = cell_of(tables, line, lowest_bit(np.uint64(gaps & (gaps - 1))))
            for four, block in ((low, high), (high, low)):
                if must != NONE and four != must:
                    continue
                listed = False
                for i in range(start, start + n):
                    listed |= fours[i] == four
                if listed or n == ROOM:
                    continue
                flip(tables, state, four, attacker)
                if new_wins(tables, state, four, attacker) == TWO:
                    fours[start] = four
                    _two_wins(tables, state, four, attacker, blocks[start : start + ROOM])
                    flip(tables, state, four, attacker)
                    return -1
                flip(tables, state, four, attacker)
                fours[start + n] = four
                blocks[start + n] = block
                n += 1
    return n


@compiled
def _two_wins(tables, state, cell, colour, out):
    n = 0
    for k in range(directions(tables)):
        at = tables.data[RECORD * cell + LINE_AT + k]
        bits = line_wins(tables.data, state, colour, at)
        n = append_line_cells(tables, (at - MASKS) >> 1, bits, out, n)
    return n


@compiled
def append_defences(tables, state, defender, moves, plies):
    """Append to a win by fours, of so many plies, the other cells that may stop it.

    The win's own cells may: it needs them empty. So may a counter-threat. While the win is
    played the defender has its stones, the forced replies and one stone more; that one matters
    only if it can be what makes a window a four, so a cell counts if some window through it,
    free of the attacker's present stones, holds enough of the defender's present or forced ones.
    A stone anywhere else leaves each step of the win as it was, so the win itself refutes it.

    Returns:
        How many cells stand in `moves` then, each once.
    """
    forced = np.zeros(tables.lines, np.int64)
    for i in range(1, plies, 2):
        for k in range(RECORD * moves[i], RECORD * moves[i] + directions(tables)):
            forced[(tables.data[k + LINE_AT] - MASKS) >> 1] |= tables.data[k + BIT]
    n = plies
    for number in range(1, tables.lines):
        own = state[MASKS + 2 * number + defender]
        theirs = state[MASKS + 2 * number + 1 - defender]
        hoped = own | forced[number]
        if bit_count(np.uint64(hoped)) < tables.in_a_row - 2:
            continue
        cells = np.int64(0)
        starts = tables.data[LINE_RECORDS + LINE_RECORD * number + STARTS]
        while starts:
            start = lowest_bit(np.uint64(starts))
            starts &= starts - 1
            window = ((1 << tables.in_a_row) - 1) << start
            ends = tables.exact * ((1 << (start + tables.in_a_row)) | ((1 << start) >> 1))
            if window & theirs or ends & own:
                continue
            if bit_count(np.uint64(window & hoped)) >= tables.in_a_row - 2:
                cells |= window & ~own
        n = append_line_cells(tables, number, cells, moves, n)
    return n
