"""The signs that stand before the names of games."""

import pygame
import pytest

from game.screens.games import entries
from game.ui.boards.sprites import sprites_of
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import THEMES, in_material

SIDE = 20


def sign(view, theme):
    made_of = in_material(theme, view.material)
    sprites = sprites_of(Unit(70.0), made_of, Fonts())
    return view.sign(sprites, SIDE), made_of.accent


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_a_sign_is_seen_whole_in_the_accent(entry, theme):
    picture, accent = sign(entry.board(Fonts()), theme)
    assert picture.get_size() == (SIDE, SIDE)
    solid = [picture.get_at((x, y)) for x in range(SIDE) for y in range(SIDE)]
    inked = [tuple(colour[:3]) for colour in solid if colour[3] == 255]
    assert len(inked) >= 0.1 * SIDE * SIDE
    assert set(inked) == {accent}


def test_no_two_games_have_one_sign():
    pictures = {
        pygame.image.tobytes(sign(entry.board(Fonts()), THEMES["dark"])[0], "RGBA")
        for entry in entries()
    }
    assert len(pictures) == len(entries())
