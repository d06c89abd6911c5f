"""The window and its loop: events in, one frame out, and sleep when nothing moves."""

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from ai.contract.games import blame, culprit, loaded
from ai.plugged.loading import clear_marks
from game.games.registry import window_games
from game.library import export, game_files
from game.library.game_files import Opened, OtherText
from game.library.library import SavedGame
from game.play.record import GameTree
from game.play.session import SessionError
from game.screens.base import (
    Back,
    ChangeKeys,
    ChangeSettings,
    ClearRecords,
    Command,
    ExportData,
    Give,
    ImportData,
    OpenFile,
    OpenFolder,
    OpenGame,
    OpenReview,
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
from game.screens.settings.keys import KeyDialog
from game.store.files import new_file
from game.store.settings import Settings, setting_of
from game.store.wishes import NO_WISHES, Wishes, effective
from game.ui import commands
from game.ui.animation import soonest
from game.ui.elements import Element
from game.ui.text import Fonts
from game.ui.theme import PALETTES, THEMES, Theme
from game.ui.widgets import Grip
from game.window.display import Placement, match_title_bar
from game.window.gamepad import Gamepad, Place
from game.window.loop import WAKE_UP, FramePacer, PressGuard, Waker, normalised
from game.window.reader import Reader
from game.window.recovery import Recovery
from game.window.scenes import HOME, Notices, SceneStack
from game.window.text_input import TextInput
from game.window.touch import PINCH, Touch
from game.words import files as words
from game.words import pages
from game.words.keys import Keys
from game.words.language import language_of, speak
from game.words.say import say

log = logging.getLogger(__name__)

FRAMES_PER_SECOND: Final = 60
LONGEST_STEP: Final = 0.05
SCALE_STEP: Final = 0.05
"""How much larger a notch of the wheel makes everything."""
LOOK_SECONDS: Final = 0.01

Work = Callable[..., Opened | None]
SceneFactory = Callable[[Screen, Context], Scene]


class App:
    """The window, the scene in it and those below it.

    Attributes:
        running: Whether it goes on after the present step.
        scenes: What is shown, and what has led to it.
        notices: What it tells by itself.
        recovery: How it goes on where something fails.
    """

    def __init__(
        self,
        context: Context,
        make_scene: SceneFactory,
        window: pygame.Window,
        *,
        waker: Waker | None = None,
        desktop: Callable[[], Wishes] | None = None,
        reader: Reader | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the window, and empty it but for its ground.

        Args:
            desktop: Tells what the desktop wishes; by default that does not change.
        """
        self.context = context
        self._desktop = desktop or (lambda: context.wishes)
        self.running = True
        self._waker = waker or Waker()
        self.notices = Notices(self._waker)
        self.scenes = SceneStack(lambda command: make_scene(command, context), self.notices)
        self.recovery = Recovery(self)
        self._window = window
        self._gamepad = Gamepad()
        self._touch = Touch(clock)
        self._reader = reader or Reader()
        self._pacer = FramePacer(1 / FRAMES_PER_SECOND)
        self._clock = clock
        self._last_step = clock()
        self._slept: float | None = 0.0
        self._size = window.get_surface().get_size()
        self._placement = Placement(window, context.settings)
        self._pointer: pygame.event.Event | None = None
        self._text_input = TextInput()
        self._has_ctrl = False
        self._guard = PressGuard(clock)
        self._dirty = True
        self._screenshot_pending = False
        self._calls: deque[Callable[[], None]] = deque()
        self._placement.fill(context.settings.fullscreen)
        self._follow_size()
        window.get_surface().fill(context.theme.bg)
        match_title_bar(context.theme)
        window.flip()

    @property
    def scene(self) -> Scene | None:
        return self.scenes.shown

    def run(self, first: Screen = HOME, *, begin: Callable[[], None] = lambda: None) -> None:
        """Show a scene and go on until the player leaves.

        Args:
            begin: Starts, once that is to be seen, what would hold up its first frame.
        """
        for command in (HOME, first):
            try:
                self.execute(command)
            except BaseException as error:
                self.recovery.recover(error)
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
        self.scenes.clear()
        try:
            if scene is not None:
                scene.on_exit()
        except BaseException as error:
            if blame(error) is None:
                raise
            log.exception("A game failed when the program ended")
        self._window.destroy()

    def notify(self, text: str, *, refuses: bool = False) -> None:
        """Tell the player something in a toast of its own; safe in any thread.

        Args:
            refuses: Whether it tells why something is not done, or what has gone wrong.
        """
        self.notices.add(text, refuses=refuses)

    def ask(self, file: Path | None, taken: Callable[[], None]) -> None:
        """Come to the front and open a file, as a later start wants it; safe in any thread."""

        def come() -> None:
            taken()
            self._placement.come_forward()
            if file is not None:
                self.execute(OpenFile(file))

        self._call_soon(come)

    def heed(self) -> None:
        """Do as the desktop wishes from now on; safe in any thread."""
        self._call_soon(self._heed)

    def _call_soon(self, do: Callable[[], None]) -> None:
        """Do something in the thread of the window; safe in any thread."""
        self._calls.append(do)
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
                self._text_input.follow(self._place.focused)
                if self._slept == 0.0:
                    # What moves is drawn ahead: frames that take unequally long follow evenly.
                    self._take_turn()
                if is_new:
                    self._window.flip()
                    clear_marks()
            self._guard.shown()
            if self.scene is not None:
                self._reader.follow(self._describe, self._window, is_new=is_new)
            self._gamepad.start()  # once the first frame is to be seen: that takes a while
        except BaseException as error:
            self.recovery.recover(error)

    def execute(self, command: Command | None) -> None:
        match command:
            case None:
                return
            case _ if isinstance(command, Screen):
                self._open(command)
                if isinstance(command, OpenGame) and command.reviewed is not None:
                    self._review(command.reviewed)
            case Back():
                if self.scenes.back():
                    self._enter()
            case Give(given):
                self._pointer = None  # it rests on the line that was pressed, not on a board
                self.execute(Back())
                for kind in (pygame.KEYDOWN, pygame.KEYUP):
                    self._take(given.event(kind))
            case ChangeSettings(settings):
                self._change_settings(settings)
            case ChangeKeys(keys):
                self._change_keys(keys)
            case TryAgain(gone):
                self.recovery.try_again(gone)
            case ToggleFullscreen():
                settings = self.context.settings
                self._change_settings(replace(settings, fullscreen=not settings.fullscreen))
            case TakeScreenshot():
                self._screenshot_pending = True
            case SavePicture(picture):
                self._save_picture(picture)
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
                self.notify(words.ALL_RESET)
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
        inputs = (self._guard, self._gamepad, self._touch, self._reader)
        waits = [each.wake_after() for each in inputs]
        if self.scene is not None and not self._placement.is_minimised:
            waits.append(self.scene.wake_after())
        return soonest(*waits)

    def _advance(self, dt: float, events: list[pygame.event.Event]) -> None:
        """Let the time of the sleep pass, then take in the events that ended it."""
        if not events:
            self._dirty = True
        self._update(dt)
        for event in events:
            for made in self._touch.translate(normalised(event), self._size, self._grip_at):
                for meant in self._gamepad.translate(made, self._place):
                    self._take(meant)
        for event in (*self._touch.due(), *self._gamepad.repeat(self._place)):
            self._take(event)
        self._take_asked()
        if events:
            self._update(0.0)
            self._placement.look()

    @property
    def _place(self) -> Place:
        scene = self.scene
        in_game = isinstance(scene, GameScene) and scene.dialog is None
        return Place(scene.focus_group if scene is not None else None, in_game)

    def _update(self, dt: float) -> None:
        storage = self.context.storage
        if notice := storage.files.take_notice():
            self.notify(notice, refuses=True)
        if alarm := storage.files.take_alarm():
            self.recovery.alarm(alarm, words.YOUR_FILES)
        while self._calls:
            self._calls.popleft()()
        if self.scene is not None:
            self.execute(self.scene.update(dt))
        failed = self.context.thinker.take_failed_game()
        if failed is not None:
            self.recovery.do_without(failed.game, failed.message, failed.traceback)
        if self.scene is not None and self.notices.show(self.scene.toasts, storage.files.trouble):
            self._dirty = True
        self._guard.look(self._meaning_at)

    def _meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel of the window means now."""
        return self.scene, None if self.scene is None else self.scene.meaning_at(position)

    def _grip_at(self, position: tuple[int, int]) -> Grip:
        return Grip.NONE if self.scene is None else self.scene.grip_at(position)

    def _take(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == WAKE_UP:
            self._waker.heard()
        elif event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = event
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = None
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            # A wheel does not say what is held with it; by now that may have been let go. What
            # fingers or a controller give is no key that is held.
            self._has_ctrl = commands.has_ctrl(event.mod) and not event.dict.get("gives")
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._has_ctrl = False
            self.context.focused = event.type == pygame.WINDOWFOCUSGAINED
            self._heed()  # the player may come back from changing it
        self._placement.take(event)
        self._reader.take(event)
        self._follow_size()
        if self._text_input.takes(event, self._place.focused):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and not self._guard.takes_press(
            event.pos, self._meaning_at
        ):
            return
        dialog = None if self.scene is None else self.scene.dialog
        is_answer = event.type == pygame.KEYDOWN and isinstance(dialog, KeyDialog)
        is_text = self._text_input.is_text(event, self._place.focused)
        command = None if is_answer or is_text else self._window_command(event)
        if command is None and self.scene is not None:
            command = self.scene.handle_event(event)
        self.execute(command)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE):
            at = None if self._pointer is None else self._pointer.pos
            self._guard.move(at, self._meaning_at)
        else:
            self._guard.look(self._meaning_at)

    def _take_asked(self) -> None:
        """Take in what somebody who reads the window asks for there."""
        pointer = self._pointer
        for event in self._reader.events(self._describe, self._may_press, pointer):
            self._take(event)
        self._pointer = pointer

    def _may_press(self) -> bool:
        """Tell whether a press counts where the pointer is now."""
        return self._guard.wake_after() is None

    def _describe(self) -> Element:
        assert self.scene is not None
        return self.scene.describe()

    def _window_command(self, event: pygame.event.Event) -> Command | None:
        """Return what an event means in every scene: a key, a wheel with Ctrl, what is dropped."""
        match event.type:
            case pygame.KEYDOWN:
                command = commands.command_of(event, commands.WINDOW)
                if command is commands.FULLSCREEN:
                    return ToggleFullscreen()
                return TakeScreenshot() if command is commands.SCREENSHOT else None
            case kind if kind == PINCH or (kind == pygame.MOUSEWHEEL and self._has_ctrl):
                settings, limits = self.context.settings, setting_of("ui_scale")
                scale = round(settings.ui_scale + SCALE_STEP * event.y, 2)
                scale = min(max(scale, limits.low), limits.high)
                return ChangeSettings(replace(settings, ui_scale=scale))
            case pygame.DROPFILE:
                return OpenFile(Path(event.file))
            case pygame.DROPTEXT:
                return OpenText(event.text)
        return None

    def _draw(self) -> bool:
        """Draw a frame if anything may have changed; return whether there is one to be shown."""
        if not self._dirty or self._placement.is_minimised or self.scene is None:
            self._dirty = False
            return False
        self._follow_size()
        self._dirty = False
        surface = self._window.get_surface()
        self.scene.draw(surface)
        if self._screenshot_pending:
            self._screenshot_pending = False
            self._save_picture(surface.copy(), is_screenshot=True)
        return True

    # Commands.

    def _open(self, command: Screen) -> None:
        if self.scenes.open(command):
            self._enter()

    def _enter(self) -> None:
        scene = self.scene
        assert scene is not None
        self._guard.begin()
        scene.resize(self._size)
        scene.on_enter()
        scene.speak_anew()
        if self._pointer is not None:  # it rests on something of the new scene already
            at = {"pos": self._pointer.pos, "rel": (0, 0), "buttons": (0, 0, 0)}
            scene.handle_event(pygame.event.Event(pygame.MOUSEMOTION, at))

    def _bring_in(self, record: GameTree, kept: GameTree | None) -> None:
        """Go on with a game from a text; one that is over is reviewed."""
        game = record.spec
        if game.name not in {each.name for each in window_games()}:
            self.notify(say(words.NOT_PLAYABLE, game=game.title), refuses=True)
            return
        self._open(OpenGame(game.name))
        scene = self.scene
        assert isinstance(scene, GameScene)
        scene.history.bring_in(record, kept)
        if scene.session.record.result is not None:
            self._open(OpenReview(scene.session))

    def _bring_position(self, text: OtherText) -> None:
        """Go on with a position of the game that is shown, else of the first that can read it."""
        shown_game = self.scene.profile.game if isinstance(self.scene, GameScene) else ""
        game = game_of_position(text.text, shown_game) or shown_game
        if not game:
            self.notify(say(words.NO_GAME, what=text.source), refuses=True)
            return
        self._open(OpenGame(game))
        assert isinstance(self.scene, GameScene)
        self.scene.texts.take(text.text, text.source)

    def _review(self, row: SavedGame) -> None:
        """Look back at a kept game of the kind that is shown."""
        scene = self.scene
        assert isinstance(scene, GameScene)
        try:
            self._open(review_of(row, scene.session))
        except SessionError as error:
            self.notify(say(pages.NOT_READ, error=error), refuses=True)

    def _change_settings(self, settings: Settings) -> None:
        if settings.language != self.context.settings.language:
            speak_language(settings.language)
            self.context.fonts = Fonts()  # what was measured and drawn holds for one language
        self.context.settings = settings
        self.context.storage.save_settings(settings)
        self._placement.fill(settings.fullscreen)
        self._show_look()

    def _heed(self) -> None:
        """Do as the desktop wishes by now."""
        wishes = self._desktop()
        if wishes != self.context.wishes:
            self.context.wishes = wishes
            self._show_look()

    def _show_look(self) -> None:
        self.context.theme = theme_of(self.context.settings, self.context.wishes)
        match_title_bar(self.context.theme)
        self._follow_size()
        if self.scene is not None:
            self.scene.resize(self._size)

    def _change_keys(self, keys: Keys) -> None:
        commands.set_keys(keys)
        self.context.storage.save_keys(keys)
        self.context.fonts = Fonts()  # what was measured and drawn names the keys of before
        if self.scene is not None:
            self.scene.resize(self._size)

    def _beside(self, work: Work, *arguments: object) -> None:
        """Do something in a thread of its own: disks may be slow."""
        threading.Thread(target=self._do, args=(work, *arguments), daemon=True).start()

    def _do(self, work: Work, *arguments: object) -> None:
        """Do something; tell what it says, or go on with the game that it has read."""
        opened = work(*arguments)
        if isinstance(opened, str):
            self.notify(opened)
        elif isinstance(opened, OtherText):
            self._call_soon(partial(self._bring_position, opened))
        elif opened:
            kept = self.context.storage.kept_like(opened)
            self._call_soon(partial(self._bring_in, opened, kept))

    def _save_picture(self, picture: pygame.Surface, *, is_screenshot: bool = False) -> None:
        """Write a picture in a thread of its own: a disk may be slower than a frame."""
        folder = self.context.storage.paths.pictures
        path = folder / f"playout-{datetime.now():%Y%m%d-%H%M%S}.png"
        self._beside(partial(_write_picture, picture, path, is_screenshot=is_screenshot))

    def _follow_size(self) -> None:
        size = self._window.get_surface().get_size()
        if size != self._size:
            self._size = size
            self._dirty = True
            if self.scene is not None:
                self.scene.resize(size)


def speak_language(chosen: str) -> None:
    """Speak a language, or the system's; games of somebody else's may bring catalogues."""
    speak(language_of(chosen), tuple(each.folder / "locale" for each in loaded))


def theme_of(settings: Settings, wishes: Wishes = NO_WISHES) -> Theme:
    """Return the look that settings ask for on a desktop."""
    chosen = effective(settings, wishes).theme
    theme = next(theme for name, theme in THEMES.items() if name == chosen)
    return replace(theme, tiles=PALETTES[settings.palette])


def _write_picture(picture: pygame.Surface, path: Path, *, is_screenshot: bool) -> str:
    try:
        with new_file(path) as target:
            pygame.image.save(picture, target)
    except (OSError, pygame.error) as error:
        log.exception("Saving %s failed", path)
        return say(words.PICTURE_NOT_SAVED[is_screenshot], error=error)
    return say(words.PICTURE_SAVED[is_screenshot], folder=path.parent)
