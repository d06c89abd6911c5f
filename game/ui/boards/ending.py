"""How a finished game ends on the board: what has won lights up in turn, all else steps back.

A board says what lights up, and where; what this takes and how it looks is said here. Each
function draws one moment, `seconds` after the move that ended the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, hypot
from typing import Final

import pygame

from ai.contract.rules import State
from game.ui.animation import ease_in_out, ease_out
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, along, thick
from game.ui.boards.sprites import blit_centred, drawn_once, share_of
from game.ui.skin import Skin
from game.ui.theme import ENDING, Colour, Span, Theme

CHANNEL: Final = 2.31
"""Width of a channel, in radii of the pieces that lie in it."""
LIGHT_PIECE: Final = 128
"""How light a piece is to the eye at least that lies on shade when it has won."""
SEAM_STEPS: Final = 12
"""In how many steps a seam lights up, so that every game draws the same few pictures."""
_SWOLLEN: Final = 1.10, 1.06
"""The largest size of a piece in a row, and the one that it keeps, over its usual size."""
_GREETED: Final = 1.12, 1.05
"""The same for a piece that has reached its goal."""
_EDGE_DP: Final = 2.5
_HALO: Final = 0.62
"""How far a halo reaches beyond its channel, in the channel's width."""
_LINE_HALO: Final = 5
"""Width of a line of light that has the halo of a line, in the line's width."""
_HALO_ALPHA: Final = 0.42
_BLUR_SCALE: Final = 4


def is_drawn(state: State) -> bool:
    """Tell whether nobody has won a game for two that is over."""
    returns = state.returns
    return state.is_terminal and len(returns) == 2 and returns[0] == returns[1]


@dataclass(frozen=True, slots=True)
class LitRow:
    """Pieces on the screen that end a game together.

    Attributes:
        middles: Where they are, in order.
        last: Which of them came last; the light goes out from it.
        radius: Half the width of a piece in pixels.
        is_light: Whether they are light: such pieces lie on shade, dark ones on light.
    """

    middles: tuple[Point, ...]
    last: int
    radius: float
    is_light: bool
    span: Span = ENDING.channel

    def turn_of(self, index: int) -> int:
        """Return after how many others a piece lights up."""
        return abs(index - self.last)

    def channel(self, seconds: float) -> tuple[Point, Point]:
        """Return how far the channel has grown from the last piece to both ends."""
        share = ease_out(share_of(seconds, *self.span))
        start, end = (along(self.middles[self.last], self.middles[i], share) for i in (0, -1))
        return start, end


def first_lit(cells: tuple[int, ...], last_move: int | None) -> int:
    """Return which cell of a row lights up first: the last move's, or else the middle one."""
    return cells.index(last_move) if last_move in cells else len(cells) // 2


def veil_share(seconds: float, span: Span = ENDING.veil) -> float:
    """Return how far all but what has won has stepped back, 0 to 1."""
    return ease_out(share_of(seconds, *span))


def paint_veil(layer: pygame.Surface, plate: pygame.Surface, theme: Theme) -> None:
    """Paint on a clear layer what lies over all but what has won, as large as the empty board."""
    colour, opacity = theme.veil
    layer.blit(plate, (0, 0))
    layer.fill((0, 0, 0, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    layer.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)


def swell(seconds: float, turn: int) -> float:
    """Return the size of a piece that is number `turn` to light up, over its usual size."""
    begin = ENDING.channel[0] + ENDING.swell_gap * turn
    return swollen(share_of(seconds, begin, begin + ENDING.swell), 1.0, *_SWOLLEN)


def greeting(seconds: float) -> float:
    """Return the size of a piece that has reached its goal, over its usual size."""
    begin = ENDING.arrival[0]
    return swollen(share_of(seconds, begin, begin + ENDING.greeting), 1.0, *_GREETED)


def swollen(share: float, least: float, most: float, rest: float) -> float:
    """Return the size of what swells from its least to its largest size, and then comes to rest."""
    if share < 0.5:
        return least + (most - least) * ease_out(2 * share)
    return most + (rest - most) * ease_in_out(2 * share - 1.0)


def draw_row(
    skin: Skin,
    surface: pygame.Surface,
    row: LitRow,
    seconds: float,
    draw_piece: Callable[[int, float], None],
) -> None:
    """Draw the channel under a row, and its pieces in it.

    `draw_piece` draws a piece of the row, by its index and its size over the usual one.
    """
    if seconds < ENDING.veil[0]:
        return
    draw_channel(skin, surface, row, seconds)
    for index in range(len(row.middles)):
        draw_piece(index, swell(seconds, row.turn_of(index)))


def draw_channel(skin: Skin, surface: pygame.Surface, row: LitRow, seconds: float) -> None:
    """Draw the channel as far as it has grown, with its halo around it."""
    theme = skin.theme
    width, edge = CHANNEL * row.radius, max(1.0, skin.unit.exact(_EDGE_DP))
    body = theme.shade if row.is_light else theme.lit
    (x0, y0), (x1, y1) = start, end = row.channel(seconds)
    glow = share_of(seconds, *ENDING.halo)
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    if seconds < row.span[1]:
        if seconds > row.span[0]:
            capsule(surface, start, end, width, theme.lit_edge)
            capsule(surface, start, end, width - 2 * edge, body)
        return
    reach = round(x1 - x0), round(y1 - y0)
    if glow and not theme.bordered:
        picture = halo(skin, reach, round(width), theme.beam)
        blit_centred(surface, picture, middle, glow)
    blit_centred(surface, channel(skin, reach, width, edge, body), middle)


def draw_light(
    skin: Skin, surface: pygame.Surface, start: Point, end: Point, width: float, seconds: float
) -> None:
    """Draw a line of light, with its halo once that comes."""
    colour, glow = skin.theme.beam, share_of(seconds, *ENDING.halo)
    if glow and not skin.theme.bordered:
        reach = round(end[0] - start[0]), round(end[1] - start[1])
        picture = halo(skin, reach, round(_LINE_HALO * width), colour)
        blit_centred(surface, picture, along(start, end, 0.5), glow)
    capsule(surface, start, end, max(2.0, width), colour)


def draw_way_signs(skin: Skin, surface: pygame.Surface, way: LitRow, share: float) -> None:
    """Draw what points along the way of a piece, in its channel."""
    start, end = way.middles[0], way.middles[-1]
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    step = 0.36 * way.radius / length
    towards = round((end[0] - start[0]) / length, 3), round((end[1] - start[1]) / length, 3)
    for number in range(3):
        at = along(start, end, (number - 0.2) * step)
        sign = way_sign(skin, towards, round(way.radius), way.is_light)
        blit_centred(surface, sign, at, share * (0.45 + 0.25 * number))


@drawn_once
def way_sign(
    skin: Skin, towards: tuple[float, float], radius: int, is_light: bool
) -> pygame.Surface:
    """Return a chevron that points in a direction, in the channel of a piece of this radius."""
    canvas = Canvas((radius, radius))
    x, y = towards
    reach, back = 0.26 * radius, 0.20 * radius
    middle = radius / 2
    tip = middle + back / 2 * x, middle + back / 2 * y
    tails = [
        (tip[0] - back * x - s * reach * y, tip[1] - back * y + s * reach * x) for s in (-1, 1)
    ]
    ink = skin.theme.lit_edge if is_light else skin.theme.shade
    canvas.stroke([tails[0], tip, tails[1]], max(1.2, 0.10 * radius), ink)
    return canvas.finish()


@drawn_once
def channel(
    skin: Skin, reach: tuple[int, int], width: float, edge: float, body: Colour
) -> pygame.Surface:
    """Return a channel that reaches so far to the right and down, its middle in the middle."""
    half = [ceil((abs(length) + width) / 2) + 1 for length in reach]
    canvas = Canvas((2 * half[0], 2 * half[1]), oversampling=2)
    ends = [(half[0] + side * reach[0] / 2, half[1] + side * reach[1] / 2) for side in (-1, 1)]
    canvas.stroke(ends, width, skin.theme.lit_edge)
    canvas.stroke(ends, width - 2 * edge, body)
    return canvas.finish()


@drawn_once
def halo(_skin: Skin, reach: tuple[int, int], width: int, colour: Colour) -> pygame.Surface:
    """Return the light around a line of this width; made small, as it has no edges to lose."""
    blur = _HALO * width
    size = [ceil(abs(length) + width + 2 * blur) + 2 for length in reach]
    small = pygame.Surface([length // _BLUR_SCALE + 1 for length in size], pygame.SRCALPHA)
    small.fill((*colour, 0))
    (wide, tall), (x, y) = size, reach
    start, end = (
        ((wide + side * x) / 2 / _BLUR_SCALE, (tall + side * y) / 2 / _BLUR_SCALE)
        for side in (-1, 1)
    )
    capsule(small, start, end, width / _BLUR_SCALE, (*colour, round(255 * _HALO_ALPHA)))
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / _BLUR_SCALE / 2)), False)
    return pygame.transform.smoothscale(small, size)


def capsule(
    surface: pygame.Surface, start: Point, end: Point, width: float, colour: tuple[int, ...]
) -> None:
    """Draw a line with round ends without a picture of it: one that grows is another each frame."""
    corners = thick(start, end, width / 2)
    pygame.draw.polygon(surface, colour, corners)
    for first, second in (corners[:2], corners[2:]):
        pygame.draw.aaline(surface, colour, first, second)
    for point in (start, end):
        pygame.draw.aacircle(surface, colour, point, width / 2)


def seam_level(seconds: float, place: Point, middle: Point, reach: float) -> int:
    """Return how bright a seam is, 0 to `SEAM_STEPS`: light fills the seams from the middle.

    `reach` is how far the farthest seam is from the middle of the board.
    """
    front = 1.25 * ease_in_out(share_of(seconds, *ENDING.seams))
    away = hypot(place[0] - middle[0], place[1] - middle[1]) / reach
    return round(SEAM_STEPS * min(1.0, max(0.0, (front - away) / 0.25)))
