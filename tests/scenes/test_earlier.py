"""The list of what was set aside: everything is there, comes back, and only Delete ends it."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pygame
import pytest

from game.library.library import Wanted, game_of, games_in
from game.library.storage import Storage
from game.play.record import new_number
from game.play.session import Mode, Session
from game.play.text import read, text_of
from game.screens.base import Back, OpenEarlier, OpenGame, OpenReview, OpenScene
from game.screens.catalogue import make_scene
from game.screens.earlier.card import EarlierCard
from game.ui.widgets import Action
from tests.evaluations import judged
from tests.games import GAMES
from tests.rig import click, press, step, storage_in, typed, widgets, window, written
from tests.saved import file_of
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of
from tests.waiting import wait_for

GAME_NAMES = [spec.name for spec in GAMES]
CTRL = pygame.KMOD_CTRL


def played(game, count=3, plies=4):
    """Return a session with some games, each begun where the one before was not over."""
    seats = None if game == "samegame" else AGAINST_AI
    session = Session(game, seed=7, seats=seats, level="club")
    for number in range(count):
        for _ in range(plies + number):
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[0])
        session.new_game(seed=number)
    session.play(session.state.legal_moves[0])
    return session


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


def cards(scene):
    return widgets(scene, EarlierCard)


def numbers(scene):
    return [card.row.number for card in cards(scene)]


def words_of(scene, card):
    """Return a card's title, result and what is below."""
    return written(scene, lambda surface: card.draw(surface, scene.skin))


def is_reviewed(scene, card):
    """Tell whether the game that a review looks at is that of a card."""
    (seen, *_), (game, *_) = map(
        read, (scene.on_action(Action("save")).text, text_of(game_of(card.row)))
    )
    return seen.moves == game.moves


def which(scene):
    return scene.group.widget("which")


def found(storage, **wanted):
    """Return the numbers of the games of Tic-Tac-Toe that are found."""
    assert storage.flush()
    return [row.number for row in storage.listed(Wanted("tictactoe", **wanted), 0, 0, 9).rows]


@contextmanager
def all_games(rig):
    """Open the list of all games, above Home."""
    with window(rig.context, OpenScene("home"), OpenEarlier()) as app:
        settle(app.scene)
        yield app


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_earlier_game_is_listed_and_comes_back(rig, game, size):
    session = played(game)
    session.set_mode(Mode.DEMO)
    lines = {kept.number: kept.moves for kept in session.earlier}
    scene = listed(rig, session, size)
    assert numbers(scene) == list(lines)
    last = cards(scene)[1]
    if size[0] == 640:
        scene.group.focus(last, show=True)
        assert scene.handle_event(press(pygame.K_RETURN)) == Back()
    else:
        assert click(scene, last.box.centre) == Back()
    assert tuple(file_of(session)["moves"]) == lines[last.row.number]
    assert session.mode is Mode.PLAY, "to be played on"
    assert len(session.earlier) == 3
    scene.on_exit()
    saved = rig.context.storage.load_game(game)
    assert saved.moves == session.moves


@pytest.mark.parametrize("by", ["click", "key"])
def test_delete_ends_only_that_game_and_is_undone(rig, monkeypatch, by):
    session = played("tictactoe")
    scene = listed(rig, session)
    before = numbers(scene)
    card = cards(scene)[1]
    if by == "click":
        click(scene, card.delete.box.centre)
    else:
        scene.group.focus(card)
        scene.handle_event(press(pygame.K_DELETE))
    settle(scene)
    assert numbers(scene) == [before[0], before[2]]
    scene.on_exit()
    assert [line.number for line in again(rig).earlier] == [before[0], before[2]]
    if by == "click":
        for _ in range(2):
            scene.draw(pygame.Surface(scene.size))
            assert scene.toasts.box.width > scene.size[0] // 5, "there is room for its words"
        click(scene, scene.toasts.widgets[0].box.centre)
    else:
        scene.handle_event(press(pygame.K_z, CTRL))
    settle(scene)
    assert numbers(scene) == before
    scene.on_exit()
    assert [line.number for line in again(rig).earlier] == before
    monkeypatch.setattr(rig.context.storage, "restore", lambda *_: pytest.fail("it is there"))
    scene.handle_event(press(pygame.K_z, CTRL))


def again(rig, game="tictactoe"):
    """Return the game that the next start finds."""
    storage = rig.context.storage
    assert storage.flush()
    return Storage(storage.paths).load_game(game)


def test_games_are_starred_and_listed_by_what_they_are(rig):
    session = Session("tictactoe", seats=AGAINST_AI, level="club")
    for level, moves in (
        ("club", (0, 3, 1, 4, 2)),
        ("max", (0, 3, 1)),
        ("max", (0, 3, 8, 4, 7, 5)),
    ):
        session.set_level(level)
        play(session, moves)
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
        *([won], [lost], [], [unfinished], [unfinished], [lost, unfinished, won]),
    ]
    for expected in ([won], [lost, unfinished], [lost, unfinished, won]):
        scene.draw(pygame.Surface(scene.size))
        press_on(scene, scene.group.widget("level"))
        assert numbers(scene) == expected
    scene = listed(rig, session)
    assert cards(scene)[1].row.starred, "it stays so"
    press_on(scene, cards(scene)[1].star)
    assert found("starred") == []


def test_more_games_than_a_session_holds_are_listed_by_pages_and_come_back(rig):
    storage = rig.context.storage
    for number in range(130):
        storage.save_game(session_of("tictactoe", (number % 9,), seed=number, seats=AGAINST_AI))
    assert storage.flush()
    session = storage.load_game("tictactoe")
    scene = listed(rig, session)
    seeds, pages = [], 0
    while True:
        seeds += [card.row.data["seed"] for card in cards(scene)]
        pages += 1
        assert not scene.group.widget("newer").enabled or pages > 1
        if not scene.group.widget("older").enabled:
            break
        act(scene, "older")
    assert pages == 6
    assert seeds == list(range(129))[::-1]
    act(scene, "newer")
    card = cards(scene)[-1]
    assert card.row.data["seed"] == 9
    assert all(line.number != card.row.number for line in session.lines), "no longer in memory"
    assert scene.on_action(Action(card.name)) == Back()
    scene.on_exit()
    assert session.tree.seed == 9
    kept = again(rig)
    assert kept.tree.seed == 9
    assert kept.earlier[0].tree.seed == 129


def damaged(rig):
    """Return a saved game of which an earlier one cannot be read, and that one's number."""
    session = played("hex")
    row = file_of(session)["earlier"][-1]
    session.delete_earlier(row["number"])
    row["moves"][1] = "Z99"
    session.take(row)
    rig.context.storage.save_game(session)
    return session, row["number"]


def test_the_list_opens_by_key_and_button_once_there_is_something(rig):
    scene = rig.open("hex")
    assert rig.key(pygame.K_o, CTRL) is None
    assert "No earlier game" in scene.toasts.text
    assert not scene.top_bar.earlier.enabled
    scene.controller.set_seats(PEOPLE)
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
        session.new_game()
    play(session, (8, 4, 0))  # the same three marks, in another order than the first time
    rig.context.storage.save_game(session)
    scene = listed(rig, session, by_position=True)
    assert [card.ply for card in cards(scene)] == [3, 3]
    press_on(scene, scene.group.widget("position"))
    assert len(cards(scene)) == 3
    press_on(scene, scene.group.widget("position"))
    press_on(scene, cards(scene)[-1])
    assert session.moves == (0, 4, 8)
    assert session.cursor == 3


def test_a_game_that_was_restored_is_still_found_by_its_positions(rig):
    storage = rig.context.storage
    card = cards(listed(rig, played("tictactoe")))[1]
    storage.delete(card.row)
    storage.restore(card.row, Session("tictactoe"))
    assert card.row.number in found(storage, position=game_of(card.row).positions[-1])


def test_games_of_a_rescued_library_are_found_by_their_positions_and_mistakes(tmp_path):
    session, storage = with_a_mistake(), storage_in(tmp_path)
    storage.save_game(session)
    assert storage.close()
    number = session.lines[1].number
    position = session.earlier_session(number).positions[-1]
    for wanted in ({"position": position}, {"mistakes": 1}):
        with closing(sqlite3.connect(storage.paths.library_file)) as file, file:
            file.execute("DELETE FROM positions")
        with closing(storage_in(tmp_path)) as rescued:
            for _ in range(2):
                assert found(rescued, **wanted) == [number]


def test_an_imported_game_is_found_and_is_no_later_than_now(tmp_path):
    session, theirs, ours = with_a_mistake(), storage_in(tmp_path / "1"), storage_in(tmp_path / "2")
    theirs.save_game(session)
    assert theirs.close()
    with closing(sqlite3.connect(theirs.paths.library_file)) as file:
        file.execute(f"UPDATE games SET at = {2**62}")
        file.commit()
    ours.bring(games_in(theirs.paths.library_file))
    assert session.lines[1].number in found(ours, mistakes=1)
    assert max(each.at for each in ours.listed(Wanted("tictactoe"), 0, 0, 9).rows) <= new_number()
    ours.close()


def test_a_line_that_was_tried_again_is_found_by_what_is_left_of_it(rig):
    storage, session = rig.context.storage, session_of("tictactoe", (0, 4), seed=1)
    storage.save_game(session)
    positions = [session.positions[-1]]
    session.retry(1)
    for move in (5, 3):
        session.play(move)
        storage.save_game(session)
        positions.append(session.positions[-1])
        session.undo()
    number = session.lines[0].number
    tried, other, last = (found(storage, position=each) for each in positions)
    assert number not in tried
    assert (other, last) == ([], [number])


def with_a_mistake():
    """Return a session in which the mistake was made in the game before the present one."""
    session = session_of("tictactoe", (0, 1), seats=AGAINST_AI, level="club")
    session.new_game()
    for move in (0, 4, 1, 2, 5):  # c1 wins for the AI at once: 5 overlooks it
        session.play(move)
    for ply, value in ((4, 0.5), (5, 0.0)):
        session.record_evaluation(ply, judged(value, 0.0, 500_000))
    session.new_game()
    return session


def test_an_earlier_game_is_reviewed(rig):
    session = played("hex")
    scene = listed(rig, session)
    card = cards(scene)[1]
    now = session.line
    opened = click(scene, card.review.box.centre)
    assert opened == OpenReview(session, number=card.row.number)
    review = make_scene(opened, rig.context)
    assert session.line is now, "the game in progress stays"
    assert is_reviewed(review, card)
    review.resize((1120, 760))
    assert review.on_action(Action("open in analyse")) == Back()
    assert session.line.number == card.row.number
    assert session.mode is Mode.ANALYSE
    assert scene.update(0.0) == Back(), "the list has done its work"


def test_a_game_that_was_left_for_an_earlier_one_is_said_to_be_kept(rig):
    scene = rig.open("hex")
    session = scene.session
    play(session, 1)
    session.new_game(seed=5)
    play(session, 1)
    left, (earlier,) = session.line.number, session.earlier
    scene.on_exit()
    session.bring_back(earlier.number)
    rig.show(scene)
    assert scene.toasts.notice.text == "The game in progress is kept."
    rig.move((1, 1))
    click(scene, scene.toasts.widgets[0].box.centre)
    assert session.line.number == left
    scene.on_exit()
    rig.show(scene)
    assert scene.toasts.notice is None
    scene.on_exit()
    session.bring_back(earlier.number)
    scene.controller.retry(0)
    rig.show(scene)
    assert scene.toasts.notice is None, "the bar leads out of a retry"


def test_all_games_are_in_one_list_and_each_opens_its_own(rig):
    kept = {}
    for game in GAME_NAMES:
        session = played(game, count=2)
        kept |= {line.number: line.moves for line in session.lines}
        rig.context.storage.save_game(session)
    with window(rig.context, OpenScene("home")) as app:
        app.execute(app.scene.handle_event(press(pygame.K_o, CTRL)))
        settle(app.scene)
        assert sorted(numbers(app.scene)) == sorted(kept), "those in progress, too"
        assert all(words_of(app.scene, card)[0].strip() for card in cards(app.scene))
        card = next(each for each in cards(app.scene) if each.row.game == "hex")
        assert words_of(app.scene, card)[0].startswith("Hex Gomoku")
        app.execute(app.scene.on_action(Action(card.name)))
        assert app.scene.session.line.number == card.row.number
        assert app.scene.session.lines[0].moves == kept[card.row.number]
        app.execute(OpenEarlier(app.scene.session))
        settle(app.scene)
        assert {each.row.game for each in cards(app.scene)} == {"hex"}
        act(app.scene, "games")
        assert {each.row.game for each in cards(app.scene)} == set(GAME_NAMES)


@pytest.mark.parametrize("is_in_progress", [True, False])
def test_any_game_is_deleted_from_the_list_of_all_and_comes_back(rig, is_in_progress):
    session, other = played("hex", count=2), played("tictactoe", count=1)
    for each in (other, session):
        rig.context.storage.save_game(each)
    number = session.line.number if is_in_progress else session.earlier[0].number
    with all_games(rig) as app:
        before = numbers(app.scene)
        act(app.scene, f"delete {number}")
        assert numbers(app.scene) == [each for each in before if each != number]
        in_progress = rig.context.storage.load_game("hex")
        assert in_progress is None if is_in_progress else in_progress.moves == session.moves
        assert rig.context.storage.load_game("tictactoe").moves == other.moves
        app.scene.handle_event(press(pygame.K_z, CTRL))
        settle(app.scene)
        assert numbers(app.scene) == before
    assert rig.context.storage.load_game("hex").moves == session.moves


def test_where_the_game_in_progress_was_deleted_the_next_one_knows_the_earlier_ones(rig):
    session = played("hex")
    rig.context.storage.save_game(session)
    kept = [(line.number, line.moves) for line in session.earlier]
    with all_games(rig) as app:
        act(app.scene, f"delete {session.line.number}")
        app.execute(OpenGame("hex"))
        following = app.scene.session
        assert (following.length, following.line.number in dict(kept)) == (0, False)
        assert [(line.number, line.moves) for line in following.earlier] == kept
        following.play(following.state.legal_moves[1])
    saved = again(rig, "hex")
    assert saved.moves == following.moves
    assert [(line.number, line.moves) for line in saved.earlier] == kept


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_review_from_the_list_of_all_games_leaves_the_one_in_progress(rig, game, place):
    session = played(game, count=2)
    rig.context.storage.save_game(session)
    with all_games(rig) as app:
        card = cards(app.scene)[place]
        app.execute(app.scene.on_action(Action(card.review.name)))
        assert app.scene_name == "review"
        assert is_reviewed(app.scene, card)
        app.execute(Back())
        assert app.scene.session.line.number == session.line.number
        assert app.scene.session.moves == session.moves


def test_a_damaged_game_is_told_and_stays_and_no_other_is_reviewed_in_its_place(rig):
    session, number = damaged(rig)
    scene = listed(rig, session)
    assert words_of(scene, cards(scene)[0])[0] == "Damaged"
    assert click(scene, cards(scene)[0].box.centre) is None
    assert "cannot be restored" in scene.toasts.text
    assert len(session.earlier) == 3
    with all_games(rig) as app:
        card = next(each for each in cards(app.scene) if each.row.number == number)
        assert not card.review.visible
        app.execute(app.scene.on_action(Action(card.review.name)))  # as before it was read
        step(app)
        assert app.scene_name == "hex"
        assert "cannot be read" in app.scene.toasts.text


def test_the_list_says_how_many_games_it_has_and_where_lines_part(rig):
    session = with_a_mistake()
    bad = session.lines[1].number
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
    session = session_of("tictactoe", (0, 1, 3, 4, 8), seats=PEOPLE)
    session.go_to(2)
    session.play(7)
    scene = listed(rig, session)
    card, *_ = cards(scene)
    assert "after move 1" in words_of(scene, card)[2]
    assert card.tooltip == "Continue this game"
    over = session_of("tictactoe", (0, 3, 1, 4, 2), seats=PEOPLE)
    over.new_game()
    assert "Open this game" in {each.tooltip for each in cards(listed(rig, over))}


@pytest.mark.parametrize("name", ["games", "position"])
def test_no_card_of_another_list_is_clicked_while_one_is_read(rig, monkeypatch, name):
    session = played("samegame")
    scene = listed(rig, session)
    at, may_read = cards(scene)[1].box.centre, threading.Event()
    read = rig.context.storage.listed
    monkeypatch.setattr(rig.context.storage, "listed", lambda *a: may_read.wait() and read(*a))
    before = session.line
    click(scene, scene.group.widget(name).box.centre)
    try:
        scene.draw(pygame.Surface(scene.size))
        assert click(scene, at) is None
        assert session.line is before
        for tab in which(scene).cells():
            assert which(scene).box.contains(tab.centre), "the filter stays in its place"
        assert which(scene).box.width > 0
        click(scene, which(scene).cells()[2].centre)
    finally:
        may_read.set()
    settle(scene)
    assert which(scene).value == which(scene).values[2]


def test_a_game_that_was_named_is_known_by_its_name(rig):
    session = played("hex")
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
    scene.handle_event(press(pygame.K_z, CTRL))
    settle(scene)
    assert [each.row.title for each in cards(scene)] == ["", "Mine", ""]
