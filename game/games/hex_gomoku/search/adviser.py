"""The threat search at the root of another search of hex Gomoku: wins, and moves that lose."""

from game.games.hex_gomoku.search.threat_search import HexSolverOwner, ThreatSolver
from game.games.lattice.threats import RowAdviser


class HexAdviser(HexSolverOwner, RowAdviser[ThreatSolver]):
    """Proofs by `ThreatSolver`."""
