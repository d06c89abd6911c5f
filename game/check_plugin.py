"""What the process does that checks a plug-in: loads it, plays it at random, draws its board."""

import json
import traceback

from game.games import contract, plugins

SECONDS = 4.0


def main() -> int:
    """Check the game that the environment names, and tell in JSON, in the last line."""
    print("\n" + json.dumps(_checked()), flush=True)
    return 0


def _checked() -> dict[str, str]:
    """Check the game that the environment names; return what is wrong, and a report."""
    try:
        from game.games import registry  # which loads it

        for gone in plugins.left_out:
            return {"why": gone.why, "report": gone.report}
        for plugin in plugins.loaded:
            contract.check(registry.game_of(plugin.game.name), SECONDS)
            if plugin.game.entry is not None:
                _check_window(plugin.game.name)
    except contract.ContractError as error:
        return {"why": str(error), "report": traceback.format_exc()}
    except (Exception, SystemExit) as error:
        return {"why": plugins.in_short(error), "report": traceback.format_exc()}
    return {"why": "", "report": ""}


def _check_window(game: str) -> None:
    """Load the game's entry and draw the first board of its default settings."""
    import pygame

    from game.screens.entry import GameEntry
    from game.screens.games import entries
    from game.settings import DEFAULTS
    from game.ui.boards.base import still_look
    from game.ui.layout import Unit
    from game.ui.text import Fonts
    from game.ui.theme import DARK

    pygame.font.init()
    entry = entries()[-1]
    if not isinstance(entry, GameEntry) or entry.name != game:
        raise contract.ContractError(f"what its entry names is no GameEntry of {game!r}")
    parameters = entry.profile.parameters(DEFAULTS)
    state = entry.spec.new_game(parameters, 0)
    board = entry.board(Fonts())
    size = (480, 400)
    board.resize(pygame.Rect(0, 0, *size), Unit.of(size), DARK)
    board.draw(pygame.Surface(size), still_look(state))
