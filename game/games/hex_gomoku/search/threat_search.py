"""Forced wins in hex Gomoku: the solver behind the W badges, and a searcher that plays by it.

What is proven, and how, `game.games.lattice.threats` tells; the kernel is `kernels.threats`.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import count

import numpy as np

from ai.contract.rules import State
from ai.kinds import SearcherOptions
from ai.search.limits import StopWatch, TimeSupplier
from ai.search.messages import Candidate, Limit, SearchInfo, SearchResult, StopReason
from ai.search.order import in_order
from ai.search.searcher import Listener, final_result
from ai.search.threads import reporter, run_polled
from game.games.hex_gomoku.kernels import threats
from game.games.hex_gomoku.kernels.position import (
    POSITION_LENGTH,
    TURN,
    balance,
    load,
    move_gain,
    winning_cells,
)
from game.games.hex_gomoku.kernels.tables import make_tables
from game.games.hex_gomoku.rules import HexParameters, HexState
from game.games.lattice.threats import (
    DEEPEST,
    MOST_NODES,
    RootProofs,
    RowAdviser,
    RowSolver,
    SolverOwner,
)

LEAF_NODES = 100  # for a win by fours below a search of threats
SHARE_SCALE = 480.0  # worth that turns into a win share of 73 %; fitted to 400 games of strong play
FIRST_NODES = 2_000
SHORTEN_NODES = 20_000  # for making a win that was found shorter


def win_share(worth: float) -> float:
    """Return the win share that a balance of worth stands for, by a logistic."""
    return 1.0 / (1.0 + math.exp(-worth / SHARE_SCALE))


class ThreatSolver(RowSolver):
    """The threat search with its memory, for one thread and one kind of board."""

    def __init__(self, parameters: HexParameters) -> None:
        super().__init__(parameters, threats, threats.WORK_LENGTH, LEAF_NODES)
        self.tables = make_tables(parameters)
        self.position = np.zeros(POSITION_LENGTH, np.int64)

    def load(self, state: HexState) -> None:
        load(self.tables, state.encode(), self.position)

    def winning_cells(self, state: HexState, colour: int) -> tuple[int, ...]:
        self.load(state)
        n, first, second = winning_cells(self.tables, self.position, colour)
        return (first, second)[:n]

    def gains(self, state: HexState) -> dict[int, int]:
        """Return for each empty cell by how much a stone there betters the balance of worth."""
        self.load(state)
        cells = (cell for cell, stone in enumerate(state.cells) if not stone)
        return {cell: move_gain(self.tables, self.position, cell) for cell in cells}

    def balance(self, state: HexState) -> int:
        """Return the balance of worth for the colour to place, were the other one to place."""
        self.load(state)
        return int(balance(self.position))

    def _mover(self, *, passing: bool) -> int:
        self.position[TURN] ^= int(passing)
        return int(self.position[TURN])


class HexAdviser(RowAdviser[ThreatSolver]):
    """The threat search at the root of another search of hex Gomoku: wins, and moves that lose."""

    new_solver = ThreatSolver


class HexSearcher(SolverOwner[ThreatSolver], ABC):
    """A searcher of hex Gomoku, without random numbers; a `Searcher`.

    What it has proven lives on from one search to the next. Limits in simulations count positions
    looked at.
    """

    new_solver = ThreatSolver

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Keep what is known, or after None forget it."""
        if moves is None:
            self.forget()

    @abstractmethod
    def _run(self, state: HexState, limit: Limit, watch: StopWatch) -> "SolverRun":
        """Return a search that is ready to begin."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        assert isinstance(position, HexState)
        if position.is_terminal:
            return final_result(position)
        watch = StopWatch(limit, is_cancelled)
        run = self._run(position, limit, watch)
        (move,) = run_polled([run.think], watch, reporter(watch, lambda: on_progress(run.info())))
        return SearchResult(move, run.info(), watch.reason or StopReason.EXHAUSTED)


class SolverRun(ABC):
    """One search; `think` runs in a thread of its own, `info` may be asked meanwhile."""

    def __init__(
        self, solver: ThreatSolver, state: HexState, limit: Limit, watch: StopWatch
    ) -> None:
        self._solver = solver
        self._state = state
        self._watch = watch
        self._flag = watch.flag.array
        self._first_node = solver.nodes
        self._allowed = MOST_NODES if limit.simulations is None else limit.simulations
        self._gains = solver.gains(state)
        self._balance = solver.balance(state)
        self._proofs = RootProofs.at_once(solver, state)

    @abstractmethod
    def think(self) -> int:
        """Search until a limit is met or nothing is left to find out; return the move."""

    @abstractmethod
    def info(self) -> SearchInfo:
        """Return what is known so far, the move to play first."""

    @property
    def _nodes(self) -> int:
        return self._solver.nodes - self._first_node

    def _left(self) -> int:
        return max(0, self._allowed - self._nodes)

    def _estimate(self, move: int) -> Candidate:
        """Return a move that is known by what it gains alone."""
        worth = self._balance + self._gains.get(move, 0)
        return Candidate(move=move, visits=1, value=win_share(worth), line=(move,))

    def _search_info(
        self, candidates: Sequence[Candidate], nodes: int, threads: int = 1
    ) -> SearchInfo:
        """Return what is known by candidates, of which those that are open have the best first."""
        candidates = in_order(candidates)
        best = candidates[0]
        return SearchInfo(
            simulations=nodes,
            value=best.value,
            candidates=tuple(candidates),
            line=best.line,
            proof=best.proof,
            distance=best.distance if best.proof else None,
            elapsed=self._watch.elapsed,
            nodes=nodes,
            threads=threads,
        )


class ThreatSearcher(HexSearcher):
    """Plays by threats alone.

    An own five, else the forced block, else a forced win; else a move after which the opponent
    has no forced win, as far as the search sees, and of these the one that gains most.
    """

    def __init__(self, game: str = "hex", options: SearcherOptions | None = None) -> None:
        del game, options  # it plays one game in one way

    def _run(self, state: HexState, limit: Limit, watch: StopWatch) -> SolverRun:
        return _ThreatRun(self._solver_for(state), state, limit, watch)


class _ThreatRun(SolverRun):
    def think(self) -> int:
        """Prove what can be proven, with ever more nodes."""
        proofs = self._proofs
        for round_number in count():
            nodes = FIRST_NODES << (2 * round_number)
            complete = self._round(proofs, nodes, min(round_number, DEEPEST))
            if proofs.win is not None or proofs.is_lost:
                self._watch.stop(StopReason.PROVEN)
            elif len(self._state.legal_moves) - len(proofs.losses) == 1:
                self._watch.stop(StopReason.ONLY_MOVE)
            elif not self._left():
                self._watch.stop(StopReason.SIMULATIONS)
            if complete or self._watch.flag():
                break
        if proofs.win is not None:
            return proofs.win.line[0]
        return proofs.stubbornest if proofs.is_lost else self._ranked_open(proofs)[0]

    def _round(self, proofs: RootProofs, nodes: int, depth: int) -> bool:
        """Look for an own win, then for the opponent's; tell whether more nodes are useless."""
        flag, solver = self._flag, self._solver
        if proofs.win is not None or proofs.is_lost:
            return True
        allowed = min(nodes, self._left())
        proofs.win = solver.forced_win(self._state, flag, nodes=allowed, shorten=SHORTEN_NODES)
        if proofs.win is not None:
            return True
        gave_up = solver.gave_up
        threat = solver.threat(self._state, flag, nodes=min(nodes, self._left()))
        gave_up |= solver.gave_up
        if not threat and not proofs.must_block:
            return not gave_up
        for move in sorted(proofs.open_moves, key=lambda move: -self._gains[move]):
            proofs.refute(solver, (move,), flag, min(nodes // 4, self._left()), depth)
            gave_up |= solver.gave_up
        return depth >= DEEPEST and not gave_up

    def _ranked_open(self, proofs: RootProofs) -> list[int]:
        moves = list(proofs.open_moves) or [self._state.swap_move]
        return sorted(moves, key=lambda move: -self._gains.get(move, 0))

    def info(self) -> SearchInfo:
        proofs = self._proofs.copy()
        open_moves = () if proofs.is_lost else tuple(self._ranked_open(proofs))
        winner = proofs.win.line[0] if proofs.win else None
        candidates = (
            *((proofs.win_candidate(self._nodes),) if proofs.win else ()),
            *(self._estimate(move) for move in open_moves if move != winner),
            *map(proofs.loss_candidate, proofs.losses),
        )
        return self._search_info(candidates, self._nodes)
