"""Forced wins in games of so many in a row: a solver's interface, and what it proves at a root.

What is called a win or a loss here is a theorem over all defences; what could not be proven
within the nodes allowed is simply absent. How a game searches is its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import State
from ai.engine.specialise import specialise
from ai.search.limits import CancelFlag, Flag
from ai.search.messages import Candidate, Limit, Proof
from ai.search.searcher import Advice
from game.games.lattice.kernels import proofs, threats_algorithm
from game.games.lattice.lines import RowState

DEEPEST: Final = 12  # own moves of a win by threats before its closing fours

FILTER_DEPTHS: Final = (0, 3, 6)
CHECK_DEPTH: Final = 9
MOST_NODES: Final = 1 << 40  # where time alone ends a search


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A proven win for one colour.

    Attributes:
        distance: Plies to the end at most, whatever the defence.
        line: How it goes against a long defence, the winner's move first; it may stop early.
    """

    distance: int
    line: tuple[int, ...]


class RowSolver(ABC):
    """A search of threats with its memory, for one thread and one kind of board."""

    tables: Any
    position: NDArray[np.int64]  # [length of a kernel's position]

    def __init__(
        self, parameters: Any, kernel: ModuleType, work_length: int, leaf_nodes: int
    ) -> None:
        """Make a solver, yet without tables and a position.

        Args:
            kernel: What `kernels.threats_algorithm` asks of a game.
            work_length: Of the kernel's work array, which is that of `kernels.proofs` or longer.
            leaf_nodes: What a search of fours within a search of threats may take.
        """
        self.parameters = parameters
        self._kernel_search = specialise(threats_algorithm, kernel).forced_win
        self.work = np.zeros(work_length, np.int64)
        self.memo = np.zeros(2 << proofs.MEMO_BITS, np.int64)
        self.work[proofs.LEAF_NODES] = leaf_nodes

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return int(self.work[proofs.NODES])

    @property
    def gave_up(self) -> bool:
        """Whether the last search ended because nodes or time ran out."""
        return bool(self.work[proofs.ABORTED])

    def forget(self) -> None:
        """Empty the memory, so that what follows does not depend on what was before."""
        self.memo[:] = 0

    @abstractmethod
    def load(self, state: Any) -> None:
        """Set the kernel's position to a state that is not over."""

    @abstractmethod
    def winning_cells(self, state: Any, colour: int) -> tuple[int, ...]:
        """Return up to two cells where a stone of `colour` (0 or 1) wins at once."""

    @abstractmethod
    def _mover(self, *, passing: bool) -> int:
        """Return the colour to move; with `passing` it is the other one, in the position, too."""

    def _plies(self, flag: Flag, *bounds: int, passing: bool = False) -> int:
        """Search from the loaded position; return the plies of a win, or 0.

        The bounds are those of `threats_algorithm.forced_win`: nodes, depth, shorten, within.
        """
        me, room = self._mover(passing=passing), (self.position, self.work, self.memo)
        return int(self._kernel_search(self.tables, *room, flag, me, *bounds))

    def forced_win(
        self,
        state: Any,
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
        win = self._search(flag, nodes, depth, shorten, within)
        line: tuple[int, ...] = ()
        further = win
        while win is not None and further is not None:
            line += further.line
            for move in further.line:
                state = state.play(move)
            left = win.distance - len(line)
            if left < 1 or state.is_terminal:
                break
            self.load(state)
            further = self._search(flag, nodes, depth, 0, left)
        return ForcedWin(win.distance, line) if win is not None else None

    def threat(self, state: Any, flag: Flag, *, nodes: int) -> bool:
        """Whether the other colour is found to have a forced win if this one passes."""
        self.load(state)
        return self._plies(flag, nodes, DEEPEST, 0, 0, passing=True) > 0

    def _search(self, flag: Flag, *bounds: int) -> ForcedWin | None:
        """Search from the loaded position; the line is as much of it as the kernel tells."""
        distance = self._plies(flag, *bounds)
        if distance == 0:
            return None
        moves = self.work[proofs.BEST + 1 :][: self.work[proofs.BEST]].tolist()
        if len(moves) < distance:
            # It stops with a winner's move where the memory took over; go on from before it.
            moves = moves[: len(moves) & ~1]
        return ForcedWin(distance, tuple(moves))


@dataclass(slots=True)
class RootProofs:
    """What is proven of a position: a win for the side to move, and moves that lose.

    Attributes:
        state: The position, not over.
        losses: The opponent's win after each move that is refuted.
        must_block: Whether the opponent threatens to win at once.
    """

    state: RowState
    win: ForcedWin | None = None
    losses: dict[int, ForcedWin] = field(default_factory=dict)
    must_block: bool = False

    def copy(self) -> "RootProofs":
        """Return what is proven by now, for who tells of it while the search goes on."""
        return replace(self, losses=dict(self.losses))

    @property
    def cells(self) -> tuple[int, ...]:
        """The empty cells, without moves of another kind."""
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
    def at_once(cls, solver: RowSolver, state: RowState) -> "RootProofs":
        """Return what one stone of either side settles: an own win, else a forced block."""
        proofs = cls(state)
        me = state.colour_to_place - 1
        wins = solver.winning_cells(state, me)
        if wins:
            proofs.win = ForcedWin(1, wins[:1])
            return proofs
        threatened = solver.winning_cells(state, 1 - me)
        proofs.must_block = bool(threatened)
        for cell in proofs.cells if threatened else ():
            left = [target for target in threatened if target != cell]
            if left:
                proofs.losses[cell] = ForcedWin(1, (left[0],))
        return proofs

    def refute(
        self, solver: RowSolver, moves: tuple[int, ...], flag: Flag, nodes: int, depth: int
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
        win = self.losses[move]
        return Candidate.proven(move, Proof.LOSS, win.distance + 1, (move, *win.line), visits=1)

    def win_candidate(self, visits: int) -> Candidate:
        assert self.win is not None
        line = self.win.line
        return Candidate.proven(line[0], Proof.WIN, self.win.distance, line, visits)


Solver = TypeVar("Solver", bound=RowSolver)


class SolverOwner(Generic[Solver]):
    """Who has a solver, made anew for another kind of board.

    Attributes:
        new_solver: Takes a board's parameters and returns a solver for it.
    """

    new_solver: Callable[[Any], Solver]
    _solver: Solver | None = None

    def _solver_for(self, state: RowState) -> Solver:
        if self._solver is None or self._solver.parameters != state.parameters:
            self._solver = self.new_solver(state.parameters)
        return self._solver

    def forget(self) -> None:
        if self._solver is not None:
            self._solver.forget()


@dataclass(frozen=True, slots=True)
class Effort:
    """How many positions an adviser's searches may take.

    What the first look takes grows with the search's limit, so that a level of few simulations
    sees only short threats.

    Attributes:
        least: For each search of the first look.
        most: The same.
        shorten: For making a win that was found shorter.
        check: For refuting a move that is about to be played.
        brief: The same after a Stop.
    """

    least: int = 300
    most: int = 100_000
    a_simulation: float = 4.0
    a_second: float = 100_000.0
    shorten: int = 10_000
    check: int = 4_000
    brief: int = 500

    def allowed(self, limit: Limit) -> int:
        """Return how many positions each of the first look's searches may take."""
        positions = float(self.most)
        if limit.simulations is not None:
            positions = limit.simulations * self.a_simulation
        elif limit.seconds is not None:
            positions = limit.seconds * self.a_second
        return round(max(self.least, min(positions, self.most)))


class RowAdviser(SolverOwner[Solver]):
    """The threat search at the root of another search; see `ai.search.searcher.Adviser`."""

    effort: ClassVar[Effort] = Effort()

    def look(self, position: State, limit: Limit, flag: Flag) -> Advice:
        """Search a win, and where one is threatened the moves that do not stop it."""
        assert isinstance(position, RowState)
        solver = self._solver_for(position)
        proofs = RootProofs.at_once(solver, position)
        without_block = dict(proofs.losses)  # the trees do not even look at these
        nodes = self.effort.allowed(limit)
        if proofs.win is None and not position.can_swap:
            shorten = self.effort.shorten
            proofs.win = solver.forced_win(position, flag, nodes=nodes, shorten=shorten)
        if proofs.win is None and solver.threat(position, flag, nodes=nodes):
            for depth in FILTER_DEPTHS:
                moves = proofs.open_moves
                proofs.refute(solver, moves, flag, nodes // max(1, len(moves)), depth)
        return Advice(
            win=proofs.win_candidate(0) if proofs.win is not None else None,
            losses={
                move: proofs.loss_candidate(move)
                for move in proofs.losses
                if move not in without_block
            },
        )

    def refute(
        self, position: State, move: int, limit: Limit, *, briefly: bool
    ) -> Candidate | None:
        """Search the opponent's win after a move."""
        assert isinstance(position, RowState)
        proofs = RootProofs(position)
        most = self.effort.brief if briefly else self.effort.check
        nodes = min(most, self.effort.allowed(limit))
        solver = self._solver_for(position)
        proofs.refute(solver, (move,), CancelFlag().array, nodes, CHECK_DEPTH)
        return proofs.loss_candidate(move) if proofs.losses else None
