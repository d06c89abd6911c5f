"""What the moves of a game were worth, by what one searcher thought before and after each.

One searcher judges all moves of a game, whoever made them: what others think measures otherwise.
A grade is made only of positions that were searched enough, and a move is called worse than
nearly best only after a second, longer look, where the loss stands out of all that is uncertain.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.levels import methods_of
from ai.search.messages import Limit, Proof, StopReason
from ai.search.order import best_truth
from game.play.credit import has_player, player_of_interest
from game.play.node import Evaluation, GivenAdvice, WinRate
from game.play.record import GameTree
from game.play.thinker import Analysis
from game.ui.overlay import (
    GOOD,
    WIN_POINT_LIMITS,
    Limits,
    LossClass,
    delay_class,
    loss_class,
    score_limits,
)

LEAST_LOOK: Final = Limit(seconds=1.0, simulations=2_000)
"""A loss is told only if both positions were searched this much (or so long, on a slow machine),
or are proven."""
SECOND_LOOK: Final = Limit(seconds=3.0, simulations=200_000)
"""How long both positions are searched before a loss is called more than a slight one."""
NOISE: Final = 2.0
"""How many standard errors a share of a win may be off by chance."""
DRIFT_VISITS: Final = 200_000
"""The simulations for which a game's `Search.drift` is told,"""
DRIFT_POWER: Final = 0.25
"""and how fast it falls with more of them."""
LUCK: Final = 1.0
"""By how many standard errors of the score a mistake's loss in points exceeds the limit.

A final score is the best that a search came upon, so the difference of two is partly luck.
"""
KEPT_LINE: Final = 8
"""How many moves of a line are kept with a game."""
MISTAKES: Final = ("D", "E")
EVEN: Final = 0.5
_EXACT: Final = 1 << 40
_RESULTS: Final = {1.0: Proof.WIN, 0.0: Proof.DRAW, -1.0: Proof.LOSS}
_MIRRORED: Final = {Proof.WIN: Proof.WIN, Proof.DRAW: Proof.DRAW, Proof.LOSS: Proof.WIN}
"""The proven value of a position in which the player may swap, by that of the position after it."""


@dataclass(frozen=True, slots=True)
class Grade:
    """One played move as the AI judges it.

    Attributes:
        before: What the position promised its player: share of a win, or final score.
        loss: The difference in points of a hundred, or in points of the score; at least 0.
        loss_class: The same as a letter; a move that only hurries a proven defeat, or delays a
            proven win, is at best B or C for it (`game.ui.overlay.delay_class`).
        line: What the AI would have played instead, its first move first; may be empty.
        proof: The proven value of the position before, for its player.
        distance: Plies to the end under the proof.
        is_sure: Whether the move is beyond doubt worse than one of class A, or B if it seems worse.
        needs_look: Whether only a second look can tell that.
        advised: Whether the program had shown the move as a good one. It is graded by what was
            known then: whoever follows a hint makes no mistake of his own.
        later_loss: What a later search has found to be lost all the same, beyond its noise.
    """

    ply: int
    move: int
    player: int
    before: float
    after: float
    loss: float
    loss_class: LossClass
    line: tuple[int, ...] = ()
    proof: Proof | None = None
    distance: int | None = None
    is_sure: bool = True
    needs_look: bool = False
    advised: bool = False
    later_loss: float = 0.0

    @property
    def shown_class(self) -> LossClass | None:
        """The letter to be shown; none where the loss may be a slight one."""
        return self.loss_class if self.is_sure or self.loss_class in GOOD else None

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost much, beyond doubt."""
        return self.loss_class in MISTAKES and self.is_sure

    @property
    def is_best(self) -> bool:
        """Whether no other move is known to be better."""
        return self.loss_class == "A" or (self.loss_class == "B" and not self.is_sure)

    @property
    def is_open(self) -> bool:
        """Whether the move may have been a mistake or not, for all that is known."""
        return self.loss_class in MISTAKES and not self.is_sure


def judge_of(record: GameTree) -> str:
    return methods_of(record.spec.name)[0].searcher


def evaluation_of(analysis: Analysis, state: State) -> Evaluation:
    info = analysis.info
    line = info.line or (info.candidates[0].line if info.candidates else ())
    proof, distance = info.proof, info.distance
    if proof is Proof.WIN and all(each.proof is not proof for each in info.candidates):
        line = ()  # the win is proven, but not that this move wins
    if info.exact:
        best = best_truth(info.exact, line[0] if line else None)
        proof, distance = best.proof, best.distance
        line = line if line[:1] == (best.move,) else (best.move,)
    is_duel = len(state.returns) == 2
    value = WinRate(info.value, state.current_player).of(0) if is_duel else info.value
    used_up = analysis.is_final or (not analysis.running and analysis.reason is StopReason.TIME)
    return Evaluation(
        value,
        info.error,
        analysis.effort,
        line=line[:KEPT_LINE],
        proof=proof,
        distance=distance,
        searcher=analysis.searcher,
        seconds=analysis.limit.seconds if used_up and analysis.limit.seconds else info.elapsed,
    )


def evaluation_at(record: GameTree, ply: int, searcher: str | None = None) -> Evaluation | None:
    """Return what is known of the position after `ply` moves: the result where the game is over.

    The value is told as `Evaluation` tells it, for player 0 or as a final score.

    Args:
        ply: How many of its moves lie before the position.
        searcher: Whose value is told, unless another one has proven it; None for the judge's.
    """
    state, by_searcher = record.nodes[ply].state, record.nodes[ply].position.evaluations
    is_over = ply == record.length and state.is_terminal  # no move is made once it is
    if is_over and record.spec.players == 1:
        return Evaluation(state.returns[0], visits=_EXACT)
    if is_over:
        proof = _RESULTS[state.returns[state.current_player]]
        value = (state.returns[0] + 1) / 2
        return Evaluation(value, visits=_EXACT, proof=proof, distance=0)
    evaluation = by_searcher.get(searcher or judge_of(record))
    if record.spec.players == 1:
        return evaluation
    if evaluation is None or evaluation.proof is None:
        proven = (each for each in by_searcher.values() if each.proof is not None)
        evaluation = next(proven, evaluation)
    if evaluation is None or evaluation.proof is None:
        return evaluation
    value = WinRate(evaluation.proof.share, state.current_player).of(0)
    return replace(evaluation, value=value, error=0.0)


def evaluations_by_ply(record: GameTree, searcher: str | None = None) -> dict[int, Evaluation]:
    """Return what is known of every position of the game, by number of moves played.

    A score that can be reached after some moves can be reached before them too, and one that a
    line promises is still there after its first moves. In a game for two, a move to a position that
    is lost for the other side has won, and whoever has lost has so after any move.
    """
    searcher = searcher or judge_of(record)
    of_plies = ((ply, evaluation_at(record, ply, searcher)) for ply in range(record.length + 1))
    evaluations = {ply: value for ply, value in of_plies if value is not None}
    if record.spec.players == 1:
        _keep_promises(record, evaluations)
        reachable = float("-inf")
        for ply in sorted(evaluations, reverse=True):
            reachable = max(reachable, evaluations[ply].value)
            evaluations[ply] = replace(evaluations[ply], value=reachable)
    else:
        _follow_proofs(record, evaluations)
    return evaluations


def _follow_proofs(record: GameTree, evaluations: dict[int, Evaluation]) -> None:
    """Note what the proofs of positions say of those before and after them."""
    plies = range(record.length)
    for ply in (*reversed(plies), *plies):
        here, there = evaluations.get(ply), evaluations.get(ply + 1)
        if here is None or there is None or (here.proof is None) == (there.proof is None):
            continue
        before, after = record.nodes[ply].state, record.nodes[ply + 1].state
        move = record.moves[ply]
        mover = before.current_player
        if after.is_terminal or record.spec.exchanges(before, move):
            continue  # any search sees a win in one move
        if _winner(after, there) == mover:
            distance = None if there.distance is None else there.distance + 1
            line = (move, *there.line)[:KEPT_LINE]
            evaluations[ply] = _won_by(mover, before, here, line=line, distance=distance)
        elif _winner(before, here) == 1 - mover:
            line = here.line[1:] if here.line[:1] == (move,) else ()
            evaluations[ply + 1] = _won_by(1 - mover, after, there, line=line)


def _winner(state: State, evaluation: Evaluation) -> int | None:
    """Return who is proven to win; None if nobody is."""
    player = state.current_player
    winners = {Proof.WIN: player, Proof.LOSS: 1 - player}
    return None if evaluation.proof is None else winners.get(evaluation.proof)


def _won_by(player: int, state: State, evaluation: Evaluation, **changes: Any) -> Evaluation:
    proof = Proof.WIN if state.current_player == player else Proof.LOSS
    return replace(evaluation, value=WinRate(1.0, player).of(0), error=0.0, proof=proof, **changes)


def _keep_promises(record: GameTree, evaluations: dict[int, Evaluation]) -> None:
    """Note after each move what the line that it follows had promised."""
    for ply, move in enumerate(record.moves):
        here, there = evaluations.get(ply), evaluations.get(ply + 1)
        is_over = record.nodes[ply + 1].state.is_terminal
        if here is None or here.line[:1] != (move,) or is_over:
            continue
        if there is None:
            evaluations[ply + 1] = replace(here, line=here.line[1:])
        elif there.value < here.value:
            evaluations[ply + 1] = replace(there, value=here.value, line=here.line[1:])


def grades(record: GameTree) -> tuple[Grade, ...]:
    """Return the grade of every move that can be graded, in the order they were played."""
    evaluations = evaluations_by_ply(record)
    is_duel = record.spec.players == 2
    limits = WIN_POINT_LIMITS if is_duel else score_limits(_best(record, evaluations))
    drift = game_of(record.spec.name).search.drift
    made = (
        _grade(record, ply, evaluations[ply - 1], evaluations[ply], limits, drift)
        for ply in range(1, record.length + 1)
        if ply in evaluations and ply - 1 in evaluations
    )
    return tuple(grade for grade in made if grade is not None)


def loss_limits(record: GameTree) -> Limits:
    """Return the largest loss of class A, B, C and D, in points of a hundred or of the score."""
    return WIN_POINT_LIMITS if record.spec.players == 2 else score_limits(best_score(record))


def best_score(record: GameTree) -> float:
    """Return the best final score that is known on the board of a game for one."""
    return _best(record, evaluations_by_ply(record))


def _best(record: GameTree, evaluations: Mapping[int, Evaluation]) -> float:
    target = record.target.score if record.target is not None else 0
    return max([target, *(each.value for each in evaluations.values())])


def grade_of(record: GameTree, ply: int) -> Grade | None:
    """Return the grade of the move that led to `ply`, if enough is known for one."""
    return next((grade for grade in grades(record) if grade.ply == ply), None)


def worst(graded: Iterable[Grade], count: int | None = None) -> tuple[Grade, ...]:
    """Return the mistakes among grades, the worst first."""
    mistakes = sorted((g for g in graded if g.is_mistake), key=lambda g: (-g.loss, g.ply))
    return tuple(mistakes[:count])


def mistakes_of_others(record: GameTree) -> tuple[Grade, ...]:
    """Return the mistakes that are not the player's, and for which a better move is known."""
    of_interest = {grade.ply for grade in grades_of_interest(record)}
    others = (grade for grade in grades(record) if grade.ply not in of_interest)
    return worst(grade for grade in others if grade.line[:1] != (grade.move,))


def lines_not_played(graded: Iterable[Grade]) -> tuple[Grade, ...]:
    """Return the moves in whose place the AI would have played another, the most lost first."""
    others = (grade for grade in graded if grade.line and grade.line[0] != grade.move)
    return tuple(sorted(others, key=lambda grade: (-grade.loss, grade.ply)))


def turning_point(record: GameTree) -> Grade | None:
    """Return the last mistake by which the loser fell from the better to the worse side."""
    result = record.result
    if record.spec.players == 1 or result is None:
        return None
    falls = (
        grade
        for grade in reversed(grades(record))
        if grade.is_mistake and grade.before >= EVEN > grade.after and result[grade.player] < 0
    )
    return next(falls, None)


def note_best(record: GameTree, ply: int, move: int) -> None:
    """Note that the player was told which move is best after `ply` others: it loses nothing."""
    evaluation = evaluation_at(record, ply)
    if evaluation is not None:
        record.nodes[ply].position.advise(move, evaluation.value, evaluation.value)


def is_draw_throughout(record: GameTree) -> bool:
    """Tell whether every position of the game is proven to be a draw: nobody let a win go."""
    evaluations = evaluations_by_ply(record)
    return record.spec.players == 2 and all(
        ply in evaluations and evaluations[ply].proof is Proof.DRAW
        for ply in range(record.length + 1)
    )


def grades_of_interest(record: GameTree) -> tuple[Grade, ...]:
    """Return the grades of the moves that people chose; of a game without any, of all moves."""
    if not has_player(record):
        return grades(record)
    player = player_of_interest(record)
    return tuple(
        grade
        for grade in grades(record)
        if player in (None, grade.player) and record.nodes[grade.ply].chooser.is_player
    )


def _grade(
    record: GameTree, ply: int, before: Evaluation, after: Evaluation, limits: Limits, drift: float
) -> Grade | None:
    place, move = record.nodes[ply - 1], record.moves[ply - 1]
    state = place.state
    if record.spec.exchanges(state, move):
        before = _before_swap(after)
    if not (is_searched(before, LEAST_LOOK) and is_searched(after, LEAST_LOOK)):
        return None
    is_duel = record.spec.players == 2
    first, second, scale = before.value, after.value, 100.0 if is_duel else 1.0
    if is_duel:
        first, second = (WinRate(each, 0).of(state.current_player) for each in (first, second))
    loss = max(0.0, scale * (first - second))
    if is_duel:
        noise = scale * (_doubt(before, drift) + _doubt(after, drift))
    else:
        # Had the position before been searched longer, the loss would be no smaller.
        noise = LUCK * after.error
    looked = is_searched(before, SECOND_LOOK) and is_searched(after, SECOND_LOOK)
    best, slight = limits[: len(GOOD)]
    is_bad = loss > slight
    grade = Grade(
        ply=ply,
        move=move,
        player=state.current_player,
        before=first,
        after=second,
        loss=loss,
        loss_class=max(loss_class(round(loss, 1), limits), _delay_class(before, after)),
        line=before.line,
        proof=before.proof,
        distance=before.distance,
        is_sure=looked and loss > slight + noise if is_bad else loss > best + noise,
        needs_look=is_bad and not looked,
    )
    advice = place.position.advice.get(move)
    return grade if advice is None else _as_advised(grade, advice, limits, is_duel)


def _as_advised(grade: Grade, advice: GivenAdvice, limits: Limits, is_duel: bool) -> Grade:
    """Return the grade of a move by what the program said of it when it showed it."""
    first, second = advice.before, advice.after
    if is_duel:
        first, second = (WinRate(each, 0).of(grade.player) for each in (first, second))
    loss = max(0.0, (100.0 if is_duel else 1.0) * (first - second))
    advised_class = loss_class(round(loss, 1), limits)
    if grade.loss_class <= advised_class:
        return replace(grade, advised=True)
    return replace(
        grade,
        before=first,
        after=second,
        loss=loss,
        loss_class=advised_class,
        advised=True,
        later_loss=grade.loss if grade.is_sure else 0.0,
    )


def _doubt(evaluation: Evaluation, drift: float) -> float:
    """Return how far off a share of a win may be: by chance, and by what more search finds."""
    if evaluation.proof is not None:
        return 0.0
    longer = math.pow(DRIFT_VISITS / max(1, evaluation.visits), DRIFT_POWER)
    return NOISE * evaluation.error + longer * drift


def _delay_class(before: Evaluation, after: Evaluation) -> LossClass:
    """Return the class of a move that kept a proven value, by how far off it put the end."""
    kept = before.proof is not None and after.proof is before.proof.opposite
    distance = after.distance + 1 if kept and after.distance is not None else None
    return delay_class(before.proof, before.distance, distance)


def _before_swap(after: Evaluation) -> Evaluation:
    """Return what the position was worth in which a player swapped.

    The swap exchanges the players and nothing else, so whoever decides has the better of what
    follows it and of its mirror image; the stones of the player who moves next are those that
    the swapper would have had. The one search tells both, without the noise of a second.
    """
    proof = None if after.proof is None else _MIRRORED[after.proof]
    return replace(after, value=min(after.value, 1.0 - after.value), proof=proof)


def is_searched(evaluation: Evaluation, limit: Limit) -> bool:
    """Tell whether a position has been searched to a limit, or nothing is left to search."""
    if evaluation.proof is not None or evaluation.visits >= (limit.simulations or _EXACT):
        return True
    return limit.seconds is not None and evaluation.seconds >= limit.seconds
