"""Keys that read the board: what they say is what stands there, and all can see it."""

import random
import re

import pygame
import pytest

from ai.contract.games import game_spec
from game.screens.base import DrillSet, OpenDrills, OpenReview, OpenSetUp
from game.screens.entry import entries
from game.screens.play.reading import cell_sentence, cells_sentence, names_of
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.elements import Act, Role
from tests.fakes import info_for
from tests.plugins import PEGS, home, loaded
from tests.scenes.conftest import SMALL
from tests.sessions import play, session_of

__all__ = ["home", "loaded"]

GAMES = [entry.name for entry in entries()]
SHIFT = pygame.KMOD_SHIFT
RUN = re.compile(r"(?P<first>[A-Za-z]+\d+)(?: to (?P<last>[A-Za-z]+\d+))? (?P<what>[A-Za-z]+)")


def opened(make_rig, game, **settings):
    rig = make_rig(**(SMALL if game == "samegame" else {}), **settings)
    return rig, rig.open(game, fresh=True, people=True)


def played(scene, seed, moves):
    """Play at random, and return the board with all its cells."""
    chance, session = random.Random(seed), scene.session
    for _ in range(moves):
        if not session.is_over:
            session.play(chance.choice(session.state.legal_moves))
    spec, state = session.record.spec, session.state
    return scene.animator.view, state, range(len(spec.set_up.cells(state)))


def ask(rig, command):
    """Press a command's key; return what it says, which is shown as well."""
    rig.handle(command.event())
    assert rig.scene.spoken[-1].text == rig.scene.toasts.text
    return rig.scene.toasts.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_line_tells_every_cell_of_it(make_rig, game, seed):
    _, scene = opened(make_rig, game)
    board, state, cells = played(scene, seed, 8)
    by_name = {board.cell_name(state, cell): cell for cell in cells}
    assert len(by_name) == len(cells)
    for cell in cells:
        lines = board.lines_at(state, cell)
        assert lines
        for line in lines:
            assert cell in line
            told = []
            for first, last, what in RUN.findall(cells_sentence(board, state, line)):
                run = line[line.index(by_name[first]) : line.index(by_name[last or first]) + 1]
                told += [(each, what) for each in run]
            spec = game_spec(board.game)
            assert told == [(each, board.cell_words(state, each, spec)) for each in line]


@pytest.mark.parametrize("game", GAMES)
def test_a_look_goes_from_the_cell_to_the_border(make_rig, game):
    _, scene = opened(make_rig, game)
    board, state, cells = played(scene, 1, 4)
    for cell in cells:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ray = board.ray(state, cell, dx, dy)
            assert len({*ray, cell}) == len(ray) + 1
            assert not ray or not board.ray(state, ray[-1], dx, dy)
            if ray:
                assert cell in board.ray(state, ray[0], -dx, -dy)


@pytest.mark.parametrize("game", GAMES)
def test_names_tell_all_cells_and_no_others(make_rig, game):
    _, scene = opened(make_rig, game)
    board, state, cells = played(scene, 2, 3)
    by_name = {board.cell_name(state, cell): cell for cell in cells}
    chance = random.Random(4)
    for _ in range(30):
        some = chance.sample(cells, chance.randint(1, 9))
        told = []
        for part in names_of(board, state, some).split(", "):
            first, _, last = part.partition(" to ")
            row, *_ = board.lines_at(state, by_name[first])
            told += row[row.index(by_name[first]) : row.index(by_name[last or first]) + 1]
        assert sorted(told) == sorted(some)


def test_hex_is_read_by_keys(make_rig):
    rig, scene = opened(make_rig, "hex")
    play(scene, "f6 a6 f7 a7")
    rig.settle()
    assert ask(rig, commands.WHERE) == "F6: black. Black to move, move 3."
    lines = [ask(rig, commands.LINE) for _ in range(4)]
    assert lines[0] == lines[3] == "F1 to F5 empty, F6 to F7 black, F8 to F11 empty."
    assert lines[1:3] == [
        "A6 white, B6 to E6 empty, F6 black, G6 to K6 empty.",
        "A11 to E7 empty, F6 black, G5 to K1 empty.",
    ]
    left, right, up, down = commands.LOOKING
    assert ask(rig, left) == "F5 to F1 empty."
    assert ask(rig, right) == "F7 black, F8 to F11 empty."
    assert ask(rig, up) == "E6 to B6 empty, A6 white."
    assert ask(rig, down) == "G6 to K6 empty."
    rig.key(pygame.K_LEFT)
    assert ask(rig, commands.LINE) == lines[0]
    for _ in range(9):
        rig.key(pygame.K_LEFT)
    assert ask(rig, left) == "F1 is at the border there."
    assert ask(rig, commands.THREATS) == "No threat is to be seen."
    assert ask(rig, commands.STANDING) == (
        "Black to move, move 3. Black has 2 on the board, White has 2."
    )
    said = "Black played F6. White played A6. Black played F7. White played A7."
    assert ask(rig, commands.RECENT) == said
    assert ask(rig, commands.REPEAT) == said
    play(scene, "f8")
    rig.settle()
    assert ask(rig, commands.WHERE) == "F1: empty. White to move, move 3."
    assert ask(rig, commands.THREATS) == (
        "Black has an open three: F5 or F9 would make it an open four."
    )
    play(scene, "a8 f9 b5")
    rig.settle()
    assert ask(rig, commands.THREATS) == "No threat is to be seen."
    play(scene, "k3")
    rig.settle()
    assert ask(rig, commands.THREATS) == "Black would win at F5 or F10."


def test_breakthrough_and_samegame_are_read_by_keys(make_rig):
    rig, scene = opened(make_rig, "breakthrough")
    play(scene, "b2-b3 d5-d4")
    rig.settle()
    assert ask(rig, commands.LINE) == "a2 black, b2 empty, c2 to d2 black."
    play(scene, "b3-b4")
    rig.settle()
    scene.animator.keyboard = False
    assert ask(rig, commands.THREATS) == "Black could capture at a5 or c5."
    rig, scene = opened(make_rig, "samegame")
    scene.session.begin_again(scene.session.record.start.parameters, seed=5)
    rig.settle()
    assert ask(rig, commands.WHERE) == "C1: blue, group of 4, plus 4. Move 1."
    assert ask(rig, commands.STANDING).startswith("Move 1. Score: 0. Tiles left")
    assert ask(rig, commands.RECENT) == "No move has been made."
    assert ask(rig, commands.THREATS) == "No threat is to be seen."


def test_what_is_on_a_cell_is_told_with_the_last_move_and_the_winning_row(make_rig):
    _, scene = opened(make_rig, "tictactoe")
    play(scene, "a1 b2 a2 c3 a3")
    board, state = scene.animator.view, scene.session.state
    told = [cell_sentence(board, BoardContent(state), cell) for cell in (0, 6, 4, 1)]
    assert told == [
        "a1: cross, in the winning row.",
        "a3: cross, last move, in the winning row.",
        "b2: nought.",
        "b1: empty.",
    ]


def test_a_game_that_declares_little_is_read_too(loaded, make_rig):
    loaded(PEGS.with_name("ivy"))
    rig = make_rig()
    rig.open("ivy", people=True)
    for command in commands.READING:
        assert ask(rig, command)


@pytest.mark.parametrize("game", GAMES)
def test_reading_changes_nothing(make_rig, game):
    rig, scene = opened(make_rig, game)
    played(scene, 3, 4)
    rig.settle()
    before = scene.session.generation, scene.controller.state
    for command in commands.READING:
        assert ask(rig, command)
    assert (scene.session.generation, scene.controller.state) == before
    rig.answer(info_for(scene.session.state.legal_moves)) if rig.worker.searches else None


def test_a_cursor_that_goes_no_further_says_so(make_rig):
    rig, scene = opened(make_rig, "tictactoe")
    scene.animator.show_cursor(0)
    for key, told in (
        (pygame.K_LEFT, ["a1 is at the border there."]),
        (pygame.K_LEFT, ["a1 is at the border there."]),
        (pygame.K_RIGHT, []),
    ):
        last = scene.spoken[-1].number
        rig.key(key)
        assert [each.text for each in scene.spoken if each.number > last] == told
    editor = rig.show(OpenSetUp(scene.session))
    assert editor.spoken
    editor.animator.show_cursor(0)
    rig.key(pygame.K_LEFT)
    assert editor.spoken[-1].text == "a1 is at the border there."


def test_a_drill_is_read_by_keys(make_rig):
    rig = make_rig()
    scene = rig.show(OpenDrills("tictactoe", DrillSet.LESSONS))
    rig.read()
    scene.board.animator.show_cursor(0)
    state = scene.round.session.state
    assert ask(rig, commands.WHERE).startswith(
        f"a1: {scene.board.animator.view.cell_words(state, 0, game_spec('tictactoe'))}."
    )
    assert ask(rig, commands.WHERE).endswith(f"X to move, move {scene.round.session.move_number}.")
    assert ask(rig, commands.LINE).startswith("a1")
    rig.key(pygame.K_LEFT)
    assert scene.spoken[-1].text == "a1 is at the border there."
    rig.key(pygame.K_TAB)
    (focused,) = (each for each in scene.describe().walk() if each.is_focused)
    assert focused.role is Role.BUTTON, "the keyboard has left the board"


def test_a_review_is_read_by_keys(make_rig):
    rig = make_rig()
    scene = rig.show(OpenReview(session_of("tictactoe", "a1 b2 a2 c3 a3")))
    rig.key(pygame.K_LEFT)
    rig.key(pygame.K_LEFT)
    rig.key(pygame.K_s)  # which moves the cursor, as in a game; the arrows walk the moves
    (focused,) = (each for each in scene.describe().walk() if each.is_focused)
    assert (focused.role, focused.name) == (Role.CELL, "b2, nought")
    assert Act.FOCUS not in focused.acts, "no arrow leads there"
    assert ask(rig, commands.WHERE) == "b2: nought. Move 2, X."
    left, right, *_ = commands.LOOKING
    assert ask(rig, left) == "a2 cross."
    assert ask(rig, right) == "c2 empty."
    rig.key(pygame.K_a)
    rig.key(pygame.K_a)
    assert scene.spoken[-1].text == "a2 is at the border there."
    rig.key(pygame.K_RIGHT)
    assert ask(rig, commands.WHERE) == "a2: cross. Move 2, O."
    assert scene.graph.board_content().cursor is not None
    rig.move((5, 5))
    assert scene.graph.board_content().cursor is None, "the pointer has taken over"
    rig.key(pygame.K_s)
    rig.key(pygame.K_TAB)
    (focused,) = (each for each in scene.describe().walk() if each.is_focused)
    assert focused.role is not Role.CELL
    assert scene.graph.board_content().cursor is None
    ask(rig, commands.WHERE)
    assert scene.graph.board_content().cursor is not None, "what is read is shown"


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F10])
def test_a_key_that_leaves_the_controls_leads_to_the_cursor(rig, key):
    scene = rig.open("hex")
    rig.key(pygame.K_TAB)
    assert scene.group.focused is not None
    rig.key(key)
    assert scene.group.focused is None
    assert scene.animator.keyboard
