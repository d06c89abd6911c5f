"""Random games of so many in a row: plain ones, and ones that see wins in one.

The cells to place on stand in an array from which a random one is taken out, the last filling the
gap; only cells that a stone brings into sight for the first time are added. Of a state that was
played out, only what `is_terminal` and `outcome` read is right.

Decisive and anti-decisive moves: Teytaud and Teytaud, "On the huge benefit of decisive moves in
Monte-Carlo tree search algorithms", CIG 2010. Whoever has a win takes it; who faces one blocks
it; who faces two has lost. After each stone new wins can only be on its lines, as older ones
were taken or blocked.
"""

import numpy as np

from ai.kernels.bits import append_bits
from ai.kernels.compiled import compiled, merged
from ai.kernels.plain import on_move
from ai.kernels.random import below, step
from game.games.lattice.kernels.board import (
    BIT,
    COMPLETIONS,
    EMPTY,
    LINE_AT,
    MASK_RECORDS,
    NEAR,
    NEAR_TO,
    NONE,
    RECORD,
    SETS,
    STONES,
    TWO,
    WINNER,
    WON,
    colour_to_place,
    directions,
    wins_beside,
    wins_of,
)


@compiled
def play_out(tables, state, rng):
    """Play a state with a stone or more, of a game that no colour has won, to its end in place."""
    if tables.decisive_playouts:
        _play_out_decisively(tables, state, rng)
    else:
        _play_on(tables, state, rng, np.int64(NONE), 0)


@merged
def _play_out_decisively(tables, state, rng):
    colour = colour_to_place(state)
    wins = state[tables.sets + SETS * tables.words :]
    forced = np.int64(NONE)
    if wins_of(tables, state, colour, wins):
        state[WINNER] = colour
    else:
        faced = wins_of(tables, state, 1 - colour, wins)
        if faced > 1:
            state[WINNER] = 1 - colour
        else:
            if faced:
                forced = wins[0]
            _play_on(tables, state, rng, forced, COMPLETIONS)


@merged
def _play_on(tables, state, rng, forced, watched):
    """Place on cells near the stones, on `forced` first, and on such as come into sight.

    `watched` are the bits of a mask's record that tell of wins in one, none for a plain playout; a
    constant, so that the compiler leaves out what such a one does not need.
    """
    waiting = state[tables.sets + SETS * tables.words :]
    n = np.int64(0)
    for w in range(tables.words):
        at = tables.sets + SETS * w
        n = append_bits(np.uint64(state[at + NEAR] & state[at + EMPTY]), 64 * w, waiting, n)
    data = tables.data
    colour = np.uint64(colour_to_place(state))
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
        on_move(cell)
        record = cell * np.uint64(RECORD)
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        after = np.int64(0)
        for k in range(directions(tables)):
            at = np.uint64(data[record + np.uint64(LINE_AT + k)]) + colour
            mask = state[at] | data[record + np.uint64(BIT + k)]
            state[at] = mask
            after |= data[np.uint64(MASK_RECORDS) + np.uint64(mask)]
        if after & WON:
            rng[0] = x
            state[WINNER] = colour
            return
        forced = np.int64(NONE)
        if after & watched:
            forced = wins_beside(tables, state, np.int64(cell), np.int64(colour))
            if forced == TWO:
                rng[0] = x
                state[WINNER] = colour
                return
        place = np.uint64(tables.sets + NEAR)
        for w in range(tables.growing):
            new = np.uint64(data[record + np.uint64(NEAR_TO + w)]) & ~np.uint64(state[place])
            if new:
                state[place] |= np.int64(new)
                n = append_bits(new, 64 * w, waiting, n)
            place += np.uint64(SETS)
        colour ^= np.uint64(1)
    rng[0] = x
    state[STONES] = tables.cells
