"""Random puzzles of Sudoku."""

import random

VALUES = "123456789ABCDEFG"
EMPTY = 0

Cells = tuple[int, ...]


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
