"""What the board shows: the position, what is asked and told of it, what is pointed at."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from game.play.grading import grades
from game.play.session import Mode
from game.screens.graded import GradedMove
from game.screens.play.hints import Reveal
from game.ui.boards.view import BoardContent
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.widgets import draw_tooltip

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

STANDING_LINE: Final = 4


class ShownBoard:
    """The board of a game that is shown."""

    def __init__(self, view: "GameScene") -> None:
        self._view, self._controller, self._session = view, view.controller, view.session
        self._animator = view.animator

    def line(self) -> tuple[int, ...]:
        """Return the moves that the board shows ahead: a preview, or the best line."""
        if self._view.preview.mark is not None:
            return self._view.preview.line
        if not (
            self._view.pointing.shows_best_line
            or Reveal.LINE in self._controller.state.hint.reveals
        ):
            return ()
        best, overlay = self._controller.ai.best, self._controller.ai.board_overlay
        if best is None or not self._line_is_open:
            return ()
        if overlay is not None and not overlay.estimates:
            return ()  # a line is what the search expects
        return best.line[:STANDING_LINE]

    @property
    def _line_is_open(self) -> bool:
        controller = self._controller
        if controller.session.mode is Mode.ANALYSE:
            return controller.state.shows_layer or controller.state.is_peeking
        return Reveal.LINE in controller.state.hint.reveals

    def region(self) -> tuple[int, ...]:
        """Return the cells where a hint says to look; empty where it says none."""
        state, best = self._controller.state, self._controller.ai.best
        if Reveal.REGION not in state.hint.reveals or best is None or state.shows_layer:
            return ()
        return self._animator.view.hint_region(self._session.state, best.move)

    def content(self) -> BoardContent:
        controller, stage = self._controller, self._animator
        overlay = controller.ai.board_overlay
        task = controller.guide.task(self._session)
        line = self.line()
        if task is not None and self._session.record.cursor == task.ply and not line:
            line = (task.move,)
        if controller.guess is not None and self._view.preview.mark is None:
            line = (controller.guess.move,)
        content = replace(
            stage.content(),
            state=self._session.state,
            hover=self.pointed_cell(),
            cursor=stage.cursor if stage.keyboard and not self._session.is_over else None,
            overlay=overlay,
            line=line,
            moves=self._session.record.node.moves,
            region=self.region(),
            playable=controller.state.may_play,
            grades=self._shown_grades(),
            named=self._named_cells(),
            ending=stage.end.seconds,
        )
        return self._view.face.shown(self._view.pointing.shown(content))

    def picture(self) -> pygame.Surface:
        """Return the board as it is shown, but for what follows the pointer."""
        shown = pygame.Surface(self._view.size)
        shown.fill(self._view.skin.theme.bg)
        still = replace(self.content(), before=None, progress=1.0)
        board = replace(still, hover=None, hover_before=None, cursor=None, shaken=None)
        self._animator.view.draw(shown, board)
        self._view.face.draw_on_board(shown, board)
        return shown.subsurface(self._view.layout.board).copy()

    def _named_cells(self) -> tuple[int, ...]:
        """Return the cells of the move whose name is pointed at, or else of one that was guessed.

        A graded guess has its ring, and a group of tiles its outline.
        """
        move = self._view.candidates.named(self._view.panel.hovered)
        guess, is_duel = self._controller.guess, self._session.record.spec.players == 2
        if move is None and guess is not None and guess.letter is None and is_duel:
            move = guess.move
        return () if move is None else self._animator.view.cells_of(self._session.state, move)

    def _shown_grades(self) -> tuple[tuple[int, LossClass], ...]:
        """Return the grade of the player's last move, or of the one to be bettered."""
        controller, session, guess = self._controller, self._session, self._controller.guess
        if guess is not None:
            return () if guess.letter is None else ((guess.move, guess.letter),)
        if session.mode is not Mode.PLAY:
            return ()
        task = controller.guide.task(session)
        if task is not None and session.record.cursor == task.ply:
            played = task.played
            return () if played is None else ((task.move, played.grade.loss_class),)
        grade = controller.guide.grade(session) or controller.teacher.grade(session)
        if grade is None or grade.shown_class is None or not self._view.pointing.is_standing(grade):
            return ()
        return ((grade.move, grade.shown_class),)

    def pointed_cell(self) -> int | None:
        """Return the cell that is meant by pointer or cursor, if it can be played."""
        is_closed = self._view.dialog is not None or not self._controller.state.may_play
        return self._view.pointing.meant(None if is_closed else self._animator.target)

    def draw_tooltip(self, surface: pygame.Surface, board: BoardContent) -> None:
        is_covered = self._view.dialog is not None or self._controller.state.tree
        if self._animator.is_animating or is_covered:
            return
        skin, refusal = self._view.skin, self._animator.refusal
        if refusal.cell is not None:
            anchor = self._animator.view.cell_box(self._session.state, refusal.cell)
            draw_tooltip(surface, skin, refusal.words, anchor)
            return
        graded = self.pointed_grade(board)
        if graded is not None:
            draw_tooltip(surface, skin, *graded, spared=self._looked_for(board))
            return
        if board.hover is None:
            return
        text = self._animator.view.caption(board)
        if not text:
            return
        words, _, value = text.partition("  ")
        anchor = self._animator.view.tooltip_box(self._session.state, board.hover)
        spared = self._looked_for(board)
        draw_tooltip(surface, skin, words, anchor, value=value.strip(), spared=spared)

    def _looked_for(self, board: BoardContent) -> list[Box]:
        """Return where the last move and the AI's are to be seen, which nothing may hide."""
        session, view, state = self._session, self._animator.view, self._session.state
        marks = board.overlay.marks if board.overlay else ()
        moves = [mark.move for mark in marks if mark.labelled]
        if session.record.spec.players == 2:
            moves.extend(session.record.node.moves[-1:])
        cells = {cell for move in moves for cell in view.graded_cells(state, move)}
        return [view.cell_box(state, cell) for cell in cells]

    def pointed_grade(self, board: BoardContent) -> tuple[str, Box] | None:
        cell, view, state = self._animator.target, self._animator.view, self._session.state
        if cell is None or not self._animator.is_pointed_at:
            return None
        for move, letter in board.grades:
            graded = self._graded(move)
            if graded is not None and cell in view.graded_cells(state, move):
                words = graded.meaning(letter, is_named=self._view.skin.details)
                return words, view.cell_box(state, cell)
        return None

    def _graded(self, move: int) -> GradedMove | None:
        if self._controller.guess is not None:
            return self._controller.guess.graded
        graded = [grade for grade in grades(self._session.record) if grade.move == move]
        if not graded:
            return None
        is_sought = self._session.record.retry is not None
        return GradedMove(self._session, replace(graded[-1], line=()) if is_sought else graded[-1])
