"""Makes the scene that a command names."""

from collections.abc import Callable
from typing import Final

from game.screens.arena.screen import ArenaScene
from game.screens.base import (
    OpenDrills,
    OpenEarlier,
    OpenInside,
    OpenReview,
    OpenScene,
    Scene,
    Screen,
)
from game.screens.context import Context
from game.screens.drills.screen import DrillsScene
from game.screens.earlier.screen import EarlierScene
from game.screens.entry import entry_of
from game.screens.help import AboutScene, HelpScene
from game.screens.home.screen import HomeScene
from game.screens.inside.screen import InsideScene, first_look
from game.screens.inside.tour import TourScene
from game.screens.play.game_scene import GameScene
from game.screens.records.screen import RecordsScene, StandardBoardsScene
from game.screens.review.screen import ReviewScene
from game.screens.settings.screen import SettingsScene
from game.screens.today import TodayScene

PAGES: Final[dict[str, Callable[[Context], Scene]]] = {
    "home": HomeScene,
    "settings": SettingsScene,
    "help": HelpScene,
    "about": AboutScene,
    "arena": ArenaScene,
    "records": RecordsScene,
    "boards": StandardBoardsScene,
    OpenDrills.name: DrillsScene,
    "today": TodayScene,
    OpenInside.name: first_look,
    "tour": TourScene,
}


def make_scene(command: Screen, context: Context) -> Scene:
    """Make the scene a command asks for; raises KeyError for an unknown name."""
    if isinstance(command, OpenScene) and command.game:
        return HelpScene(context, command.game)
    if isinstance(command, OpenScene):
        return PAGES[command.name](context)
    if isinstance(command, OpenReview):
        return ReviewScene(context, command)
    if isinstance(command, OpenInside):
        return InsideScene(context, command.game, command.position, command.before)
    if isinstance(command, OpenDrills):
        return DrillsScene(context, command.game, command.which)
    if isinstance(command, OpenEarlier):
        return EarlierScene(context, command.session, by_position=command.by_position)
    scene = GameScene(context, entry_of(command.game), command)
    if command.line is not None:
        scene.history.take_up(command.line)
    return scene
