"""The tree searches whose playouts are more than the rollout policy, as their names make them."""

from typing import Any

from ai.search.guides import minimax_guide, nested_guide, rave_guide
from ai.search.mcts import MctsSearcher

_NESTING = ("level", "discounting", "cow", "pod")


def nested_uct(game: str, **options: Any) -> MctsSearcher:
    """Return UCT whose playouts are nested searches."""
    given = {key: options.pop(key) for key in _NESTING if key in options}
    return MctsSearcher(game, guide=nested_guide(**given), **options)


def minimax_uct(
    game: str, *, depth: int = 1, suicide: bool = False, **options: Any
) -> MctsSearcher:
    """Return UCT whose playouts look `depth` moves ahead."""
    return MctsSearcher(game, guide=minimax_guide(depth=depth, suicide=suicide), **options)


def rave(game: str, *, equivalence: int = 300, **options: Any) -> MctsSearcher:
    """Return UCT with rapid action value estimation."""
    guide = rave_guide(equivalence)
    return MctsSearcher(game, guide=guide, solver=False, reuse=False, **options)
