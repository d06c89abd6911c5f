"""Wins of hex Gomoku within so many plies, by trying everything: it prunes nothing.

`runs` is int64[R, 7]: the five cells of a possible row, and those right before and after it, -1 off
the board. `through` is int64[cells, T]: the runs through each cell, -1 after the last. `cells` is
int8[cells]: 0 empty, 1 black, 2 white; `counts` int8[R, 3]: how many stones of a colour a run has.
"""

from ai.kernels.compiled import compiled

_ROW = 5


@compiled
def put(through, cells, counts, cell, colour):
    """Place a stone."""
    cells[cell] = colour
    for i in range(through.shape[1]):
        if through[cell, i] < 0:
            break
        counts[through[cell, i], colour] += 1


@compiled
def take(through, cells, counts, cell):
    """Take a stone back."""
    for i in range(through.shape[1]):
        if through[cell, i] < 0:
            break
        counts[through[cell, i], cells[cell]] -= 1
    cells[cell] = 0


@compiled
def has(runs, cells, counts, colour, stones):
    """Tell whether a colour has so many stones of a row that can be one, as five and no more."""
    for run in range(runs.shape[0]):
        if counts[run, colour] == stones and counts[run, 3 - colour] == 0:
            before, after = runs[run, _ROW], runs[run, _ROW + 1]
            is_longer = (before >= 0 and cells[before] == colour) or (
                after >= 0 and cells[after] == colour
            )
            if not is_longer:
                return True
    return False


@compiled
def wins_by(runs, through, cells, counts, colour, move, plies):
    """Tell whether a stone wins within so many plies, itself counted, whatever is answered.

    Args:
        runs: See above.
        through: See above.
        cells: See above; it is as it was at the end.
        counts: The same.
        colour: Whose stone it is.
        move: The empty cell.
        plies: An odd number.
    """
    put(through, cells, counts, move, colour)
    if has(runs, cells, counts, colour, _ROW):
        take(through, cells, counts, move)
        return True
    is_held = plies < 3 or has(runs, cells, counts, 3 - colour, _ROW - 1)
    replies = 0
    for reply in range(cells.size):
        if is_held:
            break
        if cells[reply] != 0:
            continue
        replies += 1
        put(through, cells, counts, reply, 3 - colour)
        is_won = has(runs, cells, counts, colour, _ROW - 1)
        if not is_won and plies > 3:
            for answer in range(cells.size):
                if cells[answer] == 0 and wins_by(
                    runs, through, cells, counts, colour, answer, plies - 2
                ):
                    is_won = True
                    break
        take(through, cells, counts, reply)
        is_held = not is_won
    take(through, cells, counts, move)
    return replies > 0 and not is_held
