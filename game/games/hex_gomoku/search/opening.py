"""Openings of hex Gomoku that differ from game to game."""

import random
from dataclasses import replace

from ai.contract.rules import State
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, SearchResult
from ai.search.searcher import Listener, Searcher
from ai.search.tree_search import plausible_moves
from game.games.hex_gomoku.game import AlphaBetaOptions, HexTreeOptions
from game.games.hex_gomoku.rules import HexState

OPENING_STONES = 2  # each colour's first stone is drawn
EVEN = 0.02  # how far a first stone's value may be from the best where it may be taken over


class VariedOpening:
    """Plays another searcher's moves but for the first stones, which the seed draws.

    The first stone lies on or near the centre and the reply near it: a free choice, as far as is
    known. A stone that may be taken over is drawn from those the searcher thinks as good.
    """

    def __init__(self, searcher: Searcher, seed: int) -> None:
        self._searcher = searcher
        self._seed = seed

    def advance(self, moves: tuple[int, ...] | None) -> None:
        self._searcher.advance(moves)

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        result = self._searcher.search(position, limit, is_cancelled, on_progress)
        assert isinstance(position, HexState)
        if position.stones >= OPENING_STONES or position.can_swap:
            return result
        choices = _choices(position, result)
        drawn = random.Random(f"{self._seed} {position.stones}").choice(choices)
        return replace(result, move=drawn)


def _choices(position: HexState, result: SearchResult) -> list[int]:
    if position.parameters.opening == "free":
        return plausible_moves("hex", position, "snow")
    value = result.info.candidates[0].value
    return [each.move for each in result.info.candidates if abs(each.value - value) <= EVEN]


def varied(searcher: Searcher, options: HexTreeOptions | AlphaBetaOptions) -> Searcher:
    """Return a searcher, with openings drawn by the seed if that is wanted."""
    return VariedOpening(searcher, options.seed) if options.variety else searcher
