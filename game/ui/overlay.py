"""What of a search is shown on the board: ranked marks with a loss class, no pixels.

Two channels never mix: the class letter (and its colour) tells how much a move loses
against the best one; visits (and with them size and opacity) tell how sure that is.
"""

from dataclasses import dataclass
from typing import Literal

from ai.messages import Proof

LossClass = Literal["A", "B", "C", "D", "E"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One candidate as it is shown.

    Attributes:
        move: The move.
        rank: 1 for the first.
        loss_class: How much the move loses, A to E.
        loss: The same in win-% points or SameGame points, at least 0.
        value: Win share 0 to 1, or the projected final score.
        visits: How often it was tried.
        weight: ln(visits) / ln(the leader's visits), 0 to 1: size and opacity.
        labelled: Whether there is enough behind it to write numbers; else a dot.
        proof: Proven value, if any.
        estimated: Whether the proof is an estimate (dashed) rather than a theorem.
        distance: Plies to the end under the proof.
        line: What follows, this move first.
        clears: SameGame: whether the line clears the board.
        error: One standard error of `value`.
    """

    move: int
    rank: int
    loss_class: LossClass
    loss: float
    value: float
    visits: int
    weight: float
    labelled: bool
    proof: Proof | None = None
    estimated: bool = False
    distance: int | None = None
    line: tuple[int, ...] = ()
    clears: bool = False
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks, best first, and the exact values beside them (Tic-Tac-Toe).

    Attributes:
        marks: Best first.
        exact: Move to its true value and plies to the end, where a solver knows them.
        show_exact: Whether the exact badges are to be drawn.
        show_estimate: Whether the estimates are to be drawn.
        stale: The search has stopped; the picture stays, the light is grey.
    """

    marks: tuple[Mark, ...] = ()
    exact: tuple[tuple[int, Proof, int], ...] = ()
    show_exact: bool = True
    show_estimate: bool = True
    stale: bool = False
