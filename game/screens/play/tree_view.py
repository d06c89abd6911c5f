"""The search tree on a game's screen: T lays it over the board, and the pointer explores it."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from ai.contract.rules import State
from ai.search.messages import SearchInfo
from game.screens.entry import make_board_view
from game.ui import commands, draw
from game.ui.elements import Element, text
from game.ui.layout import Box
from game.ui.overlay import Mark, Overlay
from game.ui.skin import Skin
from game.ui.text import plain
from game.ui.theme import RADIUS, TOOLTIP_SHADOW, TYPE
from game.ui.tree import (
    NodeText,
    TreeLayout,
    TreeNode,
    draw_tree,
    place_tree,
    tree_list,
    tree_of,
    winning,
)
from game.ui.widgets import draw_ground
from game.words import play as words
from game.words.say import AT_STEP, say

if TYPE_CHECKING:
    from game.screens.play.duel import DuelFace
    from game.screens.play.solo import SoloFace

POPUP_DP: Final = 196
_MARGIN_DP: Final = 16


class TreeView:
    """Draws what a search tried most, and the position behind the node under the pointer.

    Attributes:
        layout: Where its nodes were drawn last; None where there was nothing to draw.
    """

    def __init__(self, game: str, face: "DuelFace | SoloFace") -> None:
        self._face = face
        self._view = make_board_view(game)
        self._area = Box(0, 0, 1, 1)
        self._pointer: tuple[int, int] | None = None
        self.layout: TreeLayout | None = None
        self._made_of: tuple[SearchInfo, State, tuple[Mark, ...], Box, Skin] | None = None
        self._states: dict[tuple[int, ...], State] = {}
        self._waiting = ""
        self._writes: tuple[Callable[[TreeNode], NodeText], Callable[[int], str]]

    def place(self, board: Box, skin: Skin) -> None:
        self._area = board.inset(skin.px(_MARGIN_DP), skin.px(6))

    def point(self, position: tuple[int, int] | None) -> None:
        """Take the pointer's place."""
        self._pointer = position

    @property
    def hovered(self) -> TreeNode | None:
        if self._pointer is None or self.layout is None:
            return None
        return self.layout.node_at(self._pointer)

    def draw(
        self,
        surface: pygame.Surface,
        skin: Skin,
        state: State,
        info: SearchInfo | None,
        overlay: Overlay | None,
        sides: tuple[str, str],
        waiting: str,
    ) -> None:
        """Draw the tree of a search of `state`.

        Args:
            info: What the search knows; None before it has said anything.
            overlay: Its marks, for the classes of its moves.
            sides: The names of the mover and of the opponent.
            waiting: What to say while there is no tree.
        """
        if info is None or not (info.tree or info.candidates):
            self.layout, self._waiting = None, waiting
            at = self._area.centre
            ink = skin.theme.text2
            skin.write(surface, plain(waiting), at, TYPE.lead, ink, anchor="center")
            return
        marks = overlay.marks if overlay is not None else ()
        layout = self.layout_of(state, info, marks, skin)
        best = max((abs(node.value) for node in layout.nodes), default=1.0) or 1.0

        def text_of(node: TreeNode) -> NodeText:
            return self.text_of(node, overlay, best)

        def level(depth: int) -> str:
            if len(state.returns) == 1:
                return say(AT_STEP, step=depth)
            return sides[(depth - 1) % 2]

        self._writes = text_of, level
        hovered = self.hovered
        for _ in draw_tree(surface, skin, layout, self._area, text_of, level, hovered):
            pass
        if hovered is not None:
            self._draw_popup(surface, skin, hovered, layout)

    def describe(self) -> Element:
        """Return the tree that was drawn as a list, each move below the one before it."""
        if self.layout is None:
            return text(plain(self._waiting), self._area)
        return tree_list(self.layout, *self._writes, self._area)

    def legend(self, mover: str, *, one_player: bool) -> str:
        return say(words.TREE[one_player], mover=mover, key=commands.TREE.cap)

    def layout_of(
        self, state: State, info: SearchInfo, marks: tuple[Mark, ...], skin: Skin
    ) -> TreeLayout:
        """Return where the nodes of a search stand, the first moves in the order of `marks`."""
        made_of = (info, state, marks, self._area, skin)
        before = self._made_of
        is_same = before is not None and before[0] is info and before[1:] == made_of[1:]
        if self.layout is None or not is_same:
            if before is None or before[1] is not state:
                self._states = {(): state}
            wins = {(mark.move,) for mark in winning(marks)}
            self.layout = place_tree(skin, tree_of(info, marks), self._area, wins)
            self._made_of = made_of
        return self.layout

    def _state(self, path: tuple[int, ...]) -> State:
        if path not in self._states:
            self._states[path] = self._state(path[:-1]).play(path[-1])
        return self._states[path]

    def text_of(self, node: TreeNode, overlay: Overlay | None, best: float) -> NodeText:
        """Return what stands on a node; on the first level, what board and table tell of it.

        Args:
            best: The highest of all nodes' values.
        """
        mark = overlay.mark_of(node.path[0]) if overlay and node.depth == 1 else None
        before = self._state(node.path[:-1])
        if mark is None:
            return self._face.node_text(before, node, best)
        node = replace(node, value=mark.value, visits=mark.visits, proof=mark.theorem)
        text = self._face.node_text(before, node, best)
        if not mark.has_numbers:
            return replace(text, value="", share=0.0)
        return replace(text, loss_class=mark.loss_class)

    def _draw_popup(
        self, surface: pygame.Surface, skin: Skin, node: TreeNode, layout: TreeLayout
    ) -> None:
        """Show the position that a node stands for, in the corner where it hides least."""
        side = min(skin.px(POPUP_DP), self._area.height // 2)
        node_box = layout.boxes[layout.nodes.index(node)]
        corners = [
            Box(x, y, side, side)
            for x in (self._area.right - side, self._area.x)
            for y in (self._area.bottom - side, self._area.y)
        ]
        popup = min(
            corners,
            key=lambda corner: (
                corner.overlaps(node_box),
                sum(corner.overlaps(box) for box in layout.boxes),
            ),
        )
        radius = skin.px(RADIUS.card)
        draw.shadow(surface, popup, radius, TOOLTIP_SHADOW, skin.theme, skin.unit)
        draw_ground(surface, skin, popup, radius, skin.theme.panel)
        self._view.resize(pygame.Rect(popup.inset(skin.px(10))), skin)
        self._view.draw(surface, self._view.line_content(self._state(()), node.path))
