"""How a finished game is told, as a search tells everything else."""

from ai.contract.rules import State
from ai.search.messages import Proof, SearchInfo, SearchResult, StopReason


def final_result(position: State) -> SearchResult:
    result = position.returns[position.current_player]
    if len(position.returns) == 1:
        info = SearchInfo(value=result, upper_bound=result, optimal=True)
    else:
        proof = Proof.WIN if result > 0 else Proof.LOSS if result < 0 else Proof.DRAW
        info = SearchInfo(value=proof.share, proof=proof, distance=0)
    return SearchResult(None, info, StopReason.EXHAUSTED)
