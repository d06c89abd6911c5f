"""What has been proven of the game in progress, by whatever search of it.

A proof is a theorem of its position, whoever found it: the analysis, a hint, an earlier search or
the opponent's. Kept here, it is told again by every later search of the position, and its moves
are played. Where the opponent leaves the line of a proven win, the search that proved it is asked
once more: it has, in its tree or its memory, the answer to every defence.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final

from ai.search.messages import (
    Candidate,
    History,
    Limit,
    Proof,
    SearchInfo,
    SearchResult,
    StartSearch,
)

MOST_POSITIONS: Final = 4096
LEAST_SECONDS: Final = 1.0
"""What a search that is asked once more gets at least, and twice what it took, up to its limit."""


@dataclass(slots=True)
class _Known:
    """What is proven of one position, for the player to move there.

    Attributes:
        proof: The position's own value.
        distance: Plies to the end under it, None where whoever proved it does not tell.
        by: The request whose search proved something here last.
    """

    moves: dict[int, Candidate] = field(default_factory=dict)
    proof: Proof | None = None
    distance: int | None = None
    by: StartSearch | None = None

    def set_proven(self, move: Candidate) -> None:
        """Take a proven move in, unless a shorter proof of it is known."""
        known = self.moves.get(move.move)
        if known is None or _plies(move) < _plies(known):
            self.moves[move.move] = move

    @property
    def names_its_win(self) -> bool:
        return any(move.proof is Proof.WIN for move in self.moves.values())


class ProofBook:
    """The proven moves of the last positions in which there were any, by the history there."""

    def __init__(self) -> None:
        self._known: OrderedDict[History, _Known] = OrderedDict()

    def note(self, request: StartSearch, info: SearchInfo) -> None:
        """Keep what a search of a game for two has proven."""
        proven = [move for move in info.candidates if move.proof is not None]
        if request.history is None or (info.proof is None and not proven):
            return
        by = replace(request, limit=_again(request.limit, info.elapsed))
        here = self._at(request.history, by)
        for move in proven:
            here.set_proven(move)
            if move.proof is Proof.WIN and move.distance is None:  # no line tells of its replies
                after = History(request.history.start, (*request.history.moves, move.move))
                self._note_proof(after, Proof.LOSS, None, move.line[1:], by)
        if info.proof is None:
            return
        self._note_proof(request.history, info.proof, info.distance, info.line, by)
        if info.proof is Proof.WIN and info.distance and here.names_its_win:
            self._note_line(request.history, info.line, info.distance, by)

    def request_for(self, request: StartSearch) -> StartSearch:
        """Return what to search: in a won position without a known winning move, what proved it."""
        history = request.history
        if history is None or not request.follows_proofs:
            return request
        here = self._known.get(history)
        proof, by = self._value_of(history)
        if proof is not Proof.WIN or by is None or (here is not None and here.names_its_win):
            return request
        return replace(
            request, searcher=by.searcher, limit=by.limit, seed=by.seed, threads=by.threads
        )

    def told(self, request: StartSearch, info: SearchInfo) -> SearchInfo:
        """Return what a search knows together with what was proven before."""
        history = request.history
        if history is None or not request.follows_proofs:
            return info
        known, (value, _) = self._known.get(history, _Known()), self._value_of(history)
        if value is None and not known.moves:
            return info
        found = {move.move: move for move in info.candidates}
        for move in known.moves.values():
            old = found.get(move.move)
            if old is None or _plies(move) < _plies(old):
                found[move.move] = replace(move, visits=old.visits if old else move.visits)
        ranked = tuple(sorted(found.values(), key=lambda move: _rank(move, value)))
        best, proof, distance = ranked[0], info.proof, info.distance
        if best.proof is Proof.WIN:
            proof, distance = best.proof, best.distance
        elif proof is None:
            proof, distance = value, known.distance
        return replace(
            info,
            candidates=ranked,
            value=best.value if proof is None else proof.share,
            error=best.error if proof is None else 0.0,
            line=best.line,
            proof=proof,
            distance=distance,
        )

    def followed(self, request: StartSearch, result: SearchResult) -> SearchResult:
        """Return a result as `told`, with a move that gives away nothing that is proven."""
        info = self.told(request, result.info)
        result = replace(result, info=info)
        if result.move is None or not info.candidates or not request.follows_proofs:
            return result
        best, found = info.candidates[0], {move.move: move for move in info.candidates}
        chosen = found.get(result.move, Candidate(result.move, visits=0, value=0.5))
        is_worse = _rank(chosen, info.proof)[0] > _rank(best, info.proof)[0]
        return replace(result, move=best.move) if is_worse else result

    # Helpers.

    def _at(self, history: History, by: StartSearch) -> _Known:
        known = self._known.setdefault(history, _Known())
        known.by = by
        self._known.move_to_end(history)
        while len(self._known) > MOST_POSITIONS:
            self._known.popitem(last=False)
        return known

    def _note_proof(
        self,
        history: History,
        proof: Proof,
        distance: int | None,
        line: tuple[int, ...],
        by: StartSearch,
    ) -> None:
        """Keep a position's value, and that of the move that led to it."""
        here = self._at(history, by)
        is_sooner = distance is not None and (here.distance is None or distance < here.distance)
        if here.proof is None or is_sooner:
            here.proof, here.distance = proof, distance
        if history.moves:
            *earlier, last = history.moves
            value = proof.opposite
            move = Candidate(
                last,
                visits=0,
                value=value.share,
                proof=value,
                distance=None if distance is None else distance + 1,
                line=(last, *line),
            )
            self._at(History(history.start, tuple(earlier)), by).set_proven(move)

    def _note_line(
        self, history: History, line: tuple[int, ...], distance: int, by: StartSearch
    ) -> None:
        """Keep the positions along the line of a proven win; each is as proven as the first."""
        for played in range(1, min(len(line), distance)):
            proof = Proof.LOSS if played % 2 else Proof.WIN
            after = History(history.start, history.moves + line[:played])
            self._note_proof(after, proof, distance - played, line[played:], by)

    def _value_of(self, history: History) -> tuple[Proof | None, StartSearch | None]:
        """Return a position's proven value, and the request whose search proved it."""
        here = self._known.get(history)
        if here is not None and here.proof is not None:
            return here.proof, here.by
        parent = (
            self._known.get(History(history.start, history.moves[:-1])) if history.moves else None
        )
        if parent is None:
            return None, None
        move = parent.moves.get(history.moves[-1])
        if move is not None and move.proof is not None:
            return move.proof.opposite, parent.by
        # Where every move loses, this one does.
        return (Proof.WIN if parent.proof is Proof.LOSS else None), parent.by


def _plies(move: Candidate) -> int:
    """Return how long a move's proof is: longest where its end is not known, or none at all."""
    unknown = 1 << 29 if move.proof is not None else 1 << 30
    return unknown if move.distance is None or move.proof is None else move.distance


def _rank(move: Candidate, value: Proof | None) -> tuple[int, int]:
    """Return a move's place among others: by its proof where it has one, else as it stood."""
    if move.proof is Proof.WIN:
        return 0, _plies(move)
    if move.proof is Proof.LOSS:
        return 3, -_plies(move)
    # In a position that is drawn by best play, an open move can at best draw, too.
    return (1 if value is not Proof.DRAW or move.proof is Proof.DRAW else 2), 0


def _again(limit: Limit, elapsed: float) -> Limit:
    """Return the limit for a search that has proven its point in so many seconds."""
    if limit.simulations is not None:
        return limit
    enough = max(LEAST_SECONDS, 2 * elapsed)
    return replace(limit, seconds=min(limit.seconds or enough, enough))
