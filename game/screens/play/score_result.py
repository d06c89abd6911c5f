"""What a board for one has been worth: against the AI, against others, and whose moves it took."""

from dataclasses import dataclass

from ai.contract.games import game_of
from ai.contract.rules import PositionError
from ai.phrases import N_
from game.library.records import Records, board_of
from game.play.credit import credit_of
from game.play.medals import MedalStanding
from game.play.session import Session
from game.screens.play.ending import help_words
from game.screens.review.words import end_title
from game.ui.elements import run_together
from game.ui.panel.basics import Note
from game.ui.text import plain
from game.ui.theme import Medal
from game.words import results as words
from game.words.numbers import thousands
from game.words.say import begun, beside, counted, say


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """What a finished game was worth.

    Attributes:
        standing: The score against the AI's; None if the AI has not looked at the board.
        bonus: What the end itself has brought: something only if it is as good as can be.
        notes: Short remarks, such as that hints were used.
        played_by: Who played, where it was not the player alone: a medal is for one's own moves.
    """

    title: str
    score: int
    standing: MedalStanding | None = None
    bonus: str = ""
    notes: tuple[Note, ...] = ()
    played_by: str = ""

    @property
    def medal(self) -> Medal | None:
        """The medal that the player has earned alone."""
        return self.standing.medal if self.standing and not self.played_by else None

    @property
    def words(self) -> str:
        """What made the score so, and what it is worth beside the AI."""
        return beside(self.bonus, self._worth)

    @property
    def details(self) -> str:
        return beside(say(words.POINTS, points=counted(self.score, "point")), self.words)

    @property
    def compared(self) -> tuple[tuple[str, int], ...]:
        """Whose scores are compared, with these."""
        if self.standing is None:
            return ()
        name = N_("Here") if self.played_by else N_("You", "the player")
        return (name, self.standing.score), (N_("AI"), self.standing.target)

    @property
    def spoken(self) -> str:
        """All of it, in words."""
        scores = (each for name, score in self.compared for each in (name, thousands(score)))
        notes = (plain(note.text) for note in self.notes)
        return run_together((self.title, thousands(self.score), self.words, *scores, *notes))

    @property
    def sentence(self) -> str:
        """All but the remarks, marked up."""
        return say(words.TITLED, title=self.title, told=self.details)

    @property
    def _worth(self) -> str:
        """What the score is worth beside the AI's, or how far it is from a medal."""
        standing = self.standing
        if self.played_by or standing is None or standing.target <= 0:
            return self.played_by
        if standing.score >= standing.target:
            return words.AI_BEATEN[standing.score > standing.target]
        earned, following = standing.medal, standing.next_medal
        share = words.beside_ai(standing.share, earned.name.lower() if earned else "")
        if earned is not None or following is None:
            return share
        return beside(share, words.medal_at(following[0].name.lower(), following[1]))


def standing_of(session: Session) -> MedalStanding | None:
    """Return the score against what the AI found on this board, if it has looked."""
    target = session.record.target
    return None if target is None else MedalStanding(_score(session), target.score)


def published_of(session: Session) -> int | None:
    """Return the best published score that is known here, of a standard board."""
    boards = game_of(session.record.spec.name).text.boards
    if session.record.start.standard is None or boards is None:
        return None
    try:
        published: int | None = boards.scores()[session.record.start.standard - 1].published
        return published
    except PositionError:
        return None


def result_of(session: Session, records: Records, bonus: str, *, is_new_best: bool) -> ScoreResult:
    """Return what a finished board is worth, with a medal if the moves were the player's own."""
    score, standing, credit = _score(session), standing_of(session), credit_of(session.record)
    title = end_title(session)
    if not credit.earns_medal:
        if credit.by_ai == credit.moves:
            by, why = words.BY_AI, N_("No medal")
        else:
            by, why = words.WITH_AI, say(words.NO_MEDAL, why=begun(credit.words))
        note = Note(why, "warn")
        return ScoreResult(title, score, standing, bonus, (note,), by)
    board, notes = board_of(session.record), []
    best = records.best(board) if board else None
    if is_new_best:
        notes.append(Note(words.NEW_BEST, "accent", bold=True))
    elif best is not None and best.score > score:
        notes.append(Note(say(words.YOUR_BEST, score=best.score), "accent"))
    if (published := published_of(session)) is not None:
        notes.append(Note(say(words.PUBLISHED, score=published)))
    if helped := help_words(session):
        notes.append(Note(helped, "warn"))
    return ScoreResult(title, score, standing, bonus, tuple(notes))


def _score(session: Session) -> int:
    return round(session.state.returns[0])
