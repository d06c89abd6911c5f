"""SameGame for the searches: score (n-2)^2 a group, 1000 for a cleared board.

A state holds what changes: score, tiles left, non-empty columns, the tiles of each colour,
the columns' heights, the board, and room for the queue of a flood fill, so that no call
allocates. The board is stored column by column from the bottom, colours from 1, with one
zero after each column and a column of zeros on both sides: no neighbour needs a check.

Removing a group floods from one of its cells; playouts sample a cell rather than label
every group at each step, which makes them about five times as fast and prefers large groups.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import copy_state
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.samegame.rules import SameGameParameters

CANDIDATES = ("all",)
ROLLOUTS = ("tabu", "random")

_TABU_ROLLOUT = 0
_CLEAR_BONUS = 1000

# Where things stand in a state.
_SCORE = 0
_TILES = 1
_WIDTH = 2
_COUNTS = 3  # _COUNTS + colour, colours from 1 to 9
_HEIGHTS = 13

# Where things stand in a rules state's encoding.
_ENCODED_SCORE = 4
_ENCODED_CELLS = 5

_BLIND_TRIES = 3
"""Cells a playout samples before it scans the board for one that can be played."""


class Tables(NamedTuple):
    """The board's measures.

    Attributes:
        columns: Columns of the board.
        rows: Rows of the board.
        deducts: Whether left-over tiles cost points.
        board: Where the first cell stands in a state.
        queue: Where the queue of the flood fill begins.
        column_of: int64[queue]; the column of a place in the state.
        cell_of: int64[queue]; the cell at a place in the state, -1 where there is none.
        place_of: int64[columns * rows]; where a cell stands in a state.
    """

    columns: int
    rows: int
    deducts: bool
    board: int
    queue: int
    column_of: NDArray[np.int64]
    cell_of: NDArray[np.int64]
    place_of: NDArray[np.int64]


def make_tables(parameters: SameGameParameters, candidates: str = "all") -> Tables:
    """Return the tables of a board size; the only filter of moves is "all"."""
    if candidates not in CANDIDATES:
        raise ValueError(f"SameGame has no candidate moves called {candidates!r}, only 'all'.")
    columns, rows = parameters.columns, parameters.rows
    stride = rows + 1
    board = _HEIGHTS + columns + 1 + stride
    queue = board + (columns + 1) * stride
    cells = np.arange(columns * rows)
    place_of = board + cells // rows * stride + cells % rows
    cell_of = np.full(queue, -1, np.int64)
    cell_of[place_of] = cells
    column_of = (np.arange(queue) - board) // stride
    deducts = parameters.leftover == "js-games"
    return Tables(columns, rows, deducts, board, queue, column_of, cell_of, place_of)


@compiled
def state_length(tables):
    """Return the length of a state."""
    return tables.queue + tables.columns * tables.rows


@compiled
def max_moves(tables):
    """Return a bound on the groups of two or more tiles that a board can hold."""
    return tables.columns * tables.rows // 2


@compiled
def max_plies(tables):
    """Return a bound on the moves of a game."""
    return tables.columns * tables.rows // 2


@compiled
def load(tables, encoded, state):
    """Fill `state` from the encoding of a rules state."""
    state[:] = 0
    state[_SCORE] = encoded[_ENCODED_SCORE]
    for cell in range(tables.columns * tables.rows):
        colour = encoded[_ENCODED_CELLS + cell]
        if colour != 0:
            state[tables.place_of[cell]] = colour
            state[_TILES] += 1
            state[_COUNTS + colour] += 1
            column = cell // tables.rows
            state[_HEIGHTS + column] += 1
            state[_WIDTH] = column + 1


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the only player."""
    return 0


@compiled
def _at(state, place):
    """Read a state; an unsigned index spares numba's handling of negative ones."""
    return state[np.uint64(place)]


@compiled
def _has_partner(state, place, stride):
    colour = _at(state, place)
    return (
        _at(state, place + 1) == colour
        or _at(state, place - 1) == colour
        or _at(state, place + stride) == colour
        or _at(state, place - stride) == colour
    )


@compiled
def is_terminal(tables, state):
    """Return whether no group of two or more is left."""
    stride = tables.rows + 1
    for place in range(tables.board, tables.board + state[_WIDTH] * stride):
        colour = _at(state, place)
        if colour != 0 and (
            colour == _at(state, place + 1) or colour == _at(state, place + stride)
        ):
            return False
    return True


@compiled
def is_cleared(tables, state):  # noqa: ARG001
    """Return whether no tile is left."""
    return state[_TILES] == 0


@compiled
def _final_score(tables, state):
    score = state[_SCORE]
    if state[_TILES] == 0:
        score += _CLEAR_BONUS
    elif tables.deducts:
        for colour in range(1, _HEIGHTS - _COUNTS):
            left = state[_COUNTS + colour]
            if left > 0:
                score -= (left - 2) * (left - 2)
    return np.float64(score)


@compiled
def outcome(tables, state):
    """Return the score, with what the end of the game adds or takes once it is over."""
    return _final_score(tables, state) if is_terminal(tables, state) else np.float64(state[_SCORE])


@compiled
def _flood(tables, state, place, mark):
    """Set the group at `place` to `mark`; return its size (its places are in the queue)."""
    stride = tables.rows + 1
    colour = _at(state, place)
    head = tables.queue
    tail = head + 1
    state[np.uint64(head)] = place
    state[np.uint64(place)] = mark
    while head < tail:
        here = _at(state, head)
        head += 1
        for step in (1, -1, stride, -stride):
            if _at(state, here + step) == colour:
                state[np.uint64(here + step)] = mark
                state[np.uint64(tail)] = here + step
                tail += 1
    return tail - tables.queue


@compiled
def _smallest(tables, state, size):
    """Return the smallest place among the first `size` of the queue."""
    smallest = state[tables.queue]
    for index in range(tables.queue + 1, tables.queue + size):
        smallest = min(smallest, _at(state, index))
    return smallest


@compiled
def legal_moves(tables, state, out):
    """Write the smallest cell of each group of two or more, in ascending order."""
    stride = tables.rows + 1
    end = tables.board + state[_WIDTH] * stride
    n = 0
    for place in range(tables.board, end):
        colour = _at(state, place)
        # A cell met for the first time is its group's smallest: groups met are negative.
        if colour > 0 and (colour == _at(state, place + 1) or _has_partner(state, place, stride)):
            _flood(tables, state, place, -colour)
            out[n] = tables.cell_of[place]
            n += 1
    for place in range(tables.board, end):
        state[np.uint64(place)] = abs(_at(state, place))
    return n


@compiled
def candidate_moves(tables, state, out):
    """Write all legal moves; nothing is left out."""
    return legal_moves(tables, state, out), True


@compiled
def _drop(tables, state, column):
    """Let the tiles of a column fall into its holes; return its height."""
    bottom = tables.board + column * (tables.rows + 1)
    top = bottom + state[_HEIGHTS + column]
    free = bottom
    while free < top and _at(state, free) != 0:
        free += 1
    for place in range(free + 1, top):
        colour = _at(state, place)
        if colour != 0:
            state[np.uint64(free)] = colour
            state[np.uint64(place)] = 0
            free += 1
    state[_HEIGHTS + column] = free - bottom
    return free - bottom


@compiled
def _close_gaps(tables, state, first):
    """Move the columns to the right of empty ones to the left, from column `first` on."""
    stride = tables.rows + 1
    width = state[_WIDTH]
    free = first
    for column in range(first, width):
        height = state[_HEIGHTS + column]
        if height > 0:
            if free < column:
                to = tables.board + free * stride
                for place in range(to, to + tables.rows):
                    state[np.uint64(place)] = state[place + (column - free) * stride]
                state[_HEIGHTS + free] = height
            free += 1
    for column in range(free, width):
        start = tables.board + column * stride
        state[start : start + tables.rows] = 0
        state[_HEIGHTS + column] = 0
    state[_WIDTH] = free


@compiled
def _collapse(tables, state, size):
    """Let tiles fall and columns close where the queue's group was; return its first place."""
    smallest = largest = state[tables.queue]
    for index in range(tables.queue + 1, tables.queue + size):
        smallest = min(smallest, _at(state, index))
        largest = max(largest, _at(state, index))
    # A group is connected, so the columns it touches have no gap between them.
    first = tables.column_of[smallest]
    emptied = False
    for column in range(first, tables.column_of[largest] + 1):
        if _drop(tables, state, column) == 0:
            emptied = True
    if emptied:
        _close_gaps(tables, state, first)
    return smallest


@compiled
def _remove(tables, state, place):
    """Play the group at `place`; return its smallest place."""
    colour = _at(state, place)
    size = _flood(tables, state, place, 0)
    state[_SCORE] += (size - 2) * (size - 2)
    state[_TILES] -= size
    state[_COUNTS + colour] -= size
    return _collapse(tables, state, size)


@compiled
def play(tables, state, move):
    """Remove the group that holds the cell `move`."""
    _remove(tables, state, tables.place_of[move])


@compiled
def _tabu_colour(tables, state):  # noqa: ARG001
    """Return the colour with the most tiles, the lowest of equals."""
    best = 1
    for colour in range(2, _HEIGHTS - _COUNTS):
        if state[_COUNTS + colour] > state[_COUNTS + best]:
            best = colour
    return best


@compiled
def _sample_place(tables, state, rng, tabu):
    """Return the place of a random tile to play, of the colour `tabu` only if need be, or -1.

    Blind sampling finds one at once while there are many; when there are few, the board is
    scanned from a random cell on.
    """
    stride = tables.rows + 1
    cells = state[_WIDTH] * stride
    for _ in range(_BLIND_TRIES if cells > 0 else 0):
        place = tables.board + random_below(rng, cells)
        colour = _at(state, place)
        if colour != 0 and colour != tabu and _has_partner(state, place, stride):
            return place
    # Every group has a tile with a partner above or to the right.
    width = state[_WIDTH]
    column = random_below(rng, max(width, 1))
    fallback = -1
    for _ in range(width):
        bottom = tables.board + column * stride
        for place in range(bottom, bottom + _at(state, _HEIGHTS + column)):
            colour = _at(state, place)
            if colour == _at(state, place + 1) or colour == _at(state, place + stride):
                if colour != tabu:
                    return place
                fallback = place
        column = column + 1 if column + 1 < width else 0
    return fallback


@compiled
def rollout_move(tables, state, rng):
    """Return a random move; the most frequent colour only if there is no other."""
    place = _sample_place(tables, state, rng, _tabu_colour(tables, state))
    colour = _at(state, place)
    size = _flood(tables, state, place, -colour)
    for index in range(tables.queue, tables.queue + size):
        state[_at(state, index)] = colour
    return tables.cell_of[_smallest(tables, state, size)]


@compiled
def record_playout(tables, state, rng, rollout, line, ply):
    """Play `state` to its end in place, writing the moves to `line` from `ply` on.

    Args:
        tables: The game's tables.
        state: The state to play on from.
        rng: The generator's state.
        rollout: Index of the policy in `ROLLOUTS`. The tabu colour is the one most
            frequent at the start (Cazenave 2009); it is played when nothing else is left.
        line: int64[max_plies].
        ply: Where the first move goes.

    Returns:
        The score and the length of `line`.
    """
    tabu = _tabu_colour(tables, state) if rollout == _TABU_ROLLOUT else 0
    place = _sample_place(tables, state, rng, tabu)
    while place >= 0:
        line[ply] = tables.cell_of[_remove(tables, state, place)]
        ply += 1
        place = _sample_place(tables, state, rng, tabu)
    return _final_score(tables, state), ply


@compiled
def _remove_named(tables, state, names, place):
    """Play the group at `place` on two boards: the colours, and the tiles' names."""
    size = _flood(tables, state, place, 0)
    for index in range(tables.queue, tables.queue + size):
        names[index] = state[index]
        names[state[index]] = 0
    _collapse(tables, names, size)
    return _collapse(tables, state, size)


@compiled
def _name_tiles(tables, names):
    for place in range(tables.board, tables.queue):
        names[place] = place if names[place] != 0 else 0


@compiled
def _place_of_name(tables, names, name):
    """Return where a tile stands, -1 if it is gone; tiles move only down and left."""
    stride = tables.rows + 1
    row = (name - tables.board) % stride
    for column in range(min(tables.column_of[name] + 1, names[_WIDTH])):
        bottom = tables.board + column * stride
        for place in range(bottom, bottom + row + 1):
            if names[place] == name:
                return place
    return -1


@compiled
def graft(tables, root, move, line, length, out):
    """Write `move`, and after it as much of another line as then still can be played.

    A collapse moves tiles, so a group of the line is found again by one of its tiles. What
    has gone or stands alone is skipped.

    Args:
        tables: The game's tables.
        root: The state both lines begin at; it stays as it is.
        move: The move to play first.
        line: Moves of a whole game from `root`.
        length: How many moves it has.
        out: int64[max_plies].

    Returns:
        How many moves were written. They need not reach the end of the game.
    """
    state = root.copy()
    names = root.copy()
    _name_tiles(tables, names)
    tiles = np.empty(length, np.int64)
    for index in range(length):
        place = tables.place_of[line[index]]
        tiles[index] = names[place]
        _remove_named(tables, state, names, place)
    copy_state(root, state)
    copy_state(root, names)
    _name_tiles(tables, names)
    out[0] = tables.cell_of[_remove_named(tables, state, names, tables.place_of[move])]
    n = 1
    for name in tiles:
        place = _place_of_name(tables, names, name)
        if place >= 0 and _has_partner(state, place, tables.rows + 1):
            out[n] = tables.cell_of[_remove_named(tables, state, names, place)]
            n += 1
    return n


@compiled
def playout(tables, state, rng):
    """Play `state` to its end in place under the tabu-colour policy; return the score."""
    tabu = _tabu_colour(tables, state)
    place = _sample_place(tables, state, rng, tabu)
    while place >= 0:
        _remove(tables, state, place)
        place = _sample_place(tables, state, rng, tabu)
    return _final_score(tables, state)
