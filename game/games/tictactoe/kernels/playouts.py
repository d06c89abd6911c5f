"""Random games: plain ones, and ones next to the marks that see wins in one.

The cells to mark stand in an array from which a random one is taken out, the last filling the
gap; only cells that a mark brings into sight for the first time are added. Of a state that was
played out, only what `is_terminal` and `outcome` read is right.

Decisive and anti-decisive moves: Teytaud and Teytaud, "On the huge benefit of decisive moves in
Monte-Carlo tree search algorithms", CIG 2010. Whoever has a win takes it; who faces one blocks
it; who faces two has lost. After each mark new wins can only be on its lines, as older ones
were taken or blocked.
"""

import numpy as np

from ai.kernels.bits import append_bits
from ai.kernels.compiled import compiled
from ai.kernels.random import below, step
from game.games.tictactoe.kernels.board import (
    BIT,
    COMPLETIONS,
    DIRECTIONS,
    EMPTY,
    LINE_AT,
    MARKS,
    MASK_RECORDS,
    MASKS,
    NEAR,
    NEAR_TO,
    NONE,
    RECORD,
    TWO,
    WINNER,
    WON,
    new_wins,
    wins_of,
)


@compiled
def play_out(tables, state, rng):
    """Play a state with a mark or more to its end in place."""
    if tables.decisive:
        _play_out_decisively(tables, state, rng)
    else:
        _play_out_plainly(tables, state, rng)


@compiled
def _play_out_plainly(tables, state, rng):
    data = tables.data
    waiting = state[MASKS + 2 * tables.lines :]
    n = np.int64(0)
    for w in range(tables.words):
        n = append_bits(np.uint64(state[EMPTY + w]), 64 * w, waiting, n)
    player = np.uint64(state[MARKS] & 1)
    x = rng[0]
    while n > 0:
        x = step(x)
        chosen = np.uint64(below(x, n))
        record = np.uint64(waiting[chosen]) * np.uint64(RECORD)
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        after = np.int64(0)
        for k in range(DIRECTIONS):
            at = np.uint64(data[record + np.uint64(LINE_AT + k)]) + player
            mask = state[at] | data[record + np.uint64(BIT + k)]
            state[at] = mask
            after |= data[np.uint64(MASK_RECORDS) + np.uint64(mask)]
        if after & WON:
            rng[0] = x
            state[WINNER] = player
            return
        player ^= np.uint64(1)
    rng[0] = x
    state[MARKS] = tables.cells


@compiled
def _play_out_decisively(tables, state, rng):
    player = state[MARKS] & 1
    waiting = state[MASKS + 2 * tables.lines :]
    if wins_of(tables, state, player, waiting):
        state[WINNER] = player
        return
    faced = wins_of(tables, state, 1 - player, waiting)
    if faced > 1:
        state[WINNER] = 1 - player
        return
    forced = waiting[0] if faced else np.int64(NONE)
    n = np.int64(0)
    for w in range(tables.words):
        seen = np.uint64(state[NEAR + w] & state[EMPTY + w])
        n = append_bits(seen, 64 * w, waiting, n)
    _play_on(tables, state, rng, waiting, n, forced)


@compiled
def _play_on(tables, state, rng, waiting, n, forced):
    """Mark cells among the n that wait, and such as come into sight."""
    data = tables.data
    player = np.uint64(state[MARKS] & 1)
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
        after = np.int64(0)
        for k in range(DIRECTIONS):
            at = np.uint64(data[record + np.uint64(LINE_AT + k)]) + player
            mask = state[at] | data[record + np.uint64(BIT + k)]
            state[at] = mask
            after |= data[np.uint64(MASK_RECORDS) + np.uint64(mask)]
        if after & WON:
            rng[0] = x
            state[WINNER] = player
            return
        forced = np.int64(NONE)
        if after & COMPLETIONS:
            forced = new_wins(tables, state, np.int64(cell), np.int64(player))
            if forced == TWO:
                rng[0] = x
                state[WINNER] = player
                return
        for w in range(tables.words):
            place = np.uint64(NEAR + w)
            new = np.uint64(data[record + np.uint64(NEAR_TO + w)]) & ~np.uint64(state[place])
            if new:
                state[place] |= np.int64(new)
                n = append_bits(new, 64 * w, waiting, n)
        player ^= np.uint64(1)
    rng[0] = x
    state[MARKS] = tables.cells
