"""The search tree as it is shown: which of its nodes, where each stands, and its picture.

A two-player search tells its most tried nodes itself; for SameGame, whose search keeps lines
rather than a tree, the lines of the best candidates are laid over each other.
"""

import heapq
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Final

import pygame

from ai.search.messages import Proof, SearchInfo
from ai.search.order import rank
from game.ui import draw
from game.ui.boards import tiles
from game.ui.commands import TREE
from game.ui.elements import Element, Role
from game.ui.layout import Box
from game.ui.overlay import LossClass, Mark, plans_of
from game.ui.skin import Skin
from game.ui.theme import LOSS, RADIUS, TYPE, mix
from game.words.say import counted, listed, said

LINES: Final = 6
"""How many plans' lines make up the tree of a search that has none."""
LEAST_SHARE: Final = 0.002
"""A node is shown from this share of the most tried one's visits."""
MOST_WINNING: Final = 6
"""So many moves that are proven to win are shown, however little they were tried."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One shown node.

    Attributes:
        path: The moves that lead to it, its own last.
        parent: Its parent's place among the shown nodes; -1 below the root.
        visits: How often it was tried; 0 where that is not known.
        value: Share of a win for the mover of the searched position, or final score.
        proof: Its proven value, seen the same way.
        is_main: Whether it lies on the line that would be played.
    """

    path: tuple[int, ...]
    parent: int
    visits: int
    value: float
    proof: Proof | None = None
    is_main: bool = False

    @property
    def depth(self) -> int:
        """Moves from the root, 1 and more."""
        return len(self.path)


def tree_of(info: SearchInfo, marks: Sequence[Mark] = ()) -> tuple[TreeNode, ...]:
    """Return everything that is known of a search's tree, parents before children, best first.

    Args:
        marks: The moves of the searched position, in the order that is shown of them. The first
            one, and those that win, are there also where the tree has not tried them.
    """
    nodes = _reported(info) if info.tree else _laid_over(info)
    places = {move: at for at, mark in enumerate(marks) for move in (mark.move, *mark.same_plan)}
    tried = {node.path[0] for node in nodes}
    for mark in dict.fromkeys((*marks[:1], *winning(marks))):
        if tried.isdisjoint((mark.move, *mark.same_plan)):
            nodes += (TreeNode((mark.move,), -1, mark.visits, mark.value, mark.theorem),)

    def place(i: int) -> tuple[object, ...]:
        node = nodes[i]
        proof = node.proof if node.depth % 2 or node.proof is None else node.proof.opposite
        shown = places.get(node.path[0], len(places)) if node.depth == 1 else 0
        return node.depth, shown, rank(proof, None)

    # A parent may stand behind a child of another line: by depth it never does.
    return _picked(nodes, sorted(range(len(nodes)), key=place))


def winning(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return the first moves that win: no loss is shown while they are not."""
    return tuple(mark for mark in marks if mark.theorem is Proof.WIN)[:MOST_WINNING]


def most_tried(
    nodes: Sequence[TreeNode], leaves: int, depth: int, always: Collection[tuple[int, ...]] = ()
) -> tuple[TreeNode, ...]:
    """Return the most tried nodes with at most so many leaves and levels, and the main line.

    Nodes are taken by their visits, so that the tree grows deep where the search went deep; those
    of the main line, which is that of the first children, and with a path in `always` come before
    all others.
    """
    nodes = _with_main_line(list(nodes))
    children: dict[int, list[int]] = {}
    for place, node in enumerate(nodes):
        children.setdefault(node.parent, []).append(place)
    least = LEAST_SHARE * max((node.visits for node in nodes), default=0)
    chosen: set[int] = set()
    waiting: list[tuple[float, int]] = []
    used = 0

    def offer(parent: int) -> None:
        for place in children.get(parent, ()):
            is_required = nodes[place].is_main or nodes[place].path in always
            if nodes[place].depth <= depth and (is_required or nodes[place].visits >= least):
                # Of equally tried nodes the one nearer to the root comes first.
                weight = inf if is_required else nodes[place].visits + 1 / nodes[place].depth
                heapq.heappush(waiting, (-weight, place))

    offer(-1)
    while waiting:
        _, place = heapq.heappop(waiting)
        parent = nodes[place].parent
        extends_leaf = parent >= 0 and not any(
            sibling in chosen for sibling in children.get(parent, ())
        )
        if not extends_leaf and used >= leaves:
            continue
        used += not extends_leaf
        chosen.add(place)
        offer(place)
    return _picked(nodes, sorted(chosen))


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """Where the nodes stand.

    Attributes:
        columns: Left edge of every level, from the first move on.
    """

    nodes: tuple[TreeNode, ...]
    boxes: tuple[Box, ...]
    root: Box
    columns: tuple[int, ...]

    def node_at(self, position: tuple[float, float]) -> TreeNode | None:
        """Return the node under a pixel."""
        pairs = zip(self.nodes, self.boxes, strict=True)
        return next((node for node, box in pairs if box.contains(position)), None)


def lay_out(
    nodes: Sequence[TreeNode], area: Box, *, root: int, size: tuple[int, int], least_gap: int
) -> TreeLayout:
    """Place nodes in columns by depth, each beside the middle of its children.

    Args:
        nodes: Parents before children.
        root: Edge of the root's square in pixels.
        size: Width and height of a node.
        least_gap: Pixels between two nodes of a column, at least.
    """
    width, height = size
    levels = max((node.depth for node in nodes), default=1)
    step = (area.width - root - width) / max(1, levels - 1) if levels > 1 else 0.0
    gap = max(0.0, min(step - width, width * 0.9))
    first = area.x + root + round(min(gap, area.width * 0.12)) if levels > 1 else area.x + 2 * root
    span = (area.right - width - first) / max(1, levels - 1)
    columns = tuple(round(first + level * span) for level in range(levels))
    leaves = [i for i in range(len(nodes)) if not any(node.parent == i for node in nodes)]
    in_order = sorted(leaves, key=lambda i: _rank_path(nodes, i))
    pitch = min(2.2 * height, area.height / max(1, len(leaves)))
    pitch = max(pitch, height + least_gap)
    top = area.y + (area.height - pitch * len(leaves)) / 2
    middle: dict[int, float] = {
        leaf: top + (row + 0.5) * pitch for row, leaf in enumerate(in_order)
    }
    for i in reversed(range(len(nodes))):
        below = [middle[j] for j, node in enumerate(nodes) if node.parent == i]
        if below:
            middle[i] = (min(below) + max(below)) / 2
    boxes = tuple(
        Box(columns[node.depth - 1], round(middle[i] - height / 2), width, height)
        for i, node in enumerate(nodes)
    )
    tops = [middle[i] for i, node in enumerate(nodes) if node.parent < 0]
    centre = (min(tops) + max(tops)) / 2 if tops else area.centre[1]
    return TreeLayout(
        tuple(nodes), boxes, Box(area.x, round(centre - root / 2), root, root), columns
    )


def _reported(info: SearchInfo) -> tuple[TreeNode, ...]:
    nodes: list[TreeNode] = []
    for branch in info.tree:
        before = nodes[branch.parent].path if branch.parent >= 0 else ()
        path = (*before, branch.move)
        nodes.append(TreeNode(path, branch.parent, branch.visits, branch.value, branch.proof))
    return tuple(nodes)


def _laid_over(info: SearchInfo) -> tuple[TreeNode, ...]:
    """Make a tree of lines: what several begin with is one branch."""
    places: dict[tuple[int, ...], int] = {}
    nodes: list[TreeNode] = []
    for candidate, *_ in plans_of(info.candidates)[:LINES]:
        line = candidate.line or (candidate.move,)
        for length in range(1, len(line) + 1):
            path = line[:length]
            if path in places:
                continue
            places[path] = len(nodes)
            parent = places.get(path[:-1], -1)
            nodes.append(TreeNode(path, parent, candidate.visits, candidate.value, candidate.proof))
    return tuple(nodes)


def _picked(nodes: Sequence[TreeNode], order: Sequence[int]) -> tuple[TreeNode, ...]:
    """Return the nodes at some places in their order, parents before children."""
    place_of = {old: new for new, old in enumerate(order)}
    return tuple(replace(nodes[old], parent=place_of.get(nodes[old].parent, -1)) for old in order)


def _with_main_line(nodes: list[TreeNode]) -> tuple[TreeNode, ...]:
    """Mark the first child of the first child, and so on."""
    at = -1
    while True:
        following = next((i for i, node in enumerate(nodes) if node.parent == at), None)
        if following is None:
            return tuple(nodes)
        nodes[following] = replace(nodes[following], is_main=True)
        at = following


def _rank_path(nodes: Sequence[TreeNode], place: int) -> tuple[int, ...]:
    """Return the places from the root to a node: nodes in this order never cross their edges."""
    path: list[int] = []
    while place >= 0:
        path.insert(0, place)
        place = nodes[place].parent
    return tuple(path)


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
    skin: Skin, nodes: tuple[TreeNode, ...], area: Box, always: Collection[tuple[int, ...]] = ()
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


def tree_list(
    layout: TreeLayout,
    text_of: Callable[[TreeNode], NodeText],
    levels: Callable[[int], str],
    area: Box,
) -> Element:
    """Return a tree as a list of its moves, each right after the one that it follows."""
    order = sorted(range(len(layout.nodes)), key=lambda i: _rank_path(layout.nodes, i))
    items = []
    for i in order:
        node, box = layout.nodes[i], layout.boxes[i]
        told = text_of(node)
        name = listed((told.name, told.value, told.caption))
        items.append(Element(Role.LIST_ITEM, str(node.path), name, box, said(levels(node.depth))))
    return Element(Role.LIST, "tree", said(TREE.title), area, children=tuple(items))


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
    surface: pygame.Surface, skin: Skin, node: TreeNode, box: Box, text: NodeText, lit: bool
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
        surface, text.value, (right, top), TYPE.table, theme.text, bold=True, anchor="midright"
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
    return listed(("" if node.proof is None else _PROOF_WORDS[node.proof], visits))


def _draw_slice(
    surface: pygame.Surface, skin: Skin, centre: tuple[int, int], radius: float, text: NodeText
) -> None:
    theme, letter = skin.theme, text.loss_class
    fill, rim = (LOSS[letter].fill, LOSS[letter].rim) if letter else (theme.cell, theme.cell_hover)
    draw.disc(surface, centre, radius, theme.disc)
    if text.share > 0:
        draw.pie(surface, centre, radius, text.share, fill)
    draw.ring(surface, centre, radius, skin.unit.exact(1.8), rim)
    if letter and skin.details:
        draw.disc(surface, centre, radius * 0.62, theme.disc)
        skin.write(surface, letter, centre, TYPE.table, rim, bold=True, anchor="center")
