"""Keys that the player has changed: on their page, wherever they are told, and in their file."""

import json
import logging
import re
import zipfile

import pygame
import pytest

from game.library.export import export_data
from game.screens.base import ChangeKeys, OpenGame
from game.screens.help import key_tables
from game.screens.play.engine import foot_text
from game.screens.play.panel_rows import fork_row
from game.screens.play.react import GAME_OVER
from game.screens.settings.keys import KeyDialog, key_rows, of_games
from game.screens.settings.screen import RESET, SettingsScene
from game.ui import commands
from game.ui.commands import UserCommand, clash, command_of, with_key, with_keys
from game.ui.panel.dialog import Dialog
from game.ui.widgets import Action
from game.words.keys import changed_keys
from game.words.language import ENGLISH, speak
from game.words.say import key_words, said
from tests import catalogues
from tests.rig import context_of, press, step, storage_in, typed, window

ROWS = {row.command.name: row for _, rows in key_rows() for row in rows}


@pytest.fixture(autouse=True)
def _usual():
    yield
    commands.set_keys({})
    speak(ENGLISH)


@pytest.fixture
def page(tmp_path):
    """Return the page of the keys, on which what it asks for happens."""
    scene = SettingsScene(context_of(tmp_path))
    scene.resize((1120, 760))
    scene.on_action(Action("category", "keys"))
    return scene


def asks(page, command: UserCommand) -> KeyDialog:
    assert page.on_action(Action(ROWS[command.name].name)) is None
    assert isinstance(page.dialog, KeyDialog)
    return page.dialog


def answered(page, *keys) -> bool:
    """Press keys; carry out what that asks for, and tell whether it was anything."""
    asked = [page.handle_event(each) for each in keys][-1]
    if asked is not None:
        assert isinstance(asked, ChangeKeys)
        commands.set_keys(asked.keys)
        page.resize((1120, 760))
    return asked is not None


def test_a_command_gets_the_key_that_is_pressed(page):
    asks(page, commands.HINT)
    assert answered(page, press(pygame.K_q, text="q"))
    assert page.dialog is None
    assert changed_keys() == {"hint": ("Q",)}
    assert command_of(press(pygame.K_q, text="q")) is commands.HINT
    assert command_of(press(pygame.K_h, text="h")) is None
    assert page.group.widget("key hint").label == "Q"
    assert ROWS["hint"].caption(page.context.settings) == "Usually H"


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (press(pygame.K_q, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT), "Ctrl Shift Q"),
        (press(pygame.K_q, pygame.KMOD_LALT), "Alt Q"),
        (press(pygame.K_8, pygame.KMOD_LSHIFT, "*"), "*"),
        (press(pygame.K_PLUS, text="+"), "+"),
        (press(pygame.K_F9), "F9"),
        (press(pygame.K_INSERT, pygame.KMOD_LCTRL), "Ctrl Insert"),
        (press(ord("ö"), text="ö"), "Ö"),
        (press(pygame.K_UP, pygame.KMOD_LALT), "Alt Up"),
    ],
)
def test_a_key_is_written_as_on_its_cap(page, event, key):
    asks(page, commands.HINT)
    assert answered(page, event)
    assert changed_keys() == {"hint": (key,)}
    assert command_of(event) is commands.HINT


@pytest.mark.parametrize(
    "event",
    [
        press(pygame.K_LSHIFT, pygame.KMOD_LSHIFT),
        press(pygame.K_UP),
        press(pygame.K_3, text="3"),
        press(pygame.K_3, text="é"),
        press(pygame.K_SPACE, text=" "),
        press(pygame.K_TAB),
        press(pygame.K_RETURN),
        press(0x40000000),
    ],
    ids=lambda event: event.key,
)
def test_some_keys_stay_what_they_are(page, event):
    dialog = asks(page, commands.HINT)
    if event.key == pygame.K_3 and event.unicode == "é":  # as on a French keyboard
        assert commands.key_of(event) == "3"
    assert not answered(page, event)
    assert page.dialog is dialog
    assert "stays" in dialog.text or "Press the new key." in dialog.text
    assert not answered(page, press(pygame.K_ESCAPE))
    assert page.dialog is None
    assert not changed_keys()


def test_a_key_of_another_command_is_swapped_if_the_player_wants_that(page):
    dialog = asks(page, commands.HINT)
    assert not answered(page, press(pygame.K_z, text="z"))
    assert "**Z**" in dialog.text
    assert "Peek" in dialog.text
    assert answered(page, press(pygame.K_RETURN))
    assert changed_keys() == {"hint": ("Z",), "peek": ("H",)}
    dialog = asks(page, commands.PEEK)
    action = Action("usual")
    assert dialog.group.widget(action.name) is not None
    swapped = with_key(commands.PEEK, "Z", of_games())
    assert swapped == {}, "its usual key again, and so has the other one"


def test_another_key_may_be_pressed_instead(page):
    asks(page, commands.HINT)
    assert not answered(page, press(pygame.K_z, text="z"))
    assert answered(page, press(pygame.K_q, text="q"))
    assert changed_keys() == {"hint": ("Q",)}


@pytest.mark.parametrize("letter", ["q", "ı", "ß", "ñ"])
def test_any_letter_that_is_pressed_gives_the_command(page, letter):
    event = press(ord(letter), text=letter)
    asks(page, commands.HINT)
    assert answered(page, event)
    assert command_of(event) is commands.HINT


def test_all_go_back_to_the_usual_ones(page):
    assert not page.group.widget(RESET).visible
    asks(page, commands.HINT)
    answered(page, press(pygame.K_q, text="q"))
    assert page.group.widget(RESET).visible
    assert page.on_action(Action(RESET)) == ChangeKeys({})


@pytest.mark.parametrize("name", ROWS)
def test_any_command_can_have_any_key_and_nothing_then_has_two_meanings(name):
    command, everything = ROWS[name].command, [row.command for row in ROWS.values()]
    for key in ["Ctrl Alt J", *(each.usual[0] for each in everything)]:
        commands.set_keys({})
        changed = with_key(command, key, of_games())
        if changed is None:
            continue
        stored = {each: [*keys] for each, keys in changed.items()}
        assert commands.keys_from(stored) == changed, "the next start takes it"
        commands.set_keys(changed)
        assert command.keys[0] == key
        for each in everything:
            assert not any(clash(each, held, of_games()) for held in each.keys), (each.name, key)


def test_what_names_a_key_names_the_one_that_is_set():
    commands.set_keys({"hint": ("Q",), "review": ("F9",), "undo": ("Ctrl Space",)})
    assert with_keys("{hint} helps") == "Q helps"
    assert "F9" in said(GAME_OVER)
    assert key_words(commands.HINT.cap) == f"{commands.HINT.cap}" == "Q"
    caps = [key for table in key_tables() for row in table.rows for key in row.keys]
    assert "Q" in caps
    assert "H" in caps, "the drills' own"
    speak("de")
    assert "F9" in said(GAME_OVER)
    assert said(commands.UNDO.cap) == "Strg Leertaste"


MEANS_MORE = frozenset("ABCEILOX")
"""Letters that grades, sides and words of English are, too."""


def test_no_phrase_names_a_key_that_can_be_changed():
    usual = {key for each in commands.GAME if each not in commands.FIXED for key in each.usual}
    keys = [key for key in usual - MEANS_MORE - {"Home", "End"} if key.replace(" ", "").isalnum()]
    named = re.compile(rf"(?<![\w+])(?:{'|'.join(keys)})(?![\w+'])")
    phrases = [each.id for each in catalogues.phrases() if each.id]
    texts = [text for each in phrases for text in ([each] if isinstance(each, str) else each)]
    assert [text for text in texts if named.search(text)] == []


def picture(app) -> bytes:
    surface = pygame.Surface((1120, 760))
    app.scene.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def test_buttons_that_are_there_already_bear_the_new_key(tmp_path):
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        step(app)
        button = app.scene.group.widget("hint")
        narrow, shown = button.width(app.scene.skin), picture(app)
        app.execute(ChangeKeys({"hint": ("F9",)}))
        step(app)
        assert app.scene.group.widget("hint") is button
        assert button.width(app.scene.skin) > narrow
        assert picture(app) != shown
        app.context.storage.flush()
    stored = app.context.storage.paths.keys_file
    assert json.loads(stored.read_text()) == {"hint": ["F9"]}
    assert storage_in(tmp_path).load_keys(commands.keys_from) == {"hint": ("F9",)}


def test_icons_in_a_panel_and_steppers_say_the_new_key(tmp_path):
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        session = app.scene.session
        for place in (0, 1):
            session.go_to(0)
            session.play(session.state.legal_moves[place])
        app.execute(ChangeKeys({"delete branch": ("Ctrl F9",), "less time": ("F9",)}))
        speak("de")
        step(app)
        assert app.scene.group.widget("time").key == "F9 ]"
        bin_ = fork_row(app.scene).delete
        assert bin_.tooltip.endswith("Strg F9")
        assert not bin_.tooltip.startswith(str(commands.DELETE_BRANCH.title))


def test_the_key_that_shows_the_ai_s_view_is_said_as_its_cap_is(tmp_path):
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        speak("fr")
        assert app.scene.key_of(commands.PEEK) == "Z"
        step(app, press(pygame.K_s, text="s"))
        assert app.scene.animator.is_steered_by_letters
        assert app.scene.key_of(commands.ANALYSIS) == "Maj A"
        assert app.scene.key_of(commands.HINT) == "Maj H"
        assert app.scene.key_of(commands.UNDO) == "Ctrl Z"
        assert "Maj Z" in foot_text(app.scene.controller, app.scene.key_of)  # Z may steer, too
        azerty_z = press(pygame.K_z, pygame.KMOD_SHIFT, "Z")
        azerty_z.scancode = pygame.KSCAN_W
        step(app, azerty_z)
        assert app.scene.controller.state.peeks
        commands.set_keys({commands.ANALYSIS.name: ("N", "Shift A")})
        assert app.scene.key_of(commands.ANALYSIS) == "Maj A", "Shift N is another command"


def test_a_letter_that_fills_the_screen_is_still_typed_in_a_field(tmp_path):
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        app.execute(ChangeKeys({"fullscreen": ("Q",)}))
        app.scene.dialog = Dialog("ask", "Name", confirm="Take", field="")
        step(app)
        step(app, press(pygame.K_q, text="q"), typed("q"))
        assert app.scene.dialog.group.widget("field").text == "q"
        assert not app.context.settings.fullscreen


@pytest.mark.parametrize(
    "text",
    [
        *("[", "[]", '{"hint": "Q"}', '{"hint": []}'),
        *('{"hint": ["Hyper J"]}', '{"hint": ["Esc"]}', '{"hint": ["İ"]}'),
    ],
)
def test_a_damaged_file_is_told_and_the_usual_keys_are_there(tmp_path, text):
    storage = storage_in(tmp_path)
    storage.paths.config.mkdir(parents=True)
    storage.paths.keys_file.write_text(text)
    assert storage.load_keys(commands.keys_from) == {}
    assert "keys" in storage.files.take_notice()
    assert not storage.paths.keys_file.exists(), "it is kept beside"


def test_commands_that_there_are_not_are_logged_and_escape_stays(caplog):
    with caplog.at_level(logging.WARNING):
        keys = commands.keys_from({"fly": ["Q"], "escape": ["P"], "hint": ["F9"]})
    assert keys == {"fly": ("Q",), "hint": ("F9",)}
    assert "fly" in caplog.text
    assert "escape" in caplog.text


def test_keys_are_part_of_an_export(tmp_path):
    storage = storage_in(tmp_path)
    storage.save_keys({"hint": ("F9",)})
    storage.flush()
    export_data(storage)
    (archive,) = storage.paths.exports.glob("*.zip")
    with zipfile.ZipFile(archive) as files:
        assert json.loads(files.read("keys.json")) == {"hint": ["F9"]}
