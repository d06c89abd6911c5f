"""The searchers of hex Gomoku as their names make them."""

from typing import Any

from ai.search.mcts import MctsSearcher
from ai.search.searcher import Searcher
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.opening import VariedOpening


def tree(game: str, *, variety: bool = False, **options: Any) -> Searcher:
    """Return the tree search, with openings drawn by the seed if `variety` is wanted."""
    return _varied(MctsSearcher(game, **options), variety, options["seed"])


def alphabeta(game: str, *, variety: bool = False, **options: Any) -> Searcher:
    """Return the alpha-beta search, with openings drawn by the seed if `variety` is wanted."""
    return _varied(AlphaBetaSearcher(game, **options), variety, options["seed"])


def plain_uct(game: str, **options: Any) -> Searcher:
    """Return the searcher that others are measured by: textbook UCT next to the stones."""
    return MctsSearcher(
        game,
        candidates="adjacent",
        playouts="adjacent",
        decisive=False,
        vcf=False,
        exploration=0.7,
        expand_at=1,
        solver=False,
        threats=False,
        reuse=False,
        final="mean",
        **options,
    )


def _varied(searcher: Searcher, variety: bool, seed: int) -> Searcher:
    return VariedOpening(searcher, seed) if variety else searcher
