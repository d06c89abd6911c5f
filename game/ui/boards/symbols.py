"""The shapes on SameGame tiles, so that no colour has to be told from another by its hue."""

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, hexagon, plus, rectangle, star
from game.ui.theme import TileShape, TileStyle


def draw_symbol(canvas: Canvas, style: TileStyle, centre: Point, half: float) -> None:
    """Draw a tile's shape; `half` is half of its nominal height in pixels."""
    fill, alpha = style.shape_fill, style.shape_alpha
    if style.shape == "circle":
        canvas.circle(centre, 0.92 * half, fill, alpha)
    elif style.shape == "ring":
        canvas.ring(centre, 0.74 * half, 0.42 * half, fill, alpha)
    elif style.shape == "bars":
        x, y = centre
        for top in (-0.86, 0.28):
            bar = rectangle(x - 0.9 * half, y + top * half, 1.8 * half, 0.58 * half)
            canvas.polygon(bar, fill, alpha)
    else:
        canvas.polygon(_outline(style.shape, centre, half), fill, alpha)


def _outline(shape: TileShape, centre: Point, half: float) -> list[Point]:
    """Return a shape's corners; the factors make all shapes look equally large."""
    x, y = centre
    if shape == "triangle":
        wide, low = 1.02 * half, y + 0.84 * half
        return [(x, y - 0.98 * half), (x + wide, low), (x - wide, low)]
    if shape == "diamond":
        reach = 1.18 * half
        return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    if shape == "square":
        return rectangle(x - 0.82 * half, y - 0.82 * half, 1.64 * half, 1.64 * half)
    if shape == "cross":
        return plus(centre, half, 0.70 * half)
    if shape == "star":
        return star((x, y + 0.06 * half), 1.22 * half)
    return hexagon(centre, 1.05 * half, flat_top=True)
