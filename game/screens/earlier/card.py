"""A game or line that was set aside, as a card: its board, what it was, and how far it went."""

from typing import Final

import pygame

from ai.levels import level_title
from game.play.session import Line, Seat, Session, SessionError
from game.screens.boards import make_board_view
from game.screens.play.commentary import board_name
from game.screens.review.words import headline
from game.ui.boards.base import BoardView, still_content
from game.ui.format import day
from game.ui.layout import Box
from game.ui.panel.compose import Column, ControlSpace, Row
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import Action, IconButton, Widget, draw_ground

CARD: Final = "earlier"
DELETE: Final = "delete"
CARD_LEAST_DP: Final = 360


class EarlierCard(Widget):
    """An earlier game that can be gone on with, and a button that deletes it.

    Attributes:
        earlier: The game.
        delete: Asks whether to delete it.
    """

    tall = 122

    def __init__(self, session: Session, earlier: Line) -> None:
        super().__init__(f"{CARD} {earlier.number}", tooltip="Continue this game")
        self.earlier = earlier
        self.delete = IconButton(f"{DELETE} {earlier.number}", "trash-2", "Delete")
        self._from = session
        self._view: BoardView | None = None
        self._game: Session | None = None
        self._words: tuple[str, ...] = ()
        self._skin: Skin | None = None

    @property
    def item(self) -> Item:
        """The card with its button at its right."""
        return Item(Row(ControlSpace(self, stretch=True), 4, ControlSpace(self.delete)))

    @property
    def is_loaded(self) -> bool:
        """Whether its words and its board are known."""
        return bool(self._words)

    def load(self) -> None:
        """Read the game, which takes a few milliseconds."""
        try:
            game = self._from.earlier_session(self.earlier.number)
        except SessionError:
            self._words = ("Damaged", "It cannot be read.")
            return
        game.go_to(game.length)
        self._game = game
        self._words = (_title(game, self.earlier), headline(game), self._when(game))

    def activate(self) -> Action | None:
        """Choose this game."""
        return Action(CARD, self.earlier.number)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the card."""
        theme, radius, side = skin.theme, skin.px(RADIUS.inset), self.box.height - skin.px(24)
        lit = 1.0 if self.focused and self.show_focus else self.lit
        draw_ground(surface, skin, self.box, radius, mix(theme.panel, theme.raised, lit))
        picture = Painted(side, self._draw_board, side)
        title, result, when = (*self._words, "", "", "")[:3]
        words = Column(
            Phrase(title, TYPE.lead, bold=True, tall=34),
            Phrase(result, TYPE.table, "second", tall=26),
            quiet(when, tall=26),
            18,
        )
        Row(12, picture, 16, words, 12, tall=self.tall).draw(surface, skin, self.box)
        self.draw_focus(surface, skin, radius)

    def _draw_board(self, surface: pygame.Surface, skin: Skin, place: Box) -> None:
        if self._game is None:
            return
        if self._view is None:
            self._view = make_board_view(self._game.spec.name, skin.fonts)
        self._view.resize(pygame.Rect(place), skin.unit, skin.theme)
        self._view.draw(surface, still_content(self._game.state))

    def _when(self, game: Session) -> str:
        """Return from where on it differs from the present game, or the day it was set aside."""
        shared = self._from.shared_moves(game)
        if not shared:
            return day(self.earlier.date) if self.earlier.date else ""
        if shared == game.length:
            return "the beginning of this game"
        if shared == self._from.length:
            return "continues where this game ends"
        return f"differs from this game after move {game.move_number(shared)}"


def _title(game: Session, earlier: Line) -> str:
    if game.spec.players == 1:
        return board_name(game)
    if set(game.seats) == {Seat.HUMAN, Seat.AI}:
        return f"Against {level_title(earlier.level, game.spec.name)}"
    return "Two players"
