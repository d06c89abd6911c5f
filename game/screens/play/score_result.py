"""What a board for one has been worth: against the AI, against others, and whose moves it took."""

from ai.contract.games import game_of
from ai.contract.rules import PositionError
from game.library.records import Records, board_of
from game.play.credit import credit_of
from game.play.medals import MedalStanding
from game.play.session import Session
from game.screens.play.ending import help_words
from game.screens.play.medal_bar import Result
from game.ui.format import thousands
from game.ui.panel.basics import Figure, Note


def standing_of(session: Session) -> MedalStanding | None:
    """Return the score against what the AI found on this board, if it has looked."""
    target = session.tree.target
    return None if target is None else MedalStanding(_score(session), target.score)


def published_of(session: Session) -> int | None:
    """Return the best score that anybody published for the board, if it is a standard one."""
    boards = game_of(session.spec.name).text.boards
    if session.tree.standard is None or boards is None:
        return None
    try:
        published: int | None = boards.scores()[session.tree.standard - 1].published
        return published
    except PositionError:
        return None


def result_of(session: Session, *, is_new_best: bool) -> Result:
    """Return what a finished board has earned; the player's own moves earn a medal."""
    standing, credit = standing_of(session), credit_of(session)
    if not credit.is_own:
        title = "Played by the AI" if credit.by_ai == credit.moves else "Played with the AI"
        note = Note(f"{credit.words}: no medal", "warn")
        return Result(_score(session), standing, (note,), title)
    notes = []
    if is_new_best:
        notes.append(Note("Your best on this board", "accent", bold=True))
    if helped := help_words(session):
        notes.append(Note(helped, "warn"))
    return Result(_score(session), standing, tuple(notes))


def comparisons(session: Session, records: Records) -> tuple[Figure, ...]:
    """Return what a final score is compared with."""
    found = []
    if session.tree.target is not None:
        found.append(Figure("AI best", thousands(session.tree.target.score), "ai"))
    published = published_of(session)
    if published is not None:
        found.append(Figure("Published", thousands(published)))
    board = board_of(session)
    own = records.best(board) if board else None
    if own is not None:
        found.append(Figure("Your best", thousands(own.score)))
    return tuple(found)


def _score(session: Session) -> int:
    return round(session.state.returns[0])
