"""What follows from the board and the steps of a race, for `race_kernel`."""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from game.games.breakthrough.race import Step
from game.games.lattice.square_board import BoardParameters
from game.games.lattice.square_board_kernel import bitset, columns_but, sign_of


class Tables(NamedTuple):
    """What follows from board and steps; S steps a player, those that lead down first.

    Tuples and no arrays: those would be counted at each of the many calls of a playout.
    """

    cells: int
    sign: int
    steps: int
    longest: int  # plies that no game exceeds
    board: np.uint64
    reach: tuple[int, ...]  # [2 * S] cells up or down, in ascending order for each player
    starts: tuple[np.uint64, ...]  # [2 * S] where the step does not leave the board sideways
    takes: tuple[bool, ...]  # [2 * S] whether it may take
    goal: tuple[np.uint64, np.uint64]  # the far row of each player


def race_tables(board: BoardParameters, steps: Sequence[Step]) -> Tables:
    """Return the tables of a board for pieces with these steps."""
    columns, rows = board.columns, board.rows
    ways = [
        sorted(((s.along + ahead * s.up * columns, s) for s in steps), key=itemgetter(0))
        for ahead in (1, -1)
    ]
    both = [*ways[0], *ways[1]]
    sides = [
        [column for column in range(columns) if not 0 <= column + step.along < columns]
        for _, step in both
    ]
    last = columns * (rows - 1)
    return Tables(
        cells=columns * rows,
        sign=sign_of(board),
        steps=len(steps),
        longest=columns * rows * rows,
        board=bitset(list(range(columns * rows))),
        reach=tuple(reach for reach, _ in both),
        starts=tuple(columns_but(board, *left_out) for left_out in sides),
        takes=tuple(step.takes for _, step in both),
        goal=(bitset([last + i for i in range(columns)]), bitset([*range(columns)])),
    )
