"""The graph of a game, as its panel and its review show it: one curve from what is known."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ai.phrases import N_
from game.play.credit import credit_of, has_player, seated_player
from game.play.grading import Grade, evaluations_by_ply, grades
from game.play.node import WinRate
from game.play.session import Chooser, Session
from game.screens.graded import GradedMove
from game.screens.review.words import position_name
from game.ui.panel.base import AI_SIGN, BULB
from game.ui.panel.graphs import Curve, Mistake, ScoreGraph, WinGraph
from game.words.grades import AS_ADVISED

MOST_BRANCHES: Final = 8
"""How many other branches a graph shows."""


def win_graph(
    session: Session,
    cursor: int,
    marked: Iterable[Grade] = (),
    *,
    searcher: str | None = None,
    shown: float | None = None,
    is_comparable: bool = True,
    title: str = "",
    bare: bool = False,
) -> WinGraph:
    """Return the win share over a game for two, for the lone human or who began.

    Args:
        searcher: Whose values make the curve; None for the judge of the grades.
        shown: The share of a win of player 0 that the screen tells of the shown position now.
        is_comparable: Whether that compares with the curve; where not, the curve leaves it out.
        bare: Whether title and move are left to whoever shows it.
    """
    viewer = seated_player(session.record) or 0
    values = _values(session, searcher, shown)
    if not is_comparable:
        values.pop(session.record.cursor, None)
    shares = {ply: WinRate(value, 0).of(viewer) for ply, value in values.items()}
    return WinGraph(
        title=title,
        names=_names(session),
        curve=_curve(shares),
        cursor=cursor,
        mistakes=_dots(shares, marked),
        bare=bare,
        advised=_advice_words(session),
        others=_others(
            session,
            lambda other: {
                ply: WinRate(each.value, 0).of(viewer)
                for ply, each in evaluations_by_ply(other.record, searcher).items()
            },
        ),
    )


def score_graph(
    session: Session,
    cursor: int,
    marked: Iterable[Grade] = (),
    *,
    searcher: str | None = None,
    shown: float | None = None,
    expected: int = 0,
    ghost: Sequence[int] = (),
    bare: bool = False,
) -> ScoreGraph:
    """Return score and expectation over a game of SameGame.

    Args:
        searcher: Whose values make the curve; None for the judge of the grades.
        shown: The final score that the screen tells of the shown position now.
        expected: How many plies the game is expected to have.
        ghost: The scores of the player's own best game on the board, move by move.
        bare: Whether the move is left to whoever shows it.
    """
    length, scores = session.record.length, _scores(session)
    values = _values(session, searcher, shown)
    is_shown = shown is not None and session.record.cursor == 0
    if session.record.target is not None and 0 in values and not is_shown:
        values[0] = max(values[0], session.record.target.score)  # what the bar of medals ends at
    dots = _dots(values, marked)
    ended = session.record.nodes[length].state.is_terminal
    if ended:
        values.pop(length)  # the player's own score, which nobody expects any more
    return ScoreGraph(
        names=_names(session),
        scores=_curve(scores),
        others=_others(session, _scores),
        expectation=_curve(values),
        cursor=cursor,
        last_ply=expected,
        ghost=tuple((ply, float(score)) for ply, score in enumerate(ghost)),
        mistakes=dots,
        bare=bare,
        ended=ended,
        whose=N_("your score") if credit_of(session.record).is_whole else N_("score"),
        advised=_advice_words(session),
    )


def sign_of(session: Session, chooser: Chooser) -> str:
    """Return the sign of the AI's part in a move by who chose it; none in a demo's moves."""
    if chooser is Chooser.HELPED:
        return BULB
    return AI_SIGN if chooser is Chooser.AI and has_player(session.record) else ""


def _names(session: Session) -> tuple[str, ...]:
    return tuple(position_name(session, ply) for ply in range(session.record.length + 1))


def _values(session: Session, searcher: str | None, shown: float | None) -> dict[int, float]:
    """Return what is known, by ply; of the shown position what the screen tells of it."""
    evaluations = evaluations_by_ply(session.record, searcher)
    values = {ply: evaluations[ply].value for ply in sorted(evaluations)}
    if shown is not None:
        values[session.record.cursor] = shown
    return values


def _curve(values: Mapping[int, float]) -> Curve:
    return tuple(sorted(values.items()))


def _dots(values: Mapping[int, float], marked: Iterable[Grade]) -> tuple[Mistake, ...]:
    return tuple(
        Mistake(each.ply, values[each.ply], each.loss_class)
        for each in marked
        if each.ply in values
    )


def _scores(session: Session) -> dict[int, float]:
    return {
        ply: session.record.nodes[ply].state.returns[0] for ply in range(session.record.length + 1)
    }


def _others(
    session: Session, values: Callable[[Session], Mapping[int, float]]
) -> tuple[Curve, ...]:
    return tuple(
        tuple(point for point in _curve(values(other)) if point[0] >= ply)
        for ply, other in session.branches(MOST_BRANCHES)
    )


def _advice_words(session: Session) -> tuple[tuple[int, str], ...]:
    """Return what is said of the moves that the AI had advised, which bear a bulb."""
    plies = range(1, session.record.length + 1)
    advised = [ply for ply in plies if session.record.nodes[ply].chooser is Chooser.HELPED]
    graded = {grade.ply: grade for grade in grades(session.record)} if advised else {}
    return tuple(
        (ply, GradedMove(session, graded[ply]).advice if ply in graded else AS_ADVISED)
        for ply in advised
    )
