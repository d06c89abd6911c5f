"""The table of a node's children: what each is worth, what UCT adds, and what that comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from ai.contract.rules import State
from ai.search.simulation import Path, SearchedNode
from game.screens.inside import words
from game.screens.inside.stage import Phase
from game.ui import draw
from game.ui.format import short_count
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.basics import Heading
from game.ui.panel.compose import Column, Composed, Inset, Row, Tappable
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets.base import draw_chosen

CHILD: Final = "child"
_BRIEF: Final = ("Select", "Expand", "Play", "Count")
"""The phases where there is little room."""


@dataclass(frozen=True, slots=True)
class PhaseStrip(Section):
    """The four phases, the present one lit."""

    phase: Phase | None
    tall = 30

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme, gap = skin.theme, skin.px(4)
        names: Sequence[str] = [each.value for each in Phase]
        needed = [skin.width(name, TYPE.caption, bold=True) for name in names]
        if sum(needed) + 3 * gap > box.width - skin.px(16):
            names = _BRIEF
            needed = [skin.width(name, TYPE.caption, bold=True) for name in names]
        spare = max(0, box.width - 3 * gap - sum(needed)) // len(names)
        x = box.x
        for phase, name, wide in zip(Phase, names, needed, strict=True):
            place = Box(x, box.y, min(wide + spare, box.right - x), box.height)
            is_now = phase is self.phase
            draw.fill_round(
                surface, place, skin.px(RADIUS.button_small), theme.ai if is_now else theme.raised
            )
            if theme.bordered:
                draw.stroke_round(
                    surface, place, skin.px(RADIUS.button_small), theme.ctrl, skin.px(1)
                )
            ink = theme.on_ai if is_now else theme.text2
            skin.write(surface, name, place.centre, TYPE.caption, ink, bold=True, anchor="center")
            x = place.right + gap


@dataclass(frozen=True, slots=True)
class SumTable(Composed):
    """Children of a node, one a row: the chosen one, and those that promise most.

    Attributes:
        heading: Which node it is.
        state: Its position.
        nodes: All its children.
        ranked: Their places among these, the one that is to be shown first in front.
        chosen: The path of the one that is lit.
        rows: How many rows there are.
    """

    heading: Heading
    state: State
    nodes: tuple[SearchedNode, ...]
    ranked: tuple[int, ...]
    chosen: Path | None
    rows: int

    def content(self, skin: Skin, width: int) -> Section:
        narrow = is_narrow(skin, width)
        has_sum = any(node.bonus is not None for node in self.nodes)
        worth, added, total = ("mean", "+ bonus", "= UCT") if has_sum else ("best", "", "")
        head = self._row(skin, ("move", worth, added, total, "visits"), narrow, is_head=True)
        shown = sorted(self.ranked[: self.rows], key=lambda at: -self.nodes[at].value)
        rows = [self._child(skin, at, self.nodes[at], narrow) for at in shown]
        empty = [Painted(skin.px(SIZE.row_dense), lambda *_: None)] * (self.rows - len(rows))
        left_out = len(self.nodes) - len(rows)
        more = f"and {left_out} more" if left_out else ""
        return Column(self.heading, 2, head, *rows, *empty, quiet(more, tall=18, stretch=True))

    def _child(self, skin: Skin, at: int, node: SearchedNode, narrow: bool) -> Section:
        name = self.state.move_label(node.path[-1])
        added = words.bonus(node)
        has_sum = node.bonus is not None and node.proof is None
        texts = (
            name,
            words.worth(node),
            f"+ {added}" if added else "",
            f"= {words.total(node)}" if has_sum else "",
            short_count(node.visits),
        )
        row = self._row(skin, texts, narrow, is_lit=node.path == self.chosen)
        return Inset(row, behind=_Ground(CHILD, at, is_lit=node.path == self.chosen))

    @staticmethod
    def _row(
        skin: Skin,
        texts: tuple[str, ...],
        narrow: bool,
        *,
        is_head: bool = False,
        is_lit: bool = False,
    ) -> Row:
        name, worth, added, total, visits = texts
        dp = TYPE.caption if is_head else TYPE.table

        def cell(text: str, dp_wide: int, *, bold: bool = False) -> Phrase:
            ink: Ink = "caption" if is_head else "main" if bold or is_lit else "second"
            return Phrase(
                text, dp, ink, bold=bold, tabular=not is_head, right=True, wide=skin.px(dp_wide)
            )

        both = () if narrow else (cell(worth, 62), cell(added, 66))
        return Row(
            6,
            Phrase(name, dp, "caption" if is_head else "main", bold=not is_head, stretch=True),
            *both,
            cell(total or ("" if not narrow else worth), 62, bold=not is_head),
            cell(visits, 52),
            6,
            tall=SIZE.row_dense,
        )


@dataclass(frozen=True, slots=True)
class _Ground(Tappable):
    """What lies behind a row: where it is pressed, and the rim of the one that is lit."""

    is_lit: bool = False

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.is_lit:
            draw_chosen(surface, skin, box, skin.px(RADIUS.inset))
