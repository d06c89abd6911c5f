"""What the player is told beside the board, how long it holds, and what leads out of it."""

import itertools

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Mode
from game.screens.context import Context
from game.screens.page import Page
from game.screens.play.game_scene import GameScene
from game.screens.play.history import BACK_TO_END
from game.screens.play.react import SetMode
from game.screens.play.sentences import sentence
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.widgets import Action
from tests.fakes import info_for
from tests.games import GAMES
from tests.saved import lines_of
from tests.sessions import play
from tests.ui.conftest import sketch, sketched
from tests.ui.screens import NAMES
from tests.ui.test_every_screen import inside

__all__ = ["sketch", "sketched"]

CTRL, ALT = pygame.KMOD_CTRL, pygame.KMOD_ALT
GAME_NAMES = [spec.name for spec in GAMES]
DUELS = [spec.name for spec in GAMES if spec.players == 2]
SIZES = [(640, 480), (600, 900), (1120, 760)]


def open_with_moves(rig, game, plies=4):
    """Open a game in which both sides have moved."""
    scene = rig.open(game)
    play(scene.session, plies)
    rig.settle()
    return scene


def choose(rig, place):
    """Click the tabs of the modes, so far from their left edge."""
    tabs = rig.scene.top_bar.tabs.box
    rig.click((round(tabs.x + place * tabs.width), tabs.centre[1]))


CHANGES = {
    "undo": lambda rig: rig.key(pygame.K_z, CTRL),
    "the start": lambda rig: rig.key(pygame.K_HOME),
    "a move back": lambda rig: rig.key(pygame.K_LEFT, ALT),
    "the button of undo": lambda rig: rig.press("undo"),
    "a restart": lambda rig: rig.key(pygame.K_F5),
    "a move": lambda rig: rig.click_move(rig.scene.session.state.legal_moves[-1]),
    "analysis": lambda rig: choose(rig, 0.5),
    "a demo": lambda rig: choose(rig, 0.85),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_notice_ends_with_any_change_of_the_game(make_rig, game, change):
    rig = make_rig(hex_side=4)
    scene = open_with_moves(rig, game)
    before = scene.session.generation, scene.session.mode
    scene.toasts.show("a1 lost 30 %", action="undo", label="Take back", key="Ctrl Z")
    rig.move(scene.layout.board.centre)
    assert scene.toasts.is_showing
    change(rig)
    assert (scene.session.generation, scene.session.mode) != before
    assert "a1 lost" not in scene.toasts.text


@pytest.mark.parametrize("size", SIZES)
def test_the_words_of_a_notice_do_nothing_and_its_button_one_thing(rig, size):
    scene = open_with_moves(rig, "hex")
    rig.resize(size)
    rig.key(pygame.K_n, CTRL)
    rig.frame()
    assert scene.session.record.length == 0
    box, (button,) = scene.toasts.box, scene.toasts.widgets
    rig.click((box.x + 3, box.y + 3))
    assert scene.session.record.length == 0
    assert scene.dialog is None
    rig.click(button.box.centre)
    assert scene.session.record.length == 4
    assert not scene.toasts.is_showing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", DUELS)
def test_who_looks_back_at_the_ais_turn_is_told_the_way_out(make_rig, game, size):
    rig = make_rig(hex_side=4)
    scene = open_with_moves(rig, game)
    rig.resize(size)
    assert scene.foot.bar.content is None
    rig.key(pygame.K_LEFT, ALT)
    assert "'s move 2** of 2" in scene.foot.bar.content.words
    rig.click_move(scene.session.state.legal_moves[0])
    assert scene.session.record.cursor == 3, "nobody moves here"
    rig.press("last")
    assert scene.session.record.is_at_end
    assert scene.foot.bar.content is None
    assert scene.controller.state.may_play
    rig.key(pygame.K_LEFT, ALT)
    rig.key(pygame.K_END)
    assert scene.controller.state.may_play


def test_the_start_of_a_game_that_the_ai_began_is_a_turn_of_the_ais(make_rig):
    rig = make_rig(who_starts="ai")
    scene = rig.open("tictactoe")
    rig.answer()
    rig.key(pygame.K_HOME)
    assert scene.session.record.cursor == 0
    assert "Viewing" in scene.foot.bar.content.words
    assert "Click to play" not in scene.face.play_words()


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_whoever_looks_back_may_play_on_from_there_and_loses_nothing(make_rig, game, mode):
    rig = make_rig(hex_side=4)
    scene = open_with_moves(rig, game)
    moves = scene.session.record.moves
    scene.controller.give(SetMode(mode))
    rig.key(pygame.K_HOME)
    assert "the start" in scene.foot.bar.content.words
    rig.key(pygame.K_RIGHT, ALT)
    assert "**move 1** of" in scene.foot.bar.content.words
    rig.press("play from here")
    assert scene.foot.bar.content is None
    assert scene.session.mode is Mode.PLAY
    assert scene.session.record.moves == moves[:1]
    assert any(len(each) == 4 for each in lines_of(scene.session))
    rig.settle()
    duel = scene.session.record.spec.players == 2
    assert scene.controller.ai.is_thinking == duel, "it is the AI's turn there"
    rig.press(BACK_TO_END)
    assert scene.session.record.moves == moves


@pytest.mark.parametrize("size", SIZES)
def test_after_a_demo_the_way_back_to_ones_own_game_stands_there(make_rig, size):
    rig = make_rig(hex_side=4)
    scene = open_with_moves(rig, "hex")
    rig.resize(size)
    moves = scene.session.record.moves
    scene.controller.give(SetMode(Mode.DEMO))
    for _ in range(2):
        rig.frame()
        rig.worker.finish(info_for(scene.session.state.legal_moves[-1:]))
        rig.frame(2.0)
    assert scene.session.record.length == 6
    assert "Your game is kept" in scene.toasts.text
    scene.controller.give(SetMode(Mode.PLAY))
    rig.frame()
    assert "Your game is kept" in scene.toasts.text
    rig.click(scene.toasts.widgets[0].box.centre)
    assert scene.session.record.moves == moves
    assert scene.toasts.notice is None
    assert scene.session.mode is Mode.PLAY


def test_a_longer_line_that_is_left_is_offered_back(rig):
    scene = rig.open("tictactoe", people=True)
    play(scene, (0, 1, 3, 4, 8))
    moves = scene.session.record.moves
    rig.key(pygame.K_HOME)
    rig.click_move(5)
    assert scene.session.record.length == 1
    assert "are kept" in scene.toasts.text
    rig.click(scene.toasts.widgets[0].box.centre)
    assert scene.session.record.moves == moves
    rig.key(pygame.K_z, CTRL)
    rig.click_move(7)
    assert not scene.toasts.is_showing, "a single move taken back is nothing to talk about"


@pytest.fixture
def heard(monkeypatch):
    """What sounds, one cue after the other."""
    cues = []
    monkeypatch.setattr(Context, "cue", lambda _, cue, size=0: cues.append(cue.value))
    return cues


@pytest.mark.parametrize("way", ["enter", "click"])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_cannot_be_played_is_said_at_its_cell(make_rig, game, way, heard):
    rig = make_rig(hex_side=4, samegame_columns=6, samegame_rows=6)
    scene = open_with_moves(rig, game)
    cell, animator = unplayable(scene), scene.animator
    heard.clear()
    if way == "click":
        rig.click(rig.cell(cell))
    else:
        animator.show_cursor()
        animator.cursor = cell
        rig.key(pygame.K_RETURN)
    assert heard == ["illegal"]
    refusal = animator.refusal
    assert refusal.cell == cell
    assert refusal.words
    assert not scene.toasts.is_showing, "it is said where it happened"
    assert animator.cell_at(animator.view.cell_box(scene.session.state, cell).centre) == cell
    rig.frame(10.0)
    assert refusal.cell is None, "and not for ever"


def test_what_is_marked_in_the_panel_is_plain_at_a_cell_and_in_a_notice(rig):
    scene = rig.open("tictactoe")
    rig.click_move(4)
    rig.settle()
    rig.frame(20.0)
    rig.click(rig.cell(0))
    name = rig.worker.searches[-1].searcher.partition(":")[0]
    silent = f"{name} has told nothing for a while. Esc stops it."
    assert scene.animator.refusal.words == silent
    assert sentence(scene) != silent
    rig.frame()
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    rig.key(pygame.K_SPACE)
    rig.frame()
    rig.key(pygame.K_1)
    assert scene.toasts.text == "Stopped. Space goes on."
    assert sentence(scene) != scene.toasts.text


@pytest.mark.parametrize("reason", [StopReason.TIME, StopReason.RESIGNED])
@pytest.mark.parametrize("game", DUELS)
def test_a_click_while_the_ai_is_to_move_is_answered_at_its_cell(make_rig, game, reason, heard):
    rig = make_rig(hex_side=4, who_starts="me")
    scene = rig.open(game)
    rig.click_move(scene.session.state.legal_moves[0])
    assert scene.controller.state.is_ai_turn
    rig.settle()
    rig.click(rig.cell(5))
    refusal, played = scene.animator.refusal, scene.session.record.node.moves
    assert (heard[-1], refusal.cell, refusal.words) == (
        "illegal",
        5,
        "The AI is thinking. Esc lets it move now.",
    )
    rig.worker.finish(reason=reason)
    rig.frame(0.5)
    rig.frame(0.5)
    assert scene.session.is_over is (reason is StopReason.RESIGNED)
    assert len(scene.session.record.node.moves) == len(played) + (not scene.session.is_over)
    assert refusal.cell is None, "it goes with what the AI does"


@pytest.mark.parametrize(("motion", "shakes"), [("full", True), ("reduced", False), ("off", False)])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_refused_cell_shakes_as_far_as_things_may_move(make_rig, game, motion, shakes):
    rig = make_rig(motion=motion, hex_side=4, samegame_columns=6, samegame_rows=6)
    scene = open_with_moves(rig, game)
    cell = unplayable(scene)
    rig.click(rig.cell(cell))
    rig.frame(0.02)
    box = pygame.Rect(scene.animator.view.cell_box(scene.session.state, cell))
    shaken = pygame.image.tobytes(rig.surface.subsurface(box), "RGB")
    rig.frame(0.5)
    assert scene.animator.refusal.cell == cell, "the words stay longer"
    assert (pygame.image.tobytes(rig.surface.subsurface(box), "RGB") != shaken) is shakes
    rig.move(scene.top_bar.undo.box.centre)
    assert scene.animator.refusal.cell is None, "until the pointer goes elsewhere"


def unplayable(scene):
    """Return a cell on which a click means nothing: a single tile, a stone, an empty cell."""
    state, game = scene.session.state, scene.profile.game
    if game == "samegame":
        cells = range(state.parameters.columns * state.parameters.rows)
        places = ((cell, divmod(cell, state.parameters.rows)) for cell in cells)
        return next(c for c, place in places if len(state.group_at(*place)) == 1)
    # An empty cell in the middle of Breakthrough, a taken one elsewhere.
    wanted = game != "breakthrough"
    return next(i for i, held in enumerate(state.cells) if bool(held) is wanted)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_coordinates_are_switched_for_each_board_by_itself(rig, game):
    scene = rig.open(game)
    named = pygame.image.tobytes(rig.surface, "RGB")
    cells = scene.session.state.legal_moves[:9]

    def places():
        return [scene.animator.view.cell_box(scene.session.state, cell % 25) for cell in cells]

    before = places()
    rig.key(pygame.K_k)
    assert pygame.image.tobytes(rig.surface, "RGB") != named, "the names are gone"
    assert places() == before, "and the board stays where it is"
    scene.on_exit()
    for other in GAME_NAMES:
        scene = rig.open(other)
        assert scene.animator.view.names_cells is (other != game), "the others keep theirs"
        scene.on_exit()
    rig.open(game)
    rig.key(pygame.K_k)
    assert pygame.image.tobytes(rig.surface, "RGB") == named


WINDOWS = ((640, 480), (600, 900), (900, 700), (1366, 768))
SCALES = (0.75, 1.0, 2.0)
SHORT = "A single tile stays: Groups need two or more."
LONG = "Your games cannot be saved: /home/somebody/.local/share/playout is not writable."
WITHOUT_DIALOG = [name for name in NAMES if name.split()[-1] not in ("asking", "legend")]


@pytest.mark.parametrize("name", WITHOUT_DIALOG)
def test_a_notice_lies_over_nothing_and_is_whole(name, sketched, sketch, monkeypatch):
    monkeypatch.setattr(Board, "draw", lambda *_: None)  # it takes long, and has its box
    screen = sketched(name)
    in_game = isinstance(screen.scene, GameScene)
    found = []
    for size, scale, text in itertools.product(WINDOWS, SCALES, (SHORT, LONG)):
        screen.fit(size, scale)
        action = Action("undo") if in_game and text == SHORT else ""
        screen.scene.toasts.show(text, action=action, label="Undo", key="Ctrl Z")
        screen.scene.update(0.02)
        sketch.frame(screen.scene, screen.surface)
        where = f"{size[0]}x{size[1]} at {scale:.0%}, '{text[:8]}'"
        found += [f"{where}: {each}" for each in problems(screen.scene, sketch, size, text)]
    assert not found, "\n".join(found[:40])


def problems(scene, sketch, size, text):
    toasts, window = scene.toasts, Box(0, 0, *size)
    box = toasts.box
    if not inside(box, window, 0):
        yield f"{box} leaves the window"
    if isinstance(scene, GameScene):
        if box.overlaps(scene.layout.board):
            yield f"{box} lies over the board {scene.layout.board}"
        if box.overlaps(scene.panel.box):
            yield f"{box} lies over the panel"
    group = scene.group
    for widget in group.widgets:
        is_seen = widget.visible and (widget.clip is None or box.overlaps(widget.clip))
        if is_seen and widget not in toasts.widgets and box.overlaps(widget.box):
            yield f"{box} lies over {widget.name} at {widget.box}"
    for button in toasts.widgets:
        if button not in group.widgets:
            yield "its button is no control of the screen's"
        if not (box.x <= button.box.x and button.box.right <= box.right):
            yield f"{button.box} is not in {box}"
    if isinstance(scene, Page):
        title = [each for each in sketch.texts if each.owner is None and each.words == scene.title]
        if not title and size[0] >= 900 and scene.skin.unit.dp(size[0]) >= 700:
            yield "it takes the place of the title"
        yield from (f"it lies over '{each.words}'" for each in title if box.overlaps(each.ink))
    told = "".join(each.words for each in sketch.texts if each.owner is toasts)
    if told.replace(" ", "") != text.replace(" ", ""):
        yield f"only '{told}' is told"


@pytest.mark.parametrize("name", [name for name in NAMES if name.split()[-1] in ("back", "retry")])
def test_the_words_above_a_board_are_whole_at_every_size(name, sketched, sketch):
    screen = sketched(name)
    for _, where in sketch.windows(screen, WINDOWS, SCALES):
        bar, skin = screen.scene.foot.bar, screen.scene.skin
        assert bar.words_dp(skin, least=0), f"{bar.content.words}: {where}"
