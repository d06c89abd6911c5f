"""The records screen: standard boards, own best scores, results against the AI."""

from functools import partial
from typing import Final

import pygame

from game.records import Records
from game.screens.base import Command
from game.screens.context import Context
from game.screens.games import entries
from game.screens.page import Page
from game.screens.records.card import CARD_HEIGHT_DP, CARD_LEAST_DP, StandardCard
from game.screens.records.table import Table
from game.screens.records.tables import result_table, score_tables
from game.ui.layout import Box
from game.ui.widgets import Action, Tabs

TAB: Final = "tab"
BOARDS, SCORES, RESULTS = "boards", "scores", "results"
_TABS_BESIDE_DP: Final = 760
_WIDEST_DP: Final = 760
_GAP: Final = 12


class RecordsScene(Page):
    """Three lists of what was reached, one at a time."""

    title = "Records"
    notice_below = True
    first_tab = SCORES

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tabs = Tabs(TAB, tabs(), self.first_tab)
        self._cards: tuple[StandardCard, ...] = tuple(
            card
            for entry in entries()
            if entry.board_cards is not None
            for card in entry.board_cards()
        )
        self._tables: tuple[Table, ...] = ()
        self._places: tuple[Box, ...] = ()

    def on_enter(self) -> None:
        """Look at the records as they are now."""
        records = self.context.storage.records
        for card in self._cards:
            card.show(records)
        self._show(records)
        self.lay_out()

    def act(self, action: Action) -> Command | None:
        """Change the list, or play a standard board."""
        for card in self._cards:
            if action.name == card.name:
                return card.opens
        if action.name == TAB:
            self.scroll.scroll_to(0)
            self._show(self.context.storage.records)
            self.lay_out()
            return None
        return super().act(action)

    def _show(self, records: Records) -> None:
        shows_cards = self._tabs.value == BOARDS
        self._tables = () if shows_cards else tables(records, alone=self._tabs.value == SCORES)
        self.caption = "published · the AI's · yours" if shows_cards else ""

    # Layout.

    def lay_out(self) -> None:
        """Place the tabs, and the cards or tables below them; they scroll."""
        width, height = self.size
        bar = self.place_top_bar()
        top = self._place_tabs()
        view = Box(0, top, width, height - top)
        if self._tables:
            self._place_tables(view)
        else:
            self._place_cards(view)
        cards = () if self._tables else self._cards
        self.group.set_widgets([*bar, self._tabs, *cards])

    def _place_tabs(self) -> int:
        """Place the tabs beside the title, or below it; return where the content begins."""
        look, bar = self.look, self.top_bar
        width, height = self._tabs.width(look), self._tabs.height(look)
        beside = look.unit.dp(self.size[0]) >= _TABS_BESIDE_DP
        left = (self.size[0] - width) // 2
        self._tabs.stretch = not beside
        if beside:
            self._tabs.place(Box(left, bar.centre[1] - height // 2, width, height))
            return bar.bottom + look.px(8)
        self._tabs.place(Box(look.px(16), bar.bottom, self.size[0] - look.px(32), height))
        return bar.bottom + height + look.px(10)

    def _place_cards(self, view: Box) -> None:
        look, gap = self.look, self.look.px(_GAP)
        side = look.px(20)
        room = view.width - 2 * side
        columns = max(1, (room + gap) // (look.px(CARD_LEAST_DP) + gap))
        wide = (room - gap * (columns - 1)) // columns
        tall = look.px(CARD_HEIGHT_DP)
        rows = -(-len(self._cards) // columns)
        content = rows * (tall + gap) + look.px(12)
        self.scroll.place(view, content, look)
        for index, card in enumerate(self._cards):
            row, column = divmod(index, columns)
            x = side + column * (wide + gap)
            y = view.y + look.px(4) - self.scroll.offset + row * (tall + gap)
            card.place(Box(x, y, wide, tall), view)

    def _place_tables(self, view: Box) -> None:
        look, gap = self.look, self.look.px(14)
        width = min(view.width - look.px(32), look.px(_WIDEST_DP))
        heights = [table.height(look) for table in self._tables]
        content = sum(heights) + gap * len(heights) + look.px(12)
        self.scroll.place(view, content, look)
        x, y = (view.width - width) // 2, view.y + look.px(4) - self.scroll.offset
        places = []
        for height in heights:
            places.append(Box(x, y, width, height))
            y += height + gap
        self._places = tuple(places)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the title and the tables; the cards are widgets."""
        self.draw_title(surface, self._tabs.box.x - self.look.px(12))
        surface.set_clip(pygame.Rect(self.scroll.box))
        for table, box in zip(self._tables, self._places, strict=False):
            table.draw(surface, self.look, box)
        surface.set_clip(None)


class StandardBoardsScene(RecordsScene):
    """The same screen, opened to choose a standard board."""

    title = "Standard boards"
    first_tab = BOARDS


def tabs() -> tuple[tuple[str, str], ...]:
    """Return the lists there are, for the games there are: their values and labels."""
    alone = [entry.spec.title for entry in entries() if entry.spec.players == 1]
    scores = alone[0] if len(alone) == 1 else "Best scores"
    return (BOARDS, "Standard boards"), (SCORES, scores), (RESULTS, "Against the AI")


def tables(records: Records, *, alone: bool) -> tuple[Table, ...]:
    """Return the tables of the games for one, or of those against the AI."""
    if not alone:
        against = (entry.name for entry in entries() if entry.spec.players == 2)
        return tuple(result_table(game, records) for game in against)
    shown = [entry for entry in entries() if entry.spec.players == 1]
    return tuple(
        table if len(shown) == 1 else table.of(entry.spec.title)
        for entry in shown
        for table in (entry.score_tables or partial(score_tables, entry.name))(records)
    )
