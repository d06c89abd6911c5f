import datetime
import json
import sqlite3
from contextlib import closing

import pytest

from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters
from game.library.library import Library
from game.library.records import (
    BoardId,
    Records,
    RecordsError,
    ScoreRecord,
    Tally,
    board_of,
    entry_of,
    standard_board,
)
from game.library.storage import Storage
from game.play.session import Mode, Seat, Session
from game.screens.records.tables import score_tables
from game.store.json_store import JsonStore
from tests.plugins import PEGS, home, loaded  # noqa: F401 - fixtures
from tests.sessions import PEOPLE, play, play_out

TODAY = datetime.date(2026, 11, 21)
SMALL = SameGameParameters(4, 4, 2)
BOARD = BoardId("samegame", SMALL, seed=7)


def counted(records, session, today=TODAY):
    entry = entry_of(session, today)
    return records if entry is None else records.plus(entry)


def small(seed=7):
    return play_out(Session("samegame", SMALL, seed))


def score(points, assisted=False, board=BOARD):
    return ScoreRecord(board, points, TODAY.isoformat(), assisted=assisted)


def duel(level="careful", winner=Seat.HUMAN, mode=Mode.PLAY, hints=0):
    """The player who begins takes the top row."""
    seats = (winner, Seat.AI if winner is Seat.HUMAN else Seat.HUMAN)
    session = Session("tictactoe", seats=seats, level=level, mode=mode)
    for _ in range(hints):
        session.record.node.hinted = True
    play(session, (0, 3, 1, 4, 2))
    assert session.state.is_terminal
    return session


def test_a_finished_board_is_recorded_with_all_that_belongs_to_it():
    for is_hinted, is_shown in ((False, False), (True, False), (False, True)):
        session = small()
        session.record.improve_target(40)
        session.record.root.hinted, session.record.shown = is_hinted, is_shown
        (record,) = counted(Records(), session).scores
        assert record.board == BOARD == board_of(session.record)
        assert (record.score, record.cleared) == (session.state.score, session.state.cleared)
        assert (record.date, record.target) == ("2026-11-21", 40)
        assert record.assisted == (is_hinted or is_shown)


def test_a_better_score_replaces_and_a_worse_one_does_not():
    records = Records().with_score(score(10))
    assert records.with_score(score(9)) is records
    assert records.with_score(score(10)) is records
    assert [each.score for each in records.with_score(score(11)).scores] == [11]
    helped = records.with_score(score(30, assisted=True))
    assert (helped.best(BOARD).score, helped.best(BOARD).assisted) == (30, True)
    assert {each.score for each in helped.scores} == {10, 30}, "help hides nothing"
    assert not helped.with_score(score(30)).best(BOARD).assisted


def test_boards_differ_by_seed_and_by_parameters_and_the_best_come_first():
    other = BoardId("samegame", SameGameParameters(4, 4, 3), seed=7)
    records = Records().with_score(score(5)).with_score(score(8, board=other))
    records = records.with_score(score(6, board=BoardId("samegame", SMALL, seed=8)))
    assert [record.score for record in records.best_by_board("samegame")] == [8, 6, 5]
    assert records.highest("samegame").score == 8
    assert Records().highest("samegame") is None
    assert Records().best(BOARD) is None


def test_a_standard_board_is_known_by_its_number():
    session = Session("samegame", SMALL)
    session.set_position(standard_boards()[4].state.to_text(), SameGameParameters(), standard=5)
    play_out(session)
    records = counted(Records(), session, TODAY)
    assert records.best(standard_board("samegame", 5)).score == session.state.score
    assert records.best(standard_board("samegame", 6)) is None


def test_what_is_not_the_players_own_is_not_recorded():
    pasted, demo, people = Session("samegame", SMALL, 7), small(), duel()
    pasted.set_position(pasted.state.to_text())
    demo.set_mode(Mode.DEMO)
    people.set_seats(PEOPLE)
    unfinished = Session("samegame", SMALL, 7)
    for session in (play_out(pasted), demo, unfinished, people, duel(mode=Mode.ANALYSE)):
        assert counted(Records(), session) == Records()


def test_results_are_counted_by_level_and_wins_in_a_row_until_another_result():
    records, streaks = Records(), []
    for winner in (Seat.HUMAN, Seat.HUMAN, Seat.AI, Seat.HUMAN, Seat.HUMAN, Seat.HUMAN):
        records = counted(records, duel(winner=winner))
        records = counted(records, duel("perfect", winner=Seat.AI))
        records = Records.from_dict(records.to_dict())
        streaks.append(records.tally("tictactoe", "careful").streak)
    assert streaks == [1, 2, 0, 1, 2, 3]
    records = counted(records, duel("perfect", hints=1))
    assert records.tallies_of("tictactoe") == (
        Tally("tictactoe", "careful", won=5, lost=1, streak=3),
        Tally("tictactoe", "perfect", won=1, lost=6, assisted=1, streak=1),
    )
    total = records.total("tictactoe")
    assert (total.won, total.drawn, total.lost, total.played) == (6, 0, 7, 13)
    assert records.total("hex").played == records.tally("hex", "club").played == 0
    losing = counted(counted(records, duel(winner=Seat.AI)), duel(winner=Seat.AI))
    assert losing.tally("tictactoe", "careful").losses == 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"samegame": 3}'])
def test_damaged_records_are_kept_beside(storage, text):
    storage.count_game(small(seed=3))
    assert storage.close()
    with closing(sqlite3.connect(storage.paths.library_file)) as library:
        library.execute("UPDATE documents SET data = ? WHERE name = 'records'", (text,))
        library.commit()
    second = Storage(storage.paths)
    assert second.records == Records()
    second.count_game(small())
    assert second.close()
    assert len(Storage(storage.paths).records.scores) == 1
    with closing(sqlite3.connect(storage.paths.library_file)) as library:
        kept = "SELECT data FROM documents WHERE name = 'records, damaged'"
        assert library.execute(kept).fetchall() == [(text,)]


def test_records_that_could_not_be_read_once_are_read_again(storage, monkeypatch):
    storage.count_game(duel())
    assert storage.flush()
    again = Storage(storage.paths)
    with monkeypatch.context() as patch:
        patch.setattr(Library, "read", lambda self, ask, otherwise, empty: otherwise)
        assert again.count_game(small())
        assert len(again.records.scores) == 1
    assert again.close()
    records = Storage(storage.paths).records
    assert len(records.scores) == len(records.tallies) == 1


def test_what_is_reached_while_the_library_is_being_made_is_kept(storage):
    storage.paths.data.mkdir(parents=True)
    storage.paths.library_file.touch()
    storage.count_game(small())
    assert storage.flush()
    assert len(Storage(storage.paths).records.scores) == 1


def test_what_is_read_is_of_one_moment_whatever_is_written_meanwhile(storage):
    storage.save_game(small())
    assert storage.flush()
    count = "SELECT count(*) FROM games"

    def ask(connection):
        before = connection.execute(count).fetchone()
        storage.save_game(small(seed=3))
        assert storage.flush()
        return before, connection.execute(count).fetchone()

    library = Library(storage.paths.library_file, JsonStore(lambda: None), can_lock=True)
    assert library.read(ask, None) == ((1,), (1,))


def test_a_game_that_is_not_there_keeps_its_scores():
    data = Records().with_score(score(10)).with_result(Tally("hex", "titan", won=1)).to_dict()
    data["patience"] = [{"deck": 52, "seed": 1, "score": 7}]
    records = Records.from_dict(data)
    assert records.to_dict() == data
    records = records.plus(Tally("hex", "titan", lost=1)).plus(score(11))
    assert len(records.scores) == 1
    assert records.to_dict()["patience"] == data["patience"]


def test_any_game_for_one_has_its_best_scores(loaded):  # noqa: F811
    loaded(PEGS)
    session = play_out(Session("pegs"))
    records = counted(Records().with_score(score(10)), session, TODAY)
    assert records.highest("pegs").score == round(session.state.returns[0])
    assert records.highest("samegame").score == 10
    again = Records.from_dict(json.loads(json.dumps(records.to_dict())))
    assert again == records
    (table,) = score_tables("pegs", again)
    assert table.rows[0][0].text == "Board"


def test_results_that_stand_twice_in_the_file_are_added_up():
    data = Records().with_result(Tally("hex", "club", won=1)).to_dict()
    data["two_player"] *= 3
    assert Records.from_dict(data).tallies == (Tally("hex", "club", won=3),)
    with pytest.raises(RecordsError):
        Records.from_dict([data])


@pytest.mark.parametrize("name", ["", "titan", "Perfect", "n" * 41, "\x00", "\ud800", "a\nb", 7])
def test_a_level_of_any_name_is_kept(name):
    data = Records().with_result(Tally("hex", "club", won=1)).to_dict()
    data["two_player"][0]["level"] = name
    assert Records.from_dict(data).to_dict() == data
