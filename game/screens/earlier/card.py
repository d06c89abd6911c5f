"""A game that was set aside, as a card: its board, what it was, and how far it went."""

from typing import Final

import pygame

from ai.levels import level_title
from ai.phrases import N_
from game.library.library import SavedGame, as_listed
from game.play.node import GameNode
from game.play.record import GameTree
from game.play.session import Seat, Session, SessionError
from game.screens.entry import make_board_view
from game.screens.play.commentary import board_name
from game.screens.review.words import caption_of, headline
from game.ui.boards.view import Board, BoardContent
from game.ui.commands import REVIEW
from game.ui.elements import run_together
from game.ui.layout import Box
from game.ui.panel.compose import Column, ControlSpace, Inset, Row
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, mix
from game.ui.widgets import IconButton, Widget, draw_ground
from game.words import pages
from game.words.numbers import day
from game.words.say import counted, say

CARD: Final = "earlier"
DELETE: Final = "delete"
STAR: Final = "star"
NAME: Final = "name"
CARD_LEAST_DP: Final = 420


def place_of(record: GameTree, digest: int | None) -> GameNode | None:
    """Return a position of a game, of its line in progress if that leads there."""
    places = () if digest is None else (*record.line, *record.root.walk())
    return next((each for each in places if each.position.digest == digest), None)


class EarlierCard(Widget):
    """An earlier game that can be gone on with, and buttons that review, star, name and delete it.

    Attributes:
        star: Stars it, or does so no longer.
    """

    tall = 122

    def __init__(
        self, row: SavedGame, position: int | None = None, *, names_game: bool = False
    ) -> None:
        """Show a kept game.

        Args:
            position: The position that is shown if it leads there, rather than its last one.
        """
        super().__init__(
            f"{CARD} {row.number}",
            tooltip=pages.OPENS[row.result == "open"],
        )
        self._position = position
        self.review = IconButton(f"{REVIEW.name} {row.number}", REVIEW.icon, REVIEW.title)
        self.star = IconButton(f"{STAR} {row.number}", "star", "")
        self.rename = IconButton(f"{NAME} {row.number}", "pencil", N_("Name", "give a name"))
        self.delete = IconButton(f"{DELETE} {row.number}", "trash-2", N_("Delete"))
        self.show(row)
        self._names_game = names_game
        self._view: Board | None = None
        self._game: Session | None = None
        self._words: tuple[str, ...] = ()
        self._skin: Skin | None = None

    def show(self, row: SavedGame) -> None:
        """Take over whether it is starred, and its name."""
        self.row = row
        self.star.icon = "star-filled" if row.starred else "star"
        self.star.tooltip = N_("Remove the star") if row.starred else N_("Star", "give a star")

    def item(self, skin: Skin) -> Item:
        pairs = (self.review, self.rename), (self.star, self.delete)
        columns = [
            Inset(Column(*map(ControlSpace, pair)), wide=self.star.width(skin)) for pair in pairs
        ]
        return Item(Row(ControlSpace(self, stretch=True), 4, *columns))

    @property
    def is_loaded(self) -> bool:
        return bool(self._words)

    def load(self) -> None:
        """Read the game, which takes a few milliseconds."""
        try:
            game = Session.of(as_listed(self.row))
        except SessionError:
            self._words = (N_("Damaged"), pages.DAMAGED)
            self.review.visible = False
            return
        result, place = headline(game), place_of(game.record, self._position)
        if place is None:
            game.go_to(game.record.length)
        else:
            game.show(place)
        self._game = game
        mistakes = counted(self.row.mistakes, "mistake") if self.row.mistakes else ""
        below = when = day(self.row.day)
        if mistakes:
            below = say(pages.WHEN_AND_MISTAKES, when=when, mistakes=mistakes)
        title = caption_of(game) if self._names_game else _title(game, self.row)
        self._words = (title, result, below)

    @property
    def _lines(self) -> tuple[str, str, str]:
        """What it is called, how it ended, and what else is told of it."""
        title, result, below = (*self._words, "", "", "")[:3]
        return self.row.title or title, result, below

    def words(self, skin: Skin) -> str:
        del skin
        return run_together(self._lines) or self.tooltip

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, radius, side = skin.theme, skin.px(RADIUS.inset), self.box.height - skin.px(24)
        lit = 1.0 if self.focused and self.show_focus else self.lit
        draw_ground(surface, skin, self.box, radius, mix(theme.panel, theme.raised, lit))
        picture = Painted(side, self._draw_board, side)
        title, result, below = self._lines
        words = Column(
            Phrase(title, TYPE.lead, bold=True, tall=34),
            Phrase(result, TYPE.table, "second", tall=26),
            quiet(below, tall=26),
            18,
        )
        Row(12, picture, 16, words, 12, tall=self.tall).draw(surface, skin, self.box)
        self.draw_focus(surface, skin, radius)

    def _draw_board(self, surface: pygame.Surface, skin: Skin, place: Box) -> None:
        if self._game is None:
            return
        if self._view is None:
            self._view = make_board_view(self._game.record.spec.name)
        self._view.resize(pygame.Rect(place), skin)
        self._view.draw(surface, BoardContent(self._game.state))


def _title(game: Session, row: SavedGame) -> str:
    if game.record.spec.players == 1:
        return board_name(game)
    if set(game.record.seats) == {Seat.HUMAN, Seat.AI}:
        return say(pages.OPPONENT, level=level_title(row.level, game.record.spec.name))
    return N_("Two players")
