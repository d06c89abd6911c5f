"""The screen of Breakthrough, where a move is two cells: a piece, and where it goes."""

from typing import ClassVar, Final

import pygame

from ai.search.messages import Limit
from game.games.breakthrough.reading import threats
from game.games.breakthrough.rules import BreakthroughState
from game.games.breakthrough.screen.legend import LEGEND, rule_pictures
from game.games.lattice.square_board import MOST_CELLS
from game.games.lattice.text import fitted_columns
from game.screens.entry import BoardPreset, GameEntry
from game.screens.play.duel import DuelFace
from game.screens.play.pointing import ByPiece
from game.screens.profile import Profile
from game.ui.boards.canvas import Canvas
from game.ui.boards.moving.view import MovingBoard
from game.ui.boards.paths import Point
from game.ui.boards.plates import paint_chequers
from game.ui.layout import GridGeometry
from game.ui.panel.legend import Legend
from game.ui.theme import UMBER, Colour
from game.words.say import beside

PROFILE: Final = Profile("breakthrough", "mcts", pasted=fitted_columns)


class BreakthroughBoard(MovingBoard):
    material = UMBER
    gap = 0.0
    way_words = "Pieces move one row ahead, straight or diagonally, and capture diagonally only."

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

    has_far_side: ClassVar[bool] = True


class BreakthroughFace(DuelFace):
    @property
    def state(self) -> BreakthroughState:
        state = self.session.state
        assert isinstance(state, BreakthroughState)
        return state

    def rule_words(self) -> str:
        if self.state.parameters.misere:
            return "misère: first to reach the far side loses"
        return "first to reach the far side wins"

    def must_block(self) -> tuple[int, ...]:
        """Return the pieces that get across unless they are taken now."""
        return threats(self.state)

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return the cells around a move, a column to either side of its piece."""
        piece, target = divmod(move, MOST_CELLS)
        columns = self.state.parameters.columns
        middle = min(max(piece % columns, 1), columns - 2)
        return tuple(
            row * columns + column
            for row in sorted((piece // columns, target // columns))
            for column in range(middle - 1, middle + 2)
        )

    def legend(self) -> tuple[str, Legend]:
        if self.view.pointing.chosen is not None:
            chip = "dots = **where the piece may go**  ·  rings = **what it may capture**"
        elif self.shows_goal and self.session.is_over:
            return super().legend()
        elif self.shows_goal:
            chip = "ring and dot = **last move**  ·  **captures diagonally only**"
        else:
            chip = self.analysis_words()
            if self.must_block():
                chip = beside(chip, "frame = **must be captured**")
        return chip, LEGEND


ENTRY: Final = GameEntry(
    PROFILE,
    BreakthroughFace,
    BreakthroughBoard,
    "Reach the far side. Pieces capture diagonally only.",
    Limit(seconds=0.5, simulations=3_000),
    "b2-b3 d4-d3",
    pointing=ByPiece,
    presets=tuple(
        BoardPreset(f"{wide} × {tall}", {"breakthrough_columns": wide, "breakthrough_rows": tall})
        for wide, tall in ((4, 6), (5, 5), (6, 6), (8, 8))
    ),
    rule_pictures=rule_pictures,
    good_play=(
        "Count a race before you run: the steps of both sides, and whose turn it is.",
        "Move pieces in pairs: one guards the cells diagonally ahead of it for the other.",
        "Before a capture, count who takes last on that cell.",
        "Keep some pieces at home, where they stop a runner.",
    ),
    daily_wins=True,
)
