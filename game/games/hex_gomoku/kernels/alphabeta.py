"""Alpha-beta for hex Gomoku: principal variation search over the tactical position.

Fours and their forced answers cost no depth, every leaf first looks for a win by fours, and only
the moves that gain most of the windows' worth are tried. So a win or loss this search reports is
what it believes, not a proof: the moves it left out may differ.

Values are in units of the windows' worth; `MATE - plies` is a win that many plies from the root.
The store array holds a thread's parameters, the root's moves, history and variations; the table
of positions is shared by the threads (`ai.kernels.shared`).
"""

import numpy as np

from ai.kernels.compiled import compiled
from ai.kernels.shared import is_set, recall, remember
from game.games.hex_gomoku.kernels.position import (
    FIVE_LINES,
    FOUR_LINES,
    PLACING_OF,
    STONE,
    STONES,
    TURN,
    WAITING_OF,
    balance,
    do,
    key,
    move_gain,
    undo,
    winning_cells,
)
from game.games.hex_gomoku.kernels.tables import CELLS, MAX_CELLS, TEMPO
from game.games.hex_gomoku.kernels.threats import quick_fours_win
from game.games.lattice.kernels.proofs import ABORTED, NODE_LIMIT, NODES

MATE = 30000
LONGEST_MATE = 400  # values beyond MATE - LONGEST_MATE are wins

ATTACK = 0  # percent of the root colour's own worth added to its balance
ROOT_COLOUR = 1
LEAF_FOURS = 2  # nodes of the search of fours at a leaf
WIDE = 3  # moves tried near the root
NARROW = 4  # moves tried elsewhere
SALT = 5  # keeps values of different attack apart in the table
SEED = 6  # changes the order of moves a little; 0 does not
MARGIN = 7  # how far below the best value a root move's own one is still wanted
ROOT_MOVES = 8  # [i] moves in the order to search
ROOT_VALUES = ROOT_MOVES + MAX_CELLS  # [i] what they are worth at most
ROOT_NODES = ROOT_VALUES + MAX_CELLS  # [cell] positions looked at below a root move
ROOT_BEFORE = ROOT_NODES + MAX_CELLS  # [cell] what a root move was worth before
HISTORY = ROOT_BEFORE + MAX_CELLS  # [2 * cell + colour]
KILLERS = HISTORY + 2 * MAX_CELLS  # [2 * ply], -1 for none
ROW = 176
PLIES = 64
MOVES = KILLERS + 2 * PLIES  # [ply] rows of moves
SCORES = MOVES + ROW * PLIES  # [ply] rows of their promise
VARIATIONS = SCORES + ROW * PLIES  # [ply] rows: length, moves
ROOT_LINES = VARIATIONS + ROW * PLIES  # [cell] rows: the last line found after each root move
LINE_ROW = 32
STORE_LENGTH = ROOT_LINES + LINE_ROW * MAX_CELLS
TABLE_BITS = 21

_EXACT = 0
_AT_LEAST = 1
_AT_MOST = 2
_ASPIRATION = 20  # a root value seldom changes by more from one iteration to the next
_WINDOWS = 4
_WIDE_PLIES = 2
_LATE = 4
_POLL_MASK = 63
_NOISE = 255  # of the score for the order; one of worth is 64
_KILLER = 8192  # of the same score
_MOST_HISTORY = 16384
_FIRST = 1 << 40
_LEAST_OF_A_FOUR = 100  # four of five moves that make a four gain so much or more


@compiled
def evaluate(tables, position, store):
    """Return the balance of the windows' worth for the colour to place."""
    me = position[TURN]
    value = position[PLACING_OF + me] - position[WAITING_OF + 1 - me] + tables[TEMPO]
    return value + _attack(position, store)


@compiled
def _attack(position, store):
    """Return what the root colour's own windows are worth on top, for the colour to place."""
    if store[ATTACK] == 0:
        return np.int64(0)
    extra = position[WAITING_OF + store[ROOT_COLOUR]] * store[ATTACK] // 100
    return extra if position[TURN] == store[ROOT_COLOUR] else -extra


@compiled
def _table_value(value, ply):
    """Count a win's plies from the position itself, as the table is shared by all plies."""
    if value > MATE - LONGEST_MATE:
        return value + ply
    if value < LONGEST_MATE - MATE:
        return value - ply
    return value


@compiled
def _list_moves(tables, position, store, ply, hinted, least):
    """List the cells that gain at least so much, and their promise, in the rows of `ply`."""
    me = position[TURN]
    moves = MOVES + ply * ROW
    scores = SCORES + ply * ROW
    n = 0
    for cell in range(tables[CELLS]):
        if position[STONE + cell] == 0:
            gain = move_gain(tables, position, cell)
            if gain < least:
                continue
            score = gain * 64 + store[HISTORY + 2 * cell + me]
            score += ((cell + 1) * store[SEED] >> 16) & _NOISE
            if cell == hinted:
                score = _FIRST
            elif cell == store[KILLERS + 2 * ply] or cell == store[KILLERS + 2 * ply + 1]:
                score += _KILLER
            store[moves + n] = cell
            store[scores + n] = score
            n += 1
    return n


@compiled
def _pick(store, ply, i, n):
    """Bring the most promising of the moves from the i-th on to place i and return it."""
    moves = MOVES + ply * ROW
    scores = SCORES + ply * ROW
    best = i
    for j in range(i + 1, n):
        if store[scores + j] > store[scores + best]:
            best = j
    move = store[moves + best]
    score = store[scores + best]
    store[moves + best] = store[moves + i]
    store[scores + best] = store[scores + i]
    store[moves + i] = move
    store[scores + i] = score
    return move


@compiled
def _extend_variation(store, ply, move):
    """Make the variation of `ply` the move and the variation of the next ply."""
    at = VARIATIONS + ply * ROW
    below = at + ROW
    store[at + 1] = move
    for i in range(store[below]):
        store[at + 2 + i] = store[below + 1 + i]
    store[at] = store[below] + 1


@compiled
def _note_cutoff(position, store, ply, move, depth):
    """Remember a quiet move that was too good, for the order of moves elsewhere."""
    if store[KILLERS + 2 * ply] != move:
        store[KILLERS + 2 * ply + 1] = store[KILLERS + 2 * ply]
        store[KILLERS + 2 * ply] = move
    at = HISTORY + 2 * move + position[TURN]
    store[at] += depth * depth * (_MOST_HISTORY - store[at]) // 4096


@compiled
def search(tables, position, work, memo, flag, store, table, depth, alpha, beta, ply):
    """Return the value of the position for the colour to place, fail-soft."""
    me = position[TURN]
    store[VARIATIONS + ply * ROW] = 0
    if position[FIVE_LINES + me]:
        _, move, _ = winning_cells(tables, position, me)
        store[VARIATIONS + ply * ROW] = 1
        store[VARIATIONS + ply * ROW + 1] = move
        return MATE - ply - 1
    if position[STONES] == tables[CELLS]:
        return 0
    work[NODES] += 1
    if work[NODES] > work[NODE_LIMIT] or ((work[NODES] & _POLL_MASK) == 0 and is_set(flag)):
        work[ABORTED] = 1
    if work[ABORTED]:
        return 0
    blocks, block, _ = winning_cells(tables, position, 1 - me)
    if blocks > 1:
        return ply + 2 - MATE
    if ply >= PLIES - 2:
        return evaluate(tables, position, store)
    if blocks == 0 and depth <= 0 and position[FOUR_LINES + me] == 0:
        return evaluate(tables, position, store)
    name = key(position) ^ store[SALT]
    hinted = np.int64(-1)
    data = recall(table, name)
    if data:
        hinted = (data & 255) - 1
        value = _table_value((data >> 24) - 65536, -ply)
        if ((data >> 8) & 255) >= depth:
            bound = (data >> 16) & 255
            if (
                bound == _EXACT
                or (bound == _AT_LEAST and value >= beta)
                or (bound == _AT_MOST and value <= alpha)
            ):
                return value
    elif blocks == 0 and position[FOUR_LINES + me]:
        plies = quick_fours_win(tables, position, work, memo, flag, np.int64(0), store[LEAF_FOURS])
        if plies > 0:
            return MATE - ply - plies
    if blocks == 0 and depth <= 0:
        return evaluate(tables, position, store)
    best = np.int64(-MATE)
    if blocks:
        n = 1
        tried = 1
        store[MOVES + ply * ROW] = block
        left = depth
    else:
        left = depth - 1
        least = np.int64(-MATE)
        if left == 0:
            # Without a four the next ply is a leaf, worth what the stone makes it at best.
            needed = alpha - balance(position) - _attack(position, store) + tables[TEMPO]
            least = min(needed * 100 // (100 + store[ATTACK]) + 1, np.int64(_LEAST_OF_A_FOUR))
        n = _list_moves(tables, position, store, ply, hinted, least)
        tried = min(n, store[WIDE] if ply < _WIDE_PLIES else store[NARROW])
        if left == 0 and tried < store[NARROW]:
            best = alpha
    best_move = np.int64(-1)
    lower = alpha
    below = ply + 1
    for i in range(tried):
        move = _pick(store, ply, i, n)
        do(tables, position, move)
        value = lower
        is_open = i == 0  # whether the move may be worth anything from `lower` to `beta`
        if not is_open:
            quiet = position[FIVE_LINES + me] == 0
            less = left - 1 - i // 12 if i >= _LATE and left >= 2 and quiet else left
            value = -search(
                tables, position, work, memo, flag, store, table, less, -lower - 1, -lower, below
            )
            if value > lower and less < left:
                high = -lower - 1
                value = -search(
                    tables, position, work, memo, flag, store, table, left, high, -lower, below
                )
            is_open = lower < value < beta
        if is_open:
            value = -search(
                tables, position, work, memo, flag, store, table, left, -beta, -lower, below
            )
        undo(tables, position, move)
        if work[ABORTED]:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > lower:
                lower = value
                _extend_variation(store, ply, move)
            if value >= beta:
                if blocks == 0:
                    _note_cutoff(position, store, ply, move, depth)
                break
    bound = _AT_LEAST if best >= beta else (_EXACT if best > alpha else _AT_MOST)
    data = ((_table_value(best, ply) + 65536) << 24) | (bound << 16) | (max(depth, 0) << 8)
    remember(table, name, data | (best_move + 1))
    return best


@compiled
def _nth_best(store, n, rank):
    """Return the rank-th best of the first n root values, or the least value of all."""
    for i in range(n):
        above = 0
        for j in range(n):
            better = store[ROOT_VALUES + j] > store[ROOT_VALUES + i]
            equal = store[ROOT_VALUES + j] == store[ROOT_VALUES + i]
            above += 1 if better or (equal and j < i) else 0
        if above == rank - 1:
            return store[ROOT_VALUES + i]
    return np.int64(-MATE)


@compiled
def _root_value(tables, position, work, memo, flag, store, table, left, alpha, i):
    """Return the value of the i-th root move, which is done: exact above alpha, else a bound.

    The first window is narrow: about what the first move was worth before, up to the best value
    for another one that was good, and empty for the rest. It is widened where the value is not in
    it; as what the table knows may change the value, only so often.
    """
    ply = np.int64(1)
    best = _nth_best(store, i, 1)
    before = store[ROOT_BEFORE + store[ROOT_MOVES + i]]
    low = alpha
    high = best + 1 if before > alpha else alpha + 1
    if i == 0:
        low = max(alpha, before - _ASPIRATION)
        high = before + _ASPIRATION
    value = alpha
    for _ in range(_WINDOWS):
        value = -search(tables, position, work, memo, flag, store, table, left, -high, -low, ply)
        if value >= high:
            low = high - 1
            high = best + 1 if best >= high else np.int64(MATE)
        elif value <= low and low > alpha:
            high = low + 1
            low = alpha
        else:
            break
    return value


@compiled
def search_root(tables, position, work, memo, flag, store, table, depth, n, top):
    """Search the root's moves one iteration deep.

    `ROOT_MOVES` holds `n` moves, best first as far as known; forced plies do not count for the
    `depth`. The best `top` moves get their exact value if it is at most `MARGIN` below the best,
    the others a bound from above.

    Returns:
        How many moves were searched before the end or the abort. Their values stand in
        `ROOT_VALUES`, the lines after those that were ever exact in `ROOT_LINES`.
    """
    for i in range(n):
        margin = _nth_best(store, i, 1) - store[MARGIN] - 1
        alpha = max(_nth_best(store, i, top), margin, np.int64(-MATE))
        move = store[ROOT_MOVES + i]
        nodes = work[NODES]
        do(tables, position, move)
        value = _root_value(tables, position, work, memo, flag, store, table, depth - 1, alpha, i)
        undo(tables, position, move)
        store[ROOT_NODES + move] += work[NODES] - nodes
        if work[ABORTED]:
            return i
        store[ROOT_VALUES + i] = value
        store[ROOT_BEFORE + move] = value
        length = min(store[VARIATIONS + ROW], LINE_ROW - 1)
        if value > alpha and length:
            line = ROOT_LINES + LINE_ROW * move
            store[line] = length
            for k in range(length):
                store[line + 1 + k] = store[VARIATIONS + ROW + 1 + k]
    return n
