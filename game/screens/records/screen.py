"""The records screen: standard boards, own best scores, results and progress against the AI."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import pygame

from ai.levels import levels_of
from ai.phrases import N_
from game.library.progress import MOST_GAMES, Progress, progress_of
from game.library.records import Records
from game.library.storage import Storage
from game.screens.base import Command
from game.screens.context import Context
from game.screens.entry import entries
from game.screens.page import Page
from game.screens.records.tables import (
    CARD_LEAST_DP,
    StandardCard,
    Table,
    result_table,
    score_tables,
)
from game.store.background import BackgroundRead
from game.ui import draw
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import SPRING, Column, Composed, Row, Space
from game.ui.panel.graphs import AXIS_DP, Curve, Plot, rounded_up
from game.ui.panel.items import GRID_GAP, Card, Item, full_row, grid
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE, Colour
from game.ui.widgets import Action, Tabs
from game.words import pages
from game.words.numbers import decimal
from game.words.say import say

_TALL_DP: Final = 104
_BESIDE_DP: Final = 520
"""From this width on both curves stand side by side."""
_LEAST_GAP_DP: Final = 13
_LATEST: Final = 10
"""The games of which a mean is told."""
_STEP: Final = 100
"""What the ends of the axis of ratings are multiples of."""


@dataclass(frozen=True, slots=True)
class ProgressCharts(Composed):
    """Both curves of a game.

    Attributes:
        progress: What they show; None until that is read, for which their room is kept.
    """

    game: str
    progress: Progress | None

    def content(self, skin: Skin, width: int) -> Section:
        """Return them side by side, or one below the other in a narrow window."""
        progress = self.progress or Progress()
        rating, mistakes = self._rating(skin, progress), self._mistakes(skin, progress)
        if skin.unit.dp(width) < _BESIDE_DP:
            return Column(rating, mistakes, gap=8)
        return Row(Column(rating), Column(mistakes), gap=24, top=True)

    def _rating(self, skin: Skin, progress: Progress) -> Section:
        if not progress.ratings:
            words = pages.NO_RATING if self.progress else ""
            return _chart(skin, N_("Your rating"), words, None)
        last = progress.ratings[-1]
        curve = tuple(enumerate(each.value for each in progress.ratings))
        low, high = (
            tuple((at, each.value + side * each.margin) for at, each in enumerate(progress.ratings))
            for side in (-1, 1)
        )
        levels_there = [(e.rating.elo, e.title) for e in levels_of(self.game) if e.rating]
        near = [value for _, value in (*low[-_LATEST:], *high[-_LATEST:], *curve)]
        bottom = rounded_up(round(min(near)) - _STEP, _STEP)
        top = rounded_up(round(max(near)), _STEP)
        levels = [(value, title) for value, title in levels_there if bottom <= value <= top]
        chart = _Chart(curve, bottom, top, levels, (low, high))
        text = say(pages.RATING, rating=round(last.value), margin=round(last.margin))
        return _chart(skin, N_("Your rating"), text, chart)

    def _mistakes(self, skin: Skin, progress: Progress) -> Section:
        counts = progress.mistakes
        if not counts:
            words = pages.NO_REVIEW if self.progress else ""
            return _chart(skin, N_("Mistakes a game"), words, None)
        latest = counts[-_LATEST:]
        curve = tuple((at, float(count)) for at, count in enumerate(counts))
        most = max(2, *counts)
        chart = _Chart(curve, 0, most, [(each, str(each)) for each in (0, most)])
        return _chart(skin, N_("Mistakes a game"), decimal(sum(latest) / len(latest), 1), chart)


def _chart(skin: Skin, title: str, value: str, chart: "_Chart | None") -> Section:
    """Return a plot below its title and what it comes to; without a plot, its room."""
    number = Phrase(value, bold=True, tabular=True) if chart else quiet(value)
    tall = skin.px(_TALL_DP)
    return Column(
        Row(quiet(title), SPRING, number, tall=24),
        Painted(tall, chart.paint, spoken=title, role=Role.IMAGE)
        if chart
        else Painted(tall, _paint_ground),
    )


def _paint_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw.fill_round(surface, box, skin.px(RADIUS.row), skin.theme.raised)


@dataclass(frozen=True, slots=True)
class _Chart:
    """A curve over games, perhaps in a band.

    Attributes:
        curve: What is plotted, by the number of the game.
        high: The value at the upper edge.
        levels: Values that have a line and a name.
        band: How low and how high the values may be in truth.
    """

    curve: Curve
    low: float
    high: float
    levels: Sequence[tuple[float, str]]
    band: tuple[Curve, Curve] | None = None

    def paint(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        _paint_ground(surface, skin, box)
        names = skin.px(AXIS_DP / 2) + max(
            (skin.width(name, TYPE.axis) for _, name in self.levels), default=0
        )
        inner = box.inset(skin.px(12), skin.px(12))
        inner = inner._replace(x=inner.x + names, width=inner.width - names)
        plot = Plot(inner, max(1, len(self.curve) - 1), self.low, self.high)
        free: list[tuple[float, str]] = []
        for value, name in sorted(self.levels):
            if not free or plot.y(free[-1][0]) - plot.y(value) >= skin.px(_LEAST_GAP_DP):
                free.append((value, name))
        plot.draw_levels(surface, skin, free)
        if self.band is not None:
            low, high = map(plot.points, self.band)
            for (left, right), (top_left, top_right) in zip(
                pairwise(low), pairwise(high), strict=True
            ):
                draw.polygon(surface, [left, right, top_right, top_left], theme.ai, alpha=50)
        points = plot.points(self.curve)
        ink: Colour = theme.ai if self.band else theme.text
        if len(points) > 1:
            draw.polyline(surface, points, skin.unit.exact(STROKE.graph), ink)
        draw.disc(surface, points[-1], skin.unit.exact(4), ink)


log = logging.getLogger(__name__)

TAB: Final = "tab"
BOARDS, SCORES, RESULTS = "boards", "scores", "results"
_TABS_BESIDE_DP: Final = 760
_WIDEST_DP: Final = 760


class RecordsScene(Page):
    """Three lists of what was reached, one at a time."""

    title = N_("Records")
    notice_below = True
    first_tab = SCORES

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tabs = Tabs(TAB, tabs(), self.first_tab)
        self._cards = board_cards()
        self._tables: tuple[Table, ...] = ()
        self.beside = BackgroundRead[dict[str, Progress]]("progress")
        self.reads = (self.beside,)
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

    def on_action(self, action: Action) -> Command | None:
        """Change the list, or play a standard board."""
        for card in self._cards:
            if action.name == card.name:
                return card.opens
        if action.name == TAB:
            self.content.scroll.scroll_to(0)
            self._show(self.context.storage.records)
            self.lay_out()
            return None
        return super().on_action(action)

    def _show(self, records: Records) -> None:
        shows_cards = self._tabs.value == BOARDS
        self._tables = () if shows_cards else tables(records, alone=self._tabs.value == SCORES)
        self.caption = pages.ON_CARDS if shows_cards else ""

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the tables, or the cards in as many columns as there is room for."""
        if self._tables:
            if self._tabs.value == RESULTS:
                both = zip(games_for_two(), self._tables, strict=True)
                return tuple(self._progress_card(game, table) for game, table in both)
            return tuple(table.card for table in self._tables)
        if not self._cards:
            return (Item(Sentence(pages.NO_BOARDS, lines=0)),)
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

    title = N_("Standard boards")
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
    scores = alone[0] if len(alone) == 1 else N_("Best scores")
    return (BOARDS, N_("Standard boards")), (SCORES, scores), (RESULTS, N_("Against the AI"))


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
