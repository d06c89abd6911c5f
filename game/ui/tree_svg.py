"""The picture of a search tree as SVG, to be printed or shown: light, and as large as one likes."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import cos, pi, sin, sqrt

from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import LIGHT, RADIUS, TYPE, WHITE, Colour, mix
from game.ui.tree import TreeLayout, TreeNode
from game.ui.tree_picture import WIDEST_DP, NodeText


def svg(size: tuple[int, int], parts: Sequence[str]) -> str:
    """Return a picture of so many pixels, made of what `tree_svg` and `text_svg` return."""
    width, height = size
    ground = f'<rect width="{width}" height="{height}" fill="white"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    font = "Atkinson Hyperlegible, sans-serif"
    return "\n".join([f'{head} font-family="{font}">', ground, *parts, "</svg>", ""])


def text_svg(skin: Skin, text: str, at: tuple[float, float], dp: float, more: str = "") -> str:
    """Return a line of text, its middle at a height; `more` are further attributes."""
    size = skin.text(dp)
    place = f'x="{at[0]}" y="{at[1] + 0.35 * size:.1f}" font-size="{size}"'
    return f'<text {place} fill="{_hex(LIGHT.text)}" {more}>{escape(text)}</text>'


def line_svg(points: Sequence[tuple[float, float]], width: float) -> str:
    """Return a line through some points."""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    stroke = f'fill="none" stroke="{_hex(LIGHT.ai)}" stroke-width="{width:.1f}"'
    return f'<polyline points="{places}" {stroke}/>'


def tree_svg(
    skin: Skin,
    layout: TreeLayout,
    area: Box,
    text_of: Callable[[TreeNode], NodeText],
    levels: Callable[[int], str],
) -> Iterator[str]:
    """Yield the parts of a tree where `game.ui.tree_picture` draws it; see `draw_tree`."""
    for depth, x in enumerate(layout.columns, start=1):
        at = (x + skin.px(4), area.y + skin.px(10))
        yield text_svg(skin, levels(depth), at, TYPE.caption)
    most = max((node.visits for node in layout.nodes), default=0) or 1
    for node, box in zip(layout.nodes, layout.boxes, strict=True):
        source = layout.root if node.parent < 0 else layout.boxes[node.parent]
        (x, y), (end, below) = (source.right, source.centre[1]), (box.x, box.centre[1])
        wide = max(skin.unit.exact(1.2), skin.unit.exact(WIDEST_DP) * sqrt(node.visits / most))
        ink = LIGHT.ai if node.is_main else mix(WHITE, LIGHT.ctrl, 0.6)
        curve = f"M{x} {y}C{(x + end) / 2} {y} {(x + end) / 2} {below} {end} {below}"
        yield f'<path d="{curve}" fill="none" stroke="{_hex(ink)}" stroke-width="{wide:.1f}"/>'
    x, y = layout.root.centre
    yield f'<circle cx="{x}" cy="{y}" r="{layout.root.width / 2}" fill="{_hex(LIGHT.ai)}"/>'
    for node, box in zip(layout.nodes, layout.boxes, strict=True):
        yield from _node(skin, node, box, text_of(node))


def _node(skin: Skin, node: TreeNode, box: Box, text: NodeText) -> Iterator[str]:
    edge, green = _hex(LIGHT.ai if node.is_main else LIGHT.ctrl), _hex(LIGHT.ai)
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    yield f'<rect {place} rx="{skin.px(RADIUS.button)}" fill="white" stroke="{edge}"/>'
    radius = box.height / 2 - skin.px(7)
    x, y = box.x + skin.px(7) + radius, box.centre[1]
    yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="white" stroke="{green}"/>'
    if text.share >= 1:
        yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{green}"/>'
    elif text.share > 0:
        turn = 2 * pi * text.share
        end = f"{x + radius * sin(turn):.1f} {y - radius * cos(turn):.1f}"
        arc = f"A{radius} {radius} 0 {int(text.share > 0.5)} 1 {end}"
        yield f'<path d="M{x} {y}V{y - radius}{arc}Z" fill="{green}"/>'
    top, left = y - skin.px(8) * bool(text.caption), x + radius + skin.px(8)
    yield text_svg(skin, text.name, (left, top), TYPE.table, 'font-weight="bold"')
    right = 'font-weight="bold" text-anchor="end"'
    yield text_svg(skin, text.value, (box.right - skin.px(8), top), TYPE.table, right)
    yield text_svg(skin, text.caption, (left, y + skin.px(9)), TYPE.axis)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
