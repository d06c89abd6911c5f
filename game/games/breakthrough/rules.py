"""Breakthrough: pieces go one row up, straight or diagonally, and take diagonally only."""

from dataclasses import dataclass

from ai.contract.rules import SetUp
from ai.phrases import N_
from game.games.breakthrough.race import RaceState, Step, two_rows_a_side
from game.games.lattice.square_board import spec_of


@dataclass(frozen=True, slots=True)
class BreakthroughState(RaceState):
    steps = (Step(-1, 1), Step(0, 1, takes=False), Step(1, 1))


SPEC = spec_of(
    "breakthrough",
    N_("Breakthrough"),
    BreakthroughState,
    two_rows_a_side,
    SetUp(BreakthroughState.arranged, BreakthroughState.problem),
)
