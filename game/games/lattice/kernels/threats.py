"""Forced wins in games of so many in a row: by fours, and by fours and threes together.

A *three* is a stone after which its colour would win by fours if the other passed. After a
three every defence counts; those that can matter are searched (`fours.append_defences`).

The search is depth first with a table of positions (the memo). Running out of nodes or being
cancelled is never a proof, nor is a position that the table has lost. What the table says of
failures only saves work; wins are told with the plies they need at most.

A recursive function whose calls differ in type (an int that numba takes for a literal will do)
cannot be cached, hence the casts where the recursion begins.
"""

import numpy as np

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.lattice.kernels.board import (
    KEYS,
    MASKS,
    MAX_CELLS,
    NONE,
    STONES,
    THREE_SHORT,
    TWO,
    TWO_SHORT,
    cell_of,
    mark,
    new_wins,
    wins_of,
)
from game.games.lattice.kernels.fours import (
    LONGEST,
    append_defences,
    open_windows,
    search_fours,
)
from game.games.lattice.kernels.proofs import (
    ABORTED,
    BOUND_SALT,
    FAIL,
    LAST_PLY,
    LEAF_NODES,
    LISTS,
    LONGEST_WIN,
    NODE_LIMIT,
    NODES,
    OWN,
    ROW,
    SALT,
    VARIATIONS,
    WIN,
    keep_variation,
    known_win,
    out_of_nodes,
    remember,
    set_variation,
)

HASH = OWN  # of the stones

_TURN_SALT = 0x1E3779B97F4A7C15
_FOUR_WEIGHT = 16  # of a window where a stone makes a four, beside one where it makes a three


@compiled
def _turn(tables, state, work, cell, colour):
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
def _threats(tables, state, work, me, start):
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
def threats_win(tables, state, work, memo, flag, me, depth, ply):
    """Search a win by fours and threes for a colour that is to move.

    At most `depth` own moves may come before the closing series of fours, forced blocks not
    counted. Returned are the plies to the end at most, the variation of `ply` saying how (where
    the memo knew it, only how it begins); or 0.
    """
    name = work[HASH] ^ (me * np.int64(_TURN_SALT)) ^ work[SALT]
    known = known_win(work, memo, name, ply, depth)
    if known != 0 or ply >= work[LAST_PLY] or out_of_nodes(work, flag):
        return max(known, 0)
    distance = _fours_win(tables, state, work, me, ply)
    start = LISTS + ply * ROW
    faced = np.int64(0)
    if distance == 0:
        faced = wins_of(tables, state, 1 - me, work[start : start + ROW])
    if distance > 0 or depth == 0 or faced > 1:
        remember(memo, name, WIN if distance else FAIL, depth, _head(work, ply), distance)
        return distance
    n = faced if faced else _threats(tables, state, work, me, start)
    left = depth if faced else depth - 1
    for i in range(start, start + n):
        move = work[i]
        _turn(tables, state, work, move, me)
        reply = new_wins(tables, state, move, me)
        first = np.int64(0)
        last = np.int64(0)
        if reply == NONE:
            passed = _fours_win(tables, state, work, me, ply + 2)
            if passed > 0:
                first = LISTS + (ply + 1) * ROW
                line = VARIATIONS + (ply + 2) * ROW + 1
                for j in range(passed):
                    work[first + j] = work[line + j]
                row = work[first : first + ROW]
                last = first + append_defences(tables, state, 1 - me, row, passed)
        elif reply != TWO:
            first = LISTS + (ply + 1) * ROW
            last = first + 1
            work[first] = reply
        for j in range(first, last):
            reply = work[j]
            _turn(tables, state, work, reply, 1 - me)
            rest = threats_win(tables, state, work, memo, flag, me, left, ply + 2)
            _turn(tables, state, work, reply, 1 - me)
            if rest == 0:
                distance = np.int64(0)
                break
            if rest + 2 > distance:
                distance = rest + 2
                set_variation(work, ply, move, reply)
        _turn(tables, state, work, move, me)
        if distance > 0:
            remember(memo, name, WIN, depth, move, distance)
            return distance
        if work[ABORTED]:
            return np.int64(0)
    remember(memo, name, FAIL, depth, 0, 0)
    return np.int64(0)


@compiled
def _head(work, ply):
    return work[VARIATIONS + ply * ROW + 1]


@compiled
def _deepened(tables, state, work, memo, flag, me, depth):
    """Search a win that ends by `LAST_PLY`, by fours at first, then deeper and deeper."""
    tried = np.int64(0)
    while True:
        distance = threats_win(tables, state, work, memo, flag, me, tried, np.int64(0))
        if distance > 0:
            keep_variation(work)
            return distance
        if tried >= depth or work[ABORTED]:
            return np.int64(0)
        tried += 1


@compiled
def threats_at_root(tables, state, work, memo, flag, passing, nodes, depth, shorten, within):
    """Search a forced win for the colour to move, or with `passing` 1 for the other one.

    It may take so many `nodes`, and `shorten` more for making a win it found shorter. `depth` is
    the greatest one of `threats_win`, 0 for fours only; `within` bounds the win's plies, 0 does
    not. Returned are the plies to the end at most, the row `BEST` saying how it begins, or 0. With
    0, `ABORTED` tells whether nodes or time ran out first.
    """
    me = np.int64((state[STONES] & 1) ^ passing)
    work[ABORTED] = 0
    work[LAST_PLY] = min(within, LONGEST_WIN) if within else LONGEST_WIN
    work[SALT] = within * BOUND_SALT
    work[NODE_LIMIT] = work[NODES] + nodes
    best = _deepened(tables, state, work, memo, flag, me, depth)
    shorter = best
    work[NODE_LIMIT] = work[NODES] + shorten
    while shorter > 3 and not work[ABORTED]:
        work[LAST_PLY] = best - 2
        work[SALT] = work[LAST_PLY] * BOUND_SALT
        shorter = _deepened(tables, state, work, memo, flag, me, depth)
        if shorter > 0:
            best = shorter
    if best > 0:
        work[ABORTED] = 0
    return best
