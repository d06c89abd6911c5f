"""What is heard when a position changes: a move, and how a game ended. Pure but for the names."""

from collections.abc import Iterator

from ai.contract.rules import State
from game.play.session import Seat
from game.ui.sound import Cue


def is_next(before: State, after: State) -> bool:
    """Tell whether one move leads on; undoing, jumping and new games are silent."""
    one_further = after.move_count == before.move_count + 1
    return one_further and after.parameters == before.parameters


def cues_of(before: State, after: State, seats: tuple[Seat, ...]) -> Iterator[tuple[Cue, int]]:
    """Yield the sounds of one move of a game for two, each with its size (see `file_of`)."""
    if is_next(before, after):
        yield Cue.STONE, 0
    if after.is_terminal:
        yield _ending(after, seats), 0


def _ending(state: State, seats: tuple[Seat, ...]) -> Cue:
    """Return the sound of a game's end, as it is for the player if only one side is a person's."""
    if state.returns[0] == 0:
        return Cue.DRAW
    people = [player for player, seat in enumerate(seats) if seat is Seat.HUMAN]
    lost = len(people) == 1 and state.returns[people[0]] < 0
    return Cue.LOSE if lost else Cue.WIN
