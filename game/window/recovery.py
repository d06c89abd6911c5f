"""How the program goes on where a scene, a plug-in's window or the player's files fail."""

import logging
import traceback
from typing import TYPE_CHECKING

from ai.contract.games import (
    LeftOut,
    Plugin,
    PluginError,
    culprit,
    game_spec,
    left_out,
    loaded,
    set_aside,
)
from ai.contract.rules import RulesError
from ai.errors import all_suppressed, in_short, is_from_user
from ai.phrases import N_
from ai.plugged.loading import clear_marks, mark
from game.games import plugins
from game.games.window_game import WindowGame
from game.screens.base import ChangeSettings, Scene
from game.screens.entry import load_entry
from game.screens.play.game_scene import GameScene
from game.screens.settings.pages import label_of
from game.store.files import Paths
from game.store.settings import Settings
from game.ui.panel.dialog import Dialog
from game.window import crash
from game.window.scenes import HOME
from game.words import files as words
from game.words.say import said, say, sentences

if TYPE_CHECKING:
    from game.window.app import App

log = logging.getLogger(__name__)


def load_windows(plugins: tuple[Plugin, ...]) -> None:
    """Load the windows of plug-ins, and mark what is still there until a frame is drawn."""
    for plugin in plugins:
        mark(plugin.folder)
        try:
            if isinstance(plugin.game, WindowGame):
                load_entry(plugin.game)
        except PluginError as error:
            set_aside(plugin.game.name, str(error))
        except BaseException as error:
            if is_from_user(error):
                clear_marks(but=plugin.folder)
                raise
            set_aside(plugin.game.name, in_short(error), traceback.format_exc())
        clear_marks()
    for plugin in plugins:
        if plugin in loaded:
            mark(plugin.folder)


def load_again(gone: LeftOut) -> bool:
    """Load what a start was ended with, and its window; return whether it is there now."""
    plugins.try_again(gone)
    load_windows(tuple(plugin for plugin in loaded if plugin.folder == gone.folder))
    return gone.folder not in (each.folder for each in left_out)


def report(paths: Paths, gone: LeftOut) -> str:
    """Write what is known of what was left out into a file of its own; return what to tell."""
    log.warning("%s", "\n".join(filter(None, (gone.sentence, gone.report))))
    if gone.is_marked:
        return sentences(gone.sentence, words.TRY_AGAIN)
    crash.write_game_report(paths, gone)
    return sentences(gone.sentence, words.REPORT)


class Recovery:
    """Goes home, which tries once more without the player's files.

    Attributes:
        is_bare: Whether the program goes on without these.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._context = app.context
        self._alarmed: tuple[Scene, Dialog] | None = None
        self.is_bare = False

    def recover(self, error: BaseException) -> None:
        """Log an error of a scene and go home; raise it if home fails again or the user ends it."""
        if is_from_user(error):
            raise error
        scenes = self._app.scenes
        failed, scenes.opening = scenes.opening or scenes.name, ""
        log.error("The scene '%s' failed", failed, exc_info=error)
        plugin = culprit(error)
        if plugin is not None:
            trace = "".join(traceback.format_exception(error))
            try:
                self.do_without(plugin.game.name, in_short(error), trace)
            except BaseException as another:  # of another game, which Home shows, too
                self.recover(another)
            return
        is_home = failed in ("", HOME.name)
        if is_home and self.is_bare:
            raise error
        crash.write_report(self._context.storage.paths, error)
        if scenes.shown is not None:
            with all_suppressed():  # it failed before: whatever it still saves is a gain
                scenes.shown.on_exit()
        # What the AI said of the position may be what it failed over: it must not do so again.
        self._context.thinker.forget(failed)
        scenes.drop()
        if is_home:
            self._go_bare()
        self.alarm(say(words.CLOSED, title=_title(failed)))

    def do_without(self, game: str, why: str, report: str) -> None:
        """Set a plug-in's game aside and tell; who plays another game is not disturbed."""
        title, scenes, shown = _title(game), self._app.scenes, self._app.scene
        is_apart = isinstance(shown, GameScene) and shown.session.record.spec.name != game
        if not is_apart and shown is not None:
            with all_suppressed():  # it is the game's, which may raise what it likes
                scenes.leave(shown)
        gone = set_aside(game, why, report)
        if gone is None:
            return
        crash.write_game_report(self._context.storage.paths, gone)
        self._context.thinker.forget(game)
        text = say(words.DISABLED, title=title, why=why)
        if is_apart:
            scenes.renew_home()
            self._app.notify(text, refuses=True)
        else:
            scenes.drop()
            self.alarm(text)

    def try_again(self, gone: LeftOut) -> None:
        """Load a plug-in that was left out because a start hung or died with it, and show Home."""
        storage = self._context.storage
        if load_again(gone):
            self._context.settings = storage.load_settings(label_of)  # its own are among them now
            self._context.thinker.restart()
        else:
            self._app.notify(report(storage.paths, left_out[-1]), refuses=True)
        self._app.scenes.clear()
        self._app.execute(HOME)

    def alarm(self, text: str, title: str = words.AN_ERROR) -> None:
        """Show Home with words that have to be answered.

        The player may be about to press something on the screen that is gone: what stands in its
        place now must not take that.
        """
        if self._alarmed is not None and self._alarmed[0].dialog is self._alarmed[1]:
            text = "\n".join(map(said, (self._alarmed[1].text, text)))  # nobody has read that yet
        self._app.execute(HOME)
        home = self._app.scene
        assert home is not None
        home.dialog = Dialog("alarm", title, text, confirm=N_("OK"), cancel="", stays=True)
        self._alarmed = home, home.dialog

    def _go_bare(self) -> None:
        """Go on as on a first start: no file of the player's may keep the program from it."""
        self.is_bare = True
        self._context.storage.go_without_files()
        self._app.execute(ChangeSettings(Settings()))
        self._app.notify(words.WITHOUT_FILES, refuses=True)


def _title(scene: str) -> str:
    try:
        return game_spec(scene).title
    except RulesError:
        return say(words.SCREEN, name=scene)
