"""The tree of a watched search, with the path of its simulation lit."""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Final

import pygame

from ai.contract.rules import GameSpec, State
from ai.search.order import rank
from ai.search.simulation import Path, Phase, SearchedNode
from game.screens import described
from game.screens.inside import tables
from game.screens.inside.run import WatchedSearch
from game.screens.inside.stage import Staged, state_at, summed, worth_of
from game.ui import draw
from game.ui.elements import Element, run_together, text
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.text import Anchor
from game.ui.theme import RADIUS, TYPE
from game.ui.tree import NodeText, TreeLayout, TreeNode, draw_tree, place_tree, room_for, tree_list
from game.words import inside as words
from game.words.say import AT_STEP, CHANGE, beside, said, say

Pixel = tuple[int, int]
NodeWords = tuple[TreeLayout, Callable[[TreeNode], NodeText], Callable[[int], str]]

_LEGEND_DP: Final = 22
_CHILDREN: Final = 12
"""Children of a node that are thought of, the most tried first."""
_PIECE_SECONDS: Final = 0.005
"""What a frame has for painting, beside the board and the panel."""
_UPPER_FRAMES: Final = 4
"""So many frames the lower one of two trees begins later: by then the upper one is painted."""
_MOST_OPENED: Final = 60
"""Nodes whose children are thought of; so many have no place."""


class WatchedTreeView:
    """Draws the tree and tells which node is where; it stands still under the pointer.

    Attributes:
        opened: A node that is to be seen, though it is not on the path.
        is_painting: Whether a new picture of it is not whole yet.
    """

    def __init__(self, spec: GameSpec, root: State, search: WatchedSearch) -> None:
        """Draw the tree of a search of the position `root`."""
        self._spec, self._root = spec, root
        self.search = search
        self.opened: Path | None = None
        self._area = self._head = Box(0, 0, 1, 1)
        self._which: int | None = None
        self._pointer: tuple[int, int] | None = None
        self._base: Path = ()
        self._layout: TreeLayout | None = None
        self._made_of: tuple[object, object] = (None, None)
        self._shown: set[Path] = set()
        self._picture: tuple[object, pygame.Surface] | None = None
        self._place: object = None
        self._seen: object = None
        self._painting: Iterator[bool] = iter(())
        self.is_painting = False

    def place(self, skin: Skin, area: Box, which: int | None = None) -> None:
        """Take an area of the window, as the upper or the lower one of two, or as the only one."""
        tall = 0 if which is None else skin.px(tables.HEAD_DP)
        self._which, self._head = which, area._replace(height=tall)
        self._area = area._replace(y=area.y + tall, height=area.height - tall)

    def point(self, position: tuple[int, int] | None) -> None:
        """Take the pointer's place; None where the hand is elsewhere, so that the tree may move."""
        self._pointer = position

    def path_at(self, position: tuple[int, int]) -> Path | None:
        """Return the node under a pixel."""
        if self._layout is None:
            return None
        if self._layout.root.contains(position):
            return self._base
        node = self._layout.node_at(position)
        return None if node is None else (*self._base, *node.path)

    def draw(
        self, surface: pygame.Surface, skin: Skin, looked: Path | None, *, in_pieces: bool = False
    ) -> None:
        """Draw the tree at a moment; lit are the path, or the way to the node `looked` at.

        With `in_pieces` new numbers are painted a piece a frame, and seen once all are there.
        """
        if self._which is not None:
            head = tables.head(skin, self._which, self.search, self._root)
            head.draw(surface, skin, self._head)
        if self.search.stage.tree is None:
            return
        place = (looked, skin, self._area, surface.get_size())
        is_new, self._place = place != self._place, place
        if is_new or not (in_pieces and self.is_painting):
            self._painting = self._painted(surface.get_size(), skin, looked)
        is_whole = is_new or not in_pieces
        self.is_painting = next((each for each in self._painting if not is_whole), False)
        if self._picture is not None:
            seen = self._area.inset(-skin.px(6))
            surface.blit(self._picture[1], seen, seen)

    def describe(self, skin: Skin) -> Iterator[Element]:
        """Yield what stands above the tree, if anything, the tree as it was drawn, and legends."""
        if self._which is not None:
            head = tables.head(skin, self._which, self.search, self._root)
            yield from described.parts_of(head, skin, self._head)
        if self.search.stage.tree is None:
            return
        if self._layout is None:
            yield text(said(words.ONLY_ROOT), self._area)
            return
        layout, text_of, level = self._node_words(self._layout)
        yield tree_list(layout, text_of, level, self._area)
        legends = (words for words, _, _ in self._words(skin, layout))
        yield text(run_together(legends), self._area)

    def _painted(self, size: tuple[int, int], skin: Skin, looked: Path | None) -> Iterator[bool]:
        """Paint the picture anew if it has changed; yield True where a frame may end."""
        if self.search.stage.look != self._seen:
            for _ in range(1 + _UPPER_FRAMES * (self._which or 0)):
                yield True  # the panel's new numbers are enough for one frame
        stage, layout = self.search.stage, self._lay_out(skin, looked)
        self._seen = stage.look
        made_of = (layout, stage.look, looked, skin, size)
        if self._picture is not None and self._picture[0] == made_of:
            return
        yield True
        picture = pygame.Surface(size)
        picture.fill(skin.theme.bg)
        if layout is not None:
            yield from self._paint(picture, skin, looked, layout)
        else:
            at, ink, text = self._area.centre, skin.theme.text2, words.ONLY_ROOT
            skin.write(picture, text, at, TYPE.lead, ink, anchor="center")
        self._picture = made_of, picture

    def _paint(
        self, surface: pygame.Surface, skin: Skin, looked: Path | None, layout: TreeLayout
    ) -> Iterator[bool]:
        stage = self.search.stage
        lit = stage.path if looked is None else looked
        below = lit[len(self._base) :] if lit[: len(self._base)] == self._base else ()
        layout, text_of, level = self._node_words(layout)
        shown = {node.path: node for node in layout.nodes}
        ends = (below[:length] for length in range(len(below), 0, -1))
        leaf = next((shown[path] for path in ends if path in shown), None)
        pauses = draw_tree(surface, skin, layout, self._area, text_of, level, leaf)
        began = perf_counter()
        for _ in pauses:
            if perf_counter() - began > _PIECE_SECONDS:
                yield True
                began = perf_counter()
        for legend, at, anchor in self._words(skin, layout):
            skin.write(surface, legend, at, TYPE.caption, skin.theme.text3, anchor=anchor)
        for node, box in zip(layout.nodes, layout.boxes, strict=True):
            if stage.is_changing((*self._base, *node.path)):
                around = box.inset(-skin.px(3))
                draw.stroke_round(
                    surface, around, skin.px(RADIUS.inset), skin.theme.accent, skin.px(2)
                )

    def larger(self, times: int) -> "WatchedTreeView":
        other = WatchedTreeView(self._spec, self._root, self.search)
        other.opened, other._which = self.opened, self._which
        boxes = (self._area, self._head)
        other._area, other._head = (Box(*(times * each for each in box)) for box in boxes)
        return other

    def _node_words(self, layout: TreeLayout) -> NodeWords:
        """Return the layout with the visits of a moment, and what writes its nodes and levels."""
        stage, root = self.search.stage, self._root
        nodes_by_place = {node: stage.node((*self._base, *node.path)) for node in layout.nodes}
        nodes = (replace(node, visits=now.visits) for node, now in nodes_by_place.items() if now)
        shown = {node.path: node for node in nodes}
        layout = replace(layout, nodes=tuple(shown.get(each.path, each) for each in layout.nodes))
        base = state_at(root, self._base)

        def text_of(node: TreeNode) -> NodeText:
            return self._text(base, stage, node)

        def level(depth: int) -> str:
            depth += len(self._base)
            if self._spec.players == 1:
                return say(AT_STEP, step=depth)
            at = root if depth % 2 else root.play(root.legal_moves[0])
            return self._spec.side(at)

        return layout, text_of, level

    def _words(self, skin: Skin, layout: TreeLayout) -> Iterator[tuple[str, Pixel, Anchor]]:
        """Yield what the numbers are, and which node it is that the tree is drawn from."""
        area, base = self._area, self._base
        parts: tuple[str, ...] = words.NUMBERS
        if self.search.stage.tree and "= UCT" not in self.search.stage.tree.columns:
            parts = parts[0], say(words.BELOW, what=self.search.stage.tree.columns[0])
        legends = (beside(*parts[:count]) for count in range(len(parts), 0, -1))
        legend = next((t for t in legends if skin.width(t, TYPE.caption) <= area.width), parts[0])
        if self._which != 0:
            yield legend, (area.x, area.bottom - skin.px(8)), "midleft"
        if base:
            name = state_at(self._root, base[:-1]).move_label(base[-1])
            yield name, (layout.root.centre[0], layout.root.bottom + skin.px(10)), "center"

    def _text(self, base: State, stage: Staged, node: TreeNode) -> NodeText:
        path = (*self._base, *node.path)
        name = state_at(base, node.path[:-1]).move_label(node.path[-1])
        searched = stage.node(path)
        if searched is None or stage.tree is None:
            return NodeText(name, "", 0.0)
        before = stage.simulation.before.node(path) if stage.simulation else None
        visits, caption = str(searched.visits), summed(searched)
        if stage.is_changing(path) and before is not None and before.visits:
            visits = f"{before.visits} +{searched.visits - before.visits}"
            caption = say(CHANGE, before=worth_of(before), after=worth_of(searched))
        return NodeText(name, visits, max(0.0, stage.tree.share(searched)), caption)

    # Which nodes are shown, and where.

    def _lay_out(self, skin: Skin, looked: Path | None) -> TreeLayout | None:
        stage, simulation = self.search.stage, self.search.stage.simulation
        path = () if simulation is None else simulation.path
        number = None if simulation is None else (simulation.number, stage.phase is Phase.SELECTION)
        made_of = (stage.tree, number), (self._area, skin)
        is_pointed_at = self._pointer is not None and self.path_at(self._pointer) is not None
        is_same = made_of == self._made_of or (is_pointed_at and made_of[1] == self._made_of[1])
        if is_same and (looked is None or looked in self._shown):
            return self._layout
        self._made_of = made_of
        ends = (path, looked or (), self.opened or ())
        longest, levels = max(ends, key=len), room_for(skin, self._area)[1]
        self._base = longest[: max(0, len(longest) - levels)]
        paths = {each[:length] for each in ends for length in range(len(each) + 1)}
        nodes = self._gather(stage, levels, paths)
        depth = len(self._base)
        under = {each[depth:] for each in paths if each[:depth] == self._base}
        area = self._area._replace(
            height=self._area.height - skin.px(_LEGEND_DP * (self._which != 0))
        )
        self._layout = place_tree(skin, nodes, area, under) if nodes else None
        placed = () if self._layout is None else self._layout.nodes
        self._shown = {self._base, *((*self._base, *node.path) for node in placed)}
        return self._layout

    def _gather(self, stage: Staged, levels: int, paths: set[Path]) -> tuple[TreeNode, ...]:
        """List what may be shown, parents before children, what would be played first.

        What follows is in the order of moves, and of moves that are open the most tried first.
        """
        line = () if stage.tree is None else stage.tree.line

        def place(child: SearchedNode) -> tuple[object, ...]:
            is_played = child.path == line[: len(child.path)]
            return not is_played, rank(child.proof, None), -child.visits

        nodes: list[TreeNode] = []
        depth = len(self._base)
        waiting: list[tuple[float, int, Path]] = [(-inf, -1, self._base)]
        for _ in range(_MOST_OPENED):
            if not waiting:
                break
            _, parent, path = heapq.heappop(waiting)
            for at, child in enumerate(sorted(stage.children(path), key=place)):
                is_kept = child.path in paths
                if not is_kept and (at >= _CHILDREN or not (child.visits or child.proof)):
                    continue
                nodes.append(
                    TreeNode(child.path[depth:], parent, child.visits, child.mean, child.proof)
                )
                if len(child.path) < depth + levels:
                    weight = -inf if is_kept else -child.visits
                    heapq.heappush(waiting, (weight, len(nodes) - 1, child.path))
        return tuple(nodes)
