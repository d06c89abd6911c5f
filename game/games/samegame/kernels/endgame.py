"""Exact search of SameGame positions with few tiles: the most points that can still be made.

Values are ranks: twice the points, plus 1 where the board gets cleared, which so is preferred
among lines of equal score.

A depth-first branch and bound with a transposition table. The value of a board does not
depend on the points made before, so one entry a board serves every way to it. An entry is
exact, or says that the value is at most so much. Boards with the same tiles left are the
same board, however they were reached.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.compiled import borrowed, compiled, inlined
from ai.kernels.shared import is_set
from game.games.samegame.kernels.columns import (
    CLEAR_BONUS,
    Layout,
    cell_at,
    column_keys,
    copy_board,
    final_points,
    find_group,
    group_of,
    make_layout,
    make_memory,
    note_group,
    read,
    remove_group,
    see_nothing,
    tiles_of,
)

NODES = 0
BUDGET = 1
COMPLETE = 2
_NUMBERS = 3

UNREACHABLE = np.int64(-1) << 40
_AT_MOST = np.int64(1)
_CLEARED = 2 * CLEAR_BONUS + 1
_POLL = 256


class Endgame(NamedTuple):
    """Room for a search; `n` is the most moves that are left, `m` the most groups of a board."""

    memory: NDArray[np.int32]  # [layout.size] the boards, one a ply
    keys: NDArray[np.uint64]  # [columns + 1] the factors of a board's hash
    numbers: NDArray[np.int64]  # [3] see the names above
    hash: NDArray[np.uint64]  # [n + 2] of each ply's board
    cell: NDArray[np.int32]  # [n + 2, m] the root cell of a tile of each group
    groups: NDArray[np.int64]  # [n + 2] how many groups a ply's board has
    tried: NDArray[np.int64]  # [n + 2] how many of them were tried
    needed: NDArray[np.int64]  # [n + 2] values not above it do not matter
    value: NDArray[np.int64]  # [n + 2] the best value found
    gain: NDArray[np.int64]  # [n + 2] twice the points of the move tried now
    choice: NDArray[np.int64]  # [n + 2] the group with the best value
    table_hash: NDArray[np.uint64]  # [a power of two]
    table_value: NDArray[np.int64]  # [the same] twice the value, plus 1 for a bound


def make_endgame(encoded: NDArray[np.int64], table_bits: int) -> tuple[Layout, Endgame]:
    """Return room to solve a position and what follows from it."""
    moves = int(np.count_nonzero(encoded[5:])) // 2 + 1
    layout = make_layout(encoded, moves + 2)
    plies = moves + 2
    return layout, Endgame(
        memory=make_memory(layout, encoded),
        keys=column_keys(layout.columns),
        numbers=np.zeros(_NUMBERS, np.int64),
        hash=np.zeros(plies, np.uint64),
        cell=np.zeros((plies, moves), np.int32),
        groups=np.zeros(plies, np.int64),
        tried=np.zeros(plies, np.int64),
        needed=np.zeros(plies, np.int64),
        value=np.zeros(plies, np.int64),
        gain=np.zeros(plies, np.int64),
        choice=np.zeros(plies, np.int64),
        table_hash=np.zeros(1 << table_bits, np.uint64),
        table_value=np.zeros(1 << table_bits, np.int64),
    )


@inlined
def upper_bound(layout, memory, board):
    """Return what rank a board can bring at most: each colour at once, and the clear bonus.

    A colour with a single tile can never be removed, so it costs the bonus.
    """
    bound = np.int64(0)
    bonus = np.int64(_CLEARED)
    for colour in range(1, layout.colours + 1):
        tiles = tiles_of(layout, memory, board, colour)
        if tiles > 1:
            bound += (tiles - 2) * (tiles - 2)
        elif tiles == 1:
            bonus = np.int64(0)
            if layout.deducts:
                bound -= 1
    return 2 * bound + bonus


@inlined
def _list_groups(layout, work, ply):
    """Write the groups of a ply's board; return their number."""
    memory = work.memory
    board = np.int64(ply * layout.words)
    border = layout.columns
    see_nothing(layout, memory)
    count = np.int64(0)
    column = read(memory, board + border * layout.record + layout.record - 1)
    while column != border:
        record = board + column * layout.record
        for colour in range(1, layout.colours + 1):
            rest = read(memory, record + colour) & ~read(memory, layout.seen + column)
            while rest != 0:
                bit = rest & -rest
                n, size = find_group(layout, memory, board, column, bit, colour)
                note_group(layout, memory, n)
                rest &= ~read(memory, layout.seen + column)
                if size > 1:
                    work.cell[ply, count] = cell_at(layout, memory, board, column, bit)
                    count += 1
        column = read(memory, record + layout.record - 1)
    return count


@inlined
def _enter(layout, work, ply, needed, first):
    """Begin with a ply's board.

    The first board of a search always lists its groups, for a choice among them.

    Returns:
        Whether its value is known already, and that value; else its groups are listed.
    """
    work.numbers[NODES] += 1
    slot = _slot(work, ply)
    if not first and work.table_hash[slot] == work.hash[ply]:
        entry = work.table_value[slot]
        if entry & _AT_MOST == 0 or entry >> 1 <= needed:
            return True, entry >> 1
    board = np.int64(ply * layout.words)
    bound = upper_bound(layout, work.memory, board)
    if not first and bound <= needed:
        return True, bound
    work.groups[ply] = _list_groups(layout, work, ply)
    if work.groups[ply] == 0:
        cleared = tiles_of(layout, work.memory, board, 0) == 0
        return True, 2 * final_points(layout, work.memory, board) + cleared
    work.tried[ply] = 0
    work.needed[ply] = needed
    work.value[ply] = UNREACHABLE
    return False, bound


@inlined
def _slot(work, ply):
    mixed = work.hash[ply]
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return (mixed >> np.uint64(32)) & np.uint64(len(work.table_hash) - 1)


@compiled
def solve(layout, work, flag, plies):
    """Return the best rank that the board of ply `plies` can still bring.

    Args:
        work: Room; its numbers hold the budget of nodes and those used.
        flag: uint8[1]; set by another thread to stop.
        plies: Where to begin; the best group is left in `choice` there.

    Returns:
        The value; `numbers[COMPLETE]` tells whether it is the true one.
    """
    work = borrowed(work)
    numbers = work.numbers
    numbers[COMPLETE] = 0
    ply = np.int64(plies)
    cached, value = _enter(layout, work, ply, UNREACHABLE, True)
    while True:
        if cached:
            if ply == plies:
                numbers[COMPLETE] = 1
                return value
            ply -= 1
            value += work.gain[ply]
            if value > work.value[ply]:
                work.value[ply] = value
                work.choice[ply] = work.tried[ply] - 1
        if numbers[NODES] >= numbers[BUDGET] or (numbers[NODES] % _POLL == 0 and is_set(flag)):
            return work.value[plies]
        if work.tried[ply] < work.groups[ply]:
            cell = work.cell[ply, work.tried[ply]]
            work.tried[ply] += 1
            _play(layout, work, ply, np.int64(cell))
            needed = max(work.value[ply], work.needed[ply]) - work.gain[ply]
            ply += 1
            cached, value = _enter(layout, work, ply, needed, False)
        else:
            value = work.value[ply]
            slot = _slot(work, ply)
            work.table_hash[slot] = work.hash[ply]
            work.table_value[slot] = value * 2 + (_AT_MOST if value <= work.needed[ply] else 0)
            cached = True


@inlined
def _play(layout, work, ply, cell):
    """Give the next ply the board after removing the group of a root cell; note its gain."""
    memory = work.memory
    board = np.int64(ply * layout.words)
    copy_board(layout, memory, board, board + layout.words)
    colour, n, size = group_of(layout, memory, board, cell)
    change = remove_group(layout, memory, work.keys, board + layout.words, n, size, colour)
    work.hash[ply + 1] = work.hash[ply] - change
    work.gain[ply] = 2 * (size - 2) * (size - 2)


@compiled
def play_cells(layout, work, cells, few):
    """Play root cells from the root on, one a ply, until at most `few` tiles are left.

    Args:
        cells: int32; each is part of a group by the time it is played.

    Returns:
        How many were played, and the points they brought.
    """
    points = np.int64(0)
    ply = np.int64(0)
    while ply < len(cells) and tiles_of(layout, work.memory, ply * layout.words, 0) > few:
        _play(layout, work, ply, np.int64(cells[ply]))
        points += work.gain[ply] >> 1
        ply += 1
    return ply, points


@compiled
def best_line(layout, work, flag, plies, cells):
    """Write the best line from the board of ply `plies` on, as root cells.

    Each step is solved anew, which takes little time out of the table.

    Returns:
        The number of cells, or -1 when the budget ended it, and the line's rank.
    """
    ply = np.int64(plies)
    total = np.int64(0)
    while True:
        value = solve(layout, work, flag, ply)
        if work.numbers[COMPLETE] == 0:
            return np.int64(-1), total
        if work.groups[ply] == 0:
            return ply - plies, total + value
        cell = work.cell[ply, work.choice[ply]]
        cells[ply - plies] = cell
        _play(layout, work, ply, np.int64(cell))
        total += work.gain[ply]
        ply += 1
