"""A card of the records screen: a board that came along, which a click plays."""

from typing import Final

from game.library.records import Records
from game.screens.base import OpenGame
from game.ui.widgets import Action, Widget

CARD_LEAST_DP: Final = 240


class StandardCard(Widget):
    """A standard board of a game for one; the game says how it looks."""

    tall = 122

    def __init__(self, game: str, number: int) -> None:
        super().__init__(f"{game} standard {number}", tooltip=f"Play standard board {number}")
        self.number = number
        self.opens = OpenGame(game, standard=number)

    def activate(self) -> Action | None:
        return Action(self.name)

    def show(self, records: Records) -> None:
        """Take over what the player has reached on it."""
