"""What of a search is shown on the board: ranked marks with a loss class, no pixels.

Two channels never mix: the class letter (and its colour) tells how much a move loses
against the best one; visits (and with them size and opacity) tell how sure that is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from math import log
from typing import Literal

from ai.search.messages import Candidate, Proof, SearchInfo
from ai.search.order import rank
from game.words.numbers import full_moves, shortest
from game.words.play import LIMITS, LOSSES
from game.words.say import say

LossClass = Literal["A", "B", "C", "D", "E"]
Limits = tuple[float, float, float, float]
GOOD: tuple[LossClass, ...] = ("A", "B")
"""The classes of moves that are told to be as good as the best, or nearly so."""

WIN_POINT_LIMITS: Limits = (0.5, 2.0, 5.0, 10.0)
"""The largest loss, in points of a hundred, that is still class A, B, C or D.

A hundred is a win, or the best score that is known on a board.
"""
WHOLE_FROM = 10.0
"""Larger limits are told without fractions."""
LEAST_BEST = 100.0
"""A board's best score counts as this where it is lower."""
SLIGHT_DELAY = 2
"""Moves by which a proven win is slower, or a defence shorter, that are still class B; more are C.

The proven value is kept, so that it is no mistake, as where chess programs count moves to mate.
"""

HOLD_SECONDS = 0.4
"""How long a new best move must lead before it takes rank 1 on the screen."""
LONGEST_HOLD = 2 * HOLD_SECONDS
"""How long a move keeps rank 1 on the screen while other moves lead, one after the other."""
LEAST_VISITS = 50
LEAST_SHARE = 0.02
"""A move is written about from this many visits, and from this share of the leader's."""
MOST_BESIDE_TRUTH = 10
"""Up to so many moves with true values, each that was tried at all has its estimate written beside
the true value: a rough one misleads nobody there, and to watch it come nearer is the point.
"""
LEAST_DOT_WEIGHT = 0.5
"""A move without text is a dot from this weight, which is the root of the leader's visits."""
MOST_DOTS = 8
"""How many ranks may be dots: a board full of them says nothing."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One candidate as it is shown.

    Attributes:
        rank: 1 for the first.
        loss_class: How much the move loses, A to E.
        loss: The same in win-% points or SameGame points, at least 0.
        value: Win share 0 to 1, in thousandths, or the projected final score; the proven one where
            that is known.
        guess: The search's own estimate of it, proven or not, if there is enough behind that.
        weight: ln(visits) / ln(the leader's visits), 0 to 1: size and opacity.
        labelled: Whether the board writes numbers on it.
        has_numbers: Whether there is enough behind it to write numbers at all.
        proof: Proven value, or what the search believes it to be.
        estimated: Whether the proof is only believed (dashed) rather than a theorem.
        distance: Plies to the end under the proof.
        line: What follows, this move first.
        error: One standard error of `value`.
        is_dot: Whether the board shows a dot for it; if neither this nor `labelled`, nothing.
        same_plan: SameGame: other moves that begin the same plan, its groups in another order.
    """

    move: int
    rank: int
    loss_class: LossClass
    loss: float
    value: float
    visits: int
    weight: float
    labelled: bool
    guess: float | None = None
    has_numbers: bool = True
    proof: Proof | None = None
    estimated: bool = False
    distance: int | None = None
    line: tuple[int, ...] = ()
    error: float = 0.0
    is_dot: bool = False
    same_plan: tuple[int, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether the board tells of it that it loses next to nothing."""
        return self.labelled and self.loss_class in GOOD

    @property
    def theorem(self) -> Proof | None:
        """The value that is proven over all replies, if one is."""
        return None if self.estimated else self.proof


class Values(StrEnum):
    """Which values of moves are drawn where a solver knows the exact ones."""

    BOTH = "both"
    EXACT = "exact"
    ESTIMATE = "estimate"
    """These alone, and in their own order."""
    EITHER = "either"
    """One number a move: the exact one, or the estimate where that is not known."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks, best first, and the exact values beside them.

    Attributes:
        marks: Best first, as `ai.search.order` says; no number of a later one is higher than that
            of an earlier one.
        exact: Move to its true value and plies to the end, as far as a solver knows them.
        proof: The position's proven value, if any.
        values: Which of them are to be drawn.
    """

    marks: tuple[Mark, ...] = ()
    exact: tuple[tuple[int, Proof, int | None], ...] = ()
    proof: Proof | None = None
    values: Values = Values.BOTH

    @property
    def by_estimate(self) -> bool:
        """Whether the marks stand in the order of the estimates alone, whatever is known."""
        return self.values is Values.ESTIMATE and bool(self.exact)

    @property
    def estimates(self) -> tuple[Mark, ...]:
        """The marks that are to be drawn, as they always are without exact values."""
        return () if self.values is Values.EXACT and self.exact else self.marks

    @property
    def truths(self) -> tuple[tuple[int, Proof, int | None], ...]:
        """The exact values that are to be drawn."""
        return self.exact if self.values in (Values.BOTH, Values.EXACT) else ()

    @property
    def shows_guesses(self) -> bool:
        """Whether the number of a candidate is its estimate, beside the true value or alone."""
        return self.by_estimate or bool(self.truths)

    @property
    def is_decided(self) -> bool:
        """Whether it is known what to play: no search can find a better move.

        Where every move loses, that is the one that lasts longest, if all their ends are known.
        """
        if self.proof is not None:  # a won position may be proven without a move that wins
            return self.proof is not Proof.WIN or self.marks[0].theorem is Proof.WIN
        truth = [(proof, plies) for _, proof, plies in self.exact]
        has_all_ends = all(plies is not None for _, plies in truth)
        return bool(truth) and (has_all_ends or any(proof is not Proof.LOSS for proof, _ in truth))

    @property
    def true_share(self) -> float | None:
        """The true share of a win of the player to move, where it is known."""
        proven = None if self.proof is None else self.proof.share
        return max((proof.share for _, proof, _ in self.exact), default=proven)

    def mark_of(self, move: int | None) -> Mark | None:
        """Return the mark of a move, or of the plan that it begins as well."""
        return next((mark for mark in self.marks if move in (mark.move, *mark.same_plan)), None)


@dataclass(frozen=True, slots=True)
class RankHold:
    """Keeps rank 1 on the screen until another move has led for `HOLD_SECONDS`.

    A scene keeps one for the position it shows and starts a new one with each position.

    Attributes:
        leader: The move shown at rank 1.
        challenger: The move the search prefers meanwhile, if it differs.
        challenged_at: The clock's seconds when the challenger took the lead.
        lost_at: The clock's seconds when the leader lost it, to whichever move.
    """

    leader: int | None = None
    challenger: int | None = None
    challenged_at: float = 0.0
    lost_at: float = 0.0

    def update(self, info: SearchInfo, now: float) -> "RankHold":
        """Return the hold after the search has said `info` at `now` (clock seconds)."""
        if not info.candidates:
            return RankHold()
        best = info.candidates[0]
        leading = next((each for each in info.candidates if each.move == self.leader), None)
        # A proven order does not sway, so nothing needs to be held.
        if leading is None or leading is best or best.proof or leading.proof:
            return RankHold(best.move)
        lost = self.lost_at if self.challenger is not None else now
        # Where challengers take turns in the lead, the old leader has still lost it for good.
        if now - lost >= LONGEST_HOLD:
            return RankHold(best.move)
        if best.move != self.challenger:
            return RankHold(self.leader, best.move, now, lost)
        return RankHold(best.move) if now - self.challenged_at >= HOLD_SECONDS else self


def build_overlay(
    info: SearchInfo,
    *,
    one_player: bool,
    best_score: float = 0.0,
    top_n: int = 3,
    leader: int | None = None,
    values: Values = Values.BOTH,
) -> Overlay:
    """Turn what a search knows into what its board shows.

    Whoever shows a number takes it from here, so that it is the same everywhere, and the order
    of the marks is that of their numbers. In a game for two that is the order of moves in
    `ai.search.order`, in which the move that the search would play stands first of those that are
    open. One that was tried less and did better so far is told as no better: the search does not
    believe it yet.

    Args:
        info: The search's candidates, best first.
        one_player: Whether values are final scores rather than shares of a win.
        best_score: The best final score that is known on the board, beside those told here.
        top_n: How many marks may carry text; where true values are known, all may.
        leader: The move to show at rank 1 (`RankHold.leader`); None takes the search's. Among
            final scores it comes first only of equals.
        values: Which are drawn where a solver knows some; estimates alone order the moves, too.
    """
    ranked = sorted(info.candidates, key=lambda candidate: candidate.move != leader)
    plans = plans_of(ranked)
    most_visits = max((sum(each.visits for each in plan) for plan in plans), default=0)
    # A score that a line reaches is a fact, however little else was tried.
    text_from = 0.0 if one_player else max(LEAST_VISITS, LEAST_SHARE * most_visits)
    beside_truth = 0 < len(info.exact) <= MOST_BESIDE_TRUTH
    if beside_truth:
        text_from, top_n = 1.0, len(plans)
    marks = [_mark(plan, most_visits, text_from) for plan in plans]
    marks = sorted(marks, key=lambda mark: -mark.value) if one_player else _in_order(marks)
    best_score = max([best_score, *(mark.value for mark in marks)])
    limits = score_limits(best_score) if one_player else WIN_POINT_LIMITS
    graded = _graded(marks, 1.0 if one_player else 100.0, limits)
    if info.exact and values is Values.EITHER:  # no estimate is seen, which may be unsure
        graded = [replace(mark, weight=1.0) for mark in graded]
    elif info.exact and values is Values.ESTIMATE:
        graded.sort(key=lambda mark: (mark.visits < text_from, -(mark.guess or 0.0)))
    # No loss is written about while what stands before it is not.
    numbered = sum(1 for _ in takewhile(lambda mark: mark.has_numbers, graded))
    return Overlay(
        marks=tuple(
            _placed(mark, place, top_n, numbered) for place, mark in enumerate(graded, start=1)
        ),
        exact=tuple((value.move, value.proof, value.distance) for value in info.exact),
        proof=info.proof,
        values=values,
    )


def score_limits(best: float) -> Limits:
    """Return the limits of the classes in points of the score, by a board's best one."""
    first, second, third, fourth = (
        limit * max(best, LEAST_BEST) / 100 for limit in WIN_POINT_LIMITS
    )
    return first, second, third, fourth


def loss_class(loss: float, limits: Limits) -> LossClass:
    """Return the class of a loss: the first whose limit it does not exceed."""
    names: tuple[LossClass, ...] = ("A", "B", "C", "D")
    for name, limit in zip(names, limits, strict=True):
        if loss <= limit:
            return name
    return "E"


def limit_words(limits: Sequence[float]) -> str:
    """Return up to which loss each letter goes, in a few words."""
    return say(LIMITS, **dict(zip("abcd", map(_limit_text, limits), strict=True)))


def _limit_text(limit: float) -> str:
    return f"{limit:.0f}" if limit > WHOLE_FROM else shortest(round(limit, 1))


def class_words(letter: LossClass, limits: Sequence[float], unit: str) -> str:
    """Return which losses a letter stands for, in a few words.

    Args:
        limits: Up to which loss A to D go.
        unit: What a loss is counted in, such as "points".
    """
    bounds = [_limit_text(limit) for limit in limits]
    low, high = ("", *bounds, "")["ABCDE".index(letter) :][:2]
    return say(LOSSES[letter], low=low, high=high, unit=unit)


def delay_class(proof: Proof | None, best: int | None, distance: int | None) -> LossClass:
    """Return the class of a move that keeps a proven value but hurries or delays the end.

    Args:
        proof: The value, for whoever moves.
        best: Plies to the end after the best move, that one included.
        distance: Plies to the end after the move.
    """
    if proof not in (Proof.WIN, Proof.LOSS) or best is None or distance is None:
        return "A"
    slower = full_moves(distance) - full_moves(best)
    lost = slower if proof is Proof.WIN else -slower
    return "A" if lost <= 0 else "B" if lost <= SLIGHT_DELAY else "C"


def plans_of(candidates: Iterable[Candidate]) -> list[tuple[Candidate, ...]]:
    """Return the candidates by plan, in the order of the first of each; most are alone."""
    plans: dict[tuple[bool, int], list[Candidate]] = {}
    for i, each in enumerate(candidates):
        key = (True, i) if each.plan is None else (False, each.plan)
        plans.setdefault(key, []).append(each)
    return [tuple(plan) for plan in plans.values()]


def _mark(plan: Sequence[Candidate], most_visits: int, text_from: float) -> Mark:
    """Return a plan's mark before it is known where it stands among the others."""
    # A move that begins a plan as well may have been tried too little to be worth as much yet.
    candidate = max(plan, key=lambda each: each.value)
    visits = sum(each.visits for each in plan)
    # In thousandths, so that every place that rounds it on says the same.
    estimate = round(candidate.value, 3)
    is_reported = visits >= max(1.0, min(text_from, LEAST_VISITS))
    return Mark(
        move=candidate.move,
        rank=0,
        loss_class="A",
        loss=0.0,
        value=round(candidate.effective_value, 3),
        guess=estimate if is_reported else None,
        visits=visits,
        weight=_weight(visits, most_visits),
        # Few visits say little; a proof says all, however few they are.
        has_numbers=candidate.proof is not None or visits >= text_from,
        labelled=False,
        proof=candidate.proof or candidate.estimate,
        estimated=candidate.proof is None and candidate.estimate is not None,
        distance=candidate.distance,
        line=candidate.line,
        error=min(each.error for each in plan),
        same_plan=tuple(each.move for each in plan if each is not candidate),
    )


def _in_order(marks: Sequence[Mark]) -> list[Mark]:
    """Put marks in the one order of moves, those that are open or drawn by their values.

    No open move is told as better than the one of them that the search would play.
    """
    not_decided = [mark for mark in marks if mark.theorem not in (Proof.WIN, Proof.LOSS)]
    first = next(
        (mark for mark in not_decided if mark.has_numbers), not_decided[0] if not_decided else None
    )
    draw = next((mark for mark in marks if mark.theorem is Proof.DRAW), first)
    if first is not None and draw is not None and draw.value > first.value:
        first = draw
    if first is not None:
        marks = [
            replace(mark, value=min(mark.value, first.value)) if mark.theorem is None else mark
            for mark in marks
        ]

    def place(mark: Mark) -> tuple[object, ...]:
        is_first = first is not None and mark.move == first.move
        guess = 0.0 if mark.guess is None else mark.guess
        by_value = (not is_first, not mark.has_numbers, -mark.value, -guess)
        return (rank(mark.theorem, mark.distance), by_value)

    return sorted(marks, key=place)


def _placed(mark: Mark, place: int, top_n: int, numbered: int) -> Mark:
    labelled = place <= min(top_n, numbered)
    is_near = place <= top_n + MOST_DOTS and mark.weight >= LEAST_DOT_WEIGHT
    # Moves that are proven to lose without being tried are no better than any other cell. The best
    # of what was tried is to be seen, however little it was, before any that were tried more.
    is_dot = not labelled and (mark.visits > 0 if place == 1 else is_near and mark.visits > 1)
    return replace(mark, rank=place, labelled=labelled, is_dot=is_dot)


def _graded(marks: Sequence[Mark], scale: float, limits: Limits) -> list[Mark]:
    """Return marks, best first, with what each loses against the first one.

    Of moves with the same proven value, those count as losing that are further from its end.
    """
    graded = []
    for mark in marks:
        best = marks[0]
        loss = max(0.0, round(scale * (best.value - mark.value), 1))
        is_alike = best.theorem is mark.theorem
        delay = delay_class(best.theorem, best.distance, mark.distance) if is_alike else "A"
        graded.append(replace(mark, loss=loss, loss_class=max(loss_class(loss, limits), delay)))
    return graded


def _weight(visits: int, most_visits: int) -> float:
    if visits >= most_visits:
        return 1.0
    return log(visits) / log(most_visits) if visits > 0 else 0.0
