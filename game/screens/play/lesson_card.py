"""The card with which the teacher explains a bad move: its letter, why, what was better."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.play.credit import seated_player
from game.play.session import Session
from game.screens.boards import make_board_view
from game.screens.graded import GradedMove
from game.screens.play.causes import cause_of, letter_words
from game.screens.play.teacher import Lesson
from game.ui.boards.base import BoardContent, BoardView, still_content
from game.ui.layout import Box
from game.ui.overlay import LossClass, Mark
from game.ui.panel.base import Section, draw_letter, is_narrow
from game.ui.panel.items import Fold, FoldStage, Item
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import SIZE, TYPE
from game.ui.widgets import Button

TAKE_BACK: Final = "take back"
SHOW_LESSON: Final = "show lesson"
BOARD_DP: Final = 120
_LETTER_DP: Final = 22
_GAP_DP: Final = 12


@dataclass(frozen=True, slots=True)
class LessonPicture(Section):
    """Letter and words, beside a small board where there is room for one.

    Attributes:
        letter: The class of the move.
        words: What it did and what was better.
        view: Draws the board, unless the panel is narrow; None for words alone.
        board: What it shows.
        buttons: The row of buttons below the words.
        dp: The size of the words.
    """

    letter: LossClass
    words: str
    view: BoardView | None
    board: BoardContent
    buttons: bool = True
    dp: int = TYPE.body

    def height(self, skin: Skin, width: int) -> int:
        """As high as its words with the buttons, and at least as its board."""
        side = self._side(skin, width)
        return max(self._words_height(skin, width) + self._buttons_height(skin), side)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw board, letter and words."""
        if self.view is not None and (side := self._side(skin, box.width)):
            # The panel's picture is not the window: the board is drawn where it is asked for.
            self.view.resize(pygame.Rect(box.x, box.y, side, side), skin.unit, skin.theme)
            self.view.draw(surface, self.board)
        words, letter = self.words_box(skin, box), skin.px(_LETTER_DP)
        line = skin.fonts.line_height(skin.text(self.dp))
        at = (words.x + letter // 2, words.y + line // 2)
        draw_letter(surface, skin, self.letter, at, _LETTER_DP)
        skin.paragraph(
            surface,
            self._text,
            (words.x + letter + skin.px(8), words.y),
            self.dp,
            self._room(skin, box.width),
            skin.theme.text2,
            bold_ink=skin.theme.text,
        )

    def words_box(self, skin: Skin, box: Box) -> Box:
        """Return the column with words and buttons."""
        left = self._left(skin, box.width)
        return Box(box.x + left, box.y, box.width - left, box.height)

    @property
    def _text(self) -> str:
        return self.words.replace(" %", "\N{NO-BREAK SPACE}%")

    def _side(self, skin: Skin, width: int) -> int:
        return 0 if self.view is None or is_narrow(skin, width) else skin.px(BOARD_DP)

    def _left(self, skin: Skin, width: int) -> int:
        side = self._side(skin, width)
        return side + skin.px(_GAP_DP) if side else 0

    def _room(self, skin: Skin, width: int) -> int:
        return max(1, width - self._left(skin, width) - skin.px(_LETTER_DP + 8))

    def _words_height(self, skin: Skin, width: int) -> int:
        return skin.paragraph_height(self._text, self.dp, self._room(skin, width))

    def _buttons_height(self, skin: Skin) -> int:
        return skin.px(SIZE.button_small + 8) if self.buttons else 0


class LessonCard:
    """Shows a lesson in the panel, with its two buttons.

    Attributes:
        take_back: Takes the move back.
        show: Shows the better line on the board.
    """

    def __init__(self, game: str, fonts: Fonts) -> None:
        self.take_back = Button(TAKE_BACK, "Take back", small=True)
        self.show = Button(SHOW_LESSON, "Show", small=True)
        self._view = make_board_view(game, fonts)
        self._told: tuple[Lesson | None, str] = None, ""

    def items(self, session: Session, lesson: Lesson) -> tuple[Item, ...]:
        """Return the card of a lesson."""
        is_back = session.cursor < lesson.grade.ply
        self.take_back.visible = not is_back
        self.show.visible = better_line(session, lesson) is not None
        self._view.turn(seated_player(session) == 1)
        picture = LessonPicture(
            lesson.grade.loss_class,
            self.words(session, lesson),
            self._view,
            _board_of(session, lesson),
            self.take_back.visible or self.show.visible,
        )
        item = self._item(picture)
        words = replace(picture, view=None)
        folds = (
            Fold(FoldStage.EXTRAS, self._item(words)),
            Fold(FoldStage.LAST, self._item(replace(words, dp=TYPE.caption))),
        )
        return (replace(item, folds=folds),)

    def words(self, session: Session, lesson: Lesson) -> str:
        """Return what a lesson says, which is worked out once."""
        if self._told[0] is not lesson:
            self._told = lesson, lesson_words(session, lesson)
        return self._told[1]

    def _item(self, picture: LessonPicture) -> Item:
        def arrange(skin: Skin, box: Box) -> None:
            words = picture.words_box(skin, box)
            tall = self.show.height(skin)
            x, y = words.x, box.bottom - tall
            for button in (self.take_back, self.show):
                # Each keeps its place where the other is of no use.
                width = min(button.width(skin), words.right - x)
                button.place(Box(x, y, width, tall))
                x += width + skin.px(8)

        return Item(picture, (self.take_back, self.show), arrange)


def lesson_words(session: Session, lesson: Lesson) -> str:
    """Return what a lesson says; where the player is to try again it does not give the move."""
    cause = cause_of(session, lesson.grade)
    if lesson.takes_back:
        return f"{cause.words} It was taken back: try another move."
    letter = f"\n{letter_words(lesson.grade.loss_class)}" if lesson.explains else ""
    return f"{cause.text}{letter}"


def better_line(session: Session, lesson: Lesson) -> Mark | None:
    """Return the better line as a candidate, to be shown as one; None if none is known."""
    return GradedMove(session, lesson.grade).mark


def _board_of(session: Session, lesson: Lesson) -> BoardContent:
    """Return the position after the move, with its letter and the better one."""
    grade = lesson.grade
    better = None if lesson.takes_back else better_line(session, lesson)
    content = still_content(session.state_at(grade.ply))
    graded = ((grade.move, grade.loss_class),)
    return replace(content, grades=graded, best=None if better is None else better.move)
