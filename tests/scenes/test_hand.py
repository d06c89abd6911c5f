"""Nothing moves under the hand: clicks that come too soon, and controls that keep their places."""

from dataclasses import replace

import pygame
import pytest

from ai.engine.watching import WatchAnswer
from ai.levels import levels_of
from ai.search.inside import NestedTree, Tries
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.square_board import MOST_CELLS
from game.play.session import Mode, Seat
from game.screens.base import ChangeSettings, OpenInside
from game.screens.play.choices import keep_side
from game.screens.play.opening import begin_game
from game.screens.play.react import SetMode
from game.ui.panel.items import Label
from game.ui.panel.parts import Phrase
from game.window.loop import STEADY_SECONDS
from tests.laws.world import playing
from tests.sessions import AGAINST_AI
from tests.waiting import wait_for

SIZES = [(1120, 760), (640, 480), (1366, 768), (700, 900)]
DOUBLE_CLICK = 0.09
"""Seconds from one press of a double click to the next."""


@pytest.fixture
def world(tmp_path, request):
    with playing(getattr(request, "param", "tictactoe"), tmp_path) as world:
        yield world


def press(world, at):
    world.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    world.send(pygame.MOUSEBUTTONUP, pos=at, button=1)
    world.frame(DOUBLE_CLICK)


def key(world, key, mod=0):
    world.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
    world.frame(0.5)


def faces(world):
    """Return each control with its place."""
    return {each: each.box for each in world.controls}


def play_alone(world, most=99):
    """Play some moves, or all to the end, with the player on every seat."""
    world.game.session.set_seats((Seat.HUMAN,) * world.session.record.spec.players)
    while most and not world.session.is_over:
        world.game.play(world.session.state.legal_moves[0])
        world.frame(0.5)
        most -= 1


def point(world, at):
    world.send(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
    world.frame()


def control(world, name):
    return next(each for each in world.controls if each.name == name)


def choose(world, name, value):
    """Click one of several choices."""
    tabs = control(world, name)
    at = tabs.cells()[tabs.values.index(value)].centre
    point(world, at)
    press(world, at)


def raise_sheet(world):
    panel = world.game.panel.box
    at = panel.centre[0], panel.y + 4
    point(world, at)
    press(world, at)
    assert world.game.is_raised


def double_click(world, at):
    point(world, at)
    press(world, at)
    press(world, at)


def finish(world):
    """Play to the end at one board, then let the AI have a seat again."""
    play_alone(world)
    if world.session.record.spec.players == 2:
        world.game.session.set_seats(AGAINST_AI)
    world.frame(0.5)


@pytest.mark.parametrize("size", SIZES)
def test_a_rematch_that_is_double_clicked_asks_for_nothing_more(world, size):
    world.resize(size)
    finish(world)
    double_click(world, control(world, "restart").box.centre)
    game = world.game
    assert not game.session.record.moves
    assert not game.controller.state.hint.is_open
    assert not game.session.record.hints
    assert game.session.before is not None


def test_what_a_double_click_opens_is_not_clicked(world):
    """A card of Home opens a game, and the other half of the click is no move in it."""
    key(world, pygame.K_ESCAPE)
    double_click(world, control(world, "tictactoe").box.centre)
    assert world.game is not None
    assert not world.game.session.record.moves
    world.frame(0.3)
    at = world.pixel_of(4)
    press(world, at)
    assert world.game.session.record.moves


@pytest.mark.parametrize("world", ["breakthrough"], indirect=True)
def test_a_piece_that_is_double_clicked_stays_taken_up(world):
    piece = world.game.session.state.legal_moves[0] // MOST_CELLS
    at = world.pixel_of(piece)
    double_click(world, at)
    assert world.game.pointing.chosen == piece
    world.frame(0.4)
    press(world, at)
    assert world.game.pointing.chosen is None


def test_a_question_that_is_double_clicked_away_leaves_the_board_alone(world):
    """Its button lies over a cell, and the other half of the click is no move there."""
    key(world, pygame.K_l)
    board = world.game.layout.board
    assert world.dialog is not None
    double_click(world, (board.x + board.width // 5, board.centre[1]))
    assert world.dialog is None
    assert not world.game.session.record.moves


@pytest.mark.parametrize("world", ["samegame"], indirect=True)
def test_a_double_click_removes_one_group_of_two_that_fall_onto_a_cell(world):
    session, view = world.game.session, world.game.animator.view
    at = next(
        world.pixel_of(move)
        for move in session.state.legal_moves
        if view.move_at(session.state.play(move), move) is not None
    )
    double_click(world, at)
    assert len(session.record.moves) == 1
    world.frame(STEADY_SECONDS)
    press(world, at)
    assert len(session.record.moves) == 2


@pytest.mark.parametrize("world", ["samegame"], indirect=True)
def test_a_hint_before_the_first_move_moves_no_control(world):
    places = faces(world)
    for _ in range(3):
        world.send(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="")
    wait_for(world.game.face.line_in_view, meanwhile=lambda: world.frame(0.05))
    assert {each: box[:2] for each, box in faces(world).items()} == {
        each: box[:2] for each, box in places.items()
    }


@pytest.mark.parametrize("world", ["hex"], indirect=True)
def test_a_double_click_places_a_stone_and_does_not_swap_it(world):
    session = world.game.session
    world.game.history.new_game(
        lambda: begin_game(world.game.controller, 0, HexParameters(4, opening="swap"))
    )
    world.game.session.set_seats((Seat.HUMAN, Seat.HUMAN))
    world.frame(0.5)
    at = world.pixel_of(20)
    double_click(world, at)
    assert session.record.moves == (20,)
    world.frame(STEADY_SECONDS)
    press(world, at)
    assert session.record.moves == (20, session.record.nodes[1].state.swap_move)


@pytest.mark.parametrize("world", ["tictactoe", "samegame"], indirect=True)
def test_what_can_be_used_only_by_now_takes_no_press_yet(world):
    """A search that is looked into comes between the halves of a double click on Run."""
    world.app.execute(OpenInside(world.game.session.record.spec.name, world.game.session.state))
    world.frame()
    at, run = control(world, "run").box.centre, world.scene.run
    point(world, at)
    if control(world, "run").enabled:
        run.searches[0].sight = WatchAnswer()
        world.scene.resize(world.size)
    press(world, at)
    run.searches[0].sight = WatchAnswer(tree=NestedTree(Tries(), 0))
    world.scene.resize(world.size)
    world.frame()
    press(world, at)
    assert not run.is_running
    world.frame(0.3)
    press(world, at)
    assert run.is_running


@pytest.mark.parametrize("size", SIZES)
def test_a_demo_that_ends_offers_the_next_one_beside_its_pause(world, size):
    world.resize(size)
    world.game.controller.give(SetMode(Mode.DEMO))
    world.frame(0.5)
    pause = next(each for each in world.controls if getattr(each, "label", "") == "Pause").box
    while not world.session.is_over:
        world.session.play(world.session.state.legal_moves[0])
    world.frame(0.5)
    following = control(world, "next game").box
    assert not following.overlaps(pause)
    assert not any(each.enabled for each in world.controls if each.name == "pause")
    point(world, following.centre)
    press(world, following.centre)
    assert not world.session.is_over


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("world", ["hex", "tictactoe"], indirect=True)
def test_no_level_moves_a_control_of_the_panel(world, size):
    world.resize(size)
    if world.game.layout.compact:
        raise_sheet(world)
    world.frame()
    stepper = world.game.face.opponent.level_stepper
    while stepper.can_go_down:
        point(world, (1, 1))
        point(world, (stepper.box.x + 4, stepper.box.centre[1]))
        press(world, (stepper.box.x + 4, stepper.box.centre[1]))
    at = (stepper.box.right - 4, stepper.box.centre[1])
    point(world, at)
    boxes, seen = faces(world), set()
    while stepper.can_go_up:
        seen.add(stepper.text)
        press(world, at)
        assert stepper.text not in seen, "each press counts"
        assert faces(world) == boxes, stepper.text
    assert len(seen) > 3


@pytest.mark.parametrize("world", ["hex", "tictactoe", "breakthrough"], indirect=True)
def test_the_side_that_was_chosen_stays(world):
    game = world.game
    assert game.session.record.seats == AGAINST_AI
    choose(world, "side", "second")
    world.app.execute(keep_side(game))
    for _ in range(2):
        key(world, pygame.K_n, pygame.KMOD_CTRL)
        assert game.session.record.seats == (Seat.AI, Seat.HUMAN)
    world.app.execute(ChangeSettings(world.settings.changed(who_starts="ai")))
    world.app.execute(ChangeSettings(world.settings.changed(who_starts="me")))
    key(world, pygame.K_n, pygame.KMOD_CTRL)
    assert game.session.record.seats == AGAINST_AI, "what is chosen for all games counts"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("world", ["hex", "tictactoe", "breakthrough"], indirect=True)
def test_an_empty_board_has_its_settings_whatever_else_is_shown(world, size):
    world.resize(size)
    game = world.game
    if game.layout.compact:
        raise_sheet(world)
    key(world, pygame.K_a)
    assert game.controller.state.shows_layer
    names = {each.name for each in world.controls}
    assert {"side", "level", "preset"} <= names
    if size[1] > 480:
        assert {"teach", "time"} <= names


@pytest.mark.parametrize("world", ["hex", "samegame"], indirect=True)
def test_the_tree_of_another_mode_does_not_lie_over_the_board(world):
    game = world.game
    choose(world, "mode", "analyse")
    key(world, pygame.K_t)
    assert game.controller.state.tree
    choose(world, "mode", "play")
    world.frame()
    assert not game.controller.state.tree


def test_the_legend_closes_by_the_key_that_opens_it(world):
    for is_open in (True, False, True):
        key(world, pygame.K_l)
        assert (world.dialog is not None) == is_open


def test_no_ring_stays_where_nothing_is_to_be_played(world):
    key(world, pygame.K_RIGHT)
    assert world.content.cursor is not None
    finish(world)
    assert world.content.cursor is None


@pytest.mark.parametrize("world", ["hex"], indirect=True)
def test_a_card_of_home_opens_a_game_to_be_played(world):
    """Neither a demo that is over nor an analysis of the AI's game: those are kept."""
    world.game.controller.give(SetMode(Mode.DEMO))
    for _ in range(3):
        world.session.play(world.session.state.legal_moves[0], for_player=True)
    world.game.controller.give(SetMode(Mode.ANALYSE))
    wait_for(lambda: world.game is None, meanwhile=lambda: key(world, pygame.K_ESCAPE))
    world.frame(1.0)
    assert not any(each.name == "continue" for each in world.controls), "nothing to go on with"
    point(world, control(world, "hex").box.centre)
    press(world, control(world, "hex").box.centre)
    assert (world.session.mode, world.session.record.length) == (Mode.PLAY, 0)


@pytest.mark.parametrize("world", ["tictactoe", "hex", "breakthrough"], indirect=True)
def test_every_level_is_described_beside_its_stepper(world):
    """Words that do not fit are left out, and then nothing tells how the level plays."""
    skin, places = world.game.skin, world.game.panel.places
    label, width = next(
        (section, box.width)
        for section, box, _ in places
        if isinstance(section, Label) and section.title == "Level"
    )
    for level in levels_of(world.name):
        caption = replace(label, caption=level.description)
        parts = caption.lay(skin, width).places
        _, words = (part.text for part, _ in parts if isinstance(part, Phrase))
        assert words, level.title


def fail(world):
    """Let the AI fail."""
    controller = world.game.controller
    world.ai.raises = ZeroDivisionError("broken on purpose")
    wait_for(lambda: controller.ai.has_failed, meanwhile=world.frame)
    world.frame(0.5)


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.35, 1.9])
@pytest.mark.parametrize("size", [(1120, 760), (640, 480), (640, 900), (1366, 768)])
@pytest.mark.parametrize("world", ["hex", "tictactoe", "breakthrough", "samegame"], indirect=True)
def test_controls_stay_where_they_are_when_the_game_begins(world, size, scale, fails):
    world.app.execute(ChangeSettings(world.settings.changed(ui_scale=scale)))
    world.resize(size)
    if fails:
        key(world, pygame.K_h)
        fail(world)
    before = {each: each.box.y for each in world.controls}
    settings = {each for each in before if each.name in ("side", "teach", "level", "time")}
    if size != (640, 900) and world.name != "samegame":
        least = 4 if scale == 1.0 and not fails else 2
        assert len(settings) >= least
    world.game.play(world.game.session.state.legal_moves[0])
    world.frame(0.5)
    after = {each: each.box.y for each in world.controls}
    assert settings <= after.keys()
    assert all(after[each] == before[each] for each in before.keys() & after.keys())


@pytest.mark.parametrize("world", ["samegame", "hex"], indirect=True)
@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_the_end_puts_nothing_in_the_place_of_the_ais_restart(world, scale):
    """A narrow window has controls beside numbers, which make room for them."""
    world.app.execute(ChangeSettings(world.settings.changed(ui_scale=scale)))
    world.resize((640, 900))
    key(world, pygame.K_h)
    fail(world)
    before = {name: control(world, name).box for name in ("engine", "hint")}
    finish(world)
    assert world.game.controller.ai.has_failed
    assert before == {name: control(world, name).box for name in before}


@pytest.mark.parametrize("world", ["breakthrough", "hex", "samegame"], indirect=True)
@pytest.mark.parametrize(("size", "scale"), [(SIZES[0], 1.0), (SIZES[1], 1.0), (SIZES[1], 1.65)])
def test_a_failure_of_the_ai_moves_no_control_and_its_restart_has_one_place(world, size, scale):
    """What failed and the way on take no more room than a sentence, in low panels too."""
    world.app.execute(ChangeSettings(world.settings.changed(ui_scale=scale)))
    world.resize(size)
    key(world, pygame.K_a)
    world.frame(2.0)
    key(world, pygame.K_a)
    world.game.play(world.game.session.state.legal_moves[0])
    world.frame()
    before = faces(world)
    fail(world)
    assert control(world, "engine").label == "Restart"
    after = faces(world)
    assert {each: after.get(each, box) for each, box in before.items()} == before
    place = control(world, "engine").box
    for pressed, mod in (
        *((pygame.K_h, 0), (pygame.K_h, 0), (pygame.K_a, 0), (pygame.K_g, 0), (pygame.K_a, 0)),
        *((pygame.K_z, pygame.KMOD_CTRL), (pygame.K_h, 0), (pygame.K_a, 0), (pygame.K_g, 0)),
    ):
        key(world, pressed, mod)
        assert control(world, "engine").box == place, pygame.key.name(pressed)


@pytest.mark.parametrize("world", ["hex"], indirect=True)
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES)
def test_the_offer_of_a_draw_stands_where_nothing_else_does(world, size, scale, monkeypatch):
    """Ctrl+Z may bring a game with the offer back to an empty board."""
    world.app.execute(ChangeSettings(world.settings.changed(ui_scale=scale)))
    world.resize(size)
    if world.game.layout.compact:
        raise_sheet(world)
    world.frame()
    others = faces(world)
    world.game.play(world.game.session.state.legal_moves[0])
    world.frame(0.5)
    before = faces(world)
    monkeypatch.setattr(type(world.game.face), "is_draw_offered", True)
    world.game.screen.show_panel()
    world.frame(0.5)
    offer = control(world, "agree draw").box
    for other, box in (others | before).items():
        assert not box.overlaps(offer), other.name
    assert before.items() <= faces(world).items()
