"""Traps in hex Gomoku: threats that a plain tree search is likely to answer wrongly.

A threat is a move after which its player would win by force if the opponent passed. How many
answers stop it tells little about how often it is stopped; what a small tree search without
tactics thinks of the answers tells more (docs/hex.md). So the opponent is modelled by one.
"""

from ai.search.limits import Flag
from ai.search.tree_search import TreeSearch
from game.games.hex_gomoku.game import PlainOptions
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.lattice.kernels.proofs import NODES

TRAP_CHANCE = 0.4  # a threat that works less often is kept for later
TRAP_NODES = 400  # of each threat search
HORIZON = 25_000  # simulations of the modelled opponent at most
FINALISTS = 3
ANSWERS = 10
MODEL_BYTES = 1 << 28


class Traps:
    """Finds the threats at a position that are likeliest to be answered wrongly."""

    def __init__(self, solver: ThreatSolver, state: HexState, flag: Flag) -> None:
        self._solver = solver
        self._state = state
        self._flag = flag
        self._model = TreeSearch("hex", state.parameters, PlainOptions(), 0)
        self._last_node = 0

    def best(self, moves: list[int], nodes: int) -> list[int]:
        """Return the moves that are traps, the likeliest to work first.

        Args:
            nodes: How many simulations the modelled opponent has in all, which count as nodes,
                and how many more the threat searches have.
        """
        self._last_node = self._solver.nodes + nodes
        threats = [move for move in moves if self._threatens(move)]
        if not threats:
            return []
        few = nodes // (FINALISTS + 1)
        first = {move: self._chance(move, few // len(threats)) for move in threats}
        finalists = sorted(threats, key=lambda move: -first[move])[:FINALISTS]
        chances = {move: self._chance(move, few) for move in finalists}
        traps = [move for move in finalists if chances[move] >= TRAP_CHANCE]
        return sorted(traps, key=lambda move: -chances[move])

    def _threatens(self, move: int) -> bool:
        after = self._state.play(move)
        if after.is_terminal:
            return False
        return self._solver.threat(after, self._flag, nodes=self._allowed())

    def _chance(self, move: int, simulations: int) -> float:
        """Return how likely the modelled opponent is to lose by force with its answer."""
        after = self._state.play(move)
        model = self._model
        model.forget()
        model.prepare(after)
        model.search(self._flag, min(simulations, HORIZON), MODEL_BYTES)
        self._solver.work[NODES] += model.simulations
        self._last_node += model.simulations
        answers = model.snapshot.children
        visits = answers.visits.astype(float)
        weights = visits**2 / max(1.0, (visits**2).sum())
        likely = weights.argsort()[::-1][:ANSWERS]
        return float(
            sum(weights[i] for i in likely if self._wins(after.play(int(answers.move[i]))))
        )

    def _wins(self, state: HexState) -> bool:
        """Whether the colour to place, who set the trap, is found to win by force."""
        if state.is_terminal:
            return False
        if self._solver.winning_cells(state, state.colour_to_place - 1):
            return True
        return self._solver.forced_win(state, self._flag, nodes=self._allowed()) is not None

    def _allowed(self) -> int:
        """Return how many nodes the next threat search may take."""
        return max(0, min(TRAP_NODES, self._last_node - self._solver.nodes))
