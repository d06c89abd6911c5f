"""Searchers as the window uses them: with what a game proves or knows beside the search."""

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.external.contract import is_external
from ai.search.messages import SearchResult
from ai.search.searcher import Searcher
from ai.search.truth import TruthfulSearcher
from ai.searchers import make_searcher


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does, and what the game knows itself.

    That is its certificates, and the true values of positions that it can solve.
    """
    searcher = make_searcher(spec, game, threads=threads, seed=seed)
    if is_external(spec):
        return searcher
    known = game_of(game).search
    if known.exact:
        searcher = TruthfulSearcher(searcher, known.exact)
    return known.certify(searcher) if known.certify else searcher


def faithful(game: str, position: State, result: SearchResult) -> SearchResult:
    """Return a result whose move gives up none of the certificates that it carries."""
    keep = game_of(game).search.keep
    return keep(position, result) if keep and result.info.certificates else result
