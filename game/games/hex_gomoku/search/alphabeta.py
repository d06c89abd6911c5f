"""The alpha-beta searcher for hex Gomoku: the strongest player, with the same face as the others.

What one stone settles comes first, then proven wins (`threat_search`), then a filter: where
the opponent threatens to win by force, moves that do not stop it are dropped. Among what is
left alpha-beta deepens step by step (`kernels.alphabeta`). Its own wins and losses are
beliefs, told as estimates; a move is not played before the threat search has failed to refute
it, and when everything seems lost every legal move is looked at.
"""

from dataclasses import dataclass, field, replace

from ai.search.limits import CancelFlag, Flag, StopWatch
from ai.search.messages import Candidate, Limit, Proof, SearchInfo, StopReason
from ai.search.threads import shares
from game.games.hex_gomoku.game import AlphaBetaOptions
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.rules import HexParameters, HexState, new_game
from game.games.hex_gomoku.search.lazy_smp import DEEPEST, SearchThreads
from game.games.hex_gomoku.search.pairing import find_certificate, is_dead, pairs_needed
from game.games.hex_gomoku.search.threat_search import (
    SHORTEN_NODES,
    HexSearcher,
    SolverRun,
    ThreatSearcher,
    win_share,
)
from game.games.hex_gomoku.search.traps import Traps
from game.games.lattice.threats import CHECK_DEPTH, FILTER_DEPTHS, RootProofs

STYLE_MARGIN = 25  # the worth a style may give up, by balanced judgement
STYLE_MOVES = 5
STYLE_AFTER = 0.4  # of the limit, which balanced judgement has first
STYLE_LEAST = -10  # no style gives up worth below this
TRAPS_AFTER = 0.5  # of the limit, which goes to balanced judgement before traps
TRAPS_SHARE = 0.2  # of the nodes, for the model of the opponent
TRAP_LEAST = -20  # no trap gives up worth below this without a certificate
SAFE_MARGIN = 250  # the worth a trap may give up with one
ATTACK_PERCENT = 60  # of its own windows' worth, that an attack adds to the balance
ATTACK_SALTS = (0x2545F4914F6CDD1D, 0x369DEA0F31A53F85)

ROOT_WIDTH = 32
LAST_CHECK_NODES = 1_000  # for refuting a move when time is up, for so many moves
LAST_CHECKS = 2

# The threat search gets these shares of the nodes the limit allows, up to so many.
WIN_SHARE = (0.15, 100_000)
FILTER_SHARE = (0.08, 100_000)
CHECK_SHARE = (0.04, 100_000)
BELIEF_SHARE = (0.15, 400_000)
NODES_A_SECOND = 600_000  # a guess, for limits in seconds
UNBOUNDED_NODES = 10_000_000  # what the shares are of where there is no limit
ONLY_MOVE_DEPTH = 6
SURE_VALUE = kernel.MATE - kernel.LONGEST_MATE
CLEAR_VALUE = 1500  # values are shown as shares up to this, 99.8 %


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the last iteration found; values are the kernel's.

    Attributes:
        moves: The searched moves, best first.
        lines: What follows each, itself first.
        visits: Positions looked at below each.
    """

    depth: int = 0
    moves: tuple[int, ...] = ()
    values: dict[int, int] = field(default_factory=dict)
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    visits: dict[int, int] = field(default_factory=dict)


class AlphaBetaSearcher(HexSearcher):
    """Iterative alpha-beta with threat search: equal games give equal moves."""

    def __init__(self, game: str = "hex", options: AlphaBetaOptions | None = None) -> None:
        del game  # it is always this one
        self._options = options or AlphaBetaOptions()
        self._threads: SearchThreads | None = None

    def forget(self) -> None:
        if self._threads is not None:
            self._threads.forget()

    def _run(self, state: HexState, limit: Limit, watch: StopWatch) -> SolverRun:
        if self._threads is None or self._threads.parameters != state.parameters:
            self._threads = SearchThreads(state.parameters, self._options.threads)
        first_share, *others = shares(limit.simulations, self._options.threads)
        styled = self._options.style != "balanced" and not state.offers_swap
        margin = STYLE_MARGIN if styled else 2 * kernel.MATE
        for thread in self._threads.all:
            thread.prepare(state.colour_to_place - 1, min(others, default=0), margin)
        if limit.simulations is not None:
            limit = replace(limit, simulations=first_share)
        return _Run(self._threads, state, limit, watch, self._options)


class _Run(SolverRun):
    """One search; its limit is the first thread's share."""

    def __init__(
        self,
        threads: SearchThreads,
        state: HexState,
        limit: Limit,
        watch: StopWatch,
        options: AlphaBetaOptions,
    ) -> None:
        super().__init__(threads.first.solver, state, limit, watch)
        self._threads = threads
        self._first_of_all = threads.nodes
        self._plan = _planned_nodes(limit)
        self._seconds = limit.seconds
        self._bounded = limit.is_bounded
        self._deepest = options.depth
        self._thread_count = options.threads
        self._snapshot = Snapshot()
        self._is_dead = is_dead(state)
        self._checked: set[int] = set()
        self._me = state.colour_to_place
        self._looked_for_safe = False
        self._offers_swap = state.offers_swap
        self._style = "balanced" if self._offers_swap else options.style
        self._looks_for_traps = self._style == "solid" and self._bounded
        self._top = options.top if options.style == "balanced" else max(options.top, STYLE_MOVES)
        if self._offers_swap:
            self._top = len(self._gains)

    def _share(self, share: tuple[float, int]) -> int:
        part, most = share
        return min(round(part * self._plan), most, self._left())

    def think(self) -> int:
        if self._is_dead:
            self._watch.stop(StopReason.PROVEN)
            return self.info().candidates[0].move
        if not self._is_decided:
            try:
                self._help(self._root_moves(ROOT_WIDTH))
                self._prove_first()
                if not self._is_decided:
                    self._deepen()
            finally:
                self._threads.stop()
        if self._is_decided:
            self._watch.stop(StopReason.PROVEN)
        return self.info().candidates[0].move

    @property
    def _is_decided(self) -> bool:
        return self._proofs.win is not None or self._proofs.is_lost

    def _help(self, moves: list[int]) -> None:
        """Set the helpers to work on these moves; what was begun before ends."""
        self._threads.help(self._state, moves, top=self._top)

    def _prove_first(self) -> None:
        """Look for an own win; where the opponent threatens one, drop what does not stop it."""
        proofs, solver = self._proofs, self._solver
        proofs.win = solver.forced_win(
            self._state, self._flag, nodes=self._share(WIN_SHARE), shorten=SHORTEN_NODES
        )
        if proofs.win is not None:
            return
        if not solver.threat(self._state, self._flag, nodes=self._share(WIN_SHARE)):
            return
        for depth in FILTER_DEPTHS:
            moves = proofs.open_moves
            nodes = self._share(FILTER_SHARE) // max(1, len(moves))
            proofs.refute(solver, moves, self._flag, nodes, depth)
        self._help(self._root_moves(ROOT_WIDTH))

    def _deepen(self) -> None:
        """Run alpha-beta to ever greater depths until something ends it."""
        moves = self._root_moves(ROOT_WIDTH)
        for depth in range(1, min(self._deepest, len(self._gains)) + 1):
            moves, complete = self._iterate(moves, depth)
            if self._looks_for_traps and self._spent() > STYLE_AFTER:
                self._looks_for_traps = False
                if self._set_trap():
                    self._check_last()
                    return
                if not complete:
                    moves, complete = self._iterate(moves, depth)
            if not complete:
                if self._style == "solid":
                    self._close()
                self._check_last()
                return
            moves = self._consider(moves)
            if self._is_decided:
                return
            candidates = self._attackers() if self._spent() > STYLE_AFTER else []
            if len(candidates) > 1:
                self._attack(candidates)
                return
            if self._bounded and len(self._proofs.open_moves) == 1 and depth >= ONLY_MOVE_DEPTH:
                self._watch.stop(StopReason.ONLY_MOVE)
                return

    def _near(self) -> list[int]:
        values = self._snapshot.values
        moves = self._snapshot.moves[: self._top]
        return [move for move in moves if values[move] >= values[moves[0]] - STYLE_MARGIN]

    def _attackers(self) -> list[int]:
        """Return the moves among which the style takes the most aggressive one."""
        near = self._near()
        best = self._snapshot.values[near[0]]
        if self._style == "aggressive" and STYLE_LEAST <= best < SURE_VALUE:
            return near
        if self._style == "solid" and not self._looked_for_safe:
            self._looked_for_safe = True
            return [move for move in near if self._is_safe_after(move)]
        return []

    def _is_safe_after(self, move: int) -> bool:
        """Whether the mover holds a pairing certificate after a move."""
        after = self._state.play(move)
        return not after.is_terminal and find_certificate(after, self._me) is not None

    def _close(self) -> None:
        """Put first, of the moves that are about as good as the best, the most closing one."""
        values = self._snapshot.values
        if not values:
            return
        near = [move for move in self._near() if values[move] >= STYLE_LEAST]
        near.sort(key=lambda move: pairs_needed(self._state.play(move), self._me))
        self._put_first(near)

    def _set_trap(self) -> bool:
        """Put first the best trap that gives up little; tell whether there is one."""
        snapshot = self._snapshot
        if (
            self._flag[0]
            or not snapshot.moves
            or abs(snapshot.values[snapshot.moves[0]]) > SURE_VALUE
        ):
            return False
        best = snapshot.values[snapshot.moves[0]]
        safe = find_certificate(self._state, self._me)
        least = best - SAFE_MARGIN if safe else min(best, max(best - STYLE_MARGIN, TRAP_LEAST))
        likely = self._root_moves(len(self._gains))
        moves = [move for move in likely if snapshot.values.get(move, best) >= least]
        traps = Traps(self._solver, self._state, self._flag)
        for move in traps.best(moves, round(TRAPS_SHARE * self._plan)):
            if safe and safe.first is not None and not self._is_safe_after(move):
                continue
            if self._is_worth(move, least):
                self._put_first([move])
                return True
        return False

    def _is_worth(self, move: int, least: int) -> bool:
        """Whether a move is worth so much and not refuted; its value is noted."""
        snapshot = self._snapshot
        values = self._search_root([move], max(1, snapshot.depth - 1))
        if not values or values[0] < least:
            return False
        self._snapshot = replace(
            snapshot,
            values={**snapshot.values, move: values[0]},
            lines={**snapshot.lines, move: self._threads.first.line_after(move)},
            visits={**snapshot.visits, move: self._threads.first.visits_below(move)},
        )
        return not self._is_refuted(move, self._share(CHECK_SHARE), self._flag)

    def _put_first(self, moves: list[int]) -> None:
        others = [move for move in self._snapshot.moves if move not in moves]
        self._snapshot = replace(self._snapshot, moves=(*moves, *others))

    def _spent(self) -> float:
        in_time = self._watch.elapsed / self._seconds if self._seconds else 0.0
        return max(in_time, self._nodes / self._allowed)

    def _free(self) -> int:
        """Return the nodes that are left, or left over by traps still to be looked for."""
        spent = self._spent()
        if not self._looks_for_traps or spent == 0:
            return self._left()
        return max(0, min(self._left(), round(self._nodes * (TRAPS_AFTER / spent - 1))))

    def _root_moves(self, most: int, proofs: RootProofs | None = None) -> list[int]:
        moves = sorted((proofs or self._proofs).open_moves, key=lambda move: -self._gains[move])
        return moves if self._offers_swap else moves[:most]

    def _iterate(self, moves: list[int], depth: int) -> tuple[list[int], bool]:
        """Search the moves one iteration deep; return them ranked, and whether all were done.

        An aborted iteration counts as far as it went, as it begins with the best moves.
        """
        scores = self._search_root(moves, depth)
        done = len(scores)
        merit = [-abs(value) if self._offers_swap else value for value in scores]
        ranked = sorted(range(done), key=lambda i: -merit[i])
        ranked_moves = [moves[i] for i in ranked] + moves[done:]
        if done:
            values = {**self._snapshot.values, **dict(zip(moves, scores, strict=False))}
            self._snapshot = Snapshot(
                depth=depth,
                moves=tuple(move for move in ranked_moves if move in values),
                values=values,
                lines={move: self._threads.first.line_after(move) for move in values},
                visits={move: self._threads.first.visits_below(move) for move in values},
            )
        return ranked_moves, done == len(moves)

    def _search_root(self, moves: list[int], depth: int) -> list[int]:
        """Search the moves; return the values of those that were done."""
        return self._threads.first.search_root(
            self._state, moves, self._flag, depth=depth, top=self._top, nodes=self._free()
        )

    def _attack(self, near: list[int]) -> None:
        """Put the moves first, the most aggressive one at the top.

        Their values stay those of balanced judgement.
        """
        self._top = 1
        self._threads.stop()
        for thread in self._threads.all:
            thread.attack(ATTACK_PERCENT, ATTACK_SALTS[self._me - 1])
        self._help(near)
        for depth in range(1, min(DEEPEST, len(self._gains)) + 1):
            values = self._search_root(near, depth)
            done = sorted(range(len(values)), key=lambda i: -values[i])
            complete = len(done) == len(near)
            near = [near[i] for i in done] + near[len(done) :]
            while near and self._is_refuted(near[0], self._share(CHECK_SHARE), self._flag):
                near = near[1:]
            self._put_first(near)
            if not complete:
                self._check_last()
            if not complete or len(near) < 2:
                return

    def _consider(self, moves: list[int]) -> list[int]:
        """Hold an iteration's belief against the threat search; return the moves to go on with."""
        while moves:
            value = self._snapshot.values.get(moves[0], 0)
            if value > SURE_VALUE:
                self._proofs.win = self._solver.forced_win(
                    self._state, self._flag, nodes=self._share(BELIEF_SHARE), shorten=SHORTEN_NODES
                )
                return moves
            if value < -SURE_VALUE:
                return self._verify_loss(moves)
            if not self._is_refuted(moves[0], self._share(CHECK_SHARE), self._flag):
                return moves
            moves = moves[1:]
        return self._root_moves(len(self._gains))

    def _verify_loss(self, moves: list[int]) -> list[int]:
        """Return every legal move that the threat search does not refute, tried ones first."""
        for move in self._proofs.open_moves:
            self._is_refuted(move, self._share(CHECK_SHARE), self._flag)
        others = [move for move in self._root_moves(len(self._gains)) if move not in moves]
        return [move for move in [*moves, *others] if move not in self._proofs.losses]

    def _check_last(self) -> None:
        """Look at the move about to be played, whatever the clock says, but shortly."""
        if not self._watch.flag():
            self._watch.stop(StopReason.SIMULATIONS)
        for move in self._snapshot.moves[:LAST_CHECKS]:
            if not self._is_refuted(move, LAST_CHECK_NODES, CancelFlag().array):
                return

    def _is_refuted(self, move: int, nodes: int, flag: Flag) -> bool:
        """Whether the opponent is found to win by force after a move; looked at only once."""
        if move not in self._checked and move not in self._proofs.losses:
            self._proofs.refute(self._solver, (move,), flag, nodes, CHECK_DEPTH)
            if not flag[0]:
                self._checked.add(move)
        return move in self._proofs.losses

    def info(self) -> SearchInfo:
        proofs, snapshot = self._proofs.copy(), self._snapshot
        if self._is_dead:
            return self._draw()
        losses = proofs.losses
        candidates = [self._candidate(move) for move in snapshot.moves if move not in losses]
        if not candidates:
            candidates = [self._estimate(move) for move in self._root_moves(ROOT_WIDTH, proofs)]
        if self._state.can_swap:
            candidates.append(self._swap(candidates))
            candidates.sort(key=lambda candidate: -candidate.value)
        if proofs.win is not None:
            winner = proofs.win_candidate(max(1, self._nodes))
            candidates = [*(each for each in candidates if each.move != winner.move), winner]
        candidates += map(proofs.loss_candidate, losses)
        nodes = self._threads.nodes - self._first_of_all  # `_nodes` are the first thread's
        return self._search_info(candidates, nodes, self._thread_count)

    def _draw(self) -> SearchInfo:
        """Return what is known where nobody can win any more."""
        distance = len(self._gains)
        moves = (Candidate.proven(move, Proof.DRAW, distance, visits=1) for move in self._gains)
        return self._search_info([*moves], 0)

    def _candidate(self, move: int) -> Candidate:
        snapshot = self._snapshot
        value = snapshot.values[move]
        believed = abs(value) > SURE_VALUE
        return Candidate(
            move=move,
            visits=max(1, snapshot.visits[move]),
            value=win_share(max(-CLEAR_VALUE, min(value, CLEAR_VALUE))),
            distance=kernel.MATE - abs(value) if believed else None,
            line=snapshot.lines[move],
            estimate=(Proof.WIN if value > 0 else Proof.LOSS) if believed else None,
        )

    def _swap(self, stones: list[Candidate]) -> Candidate:
        """Return what taking the first stone over is worth: what the best reply leaves."""
        move = self._state.swap_move
        best = max(stones, key=lambda candidate: candidate.value)
        return Candidate(
            move=move, visits=best.visits, value=1 - best.value, line=(move, *best.line)
        )


def _planned_nodes(limit: Limit) -> int:
    """Return about how many nodes a search under this limit will come to."""
    if limit.simulations is not None:
        return limit.simulations
    if limit.seconds is not None:
        return round(limit.seconds * NODES_A_SECOND)
    return UNBOUNDED_NODES


def warm() -> None:
    """Compile, or load from the cache, everything the threat and alpha-beta searchers use."""
    limit = Limit(simulations=200)
    position = new_game(HexParameters(), 0)
    for searcher in (AlphaBetaSearcher(), ThreatSearcher()):
        searcher.search(position, limit, lambda: False, lambda _: None)
    small = new_game(HexParameters(side=4), 0)
    find_certificate(small, small.colour_to_place)
