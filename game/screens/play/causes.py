"""Why a move was bad, and what was better: only what rules, proofs and searches tell.

Text is marked up with **bold** runs, as `game.ui.text` reads it.
"""

from dataclasses import dataclass
from typing import Final

from ai.contract.rules import State
from ai.search.messages import Proof
from game.play.grading import Grade, known_values
from game.play.session import Session
from game.screens.graded import LEAST_LOSS, GradedMove, legal_start
from game.ui.overlay import WIN_POINT_LIMITS, LossClass
from game.words.say import most_moves

_NAMES: Final = {Proof.WIN: "a win", Proof.DRAW: "a draw", Proof.LOSS: "a loss"}
_OTHER_SIDE: Final = {Proof.WIN: Proof.LOSS, Proof.DRAW: Proof.DRAW, Proof.LOSS: Proof.WIN}


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
        return f"{self.words} {self.better}".rstrip()


def cause_of(session: Session, grade: Grade) -> Cause:
    move, after = GradedMove(session, grade), session.state_at(grade.ply)
    name, best = f"**{move.name}**", f"**{move.better_name}**"
    if session.spec.players == 1:
        leads = "" if move.better is None else f"{best} leads to {move.worth}."
        return Cause(f"{name} loses {move.lost}.", leads)
    side = session.spec.side(after, 1 - grade.player)
    replies = () if after.is_terminal else winning_moves(after)
    lets = f"lets {side} win by {_listed(after, replies)}" if replies else ""
    if move.better is not None and _wins(move.state, move.better):
        missed = f"{name} misses {best}, which wins at once"
        return Cause(f"{missed}, and {lets}." if lets else f"{missed}.")
    if lets:
        return Cause(f"{name} {lets}.", _better(move, replies))
    return _slower_cause(move, side)


def winning_moves(state: State) -> tuple[int, ...]:
    """Return the moves that win at once for whoever is to move."""
    return tuple(move for move in state.legal_moves if _wins(state, move))


def letter_words(letter: LossClass) -> str:
    """Return what the letter of a grade means in a game for two."""
    low, high = _range_of(letter)
    if letter == "B":
        return f"**B**: loses {low:g} to {high:g} %, nearly as good as the best."
    if letter == "E":
        return f"**E**: loses more than {low:g} %, a blunder."
    what = {"C": "a slip", "D": "a mistake"}.get(letter, "as good as the best")
    return f"**{letter}**: loses {low:g} to {high:g} %, {what}."


def _range_of(letter: LossClass) -> tuple[float, float]:
    bounds = (0.0, *WIN_POINT_LIMITS, 100.0)
    index = "ABCDE".index(letter)
    return bounds[index], bounds[index + 1]


def _slower_cause(move: GradedMove, side: str) -> Cause:
    """Return what a move did whose punishment takes longer than one move."""
    session, grade, name = move.session, move.grade, f"**{move.name}**"
    after = session.state_at(grade.ply)
    known = known_values(session).get(grade.ply)
    reply = next(iter(legal_start(after, known.line)), None) if known is not None else None
    theirs = None if known is None else known.proof
    had, has = grade.proof, None if theirs is None else _OTHER_SIDE[theirs]
    better = _better(move)
    if had is not None and had is has and grade.loss < LEAST_LOSS:
        keeps = f"{name} keeps {_NAMES[had]}"
        slower = "" if move.better is None else f"; **{move.better_name}** {move.delay}"
        return Cause(f"{keeps}{slower}.")
    if had is not None and has is not None and had is not has:
        return Cause(f"{name} turns {_NAMES[had]} into {_NAMES[has]}.", better)
    if had is Proof.WIN:
        return Cause(f"{name} gives a sure win away.", better)
    by = "" if reply is None else f" by {_bold(after, reply)}"
    if has is Proof.LOSS:
        moves = "" if known is None or known.distance is None else _in_moves(known.distance)
        return Cause(f"{name} lets {side} win{moves}{by}.", better)
    answer = "" if reply is None else f": {side} could answer {_bold(after, reply)}"
    return Cause(f"{name} loses {move.lost}{answer}.", better)


def _better(move: GradedMove, replies: tuple[int, ...] = ()) -> str:
    if move.better is None:
        return ""
    name = f"**{move.better_name}**"
    if move.better in replies:
        return f"Block at {name}."
    if move.grade.proof is Proof.WIN:
        return f"{name} wins."
    if move.grade.proof is Proof.DRAW:
        return f"{name} holds the draw."
    return f"{name} was best: {move.worth} to win."


def _in_moves(plies: int) -> str:
    return "" if plies <= 1 else f" in {most_moves(plies)}"


def _wins(state: State, move: int) -> bool:
    after = state.play(move)
    return after.is_terminal and after.returns[state.current_player] > 0


def _listed(state: State, moves: tuple[int, ...]) -> str:
    """Return the first two of some moves, as in "b1 or c3"."""
    return " or ".join(_bold(state, move) for move in moves[:2])


def _bold(state: State, move: int) -> str:
    return f"**{state.move_label(move)}**"
