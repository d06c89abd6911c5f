"""What weaker players see on a board of rows, and what they overlook."""

from collections.abc import Sequence

from ai.contract.game import Oversight
from game.games.lattice.lines import RowState

OWN, THEIRS, WINS = 2.0, 4.5, 300.0
"""By how much a stone in a row adds to its appeal, and one that completes it.

A first-time player follows the opponent's rows more than their own, and takes a win (docs/hex.md).
"""
ELSEWHERE = 0.01


def appeal(state: RowState) -> list[float]:
    """Return how much each legal move catches the eye, by the rows through its cell."""
    rays = state.lattice_of(state.parameters).rays
    return [_of_cell(state, rays[move]) if move < len(rays) else 1.0 for move in state.legal_moves]


def oversights(**near: object) -> tuple[Oversight, ...]:
    """Return what is overlooked: rows that are nearly whole, wins by fours, then longer ones.

    Args:
        near: The options of a game's tree search that does not see the first.
    """
    threes = {"threats": False}
    fours = {**threes, "vcf": False}
    blind = {**fours, **near, "solver": False}
    return Oversight(5.0, blind), Oversight(1.2, fours), Oversight(0.6, threes)


def _of_cell(state: RowState, rays: Sequence[tuple[Sequence[int], Sequence[int]]]) -> float:
    me, size, cells = state.colour_to_place, state.parameters.in_a_row, state.cells
    weight = ELSEWHERE
    for behind, ahead in rays:
        before = [cells[each] for each in reversed(behind[: size - 1])]
        line = [*before, 0, *(cells[each] for each in ahead[: size - 1])]
        for start in range(len(line) - size + 1):
            window = line[start : start + size]
            own, theirs = window.count(me), window.count(3 - me)
            if own and not theirs:
                weight += OWN**own * (WINS if own == size - 1 else 1.0)
            elif theirs and not own:
                weight += THEIRS**theirs
    return weight
