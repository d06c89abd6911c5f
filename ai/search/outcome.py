"""How a finished game is told, as a search tells everything else."""

from ai.search.messages import Proof, SearchInfo
from game.games.protocol import State


def final_info(position: State) -> SearchInfo:
    """Return what is known of a finished game for two."""
    result = position.returns[position.current_player]
    proof = Proof.WIN if result > 0 else Proof.LOSS if result < 0 else Proof.DRAW
    return SearchInfo(value=proof.share, proof=proof, distance=0)
