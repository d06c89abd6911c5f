"""The day's board and position, what came of them, and what those of yesterday come to."""

from datetime import date, datetime, time, timedelta
from typing import Final

from game.play.drill import Drill
from game.screens.background_read import BackgroundRead
from game.screens.base import Command, DrillSet, OpenDrills, OpenGame
from game.screens.boards import make_board_view
from game.screens.context import Context
from game.screens.drills.run import task
from game.screens.page import Page
from game.screens.today.day import (
    BOARD,
    POSITION,
    Day,
    day_of,
    in_a_row,
    results,
    results_text,
    streak,
)
from game.ui import commands
from game.ui.animation import soonest
from game.ui.boards.base import still_content
from game.ui.clipboard import copied
from game.ui.panel.compose import SPRING, Column, ControlSpace, Row
from game.ui.panel.containers import GRID_GAP, Card, in_rows
from game.ui.panel.items import Buttons, Item
from game.ui.panel.parts import Paragraph, Phrase, board_picture
from game.ui.widgets import Action, Button
from game.words.numbers import day as day_words

_COUNTS: Final = "A day counts once its board is played to the end, or its position tried."
_WIDE_DP: Final = 800
_MOST_DP: Final = 360
_LEAST_DP: Final = 128
"""Sides of the boards."""
_BESIDE_PICTURE_DP: Final = 416
"""What else stands above and below them where the cards are side by side."""


class TodayScene(Page):
    """A card for the board, one for the position, and one for the results."""

    title = "Today"
    own_commands = (commands.COPY,)
    widest = 1056

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.beside = BackgroundRead[Day]("day")
        self._asked = date.today()
        self.day: Day | None = None
        self._buttons = {BOARD: Button(BOARD, "Play"), POSITION: Button(POSITION, "Solve")}
        self._copy = commands.COPY.button("Copy the results")
        self._yesterday = Button(DrillSet.YESTERDAY, DrillSet.YESTERDAY, icon="eye")

    # The scene's side.

    def on_enter(self) -> None:
        """Look what the day has; it may be another one by now."""
        self._asked = today = date.today()
        self.beside.ask(lambda: self._read(today))

    def _read(self, today: date) -> Day:
        _ = self.context.storage.records  # what came of the day is told from those that are read
        return day_of(today)

    def update(self, dt: float) -> Command | None:
        """Take in what the day has, and look again once it is another one."""
        super().update(dt)
        for found in self.beside.take():
            self.day = found
            self.lay_out()
        if self._asked != date.today() and not self.beside.is_reading:
            self.on_enter()
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself."""
        reading = 0.02 if self.beside.is_reading else None
        return soonest(super().wake_after(), reading, _until_tomorrow())

    def on_action(self, action: Action) -> Command | None:
        """Open the board, the position or yesterday's solutions, or copy the results."""
        day = self.day
        if action.name in tuple(map(str, DrillSet)):
            return OpenDrills(which=DrillSet(action.name))
        if action.name == BOARD and day is not None:
            return OpenGame(day.drills[BOARD].game, daily=True)
        if action.name != commands.COPY.name:
            return super().on_action(action)
        text = "" if day is None else results_text(self.context.storage.records, day)
        self.toasts.show(copied(text, "Results copied.") if text else "There are no results yet.")
        return None

    # What is on the page.

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, side by side where there is room."""
        day, records = self.day, self.context.storage.known_records
        if day is None:
            return (Item(Paragraph("Reading your records.")),)
        self.caption = day_words(day.date.isoformat())
        told, days = results(records, day), in_a_row(streak(records, day.date))
        is_wide = self.skin.unit.dp(width) >= _WIDE_DP
        cards = [
            self._card(name, drill, told.get(name, ""), is_wide=is_wide)
            for name, drill in day.drills.items()
        ]
        self._copy.enabled = bool(told)
        so_far = f"**{days}.** " if days else ""
        parts = Paragraph(so_far + _COUNTS), 12, Buttons((self._yesterday, self._copy))
        across = in_rows(cards, 2 if is_wide else 1, GRID_GAP)
        return (*across, Item(Card((Column(*parts),), title="Results")))

    def _card(self, name: str, drill: Drill, told: str, *, is_wide: bool) -> Item:
        skin, session, button = self.skin, drill.session(), self._buttons[name]
        still = still_content(session.start, symbols=self.context.settings.symbols)
        spare = skin.unit.dp(self.size[1]) - _BESIDE_PICTURE_DP
        side = skin.px(max(_LEAST_DP, min(spare, _MOST_DP)) if is_wide else _LEAST_DP)
        picture = board_picture(make_board_view(drill.game, self.context.fonts), still, side)
        result = Phrase(f"{told[:1].upper()}{told[1:]}", ink="accent", bold=True, tall=24)
        button.primary = not told
        text = Paragraph(task(drill, session), lines=2)
        words = Column(text, 4, result, 8, ControlSpace(button, stretch=True))
        beside = Row(picture, 18, words)
        parts = Column(Row(SPRING, picture, SPRING), 12, words) if is_wide else beside
        return Item(Card((parts,), title=name, note=session.spec.title))


def _until_tomorrow() -> float:
    """Return the seconds until midnight, local time."""
    now = datetime.now()
    return (datetime.combine(now.date() + timedelta(1), time.min) - now).total_seconds()
