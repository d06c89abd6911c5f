"""Draws the search tree over the board's place: the wider a branch, the more it was tried."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

import pygame

from ai.search.messages import Proof
from game.ui import draw
from game.ui.boards import tiles
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.skin import Skin
from game.ui.theme import LOSS, RADIUS, TYPE, Colour, mix
from game.ui.tree import TreeLayout, TreeNode, lay_out, most_tried
from game.words.say import counted

NODE_DP: Final = (132, 40)
ROOT_DP: Final = 30
COLUMN_DP: Final = 150
MOST_LEVELS: Final = 4
_GAP_DP: Final = 5
_HEAD_DP: Final = 26
WIDEST_DP: Final = 11.0
_CURVE_STEPS: Final = 14
_PROOF_WORDS: Final = {Proof.WIN: "won", Proof.DRAW: "draw", Proof.LOSS: "lost"}


@dataclass(frozen=True, slots=True)
class NodeText:
    """What stands on a node.

    Attributes:
        value: Its worth, in a few characters.
        share: The same as a share of what is best, 0 to 1, for the slice.
        loss_class: Its class, for moves of the searched position.
        tile: SameGame: the colour of the group it removes.
    """

    name: str
    value: str
    share: float
    caption: str = ""
    loss_class: LossClass | None = None
    tile: int | None = None


def room_for(skin: Skin, area: Box) -> tuple[int, int]:
    """Return how many leaves and levels of a tree fit into an area."""
    rows = (area.height - skin.px(_HEAD_DP)) // skin.px(NODE_DP[1] + _GAP_DP)
    levels = (area.width - skin.px(ROOT_DP)) // skin.px(COLUMN_DP)
    return max(2, int(rows)), min(MOST_LEVELS, max(1, int(levels)))


def place_tree(
    skin: Skin,
    nodes: tuple[TreeNode, ...],
    area: Box,
    always: Collection[tuple[int, ...]] = (),
) -> TreeLayout:
    """Choose the nodes that fit an area, those with a path in `always` first, and place them."""
    leaves, levels = room_for(skin, area)
    head = skin.px(_HEAD_DP)
    body = Box(area.x, area.y + head, area.width, area.height - head)
    shown = most_tried(nodes, leaves, levels, always)
    size = (skin.px(NODE_DP[0]), skin.px(NODE_DP[1]))
    return lay_out(shown, body, root=skin.px(ROOT_DP), size=size, least_gap=skin.px(_GAP_DP))


def draw_tree(
    surface: pygame.Surface,
    skin: Skin,
    layout: TreeLayout,
    area: Box,
    text_of: Callable[[TreeNode], NodeText],
    levels: Callable[[int], str],
    hovered: TreeNode | None,
) -> Iterator[None]:
    """Draw the edges, then the nodes, and pause after each: a tree may take several frames.

    Args:
        levels: Names the level of so many moves, such as "Black".
        hovered: The node under the pointer; its path is lit.
    """
    theme = skin.theme
    for depth, x in enumerate(layout.columns, start=1):
        at = (x + skin.px(4), area.y + skin.px(10))
        name = levels(depth)
        skin.write(surface, name, at, TYPE.caption, theme.text3)
    lit = set() if hovered is None else {hovered.path[:n] for n in range(1, hovered.depth + 1)}
    order = sorted(range(len(layout.nodes)), key=lambda i: _stacking(layout.nodes[i], lit))
    most = max((node.visits for node in layout.nodes), default=1)
    for i in order:
        _draw_edge(surface, skin, layout, i, most, lit)
        yield
    _draw_root(surface, skin, layout.root)
    for i in order:
        node = layout.nodes[i]
        _draw_node(surface, skin, node, layout.boxes[i], text_of(node), node.path in lit)
        yield


def _stacking(node: TreeNode, lit: set[tuple[int, ...]]) -> tuple[bool, bool, int]:
    return node.path in lit, node.is_main, node.visits


def _draw_edge(
    surface: pygame.Surface,
    skin: Skin,
    layout: TreeLayout,
    place: int,
    most: int,
    lit: set[tuple[int, ...]],
) -> None:
    node, box = layout.nodes[place], layout.boxes[place]
    source = layout.root if node.parent < 0 else layout.boxes[node.parent]
    start = (float(source.right - skin.px(2)), float(source.centre[1]))
    end = (float(box.x + skin.px(2)), float(box.centre[1]))
    share = sqrt(node.visits / most) if most else 0.0
    width = max(skin.unit.exact(1.2), skin.unit.exact(WIDEST_DP) * share)
    theme = skin.theme
    colour = theme.text if node.path in lit else theme.ai if node.is_main else theme.ctrl
    ground = mix(theme.bg, colour, 0.9 if node.path in lit or node.is_main else 0.25 + 0.4 * share)
    draw.polyline(surface, _curve(start, end), width, ground)


def _curve(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return a line that leaves and arrives level."""
    points = []
    for step in range(_CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        eased = t * t * (3 - 2 * t)
        points.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * eased))
    return points


def _draw_root(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    theme = skin.theme
    draw.disc(surface, box.centre, box.width / 2, theme.ai)
    draw.disc(surface, box.centre, box.width / 2 - skin.unit.exact(3), theme.bg)
    draw.disc(surface, box.centre, box.width / 5, theme.ai)


def _draw_node(
    surface: pygame.Surface,
    skin: Skin,
    node: TreeNode,
    box: Box,
    text: NodeText,
    lit: bool,
) -> None:
    theme = skin.theme
    radius = skin.px(RADIUS.button)
    draw.fill_round(surface, box, radius, theme.hover if lit else theme.raised)
    if node.is_main or lit or theme.bordered:
        edge = theme.text if lit else theme.ai if node.is_main else theme.ctrl
        draw.stroke_round(surface, box, radius, edge, skin.px(1.5))
    side = box.height - skin.px(14)
    centre = (box.x + skin.px(7) + side // 2, box.centre[1])
    if text.tile is not None and text.loss_class is None:
        picture = tiles.tile(skin, text.tile, round(0.8 * side), tiles.ALONE)
        surface.blit(picture, picture.get_rect(center=centre))
    else:
        _draw_slice(surface, skin, centre, side / 2, text)
    x, right = centre[0] + side // 2 + skin.px(6), box.right - skin.px(7)
    room = right - x
    top = box.centre[1] - (skin.px(8) if text.caption else 0)
    bottom = box.centre[1] + skin.px(9)
    value = skin.write(
        surface,
        text.value,
        (right, top),
        TYPE.table,
        theme.text,
        bold=True,
        anchor="midright",
    )
    beside, sizes = max(1, value.x - skin.px(4) - x), (TYPE.table, TYPE.caption, TYPE.axis)
    dp = next((dp for dp in sizes if skin.width(text.name, dp, bold=True) <= beside), sizes[-1])
    name = skin.fit(text.name, dp, beside, bold=True)
    skin.write(surface, name, (x, top), dp, theme.text, bold=True)
    caption = skin.fit(text.caption, TYPE.axis, room)
    skin.write(surface, caption, (x, bottom), TYPE.axis, theme.text3)


def caption_of(node: TreeNode) -> str:
    """Return what is known of a node besides its value: its proof and its visits."""
    visits = counted(node.visits, "visit", short=True) if node.visits else ""
    if node.proof is None:
        return visits
    return f"{_PROOF_WORDS[node.proof]}, {visits}" if visits else _PROOF_WORDS[node.proof]


def _draw_slice(
    surface: pygame.Surface, skin: Skin, centre: tuple[int, int], radius: float, text: NodeText
) -> None:
    theme = skin.theme
    plate = theme.disc
    fill: Colour = LOSS[text.loss_class].fill if text.loss_class else theme.cell
    draw.disc(surface, centre, radius, plate)
    if text.share > 0:
        draw.pie(surface, centre, radius, text.share, fill)
    rim = LOSS[text.loss_class].rim if text.loss_class else theme.cell_hover
    draw.ring(surface, centre, radius, skin.unit.exact(1.8), rim)
    if text.loss_class is not None and skin.details:
        disc = radius * 0.62
        draw.disc(surface, centre, disc, plate)
        skin.write(
            surface,
            text.loss_class,
            centre,
            TYPE.table,
            LOSS[text.loss_class].rim,
            bold=True,
            anchor="center",
        )
