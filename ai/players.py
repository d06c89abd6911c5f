"""Searchers as the window uses them: with what a game proves beside the search."""

from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from game.games.hex_gomoku.search.certified import CertifiedSearcher


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does; in hex Gomoku it certifies, too."""
    searcher = make_searcher(spec, game, threads=threads, seed=seed)
    return CertifiedSearcher(searcher) if game == "hex" else searcher
