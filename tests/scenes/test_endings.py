"""The end of a game on the screen: it is short, a press ends it, nothing else moves; a result."""

import random
from dataclasses import replace
from math import inf

import pygame
import pytest

from ai.contract.games import game_of
from ai.search.messages import StopReason
from game.games.window_game import Words
from game.play.medals import MedalStanding
from game.play.session import Mode, Seat, Session
from game.screens.base import Back
from game.screens.play.hints import Reveal
from game.screens.play.react import GoTo, Play, SetMode
from game.screens.play.result_card import ResultCard, ResultInPanel
from game.screens.play.score_on_board import PlacedResult, placed
from game.screens.play.score_result import ScoreResult
from game.screens.review import words
from game.ui.boards.view import BoardContent
from game.ui.layout import Box
from game.ui.panel.basics import ColourCounts, Figures, Note, Sentence
from game.ui.panel.panel import Summary
from game.ui.sound import Cue
from game.ui.theme import ENDING, MOTION
from tests.rig import skin
from tests.scenes.test_cues import Heard

LONGEST = 1.5
FRAME = 1 / 60
LAST_MOVES = {
    "tictactoe": "a1 b1 a2 b2 a3",
    "hex": "f6 a6 f7 a7 f8 a8 f9 a9 f10",
    "breakthrough": "",
}


@pytest.fixture
def ending(make_rig):
    """Return a rig in which the last move of a game has just been played."""

    def end(game="tictactoe", **settings):
        rig = make_rig(**settings)
        scene = rig.open(game, people=True)
        session = scene.session
        while not session.state.is_terminal:
            names = LAST_MOVES[game].split()
            state = session.state
            move = state.legal_moves[0]
            if names:
                move = state.move_from_string(names[session.record.length])
            if state.play(move).is_terminal:
                rig.settle()
            session.play(move)
        rig.frame()
        return rig, scene

    return end


def seconds_of(rig, scene):
    """Let the ending pass, by which nothing moves; return how long it took."""
    passed, before = 0.0, places(scene)
    while not scene.animator.end.is_done:
        rig.frame(FRAME)
        passed += FRAME
        assert passed < LONGEST + FRAME
        assert places(scene) == before
    return passed


def places(scene):
    """Return where everything stands."""
    boxes = [widget.box for widget in scene.group.widgets]
    return [(type(each.section), each.box) for each in scene.panel.places], boxes, scene.layout


@pytest.mark.parametrize("game", LAST_MOVES)
def test_a_game_ends_within_a_second_and_a_half_and_nothing_moves(ending, game):
    rig, scene = ending(game)
    assert scene.board.content().ending <= 0.0
    assert scene.wake_after() == 0.0
    assert 0.5 < seconds_of(rig, scene) <= LONGEST
    assert scene.board.content().ending == inf


def test_the_result_comes_up_last(ending):
    rig, scene = ending()
    box = next(each.box for each in scene.panel.places if isinstance(each.section, ResultCard))
    seen = rig.surface.subsurface(pygame.Rect(box))
    panel = rig.context.theme.panel
    rig.frame(FRAME)  # the first frame of a move is the board's
    assert {seen.get_at(at)[:3] for at in ((9, 9), (box.width // 2, box.height // 2))} == {panel}
    assert scene.animator.end.arrived == 0.0
    while scene.animator.end.arrived == 0.0:
        rig.frame(FRAME)
    assert scene.board.content().ending >= ENDING.row - ENDING.card
    rig.settle()
    assert seen.get_at((9, 9))[:3] != panel


@pytest.mark.parametrize("game", LAST_MOVES)
def test_a_press_on_the_board_shows_all_of_it_and_does_nothing_else(ending, game):
    rig, scene = ending(game)
    rig.frame(0.2)
    before = scene.session.record.node.moves
    cell = next(c for c, piece in enumerate(scene.session.state.cells) if not piece)
    rig.click(rig.cell(cell))
    assert scene.animator.end.is_done
    assert scene.animator.refusal.cell is None
    assert scene.session.record.node.moves == before
    rig.click(rig.cell(cell))
    assert scene.animator.refusal.words == "The game is over."


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_RETURN])
def test_a_key_that_means_whatever_is_shown_shows_all_of_it(ending, key):
    rig, scene = ending()
    assert rig.key(key) is None
    assert scene.animator.end.is_done
    assert not scene.animator.keyboard
    assert key != pygame.K_ESCAPE or rig.key(key) == Back()


def test_a_key_or_button_with_a_meaning_of_its_own_does_it_at_once(ending):
    rig, scene = ending()
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert not scene.session.state.is_terminal
    assert scene.animator.end.is_done
    rig, scene = ending()
    rig.press("restart")
    assert scene.session.record.length == 0


def test_a_move_taken_back_and_played_again_ends_the_game_again(ending):
    rig, scene = ending()
    rig.settle()
    for ply, ends in ((4, False), (5, True), (0, False), (5, False)):
        scene.controller.give(GoTo(ply))
        rig.frame()
        assert scene.animator.end.is_done is not ends, "who goes through the game has seen it"
        rig.settle()


@pytest.mark.parametrize("game", LAST_MOVES)
def test_reduced_motion_only_fades_over(ending, game):
    rig, scene = ending(game, motion="reduced")
    content = scene.board.content()
    assert content.ending == inf
    assert not scene.animator.end.rises
    assert seconds_of(rig, scene) <= MOTION.cross_fade + FRAME


@pytest.mark.parametrize("game", LAST_MOVES)
def test_without_motion_all_of_it_is_there_at_once(ending, game):
    _, scene = ending(game, motion="off")
    assert scene.animator.end.is_done
    assert scene.animator.end.arrived == 1.0
    assert scene.board.content() == BoardContent(
        scene.session.state, moves=scene.session.record.node.moves, playable=False
    )


def test_who_gives_up_brings_the_result_alone(rig):
    scene = rig.open("tictactoe")
    rig.click_move(4)
    rig.settle()
    rig.context.sounds = Heard()
    before = scene.board.content()
    rig.worker.finish(reason=StopReason.RESIGNED)
    rig.frame()
    assert scene.session.is_over
    assert rig.context.sounds.cues == [Cue.WIN]
    assert scene.animator.end.arrived < 1.0
    assert seconds_of(rig, scene) == pytest.approx(ENDING.card, abs=FRAME)
    assert scene.board.content().state is before.state


def test_a_draw_that_is_agreed_on_is_shown_and_heard(rig):
    scene = rig.open("hex", people=True)
    rig.click_move(40)
    rig.settle()
    rig.context.sounds = Heard()
    scene.controller.give(Play(scene.session.state.draw_move))
    rig.frame()
    assert rig.context.sounds.cues == [Cue.DRAW]
    assert seconds_of(rig, scene) == pytest.approx(ENDING.draw, abs=2 * FRAME)


def test_who_resigns_is_asked_first_and_has_lost(rig):
    scene = rig.open("hex")
    session = scene.session
    rig.key(pygame.K_r, pygame.KMOD_CTRL)
    assert scene.dialog is None, "nothing was played yet"
    assert "no move has been played" in scene.toasts.text
    scene.session.set_seats((Seat.AI, Seat.HUMAN))
    session.play(session.state.legal_moves[0])
    rig.settle()
    rig.press("resign")
    rig.key(pygame.K_ESCAPE)
    assert not session.is_over
    rig.key(pygame.K_h)
    assert Reveal.REGION in scene.controller.state.hint.reveals
    rig.press("resign")
    rig.key(pygame.K_RETURN)
    assert not scene.controller.state.hint.is_open
    assert scene.animator.end.arrived < 1.0, "the result comes as any other does"
    assert (session.is_over, session.record.resigned) == (True, 1)
    assert "wins" in scene.face.ending.sentence
    assert "by resignation" in scene.face.ending.sentence
    assert rig.context.storage.records.total("hex").lost == 1
    rig.key(pygame.K_r, pygame.KMOD_CTRL)
    assert "the game is over" in scene.toasts.text
    moves = session.record.moves
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert (session.is_over, session.record.moves, session.record.cursor) == (
        False,
        moves,
        len(moves),
    )
    assert (session.record.resigned, session.record.node.resigned) == (None, 1)


def test_the_card_of_a_game_for_two_says_what_the_game_says_of_its_end(ending, monkeypatch):
    told = replace(game_of("tictactoe"), words=Words(headline=lambda state: "a whole column"))
    monkeypatch.setattr(words, "game_of", lambda name: told)
    rig, scene = ending()
    seconds_of(rig, scene)
    card = next(each.section for each in scene.panel.places if isinstance(each.section, ResultCard))
    assert (card.ending.title, card.ending.how) == ("X wins", "in 3 moves: a whole column")


@pytest.fixture
def finished(make_rig):
    """Return a rig whose board has just been finished by random moves."""

    def finish(seed, size=(1120, 760), target=2_000, **settings):
        rig = make_rig(**settings)
        scene = rig.open("samegame")
        rig.resize(size)
        session: Session = scene.session
        session.new_game(seed=seed)
        session.record.improve_target(target)
        chance = random.Random(seed)
        while True:
            move = chance.choice(session.state.legal_moves)
            if session.state.play(move).is_terminal:
                break
            session.play(move)
        rig.settle()
        session.play(move)
        rig.frame()
        return rig, scene

    return finish


@pytest.mark.parametrize("size", [(640, 480), (720, 1000), (1120, 760), (1920, 1080)])
@pytest.mark.parametrize("side", [(5, 5), (8, 8), (15, 15)])
@pytest.mark.parametrize("seed", range(3))
def test_no_text_covers_a_tile_or_leaves_the_board(finished, seed, side, size):
    columns, rows = side
    board = {"samegame_columns": columns, "samegame_rows": rows, "samegame_colours": 4}
    _, scene = finished(seed, size, motion="off", **board)
    placed = scene.face.placed_result()
    told = told_in_panel(scene)
    assert bool(placed) is not bool(told), "it is told once"
    if placed is None:
        assert "left" in told[0].partition("**: ")[0]
        return
    state, view = scene.session.state, scene.animator.view
    cells = [
        column * rows + row for column, each in enumerate(state.columns) for row in range(len(each))
    ]
    assert not any(placed.box.overlaps(view.cell_box(state, cell)) for cell in cells)
    assert pygame.Rect(scene.layout.board).contains(placed.box)
    assert scene.board.content().result == placed.box


def told_in_panel(scene):
    """Return what the panel, or the sheet of a narrow window, says of the result."""
    shown = [place.section for place in scene.panel.places]
    cards = [each.result.sentence for each in shown if isinstance(each, ResultInPanel)]
    return cards + [each.text for each in shown if isinstance(each, Summary) and each.text]


def drawn(scene, seconds):
    """Return what the result writes at one moment."""
    placed, skin = scene.face.placed_result(), scene.skin
    surface = pygame.Surface(pygame.Rect(scene.layout.board).union(scene.panel.box).bottomright)
    placed.draw(surface, skin, skin.theme, seconds)
    box = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    box.invert()
    return pygame.image.tobytes(surface, "RGB"), box.get_bounding_rects()


def test_the_result_comes_in_its_time_and_box_while_what_stood_first_is_seen(finished):
    rig, scene = finished(1)
    assert isinstance(scene.face.placed_result(), PlacedResult)
    blank, _ = drawn(scene, ENDING.medal[0])
    early, _ = drawn(scene, ENDING.bars[0])
    last, boxes = drawn(scene, ENDING.score)
    assert not any(blank)
    assert early not in (blank, last)
    assert drawn(scene, 99.0)[0] == last
    room = pygame.Rect(scene.face.placed_result().box).inflate(4, 4)
    assert all(room.contains(box) for box in boxes)
    assert scene.board.content().trace is scene.session.record.root.state
    assert ENDING.score <= seconds_of(rig, scene) + FRAME <= 1.5 + FRAME
    scene.controller.give("undo")
    rig.settle()
    content = scene.board.content()
    assert content.result is None


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("size", [(1120, 760), (720, 1000)])
def test_the_panel_repeats_nothing_of_what_the_board_tells(finished, mode, size):
    rig, scene = finished(1, size, motion="off")
    scene.controller.give(SetMode(mode))
    rig.frame()
    assert scene.face.placed_result() is not None
    sections = [place.section for place in scene.panel.places]
    assert not any(isinstance(each, Figures | ColourCounts | Sentence) for each in sections)
    assert told_in_panel(scene) == []


@pytest.mark.parametrize(("side", "fits"), [(420, True), (170, False)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_has_no_room_is_left_to_the_panel_before_it_is_too_small_to_read(side, fits, scale):
    notes = (Note("A new best", bold=True),)
    standing = MedalStanding(4_029, 4_493)
    result = ScoreResult("Board cleared", 4_029, standing, "+1 000 for clearing it", notes)
    with_size = skin(size=(1920, 1080), scale=scale)
    room = Box(0, 0, with_size.px(side), with_size.px(side))
    on_board = placed(result, with_size, room)
    assert (on_board is not None) is fits
    assert on_board is None or on_board.size >= 0.7
