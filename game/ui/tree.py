"""The search tree as it is shown: which of its nodes, and where each stands. Pure.

A two-player search tells its most tried nodes itself; for SameGame, whose search keeps lines
rather than a tree, the lines of the best candidates are laid over each other.
"""

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from ai.search.messages import Proof, SearchInfo
from ai.search.order import rank
from game.ui.layout import Box
from game.ui.overlay import Mark, plans_of

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
    nodes = _told(info) if info.tree else _laid_over(info)
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
    nodes: Sequence[TreeNode],
    leaves: int,
    depth: int,
    always: Collection[tuple[int, ...]] = (),
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
            is_wanted = nodes[place].is_main or nodes[place].path in always
            if nodes[place].depth <= depth and (is_wanted or nodes[place].visits >= least):
                # Of equally tried nodes the one nearer to the root comes first.
                weight = inf if is_wanted else nodes[place].visits + 1 / nodes[place].depth
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


def _told(info: SearchInfo) -> tuple[TreeNode, ...]:
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
