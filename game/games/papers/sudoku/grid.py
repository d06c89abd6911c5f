"""The grids of Sudoku: which cells rule each other out, random puzzles, and grids as text."""

import random
from collections.abc import Iterator
from functools import lru_cache

from game.games.lattice.grid_text import Token, symbol

VALUES = "123456789ABCDEFG"
EMPTY = 0

Cells = tuple[int, ...]

SYMBOLS = {".": EMPTY, "-": EMPTY, **{v: i + 1 for i, v in enumerate(VALUES)}}
SYMBOLS |= {v.lower(): i + 1 for i, v in enumerate(VALUES)}


@lru_cache(maxsize=4)
def peers(box: int) -> tuple[frozenset[int], ...]:
    """Return for each cell those that may not hold its value."""
    size = box * box

    def units(cell: int) -> tuple[int, int, int]:
        row, column = divmod(cell, size)
        return row, column, row // box * box + column // box

    places = [units(cell) for cell in range(size * size)]
    return tuple(
        frozenset(
            other
            for other, place in enumerate(places)
            if other != cell and any(a == b for a, b in zip(place, own, strict=True))
        )
        for cell, own in enumerate(places)
    )


def puzzle(box: int, empty: int, seed: int) -> Cells:
    """Return a grid that can be filled: a random full one with `empty` % of its cells taken out.

    Full grids are the cyclic one with its values, and the rows and columns within and among
    the boxes, shuffled.
    """
    rng = random.Random(seed % 2**64)
    size = box * box
    rows, columns = _shuffled_lines(rng, box), _shuffled_lines(rng, box)
    values = rng.sample(range(1, size + 1), size)
    full = [
        values[(row % box * box + row // box + column) % size] for row in rows for column in columns
    ]
    for cell in rng.sample(range(size * size), size * size * empty // 100):
        full[cell] = EMPTY
    return tuple(full)


def _shuffled_lines(rng: random.Random, box: int) -> list[int]:
    bands = rng.sample(range(box), box)
    return [box * band + line for band in bands for line in rng.sample(range(box), box)]


def read_cells(tokens: list[Token], box: int) -> Cells:
    """Return the cells that tokens name, in this order; raise `PositionError` for bad ones."""
    size = box * box
    hint = f"1 to {VALUES[size - 1]} or ."
    cells = tuple(_value(token, size, hint) for token in tokens)
    for cell, other in _clashes(box, cells):
        name = VALUES[cells[cell] - 1]
        raise tokens[other].error(f"{name} stands in its row, column or box already")
    return cells


def _value(token: Token, size: int, hint: str) -> int:
    value = symbol(token, SYMBOLS, hint)
    if value > size:
        raise token.error(f"{token.text!r} is not a cell; use {hint}")
    return value


def _clashes(box: int, cells: Cells) -> Iterator[tuple[int, int]]:
    for cell, held in enumerate(cells):
        for other in sorted(peers(box)[cell]):
            if held and cells[other] == held:
                yield cell, other
