"""The board of the day: the same for everybody, cleared by a line that is kept, told by Home."""

from datetime import date, timedelta

import pytest

from ai.contract.games import game_spec
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen import daily as table
from game.games.samegame.screen.daily import cleared_boards, daily
from game.library.records import Records, ScoreRecord
from game.screens.base import OpenGame
from game.screens.home import screen
from game.screens.home.screen import DAILY, HomeScene, streak
from game.ui.widgets import Action

TODAY = date.today()


def records_of(*days_ago):
    records = Records()
    for days in days_ago:
        day = TODAY - timedelta(days)
        records = records.plus(ScoreRecord(daily(day).board, 100 + days, day.isoformat()))
    return records


@pytest.mark.parametrize("part", range(6))
def test_every_board_is_cleared_by_its_line(part):
    for board in cleared_boards()[part::6]:
        state = game_spec("samegame").new_game(SameGameParameters(), board.seed)
        for name in board.line.split():
            state = state.play(state.move_from_string(name))
        assert state.is_terminal
        assert state.cleared
        assert round(state.returns[0]) == board.score


def test_each_day_of_a_year_has_a_board_of_its_own_whatever_the_year():
    boards = cleared_boards()
    assert len({board.seed for board in boards}) == len(boards) == 366
    days = [date(2026, 11, 26) + timedelta(number) for number in range(366)]
    assert len({daily(day).board for day in days}) == 366
    assert daily(days[0]) == daily(date(2026, 11, 26))


def test_days_in_a_row_are_counted_up_to_today_or_yesterday():
    assert streak(records_of(), TODAY) == 0
    assert streak(records_of(0), TODAY) == 1
    assert streak(records_of(1, 2, 3), TODAY) == 3
    assert streak(records_of(0, 1, 2, 4, 5), TODAY) == 3
    assert streak(records_of(2, 3), TODAY) == 0
    assert streak(records_of(0, 367), TODAY) == 1, "a year ago"


def test_the_board_is_started_once_and_gone_on_with(rig):
    today = daily(TODAY)
    scene = rig.show(OpenGame("samegame", daily=True))
    assert (scene.session.tree.seed, scene.session.tree.target.score) == (
        today.board.seed,
        today.score,
    )
    assert scene.session.parameters == today.board.parameters
    assert scene.caption() == "Board of the day · move 0"
    scene.controller.play(scene.session.state.legal_moves[0])
    scene.on_exit()
    scene = rig.show(OpenGame("samegame", daily=True))
    assert (scene.session.tree.seed, scene.session.length) == (today.board.seed, 1)
    scene.controller.new_game(7)
    scene.on_exit()
    scene = rig.show(OpenGame("samegame", daily=True))
    assert (scene.session.tree.seed, scene.session.length) == (today.board.seed, 0)


def test_home_offers_it_and_tells_how_many_days_it_was_played(rig, monkeypatch):
    home = HomeScene(rig.context)
    home.resize((1120, 760))
    home.on_enter()
    button = home._daily
    assert (button.label, button.icon) == ("Board of the day", "star")
    assert home.group.widgets[0] is button
    assert home.on_action(Action(DAILY)) == OpenGame("samegame", daily=True)
    for days, label in ((1, "Board of the day"), (3, "3 days in a row")):
        rig.context.storage._records = records_of(*range(days))
        home.lay_out()
        assert (button.label, button.icon) == (label, "star-filled")
    rig.context.settings = rig.context.settings.changed(ui_scale=2.0)
    home.resize((640, 480))
    assert button.label == "3"
    monkeypatch.setattr(screen, "board_of_the_day", lambda day: None)
    home.lay_out()
    assert button not in home.group.widgets


def test_without_its_table_home_does_without(rig, monkeypatch, tmp_path):
    monkeypatch.setattr(table, "TABLE", tmp_path / "none.json")
    cleared_boards.cache_clear()
    home = HomeScene(rig.context)
    home.resize((640, 480))
    assert home._today is None
    cleared_boards.cache_clear()
