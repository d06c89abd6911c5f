"""Hex Gomoku for the tree search; `ai.contract.kernel` says what the functions do."""

import functools
from collections import defaultdict

from ai.kernels.compiled import compiled
from game.games.hex_gomoku.rules import HexParameters, geometry
from game.games.lattice.kernels.board import *
from game.games.lattice.kernels.board import (
    SWAPPED,
    Filters,
    HexagonalTables,
    Tables,
    load_stones,
    row_tables,
)
from game.games.lattice.kernels.rows import *
from game.games.lattice.lines import Lattice, Line

CANDIDATES = ("snow", "adjacent", "all")

_OPENING = 2  # stones, as the first one may be taken over
_HEADER = 6  # before the cells of what the rules' state gives
_REACH = {"snow": 2, "adjacent": 1}


@functools.lru_cache(maxsize=32)
def make_tables(
    parameters: HexParameters,
    candidates: str = CANDIDATES[0],
    playouts: str = CANDIDATES[1],
    decisive: bool = True,
    vcf: bool = True,
) -> Tables:
    """Return the tables of a board.

    Args:
        candidates: The tree's move filter, one of `CANDIDATES`.
        playouts: The playouts' move filter; the default is the stronger one there.
        decisive: Whether wins and forced blocks are played at once, in tree and playouts.
        vcf: Whether wins by continuous fours are searched at every expansion.
    """
    board = geometry(parameters.side)
    tree = _near(board, candidates)
    centre = board.index[parameters.side - 1, parameters.side]
    free = parameters.opening == "free"
    return row_tables(
        HexagonalTables,
        _lines(board),
        parameters.in_a_row,
        Filters(
            opening=tree[centre] if free else range(len(board.cells)),
            tree=tree,
            playouts=_near(board, playouts),
        ),
        exact=True,
        swap_opening=not free,
        opening=_OPENING,
        decisive=decisive,
        decisive_playouts=decisive,
        vcf=vcf,
    )


def _lines(board: Lattice) -> list[Line]:
    """Return the lines by what their cells have in common: the row, the number, or the sum."""
    lines: dict[tuple[int, int], list[int]] = defaultdict(list)
    for cell, (row, number) in enumerate(board.cells):
        for direction, common in enumerate((row, number, row + number)):
            lines[direction, common].append(cell)
    return [tuple(lines[place]) for place in sorted(lines)]


def _near(board: Lattice, candidates: str) -> list[list[int]]:
    """Return for each cell it and those that a filter lets through once a stone stands there."""
    if candidates == "all":
        return [list(range(len(board.cells)))] * len(board.cells)
    reach = _REACH[candidates]
    return [
        [place, *(cell for ray in rays for hand in ray for cell in hand[:reach])]
        for place, rays in enumerate(board.rays)
    ]


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: side, in a row, swap, swapped, last, shift, cells."""
    load_stones(tables, encoded, _HEADER, state)
    state[SWAPPED] = encoded[3]
