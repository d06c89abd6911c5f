"""The day on Home, before all games: its board, the streak, and whether all of it is done."""

from datetime import date
from typing import Final

import pygame

from ai.contract.games import game_spec
from game.library.records import Records
from game.screens.boards import make_board_view
from game.screens.entry import Daily
from game.screens.home.continue_row import ROW_DP
from game.screens.today.day import has_played, in_a_row, streak
from game.ui.boards.base import still_content
from game.ui.layout import Box
from game.ui.panel.compose import Column, Row
from game.ui.panel.parts import Painted, Phrase, board_picture, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import Widget, draw_ground

TODAY: Final = "today"
_ABOUT: Final = "Today: a board and a position, the same for everybody"
_INSET_DP: Final = 6
_STAR_DP: Final = 18


class DayCard(Widget):
    def __init__(self) -> None:
        """Make it; `show` says what is on it."""
        super().__init__(TODAY, tooltip=_ABOUT)
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
            own, view = board.board, make_board_view(board.board.game, skin.fonts)
            still = still_content(game_spec(own.game).new_game(own.parameters, own.seed))
            picture = board_picture(view, still, side)
        if self.box.width <= self.box.height:
            self._row = Row(_INSET_DP, picture, tall=ROW_DP)
            return
        title = Phrase(self.streak or "Today", TYPE.lead, bold=True, tall=20, stretch=True)
        words = Column(quiet("Board of the day", tall=20, stretch=True), title, 6)
        star = Painted(skin.px(_STAR_DP), self._draw_star, skin.px(_STAR_DP))
        self._row = Row(_INSET_DP, picture, 10, words, star, 10, tall=ROW_DP)

    def _draw_star(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        name = "star-filled" if self.is_done else "star"
        ink = skin.theme.accent if self.is_done else skin.theme.text2
        skin.icons.draw(surface, name, box.centre, skin.px(_STAR_DP), ink)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        radius, theme = skin.px(RADIUS.card), skin.theme
        draw_ground(surface, skin, self.box, radius, mix(theme.panel, theme.hover, self.lit))
        self._row.draw(surface, skin, self.box)
        self.draw_focus(surface, skin, radius)
