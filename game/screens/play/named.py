"""The move whose name the pointer rests on, wherever that stands in the panel."""

from game.play.session import Session
from game.screens.play.candidates import Candidates
from game.screens.play.commentary import move_name
from game.ui.panel.analysis import CANDIDATE, PROOF
from game.ui.panel.base import Hit
from game.ui.panel.history import PLY


def named_move(session: Session, candidates: Candidates, hit: Hit | None) -> int | None:
    """Return the move that is named where the pointer is, if one is."""
    if hit is None:
        return None
    if hit.name == PLY:
        return session.moves[hit.value - 1] if 0 < hit.value <= session.length else None
    if hit.name in (CANDIDATE, PROOF):
        mark = candidates.chosen(hit.value)
        return None if mark is None else mark.move
    return _move_called(session, hit.words) if hit.words else None


def _move_called(session: Session, words: str) -> int | None:
    """Return the move of this name: one that may be played now, else one that was played last."""
    state = session.state
    for move in state.legal_moves:
        if move_name(state, move) == words:
            return move
    for ply in range(session.cursor - 1, -1, -1):
        move = session.moves[ply]
        if move_name(session.state_at(ply), move) == words:
            return move
    return None
