"""The nested Monte Carlo searcher for one-player games.

It is an analyst: every legal move gets a projected final score and the line that reaches
it, from the first fraction of a second on, and ever better ones until a limit is met. The
threads search with random numbers of their own and share one table of lines.
"""

import threading
from dataclasses import dataclass
from functools import partial

import numpy as np

from ai.contract.games import game_of, game_spec
from ai.contract.rules import State
from ai.search.limits import CancelFlag, StopWatch
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.nmcs_explorer import EncodedPosition, Explorer, Replayer, exhaust
from ai.search.nmcs_schedule import Job, JobMode
from ai.search.nmcs_table import LineTable, ScoredLine
from ai.search.options import NmcsOptions
from ai.search.polling import PROGRESS_SECONDS, UNLIMITED, Reporter, run_polled, shares
from ai.search.searcher import ProgressListener, TimeSupplier, final_result

Moves = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReusedLines:
    """What is left of a search once moves were played.

    Attributes:
        lines: The lines that began with these moves, without them.
        visits: Playouts of the first moves that these lines belonged to.
        total: Playouts of the whole search.
    """

    lines: tuple[Moves, ...] = ()
    visits: int = 0
    total: int = 0


class NmcsSearcher:
    """Nested Monte Carlo search (Cazenave, IJCAI 2009); a `Searcher`."""

    def __init__(self, game: str, options: NmcsOptions | None = None) -> None:
        self._game = game
        self._bound = game_of(game).search.bound
        self._options = options or NmcsOptions()
        self._last: LineTable | None = None
        self._reused = ReusedLines()

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """Search until a limit is met; see `ai.search.searcher.Searcher`."""
        if position.is_terminal:
            self.advance(None)
            return final_result(position)
        board = EncodedPosition.of(self._game, position)
        bound = None if self._bound is None else self._bound(position)
        run = NestedRun(board, position.legal_moves, self._options, self._reused, bound)
        result = run.run(limit, is_cancelled, on_progress)
        self._last = run.table
        self._reused = ReusedLines()
        return result

    def advance(self, moves: Moves | None) -> None:
        """Keep what the last search knows of the position after these moves."""
        if moves is None:
            self._reused = ReusedLines()
        elif self._last is not None:
            self._reused = _reused_of(self._last, moves)
        else:
            self._reused = _suffixes(self._reused, moves)
        self._last = None


def _reused_of(table: LineTable, moves: Moves) -> ReusedLines:
    entries = [entry for entry in table.entries.values() if entry.line]
    lines = tuple(entry.line.moves for entry in entries if entry.line)
    visits = sum(entry.playouts for entry in entries if not moves or entry.move == moves[0])
    return _suffixes(ReusedLines(lines, visits, table.playouts), moves)


def _suffixes(reused: ReusedLines, moves: Moves) -> ReusedLines:
    n = len(moves)
    lines = tuple(line[n:] for line in reused.lines if line[:n] == moves and len(line) > n)
    return ReusedLines(lines, reused.visits if lines else 0, reused.total)


class NestedRun:
    def __init__(
        self,
        board: EncodedPosition,
        moves: Moves,
        options: NmcsOptions,
        reused: ReusedLines,
        upper_bound: float | None,
    ) -> None:
        self.table = LineTable(moves)
        self._upper_bound = upper_bound
        self._board = board
        self._options = options
        self._reused = reused
        self._lock = threading.Lock()
        self._replayer = Replayer(board)
        self._explorers: list[Explorer] = []
        self._watch = StopWatch(Limit(), lambda: False)
        for moves in reused.lines:
            if line := self._replayer.line(np.array(moves, np.int64)):
                self.table.entries[moves[0]].offer(line)

    def run(
        self, limit: Limit, is_cancelled: TimeSupplier, on_progress: ProgressListener
    ) -> SearchResult:
        """Search until a limit is met."""
        self._watch = watch = StopWatch(limit, is_cancelled)
        explorers = [
            Explorer(self._board, self._options, self.table, watch.flag, stream)
            for stream in range(self._options.threads)
        ]
        self._explorers = explorers
        explorers[0].first_playout()  # before anything is asked, so that there is an answer
        reporter = Reporter(watch, lambda: on_progress(self._info()), PROGRESS_SECONDS / 2)
        (lines,) = run_polled(
            [partial(exhaust, self._board, tuple(self.table.entries), watch.flag)], watch, reporter
        )
        if lines is not None:
            self.table.set_exact(lines)
            watch.stop(StopReason.EXHAUSTED)
        works = [
            partial(explorer.run, share, self._lock)
            for explorer, share in zip(
                explorers, shares(limit.simulations, self._options.threads), strict=True
            )
        ]
        run_polled(works, watch, reporter)
        return self._result()

    @property
    def _simulations(self) -> int:
        return sum(explorer.playouts for explorer in self._explorers)

    def _info(self) -> SearchInfo:
        with self._lock:
            running = [explorer.running(self._replayer) for explorer in self._explorers]
            candidates = self.table.with_lines(running).candidates()
            optimal = self.table.exact
            return SearchInfo(
                simulations=self._simulations,
                value=candidates[0].value,
                error=candidates[0].error,
                candidates=candidates,
                line=candidates[0].line,
                reused_visits=self._reused.visits,
                reused_of=self._reused.total,
                elapsed=self._watch.elapsed,
                threads=self._options.threads,
                upper_bound=candidates[0].value if optimal else self._upper_bound,
                optimal=optimal,
            )

    def _result(self) -> SearchResult:
        info = self._info()
        return SearchResult(info.line[0], info, self._watch.end(info.simulations))


def warm(game: str) -> None:
    """Compile everything that a game for one uses, or load it from the cache."""
    spec = game_spec(game)
    position = spec.new_game(spec.parameters(), 1)
    searcher = NmcsSearcher(game)
    info = _brief_look(searcher, position)
    line = ScoredLine(info.value, info.line, info.candidates[0].clears)
    table = LineTable(position.legal_moves)
    board = EncodedPosition.of(game, position)
    explorer = Explorer(board, NmcsOptions(level=1), table, CancelFlag(), 0)
    for mode in JobMode:
        explorer.carry_out(Job(mode, info.line[0], 1, line=line), UNLIMITED)
    # Near its end a position is searched in another way.
    for move in info.line[:-1]:
        position = position.play(move)
    _brief_look(searcher, position)


def _brief_look(searcher: NmcsSearcher, position: State) -> SearchInfo:
    return searcher.search(position, Limit(simulations=1), lambda: False, lambda _: None).info
