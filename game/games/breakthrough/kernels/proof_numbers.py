"""Who wins a position of Breakthrough, by depth-first proof-number search.

After Nagai's df-pn ("Df-pn algorithm for searching AND/OR trees and its applications", 2002)
with the thresholds of Pawlewicz and Lew ("Improving depth-first PN-search: 1 + ε trick", 2006).
Saffidine, Jouandeau and Cazenave ("Solving Breakthrough with race patterns and job-level proof
number search", 2011) solved 6 x 5 with proof numbers; `verdict` has the shortest of their races.
Pieces only go forward, so no position comes twice and the table needs no history.

A position is two words, the cells of the player to move and of the other, seen by the player to
move, whose pieces go up: after a move the board is turned round. A position and its mirror image
are one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.shared import is_set

NODES = 0  # positions expanded so far
BUDGET = 1  # give up past this many
LEAST = 2  # do not ask before whether to give up

WON, OPEN, LOST = 1, 0, -1

INFINITE = np.int64(1) << 30
_POLL_MASK = 1023
_WAYS = 4  # places in the table among which a position may stand
_DOUBLINGS, _MOST_DOUBLINGS = 5, 16  # of the numbers of a level position, and of any
_SLACK = 4  # one in so many: how much worse than the second best the best move may become


class RaceBoard(NamedTuple):
    """The board of a search."""

    columns: int
    rows: int
    home: np.uint64  # the row nearest to the player to move
    not_left: np.uint64  # the cells but those of the left column
    not_right: np.uint64  # the cells but those of the right column


class ProofSearch(NamedTuple):
    """Room for a search of D plies at most, with M moves a position at most."""

    numbers: NDArray[np.int64]  # [3] `NODES`, `BUDGET` and `LEAST`
    boards: NDArray[np.uint64]  # [D, 2] the positions on the way to the present one
    limits: NDArray[np.int64]  # [D, 2] the proof and disproof number at which each is left
    counts: NDArray[np.int64]  # [D, 3] how many moves, which one is tried, when it was come to
    after: NDArray[np.uint64]  # [D, M, 2] the positions after its moves
    needs: NDArray[np.int64]  # [D, M, 2] their proof and disproof numbers
    keys: NDArray[np.uint64]  # [a power of two, 2] the positions of the table
    proofs: NDArray[np.uint32]  # [the same, 3] their numbers, and the nodes that these took


def make_board(columns: int, rows: int) -> RaceBoard:
    left = sum(1 << row * columns for row in range(rows))
    board = (1 << columns * rows) - 1
    return RaceBoard(
        columns=columns,
        rows=rows,
        home=np.uint64((1 << columns) - 1),
        not_left=np.uint64(board & ~left),
        not_right=np.uint64(board & ~(left << columns - 1)),
    )


def make_search(board: RaceBoard, table_bits: int) -> ProofSearch:
    """Return room for searches on a board, with an empty table of 2**table_bits positions."""
    cells = board.columns * board.rows
    plies, moves = cells * board.rows, 3 * cells // 2  # no piece has more moves than a free cell
    return ProofSearch(
        numbers=np.zeros(3, np.int64),
        boards=np.zeros((plies, 2), np.uint64),
        limits=np.zeros((plies, 2), np.int64),
        counts=np.zeros((plies, 3), np.int64),
        after=np.zeros((plies, moves, 2), np.uint64),
        needs=np.zeros((plies, moves, 2), np.int64),
        keys=np.zeros((1 << table_bits, 2), np.uint64),
        proofs=np.zeros((1 << table_bits, 3), np.uint32),
    )


@compiled
def row_of(board, row):
    """Return the cells of a row, counted from the player to move."""
    return board.home << np.uint64(row * board.columns)


@compiled
def _to_left(board, cells):
    return (cells & board.not_left) << np.uint64(board.columns - 1)


@compiled
def _to_right(board, cells):
    return (cells & board.not_right) << np.uint64(board.columns + 1)


@compiled
def _swapped(word, by, kept):
    """Return a word with its groups of `by` bits swapped in pairs; `kept` are the lower ones."""
    step, lower = np.uint64(by), np.uint64(kept)
    return ((word >> step) & lower) | ((word & lower) << step)


@compiled
def turned(board, cells):
    word = _swapped(cells, 1, 0x5555555555555555)
    word = _swapped(word, 2, 0x3333333333333333)
    word = _swapped(word, 4, 0x0F0F0F0F0F0F0F0F)
    word = _swapped(word, 8, 0x00FF00FF00FF00FF)
    word = _swapped(word, 16, 0x0000FFFF0000FFFF)
    word = _swapped(word, 32, 0x00000000FFFFFFFF)
    return word >> np.uint64(64 - board.columns * board.rows)


@compiled
def _mirrored(board, cells):
    rest, word = turned(board, cells), np.uint64(0)
    for _ in range(board.rows):
        word = (word << np.uint64(board.columns)) | (rest & board.home)
        rest >>= np.uint64(board.columns)
    return word


@compiled
def canonical(board, own, others):
    """Return the position or its mirror image, whichever is the lower number."""
    first, second = _mirrored(board, own), _mirrored(board, others)
    if first < own or (first == own and second < others):
        return first, second
    return own, others


@compiled
def verdict(board, own, others):
    """Return `WON` or `LOST` where the player to move has a race that is over, else `OPEN`.

    A piece one row from the far side wins at once. If the opponent has one, it has to be taken;
    two are one too many. Otherwise a piece two rows from the far side wins by going ahead where
    at least as many others stand ready to take as can take it: each capture is forced, as it is
    to be stopped at once, and taken back.
    """
    if own & row_of(board, board.rows - 2):
        return WON
    near = others & row_of(board, 1)
    if near:
        ready = own & board.home
        takers = _to_left(board, ready) | _to_right(board, ready)
        return OPEN if near & (near - np.uint64(1)) == 0 and near & takers else LOST
    ready = own & row_of(board, board.rows - 3)
    if ready == 0:
        return OPEN
    left, right = _to_left(board, ready), _to_right(board, ready)
    straight = (ready << np.uint64(board.columns)) & ~others
    last = others & row_of(board, board.rows - 1)
    one = (last & board.not_left) >> np.uint64(board.columns + 1)
    other = (last & board.not_right) >> np.uint64(board.columns - 1)
    by_one = (left | right | straight) & ~(one | other)
    by_two = ((left & right) | (straight & (left | right))) & ~(one & other)
    return WON if by_one | by_two | (left & right & straight) else OPEN


@compiled
def children(board, own, others, after):
    """List the positions after all moves that do not lose at once; return how many there are.

    The position is one whose `verdict` is open: no piece of the player to move is in the last two
    rows. Where one of the opponent is next to its far side, the moves are the captures of it.
    """
    cells = np.int64(board.columns * board.rows)
    near = others & row_of(board, 1)
    turned_own, turned_others = turned(board, own), turned(board, others)
    n = 0
    for way in range(3):
        if way == 0:
            targets, reach = _to_left(board, own) & ~own, board.columns - 1
        elif way == 1:
            targets, reach = _to_right(board, own) & ~own, board.columns + 1
        else:
            targets, reach = (own << np.uint64(board.columns)) & ~(own | others), board.columns
        if near:
            targets &= near
        while targets:
            # Seen by the other player, where the lowest cell is the highest.
            target = cells - 1 - lowest_bit(targets)
            targets &= targets - np.uint64(1)
            arrived = np.uint64(1) << np.uint64(target)
            left = np.uint64(1) << np.uint64(target + reach)
            after[n, 0] = turned_others & ~arrived
            after[n, 1] = (turned_own ^ left) | arrived
            n += 1
    return n


@compiled
def next_positions(board, positions, after, out):
    """List the undecided positions that moves lead to, each as it is `canonical`.

    Args:
        positions: uint64[n, 2]; where to go on from.
        after: uint64[m, 2]; room for the moves of a position.
        out: uint64[n * m, 2]; gets the positions, some of them more than once.

    Returns:
        How many there are.
    """
    n = 0
    for i in range(positions.shape[0]):
        for j in range(children(board, positions[i, 0], positions[i, 1], after)):
            own, others = canonical(board, after[j, 0], after[j, 1])
            if verdict(board, own, others) == OPEN:
                out[n, 0], out[n, 1] = own, others
                n += 1
    return n


@compiled
def _slot(work, own, others):
    """Return the first place of a position in the table; others differ in their lowest bits."""
    mixed = own * np.uint64(0x9E3779B97F4A7C15) ^ others * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(work.keys.shape[0] - 1))


@compiled
def _expected(board, own, others):
    """Return the proof and disproof number to expect of a position that is not known.

    Each piece more makes the win four times easier, and one that can be taken twice.
    """
    captures = others & (_to_left(board, own) | _to_right(board, own))
    pieces = np.int64(bit_count(own)) - np.int64(bit_count(others))
    lead = 2 * pieces + (captures != 0)
    proof = max(0, min(_MOST_DOUBLINGS, _DOUBLINGS - lead))
    disproof = max(0, min(_MOST_DOUBLINGS, _DOUBLINGS + lead))
    return np.int64(1) << proof, np.int64(1) << disproof


@compiled
def _look_up(board, work, own, others):
    """Return the proof and disproof number of a position, or those to expect."""
    slot = _slot(work, own, others)
    for way in range(_WAYS):
        at = slot ^ way
        if work.keys[at, 0] == own and work.keys[at, 1] == others and work.proofs[at, 2]:
            return np.int64(work.proofs[at, 0]), np.int64(work.proofs[at, 1])
    return _expected(board, own, others)


@compiled
def _store(work, own, others, proof, disproof, nodes):
    """Keep a position's numbers, in place of those that took the fewest nodes."""
    slot = _slot(work, own, others)
    best = slot
    for way in range(_WAYS):
        at = slot ^ way
        if work.keys[at, 0] == own and work.keys[at, 1] == others:
            best = at
            break
        if work.proofs[at, 2] < work.proofs[best, 2]:
            best = at
    work.keys[best, 0], work.keys[best, 1] = own, others
    work.proofs[best, 0], work.proofs[best, 1] = proof, disproof
    work.proofs[best, 2] = min(nodes, INFINITE)


@compiled
def _enter(board, work, ply):
    """List what follows a ply's position, each one once, with its numbers."""
    after, needs = work.after[ply], work.needs[ply]
    listed = children(board, work.boards[ply, 0], work.boards[ply, 1], after)
    n = 0
    for i in range(listed):
        own, others = canonical(board, after[i, 0], after[i, 1])
        is_new = True
        for j in range(n):
            is_new &= after[j, 0] != own or after[j, 1] != others
        if is_new:
            after[n, 0], after[n, 1] = own, others
            value = verdict(board, own, others)
            if value == OPEN:
                needs[n, 0], needs[n, 1] = _look_up(board, work, own, others)
            else:
                needs[n, 0] = 0 if value == WON else INFINITE
                needs[n, 1] = INFINITE if value == WON else 0
            n += 1
    work.numbers[NODES] += 1
    work.counts[ply, 0], work.counts[ply, 2] = n, work.numbers[NODES]


@compiled
def _numbers(work, ply):
    """Return a position's proof and disproof number, its best move and the second best's need."""
    proof, disproof, best, second = INFINITE, np.int64(0), np.int64(-1), INFINITE
    for i in range(work.counts[ply, 0]):
        need = work.needs[ply, i, 1]
        if need < proof:
            proof, second, best = need, proof, np.int64(i)
        elif need < second:
            second = need
        disproof = min(INFINITE, disproof + work.needs[ply, i, 0])
    return proof, disproof, best, second


@compiled
def prove(board, work, flag, own, others):
    """Return whether the player to move wins, `WON` or `LOST`; `OPEN` where that took too long.

    Args:
        work: Room to search, and what is known from earlier searches.
        flag: uint8[1]; ends the search once it is set, but not before `LEAST` positions.
        own: The cells of the player to move.
        others: The cells of the other player.
    """
    value = verdict(board, own, others)
    if value != OPEN:
        return value
    work.boards[0, 0], work.boards[0, 1] = canonical(board, own, others)
    work.limits[0, 0] = work.limits[0, 1] = INFINITE
    proof, disproof = _look_up(board, work, work.boards[0, 0], work.boards[0, 1])
    if proof == 0 or disproof == 0:
        return WON if proof == 0 else LOST
    _enter(board, work, 0)
    ply = 0
    while True:
        proof, disproof, best, second = _numbers(work, ply)
        is_over = work.numbers[NODES] >= work.numbers[BUDGET] or (
            work.numbers[NODES] >= work.numbers[LEAST]
            and work.numbers[NODES] & _POLL_MASK == 0
            and is_set(flag)
        )
        if is_over or proof >= work.limits[ply, 0] or disproof >= work.limits[ply, 1]:
            nodes = work.numbers[NODES] - work.counts[ply, 2] + 1
            here = work.boards[ply]
            _store(work, here[0], here[1], proof, disproof, nodes)
            if ply == 0:
                return WON if proof == 0 else LOST if disproof == 0 else OPEN
            ply -= 1
            tried = work.counts[ply, 1]
            work.needs[ply, tried, 0], work.needs[ply, tried, 1] = proof, disproof
            continue
        limit = work.limits[ply, 1] - (disproof - work.needs[ply, best, 0])
        work.counts[ply, 1] = best
        own, others = work.after[ply, best, 0], work.after[ply, best, 1]
        needed = min(work.limits[ply, 0], second + second // _SLACK + 1)
        proof, disproof = _look_up(board, work, own, others)
        if proof >= limit or disproof >= needed:  # come to in another order meanwhile
            work.needs[ply, best, 0], work.needs[ply, best, 1] = proof, disproof
            continue
        ply += 1
        work.boards[ply, 0], work.boards[ply, 1] = own, others
        work.limits[ply, 0], work.limits[ply, 1] = limit, needed
        _enter(board, work, ply)
