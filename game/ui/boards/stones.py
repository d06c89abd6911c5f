"""Hex stones: shaded bodies, shadows, ghosts, and the marks on them."""

from math import pi

import pygame

from game.ui.boards.canvas import Canvas, radial_gradient
from game.ui.boards.paths import arc, circle, dashes
from game.ui.boards.sprites import drawn_once
from game.ui.skin import Skin
from game.ui.theme import GHOST_LINE, PIECE_SHADOW, STONE_LIGHT, TYPE, WHITE, StoneStyle

BODY = 0.70
"""Radius of a stone over the corner radius of its cell."""

_GHOST = 0.62
_SHADOW_REACH = 1.22


@drawn_once
def stone(_skin: Skin, style: StoneStyle, radius: int) -> pygame.Surface:
    """Return a stone without its shadow, centred in its picture."""
    half = radius + 1
    canvas = Canvas((2 * half, 2 * half))
    size = canvas.oversampled(2 * radius)
    centre = (STONE_LIGHT[0] * size, STONE_LIGHT[1] * size)
    stops = [(at, shade, 1.0) for at, shade in style.stops]
    body = radial_gradient(size, centre, style.gradient_radius * size, stops)
    canvas.picture(body, half - radius, half - radius)
    rim = max(0.8, 0.045 * radius)
    canvas.ring((half, half), radius - rim / 2, rim, style.rim)
    if radius > 9:
        glint = arc((half, half), 0.75 * radius, 200 / 180 * pi, 275 / 180 * pi)
        canvas.stroke(glint, 0.09 * radius, WHITE, style.glint_alpha)
    return canvas.finish()


@drawn_once
def shadow(_skin: Skin, radius: int) -> pygame.Surface:
    reach = round(_SHADOW_REACH * radius)
    size = 2 * reach
    stops = [(0.0, PIECE_SHADOW, 0.55), (0.62, PIECE_SHADOW, 0.55), (1.0, PIECE_SHADOW, 0.0)]
    return radial_gradient(size, (reach, reach), reach, stops)


@drawn_once
def ghost(skin: Skin, style: StoneStyle, s: float, number: int | None = None) -> pygame.Surface:
    """Return a stone that the line would bring, with the number of its step, if it has one."""
    radius = _GHOST * s
    line = max(1.0, skin.unit.exact(1.5))
    half = round(radius + line) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.circle((half, half), radius, style.plain, GHOST_LINE.stone_alpha)
    if s >= 11:
        rim = dashes(circle((half, half), radius), skin.unit.exact(4), skin.unit.exact(3))
        canvas.strokes(rim, line, style.on_plain)
    picture = canvas.finish()
    if s >= 11 and number is not None:
        size = round(max(0.50 * s, min(skin.unit.text(TYPE.caption), 0.85 * s)))
        skin.centred(picture, str(number), (half, half), size, style.on_plain)
    return picture


@drawn_once
def last_move(_skin: Skin, style: StoneStyle, s: float) -> pygame.Surface:
    half = round(0.5 * s) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.ring((half, half), 0.40 * s, 0.085 * s, style.on_plain)
    canvas.circle((half, half), 0.15 * s, style.on_plain)
    return canvas.finish()


@drawn_once
def last_ring(_skin: Skin, style: StoneStyle, s: float) -> pygame.Surface:
    """Return the wider ring that leaves room for a move number."""
    half = round(0.62 * s) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.ring((half, half), 0.54 * s, 0.075 * s, style.on_plain)
    return canvas.finish()


@drawn_once
def swap_arrows(_skin: Skin, style: StoneStyle, s: float) -> pygame.Surface:
    """Return two arrows that point past each other: the stone may be, or was, taken over."""
    half = round(0.5 * s) + 1
    canvas = Canvas((2 * half, 2 * half))
    reach, lift, head, width = 0.34 * s, 0.15 * s, 0.14 * s, 0.085 * s
    for side in (1, -1):
        tip = (half + side * reach, half - side * lift)
        barbs = [(tip[0] - side * head, tip[1] + turn * head) for turn in (-1, 1)]
        shaft = [(half - side * reach, tip[1]), tip]
        canvas.strokes([shaft, [barbs[0], tip, barbs[1]]], width, style.on_plain)
    return canvas.finish()
