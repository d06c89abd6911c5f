"""What there is to see in a position of Breakthrough: who is about to get across."""

from functools import lru_cache
from typing import Final

from ai.phrases import N_
from game.games.breakthrough.rules import SPEC, BreakthroughState
from game.games.lattice.square_board import EMPTY, MOST_CELLS, SECOND
from game.words.say import either, say, sentences

_EFFECTS: Final = {
    ("", ""): "",
    ("", "won"): N_("the race is won, nobody can stop it"),
    ("", "threat"): N_("a threat, **{cell}** must be taken"),
    ("capture", ""): N_("a capture"),
    ("capture", "won"): N_("a capture and the race is won, nobody can stop it"),
    ("capture", "threat"): N_("a capture and a threat, **{cell}** must be taken"),
    ("stop", ""): N_("it stops a piece that was a step from the far side"),
    ("stop", "won"): N_(
        "it stops a piece that was a step from the far side and the race is won, nobody can stop it"
    ),
    ("stop", "threat"): N_(
        "it stops a piece that was a step from the far side and a threat, **{cell}** must be taken"
    ),
}
"""By what it takes, and by what it threatens."""
_ACROSS: Final = N_("{side} would get across at {cells}.")
_CAPTURES: Final = N_("{side} could capture at {cells}.")


@lru_cache(maxsize=8)
def threats(state: BreakthroughState) -> tuple[int, ...]:
    """Return the opponent's pieces that are a step from getting across.

    Empty if the side to move gets across at once itself, or if that is what loses.
    """
    columns, rows = state.parameters.columns, state.parameters.rows
    if state.parameters.misere or state.is_terminal:
        return ()
    mover = state.current_player + 1
    last, home = (rows - 1, 1) if mover != SECOND else (0, rows - 2)
    if any(move % MOST_CELLS // columns == last for move in state.legal_moves):
        return ()
    near = range(home * columns, (home + 1) * columns)
    return tuple(cell for cell in near if state.cells[cell] == 3 - mover)


def move_effect(state: BreakthroughState, move: int) -> str:
    """Say what a move does for all to see: it captures, stops a piece, threatens, or wins the race.

    A piece a step from the far side gets across next: a way is open to it, unless it is taken.
    """
    after, target = state.play(move), move % MOST_CELLS
    if after.is_terminal:
        return ""
    taken = "capture" if state.cells[target] != EMPTY else ""
    taken = "stop" if target in threats(state) else taken
    threat = ""
    near = threats(after)
    stoppable = {reply % MOST_CELLS for reply in after.legal_moves}
    if len(near) > 1 or any(cell not in stoppable for cell in near):
        threat = "won"
    elif near == (target,):
        threat = "threat"
    return say(_EFFECTS[taken, threat], cell=state.cell_name(target))


def threat_words(state: BreakthroughState, cell: int | None = None) -> str:
    """Say what the side not to move would do with a move of its own: get across, or capture.

    Args:
        cell: The only one where captures are told of; None for all.
    """
    if state.is_terminal:
        return ""
    other = state.arranged(state.cells, 1 - state.current_player)
    targets = sorted({move % MOST_CELLS for move in other.legal_moves})
    ahead = [each for each in targets if other.play(_to(other, each)).is_terminal]
    taken = [each for each in targets if state.cells[each] != EMPTY and cell in (None, each)]
    side = SPEC.side(other)
    across, captures = (
        say(words, side=side, cells=either(*(f"**{state.cell_name(each)}**" for each in cells)))
        if cells
        else ""
        for words, cells in ((_ACROSS, ahead), (_CAPTURES, taken))
    )
    return sentences("" if state.parameters.misere else across, captures)


def _to(state: BreakthroughState, target: int) -> int:
    return next(move for move in state.legal_moves if move % MOST_CELLS == target)
