"""Searches one after the other: each goes on from the last tree of its searcher.

What any of them has proven of a game is told by all (`ai.search.proofs`). The AI thread owns one
such series for the window, and the library gives one to whoever uses it.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from ai.contract.game import Lazy
from ai.contract.games import game_of, is_plugged
from ai.external.contract import ResignedError
from ai.external.searcher import ExternalSearcher
from ai.search.limits import CancelFlag
from ai.search.messages import History, SearchInfo, SearchResult, StartSearch, StopReason
from ai.search.proofs import ProofBook
from ai.search.searcher import Listener, Searcher

MOST_SEARCHERS = 4


class SearcherFactory(Protocol):
    """Makes a searcher out of its specification; see `ai.searchers.make_player`."""

    def __call__(self, spec: str, game: str, *, threads: int, seed: int) -> Searcher:
        """Return a new searcher."""


PLAYERS: SearcherFactory = Lazy("ai.searchers:make_player")
"""As the window uses them. By name: they bring numba along, and the window opens without it."""


@dataclass(slots=True)
class _CachedSearcher:
    """A searcher that may go on from its last tree, and where that tree stands.

    Each searcher has its own: another one that searches elsewhere meanwhile, as a teacher
    looks back at the last move, leaves the opponent's tree what it was.
    """

    searcher: Searcher
    last: History | None = None


class Searches:
    """A series of searches; all of its methods belong to one thread at a time."""

    def __init__(self, make: SearcherFactory = PLAYERS) -> None:
        self._make = make
        self._searchers: OrderedDict[tuple[object, ...], _CachedSearcher] = OrderedDict()
        self._book = ProofBook()

    def run(self, request: StartSearch, flag: CancelFlag, on_progress: Listener) -> SearchResult:
        """Search as a request says; see `ai.search.searcher.Searcher`."""
        entry = self._searcher(request)
        entry.searcher.advance(request.history.moves_since(entry.last) if request.history else None)
        entry.last = request.history
        if isinstance(entry.searcher, ExternalSearcher):
            entry.searcher.follow(request.history or History(request.position, ()), flag)

        def on_info(info: SearchInfo) -> None:
            on_progress(self._book.with_proofs(request, info))

        try:
            result = entry.searcher.search(request.position, request.limit, flag, on_info)
        except ResignedError:
            result = SearchResult(None, SearchInfo(), StopReason.RESIGNED)
        if not is_plugged(request.searcher):  # nobody has checked the lines of its proofs
            self._book.note(request, result.info)
        result = self._book.followed(request, result)
        keep = game_of(request.game).search.keep
        if keep and request.follows_proofs and result.info.certificates:
            result = keep(request.position, result)
        return result

    def forget(self) -> None:
        """Drop all searchers, and end those that are other programs."""
        while self._searchers:
            _close(self._searchers.popitem()[1])

    def _searcher(self, request: StartSearch) -> _CachedSearcher:
        """Return the searcher to use: the one that did the last such search, or a new one."""
        key = (request.game, request.searcher, request.threads, request.seed)
        if key not in self._searchers:
            searcher = self._make(
                request.searcher, request.game, threads=request.threads, seed=request.seed
            )
            self._searchers[key] = _CachedSearcher(searcher)
        self._searchers.move_to_end(key)
        while len(self._searchers) > MOST_SEARCHERS:
            _close(self._searchers.popitem(last=False)[1])
        return self._searchers[key]


def _close(entry: _CachedSearcher) -> None:
    if isinstance(entry.searcher, ExternalSearcher):
        entry.searcher.close()
