"""Flat Monte Carlo search, written once for every kernel of a two-player game.

Genesereth and Thielscher, General Game Playing (2014), chapter 8: the game tree is expanded to a
fixed depth, each state at the fringe is valued by the mean of a few random probes, and those
values are backed up by minimax. Nothing is kept from one move to the next.
"""

import numpy as np

from ai.contract.kernel import is_terminal, outcome, plausible_moves, play, playout, to_move
from ai.kernels.bits import copy_state
from ai.search.nmcs_two_player_algorithm import BEST, COUNT, PLAYOUTS, SIGN, TRIED, stopped


def probe(tables, work, ply, probes):
    """Return the mean outcome for player 0 of playouts from the position of a ply."""
    state = work.states[ply]
    if is_terminal(tables, state):
        return np.float64(outcome(tables, state))
    total = 0.0
    for _ in range(probes):
        copy_state(state, work.states[ply + 1])
        total += playout(tables, work.states[ply + 1], work.rngs[0])
        work.counts[PLAYOUTS] += 1
    return total / probes


def open_ply(tables, work, ply):
    """List the moves of the position of a ply, none of them tried."""
    work.frames[ply, COUNT] = plausible_moves(tables, work.states[ply], work.moves[ply])
    work.frames[ply, TRIED] = 0
    work.frames[ply, SIGN] = 1 - 2 * to_move(tables, work.states[ply])
    work.values[ply, BEST] = -np.inf


def value_moves(tables, work, state, depth, probes):
    """Value each move of a running game.

    Args:
        work: A workspace with a level for each of `depth` plies and one more for the probes.
        depth: Plies to the fringe, at least 1.

    Returns:
        Whether every move was valued; `work.move_values` has their values for player 0.
    """
    copy_state(state, work.states[0])
    ply = np.int64(0)
    open_ply(tables, work, ply)
    while True:
        frame = work.frames[ply]
        if frame[TRIED] < frame[COUNT]:
            if stopped(work):
                return False
            below = ply + 1
            copy_state(work.states[ply], work.states[below])
            play(tables, work.states[below], work.moves[ply, frame[TRIED]])
            if below < depth and not is_terminal(tables, work.states[below]):
                open_ply(tables, work, below)
                ply = below
                continue
            value = probe(tables, work, below, probes)
        else:
            if ply == 0:
                return True
            value = frame[SIGN] * work.values[ply, BEST]
            ply -= 1
        frame = work.frames[ply]
        if ply == 0:
            work.move_values[frame[TRIED]] = value
        work.values[ply, BEST] = max(work.values[ply, BEST], frame[SIGN] * value)
        frame[TRIED] += 1
