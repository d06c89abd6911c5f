"""The day's board and position, what came of them, and what those of yesterday come to."""

from datetime import date
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import State
from game.screens.base import Command, DrillSet, OpenDrills, OpenGame
from game.screens.beside import Beside
from game.screens.boards import make_board_view
from game.screens.context import Context
from game.screens.drills.words import task
from game.screens.page import Page
from game.screens.today.day import (
    BOARD,
    Day,
    board_result,
    day_of,
    position_result,
    results,
    start_of,
    streak,
)
from game.ui import commands
from game.ui.animation import soonest
from game.ui.boards.base import still_content
from game.ui.clipboard import copied
from game.ui.format import counted
from game.ui.format import day as day_words
from game.ui.panel.compose import SPRING, Column, ControlSpace, Row
from game.ui.panel.containers import GRID_GAP, Card, in_rows
from game.ui.panel.items import Buttons, Item
from game.ui.panel.parts import Paragraph, Phrase, board_picture
from game.ui.widgets import Action, Button

POSITION: Final = "Position of the day"
YESTERDAY: Final = "yesterday"
_COUNTS: Final = "A day counts once its board is played to the end, or its position tried."
_WIDE_DP: Final = 800
_MOST_DP: Final = 360
_LEAST_DP: Final = 128
"""Sides of the boards."""
_BESIDE_PICTURE_DP: Final = 400
"""What else stands above and below them where the cards are side by side."""


class TodayScene(Page):
    """A card for the board, one for the position, and one for the results."""

    title = "Today"
    widest = 1056

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.beside = Beside[Day]("day")
        self.day: Day | None = None
        self._board = Button(BOARD, "Play", primary=True)
        self._position = Button(POSITION, "Solve", primary=True)
        self._copy = commands.COPY.button("Copy the results")
        self._yesterday = Button(YESTERDAY, DrillSet.YESTERDAY, icon="eye")

    # The scene's side.

    def on_enter(self) -> None:
        """Look what the day has; it may be another one by now."""
        self.beside.ask(lambda: day_of(date.today()))

    def update(self, dt: float) -> Command | None:
        """Take in what the day has."""
        super().update(dt)
        for found in self.beside.take():
            self.day = found
            self.lay_out()
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself."""
        return soonest(super().wake_after(), 0.02 if self.beside.is_reading else None)

    def on_action(self, action: Action) -> Command | None:
        """Open the board, the position or yesterday's solutions, or copy the results."""
        if action.name == BOARD and self.day is not None and self.day.board is not None:
            return OpenGame(self.day.board.board.game, daily=True)
        if action.name == POSITION:
            return OpenDrills(which=DrillSet.TODAY)
        if action.name == YESTERDAY:
            return OpenDrills(which=DrillSet.YESTERDAY)
        if action.name == commands.COPY.name:
            self._copy_results()
            return None
        return super().on_action(action)

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Copy the results, or do what every page does."""
        if commands.asked_by(event) is commands.COPY:
            self._copy_results()
            return None
        return super().on_key(event)

    def _copy_results(self) -> None:
        told = "" if self.day is None else results(self.context.storage.records, self.day)
        self.toasts.show(copied(told, "Results copied.") if told else "There are no results yet.")

    # What is on the page.

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, side by side where there is room."""
        day, records = self.day, self.context.storage.known_records
        if day is None:
            return ()
        self.caption = day_words(day.date.isoformat())
        is_wide = self.skin.unit.dp(width) >= _WIDE_DP
        cards = []
        if day.board is not None:
            name, best = day.board.board.game, counted(day.board.score, "point")
            told = board_result(records, day)
            self._board.label = "Open" if told else "Play"
            text = f"It can be cleared: the AI has **{best}**."
            start = start_of(day.board.board)
            cards.append(self._card(BOARD, name, start, text, told, self._board, is_wide=is_wide))
        if day.position is not None:
            told, session = position_result(records, day), day.position.session()
            self._position.label = "Open" if told else "Solve"
            name, start, text = day.position.game, session.start, task(day.position, session)
            cards.append(
                self._card(POSITION, name, start, text, told, self._position, is_wide=is_wide)
            )
        days = streak(records, day.date)
        self._copy.enabled = bool(results(records, day))
        so_far = f"**{counted(days, 'day')} in a row.** " if days else ""
        parts = Paragraph(so_far + _COUNTS), 12, Buttons((self._yesterday, self._copy))
        across = in_rows(cards, 2 if is_wide else 1, GRID_GAP)
        return (*across, Item(Card((Column(*parts),), title="Results")))

    def _card(
        self,
        title: str,
        game: str,
        start: State,
        text: str,
        told: str,
        button: Button,
        *,
        is_wide: bool,
    ) -> Item:
        """Return a card: the board, what is to be done, how it went, and a button."""
        view = make_board_view(game, self.context.fonts)
        spare = self.skin.unit.dp(self.size[1]) - _BESIDE_PICTURE_DP
        side = self.skin.px(max(_LEAST_DP, min(spare, _MOST_DP)) if is_wide else _LEAST_DP)
        still = still_content(start, symbols=self.context.settings.symbols)
        picture = board_picture(view, still, side)
        result = Phrase(f"{told[:1].upper()}{told[1:]}", ink="accent", bold=True, tall=24)
        words = Paragraph(text, lines=2), 4, result, 8, ControlSpace(button, stretch=True)
        parts = (
            Column(Row(SPRING, picture, SPRING), 12, *words)
            if is_wide
            else Row(picture, 18, Column(*words))
        )
        return Item(Card((parts,), title=title, note=game_spec(game).title))
