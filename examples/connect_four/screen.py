"""The screen of Connect Four: the board with falling discs, and the words around it."""

from typing import Any, Final

import pygame

from ai.contract.rules import State
from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.duel import DuelFace
from game.screens.profile import Profile
from game.ui.animation import fall
from game.ui.boards.grid import PlacingBoard
from game.ui.boards.sprites import blit_centred
from game.ui.layout import GridGeometry
from game.ui.theme import accented, stone_style

from .rules import COLUMNS, RED, ROWS, YELLOW


class ConnectFourBoard(PlacingBoard):
    """Draws the board and tells which move a click means."""

    styles = (stone_style(RED), stone_style(YELLOW))
    material = accented("#8FA8F0")
    arrival = 0.3

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the cell to which a disc in this cell's column falls."""
        return next((move for move in state.legal_moves if move % COLUMNS == cell % COLUMNS), None)

    def hint_region(self, state: State, move: int) -> tuple[int, ...]:
        """Return where discs can fall in this move's column and its neighbours."""
        legal = state.legal_moves
        return tuple(other for other in legal if abs(other % COLUMNS - move % COLUMNS) <= 1)

    def eased(self, share: float) -> float:
        """Return how far a piece has come after a share of its time."""
        return fall(share)

    def draw_arriving(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, cell: int, share: float
    ) -> None:
        """Draw a disc falling down its column, from above the board."""
        x, end = geometry.cell_box(cell).centre
        start = geometry.cell_box((ROWS - 1) * COLUMNS).centre[1] - geometry.size
        disc = self.piece(state.cells[cell], geometry.size)
        blit_centred(surface, disc, (x, start + share * (end - start)))


class ConnectFourFace(DuelFace):
    """What the screen says of Connect Four."""

    def rule_words(self) -> str:
        """Return the goal."""
        return "four in a row wins"


PROFILE: Final = Profile("connect_four", "mcts")


ENTRY: Final = GameEntry(
    PROFILE,
    ConnectFourFace,
    ConnectFourBoard,
    "Drop discs: four in a row, column or diagonal wins.",
    Limit(seconds=0.5, simulations=3_000),
    opening="d1 d2 c1 d3 e1",
)
