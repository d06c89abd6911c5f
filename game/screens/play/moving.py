"""The screen of a game in which a move is two cells: a piece, and where it goes.

A move is ``MOST_CELLS * start + target``, and the board a `MovingBoard`.
"""

import math
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.games.lattice.square_board import MOST_CELLS
from game.play.grading import Grade
from game.screens.base import Command
from game.screens.context import Context
from game.screens.play.game_scene import GameScene
from game.screens.play.hints import HintStep
from game.screens.play.preview import NO_PREVIEW
from game.screens.play.two_player import TwoPlayerScene
from game.screens.profile import Profile
from game.ui.boards.moving.places import shown_marks
from game.ui.boards.moving.view import is_on_board, targets_of
from game.ui.boards.view import Board, BoardContent
from game.ui.overlay import Mark

DRAG_DP: Final = 5
"""How far a held piece must be pulled before it leaves its cell."""


class MovingPieces(GameScene):
    """What a screen of moving pieces adds: click a piece, then where it goes, or drag it there."""

    def __init__(
        self, context: Context, profile: Profile, view: Board, *, fresh: bool = False
    ) -> None:
        self._grabbed: int | None = None
        self._grabbed_at = (0, 0)
        self._held: tuple[int, int] | None = None
        self._was_chosen = False
        super().__init__(context, profile, view, fresh=fresh)

    @property
    def state(self) -> Any:
        return self.session.state

    # Choosing a piece and a target.

    @property
    def chosen(self) -> int | None:
        return self.controller.state.choice

    def clicked(self, cell: int) -> None:
        """Choose a piece, play the chosen one's move to a cell, or choose none."""
        piece = self.chosen
        if piece is not None and cell in targets_of(self.state, piece):
            self._go(piece, cell)
        elif cell != piece and targets_of(self.state, cell):
            self._choose(cell)
        else:
            if cell != piece:
                self.refuse(self.animator.view.refusal(self.state, cell, piece))
            self._choose(None)

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means; on the chosen piece, to put it back."""
        piece = self.chosen
        puts_back = piece is not None and piece == self.animator.cell_at(position)
        return super().meaning_at(position), puts_back

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to one event; a piece may be dragged to where it goes."""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.dialog is None:
            self._drop(event.pos)
        if event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            self._drag(event.pos)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return super().handle_event(event)
        piece, state = self.chosen, self.state
        command = super().handle_event(event)
        self._grab(event.pos, None if state is not self.state else piece)
        return command

    def _grab(self, position: tuple[int, int], before: int | None) -> None:
        """Note the piece that a button is held on; letting go there may put it back."""
        cell = self.animator.cell_at(position)
        self._was_chosen = before is not None and before == cell and self.chosen is None
        if self._was_chosen:
            self._choose(cell)
        self._grabbed = cell if cell == self.chosen else None
        self._grabbed_at, self._held = position, None

    def _drag(self, position: tuple[int, int]) -> None:
        """Let the held piece follow the pointer, once that is no trembling hand."""
        least = self.skin.px(DRAG_DP)
        if self._held is not None or math.dist(position, self._grabbed_at) > least:
            self._held = position

    def _drop(self, position: tuple[int, int]) -> None:
        """Play the held piece to where it is let go, if it may go there."""
        piece, self._grabbed = self._grabbed, None
        was_dragged, self._held = self._held is not None, None
        if piece is None or piece != self.chosen:
            return
        cell = self.animator.cell_at(position)
        if cell == piece and self._was_chosen and not was_dragged:
            self._choose(None)
        elif cell is not None and cell in targets_of(self.state, piece):
            before = self.state
            self._go(piece, cell)
            self.animator.by_hand = was_dragged and self.state is not before

    def _go(self, piece: int, target: int) -> None:
        self._choose(None)
        self.play(MOST_CELLS * piece + target)

    def _choose(self, cell: int | None) -> None:
        self.controller.put(choice=cell, preview=NO_PREVIEW)
        self.touch()

    def _escape(self) -> Command | None:
        """Put a chosen piece back before anything else that is seen is stopped or closed."""
        if self.chosen is None or self.controller.state.tree:
            return super()._escape()
        self._choose(None)
        return None

    # What the board shows.

    def board_content(self) -> BoardContent:
        held = self._held if self._grabbed == self.chosen else None
        return replace(super().board_content(), chosen=self.chosen, dragged_to=held)

    def shown_line(self) -> tuple[int, ...]:
        """Return the moves that the board shows ahead: those pointed at, or a hint's.

        Beside the arrows and badges of all candidates they would be too many to tell apart.
        """
        is_asked = self.preview.mark is not None or self.controller.hint is HintStep.LINE
        return super().shown_line() if is_asked else ()

    def is_on(self, mark: Mark, cell: int) -> bool:
        """Tell whether the board shows a candidate on a cell: it stands where it goes to."""
        shown = shown_marks(self.controller.board_overlay, self.chosen)
        is_shown = any(each.move == mark.move for each in shown)
        return is_shown and cell in self.animator.view.graded_cells(self.state, mark.move)

    def is_standing(self, grade: Grade) -> bool:
        """Tell whether the piece that a graded move led somewhere has not been taken there."""
        cells_of = partial(self.animator.view.cells_of, self.state)
        target, since = cells_of(grade.move)[1:], self.session.played[grade.ply :]
        return set(target).isdisjoint(cell for move in since for cell in cells_of(move))

    def hint_region(self, move: int) -> tuple[int, ...]:
        if not is_on_board(self.state, move):
            return ()
        columns, rows = self.state.parameters.columns, self.state.parameters.rows
        row, column = divmod(move // MOST_CELLS, columns)
        return tuple(
            near * columns + beside
            for near in range(max(0, row - 1), min(rows, row + 2))
            for beside in range(max(0, column - 1), min(columns, column + 2))
        )


class MovingScene(MovingPieces, TwoPlayerScene):
    def play_words(self) -> str:
        """Return what happened last; before the first move, how to play one."""
        if self.session.cursor == 0 and not self.session.is_ai_passed_by:
            goal = self.rule_words()
            return f"{goal[0].upper()}{goal[1:]}. Click a piece, then where it goes; H for a hint."
        return super().play_words()
