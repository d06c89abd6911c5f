"""The graph of a game, as its panel and its review show it: one curve from what is known."""

from collections.abc import Iterable, Mapping

from game.grading import Grade, grades, known_values, player_of_interest
from game.pov import PovShare
from game.screens.review.words import advice_words, position_name
from game.session import Session
from game.ui.panel.graphs import Curve, Mistake, ScoreGraph, WinGraph


def win_graph(
    session: Session,
    cursor: int,
    marked: Iterable[Grade] = (),
    *,
    shown: float | None = None,
    title: str = "",
    bare: bool = False,
) -> WinGraph:
    """Return the win share over a game for two, for the lone human or who began.

    Args:
        session: The game.
        cursor: The ply it points at.
        marked: The moves with a dot.
        shown: The share of a win of player 0 that the screen tells of the shown position now.
        title: What stands above.
        bare: Whether title and move are left to whoever shows it.
    """
    viewer = player_of_interest(session) or 0
    values = _values(session, shown)
    shares = {ply: PovShare(value, 0).of(viewer) for ply, value in values.items()}
    return WinGraph(
        title=title,
        names=_names(session),
        curve=_curve(shares),
        cursor=cursor,
        mistakes=_dots(shares, marked),
        bare=bare,
        advised=_told(session),
    )


def score_graph(
    session: Session,
    cursor: int,
    marked: Iterable[Grade] = (),
    *,
    shown: float | None = None,
    expected: int = 0,
    bare: bool = False,
) -> ScoreGraph:
    """Return score and expectation over a game of SameGame.

    Args:
        session: The game.
        cursor: The ply it points at.
        marked: The moves with a dot.
        shown: The final score that the screen tells of the shown position now.
        expected: How many plies the game is expected to have.
        bare: Whether the move is left to whoever shows it.
    """
    length = session.length
    scores = tuple((ply, session.state_at(ply).returns[0]) for ply in range(length + 1))
    values = _values(session, shown)
    dots = _dots(values, marked)
    ended = session.state_at(length).is_terminal
    if ended:
        values.pop(length)  # the player's own score, which nobody expects any more
    return ScoreGraph(
        names=_names(session),
        scores=scores,
        expectation=_curve(values),
        cursor=cursor,
        last_ply=expected,
        mistakes=dots,
        bare=bare,
        ended=ended,
        advised=_told(session),
    )


def _names(session: Session) -> tuple[str, ...]:
    return tuple(position_name(session, ply) for ply in range(session.length + 1))


def _values(session: Session, shown: float | None) -> dict[int, float]:
    """Return what is known, by ply; of the shown position what the screen tells of it."""
    values = {ply: known.value for ply, known in sorted(known_values(session).items())}
    if shown is not None:
        values[session.cursor] = shown
    return values


def _curve(values: Mapping[int, float]) -> Curve:
    return tuple(sorted(values.items()))


def _dots(values: Mapping[int, float], marked: Iterable[Grade]) -> tuple[Mistake, ...]:
    return tuple(Mistake(each.ply, values[each.ply], each.loss_class) for each in marked)


def _told(session: Session) -> tuple[tuple[int, str], ...]:
    """Return what is said of the moves that the AI had advised, which bear a bulb."""
    advised = [ply for ply in range(1, session.length + 1) if session.advice_on(ply) is not None]
    graded = {grade.ply: grade for grade in grades(session)} if advised else {}
    return tuple(
        (ply, advice_words(session, graded[ply]) if ply in graded else "as advised")
        for ply in advised
    )
