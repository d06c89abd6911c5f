"""What is proven of a position: by the game's solver beside a search, or by a search before.

A proof is a theorem of its position, whoever found it: the analysis, a hint, an earlier search or
the opponent's. Kept here, it is told again by every later search of the position, and its moves
are played, along its line for as long as that is followed. Off the line a search is on its own:
whoever proved it has the answers in its tree or its memory.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ai.contract.rules import State
from ai.search.limits import CancelFlag, Flag
from ai.search.messages import (
    Candidate,
    ExactValue,
    History,
    Limit,
    Proof,
    SearchInfo,
    SearchResult,
    StartSearch,
)
from ai.search.order import beside_truth, in_order, with_proofs
from ai.search.searcher import InfoFilter
from ai.search.threads import search_threads

Solve = Callable[[Any, Flag], tuple[ExactValue, ...] | None]
"""Takes a position and a flag that ends it; returns the true values of the legal moves, as known.

A search waits for it at its end. It may work for a moment even if the flag is set, so
that short searches tell the truth, too. Beside a search of so many simulations that is all it does,
as what it finds out must not depend on how fast the machine is: the flag is set when it begins.
"""


def truth_filter(solve: Solve) -> InfoFilter:
    """Return the filter that adds what a game's solver finds beside the search."""

    @contextmanager
    def beside(position: State, limit: Limit) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
        if position.is_terminal:
            yield lambda info: info
            return
        flag = CancelFlag()
        if limit.simulations is not None:
            flag.set()
        with search_threads(1, flag.set) as pool:
            solving = pool.submit(solve, position, flag.array)
            yield lambda info: _with_values(info, position, solving)
            flag.set()

    return beside


def _with_values(
    info: SearchInfo, position: State, solving: "Future[tuple[ExactValue, ...] | None]"
) -> SearchInfo:
    """Return what a search knows with the true values, if they are found by now."""
    values = solving.result() if solving.done() else None
    if not values:
        return info
    moves, legal = {value.move for value in values}, position.legal_moves
    if len(moves) < len(values) or not moves.issubset(legal):
        raise ValueError("the solver tells of a move twice, or of one that is not legal")
    return beside_truth(info, values) if len(moves) == len(legal) else with_proofs(info, values)


MOST_POSITIONS: Final = 4096
LONGEST_LINE: Final = 64
"""How many plies back a proof is looked for whose line leads to a position."""


@dataclass(slots=True)
class _Entry:
    """What is proven of one position, for the player to move there.

    Attributes:
        proof: The position's own value.
        distance: Plies to the end under it, None where whoever proved it does not tell.
    """

    moves: dict[int, Candidate] = field(default_factory=dict)
    proof: Proof | None = None
    distance: int | None = None

    def set_proven(self, move: Candidate) -> None:
        """Take a proven move in, unless a shorter proof of it is known."""
        entry = self.moves.get(move.move)
        if entry is None or _plies(move) < _plies(entry):
            self.moves[move.move] = move

    def set_value(self, proof: Proof, distance: int | None) -> None:
        """Take the position's value in, unless it is known to end as soon."""
        is_sooner = distance is not None and (self.distance is None or distance < self.distance)
        if self.proof is None or is_sooner:
            self.proof, self.distance = proof, distance


class ProofBook:
    """The proven moves of the last positions in which there were any, by the history there."""

    def __init__(self) -> None:
        self._entries: OrderedDict[History, _Entry] = OrderedDict()

    def note(self, request: StartSearch, info: SearchInfo) -> None:
        """Keep what a search of a game for two has proven."""
        history = request.history
        # Where a solver tells a value, what follows is only what the search expects.
        solved = {value.move for value in info.exact}
        moves = [
            replace(move, line=(move.move,)) if move.move in solved else move
            for move in info.candidates
        ]
        proven = [move for move in moves if move.proof is not None]
        if history is None or (info.proof is None and not proven):
            return
        here = self._at(history)
        for move in proven:
            here.set_proven(move)
        if info.proof is None:
            return
        here.set_value(info.proof, info.distance)
        if history.moves:
            *earlier, last = history.moves
            line = (last, *(moves[0].line if moves else ()))
            before = self._at(History(history.start, tuple(earlier)))
            distance = None if info.distance is None else info.distance + 1
            before.set_proven(Candidate.proven(last, info.proof.opposite, distance, line))

    def with_proofs(self, request: StartSearch, info: SearchInfo) -> SearchInfo:
        """Return what a search knows together with what was proven before.

        A position is only told as won or drawn where the move is known that wins or draws.
        """
        if request.history is None or not request.follows_proofs:
            return info
        entry = self._knowledge(request.history)
        if entry.proof is None and not entry.moves:
            return _with_an_open_move(request, info)
        candidates = {move.move: move for move in info.candidates}
        for move in entry.moves.values():
            old = candidates.get(move.move)
            if old is None or old.proof is not move.proof or _plies(move) < _plies(old):
                candidates[move.move] = replace(move, visits=old.visits if old else move.visits)
        ranked = tuple(in_order(candidates.values(), entry.proof))
        best, proof, distance = ranked[0], info.proof, info.distance
        if best.proof is Proof.WIN:
            proof, distance = best.proof, best.distance
        elif proof is None and entry.proof and entry.proof in (best.proof, Proof.LOSS):
            proof, distance = entry.proof, entry.distance
        if proof is Proof.LOSS:  # so is each of its moves, whatever the search expects of it
            ranked = tuple(
                each if each.proof else replace(each, proof=proof, line=(each.move,))
                for each in ranked
            )
        updated = replace(
            info,
            candidates=ranked,
            value=best.value if proof is None else proof.share,
            error=best.error if proof is None else 0.0,
            line=ranked[0].line,
            proof=proof,
            distance=distance,
        )
        return _with_an_open_move(request, updated)

    def followed(self, request: StartSearch, result: SearchResult) -> SearchResult:
        """Return a result `with_proofs`, and with a move that gives away nothing that is proven."""
        info = self.with_proofs(request, result.info)
        result = replace(result, info=info)
        if result.move is None or not info.candidates or not request.follows_proofs:
            return result
        best, candidates = info.candidates[0], {move.move: move for move in info.candidates}
        chosen = candidates.get(result.move, Candidate(result.move, visits=0, value=0.5))
        is_worse = in_order((chosen, best), info.proof)[0] is not chosen
        return replace(result, move=best.move) if is_worse else result

    # Helpers.

    def _at(self, history: History) -> _Entry:
        entry = self._entries.setdefault(history, _Entry())
        self._entries.move_to_end(history)
        while len(self._entries) > MOST_POSITIONS:
            self._entries.popitem(last=False)
        return entry

    def _knowledge(self, history: History) -> _Entry:
        """Return what is noted of a position, and what proofs say whose lines lead there.

        Each position along the line of a proof is as proven as the first one.
        """
        start, moves = history.start, history.moves
        noted = self._entries.get(history, _Entry())
        entry = _Entry(dict(noted.moves), noted.proof, noted.distance)
        for plies in range(1, min(len(moves), LONGEST_LINE) + 1):
            played = moves[-plies:]
            earlier = self._entries.get(History(start, moves[:-plies]))
            move = earlier.moves.get(played[0]) if earlier is not None else None
            if move is None or move.proof is None or (plies > 1 and move.line[:plies] != played):
                continue
            proof = move.proof.opposite if plies % 2 else move.proof
            if move.distance is None:  # no line tells of its replies
                if plies == 1:
                    entry.set_value(proof, None)
            elif plies < move.distance:
                entry.set_value(proof, move.distance - plies)
                if len(move.line) > plies:
                    rest, left = move.line[plies:], move.distance - plies
                    entry.set_proven(Candidate.proven(rest[0], proof, left, rest))
        return entry


def _with_an_open_move(request: StartSearch, info: SearchInfo) -> SearchInfo:
    """Tell, first, one of the moves that are left where a search knows of losses alone.

    A search that was stopped at once may.
    """
    lost = {each.move for each in info.candidates if each.proof is Proof.LOSS}
    if not lost or len(lost) < len(info.candidates) or info.proof is Proof.LOSS:
        return info
    left = next((move for move in request.position.legal_moves if move not in lost), None)
    if left is None:
        return info
    best = Candidate(left, visits=0, value=0.5, error=0.5, line=(left,))
    info = replace(info, candidates=(best, *info.candidates), line=best.line)
    return replace(info, value=best.value, error=best.error) if info.proof is None else info


def _plies(move: Candidate) -> int:
    """Return how long a move's proof is: longest where its end is not known, or none at all."""
    unknown = 1 << 29 if move.proof is not None else 1 << 30
    return unknown if move.distance is None or move.proof is None else move.distance
