"""The list of games. A built-in game is a folder and a line here."""

from collections.abc import Iterable

from game.games.breakthrough.game import GAME as BREAKTHROUGH
from game.games.breakthrough.game import MISERE
from game.games.game import Game
from game.games.hex_gomoku.game import GAME as HEX_GOMOKU
from game.games.papers.games import GAMES as PAPERS
from game.games.protocol import GameSpec, RulesError
from game.games.samegame.game import GAME as SAMEGAME
from game.games.tictactoe.game import GAME as TICTACTOE

_KNOWN: tuple[Game, ...] = (SAMEGAME, TICTACTOE, HEX_GOMOKU, BREAKTHROUGH, MISERE, *PAPERS)


def _rules_of(games: Iterable[Game]) -> tuple[GameSpec, ...]:
    return tuple(game.rules for game in games)


GAMES = _rules_of(game for game in _KNOWN if game.entry is not None)
"""The games with a window, in the order in which Home shows them."""
HEADLESS = _rules_of(game for game in _KNOWN if game.entry is None)
"""Those without: searchers, the Go Text Protocol and matches know them, Home does not."""
ALL_GAMES = GAMES + HEADLESS


def game_names(players: int) -> tuple[str, ...]:
    """Return the names of the games for one player or for two."""
    return tuple(spec.name for spec in ALL_GAMES if spec.players == players)


def game_of(name: str) -> Game:
    """Return the game called `name`; raise `RulesError` with the known names."""
    for game in _KNOWN:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in _KNOWN)
    raise RulesError(f"unknown game {name!r}; known games: {known}")


def game_spec(name: str) -> GameSpec:
    """Return the rules of the game called `name`; raise `RulesError` with the known names."""
    return game_of(name).rules
