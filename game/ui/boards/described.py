"""What a board is to those who do not see it: a grid of cells, called by what is on them."""

from itertools import groupby
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
        made_of = content.state, area, skin, self._view.box_of(content.state, 0)
        if self._bare[0] != made_of:
            self._bare = made_of, self._rows(content.state, spec)
        noted: dict[str, list[str]] = {}
        for cell, note in self._view.notes(content):
            noted.setdefault(str(cell), []).append(note)
        key = self._bare[1], noted, content.cursor
        if self._grid is None or self._grid[0] != key:
            rows = tuple(_noted(row, noted, str(content.cursor)) for row in self._bare[1])
            self._grid = key, Element(Role.GRID, Role.GRID, said(spec.title), area, children=rows)
        return self._grid[1]

    def _rows(self, state: State, spec: GameSpec) -> tuple[Element, ...]:
        """Return the rows from the top on, without what is noted of their cells."""
        view, contents = self._view, self._view.contents(state, spec)
        boxes = sorted((view.cell_box(state, cell)[1::-1], cell) for cell in contents)
        rows = []
        for at, (_, row) in enumerate(groupby(boxes, key=lambda each: each[0][0])):
            cells = tuple(
                Element(
                    Role.CELL,
                    str(cell),
                    listed((view.cell_name(state, cell), contents[cell])),
                    view.cell_box(state, cell),
                    acts=_ACTS,
                    place=(at, column),
                )
                for column, (_, cell) in enumerate(row)
            )
            box = cells[0].box.around(cells[-1].box)
            rows.append(Element(Role.ROW, str(at), "", box, children=cells))
        return tuple(rows)


def _noted(row: Element, noted: dict[str, list[str]], focused: str) -> Element:
    """Return a row of cells with what is noted of them."""
    cells = tuple(
        cell._replace(
            name=listed((cell.name, *noted.get(cell.key, ()))), is_focused=cell.key == focused
        )
        if cell.key in noted or cell.key == focused
        else cell
        for cell in row.children
    )
    return row._replace(children=cells)


def mark_words(state: State, mark: Mark, cell: str) -> str:
    """Return what the board shows of a candidate, on a cell of a name."""
    is_solo, name = len(state.returns) == 1, state.move_label(mark.move)
    worth = thousands(round(mark.value)) if is_solo else percent(mark.value)
    if mark.proof is not None:
        worth = proof_words(mark.proof, mark.distance, estimated=mark.estimated)
    return words.choice(mark.rank, worth, "" if is_solo or name == cell else name)
