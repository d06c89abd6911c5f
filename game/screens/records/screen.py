"""The records screen: standard boards, own best scores, results against the AI."""

import logging
from functools import partial
from typing import Final

from game.library.progress import MOST_GAMES, Progress, progress_of
from game.library.records import Records
from game.library.storage import Storage
from game.screens.background_read import BackgroundRead
from game.screens.base import Command
from game.screens.context import Context
from game.screens.games import entries
from game.screens.page import Page
from game.screens.records.card import CARD_LEAST_DP, StandardCard
from game.screens.records.progress import ProgressCharts
from game.screens.records.table import Table
from game.screens.records.tables import result_table, score_tables
from game.ui.layout import Box
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import Space
from game.ui.panel.containers import GRID_GAP, Card, grid
from game.ui.panel.items import Item, full_row
from game.ui.widgets import Action, Tabs

log = logging.getLogger(__name__)

TAB: Final = "tab"
BOARDS, SCORES, RESULTS = "boards", "scores", "results"
NO_BOARDS: Final = (
    "The files of the standard boards cannot be read, so none can be shown. Your scores are kept; "
    "installing Playout again brings the boards back."
)
_TABS_BESIDE_DP: Final = 760
_WIDEST_DP: Final = 760


class RecordsScene(Page):
    """Three lists of what was reached, one at a time."""

    title = "Records"
    notice_below = True
    first_tab = SCORES

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tabs = Tabs(TAB, tabs(), self.first_tab)
        self._cards = board_cards()
        self._tables: tuple[Table, ...] = ()
        self.beside = BackgroundRead[dict[str, Progress]]("progress")
        self._progress: dict[str, Progress] = {}

    def on_enter(self) -> None:
        records = self.context.storage.records
        for card in self._cards:
            card.show(records)
        self._show(records)
        self.lay_out()
        self.beside.ask(partial(_read_progress, self.context.storage))

    def update(self, dt: float) -> Command | None:
        """Take in what was read of the player's progress."""
        for progress in self.beside.take():
            self._progress = progress
            self.lay_out()
        return super().update(dt)

    def wake_after(self) -> float | None:
        """Return 0 while that is read."""
        return 0.0 if self.beside.is_reading else super().wake_after()

    def on_action(self, action: Action) -> Command | None:
        """Change the list, or play a standard board."""
        for card in self._cards:
            if action.name == card.name:
                return card.opens
        if action.name == TAB:
            self.scroll.scroll_to(0)
            self._show(self.context.storage.records)
            self.lay_out()
            return None
        return super().on_action(action)

    def _show(self, records: Records) -> None:
        shows_cards = self._tabs.value == BOARDS
        self._tables = () if shows_cards else tables(records, alone=self._tabs.value == SCORES)
        self.caption = "published · the AI's · yours" if shows_cards else ""

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the tables, or the cards in as many columns as there is room for."""
        if self._tables:
            if self._tabs.value == RESULTS:
                both = zip(games_for_two(), self._tables, strict=True)
                return tuple(self._progress_card(game, table) for game, table in both)
            return tuple(table.card for table in self._tables)
        if not self._cards:
            return (Item(Sentence(NO_BOARDS, lines=0)),)
        cards = [full_row(card) for card in self._cards]
        return grid(self.skin, width, cards, CARD_LEAST_DP)

    def _progress_card(self, game: str, table: Table) -> Item:
        """Return a game's curves above its table, once one was played."""
        if not table.rows:
            return table.card
        charts = ProgressCharts(game, self._progress.get(game))
        return Item(Card((charts, Space(10), table), title=table.title, note=table.note))

    def lay_out(self) -> None:
        """Place the tabs, and the cards or tables below them."""
        bar = self.place_top_bar()
        tables = bool(self._tables)
        self.widest, self.gap = (_WIDEST_DP, Page.gap) if tables else (Page.widest, GRID_GAP)
        self.place_content(self._place_tabs())
        self.group.set_widgets([*bar, self._tabs, *self.content.widgets])

    def _place_tabs(self) -> int:
        """Place the tabs beside the title, or below it; return where the content begins."""
        skin, bar = self.skin, self.top_bar
        width, height = self._tabs.width(skin), self._tabs.height(skin)
        beside = skin.unit.dp(self.size[0]) >= _TABS_BESIDE_DP
        left = (self.size[0] - width) // 2
        self._tabs.stretch = not beside
        if beside:
            self._tabs.place(Box(left, bar.centre[1] - height // 2, width, height))
            return bar.bottom + skin.px(8)
        self._tabs.place(Box(skin.px(16), bar.bottom, self.size[0] - skin.px(32), height))
        return bar.bottom + height + skin.px(10)


class StandardBoardsScene(RecordsScene):
    """The same screen, opened to choose a standard board."""

    title = "Standard boards"
    first_tab = BOARDS


def board_cards() -> tuple[StandardCard, ...]:
    """Return a card for each standard board of each game whose files can be read."""
    cards: list[StandardCard] = []
    for entry in entries():
        try:
            cards += entry.board_cards() if entry.board_cards is not None else ()
        except (OSError, ValueError, LookupError):
            log.exception("The standard boards of %s cannot be read", entry.spec.title)
    return tuple(cards)


def tabs() -> tuple[tuple[str, str], ...]:
    """Return the lists there are, for the games there are: their values and labels."""
    alone = [entry.spec.title for entry in entries() if entry.spec.players == 1]
    scores = alone[0] if len(alone) == 1 else "Best scores"
    return (BOARDS, "Standard boards"), (SCORES, scores), (RESULTS, "Against the AI")


def games_for_two() -> tuple[str, ...]:
    """Return the names of the games against the AI."""
    return tuple(entry.name for entry in entries() if entry.spec.players == 2)


def _read_progress(storage: Storage) -> dict[str, Progress]:
    """Return the progress in each game against the AI; takes some milliseconds a game."""
    rows = {game: storage.counted_games(game, MOST_GAMES) for game in games_for_two()}
    return {game: progress_of(played) for game, played in rows.items()}


def tables(records: Records, *, alone: bool) -> tuple[Table, ...]:
    """Return the tables of the games for one, or of those against the AI."""
    if not alone:
        return tuple(result_table(game, records) for game in games_for_two())
    shown = [entry for entry in entries() if entry.spec.players == 1]
    return tuple(
        table if len(shown) == 1 else table.of(entry.spec.title)
        for entry in shown
        for table in (entry.score_tables or partial(score_tables, entry.name))(records)
    )
