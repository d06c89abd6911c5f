"""What a board is to those who do not see it: a grid of cells, called by what is on them."""

from dataclasses import replace
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, Final

from ai.contract.rules import GameSpec, State
from game.ui.boards.marks import proof_words
from game.ui.elements import Act, Element, Role
from game.ui.layout import Box
from game.ui.overlay import Mark
from game.ui.skin import Skin
from game.words import boards as words
from game.words.numbers import percent, thousands
from game.words.say import listed, said

if TYPE_CHECKING:
    from game.ui.boards.view import Board, BoardContent

_ACTS: Final = frozenset((Act.PRESS, Act.FOCUS))


class BoardDescription:
    """Describes a board; what is equal to something of before stays as it is."""

    def __init__(self, view: "Board") -> None:
        self._view = view
        self._bare: tuple[object, tuple[Element, ...]] = None, ()
        self._grid: tuple[object, Element] | None = None

    def of(self, content: "BoardContent", spec: GameSpec, area: Box, skin: Skin) -> Element:
        """Return the grid of a board that is drawn in an area."""
        # A board that is turned has its cells elsewhere.
        place = area, skin, self._view.box_of(content.state, 0)
        key = _still(content), place
        if self._grid is None or self._grid[0] != key:
            noted, bare = self._notes(content), self._rows(content, spec, place)
            rows = tuple(_noted(row, noted, content.cursor) for row in bare)
            self._grid = key, Element(Role.GRID, Role.GRID, said(spec.title), area, children=rows)
        return self._grid[1]

    def _rows(self, content: "BoardContent", spec: GameSpec, place: object) -> tuple[Element, ...]:
        """Return the rows from the top on, without what is noted of their cells."""
        state, view, key = content.state, self._view, (content.state, place)
        if self._bare[0] != key:
            names = view.described_cells(state, spec)
            boxes = sorted((view.cell_box(state, cell)[1::-1], cell) for cell in names)
            rows = groupby(boxes, key=lambda each: each[0][0])
            made = (
                [
                    _cell(str(cell), names[cell], view.cell_box(state, cell), (row, column))
                    for column, (_, cell) in enumerate(cells)
                ]
                for row, (_, cells) in enumerate(rows)
            )
            self._bare = key, tuple(_row(at, cells) for at, cells in enumerate(made))
        return self._bare[1]

    def _notes(self, content: "BoardContent") -> dict[str, list[str]]:
        """Return what is noted of cells, by their keys."""
        noted: dict[str, list[str]] = {}
        for cell, note in self._view.notes(content):
            noted.setdefault(str(cell), []).append(note)
        return noted


def _row(at: int, cells: list[Element]) -> Element:
    box = cells[0].box.around(cells[-1].box)
    return Element(Role.ROW, str(at), "", box, children=tuple(cells))


def _cell(
    key: str, name: str, box: Box, place: tuple[int, int] | None, *, is_focused: bool = False
) -> Element:
    return Element(Role.CELL, key, name, box, acts=_ACTS, is_focused=is_focused, place=place)


def _noted(row: Element, noted: dict[str, list[str]], cursor: int | None) -> Element:
    """Return a row of cells with what is noted of them."""
    focused = "" if cursor is None else str(cursor)
    if not any(cell.key in noted or cell.key == focused for cell in row.children):
        return row
    cells = tuple(
        _cell(
            cell.key,
            listed((cell.name, *noted.get(cell.key, ()))),
            cell.box,
            cell.place,
            is_focused=cell.key == focused,
        )
        if cell.key in noted or cell.key == focused
        else cell
        for cell in row.children
    )
    return row.holding(row.name, cells)


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
