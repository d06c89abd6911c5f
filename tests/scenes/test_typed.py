"""A move or a command that is typed: it does what it says, and nothing where it says nothing."""

import random

import pygame
import pytest

from game.play.session import Mode
from game.screens.entry import entries
from game.screens.play.react import SetMode
from game.screens.play.typed import command_of, move_of, suggestions, typeable
from game.ui import commands
from game.words.language import ENGLISH, speak
from game.words.say import say
from tests.rig import click, typed
from tests.scenes.conftest import SMALL
from tests.sessions import play

GAMES = [entry.name for entry in entries()]


def asked(make_rig, game, text="", *, people=True):
    """Open a game and the field, and type."""
    rig = make_rig(**(SMALL if game == "samegame" else {}))
    scene = rig.open(game, fresh=True, people=people)
    if game == "samegame":
        scene.session.begin_again(scene.session.record.start.parameters, seed=5)
        rig.settle()
    write(rig, text)
    return rig, scene


def write(rig, text):
    rig.handle(commands.TYPE.event(unicode="/"))
    rig.handle(typed("/"))  # which the same key types
    for each in text:
        rig.handle(typed(each))


def offered(scene):
    return [each.text for each in scene.dialog.suggestions]


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("hex", "f6", "f6"),
        ("hex", " F6 ", "f6"),
        ("hex", "а6", "f6"),  # the same keys of a Russian keyboard
        ("tictactoe", "B2", "b2"),
        ("breakthrough", "b2-b3", "b2-b3"),
        ("breakthrough", "b2 b3", "b2-b3"),
        ("breakthrough", "B2B3", "b2-b3"),
        ("breakthrough", "b2xb3", "b2-b3"),
        ("samegame", "c4", "a3"),
        ("samegame", "c4 group", "a3"),
        ("samegame", "C4 Group", "a3"),
    ],
)
def test_a_move_is_played_by_its_name(make_rig, game, text, move):
    rig, scene = asked(make_rig, game, text)
    rig.key(pygame.K_RETURN)
    assert scene.dialog is None
    start = scene.session.record.root.state
    assert scene.session.record.moves == (start.move_from_string(move),)


def test_the_first_that_begins_so_is_played_and_arrows_and_tab_choose(make_rig):
    rig, scene = asked(make_rig, "hex", "f")
    assert offered(scene) == ["F1", "F2", "F3", "F4", "F5"]
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_DOWN)
    assert scene.spoken[-1].text == "F3"
    rig.key(pygame.K_TAB)
    assert offered(scene)[0] == "F3"
    rig.key(pygame.K_RETURN)
    assert scene.session.state.move_to_string(scene.session.record.moves[0]) == "f3"


@pytest.mark.parametrize(
    ("game", "text", "cell"),
    [("hex", "f6", "F6"), ("breakthrough", "b2-b3", "b3"), ("samegame", "c4", "A3")],
)
def test_the_cursor_goes_where_the_move_was_typed(make_rig, game, text, cell):
    rig, scene = asked(make_rig, game)
    rig.key(pygame.K_ESCAPE)
    rig.key(pygame.K_TAB)
    write(rig, text)
    rig.key(pygame.K_RETURN)
    rig.settle()
    animator = scene.animator
    assert animator.keyboard
    assert animator.view.cell_name(scene.session.record.root.state, animator.cursor) == cell
    assert scene.group.focused is None
    rig.handle(commands.WHERE.event())
    assert scene.spoken[-1].text.startswith(cell)


def test_nothing_is_said_before_what_is_to_be_typed_is_read(make_rig):
    rig, scene = asked(make_rig, "hex")
    assert "Hint, H" not in [each.text for each in scene.spoken]
    rig.frame(1.0)
    assert "Such as A6, or a word: undo, hint, new." in [
        each.name for each in scene.describe().walk()
    ]
    rig.key(pygame.K_DOWN)
    assert scene.spoken[-1].text == "Undo, Ctrl Z"


def test_a_suggestion_is_taken_by_a_click(make_rig):
    rig, scene = asked(make_rig, "hex", "f")
    rig.frame(1.0)
    hits = [
        (box, section)
        for section, box, _ in scene.dialog.content.places
        for hit in section.hits(scene.skin, box)
        if hit.name == "suggested" and hit.value == 3
        for box in [hit.box]
    ]
    click(scene, hits[0][0].centre)
    rig.settle()
    assert scene.session.state.move_to_string(scene.session.record.moves[0]) == "f4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("undo", "Undo"),
        ("hin", "Hint"),
        ("new", "New game"),
        ("resign", "Resign"),
        ("coord", "Coordinates"),
    ],
)
def test_a_command_is_asked_for_by_its_title(make_rig, text, expected):
    _, scene = asked(make_rig, "hex", text)
    assert offered(scene)[0] == expected


def test_undo_takes_a_move_back(make_rig):
    rig, scene = asked(make_rig, "hex", "f6")
    rig.key(pygame.K_RETURN)
    rig.settle()
    write(rig, "undo")
    rig.key(pygame.K_RETURN)
    assert scene.session.record.cursor == 0


def test_a_command_is_asked_for_in_the_players_language_and_in_english(make_rig):
    speak("de")
    try:
        title = say(commands.UNDO.title)
        assert title != "Undo"
        for text in (title, title.upper(), "undo"):
            _, scene = asked(make_rig, "hex", text)
            assert offered(scene)[0] == title
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize(
    ("game", "moves", "text", "sentence"),
    [
        ("hex", "f6", "f6", "F6: That cell is taken."),
        ("hex", "", "zz", "No move and no command begins with “zz”."),
        ("hex", "", "f99", "No move and no command begins with “f99”."),
        (
            "breakthrough",
            "",
            "b2-b5",
            "b5: Pieces move one row ahead, straight or diagonally, and capture diagonally only.",
        ),
        ("breakthrough", "", "b3", "b3: Select one of your own pieces first."),
        ("samegame", "", "e4", "E4: A single tile can't be removed. Groups need two or more."),
    ],
)
def test_a_wrong_text_says_what_and_where_and_does_nothing(make_rig, game, moves, text, sentence):
    rig, scene = asked(make_rig, game)
    rig.key(pygame.K_ESCAPE)
    play(scene, moves)
    rig.settle()
    write(rig, text)
    before = scene.session.generation
    rig.key(pygame.K_RETURN)
    assert scene.dialog is not None
    assert scene.spoken[-1].text == sentence
    rig.key(pygame.K_ESCAPE)
    assert scene.dialog is None
    assert scene.session.generation == before


def test_a_move_waits_for_its_turn(make_rig):
    rig, scene = asked(make_rig, "hex", "f6", people=False)
    rig.key(pygame.K_RETURN)
    rig.settle()
    write(rig, "f7")
    rig.key(pygame.K_RETURN)
    assert len(scene.session.record.moves) == 1
    assert scene.toasts.text.startswith("The AI is thinking.")


@pytest.mark.parametrize("game", GAMES)
def test_garbage_is_never_more_than_refused(make_rig, game):
    rig, scene = asked(make_rig, game)
    rig.frames_between_events = False
    chance, signs = random.Random(game), "abcf1239 -–xü²٣\u200b\t“.*{}%\\'"
    before = scene.session.generation
    for _ in range(150):
        text = "".join(chance.choice(signs) for _ in range(chance.randint(0, 7)))
        rig.handle(
            pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_CTRL, unicode="")
        )
        rig.handle(typed(text))
        move = move_of(text, scene.session.state)
        assert move is None or move in scene.session.state.legal_moves
        assert scene.dialog.suggested or not text
    rig.frame(0.1)
    rig.key(pygame.K_ESCAPE)
    assert scene.session.generation == before


@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_found_by_its_title(make_rig, game):
    _, scene = asked(make_rig, game)
    state, board, among = scene.session.state, scene.animator.view, typeable()
    for command in among:
        for text in (command.title, command.title.upper(), command.name):
            first = next(suggestions(text, state, board, among, may_play=True))
            assert command_of(first.text, among) is command, text


def test_every_command_can_be_given(make_rig):
    rig, scene = asked(make_rig, "tictactoe")
    rig.key(pygame.K_ESCAPE)
    rig.frames_between_events = False
    for command in typeable():
        rig.handle(commands.TYPE.event(unicode="/"))
        rig.handle(typed(command.title))
        rig.key(pygame.K_RETURN)
        assert scene.dialog is None or scene.dialog.name != commands.TYPE.name, command.name
        scene.dialog = None
        scene.controller.give(SetMode(Mode.PLAY))
