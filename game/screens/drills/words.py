"""What is said of a drill: what is to be found, and what a move that was tried is worth."""

from contextlib import suppress

from game.play.drill import Drill, Kind
from game.play.session import Session
from game.screens.review.words import side_name
from game.words.numbers import counted, thousands
from game.words.numbers import day as day_words


def task(drill: Drill, session: Session) -> str:
    if drill.task:
        return drill.task
    state = session.start
    mover, other = (side_name(session, state.current_player ^ each) for each in (0, 1))
    match drill.kind:
        case Kind.WIN:
            return f"**{mover}** to move. Find a move that wins{_by(drill)}."
        case Kind.HOLD if drill.within:
            return f"**{mover}** to move. Only one move stops {other} from winning{_by(drill)}."
        case Kind.HOLD:
            return f"**{mover}** to move. Only one move keeps {other} from winning."
        case Kind.BEST:
            return f"**{_best(drill, session)}** can be reached. Find a move that keeps it so."
        case Kind.CLEAR:
            return "The board can be cleared. Find a move that keeps it so."
        case Kind.OWN:
            whose = f" for **{mover}**" if session.spec.players == 2 else ""
            return f"From your game of {_day(drill.day)}. Find a good move{whose}."


def right(drill: Drill, session: Session, name: str, *, is_sure: bool) -> str:
    """Return what is said of a move that is right, or that is not known to be wrong."""
    if drill.why:
        return f"**{name}** it is: {drill.why}"
    match drill.kind:
        case Kind.WIN:
            told = f"**{name}** wins{_by(drill)}."
        case Kind.HOLD:
            told = f"**{name}** it is: the only move."
        case Kind.BEST:
            told = f"**{name}** it is: {_best(drill, session)} can still be reached."
        case Kind.CLEAR:
            told = f"**{name}** it is: the board can still be cleared."
        case Kind.OWN:
            good = "is good" if is_sure else "is no mistake, as far as the AI can tell"
            told = f"**{name}** {good}."
    return told + _played(drill, session, name)


def wrong(drill: Drill, session: Session, name: str, lost: str) -> str:
    """Return what is said of a move that is not right.

    Args:
        session: It as a game, in which the move was played.
    """
    other = (
        side_name(session, 1 - session.start.current_player) if session.spec.players == 2 else ""
    )
    match drill.kind:
        case Kind.WIN:
            return f"**{name}** does not win{_by(drill)}."
        case Kind.HOLD:
            return f"**{name}** lets {other} win{_by(drill)}."
        case Kind.BEST:
            return f"After **{name}**, {_best(drill, session)} can't be reached any more."
        case Kind.CLEAR:
            return f"After **{name}** the board can't be cleared any more."
        case Kind.OWN:
            return f"**{name}** loses {lost}." + (
                _played(drill, session, name) if drill.lost else ""
            )


def shown(drill: Drill, session: Session) -> str:
    state, names = session.start, sorted(drill.right, key=lambda name: name not in drill.line[:1])
    best, *others = (state.move_label(state.move_from_string(name)) for name in names)
    also = "".join(f" or {other}" for other in others if drill.kind is not Kind.OWN)
    return f"**{best}**{also} was to be found." + _played(drill, session, best)


def solution(drill: Drill, session: Session) -> str:
    """Return what is said of an answer that nobody was asked for."""
    if drill.kind is Kind.CLEAR:
        return f"This line clears the board, for **{_best(drill, session)}**."
    return (
        f"**{side_name(session, session.start.current_player)}** to move. {shown(drill, session)}"
    )


def answered(session: Session) -> str:
    """Return how a wrong move was answered, by the last move."""
    state = session.state_at(1)
    side = side_name(session, state.current_player)
    return f" {side} answers **{state.move_label(session.moves[1])}**."


def summary(results: tuple[bool, ...], *, are_lessons: bool) -> str:
    if are_lessons:
        return "These were the first lessons. The drills of the game go on from here."
    solved, missed = sum(results), len(results) - sum(results)
    told = f"**{solved} of {counted(len(results), 'drill')}** solved at the first try."
    if not missed:
        return f"{told} Each comes back when you may begin to forget it."
    return f"{told} What you missed comes back tomorrow."


def _by(drill: Drill) -> str:
    return f" within {counted(drill.within, 'move')}" if drill.within else ""


def _best(drill: Drill, session: Session) -> str:
    state = session.start
    if not drill.line:
        return "the best score"
    for move in drill.moves(state):
        state = state.play(move)
    return f"{thousands(round(state.returns[0]))} points"


def _played(drill: Drill, session: Session, name: str) -> str:
    """Return what was played in the player's own game, beside the move that is spoken of."""
    if not drill.played:
        return ""
    state = session.start
    played = state.move_label(state.move_from_string(drill.played))
    if played == name:
        return "" if drill.lost else " You played it in the game, too."
    lost = f"lost {drill.lost}" if drill.lost else "was fine, too"
    return f" In the game you played {played}, which {lost}."


def _day(day: str) -> str:
    with suppress(ValueError):
        return day_words(day)
    return "an earlier day"  # it is damaged
