"""What one or more trees say of a position: candidates, values, proofs, the final choice.

Trees name values from the point of view of the player who moved into a node: at the root's
children that is the player to move in the searched position, as `ai.search.messages` wants it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ai.search.advice import Advice
from ai.search.messages import Branch, Candidate, Proof, SearchInfo
from ai.search.tree import DRAW, LOSS, WIN
from ai.search.tree_search import RootSnapshot

_OPPOSITE = {Proof.WIN: Proof.LOSS, Proof.DRAW: Proof.DRAW, Proof.LOSS: Proof.WIN}
PROOFS = {WIN: Proof.WIN, DRAW: Proof.DRAW, LOSS: Proof.LOSS}


@dataclass(slots=True)
class MoveTotals:
    """One move's counts over all trees, its best line and its proof, if any tree has one."""

    move: int
    visits: int = 0
    wins: int = 0
    draws: int = 0
    proof: Proof | None = None
    distance: int | None = None
    line: tuple[int, ...] = ()
    line_visits: int = -1

    def add(self, snapshot: RootSnapshot, i: int) -> None:
        """Add what one tree knows of the move, its child number `i`."""
        visits = int(snapshot.child_visits[i])
        self.visits += visits
        self.wins += int(snapshot.wins[i])
        self.draws += int(snapshot.draws[i])
        line = tuple(snapshot.lines[i, : snapshot.line_lengths[i]].tolist())
        proof = PROOFS.get(int(snapshot.proofs[i]))
        if proof is not None:
            distance = int(snapshot.distances[i]) + 1
            if self.distance is None or distance < self.distance:
                self.proof, self.distance, self.line = proof, distance, line
        elif self.proof is None and visits > self.line_visits:
            self.line, self.line_visits = line, visits

    def set_proven(self, proven: Candidate) -> None:
        """Take over a proof from elsewhere, unless there is a shorter one."""
        if self.distance is None or (proven.distance or 0) < self.distance:
            self.proof, self.distance, self.line = proven.proof, proven.distance, proven.line

    @property
    def value(self) -> float:
        """The share of wins, draws counting half; certain where there is a proof."""
        if self.proof is not None:
            return self.proof.share
        return (self.wins + 0.5 * self.draws) / self.visits if self.visits else 0.5

    @property
    def error(self) -> float:
        """One standard error of the value.

        One win and one loss are added to the sample, so that a few equal results do not
        look certain.
        """
        if self.proof is not None:
            return 0.0
        n = self.visits + 2
        mean = (self.wins + 1 + 0.5 * self.draws) / n
        mean_square = (self.wins + 1 + 0.25 * self.draws) / n
        return math.sqrt((mean_square - mean * mean) / n)

    def candidate(self) -> Candidate:
        """Return the move as the world sees it."""
        return Candidate(
            move=self.move,
            visits=self.visits,
            value=self.value,
            error=self.error,
            proof=self.proof,
            distance=self.distance,
            line=self.line,
        )


def merged(snapshots: Sequence[RootSnapshot], advice: Advice) -> list[MoveTotals]:
    """Add up the trees move by move, with what is proven elsewhere; the move to play first."""
    totals: dict[int, MoveTotals] = {}
    for snapshot in snapshots:
        for i, move in enumerate(snapshot.moves.tolist()):
            totals.setdefault(move, MoveTotals(move)).add(snapshot, i)
    for proven in (*advice.losses.values(), *((advice.win,) if advice.win else ())):
        totals.setdefault(proven.move, MoveTotals(proven.move)).set_proven(proven)
    if advice.rescue is not None:
        totals.setdefault(advice.rescue, MoveTotals(advice.rescue, line=(advice.rescue,)))
    return ranked(list(totals.values()))


def ranked(moves: list[MoveTotals]) -> list[MoveTotals]:
    """Return moves in the order of the final choice.

    Proven wins come first, the fastest leading; then what is not proven lost by visits;
    then proven losses, the longest resistance leading. Visits say nothing of a proven draw:
    it yields to the most visited open move if that one promises more than a half.
    """
    wins = [move for move in moves if move.proof is Proof.WIN]
    draws = [move for move in moves if move.proof is Proof.DRAW]
    losses = [move for move in moves if move.proof is Proof.LOSS]
    unproven = [move for move in moves if move.proof is None]
    unproven.sort(key=lambda move: -move.visits)
    ahead = 1 if unproven and unproven[0].value > Proof.DRAW.share else 0
    return [
        *sorted(wins, key=lambda move: move.distance or 0),
        *unproven[:ahead],
        *sorted(draws, key=lambda move: -move.visits),
        *unproven[ahead:],
        *sorted(losses, key=lambda move: -(move.distance or 0)),
    ]


def proven_value(
    moves: Sequence[MoveTotals], snapshots: Sequence[RootSnapshot], legal: int
) -> tuple[Proof | None, int | None]:
    """Return the position's proven value and the plies to the end, if they are known.

    A proof of a tree's root counts, and so does one put together from the proofs that
    several trees have for single moves, once they are all the moves that matter, or all the
    `legal` ones.
    """
    best = moves[0]
    if best.proof is Proof.WIN:
        return best.proof, best.distance
    everything = len(moves) == legal or any(snapshot.complete for snapshot in snapshots)
    if everything and all(move.proof is not None for move in moves):
        return best.proof, best.distance
    return None, None


def summarise(
    moves: Sequence[MoveTotals],
    snapshots: Sequence[RootSnapshot],
    *,
    legal: int,
    reused_visits: int,
    reused_of: int,
    elapsed: float,
) -> SearchInfo:
    """Return what is known of the position, with so many legal moves; `moves` as `merged`."""
    proof, distance = proven_value(moves, snapshots, legal)
    best = moves[0]
    visits = sum(move.visits for move in moves)
    return SearchInfo(
        simulations=sum(snapshot.simulations for snapshot in snapshots),
        value=best.value,
        error=best.error,
        candidates=tuple(
            move.candidate() for move in moves if move.visits or move.proof or move is best
        ),
        line=best.line,
        proof=proof,
        distance=distance,
        reused_visits=reused_visits,
        reused_of=reused_of,
        elapsed=elapsed,
        nodes=sum(snapshot.nodes for snapshot in snapshots),
        threads=len(snapshots),
        tree=branches(snapshots),
        drawn=sum(move.draws for move in moves) / max(1, visits),
    )


def branches(snapshots: Sequence[RootSnapshot]) -> tuple[Branch, ...]:
    """Return the most tried nodes of the largest tree, as the root's mover sees them."""
    top = max(snapshots, key=lambda snapshot: snapshot.visits).top
    found: list[Branch] = []
    flipped: list[bool] = []
    for i, parent in enumerate(top.parents.tolist()):
        flip = parent >= 0 and not flipped[parent]
        flipped.append(flip)
        visits = int(top.visits[i])
        value = (int(top.wins[i]) + 0.5 * int(top.draws[i])) / visits
        proof = PROOFS.get(int(top.proofs[i]))
        if proof is not None:
            value = proof.share
            proof = _OPPOSITE[proof] if flip else proof
        found.append(Branch(int(top.moves[i]), parent, visits, 1 - value if flip else value, proof))
    return tuple(found)
