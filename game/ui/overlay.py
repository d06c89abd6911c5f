"""What of a search is shown on the board: ranked marks with a loss class, no pixels.

Two channels never mix: the class letter (and its colour) tells how much a move loses
against the best one; visits (and with them size and opacity) tell how sure that is.
"""

from dataclasses import dataclass
from math import log
from typing import Literal

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo

LossClass = Literal["A", "B", "C", "D", "E"]
Metric = Literal["value", "loss", "visits"]

WIN_POINT_LIMITS = (0.5, 2.0, 5.0, 10.0)
"""The largest loss, in points of a hundred, that is still class A, B, C or D."""
SCORE_LIMITS = (1.0, 5.0, 10.0, 20.0)
"""The same in SameGame points."""
EXACT_LIMITS = (0.0, 0.0, 0.0, 50.0)
"""The same where the truth is known: A keeps the value, D gives up half a point, E a full one."""

HOLD_SECONDS = 0.4
"""How long a new best move must lead before it takes rank 1 on the screen."""
LONGEST_HOLD = 2 * HOLD_SECONDS
"""How long a move keeps rank 1 on the screen while other moves lead, one after the other."""
LEAST_VISITS = 50
LEAST_VISITS_BESIDE_TRUTH = 10
LEAST_SHARE = 0.02
"""A move is written about from this many visits, and from this share of the leader's.

Where the true value stands beside it, a rough estimate misleads nobody, and watching it
come nearer is the point.
"""
LEAST_DOT_WEIGHT = 0.5
"""A move without text is a dot from this weight, which is the root of the leader's visits."""
MOST_DOTS = 8
"""How many ranks may be dots: a board full of them says nothing."""

_PROVEN_SHARE = {Proof.WIN: 1.0, Proof.DRAW: 0.5, Proof.LOSS: 0.0}


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
        labelled: Whether there is enough behind it to write numbers.
        proof: Proven value, or what the search believes it to be.
        estimated: Whether the proof is only believed (dashed) rather than a theorem.
        distance: Plies to the end under the proof.
        line: What follows, this move first.
        clears: SameGame: whether the line clears the board.
        error: One standard error of `value`.
        dotted: Whether the board shows a dot for it; if neither this nor `labelled`, nothing.
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
    dotted: bool = False

    @property
    def theorem(self) -> Proof | None:
        """The value that is proven over all replies, if one is."""
        return None if self.estimated else self.proof


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks, best first, and the exact values beside them (Tic-Tac-Toe).

    Attributes:
        marks: Best first.
        exact: Move to its true value and plies to the end, where a solver knows them.
        show_exact: Whether the exact badges are to be drawn.
        show_estimate: Whether the estimates are to be drawn.
        stale: The search has stopped; the picture stays, the light is grey.
        metric: Which number stands large on a candidate.
    """

    marks: tuple[Mark, ...] = ()
    exact: tuple[tuple[int, Proof, int], ...] = ()
    show_exact: bool = True
    show_estimate: bool = True
    stale: bool = False
    metric: Metric = "value"


@dataclass(frozen=True, slots=True)
class RankHold:
    """Keeps rank 1 on the screen until another move has led for `HOLD_SECONDS`.

    A scene keeps one for the position it shows and starts a new one with each position.

    Attributes:
        leader: The move shown at rank 1.
        challenger: The move the search prefers meanwhile, if it differs.
        since: The clock's seconds when the challenger took the lead.
        behind_since: The clock's seconds when the leader lost it, to whichever move.
    """

    leader: int | None = None
    challenger: int | None = None
    since: float = 0.0
    behind_since: float = 0.0

    def update(self, info: SearchInfo, now: float) -> "RankHold":
        """Return the hold after the search has said `info` at `now` (clock seconds)."""
        if not info.candidates:
            return RankHold()
        best = info.candidates[0].move
        known = any(candidate.move == self.leader for candidate in info.candidates)
        if best == self.leader or not known:
            return RankHold(best)
        lost = self.behind_since if self.challenger is not None else now
        # Where challengers take turns, none holds the lead, but the leader has lost it for good.
        if now - lost >= LONGEST_HOLD:
            return RankHold(best)
        if best != self.challenger:
            return RankHold(self.leader, best, now, lost)
        return RankHold(best) if now - self.since >= HOLD_SECONDS else self


def build_overlay(
    info: SearchInfo,
    *,
    one_player: bool,
    top_n: int = 3,
    leader: int | None = None,
    show_exact: bool = True,
    show_estimate: bool = True,
    stale: bool = False,
    metric: Metric = "value",
) -> Overlay:
    """Turn what a search knows into what its board shows.

    Args:
        info: The search's candidates, best first.
        one_player: Whether values are final scores rather than shares of a win.
        top_n: How many marks may carry text.
        leader: The move to show at rank 1 (`RankHold.leader`); None takes the search's.
        show_exact: Passed on to the overlay.
        show_estimate: Passed on to the overlay.
        stale: Passed on to the overlay.
        metric: Passed on to the overlay.
    """
    candidates = sorted(info.candidates, key=lambda candidate: candidate.move != leader)
    losses = _losses(candidates, info.exact, one_player)
    most_visits = max((candidate.visits for candidate in candidates), default=0)
    least_visits = LEAST_VISITS_BESIDE_TRUTH if info.exact else LEAST_VISITS
    text_from = max(least_visits, LEAST_SHARE * most_visits)
    marks = tuple(
        _mark(candidate, rank, loss, most_visits, text_from, top_n)
        for rank, (candidate, loss) in enumerate(zip(candidates, losses, strict=True), start=1)
    )
    return Overlay(
        marks=marks,
        exact=tuple((value.move, value.proof, value.distance) for value in info.exact),
        show_exact=show_exact,
        show_estimate=show_estimate,
        stale=stale,
        metric=metric,
    )


def loss_class(loss: float, limits: tuple[float, float, float, float]) -> LossClass:
    """Return the class of a loss: the first whose limit it does not exceed."""
    names: tuple[LossClass, ...] = ("A", "B", "C", "D")
    for name, limit in zip(names, limits, strict=True):
        if loss <= limit:
            return name
    return "E"


def win_share(value: float, proof: Proof | None) -> float:
    """Return a move's share of a win, where a proof outweighs the estimate."""
    return value if proof is None else _PROVEN_SHARE[proof]


def _mark(
    candidate: Candidate,
    rank: int,
    loss: tuple[float, LossClass],
    most_visits: int,
    text_from: float,
    top_n: int,
) -> Mark:
    weight = _weight(candidate.visits, most_visits)
    # Few visits say little; a proof says all, however few they are.
    is_sure = candidate.proof is not None or candidate.visits >= text_from
    labelled = is_sure and rank <= top_n
    return Mark(
        move=candidate.move,
        rank=rank,
        loss_class=loss[1],
        loss=loss[0],
        value=candidate.value,
        visits=candidate.visits,
        weight=weight,
        labelled=labelled,
        proof=candidate.proof or candidate.estimate,
        estimated=candidate.proof is None and candidate.estimate is not None,
        distance=candidate.distance,
        line=candidate.line,
        clears=candidate.clears,
        error=candidate.error,
        dotted=not labelled and rank <= top_n + MOST_DOTS and weight >= LEAST_DOT_WEIGHT,
    )


def _losses(
    candidates: list[Candidate], exact: tuple[ExactValue, ...], one_player: bool
) -> list[tuple[float, LossClass]]:
    """Return each candidate's loss and its class.

    It counts from the truth where that is known, from the highest score, or from the first one.
    """
    truth = {value.move: _PROVEN_SHARE[value.proof] for value in exact}
    if candidates and all(candidate.move in truth for candidate in candidates):
        values = [100 * truth[candidate.move] for candidate in candidates]
        best, limits = 100 * max(truth.values()), EXACT_LIMITS
    elif one_player:
        # A higher score is no matter of belief: it counts even while another keeps rank 1.
        values = [candidate.value for candidate in candidates]
        best, limits = max(values, default=0.0), SCORE_LIMITS
    else:
        values = [100 * win_share(candidate.value, candidate.proof) for candidate in candidates]
        best, limits = (values[0] if values else 0.0), WIN_POINT_LIMITS
    losses = [max(0.0, best - value) for value in values]
    return [(loss, loss_class(loss, limits)) for loss in losses]


def _weight(visits: int, most_visits: int) -> float:
    if visits >= most_visits:
        return 1.0
    return log(visits) / log(most_visits) if visits > 0 else 0.0
