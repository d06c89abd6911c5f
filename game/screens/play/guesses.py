"""Guess first: the player points at a move, sees the AI's view form, and is told what it lost."""

from collections import Counter
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from ai.phrases import N_
from game.play.grading import Grade, grade_of
from game.play.node import By, GameNode
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.graded import GradedMove
from game.screens.play.spare_time import Grading
from game.screens.review.reviewer import GradingQueue, Reviewer
from game.screens.review.words import move_words
from game.ui import commands
from game.ui.overlay import LossClass
from game.ui.panel.board_bar import BarChoice, BarContent, choice_of
from game.ui.widgets import Action
from game.words import grades as words
from game.words.say import lost, say, sentences

PLAY_IT: Final = BarChoice(Action("play guess"), N_("Play it"), others=(N_("Next"),))
NEXT: Final = BarChoice(Action(commands.FORWARD_ONE.name), N_("Next"), others=(N_("Play it"),))
STOP: Final = choice_of(commands.GUESS, N_("Stop"), is_essential=True)
_KINDS: Final[dict[LossClass | None, str]] = {
    "A": "best",
    "B": "good",
    "C": "slip",
    "D": "mistake",
    "E": "mistake",
    None: "unclear",
}


@dataclass(slots=True)
class Guess:
    """A move that the player would play.

    Attributes:
        grade: What it lost; None as long as that is not known.
    """

    game: Session
    grade: Grade | None = None
    is_judged: bool = False

    @property
    def move(self) -> int:
        return self.game.record.node.moves[-1]

    @property
    def plies(self) -> range:
        return range(self.game.record.cursor - 1, self.game.record.cursor + 1)

    @property
    def graded(self) -> GradedMove | None:
        """What there is to say of it, once it is judged."""
        return None if self.grade is None else GradedMove(self.game, self.grade)

    @property
    def letter(self) -> LossClass | None:
        return None if self.grade is None else self.grade.shown_class

    @property
    def loss(self) -> float:
        return self.grade.loss if self.grade is not None and self.grade.is_sure else 0.0

    @property
    def kind(self) -> str:
        is_best = self.grade is not None and self.grade.is_best
        return _KINDS["A" if is_best else self.letter]

    def judge(self) -> None:
        self.grade, self.is_judged = grade_of(self.game.record, self.plies[-1]), True

    def words(self, *, key: str, is_in_front: bool) -> str:
        """Return what is to be said of it now.

        Args:
            key: What lets the stopped search go on; empty while it runs.
        """
        name, graded = (
            self.game.record.nodes[self.plies[0]].state.move_label(self.move),
            self.graded,
        )
        if not self.is_judged:
            return words.noted(name, key=key, is_in_front=is_in_front)
        if graded is None or (self.letter is None and graded.better is None):
            return say(words.TOO_LITTLE_KNOWN, name=name)
        if self.letter is None:
            return say(words.UNCLEAR, name=name, best=graded.better_name)
        return say(words.JUDGED, name=name, effect=graded.effect(self.letter))


class Guesser:
    """Has the guesses graded, which are kept with the game; the first one in a position counts."""

    def __init__(self, context: Context) -> None:
        """Make one, who works only where something was guessed."""
        self.queue = GradingQueue(context)
        self._context = context
        self._guesses: dict[GameNode, Guess] = {}

    def is_on(self, session: Session) -> bool:
        """Whether the player guesses first."""
        may_be = session.record.guesses_first and session.mode is not Mode.DEMO
        return may_be and session.record.retry is None

    def guess(self, session: Session) -> Guess | None:
        """Return what was guessed in the shown position, if anything."""
        return self._guess_at(session, session.record.cursor) if self.is_on(session) else None

    def _guess_at(self, session: Session, ply: int) -> Guess | None:
        record, place = session.record, session.record.nodes[ply]
        move = record.guesses.get(place.position)
        if move is not None and place not in self._guesses:
            tried = place.after(move, By.PERSON)
            game = Session.of(record.view(tried.path()))
            game.go_to(tried.ply)
            guess = self._guesses[place] = Guess(game)
            if Reviewer(game, self._context, guess.plies).is_done:  # it was judged before
                guess.judge()
        return self._guesses.get(place)

    def _made(self, session: Session) -> list[Guess]:
        """Return the guesses of a game, in the order of its positions."""
        guesses = (self._guess_at(session, ply) for ply in range(session.record.length + 1))
        return [each for each in guesses if each is not None]

    def due(self, session: Session) -> Grading | None:
        """Return the guess to be graded next: that in the shown position, or else the oldest."""
        if not session.record.guesses_first:
            return None
        guesses = filter(None, (self.guess(session), *self._made(session)))
        waiting = (
            Grading(each.game, each.plies, each.judge) for each in guesses if not each.is_judged
        )
        return next(waiting, None)

    def tally(self, session: Session) -> str:
        """Return how good the guesses in this game were; empty where nobody guesses."""
        if not self.is_on(session):
            return ""
        judged = [each for each in self._made(session) if each.is_judged]
        if not judged:
            return words.GUESS_FIRST
        losses = [each.loss for each in judged if each.letter]
        players = session.record.spec.players
        mean = round(fmean(losses) if losses else 0.0, players - 1)  # as it is written
        cost = lost(mean, players) if mean else ""
        kinds = Counter(each.kind for each in judged)
        return words.tally(len(judged), kinds, cost if losses else None)

    def content(self, session: Session, *, is_stopped: bool) -> BarContent:
        """Return what the bar says of the guess, or of asking for one.

        Args:
            is_stopped: Whether the player has stopped the search.
        """
        guess = self.guess(session)
        onward = PLAY_IT if session.record.is_at_end else NEXT
        if guess is None:
            came = move_words(session, session.record.cursor, "") if session.record.cursor else ""
            return BarContent(
                sentences(came, words.YOUR_GUESS), (replace(onward, is_there=False), STOP)
            )
        key = commands.SPACE.cap if is_stopped else ""
        text = guess.words(key=key, is_in_front=self._context.may_think)
        return BarContent(text, (onward, STOP))
