"""The border between a game's scene and the picture of its board."""

from dataclasses import dataclass
from math import inf
from typing import Final

from ai.contract.rules import State
from game.ui.layout import Box
from game.ui.overlay import LossClass, Overlay

LINE_MOVES: Final = 8
"""How many moves of a line are looked at, to be shown on the board."""


@dataclass(frozen=True, slots=True)
class BoardContent:
    """Everything a board shows in one frame, as a value: equal looks are equal pictures.

    Attributes:
        before: The position the running animation comes from, if one runs.
        progress: How far that animation is, 0 to 1, linear in time.
        hover: The cell under the pointer (SameGame: column * rows + row).
        hover_before: The cell that was under it, while the picture still fades over.
        hover_share: How far that fading is, 0 to 1.
        cursor: The keyboard cursor's cell, while it is shown.
        overlay: What the AI thinks, if it is to be shown.
        line: Moves from `state` on, shown as ghost stones or numbered groups.
        moves: The moves that led to `state`, for move numbers.
        region: Cells of the first step of the hint ladder ("look around here").
        must_block: Cells of which one must be taken at once.
        playable: Whether the pointer would play a move (false while the AI is to move).
        grades: Moves with the class of what they lost: a ring and a letter on the rim of a
            played stone, an outline around a group that is still there.
        best: The move that would have been better, shown as a disc with an A.
        chosen: Breakthrough: the piece that is to go.
        held: The window's pixel that it is dragged to, while it is.
        named: The cells of a move whose name is pointed at beside the board.
        shaken: A cell on which a click could not be played, while it shakes.
        shake: How far that shaking is, 0 to 1.
        ending: Seconds since the game has ended, while its ending is on its way; all of the ending
            is seen later.
        trace: The position that a finished board began with, to be seen where it is empty now.
        told: Where in the window its result is written; nothing else may be seen there.
        pairs: Hex: pairs of cells that prove that a colour cannot lose; a single cell is where it
            has to place a stone first.
    """

    state: State
    before: State | None = None
    progress: float = 1.0
    hover: int | None = None
    hover_before: int | None = None
    hover_share: float = 1.0
    cursor: int | None = None
    overlay: Overlay | None = None
    line: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    region: tuple[int, ...] = ()
    must_block: tuple[int, ...] = ()
    playable: bool = True
    grades: tuple[tuple[int, LossClass], ...] = ()
    best: int | None = None
    pairs: tuple[tuple[int, ...], ...] = ()
    chosen: int | None = None
    held: tuple[int, int] | None = None
    named: tuple[int, ...] = ()
    shaken: int | None = None
    shake: float = 1.0
    ending: float = inf
    trace: State | None = None
    told: Box | None = None
