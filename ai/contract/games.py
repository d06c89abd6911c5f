"""The list of games, as it was handed in.

Nothing here knows a game. Whoever starts the program hands the list in, and says how another
process gets the same: each process that this one starts calls that first (`receive`).
"""

import threading
from collections.abc import Sequence

from ai.contract.game import Game
from ai.contract.lazy import Lazy
from ai.contract.plugins import loaded
from ai.contract.rules import GameSpec, RulesError
from ai.suggest import unknown

_built_in: tuple[Game, ...] = ()
_source: Lazy | None = None
_receiving = threading.Lock()


class NoGamesError(RuntimeError):
    """The program has begun without a list of games."""

    def __init__(self) -> None:
        super().__init__("no games were handed in: a program begins with ai.contract.games.hand_in")


def hand_in(built_in: Sequence[Game], source: Lazy) -> None:
    """Say what games there are, besides plug-ins (`ai.contract.plugins.loaded`).

    Args:
        built_in: The games of the program.
        source: Does the same in another process, plug-ins included.
    """
    global _built_in, _source
    _built_in, _source = tuple(built_in), source


def source() -> Lazy:
    """Return what another process has to `receive`; raise `NoGamesError`."""
    if _source is None:
        raise NoGamesError
    return _source


def receive(source: Lazy) -> None:
    """Have the games handed in here, too, unless they were; called in any thread."""
    with _receiving:
        if _source is None:
            source()


def all_games() -> tuple[Game, ...]:
    """Return the games there are; raise `NoGamesError`."""
    if _source is None:
        raise NoGamesError
    return (*_built_in, *(plugin.game for plugin in loaded))


def game_names(players: int) -> tuple[str, ...]:
    """Return the names of the games for one player or for two."""
    return tuple(game.name for game in all_games() if game.rules.players == players)


def game_of(name: str) -> Game:
    """Return the game called `name`; raise `RulesError` with the known names."""
    games = all_games()
    for game in games:
        if game.name == name:
            return game
    raise RulesError(unknown("game", name, (game.name for game in games)))


def game_spec(name: str) -> GameSpec:
    """Return the rules of the game called `name`; raise `RulesError` with the known names."""
    return game_of(name).rules
