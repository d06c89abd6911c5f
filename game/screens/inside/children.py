"""Which children of a node the table lists, and in which order."""

from dataclasses import replace
from itertools import chain

from ai.contract.rules import GameSpec, State
from ai.phrases import N_
from ai.search.simulation import Path
from game.screens.inside import tables
from game.screens.inside.run import WatchedRun
from game.screens.inside.stage import state_at
from game.screens.inside.tables import NodeTable, SumTable
from game.screens.play.commentary import line_text
from game.ui.panel.basics import Heading
from game.words import inside as words
from game.words.say import say

_MOST_ROWS = 9
_NAMED = 4
"""So many moves to a node are named, the last ones."""


class ListedChildren:
    """The children of one node, which keep their order while they are held.

    Attributes:
        node: The node whose children are listed.
        paths: The children, in the order of the tree.
    """

    def __init__(self, spec: GameSpec, root: State) -> None:
        self.node: Path = ()
        self.paths: tuple[Path, ...] = ()
        self._spec, self._root = spec, root
        self._ranked: tuple[int, ...] = ()
        self._scrolled = 0

    def scroll(self, table: NodeTable | None, rows: int) -> bool:
        """Show other children where there is no room for all; tell if there are any."""
        before, self._scrolled = self._scrolled, 0 if table is None else table.scrolled(rows)
        return before != self._scrolled

    def table(
        self, run: WatchedRun, node: Path, looked: Path | None, chosen: Path | None, *, fixed: bool
    ) -> NodeTable:
        """List the children of a node.

        Args:
            looked: The node that is looked at, if one is.
            chosen: The one that is lit in the sums of one search.
            fixed: Whether the pointer is on the table, so that no row may go to another place.
        """
        searches = run.searches
        nodes_of = [{each.path: each for each in one.stage.children(node)} for one in searches]
        paths = self.paths = tuple(dict.fromkeys(chain(*nodes_of)))
        state = state_at(self._root, node)
        names = tuple(state.move_label(each[-1]) for each in paths)

        def place_of(path: Path | None) -> int | None:
            return paths.index(path) if path in paths else None

        if self.node != node:
            self._scrolled = 0
        common = self._heading(node), names, (), _MOST_ROWS
        columns, first = run.stage.described.columns, self._scrolled
        nodes = tuple(nodes_of[0].values())
        table: NodeTable = SumTable(*common, place_of(chosen), first, nodes, columns)
        if len(searches) > 1:
            pairs = tuple(tuple(nodes.get(each) for nodes in nodes_of) for each in paths)
            choices = (None if each is None else (*node, each) for each in run.choices)
            played = tuple(None if node else place_of(each) for each in choices)
            table = tables.CompareTable(*common, place_of(looked), first, pairs, played, columns[0])
        if not fixed or len(self._ranked) != len(paths):
            self.node = node
            self._ranked = tuple(sorted(range(len(paths)), key=table.rank))
        return replace(table, ranked=self._ranked)

    def _heading(self, node: Path) -> Heading:
        before = state_at(self._root, node[:-_NAMED])
        where = say(words.AFTER, moves=line_text(before, node[-_NAMED:])) if node else words.AT_ROOT
        if self._spec.players == 1:
            return Heading(N_("Moves"), where)
        side = self._spec.side(state_at(self._root, node))
        return Heading(say(words.TO_MOVE, side=side), where)
