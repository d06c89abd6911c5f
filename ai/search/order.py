"""The one order of moves: searches, boards, tables, keys, hints and sentences take it from here."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Protocol, TypeVar

from ai.search.messages import ExactValue, Proof


class Valued(Protocol):
    """A move of a game for two, by what is known of it; a proof is over all replies."""

    @property
    def proof(self) -> Proof | None: ...
    @property
    def distance(self) -> int | None: ...
    @property
    def value(self) -> float: ...


M = TypeVar("M", bound=Valued)


def rank(proof: Proof | None, distance: int | None) -> tuple[int, float]:
    """Return a proven value's place, the best lowest; all that may still be drawn have the same.

    An end that nobody has seen is further off than any other.
    """
    plies = inf if distance is None else distance
    if proof is Proof.WIN:
        return 0, plies
    return (2, -plies) if proof is Proof.LOSS else (1, 0.0)


def in_order(moves: Iterable[M], proof: Proof | None = None) -> list[M]:
    """Return moves, the one to play first, from those that a search has put in order by itself.

    Proven wins come first, the fastest leading; then what is open, as it stood, and what is drawn;
    then proven losses, the longest resistance leading. Of draws and open moves the first one leads
    only where it promises more than a draw, or none is proven.

    Args:
        proof: The position's proven value; in a drawn one no open move is more than a draw.
    """
    ranked = sorted(moves, key=lambda move: rank(move.proof, move.distance))
    wins = [move for move in ranked if move.proof is Proof.WIN]
    open_moves = [move for move in ranked if move.proof is None]
    draws = [move for move in ranked if move.proof is Proof.DRAW]
    losses = [move for move in ranked if move.proof is Proof.LOSS]
    promises = open_moves and open_moves[0].value > Proof.DRAW.share and proof is not Proof.DRAW
    ahead = 1 if promises else 0
    return [*wins, *open_moves[:ahead], *draws, *open_moves[ahead:], *losses]


def best_truth(exact: Sequence[ExactValue], preferred: int | None = None) -> ExactValue:
    """Return the best of the true values; among equals that of the preferred move."""
    return min(exact, key=lambda each: (rank(each.proof, each.distance), each.move != preferred))
