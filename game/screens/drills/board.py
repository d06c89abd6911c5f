"""The board on which a drill is tried, and on which its answer is walked along."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

import pygame

from ai.contract.rules import IllegalMoveError
from ai.phrases import told
from game.screens.context import Context
from game.screens.drills.run import DrillPhase, DrillRound
from game.screens.entry import make_board_view
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.cues import cues_of
from game.screens.play.reading import BoardReader, turn_sentence
from game.ui.boards.view import BoardContent
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.sound import Cue
from game.ui.spoken import Speech
from game.ui.widgets import draw_tooltip
from game.words.drills import ANSWER_SHOWN, ONE_TRIED, SOLVED_ALREADY
from game.words.say import sentence

_REFUSALS: Final = {
    DrillPhase.RIGHT: SOLVED_ALREADY,
    DrillPhase.SHOWN: ANSWER_SHOWN,
    DrillPhase.WRONG: ONE_TRIED,
}
"""Why a click on the board plays nothing once a move was tried."""


class DrillBoard:
    """Takes the player's moves at the present drill of a round.

    Attributes:
        animator: What moves on it.
        reader: Reads it to somebody who does not look at it.
    """

    def __init__(self, context: Context, drills: DrillRound, skin: Skin, speech: Speech) -> None:
        self._context, self._round, self._skin = context, drills, skin
        self._view = make_board_view(drills.drill.game, labels=True)
        self.material = self._view.material
        self.animator = BoardAnimator(self._view, drills.session.state)
        self.animator.turn(drills.session.record.root.state.current_player == 1)
        self._box = Box(0, 0, 0, 0)
        self._chosen: int | None = None
        self.reader = BoardReader(
            self.animator, self.content, lambda: turn_sentence(drills.session), speech
        )

    def place(self, box: Box, skin: Skin) -> None:
        self._box, self._skin = box, skin
        self._view.resize(pygame.Rect(box), skin)
        self.animator.look_again()

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Point, click, or turn to another move; return whether nobody else is to react."""
        animator = self.animator
        if event.type == pygame.MOUSEMOTION:
            animator.point(event.pos if self._box.contains(event.pos) else None)
        elif event.type == pygame.WINDOWLEAVE:
            animator.point(None)
        elif event.type == pygame.MOUSEWHEEL and animator.hover is not None:
            self._round.step(-event.y)
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN:
            was_moving = animator.is_animating
            animator.finish()
            if event.button == 1 and self._box.contains(event.pos):
                animator.point(event.pos)
                animator.keyboard = False
                if not was_moving:
                    self._click(animator.cell_at(event.pos))
                return True
        return False

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means."""
        at = self.animator.cell_at(position) if self._box.contains(position) else None
        return None if at is None else (at, self._round.index, self._round.attempt.phase)

    def press(self) -> None:
        """Play at the cursor, if the keyboard moves it."""
        self._click(self.animator.cursor if self.animator.keyboard else None)

    def let_go(self) -> bool:
        """Let go of a piece that was taken up; return whether there was one."""
        was_chosen, self._chosen = self._chosen is not None, None
        return was_chosen

    def update(self, dt: float) -> bool:
        """Let time pass; return whether the AI has found out anything new."""
        self.animator.update(dt)
        is_new = not self.animator.is_animating and self._round.update()
        self.animator.fade.go_to(self._pointed, self._skin.gate)
        return is_new

    def wake_after(self) -> float | None:
        """Return the seconds until it looks different by itself."""
        return 0.0 if self.animator.is_moving else self.animator.refusal.wake_after()

    def show(self) -> None:
        """Show the position of the round, and let be heard what has led there."""
        before, session = self.animator.state, self._round.session
        if self.animator.show(session.state, self._skin.gate) and session.record.cursor:
            for cue, size in cues_of(before, session.state, session.record.seats):
                self._context.cue(cue, size)

    def content(self) -> BoardContent:
        drills, animator = self._round, self.animator
        return replace(
            animator.content(),
            hover=self._pointed,
            cursor=animator.cursor if animator.keyboard and drills.may_answer else None,
            line=() if animator.is_animating else drills.line,
            moves=drills.session.record.node.moves,
            playable=drills.may_answer,
            chosen=self._chosen,
        )

    def draw(self, surface: pygame.Surface) -> None:
        self._view.draw(surface, self.content())

    def describe(self) -> Element:
        return self._view.describe(self.content(), self._round.session.record.spec)

    def draw_refusal(self, surface: pygame.Surface) -> None:
        """Say why a click could not be played; call it after everything else."""
        refusal = self.animator.refusal
        if refusal.cell is not None:
            anchor = self._view.cell_box(self.animator.state, refusal.cell)
            draw_tooltip(surface, self._skin, refusal.words, anchor)

    @property
    def _pointed(self) -> int | None:
        return self.animator.target if self._round.may_answer else None

    def _click(self, cell: int | None) -> None:
        """Play the move that a cell means, or take up a piece there."""
        drills, animator, view = self._round, self.animator, self._view
        if cell is None:
            return
        if not drills.may_answer:
            self._click_answer(cell)
            return
        state = drills.session.state
        ways = {view.cells_of(state, move): move for move in state.legal_moves}
        chosen, self._chosen = self._chosen, None
        move = animator.move_at(cell)
        if move is None and chosen is not None:
            move = ways.get((chosen, cell))
        if move is not None:
            try:
                drills.answer(move)
            except IllegalMoveError as error:
                self._refuse(sentence(told(error)))
        elif cell != chosen and any(len(way) == 2 and way[0] == cell for way in ways):
            self._chosen = cell
        elif cell != chosen:
            self._refuse(view.refusal(state, cell, chosen))

    def _click_answer(self, cell: int) -> None:
        """Play the move that is shown next, or say why another cannot be played."""
        drills = self._round
        ahead = drills.line[:1] if drills.shows_answer else ()
        cells = (self._view.cells_of(drills.session.state, each) for each in ahead)
        if any(cell in each for each in cells) or self.animator.move_at(cell) in ahead:
            drills.step(1)
        elif drills.attempt.phase in _REFUSALS:
            self._refuse(_REFUSALS[drills.attempt.phase])

    def _refuse(self, why: str) -> None:
        if why:
            self._context.cue(Cue.ILLEGAL)
            self.animator.refuse(why, self._skin.gate)
