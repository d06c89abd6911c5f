"""Two searches side by side: what each would play, where they part, which moves got more visits.

The upper one is marked by a triangle that points up, the lower one by one that points down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Final

import pygame

from ai.contract.rules import State
from ai.search.simulation import PROVEN, SearchedNode
from game.screens.inside.run import WatchedRun, WatchedSearch
from game.screens.inside.stage import sentence as sentence_of
from game.screens.inside.stage import state_at, worth_of
from game.screens.inside.sums import NodeTable, number_cell, title_cell
from game.ui import draw
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Row, Space
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE, Colour
from game.words import inside as words
from game.words.numbers import short_count
from game.words.say import say, sentences

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
    return "plays", state.move_label(node.path[0]), words.found(node.visits, worth_of(node))


def head(skin: Skin, which: int, search: WatchedSearch, state: State) -> Row:
    """Return what stands above a tree: how it is searched, and what would be played by it."""
    plays, name, found = choice(search, state) or ("", "", "")
    return Row(
        mark(skin, which),
        Phrase(search.what.words, TYPE.table, "second"),
        SPRING,
        quiet(plays, optional=True),
        Phrase(name, TYPE.table, bold=True),
        Phrase(found, TYPE.table, "second", tabular=True, optional=True),
        gap=6,
        tall=HEAD_DP,
    )


def _choice(search: WatchedSearch, state: State) -> str:
    tree = search.sight.tree
    if tree is None or tree.choice is None:
        return "nothing" if search.sight.is_over else "nothing yet"
    node = tree.node((tree.choice,))
    proven = PROVEN[node.proof] if node and node.proof else None
    return say(words.CHOICE[proven], name=state.move_label(tree.choice))


def sentence(state: State, run: WatchedRun) -> str:
    """Return where two searches part, and whether they would play the same move."""
    choices, parted = run.choices, run.parted
    if not run.count:
        trees = enumerate((each.sight.tree for each in run.searches), 1)
        kept = [words.begins(t.kept, at) for at, t in trees if t and t.kept is not None]
        return sentences(*(kept or [words.SAME_SEED]), words.SIDE_BY_SIDE)
    names = [_choice(each, state) for each in run.searches]
    choice = say(words.THEY_PLAY, name=names[0], other=names[-1])
    if len(set(names)) == 1:
        choice = say(words.BOTH_PLAY, name=names[0])
    if set(choices) == {None}:
        said = {sentence_of(each.stage, is_over=each.sight.is_over) for each in run.searches}
        choice = said.pop() if len(said) == 1 else words.NEITHER_PLAYS
    if not parted:
        return choice
    number, one, other = parted
    step = run.stage.described.step
    for at, ways in enumerate(zip(one, other, strict=False)):
        if len(set(ways)) > 1:
            above, below = map(state_at(state, one[:at]).move_label, ways)
            parted_by = say(words.PARTED_BY, step=step, number=number, above=above, below=below)
            return sentences(parted_by, choice)
    return sentences(say(words.PARTED, step=step, number=number), choice)


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
        visits = title_cell("visits", wide=skin.px(_VISITS_DP))
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
    surface: pygame.Surface,
    skin: Skin,
    view: Board,
    state: State,
    choices: Sequence[int | None],
) -> None:
    """Mark on a board what each search would play: both marks on one disc where they agree."""
    marks = dict[int, list[int]]()
    for which, move in enumerate(choices):
        cells = () if move is None else view.cells_of(state, move)
        for cell in cells[-1:]:
            marks.setdefault(cell, []).append(which)
    for cell, found in marks.items():
        place = view.cell_box(state, cell)
        (x, y), radius = place.centre, 0.4 * place.width
        draw.disc(surface, (x, y), 1.12 * radius, skin.theme.bg)
        draw.ring(surface, (x, y), 1.12 * radius, skin.unit.exact(1.5), skin.theme.text)
        for which in found:
            off = 0.0 if len(found) == 1 else (2 * which - 1) * 0.42 * radius
            size = radius * (0.72 if len(found) == 1 else 0.52)
            draw_mark(surface, which, (x, round(y + off)), size, skin.theme.text)
