"""The games and lines that were set aside, of the game that is played: go on with one."""

from typing import Final

import pygame

from game.play.session import Mode, Session, SessionError
from game.screens.base import Back, Command
from game.screens.boards import make_board_view
from game.screens.context import Context
from game.screens.earlier.card import (
    CARD,
    CARD_LEAST_DP,
    DELETE,
    EarlierCard,
)
from game.screens.page import Page
from game.ui.format import counted
from game.ui.panel.basics import Sentence
from game.ui.panel.containers import GRID_GAP, grid
from game.ui.panel.dialog import Dialog
from game.ui.panel.items import Item
from game.ui.widgets import Action

_NOTHING: Final = "Nothing here yet. Games and lines that you leave are kept here."


class EarlierScene(Page):
    """Every earlier game as a card, the latest first."""

    title = "Earlier games"
    gap = GRID_GAP

    def __init__(self, context: Context, session: Session) -> None:
        """List what was set aside.

        Args:
            context: What the app lends.
            session: The game; the scene it is played in goes on with the same one.
        """
        super().__init__(context)
        self._session = session
        self.material = make_board_view(session.spec.name, context.fonts).material
        self._doomed: int | None = None
        self._cards: tuple[EarlierCard, ...] = ()
        self._list()

    def on_exit(self) -> None:
        """Save what was brought back or deleted."""
        self.context.storage.save_game(self._session)

    def update(self, dt: float) -> Command | None:
        """Read one more game, those in sight first."""
        super().update(dt)
        waiting = [card for card in self._cards if not card.is_loaded]
        in_sight = (card for card in waiting if card.box.overlaps(self.scroll.box))
        card = next(in_sight, waiting[0] if waiting else None)
        if card is not None:
            card.load()
        return None

    def wake_after(self) -> float | None:
        """Return 0 while games are to be read."""
        is_reading = any(not card.is_loaded for card in self._cards)
        return 0.0 if is_reading else super().wake_after()

    def on_action(self, action: Action) -> Command | None:
        """Go on with a game, or ask whether to delete one."""
        if action.name == CARD and isinstance(action.value, int):
            return self._bring_back(action.value)
        kind, _, number = action.name.rpartition(" ")
        if kind == DELETE:
            self._doomed = int(number)
            text = "It cannot be restored. All other games and lines stay."
            self.dialog = Dialog(DELETE, "Delete this one?", text, confirm="Delete")
            return None
        return super().on_action(action)

    def on_answer(self, action: Action) -> Command | None:
        """Delete the game that was asked about."""
        del action
        if self._doomed is not None:
            self._session.delete_earlier(self._doomed)
        self._list()
        self.lay_out()
        return None

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Delete asks about the card that has the keyboard."""
        focused = self.group.focused
        if event.key == pygame.K_DELETE and isinstance(focused, EarlierCard):
            return self.on_action(Action(focused.delete.name))
        return super().on_key(event)

    def _list(self) -> None:
        known = {card.earlier.number: card for card in self._cards}
        self._cards = tuple(
            known.get(kept.number) or EarlierCard(self._session, kept)
            for kept in self._session.earlier
        )
        count = counted(len(self._cards), "game") if self._cards else "none"
        self.caption = f"{self._session.spec.title}, {count}"

    def _bring_back(self, number: int) -> Command | None:
        try:
            self._session.bring_back(number)
        except SessionError as error:
            self.toasts.show(f"It cannot be restored: {error}.")
            return None
        if self._session.mode is Mode.DEMO:
            self._session.set_mode(Mode.PLAY)
        return Back()

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards in as many columns as there is room for, or why there are none."""
        if not self._cards:
            return (Item(Sentence(_NOTHING, lines=0)),)
        cards = [card.item for card in self._cards]
        return grid(self.skin, width, cards, CARD_LEAST_DP)
