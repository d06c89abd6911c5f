"""What a board is to those who do not see it: a grid of cells, called by what is on them."""

from dataclasses import replace
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from ai.contract.rules import GameSpec, State
from game.ui.boards.marks import proof_words
from game.ui.elements import Act, Element, Role
from game.ui.layout import Box
from game.ui.overlay import Mark
from game.ui.skin import Skin
from game.words import boards as words
from game.words.numbers import percent, thousands
from game.words.say import AT_STEP, listed, said, say

if TYPE_CHECKING:
    from game.ui.boards.view import Board, BoardContent

Rows = tuple[tuple[tuple[int, Element], ...], ...]
_ACTS = frozenset((Act.PRESS, Act.FOCUS))


class BoardDescription:
    """Describes a board; what is equal to something of before stays as it is."""

    def __init__(self, view: "Board") -> None:
        self._view = view
        self._cells: tuple[object, Rows] = None, ()
        self._grid: tuple[object, Element] | None = None

    def of(self, content: "BoardContent", spec: GameSpec, area: Box, skin: Skin) -> Element:
        """Return the grid of a board that is drawn in an area."""
        place = area, skin, self._view.box_of(content.state, 0)
        key = _still(content), place
        if self._grid is None or self._grid[0] != key:
            rows = self._rows(content.state, spec, place)
            noted = self._notes(content)
            made = []
            for at, cells in enumerate(rows):
                children = tuple(
                    replace(
                        each,
                        name=listed((each.name, *noted.get(cell, ()))),
                        is_focused=cell == content.cursor,
                    )
                    if cell in noted or cell == content.cursor
                    else each
                    for cell, each in cells
                )
                box = children[0].box.around(children[-1].box)
                made.append(Element(Role.ROW, f"row {at}", "", box, children=children))
            title = said(spec.title)
            grid = Element(Role.GRID, Role.GRID, title, area, children=tuple(made))
            self._grid = key, grid
        return self._grid[1]

    def _rows(self, state: State, spec: GameSpec, place: object) -> Rows:
        """Return the cells from the upper left on, without what is noted of them."""
        key = state, place
        if self._cells[0] != key:
            view, names = self._view, self._view.cell_words(state, spec)
            boxes = {cell: view.cell_box(state, cell) for cell in names}
            order = sorted(boxes, key=lambda cell: (boxes[cell].y, boxes[cell].x))
            by_row = groupby(order, key=lambda cell: boxes[cell].y)
            self._cells = (
                key,
                tuple(
                    tuple(
                        (
                            cell,
                            Element(
                                Role.CELL,
                                str(cell),
                                names[cell],
                                boxes[cell],
                                acts=_ACTS,
                                place=(row, column),
                            ),
                        )
                        for column, cell in enumerate(cells)
                    )
                    for row, (_, cells) in enumerate(by_row)
                ),
            )
        return self._cells[1]

    def _notes(self, content: "BoardContent") -> dict[int, list[str]]:
        noted: dict[int, list[str]] = {}
        for cell, note in self._view.notes(content):
            noted.setdefault(cell, []).append(note)
        return noted


def _still(content: "BoardContent") -> "BoardContent":
    """Return what is shown without what only moves, or follows the pointer."""
    return replace(
        content,
        before=None,
        progress=1.0,
        hover=None,
        hover_before=None,
        hover_share=1.0,
        dragged_to=None,
        named=(),
        shaken=None,
        shake=1.0,
        ending=inf,
        trace=None,
        result=None,
    )


def mark_words(state: State, mark: Mark, cell: str) -> str:
    """Return what the board shows of a candidate, on a cell of a name."""
    is_solo, name = len(state.returns) == 1, state.move_label(mark.move)
    worth = thousands(round(mark.value)) if is_solo else percent(mark.value)
    if mark.proof is not None:
        worth = proof_words(mark.proof, mark.distance, estimated=mark.estimated)
    return words.choice(mark.rank, worth, "" if is_solo or name == cell else name)


def step_words(number: int) -> str:
    return say(AT_STEP, step=number)
