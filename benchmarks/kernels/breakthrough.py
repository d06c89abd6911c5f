"""Follows the winner of a position of Breakthrough against every answer, to all ends.

The moves and ends are those of the game's own kernel, which shares nothing with the solver and is
compared with the rules by its own tests. The solver is asked for nothing but a move of the winner.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.compiled import compiled
from game.games.breakthrough.kernel import is_terminal, legal_moves, outcome, play, to_move
from game.games.breakthrough.kernels.proof_numbers import BUDGET, LEAST, LOST, NODES, prove, turned
from game.games.lattice.kernels.square_board import STONES

REFUTED, FULL = -1, -2

_LEAST_NODES, _MORE, _ENOUGH = 1 << 4, 1 << 4, 1 << 60
"""A winning move is looked for with so many nodes at first, and with so many times more."""
_COUNT, _NEXT, _PLIES, _PLACE = range(4)


class Walk(NamedTuple):
    """Room to follow games of D plies at most, with M moves a position at most.

    Attributes:
        states: int64[D, S]; the positions on the way to the present one.
        moves: int64[D, M]; what is played in them.
        frames: int64[D, 4]; how many moves these are, the next, the most plies to an end so far,
            and the position's place in the table.
        seen: int64[a power of two, 2]; the positions that were come to.
        plies: int16[the same]; the most plies to their ends, 0 where none is stored.
        counts: int64[1]; how many positions are stored.
        columns: Of the board.
        mirrored: int64[2**columns]; each row's mirror image.
    """

    states: NDArray[np.int64]
    moves: NDArray[np.int64]
    frames: NDArray[np.int64]
    seen: NDArray[np.int64]
    plies: NDArray[np.int16]
    counts: NDArray[np.int64]
    columns: int
    mirrored: NDArray[np.int64]


@compiled
def follow(tables, board, work, walk, flag, winner):
    """Return the most plies to an end of `walk.states[0]`, if its winner always gets there.

    Args:
        tables: The game's.
        board: The solver's.
        work: What the solver knows.
        walk: Room, with the position.
        flag: uint8[1]; all 0.
        winner: Who is to win, 0 or 1.

    Returns:
        `REFUTED` where the winner loses a game, `FULL` if there are too many positions.
    """
    ply = 0
    if not _enter(tables, board, work, walk, flag, winner, 0):
        return REFUTED
    while True:
        frame = walk.frames[ply]
        if frame[_NEXT] == frame[_COUNT]:
            plies = frame[_PLIES] + 1
            walk.plies[frame[_PLACE]] = plies
            if ply == 0:
                return plies
            ply -= 1
            walk.frames[ply, _PLIES] = max(walk.frames[ply, _PLIES], plies)
            continue
        after = walk.states[ply + 1]
        after[:] = walk.states[ply]
        play(tables, after, walk.moves[ply, frame[_NEXT]])
        frame[_NEXT] += 1
        if is_terminal(tables, after):
            if _winner(tables, after) != winner:
                return REFUTED
            continue
        place = _place(tables, walk, after)
        if walk.plies[place]:
            frame[_PLIES] = max(frame[_PLIES], walk.plies[place])
            continue
        if 8 * walk.counts[0] > 7 * walk.plies.size:
            return FULL
        ply += 1
        if not _enter(tables, board, work, walk, flag, winner, ply):
            return REFUTED


@compiled
def _winner(tables, state):
    """Return who has won a game that is over."""
    return 0 if outcome(tables, state) > 0 else 1


@compiled
def _key(tables, walk, state):
    """Return one name for a position of up to 62 cells and its mirror image."""
    columns = walk.columns
    first, second = state[STONES], state[STONES + 1]
    first_mirrored, second_mirrored = np.int64(0), np.int64(0)
    for shift in range(0, tables.cells, columns):
        first_mirrored |= walk.mirrored[first >> shift & walk.mirrored.size - 1] << shift
        second_mirrored |= walk.mirrored[second >> shift & walk.mirrored.size - 1] << shift
    if first_mirrored < first or (first_mirrored == first and second_mirrored < second):
        first, second = first_mirrored, second_mirrored
    return first << 1 | to_move(tables, state), second


@compiled
def _place(tables, walk, state):
    """Return where a position stands in the table, or will."""
    own, others = _key(tables, walk, state)
    mixed = np.uint64(own) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(31)) ^ np.uint64(others)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(30)
    last = walk.plies.size - 1
    place = np.int64(mixed & np.uint64(last))
    while walk.seen[place, 0] and (walk.seen[place, 0] != own or walk.seen[place, 1] != others):
        place = (place + 1) & last
    return place


@compiled
def _enter(tables, board, work, walk, flag, winner, ply):
    """List the winner's move, or all of the other's; return whether there is one."""
    state, moves = walk.states[ply], walk.moves[ply]
    place = _place(tables, walk, state)
    walk.seen[place, 0], walk.seen[place, 1] = _key(tables, walk, state)
    walk.counts[0] += 1
    count = legal_moves(tables, state, moves)
    if to_move(tables, state) == winner:
        moves[0] = _winning(tables, board, work, walk, flag, winner, ply, count)
        count = 1 if moves[0] >= 0 else 0
    frame = walk.frames[ply]
    frame[_COUNT], frame[_NEXT], frame[_PLIES], frame[_PLACE] = count, 0, 0, place
    return count > 0


@compiled
def _winning(tables, board, work, walk, flag, winner, ply, count):
    """Return the winner's move that is soonest found to win, -1 if none is."""
    after = walk.states[ply + 1]
    nodes = _LEAST_NODES
    while nodes < _ENOUGH:
        for i in range(count):
            after[:] = walk.states[ply]
            play(tables, after, walk.moves[ply, i])
            if is_terminal(tables, after):
                if _winner(tables, after) == winner:
                    return walk.moves[ply, i]
                continue
            own = np.uint64(after[STONES + 1 - winner])
            others = np.uint64(after[STONES + winner])
            if winner == 0:
                own, others = turned(board, own), turned(board, others)
            work.numbers[NODES], work.numbers[BUDGET], work.numbers[LEAST] = 0, nodes, nodes
            if prove(board, work, flag, own, others) == LOST:
                return walk.moves[ply, i]
        nodes *= _MORE
    return -1
