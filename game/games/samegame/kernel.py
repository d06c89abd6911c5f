"""SameGame for the searches: score (n-2)^2 a group, 1000 for a cleared board.

A state holds the points made so far and, as int32, the memory of `kernels.columns` with the
board as its only one. Tiles keep the names that they had when the state was loaded, but moves
are cells as the rules count them now.

Playouts sample a cell rather than list every group at each step, which makes them several
times as fast and prefers large groups.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import bit_count, copy_state, lowest_bit, spread
from ai.kernels.compiled import borrowed, compiled, inlined
from ai.kernels.random import random_below
from game.games.samegame.kernels import columns
from game.games.samegame.kernels.columns import (
    Layout,
    any_group,
    cell_at,
    colour_at,
    column_keys,
    final_points,
    find_group,
    forget_group,
    group_of,
    make_layout,
    note_group,
    partnered,
    read,
    remove_group,
    rules_cell,
    see_nothing,
    tile_at,
    tiles_of,
)
from game.games.samegame.rules import SameGameParameters, SameGameState

CANDIDATES = ("all",)
ROLLOUTS = ("tabu", "random")

_TABU_ROLLOUT = 0
_POINTS = 0
_MEMORY = 1
_BOARD = np.int64(0)
_ENCODED_POINTS = 4

_load_board = columns.load


class Tables(NamedTuple):
    """What follows from the size of the board.

    Attributes:
        layout: Where things stand in the memory.
        keys: See `column_keys`.
    """

    layout: Layout
    keys: NDArray[np.uint64]  # [columns + 1]


class _Held(NamedTuple):
    memory: NDArray[np.int32]  # [layout.size]


def make_tables(parameters: SameGameParameters, candidates: str = "all") -> Tables:
    """Return the tables of a board size; raise `ValueError` for a filter but "all"."""
    if candidates not in CANDIDATES:
        raise ValueError(f"SameGame has no candidate moves called {candidates!r}, only 'all'.")
    layout = make_layout(SameGameState(parameters, ()).encode(), boards=1)
    return Tables(layout, column_keys(parameters.columns))


@compiled
def state_length(tables):
    return _MEMORY + (tables.layout.size + 1) // 2


@compiled
def max_moves(tables):
    """Return a bound on the groups of two or more tiles that a board can hold."""
    return tables.layout.columns * tables.layout.rows // 2


@compiled
def max_plies(tables):
    return tables.layout.columns * tables.layout.rows // 2


@compiled
def _memory_of(state):
    """Return the memory of a state; references to it are not counted."""
    return borrowed(_Held(state[_MEMORY:].view(np.int32))).memory


@compiled
def load(tables, encoded, state):
    """Fill `state` from the encoding of a rules state."""
    state[:] = 0
    state[_POINTS] = encoded[_ENCODED_POINTS]
    _load_board(tables.layout, encoded, _memory_of(state))


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the only player."""
    return 0


@compiled
def is_terminal(tables, state):
    """Return whether no group of two or more is left."""
    return any_group(tables.layout, _memory_of(state), _BOARD, 0)[1] == 0


@compiled
def is_cleared(tables, state):
    """Return whether no tile is left."""
    return tiles_of(tables.layout, _memory_of(state), _BOARD, 0) == 0


@compiled
def outcome(tables, state):
    """Return the score, with what the end of the game adds or takes once it is over."""
    points = state[_POINTS]
    if is_terminal(tables, state):
        points += final_points(tables.layout, _memory_of(state), _BOARD)
    return np.float64(points)


@compiled
def legal_moves(tables, state, out):
    """Write the smallest cell of each group of two or more, in ascending order."""
    layout, memory = tables.layout, _memory_of(state)
    see_nothing(layout, memory)
    n = 0
    first = 0  # the lowest cell of the column, as the rules count
    column = read(memory, layout.columns * layout.record + layout.record - 1)
    while column != layout.columns:
        rest = partnered(layout, memory, _BOARD, column) & ~read(memory, layout.seen + column)
        while rest != 0:
            bit = rest & -rest
            colour = colour_at(layout, memory, _BOARD, column, bit)
            touched, _ = find_group(layout, memory, _BOARD, column, bit, colour)
            note_group(layout, memory, touched)
            rest &= ~read(memory, layout.seen + column)
            out[n] = first + lowest_bit(np.uint64(bit))
            n += 1
        first += layout.rows
        column = read(memory, column * layout.record + layout.record - 1)
    return n


@compiled
def candidate_moves(tables, state, out):
    """Write all legal moves; nothing is left out."""
    return legal_moves(tables, state, out), True


@inlined
def _remove(tables, state, memory, n, size, colour):
    """Play the group found last, which touches `n` columns; return its smallest cell."""
    cell = rules_cell(tables.layout, memory, _BOARD, n)
    state[_POINTS] += (size - 2) * (size - 2)
    remove_group(tables.layout, memory, tables.keys, _BOARD, n, size, colour)
    return cell


@compiled
def _play_tile(tables, state, memory, tile):
    """Play the group of a root cell's tile; return its smallest cell, -1 if there is none."""
    colour, n, size = group_of(tables.layout, memory, _BOARD, tile)
    if size < 2:
        return np.int64(-1)
    return _remove(tables, state, memory, n, size, colour)


@compiled
def play(tables, state, move):
    """Remove the group that holds the cell `move`."""
    memory = _memory_of(state)
    _play_tile(tables, state, memory, tile_at(tables.layout, memory, _BOARD, move))


@compiled
def _tabu_colour(tables, memory):
    """Return the colour with the most tiles, the lowest of equals."""
    best = 1
    for colour in range(2, tables.layout.colours + 1):
        tiles = tiles_of(tables.layout, memory, _BOARD, colour)
        if tiles > tiles_of(tables.layout, memory, _BOARD, best):
            best = colour
    return best


@inlined
def _sample(layout, memory, rng, tabu):
    """Return column and bit of a random tile to play; bit 0 if there is none.

    It is one of the first column that has any, from a random one on. One of the colour `tabu`
    is only taken if there are no others.
    """
    column = random_below(rng, layout.columns)
    last = column
    resort = np.int64(0)
    for _ in range(layout.columns):
        record = column * layout.record
        right = read(memory, record + layout.record - 1) * layout.record
        tiles = np.int64(0)
        for colour in range(1, layout.colours + 1):
            # Every group has a tile with a partner above or to the right.
            bits = read(memory, record + colour)
            bits &= bits >> 1 | read(memory, right + colour)
            if colour != tabu:
                tiles |= bits
            elif resort == 0 and bits != 0:
                resort = bits
                last = column
        if tiles != 0:
            return column, _random_bit(tiles, rng)
        column = column + 1 if column + 1 < layout.columns else 0
    if resort == 0:
        return last, resort
    return last, _random_bit(resort, rng)


@compiled
def _random_bit(bits, rng):
    return spread(np.int64(1) << random_below(rng, bit_count(np.uint64(bits))), bits)


@compiled
def rollout_move(tables, state, rng):
    """Return a random move; the most frequent colour only if there is no other."""
    layout, memory = tables.layout, _memory_of(state)
    column, bit = _sample(layout, memory, rng, _tabu_colour(tables, memory))
    _, n, _ = group_of(layout, memory, _BOARD, cell_at(layout, memory, _BOARD, column, bit))
    move = rules_cell(layout, memory, _BOARD, n)
    forget_group(layout, memory, n)
    return move


@compiled
def record_playout(tables, state, rng, rollout, line, ply):
    """Play `state` to its end in place, writing the moves to `line` from `ply` on.

    Args:
        rollout: Index of the policy in `ROLLOUTS`. The tabu colour is the one most
            frequent at the start (Cazenave 2009); it is played when nothing else is left.
        line: int64[max_plies].
        ply: Where the first move goes.

    Returns:
        The score and the length of `line`.
    """
    layout, memory = tables.layout, _memory_of(state)
    tabu = _tabu_colour(tables, memory) if rollout == _TABU_ROLLOUT else 0
    column, bit = _sample(layout, memory, rng, tabu)
    while bit != 0:
        colour = colour_at(layout, memory, _BOARD, column, bit)
        n, size = find_group(layout, memory, _BOARD, column, bit, colour)
        line[ply] = _remove(tables, state, memory, n, size, colour)
        ply += 1
        column, bit = _sample(layout, memory, rng, tabu)
    return np.float64(state[_POINTS] + final_points(layout, memory, _BOARD)), ply


@compiled
def graft(tables, root, move, line, length, out):
    """Write `move`, and after it as much of another line as then still can be played.

    Tiles keep their names, so a group of the line is found again by one of its tiles. What
    has gone or stands alone is skipped.

    Args:
        root: The state both lines begin at; it stays as it is.
        line: Moves of a whole game from `root`.
        out: int64[max_plies].

    Returns:
        How many moves were written. They need not reach the end of the game.
    """
    layout = tables.layout
    state = root.copy()
    memory = _memory_of(state)
    tiles = np.empty(length + 1, np.int64)
    tiles[0] = tile_at(layout, memory, _BOARD, move)
    for index in range(length):
        tiles[index + 1] = tile_at(layout, memory, _BOARD, line[index])
        play(tables, state, line[index])
    copy_state(root, state)
    written = 0
    for tile in tiles:
        cell = _play_tile(tables, state, memory, tile)
        if cell >= 0:
            out[written] = cell
            written += 1
    return written


@compiled
def playout(tables, state, rng):
    """Play `state` to its end in place under the tabu-colour policy; return the score."""
    line = np.empty(max_plies(tables), np.int64)
    return record_playout(tables, state, rng, _TABU_ROLLOUT, line, 0)[0]
