"""Stones and their liberties as bitsets, for NoGo and AtariGo."""

import functools
from typing import NamedTuple

import numpy as np

from ai.kernels.bits import APPEND_SLACK
from ai.kernels.compiled import compiled
from game.games.lattice.square_board import BoardParameters
from game.games.lattice.square_board_kernel import bitset, columns_but, sign_of


class Tables(NamedTuple):
    """What follows from the board."""

    cells: int
    columns: int
    sign: int
    board: np.uint64
    not_first_column: np.uint64
    not_last_column: np.uint64


@functools.lru_cache(maxsize=32)
def make_tables(parameters: BoardParameters, candidates: str = "all") -> Tables:  # noqa: ARG001
    """Return the tables of a board; there is no filter of moves but "all"."""
    return Tables(
        cells=parameters.columns * parameters.rows,
        columns=parameters.columns,
        sign=sign_of(parameters),
        board=bitset(list(range(parameters.columns * parameters.rows))),
        not_first_column=columns_but(parameters, 0),
        not_last_column=columns_but(parameters, parameters.columns - 1),
    )


@compiled
def max_moves(tables):
    """Return the room a list of moves needs."""
    return tables.cells + APPEND_SLACK


@compiled
def max_plies(tables):
    """Return the most moves a game takes."""
    return tables.cells


@compiled
def beside(tables, stones):
    """Return the cells next to some stones; stones next to each other are among them."""
    up = np.uint64(tables.columns)
    one = np.uint64(1)
    sideways = (stones & tables.not_last_column) << one | (stones & tables.not_first_column) >> one
    return (sideways | stones << up | stones >> up) & tables.board


@compiled
def group_of(tables, stone, stones):
    """Return the connected stones that one of them belongs to."""
    group = stone
    while True:
        grown = group | (beside(tables, group) & stones)
        if grown == group:
            return group
        group = grown


@compiled
def has_liberty(tables, stone, stones, empty):
    """Whether the group of a stone is next to an empty cell."""
    return beside(tables, group_of(tables, stone, stones)) & empty != 0


@compiled
def any_taken(tables, seeds, stones, empty):
    """Whether a group with one of the stones `seeds` in it has no liberty."""
    while seeds:
        group = group_of(tables, seeds & (~seeds + np.uint64(1)), stones)
        if not beside(tables, group) & empty:
            return True
        seeds &= ~group
    return False
