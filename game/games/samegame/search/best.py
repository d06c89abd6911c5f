"""The strongest SameGame search: the searcher called "best".

A portfolio over one pool of solutions: playouts in the first milliseconds, annealing that
races the tabu colours, a fair look at every first move, and exact endings.
"""

import random

import numpy as np

from ai.search.limits import Flag
from game.games.samegame.game import BestOptions
from game.games.samegame.kernels import endgame as kernel
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.anneal import COLD, HOT, race, without_tabu_tail
from game.games.samegame.search.annealer import Annealing
from game.games.samegame.search.frame import AnnealingWorker, PoolRun, PoolSearcher, Schedule
from game.games.samegame.search.pool import Cells, Solution, SolutionPool

Rank = tuple[int, bool]
"""A score, and whether the board is cleared."""

TABLE_BITS = 17
FIRST_TILES = 14
MORE_TILES = 4


class EndgameSolver:
    """Solves a position, and positions further down its lines, within a budget of nodes."""

    def __init__(self, position: SameGameState, flag: Flag, table_bits: int = TABLE_BITS) -> None:
        """Make room; `flag` (uint8[1]) ends every call soon once it is set."""
        self._layout, self._work = kernel.make_endgame(position.encode(), table_bits)
        self._flag = flag
        self._points = position.points
        self._cells = np.zeros(len(self._work.hash), np.int32)

    def solve(self, nodes: int, plies: int = 0, points: int = 0) -> tuple[Rank, Cells] | None:
        """Return the best final rank and a line to it, as root cells; None if unknown.

        Args:
            plies: Where to begin on the line that was played last, which has made `points` by then.
        """
        self._work.numbers[kernel.BUDGET] = self._nodes + nodes
        length, value = kernel.best_line(self._layout, self._work, self._flag, plies, self._cells)
        if length < 0:
            return None
        score, clears = divmod(int(value), 2)
        return (self._points + points + score, bool(clears)), tuple(self._cells[:length].tolist())

    def polish(self, cells: Cells, rank: Rank, nodes: int) -> Cells | None:
        """Return a line that ends better than this one, from ever earlier on, or None.

        Args:
            cells: The line's moves as root cells, to its end.
        """
        better: Cells | None = None
        line = np.array(cells, np.int32)
        few, end = FIRST_TILES, self._nodes + nodes
        while end > self._nodes:
            plies, points = kernel.play_cells(self._layout, self._work, line, few)
            solved = self.solve(end - self._nodes, int(plies), int(points))
            if solved is None:
                break
            if solved[0] > rank:
                rank = solved[0]
                better = (*cells[:plies], *solved[1])
            if plies == 0:
                break
            few += MORE_TILES
        return better

    @property
    def _nodes(self) -> int:
        return int(self._work.numbers[kernel.NODES])


SHORTEST = 125
LONGEST = 16_000
"""Steps of a first move's search in the first pass, and at most when a pass begins."""

WARM = 20.0
"""The temperature at which they begin."""

SPREAD_EVERY = 8
"""After so many searches a new best line is put behind every first move."""

LEADERS = 8
"""A pass ends when it would go on with fewer moves."""

POLISHED = 400
"""Solutions get an exact ending if they are at most so many points below the best one."""

POLISH_NODES = 100_000
LEADER_NODES = 400_000
"""Nodes for an exact ending at most; else as many as the job had steps, a fifth of its time."""

MOST_TILES = 120
"""Positions with more tiles are not tried to be solved."""

FIRST_PROOF = 8_000


class BestSearcher(PoolSearcher):
    """The portfolio; a `Searcher`. A simulation is one annealing proposal."""

    def __init__(self, game: str = "samegame", options: BestOptions | None = None) -> None:
        chosen = options or BestOptions()
        super().__init__(game, lambda run, stream: BestWorker(run, stream, chosen), chosen)


class BestWorker(AnnealingWorker):
    """Anneals, gives good solutions exact endings, and tries to solve the position itself."""

    def __init__(self, run: PoolRun, stream: int, options: BestOptions) -> None:
        moves = run.position.legal_moves[stream :: options.threads]

        def schedule(run: PoolRun, rng: random.Random) -> Schedule:
            plan = race(run, rng)
            aside = first_moves(run.position, run.pool, moves)
            return mixed(plan, aside, options.candidates if moves else 0.0)

        super().__init__(run, stream, schedule)
        self._solver = EndgameSolver(run.position, run.watch.flag.array)
        solvable = stream == 0 and run.position.tiles_left <= MOST_TILES
        self._next_proof = FIRST_PROOF if solvable else None
        self._polished: set[tuple[int, ...]] = set()

    def finish(self, job: Annealing, best: Solution) -> None:
        """Look for a better ending of what a job found, now and then for a proof."""
        if job.steps > 0:
            near, objective = self._annealer.nearest()
            self._polish(best, best.score, job.steps)
            if near.moves != best.moves:
                self._polish(near, objective, job.steps)
        if self._next_proof is not None and self.steps >= self._next_proof:
            self._prove(nodes=self._next_proof // 2)
            self._next_proof *= 2

    def _polish(self, solution: Solution, promise: int, steps: int) -> None:
        """Look for a better ending of a solution that promises enough points."""
        pool = self._run.pool
        leader = pool.best
        assert leader is not None
        if promise < leader.score - POLISHED or solution.moves in self._polished:
            return
        self._polished.add(solution.moves)
        nodes = min(steps, LEADER_NODES if promise >= leader.score else POLISH_NODES)
        cells = self._solver.polish(solution.cells, solution.rank, nodes)
        if cells is not None:
            pool.offer(self._annealer.solution(cells, solution.tabu))

    def _prove(self, nodes: int) -> None:
        solved = self._solver.solve(nodes)
        if solved is None:
            return
        pool = self._run.pool
        pool.offer(self._annealer.solution(solved[1], tabu=1))
        best = pool.best
        assert best is not None
        assert best.rank == solved[0]
        self._run.prove()


def mixed(main: Schedule, aside: Schedule, share: float) -> Schedule:
    """Mix two schedules so that `aside` gets its share of the steps, whatever they last.

    Its jobs without steps take no time and are done at once.
    """
    if share <= 0:
        yield from main
    spent = {main: 0, aside: 0}
    job = {main: next(main), aside: next(aside)}
    while True:
        due = job[aside].steps == 0 or spent[aside] < share * sum(spent.values())
        turn = aside if due else main
        result = yield job[turn]
        spent[turn] += job[turn].steps
        job[turn] = turn.send(result)


def first_moves(position: SameGameState, pool: SolutionPool, moves: tuple[int, ...]) -> Schedule:
    """Search each of these first moves by sequential halving, in passes of ever more effort.

    Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013: a
    pass searches all moves, then the better half of them twice as long, and so on. A move's
    line begins as the best line of all with that move put before it, unless it has a better
    one of its own.
    """
    shortest = SHORTEST
    visits = 0
    spread: Solution | None = None
    while moves:
        kept, steps = len(moves), shortest
        while kept >= min(LEADERS, len(moves)):
            for move in [move for move in pool.leaders() if move in moves][:kept]:
                if visits % SPREAD_EVERY == 0 and pool.best is not spread:
                    spread = pool.best
                    for other in moves:
                        yield _put_first(other, pool)
                visits += 1
                best = pool.best_of(move)
                assert best is not None
                cells = without_tabu_tail(position, best) or best.cells
                yield Annealing(best.tabu, steps, WARM, COLD, cells, fixed=1)
                pool.note(move, best.score, steps)
            kept //= 2
            steps *= 2
        shortest = min(2 * shortest, LONGEST)


def _put_first(move: int, pool: SolutionPool) -> Annealing:
    """Return a job that plays a move and then the best line's."""
    best = pool.best
    assert best is not None
    return Annealing(best.tabu, 0, HOT, COLD, (move, *best.cells), fixed=1)
