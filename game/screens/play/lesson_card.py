"""The card with which the teacher explains a bad move: its letter, why, what was better."""

from dataclasses import dataclass, replace
from typing import Final

from ai.phrases import N_
from game.play.credit import seated_player
from game.play.session import Session
from game.screens.entry import make_board_view
from game.screens.graded import GradedMove
from game.screens.play.causes import cause_of, letter_words
from game.screens.play.teacher import Lesson
from game.ui.boards.view import Board, BoardContent
from game.ui.overlay import LossClass, Mark
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Paragraph, board_picture, letter_picture
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.ui.widgets import Button
from game.words.grades import TAKEN_BACK
from game.words.language import spoken
from game.words.say import sentences

TAKE_BACK: Final = "take back"
SHOW_LESSON: Final = "show lesson"
BOARD_DP: Final = 120
_LETTER_DP: Final = 22
_GAP_DP: Final = 12


@dataclass(frozen=True, slots=True)
class LessonPicture(Composed):
    """Letter and words, beside a small board where there is room for one.

    Attributes:
        view: Draws the board, unless the panel is narrow; None for words alone.
        buttons: The buttons below the words; each keeps its place where the other is of no use.
    """

    letter: LossClass
    words: str
    view: Board | None
    board: BoardContent
    buttons: tuple[Button, ...] = ()
    dp: int = TYPE.body

    def content(self, skin: Skin, width: int) -> Section:
        text = self.words.replace(" %", "\N{NO-BREAK SPACE}%")
        letter = letter_picture(
            skin, self.letter, _LETTER_DP, skin.fonts.line_height(skin.text(self.dp))
        )
        words = Row(letter, 8, Paragraph(text, self.dp), top=True)
        buttons = Row(*map(ControlSpace, self.buttons), gap=8) if self.buttons else None
        if self.view is None or is_narrow(skin, width):
            return Column(words, 8 if buttons else 0, buttons)
        picture = board_picture(self.view, self.board, skin.px(BOARD_DP))
        column = Column(words, 8, SPRING, buttons, tall=BOARD_DP)
        return Row(picture, _GAP_DP, column, top=True)


class LessonCard:
    """Shows a lesson in the panel, with its two buttons.

    Attributes:
        show: Shows the better line on the board.
    """

    def __init__(self, game: str) -> None:
        self.take_back = Button(TAKE_BACK, N_("Take back"), small=True)
        self.show = Button(SHOW_LESSON, N_("Show"), small=True)
        self._view = make_board_view(game)
        self._cached: tuple[object, str] = None, ""

    def items(self, session: Session, lesson: Lesson, *, details: bool) -> tuple[Item, ...]:
        is_back = session.record.cursor < lesson.grade.ply
        self.take_back.visible = not is_back
        self.show.visible = better_line(session, lesson) is not None
        self._view.turn(seated_player(session.record) == 1)
        picture = LessonPicture(
            lesson.grade.loss_class,
            self.words(session, lesson, details=details),
            self._view,
            _board_of(session, lesson),
            (self.take_back, self.show) if self.take_back.visible or self.show.visible else (),
        )
        words = replace(picture, view=None)
        item = Item(picture).folding(FoldStage.EXTRAS, words)
        return (item.folding(FoldStage.LAST, replace(words, dp=TYPE.caption)),)

    def words(self, session: Session, lesson: Lesson, *, details: bool) -> str:
        """Return what a lesson says, which is worked out once."""
        key = lesson, details, spoken()
        if self._cached[0] != key:
            self._cached = key, lesson_words(session, lesson, details=details)
        return self._cached[1]


def lesson_words(session: Session, lesson: Lesson, *, details: bool) -> str:
    """Return what a lesson says; where the player is to try again it does not give the move."""
    cause = cause_of(session, lesson.grade)
    if lesson.takes_back:
        return sentences(cause.words, TAKEN_BACK)
    letter = letter_words(lesson.grade.loss_class) if lesson.explains and details else ""
    return "\n".join(filter(None, (cause.text, letter)))


def better_line(session: Session, lesson: Lesson) -> Mark | None:
    """Return the better line as a candidate, to be shown as one; None if none is known."""
    return GradedMove(session, lesson.grade).mark


def _board_of(session: Session, lesson: Lesson) -> BoardContent:
    """Return the position after the move, with its letter and the better one."""
    grade = lesson.grade
    better = None if lesson.takes_back else better_line(session, lesson)
    content = BoardContent(session.record.nodes[grade.ply].state)
    graded = ((grade.move, grade.loss_class),)
    return replace(content, grades=graded, best=None if better is None else better.move)
