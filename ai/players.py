"""Searchers as the window uses them: with what a game proves or knows beside the search."""

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.external.contract import is_external
from ai.search.messages import SearchResult
from ai.search.searcher import InfoFilter, Searcher
from ai.search.truth import truth_filter
from ai.searchers import make_searcher


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does, and what the game knows itself.

    That is its certificates, and the true values of positions that it can solve.
    """
    known = game_of(game).search
    filters: list[InfoFilter] = []
    if known.exact and not is_external(spec):
        filters.append(truth_filter(known.exact))
    if known.certify and not is_external(spec):
        filters.append(known.certify)
    return make_searcher(spec, game, threads=threads, seed=seed, filters=filters)


def keep_certificates(game: str, position: State, result: SearchResult) -> SearchResult:
    """Return a result whose move gives up none of the certificates that it carries."""
    keep = game_of(game).search.keep
    return keep(position, result) if keep and result.info.certificates else result
