"""The row on Home above the games: coach marks, or the last game, and the day."""

from dataclasses import dataclass
from datetime import date
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.phrases import N_
from game.library.records import Records
from game.library.storage import Storage
from game.play.credit import is_unfinished
from game.play.grading import evaluations_by_ply
from game.play.record import AI_PLAYS
from game.play.session import Session
from game.screens.entry import Daily, make_board_view
from game.screens.play.commentary import board_name
from game.screens.today import BOARD, has_played, in_a_row, streak
from game.ui import commands, draw
from game.ui.boards.view import BoardContent
from game.ui.elements import Element, text
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, words_in
from game.ui.panel.compose import NOTHING, SPRING, Column, ControlSpace, Inset, Row
from game.ui.panel.parts import Painted, Paragraph, Phrase, board_picture, key_cap, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import Button, Widget, draw_ground
from game.words import pages as words
from game.words.numbers import thousands
from game.words.say import AT_MOVE, begun, say

_POINTER: Final = "mouse-pointer-click"


@dataclass(frozen=True, slots=True)
class CoachMark:
    """One thing to know: how it is done, its name, what it does."""

    key: str
    title: str
    text: str


COACH_MARKS: Final = (
    CoachMark("", N_("Click"), words.STARTS_GAME),
    CoachMark(commands.HINT.cap, commands.HINT.title, words.HINTS),
    CoachMark(commands.UNDO.cap, commands.UNDO.title, words.TAKES_BACK),
)


def draw_coach_marks(surface: pygame.Surface, skin: Skin, row: Box) -> None:
    theme, radius = skin.theme, skin.px(RADIUS.card)
    draw_ground(surface, skin, row, radius, theme.panel)
    draw.stroke_round(surface, row, radius, theme.ai, skin.px(1.5))
    marks = coach_marks(skin)
    top = (row.height - marks.height(skin, row.width)) // 2
    marks.draw(surface, skin, row.moved(0, top))


def coach_marks(skin: Skin) -> Row:
    return Row(18, *(Row(_mark(skin, mark), 10) for mark in COACH_MARKS), 18)


def _mark(skin: Skin, mark: CoachMark) -> Section:
    side = skin.px(20)

    def point(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        skin.draw_icon(surface, _POINTER, box.centre, side, skin.theme.ai)

    key = key_cap(skin, mark.key) if mark.key else Painted(side, point, side)
    head = Row(key, 9, Phrase(mark.title, TYPE.lead, bold=True), tall=20)
    return Column(head, 4, Paragraph(mark.text, TYPE.caption, most=1))


CONTINUE: Final = "continue"
ROW_DP: Final = 54
"""Height of the row, and of the coach marks in its place."""
_WIDE_DP: Final = 560
"""A narrower row says above the game's name which game it is, as its button says that it goes on,
and leaves out what the AI expects."""
_BUTTON_DP: Final = 42
_THUMB_INSET_DP: Final = 6
_TITLE_DP: Final = 17


class ContinueRow:
    """Places and draws the row.

    Attributes:
        button: Goes on with the game; the scene's focus group owns it.
    """

    def __init__(self) -> None:
        self.button = Button(CONTINUE, N_("Continue"), key="Enter", primary=True)
        self._row, self._box = Row(), Box(0, 0, 0, 0)

    def place(self, box: Box, session: Session, skin: Skin) -> None:
        """Divide the row among the game's board, words and button."""
        board = make_board_view(session.record.spec.name)
        side = box.height - 2 * skin.px(_THUMB_INSET_DP)
        title = Phrase(session.record.spec.title, _TITLE_DP, bold=True, tall=20)
        is_narrow = box.width < skin.px(_WIDE_DP)
        above = begun(_move(session)) if is_narrow else N_("Continue")
        beside = "" if is_narrow else _where(session)
        caption = Phrase(beside, _TITLE_DP, "second", tall=20, stretch=True)
        words = Column(quiet(above, tall=20), Row(title, 6, caption), 6)
        figures = (
            _figure(skin, *figure) for figure in _figures(session)[: 1 if is_narrow else None]
        )
        wide = min(self.button.width(skin) + skin.px(20), skin.px(152))
        inset = (box.height - skin.px(_BUTTON_DP)) // 2
        self._box = box
        self._row = Row(
            14,
            board_picture(board, BoardContent(session.state), side),
            18,
            words,
            16,
            *figures,
            32,
            Inset(ControlSpace(self.button, _BUTTON_DP, stretch=True), wide=wide),
            Inset(NOTHING, wide=inset),
            tall=ROW_DP,
        )
        for part, place in self._row.lay(skin, box.width).at(box.x, box.y):
            part.arrange(skin, place)

    def describe(self, skin: Skin) -> Element:
        """Return everything but the button."""
        return text(words_in(self._row, skin, self._box), self._box)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw everything but the button."""
        draw_ground(surface, skin, self._box, skin.px(RADIUS.card), skin.theme.panel)
        self._row.draw(surface, skin, self._box)


def last_game(storage: Storage) -> tuple[Session | None, bool]:
    """Return the game played last of those begun and not over, and whether none at all is saved.

    Reads from the disk, the records too, so that no frame waits for that.
    """
    games, _ = storage.recent_games(), storage.records
    for name in games:
        session = storage.load_game(name)
        left = None if session is None else session.record.line_left
        if session is not None and left is not None and left.why == AI_PLAYS:
            session.go_back()
        if session is not None and is_unfinished(session.record):
            return session, False
    return None, not games


def _figure(skin: Skin, name: str, value: str, ink: Ink) -> Section:
    above = Phrase(name, TYPE.caption, "ai" if ink == "ai" else "caption", tall=20)
    below = Phrase(value, TYPE.title, ink, bold=True, tall=20)
    wide = max(above.width(skin), below.width(skin))
    return Row(26, Inset(Column(Row(SPRING, above), Row(SPRING, below), 6), wide=wide))


def _move(session: Session) -> str:
    return say(AT_MOVE, number=session.move_number)


def _where(session: Session) -> str:
    if session.record.spec.players == 2:
        return _move(session)
    return say(words.BOARD_AT_MOVE, board=board_name(session), number=session.move_number)


def _figures(session: Session) -> list[tuple[str, str, Ink]]:
    """Return what a SameGame has brought so far and what the AI expects of it."""
    if session.record.spec.players != 1:
        return []
    score = thousands(round(session.state.returns[0]))
    figures: list[tuple[str, str, Ink]] = [(N_("Score"), score, "main")]
    evaluation = evaluations_by_ply(session.record).get(session.record.cursor)
    if evaluation is not None and not session.is_over:
        figures.append((N_("Expected"), thousands(round(evaluation.value)), "ai"))
    return figures


TODAY: Final = "today"
_INSET_DP: Final = 6
_STAR_DP: Final = 18


class DayCard(Widget):
    def __init__(self) -> None:
        """Make it; `show` says what is on it."""
        super().__init__(TODAY, tooltip=words.DAY_TIP)
        self._row = Row()
        self.is_done = False
        self.streak = ""

    def show(self, skin: Skin, records: Records, today: date, board: Daily | None) -> None:
        """Show a day, once its box is known."""
        self.streak = in_a_row(streak(records, today))
        is_played = board is None or has_played(records.last_played(), today, today)
        self.is_done = is_played and records.positions.get(today.isoformat()) is not None
        side = self.box.height - 2 * skin.px(_INSET_DP)
        picture = Painted(side, self._draw_star, side)
        if board is not None:
            daily, view = board.board, make_board_view(board.board.game)
            still = BoardContent(game_spec(daily.game).new_game(daily.parameters, daily.seed))
            picture = board_picture(view, still, side)
        if self.box.width <= self.box.height:
            self._row = Row(_INSET_DP, picture, tall=ROW_DP)
            return
        title = Phrase(
            self.streak or N_("Today", "of the board of the day"),
            TYPE.lead,
            bold=True,
            tall=20,
            stretch=True,
        )
        words = Column(quiet(BOARD, tall=20, stretch=True), title, 6)
        star = Painted(skin.px(_STAR_DP), self._draw_star, skin.px(_STAR_DP))
        self._row = Row(_INSET_DP, picture, 10, words, star, 10, tall=ROW_DP)

    def words(self, skin: Skin) -> str:
        return words_in(self._row, skin, self.box) or self.tooltip

    def _draw_star(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        name = "star-filled" if self.is_done else "star"
        ink = skin.theme.accent if self.is_done else skin.theme.text2
        skin.draw_icon(surface, name, box.centre, skin.px(_STAR_DP), ink)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        radius, theme = skin.px(RADIUS.card), skin.theme
        draw_ground(surface, skin, self.box, radius, mix(theme.panel, theme.hover, self.lit))
        self._row.draw(surface, skin, self.box)
        self.draw_focus(surface, skin, radius)
