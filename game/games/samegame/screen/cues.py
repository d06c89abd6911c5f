"""What is heard when tiles go. Pure but for the names."""

from collections.abc import Iterator

from game.games.samegame.rules import SameGameState
from game.screens.play.cues import is_next
from game.ui.sound import Cue


def cues_of(before: SameGameState, after: SameGameState) -> Iterator[tuple[Cue, int]]:
    """Yield what a removal makes heard, as high as its group, and how the game ended."""
    if is_next(before, after):
        yield Cue.REMOVE, before.tiles_left - after.tiles_left
        if after.is_terminal:
            yield Cue.CLEARED if after.cleared else Cue.LEFT, 0
