"""Which first moves begin the same plan: one solution whose groups may go in another order.

Tiles are named by the cells in which they stand at the root, while groups are removed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from ai.search.messages import Candidate
from game.games.samegame.grid import Columns, flood, without
from game.games.samegame.rules import SameGameState

Tiles = frozenset[int]
"""Tiles by the cells in which they stand at the root."""


class RootTiles:
    """A position whose tiles keep the names of the cells they stand in at the root."""

    def __init__(self, root: SameGameState) -> None:
        self._rows = root.parameters.rows
        self._colours = root.columns
        self._columns: Columns = tuple(
            tuple(range(x * self._rows, x * self._rows + len(column)))
            for x, column in enumerate(root.columns)
        )

    def places(self) -> dict[int, int]:
        """Return for each tile that is left the cell in which it stands now."""
        return {
            tile: x * self._rows + y
            for x, column in enumerate(self._columns)
            for y, tile in enumerate(column)
        }

    def take(self, tile: int) -> Tiles:
        """Remove the group of a tile; return its tiles, none if it is gone."""
        place = self.places().get(tile)
        return frozenset() if place is None else self.play(place)

    def play(self, move: int) -> Tiles:
        """Remove the group of a cell, as the rules name it now, if it has two tiles or more.

        Returns:
            Its tiles.
        """
        rows = self._rows
        cells = flood(self._colours, rows, *divmod(move, rows))
        group = frozenset(self._columns[cell // rows][cell % rows] for cell in cells)
        if len(cells) > 1:
            self._colours = without(self._colours, cells, rows)
            self._columns = without(self._columns, cells, rows)
        return group


def groups_of(root: SameGameState, line: Iterable[int]) -> tuple[Tiles, ...]:
    return tuple(map(RootTiles(root).play, line))


Scorer = Callable[[Sequence[int]], float]
"""Returns what a list of tiles scores, each standing for the group it is part of when its turn
comes, if it is; minus infinity where something is left that could still be removed."""

MOST_EFFORT = 400_000
"""Moves times tiles of the lines that are played through each time: some 50 ms at most."""
MOST_PLANS = 6
"""After so many plans every further move stands for itself: the table has no more rows."""


def go_in_any_order(root: SameGameState, moves: Sequence[int]) -> bool:
    """Tell whether moves of a position may be made in any order, and always remove the same."""
    whole = {move: RootTiles(root).take(move) for move in moves}
    for order in permutations(moves):
        tiles = RootTiles(root)
        if any(tiles.take(move) != whole[move] for move in order):
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as a tile of each group that it removes, the groups, and what it may begin with."""

    tiles: tuple[int, ...]
    whole: frozenset[Tiles]
    may_begin: dict[int, bool]


class Plans:
    """Tells the plans of one position's candidates, time after time while a search goes on."""

    def __init__(self, root: SameGameState, score: Scorer) -> None:
        self._root = root
        self._score = score
        self._groups = {group[0]: frozenset(group) for group in root.groups()}
        self._lines: dict[tuple[int, ...], _Line] = {}

    def numbered(self, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Return the candidates with the numbers of their plans.

        A move that is worth no more than another one begins the same plan if its group is one of
        those that the other's line removes, and if that line is worth as much with it put first.
        Lines are played through for that as far as the effort allows; the rest stand alone.
        """
        earlier, self._lines = self._lines, {}
        plans: dict[int, int] = {}
        room = MOST_EFFORT
        for number, leader in enumerate(candidates):
            if leader.move in plans:
                continue
            plans[leader.move] = number
            effort = len(leader.line) * self._root.tiles_left
            if number > 0 and (effort > room or len(self._lines) >= MOST_PLANS):
                continue
            room -= effort
            line = earlier.get(leader.line) or self._line(leader.line)
            self._lines[leader.line] = line
            for other in candidates:
                is_part = self._groups[other.move] in line.whole
                if other.move in plans or other.value > leader.value or not is_part:
                    continue
                if other.value < leader.value:
                    room -= effort
                    if room < 0 or not self._may_begin(other.move, leader, line):
                        continue
                plans[other.move] = number
        return tuple(replace(each, plan=plans[each.move]) for each in candidates)

    def _line(self, moves: tuple[int, ...]) -> _Line:
        groups = groups_of(self._root, moves)
        return _Line(tuple(min(group) for group in groups), frozenset(groups), {})

    def _may_begin(self, move: int, leader: Candidate, line: _Line) -> bool:
        """Tell whether a line is worth as much with one of its groups put first."""
        if move not in line.may_begin:
            worth = self._score((min(self._groups[move]), *line.tiles))
            line.may_begin[move] = worth >= leader.value
        return line.may_begin[move]
