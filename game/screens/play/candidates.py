"""The AI's candidates as the player points at them: by rank, on the board, as a line of ghosts."""

from collections.abc import Callable

from game.play.session import Session
from game.screens.play.controller import GameController
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.ui.overlay import Mark
from game.ui.panel.analysis import CANDIDATE, PROOF
from game.ui.panel.base import Hit
from game.ui.panel.history import PLY


class Candidates:
    """Finds a candidate and shows its line."""

    def __init__(self, controller: GameController, is_on: Callable[[Mark, int], bool]) -> None:
        """Look at a game's candidates.

        Args:
            is_on: Tells whether the board shows a candidate on a cell.
        """
        self._controller = controller
        self._is_on = is_on

    def mark(self, rank: int | None) -> Mark | None:
        """Return the candidate of a rank from 0, if there is one."""
        overlay = self._controller.ai.full_overlay
        if rank is None or overlay is None or rank >= len(overlay.marks):
            return None
        return overlay.marks[rank]

    def chosen(self, rank: int) -> Mark | None:
        """Return the candidate of a rank, if candidates may be seen now."""
        return self.mark(rank) if self._controller.state.is_view_open else None

    def rank_at(self, cell: int | None) -> int | None:
        """Return the rank from 0 of the candidate that the board shows on a cell."""
        overlay = self._controller.ai.board_overlay
        if overlay is None or cell is None:
            return None
        shown = ((rank, mark) for rank, mark in enumerate(overlay.marks) if mark.labelled)
        return next((rank for rank, mark in shown if self._is_on(mark, cell)), None)

    def show(self, mark: Mark | None) -> None:
        """Show the line of a candidate, or none."""
        state, now = self._controller.state, self._controller.context.clock()
        line = state.preview.pointed_at(mark, now, is_of_view=state.is_view_open)
        if line is not state.preview:
            self._controller.give(line)

    def toggle(self, mark: Mark) -> None:
        """Show the line of a candidate, or none if it is shown."""
        frozen = self._controller.state.preview.mark
        if frozen is None or frozen.move != mark.move:
            self.show(mark)
        else:
            self._controller.give(NO_PREVIEW)

    def play_out(self, rank: int | None) -> None:
        """Let ghosts play the line of a candidate to its end."""
        mark, is_of_view = self.mark(rank), self._controller.state.is_view_open
        if mark is not None:
            now = self._controller.context.clock()
            line = LinePreview(mark, 1, now, is_pinned=True, is_of_view=is_of_view)
            self._controller.give(line)

    def named(self, hit: Hit | None) -> int | None:
        """Return the move that is named where the pointer is in the panel, if one is."""
        if hit is None:
            return None
        session = self._controller.session
        if hit.name == PLY:
            return (
                session.record.moves[hit.value - 1]
                if 0 < hit.value <= session.record.length
                else None
            )
        if hit.name in (CANDIDATE, PROOF):
            mark = self.chosen(hit.value)
            return None if mark is None else mark.move
        return _move_called(session, hit.words) if hit.words else None


def _move_called(session: Session, words: str) -> int | None:
    """Return the move of this name: one that may be played now, else one that was played last."""
    moves = [(session.state, move) for move in session.state.legal_moves]
    moves += [
        (session.record.nodes[ply].state, session.record.moves[ply])
        for ply in reversed(range(session.record.cursor))
    ]
    return next((move for state, move in moves if state.move_label(move) == words), None)
