"""What searches are said to have thought of positions."""

from functools import partial
from typing import Final

from game.play.session import Evaluation, Session

JUDGE: Final = "mcts"
"""The searcher by which the moves of games for two are graded,"""
JUDGE_OF_ONE: Final = "best"
"""and those of SameGame."""
MANY: Final = 10**9
"""So many simulations leave no doubt of what they found."""

judged = partial(Evaluation, searcher=JUDGE, seconds=3.0)
"""Makes what the judge thinks of a position after a long look, by its value and whatever else."""
judged_score = partial(judged, searcher=JUDGE_OF_ONE)


def evaluations_of(session: Session) -> dict[int, dict[str, Evaluation]]:
    """Return what each searcher thought of the positions of a game, by number of moves played."""
    found = {
        ply: dict(session.record.nodes[ply].position.evaluations)
        for ply in range(session.record.length + 1)
    }
    return {ply: by_searcher for ply, by_searcher in found.items() if by_searcher}
