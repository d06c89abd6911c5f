"""The tables beside the tree: a node's children and their sums, and two searches of a position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin
from typing import Final

import pygame

from ai.contract.rules import State
from ai.phrases import N_
from ai.search.simulation import PROVEN, Memory, Phase, SearchedNode
from game.screens.inside.run import WatchedRun, WatchedSearch
from game.screens.inside.stage import sentence as sentence_of
from game.screens.inside.stage import state_at, summands, worth_of
from game.screens.play.commentary import line_text
from game.ui import draw
from game.ui.boards.view import Board
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.basics import Heading
from game.ui.panel.compose import (
    SPRING,
    TABLE_ROW,
    Column,
    Composed,
    Inset,
    Meant,
    Row,
    RowGround,
    Space,
)
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE, Colour
from game.words import inside as words
from game.words.numbers import short_count, thousands
from game.words.say import MORE, RANGE, say, sentences

CHILD: Final = "child"
_NAMES: Final = {
    Phase.SELECTION: N_("Selection"),
    Phase.EXPANSION: N_("Expansion"),
    Phase.PLAYOUT: N_("Playout", "a phase of the search"),
    Phase.BACKPROPAGATION: N_("Backpropagation"),
}
_BRIEF: Final = {
    Phase.SELECTION: N_("Select", "a phase of the search"),
    Phase.EXPANSION: N_("Expand", "a phase of the search"),
    Phase.PLAYOUT: N_("Play", "a phase of the search"),
    Phase.BACKPROPAGATION: N_("Count", "a phase of the search"),
}
"""The phases where there is little room."""
_WIDE: Final = (62, 66, 62, 52)
"""Columns of sums, in dp."""


title_cell: Final = partial(Phrase, dp=TYPE.caption, ink="caption", right=True)
number_cell: Final = partial(Phrase, dp=TYPE.table, tabular=True, right=True)


@dataclass(frozen=True, slots=True)
class PhaseStrip(Composed):
    phase: Phase | None

    def content(self, skin: Skin, width: int) -> Section:
        names = tuple(_NAMES[each] for each in Phase)
        if self._spare(skin, width, names) < skin.px(16):
            names = tuple(_BRIEF[each] for each in Phase)
        spare = max(0, self._spare(skin, width, names)) // len(names)
        cells = []
        for phase, name in zip(Phase, names, strict=True):
            is_now, wide = phase is self.phase, skin.width(name, TYPE.caption, bold=True) + spare
            ink = skin.theme.on_ai if is_now else skin.theme.text2
            words = Row(SPRING, quiet(name, ink=ink, bold=True), SPRING, tall=30)
            ground = skin.theme.ai if is_now else skin.theme.raised
            cells.append(Inset(words, behind=Painted(0, partial(_draw_plate, ground)), wide=wide))
        return Row(*cells, gap=4)

    @staticmethod
    def _spare(skin: Skin, width: int, names: Sequence[str]) -> int:
        needed = sum(skin.width(name, TYPE.caption, bold=True) for name in names)
        return width - (len(names) - 1) * skin.px(4) - needed


def _draw_plate(ground: Colour, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw.fill_round(surface, box, skin.px(RADIUS.button_small), ground)
    if skin.theme.bordered:
        draw.stroke_round(surface, box, skin.px(RADIUS.button_small), skin.theme.ctrl, skin.px(1))


@dataclass(frozen=True, slots=True)
class NodeTable(Composed):
    """Children of a node, one a row: the chosen one, and those that matter most.

    Attributes:
        ranked: Their places among these, the one that is to be shown first in front.
        first: How many of them are scrolled past, while there are enough.
    """

    heading: Heading
    names: tuple[str, ...]
    ranked: tuple[int, ...]
    rows: int
    lit: int | None
    first: int

    @property
    def whole(self) -> Meant:
        return Meant(Role.TABLE, self.heading.title)

    def head(self, skin: Skin, *, narrow: bool) -> tuple[Section, ...]:
        raise NotImplementedError

    def cells(self, skin: Skin, at: int, *, narrow: bool) -> tuple[Section, ...]:
        raise NotImplementedError

    def weight(self, at: int) -> float:
        """Return what the children that are shown are sorted by, the greatest first."""
        raise NotImplementedError

    def rank(self, at: int) -> tuple[bool, bool, float]:
        """Return what decides whether there is room for a child: the least comes first."""
        raise NotImplementedError

    def content(self, skin: Skin, width: int) -> Section:
        narrow = is_narrow(skin, width)
        head = Row(
            6,
            quiet(N_("move", "a column"), stretch=True),
            *self.head(skin, narrow=narrow),
            6,
            tall=26,
        )
        first = self.scrolled(0)
        shown = sorted(self.ranked[first : first + self.rows], key=self.weight, reverse=True)
        rows = [self._child(skin, at, narrow=narrow) for at in shown]
        empty = [Painted(skin.target(SIZE.row_dense), lambda *_: None)] * (self.rows - len(rows))
        left_out = len(self.names) - len(rows)
        more = say(MORE, count=left_out) if left_out else ""
        if first:
            more = say(RANGE, first=first + 1, last=first + len(rows), count=len(self.names))
        titles = Inset(head, behind=TABLE_ROW)
        return Column(self.heading, 2, titles, *rows, *empty, quiet(more, tall=18, stretch=True))

    def scrolled(self, rows: int) -> int:
        """Return how many children are scrolled past after so many rows more."""
        return max(0, min(self.first + rows, len(self.ranked) - self.rows))

    def _child(self, skin: Skin, at: int, *, narrow: bool) -> Section:
        name = Phrase(self.names[at], TYPE.table, bold=True, stretch=True)
        cells = self.cells(skin, at, narrow=narrow)
        row = Row(6, name, *cells, 6, tall=SIZE.row_dense)
        ground = RowGround(CHILD, at, is_on=at == self.lit, radius=RADIUS.inset)
        return Inset(row, behind=ground)


@dataclass(frozen=True, slots=True)
class SumTable(NodeTable):
    """What selection compares.

    Attributes:
        columns: What is said of each, as `SearchedTree.columns` are.
    """

    nodes: tuple[SearchedNode, ...]
    columns: tuple[str, ...]

    def head(self, skin: Skin, *, narrow: bool) -> tuple[Section, ...]:
        cells = self._in_columns(self.columns, N_("visits", "a column"), narrow=narrow)
        return tuple(title_cell(name, wide=skin.px(dp)) for name, dp in cells)

    def cells(self, skin: Skin, at: int, *, narrow: bool) -> tuple[Section, ...]:
        node = self.nodes[at]
        texts = list(summands(node))
        if node.bonus is not None:
            texts[1:] = (f"{sign} {each}" for sign, each in zip("+=", texts[1:], strict=False))
        cells = self._in_columns(texts, short_count(node.visits), narrow=narrow)
        ink: Ink = "main" if at == self.lit else "second"
        *first, total, last = (number_cell(each, wide=skin.px(dp), ink=ink) for each, dp in cells)
        return (*first, replace(total, ink="main", bold=True), last)

    def _in_columns(
        self, texts: Sequence[str], visits: str, *, narrow: bool
    ) -> Iterator[tuple[str, int]]:
        whole = (*texts, "", "")[:3]
        shown = (texts[-1], visits) if narrow else (*whole, visits)
        return zip(shown, _WIDE[-len(shown) :], strict=True)

    def weight(self, at: int) -> float:
        return self.nodes[at].value

    def rank(self, at: int) -> tuple[bool, bool, float]:
        return at != self.lit, not self.nodes[at].visits, -self.weight(at)


_MOST_NAMES = 12
_LEVEL_DP, _SCORE_DP, _ROW_DP = 50, 46, 20


def level_lines(skin: Skin, root: State, memories: tuple[Memory, ...]) -> Column:
    heading = Heading(*words.BEST_GAMES)
    return Column(heading, *(_line(skin, root, each) for each in memories))


def _line(skin: Skin, root: State, memory: Memory) -> Inset:
    begun, line = state_at(root, memory.line[: memory.begun]), memory.line[memory.begun :]
    score = thousands(round(memory.score)) if memory.line else "–"
    row = Row(
        Phrase(say(words.LEVEL, level=memory.level), TYPE.table, wide=skin.px(_LEVEL_DP)),
        Phrase(score, TYPE.table, bold=True, tabular=True, right=True, wide=skin.px(_SCORE_DP)),
        Phrase(line_text(begun, line[:_MOST_NAMES]), TYPE.table, "second", stretch=True),
        gap=8,
        tall=_ROW_DP,
    )
    return Inset(row, 6)


HEAD_DP: Final = 24
"""The line above each tree."""
MARK_DP: Final = 14
_VISITS_DP, _MEAN_DP, _APART_DP = 42, 44, 8


def draw_mark(
    surface: pygame.Surface, which: int, centre: tuple[int, int], radius: float, ink: Colour
) -> None:
    """Draw the triangle of the first or the second search."""
    up = -1 if which == 0 else 1
    turns = (up * pi / 2 + 2 * pi * corner / 3 for corner in range(3))
    middle = (centre[0], centre[1] - 0.25 * up * radius)
    points = [(middle[0] + radius * cos(t), middle[1] + radius * sin(t)) for t in turns]
    draw.polygon(surface, points, ink)


def mark(skin: Skin, which: int, *, shown: bool = True, dp: int = MARK_DP) -> Painted:
    """Return the triangle of a search, or as much room without it."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if shown:
            draw_mark(surface, which, box.centre, skin.unit.exact(5), skin.theme.text)

    return Painted(skin.px(MARK_DP), paint, skin.px(dp))


def choice(search: WatchedSearch, state: State) -> tuple[str, ...]:
    """Return what would be played by a tree, and its visits and worth; nothing before there is."""
    tree = search.sight.tree
    node = None if tree is None or tree.choice is None else tree.node((tree.choice,))
    if node is None:
        return ()
    name = state.move_label(node.path[0])
    return N_("plays"), name, words.visits_and_worth(node.visits, worth_of(node))


def head(skin: Skin, which: int, search: WatchedSearch, state: State) -> Row:
    """Return what stands above a tree: how it is searched, and what would be played by it."""
    plays, name, worth = choice(search, state) or ("", "", "")
    return Row(
        mark(skin, which),
        Phrase(search.what.words, TYPE.table, "second"),
        SPRING,
        quiet(plays, optional=True),
        Phrase(name, TYPE.table, bold=True),
        Phrase(worth, TYPE.table, "second", tabular=True, optional=True),
        gap=6,
        tall=HEAD_DP,
    )


def _choice(search: WatchedSearch, state: State) -> str:
    tree = search.sight.tree
    if tree is None or tree.choice is None:
        return words.NOTHING_YET[search.sight.is_over]
    node = tree.node((tree.choice,))
    proven = PROVEN[node.proof] if node and node.proof else None
    return say(words.CHOICE[proven], name=state.move_label(tree.choice))


def sentence(state: State, run: WatchedRun) -> str:
    """Return where two searches part, and whether they would play the same move."""
    choices, parted = run.choices, run.parted
    if not run.count:
        trees = enumerate((each.sight.tree for each in run.searches), 1)
        beginnings = [words.begins(t.kept, at) for at, t in trees if t and t.kept is not None]
        return sentences(*(beginnings or [words.SAME_SEED]), words.SIDE_BY_SIDE)
    names = [_choice(each, state) for each in run.searches]
    choice = say(words.THEY_PLAY, name=names[0], other=names[-1])
    if len(set(names)) == 1:
        choice = say(words.BOTH_PLAY, name=names[0])
    if set(choices) == {None}:
        texts = {sentence_of(each.stage, is_over=each.sight.is_over) for each in run.searches}
        choice = texts.pop() if len(texts) == 1 else words.NEITHER_PLAYS
    if not parted:
        return choice
    number, one, other = parted
    step = run.stage.described.step
    for at, ways in enumerate(zip(one, other, strict=False)):
        if len(set(ways)) > 1:
            above, below = map(state_at(state, one[:at]).move_label, ways)
            parted_by = say(words.PARTED_BY[step], number=number, above=above, below=below)
            return sentences(parted_by, choice)
    return sentences(say(words.PARTED[step], number=number), choice)


@dataclass(frozen=True, slots=True)
class CompareTable(NodeTable):
    """The same moves in two searches; more visits are bold.

    Attributes:
        pairs: Each move's node in both, None where there is none.
        choices: The place of what each search would play, if it is among them.
    """

    pairs: tuple[tuple[SearchedNode | None, ...], ...]
    choices: tuple[int | None, ...]
    worth: str

    def head(self, skin: Skin, *, narrow: bool) -> tuple[Section, ...]:
        del narrow
        visits = title_cell(N_("visits", "a column"), wide=skin.px(_VISITS_DP))
        worth = title_cell(self.worth, wide=skin.px(_MEAN_DP))
        return (mark(skin, 0), visits, worth, Space(_APART_DP), mark(skin, 1), visits, worth)

    def cells(self, skin: Skin, at: int, *, narrow: bool) -> tuple[Section, ...]:
        del narrow
        cells: list[Section] = []
        visits = [node.visits if node else 0 for node in self.pairs[at]]
        for which, node in enumerate(self.pairs[at]):
            tried = number_cell(
                short_count(node.visits) if node else "–",
                wide=skin.px(_VISITS_DP),
                bold=visits[which] > visits[1 - which],
            )
            worth = worth_of(node) if node else ""
            cells += (
                Space(which * _APART_DP),
                mark(skin, which, shown=self.choices[which] == at),
                tried if tried.bold else replace(tried, ink="second"),
                number_cell(worth, wide=skin.px(_MEAN_DP), ink="second"),
            )
        return tuple(cells)

    def weight(self, at: int) -> float:
        return max(node.visits if node else 0 for node in self.pairs[at])

    def rank(self, at: int) -> tuple[bool, bool, float]:
        return at != self.lit, at not in self.choices, -self.weight(at)


def mark_choices(
    surface: pygame.Surface, skin: Skin, view: Board, state: State, choices: Sequence[int | None]
) -> None:
    """Mark on a board what each search would play: both marks on one disc where they agree."""
    marks = dict[int, list[int]]()
    for which, move in enumerate(choices):
        cells = () if move is None else view.cells_of(state, move)
        for cell in cells[-1:]:
            marks.setdefault(cell, []).append(which)
    for cell, searches in marks.items():
        place = view.cell_box(state, cell)
        (x, y), radius = place.centre, 0.4 * place.width
        draw.disc(surface, (x, y), 1.12 * radius, skin.theme.bg)
        draw.ring(surface, (x, y), 1.12 * radius, skin.unit.exact(1.5), skin.theme.text)
        for which in searches:
            off = 0.0 if len(searches) == 1 else (2 * which - 1) * 0.42 * radius
            size = radius * (0.72 if len(searches) == 1 else 0.52)
            draw_mark(surface, which, (x, round(y + off)), size, skin.theme.text)
