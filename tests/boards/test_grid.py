"""The board that games on a grid of cells share, beyond what Tic-Tac-Toe needs of it."""

from dataclasses import dataclass

import pygame
import pytest

from ai.search.messages import ExactValue, Proof
from game.ui.boards.grid import PlacingBoard, added_piece
from game.ui.boards.view import BoardContent
from game.ui.layout import Unit
from game.ui.overlay import build_overlay
from game.ui.theme import CONTRAST
from tests.boards.contents import picture, search
from tests.rig import skin

PASS = 9


@dataclass(frozen=True)
class Size:
    columns: int = 3
    rows: int = 3


@dataclass(frozen=True)
class Passing:
    """A position in which one may pass, too; a piece turns those that it touches."""

    cells: tuple[int, ...] = (1, 0, 0, 0, 2, 0, 0, 0, 0)
    parameters: Size = Size()
    last_move: int | None = PASS
    winning_line: tuple[int, ...] = ()
    legal_moves: tuple[int, ...] = (2, 5, PASS)
    current_player: int = 0
    is_terminal: bool = False
    returns: tuple[float, float] = (0.0, 0.0)

    def play(self, move: int) -> "Passing":
        return Passing(self.cells, legal_moves=tuple(m for m in self.legal_moves if m != move))


def board(kind: type[PlacingBoard] = PlacingBoard) -> PlacingBoard:
    view = kind()
    view.resize(pygame.Rect(0, 0, 400, 400), skin(unit=Unit(70.0)))
    return view


def test_a_move_that_is_no_cell_is_drawn_nowhere() -> None:
    overlay = build_overlay(search((PASS, 2, 5)), one_player=False, top_n=3)
    bare = BoardContent(Passing(last_move=None), overlay=overlay)
    extras = BoardContent(
        Passing(), overlay=overlay, line=(PASS, 2), grades=((PASS, "E"),), best=PASS
    )
    assert picture(board(), bare, (400, 400)) == picture(board(), extras, (400, 400))
    known = [ExactValue(move, Proof.DRAW, 3) for move in (2, 5, PASS)]
    of_cells, of_all = (
        BoardContent(
            Passing(), overlay=build_overlay(search((2, 5), exact=exact), one_player=False)
        )
        for exact in (known[:2], known)
    )
    assert len(of_all.overlay.exact) == len(known)
    assert picture(board(), of_cells, (400, 400)) == picture(board(), of_all, (400, 400))


def test_a_click_means_legal_cells_only() -> None:
    assert [cell for cell in range(PASS) if board().move_at(Passing(), cell) is not None] == [2, 5]


def test_turned_pieces_fade_over_instead_of_dropping() -> None:
    turned = Passing(cells=(1, 1, 0, 0, 1, 0, 0, 0, 0))
    assert added_piece(Passing(), turned) is None
    content = BoardContent(turned, before=Passing(), progress=0.5)
    assert picture(board(), content, (400, 400))


@pytest.mark.parametrize("height", range(60, 420, 12))
@pytest.mark.parametrize("names", [True, False])
def test_the_rim_of_a_plate_is_whole_however_high_the_board_is(height: int, names: bool) -> None:
    size = (400, height)
    view = PlacingBoard()
    view.has_coordinates = names
    view.resize(pygame.Rect(0, 0, *size), skin(CONTRAST, unit=Unit(70.0)))
    surface = pygame.Surface(size)
    surface.fill(CONTRAST.bg)
    view.draw(surface, BoardContent(Passing()))
    painted = pygame.mask.from_threshold(surface, CONTRAST.bg, (1, 1, 1, 255))
    painted.invert()
    board = painted.get_bounding_rects()[0].unionall(painted.get_bounding_rects())
    x, y = board.center
    for edge in ((x, board.top), (x, board.bottom - 1), (board.left, y), (board.right - 1, y)):
        assert surface.get_at(edge)[:3] == CONTRAST.plate_rim, edge


def test_where_a_move_takes_what_is_there_candidates_stand_on_it_and_no_ghost_does() -> None:
    class PickingBoard(PlacingBoard):
        def ghost(self, state, cell, size):
            return None

    def picked(content: BoardContent) -> bytes:
        return picture(board(PickingBoard), content, (400, 400))

    full = Passing(cells=(1, 0, 1, 0, 2, 1, 0, 0, 0), last_move=None)
    hovered = BoardContent(full, hover=2)
    assert picked(hovered) != picture(board(), hovered, (400, 400))
    overlay = build_overlay(search((2, 5)), one_player=False, top_n=3)
    assert picked(BoardContent(full, overlay=overlay)) != picked(BoardContent(full))
