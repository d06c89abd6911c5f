"""Games as text: copied, pasted, dropped on the window, saved to a file and opened from one."""

import itertools
import json
import zipfile
from functools import partial

import pygame
import pytest

from ai.contract.games import game_of, game_spec
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
from game.screens.play.pasted import EMPTY, read_positions
from game.ui.panel.basics import Sentence
from game.words.numbers import thousands
from tests.games import GAMES
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
        arrive(app, [dropped], until=lambda: app.scenes.name == "review")
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
        arrive(app, [dropped], until=lambda: app.scenes.name == "hex")
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
        (b"x" * 17_000_000, f"it is larger than {thousands(16_000_000)} bytes"),
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
    ("seconds", "why"), [(10**9, "its library is damaged"), (180, "it takes more than 3 minutes")]
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


NAMES = [spec.name for spec in GAMES]
OTHER_SIZES = {
    "samegame": {"columns": 7, "rows": 5},
    "tictactoe": {"columns": 5, "rows": 4, "in_a_row": 3},
    "hex": {"side": 4},
    "breakthrough": {"columns": 6, "rows": 5},
}


def position(game, moves=3, **parameters):
    """Return a position a few moves into a game."""
    session = session_of(game, moves, game_spec(game).parameters(**parameters), seed=3)
    return session.state


@pytest.mark.parametrize("game", NAMES)
def test_a_position_brings_its_own_size(rig, game):
    scene = rig.open(game)
    state = position(game, **OTHER_SIZES[game])
    scene.texts.take(state.to_text())
    assert scene.session.state.to_text() == state.to_text()
    rig.frame()


@pytest.mark.parametrize(("own", "other"), list(itertools.permutations(NAMES, 2)))
def test_a_position_of_another_game_is_recognised(rig, monkeypatch, own, other):
    scene = rig.open(own)
    text = position(other).to_text()
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    before = scene.session.state
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    told = scene.toasts.notice.text
    title = game_of(other).rules.title
    assert told.startswith(f"This is a position of {title}, not of {game_of(own).rules.title}.")
    assert scene.session.state is before


def test_a_damaged_position_is_told_with_its_place(rig):
    scene = rig.open("hex")
    text = "X O\nX\n"
    with pytest.raises(ValueError) as problem:  # noqa: PT011
        read_positions(text, scene.profile, scene.session.record.start.parameters)
    scene.texts.take(text)
    assert scene.toasts.notice.text == (
        f"The clipboard holds no game, and no position of Hex Gomoku: {problem.value}."
    )


def test_rows_of_a_start_in_a_games_file_are_a_position(rig):
    scene = rig.open("hex")
    state = position("hex", side=4)
    scene.texts.take("".join(f"| {row}\n" for row in state.to_text().splitlines()))
    assert scene.session.state.to_text() == state.to_text()


BOARDS = "1,1,2,1,1\r\n" * 4 + "\r\n" + "3,3,2,3,1\r\n" * 4
LEFT_OPEN = "0 0 1 2\n2 1 1 2\n1 2 2 1\n1 1 2 2\n"


def paste(rig, monkeypatch, text):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    rig.key(pygame.K_v, pygame.KMOD_CTRL)


def test_one_of_several_boards_is_chosen(rig, monkeypatch):
    scene = rig.open("samegame")
    before = scene.session.state
    paste(rig, monkeypatch, BOARDS)
    assert scene.dialog.title == "2 boards in this text"
    rig.send(pygame.TEXTINPUT, text="3")
    rig.key(pygame.K_RETURN)
    assert scene.dialog is not None, "there is no third one"
    assert scene.session.state is before
    rig.key(pygame.K_BACKSPACE)
    rig.send(pygame.TEXTINPUT, text="2")
    rig.key(pygame.K_RETURN)
    assert scene.session.state.to_text() == "3 3 2 3 1\n" * 4


@pytest.mark.parametrize(("answer", "tiles"), [("confirm", 16), (EMPTY, 14), ("cancel", 0)])
def test_what_zero_is_is_asked(rig, monkeypatch, answer, tiles):
    scene = rig.open("samegame")
    before = scene.session.state
    paste(rig, monkeypatch, LEFT_OPEN)
    assert scene.dialog.title == "What is 0 here?"
    button = next(each for each in scene.dialog.group.widgets if each.name == answer)
    scene.dialog.group.focus(button)
    rig.key(pygame.K_RETURN)
    assert scene.dialog is None
    now = scene.session.state
    assert (now.tiles_left == tiles) if tiles else (now is before)


@pytest.mark.parametrize("shown", ["", "samegame", "hex"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_of_a_board_is_played_wherever_it_is_dropped(tmp_path, shown, encoding):
    file = tmp_path / "board.csv"
    file.write_bytes("\r\n".join(["-1,-1,1,2", *["2,1,2,1"] * 4]).encode(encoding))
    with window(context_of(tmp_path), *([OpenGame(shown)] if shown else [])) as app:
        step(app, pygame.event.Event(pygame.DROPFILE, file=str(file)))
        wait_for(lambda: app.scenes.name == "samegame", meanwhile=lambda: step(app))
        wait_for(
            lambda: app.scene.session.state.to_text().startswith(". . 1 2\n2 1 2 1\n"),
            meanwhile=lambda: step(app),
        )


def test_a_text_that_would_hold_up_the_window_is_refused(rig, monkeypatch):
    scene = rig.open("samegame")
    paste(rig, monkeypatch, LEFT_OPEN * 20_000)
    assert scene.toasts.notice.text.endswith(
        f"a text to play from has at most {thousands(500_000)} characters."
    )


def test_a_file_that_is_nothing_is_refused_with_its_name_and_place(tmp_path):
    file = tmp_path / "board.csv"
    file.write_text("1,2,1,2\n" * 4 + "1,2,X,2\n", "utf-8")
    with window(context_of(tmp_path), OpenGame("samegame")) as app:
        step(app, pygame.event.Event(pygame.DROPFILE, file=str(file)))
        wait_for(lambda: app.scene.toasts.passing, meanwhile=lambda: step(app))
        assert app.scene.toasts.passing.text == (
            "board.csv holds no game, and no position of SameGame: line 5, column 5: 'X' is not a "
            "tile; use 0 to 8, or . for an empty cell."
        )
