"""What the result card of a game for two says: who won, what it adds up to, where it turned."""

from dataclasses import dataclass
from typing import Final

from ai.levels import EVEN, even_strength, level_title, levels_of
from game.library.records import Records
from game.play.credit import credit_of, player_of_interest
from game.play.grading import grades_of_interest, is_draw_throughout, turning_point
from game.play.session import Chooser, Mode, Session
from game.screens.graded import GradedMove
from game.screens.opponents import even_level
from game.screens.review.words import faultless_words, outcome, side_name
from game.words import play
from game.words import results as words
from game.words.say import begun, say, say_count, sentences

LEAST_STREAK: Final = 2
CLEAR_RESULTS: Final = 3
"""After so many wins or losses in a row another level is offered."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game in words.

    Attributes:
        how: As which side, in how many moves; why it is a draw.
        record: How the player does against this opponent by now.
        assisted: That hints were used, or that the AI chose some moves, if that is so.
        story: Mistakes and turning point, marked up; empty while nothing can be said.
        is_cheer: Whether the record tells of a first win or of a streak.
        offer: Which other level is offered now, marked up, if one is.
        step: How many levels it is above or below the chosen one; 0 once it is that.
    """

    title: str
    how: str
    is_lost: bool = False
    record: str = ""
    assisted: str = ""
    story: str = ""
    turn: int | None = None
    is_cheer: bool = False
    offer: str = ""
    step: int = 0

    @property
    def sentence(self) -> str:
        return say(words.SENTENCE, title=self.title, how=self.how)


def ending_of(
    session: Session,
    records: Records,
    *,
    drawn: str,
    is_counted: bool,
    is_searched: bool | None,
    is_even: bool = False,
) -> Ending:
    """Return the words for a game whose end is shown.

    Args:
        drawn: Why the game is a draw, if it is one and that is known.
        is_searched: Whether every position has been searched; None where none will be.
        is_even: Whether the next game is an even match.
    """
    title, how, is_lost = outcome(session, drawn)
    turn = turning_point(session.record) if is_searched else None
    cheer = _cheer(session, records) if is_counted else ""
    return Ending(
        title,
        how,
        is_lost,
        cheer or _record(session, records),
        "" if session.mode is Mode.DEMO else help_words(session),
        _story(session, is_searched),
        None if turn is None else turn.ply,
        bool(cheer),
        *(_offer(session, records, is_even) if is_counted else ("", 0)),
    )


def help_words(session: Session) -> str:
    """Return how the AI helped with a game; empty for a game without any help."""
    credit = credit_of(session.record)
    if not credit.is_whole:
        return say(words.NO_RECORD, why=begun(credit.words))
    if session.record.hints:
        return words.assisted(session.record.hints)
    return words.MOVES_SHOWN if session.record.is_assisted else ""


def _cheer(session: Session, records: Records) -> str:
    """Return that the player has just won for the first time, or again in a row; or nothing."""
    human = player_of_interest(session.record)
    if human is None or session.mode is not Mode.PLAY or len(session.opponents) != 1:
        return ""
    (opponent,) = session.opponents
    is_won = session.record.result is not None and session.record.result[human] > 0
    if not is_won or not credit_of(session.record).is_alone:
        return ""
    tally = records.tally(session.record.spec.name, opponent.name)
    if tally.won > 1 and tally.beaten == even_strength(opponent.name):
        return say(words.STRONGEST, opponent=opponent.title)
    if tally.streak >= LEAST_STREAK:
        return say_count(tally.streak, *words.STREAK, opponent=opponent.title)
    return say(words.FIRST_WIN, opponent=opponent.title) if tally.won == 1 else ""


def _offer(session: Session, records: Records, is_even: bool) -> tuple[str, int]:
    """Return the words that offer another level or say the next one, and its place among them."""
    opponent, *others = session.opponents
    game, parameters = session.record.spec.name, session.record.start.parameters
    if is_even and (even := even_level(records, game, parameters)):
        is_known = any(each.level == EVEN for each in records.tallies_of(game))
        return say(words.NEXT_LEVEL if is_known else words.FIRST_EVEN, level=even.title), 0
    if others or session.record.is_assisted or not credit_of(session.record).is_alone:
        return "", 0
    tally = records.tally(session.record.spec.name, opponent.name)
    step = (tally.streak == CLEAR_RESULTS) - (tally.losses == CLEAR_RESULTS)
    levels = levels_of(game, parameters)
    ranked = [each for each in levels if each.ranked]
    place = ranked.index(opponent) + step if step and opponent in ranked else -1
    if not 0 <= place < len(ranked):
        return "", 0
    other, now = ranked[place], session.opponent
    if now == other:
        return say(words.NEXT_LEVEL, level=other.title), 0
    # The player may have chosen another one meanwhile; another program comes after all levels.
    from_now = levels.index(other) - (levels.index(now) if now in levels else len(levels))
    return words.try_level(CLEAR_RESULTS, other.title, is_won=step > 0), from_now


def _record(session: Session, records: Records) -> str:
    """Return all results against this opponent."""
    if player_of_interest(session.record) is None or session.mode is not Mode.PLAY:
        return ""
    if session.record.start.is_pasted:
        return words.FROM_POSITION
    opponent, *others = session.opponents
    if others:
        return words.LEVEL_CHANGED
    tally = records.tally(session.record.spec.name, opponent.name)
    if not tally.played:
        return ""
    results = {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
    return words.against(level_title(tally.level, tally.game), results)


def _story(session: Session, is_searched: bool | None) -> str:
    if is_searched is None:
        return ""
    if not is_searched:
        return play.LOOKING_FOR_MISTAKES
    if session.record.resigned is None and is_draw_throughout(session.record):
        return words.DRAWN_THROUGHOUT
    turn = turning_point(session.record)
    if turn is None:
        return _mistakes(session)
    move = GradedMove(session, turn)
    human = player_of_interest(session.record)
    fall = move.fallen.replace(" ", "\N{NO-BREAK SPACE}")
    chooser, mover = session.record.nodes[turn.ply].chooser, ""
    if human is not None and chooser in (Chooser.OPPONENT, Chooser.AI):
        mover = session.opponents[-1].title if chooser is Chooser.OPPONENT else words.THE_AI
    text = words.turning_point(session.record.spec.move_number(turn.ply), move.name, fall, mover)
    return sentences(_mistakes(session), text)


def _mistakes(session: Session) -> str:
    graded = grades_of_interest(session.record)
    count = sum(grade.is_mistake for grade in graded)
    if not count:
        return faultless_words(session, graded)
    if player_of_interest(session.record) is not None:
        return words.mistakes(count)
    mistakes = [grade.player for grade in graded if grade.is_mistake]
    sides = side_name(session, 0), side_name(session, 1)
    return words.mistakes_of_both(sides, (mistakes.count(0), mistakes.count(1)))
