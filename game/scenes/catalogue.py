"""Makes the scene that a command names."""

from collections.abc import Callable
from typing import Final

from game.scenes.about import AboutScene
from game.scenes.arena import ArenaScene
from game.scenes.base import OpenReview, OpenScene, Scene, Screen
from game.scenes.context import Context
from game.scenes.games import entry_of
from game.scenes.help import HelpScene
from game.scenes.home import HomeScene
from game.scenes.records import RecordsScene, StandardBoardsScene
from game.scenes.review import ReviewScene
from game.scenes.settings import SettingsScene

PAGES: Final[dict[str, Callable[[Context], Scene]]] = {
    "home": HomeScene,
    "settings": SettingsScene,
    "help": HelpScene,
    "about": AboutScene,
    "arena": ArenaScene,
    "records": RecordsScene,
    "boards": StandardBoardsScene,
}


def make_scene(command: Screen, context: Context) -> Scene:
    """Make the scene a command asks for; raises KeyError for an unknown name."""
    if isinstance(command, OpenScene):
        return PAGES[command.name](context)
    if isinstance(command, OpenReview):
        return ReviewScene(context, command.session)
    return entry_of(command.game).scene(context, command)
