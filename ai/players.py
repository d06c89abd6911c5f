"""Searchers as the window uses them: with what a game proves or knows beside the search."""

from ai.contract.games import game_of
from ai.external.contract import is_external
from ai.search.searcher import InfoFilter, Searcher
from ai.search.truth import truth_filter
from ai.searchers import make_searcher


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does, and what the game knows itself.

    That is its certificates, and the true values of positions that it can solve.
    """
    known = game_of(game).search
    filters: list[InfoFilter] = []
    if not is_external(spec):
        filters += [truth_filter(known.exact)] if known.exact else []
        filters += [known.certify] if known.certify else []
    return make_searcher(spec, game, threads=threads, seed=seed, filters=filters)
