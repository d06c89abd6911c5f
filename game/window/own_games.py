"""The plug-ins' windows: loaded at the start, and when a player tries one again."""

import logging
import traceback

from ai.contract.games import LeftOut, Plugin, PluginError, left_out, loaded, set_aside
from ai.errors import in_short, is_from_user
from ai.plugged.loading import clear_marks, mark
from game.games.plugins import folders
from game.games.window_game import WindowGame
from game.screens.entry import load_entry
from game.store.files import Paths
from game.window import crash

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


def try_again(gone: LeftOut) -> bool:
    """Load what a start was ended with, and its window; return whether it is there now."""
    folders.try_again(gone)
    load_windows(tuple(plugin for plugin in loaded if plugin.folder == gone.folder))
    return gone.folder not in (each.folder for each in left_out)


def report(paths: Paths, gone: LeftOut) -> str:
    """Write what is known of what was left out into a file of its own; return what to tell."""
    log.warning("%s", "\n".join(filter(None, (gone.sentence, gone.report))))
    if gone.is_marked:
        return f"{gone.sentence} Try it again in About."
    crash.write_game_report(paths, gone)
    return f"{gone.sentence} A report is in the log folder."
