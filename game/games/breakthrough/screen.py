"""The screen of Breakthrough, where a move is two cells: a piece, and where it goes."""

from typing import Any, ClassVar, Final

import pygame

from ai.contract.rules import State
from ai.phrases import N_
from ai.search.messages import Limit
from game.games.breakthrough.reading import threats
from game.games.breakthrough.rules import SPEC, BreakthroughState
from game.games.lattice.square_board import MOST_CELLS, BoardParameters
from game.games.lattice.text import fitted_columns
from game.screens.entry import BoardPreset, GameEntry
from game.screens.play.duel import DuelFace
from game.screens.play.pointing import ByPiece
from game.screens.profile import Profile
from game.ui.boards import square_cells, stones
from game.ui.boards.canvas import Canvas
from game.ui.boards.marks import draw_disc, step_disc
from game.ui.boards.moving.line import LINE_WIDTH, draw_arrow
from game.ui.boards.moving.view import MovingBoard, target_sign
from game.ui.boards.paths import Point
from game.ui.boards.plates import chevron, paint_chequers
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import BoardContent
from game.ui.layout import GridGeometry
from game.ui.panel.legend import (
    COLOURS,
    CURSOR,
    DISC_DP,
    DISC_RADIUS_DP,
    GRADES,
    LAST_MOVE,
    PROOFS,
    SIZES,
    STONE_DP,
    WIN_LETTERS,
    Explained,
    Legend,
    RulePicture,
    example,
    pictures,
    unmarked,
)
from game.ui.skin import Skin
from game.ui.theme import LOSS, STONES, UMBER, Colour
from game.words.say import beside

PROFILE: Final = Profile("breakthrough", "mcts", pasted=fitted_columns)


class BreakthroughBoard(MovingBoard):
    material = UMBER
    gap = 0.0
    has_far_side: ClassVar[bool] = True
    way_words = N_(
        "Pieces move one row ahead, straight or diagonally, and capture diagonally only."
    )

    def paint_sign(self, canvas: Canvas, side: int, ink: Colour) -> None:
        left, middle, right = 0.16 * side, 0.5 * side, 0.84 * side
        tips = (0.14 * side, 0.46 * side)
        paths: list[list[Point]] = [
            [(left, tip + 0.3 * side), (middle, tip), (right, tip + 0.3 * side)] for tip in tips
        ]
        base: list[Point] = [(left, 0.94 * side), (right, 0.94 * side)]
        canvas.strokes([*paths, base], 0.1 * side, ink)

    def paint_plate(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        """Paint squares that touch, and each edge in the colour of the side that wants it."""
        black, white = (style.plain for style in self.styles)
        paint_chequers(self.skin, surface, geometry, goals=(white, black))

    def hint_region(self, state: Any, move: int) -> tuple[int, ...]:
        """Return the cells around a move, a column to either side of its piece."""
        piece, target = divmod(move, MOST_CELLS)
        columns = state.parameters.columns
        middle = min(max(piece % columns, 1), columns - 2)
        return tuple(
            row * columns + column
            for row in sorted((piece // columns, target // columns))
            for column in range(middle - 1, middle + 2)
        )


class BreakthroughFace(DuelFace):
    state: BreakthroughState

    def rule_words(self) -> str:
        if self.state.parameters.misere:
            return N_("misère: first to reach the far side loses")
        return N_("first to reach the far side wins")

    def must_block(self) -> tuple[int, ...]:
        """Return the pieces that get across unless they are taken now."""
        return threats(self.state)

    def legend(self) -> tuple[str, Legend]:
        if self.view.pointing.chosen is not None:
            chip = N_("dots = **where the piece may go**  ·  rings = **what it may capture**")
        elif self.shows_goal and self.session.is_over:
            return super().legend()
        elif self.shows_goal:
            chip = N_("ring and dot = **last move**  ·  **captures diagonally only**")
        else:
            chip = self.analysis_words()
            if self.must_block():
                chip = beside(chip, N_("frame = **must be captured**"))
        return chip, LEGEND


def _candidate(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    x, y = centre
    radius, reach = skin.unit.exact(DISC_RADIUS_DP), skin.unit.exact(24)
    width = skin.unit.exact(5)
    draw_arrow(skin, surface, (x - 1.8 * reach, y), (x - 0.6 * reach, y), width, LOSS["A"].fill)
    at = (x + 0.7 * reach, y)
    draw_disc(skin, surface, example("A", 0.61, 541_000), at, radius, 2.4 * radius)


def _step(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    x, y = centre
    reach, width = skin.unit.exact(34), skin.unit.exact(36) * LINE_WIDTH * 2
    draw_arrow(skin, surface, (x - reach, y), (x + 0.4 * reach, y), width, STONES[1].plain)
    blit_centred(surface, step_disc(skin, skin.unit.exact(8), 2), (x - reach, y))
    ghost = stones.ghost(skin, STONES[1], skin.unit.px(STONE_DP) / 0.7)
    blit_centred(surface, ghost, (x + reach, y))


LEGEND: Final = (
    unmarked(
        N_(
            "**Pieces** move one row ahead, straight or diagonally, and capture diagonally only. "
            "Click a piece, then where it goes, or drag it there; Esc puts it back."
        )
    ),
    Explained(_candidate, N_("**Disc and arrow**: where a move goes, and its win %"), dp=DISC_DP),
    SIZES,
    WIN_LETTERS,
    COLOURS,
    PROOFS,
    Explained(_step, N_("**Numbered arrows, dashed pieces**: what the AI expects next")),
    Explained(
        pictures(
            lambda skin, side: target_sign(skin, round(0.42 * side), takes=False),
            lambda skin, side: target_sign(skin, round(0.42 * side), takes=True),
        ),
        N_("**Dot, ring**: where the chosen piece may go, what it may capture"),
    ),
    Explained(
        pictures(lambda skin, side: square_cells.must_block(skin, round(side))),
        N_("**Full frame**: capture this piece now, or it gets across"),
    ),
    LAST_MOVE,
    GRADES,
    Explained(
        pictures(lambda skin, side: chevron(skin, round(0.5 * side))),
        N_("**Chevrons** in the edge: who is to move, and which way"),
    ),
    CURSOR,
)


_STEP: Final = "O . O O\n. O . .\n. X . .\nX . X X"
_CAPTURE: Final = "O . O .\nO . O .\n. X . .\nX . X X"
_LAST_STEP: Final = "O . O .\n. X . .\n. O . .\nX . . X"
_PIECE: Final = 5
"""The piece that goes, on the second cell of the second row of all of them."""


_GOAL: Final = {
    True: N_("First to reach the far side **loses**"),
    False: N_("First to reach the far side **wins**"),
}


def rule_pictures(parameters: BoardParameters) -> tuple[RulePicture, ...]:
    """Return how a piece goes, what it captures, and how a game ends."""
    last = _position(_LAST_STEP)
    far = last.play(last.move_from_string("b3-b4"))
    return (
        RulePicture(_choosing(_STEP), N_("One step ahead, straight or diagonally")),
        RulePicture(_choosing(_CAPTURE), N_("Capture **diagonally only**")),
        RulePicture(BoardContent(far), _GOAL[parameters.misere]),
    )


def _choosing(text: str) -> BoardContent:
    return BoardContent(_position(text), chosen=_PIECE)


def _position(text: str) -> State:
    return SPEC.state_from_text(text, BoardParameters(4, 4))


ENTRY: Final = GameEntry(
    PROFILE,
    BreakthroughFace,
    BreakthroughBoard,
    N_("Reach the far side. Pieces capture diagonally only."),
    Limit(seconds=0.5, simulations=3_000),
    "b2-b3 d4-d3",
    pointing=ByPiece,
    presets=tuple(
        BoardPreset(f"{wide} × {tall}", {"breakthrough_columns": wide, "breakthrough_rows": tall})
        for wide, tall in ((4, 6), (5, 5), (6, 6), (8, 8))
    ),
    rule_pictures=rule_pictures,
    good_play=(
        N_("Count a race before you run: the steps of both sides, and whose turn it is."),
        N_("Move pieces in pairs: one guards the cells diagonally ahead of it for the other."),
        N_("Before a capture, count who takes last on that cell."),
        N_("Keep some pieces at home, where they stop a runner."),
    ),
    daily_wins=True,
)
