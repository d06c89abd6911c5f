"""From what a tree search counts to the share of a win that is shown.

The best move's mean is no fair estimate of a position: it averages good and bad replies alike and
is the highest of many, so that whoever is to move looks better than they are. The mean of all
simulations is fair, as they try bad moves and bad replies on both sides. So the best move is shown
with that, and every other move as far below or above as its own mean lies. All of it is stretched
by what log-odds of a search were worth in games of the program with itself: more with more
visits and on small boards, less where playouts are drawn. `python -m benchmarks.calibration`
plays such games, fits the constants and tells how shares and results compare; the tables are in
docs/calibration.md.

All moves of a position are mapped by one rising function, so that neither their order nor
anything proven changes, and it is applied to what a search tells, never within it.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from ai.contract.rules import State
from ai.search.messages import Candidate, Limit, Proof, SearchInfo
from ai.search.searcher import InfoFilter

EDGE: Final = 0.005
"""The least distance of a share from 0 and 1 when its log-odds are taken."""
FEW_VISITS: Final = 20
"""The unit of visits, with the logarithm of which the stretch grows."""
MANY_VISITS: Final = 100_000
"""The most visits that count for it, about the most that it was measured for."""
FLATTEST: Final = 0.2
"""The smallest stretch, so that a blunder shows even where most playouts are draws."""
STEEPEST: Final = 20.0
"""The largest stretch: several times what was measured."""
CELLS: Final = 36
"""The board that `Scale.cells` is for."""
LEADER_SHARE: Final = 0.2
"""The weight of the best move's own mean in the value of the position, at its highest:"""
LEADER_VISITS: Final = 300
"""once the position has had so many visits for each cell of the board."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a search says of its position, as far as it is calibrated.

    Attributes:
        best: Log-odds of the first open move's mean.
        all: Log-odds of the mean over all open moves, by visits.
        played: Moves played to get here, over the number of cells.
    """

    best: float
    all: float
    visits: int
    drawn: float
    cells: int
    played: float

    @property
    def level(self) -> float:
        """The log-odds of the position, as the search counts."""
        share = LEADER_SHARE * min(1.0, self.visits / self.cells / LEADER_VISITS)
        return self.all + share * (self.best - self.all)

    @property
    def weight(self) -> float:
        """What so many visits add to the stretch."""
        return math.log1p(min(self.visits, MANY_VISITS) / FEW_VISITS)

    @property
    def terms(self) -> tuple[float, ...]:
        """What each constant of a `Scale` is multiplied with."""
        return 1.0, (CELLS / self.cells) ** 2, self.played, self.drawn


@dataclass(frozen=True, slots=True)
class Scale:
    """How a game's searches are to be read: what the log of the stretch is made of.

    Attributes:
        cells: What is added on `CELLS` cells, and less by the square on larger boards,
        played: for each cell's worth of moves that were played,
        drawn: and for the share of playouts that were draws.
    """

    rate: float
    cells: float = 0.0
    played: float = 0.0
    drawn: float = 0.0

    def stretch(self, seen: Evidence) -> float:
        """Return what one unit of the search's log-odds is worth."""
        log = sum(each * term for each, term in zip(astuple(self), seen.terms, strict=True))
        return min(STEEPEST, max(FLATTEST, seen.weight * math.exp(log)))

    def share_of(self, seen: Evidence) -> Callable[[float], float]:
        """Return the rising function from a move's mean to the share of a win it is worth."""
        stretch, excess = self.stretch(seen), seen.best - seen.level
        return lambda mean: share(stretch * (log_odds(mean) - excess))


def log_odds(share: float) -> float:
    kept = min(1 - EDGE, max(EDGE, share))
    return math.log(kept / (1 - kept))


def share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def evidence_of(info: SearchInfo, position: State) -> Evidence | None:
    """Return what a tree search says of a position; None where no open move was tried."""
    moves = [move for move in info.candidates if move.proof is None]
    visits = sum(move.visits for move in moves)
    if not visits:
        return None
    board: Any = position  # the states of the calibrated games have cells besides
    cells = len(board.cells)
    return Evidence(
        best=log_odds(moves[0].value),
        all=log_odds(sum(move.visits * move.value for move in moves) / visits),
        visits=sum(move.visits for move in info.candidates),
        drawn=info.drawn,
        cells=cells,
        played=position.move_count / cells,
    )


def calibrated(info: SearchInfo, position: State, scale: Scale) -> SearchInfo:
    """Return what a tree search knows with its means turned into shares of a win.

    Proven values stay what they are.
    """
    seen = evidence_of(info, position)
    if seen is None:
        return info
    share_of = scale.share_of(seen)
    if any(move.proof is Proof.DRAW for move in info.candidates):
        share_of = _beside_a_draw(share_of)
    candidates = tuple(_calibrated_move(move, share_of) for move in info.candidates)
    best = candidates[0]
    return replace(
        info,
        candidates=candidates,
        value=info.value if info.proof else best.value,
        error=info.error if info.proof else best.error,
        tree=tuple(
            branch if branch.proof else replace(branch, value=share_of(branch.value))
            for branch in info.tree
        ),
    )


def _beside_a_draw(share_of: Callable[[float], float]) -> Callable[[float], float]:
    """Return the function for where a draw is certain: what is preferred to one is worth one."""
    draw = Proof.DRAW.share
    return lambda mean: max(draw, share_of(mean)) if mean > draw else share_of(mean)


def _calibrated_move(move: Candidate, share_of: Callable[[float], float]) -> Candidate:
    if move.proof is not None:
        return move
    low, high = share_of(move.value - move.error), share_of(move.value + move.error)
    return replace(move, value=share_of(move.value), error=(high - low) / 2)


def calibration_filter(scale_of: Callable[[Any], Scale | None]) -> InfoFilter:
    """Return the filter that tells a tree search's values as shares of a win, by board's scale."""

    @contextmanager
    def beside(position: State, _: Limit) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
        scale = scale_of(position.parameters)
        yield lambda info: info if scale is None else calibrated(info, position, scale)

    return beside
