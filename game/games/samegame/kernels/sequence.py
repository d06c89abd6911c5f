"""Simulated annealing over move sequences of SameGame.

A solution is a list of cells, named as they stand at the searched position. It is played by
removing, for one cell after the other, the group that its tile is part of by then; cells that
are gone or alone are left out. What the list leaves is played to the end: other colours first,
then one colour, the tabu colour, smallest group first. Those last moves are not kept in the list.

A proposal changes the list at one place; it is replayed from there, out of the board that is
kept for each move, and only until it meets the list's boards again. It is accepted by the rule
of Metropolis et al. (1953) under a temperature that falls geometrically (Kirkpatrick, Gelatt
and Vecchi, Optimization by Simulated Annealing, Science 1983). As the random number is drawn
first, a replay ends as soon as it can be foreseen that it will be rejected: when it would be so
even if it made `MARGIN` points more of the tiles that are left than the solution made of as many.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.atomic import is_set
from ai.kernels.bits import bit_count, copy_range
from ai.kernels.compiled import compiled, inlined
from ai.kernels.random import random_below, random_unit
from game.games.samegame.kernels.columns import (
    CLEAR_BONUS,
    Layout,
    any_group,
    cell_at,
    column_keys,
    copy_board,
    deduction,
    find_group,
    forget_group,
    make_layout,
    make_memory,
    read,
    remove_group,
    sample_tile,
    smallest_group,
    standing,
    tiles_of,
)

# Where things stand in a chain's numbers. A rank is twice a score, plus 1 for a cleared board.
LENGTH = 0
FREE = 1
TABU = 2
FIXED = 3
OBJECTIVE = 4
RANK = 5
BEST_RANK = 6
BEST_LENGTH = 7
STEPS = 8
TRIAL_END = 9
TRIAL_MEET = 10
TRIAL_OBJECTIVE = 11
TRIAL_RANK = 12
NEAR_OBJECTIVE = 13
NEAR_LENGTH = 14
_NUMBERS = 15

# What percentage of the proposals does what; the rest replaces.
_RELOCATE = 30
_REMOVE = 40
_INSERT = 70

NEAR = 8
TABU_SHARE = 0.05
TILE_PENALTY = 20
_TRIES = 12
_BLIND_TRIES = 6
_POLL = 64
REJECTED = np.int64(-1) << 40

MARGIN = 100
"""Of the proposals that are accepted, some 0.02 % would have been cut short by this."""


class Chain(NamedTuple):
    """A solution and room to change it; `n` is the most moves it can have.

    Attributes:
        memory: int32[layout.size]; the boards.
        keys: uint64[columns + 1]; the factors of a board's hash.
        numbers: int64[15]; see the names above.
        rng: uint64[1]; the random generator's state.
        cell: int32[n + 1]; the moves.
        board: int32[n + 1]; where the board after so many moves begins in `memory`.
        points: int64[n + 1]; the points made by then, those before the root among them.
        hash: uint64[n + 1]; the board's hash.
        trial_cell: int32[n + 1]; the same for a proposal, from the changed place on.
        trial_board: int32[n + 1].
        trial_points: int64[n + 1].
        trial_hash: uint64[n + 1].
        pending: int32[2 n + 2]; the cells a proposal will try to play.
        free: int32[2 n + 2]; boards that are not in use.
        best: int32[n + 1]; the moves of the solution with the best rank.
        near: int32[n + 1]; the moves of the one with the best objective, which may leave a
            few tiles that a better ending would clear.
        expected: int32[colours + 1, cells + 1]; the points that the solution makes of a colour
            from when so many of its tiles are left.
    """

    memory: NDArray[np.int32]
    keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    rng: NDArray[np.uint64]
    cell: NDArray[np.int32]
    board: NDArray[np.int32]
    points: NDArray[np.int64]
    hash: NDArray[np.uint64]
    trial_cell: NDArray[np.int32]
    trial_board: NDArray[np.int32]
    trial_points: NDArray[np.int64]
    trial_hash: NDArray[np.uint64]
    pending: NDArray[np.int32]
    free: NDArray[np.int32]
    best: NDArray[np.int32]
    near: NDArray[np.int32]
    expected: NDArray[np.int32]


def make_chain(encoded: NDArray[np.int64], rng: NDArray[np.uint64]) -> tuple[Layout, Chain]:
    """Return room for the solutions of a position; `start` gives the first one."""
    moves = int(np.count_nonzero(encoded[5:])) // 2 + 1
    layout = make_layout(encoded, 2 * moves + 3)
    return layout, Chain(
        memory=make_memory(layout, encoded),
        keys=column_keys(layout.columns),
        numbers=np.zeros(_NUMBERS, np.int64),
        rng=rng,
        cell=np.zeros(moves + 1, np.int32),
        board=np.zeros(moves + 1, np.int32),
        points=np.zeros(moves + 1, np.int64),
        hash=np.zeros(moves + 1, np.uint64),
        trial_cell=np.zeros(moves + 1, np.int32),
        trial_board=np.zeros(moves + 1, np.int32),
        trial_points=np.zeros(moves + 1, np.int64),
        trial_hash=np.zeros(moves + 1, np.uint64),
        pending=np.zeros(2 * moves + 2, np.int32),
        free=np.zeros(2 * moves + 2, np.int32),
        best=np.zeros(moves + 1, np.int32),
        near=np.zeros(moves + 1, np.int32),
        expected=np.zeros((layout.colours + 1, layout.columns * layout.rows + 1), np.int32),
    )


@inlined
def _prospect(layout, chain, board):
    """Return what the solution made of as many tiles as a board has, and the clear bonus."""
    worth = np.int64(CLEAR_BONUS)
    for colour in range(1, layout.colours + 1):
        worth += chain.expected[colour, tiles_of(layout, chain.memory, board, colour)]
    return worth


@inlined
def _expect(layout, chain):
    """Write down what the solution makes of each colour from any number of tiles on.

    A number within a group counts as that much of the group; what the list leaves counts as
    one group a colour.
    """
    memory = chain.memory
    expected = chain.expected
    board = np.int64(chain.board[chain.numbers[LENGTH]])
    for colour in range(1, layout.colours + 1):
        _expect_group(expected, colour, 0, tiles_of(layout, memory, board, colour))
    for ply in range(chain.numbers[LENGTH] - 1, -1, -1):
        colour = read(memory, layout.colour + np.int64(chain.cell[ply]))
        left = tiles_of(layout, memory, board, colour)
        board = np.int64(chain.board[ply])
        _expect_group(expected, colour, left, tiles_of(layout, memory, board, colour))


@inlined
def _expect_group(expected, colour, left, tiles):
    """Write down the points of a group that leaves `left` of `tiles`, and of parts of it."""
    later = expected[colour, left] if left > 0 else 0
    expected[colour, left] = later
    if tiles > left:
        expected[colour, left + 1] = later
    for size in range(2, tiles - left + 1):
        expected[colour, left + size] = later + (size - 2) * (size - 2)


@inlined
def _most(layout, memory, board):
    """Return what the objective gains on a board at most: each colour at once, then a clear."""
    worth = np.int64(CLEAR_BONUS)
    for colour in range(1, layout.colours + 1):
        tiles = tiles_of(layout, memory, board, colour)
        if tiles > 1:
            worth += (tiles - 2) * (tiles - 2)
        else:
            worth -= tiles * TILE_PENALTY
    return worth


@inlined
def play_out(layout, chain, source, least):
    """Play a board that has no groups of other colours to its end, others first where some arise.

    Returns:
        The points made, and the board at the end; `REJECTED` points if the objective cannot
        gain `least`.
    """
    memory = chain.memory
    tabu = chain.numbers[TABU]
    board = np.int64((layout.boards - 1) * layout.words)
    copy_board(layout, memory, source, board)
    points = np.int64(0)
    column, bit = smallest_group(layout, memory, board, tabu)
    colour = tabu
    while bit != 0 and points + _most(layout, memory, board) >= least:
        n, size = find_group(layout, memory, board, column, bit, colour)
        remove_group(layout, memory, chain.keys, board, n, size, colour)
        points += (size - 2) * (size - 2)
        column, bit, colour = any_group(layout, memory, board, tabu)
        if bit == 0:
            column, bit = smallest_group(layout, memory, board, tabu)
            colour = tabu
    return points if bit == 0 else REJECTED, board


@inlined
def _other_group(layout, chain, board):
    """Return column, bit and colour of a group that is not of the tabu colour; bit 0 if none.

    A few blind tries give large groups the preference and the appended moves some variety.
    """
    tabu = chain.numbers[TABU]
    found = any_group(layout, chain.memory, board, tabu)
    if found[1] != 0:
        for _ in range(_BLIND_TRIES):
            column, bit, colour = sample_tile(layout, chain.memory, board, chain.rng)
            if bit != 0 and colour != tabu:
                return column, bit, colour
    return found


@inlined
def replay(layout, chain, first, count, threshold):
    """Play the first `count` pending cells from the board after `first` moves, then the rest.

    The outcome is left in the chain's trial arrays and numbers. It stops early where it
    meets a board of the present solution again, or where `threshold` seems out of reach.
    """
    memory = chain.memory
    numbers = chain.numbers
    length = numbers[LENGTH]
    board = np.int64(chain.board[first])
    points = chain.points[first]
    hashed = chain.hash[first]
    prospect = _prospect(layout, chain, board)
    ply = first
    meet = first + 1
    free = numbers[FREE]
    index = 0
    while True:
        if index < count:
            cell = np.int64(chain.pending[index])
            index += 1
            column = read(memory, layout.column + cell)
            bit = standing(layout, memory, board, column, cell - column * layout.rows)
            if bit == 0:
                continue
            colour = read(memory, layout.colour + cell)
        else:
            column, bit, colour = _other_group(layout, chain, board)
            if bit == 0:
                break
            cell = cell_at(layout, memory, board, column, bit)
        n, size = find_group(layout, memory, board, column, bit, colour)
        if size == 1:
            forget_group(layout, memory, n)
            continue
        before = tiles_of(layout, memory, board, colour)
        gain = (size - 2) * (size - 2)
        prospect += chain.expected[colour, before - size] - chain.expected[colour, before]
        points += gain
        if points + prospect + MARGIN < threshold:
            forget_group(layout, memory, n)
            numbers[TRIAL_OBJECTIVE] = REJECTED
            return
        free -= 1
        target = np.int64(chain.free[free])
        copy_board(layout, memory, board, target)
        board = target
        hashed -= remove_group(layout, memory, chain.keys, board, n, size, colour)
        chain.trial_cell[ply] = cell
        ply += 1
        chain.trial_board[ply] = board
        chain.trial_points[ply] = points
        chain.trial_hash[ply] = hashed
        left = tiles_of(layout, memory, board, 0)
        while meet <= length and tiles_of(layout, memory, np.int64(chain.board[meet]), 0) > left:
            meet += 1
        if meet <= length and chain.hash[meet] == hashed:
            gain = points - chain.points[meet]
            numbers[TRIAL_END] = ply
            numbers[TRIAL_MEET] = meet
            numbers[TRIAL_OBJECTIVE] = numbers[OBJECTIVE] + gain
            numbers[TRIAL_RANK] = numbers[RANK] + 2 * gain
            return
    numbers[TRIAL_END] = ply
    numbers[TRIAL_MEET] = length + 1
    more, end = play_out(layout, chain, board, threshold - points)
    points += more
    left = tiles_of(layout, memory, end, 0)
    score = points + CLEAR_BONUS if left == 0 else points - deduction(layout, memory, end)
    numbers[TRIAL_RANK] = 2 * score + (left == 0)
    if left > 0:
        score += max(np.int64(0), CLEAR_BONUS - TILE_PENALTY * left)
    numbers[TRIAL_OBJECTIVE] = score


@inlined
def accept(layout, chain, first):
    """Make the trial, which began after `first` moves, the solution."""
    numbers = chain.numbers
    end = numbers[TRIAL_END]
    meet = numbers[TRIAL_MEET]
    length = numbers[LENGTH]
    free = numbers[FREE] - (end - first)
    for ply in range(first + 1, min(meet, length) + 1):
        chain.free[free] = chain.board[ply]
        free += 1
    numbers[FREE] = free
    shift = end - meet
    if meet <= length:
        gain = chain.trial_points[end] - chain.points[meet]
        if shift > 0:
            for ply in range(length, meet, -1):
                _move(chain, ply, shift, gain)
        elif shift < 0 or gain != 0:
            for ply in range(meet + 1, length + 1):
                _move(chain, ply, shift, gain)
        numbers[LENGTH] = length + shift
    else:
        numbers[LENGTH] = end
    for ply in range(first + 1, end + 1):
        chain.cell[ply - 1] = chain.trial_cell[ply - 1]
        chain.board[ply] = chain.trial_board[ply]
        chain.points[ply] = chain.trial_points[ply]
        chain.hash[ply] = chain.trial_hash[ply]
    if numbers[OBJECTIVE] != numbers[TRIAL_OBJECTIVE]:
        _expect(layout, chain)
    numbers[OBJECTIVE] = numbers[TRIAL_OBJECTIVE]
    numbers[RANK] = numbers[TRIAL_RANK]
    if numbers[RANK] > numbers[BEST_RANK]:
        numbers[BEST_RANK] = numbers[RANK]
        numbers[BEST_LENGTH] = numbers[LENGTH]
        for ply in range(numbers[LENGTH]):
            chain.best[ply] = chain.cell[ply]
    if numbers[OBJECTIVE] > numbers[NEAR_OBJECTIVE]:
        numbers[NEAR_OBJECTIVE] = numbers[OBJECTIVE]
        numbers[NEAR_LENGTH] = numbers[LENGTH]
        for ply in range(numbers[LENGTH]):
            chain.near[ply] = chain.cell[ply]


@inlined
def _move(chain, ply, shift, gain):
    """Move what is known of one move of the solution's tail to another place."""
    chain.cell[ply - 1 + shift] = chain.cell[ply - 1]
    chain.board[ply + shift] = chain.board[ply]
    chain.points[ply + shift] = chain.points[ply] + gain
    chain.hash[ply + shift] = chain.hash[ply]


@compiled
def start(layout, chain, cells, tabu):
    """Make a list of cells the solution, and the best one if nothing better is known.

    Args:
        layout: The layout.
        chain: Its `numbers` must be zeros, but for the best solution, before the first call.
        cells: int32[at most 2 n + 2]; an empty list gives what playing out gives.
        tabu: The colour to play last, from 1.
    """
    numbers = chain.numbers
    numbers[TABU] = tabu
    numbers[LENGTH] = 0
    numbers[OBJECTIVE] = REJECTED
    numbers[FREE] = layout.boards - 2
    for index in range(layout.boards - 2):
        chain.free[index] = (index + 1) * layout.words
    chain.board[0] = 0
    chain.points[0] = layout.points
    chain.hash[0] = 0
    copy_range(cells, 0, len(cells), chain.pending)
    replay(layout, chain, 0, len(cells), np.float64(REJECTED))
    accept(layout, chain, 0)


@inlined
def _sample(layout, chain, ply):
    """Return a cell of a random group of the board after `ply` moves, or -1."""
    board = np.int64(chain.board[ply])
    for _ in range(_TRIES):
        column, bit, colour = sample_tile(layout, chain.memory, board, chain.rng)
        if bit != 0 and (colour != chain.numbers[TABU] or random_unit(chain.rng) < TABU_SHARE):
            return cell_at(layout, chain.memory, board, column, bit)
    return np.int64(-1)


@inlined
def _propose(layout, chain):
    """Write a changed list to `pending`.

    Returns:
        The first changed place and the number of pending cells; -1 if nothing came of it.
    """
    length = chain.numbers[LENGTH]
    fixed = chain.numbers[FIXED]
    kind = random_below(chain.rng, 100)
    movable = length - fixed
    if kind < _REMOVE and movable < 2:
        return np.int64(-1), np.int64(0)
    if kind < _RELOCATE:
        return _relocate(chain, fixed, movable)
    if kind < _REMOVE:
        first = fixed + random_below(chain.rng, movable)
        return first, _append(chain, first + 1, length, 0)
    if kind < _INSERT or movable == 0:
        first = fixed + random_below(chain.rng, movable + 1)
        rest = first
    else:
        first = fixed + random_below(chain.rng, movable)
        rest = first + 1
    cell = _sample(layout, chain, first)
    if cell < 0:
        return np.int64(-1), np.int64(0)
    chain.pending[0] = cell
    return first, _append(chain, rest, length, 1)


@inlined
def _relocate(chain, fixed, movable):
    """Propose to play one of the moves at another time."""
    old = random_below(chain.rng, movable)
    if random_below(chain.rng, 4) > 0:
        new = old + random_below(chain.rng, 2 * NEAR + 1) - NEAR
        new = min(max(new, np.int64(0)), movable - 1)
    else:
        new = random_below(chain.rng, movable)
    if new == old:
        return np.int64(-1), np.int64(0)
    old += fixed
    new += fixed
    if new < old:
        chain.pending[0] = chain.cell[old]
        count = _append(chain, new, old, 1)
        return new, _append(chain, old + 1, chain.numbers[LENGTH], count)
    count = _append(chain, old + 1, new + 1, 0)
    chain.pending[count] = chain.cell[old]
    return old, _append(chain, new + 1, chain.numbers[LENGTH], count + 1)


@inlined
def _append(chain, begin, end, count):
    """Append the moves from `begin` to before `end` to the pending ones; return their number."""
    for index in range(end - begin):
        chain.pending[np.uint64(count + index)] = chain.cell[np.uint64(begin + index)]
    return count + max(end - begin, np.int64(0))


@compiled
def anneal(layout, chain, flag, steps, hot, cold):
    """Change the solution `steps` times while the temperature falls from `hot` to `cold`.

    Args:
        layout: The layout.
        chain: The solution, from `start`.
        flag: uint8[1]; set by another thread to stop.
        steps: How many proposals to make.
        hot: The first temperature, in points.
        cold: The last temperature.
    """
    numbers = chain.numbers
    temperature = hot
    factor = (cold / hot) ** (_POLL / max(steps, 1))
    for step in range(steps):
        if step % _POLL == 0:
            if is_set(flag):
                return
            temperature *= factor
        numbers[STEPS] += 1
        first, count = _propose(layout, chain)
        if first >= 0:
            threshold = numbers[OBJECTIVE] + temperature * np.log(random_unit(chain.rng) + 1e-300)
            replay(layout, chain, first, count, threshold)
            if numbers[TRIAL_OBJECTIVE] >= threshold:
                accept(layout, chain, first)


@compiled
def write_line(layout, chain, cells, count, played, line):
    """Play a list of cells to the end and write down all moves.

    Args:
        layout: The layout.
        chain: The chain; its tabu colour is played last, its solution stays.
        cells: int32; the list.
        count: Its length.
        played: int32[n + 1]; gets the moves as root cells, the last ones among them.
        line: int64[n + 1]; gets the moves as the rules name them: the smallest cell of the
            group on the board it is played on.

    Returns:
        The number of moves, the final score and the number of tiles left.
    """
    memory = chain.memory
    tabu = chain.numbers[TABU]
    board = np.int64((layout.boards - 1) * layout.words)
    copy_board(layout, memory, 0, board)
    points = np.int64(layout.points)
    index = 0
    length = 0
    while True:
        if index < count:
            cell = np.int64(cells[index])
            index += 1
            column = read(memory, layout.column + cell)
            bit = standing(layout, memory, board, column, cell - column * layout.rows)
            if bit == 0:
                continue
            colour = read(memory, layout.colour + cell)
        else:
            column, bit, colour = any_group(layout, memory, board, tabu)
            if bit == 0:
                column, bit = smallest_group(layout, memory, board, tabu)
                colour = tabu
            if bit == 0:
                break
            cell = cell_at(layout, memory, board, column, bit)
        n, size = find_group(layout, memory, board, column, bit, colour)
        if size == 1:
            forget_group(layout, memory, n)
            continue
        played[length] = cell
        line[length] = _rules_cell(layout, memory, board, n)
        length += 1
        remove_group(layout, memory, chain.keys, board, n, size, colour)
        points += (size - 2) * (size - 2)
    left = tiles_of(layout, memory, board, 0)
    points += CLEAR_BONUS if left == 0 else -deduction(layout, memory, board)
    return length, points, left


@compiled
def _rules_cell(layout, memory, board, n):
    """Return the smallest cell of the group found last, as the rules count cells now."""
    first = read(memory, layout.touched)
    for index in range(1, n):
        first = min(first, read(memory, layout.touched + index))
    column = 0
    border = layout.columns
    here = read(memory, board + border * layout.record + layout.record - 1)
    while here != first:
        column += 1
        here = read(memory, board + here * layout.record + layout.record - 1)
    group = read(memory, layout.grown + first)
    return column * layout.rows + bit_count(np.uint64((group & -group) - 1))
