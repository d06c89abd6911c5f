"""A tree search that misses things as a person does: what lies far ahead, and what it never sees.

With a `sight` below 1 the game's tactics are overlooked now and then, the longer ones more often:
such a move comes from a search that knows nothing of them. With `looks`, only the few moves that
catch the eye can be played. No move is random.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.ladder import ALL_MOVES
from ai.search.limits import TimeSupplier
from ai.search.mcts import MctsSearcher
from ai.search.messages import Limit, SearchResult
from ai.search.options import MctsOptions
from ai.search.searcher import Listener, Searcher


class AttentiveSearcher:
    """Searches with the tactics it happens to see, among the moves it looks at."""

    def __init__(self, game: str, options: MctsOptions) -> None:
        search = game_of(game).search
        whole = replace(options, sight=1.0, looks=ALL_MOVES)
        self._chances = [(1 - options.sight) ** each.rarity for each in search.oversights]
        self._searchers = [
            *(MctsSearcher(game, replace(whole, **each.without)) for each in search.oversights),
            MctsSearcher(game, whole),
        ]
        self._looks = options.looks
        self._appeal = search.appeal
        self._seed = options.seed

    def advance(self, moves: tuple[int, ...] | None) -> None:
        for each in self._searchers:
            each.advance(moves)

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        # By the position, so that it is the same after an undo or with a new searcher.
        rng = random.Random(f"{self._seed} {position.to_text()}")
        drawn = rng.random()
        seen = sum(drawn >= each for each in self._chances)
        result: SearchResult = self._searchers[seen].search(
            position, limit, is_cancelled, on_progress
        )
        if self._looks < ALL_MOVES and self._appeal and result.move is not None:
            looked_at = self._looked_at(self._appeal(position), position.legal_moves, rng)
            tried = [each.move for each in result.info.candidates if each.move in looked_at]
            return replace(result, move=(tried or looked_at)[0])
        return result

    def _looked_at(
        self, appeals: Sequence[float], moves: Sequence[int], rng: random.Random
    ) -> list[int]:
        """Draw moves by their appeal, none twice: the first to come of as many clocks.

        After Efraimidis and Spirakis, "Weighted random sampling with a reservoir" (Information
        Processing Letters 97, 2006).
        """
        order = sorted(
            (rng.expovariate(each), move) for each, move in zip(appeals, moves, strict=True)
        )
        return [move for _, move in order[: int(self._looks + rng.random())]]


def tree_searcher(game: str, options: MctsOptions) -> Searcher:
    """Return the tree search of these options."""
    return AttentiveSearcher(game, options) if options.misses else MctsSearcher(game, options)
