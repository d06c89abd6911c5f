"""Puts the program together, opens its window and stays until the player closes it."""

import logging
import logging.handlers
import os
import sys
from pathlib import Path
from typing import Final

import pygame
from filelock import BaseFileLock

from ai.contract.games import left_out, loaded
from ai.engine.worker import AiWorker
from ai.errors import is_from_user
from ai.plugged.loading import clear_marks
from game.games.registry import window_games
from game.library.storage import Storage
from game.play.thinker import Thinker
from game.screens.base import OpenFile, OpenGame, OpenScene, Screen
from game.screens.context import Context
from game.screens.settings.pages import label_of
from game.store.files import Paths, default_paths, sweep
from game.ui import commands
from game.ui.sound import Sounds
from game.ui.text import Fonts
from game.window import crash, recovery, single_instance
from game.window.app import App, speak_language, theme_of
from game.window.desktop import Desktop
from game.window.display import display_scale, open_as_left, open_display, open_window
from game.window.loop import Waker
from game.window.reader import BEFORE_SHOWN, Reader
from game.window.scenes import make_scene

log = logging.getLogger(__name__)

USAGE_ERROR: Final = 2


def first_command(scene: str) -> Screen:
    """Return the command that opens a scene or a game by its name on the command line."""
    games = (game.name for game in window_games())
    return OpenGame(scene) if scene in games else OpenScene(scene)


def run(
    size: tuple[int, int] | None = None,
    scene: str = "home",
    *,
    lock: BaseFileLock,
    file: Path | None = None,
    verbose: bool = False,
    language: str = "",
) -> int:
    """Open the window and stay until the player closes it.

    Args:
        size: The window's size in pixels, 640x480 to 7680x4320; by default as it was closed.
        scene: What to show first: home, settings, help, about or a game's name.
        lock: What keeps other windows from the home (`game.window.single_instance`).
        language: What to speak this time; by default what the settings say.
        verbose: Whether the terminal shows the whole log, not only warnings and errors.

    Returns:
        The program's exit code: 2 if there is no screen to open a window on.
    """
    paths = default_paths()
    problem = open_display()
    if problem:
        print(f"playout: {problem}", file=sys.stderr)
        return USAGE_ERROR
    set_up_logging(paths, verbose=verbose)
    pygame.font.init()
    try:
        try:
            can_lock = _can_lock(paths, lock)
            return _run(paths, size, scene, file, language, can_lock=can_lock)
        finally:
            clear_marks()  # of a start that failed by itself
            lock.release()
    except BaseException as error:
        if is_from_user(error):
            raise
        log.exception("The program ended with an error")
        if crash.show(paths, error):
            crash.restart(sys.argv[1:])
        return 1
    finally:
        pygame.quit()


def _run(
    paths: Paths,
    size: tuple[int, int] | None,
    scene: str,
    file: Path | None,
    language: str = "",
    *,
    can_lock: bool = True,
) -> int:
    desktop = Desktop()
    desktop.start()
    waker = Waker()
    sweep((paths.config, paths.data))
    storage = Storage(paths, wake=waker, can_lock=can_lock)
    recovery.load_windows(tuple(loaded))
    settings = storage.load_settings(label_of)
    speak_language(language or settings.language)
    for gone in left_out:
        storage.files.tell(recovery.report(paths, gone))
    commands.set_keys(storage.load_keys(commands.keys_from))
    if size is not None:
        settings = settings.changed(maximised=False)
    worker = AiWorker(on_message=waker)
    sounds = Sounds()
    wishes = desktop()
    context = Context(
        settings=settings,
        storage=storage,
        thinker=Thinker(worker),
        fonts=Fonts(),
        theme=theme_of(settings, wishes),
        sounds=sounds,
        wishes=wishes,
        display_scale=display_scale(wishes.text_scale),
    )
    reader = Reader(waker)
    is_early = settings.screen_reader and BEFORE_SHOWN
    early = reader.begin if is_early else None
    if size:
        window = open_window(size, before_shown=early)
    else:
        window = open_as_left(settings, context.display_scale, early)
    app = App(context, make_scene, window, waker=waker, desktop=desktop, reader=reader)

    def begin() -> None:
        desktop.on_change = app.heed
        app.heed()  # it may have told something meanwhile
        worker.start()
        if settings.screen_reader and not BEFORE_SHOWN:
            reader.begin(window)
        single_instance.listen(paths.address_file, app.ask)

    try:
        if file is not None:
            app.execute(OpenFile(file))
        app.run(first_command(scene), begin=begin)
    finally:
        reader.end()
        sounds.close()
        worker.shutdown()
        storage.close()
    return 0


def _can_lock(paths: Paths, lock: BaseFileLock) -> bool:
    """Return False where files cannot be locked; where none can be written, that is told anyway."""
    return lock.is_locked or not os.access(paths.lock_file, os.W_OK)


class _LogFile(logging.handlers.RotatingFileHandler):
    def doRollover(self) -> None:  # noqa: N802
        """Put the file aside; on Windows, while another program has one open, it gets longer."""
        try:
            super().doRollover()
        except PermissionError:
            self.maxBytes = 0


def set_up_logging(paths: Paths, *, verbose: bool = False) -> None:
    """Log to a file of limited size; show warnings and errors on the terminal, too."""
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.INFO if verbose else logging.WARNING)
    handlers: list[logging.Handler] = [terminal]
    try:
        paths.log.mkdir(parents=True, exist_ok=True)
        handlers.append(
            _LogFile(paths.log_file, maxBytes=500_000, backupCount=2, encoding="utf-8", delay=True)
        )
    except OSError as error:
        print(f"The log file cannot be written: {error}", file=sys.stderr)
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        handlers=handlers,
    )
    logging.raiseExceptions = False  # a full disk is no reason to fill the terminal
    crash.install(paths)
