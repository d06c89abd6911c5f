"""A referee for claimed wins in games of so many in a row."""

from ai.search.limits import CancelFlag
from game.games.lattice.lines import Cells, RowState
from game.games.lattice.threats import RowSolver


def replays_won(
    solver: RowSolver, state: RowState, plies: int, seen: set[tuple[Cells, int]]
) -> bool:
    """Play the claimed win against every legal defence, by the pure rules alone.

    The solver only names the attacker's moves. The win must be there after at most `plies`.
    """
    if (state.cells, plies) in seen:
        return True
    win = solver.forced_win(state, CancelFlag().array, nodes=200_000, within=plies)
    if win is None:
        return False
    after = state.play(win.line[0])
    if after.is_terminal:
        return after.winning_colour == state.colour_to_place
    for reply in after.legal_moves:
        answered = after.play(reply)
        if answered.is_terminal or not replays_won(solver, answered, plies - 2, seen):
            return False
    seen.add((state.cells, plies))
    return True
