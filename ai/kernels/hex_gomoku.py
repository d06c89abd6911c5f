"""Hex Gomoku for numba: line masks, threat tables and playouts near the stones.

A state is an int64 array: a header, the cells seen (near a stone) and the empty ones as
bitsets, and for each line and colour the stones on it as a mask. The last part is scratch for
`playout`. Colours are 0 (black) and 1 (white); the player to move is the colour to place,
exchanged once the second player has taken over black. `ai.kernels` says what the functions do.
"""

import functools
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ai.kernels.bits import APPEND_SLACK, append_bits, bit_count, lowest_bit
from ai.kernels.lines import LINE_BITS, completing_bits, completing_cells, winning_masks
from ai.kernels.random import below, random_below, step
from game.rules.hex_gomoku import HexParameters

CANDIDATES = ("snow", "adjacent", "all")

STONES = 0
SWAPPED = 1
WINNER = 2  # the colour that has won, or -1
SEEN = 3  # three words: cells that are near a stone
EMPTY = 6  # three words: cells without a stone
MASKS = 9  # then stones of colour c on line l at MASKS + 2 * l + c

WORDS = 3

_STEPS = ((0, 1), (1, 0), (1, -1))


class Tables(NamedTuple):
    """What follows from the parameters; C cells, L lines, lines of at most B cells."""

    cells: int
    lines: int
    swap_opening: bool
    mask_index: NDArray[np.int64]  # [3 * C] where a state holds black's mask of a cell's line
    mask_bit: NDArray[np.int64]  # [3 * C] the cell's bit in that mask
    near: NDArray[np.uint64]  # [3 * C] bitset of the cells to look at once a cell has a stone
    board: NDArray[np.uint64]  # [3] bitset of all cells
    opening: NDArray[np.uint64]  # [3] bitset of the cells to look at on the empty board
    wins: NDArray[np.uint8]  # [2^B] whether a mask wins
    completions: NDArray[np.uint16]  # [2^B] bits that make a mask win
    line_cells: NDArray[np.int64]  # [16 * L] the cell behind a line's bit, or -1
    line_bits: NDArray[np.int64]  # [L] the bits of a line that are cells


@functools.lru_cache(maxsize=32)
def make_tables(parameters: HexParameters, candidates: str = CANDIDATES[0]) -> Tables:
    """Return the tables of a board for one of the move filters `CANDIDATES`."""
    side = parameters.side
    places = [
        (row, number)
        for row in range(2 * side - 1)
        for number in range(max(1, side - row), min(2 * side - 1, 3 * side - 2 - row) + 1)
    ]
    index = {place: cell for cell, place in enumerate(places)}
    width = 2 * side - 1
    lines = 3 * width
    mask_index = np.zeros(3 * len(places), np.int64)
    mask_bit = np.zeros(3 * len(places), np.int64)
    line_cells = np.full(LINE_BITS * lines, -1, np.int64)
    line_bits = np.zeros(lines, np.int64)
    for cell, (row, number) in enumerate(places):
        in_lines = (row, width + number - 1, 2 * width + row + number - side)
        for k, (line, bit) in enumerate(zip(in_lines, (number - 1, row, row), strict=True)):
            mask_index[3 * cell + k] = MASKS + 2 * line
            mask_bit[3 * cell + k] = 1 << bit
            line_cells[LINE_BITS * line + bit] = cell
            line_bits[line] |= 1 << bit
    reach = {"snow": 2, "adjacent": 1, "all": 0}[candidates]
    around = [_around(index, place, reach) if reach else list(index.values()) for place in places]
    board = _bitset(index.values())
    centre = index[side - 1, side]
    free = parameters.opening == "free"
    wins = winning_masks(width, parameters.in_a_row, exact=True)
    return Tables(
        cells=len(places),
        lines=lines,
        swap_opening=not free,
        mask_index=mask_index,
        mask_bit=mask_bit,
        near=np.concatenate([_bitset(cells) for cells in around]),
        board=board,
        opening=_bitset([centre, *around[centre]]) if free else board,
        wins=wins,
        completions=completing_bits(wins),
        line_cells=line_cells,
        line_bits=line_bits,
    )


def _around(index: dict[tuple[int, int], int], place: tuple[int, int], reach: int) -> list[int]:
    """Return the cells up to `reach` straight steps away from a place."""
    row, number = place
    distances = [d for d in range(-reach, reach + 1) if d]
    found = (
        index.get((row + d * down, number + d * along)) for down, along in _STEPS for d in distances
    )
    return [cell for cell in found if cell is not None]


def _bitset(cells) -> NDArray[np.uint64]:  # type: ignore[no-untyped-def]
    words = [0] * WORDS
    for cell in cells:
        words[cell >> 6] |= 1 << (cell & 63)
    return np.array(words, np.uint64)


@njit(cache=True, nogil=True)
def state_length(tables):  # type: ignore[no-untyped-def]
    """Return the length of a state."""
    return MASKS + 2 * tables.lines + tables.cells + APPEND_SLACK


@njit(cache=True, nogil=True)
def max_moves(tables):  # type: ignore[no-untyped-def]
    """Return the room a list of moves needs: every cell, taking over black, and slack."""
    return tables.cells + 1 + APPEND_SLACK


@njit(cache=True, nogil=True)
def load(tables, encoded, state):  # type: ignore[no-untyped-def]
    """Fill `state` from the rules' encoding: side, in a row, swap, swapped, last, cells."""
    state[:] = 0
    state[SWAPPED] = encoded[3]
    state[WINNER] = -1
    for w in range(WORDS):
        state[EMPTY + w] = np.int64(tables.board[w])
    for cell in range(tables.cells):
        if encoded[5 + cell] > 0:
            _put(tables, state, cell, encoded[5 + cell] - 1)
    for line in range(2 * tables.lines):
        if tables.wins[state[MASKS + line]]:
            state[WINNER] = line & 1


@njit(cache=True, nogil=True)
def _put(tables, state, cell, colour):  # type: ignore[no-untyped-def]
    """Place a stone and tell whether it completes a winning run."""
    won = 0
    for k in range(3):
        place = tables.mask_index[3 * cell + k] + colour
        state[place] |= tables.mask_bit[3 * cell + k]
        won |= tables.wins[state[place]]
    for w in range(WORDS):
        state[SEEN + w] |= np.int64(tables.near[3 * cell + w])
    state[EMPTY + (cell >> 6)] ^= np.int64(1) << (cell & 63)
    state[STONES] += 1
    return won != 0


@njit(cache=True, nogil=True)
def to_move(tables, state):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return the player to move: the colour to place, exchanged after a take-over."""
    return (state[STONES] & 1) ^ state[SWAPPED]


@njit(cache=True, nogil=True)
def is_terminal(tables, state):  # type: ignore[no-untyped-def]
    """Whether a colour has won or the board is full."""
    return state[WINNER] >= 0 or state[STONES] == tables.cells


@njit(cache=True, nogil=True)
def outcome(tables, state):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return +1, 0 or -1 for player 0."""
    if state[WINNER] < 0:
        return 0.0
    return 1.0 - 2.0 * (state[WINNER] ^ state[SWAPPED])


@njit(cache=True, nogil=True)
def play(tables, state, move):  # type: ignore[no-untyped-def]
    """Put the stone of the colour to place, or take over black."""
    if move == tables.cells:
        state[SWAPPED] = 1
        return
    colour = state[STONES] & 1
    if _put(tables, state, move, colour):
        state[WINNER] = colour


@njit(cache=True, nogil=True)
def _may_swap(tables, state):  # type: ignore[no-untyped-def]
    return tables.swap_opening and state[STONES] == 1 and state[SWAPPED] == 0


@njit(cache=True, nogil=True)
def legal_moves(tables, state, out):  # type: ignore[no-untyped-def]
    """List every legal move in ascending order; none once the game is over."""
    if is_terminal(tables, state):
        return 0
    n = 0
    for w in range(WORDS):
        n = append_bits(np.uint64(state[EMPTY + w]), 64 * w, out, n)
    if _may_swap(tables, state):
        out[n] = tables.cells
        n += 1
    return n


@njit(cache=True, nogil=True)
def plausible_moves(tables, state, out):  # type: ignore[no-untyped-def]
    """List the moves that the filter lets through, whatever they win or lose."""
    n = 0
    for w in range(WORDS):
        seen = tables.opening[w] if state[STONES] == 0 else np.uint64(state[SEEN + w])
        n = append_bits(seen & np.uint64(state[EMPTY + w]), 64 * w, out, n)
    if _may_swap(tables, state):
        out[n] = tables.cells
        n += 1
    return n


@njit(cache=True, nogil=True)
def winning_cells(tables, state, colour, out):  # type: ignore[no-untyped-def]
    """List the empty cells where a stone of `colour` wins at once."""
    masks = state[MASKS : MASKS + 2 * tables.lines]
    return completing_cells(
        masks, colour, tables.completions, tables.line_bits, tables.line_cells, out
    )


@njit(cache=True, nogil=True)
def candidate_moves(tables, state, out):  # type: ignore[no-untyped-def]
    """List the moves worth searching and tell whether the others need no search.

    A winning cell makes all other moves needless. Cells where the opponent would win must be
    taken, since a stone elsewhere cannot break a run: every other move loses at once.
    """
    colour = state[STONES] & 1
    for who in (colour, 1 - colour):
        n = winning_cells(tables, state, who, out)
        if n > 0:
            return n, True
    n = plausible_moves(tables, state, out)
    legal = tables.cells - state[STONES] + (1 if _may_swap(tables, state) else 0)
    return n, n == legal


@njit(cache=True, nogil=True)
def rollout_move(tables, state, rng):  # type: ignore[no-untyped-def]
    """Return a plausible move at random."""
    allowed = np.empty(WORDS, np.uint64)
    total = 0
    for w in range(WORDS):
        seen = tables.opening[w] if state[STONES] == 0 else np.uint64(state[SEEN + w])
        allowed[w] = seen & np.uint64(state[EMPTY + w])
        total += bit_count(allowed[w])
    chosen = random_below(rng, total + (1 if _may_swap(tables, state) else 0))
    for w in range(WORDS):
        word = allowed[w]
        count = bit_count(word)
        if chosen < count:
            for _ in range(chosen):
                word &= word - np.uint64(1)
            return 64 * w + lowest_bit(word)
        chosen -= count
    return tables.cells


@njit(cache=True, nogil=True)
def playout(tables, state, rng):  # type: ignore[no-untyped-def]
    """Play plausible moves at random to the end and return the outcome.

    The plausible cells stand in an array from which a random one is taken out, the last
    filling the gap; only cells that a stone brings into sight for the first time are added.
    Of `state`, only what `is_terminal` and `outcome` read is right afterwards.
    """
    while state[STONES] < 2:
        play(tables, state, rollout_move(tables, state, rng))
    if state[WINNER] >= 0:
        return outcome(tables, state)
    seen0 = np.uint64(state[SEEN])
    seen1 = np.uint64(state[SEEN + 1])
    seen2 = np.uint64(state[SEEN + 2])
    waiting = state[MASKS + 2 * tables.lines :]
    n = append_bits(seen0 & np.uint64(state[EMPTY]), 0, waiting, 0)
    n = append_bits(seen1 & np.uint64(state[EMPTY + 1]), 64, waiting, n)
    n = append_bits(seen2 & np.uint64(state[EMPTY + 2]), 128, waiting, n)
    colour = np.uint64(state[STONES] & 1)
    x = rng[0]
    while n > 0:
        x = step(x)
        chosen = np.uint64(below(x, n))
        cell = np.uint64(waiting[chosen])
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        at0 = cell * np.uint64(3)
        at1 = at0 + np.uint64(1)
        at2 = at0 + np.uint64(2)
        place0 = np.uint64(tables.mask_index[at0]) + colour
        place1 = np.uint64(tables.mask_index[at1]) + colour
        place2 = np.uint64(tables.mask_index[at2]) + colour
        mask0 = state[place0] | tables.mask_bit[at0]
        mask1 = state[place1] | tables.mask_bit[at1]
        mask2 = state[place2] | tables.mask_bit[at2]
        state[place0] = mask0
        state[place1] = mask1
        state[place2] = mask2
        wins = tables.wins
        if wins[np.uint64(mask0)] | wins[np.uint64(mask1)] | wins[np.uint64(mask2)]:
            rng[0] = x
            state[WINNER] = colour
            return outcome(tables, state)
        new0 = tables.near[at0] & ~seen0
        new1 = tables.near[at1] & ~seen1
        new2 = tables.near[at2] & ~seen2
        if new0 | new1 | new2:
            seen0 |= new0
            seen1 |= new1
            seen2 |= new2
            n = append_bits(new0, 0, waiting, n)
            n = append_bits(new1, 64, waiting, n)
            n = append_bits(new2, 128, waiting, n)
        colour ^= np.uint64(1)
    rng[0] = x
    state[STONES] = tables.cells
    return 0.0
