"""One of the worst moves of a game: what was played, what was best, and a way to try again."""

from dataclasses import replace
from typing import Final

import pygame

from ai.phrases import N_
from game.play.credit import seated_player
from game.play.grading import Grade, note_best
from game.play.session import Session
from game.screens.graded import GradedMove
from game.screens.play.commentary import line_text
from game.screens.review.words import player_words, position_name
from game.ui.boards.marks import proof_badge
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import Box
from game.ui.panel.base import Hit, Section, words_in
from game.ui.panel.compose import SPRING, Column, ControlSpace, Inset, Row, Space, Tappable
from game.ui.panel.items import RaisedButton
from game.ui.panel.parts import Painted, Phrase, icon_picture, letter_picture, picture_of, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import Action, Widget, draw_chosen, draw_ground
from game.words import review as words

RETRY: Final = "retry"
LINE: Final = "line"
CARD: Final = "card"
BUTTON_DP: Final = 36
_PADDING: Final = 16
_HEAD: Final = 44
_ARROW: Final = 14
_BLOCK: Final = 52
_TITLE: Final = 16
_NAME: Final = 24
"""Heights of a title with its name and of both alone, in dp."""
_THEN: Final = 22


class ReviewCard(Widget):
    """A card that can be chosen, with its buttons.

    Attributes:
        retry: Plays on from the position before the move.
        show_line: Walks the better line on the card's board.
        shown: How many moves of the better line its board shows; 0 for the move as played.
        line: The better line, as far as it can be played.
        names: Where the names of moves were drawn, each with its move.
        view: Its board.
    """

    def __init__(
        self, index: int, session: Session, grade: Grade, view: Board, *, can_retry: bool
    ) -> None:
        super().__init__(f"{CARD} {index}")
        self._graded = GradedMove(session, grade)
        self.retry = RaisedButton(f"{RETRY} {index}", N_("Retry"), icon="rotate-ccw")
        self.show_line = RaisedButton(f"{LINE} {index}", N_("Show"), icon="play")
        self._can_retry = can_retry
        self.pixels = 0
        self.chosen = False
        self.shown = 0
        self._session = session
        self._before = session.record.nodes[grade.ply - 1].state
        self.line = self._graded.line
        self.view = view
        view.turn(seated_player(session.record) == 1)
        self._board = Box(0, 0, 1, 1)
        self._tip_box = self._board
        self._named: int | None = None
        self.names: tuple[Hit, ...] = ()
        self._has_letters = True

    def learn(self, grade: Grade) -> None:
        """Take over what is known of its move by now; the line stays while it is in use."""
        if grade == self.grade:
            return
        self._graded = GradedMove(self._session, grade)
        if not self.shown and not self.is_touched:
            self.line = self._graded.line

    @property
    def grade(self) -> Grade:
        return self._graded.grade

    @property
    def graded(self) -> GradedMove:
        """The move as it is told: nothing of a better one while that is covered."""
        if not self.is_covered:
            return self._graded
        return GradedMove(self._session, replace(self.grade, line=()))

    @property
    def is_covered(self) -> bool:
        """Whether a better move is to be found, which nobody has tried or been told."""
        better = self._graded.better
        if better is None or not (self._can_retry and self.grade.is_mistake):
            return False
        return better not in self._session.record.nodes[self.grade.ply - 1].position.advice

    def uncover(self) -> None:
        """Tell the better move, as the player has asked for it."""
        if self.is_covered:
            note_best(self._session.record, self.grade.ply - 1, self._graded.line[0])

    @property
    def is_touched(self) -> bool:
        return any(each.hovered or each.pressed or each.focused for each in self.together)

    def height(self, skin: Skin) -> int:
        del skin
        return self.pixels

    @property
    def together(self) -> tuple[Widget, ...]:
        return self, *self._buttons

    def words(self, skin: Skin) -> str:
        return words_in(self._content(skin), skin, self.box)

    @property
    def is_on(self) -> bool:
        return self.chosen

    @property
    def _buttons(self) -> tuple[Widget, ...]:
        retry = (self.retry,) if self._can_retry else ()
        return (*retry, self.show_line) if self.line else retry

    def hit(self, position: tuple[float, float]) -> bool:
        """Tell whether the pointer is over the card but not over its buttons."""
        return super().hit(position) and not any(each.hit(position) for each in self._buttons)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Say what the ring stands for while it is pointed at; see `Widget.handle_event`."""
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        return super().handle_event(event)

    @property
    def tip_box(self) -> Box:
        return self._tip_box

    def _point(self, position: tuple[int, int]) -> None:
        content = self.board_content()
        on_board = self._board.contains(position)
        cell = self.view.cell_at(content.state, position) if on_board else None
        marked = [move for move, _ in content.grades]
        marked += [] if content.best is None else [content.best]
        is_on = any(cell in self.view.graded_cells(content.state, move) for move in marked)
        names = (hit.value for hit in self.names if hit.box.contains(position))
        self._named = next(names, None)
        self.tooltip = ""
        if is_on and content.grades and cell is not None:
            letter = self.grade.loss_class
            self.tooltip = self.graded.meaning(letter, is_named=self._has_letters)
            self._tip_box = self.view.cell_box(content.state, cell)

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        self.place(box)
        self._has_letters = skin.details
        self.show_line.label = (
            N_("Show") if self.is_covered else N_("Line", "of moves that is shown")
        )
        for part, place in self._parts(skin):
            part.arrange(skin, place)
            if isinstance(part, Painted) and part.paint == self._draw_board:
                self._board = place
        self.view.resize(pygame.Rect(self._board), skin)
        return self.together

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        radius = skin.px(RADIUS.card)
        if self.chosen:
            draw_chosen(surface, skin, self.box, radius)
        else:
            ground = mix(theme.panel, theme.raised, 0.6 * self.lit)
            draw_ground(surface, skin, self.box, radius, ground)
        parts = self._parts(skin)
        for part, place in parts:
            part.draw(surface, skin, place)
        self.names = tuple(hit for part, place in parts for hit in part.hits(skin, place))
        self.draw_focus(surface, skin, radius)

    def board_content(self) -> BoardContent:
        """Return the board, with light on the move whose name is pointed at."""
        content = self._position_content()
        if self._named is None:
            return content
        return replace(content, named=self.view.cells_of(content.state, self._named))

    def _position_content(self) -> BoardContent:
        """Return the move as it was played, or the better line as far as shown."""
        grade, line, shown = self.grade, self.line, self.shown
        is_for_one = self._session.record.spec.players == 1
        if shown:
            return self.view.line_content(self._before, line[:shown])
        # A removed group is gone: the board before the move shows it, and the better one.
        state = self._before if is_for_one else self._session.record.nodes[grade.ply].state
        shows_best = line and line[0] != grade.move and not self.is_covered
        best = line[0] if shows_best else None
        return replace(BoardContent(state), grades=((grade.move, grade.loss_class),), best=best)

    def _draw_board(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        del skin, box
        self.view.draw(surface, self.board_content())

    # What it consists of.

    def _parts(self, skin: Skin) -> list[tuple[Section, Box]]:
        return self._content(skin).lay(skin, self.box.width).at(self.box.x, self.box.y)

    def _content(self, skin: Skin) -> Column:
        """Return head, board and words, and the buttons."""
        below = skin.px(_HEAD) + skin.px(8) + skin.px(BUTTON_DP) + skin.px(_PADDING)
        tall = self.box.height - below
        wide = min(round(0.56 * self.box.width), round(1.16 * tall))
        room = self.box.width - wide - skin.px(8 + 14 + 12)
        first = self._buttons[:1]
        buttons = (ControlSpace(each, BUTTON_DP, stretch=each in first) for each in self._buttons)
        return Column(
            10,
            self._head(skin),
            Row(
                8,
                Painted(tall, self._draw_board, wide),
                14,
                self._words(skin, tall, room),
                12,
                top=True,
            ),
            8,
            Inset(Row(*buttons, gap=8), _PADDING),
        )

    def _head(self, skin: Skin) -> Section:
        """Return the letter, which move it is, and what it made of the position."""
        before, after = self.graded.fall
        letter = letter_picture(skin, self.grade.loss_class, 22, skin.px(22))
        name, first, second = (
            Phrase(text, TYPE.lead, bold=True)
            for text in (position_name(self._session, self.grade.ply), before, after)
        )
        arrow = icon_picture(skin, "arrow-right", _ARROW, skin.theme.text3)
        fall = first, 5, arrow, 5, second
        return Row(18, letter, 10, name, SPRING, *fall, 18, tall=_HEAD - 10)

    def _words(self, skin: Skin, tall: int, room: int) -> Section:
        """Return what was played, what was best and what then: each name below its title."""
        graded, grade = self.graded, self.grade
        blocks = [(player_words(self._session, grade.ply), _named(skin, graded.name, grade.move))]
        if graded.line:
            best, *others = graded.line
            better = words.BEST[grade.is_best]
            blocks.append((better, self._best(skin, graded.state.move_label(best))))
            then = line_text(graded.state.play(best), tuple(others[:3]))
            names = zip(skin.fit(then, TYPE.caption, room).split(), self.line[1:], strict=False)
            if then:
                blocks.append(
                    (
                        N_("then", "the moves that follow"),
                        Row(*(_then(skin, name, move) for name, move in names)),
                    )
                )
        elif self.is_covered:
            blocks.append(
                (words.BEST[False], Phrase(words.TO_BE_FOUND, TYPE.lead, "second", tall=_NAME))
            )
        step = min(skin.px(_BLOCK), tall // 3)
        rest = skin.unit.dp(step - skin.px(_TITLE) - skin.px(_NAME))
        above = skin.unit.dp(max(0, tall - 3 * step) // 2)
        parts = (Column(quiet(title, tall=_TITLE), name, Space(rest)) for title, name in blocks)
        return Column(Space(above), *parts)

    def _best(self, skin: Skin, name: str) -> Section:
        """Return the best move, and what it comes to where there is room."""
        grade, worth = self.grade, quiet(self.graded.worth, bold=True)
        extra: Section = Row(8, worth, optional=True)
        if grade.proof is not None and skin.details:
            badge = proof_badge(skin, grade.proof, grade.distance, skin.px(18))
            extra = Row(8, picture_of(badge))
        return Row(_named(skin, name, self.graded.line[0]), extra)


def _named(skin: Skin, name: str, move: int) -> Section:
    words = Phrase(name, TYPE.lead, bold=True, tall=_NAME)
    return Inset(words, behind=Tappable(CARD, move), wide=words.width(skin))


def _then(skin: Skin, name: str, move: int) -> Section:
    words = quiet(f"{name} ", ink="second", tall=_THEN)
    return Inset(words, behind=Tappable(CARD, move), wide=words.width(skin))


def card_height(skin: Skin, room: int) -> int:
    """Return how high a card is where there is `room` pixels for it."""
    return max(skin.px(250), min(room, skin.px(420)))
