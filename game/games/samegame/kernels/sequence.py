"""Simulated annealing over move sequences of SameGame.

A solution is a list of cells, named as they stand at the searched position. It is played by
removing, for one cell after the other, the group that its tile is part of by then; cells that
are gone or alone are left out. What the list leaves is played to the end: other colours first,
then one colour, the tabu colour, smallest group first. Those last moves are not kept in the list.

A proposal changes the list at one place; it is replayed from there, out of the board that is
kept for each move, and only until it meets the list's boards again. In most columns the tiles
stay as they are in the list's boards: a move that depends on such columns alone is repeated
without looking at the board. It is accepted by the rule
of Metropolis et al. (1953) under a temperature that falls geometrically (Kirkpatrick, Gelatt
and Vecchi, Optimization by Simulated Annealing, Science 1983). As the random number is drawn
first, a replay ends as soon as it can be foreseen that it will be rejected: when it would be so
even if it made `MARGIN` points more of the tiles that are left than the solution made of as many.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import bit_count, bit_length, lowest_bit
from ai.kernels.compiled import borrowed, compiled, inlined
from ai.kernels.random import random_below, random_unit
from ai.kernels.shared import is_set
from game.games.samegame.kernels.columns import (
    CLEAR_BONUS,
    Layout,
    any_group,
    cell_at,
    column_keys,
    copy_board,
    final_points,
    find_group,
    forget_group,
    group_of,
    has_usual_size,
    make_layout,
    make_memory,
    of_usual_size,
    read,
    remove_group,
    rules_cell,
    sample_tile,
    smallest_group,
    tiles_of,
    write,
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

# What a row of moves holds: a tile of the group, its colour and size, the points and the board
# before it, the columns it takes tiles from (bits), those on which it depends (bits), and in a
# trial the move of the solution that it repeats, or -1.
CELL = 0
COLOUR = 1
SIZE = 2
POINTS = 3
BOARD = 4
TOUCHED = 5
REACH = 6
SOURCE = 7
FIELDS = 8

# What percentage of the proposals does what; the rest replaces.
_RELOCATE = 30
_REMOVE = 40
_INSERT = 70

NEAR = 8
TABU_SHARE = 0.05
TILE_PENALTY = 20
_TRIES = 12
_BLIND_TRIES = 6
POLL = 64
REJECTED = np.int64(-1) << 40

MARGIN = 100
"""Of the proposals that are accepted, some 0.02 % would have been cut short by this."""


class Chain(NamedTuple):
    """A solution and room to change it; `n` is the most moves it can have.

    A row of `moves` has what is known of a move (`entry`), and the board and the points before it;
    the row after the last move has these two alone. Besides the solution with the best rank the
    one with the best objective is kept, which may leave a few tiles that a better ending would
    clear.
    """

    memory: NDArray[np.int32]  # [layout.size] the boards
    keys: NDArray[np.uint64]  # [columns + 1] the factors of a board's hash
    numbers: NDArray[np.int64]  # [15] see the names above
    rng: NDArray[np.uint64]  # [1] the random generator's state
    moves: NDArray[np.int64]  # [8 (n + 1)]
    trial: NDArray[np.int64]  # [8 (n + 1)] the same for a proposal, from the changed place on
    free: NDArray[np.int32]  # [2 n + 2] boards that are not in use
    best: NDArray[np.int32]  # [n + 1] the moves of the solution with the best rank
    near: NDArray[np.int32]  # [n + 1] those of the one with the best objective
    expected: NDArray[np.int32]  # [colour, tiles left] what the solution makes of it from there


class Change(NamedTuple):
    """What a proposal changes in a solution; -1 stands for nothing and nowhere."""

    first: np.int64  # the first place that is changed
    cell: np.int64  # what is played besides
    at: np.int64  # before which of the solution's moves
    skipped: np.int64  # which of them is left out


def make_chain(encoded: NDArray[np.int64], rng: NDArray[np.uint64]) -> tuple[Layout, Chain]:
    """Return room for the solutions of a position; `start` gives the first one."""
    moves = int(np.count_nonzero(encoded[5:])) // 2 + 1
    layout = make_layout(encoded, 2 * moves + 3)
    return layout, Chain(
        memory=make_memory(layout, encoded),
        keys=column_keys(layout.columns),
        numbers=np.zeros(_NUMBERS, np.int64),
        rng=rng,
        moves=np.zeros((moves + 1) * FIELDS, np.int64),
        trial=np.zeros((moves + 1) * FIELDS, np.int64),
        free=np.zeros(2 * moves + 2, np.int32),
        best=np.zeros(moves + 1, np.int32),
        near=np.zeros(moves + 1, np.int32),
        expected=np.zeros((layout.colours + 1, layout.columns * layout.rows + 1), np.int32),
    )


@inlined
def entry(ply, field):
    """Return the index of what a row says; unsigned, as numba would look for negative ones."""
    return np.uint64(FIELDS * ply + field)


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
    moves = chain.moves
    expected = chain.expected
    length = chain.numbers[LENGTH]
    for colour in range(1, layout.colours + 1):
        tiles = tiles_of(layout, memory, moves[entry(length, BOARD)], colour)
        _expect_group(expected, colour, 0, tiles)
    for ply in range(length - 1, -1, -1):
        colour = moves[entry(ply, COLOUR)]
        left = tiles_of(layout, memory, moves[entry(ply + 1, BOARD)], colour)
        _expect_group(expected, colour, left, left + moves[entry(ply, SIZE)])


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
def play_out(layout, chain, board, least):
    """Play a board that has no groups of other colours to its end, others first where some arise.

    Returns:
        The points made; `REJECTED` if the objective cannot gain `least`.
    """
    memory = chain.memory
    tabu = chain.numbers[TABU]
    points = np.int64(0)
    while points + _most(layout, memory, board) >= least:
        column, bit, colour = any_group(layout, memory, board, tabu)
        if bit == 0:
            column, bit = smallest_group(layout, memory, board, tabu)
            colour = tabu
        if bit == 0:
            return points
        n, size = find_group(layout, memory, board, column, bit, colour)
        remove_group(layout, memory, chain.keys, board, n, size, colour)
        points += (size - 2) * (size - 2)
    return REJECTED


@inlined
def _other_group(layout, chain, board):
    """Return column, bit and colour of a group that is not of the tabu colour; bit 0 if none.

    A few blind tries give large groups the preference and the appended moves some variety.
    """
    tabu = chain.numbers[TABU]
    group = any_group(layout, chain.memory, board, tabu)
    if group[1] != 0:
        for _ in range(_BLIND_TRIES):
            column, bit, colour = sample_tile(layout, chain.memory, board, chain.rng)
            if bit != 0 and colour != tabu:
                return column, bit, colour
    return group


@inlined
def _differing(layout, memory, board, other, columns):
    """Return in which of some columns (bits) two boards have other tiles left."""
    differing = np.int64(0)
    while columns != 0:
        column = lowest_bit(np.uint64(columns))
        columns &= columns - 1
        record = column * layout.record
        differs = read(memory, board + record) != read(memory, other + record)
        differing |= np.int64(differs) << column
    return differing


@inlined
def _place_of(layout, memory, moves, board, first, last):
    """Return the last place from `first` to `last` whose board has the same tiles; -1 for none."""
    left = tiles_of(layout, memory, board, 0)
    place = last
    while place > first and tiles_of(layout, memory, moves[entry(place, BOARD)], 0) < left:
        place -= 1
    columns = (np.int64(1) << layout.columns) - 1
    if _differing(layout, memory, board, moves[entry(place, BOARD)], columns) != 0:
        return np.int64(-1)
    return place


@inlined
def _copy_columns(layout, memory, source, target, columns):
    """Copy some columns (bits) of a board to another one."""
    while columns != 0:
        record = lowest_bit(np.uint64(columns)) * layout.record
        columns &= columns - 1
        for place in range(record, record + layout.record):
            write(memory, target + place, read(memory, source + place))


@inlined
def _take(layout, memory, board, colour, size):
    counts = board + (layout.columns + 1) * layout.record
    write(memory, counts, read(memory, counts) - size)
    write(memory, counts + colour, read(memory, counts + colour) - size)


@inlined
def _columns_of_group(layout, memory, board, n):
    """Return the columns (bits) of the group found last, and those on which its removal depends.

    It finds the same group on any board that has the same tiles in the latter: its columns,
    the neighbours of these and what is between. A group that empties a column also changes
    what is beside it, so it depends on all.
    """
    touched = np.int64(0)
    empties = False
    for index in range(n):
        column = read(memory, layout.touched + index)
        touched |= np.int64(1) << column
        tiles = bit_count(np.uint64(read(memory, board + column * layout.record)))
        empties |= bit_count(np.uint64(read(memory, layout.grown + column))) == tiles
    if empties:
        return touched, np.int64(-1)
    first = board + lowest_bit(np.uint64(touched)) * layout.record
    last = board + (bit_length(np.uint64(touched)) - 1) * layout.record
    left = read(memory, first + layout.record - 2)
    right = read(memory, last + layout.record - 1)
    if left == layout.columns:
        left = np.int64(0)
    return touched, (np.int64(2) << right) - (np.int64(1) << left)


@inlined
def replay(layout, chain, change, ply, points, threshold):
    """Play the changed solution from the first change on, then what is left.

    The trial stands on the last board, after `ply` moves. Where it differs from the solution's
    board in some columns only, a move that depends on none of them is repeated without looking
    at the board. The outcome is left in the chain's trial rows and numbers. It stops early where
    it meets a board of the present solution again, or where `threshold` seems out of reach.

    Args:
        ply: How many moves the trial has.
        threshold: The least objective that would be accepted.
    """
    memory = chain.memory
    numbers = chain.numbers
    moves = chain.moves
    trial = chain.trial
    length = numbers[LENGTH]
    board = np.int64((layout.boards - 1) * layout.words)
    prospect = _prospect(layout, chain, board)
    first = change.first
    at = change.at
    place = first
    changed = np.int64(0)  # the columns in which the solution's board has other tiles
    stale = np.int64(0)  # the columns that are to be copied from it
    while True:
        added = place in (at, length)  # what is played next is not the solution's
        if not added and place != change.skipped and moves[entry(place, REACH)] & changed == 0:
            colour = moves[entry(place, COLOUR)]
            size = moves[entry(place, SIZE)]
            before = tiles_of(layout, memory, board, colour)
            prospect += chain.expected[colour, before - size] - chain.expected[colour, before]
            points += (size - 2) * (size - 2)
            if points + prospect + MARGIN < threshold:
                numbers[TRIAL_OBJECTIVE] = REJECTED
                return
            _take(layout, memory, board, colour, size)
            stale |= moves[entry(place, TOUCHED)]
            trial[entry(ply, CELL)] = moves[entry(place, CELL)]
            trial[entry(ply, SOURCE)] = place
            ply += 1
            place += 1
            continue
        _copy_columns(layout, memory, moves[entry(place, BOARD)], board, stale)
        stale = np.int64(0)
        touched = np.int64(0)
        played = change.cell
        if place == at:
            at = np.int64(-1)
        elif place < length:
            played = np.int64(-1) if place == change.skipped else moves[entry(place, CELL)]
            touched = moves[entry(place, TOUCHED)]
            place += 1
        else:
            column, bit, colour = _other_group(layout, chain, board)
            if bit == 0:
                break
            played = cell_at(layout, memory, board, column, bit)
        if played >= 0:
            colour, n, size = group_of(layout, memory, board, played)
            if size > 1:
                before = tiles_of(layout, memory, board, colour)
                prospect += chain.expected[colour, before - size] - chain.expected[colour, before]
                points += (size - 2) * (size - 2)
                if points + prospect + MARGIN < threshold:
                    forget_group(layout, memory, n)
                    numbers[TRIAL_OBJECTIVE] = REJECTED
                    return
                for index in range(n):
                    touched |= np.int64(1) << read(memory, layout.touched + index)
                remove_group(layout, memory, chain.keys, board, n, size, colour)
                trial[entry(ply, CELL)] = played
                trial[entry(ply, SOURCE)] = -1
                ply += 1
        changed &= ~touched
        changed |= _differing(layout, memory, board, moves[entry(place, BOARD)], touched)
        if changed != 0 and added:  # what could not be played before may follow now
            back = _place_of(layout, memory, moves, board, first, place)
            if back >= 0:
                place = back
                changed = np.int64(0)
        if changed == 0:
            gain = points - moves[entry(place, POINTS)]
            numbers[TRIAL_END] = ply
            numbers[TRIAL_MEET] = place
            numbers[TRIAL_OBJECTIVE] = numbers[OBJECTIVE] + gain
            numbers[TRIAL_RANK] = numbers[RANK] + 2 * gain
            return
    numbers[TRIAL_END] = ply
    numbers[TRIAL_MEET] = length + 1
    points += play_out(layout, chain, board, threshold - points)
    left = tiles_of(layout, memory, board, 0)
    score = points + final_points(layout, memory, board)
    numbers[TRIAL_RANK] = 2 * score + (left == 0)
    if left > 0:
        score += max(np.int64(0), CLEAR_BONUS - TILE_PENALTY * left)
    numbers[TRIAL_OBJECTIVE] = score


@inlined
def accept(layout, chain, first):
    """Make the trial, which began after `first` moves, the solution."""
    numbers = chain.numbers
    moves = chain.moves
    trial = chain.trial
    end = numbers[TRIAL_END]
    meet = numbers[TRIAL_MEET]
    length = numbers[LENGTH]
    _complete_trial(layout, chain, first)
    free = numbers[FREE]
    for ply in range(first + 1, min(meet, length + 1)):
        chain.free[free] = moves[entry(ply, BOARD)]
        free += 1
    numbers[FREE] = free
    if meet <= length:
        shift = end - meet
        gain = trial[entry(end, POINTS)] - moves[entry(meet, POINTS)]
        if shift > 0:
            for ply in range(length, meet - 1, -1):
                _move(moves, ply, shift, gain)
        elif shift < 0 or gain != 0:
            for ply in range(meet, length + 1):
                _move(moves, ply, shift, gain)
        numbers[LENGTH] = length + shift
    else:
        moves[entry(end, BOARD)] = trial[entry(end, BOARD)]
        moves[entry(end, POINTS)] = trial[entry(end, POINTS)]
        numbers[LENGTH] = end
    for ply in range(first, end):
        for field in range(FIELDS):
            moves[entry(ply, field)] = trial[entry(ply, field)]
    if numbers[OBJECTIVE] != numbers[TRIAL_OBJECTIVE]:
        _expect(layout, chain)
    numbers[OBJECTIVE] = numbers[TRIAL_OBJECTIVE]
    numbers[RANK] = numbers[TRIAL_RANK]
    if numbers[RANK] > numbers[BEST_RANK]:
        numbers[BEST_RANK] = numbers[RANK]
        numbers[BEST_LENGTH] = numbers[LENGTH]
        for ply in range(numbers[LENGTH]):
            chain.best[ply] = moves[entry(ply, CELL)]
    if numbers[OBJECTIVE] > numbers[NEAR_OBJECTIVE]:
        numbers[NEAR_OBJECTIVE] = numbers[OBJECTIVE]
        numbers[NEAR_LENGTH] = numbers[LENGTH]
        for ply in range(numbers[LENGTH]):
            chain.near[ply] = moves[entry(ply, CELL)]


@inlined
def _complete_trial(layout, chain, first):
    """Give each move of the trial its board, and what else is known of a move.

    The last board is not made where the trial meets one of the solution's.
    """
    memory = chain.memory
    numbers = chain.numbers
    moves = chain.moves
    trial = chain.trial
    end = numbers[TRIAL_END]
    meets = numbers[TRIAL_MEET] <= numbers[LENGTH]
    free = numbers[FREE]
    board = moves[entry(first, BOARD)]
    points = moves[entry(first, POINTS)]
    for ply in range(first, end):
        source = trial[entry(ply, SOURCE)]
        n = np.int64(0)
        if source < 0:
            colour, n, size = group_of(layout, memory, board, trial[entry(ply, CELL)])
            touched, reach = _columns_of_group(layout, memory, board, n)
        else:
            colour = moves[entry(source, COLOUR)]
            size = moves[entry(source, SIZE)]
            touched = moves[entry(source, TOUCHED)]
            reach = moves[entry(source, REACH)]
        trial[entry(ply, COLOUR)] = colour
        trial[entry(ply, SIZE)] = size
        trial[entry(ply, POINTS)] = points
        trial[entry(ply, BOARD)] = board
        trial[entry(ply, TOUCHED)] = touched
        trial[entry(ply, REACH)] = reach
        points += (size - 2) * (size - 2)
        if meets and ply == end - 1:
            forget_group(layout, memory, n)
            break
        free -= 1
        target = np.int64(chain.free[free])
        copy_board(layout, memory, board, target)
        if source < 0:
            remove_group(layout, memory, chain.keys, target, n, size, colour)
        else:
            _copy_columns(layout, memory, moves[entry(source + 1, BOARD)], target, touched)
            _take(layout, memory, target, colour, size)
        board = target
    trial[entry(end, BOARD)] = board
    trial[entry(end, POINTS)] = points
    numbers[FREE] = free


@inlined
def _move(moves, ply, shift, gain):
    """Move what is known of one move of the solution's tail to another place."""
    for field in range(FIELDS):
        moves[entry(ply + shift, field)] = moves[entry(ply, field)]
    moves[entry(ply + shift, POINTS)] += gain


@compiled
def start(layout, chain, cells, tabu):
    """Make a list of cells the solution, and the best one if nothing better is known.

    Args:
        chain: Its `numbers` must be zeros, but for the best solution, before the first call.
        cells: int32[at most n + 1]; an empty list gives what playing out gives.
        tabu: The colour to play last, from 1.
    """
    memory = chain.memory
    numbers = chain.numbers
    numbers[TABU] = tabu
    numbers[LENGTH] = 0
    numbers[OBJECTIVE] = REJECTED
    numbers[FREE] = layout.boards - 2
    for index in range(layout.boards - 2):
        chain.free[index] = (index + 1) * layout.words
    chain.moves[entry(0, BOARD)] = 0
    chain.moves[entry(0, POINTS)] = layout.points
    board = np.int64((layout.boards - 1) * layout.words)
    copy_board(layout, memory, np.int64(0), board)
    points = np.int64(layout.points)
    ply = np.int64(0)
    for cell in cells:
        colour, n, size = group_of(layout, memory, board, np.int64(cell))
        if size > 1:
            remove_group(layout, memory, chain.keys, board, n, size, colour)
            points += (size - 2) * (size - 2)
            chain.trial[entry(ply, CELL)] = cell
            chain.trial[entry(ply, SOURCE)] = -1
            ply += 1
    nothing = np.int64(-1)
    change = Change(np.int64(0), nothing, nothing, nothing)
    replay(layout, chain, change, ply, points, np.float64(REJECTED))
    accept(layout, chain, 0)


@inlined
def _sample(layout, chain, ply):
    """Return a cell of a random group of the board after `ply` moves, or -1."""
    board = chain.moves[entry(ply, BOARD)]
    for _ in range(_TRIES):
        column, bit, colour = sample_tile(layout, chain.memory, board, chain.rng)
        if bit != 0 and (colour != chain.numbers[TABU] or random_unit(chain.rng) < TABU_SHARE):
            return cell_at(layout, chain.memory, board, column, bit)
    return np.int64(-1)


@inlined
def propose(layout, chain):
    """Return a change of the solution; its first is -1 if nothing came of it."""
    length = chain.numbers[LENGTH]
    fixed = chain.numbers[FIXED]
    kind = random_below(chain.rng, 100)
    movable = length - fixed
    nothing = np.int64(-1)
    if kind < _REMOVE and movable < 2:
        return Change(nothing, nothing, nothing, nothing)
    if kind < _RELOCATE:
        return _relocate(chain, fixed, movable)
    if kind < _REMOVE:
        first = fixed + random_below(chain.rng, movable)
        return Change(first, nothing, nothing, first)
    if kind < _INSERT or movable == 0:
        first = fixed + random_below(chain.rng, movable + 1)
        skipped = nothing
    else:
        first = fixed + random_below(chain.rng, movable)
        skipped = first
    cell = _sample(layout, chain, first)
    return Change(first if cell >= 0 else nothing, cell, first, skipped)


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
        return Change(np.int64(-1), np.int64(-1), np.int64(-1), np.int64(-1))
    old += fixed
    new += fixed
    return Change(min(old, new), chain.moves[entry(old, CELL)], new + (new > old), old)


@compiled
def anneal(layout, chain, flag, steps, hot, cold):
    """Change the solution `steps` times while the temperature falls from `hot` to `cold`.

    It is compiled twice: where the compiler knows the board's size, the usual one, a step takes
    0.9 of the time.

    Args:
        chain: The solution, from `start`.
        flag: uint8[1]; set by another thread to stop.
        steps: How many proposals to make.
        hot: The first temperature, in points.
    """
    if has_usual_size(layout):
        _anneal(of_usual_size(layout), borrowed(chain), flag, steps, hot, cold)
    else:
        _anneal(layout, borrowed(chain), flag, steps, hot, cold)


@inlined
def _anneal(layout, chain, flag, steps, hot, cold):
    """See `anneal`."""
    numbers = chain.numbers
    temperature = hot
    factor = (cold / hot) ** (POLL / max(steps, 1))
    for step in range(steps):
        if step % POLL == 0:
            if is_set(flag):
                return
            temperature *= factor
        numbers[STEPS] += 1
        change = propose(layout, chain)
        first = change.first
        if first >= 0:
            threshold = numbers[OBJECTIVE] + temperature * np.log(random_unit(chain.rng) + 1e-300)
            board = np.int64((layout.boards - 1) * layout.words)
            copy_board(layout, chain.memory, chain.moves[entry(first, BOARD)], board)
            replay(layout, chain, change, first, chain.moves[entry(first, POINTS)], threshold)
            if numbers[TRIAL_OBJECTIVE] >= threshold:
                accept(layout, chain, first)


@compiled
def write_line(layout, chain, cells, count, played, line):
    """Play a list of cells to the end and write down all moves.

    Args:
        chain: The chain; its tabu colour is played last, its solution stays.
        cells: int32; the list.
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
        else:
            column, bit, colour = any_group(layout, memory, board, tabu)
            if bit == 0:
                column, bit = smallest_group(layout, memory, board, tabu)
            if bit == 0:
                break
            cell = cell_at(layout, memory, board, column, bit)
        colour, n, size = group_of(layout, memory, board, cell)
        if size < 2:
            continue
        played[length] = cell
        line[length] = rules_cell(layout, memory, board, n)
        length += 1
        remove_group(layout, memory, chain.keys, board, n, size, colour)
        points += (size - 2) * (size - 2)
    points += final_points(layout, memory, board)
    return length, points, tiles_of(layout, memory, board, 0)


@compiled
def list_score(layout, memory, keys, cells):
    """Return what a list of root cells scores; `REJECTED` if a group is left after it.

    Args:
        memory: The root, and room for one more board.
        keys: See `Chain`.
        cells: int32; the list.
    """
    board = np.int64(layout.words)
    copy_board(layout, memory, np.int64(0), board)
    points = np.int64(layout.points)
    for cell in cells:
        colour, n, size = group_of(layout, memory, board, np.int64(cell))
        if size > 1:
            remove_group(layout, memory, keys, board, n, size, colour)
            points += (size - 2) * (size - 2)
    if any_group(layout, memory, board, 0)[1] != 0:
        return REJECTED
    return points + final_points(layout, memory, board)
