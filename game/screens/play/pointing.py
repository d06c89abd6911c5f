"""How a player points at a move: at its cell, or at a piece and then where it goes.

A move of a piece is ``MOST_CELLS * start + target``, and the board a `MovingBoard`.
"""

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pygame

from ai.contract.rules import State
from ai.phrases import filled
from game.games.lattice.square_board import MOST_CELLS
from game.play.grading import Grade
from game.screens.play.preview import NO_PREVIEW
from game.screens.play.react import Choose
from game.ui import commands
from game.ui.boards.moving.places import shown_marks
from game.ui.boards.moving.view import targets_of
from game.ui.boards.view import BoardContent
from game.ui.overlay import Mark
from game.ui.widgets import Grip
from game.words.play import CLICK_A_PIECE, CLICK_TO_PLAY

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

DRAG_DP: Final = 5
"""How far a held piece must be pulled before it leaves its cell."""


class ByCell:
    """A click on a cell plays the move that the board says it means.

    Attributes:
        chosen: What the first of two clicks has chosen: a piece, or a move; None for nothing.
        words: What to do with what has been chosen; nothing while nothing is.
        how: What a player does, in a few words.
        shows_best_line: Whether the AI's best line is shown beside the marks of all candidates.
    """

    how: ClassVar[str] = filled(CLICK_TO_PLAY, hint=commands.HINT.cap)
    shows_best_line: ClassVar[bool] = True

    def __init__(self, view: "GameScene") -> None:
        self.view = view

    @property
    def chosen(self) -> int | None:
        return self.view.controller.state.choice

    @property
    def words(self) -> str:
        return ""

    @property
    def state(self) -> Any:
        return self.view.session.state

    def click(self, cell: int) -> None:
        """Do what a click on a cell means, or say why it means nothing."""
        move = self.view.animator.move_at(cell)
        if move is not None:
            self.view.play(move)
        else:
            self.view.refuse(self.view.animator.view.refusal(self.state, cell))

    def choose(self, cell: int | None) -> None:
        """Choose a piece, or none."""

    def before(self, event: pygame.event.Event) -> None:
        """Take note of an event before the screen does anything with it."""

    def after(self, event: pygame.event.Event) -> None:
        """Take note of what an event has come to."""

    def puts_back(self, position: tuple[int, int]) -> bool:
        """Tell whether a press at a pixel puts a chosen piece back."""
        del position
        return False

    def grip_of(self, cell: int | None) -> Grip:
        """Return what a finger does with a cell, besides pressing it shortly."""
        del cell
        return Grip.NONE

    def meant(self, cell: int | None) -> int | None:
        """Return the cell that is meant where the pointer or the cursor is on a cell."""
        return cell

    def shown(self, content: BoardContent) -> BoardContent:
        """Return what the board shows, with what has been chosen."""
        return content

    def is_on(self, mark: Mark, cell: int) -> bool:
        """Tell whether the board shows a candidate on a cell."""
        return self.view.animator.move_at(cell) in (mark.move, *mark.same_plan)

    def is_standing(self, grade: Grade) -> bool:
        """Tell whether what a graded move put on the board is still there."""
        del grade
        return True


class ByPiece(ByCell):
    """A click chooses a piece, and another one where it goes; or it is dragged there."""

    how: ClassVar[str] = filled(CLICK_A_PIECE, hint=commands.HINT.cap)
    # The board is full with the arrows and badges of all candidates.
    shows_best_line: ClassVar[bool] = False

    def __init__(self, view: "GameScene") -> None:
        super().__init__(view)
        self._before: tuple[State, int | None] | None = None
        self._grabbed: int | None = None
        self._grabbed_at = (0, 0)
        self._dragged_to: tuple[int, int] | None = None
        self._was_chosen = False

    def click(self, cell: int) -> None:
        """Choose a piece, play the chosen one's move to a cell, or choose none."""
        piece = self.chosen
        if piece is not None and cell in targets_of(self.state, piece):
            self._go(piece, cell)
        elif cell != piece and targets_of(self.state, cell):
            self.choose(cell)
        else:
            if cell != piece:
                self.view.refuse(self.view.animator.view.refusal(self.state, cell, piece))
            self.choose(None)

    def choose(self, cell: int | None) -> None:
        self.view.controller.give(NO_PREVIEW)
        self.view.controller.give(Choose(cell))

    def before(self, event: pygame.event.Event) -> None:
        """Play the piece that is let go, drag the one that is held."""
        is_left = getattr(event, "button", 0) == 1
        if event.type == pygame.MOUSEBUTTONUP and is_left and self.view.dialog is None:
            self._drop(event.pos)
        if event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            self._drag(event.pos)
        is_press = event.type == pygame.MOUSEBUTTONDOWN and is_left
        self._before = (self.state, self.chosen) if is_press else None

    def after(self, event: pygame.event.Event) -> None:
        """Hold the piece that is pressed; letting go there may put it back."""
        if self._before is None:
            return
        (state, piece), self._before = self._before, None
        cell = self.view.animator.cell_at(event.pos)
        is_same = state is self.state and piece is not None and piece == cell
        self._was_chosen = is_same and self.chosen is None
        if self._was_chosen:
            self.choose(cell)
        self._grabbed = cell if cell == self.chosen else None
        self._grabbed_at, self._dragged_to = event.pos, None

    def _drag(self, position: tuple[int, int]) -> None:
        """Let the held piece follow the pointer once it has moved far enough to be meant."""
        least = self.view.skin.px(DRAG_DP)
        if self._dragged_to is not None or math.dist(position, self._grabbed_at) > least:
            self._dragged_to = position

    def _drop(self, position: tuple[int, int]) -> None:
        """Play the held piece to where it is let go, if it may go there."""
        piece, self._grabbed = self._grabbed, None
        was_dragged, self._dragged_to = self._dragged_to is not None, None
        if piece is None or piece != self.chosen:
            return
        cell, animator = self.view.animator.cell_at(position), self.view.animator
        if cell == piece and self._was_chosen and not was_dragged:
            self.choose(None)
        elif cell is not None and cell in targets_of(self.state, piece):
            before = self.state
            self._go(piece, cell)
            animator.by_hand = was_dragged and self.state is not before

    def _go(self, piece: int, target: int) -> None:
        self.choose(None)
        self.view.play(MOST_CELLS * piece + target)

    def puts_back(self, position: tuple[int, int]) -> bool:
        piece = self.chosen
        return piece is not None and piece == self.view.animator.cell_at(position)

    def grip_of(self, cell: int | None) -> Grip:
        is_piece = cell is not None and targets_of(self.state, cell)
        return Grip.DRAG if is_piece else Grip.NONE

    def shown(self, content: BoardContent) -> BoardContent:
        dragged_to = self._dragged_to if self._grabbed == self.chosen else None
        return replace(content, chosen=self.chosen, dragged_to=dragged_to)

    def is_on(self, mark: Mark, cell: int) -> bool:
        """Tell whether the board shows a candidate on a cell: it stands where it goes to."""
        shown = shown_marks(self.view.controller.ai.board_overlay, self.chosen)
        is_shown = any(each.move == mark.move for each in shown)
        return is_shown and cell in self.view.animator.view.graded_cells(self.state, mark.move)

    def is_standing(self, grade: Grade) -> bool:
        """Tell whether the piece that a graded move led somewhere has not been taken there."""
        cells_of = partial(self.view.animator.view.cells_of, self.state)
        target, later = cells_of(grade.move)[1:], self.view.session.record.node.moves[grade.ply :]
        return set(target).isdisjoint(cell for move in later for cell in cells_of(move))
