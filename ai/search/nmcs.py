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
from ai.search.limits import CancelFlag, StopWatch, TimeSupplier
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.nmcs_explorer import EncodedPosition, Explorer, Replayer, exhaust
from ai.search.nmcs_schedule import Job, JobMode
from ai.search.nmcs_table import LineTable, ScoredLine
from ai.search.options import NmcsOptions
from ai.search.searcher import Listener, final_result
from ai.search.threads import PROGRESS_SECONDS, UNLIMITED, reporter, run_polled, shares

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
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search until a limit is met; see `ai.search.searcher.Searcher`."""
        if position.is_terminal:
            self.advance(None)
            return final_result(position)
        board, options = EncodedPosition.of(self._game, position), self._options
        table, replayer = LineTable(position.legal_moves), Replayer(board)
        reused, self._reused = self._reused, ReusedLines()
        for moves in reused.lines:
            if line := replayer.line(np.array(moves, np.int64)):
                table.entries[moves[0]].offer(line)
        bound = None if self._bound is None else self._bound(position)
        watch, lock = StopWatch(limit, is_cancelled), threading.Lock()
        explorers = [
            Explorer(board, options, table, watch.flag, stream) for stream in range(options.threads)
        ]

        def info() -> SearchInfo:
            with lock:
                running = [explorer.running(replayer) for explorer in explorers]
                candidates = table.with_lines(running).candidates()
                return SearchInfo(
                    simulations=sum(explorer.playouts for explorer in explorers),
                    value=candidates[0].value,
                    error=candidates[0].error,
                    candidates=candidates,
                    line=candidates[0].line,
                    reused_visits=reused.visits,
                    reused_of=reused.total,
                    elapsed=watch.elapsed,
                    threads=options.threads,
                    upper_bound=candidates[0].value if table.exact else bound,
                    optimal=table.exact,
                )

        explorers[0].first_playout()  # before anything is asked, so that there is an answer
        tell = reporter(watch, lambda: on_progress(info()), PROGRESS_SECONDS / 2)
        solve = partial(exhaust, board, tuple(table.entries), watch.flag)
        (lines,) = run_polled([solve], watch, tell)
        if lines is not None:
            table.set_exact(lines)
            watch.stop(StopReason.EXHAUSTED)
        budgets = zip(explorers, shares(limit.simulations, options.threads), strict=True)
        run_polled([partial(each.run, share, lock) for each, share in budgets], watch, tell)
        self._last = table
        last = info()
        return SearchResult(last.line[0], last, watch.end(last.simulations))

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
