"""What a proof that a colour of hex Gomoku cannot lose asks of a position, for `hex_provers`.

`runs` is int64[R, K + 3]: how many cells a possible run has (K), its cells, and those right before
and after it, -1 off the board. A run is open to a colour if the other one has no stone in it and
that colour none right before or after it.
"""

import numpy as np

from ai.kernels.compiled import compiled
from game.games.hex_gomoku.kernels.pairing import choose_pairs

NONE = -1


@compiled
def _gaps(runs, cells, run, colour):
    """Return how many gaps a run has that is open to a colour, or -1."""
    length = runs[run, 0]
    for i in range(length + 1, length + 3):
        if runs[run, i] >= 0 and cells[runs[run, i]] == colour:
            return NONE
    gaps = 0
    for i in range(1, length + 1):
        stone = cells[runs[run, i]]
        if stone == 3 - colour:
            return NONE
        gaps += stone == 0
    return gaps


@compiled
def certificate(runs, cells, colour, with_stone, steps, rng, partner):
    """Search disjoint pairs that hit every run open to the other colour.

    Args:
        runs: See above.
        cells: int8[cell] 0 empty, 1 black, 2 white.
        colour: The colour that is not to lose.
        with_stone: Whether it may place a stone first.
        steps: How many pairs may be tried.
        rng: The random generator.
        partner: int64[cell] filled with each pair's other cell, itself for the stone, or -1.

    Returns:
        Whether they were found.
    """
    gaps = np.zeros((runs.shape[0], runs.shape[1]), np.int64)
    masks = np.zeros((cells.size, runs.shape[0] // 64 + 1), np.uint64)
    count = 0
    for run in range(runs.shape[0]):
        size = _gaps(runs, cells, run, 3 - colour)
        if size < 0:
            continue
        if size < 2 and not with_stone:
            return False
        gaps[count, 0] = 0
        for i in range(1, runs[run, 0] + 1):
            cell = runs[run, i]
            if cells[cell] == 0:
                gaps[count, 0] += 1
                gaps[count, gaps[count, 0]] = cell
                masks[cell, count >> 6] |= np.uint64(1) << np.uint64(count & 63)
        count += 1
    words = count // 64 + 1
    return choose_pairs(
        gaps[:count], np.ascontiguousarray(masks[:, :words]), with_stone, steps, rng, partner
    )


@compiled
def look(runs, cells, colour, worth, fives):
    """Judge each empty cell by the runs that a stone of `colour` would close there.

    Args:
        runs: See above.
        cells: int8[cell].
        colour: The colour that is not to lose.
        worth: int64[cell] filled with the worth of the other colour's open runs through it, each
            worth more the more stones it holds.
        fives: int64[colour, cell] filled with whether a stone there wins at once.
    """
    worth[:] = 0
    fives[:, :] = 0
    for run in range(runs.shape[0]):
        length = runs[run, 0]
        for who in range(1, 3):
            gaps = _gaps(runs, cells, run, who)
            if gaps < 0:
                continue
            for i in range(1, length + 1):
                cell = runs[run, i]
                if cells[cell] == 0:
                    fives[who, cell] |= gaps == 1
                    if who != colour:
                        worth[cell] += 4 + 3 * (length - gaps) * (length - gaps)
