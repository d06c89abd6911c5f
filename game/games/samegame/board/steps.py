"""Which steps of a SameGame line can be shown on the board as it stands. Pure."""

from dataclasses import dataclass

from ai.contract.rules import IllegalMoveError
from game.games.samegame.plans import RootTiles
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
    tiles, steps = RootTiles(state), list[CollapseStep]()
    for number, move in enumerate(line, start=1):
        cells = state.group_of(move)
        try:
            state = state.play(move)
        except IllegalMoveError:
            break
        if tiles.play(move) == frozenset(cells):
            steps.append(CollapseStep(number, cells))
    return tuple(steps)
