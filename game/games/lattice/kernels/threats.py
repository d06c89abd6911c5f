"""The threats on a board of masks, as `threats_algorithm` asks for them."""

import numpy as np

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.lattice.kernels.board import (
    KEYS,
    MASKS,
    MAX_CELLS,
    NONE,
    THREE_SHORT,
    TWO,
    TWO_SHORT,
    cell_of,
    mark,
    new_wins,
    wins_of,
)
from game.games.lattice.kernels.fours import LONGEST, append_defences, open_windows, search_fours
from game.games.lattice.kernels.proofs import (
    FAIL,
    LAST_PLY,
    LEAF_NODES,
    LISTS,
    OWN,
    ROW,
    SALT,
    VARIATIONS,
    WIN,
    cached_win,
    out_of_nodes,
    remember,
)

HASH = OWN  # of the stones

_TURN_SALT = 0x1E3779B97F4A7C15
_FOUR_WEIGHT = 16  # of a window where a stone makes a four, beside one where it makes a three


@compiled
def place(tables, state, work, cell, colour):
    mark(tables, state, cell, colour)
    work[HASH] ^= tables.data[KEYS + 2 * cell + colour]


@compiled
def _fours_win(tables, state, work, me, ply):
    """Search a win by fours that ends by `LAST_PLY`; it becomes the variation of `ply`."""
    at = VARIATIONS + ply * ROW
    left = work[LAST_PLY] - ply
    if left < 1:
        return np.int64(0)
    deepest = min(LONGEST, (left - 1) // 2 - 1)
    most = work[LEAF_NODES]
    plies = search_fours(tables, state, me, work[at + 1 : at + ROW], most, deepest)
    work[at] = plies
    return np.int64(plies)


@compiled
def list_threats(tables, state, work, me, start):
    """List the stones that make a four or may make a three, those on most windows first."""
    weights = np.zeros(MAX_CELLS, np.int64)
    n = 0
    for line in range(tables.lines):
        for short, weight in ((TWO_SHORT, _FOUR_WEIGHT), (THREE_SHORT, 1)):
            windows = open_windows(tables, state, me, line, short)
            while windows:
                gaps = ((1 << tables.in_a_row) - 1) << lowest_bit(np.uint64(windows))
                gaps &= ~state[MASKS + 2 * line + me]
                windows &= windows - 1
                while gaps:
                    cell = cell_of(tables, line, lowest_bit(np.uint64(gaps)))
                    gaps &= gaps - 1
                    if weights[cell] == 0:
                        work[start + n] = cell
                        n += 1
                    weights[cell] += weight
    for i in range(start + 1, start + n):
        cell = work[i]
        j = i
        while j > start and weights[work[j - 1]] < weights[cell]:
            work[j] = work[j - 1]
            j -= 1
        work[j] = cell
    return n


@compiled
def name_of(state, work, me):  # noqa: ARG001 - the stones' hash stands in `work`
    return work[HASH] ^ (me * np.int64(_TURN_SALT)) ^ work[SALT]


@compiled
def look(tables, state, work, memo, flag, me, name, depth, ply):
    faced = np.int64(0)
    cached = cached_win(work, memo, name, ply, depth)
    if cached != 0:
        return cached, faced
    if ply >= work[LAST_PLY] or out_of_nodes(work, flag):
        return np.int64(-1), faced
    distance = _fours_win(tables, state, work, me, ply)
    if distance > 0:
        head = work[VARIATIONS + ply * ROW + 1]
        remember(memo, name, WIN, depth, head, distance)
        return distance, faced
    start = LISTS + ply * ROW
    faced = np.int64(wins_of(tables, state, 1 - me, work[start : start + ROW]))
    if depth == 0 or faced > 1:
        remember(memo, name, FAIL, depth, 0, 0)
        return np.int64(-1), faced
    return distance, faced


@compiled
def win_by_fours(tables, state, work, memo, flag, me):
    root = np.int64(0)
    name = name_of(state, work, me)
    distance, _ = look(tables, state, work, memo, flag, me, name, root, root)
    return max(distance, root)


@compiled
def take_back(tables, state, work, cell, colour):
    place(tables, state, work, cell, colour)


@compiled
def wins_after(tables, state, cell, me):
    block = new_wins(tables, state, cell, me)
    count = np.int64(0) if block == NONE else np.int64(1)
    if block == TWO:
        count = np.int64(2)
    return count, block


@compiled
def stop_three(tables, state, work, memo, flag, me, ply):  # noqa: ARG001
    count = np.int64(0)
    plies = _fours_win(tables, state, work, me, ply)
    if plies > 0:
        start = LISTS + (ply - 1) * ROW
        variation = VARIATIONS + ply * ROW + 1
        for j in range(plies):
            work[start + j] = work[variation + j]
        row = work[start : start + ROW]
        count = np.int64(append_defences(tables, state, 1 - me, row, plies))
    return plies, count
