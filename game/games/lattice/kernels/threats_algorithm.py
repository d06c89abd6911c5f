"""Forced wins by fours and threes, written once for all games of so many in a row.

A *four* makes a win in one, a *three* is a stone after which its colour would win by fours if the
other passed. After a three every defence counts; those that can matter are searched
(`stop_three`).

The search is depth first with a table of positions (the memo). Running out of nodes or being
cancelled is never a proof, nor is a position that the table has lost. What the table says of
failures only saves work; wins are told with the plies they need at most.

`ai.engine.specialise` binds what stands for a game's own; each takes the tables, the position,
the work array of `proofs` and the colour `me` that attacks:

``name_of(position, work, me)``  -> the position's name in the memo, `me` being to move
``look(tables, position, work, memo, flag, me, name, depth, ply)``  -> distance, blocks: what is
        known without a three: the plies of a win, which becomes the variation of `ply`, -1 where
        the search is to end here, 0 where threes are to be tried; and 1 where the other's win has
        to be blocked, by the cell that begins the list of `ply`
``win_by_fours(tables, position, work, memo, flag, me)``  -> the plies of a win at the root, or 0
``list_threats(tables, position, work, me, start)``  -> n: fours and possible threes, best first
``place(tables, position, work, cell, colour)``, ``take_back(...)``
``wins_after(tables, position, cell, me)``  -> n, cell: where the stone on `cell` wins next
``stop_three(tables, position, work, memo, flag, me, ply)``  -> plies, n: how the stone just placed
        wins by fours if the other passes, 0 if it does not; the defences in the list of `ply - 1`

A recursive function whose calls differ in type (an int that numba takes for a literal will do)
cannot be cached, hence the casts where the recursion begins.
"""

import numpy as np

from ai.contract.kernel import of_the_game
from game.games.lattice.kernels.proofs import (
    ABORTED,
    BOUND_SALT,
    FAIL,
    LAST_PLY,
    LISTS,
    LONGEST_WIN,
    NODE_LIMIT,
    NODES,
    ROW,
    SALT,
    WIN,
    keep_variation,
    remember,
    set_variation,
)

name_of = look = win_by_fours = list_threats = of_the_game
place = take_back = wins_after = stop_three = of_the_game


def threats_win(tables, position, work, memo, flag, me, depth, ply):
    """Search a win by fours and threes for a colour that is to move.

    At most `depth` own moves may come before the closing series of fours, forced blocks not
    counted. Returned are the plies to the end at most, the variation of `ply` saying how (where
    the memo knew it, only how it begins); or 0.
    """
    name = name_of(position, work, me)
    distance, blocks = look(tables, position, work, memo, flag, me, name, depth, ply)
    if distance != 0:
        return max(distance, np.int64(0))
    start = LISTS + ply * ROW
    replies = start + ROW
    n = np.int64(1) if blocks else list_threats(tables, position, work, me, start)
    left = depth if blocks else depth - 1
    for i in range(start, start + n):
        move = work[i]
        place(tables, position, work, move, me)
        count, block = wins_after(tables, position, move, me)
        if count == 1:
            work[replies] = block
        elif count > 1:  # a win by fours that had no nodes left to be seen
            count = np.int64(0)
        else:
            plies, count = stop_three(tables, position, work, memo, flag, me, ply + 2)
            if plies > 0:
                distance = plies + 2
        for j in range(replies, replies + count):
            reply = work[j]
            place(tables, position, work, reply, 1 - me)
            rest = threats_win(tables, position, work, memo, flag, me, left, ply + 2)
            take_back(tables, position, work, reply, 1 - me)
            if rest == 0:
                distance = np.int64(0)
                break
            if rest + 2 >= distance or j == replies:
                distance = max(distance, rest + 2)
                set_variation(work, ply, move, reply)
        take_back(tables, position, work, move, me)
        if distance > 0:
            remember(memo, name, WIN, depth, move, distance)
            return distance
        if work[ABORTED]:
            return np.int64(0)
    remember(memo, name, FAIL, depth, 0, 0)
    return np.int64(0)


def deepened(tables, position, work, memo, flag, me, depth):
    """Search a win that ends by `LAST_PLY`, by fours at first, then deeper and deeper."""
    distance = win_by_fours(tables, position, work, memo, flag, me)
    tried = np.int64(0)
    while distance == 0 and tried < depth and not work[ABORTED]:
        tried += 1
        distance = threats_win(tables, position, work, memo, flag, me, tried, np.int64(0))
    if distance > 0:
        keep_variation(work)
    return distance


def forced_win(tables, position, work, memo, flag, me, nodes, depth, shorten, within):
    """Search a forced win for the colour to place.

    It may take so many `nodes`, and `shorten` more for making a win it found shorter. `depth` is
    the greatest one of `threats_win`, 0 for fours only; `within` bounds the win's plies, 0 does
    not. Returned are the plies to the end at most, the row `BEST` saying how it begins, or 0. With
    0, `ABORTED` tells whether nodes or time ran out first.
    """
    work[ABORTED] = 0
    work[LAST_PLY] = min(within, LONGEST_WIN) if within else LONGEST_WIN
    work[SALT] = within * BOUND_SALT
    work[NODE_LIMIT] = work[NODES] + nodes
    best = deepened(tables, position, work, memo, flag, me, depth)
    shorter = best
    work[NODE_LIMIT] = work[NODES] + shorten
    while shorter > 3 and not work[ABORTED]:
        work[LAST_PLY] = best - 2
        work[SALT] = work[LAST_PLY] * BOUND_SALT
        shorter = deepened(tables, position, work, memo, flag, me, depth)
        if shorter > 0:
            best = shorter
    if best > 0:
        work[ABORTED] = 0
    return best
