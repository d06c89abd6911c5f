"""The games with a scene, in the order in which Home shows them. Adding one is a line here."""

from typing import Final

from game.games.breakthrough.screen import screen as breakthrough
from game.games.hex_gomoku.screen import screen as hex_gomoku
from game.games.samegame.screen import screen as samegame
from game.games.tictactoe.screen import screen as tictactoe
from game.screens.entry import GameEntry

ENTRIES: Final[tuple[GameEntry, ...]] = (
    samegame.ENTRY,
    tictactoe.ENTRY,
    hex_gomoku.ENTRY,
    breakthrough.ENTRY,
)


def entry_of(game: str) -> GameEntry:
    """Return a game's entry; raises KeyError for a game without a scene."""
    for entry in ENTRIES:
        if entry.name == game:
            return entry
    raise KeyError(game)
