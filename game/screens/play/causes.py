"""Why a move was bad, and what was better: only what rules, proofs and searches tell."""

from dataclasses import dataclass

from ai.contract.rules import State
from ai.search.messages import Proof
from game.play.grading import Grade, evaluations_by_ply
from game.play.session import Session
from game.screens.graded import LEAST_LOSS, GradedMove, legal_start
from game.ui.overlay import WIN_POINT_LIMITS, LossClass
from game.words import grades as words
from game.words.say import say, sentences


@dataclass(frozen=True, slots=True)
class Cause:
    """What a move did.

    Attributes:
        words: What it let happen or gave away.
        better: What would have been better; empty if that is not known.
    """

    words: str
    better: str = ""

    @property
    def text(self) -> str:
        return sentences(self.words, self.better)


def cause_of(session: Session, grade: Grade) -> Cause:
    move, after = GradedMove(session, grade), session.record.nodes[grade.ply].state
    if session.record.spec.players == 1:
        leads = (
            ""
            if move.better is None
            else say(words.LEADS_TO, name=move.better_name, worth=move.worth)
        )
        return Cause(say(words.LOSES, name=move.name, lost=move.lost), leads)
    side = session.record.spec.side(after, 1 - grade.player)
    replies = () if after.is_terminal else winning_moves(after)
    names = [after.move_label(reply) for reply in replies[:2]]
    if move.better is not None and _wins(move.state, move.better):
        return Cause(words.missed(move.name, move.better_name, side, names))
    if replies:
        return Cause(
            words.lets_win_at_once(move.name, side, names),
            _better(move, replies),
        )
    return _slower_cause(move, side)


def winning_moves(state: State) -> tuple[int, ...]:
    """Return the moves that win at once for whoever is to move."""
    return tuple(move for move in state.legal_moves if _wins(state, move))


def letter_words(letter: LossClass) -> str:
    """Return what the letter of a grade means in a game for two."""
    bounds = (0.0, *WIN_POINT_LIMITS, 100.0)
    low, high = bounds["ABCDE".index(letter) :][:2]
    return words.letter_words(letter, low, high)


def _slower_cause(move: GradedMove, side: str) -> Cause:
    """Return what a move did whose punishment takes longer than one move."""
    session, grade, name = move.session, move.grade, move.name
    after = session.record.nodes[grade.ply].state
    evaluation = evaluations_by_ply(session.record).get(grade.ply)
    first = () if evaluation is None else legal_start(after, evaluation.line)[:1]
    reply = "".join(map(after.move_label, first))
    theirs = None if evaluation is None else evaluation.proof
    had, has = grade.proof, None if theirs is None else theirs.opposite
    better = _better(move)
    if had is not None and had is has and grade.loss < LEAST_LOSS:
        return Cause(words.keeps(name, had, move.better_name))
    if had is not None and has is not None and had is not has:
        return Cause(words.turns(name, had, has), better)
    if had is Proof.WIN:
        return Cause(say(words.GIVES_WIN_AWAY, name=name), better)
    if evaluation is not None and has is Proof.LOSS:
        return Cause(words.lets_win(name, side, reply, evaluation.distance), better)
    return Cause(words.answered(name, move.lost, side, reply), better)


def _better(move: GradedMove, replies: tuple[int, ...] = ()) -> str:
    if move.better is None:
        return ""
    if move.better in replies:
        return say(words.BLOCK_AT, name=move.better_name)
    return words.was_best(move.better_name, move.grade.proof, move.worth)


def _wins(state: State, move: int) -> bool:
    after = state.play(move)
    return after.is_terminal and after.returns[state.current_player] > 0
