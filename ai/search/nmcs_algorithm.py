"""Nested Monte Carlo search for one player, written once for every kernel.

Cazenave, Nested Monte-Carlo Search, IJCAI 2009. A search of level 0 is a playout; a search
of level n plays a game in which it tries every move with a search of level n - 1 and follows
the best sequence found. With memory that is the best of the whole search so far, without it
the best of this step.

Every game a search tries is compared with the best line of the whole run, which therefore
stands in the workspace whenever the search is stopped.

The recursive functions must be called with the same types everywhere, so never with literal
numbers: numba's cache breaks a recursion from one signature to another (numba #6061).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.contract.kernel import (
    graft,
    is_cleared,
    is_terminal,
    legal_moves,
    outcome,
    play,
    record_playout,
)
from ai.kernels.bits import copy_range, copy_state
from ai.kernels.random import random_below
from ai.kernels.shared import is_set

PLAYOUTS = 0
BUDGET = 1
LENGTH = 2


class Workspace(NamedTuple):
    """What one thread searches in.

    Attributes:
        root: int64[state_length]; the searched position.
        states: int64[levels + 1, state_length]; the position each level is at.
        moves: int64[levels + 1, max_moves]; its legal moves.
        lines: int64[levels + 1, max_plies]; the best sequence of each level's search, from
            the ply it began at.
        path: int64[max_plies]; the moves from the root to the position tried now.
        best_line: int64[max_plies]; the best line of the run, from the root.
        best_score: float64[1]; its score, minus infinity while there is none.
        counts: int64[3]; playouts of this run, how many it may do, length of the best line.
        rng: uint64[1]; the random generator's state.
        flag: uint8[1]; another thread sets it to stop the search.
    """

    root: NDArray[np.int64]
    states: NDArray[np.int64]
    moves: NDArray[np.int64]
    lines: NDArray[np.int64]
    path: NDArray[np.int64]
    best_line: NDArray[np.int64]
    best_score: NDArray[np.float64]
    counts: NDArray[np.int64]
    rng: NDArray[np.uint64]
    flag: NDArray[np.uint8]


def stopped(work):
    """Return whether the search was cancelled or has spent its playouts."""
    return work.counts[PLAYOUTS] >= work.counts[BUDGET] or is_set(work.flag)


def sample(tables, work, ply, rollout):
    """Play the position of level 0 to its end; return score and length of the game."""
    line = work.lines[0]
    score, length = record_playout(tables, work.states[0], work.rng, rollout, line, ply)
    work.counts[PLAYOUTS] += 1
    if score > work.best_score[0]:
        copy_range(work.path, 0, ply, work.best_line)
        copy_range(line, ply, length, work.best_line)
        work.counts[LENGTH] = length
        work.best_score[0] = score
    return score, length


def nested(tables, work, level, ply, memory, rollout, best, length):
    """Search the position of `level`, which is changed, from `ply` on.

    Args:
        ply: Moves from the root to the position.
        memory: Whether to follow the best sequence of the whole search.
        best: The score of a sequence known beforehand, in the level's line from `ply` on;
            minus infinity if there is none.

    Returns:
        The best score and the length of the level's line; minus infinity when the search was
        stopped before it found any.
    """
    if level == 0:
        return sample(tables, work, ply, rollout)
    state = work.states[level]
    moves = work.moves[level]
    line = work.lines[level]
    n = legal_moves(tables, state, moves)
    if n == 0:
        return np.float64(outcome(tables, state)), ply
    while n > 0:
        if not memory:
            best = -np.inf
        equals = 1
        for index in range(n):
            if stopped(work):
                return best, length
            copy_state(state, work.states[level - 1])
            play(tables, work.states[level - 1], moves[index])
            work.path[ply] = moves[index]
            score, end = nested(tables, work, level - 1, ply + 1, memory, rollout, -np.inf, ply + 1)
            if score == best and score > -np.inf:
                equals += 1
            elif score > best:
                equals = 1
            if score > best or (score == best and random_below(work.rng, equals) == 0):
                best = score
                length = end
                line[ply] = moves[index]
                copy_range(work.lines[level - 1], ply + 1, end, line)
        work.path[ply] = line[ply]
        play(tables, state, line[ply])
        ply += 1
        n = legal_moves(tables, state, moves)
    return best, length


def start(tables, work, level, ply):
    """Set the position of `level` to the one after the first `ply` moves of the path."""
    state = work.states[level]
    copy_state(work.root, state)
    for index in range(ply):
        play(tables, state, work.path[index])


def search(tables, work, level, ply, rounds, memory, rollout):
    """Search the position after `ply` moves of the path `rounds` times, each time afresh.

    Returns:
        The best score that these searches found.
    """
    best = -np.inf
    for _ in range(rounds):
        if stopped(work):
            break
        start(tables, work, level, ply)
        score, _ = nested(tables, work, level, ply, memory, rollout, -np.inf, ply)
        best = max(best, score)
    return best


def follow(tables, work, level, ply, memory, rollout):
    """Search the position after `ply` moves of the path, with the run's best line in memory."""
    if stopped(work):
        return -np.inf
    start(tables, work, level, ply)
    length = work.counts[LENGTH]
    copy_range(work.best_line, ply, length, work.lines[level])
    score, _ = nested(tables, work, level, ply, memory, rollout, work.best_score[0], length)
    return score


def refine(tables, work, level, rounds, memory, rollout):
    """Search `rounds` times from a random position of the run's best line.

    The line must have two moves or more; its first one stays.

    Returns:
        The best score that these searches found, be it lower than the line's.
    """
    best = -np.inf
    for _ in range(rounds):
        if stopped(work):
            break
        ply = 1 + random_below(work.rng, work.counts[LENGTH] - 1)
        copy_range(work.best_line, 0, ply, work.path)
        start(tables, work, level, ply)
        score, _ = nested(tables, work, level, ply, memory, rollout, -np.inf, ply)
        best = max(best, score)
    return best


def adopt(tables, work, rollout):
    """Put the path's first move before the run's best line and play that to its end.

    Returns:
        The score; the resulting line takes the best one's place.
    """
    ply = graft(tables, work.root, work.path[0], work.best_line, work.counts[LENGTH], work.path)
    start(tables, work, 0, ply)
    work.best_score[0] = -np.inf
    score, _ = sample(tables, work, ply, rollout)
    return score


def exhaust(tables, work, depth, ply):
    """Try every line from the position of `depth`; stop where the budget ends.

    The budget counts positions here, and `work` holds a level for each of the game's plies.
    """
    state = work.states[depth]
    work.counts[PLAYOUTS] += 1
    n = legal_moves(tables, state, work.moves[depth])
    if n == 0:
        score = np.float64(outcome(tables, state))
        if score > work.best_score[0]:
            work.best_score[0] = score
            copy_range(work.path, 0, ply, work.best_line)
            work.counts[LENGTH] = ply
        return
    for index in range(n):
        if stopped(work):
            return
        copy_state(state, work.states[depth + 1])
        work.path[ply] = work.moves[depth, index]
        play(tables, work.states[depth + 1], work.path[ply])
        exhaust(tables, work, depth + 1, ply + 1)


def replay(tables, work, line, length):
    """Play a line from the root under the eyes of the rules.

    Returns:
        Whether every move was legal and the game is over, its score, and whether that is a
        clear.
    """
    state = work.states[0]
    copy_state(work.root, state)
    for index in range(length):
        n = legal_moves(tables, state, work.moves[0])
        if not np.any(work.moves[0, :n] == line[index]):
            return False, -np.inf, False
        play(tables, state, line[index])
    return (
        is_terminal(tables, state),
        np.float64(outcome(tables, state)),
        is_cleared(tables, state),
    )
