"""What there is to see in a position of so many in a row: what to block, and how a line wins."""

from functools import lru_cache
from typing import Final

from game.games.lattice.lines import RowState

TWO_CELLS: Final = "Two cells win next: only one can be blocked."
_SERIES: Final = ("nothing", "ones", "twos", "threes", "fours", "fives")


@lru_cache(maxsize=8)
def must_block(state: RowState) -> tuple[int, ...]:
    """Return the cells where the side not to move would win at once.

    Empty if the side to move wins at once itself: then there is nothing to block.
    """
    if state.is_terminal or state.winning_cells(state.colour_to_place):
        return ()
    return state.winning_cells(3 - state.colour_to_place)


def move_effect(state: RowState, move: int) -> str:
    """Say what a move does for all to see: it blocks, or threatens to complete a row next."""
    after = state.play(move)
    colour = state.colour_to_place
    if move >= len(state.cells) or after.is_terminal:
        return ""
    blocks = move in state.winning_cells(3 - colour)
    parts = ["a block"] if blocks else []
    # Who can be beaten first threatens nothing.
    wins = () if after.winning_cells(3 - colour) else after.winning_cells(colour)
    places = " and ".join(f"**{state.move_label(cell)}**" for cell in wins[:2])
    if wins:
        parts.append(f"a threat at {places}" if len(wins) == 1 else f"a double threat, {places}")
    return " and ".join(parts)


def forced_block(state: RowState) -> str:
    """Say where the side to move has no choice; nothing where it has one."""
    cells = must_block(state)
    if not cells:
        return ""
    other = state.names[2 - state.colour_to_place].capitalize()
    places = " and ".join(f"**{state.move_label(cell)}**" for cell in cells[:2])
    if len(cells) == 1:
        return f"Block {places}: {other} would win there."
    return f"{other} wins at {places}: only one of them can be blocked."


@lru_cache(maxsize=8)
def how_it_wins(state: RowState, line: tuple[int, ...]) -> str:
    """Say by what kind of threats a proven line wins for the side to move.

    Returns:
        A sentence; nothing for a win at once and for a line that stops before its end.
    """
    colour, wins = state.colour_to_place, []
    for ply, move in enumerate(line):
        state = state.play(move)
        if ply % 2 == 0 and not state.is_terminal:
            wins.append(len(state.winning_cells(colour)))
    if state.winning_colour != colour or not wins:
        return ""
    if len(wins) == 1 and wins[0] > 1:
        return TWO_CELLS
    length = state.parameters.in_a_row
    return by_fours(length) if all(wins) else by_threes(length)


def by_fours(length: int) -> str:
    """Say that every move of a win of so many in a row leaves one stone to place."""
    return f"By {_SERIES[length - 1]}: each must be blocked at once."


def by_threes(length: int) -> str:
    """Say that every move of a win leaves one or two stones to place."""
    return f"By {_SERIES[length - 2]} and {_SERIES[length - 1]}: each threatens to win."


def with_reason(words: str, state: RowState, line: tuple[int, ...] | None) -> str:
    """Return words on the best move with what there is to see about it.

    Where two cells would have to be blocked, that alone says that every move loses.
    """
    reason = why(state, line)
    if len(must_block(state)) > 1 or not words:
        return reason if words else ""
    return f"{words} {reason}".rstrip()


def why(state: RowState, line: tuple[int, ...] | None) -> str:
    """Say what there is to see about the best move: a block, or how its proven line wins."""
    if state.is_terminal:
        return ""
    is_forced = line is None or len(must_block(state)) > 1
    return forced_block(state) if is_forced else how_it_wins(state, line or ())
