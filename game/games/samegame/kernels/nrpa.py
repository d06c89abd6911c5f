"""Nested rollout policy adaptation for SameGame (Rosin, IJCAI 2011).

A level plays the one below it many times and after each adapts its policy to the best
sequence so far; level 0 is a playout under the policy. A move's code is a hash of its group's
tiles, where they stand, and their colour; the policy is a table of weights. The tabu colour
is played when nothing else is left (Cazenave, Nested Rollout Policy Adaptation with
Selective Policies, 2016).

The levels count like the digits of a number instead of calling themselves, so a search can
stop after any playout and go on later.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.atomic import is_set
from ai.kernels.bits import copy_range, copy_state
from ai.kernels.compiled import compiled
from ai.kernels.random import random_unit
from ai.kernels.references import borrowed
from game.games.samegame.kernels.columns import (
    Layout,
    cell_at,
    column_keys,
    copy_board,
    final_points,
    find_group,
    forget_group,
    make_layout,
    make_memory,
    read,
    remove_group,
    see_nothing,
    write,
)

PLAYOUTS = 0
LENGTH = 1
BEST_SCORE = 2
DONE = 3
_NUMBERS = 4

POLICY_BITS = 16
NOTHING = np.int64(-1) << 40


class Nrpa(NamedTuple):
    """Room for a search of `levels`; `n` is the most moves, `m` the most groups of a board.

    Attributes:
        memory: int32[layout.size]; two boards.
        keys: uint64[columns + 1]; the factors of a group's code.
        numbers: int64[4]; see the names above.
        rng: uint64[1]; the random generator's state.
        policy: float32[levels + 1, 2^16]; the weights of each level but 0.
        played: int64[levels + 1]; how often a level has played the one below.
        score: int64[levels + 1]; the score of a level's best sequence, of the playout at 0.
        length: int64[levels + 1]; its length.
        cell: int32[levels + 1, n]; its moves as root cells.
        groups: int32[levels + 1, n]; the number of moves there were at each ply.
        choice: int32[levels + 1, n]; which of them was played.
        code: int32[levels + 1, n, m]; the codes of all of them.
        weight: float64[m]; scratch.
        column: int32[m]; scratch: where a tile of each group stands.
        bit: int32[m].
        colour: int32[m].
        best: int32[n]; the best sequence of all.
    """

    memory: NDArray[np.int32]
    keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    rng: NDArray[np.uint64]
    policy: NDArray[np.float32]
    played: NDArray[np.int64]
    score: NDArray[np.int64]
    length: NDArray[np.int64]
    cell: NDArray[np.int32]
    groups: NDArray[np.int32]
    choice: NDArray[np.int32]
    code: NDArray[np.int32]
    weight: NDArray[np.float64]
    column: NDArray[np.int32]
    bit: NDArray[np.int32]
    colour: NDArray[np.int32]
    best: NDArray[np.int32]


def make_nrpa(
    encoded: NDArray[np.int64], levels: int, rng: NDArray[np.uint64]
) -> tuple[Layout, Nrpa]:
    """Return room for searches of a position; `restart` begins one."""
    most = int(np.count_nonzero(encoded[5:])) // 2 + 1
    layout = make_layout(encoded, 2)
    numbers = np.zeros(_NUMBERS, np.int64)
    numbers[BEST_SCORE] = NOTHING
    rows = levels + 1
    return layout, Nrpa(
        memory=make_memory(layout, encoded),
        keys=column_keys(layout.columns),
        numbers=numbers,
        rng=rng,
        policy=np.zeros((rows, 1 << POLICY_BITS), np.float32),
        played=np.zeros(rows, np.int64),
        score=np.zeros(rows, np.int64),
        length=np.zeros(rows, np.int64),
        cell=np.zeros((rows, most), np.int32),
        groups=np.zeros((rows, most), np.int32),
        choice=np.zeros((rows, most), np.int32),
        code=np.zeros((rows, most, most), np.int32),
        weight=np.zeros(most, np.float64),
        column=np.zeros(most, np.int32),
        bit=np.zeros(most, np.int32),
        colour=np.zeros(most, np.int32),
        best=np.zeros(most, np.int32),
    )


@compiled
def restart(work):
    """Begin a search with a policy that knows nothing; the best sequence of all stays."""
    top = len(work.played) - 1
    work.policy[top, :] = 0.0
    work.numbers[DONE] = 0
    work.played[top] = 0
    work.score[top] = NOTHING
    _begin_below(work, top)


@compiled
def _begin_below(work, level):
    for lower in range(level - 1, 0, -1):
        copy_state(work.policy[lower + 1], work.policy[lower])
        work.played[lower] = 0
        work.score[lower] = NOTHING


@compiled
def search(layout, work, flag, playouts, rounds, alpha, tabu):
    """Go on for so many playouts; `numbers[DONE]` tells when the top level is through.

    Args:
        layout: The layout.
        work: The room.
        flag: uint8[1]; set by another thread to stop.
        playouts: How many to make at most.
        rounds: How often a level plays the one below it.
        alpha: The step of an adaptation.
        tabu: The colour to play last, from 1.
    """
    work = borrowed(work)
    top = len(work.played) - 1
    for _ in range(playouts):
        if work.numbers[DONE] != 0 or is_set(flag):
            return
        _playout(layout, work, tabu)
        work.numbers[PLAYOUTS] += 1
        level = 1
        while True:
            if work.score[level - 1] >= work.score[level]:
                _copy_sequence(work, level - 1, level)
            _adapt(work, level, alpha)
            work.played[level] += 1
            if work.played[level] < rounds:
                _begin_below(work, level)
                break
            if level == top:
                work.numbers[DONE] = 1
                break
            level += 1


@compiled
def _copy_sequence(work, source, target):
    work.score[target] = work.score[source]
    length = work.length[source]
    work.length[target] = length
    for ply in range(length):
        work.cell[target, ply] = work.cell[source, ply]
        work.choice[target, ply] = work.choice[source, ply]
        groups = work.groups[source, ply]
        work.groups[target, ply] = groups
        for index in range(groups):
            work.code[target, ply, index] = work.code[source, ply, index]


@compiled
def _adapt(work, level, alpha):
    """Make a level's best sequence more likely under its policy."""
    policy = work.policy[level]
    for ply in range(work.length[level]):
        groups = work.groups[level, ply]
        total = 0.0
        for index in range(groups):
            work.weight[index] = np.exp(np.float64(policy[work.code[level, ply, index]]))
            total += work.weight[index]
        for index in range(groups):
            policy[work.code[level, ply, index]] -= alpha * work.weight[index] / total
        policy[work.code[level, ply, work.choice[level, ply]]] += alpha


@compiled
def _playout(layout, work, tabu):
    """Play the root out under the policy of level 1; the game becomes level 0's sequence."""
    memory = work.memory
    board = np.int64(layout.words)
    copy_board(layout, memory, 0, board)
    points = np.int64(layout.points)
    ply = 0
    while True:
        groups = _list_moves(layout, work, board, ply, tabu)
        if groups == 0:
            break
        index = _choose(work, ply, groups)
        column = np.int64(work.column[index])
        bit = np.int64(work.bit[index])
        colour = np.int64(work.colour[index])
        work.groups[0, ply] = groups
        work.choice[0, ply] = index
        work.cell[0, ply] = cell_at(layout, memory, board, column, bit)
        n, size = find_group(layout, memory, board, column, bit, colour)
        remove_group(layout, memory, work.keys, board, n, size, colour)
        points += (size - 2) * (size - 2)
        ply += 1
    points += final_points(layout, memory, board)
    work.length[0] = ply
    work.score[0] = points
    if points > work.numbers[BEST_SCORE]:
        work.numbers[BEST_SCORE] = points
        work.numbers[LENGTH] = ply
        copy_range(work.cell[0], 0, ply, work.best)


@compiled
def _choose(work, ply, groups):
    """Draw one of the listed moves, likely as the softmax of their weights."""
    policy = work.policy[1]
    total = 0.0
    for index in range(groups):
        total += np.exp(np.float64(policy[work.code[0, ply, index]]))
        work.weight[index] = total
    drawn = random_unit(work.rng) * total
    index = 0
    while index < groups - 1 and work.weight[index] <= drawn:
        index += 1
    return index


@compiled
def _list_moves(layout, work, board, ply, tabu):
    """List the groups, those of the tabu colour only if there is no other; return how many."""
    memory = work.memory
    border = layout.columns
    see_nothing(layout, memory)
    count = 0
    for last in range(2):
        column = read(memory, board + border * layout.record + layout.record - 1)
        while column != border:
            record = board + column * layout.record
            for colour in range(1, layout.colours + 1):
                if (colour == tabu) != (last == 1):
                    continue
                rest = read(memory, record + colour) & ~read(memory, layout.seen + column)
                while rest != 0:
                    bit = rest & -rest
                    n, size = find_group(layout, memory, board, column, bit, colour)
                    code = _code(layout, memory, work.keys, n, colour)
                    forget_group(layout, memory, n)
                    rest &= ~read(memory, layout.seen + column)
                    if size > 1:
                        work.code[0, ply, count] = code
                        work.column[count] = column
                        work.bit[count] = bit
                        work.colour[count] = colour
                        count += 1
            column = read(memory, record + layout.record - 1)
        if count > 0:
            break
    return count


@compiled
def _code(layout, memory, keys, n, colour):
    """Return the code of the group found last, and note its tiles as seen."""
    code = np.uint64(colour)
    for index in range(n):
        column = read(memory, layout.touched + index)
        group = read(memory, layout.grown + column)
        code += np.uint64(group) * keys[column]
        write(memory, layout.seen + column, read(memory, layout.seen + column) | group)
    code ^= code >> np.uint64(31)
    code *= np.uint64(0x94D049BB133111EB)
    return np.int64(code >> np.uint64(64 - POLICY_BITS))
