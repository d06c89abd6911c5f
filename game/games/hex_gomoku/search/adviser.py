"""The threat search at the root of another search of hex Gomoku: wins, and moves that lose."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from ai.search.advice import Advice
from ai.search.limits import CancelFlag
from ai.search.messages import Candidate, Limit
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.search.threat_search import RootProofs, SolverOwner
from game.games.protocol import State

# What a search may take of the threat search's nodes grows with its limit, so that a level of few
# simulations sees only short threats.
LEAST_NODES = 300
MOST_NODES = 100_000
NODES_A_SIMULATION = 4
NODES_A_SECOND = 100_000
SHORTEN_NODES = 10_000
FILTER_DEPTHS = (0, 3, 6)
CHECK_DEPTH = 9
CHECK_NODES = 4_000
BRIEF_NODES = 500


class HexAdviser(SolverOwner):
    """Proofs by `ThreatSolver`."""

    def look(self, position: State, limit: Limit, flag: NDArray[np.uint8]) -> Advice:
        """Search proofs; see `ai.search.advice.Adviser`."""
        state = cast(HexState, position)
        solver = self._solver_for(state)
        proofs = RootProofs.at_once(solver, state)
        without_block = dict(proofs.losses)  # the trees do not even look at these
        nodes = _allowed(limit)
        if proofs.win is None and not state.can_swap:
            proofs.win = solver.forced_win(state, flag, nodes=nodes, shorten=SHORTEN_NODES)
        if proofs.win is None and solver.threat(state, flag, nodes=nodes):
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
        """Search a refutation; see `ai.search.advice.Adviser`."""
        state = cast(HexState, position)
        proofs = RootProofs(state)
        nodes = min(BRIEF_NODES if briefly else CHECK_NODES, _allowed(limit))
        proofs.refute(self._solver_for(state), (move,), CancelFlag().array, nodes, CHECK_DEPTH)
        return proofs.loss_candidate(move) if proofs.losses else None


def _allowed(limit: Limit) -> int:
    """Return how many positions each of the first look's searches may take."""
    if limit.simulations is not None:
        wanted = limit.simulations * NODES_A_SIMULATION
    elif limit.seconds is not None:
        wanted = round(limit.seconds * NODES_A_SECOND)
    else:
        wanted = MOST_NODES
    return max(LEAST_NODES, min(wanted, MOST_NODES))
