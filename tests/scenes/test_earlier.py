"""The list of what was set aside: everything is there, comes back, and only Delete ends it."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pygame
import pytest

from game.library.library import GameQuery, games_in, record_of
from game.library.storage import Storage
from game.play.record import new_number
from game.play.session import Mode, Session
from game.play.text import read
from game.screens.base import Back, OpenEarlier, OpenGame, OpenScene
from game.screens.earlier.card import EarlierCard
from game.screens.play.react import do
from game.ui.widgets import Action
from game.window.scenes import make_scene
from tests.evaluations import judged
from tests.games import GAMES
from tests.rig import click, press, step, storage_in, typed, widgets, window, written
from tests.saved import lines_of
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of
from tests.waiting import wait_for

GAME_NAMES = [spec.name for spec in GAMES]
CTRL = pygame.KMOD_CTRL


def played(storage, game, count=3, plies=4):
    """Return a session after some games, each begun where the one before was not over."""
    seats = None if game == "samegame" else AGAINST_AI
    session = Session(game, seed=7, seats=seats, level="club")
    for number in range(count):
        for _ in range(plies + number):
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[0])
        storage.save_game(session)
        session.new_game(seed=number)
    session.play(session.state.legal_moves[0])
    storage.save_game(session)
    return session


def kept(storage, session):
    """Return the moves of the earlier games of a kind, by their numbers, the latest first."""
    assert storage.flush()
    rows = storage.listed(GameQuery(session.record.spec.name), session.record.number, 0, 99).rows
    return {row.number: record_of(row).moves for row in rows}


def listed(rig, session, size=(1120, 760), **options):
    scene = make_scene(OpenEarlier(session, **options), rig.context)
    rig.scene = scene
    scene.resize(size)
    scene.on_enter()
    settle(scene)
    scene.draw(pygame.Surface(size))
    return scene


def settle(scene):
    scene.update(0.0)
    wait_for(
        lambda: not scene.beside.is_reading and all(card.is_loaded for card in cards(scene)),
        meanwhile=lambda: scene.update(0.0),
    )


def act(scene, name, value=None):
    """Do what a control asks for, and wait for what is read then."""
    command = scene.on_action(Action(name, value))
    settle(scene)
    return command


def press_on(scene, widget):
    """Click a control, and wait for what is read then."""
    command = click(scene, widget.box.centre)
    settle(scene)
    return command


def undo(scene):
    scene.handle_event(press(pygame.K_z, CTRL))
    settle(scene)


def cards(scene):
    return widgets(scene, EarlierCard)


def numbers(scene):
    return [card.row.number for card in cards(scene)]


def words_of(scene, card):
    """Return a card's title, result and what is below."""
    return written(scene, lambda surface: card.draw(surface, scene.skin))


def is_reviewed(scene, card):
    """Tell whether the game that a review looks at is that of a card."""
    reviewed = Session.of(read(scene.on_action(Action("save")).text))
    return lines_of(reviewed) == lines_of(Session.of(record_of(card.row)))


def which(scene):
    return scene.group.widget("which")


def found(storage, **wanted):
    """Return the numbers of the games of Tic-Tac-Toe that are found."""
    assert storage.flush()
    return [row.number for row in storage.listed(GameQuery("tictactoe", **wanted), 0, 0, 9).rows]


@contextmanager
def all_games(rig):
    """Open the list of all games, above Home."""
    with window(rig.context, OpenScene("home"), OpenEarlier()) as app:
        settle(app.scene)
        yield app


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_earlier_game_is_listed_and_comes_back(rig, game, size):
    session = played(rig.context.storage, game)
    session.set_mode(Mode.DEMO)
    lines = kept(rig.context.storage, session)
    scene = listed(rig, session, size)
    assert numbers(scene) == list(lines)
    last = cards(scene)[1]
    if size[0] == 640:
        scene.group.focus(last, show=True)
        assert scene.handle_event(press(pygame.K_RETURN)) == Back()
    else:
        assert click(scene, last.box.centre) == Back()
    assert session.record.moves == lines[last.row.number]
    assert session.mode is Mode.PLAY, "to be played on"
    scene.on_exit()
    assert len(kept(rig.context.storage, session)) == 3
    saved = rig.context.storage.load_game(game)
    assert saved.record.moves == session.record.moves


@pytest.mark.parametrize("by", ["click", "key"])
def test_delete_ends_only_that_game_and_is_undone(rig, monkeypatch, by):
    session = played(rig.context.storage, "tictactoe")
    scene = listed(rig, session)
    before = numbers(scene)
    card = cards(scene)[1]
    if by == "click":
        press_on(scene, card.delete)
    else:
        scene.group.focus(card)
        scene.handle_event(press(pygame.K_DELETE))
        settle(scene)
    assert numbers(scene) == [before[0], before[2]]
    assert scene.toasts.count == 1, "it is said once"
    scene.on_exit()
    assert [*kept(rig.context.storage, again(rig))] == [before[0], before[2]]
    if by == "click":
        for _ in range(2):
            scene.draw(pygame.Surface(scene.size))
            assert scene.toasts.box.width > scene.size[0] // 5, "there is room for its words"
        press_on(scene, scene.toasts.widgets[0])
    else:
        undo(scene)
    assert numbers(scene) == before
    scene.on_exit()
    assert [*kept(rig.context.storage, again(rig))] == before
    monkeypatch.setattr(rig.context.storage, "restore", lambda *_: pytest.fail("it is there"))
    scene.handle_event(press(pygame.K_z, CTRL))


def again(rig, game="tictactoe"):
    """Return the game that the next start finds."""
    storage = rig.context.storage
    assert storage.flush()
    return Storage(storage.paths).load_game(game)


def test_games_are_starred_and_listed_by_what_they_are(rig):
    session = Session("tictactoe", seats=AGAINST_AI, level="careful")
    for level, moves in (
        ("careful", (0, 3, 1, 4, 2)),
        ("perfect", (0, 3, 1)),
        ("perfect", (0, 3, 8, 4, 7, 5)),
    ):
        session.set_level(level)
        play(session, moves)
        rig.context.storage.save_game(session)
        session.new_game()
    scene = listed(rig, session)
    lost, unfinished, won = numbers(scene)
    star = cards(scene)[1].star
    press_on(scene, star)
    assert star.icon == "star-filled"

    def found(wanted):
        which(scene).value = wanted
        act(scene, "which", wanted)
        return numbers(scene)

    assert [found(each) for each in ("won", "lost", "drawn", "open", "starred", "")] == [
        *([won], [lost], [], [unfinished], [unfinished], [lost, unfinished, won])
    ]
    for expected in ([won], [lost, unfinished], [lost, unfinished, won]):
        scene.draw(pygame.Surface(scene.size))
        press_on(scene, scene.group.widget("level"))
        assert numbers(scene) == expected
    scene = listed(rig, session)
    assert cards(scene)[1].row.starred, "it stays so"
    press_on(scene, cards(scene)[1].star)
    assert found("starred") == []


def test_many_games_are_listed_by_pages_and_come_back(rig):
    storage = rig.context.storage
    for number in range(130):
        storage.save_game(session_of("tictactoe", (number % 9,), seed=number, seats=AGAINST_AI))
    assert storage.flush()
    session = storage.load_game("tictactoe")
    scene = listed(rig, session)
    seeds, pages = [], 0
    while True:
        seeds += [card.row.seed for card in cards(scene)]
        pages += 1
        assert not scene.group.widget("newer").enabled or pages > 1
        if not scene.group.widget("older").enabled:
            break
        act(scene, "older")
    assert pages == 6
    assert seeds == list(range(129))[::-1]
    act(scene, "newer")
    card = cards(scene)[-1]
    assert card.row.seed == 9
    assert scene.on_action(Action(card.name)) == Back()
    scene.on_exit()
    assert session.record.start.seed == 9
    assert again(rig).record.start.seed == 9
    assert next(iter(kept(storage, session).values())) == (129 % 9,)


def damaged(rig):
    """Return a saved game of which an earlier one cannot be read, and that one's number."""
    storage = rig.context.storage
    session = played(storage, "hex")
    number, *_ = kept(storage, session)
    with closing(sqlite3.connect(storage.paths.library_file)) as file, file:
        file.execute("UPDATE games SET text = replace(text, 'game hex', 'game z99')")
        file.execute(
            "UPDATE games SET text = replace(text, 'z99', 'hex') WHERE number != ?", [number]
        )
    return session, number


def test_the_list_opens_by_key_and_button_once_there_is_something(rig):
    scene = rig.open("hex")
    assert rig.key(pygame.K_o, CTRL) is None
    assert "No earlier game" in scene.toasts.text
    assert not scene.top_bar.earlier.enabled
    scene.session.set_seats(PEOPLE)
    scene.play(0)
    rig.key(pygame.K_n, CTRL)
    scene.play(1)
    rig.frame()
    assert rig.key(pygame.K_o, CTRL) == OpenEarlier(scene.session)
    assert rig.press("earlier") == OpenEarlier(scene.session)


def test_games_are_found_by_the_position_they_lead_through(rig):
    session = Session("tictactoe", seed=1)
    for moves in ((0, 4, 8), (8, 4, 0), (1, 4, 2)):
        play(session, moves)
        rig.context.storage.save_game(session)
        session.new_game()
    play(session, (8, 4, 0))  # the same three marks, in another order than the first time
    rig.context.storage.save_game(session)
    scene = listed(rig, session, by_position=True)
    assert len(cards(scene)) == 2
    press_on(scene, scene.group.widget("position"))
    assert len(cards(scene)) == 3
    press_on(scene, scene.group.widget("position"))
    press_on(scene, cards(scene)[-1])
    assert session.record.moves == (0, 4, 8)
    assert session.record.cursor == 3


def test_a_game_that_was_restored_is_still_found_by_its_positions(rig):
    storage = rig.context.storage
    card = cards(listed(rig, played(storage, "tictactoe")))[1]
    position = record_of(card.row).line[-1].position.digest
    storage.delete(card.row)
    assert card.row.number not in found(storage, position=position)
    storage.restore(card.row)
    assert card.row.number in found(storage, position=position)


def last_of(session):
    """Return what the last position of a game is found by."""
    return session.record.line[-1].position.digest


def test_an_imported_game_is_found_and_is_no_later_than_now(tmp_path):
    theirs, ours = storage_in(tmp_path / "1"), storage_in(tmp_path / "2")
    _, number = with_a_mistake(theirs)
    assert theirs.close()
    with closing(sqlite3.connect(theirs.paths.library_file)) as file:
        file.execute(f"UPDATE games SET at = {2**62}")
        file.commit()
    ours.bring(games_in(theirs.paths.library_file))
    assert number in found(ours, mistakes=1)
    rows = ours.listed(GameQuery("tictactoe"), 0, 0, 9).rows
    assert max(each.at for each in rows) <= new_number()
    ours.close()


def test_a_branch_is_found_by_its_positions_and_opened_there(rig):
    storage, session = rig.context.storage, session_of("tictactoe", (0, 4, 8), seed=1)
    session.go_to(1)
    session.play(5)
    digest = last_of(session)
    session.show(session.record.root.children[0].children[0])
    storage.save_game(session)
    number = session.record.number
    assert found(storage, position=digest) == [number]
    gone = session.delete_branch()
    assert gone is not None
    storage.save_game(session)
    assert found(storage, position=last_of(session)) == [number]
    session.restore_branch(gone)
    session.new_game()
    play(session, (0, 5))
    storage.save_game(session)
    scene = listed(rig, session, by_position=True)
    press_on(scene, cards(scene)[-1])
    record = session.record
    assert (record.number, record.moves, record.cursor) == (number, (0, 5), 2)


@pytest.mark.parametrize("is_analysed", [False, True])
def test_a_finished_game_stays_what_it_was_though_it_was_analysed_since(rig, is_analysed):
    storage = rig.context.storage
    session, number = with_a_mistake(storage, is_analysed=is_analysed)
    assert found(storage, mistakes=1) == found(storage, result="lost") == [number]
    scene = listed(rig, session)
    (card,) = (each for each in cards(scene) if each.row.number == number)
    assert words_of(scene, card)[1] == "Careful wins as O, in 3 moves"


def test_a_finished_game_that_is_played_on_is_listed_by_what_is_played(rig):
    storage = rig.context.storage
    session, number = with_a_mistake(storage)
    session.go_on_with(storage.record(number))
    session.go_to(2)
    for move in (5, 1):  # the second one is the opponent's
        session.play(move)
    played = session.record.moves
    storage.save_game(session)
    session.new_game()
    storage.save_game(session)
    scene = listed(rig, session)
    (card,) = (each for each in cards(scene) if each.row.number == number)
    assert words_of(scene, card)[1].startswith("Not finished")
    scene.on_action(Action(card.name))
    assert session.record.moves == played == (0, 4, 5, 1)


def test_the_card_of_the_game_in_progress_leads_to_the_line_that_it_shows(rig):
    storage = rig.context.storage
    session, number = with_a_mistake(storage)
    session.go_on_with(storage.record(number))
    finished = session.record.moves
    session.set_mode(Mode.ANALYSE)
    session.go_to(0)
    session.play(5)
    storage.save_game(session)
    scene = listed(rig, None)
    (card,) = (each for each in cards(scene) if each.row.number == number)
    game = rig.show(scene.on_action(Action(card.name)))
    assert (game.session.record.number, game.session.record.moves) == (number, finished)


def with_a_mistake(storage, *, is_analysed=False):
    """Return a session after a game in which a mistake was made, and that game's number."""
    session = session_of("tictactoe", (0, 1), seats=AGAINST_AI, level="careful")
    storage.save_game(session)
    session.new_game()
    for move in (0, 4, 1, 2, 5, 6):  # c1 wins for the AI at once: 5 overlooks it
        session.play(move)
    for ply, value in ((4, 0.5), (5, 0.0)):
        session.record.nodes[ply].position.learn(judged(value, 0.0, 500_000))
    if is_analysed:
        session.set_mode(Mode.ANALYSE)
        session.go_to(1)
        session.play(8)
        session.set_mode(Mode.PLAY)
    number = session.record.number
    storage.save_game(session)
    session.new_game()
    storage.save_game(session)
    return session, number


def test_an_earlier_game_is_reviewed(rig):
    session = played(rig.context.storage, "hex")
    scene = listed(rig, session)
    card = cards(scene)[1]
    now = session.record
    opened = click(scene, card.review.box.centre)
    review = make_scene(opened, rig.context)
    assert session.record is now, "the game in progress stays"
    assert is_reviewed(review, card)
    review.resize((1120, 760))
    assert review.on_action(Action("open in analyse")) == Back()
    assert session.record.number == card.row.number
    assert session.mode is Mode.ANALYSE
    assert scene.update(0.0) == Back(), "the list has done its work"


def test_a_game_that_was_left_for_an_earlier_one_is_said_to_be_kept(rig):
    scene = rig.open("hex")
    session = scene.session
    play(session, 1)
    session.new_game(seed=5)
    left, earlier = session.record, session.before
    play(session, 1)
    scene.on_exit()
    session.go_on_with(earlier)
    rig.show(scene)
    assert scene.toasts.notice.text == "The game in progress is kept."
    rig.move((1, 1))
    click(scene, scene.toasts.widgets[0].box.centre)
    assert session.record.number == left.number
    scene.on_exit()
    rig.show(scene)
    assert scene.toasts.notice is None
    scene.on_exit()
    session.go_on_with(earlier)
    scene.controller.give(do(Session.retry, 0))
    rig.show(scene)
    assert scene.toasts.notice is None, "the bar leads out of a retry"


def test_all_games_are_in_one_list_and_each_opens_its_own(rig):
    all_kept = {}
    for game in GAME_NAMES:
        session = played(rig.context.storage, game, count=2)
        all_kept |= kept(rig.context.storage, session)
        all_kept[session.record.number] = session.record.moves
    with window(rig.context, OpenScene("home")) as app:
        app.execute(app.scene.handle_event(press(pygame.K_o, CTRL)))
        settle(app.scene)
        assert sorted(numbers(app.scene)) == sorted(all_kept), "those in progress, too"
        assert all(words_of(app.scene, card)[0].strip() for card in cards(app.scene))
        card = next(each for each in cards(app.scene) if each.row.game == "hex")
        assert words_of(app.scene, card)[0].startswith("Hex Gomoku")
        app.execute(app.scene.on_action(Action(card.name)))
        assert app.scene.session.record.number == card.row.number
        assert app.scene.session.record.moves == all_kept[card.row.number]
        app.execute(OpenEarlier(app.scene.session))
        settle(app.scene)
        assert {each.row.game for each in cards(app.scene)} == {"hex"}
        act(app.scene, "games")
        assert {each.row.game for each in cards(app.scene)} == set(GAME_NAMES)


@pytest.mark.parametrize("is_in_progress", [True, False])
def test_any_game_is_deleted_from_the_list_of_all_and_comes_back(rig, is_in_progress):
    storage = rig.context.storage
    other, session = played(storage, "tictactoe", count=1), played(storage, "hex", count=2)
    number = session.record.number if is_in_progress else next(iter(kept(storage, session)))
    with all_games(rig) as app:
        before = numbers(app.scene)
        act(app.scene, f"delete {number}")
        assert numbers(app.scene) == [each for each in before if each != number]
        in_progress = rig.context.storage.load_game("hex")
        kept_moves = None if is_in_progress else session.record.moves
        assert (in_progress and in_progress.record.moves) == kept_moves
        assert rig.context.storage.load_game("tictactoe").record.moves == other.record.moves
        undo(app.scene)
        assert numbers(app.scene) == before
    assert rig.context.storage.load_game("hex").record.moves == session.record.moves


def test_where_the_game_in_progress_was_deleted_the_next_one_knows_the_earlier_ones(rig):
    session = played(rig.context.storage, "hex")
    before = kept(rig.context.storage, session)
    with all_games(rig) as app:
        act(app.scene, f"delete {session.record.number}")
        app.execute(OpenGame("hex"))
        following = app.scene.session
        assert (following.record.length, following.record.number in before) == (0, False)
        assert following.has_earlier
        following.play(following.state.legal_moves[1])
    saved = again(rig, "hex")
    assert saved.record.moves == following.record.moves
    assert kept(rig.context.storage, saved) == before


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_review_from_the_list_of_all_games_leaves_the_one_in_progress(rig, game, place):
    session = played(rig.context.storage, game, count=2)
    with all_games(rig) as app:
        card = cards(app.scene)[place]
        app.execute(app.scene.on_action(Action(card.review.name)))
        assert app.scenes.name == "review"
        assert is_reviewed(app.scene, card)
        app.execute(Back())
        assert app.scene.session.record.number == session.record.number
        assert app.scene.session.record.moves == session.record.moves


def test_a_damaged_game_is_told_and_stays_and_no_other_is_reviewed_in_its_place(rig):
    session, number = damaged(rig)
    scene = listed(rig, session)
    assert words_of(scene, cards(scene)[0])[0] == "Damaged"
    assert click(scene, cards(scene)[0].box.centre) is None
    assert "cannot be restored" in scene.toasts.text
    assert len(cards(scene)) == 3
    with all_games(rig) as app:
        card = next(each for each in cards(app.scene) if each.row.number == number)
        assert not card.review.visible
        app.execute(app.scene.on_action(Action(card.review.name)))  # as before it was read
        step(app)
        assert app.scenes.name == "hex"
        assert "cannot be read" in app.scene.toasts.text


def test_the_list_says_how_many_games_it_has(rig):
    session, bad = with_a_mistake(rig.context.storage)
    scene = listed(rig, session)
    assert scene.caption == "Tic-Tac-Toe, 2 games"
    act(scene, "games")
    assert scene.caption == "All games, 2"
    act(scene, "which", "mistakes")
    assert numbers(scene) == [bad]
    assert words_of(scene, cards(scene)[0])[2].endswith(" · 1 mistake"), (
        "on the short line, or it is cut"
    )
    act(scene, "which", "drawn")
    assert scene.caption == "All games, none"
    over = session_of("tictactoe", (0, 3, 1, 4, 2), seats=PEOPLE)
    rig.context.storage.save_game(over)
    over.new_game()
    tooltips = {each.tooltip for each in cards(listed(rig, over))}
    assert tooltips == {"Continue this game", "Open this game"}


@pytest.mark.parametrize("name", ["games", "position"])
def test_no_card_of_another_list_is_clicked_while_one_is_read(rig, monkeypatch, name):
    session = played(rig.context.storage, "samegame")
    scene = listed(rig, session)
    at, may_read = cards(scene)[1].box.centre, threading.Event()
    read = rig.context.storage.listed
    monkeypatch.setattr(rig.context.storage, "listed", lambda *a: may_read.wait() and read(*a))
    before = session.record
    click(scene, scene.group.widget(name).box.centre)
    try:
        scene.draw(pygame.Surface(scene.size))
        assert click(scene, at) is None
        assert session.record is before
        for tab in which(scene).cells():
            assert which(scene).box.contains(tab.centre), "the filter stays in its place"
        assert which(scene).box.width > 0
        click(scene, which(scene).cells()[2].centre)
    finally:
        may_read.set()
    settle(scene)
    assert which(scene).value == which(scene).values[2]


def test_a_game_that_was_named_is_known_by_its_name(rig):
    session = played(rig.context.storage, "hex")
    scene = listed(rig, session)
    card = cards(scene)[1]
    click(scene, card.rename.box.centre)
    for letter in "Mine ":
        scene.handle_event(typed(letter))
    scene.handle_event(press(pygame.K_RETURN))
    assert scene.dialog is None
    assert card.row.title == "Mine"
    scene.on_exit()
    scene = listed(rig, session)
    assert [each.row.title for each in cards(scene)] == ["", "Mine", ""]
    press_on(scene, cards(scene)[1].delete)
    undo(scene)
    assert [each.row.title for each in cards(scene)] == ["", "Mine", ""]
