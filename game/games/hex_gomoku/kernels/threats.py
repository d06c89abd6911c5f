"""The threats of hex Gomoku: what `game.games.lattice.kernels.threats_algorithm` asks of it.

`fours_win` (victory by continuous fours) lets the attacker play fours only: each leaves the
defender one cell, or two and then none is enough.

Against a three every defence counts. Those that can matter are searched: a cell the win by fours
would use, and one that may give the defender a four of its own on the way. A stone anywhere else
leaves each step of that win as it was, so the win itself refutes it.

The work array is that of `game.games.lattice.kernels.proofs`, followed by the path of the running
search of fours.
"""

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from game.games.hex_gomoku.kernels.position import (
    FIVE_LINES,
    FOUR_LINES,
    STONES_ON,
    TURN,
    append_cells,
    append_line_cells,
    do,
    fives_after,
    key,
    move_gain,
    undo,
    winning_cells,
)
from game.games.hex_gomoku.kernels.tables import (
    BIT_OF,
    FOUR,
    IN_A_ROW,
    LENGTH_OF,
    LINE_OF,
    LINES,
    MAX_LINES,
    THREE,
)
from game.games.lattice.kernels.proofs import (
    ABORTED,
    END,
    FAIL,
    LAST_PLY,
    LEAF_NODES,
    LISTS,
    NODE_LIMIT,
    NODES,
    OWN,
    ROW,
    SALT,
    VARIATIONS,
    cached_win,
    out_of_nodes,
    remember,
    slot,
)

FOURS_LIMIT = OWN  # of nodes, for the running search of fours
PATH = END  # [ply] the moves of the running search of fours
GHOSTS = PATH + 2 * ROW  # [line] stones the defender may come to have
WORK_LENGTH = GHOSTS + MAX_LINES

_FOURS_SALT = 0x3C6EF372FE94F82B
ANY_DEPTH = 40


@compiled
def fours_win(tables, position, work, memo, flag, depth, ply):
    """Search a win by fours for the colour to place.

    The win may take at most `depth` own moves. Returned are the plies to the end, the moves
    standing in the path from `ply` on (of two winning cells the defender takes the first); or 0.
    """
    me = position[TURN]
    if position[FIVE_LINES + me]:
        _, work[PATH + ply], _ = winning_cells(tables, position, me)
        return 1
    blocks, block, _ = winning_cells(tables, position, 1 - me)
    if depth < 2 or blocks > 1 or position[FOUR_LINES + me] == 0:
        return 0
    name = key(position) ^ _FOURS_SALT
    at = slot(memo, name)
    if memo[at] == name and (memo[at + 1] >> 8) & 255 >= depth:
        return 0
    if work[NODES] >= work[FOURS_LIMIT] or out_of_nodes(work, flag):
        return 0
    start = LISTS + ply * ROW
    n = append_cells(tables, position, me, FOUR, position[FOUR_LINES + me], work, start, 0)
    for i in range(start, start + n):
        if blocks == 0 or work[i] == block:
            wins, first, second = fives_after(tables, position, work[i])
            if wins > 1:
                work[PATH + ply] = work[i]
                work[PATH + ply + 1] = first
                work[PATH + ply + 2] = second
                return 3
    for i in range(start, start + n):
        if blocks == 0 or work[i] == block:
            move = work[i]
            wins, reply, _ = fives_after(tables, position, move)
            rest = 0
            if wins == 1:
                do(tables, position, move)
                do(tables, position, reply)
                rest = fours_win(tables, position, work, memo, flag, depth - 1, ply + 2)
                undo(tables, position, reply)
                undo(tables, position, move)
            if rest > 0:
                work[PATH + ply] = move
                work[PATH + ply + 1] = reply
                return rest + 2
            if work[ABORTED] or work[NODES] >= work[FOURS_LIMIT]:
                return 0
    remember(memo, name, FAIL, depth, 0, 0)
    return 0


@compiled
def quick_fours_win(tables, position, work, memo, flag, ply, nodes):
    """Search a win by fours that ends by `LAST_PLY`, with at most `nodes` nodes."""
    work[FOURS_LIMIT] = work[NODES] + nodes
    depth = np.int64(min(ANY_DEPTH, (work[LAST_PLY] - ply + 1) // 2))
    return fours_win(tables, position, work, memo, flag, depth, np.int64(ply))


@compiled
def _counter_threats(own, other, ghosts, length, in_a_row):
    """Return the cells of a line where `own` may get a four, once the ghosts are its stones.

    Whether the ghosts would make the run an overline is not asked, as they may not stand yet.
    """
    hoped = own | ghosts
    cells = np.int64(0)
    for start in range(length - in_a_row + 1):
        window = ((1 << in_a_row) - 1) << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        alive = window & other == 0 and ends & own == 0
        if alive and bit_count(np.uint64(window & hoped)) >= in_a_row - 2:
            cells |= window & ~own
    return cells


@compiled
def _defences(tables, position, work, ply, distance):
    """List what may stop the win by fours that stands in the path from `ply` on.

    The list goes to the row of `ply - 1`. First the win's own cells: all it needs to be empty.
    Then the counter-threats. While the win is played the defender has its stones, the forced
    replies and the one extra stone; the extra one matters only if it can be the one that brings
    a window to a four, so a cell counts if some window through it, free of the attacker's present
    stones, holds enough of the defender's present or forced ones.
    """
    defender = position[TURN]
    start = LISTS + (ply - 1) * ROW
    for i in range(distance):
        work[start + i] = work[PATH + ply + i]
    n = distance
    for line in range(tables[LINES]):
        work[GHOSTS + line] = 0
    touched = np.int64(0)
    for i in range(1, distance, 2):
        cell = work[PATH + ply + i]
        for k in range(3 * cell, 3 * cell + 3):
            work[GHOSTS + tables[LINE_OF + k]] |= np.int64(1) << tables[BIT_OF + k]
            touched |= np.int64(1) << tables[LINE_OF + k]
    plain = position[FOUR_LINES + defender] & ~touched
    n = append_cells(tables, position, defender, FOUR, plain, work, start, n)
    while touched:
        line = lowest_bit(np.uint64(touched))
        touched &= touched - 1
        bits = _counter_threats(
            position[STONES_ON + 2 * line + defender],
            position[STONES_ON + 2 * line + 1 - defender],
            work[GHOSTS + line],
            tables[LENGTH_OF + line],
            tables[IN_A_ROW],
        )
        n = append_line_cells(tables, line, bits, work, start, n)
    return n


@compiled
def _three_moves(tables, position, work, start, n):
    """Append the moves that make a three, those with the most to gain first."""
    me = position[TURN]
    first = n
    every_line = (np.int64(1) << tables[LINES]) - 1
    n = append_cells(tables, position, me, THREE, every_line, work, start, n)
    for i in range(start + first + 1, start + n):
        cell = work[i]
        gain = move_gain(tables, position, cell)
        j = i
        while j > start + first and move_gain(tables, position, work[j - 1]) < gain:
            work[j] = work[j - 1]
            j -= 1
        work[j] = cell
    return n


@compiled
def _variation_from_path(work, ply, distance):
    at = VARIATIONS + ply * ROW
    work[at] = distance
    for i in range(distance):
        work[at + 1 + i] = work[PATH + ply + i]


@compiled
def name_of(position, work, me):  # noqa: ARG001 - the position knows who is to move
    return key(position) ^ work[SALT]


@compiled
def look(tables, position, work, memo, flag, me, name, depth, ply):
    blocks, block, _ = winning_cells(tables, position, 1 - me)
    ended = np.int64(-1)
    if work[LAST_PLY] - ply < 1:
        return ended, blocks
    if position[FIVE_LINES + me] == 0:
        if blocks > 1:
            return ended, blocks
        cached = cached_win(work, memo, name, ply, depth)
        if cached != 0:
            return cached, blocks
        if out_of_nodes(work, flag):
            return ended, blocks
    distance = quick_fours_win(tables, position, work, memo, flag, ply, work[LEAF_NODES])
    if distance > 0:
        _variation_from_path(work, ply, distance)
        return distance, blocks
    if depth == 0:
        remember(memo, name, FAIL, 0, 0, 0)
        return ended, blocks
    if blocks:
        work[LISTS + ply * ROW] = block
    return np.int64(0), blocks


@compiled
def win_by_fours(tables, position, work, memo, flag, me):  # noqa: ARG001
    distance = quick_fours_win(tables, position, work, memo, flag, np.int64(0), work[NODE_LIMIT])
    if distance > 0:
        _variation_from_path(work, np.int64(0), distance)
    return distance


@compiled
def list_threats(tables, position, work, me, start):
    n = append_cells(tables, position, me, FOUR, position[FOUR_LINES + me], work, start, 0)
    return _three_moves(tables, position, work, start, n)


@compiled
def place(tables, position, work, cell, colour):  # noqa: ARG001 - it is the one to place
    do(tables, position, cell)


@compiled
def take_back(tables, position, work, cell, colour):  # noqa: ARG001
    undo(tables, position, cell)


@compiled
def wins_after(tables, position, cell, me):  # noqa: ARG001 - what wins at all wins by this stone
    count, first, _ = winning_cells(tables, position, me)
    return count, first


@compiled
def stop_three(tables, position, work, memo, flag, me, ply):  # noqa: ARG001
    position[TURN] ^= 1
    plies = quick_fours_win(tables, position, work, memo, flag, ply, work[LEAF_NODES])
    position[TURN] ^= 1
    count = np.int64(0)
    if plies > 0:
        count = _defences(tables, position, work, ply, plies)
    return plies, count
