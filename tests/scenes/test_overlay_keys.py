"""V, G, K and the rules of the overlay, on the board as the player sees it."""

from dataclasses import replace

import pygame
import pytest
from pygame.event import Event

from game.play.session import Mode
from game.screens.base import OpenGame
from game.screens.play import actions, shown_board
from game.screens.play.engine import foot_text
from game.screens.play.react import TABLE, Play, SetMode
from game.ui import commands
from game.ui.boards.marks import _disc_text
from game.ui.overlay import Mark
from game.ui.panel.analysis import CandidateTable
from game.ui.panel.graphs import WinGraph
from game.ui.panel.history import MoveList
from game.ui.widgets import draw_tooltip
from game.ui.widgets.base import HOLD_SECONDS
from tests.evaluations import judged
from tests.fakes import info_for
from tests.games import GAMES
from tests.rig import down, press, release, section, sections, skin, up
from tests.sessions import play

GAME_NAMES = [spec.name for spec in GAMES if spec.name in ("samegame", "tictactoe", "hex")]


def analysed(rig, game, simulations=50_000, order=1):
    scene = rig.open(game, mode=Mode.ANALYSE)
    value = 2000.0 if game == "samegame" else 0.6
    moves = scene.session.state.legal_moves
    rig.say(info_for(moves[::order], simulations, value))
    rig.settle()
    return scene


def with_mistakes(rig):
    scene = rig.open("tictactoe", people=True)
    play(scene.session, (0, 3, 1, 4, 6, 5))
    for ply, share in enumerate((0.9, 0.7, 0.95, 0.75, 0.95, 0.7)):
        scene.session.record.nodes[ply].position.learn(judged(share, 0.001, 9_000))
    return scene


def pixels(rig):
    rig.frame()
    board = rig.scene.layout.board
    return pygame.image.tobytes(rig.surface.subsurface(pygame.Rect(board)), "RGB")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_v_goes_round_the_numbers_and_each_looks_different(rig, game):
    analysed(rig, game)
    rig.scene.toasts.dismiss()
    seen = []
    for _ in range(4):
        seen.append((rig.context.settings.metric, pixels(rig)))
        rig.key(pygame.K_v)
        rig.scene.toasts.dismiss()
        rig.frame(0.3)
    assert [metric for metric, _ in seen] == ["value", "loss", "visits", "value"]
    assert len({picture for _, picture in seen}) == 3
    assert seen[0][1] == seen[3][1]


@pytest.mark.parametrize(("told", "whole"), [(("53", " %"), "53 %"), (("-124", ""), "-124")])
def test_the_numbers_are_short(told, whole):
    mark = Mark(0, 2, "C", 3.24, 0.53, 172_948, 0.9, labelled=True)
    texts = {
        metric: _disc_text(skin(), mark, told, 40.0, 96.0, False, metric)
        for metric in ("value", "loss", "visits")
    }
    assert (texts["value"].number, texts["value"].visits) == (told[0], "172k")
    assert (texts["loss"].number, texts["loss"].visits) == ("−3.2", "172k")
    assert (texts["visits"].number, texts["visits"].visits) == ("172k", whole)
    assert _disc_text(skin(), mark, told, 40.0, 96.0, True, "visits").number == ""


@pytest.mark.parametrize("game", ["tictactoe", "hex"])
def test_the_name_of_a_cell_hides_no_number_of_the_ais(make_rig, game, monkeypatch):
    rig = make_rig(hex_side=4)
    scene = analysed(rig, game, order=-1)
    drawn = []

    def drawing(*args, **options):
        drawn.append(draw_tooltip(*args, **options))

    monkeypatch.setattr(shown_board, "draw_tooltip", drawing)
    view, state = scene.animator.view, scene.session.state
    numbered = [mark.move for mark in scene.board.content().overlay.marks if mark.labelled]
    assert len(numbered) >= 3
    boxes = [view.cell_box(state, cell) for cell in numbered]
    for cell in state.legal_moves:
        drawn.clear()
        rig.move(rig.cell(cell))
        assert not any(box.overlaps(tip) for box in boxes for tip in drawn), cell


def test_g_turns_the_graph_off_and_on(rig):
    scene = analysed(rig, "hex")
    for is_shown in (True, False, True):
        assert bool(sections(scene, WinGraph)) is is_shown
        assert any(isinstance(each.section, WinGraph) for each in scene.panel.places) is is_shown
        rig.key(pygame.K_g)
        rig.handle(release(pygame.K_g))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_nothing_stands_in_the_table_while_the_view_is_closed(rig, game):
    scene = analysed(rig, game)
    assert section(scene, CandidateTable).rows
    rig.key(pygame.K_a)
    assert not any(each.rows for each in sections(scene, CandidateTable))


def test_letters_stand_behind_the_worst_moves_in_an_analysis_alone(rig):
    scene = with_mistakes(rig)
    worst = {each.ply: each.loss_class for each in scene.face.graph().mistakes}
    for mode, told in ((Mode.PLAY, {}), (Mode.ANALYSE, worst)):
        scene.controller.give(SetMode(mode))
        moves = enumerate(section(scene, MoveList).moves, 1)
        assert {ply: move.loss_class for ply, move in moves if move.loss_class} == told


def test_g_held_shows_every_mistake_and_lets_the_graph_be(rig):
    scene = with_mistakes(rig)
    few = len(scene.face.graph().mistakes)
    rig.key(pygame.K_g)
    assert Mode.PLAY in scene.controller.state.graphs
    assert few == 3
    assert len(scene.face.graph().mistakes) > few
    rig.frame(1.0)
    rig.send(pygame.KEYUP, key=pygame.K_g, mod=0)
    assert len(scene.face.graph().mistakes) == few
    assert Mode.PLAY not in scene.controller.state.graphs


def test_as_many_candidates_carry_numbers_as_are_asked_for_and_rank_one_has_to_lead_for_a_while(
    make_rig,
):
    rig = make_rig(top_n=2)
    scene = rig.open("hex", mode=Mode.ANALYSE)
    legal = scene.session.state.legal_moves[:20]

    def marks(simulations, moves):
        info = info_for(moves)
        equal = tuple(replace(each, visits=5_000) for each in info.candidates)
        rig.worker.say(replace(info, candidates=equal, simulations=simulations))
        rig.frame(0.25)
        return scene.board.content().overlay.marks

    assert [mark.labelled for mark in marks(50_000, legal)][:3] == [True, True, False]
    swapped = legal[1], legal[0], *legal[2:]
    leaders = [marks(simulations, swapped)[0].move for simulations in (90_000, 95_000, 99_000)]
    assert leaders[0] == legal[0]
    assert leaders[2] == legal[1]


def test_stop_keeps_the_picture_and_coming_back_brings_it_again(rig):
    scene = analysed(rig, "hex")
    rig.worker.finish()
    rig.frame(0.3)
    rig.settle()
    before = scene.board.content().overlay.marks
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert scene.board.content().overlay is None or scene.board.content().overlay.marks != before
    rig.key(pygame.K_HOME)
    rig.settle()
    assert scene.board.content().overlay.marks == before


@pytest.mark.parametrize("steering", [None, pygame.K_RIGHT, pygame.K_d], ids=str)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_key_that_the_panel_names_shows_what_the_ai_thinks(rig, game, steering):
    scene = rig.open(game)
    if steering is not None:
        rig.key(steering)
    rig.frame()
    *modifiers, key = scene.group.widget("analysis").key.split()
    assert key == "A"
    for shown in (True, False):
        rig.key(pygame.K_a, pygame.KMOD_SHIFT if modifiers else 0)
        assert scene.controller.state.shows_layer is shown


@pytest.mark.parametrize("game", ["samegame", "hex"])
def test_a_search_waits_with_what_it_has_found_until_a_move_has_come_to_rest(make_rig, game):
    rig = make_rig(motion="full")
    scene = analysed(rig, game)
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    for _ in range(4):
        rig.frame(0.001)
    assert scene.animator.is_animating
    shown = scene.panel.places
    rig.worker.say(info_for(scene.session.state.legal_moves, 70_000, 2000.0))
    rig.frame(0.001)
    assert scene.animator.is_animating
    assert scene.panel.places == shown
    rig.settle()
    rig.frame(0.3)
    assert scene.panel.places != shown


def test_what_a_key_asks_for_is_done():
    done = {*actions.by_name(), *TABLE}
    assert [each.name for each in commands.GAME if each.name not in done] == []


@pytest.mark.parametrize("size", [(1120, 760), (640, 480)])
@pytest.mark.parametrize("game", ["hex", "samegame"])
def test_the_mouse_alone_opens_the_view_and_peeks(make_rig, game, size):
    rig = make_rig()
    scene = rig.show(OpenGame(game), size)
    controller = scene.controller
    rig.press("analysis")
    assert controller.state.shows_layer
    rig.frame()
    rig.press("analysis")
    assert not controller.state.shows_layer
    rig.frame()
    eye = scene.group.widget("analysis").box.centre
    for end in (up(eye), pygame.event.Event(pygame.WINDOWFOCUSLOST)):
        rig.move(eye)
        rig.handle(down(eye))
        assert scene.wake_after() == 0.0, "or no time passes meanwhile"
        rig.frame(HOLD_SECONDS + 0.1)
        assert controller.state.is_peeking
        rig.move(eye)
        assert controller.state.is_peeking
        rig.handle(end)
        assert not controller.state.is_peeking
        assert not controller.state.shows_layer, "it was held, not clicked"
    rig.handle(press(pygame.K_z))
    rig.move(eye)
    assert controller.state.is_peeking, "a key that is held is no button"


@pytest.mark.parametrize(("key", "shown"), [(pygame.K_z, "peeks"), (pygame.K_g, "graph_key")])
def test_a_held_key_stays_down_until_it_is_pressed_again_where_that_is_set(make_rig, key, shown):
    scene = with_mistakes(rig := make_rig(sticky_keys=True))
    for is_down in (True, False, True):
        rig.key(key)
        rig.frame(1.0)
        assert bool(getattr(scene.controller.state, shown)) is is_down
        rig.handle(release(key))
        rig.frame(1.0)
        assert bool(getattr(scene.controller.state, shown)) is is_down
    rig.key(pygame.K_h)
    assert getattr(scene.controller.state, shown), "no other key is that key"


def test_a_graph_that_is_there_is_hidden_by_slow_presses_where_held_keys_stay_down(make_rig):
    scene = with_mistakes(rig := make_rig(sticky_keys=True))
    scene.controller.give(SetMode(mode := Mode.ANALYSE))
    assert mode in scene.controller.state.graphs
    for is_shown in (True, False, True, False):
        rig.key(pygame.K_g)
        rig.frame(1.0)
        rig.handle(release(pygame.K_g))
        rig.frame(1.0)
        assert (mode in scene.controller.state.graphs) is is_shown
    rig.key(pygame.K_g)
    scene.controller.give(SetMode(Mode.PLAY))
    rig.frame(1.0)
    rig.key(pygame.K_g)
    assert Mode.PLAY in scene.controller.state.graphs, "it stays down in the other mode alone"


def test_what_the_keys_of_the_view_do_is_said_as_it_is_set(make_rig):
    scenes = (make_rig(sticky_keys=stays).open("hex") for stays in (False, True))
    said = [foot_text(each.controller, each.key_of) for each in scenes]
    assert said == ["A: the AI's view, Z held: a peek", "A: the AI's view, Z: a peek"]


def test_a_letter_command_at_a_place_that_steers_is_given_until_letters_steer(rig):
    """As Z, the peek, is on a French keyboard where a US one has W."""
    scene = rig.open("hex")

    def strike(mod=0):
        rig.handle(Event(pygame.KEYDOWN, key=pygame.K_z, mod=mod, scancode=pygame.KSCAN_W))
        rig.frame(0.0)
        peeks = scene.controller.state.peeks
        rig.handle(Event(pygame.KEYUP, key=pygame.K_z, mod=mod, scancode=pygame.KSCAN_W))
        return peeks, scene.animator.cursor

    assert strike() == (True, None)
    rig.handle(Event(pygame.KEYDOWN, key=pygame.K_d, mod=0, scancode=pygame.KSCAN_D))
    before = scene.animator.cursor
    peeks, after = strike()
    assert not peeks
    assert after != before
    assert strike(pygame.KMOD_LSHIFT) == (True, after)
