"""The list of games. A built-in game is a folder and a line here, a plug-in a folder elsewhere."""

from typing import Final

from ai.suggest import unknown
from game.games import plugins
from game.games.breakthrough.game import GAME as BREAKTHROUGH
from game.games.breakthrough.game import MISERE
from game.games.game import Game
from game.games.hex_gomoku.game import GAME as HEX_GOMOKU
from game.games.papers.games import GAMES as PAPERS
from game.games.protocol import GameSpec, RulesError
from game.games.samegame.game import GAME as SAMEGAME
from game.games.tictactoe.game import GAME as TICTACTOE

BUILT_IN: Final = (SAMEGAME, TICTACTOE, HEX_GOMOKU, BREAKTHROUGH, MISERE, *PAPERS)

_games: tuple[Game, ...] = (*BUILT_IN, *plugins.load_passed_on(BUILT_IN))


def all_games() -> tuple[Game, ...]:
    """Return the games there are."""
    return _games


def window_games() -> tuple[Game, ...]:
    """Return the games with a window, in the order in which Home shows them."""
    return tuple(game for game in _games if game.entry is not None)


def game_names(players: int) -> tuple[str, ...]:
    """Return the names of the games for one player or for two."""
    return tuple(game.name for game in _games if game.rules.players == players)


def game_of(name: str) -> Game:
    """Return the game called `name`; raise `RulesError` with the known names."""
    for game in _games:
        if game.name == name:
            return game
    raise RulesError(unknown("game", name, (game.name for game in _games)))


def game_spec(name: str) -> GameSpec:
    """Return the rules of the game called `name`; raise `RulesError` with the known names."""
    return game_of(name).rules


def set_aside(name: str, why: str, report: str = "") -> plugins.LeftOut | None:
    """Do without a plug-in's game from now on; return what became of it, None if it is none."""
    global _games
    plugin = plugins.plugin_of(name)
    if plugin is None:
        return None
    _games = tuple(game for game in _games if game is not plugin.game)
    return plugins.set_aside(plugin, why, report)
