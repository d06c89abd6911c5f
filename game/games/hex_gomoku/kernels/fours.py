"""Victory by continuous fours on the tree search's board, and what can stop it.

The attacker plays fours only; each leaves the defender one cell, or two and then none is enough.
A search tries a bounded number of fours, depth first; what it finds is a proof, and running out
is none. The threat search (`threats`) goes further, at the root: here counts how
soon a position without a win is done with, which takes two look-ups a line.

Fives of either side are only where the last stones made them, as in `playouts`.
"""

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from game.games.hex_gomoku.kernels.board import (
    BIT,
    FIVE_LINES,
    LINE_AT,
    LINE_RECORD,
    LINE_RECORDS,
    MASK_RECORDS,
    MASKS,
    NEAR_WINS,
    RECORD,
    STARTS,
    TOUCHED,
    append_line_cells,
    cell_of,
    fives,
    line_fives,
)
from game.games.hex_gomoku.kernels.playouts import NONE, TWO, five_on

LONGEST = 12  # fours in a row before the last one
ROOM = 128  # fours of one position
PLIES = 2 * LONGEST + 3  # of the longest win


@compiled
def search_fours(tables, state, attacker, line):
    """Search a win by fours for a colour that is to move, or would be after a pass.

    Args:
        tables: The tables; `fours` bounds how many fours are tried.
        state: The state; it is the same afterwards.
        attacker: The colour that plays the fours.
        line: Takes the moves of the win; of two fives the defender takes the first.

    Returns:
        The plies of the win, or 0.
    """
    if state[FIVE_LINES + attacker]:
        fives(tables, state, attacker, line)
        return 1
    must = np.int64(NONE)
    if state[FIVE_LINES + 1 - attacker]:
        if fives(tables, state, 1 - attacker, line) > 1:
            return 0
        must = line[0]
    if not _any_four(tables, state, attacker):
        return 0
    return _deepen(tables, state, attacker, must, line)


@compiled
def _any_four(tables, state, attacker):
    for line in range(tables.lines):
        at = MASKS + 2 * line
        if _four_windows(tables, state, attacker, at, line):
            return True
    return False


@compiled
def _four_windows(tables, state, attacker, at, line):
    """Return the starts of the windows of a line where two more stones win."""
    near = tables.data[MASK_RECORDS + state[at + attacker]] >> NEAR_WINS
    touched = tables.data[MASK_RECORDS + state[at + 1 - attacker]] >> TOUCHED
    return near & ~touched & tables.data[LINE_RECORDS + LINE_RECORD * line + STARTS]


@compiled
def _deepen(tables, state, attacker, must, line):
    """Search depth first with a stack of one's own: the fours of a position, then the next."""
    fours = np.empty(LONGEST * ROOM, np.int64)
    blocks = np.empty(LONGEST * ROOM, np.int64)
    count = np.zeros(LONGEST, np.int64)
    depth = 0
    tried = 0
    while True:
        start = depth * ROOM
        n = _list_fours(tables, state, attacker, must, fours, blocks, start)
        if n < 0:
            line[2 * depth] = fours[start]
            line[2 * depth + 1] = blocks[start]
            line[2 * depth + 2] = blocks[start + 1]
            plies = 2 * depth + 3
            while depth > 0:
                depth -= 1
                _take_back(tables, state, attacker, line, depth)
            return plies
        count[depth] = n
        while True:
            while count[depth] == 0:
                if depth == 0:
                    return 0
                depth -= 1
                _take_back(tables, state, attacker, line, depth)
            if tried == tables.fours or depth == LONGEST - 1:
                count[depth] = 0
                continue
            tried += 1
            count[depth] -= 1
            top = depth * ROOM + count[depth]
            line[2 * depth] = fours[top]
            line[2 * depth + 1] = blocks[top]
            _flip(tables, state, fours[top], attacker)
            _flip(tables, state, blocks[top], 1 - attacker)
            must = _new_fives(tables, state, blocks[top], 1 - attacker)
            depth += 1
            if must != TWO:
                break
            depth -= 1
            _take_back(tables, state, attacker, line, depth)


@compiled
def _take_back(tables, state, attacker, line, depth):
    _flip(tables, state, line[2 * depth], attacker)
    _flip(tables, state, line[2 * depth + 1], 1 - attacker)


@compiled
def _flip(tables, state, cell, colour):
    """Place or take back a stone, in the masks alone."""
    for k in range(RECORD * cell, RECORD * cell + 3):
        state[tables.data[k + LINE_AT] + colour] ^= tables.data[k + BIT]


@compiled
def _new_fives(tables, state, cell, colour):
    """Return the one five of a colour on the lines of its last stone, or NONE, or TWO."""
    found = np.int64(NONE)
    for k in range(RECORD * cell, RECORD * cell + 3):
        at = np.uint64(tables.data[k + LINE_AT])
        record = tables.data[MASK_RECORDS + state[at + np.uint64(colour)]]
        five = five_on(tables, state, at, np.uint64(colour), record)
        if found == NONE:
            found = five
        elif five != NONE and five != found:
            return np.int64(TWO)
    return found


@compiled
def _list_fours(tables, state, attacker, must, fours, blocks, start):
    """List the attacker's fours and the one cell that stops each, from `start` on.

    Only the cell `must` counts if it is not NONE. A four with two fives ends the list: then it
    stands first, its fives in `blocks`, and -1 is returned; else how many there are.
    """
    n = 0
    for line in range(tables.lines):
        at = MASKS + 2 * line
        windows = _four_windows(tables, state, attacker, at, line)
        while windows:
            window = ((1 << tables.in_a_row) - 1) << lowest_bit(np.uint64(windows))
            windows &= windows - 1
            gaps = window & ~state[at + attacker]
            low = cell_of(tables, line, lowest_bit(np.uint64(gaps)))
            high = cell_of(tables, line, lowest_bit(np.uint64(gaps & (gaps - 1))))
            for four, block in ((low, high), (high, low)):
                if must != NONE and four != must:
                    continue
                known = False
                for i in range(start, start + n):
                    known |= fours[i] == four
                if known or n == ROOM:
                    continue
                _flip(tables, state, four, attacker)
                if _new_fives(tables, state, four, attacker) == TWO:
                    fours[start] = four
                    _two_fives(tables, state, four, attacker, blocks[start : start + ROOM])
                    _flip(tables, state, four, attacker)
                    return -1
                _flip(tables, state, four, attacker)
                fours[start + n] = four
                blocks[start + n] = block
                n += 1
    return n


@compiled
def _two_fives(tables, state, cell, colour, out):
    """List the fives of a colour on the lines of its last stone."""
    n = 0
    for k in range(RECORD * cell, RECORD * cell + 3):
        line = (tables.data[k + LINE_AT] - MASKS) >> 1
        n = append_line_cells(tables, line, line_fives(tables, state, colour, line), out, n)
    return n


@compiled
def append_defences(tables, state, defender, line, plies):
    """Append to a win by fours, of so many plies, the other cells that may stop it.

    The win's own cells may: it needs them empty. So may a counter-threat. While the win is
    played the defender has its stones, the forced replies and one stone more; that one matters
    only if it can be what brings a window to a four, so a cell counts if some window through it,
    free of the attacker's present stones, holds enough of the defender's present or forced ones.
    A stone anywhere else leaves each step of the win as it was, so the win itself refutes it.

    Returns:
        How many cells stand in `line` then, each once.
    """
    forced = np.zeros(tables.lines, np.int64)
    for i in range(1, plies, 2):
        for k in range(RECORD * line[i], RECORD * line[i] + 3):
            forced[(tables.data[k + LINE_AT] - MASKS) >> 1] |= tables.data[k + BIT]
    n = plies
    for number in range(tables.lines):
        at = MASKS + 2 * number
        own = state[at + defender]
        theirs = state[at + 1 - defender]
        hoped = own | forced[number]
        if bit_count(np.uint64(hoped)) < tables.in_a_row - 2:
            continue
        cells = np.int64(0)
        starts = tables.data[LINE_RECORDS + LINE_RECORD * number + STARTS]
        while starts:
            start = lowest_bit(np.uint64(starts))
            starts &= starts - 1
            window = ((1 << tables.in_a_row) - 1) << start
            ends = (1 << (start + tables.in_a_row)) | ((1 << start) >> 1)
            if window & theirs or ends & own:
                continue
            if bit_count(np.uint64(window & hoped)) >= tables.in_a_row - 2:
                cells |= window & ~own
        n = append_line_cells(tables, number, cells, line, n)
    return n
