"""One of the worst moves of a game: what was played, what was best, and a way to try again."""

from dataclasses import replace
from typing import Final

import pygame

from game.play.credit import seated_player
from game.play.grading import Grade
from game.play.session import Session
from game.screens.graded import GradedMove
from game.screens.play.commentary import line_text
from game.screens.review.words import player_words, position_name
from game.ui.boards.base import BoardContent, still_content
from game.ui.boards.marks import proof_badge
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.panel.base import draw_letter
from game.ui.panel.items import RaisedButton
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import Action, Widget, draw_chosen, draw_ground

RETRY: Final = "retry"
LINE: Final = "line"
CARD: Final = "card"
BUTTON_DP: Final = 36
_PADDING: Final = 16
_HEAD: Final = 44
_ARROW: Final = 14


class ReviewCard(Widget):
    """A card that can be chosen, with its two buttons.

    Attributes:
        graded: The move it is about.
        retry: Plays on from the position before the move.
        show_line: Walks the better line on the card's board.
        pixels: How high it is.
        chosen: Whether the review's graph points at it.
        shown: How many moves of the better line its board shows; 0 for the move as played.
        line: The better line, as far as it can be played.
    """

    def __init__(self, index: int, session: Session, grade: Grade, view: Board) -> None:
        super().__init__(f"{CARD} {index}")
        self.graded = GradedMove(session, grade)
        self.retry = RaisedButton(f"{RETRY} {index}", "Retry", icon="rotate-ccw")
        self.show_line = RaisedButton(f"{LINE} {index}", "Line", icon="play")
        self.pixels = 0
        self.chosen = False
        self.shown = 0
        self._session = session
        self._before = session.state_at(grade.ply - 1)
        self.line = self.graded.line
        self._view = view
        view.turn(seated_player(session) == 1)
        self._board = Box(0, 0, 1, 1)
        self._tip_box = self._board
        self._names: list[tuple[Box, int]] = []
        self._named: int | None = None
        self._has_letters = True

    def learn(self, grade: Grade) -> None:
        """Take over what is known of its move by now; the line stays while it is in use."""
        if grade == self.grade:
            return
        self.graded = GradedMove(self._session, grade)
        if not self.shown and not self.is_touched:
            self.line = self.graded.line

    @property
    def grade(self) -> Grade:
        """The grade of its move."""
        return self.graded.grade

    @property
    def is_touched(self) -> bool:
        """Whether pointer or keyboard are on it or on one of its buttons."""
        return any(each.hovered or each.pressed or each.focused for each in self._widgets)

    def height(self, skin: Skin) -> int:
        del skin
        return self.pixels

    @property
    def _widgets(self) -> tuple[Widget, ...]:
        """The card and its buttons, in the order of Tab."""
        return (self, self.retry, self.show_line) if self.line else (self, self.retry)

    def hit(self, position: tuple[float, float]) -> bool:
        """Tell whether the pointer is over the card but not over its buttons."""
        buttons = self._widgets[1:]
        return super().hit(position) and not any(button.hit(position) for button in buttons)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Say what the ring stands for while it is pointed at; see `Widget.handle_event`."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        return super().handle_event(event)

    @property
    def tip_box(self) -> Box:
        """The cell that is pointed at."""
        return self._tip_box

    def _point(self, position: tuple[int, int]) -> None:
        content = self.board_content()
        on_board = self._board.contains(position)
        cell = self._view.cell_at(content.state, position) if on_board else None
        marked = [move for move, _ in content.grades]
        marked += [] if content.best is None else [content.best]
        is_on = any(cell in self._view.graded_cells(content.state, move) for move in marked)
        names = (move for box, move in self._names if box.contains(position))
        self._named = next(names, None)
        self.tooltip = ""
        if is_on and content.grades and cell is not None:
            letter = self.grade.loss_class
            self.tooltip = self.graded.meaning(letter, is_named=self._has_letters)
            self._tip_box = self._view.cell_box(content.state, cell)

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        self.place(box)
        self._has_letters = skin.theme.details
        padding = skin.px(_PADDING)
        inner = self.box.inset(padding)
        tall = skin.px(BUTTON_DP)
        y = inner.bottom - tall
        line_width = self.show_line.width(skin) if self.line else 0
        gap = skin.px(8) if self.line else 0
        self.retry.place(Box(inner.x, y, inner.width - line_width - gap, tall))
        self.show_line.place(Box(inner.right - line_width, y, line_width, tall))
        top = self.box.y + skin.px(_HEAD)
        height = y - skin.px(8) - top
        width = min(round(0.56 * self.box.width), round(1.16 * height))
        self._board = Box(self.box.x + skin.px(8), top, width, height)
        self._view.resize(pygame.Rect(self._board), skin.unit, skin.theme)
        return self._widgets

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        radius = skin.px(RADIUS.card)
        if self.chosen:
            draw_chosen(surface, skin, self.box, radius)
        else:
            ground = mix(theme.panel, theme.raised, 0.6 * self.lit)
            draw_ground(surface, skin, self.box, radius, ground)
        self._draw_head(surface, skin)
        self._view.draw(surface, self.board_content())
        self._draw_words(surface, skin)
        self.draw_focus(surface, skin, radius)

    def board_content(self) -> BoardContent:
        """Return the board, with light on the move whose name is pointed at."""
        content = self._position_content()
        if self._named is None:
            return content
        return replace(content, named=self._view.cells_of(content.state, self._named))

    def _position_content(self) -> BoardContent:
        """Return the move as it was played, or the better line as far as shown."""
        grade, line, shown = self.grade, self.line, self.shown
        is_for_one = self._session.spec.players == 1
        if shown and is_for_one:
            state = self._before
            for move in line[: shown - 1]:
                state = state.play(move)
            return replace(still_content(state), best=line[shown - 1])
        if shown:
            return replace(still_content(self._before), line=line[:shown])
        # A removed group is gone: the board before the move shows it, and the better one.
        state = self._before if is_for_one else self._session.state_at(grade.ply)
        best = line[0] if line and line[0] != grade.move else None
        return replace(still_content(state), grades=((grade.move, grade.loss_class),), best=best)

    def _draw_head(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, y = skin.theme, self.box.y + skin.px(27)
        before, after = self.graded.fall
        draw_letter(surface, skin, self.grade.loss_class, (self.box.x + skin.px(29), y), 22)
        x = self.box.x + skin.px(50)
        name = position_name(self._session, self.grade.ply)
        skin.write(surface, name, (x, y), TYPE.lead, theme.text, bold=True)
        at = (self.box.right - skin.px(18), y)
        box = skin.write(surface, after, at, TYPE.lead, theme.text, bold=True, anchor="midright")
        arrow = skin.px(_ARROW)
        middle = box.x - skin.px(5) - arrow / 2
        skin.icons.draw(surface, "arrow-right", (middle, y), arrow, theme.text3)
        at = (round(middle - arrow / 2) - skin.px(5), y)
        skin.write(surface, before, at, TYPE.lead, theme.text, bold=True, anchor="midright")

    def _draw_words(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, graded, grade = skin.theme, self.graded, self.grade
        x = self._board.right + skin.px(14)
        room = self.box.right - skin.px(12) - x
        step = min(skin.px(52), self._board.height // 3)
        y = self._board.y + max(0, (self._board.height - 3 * step) // 2) + skin.px(8)
        title = player_words(self._session, grade.ply)
        skin.write(surface, title, (x, y), TYPE.caption, theme.text3)
        at = (x, y + skin.px(20))
        box = skin.write(surface, graded.name, at, TYPE.lead, theme.text, bold=True)
        self._names = [(box, grade.move)]
        if not graded.line:
            return
        best, *others = graded.line
        y += step
        better = "As good is" if grade.is_best else "Best was"
        skin.write(surface, better, (x, y), TYPE.caption, theme.text3)
        at = (x, y + skin.px(20))
        name = graded.state.move_label(best)
        box = skin.write(surface, name, at, TYPE.lead, theme.text, bold=True)
        self._names += [(box, move) for move in self.line[:1]]
        left = box.right + skin.px(8)
        if grade.proof is not None and theme.details:
            badge = proof_badge(skin.sprites, grade.proof, grade.distance, skin.px(18))
            surface.blit(badge, badge.get_rect(midleft=(left, at[1])))
        elif skin.width(graded.worth, TYPE.caption, bold=True) <= x + room - left:
            skin.write(surface, graded.worth, (left, at[1]), TYPE.caption, theme.text3, bold=True)
        if then := line_text(graded.state.play(best), tuple(others[:3])):
            y += step
            skin.write(surface, "then", (x, y), TYPE.caption, theme.text3)
            text = skin.fit(then, TYPE.caption, room)
            skin.write(surface, text, (x, y + skin.px(19)), TYPE.caption, theme.text2)
            for name, move in zip(text.split(), self.line[1:], strict=False):
                wide = skin.width(f"{name} ", TYPE.caption)
                self._names.append((Box(x, y + skin.px(9), wide, skin.px(20)), move))
                x += wide


def card_height(skin: Skin, room: int) -> int:
    """Return how high a card is where there is `room` pixels for it."""
    return max(skin.px(250), min(room, skin.px(420)))
