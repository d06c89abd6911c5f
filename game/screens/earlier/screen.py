"""The games and lines that were set aside, of the game that is played: go on with one."""

from typing import Final

import pygame

from game.screens.base import Back, Command
from game.screens.context import Context
from game.screens.earlier.card import (
    CARD,
    CARD_HEIGHT_DP,
    CARD_LEAST_DP,
    DELETE,
    EarlierCard,
)
from game.screens.page import Page
from game.session import Mode, Session, SessionError
from game.ui.format import counted
from game.ui.layout import Box
from game.ui.theme import TYPE
from game.ui.widgets import Action, Dialog, Widget

_GAP: Final = 12


class EarlierScene(Page):
    """Every earlier game as a card, the latest first."""

    title = "Earlier games"

    def __init__(self, context: Context, session: Session) -> None:
        """List what was set aside.

        Args:
            context: What the app lends.
            session: The game; the scene it is played in goes on with the same one.
        """
        super().__init__(context)
        self._session = session
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

    def act(self, action: Action) -> Command | None:
        """Go on with a game, or ask whether to delete one."""
        if action.name == CARD and isinstance(action.value, int):
            return self._bring_back(action.value)
        kind, _, number = action.name.rpartition(" ")
        if kind == DELETE:
            self._doomed = int(number)
            text = "It is gone for good then; all other games and lines stay."
            self.dialog = Dialog(DELETE, "Delete this one?", text, confirm="Delete")
            return None
        return super().act(action)

    def answer(self, action: Action) -> Command | None:
        """Delete the game that was asked about."""
        del action
        if self._doomed is not None:
            self._session.delete_earlier(self._doomed)
        self._list()
        self.lay_out()
        return None

    def press(self, event: pygame.event.Event) -> Command | None:
        """Delete asks about the card that has the keyboard."""
        focused = self.group.focused
        if event.key == pygame.K_DELETE and isinstance(focused, EarlierCard):
            return self.act(Action(focused.delete.name))
        return super().press(event)

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
            self.toasts.show(f"It cannot be brought back: {error}.")
            return None
        if self._session.mode is Mode.DEMO:
            self._session.set_mode(Mode.PLAY)
        return Back()

    # Layout and pictures.

    def lay_out(self) -> None:
        """Place the cards in as many columns as there is room for; they scroll."""
        look, gap, side = self.look, self.look.px(_GAP), self.look.px(20)
        width, height = self.size
        bar = self.place_top_bar()
        top = self.top_bar.bottom + look.px(4)
        view = Box(0, top, width, height - top)
        room = view.width - 2 * side
        columns = max(1, (room + gap) // (look.px(CARD_LEAST_DP) + gap))
        wide, tall = (room - gap * (columns - 1)) // columns, look.px(CARD_HEIGHT_DP)
        rows = -(-len(self._cards) // columns)
        self.scroll.place(view, rows * (tall + gap) + look.px(12), look)
        widgets: list[Widget] = []
        for index, card in enumerate(self._cards):
            row, column = divmod(index, columns)
            x = side + column * (wide + gap)
            y = view.y + look.px(4) - self.scroll.offset + row * (tall + gap)
            card.lay_out(Box(x, y, wide, tall), view, look)
            widgets += card.widgets
        self.group.set_widgets([*bar, *widgets])

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the title; the cards are widgets."""
        self.draw_title(surface)
        if self._cards:
            return
        look = self.look
        text = "Nothing is set aside. Games and lines that others take the place of are kept here."
        box = self.scroll.box.inset(look.px(24), look.px(16))
        look.paragraph(surface, text, (box.x, box.y), TYPE.body, box.width, look.theme.text2)
