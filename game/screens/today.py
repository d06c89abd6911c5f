"""What a day has, from its date alone and the same for everybody, and what came of it."""

import itertools
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple

from ai.contract.games import game_spec
from ai.phrases import N_
from ai.version import NAME
from game.library.records import BoardId, Records
from game.play.drill import Drill, Kind, session_of, shipped, unusual
from game.play.medals import MedalStanding
from game.screens.base import TITLES, Command, DrillSet, OpenDrills, OpenGame
from game.screens.context import Context
from game.screens.drills.run import task
from game.screens.entry import Daily, entries, make_board_view
from game.screens.page import Page
from game.store.background import BackgroundRead
from game.ui import commands
from game.ui.animation import soonest
from game.ui.boards.view import BoardContent
from game.ui.panel.compose import SPRING, Column, ControlSpace, Row
from game.ui.panel.items import GRID_GAP, Buttons, Card, Item, in_rows
from game.ui.panel.parts import Paragraph, Phrase, board_picture
from game.ui.widgets import Action, Button
from game.ui.widgets.text_field import copied
from game.words import results as words
from game.words.drills import clearable
from game.words.numbers import day as day_words
from game.words.say import begun, listed, say, sentences

BOARD: Final = N_("Board of the day")
POSITION: Final = TITLES[DrillSet.TODAY]
MOST_DAYS: Final = 365
"""The longest streak that is told; the boards begin anew after that."""


class Day(NamedTuple):
    """A day.

    Attributes:
        board: Its board, if there is a game that has one and its table can be read.
        drills: That board, with a line that clears it, and the position to win, by their names;
            without what is damaged.
    """

    date: date
    board: Daily | None
    drills: Mapping[str, Drill]


def day_of(day: date) -> Day:
    """Return what a day has; reads from the disk."""
    board, drills = board_of_the_day(day), dict[str, Drill]()
    if board is not None:
        drills[BOARD] = _drill_of(board)
    entered = [entry.name for entry in entries() if entry.daily_wins]
    wins = [drill for game in entered for drill in shipped(game) if drill.kind is Kind.WIN]
    wins.sort(key=lambda drill: drill.key)  # mixes games and levels, always in the same way
    at = day.toordinal() % max(1, len(wins))
    if (win := next(filter(session_of, wins[at:] + wins[:at]), None)) is not None:
        drills[POSITION] = win
    return Day(day, board, {name: each for name, each in drills.items() if session_of(each)})


def board_of_the_day(day: date) -> Daily | None:
    """Return the board of a day, if a game has one and it can be read."""
    for entry in entries():
        if entry.daily is not None:
            with suppress(OSError, ValueError, TypeError):
                return entry.daily(day)
    return None


def has_played(last_played: Mapping[BoardId, str], day: date, today: date) -> bool:
    """Return whether the board of a day was played, and not a year ago, when it was another's.

    Nor was it later than today, which only a wrong clock can say.
    """
    board = board_of_the_day(day) if last_played else None
    last = "" if board is None else last_played.get(board.board, "")
    return (today - timedelta(MOST_DAYS)).isoformat() < last <= today.isoformat()


def streak(records: Records, today: date) -> int:
    """Return on how many days in a row a board or a position was tried, up to today or before."""
    last_played = records.last_played()

    def counts(day: date) -> bool:
        return day.isoformat() in records.positions or has_played(last_played, day, today)

    first = today if counts(today) else today - timedelta(1)
    days = (first - timedelta(number) for number in range(MOST_DAYS))
    return len(list(itertools.takewhile(counts, days)))


def in_a_row(days: int) -> str:
    """Return so many days in a row in words; empty below two, which are no streak."""
    return words.days_in_a_row(days) if days > 1 else ""


def results(records: Records, day: Day) -> Mapping[str, str]:
    """Return what came of a day's board and position, as far as they were tried, by their names."""
    results_by_name = dict[str, str]()
    best = None if day.board is None else records.best(day.board.board)
    is_played = has_played(records.last_played(), day.date, day.date)
    if day.board is not None and best is not None and is_played:
        medal = MedalStanding(best.score, best.target or day.board.score).medal
        earned = medal.name.lower() if medal else ""
        results_by_name[BOARD] = words.of_day(best.score, earned, is_assisted=best.assisted)
    solved = records.positions.get(day.date.isoformat())
    if solved is not None:
        results_by_name[POSITION] = words.SOLVED if solved else words.NOT_SOLVED
    return results_by_name


def results_text(records: Records, day: Day) -> str:
    """Return a day's results as lines to share, which give nothing away; empty without any."""
    lines = [
        say(words.OF_GAME, game=game_spec(day.drills[name].game).title, result=result)
        for name, result in results(records, day).items()
        if name in day.drills
    ]
    head = listed((NAME, day_words(day.date.isoformat())))
    days = in_a_row(streak(records, day.date))
    return "\n".join(filter(None, (head, *lines, days))) if lines else ""


def _drill_of(daily: Daily) -> Drill:
    """Return a board as a drill, with the line that clears it."""
    board, line = daily.board, tuple(daily.line.split())
    start = game_spec(board.game).new_game(board.parameters, board.seed).to_text()
    parameters = unusual(board.game, board.parameters)
    task = clearable(daily.score)
    return Drill(board.game, start, Kind.CLEAR, line[:1], line, parameters, task=task)


_WIDE_DP: Final = 800
_MOST_DP: Final = 360
_LEAST_DP: Final = 128
"""Sides of the boards."""
_BESIDE_PICTURE_DP: Final = 416
"""What else stands above and below them where the cards are side by side."""


class TodayScene(Page):
    """A card for the board, one for the position, and one for the results."""

    title = N_("Today")
    page_commands = (commands.COPY,)
    widest = 1056

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.beside = BackgroundRead[Day]("day")
        self.reads = (self.beside,)
        self._read_on = date.today()
        self.day: Day | None = None
        self._buttons = {BOARD: Button(BOARD, N_("Play")), POSITION: Button(POSITION, N_("Solve"))}
        self._copy = commands.COPY.button(N_("Copy the results"))
        self._yesterday = Button(DrillSet.YESTERDAY, TITLES[DrillSet.YESTERDAY], icon="eye")

    # The scene's side.

    def on_enter(self) -> None:
        """Look what the day has; it may be another one by now."""
        self._read_on = today = date.today()
        self.beside.ask(lambda: self._read(today))

    def _read(self, today: date) -> Day:
        _ = self.context.storage.records  # what came of the day is told from those that are read
        return day_of(today)

    def update(self, dt: float) -> Command | None:
        """Take in what the day has, and look again once it is another one."""
        super().update(dt)
        for day in self.beside.take():
            self.day = day
            self.lay_out()
        if self._read_on != date.today() and not self.is_reading:
            self.on_enter()
        return None

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself."""
        return soonest(super().wake_after(), _until_tomorrow())

    def on_action(self, action: Action) -> Command | None:
        """Open the board, the position or yesterday's solutions, or copy the results."""
        day = self.day
        if action.name in (POSITION, self._yesterday.name):
            of_today = action.name == POSITION
            return OpenDrills(which=DrillSet.TODAY if of_today else DrillSet.YESTERDAY)
        if action.name == BOARD and day is not None:
            return OpenGame(day.drills[BOARD].game, daily=True)
        if action.name != commands.COPY.name:
            return super().on_action(action)
        text = "" if day is None else results_text(self.context.storage.records, day)
        self.toasts.show(copied(text, words.COPIED) if text else words.NONE_YET)
        return None

    # What is on the page.

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, side by side where there is room."""
        day, records = self.day, self.context.storage.loaded_records
        if day is None:
            return (Item(Paragraph(words.READING)),)
        self.caption = day_words(day.date.isoformat())
        results_of_day, days = results(records, day), in_a_row(streak(records, day.date))
        is_wide = self.skin.unit.dp(width) >= _WIDE_DP
        cards = [
            self._card(name, drill, results_of_day.get(name, ""), is_wide=is_wide)
            for name, drill in day.drills.items()
        ]
        self._copy.enabled = bool(results_of_day)
        so_far = say(words.SO_FAR, days=days) if days else ""
        parts = (
            Paragraph(sentences(so_far, words.DAY_COUNTS)),
            12,
            Buttons((self._yesterday, self._copy)),
        )
        across = in_rows(cards, 2 if is_wide else 1, GRID_GAP)
        return (*across, Item(Card((Column(*parts),), title=N_("Results"))))

    def _card(self, name: str, drill: Drill, result_words: str, *, is_wide: bool) -> Item:
        skin, session, button = self.skin, drill.session(), self._buttons[name]
        still = BoardContent(session.record.root.state)
        spare = skin.unit.dp(self.size[1]) - _BESIDE_PICTURE_DP
        side = skin.px(max(_LEAST_DP, min(spare, _MOST_DP)) if is_wide else _LEAST_DP)
        picture = board_picture(make_board_view(drill.game), still, side)
        result = Phrase(begun(result_words), ink="accent", bold=True, tall=24)
        button.primary = not result_words
        text = Paragraph(task(drill, session), lines=2)
        words = Column(text, 4, result, 8, ControlSpace(button, stretch=True))
        beside = Row(picture, 18, words)
        parts = Column(Row(SPRING, picture, SPRING), 12, words) if is_wide else beside
        return Item(Card((parts,), title=name, note=session.record.spec.title))


def _until_tomorrow() -> float:
    """Return the seconds until midnight, local time."""
    now = datetime.now()
    return (datetime.combine(now.date() + timedelta(1), time.min) - now).total_seconds()
