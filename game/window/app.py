"""The window and its loop: events in, one frame out, and sleep when nothing moves."""

import logging
import math
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from ai.contract.games import LeftOut, blame, culprit, game_spec, left_out, set_aside
from ai.contract.rules import RulesError
from ai.errors import all_suppressed, in_short, is_from_user
from ai.plugged.loading import clear_marks
from game.games.registry import window_games
from game.library import export, game_files
from game.library.game_files import Found, OtherText
from game.library.library import SavedGame
from game.play.record import GameTree
from game.play.session import SessionError
from game.screens.base import (
    Back,
    ChangeSettings,
    ClearRecords,
    Command,
    ExportData,
    ImportData,
    OpenFile,
    OpenFolder,
    OpenGame,
    OpenReview,
    OpenScene,
    OpenText,
    Quit,
    SaveGame,
    SavePicture,
    Scene,
    Screen,
    TakeScreenshot,
    ToggleFullscreen,
    TryAgain,
)
from game.screens.context import Context
from game.screens.play.game_scene import GameScene
from game.screens.play.opening import review_of
from game.screens.play.pasted import game_of_position
from game.screens.settings.pages import label_of
from game.store.files import new_file
from game.store.settings import Settings, setting_of
from game.ui import commands
from game.ui.animation import soonest
from game.ui.panel.dialog import Dialog
from game.ui.theme import DARK, LIGHT, PALETTES, THEMES, Theme
from game.window import crash, own_games
from game.window.display import Placement, match_title_bar, prefers_dark
from game.window.gamepad import Gamepad, Place
from game.window.loop import WAKE_UP, FramePacer, PressGuard, Waker, as_known

log = logging.getLogger(__name__)

FRAMES_PER_SECOND: Final = 60
LONGEST_STEP: Final = 0.05
SCALE_STEP: Final = 0.05
"""How much larger a notch of the wheel makes everything."""
LOOK_SECONDS: Final = 0.01
HOME: Final = OpenScene("home")

Work = Callable[..., Found | None]
SceneFactory = Callable[[Screen, Context], Scene]


class App:
    """The window, the scene in it and those below it."""

    def __init__(
        self,
        context: Context,
        make_scene: SceneFactory,
        window: pygame.Window,
        *,
        waker: Waker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the window, and empty it but for its ground."""
        self.context = context
        self.running = True
        self._make_scene = make_scene
        self._waker = waker or Waker()
        self._window = window
        self._scenes: list[tuple[Screen, Scene]] = []
        self._gamepad: Gamepad | None = None
        self._pacer = FramePacer(1 / FRAMES_PER_SECOND)
        self._clock = clock
        self._last_step = clock()
        self._slept: float | None = 0.0
        self._size = self._surface.get_size()
        self._placement = Placement(window, context.settings)
        self._minimised = False
        self._pointer: pygame.event.Event | None = None
        self._has_ctrl = False
        self._guard = PressGuard(clock)
        self._dirty = True
        self._screenshot_wanted = False
        self._notices: deque[str] = deque()
        self._brought: deque[GameTree | OtherText] = deque()
        self._asked: deque[tuple[Path | None, Callable[[], None]]] = deque()
        self._told: str | None = None
        self._opening = ""
        self._alarmed: tuple[Scene, Dialog] | None = None
        self._is_bare = False
        self._follow_fullscreen()
        self._surface.fill(context.theme.bg)
        match_title_bar(context.theme)
        self._window.flip()

    @property
    def scene(self) -> Scene | None:
        return self._scenes[-1][1] if self._scenes else None

    @property
    def scene_name(self) -> str:
        """The name of the shown scene or of its game; empty before the first one."""
        return _name_of(self._scenes[-1][0]) if self._scenes else ""

    def run(self, first: Screen = HOME, *, begin: Callable[[], None] = lambda: None) -> None:
        """Show a scene and go on until the player leaves.

        Args:
            begin: Starts, once that is to be seen, what would hold up its first frame.
        """
        for command in (HOME, first):
            try:
                self.execute(command)
            except BaseException as error:
                self._recover(error)
        try:
            self.step()
            begin()
            while self.running:
                self.step()
        except KeyboardInterrupt as error:
            log.info("Interrupted")
            if hung := culprit(error):
                clear_marks(but=hung.folder)
        finally:
            self.close()

    def close(self) -> None:
        """Leave the shown scene, which saves its game, and close the window."""
        scene, settings = self.scene, self.context.settings
        if settings != (left := settings.changed(**self._placement.settings)):
            self.context.storage.save_settings(left)
        self._window.hide()
        self._scenes.clear()
        try:
            if scene is not None:
                scene.on_exit()
        except BaseException as error:
            if blame(error) is None:
                raise
            log.exception("A game failed when the program ended")
        self._window.destroy()

    def notify(self, text: str) -> None:
        """Tell the player something in a toast of its own; safe in any thread."""
        self._notices.append(text)
        self._waker()

    def ask(self, file: Path | None, taken: Callable[[], None]) -> None:
        """Come to the front and open a file, as a later start wants it; safe in any thread."""
        self._asked.append((file, taken))
        self._waker()

    def step(self) -> None:
        """Wait for something to do, do it, and draw a frame if anything may have changed."""
        try:
            events = self._wait()
            now = self._clock()
            # A long sleep that was asked for counts in full; a stall must not make things jump.
            longest = max(LONGEST_STEP, self._slept or 0.0)
            dt = min(now - self._last_step, longest)
            self._last_step = now
            with self.context.thinker.requests_deferred():
                self._advance(dt, events)
                is_new = self._draw()
                if self._slept == 0.0:
                    # What moves is drawn ahead: frames that take unequally long follow evenly.
                    self._take_turn()
                if is_new:
                    self._window.flip()
                    clear_marks()
            self._guard.shown()
            self._find_gamepads()
        except BaseException as error:
            self._recover(error)

    def execute(self, command: Command | None) -> None:
        match command:
            case None:
                return
            case _ if isinstance(command, Screen):
                self._open(command)
                if isinstance(command, OpenGame) and command.reviewed is not None:
                    self._review(command.reviewed)
            case Back():
                self._back()
            case ChangeSettings(settings):
                self._change_settings(settings)
            case TryAgain(gone):
                self._try_again(gone)
            case ToggleFullscreen():
                settings = self.context.settings
                self._change_settings(replace(settings, fullscreen=not settings.fullscreen))
            case TakeScreenshot():
                self._screenshot_wanted = True
            case SavePicture(picture):
                self._save_picture(picture, "Picture")
            case OpenFolder(name):
                self._beside(export.open_folder, getattr(self.context.storage.paths, name))
            case ExportData():
                self._beside(export.export_data, self.context.storage)
            case ImportData():
                self._beside(export.import_data, self.context.storage)
            case OpenText(text):
                self._beside(game_files.read_text, text)
            case OpenFile(path):
                self._beside(game_files.open_file, self.context.storage, path)
            case SaveGame(game, text):
                self._beside(game_files.save, self.context.storage.paths, game, text)
            case ClearRecords():
                self.context.storage.clear_records()
                self.notify("All records are reset.")
            case Quit():
                self.running = False
        self._dirty = True

    # One step.

    def _wait(self) -> list[pygame.event.Event]:
        seconds = 0.0 if self._dirty else self._wake_after()
        if seconds is not None:
            seconds = max(0.0, seconds)
        self._slept = seconds
        if seconds == 0.0:
            return list(pygame.event.get())
        deadline = math.inf if seconds is None else self._clock() + seconds
        events = list(pygame.event.get())
        # pygame's own wait looks for events a thousand times a second, which costs a laptop
        # some of its battery.
        while not events and (left := deadline - self._clock()) > 0:
            woken = self._waker.wait(min(left, LOOK_SECONDS))
            events = list(pygame.event.get())
            if woken:
                break
        # A mouse may report a thousand times a second: what comes within a frame is one frame.
        self._take_turn()
        return events + list(pygame.event.get())

    def _take_turn(self) -> None:
        """Wait until the next frame is due."""
        self._pacer.wait()

    def _wake_after(self) -> float | None:
        waits: list[float | None] = [self._guard.wake_after()]
        if self._gamepad is not None:
            waits.append(self._gamepad.wake_after())
        if self.scene is not None and not self._minimised:
            waits.append(self.scene.wake_after())
        return soonest(*waits)

    def _advance(self, dt: float, events: list[pygame.event.Event]) -> None:
        """Let the time of the sleep pass, then take in the events that ended it."""
        if not events:
            self._dirty = True
        self._update(dt)
        for event in events:
            self._translate(as_known(event))
        if self._gamepad is not None:
            for event in self._gamepad.repeat(self._place):
                self._take(event)
        if events:
            self._update(0.0)
            if not self._minimised:
                self._placement.look()

    def _update(self, dt: float) -> None:
        notice = self.context.storage.take_notice()
        if notice:
            self._notices.append(notice)
        alarm = self.context.storage.take_alarm()
        if alarm:
            self._alarm(alarm, "Your files")
        while self._brought:
            brought = self._brought.popleft()
            if isinstance(brought, OtherText):
                self._bring_position(brought)
            else:
                self._bring_in(brought)
        while self._asked:
            file, taken = self._asked.popleft()
            taken()
            self._come_forward()
            if file is not None:
                self.execute(OpenFile(file))
        if self.scene is not None:
            self.execute(self.scene.update(dt))
        failed = self.context.thinker.take_failed_game()
        if failed is not None:
            self._do_without(failed.game, failed.message, failed.traceback)
        self._show_notice()
        self._guard.look(self._meaning_at)

    def _meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel of the window means now."""
        return self.scene, None if self.scene is None else self.scene.meaning_at(position)

    def _show_notice(self) -> None:
        """Show the next notice once no other is to be read, in the scene's place for them."""
        if self.scene is None:
            return
        toasts = self.scene.toasts
        while toasts.passing and self._notices and self._notices[0] == toasts.passing.text:
            self._notices.popleft()  # it is being read
        if self._notices and not toasts.passing:
            self._told = self._notices.popleft()
            toasts.show(self._told)
            self._dirty = True
        if toasts.warn(self.context.storage.trouble):
            self._dirty = True

    def _leave(self, scene: Scene) -> None:
        """Leave a scene with its notices; one of the app's own goes on in the next scene."""
        if scene.toasts.passing and scene.toasts.passing.text == self._told:
            self._notices.appendleft(self._told)
        scene.toasts.dismiss()
        scene.on_exit()

    def _drop(self, first: int = 0) -> None:
        """Let go of the scenes from one on, which were left before."""
        for _, scene in self._scenes[first:]:
            scene.on_drop()
        del self._scenes[first:]

    def _translate(self, event: pygame.event.Event) -> None:
        """Take an event in, those of game controllers as the keys they stand for."""
        if self._gamepad is None:
            self._take(event)
            return
        for key in self._gamepad.translate(event, self._place):
            self._take(key)

    @property
    def _place(self) -> Place:
        scene = self.scene
        in_game = isinstance(scene, GameScene) and scene.dialog is None
        return Place(scene.focus_group if scene is not None else None, in_game)

    def _find_gamepads(self) -> None:
        """Look for controllers once the first frame is to be seen: that takes a while."""
        if self._gamepad is None:
            self._gamepad = Gamepad()
            self._gamepad.start()

    def _take(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == WAKE_UP:
            self._waker.heard()
        elif event.type == pygame.QUIT:
            self.running = False
        elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._minimised = True
        elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED):
            self._minimised = False
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = event
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = None
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            # A wheel does not say what is held with it; by now that may have been let go.
            self._has_ctrl = commands.has_ctrl(event.mod)
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._has_ctrl = False
            self.context.focused = event.type == pygame.WINDOWFOCUSGAINED
        self._placement.take(event)
        self._follow_size()
        if event.type == pygame.MOUSEBUTTONDOWN and not self._guard.takes_press(
            event.pos, self._meaning_at
        ):
            return
        command = self._own_key(event) or self._scaled(event) or _dropped(event)
        if command is None and self.scene is not None:
            command = self.scene.handle_event(event)
        self.execute(command)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE):
            at = None if self._pointer is None else self._pointer.pos
            self._guard.move(at, self._meaning_at)
        else:
            self._guard.look(self._meaning_at)

    def _own_key(self, event: pygame.event.Event) -> Command | None:
        if event.type != pygame.KEYDOWN:
            return None
        asked = commands.asked_by(event, commands.WINDOW)
        if asked is commands.FULLSCREEN:
            return ToggleFullscreen()
        return TakeScreenshot() if asked is commands.SCREENSHOT else None

    def _scaled(self, event: pygame.event.Event) -> Command | None:
        """Return what makes everything larger or smaller, if a wheel with Ctrl asks for that."""
        if event.type != pygame.MOUSEWHEEL or not self._has_ctrl:
            return None
        settings, limits = self.context.settings, setting_of("ui_scale")
        scale = round(settings.ui_scale + SCALE_STEP * event.y, 2)
        return ChangeSettings(replace(settings, ui_scale=min(max(scale, limits.low), limits.high)))

    def _draw(self) -> bool:
        """Draw a frame if anything may have changed; return whether there is one to be shown."""
        if not self._dirty or self._minimised or self.scene is None:
            self._dirty = False
            return False
        self._follow_size()
        self._dirty = False
        self.scene.draw(self._surface)
        if self._screenshot_wanted:
            self._screenshot_wanted = False
            self._save_picture(self._surface.copy(), "Screenshot")
        return True

    def _recover(self, error: BaseException) -> None:
        """Log an error of a scene and go home; home tries once more without the player's files."""
        if is_from_user(error):
            raise error
        failed, self._opening = self._opening or self.scene_name, ""
        log.error("The scene '%s' failed", failed, exc_info=error)
        plugin = culprit(error)
        if plugin is not None:
            trace = "".join(traceback.format_exception(error))
            try:
                self._do_without(plugin.game.name, in_short(error), trace)
            except BaseException as another:  # of another game, which Home shows, too
                self._recover(another)
            return
        is_home = failed in ("", HOME.name)
        if is_home and self._is_bare:
            raise error
        crash.write_report(self.context.storage.paths, error)
        with all_suppressed():
            # It failed before: whatever it still manages to save is a gain.
            self._scenes[-1][1].on_exit()
        # What the AI said of the position may be what it failed over: it must not do so again.
        self.context.thinker.forget(failed)
        self._drop()
        if is_home:
            self._go_bare()
        self._alarm(f"An error closed {_title(failed)}. A report is in the log folder.")

    def _do_without(self, game: str, why: str, report: str) -> None:
        """Set a plug-in's game aside and tell; who plays another game is not disturbed."""
        title, shown = _title(game), self.scene
        is_apart = isinstance(shown, GameScene) and shown.session.spec.name != game
        if not is_apart and shown is not None:
            with all_suppressed():  # it is the game's, which may raise what it likes
                self._leave(shown)
        gone = set_aside(game, why, report)
        if gone is None:
            return
        crash.write_game_report(self.context.storage.paths, gone)
        self.context.thinker.forget(game)
        text = f"{title} is disabled until the next start: {why}. A report is in the log folder."
        if is_apart and self._scenes[0][0] == HOME:
            self._scenes[0] = HOME, self._make_scene(HOME, self.context)
            self.notify(text)
        else:
            self._drop()
            self._alarm(text)
        self._dirty = True

    def _try_again(self, gone: LeftOut) -> None:
        """Load a plug-in that was left out because a start hung or died with it, and show Home."""
        storage = self.context.storage
        if own_games.try_again(gone):
            self.context.settings = storage.load_settings(label_of)  # its own are among them now
            self.context.thinker.restart()
        else:
            self.notify(own_games.report(storage.paths, left_out[-1]))
        self._scenes.clear()
        self._open(HOME)

    def _alarm(self, text: str, title: str = "An error") -> None:
        """Show Home with words that have to be answered.

        The player may be about to press something on the screen that is gone: what stands in its
        place now must not take that.
        """
        if self._alarmed is not None and self._alarmed[0].dialog is self._alarmed[1]:
            text = f"{self._alarmed[1].text}\n{text}"  # nobody has read that yet
        self._open(HOME)
        home = self._scenes[-1][1]
        home.dialog = Dialog("alarm", title, text, confirm="OK", cancel="", stays=True)
        self._alarmed = home, home.dialog
        self._dirty = True

    def _go_bare(self) -> None:
        """Go on as on a first start: no file of the player's may keep the program from it."""
        self._is_bare = True
        self.context.storage.go_without_files()
        self._change_settings(Settings())
        self.notify("Playout continues without your files. They are not changed.")

    # Commands.

    def _open(self, command: Screen) -> None:
        """Show a scene above the present one, or go back to it if it is open already."""
        if self.scene is not None:
            if command == self._scenes[-1][0]:
                return
            self._leave(self.scene)
        self._opening = _name_of(command)
        if isinstance(command, OpenGame):
            self._drop(1)
        # A page is the same whatever it is about, if nothing is said of that.
        is_page = isinstance(command, OpenScene)
        opened = [_name_of(each) if is_page else each for each, _ in self._scenes]
        wanted = _name_of(command) if is_page else command
        if wanted in opened:
            self._drop(opened.index(wanted) + 1)
        else:
            self._scenes.append((command, self._make_scene(command, self.context)))
        self._enter()
        self._opening = ""

    def _bring_in(self, record: GameTree) -> None:
        """Go on with a game from a text; one that is over is reviewed."""
        game = record.spec
        if game.name not in {each.name for each in window_games()}:
            self.notify(f"{game.title} cannot be played in the window.")
            return
        self._open(OpenGame(game.name))
        scene = self.scene
        assert isinstance(scene, GameScene)
        scene.bring_in(record)
        if scene.session.record.is_over:
            self._open(OpenReview(scene.session))

    def _bring_position(self, text: OtherText) -> None:
        """Go on with a position of the game that is shown, else of the first that can read it."""
        own = self.scene.profile.game if isinstance(self.scene, GameScene) else ""
        game = game_of_position(text.text, own) or own
        if not game:
            self.notify(f"{text.source} holds no game, and no position of any.")
            return
        self._open(OpenGame(game))
        assert isinstance(self.scene, GameScene)
        self.scene.take_text(text.text, text.source)

    def _review(self, row: SavedGame) -> None:
        """Look back at a kept game of the kind that is shown."""
        scene = self.scene
        assert isinstance(scene, GameScene)
        try:
            self._open(review_of(row, scene.session))
        except SessionError as error:
            self.notify(f"It cannot be read: {error}.")

    def _back(self) -> None:
        if len(self._scenes) < 2:
            return
        _, scene = self._scenes.pop()
        self._leave(scene)
        self._enter()

    def _enter(self) -> None:
        scene = self._scenes[-1][1]
        self._guard.begin()
        scene.resize(self._size)
        scene.on_enter()
        if self._pointer is not None:  # it rests on something of the new scene already
            at = {"pos": self._pointer.pos, "rel": (0, 0), "buttons": (0, 0, 0)}
            scene.handle_event(pygame.event.Event(pygame.MOUSEMOTION, at))

    def _change_settings(self, settings: Settings) -> None:
        self.context.settings = settings
        self.context.theme = theme_of(settings)
        match_title_bar(self.context.theme)
        self.context.storage.save_settings(settings)
        self._follow_fullscreen()
        if self.scene is not None:
            self.scene.resize(self._size)

    def _follow_fullscreen(self) -> None:
        self._placement.fill(self.context.settings.fullscreen)
        self._follow_size()

    def _beside(self, work: Work, *arguments: object) -> None:
        """Do something in a thread of its own: disks may be slow."""
        threading.Thread(target=self._do, args=(work, *arguments), daemon=True).start()

    def _do(self, work: Work, *arguments: object) -> None:
        """Do something; tell what it says, or go on with the game that it has read."""
        found = work(*arguments)
        if isinstance(found, str):
            self.notify(found)
        elif found:
            self._brought.append(found)
            self._waker()

    def _save_picture(self, picture: pygame.Surface, what: str) -> None:
        """Write a picture in a thread of its own: a disk may be slower than a frame."""
        folder = self.context.storage.paths.pictures
        path = folder / f"playout-{datetime.now():%Y%m%d-%H%M%S}.png"
        self._beside(_write_picture, picture, path, what)

    # The window.

    def _come_forward(self) -> None:
        """Show the window above all others; where that is refused, the desktop points to it."""
        if self._minimised:
            self._window.restore()
        self._window.focus()
        if not self._window.focused:
            with suppress(pygame.error):
                self._window.flash(pygame.FLASH_UNTIL_FOCUSED)

    @property
    def _surface(self) -> pygame.Surface:
        return self._window.get_surface()

    def _follow_size(self) -> None:
        size = self._surface.get_size()
        if size != self._size:
            self._size = size
            self._dirty = True
            if self.scene is not None:
                self.scene.resize(size)


def theme_of(settings: Settings) -> Theme:
    """Return the look the settings ask for; "system" follows the desktop."""
    if settings.theme == "system":
        theme = DARK if prefers_dark() else LIGHT
    else:
        theme = next(theme for name, theme in THEMES.items() if name == settings.theme)
    return replace(theme, tiles=PALETTES[settings.palette])


def _dropped(event: pygame.event.Event) -> Command | None:
    """Return what opens what is dropped on the window, a file or a text."""
    if event.type == pygame.DROPFILE:
        return OpenFile(Path(event.file))
    return OpenText(event.text) if event.type == pygame.DROPTEXT else None


def _write_picture(picture: pygame.Surface, path: Path, what: str) -> str:
    try:
        with new_file(path) as target:
            pygame.image.save(picture, target)
    except (OSError, pygame.error) as error:
        log.exception("Saving %s failed", path)
        return f"The {what.lower()} could not be saved: {error}."
    return f"{what} saved in {path.parent}"


def _name_of(command: Screen) -> str:
    return command.game if isinstance(command, OpenGame) else command.name


def _title(scene: str) -> str:
    try:
        return game_spec(scene).title
    except RulesError:
        return f"the {scene} screen"
