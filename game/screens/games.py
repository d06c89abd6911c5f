"""The games with a window, in the order in which Home shows them."""

from typing import Final

from game.games.registry import GAMES, game_of
from game.screens.entry import GameEntry


def _entry(name: str) -> GameEntry:
    lazy = game_of(name).entry
    assert lazy is not None, name
    entry: GameEntry = lazy.load()
    return entry


ENTRIES: Final[tuple[GameEntry, ...]] = tuple(_entry(spec.name) for spec in GAMES)


def entry_of(game: str) -> GameEntry:
    """Return a game's entry; raises KeyError for a game without a window."""
    for entry in ENTRIES:
        if entry.name == game:
            return entry
    raise KeyError(game)
