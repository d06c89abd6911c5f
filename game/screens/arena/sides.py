"""How the two sides look: A is mint and solid, B bone and dashed, everywhere."""

from typing import Final

import pygame

from ai.match.events import SIDES
from game.ui import draw
from game.ui.boards.paths import Point
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.parts import Painted
from game.ui.skin import Skin
from game.ui.theme import STROKE, Colour, Theme

MARK_DP: Final = 21


def side_ink(theme: Theme, side: int) -> Colour:
    return theme.ai if side == 0 else theme.text


def draw_curve(surface: pygame.Surface, skin: Skin, points: list[Point], side: int) -> None:
    if len(points) < 2:
        return
    width, ink = skin.unit.exact(STROKE.graph_you), side_ink(skin.theme, side)
    if side == 0:
        draw.polyline(surface, points, width, ink)
    else:
        draw.dashed(surface, points, width, ink, on=skin.px(5), off=skin.px(4))


def draw_mark(surface: pygame.Surface, skin: Skin, left: float, y: float, side: int) -> None:
    """Draw a short piece of a side's line, as a legend."""
    draw_curve(surface, skin, [(left, y), (left + skin.px(MARK_DP), y)], side)


def side_mark(skin: Skin, side: int) -> Section:
    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw_mark(surface, skin, box.x, box.centre[1], side)

    return Painted(0, paint, skin.px(MARK_DP))


def fitting_names(skin: Skin, names: tuple[str, str], dp: float, room: int) -> tuple[str, str]:
    """Return what the sides are called where each has so many pixels.

    That is their names, or what sets them apart, or their letters.
    """
    words = tuple(name.split() for name in names)
    pairs = zip(*words, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), min(map(len, words)))
    for first, second in (names, (" ".join(words[0][same:]), " ".join(words[1][same:]))):
        if first and second and max(skin.width(first, dp), skin.width(second, dp)) <= room:
            return first, second
    return SIDES
