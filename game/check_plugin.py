"""The process that checks a plug-in: loads it, plays it at random and opens its screen."""

import json
import tempfile
import traceback
from typing import Final

import pygame

from ai.home import HOME_VARIABLE
from ai.search.messages import Answer, Request
from game.games import contract, plugins
from game.games.game import Game
from game.paths import default_paths
from game.screens.base import OpenGame
from game.screens.context import Context
from game.screens.entry import GameEntry
from game.settings import DEFAULTS
from game.storage import Storage
from game.thinker import Thinker
from game.ui.boards.base import still_look
from game.ui.icons import Icons
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import DARK

SECONDS: Final = 4.0
SIZE: Final = (1120, 760)
CARD: Final = (240, 200)


class _NoWorker:
    """An AI that never answers."""

    def send(self, request: Request) -> None:
        """Do nothing."""

    def poll(self) -> list[Answer]:
        """Say nothing."""
        return []

    def restart(self) -> None:
        """Do nothing."""

    def want(self, game: str) -> None:
        """Do nothing."""


def main() -> int:
    """Check the game that the environment names; print the result as JSON in the last line."""
    print("\n" + json.dumps(_checked()), flush=True)
    return 0


def _checked() -> dict[str, str]:
    for gone in plugins.left_out:  # the list of games has loaded it
        return {"why": gone.why, "report": gone.report}
    try:
        for plugin in plugins.loaded:
            contract.check(plugin.game, SECONDS)
            if plugin.game.entry is not None:
                _check_window(plugin.game)
    except contract.ContractError as error:
        return {"why": str(error), "report": traceback.format_exc()}
    except (Exception, SystemExit) as error:
        return {"why": plugins.in_short(error), "report": traceback.format_exc()}
    return {"why": "", "report": ""}


def _check_window(game: Game) -> None:
    """Open the game's screen, and draw its board from the first move of a game to the last."""
    assert game.entry is not None
    entry = game.entry.load()
    if not isinstance(entry, GameEntry) or entry.name != game.name:
        raise contract.ContractError(f"its entry is not a GameEntry of '{game.name}'")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    with tempfile.TemporaryDirectory() as home:
        storage = Storage(default_paths({HOME_VARIABLE: home}))
        context = Context(DEFAULTS, storage, Thinker(_NoWorker()), Fonts(), Icons())
        scene = entry.scene(context, OpenGame(game.name, fresh=True))
        scene.resize(SIZE)
        scene.on_enter()
        scene.update(0.0)
        scene.draw(pygame.Surface(SIZE))
    board, picture = entry.board(Fonts()), pygame.Surface(CARD)
    board.resize(picture.get_rect(), Unit.of(SIZE), DARK)
    for state in contract.playthrough(game.rules, entry.profile.parameters_of(DEFAULTS)):
        board.draw(picture, still_look(state))
