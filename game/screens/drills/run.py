"""A round of drills: which is asked, what was tried, and how good that was. Knows no pixels."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum, auto
from functools import reduce
from itertools import chain, zip_longest
from typing import Final

from game.library.storage import Deck, Planned
from game.play.drill import Drill, Kind, session_of
from game.play.grading import evaluation_at, grade_of
from game.play.session import Session
from game.screens.context import Context
from game.screens.graded import GradedMove, legal_start
from game.screens.play.spare_time import Grading, serve
from game.screens.review.reviewer import GradingQueue
from game.screens.review.words import side_name
from game.ui.commands import replay_plies
from game.ui.overlay import GOOD
from game.words import drills as words
from game.words import grades
from game.words.numbers import day as day_words
from game.words.say import say, sentences

ROUND: Final = 10
"""How many drills a round has at most."""
SHOWN: Final = 5
"""How many moves of an answer are shown at most."""
TIMED_SECONDS: Final = 180
MOST_MISSES: Final = 3
MOST_TIMED: Final = 40
"""How many drills a round against the clock has at most, which nobody is likely to get through."""
SHOWN_SECONDS: Final = 2.0
"""How long it shows the answer to what was missed, which is not the player's time."""


class DrillPhase(Enum):
    """What the player waits for, or the drill for the player."""

    ASKED = auto()
    CHECKING = auto()
    RIGHT = auto()
    WRONG = auto()
    SHOWN = auto()


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far the player has come with a drill.

    Attributes:
        verdict: What is said of it.
        reply: How the other side's answer to a wrong move goes on.
    """

    phase: DrillPhase = DrillPhase.ASKED
    verdict: str = ""
    reply: tuple[int, ...] = ()


def chosen(deck: Deck, game: str, today: date) -> tuple[Planned, ...]:
    """Return a round: what is due, in an order that tells nothing, then the easiest of each game.

    Args:
        game: The game's name; empty for all.
    """
    due = [each for each in deck.due if game in ("", each.drill.game)][:ROUND]
    random.Random(today.toordinal()).shuffle(due)
    new: dict[str, list[Planned]] = {}
    for each in deck.new:
        if game in ("", each.drill.game):
            new.setdefault(each.drill.game, []).append(each)
    mixed = chain.from_iterable(zip_longest(*new.values()))
    return (*due, *(each for each in mixed if each is not None))[:ROUND]


def timed_drills(games: Iterable[Sequence[Drill]], rng: random.Random) -> tuple[Drill, ...]:
    """Return a round against the clock: of each game's drills some, from its easiest to its last.

    Those of the player's own games are left out: what is right there may have to be searched.
    """
    ranked = [(at / len(each), drill) for each in games for at, drill in enumerate(each)]
    proven = [each for each in ranked if each[1].kind is not Kind.FROM_GAME]
    chosen = rng.sample(proven, min(MOST_TIMED, math.ceil(len(proven) * 2 / 3)))
    return tuple(drill for _, drill in sorted(chosen, key=lambda each: each[0]))


def facts_of(drill: Drill, session: Session) -> words.DrillFacts:
    """Return what the sentences of a drill tell of it.

    Args:
        session: It as a game of its own.
    """
    state, day, points = session.record.root.state, "", 0
    with suppress(ValueError):  # a damaged day is not told
        day = day_words(drill.day)
    if drill.line:
        end = reduce(type(state).play, drill.moves(state), state)
        points = round(end.returns[0])
    played = drill.played and state.move_label(state.move_from_string(drill.played))
    mover = other = ""
    if session.record.spec.players == 2:
        mover, other = (side_name(session, state.current_player ^ each) for each in (0, 1))
    return words.DrillFacts(drill.kind, mover, other, drill.within, points, day, played, drill.loss)


def task(drill: Drill, session: Session) -> str:
    return drill.task or words.task(facts_of(drill, session))


def verdict(drill: Drill, session: Session, *, is_searched: bool) -> Attempt:
    """Return what the move is worth that was tried in a drill, as far as that is known.

    Args:
        is_searched: Whether the AI has looked at it, which only a game of the player's own needs.
    """
    root, move = session.record.root.state, session.record.moves[0]
    name, label, facts = root.move_to_string(move), root.move_label(move), facts_of(drill, session)
    is_right, is_sure, lost = name in drill.right, True, ""
    if not is_right and drill.kind is Kind.FROM_GAME:
        grade = grade_of(session.record, 1) if is_searched else None
        if drill.lost and name == drill.played:
            lost = drill.loss
        elif not is_searched:
            return Attempt(DrillPhase.CHECKING, say(grades.CHECKING, name=label))
        elif grade is None or grade.shown_class is None:
            is_right, is_sure = True, False
        else:
            is_right, lost = grade.loss_class in GOOD, GradedMove(session, grade).lost
    if not is_right:
        return Attempt(DrillPhase.WRONG, words.wrong(facts, label, lost))
    if drill.why:
        return Attempt(DrillPhase.RIGHT, say(words.TAUGHT, name=label, why=drill.why))
    return Attempt(DrillPhase.RIGHT, words.right(facts, label, is_sure=is_sure))


def right_names(drill: Drill, session: Session) -> list[str]:
    """Return what the right moves are called, the best one first."""
    state, best = session.record.root.state, drill.line[:1]
    names = sorted(drill.right, key=lambda name: name not in best)
    return [state.move_label(state.move_from_string(name)) for name in names]


class DrillRound:
    """Drills one after the other.

    Attributes:
        index: How many came before the present one.
        attempt: How far the player has come with that.
        queue: Has what is tried searched.
        results: Whether each drill that was tried was solved at the first try.
        is_timed: Whether it is a round against the clock: without help or a second try.
        seconds_left: The player's time in it, which passes while a move can be tried.
    """

    def __init__(
        self,
        context: Context,
        planned: Sequence[Planned],
        note: Callable[[Planned, bool], None],
        *,
        is_study: bool = False,
        seconds: float = 0.0,
    ) -> None:
        """Begin with the first of some drills; those that cannot be read are left out.

        Args:
            note: Takes how the first try at each went.
            is_study: Whether nothing is tried, but all answers are shown.
            seconds: The time of a round against the clock; 0 for others.
        """
        self._note_try, self._is_study = note, is_study
        self.queue = GradingQueue(context)
        readable = ((each, session_of(each.drill)) for each in planned)
        self._all = [(each, session) for each, session in readable if session is not None]
        self.index, self.results, self.attempt = 0, list[bool](), Attempt()
        self.is_timed, self.seconds_left, self._shown_left = seconds > 0, seconds, 0.0
        self._begin()

    def __len__(self) -> int:
        return len(self._all)

    @property
    def is_over(self) -> bool:
        """Whether there is no drill left."""
        return self.index >= len(self._all)

    @property
    def drill(self) -> Drill:
        return self._all[min(self.index, len(self._all) - 1)][0].drill

    @property
    def session(self) -> Session:
        """The present drill as a game: its position, what was tried, what answers it."""
        return self._all[min(self.index, len(self._all) - 1)][1]

    @property
    def may_answer(self) -> bool:
        return self.attempt.phase is DrillPhase.ASKED and not self.is_over

    @property
    def shows_answer(self) -> bool:
        return self.attempt.phase in (DrillPhase.RIGHT, DrillPhase.SHOWN) and not self.is_over

    @property
    def line(self) -> tuple[int, ...]:
        """The moves that are shown ahead of the shown position."""
        record = self.session.record
        ahead = record.moves[record.cursor :] if self.shows_answer else self.attempt.reply
        return ahead[:SHOWN]

    @property
    def is_done(self) -> bool:
        """Whether the present drill was solved, missed, or given up, so that the next may come."""
        return len(self.results) > self.index

    @property
    def task(self) -> str:
        drill, session = self.drill, self.session
        if self._is_study:
            return words.solution(facts_of(drill, session), right_names(drill, session))
        return task(drill, session)

    def answer(self, move: int) -> None:
        """Play a move; raise `IllegalMoveError` if it cannot be played."""
        self.session.play(move)
        self._take(verdict(self.drill, self.session, is_searched=False))

    def again(self) -> None:
        self.queue.pause()
        self.session.go_to(0)
        self.attempt = Attempt()

    def show(self) -> None:
        """Show the answer; who has not tried by then has not solved the drill."""
        self.again()
        drill, session = self.drill, self.session
        text = words.shown(facts_of(drill, session), right_names(drill, session))
        self._take(Attempt(DrillPhase.SHOWN, "" if self._is_study else text))

    @property
    def plies(self) -> dict[str, int]:
        """Where each command leads that walks along the answer, if that is shown."""
        if not self.shows_answer:
            return {}
        ply, end = self.session.record.cursor, self.session.record.length
        return {name: to for name, to in replay_plies(ply, end).items() if to != ply}

    def step(self, count: int) -> None:
        """Walk along the answer by so many moves, if it is shown."""
        if self.plies:
            self.session.go_to(self.session.record.cursor + count)

    def next(self) -> None:
        self.queue.pause()
        if self.is_timed and len(self.missed) == MOST_MISSES:
            del self._all[self.index + 1 :]
        self.index += 1
        self._begin()

    def end(self) -> None:
        """End the round with the present drill."""
        del self._all[self.index + 1 :]
        self.index = len(self._all)

    @property
    def missed(self) -> tuple[Planned, ...]:
        tried = zip(self._all, self.results, strict=False)
        return tuple(planned for (planned, _), is_right in tried if not is_right)

    def pass_time(self, dt: float) -> bool:
        """Let time pass against the clock, and go on after a try; return whether that is news."""
        phase, before = self.attempt.phase, math.ceil(self.seconds_left)
        if self.may_answer:
            self.seconds_left = max(0.0, self.seconds_left - dt)
            if not self.seconds_left:
                self.end()
            return before != math.ceil(self.seconds_left)
        if phase is DrillPhase.WRONG:
            self.show()
            self._shown_left = SHOWN_SECONDS
        self._shown_left -= dt
        if phase is DrillPhase.RIGHT or self._shown_left <= 0:
            self.next()
        return True

    def update(self) -> bool:
        """Take in what the AI has found out; return whether there is something new to be seen."""
        return serve(self, self.session)

    def due(self, session: Session) -> Grading | None:
        """Return what the AI is to find out: what a move is worth, or what answers a wrong one."""
        if self.attempt.phase is DrillPhase.CHECKING:
            return Grading(session, range(2), self._grade)
        record, is_wrong = session.record, self.attempt.phase is DrillPhase.WRONG
        is_open = record.cursor == 1 and not session.state.is_terminal
        if is_wrong and is_open and record.spec.players == 2:
            return Grading(session, range(1, 2), self._refute)
        return None

    def _begin(self) -> None:
        """Ask the present drill, or show its answer at once."""
        self.attempt = Attempt()
        if self._is_study and not self.is_over:
            self.show()

    def _take(self, attempt: Attempt) -> None:
        """Note what the first try has come to; lay the answer out behind what was played."""
        self.attempt = attempt
        if attempt.phase is DrillPhase.CHECKING:
            return
        if not self.is_done:
            is_right = attempt.phase is DrillPhase.RIGHT or self._is_study
            self.results.append(is_right)
            self._note_try(self._all[self.index][0], is_right)
        session, ply = self.session, self.session.record.cursor
        line = self.drill.moves(session.record.root.state)
        if self.shows_answer and line[:ply] == session.record.node.moves:
            for move in line[ply:]:
                session.play(move)
            session.go_to(ply)

    def _grade(self) -> None:
        self._take(verdict(self.drill, self.session, is_searched=True))

    def _refute(self) -> None:
        """Let the other side answer what was wrong, as the AI would."""
        evaluation = evaluation_at(self.session.record, 1)
        line = () if evaluation is None else legal_start(self.session.state, evaluation.line)
        if not line:
            return
        state, name = self.session.state, self.session.state.move_label(line[0])
        self.session.play(line[0])
        side = side_name(self.session, state.current_player)
        text = sentences(self.attempt.verdict, say(words.ANSWERED, side=side, name=name))
        self.attempt = replace(self.attempt, verdict=text, reply=line[1:])
