"""What the AI thinks, on a hex board: region, dots, ghost stones, must-block cells and discs."""

from typing import cast

import pygame

from game.games.hex_gomoku.board import pictures as hex_pictures
from game.games.hex_gomoku.board.cells import Cells
from game.games.hex_gomoku.rules import HexState
from game.ui.boards import stones
from game.ui.boards.base import BoardContent
from game.ui.boards.marks import NUMBERS_FROM, draw_disc, draw_dot, step_disc
from game.ui.boards.sprites import blit_centred
from game.ui.overlay import Mark
from game.ui.skin import Skin
from game.ui.theme import AI_COLOUR, STONES

STEP_AT = (-0.62, -0.56)
"""Where the number of a line's step stands on a candidate's cell, in sides of the cell: at the
upper left, where no text of this cell or of the one above is.
"""
STEP_RADIUS = 0.23


def has_disc(content: BoardContent, cell: int) -> bool:
    """Tell whether a cell carries a disc, which nothing may cover."""
    mark = _placed_marks(content, cast(HexState, content.state)).get(cell)
    return mark is not None and mark.labelled


def paint_overlay(skin: Skin, surface: pygame.Surface, content: BoardContent, cells: Cells) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    state = cast(HexState, content.state)
    marks = _placed_marks(content, state)
    ghosts = _ghosts(content, state)
    discs = {cell: mark for cell, mark in marks.items() if mark.labelled}
    for cell in content.region:
        blit_centred(surface, hex_pictures.region_cell(skin, cells.s), cells.centres[cell])
    for cell, mark in marks.items():
        if mark.is_dot and cell not in ghosts:
            draw_dot(skin, surface, mark.loss_class, cells.centres[cell], cells.height)
    for cell, (number, colour) in ghosts.items():
        if cell not in discs:
            ghost = stones.ghost(skin, STONES[colour - 1], cells.s, number)
            blit_centred(surface, ghost, cells.centres[cell])
    for cell in content.must_block:
        blit_centred(surface, hex_pictures.must_block(skin, cells.s), cells.centres[cell])
    for cell, mark in reversed(discs.items()):
        draw_disc(
            skin,
            surface,
            mark,
            cells.centres[cell],
            cells.inradius,
            cells.height,
            badge_height=max(0.57 * cells.s, min(skin.unit.exact(18), 0.85 * cells.s)),
        )
    for cell, (number, _) in ghosts.items():
        if cell in discs and number > 1 and cells.height >= NUMBERS_FROM:
            x, y = cells.centres[cell]
            step = step_disc(skin, STEP_RADIUS * cells.s, number)
            blit_centred(surface, step, (x + STEP_AT[0] * cells.s, y + STEP_AT[1] * cells.s))


def paint_pairs(
    skin: Skin, surface: pygame.Surface, pairs: tuple[tuple[int, ...], ...], cells: Cells
) -> None:
    """Paint pairs of cells as numbered twins, joined by a bar; a single cell bears a star."""
    twins = [pair for pair in pairs if len(pair) == 2]
    for one, two in twins:
        (x1, y1), (x2, y2) = cells.centres[one], cells.centres[two]
        reach = (x2 - x1, y2 - y1)
        link = hex_pictures.bar(skin, (0, 0), reach, 0.16 * cells.s, AI_COLOUR, 0.75)
        blit_centred(surface, link, ((x1 + x2) / 2, (y1 + y2) / 2))
    for number, pair in enumerate(twins, start=1):
        for cell in pair:
            blit_centred(surface, hex_pictures.twin(skin, cells.s, number), cells.centres[cell])
    for cell in (pair[0] for pair in pairs if len(pair) == 1):
        blit_centred(surface, hex_pictures.first_stone(skin, cells.s), cells.centres[cell])


def _placed_marks(content: BoardContent, state: HexState) -> dict[int, Mark]:
    """Return the marks by cell, best first; a swap's is on the stone that it takes."""
    if content.overlay is None:
        return {}
    placed: dict[int, Mark] = {}
    for mark in content.overlay.estimates:
        cell = state.cells.index(1) if mark.move == state.swap_move else mark.move
        if mark.move == state.swap_move or not state.cells[cell]:
            placed.setdefault(cell, mark)
    return placed


def _ghosts(content: BoardContent, state: HexState) -> dict[int, tuple[int, int]]:
    """Return for each cell of the line the number of its step and the stone's colour."""
    ghosts: dict[int, tuple[int, int]] = {}
    colour = state.colour_to_place
    for number, move in enumerate(content.line, start=1):
        if move < len(state.cells) and not state.cells[move]:
            ghosts[move] = (number, colour)
            colour = 3 - colour
    return ghosts
