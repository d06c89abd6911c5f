"""What there is to see in a position of so many in a row: what to block, and how a line wins."""

from functools import lru_cache
from typing import Final

from ai.phrases import N_
from game.games.lattice.lines import RowState
from game.words.say import begun, say, sentences

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
    return say(_EFFECTS[blocks, min(len(wins), 2)], one=one, other=other)


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
