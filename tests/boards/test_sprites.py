from dataclasses import replace

import pygame
import pytest

from game.ui.boards.canvas import Canvas
from game.ui.boards.sprites import Layers, share_of
from game.ui.cache import LruCache
from game.ui.layout import Unit
from game.ui.skin import area
from game.ui.text import Fonts
from game.ui.theme import DARK, LIGHT
from tests.rig import skin


def test_pictures_are_drawn_once_while_there_is_room():
    cache = LruCache(200, area)
    made = []

    def make(name):
        made.append(name)
        return pygame.Surface((10, 10))

    first = cache.get("a", lambda: make("a"))
    cache.get("b", lambda: make("b"))
    assert cache.get("a", lambda: make("a")) is first
    cache.get("c", lambda: make("c"))
    cache.get("a", lambda: make("a"))
    cache.get("b", lambda: make("b"))
    assert made == ["a", "b", "c", "b"]


def test_a_picture_larger_than_the_room_is_kept_alone():
    cache = LruCache(50, area)
    large = cache.get("large", lambda: pygame.Surface((10, 10)))
    assert cache.get("large", lambda: pygame.Surface((1, 1))) is large


def test_boards_of_one_look_share_their_pictures_until_the_look_is_gone():
    fonts = Fonts()

    def pictures(theme, u, of=fonts, **settings):
        return replace(skin(theme, unit=Unit(u), **settings), fonts=of).pictures

    kept = pictures(DARK, 70.0)
    others = [pictures(LIGHT, 70.0), pictures(DARK, 71.0), pictures(DARK, 70.0, details=False)]
    assert pictures(DARK, 70.0, symbols=False, metric="loss") is kept
    assert kept not in [*others, pictures(DARK, 70.0, Fonts())]
    for width in range(71, 80):
        pictures(DARK, float(width))
    assert pictures(DARK, 70.0) is not kept


def test_layers_are_painted_again_only_for_another_key():
    layers, painted = Layers((20, 20)), []

    def paint(colour):
        def on(layer):
            painted.append(colour)
            layer.fill(colour, (colour[0] // 100, 3, 4, 5))

        return on

    surface = pygame.Surface((20, 20))
    for key, colour in ((1, (200, 0, 0)), (1, (200, 0, 0)), (2, (100, 0, 0))):
        surface.fill((0, 0, 0))
        layers.blit(surface, "name", key, paint(colour))
    assert painted == [(200, 0, 0), (100, 0, 0)]
    assert surface.get_at((1, 4))[:3] == (100, 0, 0)
    assert surface.get_at((5, 4))[:3] == (0, 0, 0)


def test_a_canvas_covers_pixels_by_their_share():
    canvas = Canvas((4, 1))
    canvas.polygon([(0.5, 0), (2.5, 0), (2.5, 1), (0.5, 1)], (255, 120, 0))
    picture = canvas.finish()
    alphas = [picture.get_at((x, 0))[3] for x in range(4)]
    assert alphas == pytest.approx([128, 255, 128, 0], abs=2)
    assert all(picture.get_at((x, 0))[:3] == (255, 120, 0) for x in (0, 1, 2))


def test_lines_drawn_at_once_do_not_darken_where_they_cross():
    canvas = Canvas((20, 20))
    canvas.strokes([[(2, 10), (18, 10)], [(10, 2), (10, 18)]], 4, (0, 0, 0), 0.5)
    picture = canvas.finish()
    assert picture.get_at((10, 10))[3] == picture.get_at((5, 10))[3] == pytest.approx(128, abs=1)


def test_erasing_makes_clear_again():
    canvas = Canvas((8, 8))
    canvas.circle((4, 4), 4, (9, 9, 9))
    canvas.erase([(0, 0), (8, 0), (8, 4), (0, 4)])
    picture = canvas.finish()
    assert picture.get_at((4, 1))[3] == 0
    assert picture.get_at((4, 6))[3] == 255


def test_parts_of_a_timeline():
    assert [share_of(t, 1, 3) for t in (0, 1, 2, 3, 4)] == [0, 0, 0.5, 1, 1]
    assert share_of(1, 1, 1) == 1
    assert share_of(0.5, 1, 1) == 0
