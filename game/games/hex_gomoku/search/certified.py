"""Pairing certificates beside any search of hex Gomoku: which colours cannot lose, and why."""

from dataclasses import replace
from functools import lru_cache

from ai.search.messages import Certificate, Limit, Proof, SearchInfo, SearchResult
from ai.search.searcher import ProgressListener, Searcher, TimeSupplier
from game.games.hex_gomoku.rules import BLACK, WHITE, HexState
from game.games.hex_gomoku.search.pairing import find_certificate
from game.games.protocol import State


class CertifiedSearcher:
    """Looks for both colours' certificates, then searches; what it reports carries them.

    Where both colours hold one the position is a proven draw, and is reported so.
    """

    def __init__(self, searcher: Searcher) -> None:
        """Wrap a searcher of hex Gomoku."""
        self._searcher = searcher

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """See `ai.search.searcher.Searcher`."""
        self._searcher.advance(moves)

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """See `ai.search.searcher.Searcher`."""
        assert isinstance(position, HexState)
        found = certificates(position)

        def report(info: SearchInfo) -> None:
            on_progress(_with(info, found))

        result = self._searcher.search(position, limit, is_cancelled, report)
        return replace(result, info=_with(result.info, found))


@lru_cache(maxsize=256)
def certificates(state: HexState) -> tuple[Certificate, ...]:
    """Return the certificates that are found in a position, black's first."""
    if state.is_terminal:
        return ()
    found = (find_certificate(state, colour) for colour in (BLACK, WHITE))
    return tuple(each for each in found if each is not None)


def certificate_text(state: HexState, player: int) -> str:
    """Return ``first CELL pairs A-B C-D ...``, without ``first`` if none is needed, or nothing."""
    wanted = (player ^ state.swapped) + 1
    name = state.move_to_string
    for each in certificates(state):
        if each.colour == wanted:
            pairs = " ".join(f"{name(one)}-{name(two)}" for one, two in each.pairs)
            first = "" if each.first is None else f"first {name(each.first)} "
            return f"{first}pairs {pairs}".rstrip()
    return ""


def _with(info: SearchInfo, found: tuple[Certificate, ...]) -> SearchInfo:
    """Return what a search knows together with the certificates."""
    info = replace(info, certificates=found)
    if not info.is_safe_draw:
        return info
    return replace(info, value=0.5, error=0.0, proof=Proof.DRAW, distance=None)
