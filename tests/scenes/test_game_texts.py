"""Games as text: copied, pasted, dropped on the window, saved to a file and opened from one."""

import itertools
import json
import zipfile
from functools import partial

import pygame
import pytest

from game.library import game_files
from game.library import storage as storage_module
from game.library.export import export_data
from game.library.library import Changes, GameQuery, SavedGame, record_of
from game.library.records import Records
from game.library.storage import Storage
from game.play import text
from game.play.node import By
from game.play.session import Session
from game.screens.base import OpenFile, OpenGame, OpenText
from game.screens.play.opening import begin_game
from game.ui.panel.basics import Sentence
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.rig import context_of, press, step, storage_in, window
from tests.saved import file_of, lines_of
from tests.sessions import AGAINST_AI, session_of
from tests.waiting import wait_for

THEIRS = "playout 1\ngame hex:side=5\nseats human human\n\ne5 e4 (d5) d5\n"


def finished() -> Session:
    session = session_of("tictactoe", "a1 b1 a2 b2", seed=1, seats=AGAINST_AI)
    session.go_to(3)
    session.play(session.state.move_from_string("c3"))
    session.play(session.state.move_from_string("a3"))
    return session


@pytest.fixture
def clipboard(monkeypatch):
    """Return what is copied, the latest last; that is also what is pasted."""
    held = []
    monkeypatch.setattr(pygame.scrap, "put_text", held.append, raising=False)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[-1], raising=False)
    return held


def arrive(app, events=(), *, until):
    """Let the window work until something has arrived that a thread reads."""
    step(app, *events)
    wait_for(until, meanwhile=lambda: step(app))


def told(app):
    return app.scene.toasts.passing.text if app.scene.toasts.passing else ""


@pytest.fixture
def app(tmp_path):
    """The program at an empty game of hex Gomoku."""
    with window(context_of(tmp_path), OpenGame("hex")) as app:
        yield app


def test_a_game_is_copied_and_pasted_with_its_branches(app, clipboard):
    session = app.scene.session
    session.bring_in(text.read(THEIRS))
    step(app, press(pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT))
    assert told(app) == "Game copied."
    assert lines_of(Session.of(text.read(clipboard[-1]))) == lines_of(session)
    begin_game(app.scene.controller)
    before = session.record.number
    step(app, press(pygame.K_v, pygame.KMOD_CTRL))
    arrive(app, until=lambda: session.record.length)
    names = [[node.name for node in end.path()[1:]] for end in session.record.ends()]
    assert names == [["e5", "e4", "d5"], ["e5", "d5"]]
    assert app.context.storage.flush()
    rows = app.context.storage.listed(GameQuery(""), 0, 0, 9).rows
    assert before not in [row.number for row in rows], "nobody had moved there"


def test_a_finished_game_that_is_dropped_is_reviewed_and_the_present_one_kept(tmp_path):
    context = context_of(tmp_path)
    file = tmp_path / "their game.playout"
    file.write_text(text.write(finished().record), "utf-8")
    with window(context, OpenGame("tictactoe")) as app:
        session = app.scene.session
        session.play(4)
        own = session.record.number
        dropped = pygame.event.Event(pygame.DROPFILE, file=str(file))
        arrive(app, [dropped], until=lambda: app.scene_name == "review")
        assert session.record.result == (1.0, -1.0)
        assert session.before.number == own
        assert context.storage.records == Records()
    context.storage.flush()
    kept = Storage(context.storage.paths).load_game("tictactoe")
    assert kept is not None
    assert [node.by for node in kept.record.line[1:]] == [By.BROUGHT, By.OPPONENT] * 2 + [
        By.BROUGHT
    ]
    assert kept.before.number == own


def test_a_text_is_opened_wherever_it_is_dropped(tmp_path):
    with window(context_of(tmp_path)) as app:
        dropped = pygame.event.Event(pygame.DROPTEXT, text=THEIRS)
        arrive(app, [dropped], until=lambda: app.scene_name == "hex")
        assert app.scene.session.record.length == 3
        assert app.scene.session.record.start.parameters.side == 5
        state = app.scene.session.state
        begin_game(app.scene.controller)
        step(app, pygame.event.Event(pygame.DROPTEXT, text=state.to_text()))
        assert app.scene.session.state.cells == state.cells


def test_what_an_author_says_of_a_position_stands_in_the_panel(app):
    words = "Too far\n away: e3 holds"
    app.execute(OpenText(f"{THEIRS.rstrip()} {{comment {json.dumps(words)}}}\n"))
    arrive(app, until=lambda: app.scene.session.record.length)
    step(app)
    said = [each.text for each, _, _ in app.scene.panel.places if isinstance(each, Sentence)]
    assert said == ["“Too far away: e3 holds”"]


def test_a_game_is_saved_and_the_place_is_told(app):
    app.scene.session.bring_in(text.read(THEIRS))
    step(app, press(pygame.K_s, pygame.KMOD_CTRL))
    arrive(app, until=lambda: told(app).startswith("Saved as "))
    (file,) = app.context.storage.paths.exports.iterdir()
    assert told(app) == f"Saved as {file}"
    assert lines_of(Session.of(text.read(file.read_text("utf-8")))) == lines_of(app.scene.session)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be opened: No such file or directory."),
        ("\udcff\0", "cannot be opened"),
        (b"\xff\xfe\x00", "it is no text"),
        (b"playout 1\ngame go\n\n", "line 2, column 6: unknown game 'go'"),
        (b"playout 1\ngame hex\n\nz9", "line 4, column 1: 'z9' is not a cell of this board"),
        (b"playout 1\ngame nogo\n\n", "NoGo cannot be played in the window"),
        (b"x" * 17_000_000, "it is larger than 16,000,000 bytes"),
    ],
)
@pytest.mark.usefixtures("papers")
def test_what_cannot_be_opened_is_told_in_one_sentence(tmp_path, app, content, why):
    """A file's name may be one that cannot be drawn."""
    file = tmp_path / f"{content if isinstance(content, str) else 'a'}.playout"
    if isinstance(content, bytes):
        file.write_bytes(content)
    before = app.scene.session.state
    app.execute(OpenFile(file))
    arrive(app, until=lambda: why in told(app))
    assert app.scene.session.state is before


def test_an_exported_archive_brings_its_games_once(tmp_path, app):
    theirs, ours = storage_in(tmp_path / "theirs"), app.context.storage
    session = session_of("hex", (3, 9, 4), seed=1, seats=AGAINST_AI, level="gtp:/bin/rm -rf /")
    theirs.save_game(session)
    told_there = export_data(theirs)
    (archive,) = theirs.paths.exports.iterdir()
    assert str(archive) in told_there
    for count in ("1 game", "0 games"):
        app.execute(OpenFile(archive))
        words = f"{count} imported from {archive.name}."
        arrive(app, until=lambda words=words: told(app).startswith(words))
        app.scene.toasts.dismiss()
    assert ours.flush()
    (row,) = ours.listed(GameQuery("hex"), 0, 0, 9).rows
    assert record_of(row).moves == session.record.moves
    assert row.level == "rm"
    assert "gtp:" not in row.text


@pytest.mark.parametrize("content", [b"", b"PK nonsense", None])
def test_an_archive_that_is_none_is_told_in_one_sentence(tmp_path, content):
    file = tmp_path / "a.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("library.sqlite3" if content is None else "other", "CREATE VIEW games")
    if content:
        file.write_bytes(content)
    assert game_files.open_file(storage_in(tmp_path), file).startswith("a.zip cannot be imported: ")


@pytest.mark.parametrize(
    ("seconds", "why"),
    [(10**9, "its library is damaged"), (180, "it takes more than 3 minutes")],
)
def test_an_archive_that_fails_in_the_middle_is_left_out_whole(tmp_path, monkeypatch, seconds, why):
    written = file_of(session_of("hex", (3,)))

    def some(_):
        yield from (SavedGame(each, "hex", each, "", "open", written) for each in range(1, 250))
        raise ValueError("its library is damaged")

    monkeypatch.setattr(storage_module, "monotonic", partial(next, itertools.count()))
    monkeypatch.setattr(storage_module, "MOST_SECONDS", seconds)
    monkeypatch.setattr(game_files, "games_in", some)
    monkeypatch.setattr(game_files, "progress_in", lambda _: Changes())
    monkeypatch.setattr(game_files, "unpacked", lambda *_: tmp_path)
    storage = storage_in(tmp_path)
    told_there = game_files.open_file(storage, tmp_path / "a.zip")
    assert told_there == f"a.zip cannot be imported: {why}."
    assert storage.listed(GameQuery("hex"), 0, 0, 9).count == 0
    storage.close()


def test_a_text_that_is_opened_again_after_other_games_is_kept_once(app):
    session = app.scene.session
    app.execute(OpenText(THEIRS))
    arrive(app, until=lambda: session.record.length == 3)
    brought = session.record.number
    begin_game(app.scene.controller)
    session.play(session.state.legal_moves[0])
    other = session.record.number
    app.context.storage.save_game(session)
    app.execute(OpenText(THEIRS))
    arrive(app, until=lambda: session.record.length == 3)
    assert (session.record.number, session.record.cursor) == (brought, 3)
    assert session.undo_new_game()
    assert session.record.number == other


def test_the_program_that_a_text_names_is_never_played_with(app):
    """It is shown by name; who plays on has his own opponent."""
    hostile = THEIRS.replace("human human", 'human ai\nlevel "gtp:/bin/rm -rf /"')
    session = app.scene.session
    level = session.record.level
    app.execute(OpenText(hostile))
    arrive(app, until=lambda: session.record.length == 3)
    assert session.record.level == level
    assert [each.title for each in session.opponents] == ["rm"]
    assert "gtp:" not in file_of(session)
