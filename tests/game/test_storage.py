import errno
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.games.samegame.rules import SameGameParameters
from game.library import library
from game.library.library import GameQuery, SavedGame, record_of
from game.library.records import Records, Tally
from game.library.storage import Storage
from game.play import record
from game.play.session import Session, SessionError
from game.screens.earlier.card import place_of
from game.screens.settings.pages import label_of
from game.store.files import default_paths, read_json, write_json
from game.store.settings import Settings
from tests.rig import Rig
from tests.saved import lines_of, read_back
from tests.sessions import AGAINST_AI, play, play_out, session_of
from tests.waiting import LIMIT_SECONDS

LEFT = "The file stays as it is; Playout saves to it as soon as that changes."


def slowed(patch):
    """Let the library write nothing before an event, which is returned."""
    may_write, write = threading.Event(), library.Library.write

    def wait_and_write(self, changes):
        assert may_write.wait(LIMIT_SECONDS)
        write(self, changes)

    patch.setattr(library.Library, "write", wait_and_write)
    return may_write


def again(storage):
    """Return what the next start finds."""
    assert storage.flush()
    return Storage(storage.paths)


def notices(storage):
    found = []
    while notice := storage.files.take_notice() or storage.files.take_alarm():
        found.append(notice)
    return found


def begun(game="hex", moves=1, **values):
    return session_of(game, moves, seed=1, **values)


def board(seed=7):
    """A SameGame board, played to its end."""
    return play_out(Session("samegame", SameGameParameters(4, 4, 2), seed))


def test_nothing_stored_gives_defaults_without_a_word(storage):
    assert storage.load_settings() == Settings()
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    assert storage.recent_games() == []
    assert notices(storage) == []
    assert not storage.paths.data.exists()


def test_a_game_comes_back_and_the_last_one_is_first(storage):
    for game in ("tictactoe", "hex", "tictactoe"):
        storage.save_game(begun(game))
    assert storage.recent_games() == ["tictactoe", "hex"], "before it is written"
    second = again(storage)
    assert second.recent_games() == ["tictactoe", "hex"]
    assert second.load_game("hex").record.moves == (0,)
    second.save_game(begun("hex", moves=4))
    assert second.recent_games() == ["hex", "tictactoe"]
    third = again(second)
    found = third.load_game("hex")
    (earlier,) = earlier_games(third, found)
    assert [found.record.length, third.record(earlier.number).length] == [4, 1], "both are kept"
    assert notices(second) == []


def test_a_game_of_a_clock_that_was_wrong_is_not_the_latest_for_ever(storage, monkeypatch):
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 10**17)
    storage.save_game(begun("hex"))
    second = again(storage)
    monkeypatch.undo()
    monkeypatch.setattr(record, "_numbers", [0])
    assert second.recent_games() == ["hex"]
    second.save_game(begun("tictactoe"))
    assert second.recent_games() == ["tictactoe", "hex"]
    (row, _) = again(second).listed(GameQuery(""), 0, 0, 9).rows
    assert row.game == "tictactoe"
    assert row.day == date.today().isoformat()


def test_a_game_that_is_written_while_the_last_one_is_looked_for_is_found(storage, monkeypatch):
    may_write, read = slowed(monkeypatch), library.Library.read
    storage.save_game(begun())

    def read_before_it_is_written(self, ask, nothing):
        found = read(self, ask, nothing)
        may_write.set()
        assert storage.flush()
        return found

    monkeypatch.setattr(library.Library, "read", read_before_it_is_written)
    assert storage.recent_games() == ["hex"]


def test_a_game_is_listed_against_the_level_that_played_it(storage):
    session = session_of("tictactoe", (0, 3, 1, 4, 2), seats=AGAINST_AI, level="careless")
    storage.save_game(session)
    session.set_level("perfect")
    storage.save_game(session)
    storage.flush()
    rows = storage.listed(GameQuery("tictactoe"), 0, 0, 9).rows
    assert [row.level for row in rows] == ["careless"]
    assert again(storage).load_game("tictactoe").record.level == "perfect"


def test_settings_are_saved_while_a_slow_disk_is_read(storage, monkeypatch):
    is_reading, may_go_on = threading.Event(), threading.Event()

    def read(self, ask, otherwise, empty=None):
        is_reading.set()
        may_go_on.wait()
        return otherwise

    monkeypatch.setattr(library.Library, "read", read)
    for ask in (lambda: storage.load_game("hex"), lambda: storage.records):
        reading = threading.Thread(target=ask)
        reading.start()
        assert is_reading.wait(LIMIT_SECONDS)
        saving = threading.Thread(target=storage.save_settings, args=(Settings(theme="light"),))
        saving.start()
        saving.join(LIMIT_SECONDS)
        has_waited = saving.is_alive()
        may_go_on.set()
        reading.join()
        saving.join()
        assert not has_waited
        is_reading.clear()
        may_go_on.clear()


def test_a_game_that_is_starred_and_deleted_at_once_comes_back_with_its_star(storage, monkeypatch):
    session = begun(moves=3)
    storage.save_game(session)
    session.new_game(seed=2)
    session.play(0)
    storage.save_game(session)
    (row,) = earlier_games(storage, session)
    may_write = slowed(monkeypatch)  # so that both are written together
    row = replace(row, starred=True, title="Mine")
    storage.mark(row)
    storage.delete(row)
    may_write.set()
    assert earlier_games(storage, session) == ()
    storage.restore(row)
    (restored,) = earlier_games(storage, session)
    assert (restored.starred, restored.title) == (True, "Mine")


# Damaged files.


def damage(path, start, count=8):
    """Fill pages of a file, which are of 4,096 bytes, with nonsense."""
    with path.open("r+b") as file:
        file.seek(start * 4096)
        file.write(b"\x9a" * 4096 * count)


@pytest.fixture(scope="module")
def hundred_games(tmp_path_factory):
    """The library of a home with a hundred games of hex."""
    storage = Storage(default_paths({"PLAYOUT_HOME": str(tmp_path_factory.mktemp("many"))}))
    session = begun()
    for number in range(100):
        session.new_game(seed=number)
        play(session, range(40))
        storage.save_game(session)
    storage.count_game(board())
    assert storage.close()
    return storage.paths.library_file


@pytest.fixture
def many(paths, hundred_games):
    """A home with a copy of it, to be damaged."""
    paths.data.mkdir(parents=True)
    shutil.copy(hundred_games, paths.library_file)
    return paths


def put_a_row_that_no_library_can_hold(path):
    for change in (
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')",
        "INSERT INTO games (number) VALUES (1)",
    ):
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("PRAGMA writable_schema = ON")
            file.execute(change)


@pytest.mark.parametrize(
    ("prepare", "least"),
    [(lambda path: None, 80), (put_a_row_that_no_library_can_hold, 50)],
    ids=["as it is", "with a row that none can hold"],
)
def test_what_can_be_read_of_a_damaged_library_is_saved_and_told(many, prepare, least):
    before = kept_games(Storage(many))
    blank = Storage(many)
    for game in ("breakthrough", "samegame"):
        blank.save_game(Session(game))
    blank.close()
    prepare(many.library_file)
    size = many.library_file.stat().st_size // 4096
    damage(many.library_file, size // 2, 4)  # some twenty games
    storage = Storage(many)
    storage.save_game(begun("tictactoe"))
    kept_games(storage)
    (notice,) = notices(storage)
    assert notice.startswith(
        "library.sqlite3 was damaged. It was renamed to library.damaged.sqlite3"
    )
    assert many.library_file.with_name("library.damaged.sqlite3").stat().st_size >= size * 4096
    second = again(storage)
    found = kept_games(second)
    saved = int(notice.rstrip(".").rpartition(" ")[2])
    listed = second.listed(GameQuery(""), 0, 0, 999).count
    assert least <= saved <= listed <= saved + 1, "the new one may be written before the rescue"
    assert len(found) >= saved - 2
    assert before.items() >= found.items()
    assert second.load_game("tictactoe").record.length == 1
    assert notices(second) == []


@pytest.mark.parametrize("text", ["damaged " * 999, "SQLite format 3\x00" + "x" * 9999])
def test_a_library_of_which_nothing_can_be_read_is_kept_aside(storage, text):
    path = storage.paths.library_file
    for number in ("", "-2"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + number)
        storage = Storage(storage.paths)
        assert storage.load_game("hex") is None
        assert path.with_name(f"library.damaged{number}.sqlite3").read_text() == text + number
        assert notices(storage)[0].endswith("No records; games rescued: 0.")
        storage.save_game(begun())
        assert again(storage).load_game("hex").record.length == 1
        storage.close()


@pytest.mark.parametrize(("table", "is_lost"), [("documents", True), ("games", False)])
def test_records_that_a_damaged_library_lost_are_told(storage, table, is_lost):
    storage.count_game(board())
    storage.close()
    path = storage.paths.library_file
    with closing(sqlite3.connect(path)) as file:
        at = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = file.execute(at, (table,)).fetchone()
    damage(path, page - 1, 1)
    later = again(storage)
    later.save_game(begun())
    assert later.flush()
    assert len(later.records.scores) == (not is_lost)
    assert ("No records" in notices(later)[0]) == is_lost


def test_where_files_cannot_be_locked_everything_is_saved_and_that_is_told_once(storage):
    """A lock that another has stands for a drive without locks; it may be written ahead before."""
    storage.save_game(begun())
    assert storage.flush()
    storage.close()
    for moves in (2, 3):
        alone = Storage(storage.paths, can_lock=False)
        (told,) = notices(alone)
        assert told.startswith("Files cannot be locked on the drive with your games.")
        assert alone.load_game("hex").record.length == moves - 1
        with closing(sqlite3.connect(storage.paths.library_file)) as other:
            if moves == 3:
                other.execute("BEGIN EXCLUSIVE")
            alone.save_game(begun(moves=moves))
            assert alone.flush()
            assert alone.load_game("hex").record.length == moves
            assert notices(alone) == []
        alone.close()
    assert Storage(storage.paths).load_game("hex").record.length == 3


@pytest.mark.parametrize("is_damaged", [True, False])
def test_a_damaged_game_is_told_and_kept(many, monkeypatch, is_damaged):
    with closing(sqlite3.connect(many.library_file)) as file, file:
        (number,) = file.execute("SELECT number FROM current").fetchone()
        if is_damaged:
            file.execute(f"UPDATE games SET text = substr(text, 9) WHERE number = {number}")
    if not is_damaged:  # it is an error that nobody thought of
        monkeypatch.setattr(library, "read", lambda *_, **__: 1 // 0)
    storage = Storage(many)
    for _ in range(2):
        assert storage.load_game("hex") is None
    assert notices(storage) == ["Your last game was damaged. It is kept among the earlier games."]
    storage.save_game(begun(moves=2))
    assert storage.flush()
    monkeypatch.undo()
    storage = Storage(many)
    found = storage.load_game("hex")
    assert found.record.length == 2
    listed = storage.listed(GameQuery("hex"), found.record.number, 0, 999).rows
    assert number in [row.number for row in listed]


def test_moves_that_cannot_be_read_are_told_and_what_they_were_is_kept(storage):
    session = begun(moves=4)
    session.go_to(1)
    session.play(9)
    storage.save_game(session)
    assert storage.close()
    name = session.record.line[1].children[0].name
    with closing(sqlite3.connect(storage.paths.library_file)) as file, file:
        file.execute("UPDATE games SET text = replace(text, ?, 'nowhere')", (f"{name} ",))
        (before,) = file.execute("SELECT text FROM games").fetchone()
    second = Storage(storage.paths)
    found = second.load_game("hex")
    assert lines_of(found) == [(0, 9)]
    assert notices(second) == ["Moves of your last game were damaged and are left out."]
    assert second.close()
    with closing(sqlite3.connect(storage.paths.library_file)) as file:
        (kept,) = file.execute("SELECT data FROM documents WHERE name LIKE 'game %'").fetchone()
    assert kept == before


def test_an_earlier_game_with_parameters_that_there_are_not_is_kept_and_keeps_no_other(storage):
    session = begun(moves=2)
    damaged = SavedGame(5, "hex", 5, "", "open", "playout 1\ngame hex:sidf=6\n\na1\n")
    storage.restore(damaged)
    storage.save_game(session)
    second = again(storage)
    assert second.load_game("hex").record.length == 2
    assert earlier_games(second, session) == (damaged,)
    with pytest.raises(SessionError, match="sidf"):
        second.record(5)
    with pytest.raises(SessionError, match="no earlier game"):
        second.record(6)


@pytest.mark.parametrize(
    ("text", "why"), [("nonsense", "line 1"), ("[]", "settings must be an object")]
)
def test_damaged_settings_are_kept_aside_and_told(storage, text, why, caplog):
    path = storage.paths.settings_file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert storage.load_settings() == Settings()
    assert "settings.damaged.json" in storage.files.take_notice()
    assert why in caplog.text


def test_a_damaged_file_that_cannot_be_moved_is_left(storage, monkeypatch):
    path = storage.paths.library_file
    path.parent.mkdir(parents=True)
    path.write_text("damaged" * 99)

    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(library, "exchange", refuse)
    assert storage.load_game("hex") is None
    storage.save_game(begun())
    assert not storage.flush()
    assert path.read_text() == "damaged" * 99
    (notice,) = notices(storage)
    assert notice.endswith(LEFT)
    monkeypatch.undo()
    assert again(storage).load_game("hex") is not None
    assert path.with_stem("library.damaged").read_text() == "damaged" * 99


# Values that are not known here.


def test_bad_settings_are_told_by_the_names_players_know(storage):
    write_json(storage.paths.settings_file, {"ui_scale": 9, "theme": "sepia"})
    assert storage.load_settings(label_of) == Settings()
    (notice,) = notices(storage)
    assert notice.startswith("The setting Theme: Appearance = 'sepia' is not one of")
    assert notice.endswith("The log lists 1 more.")
    storage.flush()
    write_json(storage.paths.settings_file, {"theme": "sepia"})
    storage.load_settings(label_of)
    (notice,) = notices(storage)
    assert notice.startswith("The setting Theme: Appearance = 'sepia' is not one of")
    assert "log" not in notice
    assert notice.endswith(".")


def test_settings_that_are_not_known_stay_in_the_file_until_they_are_changed(storage):
    stored = {"theme": "sepia", "hex_level": "titan", "moves_shown": [1]}
    write_json(storage.paths.settings_file, stored)
    settings = storage.load_settings()
    storage.save_settings(replace(settings, sound=False))
    storage.flush()
    assert read_json(storage.paths.settings_file) == {**stored, "sound": False}
    for theme in ("dark", "system"):
        storage.save_settings(replace(settings, theme=theme))
    storage.flush()
    assert read_json(storage.paths.settings_file) == {**stored, "sound": True, "theme": "system"}


def test_another_versions_library_is_left_and_called_so(storage):
    path = storage.paths.library_file
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE all_different (number)")
        other.execute("PRAGMA user_version = 99")
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    before = path.read_bytes()
    storage.save_game(begun())
    assert not storage.flush()
    storage.count_game(board())
    assert notices(storage) == [f"{path.name} is from another version of Playout. {LEFT}"]
    assert storage.load_game("hex").record.moves == (0,)
    assert len(storage.records.scores) == 1
    assert path.read_bytes() == before


def test_a_library_without_a_table_is_not_called_damaged(storage):
    storage.save_game(begun())
    assert storage.close()
    with closing(sqlite3.connect(storage.paths.library_file)) as file:
        file.execute("DROP TABLE games")
    found = Storage(storage.paths)
    assert found.load_game("hex") is None
    (notice,) = notices(found)
    assert "no such table" in notice
    assert notice.endswith(LEFT)


def test_what_cannot_be_committed_is_rolled_back():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        later = "REFERENCES a DEFERRABLE INITIALLY DEFERRED"
        file.execute(f"CREATE TABLE a (number INTEGER PRIMARY KEY, parent {later})")
        with pytest.raises(sqlite3.IntegrityError), library._transaction(file):
            file.execute("INSERT INTO a VALUES (1, 9)")
        assert not file.in_transaction


# Files that cannot be read.


@pytest.fixture
def unreadable(monkeypatch):
    """Let reading fail, as no permission of files can where root runs the tests."""
    errors = {}
    read, connect = Path.read_bytes, sqlite3.connect

    def check(path):
        if path.name in errors:
            raise OSError(errors[path.name], os.strerror(errors[path.name]), str(path))

    def read_bytes(self):
        check(self)
        return read(self)

    def connected(place, **options):
        check(Path(str(place).partition("?")[0]))
        return connect(place, **options)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr(sqlite3, "connect", connected)
    return errors


@contextmanager
def held(path):
    """Let another program hold a library."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_what_cannot_be_read_is_never_written_over(storage, unreadable, error):
    old = Storage(storage.paths)
    old.save_game(begun(moves=5))
    old.count_game(board())
    old.save_settings(Settings(theme="light"))
    assert old.close()
    files = [storage.paths.library_file, storage.paths.settings_file]
    before = {path: path.read_bytes() for path in files}
    unreadable.update({path.name: error for path in files})

    assert storage.load_settings() == Settings()
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    storage.save_settings(Settings(theme="dark"))
    storage.save_game(begun(moves=1))
    storage.count_game(board(seed=8))
    assert not storage.flush()
    assert storage.load_game("hex").record.moves == (0,)
    assert len(storage.records.scores) == 1
    unreadable.clear()
    assert {path: path.read_bytes() for path in files} == before
    told = notices(storage)
    assert sorted(notice.split(" ")[0] for notice in told) == sorted(path.name for path in files)
    assert all(os.strerror(error) in notice and notice.endswith(LEFT) for notice in told)


def test_what_could_not_be_read_once_is_saved_as_soon_as_it_can_be(storage, unreadable):
    """Without being read again; and nothing that it holds is lost by that."""
    storage.save_game(begun(moves=5))
    storage.count_game(board())
    storage.save_settings(Settings(theme="light", top_n=7))
    second = again(storage)
    unreadable.update({"library.sqlite3": errno.EIO, "settings.json": errno.EIO})
    assert second.load_settings() == Settings()
    assert second.load_game("hex") is None
    second.save_settings(Settings(theme="dark"))
    second.save_game(session := begun(moves=3))
    second.count_game(board(seed=8))
    assert not second.flush()
    assert second.files.trouble.endswith(LEFT)
    unreadable.clear()
    third = again(second)
    assert not second.files.trouble
    assert third.load_settings() == Settings(theme="dark", top_n=7)
    found = third.load_game("hex")
    assert found.record.moves == session.record.moves
    assert [third.record(row.number).length for row in earlier_games(third, found)] == [5]
    assert len(third.records.scores) == 2


def test_a_library_that_another_program_held_is_written_once_it_lets_go(storage, monkeypatch):
    monkeypatch.setattr(library, "PATIENCE_SECONDS", 0.01)
    storage.save_game(begun(moves=5))
    second = again(storage)
    assert storage.close()
    with held(storage.paths.library_file):
        assert second.load_game("hex") is None
        why = "could not be read (another program holds it)"
        assert notices(second) == [f"library.sqlite3 {why}. {LEFT}"]
        second.save_game(begun(moves=3))
        assert not second.flush()
    assert again(second).load_game("hex").record.length == 3


def test_the_window_waits_some_frames_at_most_for_a_library_that_is_held(tmp_path, monkeypatch):
    """However often a game asks for what it kept."""
    rig = Rig(tmp_path)
    rig.context.storage.save_game(begun(moves=5))
    assert rig.context.storage.close()
    rig, waits, connect = Rig(tmp_path), [], sqlite3.connect

    def connected(*arguments, **options):
        if threading.current_thread() is threading.main_thread():
            waits.append(options["timeout"])
        return connect(*arguments, **options)

    with held(rig.context.storage.paths.library_file):
        monkeypatch.setattr(sqlite3, "connect", connected)
        scene = rig.open("hex")
        scene.session.play(0)
        rig.frame()
    assert len(waits) > 1
    assert 0 < sum(waits) <= 0.1


def test_what_no_library_can_hold_keeps_nothing_else_from_being_saved(storage):
    row = SavedGame(5, "hex", 5, "", "over", "\ud800")
    for unfit in (row, replace(row, number=6, text="", at=2**70)):
        storage.restore(unfit)
    storage.mark(replace(row, title="\ud800"))
    storage.save_game(begun(moves=3))
    assert again(storage).load_game("hex").record.length == 3
    assert [notice.split("(")[0] for notice in notices(storage)] == [
        *["A game of hex cannot be saved "] * 2,
        "A mark cannot be saved ",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")
@pytest.mark.parametrize("put", ["mkdir", "mkfifo", "symlink"])
def test_what_is_no_file_is_left_where_it_is(storage, put):
    path = storage.paths.library_file
    path.parent.mkdir(parents=True)
    if put == "symlink":
        path.symlink_to(path)
    else:
        getattr(os, put)(path)
    kind = path.lstat().st_mode
    assert storage.load_game("hex") is None
    storage.save_game(begun())
    assert not storage.flush()
    assert path.lstat().st_mode == kind
    assert len(notices(storage)) == 1


def test_without_files_nothing_is_read_or_written(storage):
    storage.save_game(begun())
    storage.count_game(board())
    storage.go_without_files()
    before = storage.paths.library_file.read_bytes()
    assert storage.records == Records()
    assert storage.load_game("hex") is None
    storage.save_game(begun(moves=2))
    storage.count_game(board(seed=8))
    storage.save_settings(Settings(theme="light"))
    assert not storage.flush()
    assert storage.paths.library_file.read_bytes() == before
    assert not storage.paths.settings_file.exists()
    assert storage.load_game("hex").record.length == 2


def test_a_library_that_nothing_can_be_written_beside_is_read(storage, monkeypatch):
    storage.save_game(begun(moves=5))
    assert storage.close()
    connect = sqlite3.connect

    class Refused(sqlite3.Connection):
        """What root, who may write anywhere, never sees."""

        def execute(self, *_):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error

    def connected(name, **how):
        return (
            connect(name, **how) if "immutable" in name else connect(name, factory=Refused, **how)
        )

    monkeypatch.setattr(sqlite3, "connect", connected)
    found = Storage(storage.paths)
    assert found.load_game("hex").record.length == 5
    assert notices(found) == []


# Files that cannot be written.


def test_an_unwritable_home_is_told_once_and_games_last_until_the_end(tmp_path, caplog):
    (tmp_path / "data").write_text("a file where a folder should be")
    told = []
    paths = default_paths({"PLAYOUT_HOME": str(tmp_path)})
    storage = Storage(paths, wake=lambda: told.append(storage.files.take_notice()))
    assert storage.load_game("hex") is None
    for game in ("hex", "tictactoe", "hex"):
        storage.save_game(Session(game))
    assert not storage.flush()
    (notice,) = told
    assert notice.startswith(f"{tmp_path / 'data'} cannot be written (")
    assert notice.endswith(". Playout saves as soon as that changes.")
    assert re.search(r"failed: \[(Errno|WinError)", caplog.text)
    assert "Traceback" not in caplog.text
    assert storage.load_game("hex") is not None
    storage.save_game(Session("hex"))
    assert not storage.flush()
    assert told == [notice]
    (tmp_path / "data").unlink()
    assert again(storage).load_game("hex") is not None
    assert [*told, *notices(storage)] == [notice, "Everything is saved again."]


def test_a_full_disk_is_told_once_and_what_waits_for_room_is_written_later(storage, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    connect, opened = sqlite3.connect, []

    def noted(place, **options):
        opened.append((place, connect(place, **options)))
        return opened[-1][1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    session = begun()
    storage.save_game(session)
    assert storage.flush()
    own = next(connection for place, connection in opened if "mode=rwc" in place)
    pages = own.execute("PRAGMA page_count").fetchone()[0]
    own.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(20):
        session.new_game(seed=number)
        session.play(number)
        storage.save_game(session)
    with monkeypatch.context() as patch:
        patch.setattr("game.library.storage.write_json", full)
        storage.save_settings(Settings(theme="light"))
        storage.count_game(board())
        assert not storage.flush()
    assert notices(storage) == ["The disk is full. Playout saves as soon as that changes."]
    own.execute("PRAGMA max_page_count = 9999")
    second = again(storage)
    assert notices(storage) == ["Everything is saved again."]
    assert len(kept_games(second)) == 21
    assert len(second.records.scores) == 1
    assert second.load_settings().theme == "light"


def test_a_disk_that_hangs_keeps_no_window_open(storage, monkeypatch):
    storage.save_game(begun())
    assert storage.flush()
    may_go_on, closed = threading.Event(), []
    closing = lambda self: closed.append(may_go_on.wait(LIMIT_SECONDS))  # noqa: E731
    monkeypatch.setattr(library.Library, "close", closing)
    monkeypatch.setattr("game.library.storage.FLUSH_SECONDS", 0.01)
    assert storage.close()
    assert not closed
    may_go_on.set()


@pytest.mark.skipif(sys.platform == "win32", reason="no open file can be renamed there")
def test_a_library_that_is_taken_away_is_made_anew(storage):
    storage.save_game(begun())
    assert storage.flush()
    path = storage.paths.library_file
    path.rename(path.with_name("elsewhere.sqlite3"))
    storage.save_game(begun("tictactoe"))
    assert again(storage).recent_games() == ["tictactoe"]


def earlier_games(storage, session):
    return storage.listed(GameQuery("hex"), session.record.number, 0, 9).rows


def kept_games(storage):
    """Return the moves of all games of hex that can be read, by their numbers."""
    rows = storage.listed(GameQuery("hex"), 0, 0, 999).rows
    return {row.number: record_of(row).moves for row in rows}


def test_an_untouched_game_is_not_kept_once_it_is_replaced(storage):
    session = Session("hex")
    for _ in range(3):
        storage.save_game(session)
        session.new_game()
    storage.save_game(session)
    assert again(storage).load_game("hex").record.number == session.record.number
    with closing(sqlite3.connect(storage.paths.library_file)) as file:
        assert file.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert file.execute("SELECT count(*) FROM positions").fetchone() == (1,)


def test_the_game_before_can_be_gone_back_to_after_the_next_start(storage):
    session = begun(moves=3)
    storage.save_game(session)
    session.new_game()
    storage.save_game(session)
    for _ in range(2):
        found = again(storage).load_game("hex")
        assert found.has_earlier
        assert found.undo_new_game()
        assert found.record.moves == (0, 1, 2)


def test_a_game_is_found_by_the_positions_of_all_its_branches_and_by_no_others(storage):
    session = begun(moves=3)
    beside = session.record.node.position.digest
    session.go_to(1)
    session.play(9)
    now = session.record.node.position.digest
    storage.save_game(session)
    for digest in (beside, now):
        (row,) = again(storage).listed(GameQuery("", position=digest), 0, 0, 9).rows
        assert place_of(storage.record(row.number), digest).position.digest == digest
    session.show(session.record.fork().beside(1))
    assert session.delete_branch()
    storage.save_game(session)
    counts = [storage.listed(GameQuery("", position=each), 0, 0, 9).count for each in (beside, now)]
    assert sorted(counts) == [0, 1]


def test_a_result_counts_once_whatever_is_read_and_played_again(storage):
    session = session_of("tictactoe", (0, 3, 1, 4, 2), seats=AGAINST_AI, level="careful")
    assert storage.count_game(session)
    storage.save_game(session)
    second = again(storage)
    found = second.load_game("tictactoe")
    for each in (session, found, read_back(session)):
        assert not second.count_game(each)
    found.undo_turn()
    play(found, (5, 8))
    found.go_to(4)
    found.play(2)
    assert found.record.result is not None
    assert not second.count_game(found), "another end of the same game"
    assert second.records.tallies == (Tally("tictactoe", "careful", won=1, streak=1),)


def test_records_that_are_reset_stay_reset(storage):
    storage.count_game(board(seed=1))
    storage.clear_records()
    storage.count_game(board(seed=2))
    assert [score.board.seed for score in again(storage).records.scores] == [2]


SAVER = """
import sys
from game.games import registry
from game.store.files import default_paths
from game.play.session import Seat, Session
from game.library.storage import Storage
registry.hand_in()
storage = Storage(default_paths())
session = storage.load_game("tictactoe") or Session("tictactoe", seats=tuple(Seat))
print(0, flush=True)
while True:
    if session.is_over:
        session.new_game()
    for move in (0, 3, 1, 4, 2):
        if not session.is_over and session.record.length < 5:
            session.play((0, 3, 1, 4, 2)[session.record.length])
            storage.save_game(session)
            storage.count_game(session)
    storage.flush()
    print(storage.records.total("tictactoe").won, flush=True)
"""


def test_a_killed_window_loses_nothing_and_counts_each_game_once(storage):
    environment = {**os.environ, "PLAYOUT_HOME": str(storage.paths.data.parent)}
    command = [sys.executable, "-c", SAVER]
    done = 0
    for _ in range(3):
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            for _ in range(10):
                done = max(done, int(process.stdout.readline()))
            process.kill()
        found = Storage(storage.paths)
        rows = found.listed(GameQuery("tictactoe"), 0, 0, 999).rows
        won = found.records.total("tictactoe").won
        assert won >= done
        assert (
            won
            == sum(bool(row.counted) for row in rows)
            == sum(row.result == "won" for row in rows)
        )
        for row in rows:
            record = found.record(row.number)
            assert not record.damage
            assert row.digests == {each.position.digest for each in record.root.walk()}
            assert bool(record.counted) == bool(row.counted)
        assert notices(found) == []
        assert found.close()
