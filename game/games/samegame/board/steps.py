"""Which steps of a SameGame line can be shown on the board as it stands. Pure."""

from dataclasses import dataclass

from ai.contract.rules import IllegalMoveError
from game.games.samegame.rules import SameGameState


@dataclass(frozen=True, slots=True)
class CollapseStep:
    """A step of a line whose tiles stand where they will be removed: its number and cells."""

    number: int
    cells: tuple[int, ...]


def steady_steps(state: SameGameState, line: tuple[int, ...]) -> tuple[CollapseStep, ...]:
    """Return the steps of `line` whose tiles no earlier step has moved.

    A collapse moves tiles, so later moves mostly name cells that hold other tiles now. A
    line that does not fit the position any more ends at its first illegal move.
    """
    rows = state.parameters.rows
    origins = [
        [column * rows + row for row in range(len(colours))]
        for column, colours in enumerate(state.columns)
    ]
    steps = []
    for number, move in enumerate(line, start=1):
        try:
            after = state.play(move)
        except IllegalMoveError:
            break
        group = state.group_at(*divmod(move, rows))
        if all(origins[cell // rows][cell % rows] == cell for cell in group):
            steps.append(CollapseStep(number, group))
        gone = set(group)
        kept = (
            [origin for row, origin in enumerate(column) if x * rows + row not in gone]
            for x, column in enumerate(origins)
        )
        origins = [column for column in kept if column]
        state = after
    return tuple(steps)
