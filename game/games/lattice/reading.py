"""What there is to see in a position of so many in a row: what to block, and how a line wins."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ai.phrases import N_
from game.games.lattice.lines import RowState
from game.words.say import begun, either, say, sentences

FULL_IS_DRAW: Final = N_("Block in time. A full board is a draw")
TWO_CELLS: Final = N_("Two cells win next: only one can be blocked.")
BY_FOURS: Final = {
    3: N_("By twos: each must be blocked at once."),
    4: N_("By threes: each must be blocked at once."),
    5: N_("By fours: each must be blocked at once."),
    6: N_("By fives: each must be blocked at once."),
}
BY_THREES: Final = {
    3: N_("By ones and twos: each threatens to win."),
    4: N_("By twos and threes: each threatens to win."),
    5: N_("By threes and fours: each threatens to win."),
    6: N_("By fours and fives: each threatens to win."),
}
"""By how many in a row win."""
_EFFECTS: Final = {
    (False, 0): "",
    (True, 0): N_("a block"),
    (False, 1): N_("a threat at **{one}**"),
    (True, 1): N_("a block and a threat at **{one}**"),
    (False, 2): N_("a double threat, **{one}** and **{other}**"),
    (True, 2): N_("a block and a double threat, **{one}** and **{other}**"),
}
"""By whether it blocks, and at how many cells it threatens to win."""
_OPEN_ROWS: Final = {
    (False, 4): N_("an open two"),
    (True, 4): N_("a block and an open two"),
    (False, 5): N_("an open three"),
    (True, 5): N_("a block and an open three"),
}
"""By whether it blocks, and by how many in a row win."""
_BECOMES: Final = {
    4: N_("{side} has an open two: {cells} would make it an open three."),
    5: N_("{side} has an open three: {cells} would make it an open four."),
}
_WOULD_WIN: Final = N_("{side} would win at {cells}.")


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
    # Who can be beaten first threatens nothing.
    wins = () if after.winning_cells(3 - colour) else after.winning_cells(colour)
    one, other = _first_two(state, wins)
    if not wins and not after.winning_cells(3 - colour) and is_opened(state, move):
        return say(_OPEN_ROWS.get((blocks, state.parameters.in_a_row), _EFFECTS[blocks, 0]))
    return say(_EFFECTS[blocks, min(len(wins), 2)], one=one, other=other)


def is_opened(state: RowState, move: int) -> bool:
    """Tell whether a stone makes an open row of two less than win."""
    after, colour = state.play(move), state.colour_to_place
    rows = zip(_open_cells(state, colour, move), _open_cells(after, colour, move), strict=True)
    return any(now and not before for before, now in rows)


def _open_cells(state: RowState, colour: int, cell: int) -> list[tuple[int, ...]]:
    """Return for each line through a cell where one more stone of a colour would win at two cells.

    Where the colour can win at once in a line already, there is none: that is another threat.
    """
    reach, found = state.parameters.in_a_row - 1, []
    for behind, ahead in state.lattice_of(state.parameters).rays[cell]:
        near = (*behind[:reach], cell, *ahead[:reach])
        free = tuple(each for each in near if not state.cells[each])
        is_won = bool(state.winning_cells(colour, free))
        found.append(
            ()
            if is_won
            else tuple(
                each for each in free if len(state.winning_cells(colour, free, placed=each)) > 1
            )
        )
    return found


def threat_words(state: RowState, cell: int | None = None) -> str:
    """Say what the side not to move would do with a move of its own: win, or open a row."""
    del cell
    if state.is_terminal:
        return ""
    colour = 3 - state.colour_to_place
    side, wins = begun(state.names[colour - 1]), state.winning_cells(colour)
    if wins:
        return say(_WOULD_WIN, side=side, cells=_bold(state, wins))
    stones = (each for each, stone in enumerate(state.cells) if stone == colour)
    opened = {to for each in stones for row in _open_cells(state, colour, each) for to in row}
    words = _BECOMES.get(state.parameters.in_a_row)
    if words is None or not opened:
        return ""
    return say(words, side=side, cells=_bold(state, sorted(opened)))


def _bold(state: RowState, cells: Iterable[int]) -> str:
    return either(*(f"**{state.move_label(cell)}**" for cell in cells))


def forced_block(state: RowState) -> str:
    """Say where the side to move has no choice; nothing where it has one."""
    cells = must_block(state)
    if not cells:
        return ""
    other = begun(state.names[2 - state.colour_to_place])
    one, two = _first_two(state, cells)
    if len(cells) == 1:
        return say("Block **{one}**: {side} would win there.", one=one, side=other)
    words = N_("{side} wins at **{one}** and **{two}**: only one of them can be blocked.")
    return say(words, side=other, one=one, two=two)


def _first_two(state: RowState, cells: tuple[int, ...]) -> tuple[str, str]:
    one, two, *_ = *(state.move_label(cell) for cell in cells), "", ""
    return one, two


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
    return (BY_FOURS if all(wins) else BY_THREES)[length]


def with_reason(words: str, state: RowState, line: tuple[int, ...] | None) -> str:
    """Return words on the best move with what there is to see about it.

    Where two cells would have to be blocked, that alone says that every move loses.
    """
    reason = why(state, line)
    if len(must_block(state)) > 1 or not words:
        return reason if words else ""
    return sentences(words, reason)


def why(state: RowState, line: tuple[int, ...] | None) -> str:
    """Say what there is to see about the best move: a block, or how its proven line wins."""
    if state.is_terminal:
        return ""
    is_forced = line is None or len(must_block(state)) > 1
    return forced_block(state) if is_forced else how_it_wins(state, line or ())
