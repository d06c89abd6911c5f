"""Searchers as the window uses them: with what a game proves beside the search."""

from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from game.games.registry import game_of


def make_player(spec: str, game: str, *, threads: int = 1, seed: int = 0) -> Searcher:
    """Return a searcher as `ai.searchers.make_searcher` does, with the game's certificates."""
    searcher = make_searcher(spec, game, threads=threads, seed=seed)
    certify = game_of(game).search.certify
    if certify is None:
        return searcher
    certified: Searcher = certify(searcher)
    return certified
