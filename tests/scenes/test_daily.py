"""The day's board and position: the same for everybody, solved by lines that are kept, shared."""

import json
import threading
from dataclasses import replace
from datetime import date, timedelta
from shutil import copyfile

import pygame
import pytest

from ai.contract.games import game_spec
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen import boards as table
from game.games.samegame.screen.boards import cleared_boards, daily
from game.library import schedule
from game.library.library import Library
from game.library.records import PositionResult, Records, ScoreRecord
from game.library.storage import Planned, Storage
from game.play.drill import FOLDER, Kind, shipped
from game.screens.base import Back, DrillSet, OpenDrills, OpenGame, OpenScene
from game.screens.drills.run import DrillPhase
from game.screens.home.rows import TODAY as BUTTON
from game.screens.home.rows import DayCard
from game.screens.home.screen import HomeScene
from game.screens.play.opening import begin_game
from game.screens.play.react import Play
from game.screens.today import (
    BOARD,
    POSITION,
    Day,
    day_of,
    has_played,
    results,
    results_text,
    streak,
)
from game.ui import commands
from game.ui.widgets import Action
from tests.games import played_out
from tests.rig import widgets
from tests.saved import reach
from tests.scenes.damage import ODD_VALUES
from tests.sessions import play_out

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
        end = played_out(
            game_spec("samegame").new_game(SameGameParameters(), board.seed), board.line
        )
        assert end.cleared
        assert round(end.returns[0]) == board.score


@pytest.mark.thorough
def test_each_day_of_a_year_has_a_board_and_a_position_which_wins_by_its_line():
    days = [TODAY + timedelta(number) for number in range(366)]
    assert len({board.seed for board in cleared_boards()}) == len(cleared_boards()) == 366
    assert len({daily(day).board for day in days}) == 366
    assert daily(days[0]) == daily(TODAY)
    positions = [day_of(day).drills[POSITION] for day in days]
    assert len({each.key for each in positions}) == 366
    assert {each.game for each in positions} == {"hex", "breakthrough"}
    for drill in positions:
        start = drill.session().record.root.state
        assert drill.kind is Kind.WIN
        assert played_out(start, drill.moves(start)).returns[start.current_player] > 0


@pytest.mark.parametrize(
    ("played", "length"),
    [
        ((), 0),
        ((0,), 1),
        ((1, 2, 3), 3),
        ((0, 1, 2, 4, 5), 3),
        ((2, 3), 0),
        pytest.param((0, 367), 1, id="a year ago"),
    ],
)
def test_days_in_a_row_are_counted_up_to_today_or_yesterday(played, length):
    walks = []

    class Walked(tuple):
        def __iter__(self):
            walks.append(self)
            return super().__iter__()

    records = records_of(*played)
    assert streak(replace(records, scores=Walked(records.scores)), TODAY) == length
    assert len(walks) == 1, "the scores are walked through once, however long it is"


def test_the_board_is_started_once_and_gone_on_with(rig):
    today = daily(TODAY)
    for length in (0, 1, 0):
        scene = rig.show(OpenGame("samegame", daily=True))
        assert (scene.session.record.start.seed, scene.session.record.length) == (
            today.board.seed,
            length,
        )
        assert scene.session.record.target.score == today.score
        assert scene.session.record.start.parameters == today.board.parameters
        assert scene.face.caption() == f"Board of the day · move {length + 1}"
        if length:
            begin_game(scene.controller, 7)
        else:
            scene.controller.give(Play(scene.session.state.legal_moves[0]))
        scene.on_exit()


def test_a_lower_score_a_year_later_counts_for_its_day():
    later = ScoreRecord(daily(TODAY).board, 50, TODAY.isoformat())
    records = records_of(366).plus(later)
    assert records.best(daily(TODAY).board).score == 466
    assert has_played(records.last_played(), TODAY, TODAY)
    assert Records.from_dict(records.to_dict()) == records


def test_a_score_that_is_no_better_is_told_as_no_best(rig):
    storage, board = rig.context.storage, daily(TODAY).board
    reach(storage, Records().plus(ScoreRecord(board, 10**6, "2020-01-01")))
    scene = rig.show(OpenGame("samegame", daily=True))
    play_out(scene.session)
    scene.controller.saver.count()
    assert has_played(storage.records.last_played(), TODAY, TODAY)
    assert not scene.controller.saver.is_just_counted
    rig.frame()
    assert rig.press("today") == OpenScene("today")


def test_the_first_try_at_a_position_counts_and_a_day_by_either():
    entry = PositionResult(TODAY.isoformat(), solved=False)
    records = Records().plus(entry)
    assert records.plus(PositionResult(TODAY.isoformat(), solved=True)) is records
    assert streak(records, TODAY) == 1
    assert streak(records_of(1, 2).plus(entry), TODAY) == 3
    assert Records.from_dict(records.to_dict()) == records


def test_results_are_shared_without_giving_anything_away():
    day = day_of(TODAY)
    assert not results_text(Records(), day)
    entry = PositionResult(TODAY.isoformat(), solved=True)
    records = Records().plus(entry)
    title = game_spec(day.drills[POSITION].game).title
    solved = f"{title}: solved at the first try"
    assert results_text(records, day).splitlines()[1:] == [solved]
    two_days = records_of(1).plus(entry)
    assert results_text(two_days, day).splitlines()[1:] == [solved, "2 days in a row"]
    best = ScoreRecord(day.board.board, day.board.score, TODAY.isoformat(), assisted=True)
    _, board, position = results_text(records.plus(best), day).splitlines()
    assert board.endswith("points, gold medal, assisted")
    assert not {*day.drills[POSITION].right, *day.board.line.split()} & {
        *position.split(),
        *board.split(),
    }
    missed = Records().plus(PositionResult(TODAY.isoformat(), solved=False))
    assert results(missed, day)[POSITION] == "not solved at the first try"


@pytest.fixture
def today(rig):
    rig.context.settings = rig.context.settings.changed(motion="off")
    return shown(rig, OpenScene("today"))


def shown(rig, command):
    scene = rig.show(command)
    rig.read()
    return scene


@pytest.fixture
def home(rig):
    scene = HomeScene(rig.context)
    scene.resize((1120, 760))
    return scene


def test_the_day_is_offered_on_a_page(rig, today, monkeypatch):
    copied = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    assert rig.press(POSITION) == OpenDrills(which=DrillSet.TODAY)
    assert rig.press(DrillSet.YESTERDAY) == OpenDrills(which=DrillSet.YESTERDAY)
    rig.key(pygame.K_c, pygame.KMOD_CTRL)
    assert today.toasts.passing.text == "There are no results yet."
    rig.context.storage.note_result(PositionResult(TODAY.isoformat(), solved=True))
    today.lay_out()
    today.toasts.dismiss()
    rig.resize((1120, 760))
    place = today.group.widget(commands.COPY.name).box
    rig.press(commands.COPY.name)
    assert copied == [results_text(rig.context.storage.records, today.day)]
    rig.frame()
    assert today.group.widget(commands.COPY.name).box == place, "a notice moves nothing"
    for days in (1, 2):
        reach(rig.context.storage, records_of(*range(days)))
        assert ("**2 days in a row.**" in repr(today.items(900))) == (days == 2)
        assert "1 day in a row" not in repr(today.items(900)), "they are told from two on"


def test_a_page_that_is_opened_before_the_records_are_read_shows_them_when_they_are(
    rig, monkeypatch
):
    may_read, read = threading.Event(), Library.read

    def read_late(*asked):
        may_read.wait()
        return read(*asked)

    rig.context.storage.note_result(PositionResult(TODAY.isoformat(), solved=True))
    rig.context.storage.note_result(PositionResult((TODAY - timedelta(1)).isoformat(), solved=True))
    assert rig.context.storage.flush()
    rig.context.storage = Storage(rig.context.storage.paths)
    monkeypatch.setattr(Library, "read", read_late)
    page = rig.show(OpenScene("today"))
    rig.frame()
    assert "Reading" in repr(page.items(900))
    may_read.set()
    rig.read()
    assert "**2 days in a row.**" in repr(page.items(900))


def test_a_day_that_is_still_to_come_counts_for_no_day_and_hides_none():
    """It was noted while the clock was wrong."""
    wrong = TODAY + timedelta(1200)
    board = daily(TODAY).board
    records = Records().plus(ScoreRecord(board, 900, wrong.isoformat()))
    assert (streak(records, TODAY), results(records, day_of(TODAY))) == (0, {})
    records = records.plus(ScoreRecord(board, 100, TODAY.isoformat()))
    assert (streak(records, TODAY), streak(records, wrong)) == (1, 0)
    assert records.best(board).date == TODAY.isoformat()
    assert BOARD in results(records, day_of(TODAY))


def test_the_position_of_the_day_is_tried_once(rig):
    scene = shown(rig, OpenDrills(which=DrillSet.TODAY))
    drill, storage = day_of(TODAY).drills[POSITION], rig.context.storage
    assert scene.round.drill == drill
    scene.round.answer(scene.round.session.state.move_from_string(drill.right[0]))
    assert storage.records.positions == {TODAY.isoformat(): True}
    assert scene.on_action(Action(commands.NEXT_DRILL.name)) == Back()
    scene = shown(rig, OpenDrills(which=DrillSet.TODAY))
    scene.round.show()
    assert storage.records.positions == {TODAY.isoformat(): True}


def test_what_was_missed_today_is_a_drill_tomorrow_scheduled_beside_the_window(rig, monkeypatch):
    threads, prepare = [], schedule.prepare
    monkeypatch.setattr(
        schedule, "prepare", lambda: threads.append(threading.current_thread()) or prepare()
    )
    scene = shown(rig, OpenDrills(which=DrillSet.TODAY))
    assert [each.name for each in threads] == ["drills"]
    scene.round.show()
    due = rig.context.storage.drills(TODAY + timedelta(1)).due
    assert [each.drill for each in due] == [scene.round.drill]


def test_what_a_drills_memory_has_learnt_stays_when_it_is_the_position_of_the_day(rig):
    storage, drill, memory = rig.context.storage, day_of(TODAY).drills[POSITION], ""
    for days in (9, 6):
        day = TODAY - timedelta(days)
        storage.note_tried(Planned(drill, memory), day, is_right=True)
        memory = storage.planned((drill,))[0].memory
    scene = shown(rig, OpenDrills(which=DrillSet.TODAY))
    scene.round.answer(scene.round.session.state.move_from_string(drill.right[0]))
    learnt = schedule.after(memory, TODAY, is_right=True)[1]
    assert storage.planned((drill,)) == (Planned(drill, learnt),)


def test_yesterdays_solutions_are_walked_to_their_ends_and_note_nothing(rig):
    scene = shown(rig, OpenDrills(which=DrillSet.YESTERDAY))
    drills, yesterday = scene.round, day_of(TODAY - timedelta(1))
    assert len(drills) == 2
    assert (drills.attempt.phase, drills.results) == (DrillPhase.SHOWN, [True])
    assert drills.task.startswith("This line clears the board, for **")
    rig.key(pygame.K_END)
    assert drills.session.state.cleared
    assert round(drills.session.state.returns[0]) == yesterday.board.score
    rig.key(pygame.K_n)
    assert drills.drill == yesterday.drills[POSITION]
    rig.key(pygame.K_END)
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert drills.session.state.is_terminal, "nothing is tried"
    rig.key(pygame.K_n)
    assert rig.commands[-1] == Back()
    assert not rig.context.storage.records.positions
    tried = {drill.key for drill in shipped(yesterday.drills[POSITION].game)}
    new = rig.context.storage.drills(TODAY).new
    assert tried <= {each.drill.key for each in new}


def test_home_shows_the_day_first_and_tells_how_long_the_streak_is(rig, home):
    home.on_enter()
    (day,) = widgets(home, DayCard)
    read_day(home)
    assert (day.streak, day.is_done) == ("", False)
    assert home.group.widgets[0] is day
    assert home.on_action(Action(BUTTON)) == OpenScene("today")
    for days, streak_told in ((1, ""), (3, "3 days in a row")):
        reach(rig.context.storage, records_of(*range(days)))
        home.lay_out()
        assert (day.streak, day.is_done) == (streak_told, False)
    rig.context.storage.note_result(PositionResult(TODAY.isoformat(), solved=False))
    home.lay_out()
    assert day.is_done
    rig.context.settings = rig.context.settings.changed(ui_scale=2.0)
    home.resize((640, 480))
    assert day.box.width == day.box.height
    home.draw(pygame.Surface((640, 480)))


class Yesterday(date):
    @classmethod
    def today(cls):
        return TODAY - timedelta(1)


@pytest.fixture
def days(monkeypatch):
    """Return the days, with their boards, that Home shows from now on."""
    seen, show = [], DayCard.show
    monkeypatch.setattr(DayCard, "show", lambda *given: seen.append(given[-2:]) or show(*given))
    return seen


def read_day(home):
    home.update(0.0)
    for each in (home.last, home.board, home.deck):
        if each.thread is not None:
            each.thread.join()
    home.update(0.0)


def test_home_that_is_left_open_over_midnight_shows_the_new_day(home, days, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("game.screens.home.screen.date", Yesterday)
        home.on_enter()
        read_day(home)
        assert days[-1] == (TODAY - timedelta(1), daily(TODAY - timedelta(1)))
    read_day(home)
    assert days[-1] == (TODAY, daily(TODAY))
    assert not home.is_reading


def test_home_reads_what_the_day_has_beside_the_window(home, days, monkeypatch):
    threads = []

    class Table:
        def read_text(self, encoding):
            threads.append(threading.current_thread().name)
            return json.dumps([{"seed": 1, "score": 2, "line": ""}])

    monkeypatch.setattr(table, "TABLE", Table())
    cleared_boards.cache_clear()
    home.on_enter()
    home.board.thread.join()
    home.update(0.0)
    cleared_boards.cache_clear()
    assert days[-1][1].board.seed == 1
    assert threads == ["board of the day"]


@pytest.mark.parametrize(
    "size", [(1120, 760), (1280, 800), (1366, 768), (1600, 1000), (1920, 1080), (2560, 1440)]
)
def test_in_a_usual_window_the_whole_day_is_in_sight(rig, size):
    scene = shown(rig, OpenScene("today"))
    rig.fit(size)
    assert not scene.content.scroll.most


def test_without_its_table_the_day_has_no_board(rig, monkeypatch, tmp_path):
    monkeypatch.setattr(table, "TABLE", tmp_path / "none.json")
    cleared_boards.cache_clear()
    scene = shown(rig, OpenScene("today"))
    assert scene.day.board is None
    assert "Board of the day" not in {each.name for each in scene.group.widgets}
    cleared_boards.cache_clear()


def test_a_damaged_file_of_drills_takes_nothing_else_from_the_day(rig, monkeypatch, tmp_path):
    monkeypatch.setattr("game.play.drill.FOLDER", tmp_path)
    damaged = tmp_path / "hex.jsonl"
    good = (FOLDER / "hex.jsonl").read_text("utf-8").splitlines()[0]
    for row in ("{", '{"position": "nonsense", "kind": "win", "right": "a1"}'):
        damaged.write_text(row)
        assert set(shown(rig, OpenScene("today")).day.drills) == {BOARD}
    rows = [{**json.loads(good), "position": odd} for odd in ODD_VALUES]
    damaged.write_text("\n".join((*map(json.dumps, rows), good)))
    assert day_of(TODAY).drills[POSITION].game == "hex"
    damaged.write_text("{")
    copyfile(FOLDER / "breakthrough.jsonl", tmp_path / "breakthrough.jsonl")
    assert day_of(TODAY).drills[POSITION].game == "breakthrough"


def test_a_page_that_is_left_open_over_midnight_shows_the_new_day(rig, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("game.screens.today.date", Yesterday)
        today = shown(rig, OpenScene("today"))
    assert today.day == day_of(TODAY - timedelta(1))
    assert 0 < today.wake_after() <= 24 * 3600
    rig.frame()
    rig.read()
    assert today.day == day_of(TODAY)
    assert not today.beside.is_reading


@pytest.mark.parametrize(
    ("which", "told"),
    [
        (DrillSet.TODAY, "No position of the day was found."),
        (DrillSet.YESTERDAY, "No solutions of yesterday were found."),
    ],
)
def test_where_the_day_has_nothing_that_is_said_of_the_day(rig, monkeypatch, which, told):
    monkeypatch.setattr("game.screens.drills.screen.day_of", lambda day: Day(day, None, {}))
    scene = shown(rig, OpenDrills(which=which))
    assert [item.section.text for item in scene.items(400)] == [told]
