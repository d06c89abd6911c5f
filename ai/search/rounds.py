"""What searchers share that value every move of a position, round after round.

Each thread has a valuer of its own; rounds are added up. After any number of them, even in
the middle of the first, there is an answer. A searcher whose round may take long begins with
cheaper ones: stages, of which the last one that valued every move is what it answers by.
"""

import itertools
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import State
from ai.search.limits import Flag, StopWatch, TimeSupplier
from ai.search.messages import Candidate, Limit, SearchInfo, SearchResult, StopReason
from ai.search.options import RoundsOptions
from ai.search.searcher import Listener, final_result
from ai.search.threads import reporter, run_polled, shares


class Round(NamedTuple):
    """Every move of a position valued once, or as many as there was time for.

    Attributes:
        values: float64[moves], from -1 (lost) to 1 (won) for the player to move, NaN where nothing
            was found out.
        chosen: The place of the move to choose, if one was.
        stage: How thorough it was. Rounds of a higher stage take the place of all the others.
    """

    values: NDArray[np.float64]
    chosen: int | None = None
    stage: int = 0
    is_whole: bool = True


class Valuer(Protocol):
    """Values the moves of one position, in one thread."""

    @property
    def simulations(self) -> int:
        """How many playouts were run."""

    def round(self) -> Round:
        """Value every move once, unless stopped before."""


class MoveTable:
    """What the rounds of all threads say of the M legal moves.

    Where results are discounted, a move's share of wins knows only their sign.
    """

    def __init__(self, moves: tuple[int, ...], *, is_discounted: bool) -> None:
        self._moves = moves
        self._is_discounted = is_discounted
        self._lock = threading.Lock()
        self._clear(0)

    def _clear(self, stage: int) -> None:
        count = len(self._moves)
        self._stage = stage
        self._tries = np.zeros(count, np.int64)
        self._votes = np.zeros(count, np.int64)
        self._sums = np.zeros(count)
        self._shares = np.zeros(count)
        self._squares = np.zeros(count)

    def add(self, result: Round) -> None:
        """Take in a round; one of an earlier stage, or part of a later one, says no more."""
        values = result.values
        is_valued = ~np.isnan(values)
        filled = np.where(is_valued, values, 0.0)
        won = np.sign(filled) if self._is_discounted else filled
        shares = np.where(is_valued, (won + 1) / 2, 0.0)
        with self._lock:
            if result.stage > self._stage and result.is_whole:
                self._clear(result.stage)
            elif result.stage != self._stage:
                return
            self._tries += is_valued
            self._sums += filled
            self._shares += shares
            self._squares += shares**2
            if result.chosen is not None:
                self._votes[result.chosen] += 1

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the moves, those that were chosen most often first, then by mean value."""
        with self._lock:
            tries = np.maximum(self._tries, 1)
            means = np.where(self._tries > 0, self._sums / tries, -np.inf)
            shares = np.where(self._tries > 0, self._shares / tries, 0.5)
            variances = np.maximum(self._squares / tries - shares**2, 0.0)
            errors = np.sqrt(variances / tries)
            order = np.lexsort((-means, -self._votes))
            return tuple(
                Candidate(
                    move=self._moves[i],
                    visits=int(self._tries[i]),
                    value=float(shares[i]),
                    error=float(errors[i]),
                    line=(self._moves[i],),
                )
                for i in order
                if self._tries[i] or self._votes[i] or i == order[0]
            )


class RoundsSearcher(ABC):
    """A searcher that keeps nothing from one move to the next."""

    is_discounted = False

    def __init__(self, game: str, options: RoundsOptions) -> None:
        self._game = game
        self._options = options
        self._searches = 0

    @abstractmethod
    def _valuer(self, position: State, flag: Flag, budget: int, stream: int) -> Valuer:
        """Return what values the moves of a position, up to `budget` playouts."""

    def advance(self, moves: tuple[int, ...] | None) -> None:  # noqa: B027 - it keeps nothing
        """Do nothing: every search begins afresh."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search `position`; see `ai.search.searcher.Searcher`."""
        if position.is_terminal:
            return final_result(position)
        valuers: list[Valuer] = []
        watch = StopWatch(limit, is_cancelled)
        moves = position.legal_moves
        rounds = 1 if limit.is_bounded and len(moves) == 1 else self._options.rounds
        self._searches += 1
        budgets = shares(limit.simulations, self._options.threads)
        for thread, budget in enumerate(budgets):
            stream = self._searches * self._options.threads + thread
            valuers.append(self._valuer(position, watch.flag.array, budget, stream))
        table = MoveTable(moves, is_discounted=self.is_discounted)

        def info() -> SearchInfo:
            candidates = table.candidates()
            return SearchInfo(
                simulations=sum(valuer.simulations for valuer in valuers),
                value=candidates[0].value,
                error=candidates[0].error,
                candidates=candidates,
                line=candidates[0].line,
                elapsed=watch.elapsed,
                threads=self._options.threads,
            )

        shared = list(zip(valuers, budgets, strict=True))
        self._think(shared, table, rounds, watch, lambda: on_progress(info()))
        result = info()
        reason = watch.end(result.simulations)
        if len(moves) == 1 and rounds == 1:
            reason = StopReason.ONLY_MOVE
        return SearchResult(result.candidates[0].move, result, reason)

    def _think(
        self,
        valuers: list[tuple[Valuer, int]],
        table: MoveTable,
        rounds: int,
        watch: StopWatch,
        report: Callable[[], None],
    ) -> None:
        """Run each valuer within its budget, until the watch says stop or nothing is left to do."""
        turns = iter(range(rounds)) if rounds else itertools.count()
        lock = threading.Lock()

        def work(valuer: Valuer, budget: int) -> None:
            while valuer.simulations < budget and not watch.flag():
                with lock:
                    if next(turns, None) is None:
                        return
                before = valuer.simulations
                result = valuer.round()
                table.add(result)
                if result.is_whole and valuer.simulations == before:
                    return  # no playout was needed: each move ends the game, and is known

        run_polled([partial(work, *each) for each in valuers], watch, reporter(watch, report))
