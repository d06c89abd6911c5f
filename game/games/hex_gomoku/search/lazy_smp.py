"""Alpha-beta in several threads that share one table of positions and nothing else (lazy SMP).

The helpers search what the first thread searches, deeper and deeper on their own and each in a
move order of its own. What they find out stands in the table before the first thread comes to it;
only the first one's result counts. Proofs are no part of this, so that helpers go on while the
first thread is at one.
"""

from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ai.kernels.shared import new_table
from ai.search.limits import CancelFlag, Flag
from ai.search.threads import thread_pool
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.rules import HexParameters, HexState
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.lattice.kernels.proofs import ABORTED, NODE_LIMIT

WIDE = 24
NARROW = 16
LEAF_FOURS = 25
DEEPEST = 60
_SEED_STEP = 0x9E3779B1


class SearchThread:
    """One thread's alpha-beta search, and its threat search.

    Attributes:
        solver: Its position and its counter of positions looked at, too.
    """

    def __init__(self, parameters: HexParameters, table: NDArray[np.int64], number: int) -> None:
        """Set it up with the table of all threads; the first one's number is 0."""
        self.solver = ThreatSolver(parameters)
        self._store = np.zeros(kernel.STORE_LENGTH, np.int64)
        self._table = table
        self._number = number
        self._last_node = 0

    def prepare(self, colour: int, nodes: int, margin: int) -> None:
        """Begin a search with no parameter from an earlier one.

        Args:
            colour: Who is to place, 0 or 1.
            nodes: How many positions `deepen` may look at.
            margin: How far below the best value the next ones are still wanted.
        """
        self._last_node = self.solver.nodes + nodes
        store = self._store
        store[:] = 0
        store[kernel.KILLERS : kernel.MOVES] = -1
        store[kernel.ROOT_COLOUR] = colour
        store[kernel.LEAF_FOURS] = LEAF_FOURS
        store[kernel.WIDE] = WIDE
        store[kernel.NARROW] = NARROW
        store[kernel.MARGIN] = margin
        store[kernel.SEED] = self._number * _SEED_STEP

    def attack(self, percent: int, salt: int) -> None:
        """From now on add so much of its own windows' worth to the root colour's balance."""
        self._store[kernel.ATTACK] = percent
        self._store[kernel.SALT] = salt

    def search_root(
        self, state: HexState, moves: list[int], flag: Flag, *, depth: int, top: int, nodes: int
    ) -> list[int]:
        """Search a position's moves one iteration deep.

        Args:
            state: A position that is not over.
            moves: The best first, as far as known.
            depth: Plies, forced ones not counted.
            top: How many moves get their exact value, and not only a bound from above.
            nodes: The most positions that this thread may look at.

        Returns:
            The values of the first moves, as many as were done in time.
        """
        solver, store = self.solver, self._store
        store[kernel.ROOT_MOVES : kernel.ROOT_MOVES + len(moves)] = moves
        solver.load(state)
        solver.work[ABORTED] = 0
        solver.work[NODE_LIMIT] = solver.nodes + nodes
        done = kernel.search_root(
            solver.tables,
            solver.position,
            solver.work,
            solver.memo,
            flag,
            store,
            self._table,
            depth,
            len(moves),
            top,
        )
        values: list[int] = store[kernel.ROOT_VALUES : kernel.ROOT_VALUES + done].tolist()
        return values

    def deepen(self, state: HexState, moves: list[int], flag: Flag, *, top: int) -> None:
        """Search a position's moves to ever greater depths, for what it leaves in the table."""
        for depth in range(1, DEEPEST + 1):
            left = self._last_node - self.solver.nodes
            values = self.search_root(state, moves, flag, depth=depth, top=top, nodes=left)
            if len(values) < len(moves):
                return
            moves = [moves[i] for i in sorted(range(len(moves)), key=lambda i: -values[i])]

    def line_after(self, move: int) -> tuple[int, ...]:
        """Return what is expected to follow a root move, itself first."""
        start = kernel.ROOT_LINES + kernel.LINE_ROW * move
        length = int(self._store[start])
        return (move, *self._store[start + 1 : start + 1 + length].tolist())

    def visits_below(self, move: int) -> int:
        """Return how many positions were looked at below a root move."""
        return int(self._store[kernel.ROOT_NODES + move])


class SearchThreads:
    """The threads of one searcher, and their table, for one kind of board.

    Attributes:
        first: The one whose result counts; the caller runs it.
    """

    def __init__(self, parameters: HexParameters, count: int) -> None:
        self.parameters = parameters
        self._table = new_table(kernel.TABLE_BITS)
        self.all = [SearchThread(parameters, self._table, number) for number in range(count)]
        self.first, *self._helpers = self.all
        self._stop = CancelFlag()
        self._pool: ThreadPoolExecutor | None = None
        self._running: list[Future[None]] = []

    @property
    def nodes(self) -> int:
        """Positions that all threads looked at since they were made."""
        return sum(thread.solver.nodes for thread in self.all)

    def forget(self) -> None:
        self._table[:] = 0
        for thread in self.all:
            thread.solver.forget()

    def help(self, state: HexState, moves: list[int], *, top: int) -> None:
        """Let the helpers search these moves until `stop`."""
        self.stop()
        if not self._helpers:
            return
        self._stop = CancelFlag()
        flag = self._stop.array
        self._pool = thread_pool(len(self._helpers))
        self._running = [
            self._pool.submit(helper.deepen, state, moves, flag, top=top)
            for helper in self._helpers
        ]

    def stop(self) -> None:
        """Stop the helpers and wait until they have; an exception of theirs comes through."""
        self._stop.set()
        if self._pool is not None:
            self._pool.shutdown()
        running, self._running = self._running, []
        for future in running:
            future.result()
