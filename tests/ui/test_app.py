"""The loop under the dummy driver: what wakes it, what it draws, and who decides what."""

import logging
import sqlite3
import sys
import time
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from ai.contract.games import game_spec
from ai.search.messages import Limit
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from game.library.storage import Storage
from game.play.session import Session
from game.screens.base import (
    Back,
    ChangeSettings,
    ClearRecords,
    ExportData,
    OpenFolder,
    OpenGame,
    OpenInside,
    OpenScene,
    Quit,
    SavePicture,
    TakeScreenshot,
    ToggleFullscreen,
)
from game.store.files import default_paths
from game.store.settings import Settings
from game.store.wishes import Wishes
from game.ui.theme import CONTRAST, DARK, LIGHT, PALETTES
from game.ui.widgets import Toasts
from game.window.app import App, theme_of
from game.window.display import Placement, open_display, open_window
from game.window.launch import first_command
from game.window.loop import STEADY_SECONDS, WAKE_UP, FramePacer, Waker
from tests.fakes import Clock
from tests.processes import python
from tests.rig import context_of, down, frames, move, press, release, step, window
from tests.sessions import play_out
from tests.waiting import wait_for


class RecordingScene:
    """Answers keys with the commands it is given, and notes every call."""

    def __init__(self, name):
        self.name = name
        self.calls = []
        self.commands = {}
        self.wake = None
        self.focus_group = None
        self.dialog = None
        self.toasts = Toasts()
        self.fails = False
        self.passed = []

    def on_enter(self):
        self.calls.append("enter")

    def speak_anew(self):
        self.calls.append("speak")

    def on_exit(self):
        self.calls.append("exit")

    def on_drop(self):
        self.calls.append("drop")

    def resize(self, size):
        self.calls.append(("resize", size))

    def handle_event(self, event):
        self.calls.append(("event", event.type))
        if self.fails:
            raise RuntimeError("the scene is broken")
        return self.commands.get(event.key) if event.type == pygame.KEYDOWN else None

    def meaning_at(self, position):
        return self.name

    def update(self, dt):
        self.passed.append(dt)

    def draw(self, surface):
        self.calls.append("draw")
        surface.fill((200, 100, 50))

    def wake_after(self):
        return self.wake

    @property
    def frames(self):
        return self.calls.count("draw")


@pytest.fixture
def context(tmp_path, worker):
    return context_of(tmp_path, worker)


@pytest.fixture
def made():
    return {}


@pytest.fixture
def shell():
    return open_window((800, 600))


@pytest.fixture
def app(context, made, shell):
    assert pygame.display.get_driver() == "dummy"

    def make(command, _):
        name = command.game if isinstance(command, OpenGame) else command.name
        made[name] = RecordingScene(name)
        return made[name]

    app = App(context, make, shell)
    app.execute(OpenScene("home"))
    pygame.event.clear()
    frames(app)
    yield app
    if app.scene is not None:
        app.close()


def send(app, *keys):
    for key in keys:
        pygame.event.post(press(key))
    app.step()


def test_a_scene_is_laid_out_before_it_is_entered(made, app):
    assert made["home"].calls[:3] == [("resize", (800, 600)), "enter", "speak"]


def test_nothing_is_drawn_while_nothing_happens(made, app):
    scene = made["home"]
    scene.wake = 0.02
    frames = scene.frames
    app.step()
    assert scene.frames == frames + 1, "its time was over"
    scene.wake = None
    started = time.monotonic()
    pygame.time.set_timer(pygame.event.Event(WAKE_UP), 60, loops=1)
    app.step()
    assert time.monotonic() - started > 0.02, "it slept until something woke it"


def test_a_later_start_brings_its_file_and_the_window_to_the_front(made, app, monkeypatch):
    taken, raised = [], []
    monkeypatch.setattr(Placement, "come_forward", lambda _: raised.append(1))
    scene = made["home"]
    for name in ("gone.playout", "odd\0\udcff.playout", "x" * 500 + ".zip"):
        app.ask(Path(name), lambda: taken.append(1))
        wait_for(lambda: "cannot be" in scene.toasts.text, meanwhile=app.step)
        scene.toasts.dismiss()
    app.ask(None, lambda: taken.append(1))
    app.step()
    assert len(taken) == len(raised) == 4


def test_the_window_can_come_forward_from_anywhere(app):
    for kind in (None, pygame.WINDOWMINIMIZED):
        if kind is not None:
            step(app, pygame.event.Event(kind))
        app.ask(None, lambda: None)
        app.step()
    assert app.scenes.name == "home", "it has not failed"


def test_a_long_sleep_counts_in_full_but_a_stall_does_not(made, app):
    scene = made["home"]
    scene.wake = 0.2
    app.step()
    assert scene.passed[-1] == pytest.approx(0.2, abs=0.09)
    scene.wake = 0.0
    app.step()
    time.sleep(0.3)
    app.step()
    assert scene.passed[-1] <= 0.05


def test_the_ai_is_asked_once_the_frame_is_drawn(context, worker, made, app, monkeypatch):
    asked = []

    def think(_):
        context.thinker.think(Session("tictactoe"), "mcts", Limit(simulations=1))

    made["home"].wake = 0.0
    monkeypatch.setattr(made["home"], "update", think)
    monkeypatch.setattr(FramePacer, "wait", lambda _: asked.append(len(worker.searches)))
    app.step()
    assert asked == [0], "the AI thread would take the interpreter's lock while it is drawn"
    assert len(worker.searches) == 1


def test_time_passes_before_the_event_that_ended_the_sleep(made, app):
    scene = made["home"]
    scene.wake = 5.0
    pygame.event.post(press(pygame.K_x))
    app.step()
    assert scene.passed[-1] == 0.0, "what the event began has only begun"


def test_another_thread_wakes_the_window_with_one_event():
    pygame.display.init()
    pygame.event.clear()
    waker = Waker()
    for _ in range(5):
        waker()
    assert len(pygame.event.get(WAKE_UP)) == 1
    waker.heard()
    waker()
    assert len(pygame.event.get(WAKE_UP)) == 1


def test_scenes_are_stacked_and_left_again(made, app):
    made["home"].commands = {pygame.K_s: OpenScene("settings"), pygame.K_b: Back()}
    send(app, pygame.K_s)
    assert app.scenes.name == "settings"
    assert made["home"].calls[-1] == "exit"
    made["settings"].commands = {pygame.K_b: Back()}
    send(app, pygame.K_b)
    assert app.scenes.name == "home"
    assert made["settings"].calls[-1] == "exit"
    assert "speak" in made["home"].calls[-3:]
    send(app, pygame.K_b)
    assert app.scenes.name == "home", "home is the last one"
    assert app.running


def test_a_scene_is_told_at_once_where_the_pointer_rests(made, app):
    app.execute(OpenScene("home"))
    assert ("event", pygame.MOUSEMOTION) not in made["home"].calls
    at = {"pos": (40, 50), "rel": (1, 1), "buttons": (0, 0, 0)}
    step(app, pygame.event.Event(pygame.MOUSEMOTION, at))
    app.execute(OpenScene("help"))
    assert made["help"].calls[-3:] == ["enter", "speak", ("event", pygame.MOUSEMOTION)]
    step(app, pygame.event.Event(pygame.WINDOWLEAVE))
    app.execute(Back())
    assert made["home"].calls[-2:] == ["enter", "speak"]


@pytest.mark.parametrize(
    "opened",
    [
        OpenScene("inside"),
        OpenInside("tictactoe", game_spec("tictactoe").new_game(TicTacToeParameters(), 0)),
    ],
    ids=["the same", "about something else"],
)
def test_opening_a_page_that_is_open_already_goes_back_to_it(made, app, opened):
    app.execute(opened)
    inside = made["inside"]
    app.execute(OpenScene("help"))
    app.execute(OpenScene("inside"))
    assert app.scene is inside
    assert made["help"].calls[-1] == "drop"
    app.execute(Back())
    assert app.scenes.name == "home"


def test_a_game_lies_directly_above_home(made, app):
    app.execute(OpenScene("help"))
    help_page = made["help"]
    app.execute(OpenGame("hex"))
    assert help_page.calls[-2:] == ["exit", "drop"]
    assert app.scenes.name == "hex"
    app.execute(OpenScene("settings"))
    app.execute(Back())
    assert app.scene is made["hex"]
    app.execute(Back())
    assert app.scenes.name == "home"


def test_keys_come_in_as_commands_know_them(made, app):
    made["home"].commands[pygame.K_h] = OpenScene("help")
    values = {"key": ord("р"), "mod": 0, "unicode": "р", "scancode": pygame.KSCAN_H}
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, values))
    app.step()
    assert app.scenes.name == "help"


def test_settings_count_at_once_and_are_stored(context, made, app):
    app.execute(ChangeSettings(replace(context.settings, theme="light", ui_scale=1.5)))
    assert context.theme == LIGHT
    assert made["home"].calls[-1] == ("resize", (800, 600))
    assert context.storage.flush()
    assert context.storage.load_settings().ui_scale == 1.5


def test_an_error_of_a_scene_is_logged_and_told_and_leads_home(context, made, app, caplog):
    forgotten = []
    context.thinker.forget = forgotten.append
    app.execute(OpenGame("hex"))
    made["hex"].fails = True
    with caplog.at_level(logging.ERROR):
        send(app, pygame.K_x)
    assert "The scene 'hex' failed" in caplog.text
    assert "the scene is broken" in caplog.text
    assert app.scenes.name == "home"
    assert made["hex"].calls[-2:] == ["exit", "drop"]
    assert forgotten == ["hex"], "what was thought of it may be what it fell over"
    assert app.running
    app.step()
    assert "closed Hex Gomoku." in made["home"].dialog.text
    made["home"].fails = True
    send(app, pygame.K_x)
    told = made["home"].dialog.text
    assert "closed Hex Gomoku." in told, "it is told even if home fails before it is read"
    assert "closed the home screen." in told


def test_home_tries_again_without_the_players_files_and_then_gives_up(context, made, app):
    storage = context.storage
    app.execute(ChangeSettings(replace(context.settings, ui_scale=1.5)))
    storage.save_game(Session("hex"))
    storage.flush()
    kept = (storage.paths.settings_file, storage.paths.library_file)
    files = {path: path.read_bytes() for path in kept}
    failing = made["home"]
    failing.fails = True
    send(app, pygame.K_x)
    assert app.scene is made["home"] is not failing
    assert context.settings == Settings()
    step(app)
    assert "without your files" in made["home"].toasts.text
    storage.save_game(Session("hex", seed=5))
    assert not storage.flush()
    assert {path: path.read_bytes() for path in files} == files
    assert list(storage.paths.log.glob("crash-*.txt"))
    made["home"].fails = True
    with pytest.raises(RuntimeError, match="broken"):
        send(app, pygame.K_x)


def test_a_game_that_cannot_be_opened_leads_home(context, made):
    def make(command, _):
        if isinstance(command, OpenGame):
            raise RuntimeError("the scene is broken")
        made["home"] = RecordingScene("home")
        return made["home"]

    app = App(context, make, open_window((640, 480)))
    app.execute(OpenScene("home"))
    made["home"].commands[pygame.K_x] = OpenGame("hex")
    send(app, pygame.K_x)
    assert app.scene is made["home"]
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    app.run(OpenGame("hex"))
    assert made["home"].calls[-1] == "exit"
    assert made["home"].dialog.text.startswith("An error closed Hex Gomoku. A report is")
    assert context.storage.load_game("hex") is None
    context.storage.save_game(Session("hex"))
    assert context.storage.flush(), "home did not fail: saving goes on"


def test_the_window_can_be_resized(made, app, shell):
    shell.size = (1000, 700)
    step(app)
    assert ("resize", (1000, 700)) in made["home"].calls
    assert made["home"].calls[-1] == "draw"
    assert shell.minimum_size == (640, 480)


def test_notices_wait_for_each_other_and_for_the_scenes_own(made, app):
    home = made["home"].toasts
    home.show("the scene's own")
    for text in ("one", "two", "two"):
        app.notify(text)
    step(app)
    assert home.text == "the scene's own"
    home.dismiss()
    for text in ("one", "two", ""):
        step(app)
        assert home.text == text, "what is told twice is shown once"
        step(app)
        home.dismiss()
    for refuses in (True, False):
        app.notify("three", refuses=refuses)
        step(app)
        assert home.passing.refuses is refuses
        home.dismiss()


def test_a_file_that_nothing_is_saved_to_is_told_until_that_is_answered(context, made, app):
    file = context.storage.paths.library_file
    context.storage.save_game(Session("hex", seed=1))
    assert context.storage.flush()

    def read_as_of(version):
        with closing(sqlite3.connect(file)) as library:
            library.execute(f"PRAGMA user_version = {version}")
        context.storage.recent_games()
        step(app)

    read_as_of(999)
    dialog = made["home"].dialog
    assert dialog.text.startswith("library.sqlite3 is from another version of Playout. The file st")
    step(app)
    assert made["home"].dialog is dialog, "it is told once"
    assert made["home"].toasts.text.startswith("library.sqlite3 is from another version")
    read_as_of(0)
    assert not made["home"].toasts.text, "it stays until it is over"


def test_a_notice_of_the_apps_goes_along_and_one_of_the_scenes_does_not(made, app):
    app.notify("one")
    step(app)
    app.execute(OpenGame("hex"))
    step(app)
    assert made["hex"].toasts.text == "one"
    made["hex"].toasts.show("the scene's own", action="undo", label="Undo")
    app.execute(Back())
    step(app)
    assert made["home"].toasts.text == ""
    assert made["hex"].toasts.text == ""


def test_focus_is_told_to_all(context, app):
    for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
        step(app, pygame.event.Event(kind))
        assert context.focused is (kind == pygame.WINDOWFOCUSGAINED)


def test_a_minimised_window_draws_nothing(made, app):
    step(app, pygame.event.Event(pygame.WINDOWMINIMIZED))
    frames = made["home"].frames
    send(app, pygame.K_x)
    assert made["home"].frames == frames
    step(app, pygame.event.Event(pygame.WINDOWRESTORED))
    assert made["home"].frames == frames + 1


def test_a_screenshot_is_written_beside_the_window(context, made, app):
    send(app, pygame.K_F12)
    folder = context.storage.paths.pictures
    wait_for(lambda: any(each.stat().st_size for each in folder.glob("playout-*.png")))
    step(app)
    (picture,) = folder.glob("playout-*.png")
    assert pygame.image.load(picture).get_at((5, 5))[:3] == (200, 100, 50)
    app.execute(TakeScreenshot())


def test_pictures_of_a_scene_are_written_and_replace_none(context, app, monkeypatch):
    class Noon(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 11, 26, 12)

    monkeypatch.setattr("game.window.app.datetime", Noon)
    told, sizes = [], [(9, 7), (8, 6), (7, 5)]
    monkeypatch.setattr(app, "notify", told.append)
    for size in sizes:
        app.execute(SavePicture(pygame.Surface(size)))
    wait_for(lambda: len(told) == len(sizes))
    folder = context.storage.paths.pictures
    assert set(told) == {f"Picture saved in {folder}"}
    written = [pygame.image.load(path).get_size() for path in folder.glob("playout-*.png")]
    assert sorted(written, reverse=True) == sizes


@pytest.mark.parametrize("command", [Quit(), None])
def test_quit_saves_and_ends(made, app, command):
    if command is not None:
        app.execute(command)
    else:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        app.step()
    assert not app.running
    app.close()
    assert made["home"].calls[-1] == "exit"


def test_run_opens_home_below_the_first_scene(context, made):
    def make(command, _):
        scene = RecordingScene(command)
        scene.wake = 0.0
        made[command] = scene
        return scene

    app = App(context, make, open_window((640, 480)))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    app.run(OpenGame("hex"))
    assert made[OpenGame("hex")].calls[-1] == "exit"
    assert list(made) == [OpenScene("home"), OpenGame("hex")]
    assert first_command("hex") == OpenGame("hex")
    assert first_command("settings") == OpenScene("settings")


def test_fullscreen_is_a_setting_that_the_next_start_keeps(context, made, app, monkeypatch):
    filled, fill = [], Placement.fill
    monkeypatch.setattr(
        Placement, "fill", lambda place, is_full: filled.append(is_full) or fill(place, is_full)
    )
    app.execute(ToggleFullscreen())
    assert filled[-1]
    assert context.settings.fullscreen
    context.storage.flush()
    assert context.storage.load_settings().fullscreen
    send(app, pygame.K_F11)
    assert not filled[-1]
    app.execute(ToggleFullscreen())
    app.execute(ChangeSettings(replace(context.settings, fullscreen=False)))
    assert not filled[-1]


def notice_of(app, made, command):
    """Carry a command out that is done in a thread, and return what is told about it."""
    toasts = made["home"].toasts
    toasts.dismiss()
    app.execute(command)
    wait_for(lambda: toasts.text, meanwhile=lambda: step(app))
    return toasts.text


def test_records_are_exported_and_reset(context, made, app):
    storage = context.storage
    session = play_out(Session("samegame", SameGameParameters(4, 4, 2), 7))
    storage.count_game(session)
    notice = notice_of(app, made, ExportData())
    assert str(storage.paths.exports) in notice
    (file,) = storage.paths.exports.glob("*.zip")
    with zipfile.ZipFile(file) as archive:
        archive.extract("library.sqlite3", storage.paths.cache / "data")
    other = Storage(default_paths({"PLAYOUT_HOME": str(storage.paths.cache)}))
    assert len(other.records.scores) == 1
    assert notice_of(app, made, ClearRecords()) == "All records are reset."
    assert storage.records.scores == ()
    storage.flush()
    assert Storage(storage.paths).records.scores == ()


def test_a_folder_that_cannot_be_shown_is_named(context, made, app, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "linux")
    notice = notice_of(app, made, OpenFolder())
    assert str(context.storage.paths.data) in notice


def test_the_theme_and_its_palette_follow_the_settings():
    assert theme_of(Settings(theme="contrast")) == CONTRAST
    assert theme_of(Settings(theme="light")) == LIGHT
    for wishes, theme in (
        (Wishes(dark=True), DARK),
        (Wishes(dark=False), LIGHT),
        (Wishes(dark=False, contrast=True), CONTRAST),
    ):
        assert theme_of(Settings(theme="system"), wishes) == theme
    for name, tiles in PALETTES.items():
        assert theme_of(Settings(theme="light", palette=name)).tiles == tiles


def test_the_window_needs_no_compiler():
    python("-c", "import sys, game.window.launch; sys.exit('numba' in sys.modules)")


def test_slow_frames_do_not_lengthen_the_wait_of_what_is_new(context):
    """A frame takes so long that few of them are as long as a press has to wait."""
    clock, scene = Clock(), RecordingScene("home")

    class SlowApp(App):
        def _draw(self):
            clock.now += 0.6 * STEADY_SECONDS
            return super()._draw()

    def presses():
        """Press in a frame of its own; return whether the scene was told."""
        before = len(scene.calls)
        step(app, down((9, 9)))
        return ("event", pygame.MOUSEBUTTONDOWN) in scene.calls[before:]

    scene.wake = 0.0  # something moves in each frame
    app = SlowApp(context, lambda *_: scene, open_window((800, 600)), clock=clock)
    app.execute(OpenScene("home"))
    pygame.event.clear()
    step(app)
    step(app, move((9, 9)))
    assert presses()
    scene.name = "another"
    frames(app, 1)
    assert not presses(), "it was only just shown"
    frames(app, 1)
    assert presses()
    app.close()


def test_a_press_meant_for_a_screen_that_failed_does_nothing(context):
    with window(context, OpenScene("home"), OpenGame("tictactoe")) as app:
        app.scene.draw = None
        step(app)
        home = app.scene
        assert app.scenes.name == "home"
        assert "An error closed Tic-Tac-Toe." in home.dialog.text
        ok = next(each for each in home.dialog.group.widgets if each.name == "confirm")
        for x in range(0, 1120, 40):
            for y in range(0, 760, 40):
                if not ok.hit((x, y)):
                    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                        pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=1))
            app.step()
        assert (app.scene, app.scene.dialog) == (home, home.dialog)
        assert home.dialog is not None, "nothing but its button and keys answers it"
        send(app, pygame.K_RETURN)
        assert home.dialog is None
        assert app.scene is home


def test_ctrl_and_the_wheel_scale_everything(tmp_path):
    with window(context_of(tmp_path), OpenScene("home")) as app:
        wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)
        step(app, wheel)
        assert app.context.settings.ui_scale == 1.0
        step(app, press(pygame.K_LCTRL, pygame.KMOD_LCTRL))
        step(app, wheel)
        assert app.context.settings.ui_scale == 1.05
        unit = app.scene.skin.unit
        step(app, pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-99))
        assert app.context.settings.ui_scale == 0.75
        assert app.scene.skin.unit != unit
        step(app, release(pygame.K_LCTRL))
        step(app, wheel)
        assert app.context.settings.ui_scale == 0.75


# How the window's picture gets to the screen.

PLAIN = (0xFF0000, 0xFF00, 0xFF, 0)


@pytest.mark.parametrize(
    ("driver", "masks", "chosen", "expected"),
    [
        ("x11", PLAIN, {}, "0"),
        ("x11", PLAIN, {"SDL_FRAMEBUFFER_ACCELERATION": "1"}, "1"),
        ("x11", (0xF800, 0x7E0, 0x1F, 0), {}, None),  # a screen of 65,536 colours
        ("x11", (0, 0, 0, 0), {}, None),  # one of ten bits a colour, which SDL cannot name
        ("wayland", PLAIN, {}, None),  # there is no other way
    ],
)
def test_only_plain_x_takes_it_from_memory(monkeypatch, driver, masks, chosen, expected) -> None:
    environment = {"SDL_VIDEODRIVER": "dummy", **chosen}
    monkeypatch.setattr("os.environ", environment)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "Info", lambda: SimpleNamespace(masks=masks))
    assert open_display() == ""
    assert environment.get("SDL_FRAMEBUFFER_ACCELERATION") == expected


BEAT = 0.016


@pytest.mark.parametrize(
    ("work", "ends"),
    [
        ([0.001, 0.012, 0.004], [1, 2, 3]),
        ([0.001, 0.020, 0.004], [1, 2.25, 3]),  # a little late: the next one is not
        ([0.001, 0.060, 0.004, 0.001], [1, 4.75, 5.25, 6.25]),  # no burst of frames follows
        ([0.030, 0.030, 0.030], [1.875, 3.75, 5.625]),  # as fast as it can
    ],
)
def test_frames_come_evenly_whatever_they_take(clock, work, ends):
    def sleep(seconds):
        assert seconds > 0
        clock.now += seconds

    beat, begun, came = FramePacer(BEAT, clock, sleep), clock.now, []
    beat.wait()
    for seconds in work:
        clock.now += seconds
        beat.wait()
        came.append((clock.now - begun) / BEAT)
    assert came == pytest.approx(ends)
