"""Knightthrough: Breakthrough with knights, which jump, take and only go forward."""

from dataclasses import dataclass

from game.games.breakthrough.race import RaceState, Step, two_rows_a_side
from game.games.lattice.square_board import spec_of


@dataclass(frozen=True, slots=True)
class KnightthroughState(RaceState):
    """One position."""

    steps = (Step(-2, 1), Step(-1, 2), Step(1, 2), Step(2, 1))


SPEC = spec_of("knightthrough", "Knightthrough", KnightthroughState, two_rows_a_side)
