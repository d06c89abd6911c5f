"""A graded move in words, each of them said once: for teacher, review, retry, result and board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ai.contract.rules import State
from game.play.grading import Grade
from game.play.session import Session
from game.screens.play.commentary import worth_telling
from game.ui.overlay import LossClass, Mark
from game.words import grades as words
from game.words.numbers import percent, thousands, whole_percent
from game.words.say import CHANGE, begun, lost, say

LEAST_LOSS: Final = 0.05
"""A smaller loss is none as it is written."""


@dataclass(frozen=True)
class GradedMove:
    session: Session
    grade: Grade

    @cached_property
    def state(self) -> State:
        return self.session.record.nodes[self.grade.ply - 1].state

    @cached_property
    def line(self) -> tuple[int, ...]:
        """What the AI would have played, as far as it can be played."""
        return legal_start(self.state, self.grade.line)

    @property
    def better(self) -> int | None:
        """The move that was better; None if none is known to be."""
        return self.line[0] if self.line and self.line[0] != self.grade.move else None

    @property
    def name(self) -> str:
        return self.state.move_label(self.grade.move)

    @property
    def better_name(self) -> str:
        """The name of the move that was better; empty if none is known to be."""
        return "" if self.better is None else self.state.move_label(self.better)

    @property
    def worth(self) -> str:
        """What the position promised: 62 %, 3 325."""
        return self._value(self.grade.before)

    @property
    def fall(self) -> tuple[str, str]:
        """What the position promised and what was left, the unit said once: 62, 54 %."""
        before = self.grade.before
        first = self.worth if self._is_for_one else str(whole_percent(before))
        return first, self._value(self.grade.after)

    @property
    def fallen(self) -> str:
        return say(CHANGE, before=self.fall[0], after=self.fall[1])

    @property
    def lost(self) -> str:
        """What the move lost: 8 %, 28 points."""
        return lost(self.grade.loss, self.session.record.spec.players)

    def meaning(self, letter: LossClass, *, is_named: bool) -> str:
        """Return what the grade's ring on the board stands for: the loss, and what was best.

        Args:
            is_named: Whether the letter is to be seen, so that it is explained.
        """
        effect = self.effect(letter)
        return say(words.WITH_LETTER, letter=letter, effect=effect) if is_named else begun(effect)

    def effect(self, letter: LossClass) -> str:
        """Return what the move loses, and what was best, where its class is the letter's."""
        best = self.better_name
        if best and letter == "B" and self.grade.is_best:
            return say(words.AS_GOOD_AS, name=best)
        if self.grade.loss >= LEAST_LOSS:
            return words.loses(self.lost, best)
        if letter == "A" or not best:
            return words.LOSES_NOTHING
        return words.slower(best, self.grade.proof)

    @property
    def advice(self) -> str:
        """That the move was the AI's own advice, and what it has come to think of that."""
        later, players = self.grade.later_loss, self.session.record.spec.players
        loss = lost(later, players) if later else ""
        return words.advised(loss, self.better_name, worth_telling(later, players))

    @property
    def mark(self) -> Mark | None:
        """The better line as a candidate, to be shown as one."""
        return None if self.better is None else line_mark(self.line)

    @property
    def _is_for_one(self) -> bool:
        return self.session.record.spec.players == 1

    def _value(self, value: float) -> str:
        return thousands(round(value)) if self._is_for_one else percent(value)


def line_mark(line: tuple[int, ...]) -> Mark:
    return Mark(line[0], 1, "A", 0.0, 0.0, 0, 1.0, labelled=False, line=line)


def legal_start(state: State, line: Sequence[int]) -> tuple[int, ...]:
    """Return the part of a line that can be played; a damaged file may hold any."""
    moves: list[int] = []
    for move in line:
        if state.is_terminal or move not in state.legal_moves:
            break
        moves.append(move)
        state = state.play(move)
    return tuple(moves)
