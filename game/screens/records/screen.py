"""The records screen: standard boards, own best scores, results against the AI."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import pygame

from ai.levels import level_title, levels_of
from game.games.registry import GAMES, game_spec
from game.games.samegame.medals import Standing
from game.games.samegame.standard_boards import standard_boards, standard_scores
from game.records import Records, ScoreRecord, Tally
from game.screens.base import Command, OpenGame
from game.screens.context import Context
from game.screens.page import Page
from game.screens.records.cards import (
    CARD,
    CARD_HEIGHT_DP,
    CARD_LEAST_DP,
    BoardCard,
    Cell,
    Table,
    TableColumn,
)
from game.ui.format import thousands
from game.ui.layout import Box
from game.ui.widgets import Action, Tabs

TAB: Final = "tab"
TABS: Final = (
    ("boards", "Standard boards"),
    ("samegame", "SameGame"),
    ("two_player", "Against the AI"),
)
TWO_PLAYER_GAMES: Final = tuple(spec.name for spec in GAMES if spec.players == 2)
_TABS_BESIDE_DP: Final = 760
_WIDEST_DP: Final = 760
_GAP: Final = 12

_SCORE_COLUMNS: Final = (
    TableColumn("Board", 0.38),
    TableColumn("Score", 0.52),
    TableColumn("AI best", 0.66),
    TableColumn("", 0.82),
    TableColumn("Date", 1.0),
)
_RESULT_COLUMNS: Final = (
    TableColumn("Level", 0.34),
    TableColumn("Won", 0.48),
    TableColumn("Drawn", 0.62),
    TableColumn("Lost", 0.76),
    TableColumn("With hints", 1.0),
)


class RecordsScene(Page):
    """Three lists of what was reached, one at a time."""

    title = "Records"
    notice_below = True
    first_tab = "samegame"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._tabs = Tabs(TAB, TABS, self.first_tab)
        known = standard_scores()
        self._cards = tuple(
            BoardCard(board.number, board.state, known[board.number - 1])
            for board in standard_boards()
        )
        self._tables: tuple[Table, ...] = ()
        self._places: tuple[Box, ...] = ()

    def on_enter(self) -> None:
        """Look at the records as they are now."""
        records = self.context.storage.records
        for card in self._cards:
            card.own = records.best_standard(card.number)
        self._show(records)
        self.lay_out()

    def act(self, action: Action) -> Command | None:
        """Change the list, or play a standard board."""
        if action.name == CARD and isinstance(action.value, int):
            return OpenGame("samegame", standard=action.value)
        if action.name == TAB:
            self.scroll.scroll_to(0)
            self._show(self.context.storage.records)
            self.lay_out()
            return None
        return super().act(action)

    def _show(self, records: Records) -> None:
        tables = {"samegame": score_tables, "two_player": result_tables}
        make = tables.get(self._tabs.value)
        self._tables = make(records) if make else ()
        self.caption = "published · the AI's · yours" if make is None else ""

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
    first_tab = "boards"


def score_tables(records: Records) -> tuple[Table, ...]:
    """Return the player's best scores, the standard boards first."""
    best = records.best_by_board
    standard = sorted((r for r in best if r.board.standard), key=lambda r: r.board.standard or 0)
    made = [record for record in best if record.board.standard is None]
    cleared = sum(record.cleared for record in made)
    note = f"best {thousands(made[0].score)}, {cleared} cleared" if made else ""
    return (
        Table(
            "Random boards",
            note,
            _SCORE_COLUMNS,
            tuple(_score_row(record) for record in made),
            "No board finished yet. The best score on each one will stand here.",
        ),
        Table(
            "Standard boards",
            _standard_note(standard),
            _SCORE_COLUMNS,
            tuple(_score_row(record) for record in standard),
            "None of the twenty finished yet. They stand under Standard boards above.",
        ),
    )


def result_tables(records: Records) -> tuple[Table, ...]:
    """Return the results against each level of the AI, a table a game."""
    return tuple(_result_table(game, records) for game in TWO_PLAYER_GAMES)


def _standard_note(found: Sequence[ScoreRecord]) -> str:
    if not found:
        return ""
    total = thousands(sum(record.score for record in found))
    return f"{len(found)} of {len(standard_boards())} finished, {total} points in all"


def _score_row(record: ScoreRecord) -> tuple[Cell, ...]:
    size = record.board.parameters
    name = (
        f"Seed {thousands(record.board.seed)} · {size.columns} × {size.rows} · "
        f"{size.colours} colours"
    )
    if record.board.standard is not None:
        name = f"Standard {record.board.standard}"
    standing = None if record.target is None else Standing(record.score, record.target)
    medal = standing.medal if standing else None
    marks = ["cleared"] if record.cleared else []
    marks += ["assisted"] if record.assisted else []
    return (
        Cell(name),
        Cell(thousands(record.score), bold=True, medal=medal.colour if medal else None),
        Cell(thousands(record.target) if record.target is not None else "", "ai"),
        Cell(", ".join(marks), "quiet"),
        Cell(_day(record.date), "quiet", short=_day(record.date).rpartition(" ")[0]),
    )


def _result_table(game: str, records: Records) -> Table:
    tallies = {tally.level: tally for tally in records.tallies_of(game)}
    names = dict.fromkeys([*(level.name for level in levels_of(game)), *tallies])
    rows = [_result_row(level_title(n, game), tallies[n]) for n in names if n in tallies]
    total = records.total(game)
    note = f"{total.played} played" if total.played else ""
    empty = "No game against the AI finished yet."
    return Table(game_spec(game).title, note, _RESULT_COLUMNS, tuple(rows), empty)


def _result_row(level: str, tally: Tally) -> tuple[Cell, ...]:
    return (
        Cell(level),
        Cell(str(tally.won), bold=True),
        Cell(str(tally.drawn)),
        Cell(str(tally.lost)),
        Cell(str(tally.assisted), "quiet"),
    )


def _day(iso: str) -> str:
    """Return a day as 21 Nov 2026."""
    day = date.fromisoformat(iso)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS: Final = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)
