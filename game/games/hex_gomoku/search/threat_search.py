"""Forced wins in hex Gomoku: the solver behind the W badges, and a searcher that plays by it.

What is called a win or a loss here is a theorem over all defences (`kernels.threats`);
what could not be proven within the nodes allowed is simply absent.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from ai.kinds import SearcherOptions
from ai.search.limits import StopWatch
from ai.search.messages import Candidate, Limit, Proof, SearchInfo, SearchResult, StopReason
from ai.search.outcome import final_result
from ai.search.polling import Reporter, run_polled
from ai.search.searcher import ProgressListener, TimeSupplier
from game.games.hex_gomoku.kernels import threats as threats
from game.games.hex_gomoku.kernels.position import (
    POSITION_LENGTH,
    TURN,
    WORTH_OF,
    load,
    move_gain,
    winning_cells,
)
from game.games.hex_gomoku.kernels.tables import make_tables
from game.games.hex_gomoku.rules import HexParameters, HexState
from game.games.protocol import State

LEAF_NODES = 100  # for a win by fours below a search of threats
DEEPEST = 12  # own moves of a win by threats before its closing fours
SHARE_SCALE = 250.0  # worth that turns into a win share of 73 %
FIRST_NODES = 2_000
SHORTEN_NODES = 20_000  # for making a win that was found shorter
MOST_NODES = 1 << 40

Flag = NDArray[np.uint8]


def win_share(worth: float) -> float:
    """Return the win share that a balance of worth stands for, by a logistic."""
    return 1.0 / (1.0 + math.exp(-worth / SHARE_SCALE))


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A proven win for one colour.

    Attributes:
        distance: Plies to the end at most, whatever the defence.
        line: How it goes against a long defence, the winner's move first; it may stop early.
    """

    distance: int
    line: tuple[int, ...]


class ThreatSolver:
    """The threat search with its memory, for one thread and one kind of board."""

    def __init__(self, parameters: HexParameters) -> None:
        self.parameters = parameters
        self.tables = make_tables(parameters)
        self.position = np.zeros(POSITION_LENGTH, np.int64)
        self.work = np.zeros(threats.WORK_LENGTH, np.int64)
        self.memo = np.zeros(2 << threats.MEMO_BITS, np.int64)
        self.work[threats.LEAF_NODES] = LEAF_NODES

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return int(self.work[threats.NODES])

    @property
    def gave_up(self) -> bool:
        """Whether the last search ended because nodes or time ran out."""
        return bool(self.work[threats.ABORTED])

    def forget(self) -> None:
        """Empty the memory, so that what follows does not depend on what was before."""
        self.memo[:] = 0

    def load(self, state: HexState) -> None:
        """Set the kernel's position to a state that is not over."""
        load(self.tables, state.encode(), self.position)

    def winning_cells(self, state: HexState, colour: int) -> tuple[int, ...]:
        """Return up to two cells where a stone of `colour` (0 or 1) wins at once."""
        self.load(state)
        n, first, second = winning_cells(self.tables, self.position, colour)
        return (first, second)[:n]

    def gains(self, state: HexState) -> dict[int, int]:
        """Return for each empty cell by how much a stone there betters the balance of worth."""
        self.load(state)
        cells = (cell for cell, stone in enumerate(state.cells) if not stone)
        return {cell: move_gain(self.tables, self.position, cell) for cell in cells}

    def balance(self, state: HexState) -> int:
        """Return the balance of worth for the colour to place."""
        self.load(state)
        me = int(self.position[TURN])
        return int(self.position[WORTH_OF + me] - self.position[WORTH_OF + 1 - me])

    def forced_win(
        self,
        state: HexState,
        flag: Flag,
        *,
        nodes: int = 20_000,
        depth: int = DEEPEST,
        shorten: int = 0,
        within: int = 0,
    ) -> ForcedWin | None:
        """Search a forced win for the colour to place.

        Args:
            state: A position that is not over.
            flag: Ends the search when set.
            nodes: The most positions it may look at.
            depth: Own moves before the closing series of fours; 0 for fours alone.
            shorten: The most further positions for making a win that was found shorter.
            within: The most plies the win may take; 0 for any number.

        Returns:
            The win, or None: then there is no such win, or it was not found in time.
        """
        self.load(state)
        found = self._search(flag, nodes, depth, shorten, within)
        line: tuple[int, ...] = ()
        further = found
        while found is not None and further is not None:
            line += further.line
            for move in further.line:
                state = state.play(move)
            left = found.distance - len(line)
            if left < 1 or state.is_terminal:
                break
            self.load(state)
            further = self._search(flag, nodes, depth, 0, left)
        return ForcedWin(found.distance, line) if found is not None else None

    def threat(self, state: HexState, flag: Flag, *, nodes: int, depth: int = DEEPEST) -> bool:
        """Whether the other colour is found to have a forced win if this one passes."""
        self.load(state)
        self.position[TURN] ^= 1
        return self._search(flag, nodes, depth, 0, 0) is not None

    def _search(
        self, flag: Flag, nodes: int, depth: int, shorten: int, within: int
    ) -> ForcedWin | None:
        """Search from the loaded position; the line is as much of it as the kernel tells."""
        distance = threats.forced_win(
            self.tables, self.position, self.work, self.memo, flag, nodes, depth, shorten, within
        )
        if distance == 0:
            return None
        moves = self.work[threats.BEST + 1 :][: self.work[threats.BEST]].tolist()
        if len(moves) < distance:
            # It stops with a winner's move where the memory took over; go on from before it.
            moves = moves[: len(moves) & ~1]
        return ForcedWin(distance, tuple(moves))


@dataclass(slots=True)
class RootProofs:
    """What is proven of a position: a win for the side to move, and moves that lose.

    Attributes:
        state: The position, not over.
        win: The win, if one is known.
        losses: The opponent's win after each move that is refuted.
        must_block: Whether the opponent threatens to win at once.
    """

    state: HexState
    win: ForcedWin | None = None
    losses: dict[int, ForcedWin] = field(default_factory=dict)
    must_block: bool = False

    @property
    def cells(self) -> tuple[int, ...]:
        """The empty cells, without the move "swap"."""
        return tuple(cell for cell, stone in enumerate(self.state.cells) if not stone)

    @property
    def open_moves(self) -> tuple[int, ...]:
        """The stones that are not proven to lose."""
        return tuple(cell for cell in self.cells if cell not in self.losses)

    @property
    def is_lost(self) -> bool:
        """Whether every legal move is proven to lose."""
        return not self.open_moves and not self.state.can_swap

    @property
    def stubbornest(self) -> int:
        """The refuted move that holds out longest."""
        return max(self.losses, key=lambda move: self.losses[move].distance)

    @classmethod
    def at_once(cls, solver: ThreatSolver, state: HexState) -> "RootProofs":
        """Return what one stone of either side settles: an own five, else a forced block."""
        proofs = cls(state)
        me = state.colour_to_place - 1
        own = solver.winning_cells(state, me)
        if own:
            proofs.win = ForcedWin(1, own[:1])
            return proofs
        threatened = solver.winning_cells(state, 1 - me)
        proofs.must_block = bool(threatened)
        for cell in proofs.cells if threatened else ():
            left = [target for target in threatened if target != cell]
            if left:
                proofs.losses[cell] = ForcedWin(1, (left[0],))
        return proofs

    def refute(
        self, solver: ThreatSolver, moves: tuple[int, ...], flag: Flag, nodes: int, depth: int
    ) -> None:
        """Search the opponent's win after each of the moves, and note what is found."""
        for move in moves:
            after = self.state.play(move)
            if flag[0]:
                return
            if not after.is_terminal:
                win = solver.forced_win(after, flag, nodes=nodes, depth=depth)
                if win is not None:
                    self.losses[move] = win

    def loss_candidate(self, move: int) -> Candidate:
        """Return a refuted move as the world sees it."""
        win = self.losses[move]
        return Candidate(
            move=move,
            visits=1,
            value=0.0,
            proof=Proof.LOSS,
            distance=win.distance + 1,
            line=(move, *win.line),
        )

    def win_candidate(self, visits: int) -> Candidate:
        """Return the winning move as the world sees it."""
        assert self.win is not None
        return Candidate(
            move=self.win.line[0],
            visits=visits,
            value=1.0,
            proof=Proof.WIN,
            distance=self.win.distance,
            line=self.win.line,
        )


class SolverOwner:
    """Who has a `ThreatSolver`, made anew for another kind of board."""

    _solver: ThreatSolver | None = None

    def _solver_for(self, state: HexState) -> ThreatSolver:
        if self._solver is None or self._solver.parameters != state.parameters:
            self._solver = ThreatSolver(state.parameters)
        return self._solver

    def forget(self) -> None:
        """Empty the solver's memory."""
        if self._solver is not None:
            self._solver.forget()


class HexSearcher(SolverOwner, ABC):
    """A searcher of hex Gomoku, without random numbers; a `Searcher`.

    What it has proven lives on from one search to the next. Limits in simulations count positions
    looked at.
    """

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Keep what is known, or after None forget it."""
        if moves is None:
            self.forget()

    @abstractmethod
    def _run(self, state: HexState, limit: Limit, watch: StopWatch) -> "SolverRun":
        """Return a search that is ready to begin."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        assert isinstance(position, HexState)
        if position.is_terminal:
            return final_result(position)
        watch = StopWatch(limit, is_cancelled)
        run = self._run(position, limit, watch)
        (move,) = run_polled([run.think], watch, Reporter(watch, lambda: on_progress(run.info())))
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
        return proofs.stubbornest if proofs.is_lost else self._ranked_open()[0]

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

    def _ranked_open(self) -> list[int]:
        moves = list(self._proofs.open_moves) or [self._state.swap_move]
        return sorted(moves, key=lambda move: -self._gains.get(move, 0))

    def info(self) -> SearchInfo:
        proofs = self._proofs
        losses = sorted(dict(proofs.losses), key=lambda move: -proofs.losses[move].distance)
        open_moves = () if proofs.is_lost else tuple(self._ranked_open())
        winner = proofs.win.line[0] if proofs.win else None
        candidates = (
            *((proofs.win_candidate(self._nodes),) if proofs.win else ()),
            *(self._estimate(move) for move in open_moves if move != winner),
            *(proofs.loss_candidate(move) for move in losses),
        )
        best = candidates[0]
        return SearchInfo(
            simulations=self._nodes,
            value=best.value,
            candidates=candidates,
            line=best.line,
            proof=best.proof,
            distance=best.distance if best.proof else None,
            elapsed=self._watch.elapsed,
            nodes=self._nodes,
        )

    def _estimate(self, move: int) -> Candidate:
        worth = self._balance + self._gains.get(move, 0)
        return Candidate(move=move, visits=1, value=win_share(worth), line=(move,))
