"""What one or more trees say of a position: candidates, values, proofs, the final choice.

Trees name values from the point of view of the player who moved into a node: at the root's
children that is the player to move in the searched position, as `ai.search.messages` wants it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from ai.search.messages import Branch, Candidate, Proof, SearchInfo
from ai.search.order import in_order
from ai.search.searcher import Advice
from ai.search.tree import DRAW, LOSS, WIN
from ai.search.tree_search import RootSnapshot

PROOFS = {WIN: Proof.WIN, DRAW: Proof.DRAW, LOSS: Proof.LOSS}


def merged(
    snapshots: Sequence[RootSnapshot], advice: Advice, *, by_mean: bool = False
) -> list[Candidate]:
    """Add up the trees move by move, with what is proven elsewhere; the move to play first.

    Args:
        by_mean: Whether that is the one with the highest value, not the most tried.
    """
    children: dict[int, list[tuple[RootSnapshot, int]]] = {}
    for snapshot in snapshots:
        for i, move in enumerate(snapshot.children.move.tolist()):
            children.setdefault(move, []).append((snapshot, i))
    candidates = {move: _candidate(move, there) for move, there in children.items()}
    for proven in (*advice.losses.values(), *((advice.win,) if advice.win else ())):
        tried = candidates.get(proven.move) or _candidate(proven.move, [])
        candidates[proven.move] = _with_proof(tried, proven.proof, proven.distance, proven.line)
    if advice.rescue is not None and advice.rescue not in candidates:
        candidates[advice.rescue] = replace(_candidate(advice.rescue, []), line=(advice.rescue,))

    def preference(move: Candidate) -> tuple[float, ...]:
        return (move.value if move.visits else -1.0, move.visits) if by_mean else (move.visits,)

    return in_order(sorted(candidates.values(), key=preference, reverse=True))


def _candidate(move: int, children: Sequence[tuple[RootSnapshot, int]]) -> Candidate:
    """Return a move with the counts of all trees: a child, by its number, in each of them.

    Its line is that of the shortest proof, or else of the tree that tried it most often. In its
    standard error, one win and one loss are added to the sample, so that a few equal results do
    not look certain.
    """
    visits = sum(int(tree.children.visits[i]) for tree, i in children)
    wins = sum(int(tree.children.wins[i]) for tree, i in children)
    draws = sum(int(tree.children.draws[i]) for tree, i in children)
    mean = (wins + 1 + 0.5 * draws) / (visits + 2)
    mean_square = (wins + 1 + 0.25 * draws) / (visits + 2)
    candidate = Candidate(
        move=move,
        visits=visits,
        value=(wins + 0.5 * draws) / visits if visits else 0.5,
        error=math.sqrt((mean_square - mean * mean) / (visits + 2)),
    )
    if children:
        longest, i = max(children, key=lambda child: child[0].children.visits[child[1]])
        candidate = replace(candidate, line=_line(longest, i))
    for tree, i in children:
        proof = PROOFS.get(int(tree.children.proof[i]))
        if proof is not None:
            distance = int(tree.children.distance[i]) + 1
            candidate = _with_proof(candidate, proof, distance, _line(tree, i))
    return candidate


def _line(tree: RootSnapshot, i: int) -> tuple[int, ...]:
    return tuple(tree.lines[i, : tree.line_lengths[i]].tolist())


def _with_proof(
    move: Candidate, proof: Proof | None, distance: int | None, line: tuple[int, ...]
) -> Candidate:
    """Return a move with a proof, unless it has one that is shorter, or as short and told."""
    if proof is None:
        return move
    proven_in = move.distance
    if proven_in is not None and (distance or 0, -len(line)) >= (proven_in, -len(move.line)):
        return move
    return replace(move, value=proof.share, error=0.0, proof=proof, distance=distance, line=line)


def proven_value(
    moves: Sequence[Candidate], snapshots: Sequence[RootSnapshot], legal: int
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
    moves: Sequence[Candidate],
    snapshots: Sequence[RootSnapshot],
    *,
    legal: int,
    reused_visits: int,
    reused_of: int,
    elapsed: float,
) -> SearchInfo:
    """Return what is known of the position, with so many legal moves; `moves` as `merged`.

    Args:
        elapsed: Seconds.
    """
    proof, distance = proven_value(moves, snapshots, legal)
    best = moves[0]
    visits = sum(move.visits for move in moves)
    draws = sum(int(snapshot.children.draws.sum()) for snapshot in snapshots)
    return SearchInfo(
        simulations=sum(snapshot.simulations for snapshot in snapshots),
        value=best.value,
        error=best.error,
        candidates=tuple(move for move in moves if move.visits or move.proof or move is best),
        line=best.line,
        proof=proof,
        distance=distance,
        reused_visits=reused_visits,
        reused_of=reused_of,
        elapsed=elapsed,
        nodes=sum(snapshot.nodes for snapshot in snapshots),
        threads=len(snapshots),
        tree=branches(snapshots),
        drawn=draws / max(1, visits),
    )


def branches(snapshots: Sequence[RootSnapshot]) -> tuple[Branch, ...]:
    """Return the most tried nodes of the largest tree, as the root's mover sees them."""
    largest = max(snapshots, key=lambda snapshot: snapshot.visits)
    top = largest.top
    result: list[Branch] = []
    flipped: list[bool] = []
    for i, parent in enumerate(largest.top_parents.tolist()):
        flip = parent >= 0 and not flipped[parent]
        flipped.append(flip)
        visits = int(top.visits[i])
        value = (int(top.wins[i]) + 0.5 * int(top.draws[i])) / visits
        proof = PROOFS.get(int(top.proof[i]))
        if proof is not None:
            value = proof.share
            proof = proof.opposite if flip else proof
        result.append(Branch(int(top.move[i]), parent, visits, 1 - value if flip else value, proof))
    return tuple(result)
