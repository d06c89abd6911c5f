"""One search tree, the thread that works on it, and what it shows of its root."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import Parameters, State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import mcts_algorithm
from ai.search.guides import Guide, Room
from ai.search.limits import Flag
from ai.search.mcts_algorithm import POLL_EVERY, TreePolicy, Workspace
from ai.search.options import TreeOptions
from ai.search.tree import (
    LOSS,
    MAX_VISITS,
    NODE_BYTES,
    ROOT,
    UNKNOWN,
    WIN,
    Tree,
    capacity_of,
    child_lines,
    child_with_move,
    copied,
    grown,
    new_tree,
    prove,
    rerooted,
    top_nodes,
)

CHUNK_SECONDS = 0.01  # between two snapshots; it changes no result
FIRST_CHUNK = 256
LONGEST_LINE = 32
TOP_WIDTHS = np.array([6, 3, 2, 2], np.int64)  # how many children are shown at each level
TOP_ROOM = int(np.cumprod(TOP_WIDTHS).sum())
SMALLEST_CAPACITY = 1 << 12


@dataclass(frozen=True, slots=True)
class RootSnapshot:
    """A tree's root, its M children and its B most tried nodes, copied at one moment."""

    simulations: int
    nodes: int
    visits: int
    proof: int
    complete: bool
    children: Tree
    lines: NDArray[np.int64]  # [M, LONGEST_LINE]
    line_lengths: NDArray[np.int64]  # [M]
    top: Tree
    top_parents: NDArray[np.int64]  # [B] places in `top`; -1 for the root


class TreeSearch:
    """A tree for one position, searched by one thread at a time.

    Attributes:
        first_chunk: Simulations before the first snapshot.
    """

    first_chunk = FIRST_CHUNK

    def __init__(
        self, game: str, parameters: Parameters, options: TreeOptions, stream: int
    ) -> None:
        """Make room for a tree; `stream` tells the trees of one seed apart."""
        self._kernel = module = kernel_of(game)
        self._options = options
        candidates = options.candidates or module.CANDIDATES[0]
        self._tables = module.make_tables(parameters, candidates, **options.tactics)
        room = module.max_moves(self._tables)
        self._room = int(room)
        # Where every move fills a cell, the empty board has as many moves as the game can take.
        plies = getattr(module, "max_plies", module.max_moves)(self._tables)
        length = module.state_length(self._tables)
        self._work = Workspace(
            root=np.zeros(length, np.int64),
            state=np.zeros(length, np.int64),
            path=np.zeros(plies + 1, np.int64),
            moves=np.zeros(room, np.int64),
            rng=new_rng(options.seed, stream),
        )
        self._policy = TreePolicy(options.exploration, options.expand_at, options.solver)
        shapes = Room(length, self._room, plies)
        guide = options.guide(options, shapes) if options.guide else Guide()
        self._search = specialise(mcts_algorithm, module, guide.leaf_evaluator)
        self._guide = guide.of_search
        self._tree: Tree | None = None
        self.simulations = 0
        self.snapshot: RootSnapshot  # of this moment's search, from `prepare` on

    @property
    def visits(self) -> int:
        return int(self._tree.visits[ROOT]) if self._tree is not None else 0

    @property
    def tree(self) -> Tree:
        """The tree; raises `ValueError` before the first search."""
        if self._tree is None:
            raise ValueError("there is no tree before the first search")
        return self._tree

    def forget(self) -> None:
        self._tree = None

    def advance(self, moves: tuple[int, ...]) -> None:
        """Re-root the tree along the moves and compact it; drop it where it ends."""
        node: int | None = ROOT
        for move in moves:
            if self._tree is not None and node is not None:
                node = child_with_move(self._tree, node, move)
                if node is not None:
                    self._kernel.play(self._tables, self._work.root, move)
        if self._tree is None or node is None:
            self.forget()
        elif moves:
            self._tree = rerooted(self._tree, node, 4 * self._room)
            self._reopen_root()

    def _reopen_root(self) -> None:
        """Search a root that a proof from elsewhere has won: no child tells by which move."""
        if self.tree.proof[ROOT] == LOSS and not self._has_win(ROOT):
            self.tree.proof[ROOT] = UNKNOWN

    def _has_win(self, node: int) -> bool:
        first = int(self.tree.first_child[node])
        children = self.tree.proof[first : first + int(self.tree.child_count[node])]
        return bool((children == WIN).any())

    def prepare(self, position: State) -> None:
        root, state = self._work.root, self._work.state
        self._kernel.load(self._tables, position.encode(), state)
        if self._tree is None or not np.array_equal(state, root):
            root[:] = state
            self._tree = new_tree(max(SMALLEST_CAPACITY, 8 * self._room))
        self._run(np.zeros(1, np.uint8), 0, growing=True)
        self.simulations = 0
        self.snapshot = self._take_snapshot()

    def refute(self, distances: Mapping[int, int]) -> None:
        """Take moves at the root for proven losses, with the plies from the move to the end."""
        for _ in range(2):  # the tree may need all legal moves then, and know the new ones too
            for move, distance in distances.items():
                child = child_with_move(self.tree, ROOT, move)
                if child is not None and self.tree.proof[child] == UNKNOWN:
                    # As plain Python: no start has compiled what Python so seldom calls.
                    prove.py_func(self.tree, child, LOSS, distance - 1)
            self._run(np.zeros(1, np.uint8), 0, growing=True)
        self.snapshot = self._take_snapshot()

    def search(self, flag: Flag, budget: int, memory_bytes: int) -> None:
        """Search until the flag is set, the budget is spent or the root is proven.

        The search runs in chunks of about `CHUNK_SECONDS`, and after each there is a new
        snapshot; neither the chunks nor the growth of the tree change what is found.

        Args:
            flag: uint8[1], the cancel flag.
        """
        largest = max(memory_bytes // NODE_BYTES, 8 * self._room)
        chunk = self.first_chunk
        while not flag[0] and not self._is_proven:
            left = min(MAX_VISITS - self.visits, budget - self.simulations)
            if left <= 0:
                break
            planned = min(chunk, left)
            growing = capacity_of(self.tree) < largest
            started = time.perf_counter()
            done = self._run(flag, planned, growing=growing)
            seconds = time.perf_counter() - started
            self.simulations += done
            self.snapshot = self._take_snapshot()
            if done < planned and growing and not flag[0] and not self._is_proven:
                self._tree = grown(self.tree, min(2 * capacity_of(self.tree), largest))
            else:
                rate = done / max(seconds, 1e-6)
                chunk = max(POLL_EVERY, min(int(rate * CHUNK_SECONDS), 4 * chunk))

    def simulate(self, functions: SimpleNamespace | None = None) -> tuple[int, ...]:
        """Run one simulation, if given by other functions than the compiled ones, of their names.

        Returns:
            The moves of its path; none where the root is proven, so that there was none.
        """
        flag = np.zeros(1, np.uint8)
        while not self._is_proven:
            path = self._work.path
            path[:] = ROOT
            if self._run(flag, 1, growing=True, functions=functions):
                self.simulations += 1
                self.snapshot = self._take_snapshot()
                return tuple(self.tree.move[path[path != ROOT]].tolist())
            self._tree = grown(self.tree, 2 * capacity_of(self.tree))
        return ()

    @property
    def _is_proven(self) -> bool:
        return self._options.solver and bool(self.tree.proof[ROOT])

    def _run(
        self, flag: Flag, count: int, *, growing: bool, functions: SimpleNamespace | None = None
    ) -> int:
        run = (functions or self._search).run
        guide = self._guide(flag)
        return int(
            run(self._tables, self.tree, self._work, self._policy, guide, flag, count, growing)
        )

    def _take_snapshot(self) -> RootSnapshot:
        tree = self.tree
        first = int(tree.first_child[ROOT])
        count = int(tree.child_count[ROOT])
        lines = np.zeros((count, LONGEST_LINE), np.int64)
        lengths = np.zeros(count, np.int64)
        child_lines(tree, ROOT, lines, lengths)
        for i in np.flatnonzero(tree.proof[first : first + count] == LOSS):
            if not self._has_win(first + int(i)):
                lengths[i] = 1  # the tree does not know how the move loses
        top, parents = np.zeros((2, TOP_ROOM), np.int64)
        listed = int(top_nodes(tree, ROOT, TOP_WIDTHS, top, parents))
        return RootSnapshot(
            simulations=self.simulations,
            nodes=int(tree.used[0]),
            visits=int(tree.visits[ROOT]),
            proof=int(tree.proof[ROOT]),
            complete=bool(tree.complete[ROOT]),
            children=copied(tree, slice(first, first + count)),
            lines=lines,
            line_lengths=lengths,
            top=copied(tree, top[:listed]),
            top_parents=parents[:listed],
        )


def plausible_moves(game: str, position: State, candidates: str) -> list[int]:
    """Return the moves that a game's filter lets through, whatever they win or lose."""
    module = kernel_of(game)
    tables = module.make_tables(position.parameters, candidates)
    state = np.zeros(module.state_length(tables), np.int64)
    module.load(tables, position.encode(), state)
    moves = np.zeros(module.max_moves(tables), np.int64)
    count = module.plausible_moves(tables, state, moves)
    return [int(move) for move in moves[:count]]
