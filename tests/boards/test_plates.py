"""What empty boards look like: their material, the light on it, and the signs of their games."""

import numpy as np
import pygame
import pytest

from game.screens.entry import entries
from game.ui.boards.view import BoardContent
from game.ui.layout import Unit
from game.ui.theme import BOARD_LIGHT, STONES, THEMES, in_material
from tests.boards.contents import breakthrough, hex_position, tictactoe, view
from tests.rig import skin

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
SIZE = (600, 500)
EMPTY = {
    "hex": lambda: hex_position(0)[0],
    "tictactoe": tictactoe,
    "breakthrough": lambda: breakthrough(0)[0],
}
STRAY = 5
"""How many levels light and grain may be away from what the light alone would do."""


def drawn(game, theme, turned=False):
    board = view(game, SIZE, theme, **{f"{game}_coordinates": False})
    board.turn(turned)
    surface = pygame.Surface(SIZE)
    surface.fill(theme.bg)
    board.draw(surface, BoardContent(EMPTY[game]()))
    return board, pygame.surfarray.array3d(surface).astype(int)


def field_at(board, state, cell, pixels):
    """Return the colours of a cell's lower part, on which nothing stands."""
    x, y, width, height = board.cell_box(state, cell)
    part = pixels[
        x + 2 * width // 5 : x + 3 * width // 5, y + 2 * height // 5 : y + 3 * height // 5
    ]
    return part.reshape(-1, 3)


@THEME
@pytest.mark.parametrize("game", ["hex", "tictactoe"])
def test_the_light_stays_within_what_the_colours_are_checked_for(game, theme):
    board, pixels = drawn(game, theme)
    state = EMPTY[game]()
    cell = np.array(in_material(theme, board.material).cell)
    light = 0.0 if theme.bordered else BOARD_LIGHT
    for at in range(len(state.cells)):
        away = field_at(board, state, at, pixels) - cell
        assert np.abs(away.mean(axis=0)).max() <= light * cell.max() + 1
        assert np.abs(away).max() <= light * cell.max() + STRAY
        assert not theme.bordered or not away.any()


@THEME
def test_light_falls_from_the_upper_left_except_in_high_contrast(theme):
    board, pixels = drawn("tictactoe", theme)
    state = tictactoe()
    upper_left, lower_right = (field_at(board, state, c, pixels).mean() for c in (6, 2))
    assert (upper_left > lower_right + 2) != theme.bordered


@pytest.mark.parametrize("turned", [False, True])
@THEME
def test_the_far_edge_has_the_colour_of_the_side_that_wants_it(theme, turned):
    board, pixels = drawn("breakthrough", theme, turned)
    state = breakthrough(0)[0]
    black, white = (np.array(style.plain) for style in STONES)
    below = board.cell_box(state, 24 if turned else 0)
    above = board.cell_box(state, 0 if turned else 24)
    wanted = (black, white) if turned else (white, black)
    assert (pixels[below.centre[0], below.bottom] == wanted[0]).all()
    assert (pixels[above.centre[0], above.y - 1] == wanted[1]).all()


@pytest.mark.parametrize("turned", [False, True])
def test_squares_touch_and_neighbours_differ(turned):
    board, pixels = drawn("breakthrough", THEMES["contrast"], turned)
    state = breakthrough(0)[0]
    dark, light = (board.cell_box(state, cell) for cell in (10, 11))
    assert abs(dark.x - light.x) == dark.width
    theme = in_material(THEMES["contrast"], board.material)
    assert tuple(pixels[dark.centre]) == theme.cell_dark
    assert tuple(pixels[light.centre]) == theme.cell


@THEME
@pytest.mark.parametrize("game", list(EMPTY))
def test_a_dark_board_has_a_breath_of_its_accent_behind_it(game, theme):
    board, pixels = drawn(game, theme)
    ground = np.array(theme.bg)
    accent = np.array(in_material(theme, board.material).accent)
    beside = pixels[10, SIZE[1] // 2 - 50 : SIZE[1] // 2 - 10].mean(axis=0) - ground
    assert (beside @ (accent - ground) > 0) == (theme.name == "dark")
    assert not (pixels[[0, -1]] - ground).any()
    assert np.abs(beside).max() < 0.15 * np.abs(accent - ground).max()


# The signs that stand before the names of games.

SIGN = 20


def sign(view, theme):
    made_of = in_material(theme, view.material)
    return view.sign(skin(made_of, unit=Unit(70.0)), SIGN), made_of.accent


@THEME
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_sign_is_seen_whole_in_the_accent(entry, theme):
    picture, accent = sign(entry.board(), theme)
    assert picture.get_size() == (SIGN, SIGN)
    solid = [picture.get_at((x, y)) for x in range(SIGN) for y in range(SIGN)]
    inked = [tuple(colour[:3]) for colour in solid if colour[3] == 255]
    assert len(inked) >= 0.1 * SIGN * SIGN
    assert set(inked) == {accent}


def test_no_two_games_have_one_sign():
    pictures = {
        pygame.image.tobytes(sign(entry.board(), THEMES["dark"])[0], "RGBA") for entry in entries()
    }
    assert len(pictures) == len(entries())
