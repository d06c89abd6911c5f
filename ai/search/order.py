"""The one order of moves, by what is proven of them and by what is thought.

Searches, boards, tables, keys, hints and sentences take it from here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo


def rank(proof: Proof | None, distance: int | None) -> tuple[int, float]:
    """Return a proven value's place, the best lowest; all that may still be drawn have the same.

    An end that nobody has seen is further off than any other.
    """
    plies = inf if distance is None else distance
    if proof is Proof.WIN:
        return 0, plies
    return (2, -plies) if proof is Proof.LOSS else (1, 0.0)


def in_order(moves: Iterable[Candidate], proof: Proof | None = None) -> list[Candidate]:
    """Return moves, the one to play first, from those that a search has put in order by itself.

    Proven wins come first, the fastest leading; then what is open, as it stood, and what is drawn;
    then proven losses, the longest resistance leading. Of draws and open moves the first one leads
    only where it promises more than a draw, or none is proven.

    Args:
        proof: The position's proven value; in a drawn one no open move is more than a draw.
    """
    moves = list(moves)
    first = next((move for move in moves if move.proof is None), None)
    promises = first is not None and first.value > Proof.DRAW.share and proof is not Proof.DRAW

    def place(move: Candidate) -> tuple[object, ...]:
        leads = promises and move is first
        return rank(move.proof, move.distance), not leads, move.proof is None

    return sorted(moves, key=place)


def best_truth(exact: Sequence[ExactValue], preferred: int | None = None) -> ExactValue:
    """Return the best of the true values; among equals that of the preferred move."""
    return min(exact, key=lambda each: (rank(each.proof, each.distance), each.move != preferred))


def beside_truth(info: SearchInfo, values: tuple[ExactValue, ...]) -> SearchInfo:
    """Return what a search knows with the true values of all moves, which are proofs, too.

    They get distances from its own proofs, and what it expects to follow stays their line.
    """
    proven = {move.move: move for move in info.candidates if move.proof is not None}
    exact = tuple(
        replace(value, distance=proven[value.move].distance)
        if value.distance is None and value.move in proven
        else value
        for value in values
    )
    proven_info = with_proofs(info, exact)
    expected = {each.move: each.line for each in info.candidates}
    return replace(
        info,
        exact=exact,
        candidates=tuple(
            replace(each, line=expected.get(each.move, each.line))
            for each in proven_info.candidates
        ),
        line=expected.get(proven_info.candidates[0].move, proven_info.line),
    )


def with_proofs(info: SearchInfo, values: Iterable[ExactValue]) -> SearchInfo:
    """Return what a search knows, with the true values of some moves told as proven.

    They stand where they belong, also those of moves that the search has not tried. The estimate
    of a move that it has tried stays its `value`; what it expected to follow proves nothing.
    """
    exact = {value.move: value for value in values}
    tried = [
        replace(each, proof=true.proof, distance=true.distance, line=(each.move,))
        if (true := exact.get(each.move)) and _says_more(true, each)
        else each
        for each in info.candidates
    ]
    untried = exact.keys() - {each.move for each in tried}
    proven = (
        Candidate.proven(each.move, each.proof, each.distance)
        for each in exact.values()
        if each.move in untried
    )
    candidates = tuple(in_order([*tried, *proven], info.proof))
    if candidates == info.candidates:
        return info
    best = candidates[0]
    is_as_led = info.candidates[:1] and best.move == info.candidates[0].move
    return replace(
        info,
        candidates=candidates,
        line=info.line if is_as_led else best.line,
        proof=Proof.WIN if best.proof is Proof.WIN else info.proof,
        distance=best.distance if best.proof is Proof.WIN else info.distance,
    )


def _says_more(exact: ExactValue, move: Candidate) -> bool:
    """Tell whether a true value is news of a move, or of how soon it ends."""
    if move.proof is None or exact.distance is None:
        return move.proof is None
    return move.distance is None or exact.distance < move.distance
