"""Positions set up by hand: pieces by mouse and keys, and what is done with them."""

import random
from dataclasses import replace

import pygame
import pytest

from ai.contract.games import read_game
from game.play.record import GameStart
from game.play.session import Mode, Seat
from game.screens.base import Back, OpenEarlier, OpenGame, OpenSetUp
from game.screens.earlier.card import EarlierCard
from game.screens.play.game_scene import GameScene
from game.screens.play.solo import BOARDS
from game.screens.set_up.screen import SetUpScene
from game.ui import commands
from game.ui.widgets.text_field import clipboard_text
from game.words import results
from game.words import set_up as words
from tests.games import GAMES
from tests.rig import down, drag, frames, move, press, step, up, widgets, window, written
from tests.sessions import AGAINST_AI, session_of

GAME_NAMES = [spec.name for spec in GAMES]
TURNED = {"tictactoe": 4, "hex": 6}
SIZES = ((1120, 760), (640, 480), (560, 900))


@pytest.fixture
def opened(rig):
    """Return what opens the set-up of a game."""

    def opened(game, moves=(), seats=AGAINST_AI):
        spec, parameters = read_game(game)
        seats = seats if spec.players == 2 else None
        session = session_of(spec.name, moves, parameters, seed=3, seats=seats, level="novice")
        rig.context.storage.save_game(session)
        return rig.show(OpenSetUp(session))

    return opened


def cells_of(scene):
    return "".join(map(str, scene.edit.cells))


def drag_along(rig, *cells):
    """Press at the first cell, go along the others, and let go."""
    rig.move(rig.cell(cells[0]))
    rig.handle(down(rig.cell(cells[0])))
    for cell in cells[1:]:
        rig.handle(drag(rig.cell(cell)))
    rig.handle(up(rig.cell(cells[-1])))


def test_the_mouse_places_moves_and_takes_off(rig, opened):
    scene = opened("tictactoe", "b2")
    assert (cells_of(scene), scene.edit.state.current_player) == ("000010000", 1)
    rig.click(rig.cell(0))
    assert cells_of(scene) == "100010000"
    rig.click(rig.cell(0))
    assert cells_of(scene) == "000010000", "a second click takes off"
    gap = (rig.cell(4)[0] + rig.cell(5)[0]) // 2, rig.cell(4)[1]
    rig.move(rig.cell(4))
    for event in (down(rig.cell(4)), drag(gap)):
        rig.handle(event)
        assert cells_of(scene) == "000010000", "between the cells it waits"
    rig.handle(up(gap))
    drag_along(rig, 4, 5, 8)
    assert cells_of(scene) == "000000001", "a piece is dragged"
    rig.press("piece")  # the middle of three: O
    rig.click(rig.cell(8))
    rig.click(rig.cell(1))
    assert cells_of(scene) == "020000002", "another piece takes the place of one"
    rig.move(rig.cell(8))
    rig.handle(down(rig.cell(8), 3))
    rig.handle(up(rig.cell(8), 3))
    assert cells_of(scene) == "020000000"
    rig.handle(down(rig.cell(1)))
    rig.handle(up((1_100, 700)))
    assert cells_of(scene) == "000000000", "beside the board it is gone"
    for expected in ("020000000", "020000002", "000000002", "000000001", "000010000"):
        rig.key(pygame.K_z, pygame.KMOD_CTRL)
        assert cells_of(scene) == expected
    rig.key(pygame.K_y, pygame.KMOD_CTRL)
    assert cells_of(scene) == "000000001"
    rig.click(rig.cell(0))
    rig.key(pygame.K_y, pygame.KMOD_CTRL)
    assert cells_of(scene) == "200000001", "what was undone is gone once something else is done"


def test_keys_place_pick_and_cycle(rig, opened):
    scene = opened("tictactoe")
    for key, expected in (
        (pygame.K_2, "000000000"),  # picked only: no cursor is shown
        (pygame.K_RIGHT, "000000000"),  # it comes to the middle
        (pygame.K_RIGHT, "000000000"),
        (pygame.K_RETURN, "000002000"),
        (pygame.K_SPACE, "000000000"),
        (pygame.K_SPACE, "000001000"),
        (pygame.K_LEFT, "000001000"),
        (pygame.K_2, "000021000"),
        (pygame.K_DELETE, "000001000"),
        (pygame.K_1, "000011000"),
        (pygame.K_DOWN, "000011000"),
        (pygame.K_2, "020011000"),
        (pygame.K_0, "000011000"),
        (pygame.K_9, "000011000"),
        (pygame.K_m, "000110000"),
        (pygame.K_r, "000010010"),
        (pygame.K_c, "000000000"),
    ):
        rig.key(key)
        assert cells_of(scene) == expected, pygame.key.name(key)
    assert scene.edit.state.current_player == 0
    rig.key(pygame.K_t)
    assert scene.edit.state.current_player == 1
    side = scene.group.widget(commands.TO_MOVE.name).box
    rig.click((side.x + side.width // 4, side.centre[1]))
    assert scene.edit.state.current_player == 0


def test_tiles_are_painted_with_the_button_held(rig, opened):
    scene = opened("samegame:columns=4,rows=4,colours=3")
    rig.key(pygame.K_c)
    assert "no two tiles" in " ".join(written(scene)).lower()
    rig.key(pygame.K_3)
    drag_along(rig, 3, 7, 11, 15)  # along the top row
    assert cells_of(scene) == "3000300030003000"
    rig.key(pygame.K_1)
    drag_along(rig, 0, 1, 1)
    assert cells_of(scene) == "1100300030003000"
    drag_along(rig, 0, 4)  # where that colour is it rubs out
    assert cells_of(scene) == "1000300030000000"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert cells_of(scene) == "1100300030003000", "a stroke is one step"
    for _ in range(9):  # the cursor goes where no tile is
        rig.key(pygame.K_UP)
    rig.key(pygame.K_RIGHT)
    rig.key(pygame.K_SPACE)
    assert scene.edit.cells.count(0) == 10


@pytest.mark.parametrize("game", ["tictactoe:columns=5,rows=5", *GAME_NAMES])
@pytest.mark.parametrize("size", SIZES)
def test_mirrored_twice_and_turned_around_it_is_what_it_was(rig, opened, game, size):
    scene, rng = opened(game), random.Random(4)
    rig.resize(size)
    edit, views = scene.edit, set()
    pieces = range(edit.choices)
    edit.take(edit.arrange(rng.choice(pieces) for _ in edit.cells))
    if edit.by_hand.is_painted:  # all of its columns are there
        edit.take(edit.arrange(rng.choice(pieces[1:]) for _ in edit.cells))
    before = cells_of(scene)
    rig.key(pygame.K_m)
    assert (cells_of(scene) != before, len(edit.cells)) == (True, len(before))
    rig.key(pygame.K_m)
    assert cells_of(scene) == before
    order = TURNED.get(game.partition(":")[0], 1)
    for _ in range(order):
        rig.key(pygame.K_r)
        views.add(cells_of(scene))
    assert (cells_of(scene), len(views)) == (before, order)


def test_what_cannot_go_on_is_said_and_not_played(rig, opened):
    scene = opened("tictactoe")
    for cell in (0, 1, 2):
        rig.click(rig.cell(cell))
    sentence = "X has 3 in a row already, from a1 to c1."
    assert any(sentence in each for each in written(scene))
    for command in (commands.PLAY_IT, commands.ANALYSE_IT, commands.KEEP_START):
        assert not scene.group.widget(command.name).enabled
        assert rig.handle(command.event()) is None
        assert scene.toasts.passing.text == sentence
    rig.click(rig.cell(2))
    assert scene.group.widget(commands.PLAY_IT.name).enabled


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.ANALYSE])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_game_goes_on_from_there_and_the_one_before_is_kept(rig, opened, game, mode):
    scene = opened(game)
    session = scene.session
    session.play(session.state.legal_moves[0])
    before = session.record
    scene = rig.show(OpenSetUp(session))
    rig.key(pygame.K_m)
    put = scene.edit.state
    command = commands.PLAY_IT if mode is Mode.PLAY else commands.ANALYSE_IT
    assert rig.press(command.name) == Back()
    assert (session.state, session.mode, session.record.length) == (put, mode, 0)
    assert session.record.start.is_pasted, "it counts for no record"
    scene.on_exit()
    assert session.undo_new_game()
    assert session.record is before


def test_who_had_taken_black_over_keeps_it(rig, opened):
    scene = opened("hex:side=4,opening=swap", "b3 swap", seats=(Seat.HUMAN, Seat.AI))
    assert scene.edit.state.current_player == 1, "White is to move"
    rig.press(commands.PLAY_IT.name)
    session = scene.session
    assert session.record.seats == (Seat.AI, Seat.HUMAN)
    assert session.seat_to_move is Seat.HUMAN


def test_what_was_changed_is_not_left_without_a_question(rig, opened):
    scene = opened("hex")
    assert rig.key(pygame.K_ESCAPE) == Back()
    rig.click(rig.cell(5))
    assert rig.key(pygame.K_ESCAPE) is None
    assert scene.dialog is not None
    assert rig.key(pygame.K_ESCAPE) is None
    assert (scene.dialog, cells_of(scene)[5]) == (None, "1")
    rig.press(commands.BACK.name)
    assert scene.dialog is not None
    assert rig.key(pygame.K_RETURN) == Back()


def test_a_start_is_kept_and_begun_from_again(rig, opened):
    scene = opened("breakthrough")
    rig.click(rig.cell(12))
    rig.key(pygame.K_t)
    put, session, storage = scene.edit.state, scene.session, rig.context.storage
    rig.key(pygame.K_s, pygame.KMOD_CTRL)
    assert (scene.toasts.passing.text, session.has_earlier) == (words.KEPT, True)
    assert rig.key(pygame.K_ESCAPE) == Back(), "nothing is lost then"
    numbers = []
    for _ in range(2):
        earlier = rig.show(OpenEarlier(session))
        rig.read()
        rig.frame()
        card = next(each for each in widgets(earlier, EarlierCard) if each.row.starred)
        assert card.row.title == words.TITLE
        rig.click(card.box.centre)
        assert (session.state, session.record.length) == (put, 0)
        session.play(session.state.legal_moves[0])
        storage.save_game(session)
        numbers.append(session.record.number)
        session.new_game(seed=1)
        storage.save_game(session)
    assert card.row.number not in numbers
    assert numbers[0] != numbers[1]


def test_a_position_is_copied_and_pasted(rig, opened):
    scene = opened("hex:side=4")
    for cell in (3, 8, 9):
        rig.click(rig.cell(cell))
    text = scene.edit.state.to_text()
    assert "turn X" in text
    rig.key(pygame.K_c, pygame.KMOD_CTRL)
    if clipboard_text() != text:
        pytest.skip("this system has no clipboard")
    rig.key(pygame.K_c)
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert scene.edit.state.to_text() == text


def test_of_a_pasted_text_the_size_counts_and_of_another_game_it_is_said(rig, opened, monkeypatch):
    scene = opened("tictactoe")
    text = "\n".join([". . . . ."] * 3 + ["X O . . ."])
    monkeypatch.setattr("game.screens.set_up.screen.clipboard_text", lambda: text)
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert len(scene.edit.cells) == 20
    rig.settle()
    rig.click(rig.scene.animator.view.cell_box(scene.edit.state, 19).centre)
    assert cells_of(scene)[19] == "1"
    monkeypatch.setattr("game.screens.set_up.screen.clipboard_text", lambda: "nothing of it")
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    assert "holds no game" in scene.toasts.passing.text
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(scene.edit.cells) == 9


def test_a_piece_that_is_dragged_goes_with_the_pointer(rig, opened):
    scene = opened("breakthrough")
    rig.move(rig.cell(0))
    rig.handle(down(rig.cell(0)))
    for at, piece in ((1, "1"), (12, "1"), (24, "1"), (0, "1")):
        rig.handle(drag(rig.cell(at)))
        shown = cells_of(scene)
        assert (shown[at], shown.count("1"), shown[1]) == (piece, 10 - (at == 1), "1")
    rig.handle(drag(rig.cell(12)))
    rig.send(pygame.WINDOWLEAVE)
    rig.handle(drag(rig.cell(13)))
    rig.handle(up(rig.cell(13)))
    assert cells_of(scene)[12:14] == "10", "it is let go of at the edge of the window"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.edit.done == 0, "a drag is one step"


def test_in_the_window_a_key_opens_it_and_the_ai_answers_from_there(rig):
    with window(rig.context, OpenGame("tictactoe")) as app:
        game = app.scene
        assert isinstance(game, GameScene)
        step(app, press(pygame.K_e, pygame.KMOD_CTRL))
        assert isinstance(app.scene, SetUpScene)
        frames(app)
        scene = app.scene
        for cell in (0, 4):
            at = scene.animator.view.cell_box(scene.edit.state, cell).centre
            step(app, move(at))
            step(app, down(at), up(at))
        step(app, press(pygame.K_p))
        frames(app)
        assert app.scene is game
        assert game.session.record.start == GameStart(
            scene.edit.state.parameters, game.session.record.start.seed, scene.edit.state.to_text()
        )
        assert game.animator.state is game.session.state


def test_a_game_without_pieces_says_that_none_is_set_up(rig, monkeypatch):
    scene = rig.open("hex")
    plain = replace(scene.session.record.spec, set_up=None)
    monkeypatch.setattr(scene.session.record, "spec", plain)
    rig.key(pygame.K_e, pygame.KMOD_CTRL)
    assert scene.toasts.passing.text == words.NOT_HERE


def test_a_session_is_analysed_from_a_set_up_as_from_any_start(rig, opened):
    scene = opened("tictactoe")
    rig.click(rig.cell(0))
    rig.click(rig.cell(1))
    rig.press(commands.PLAY_IT.name)
    session = scene.session
    session.play(session.state.legal_moves[0])
    session.go_to(0)
    assert session.state.cells[:2] == (1, 1)
    assert not session.can_undo_turn


def test_a_game_from_there_says_that_it_is_not_in_the_records(rig):
    session = session_of("tictactoe", "", seats=AGAINST_AI, level="novice")
    session.set_position("X X .\nO O .\n. . .\n")
    rig.context.storage.save_game(session)
    scene = rig.show(OpenGame("tictactoe"))
    rig.click_move(scene.session.state.move_from_string("c3"))
    rig.settle()
    assert scene.session.is_over
    rig.fit((1366, 900))
    assert any(results.FROM_POSITION in each for each in written(scene))
    assert not rig.context.storage.records.has_finished("tictactoe")


def test_a_board_of_ones_own_offers_no_other_where_its_end_has_its_buttons(rig):
    session = session_of("samegame", "")
    rig.context.storage.save_game(session)
    assert BOARDS in {each.name for each in rig.show(OpenGame("samegame")).group.widgets}
    session.set_position(session.state.to_text())
    rig.context.storage.save_game(session)
    assert BOARDS not in {each.name for each in rig.show(OpenGame("samegame")).group.widgets}
