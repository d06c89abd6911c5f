"""Boards that are made of something: one slab with grooves, squares that touch; light and grain.

All of it is painted once for a size, into the layer that every frame begins with.
"""

from functools import cache
from typing import Final

import numpy as np
import pygame

from game.ui.animation import ease_in_out
from game.ui.boards.canvas import Canvas
from game.ui.boards.ending import capsule, draw_light
from game.ui.boards.paths import Point, along, round_rectangle
from game.ui.boards.sprites import blit_centred, drawn_once, share_of
from game.ui.layout import Box, GridGeometry
from game.ui.skin import Skin
from game.ui.theme import BOARD_LIGHT, ENDING, PLATE_SHADOW, Colour, mix

_GRAIN_SIDE: Final = 128
_GRAIN: Final = 0.8
"""How far the grain strays from the colour, in levels of 255."""
_GROOVE: Final = 0.044
"""Width of a groove, in cells."""
_SEAM_EDGE: Final = 0.4
"""Width of the edge of a light on a groove as light as it, in the groove's width."""
_SLAB_CORNER: Final = 0.15
_TRAY_CORNER: Final = 0.10
_FRAME: Final = 0.55
"""The accent's share in the line around squares that touch."""
_GOAL_DP: Final = 3.0
_WAY: Final = 0.18
"""Width of the chevrons that say whose move it is, in cells."""
_WAY_FROM: Final = 60
"""Smallest cell in pixels of a board that has them."""


def edge(skin: Skin) -> float:
    """Return the width in pixels of the edge that catches the light."""
    return max(1.0, skin.unit.exact(1.5))


def paint_shadow(skin: Skin, canvas: Canvas, box: Box, radius: float, drop: float) -> None:
    theme = skin.theme
    if theme.shadow_strength:
        alpha = 2 * PLATE_SHADOW.alpha * theme.shadow_strength
        shade = round_rectangle(box.x, box.y + drop, box.width, box.height, radius)
        canvas.polygon(shade, theme.shadow, alpha)


def paint_slab(skin: Skin, surface: pygame.Surface, geometry: GridGeometry) -> None:
    """Paint one piece, into which the lines between the cells are cut."""
    theme, size, box = skin.theme, geometry.size, geometry.plate
    canvas = Canvas(surface.get_size())
    line, lip, radius = edge(skin), max(1.0, 0.018 * size), _SLAB_CORNER * size
    paint_shadow(skin, canvas, box, radius, max(1.0, 0.025 * size))
    x, y, width, height = box
    canvas.polygon(round_rectangle(x, y, width, height, radius), theme.cell_low)
    canvas.polygon(round_rectangle(x, y, width, height - lip, radius), theme.cell_high)
    inside = (x, y + line, width, height - lip - line)
    canvas.polygon(round_rectangle(*inside, radius), theme.cell)
    wide, lines = max(1.5, _GROOVE * size), grooves(geometry)
    if not theme.bordered:
        catch = max(0.8, 0.2 * wide)
        lit = [[(x + catch, y + catch) for x, y in groove] for groove in lines]
        canvas.strokes(lit, wide, theme.cell_high)
    canvas.strokes(lines, wide, theme.plate)
    surface.blit(canvas.finish(), (0, 0))
    cast_light(skin, surface, box)


def draw_seams(skin: Skin, surface: pygame.Surface, geometry: GridGeometry, seconds: float) -> None:
    """Draw the light that fills the lines between the cells, `seconds` after a game was drawn."""
    share = ease_in_out(share_of(seconds, *ENDING.seams))
    if not share:
        return
    theme, width = skin.theme, max(2.0, _GROOVE * geometry.size)
    border, ink = skin.unit.exact(1), theme.plate
    if theme.bordered:  # the grooves are as light as the light, which dark edges tell from them
        border, ink = _SEAM_EDGE * width, theme.shade
    border = max(1.0, border)
    lines = []
    for ends in grooves(geometry):
        middle = along(ends[0], ends[1], 0.5)
        lines.append([along(middle, end, share) for end in ends])
    for start, end in lines:
        capsule(surface, start, end, width + 2 * border, ink)
    for start, end in lines:
        draw_light(skin, surface, start, end, width, seconds)


def grooves(geometry: GridGeometry) -> list[list[Point]]:
    """Return the lines between the cells, which end a little inside the outer ones."""
    left, top, width, height = geometry.cells.inset(round(0.05 * geometry.size))
    pitch, half = geometry.size + geometry.gap_px, geometry.gap_px / 2
    lines: list[list[Point]] = []
    for i in range(1, geometry.columns):
        x = geometry.cells.x + i * pitch - half
        lines.append([(x, top), (x, top + height)])
    for i in range(1, geometry.rows):
        y = geometry.cells.y + i * pitch - half
        lines.append([(left, y), (left + width, y)])
    return lines


def goal_width(skin: Skin, geometry: GridGeometry) -> int:
    """Return how wide the far edge of touching squares is, in pixels."""
    return round(min(skin.unit.exact(_GOAL_DP), 0.06 * geometry.size)) or 1


def paint_chequers(
    skin: Skin,
    surface: pygame.Surface,
    geometry: GridGeometry,
    goals: tuple[Colour, Colour] | None = None,
) -> None:
    """Paint a tray of light and dark squares that touch.

    `goals` are the colours of the first and of the last row's far edge, if they are to be reached.
    """
    theme, size, box, cells = skin.theme, geometry.size, geometry.plate, geometry.cells
    canvas = Canvas(surface.get_size())
    line, radius = edge(skin), _TRAY_CORNER * size
    paint_shadow(skin, canvas, box, radius, max(1.0, 0.025 * size))
    rim = theme.plate_rim if theme.bordered else mix(theme.plate, theme.cell, 0.5)
    canvas.polygon(round_rectangle(*box, radius), rim)
    x, y, width, height = box
    inside = (x + line, y + line, width - 2 * line, height - 2 * line)
    canvas.polygon(round_rectangle(*inside, radius - line), theme.plate)
    surface.blit(canvas.finish(), (0, 0))
    thick = 0 if goals is None else goal_width(skin, geometry)
    thin = max(1, round(min(line, 0.04 * size)))
    tall = cells.inset(-thin, -thin - thick)
    surface.fill(mix(theme.plate, theme.accent, _FRAME), tall)
    surface.fill(theme.plate, cells.inset(0, -thick))
    for cell in range(geometry.columns * geometry.rows):
        is_dark = sum(divmod(cell, geometry.columns)) % 2 == 0
        surface.fill(theme.cell_dark if is_dark else theme.cell, geometry.cell_box(cell))
    if not theme.bordered:
        surface.fill(theme.cell_high, (cells.x, cells.y, cells.width, 1))
        surface.fill(theme.cell_low, (cells.x, cells.bottom - 1, cells.width, 1))
    cast_light(skin, surface, box)
    if goals is not None:
        below, above = goals[::-1] if geometry.turned else goals
        surface.fill(above, (cells.x, cells.y - thick, cells.width, thick))
        surface.fill(below, (cells.x, cells.bottom, cells.width, thick))


def draw_way(skin: Skin, surface: pygame.Surface, geometry: GridGeometry, *, is_up: bool) -> None:
    """Draw chevrons in the rim that a side moves towards, up the screen or down it, if they fit."""
    size, cells, plate = geometry.size, geometry.cells, geometry.plate
    if size < _WAY_FROM:
        return
    picture = chevron(skin, round(_WAY * size), is_up=is_up)
    room = cells.y - plate.y - goal_width(skin, geometry)
    y = plate.y + room / 2 if is_up else plate.bottom - room / 2
    for column in range(1, geometry.columns):
        x = cells.x + column * (size + geometry.gap_px) - geometry.gap_px / 2
        blit_centred(surface, picture, (x, y))


@drawn_once
def chevron(skin: Skin, width: int, *, is_up: bool = True) -> pygame.Surface:
    """Return the sign for the side that moves up the screen, or down it."""
    canvas = Canvas((width, width))
    middle, tall, line = width / 2, 0.34 * width, max(1.5, 0.13 * width)
    rise = tall / 2 if is_up else -tall / 2
    ends = [(line, middle + rise), (middle, middle - rise), (width - line, middle + rise)]
    canvas.stroke(ends, line, skin.theme.accent)
    return canvas.finish()


def cast_light(skin: Skin, surface: pygame.Surface, box: Box) -> None:
    """Let light fall on what is painted in a box, from the upper left, and give it a grain."""
    if skin.theme.bordered:
        return
    part = pygame.Rect(box).clip(surface.get_rect())
    # Row by row, as they lie in memory: that takes half the time.
    rows = pygame.surfarray.pixels3d(surface.subsurface(part)).transpose(1, 0, 2)
    height, width, _ = rows.shape
    across = np.linspace(BOARD_LIGHT, -BOARD_LIGHT, width, dtype=np.float32) / 2
    down = np.linspace(BOARD_LIGHT, -BOARD_LIGHT, height, dtype=np.float32) / 2
    light = 1.0 + down[:, None] + across
    tiles = (-(-height // _GRAIN_SIDE), -(-width // _GRAIN_SIDE))
    grain = np.tile(_grain(), tiles)[:height, :width]
    for channel in range(3):
        rows[:, :, channel] = np.minimum(rows[:, :, channel] * light + grain, 255.0)


@cache
def _grain() -> np.ndarray:
    """Return a square of noise, a half above 0 so that what is cut off is rounded."""
    chance = np.random.default_rng(1)
    noise = chance.normal(0.0, _GRAIN, (_GRAIN_SIDE, _GRAIN_SIDE))
    return np.maximum(noise + 0.5, 0.0).astype(np.float32)
