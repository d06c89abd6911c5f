"""What is heard when a position changes: a move, and how a game ended. Pure but for the names."""

from collections.abc import Iterator

from game.games.protocol import State
from game.games.samegame.rules import SameGameState
from game.session import Seat
from game.ui.sound import Cue


def cues_of(before: State, after: State, seats: tuple[Seat, ...]) -> Iterator[tuple[Cue, int]]:
    """Yield what one move makes heard, each with the size of the group it took.

    Undoing, jumping through the history and new games are silent.

    Args:
        before: The position that was shown.
        after: The position that is shown now.
        seats: Who plays which side.
    """
    one_further = after.move_count == before.move_count + 1
    if not one_further or after.parameters != before.parameters:
        return
    if isinstance(before, SameGameState) and isinstance(after, SameGameState):
        yield Cue.REMOVE, before.tiles_left - after.tiles_left
    else:
        yield Cue.STONE, 0
    if after.is_terminal:
        yield _ending(after, seats), 0


def _ending(state: State, seats: tuple[Seat, ...]) -> Cue:
    """Return how a game sounds that is over: the player's side of it, if there is one."""
    if isinstance(state, SameGameState):
        return Cue.WIN if state.cleared else Cue.DRAW
    if state.returns[0] == 0:
        return Cue.DRAW
    people = [player for player, seat in enumerate(seats) if seat is Seat.HUMAN]
    lost = len(people) == 1 and state.returns[people[0]] < 0
    return Cue.LOSE if lost else Cue.WIN
