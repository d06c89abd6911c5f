"""The Monte Carlo tree searcher for two-player games.

Root parallelisation (Cazenave and Jouandeau, "On the parallelization of UCT", CGW 2007):
each thread has a tree of its own, and the counts of the moves at the root are added up.

Trees name values from the point of view of the player who moved into a node: at the root's
children that is the player to move in the searched position, as `ai.search.messages` wants it.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from ai.contract.games import game_of
from ai.contract.rules import Parameters, State
from ai.search.limits import StopWatch, TimeSupplier
from ai.search.messages import Branch, Candidate, Limit, Proof, SearchInfo, SearchResult, StopReason
from ai.search.options import MctsOptions, TreeOptions
from ai.search.order import in_order
from ai.search.searcher import Advice, Adviser, Listener, final_result
from ai.search.threads import reporter, run_polled, search_threads, shares
from ai.search.tree import DRAW, LOSS, WIN
from ai.search.tree_search import RootSnapshot, TreeSearch

BRIEF_CHECKS = 4  # moves to look at once more after a Stop
ONLY_MOVE_SIMULATIONS = 1000
PROOFS = {WIN: Proof.WIN, DRAW: Proof.DRAW, LOSS: Proof.LOSS}


def new_adviser(game: str) -> Adviser | None:
    make = game_of(game).search.adviser
    return make() if make else None


class MctsSearcher:
    """UCT with a solver, an expansion threshold and reuse of the tree from move to move.

    With one thread, equal seeds and limits in simulations give equal results. A position
    with one legal move gets a short look when the limit bounds the search, as in play, and
    a full search when it does not, as in analysis. A proven position ends the search.

    Attributes:
        trees: One for each thread, from the first search on.
    """

    def __init__(self, game: str, options: TreeOptions | None = None) -> None:
        self._game = game
        self._options = options = options or MctsOptions()
        advised = options.solver if options.threats is None else options.threats
        self._adviser = new_adviser(game) if advised else None
        self._advice = Advice()
        self._parameters: Parameters | None = None
        self._legal = 0
        self.trees: list[TreeSearch] = []
        self._reused_visits = self._reused_of = 0  # at the root, and before it was re-rooted

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Re-root the trees along `moves`; None, or moves not in a tree, drop it."""
        self._reused_visits = self._reused_of = 0
        if moves is None and self._adviser is not None:
            self._adviser.forget()
        for search in self.trees:
            if moves is None:
                search.forget()
            else:
                self._reused_of += search.visits
                search.advance(moves)

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        if position.is_terminal:
            return final_result(position)
        only_move = limit.is_bounded and len(position.legal_moves) == 1
        if only_move:
            allowed = min(limit.simulations or ONLY_MOVE_SIMULATIONS, ONLY_MOVE_SIMULATIONS)
            limit = replace(limit, simulations=allowed)
        watch = StopWatch(limit, is_cancelled)
        self._prepare(position)
        self._think(position, limit, watch, on_progress)
        reason = watch.end(sum(search.simulations for search in self.trees))
        if only_move and reason is StopReason.SIMULATIONS:
            reason = StopReason.ONLY_MOVE
        self._verify(position, limit, briefly=reason is StopReason.STOPPED)
        return SearchResult(self._ranked()[0].move, self._info(watch), reason)

    def _prepare(self, position: State) -> None:
        if position.parameters != self._parameters:
            self._parameters = position.parameters
            streams = range(self._options.threads)
            self.trees = [self._new_tree(position.parameters, stream) for stream in streams]
        for search in self.trees:
            if not self._options.reuse:
                search.forget()
            search.prepare(position)
        self._advice = Advice()
        self._legal = len(position.legal_moves)
        self._reused_visits = sum(search.visits for search in self.trees)
        self._reused_of = max(self._reused_of, self._reused_visits)

    def _new_tree(self, parameters: Parameters, stream: int) -> TreeSearch:
        return TreeSearch(self._game, parameters, self._options, stream)

    def _think(self, position: State, limit: Limit, watch: StopWatch, tell: Listener) -> None:
        """Run the threads until the watch says stop, or nothing is left to find out."""
        allowance = (limit.memory_mb << 20) // self._options.threads
        budgets = zip(self.trees, shares(limit.simulations, self._options.threads), strict=True)
        works = [partial(tree.search, watch.flag.array, most, allowance) for tree, most in budgets]

        def report() -> None:
            info = self._info(watch)
            tell(info)
            if info.proof is not None and limit.simulations is None:  # by all trees together
                watch.stop(StopReason.PROVEN)

        report_if_due = reporter(watch, report)

        def look() -> None:
            if self._is_proven:
                watch.stop(StopReason.PROVEN)
            report_if_due()

        with search_threads(self._options.threads, watch.flag.set) as pool:
            self._take_advice(position, limit, watch, pool)
            self._end_if_proven(watch)
            run_polled(works, watch, look, pool)
        self._end_if_proven(watch)

    def _end_if_proven(self, watch: StopWatch) -> None:
        """End a search of what the trees have proven together, with the advice."""
        if proven_value(self._ranked(), self._snapshots(), self._legal)[0] is not None:
            watch.stop(StopReason.PROVEN)

    def _take_advice(
        self, position: State, limit: Limit, watch: StopWatch, pool: ThreadPoolExecutor
    ) -> None:
        """Ask the adviser, and let the trees know which moves lose; a win ends the search."""
        if self._adviser is None:
            return
        look = partial(self._adviser.look, position, limit, watch.flag.array)
        (self._advice,) = run_polled([look], watch, pool=pool)
        if self._advice.win is not None:
            watch.stop(StopReason.PROVEN)
        lost = {move: loss.distance or 1 for move, loss in self._advice.losses.items()}
        for search in self.trees if lost else ():
            search.refute(lost)

    def _verify(self, position: State, limit: Limit, *, briefly: bool) -> None:
        """Have the move that is about to be played refuted if that can be done, and so on.

        When every candidate is lost, all other legal moves are looked at too: one that is not
        refuted is played, else the longest resistance.
        """
        ranked = self._ranked()
        if self._adviser is None or ranked[0].proof not in (None, Proof.LOSS):
            return
        candidates = {each.move for each in ranked}
        moves = [each.move for each in ranked if each.proof is None]
        if proven_value(ranked, self._snapshots(), self._legal)[0] is None:
            moves += [move for move in position.legal_moves if move not in candidates]
        losses = dict(self._advice.losses)
        rescue = None
        for move in moves[: BRIEF_CHECKS if briefly else None]:
            refutation = self._adviser.refute(position, move, limit, briefly=briefly)
            if refutation is None:
                rescue = move
                break
            losses[move] = refutation
        self._advice = Advice(losses=losses, rescue=rescue)

    @property
    def _is_proven(self) -> bool:
        return self._options.solver and any(snapshot.proof for snapshot in self._snapshots())

    def _ranked(self) -> list[Candidate]:
        return merged(self._snapshots(), self._advice, by_mean=self._options.final == "mean")

    def _snapshots(self) -> list[RootSnapshot]:
        return [search.snapshot for search in self.trees]

    def _info(self, watch: StopWatch) -> SearchInfo:
        return summarise(
            self._ranked(),
            self._snapshots(),
            legal=self._legal,
            reused_visits=self._reused_visits,
            reused_of=self._reused_of,
            elapsed=watch.elapsed,
        )


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
