"""The entries of the games with a window."""

from functools import lru_cache

from ai.contract.games import PluginError
from game.games.registry import window_games
from game.games.window_game import WindowGame
from game.screens.entry import GameEntry


def load_entry(game: WindowGame) -> GameEntry:
    """Return what a game's descriptor names; raise `PluginError` if that is another game's."""
    entry = game.entry.load()
    if not isinstance(entry, GameEntry) or entry.name != game.name:
        raise PluginError(f"its entry is not a GameEntry of '{game.name}'")
    return entry


def entries() -> tuple[GameEntry, ...]:
    """Return them in the order in which Home shows them."""
    return _entries(window_games())


@lru_cache(maxsize=4)
def _entries(games: tuple[WindowGame, ...]) -> tuple[GameEntry, ...]:
    return tuple(game.entry.load() for game in games)


def entry_of(game: str) -> GameEntry:
    """Return a game's entry; raises KeyError for a game without a window."""
    for entry in entries():
        if entry.name == game:
            return entry
    raise KeyError(game)
