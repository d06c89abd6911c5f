"""Text of any script, written with an input method: what it composes is shown, and then typed."""

import os

import pygame
import pytest
from pygame.event import Event

from game.screens.base import OpenGame
from game.screens.play.game_scene import GameScene
from game.ui.layout import Box
from game.ui.panel.dialog import Dialog
from game.ui.theme import TYPE
from game.ui.widgets import Button, FocusGroup, TextField
from game.window.display import open_display
from tests.rig import click, context_of, down, press, skin, step, typed, window

FIELD = Box(20, 20, 400, 46)
ROWS = range(FIELD.y + 4, FIELD.bottom - 4)


def composing(text, start=0, length=0):
    return Event(pygame.TEXTEDITING, text=text, start=start, length=length)


@pytest.fixture
def sdl(monkeypatch):
    """Return what SDL is told of text, the latest last."""
    told = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("stop"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    return told


@pytest.fixture
def app(tmp_path, sdl):
    """The program at a game that asks for a name, with an input method that composes anywhere."""
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        step(app)
        assert sdl == ["start"], "a sign is known by what is typed"
        step(app, composing(""))
        assert sdl == ["start"]
        step(app, composing("ㅎ", 1))
        assert sdl == ["start", "stop"], "but keys are no business of input methods"
        del sdl[0]
        app.scene.dialog = Dialog("ask", "Name", confirm="Take", field="")
        step(app)
        yield app


def field_of(app):
    return app.scene.dialog.group.widget("field")


def drawn(field):
    surface = pygame.Surface((440, 90))
    field.place(FIELD)
    field.draw(surface, skin())
    return surface


def focused(text=""):
    field = TextField("field", text)
    field.selected = False
    FocusGroup([field]).focus(field)
    return field


def test_what_is_composed_is_shown_and_typed_when_it_is_settled(app):
    for text, start in (("n", 1), ("に", 1), ("にほ", 2), ("日本", 2)):
        step(app, composing(text, start))
        assert field_of(app).composition == (text, start)
        assert field_of(app).text == ""
    step(app, typed("日本"), composing(""))
    assert (field_of(app).text, field_of(app).is_composing) == ("日本", False)
    step(app, typed("한국어 b3 Жé中"))
    assert field_of(app).text == "日本한국어 b3 Жé中"


def test_the_next_syllable_may_begin_with_the_event_that_types_the_last_one(app):
    step(app, composing("하", 1), composing("한", 1), typed("한"), composing("ㄱ", 1))
    assert (field_of(app).text, field_of(app).composition.text) == ("한", "ㄱ")


@pytest.mark.parametrize(
    "key", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_LEFT, pygame.K_TAB]
)
def test_keys_belong_to_the_input_method_while_it_composes(app, key):
    step(app, typed("b3"), composing("かな", 2))
    step(app, press(key))
    assert app.scene.dialog is not None
    assert field_of(app).focused
    assert (field_of(app).text, field_of(app).composition.text) == ("b3", "かな")
    step(app, composing(""))
    step(app, press(key))
    if key in (pygame.K_RETURN, pygame.K_ESCAPE):
        assert app.scene.dialog is None, "afterwards they are the dialog's again"
    elif key == pygame.K_BACKSPACE:
        assert field_of(app).text == "b"


def test_a_controller_is_no_keyboard_of_an_input_method(app):
    step(app, composing("かな", 2))
    step(app, Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, scancode=0, gamepad=True))
    assert app.scene.dialog is None


@pytest.mark.parametrize("event", [Event(pygame.WINDOWFOCUSLOST), down((5, 5))])
def test_a_composition_is_given_up_when_the_player_turns_to_something_else(app, event):
    field = field_of(app)
    step(app, composing("かな", 2), event)
    assert not field.is_composing
    assert field.text == ""


def test_a_field_that_loses_the_keyboard_or_closes_gives_up(app, sdl):
    field, group = field_of(app), app.scene.dialog.group
    assert sdl[1:3] == ["stop", "start"]
    step(app, composing("かな", 2))
    group.move_focus(1)
    assert not field.is_composing
    step(app)
    assert sdl[-1] == "stop"
    group.focus(field)
    step(app)
    assert not field.is_composing, "nor does it come back"
    assert "start" in sdl[-2:]
    step(app, composing("かな", 2))
    app.scene.dialog = None
    step(app)
    assert sdl[-1] == "stop"
    assert field.composition.text == ""


def test_what_opens_a_field_is_not_typed_in_it(tmp_path, monkeypatch):
    """The key and its text come in one look at the events; the field is there between them."""
    with window(context_of(tmp_path), OpenGame("tictactoe")) as app:
        step(app)

        def opens(scene, event):
            if event.type == pygame.KEYDOWN:
                scene.dialog = Dialog("ask", "Name", confirm="Take", field="")

        with monkeypatch.context() as patched:
            patched.setattr(GameScene, "handle_event", opens)
            step(app, press(pygame.K_7, pygame.KMOD_SHIFT, "/"))
        step(app, typed("/"), press(pygame.K_b, text="b"), typed("b"), typed("語"))
        assert field_of(app).text == "b語"


def test_candidates_stand_at_the_caret(app, sdl):
    def caret():
        return next(each for each in reversed(sdl) if isinstance(each, pygame.Rect))

    step(app)
    box, first = field_of(app).box, caret()
    assert pygame.Rect(box).contains(first)
    step(app, composing("日本", 2))
    end = caret()
    step(app, composing("日本", 1))
    assert first.x < caret().x < end.x, "it stands inside of what is composed"
    told = len(sdl)
    step(app)
    assert len(sdl) == told, "where it stays, SDL is told nothing"


def test_the_caret_is_told_in_pixels_of_the_window():
    field = focused("b3")
    window_surface = pygame.Surface((600, 300))
    field.place(FIELD)
    field.draw(window_surface, skin())
    alone = field.caret
    field.draw(window_surface.subsurface((100, 50, 440, 90)), skin())
    assert field.caret == alone.moved(100, 50)


@pytest.mark.parametrize("start", [-1, 3, 99])
def test_where_the_caret_is_not_told_it_stands_at_the_end(start):
    field = focused()
    field.handle_event(composing("日本", start))
    assert field.composition.caret == 2


def test_what_is_composed_is_underlined_behind_the_text():
    field, other = focused("b3"), focused("b3日本")
    field.handle_event(composing("日本", 2))
    shown, plain = drawn(field), drawn(other)
    assert field.caret == other.caret
    line = [
        x for x in range(440) if any(shown.get_at((x, y)) != plain.get_at((x, y)) for y in ROWS)
    ]
    assert line == list(range(line[0], line[-1] + 1))
    assert line[-1] + 1 < field.caret.x
    assert FIELD.x < line[0]
    unit = skin()
    assert len(line) == unit.width("b3日本", TYPE.lead) - unit.width("b3", TYPE.lead)


def test_a_selected_text_is_kept_until_what_takes_its_place_is_settled():
    field = TextField("field", "old")
    FocusGroup([field]).focus(field)
    field.handle_event(composing("新", 1))
    assert field.text == "old"
    assert pixels_of(field) != pixels_of(TextField("field", "old"))
    field.handle_event(composing(""))
    assert (field.text, field.selected) == ("old", True)
    field.handle_event(composing("新", 1))
    action = field.handle_event(typed("新"))
    assert (field.text, action.value) == ("新", "新")


def pixels_of(field):
    return pygame.image.tobytes(drawn(field), "RGB")


def test_a_long_composition_stays_in_sight():
    field = focused("手" * 40)
    field.handle_event(composing("日本" * 5, 10))
    drawn(field)
    assert FIELD.x < field.caret.x < FIELD.right
    field.handle_event(composing("日本" * 5, 0))
    drawn(field)
    assert FIELD.x < field.caret.x < FIELD.right - 100


def test_only_the_field_with_the_keyboard_takes_what_is_composed():
    fields = [TextField("a"), TextField("b")]
    group = FocusGroup([*fields, Button("c", "C")])
    group.focus(fields[1])
    group.handle_event(composing("かな", 2))
    assert [each.is_composing for each in fields] == [False, True]


def test_what_a_field_does_not_accept_is_composed_and_not_typed():
    field = TextField("field", accepts=str.isdigit)
    FocusGroup([field]).focus(field)
    field.handle_event(composing("か", 1))
    assert field.handle_event(typed("か3")).value == "3"
    assert not field.is_composing


def test_any_script_can_be_pasted(monkeypatch):
    field, text = focused("b3 "), "日本語 한국어 Жё «é»\n😀"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    field.handle_event(press(pygame.K_v, pygame.KMOD_CTRL))
    assert field.text == "b3 日本語 한국어 Жё «é»😀"
    drawn(field)


def test_a_click_gives_the_field_back_to_the_keyboard():
    field = focused("b3")
    field.place(FIELD)
    field.handle_event(composing("か", 1))
    click(field, FIELD.centre)
    assert not field.is_composing


def test_input_methods_show_their_candidates_themselves(monkeypatch):
    monkeypatch.delenv("SDL_IME_SHOW_UI", raising=False)
    assert open_display() == ""
    assert os.environ["SDL_IME_SHOW_UI"] == "1"
