"""The list of games. A built-in game is a folder and a line here, a plug-in a folder elsewhere."""

from functools import lru_cache
from typing import Final

from ai.contract import games
from ai.contract.game import Lazy
from ai.contract.games import game_spec
from ai.contract.rules import GameSpec, Parameters
from ai.plugged import loading
from game.games import plugins
from game.games.breakthrough.game import GAME as BREAKTHROUGH
from game.games.hex_gomoku.game import GAME as HEX_GOMOKU
from game.games.samegame.game import GAME as SAMEGAME
from game.games.tictactoe.game import GAME as TICTACTOE
from game.games.window_game import WindowGame

BUILT_IN: Final = (SAMEGAME, TICTACTOE, HEX_GOMOKU, BREAKTHROUGH)


def hand_in(*, for_window: bool = False) -> None:
    """Hand the games in, with those of the folders that the environment names.

    Each process begins with it; a start of the window marks what it tries (`ai.plugged.loading`).
    """
    games.hand_in(BUILT_IN, Lazy(f"{__name__}:{hand_in.__name__}"))
    plugins.load_passed_on(for_window=for_window)
    loading.load_all(for_window=for_window)


def window_games() -> tuple[WindowGame, ...]:
    """Return the games with a window, in the order in which Home shows them."""
    return tuple(game for game in games.all_games() if isinstance(game, WindowGame))


def window_game(name: str) -> WindowGame:
    """Return the game with a window that is called so; raise `KeyError` if there is none."""
    return {game.name: game for game in window_games()}[name]


def has_seeds(name: str, parameters: Parameters) -> bool:
    """Tell whether a game's first position depends on the seed."""
    return _has_seeds(game_spec(name), parameters)


@lru_cache(maxsize=64)
def _has_seeds(spec: GameSpec, parameters: Parameters) -> bool:
    first = spec.new_game(parameters, 1)
    return any(spec.new_game(parameters, seed) != first for seed in (2, 3))
