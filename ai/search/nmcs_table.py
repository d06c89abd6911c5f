"""What a one-player search knows of each first move: its best line and how it was found."""

import math
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from statistics import fmean, pstdev

from ai.search.messages import Candidate


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A game from the searched position to its end.

    Attributes:
        moves: Its moves; there is at least one.
    """

    score: float
    moves: tuple[int, ...]
    clears: bool


@dataclass(slots=True)
class Entry:
    """One first move."""

    move: int
    line: ScoredLine | None = None
    playouts: int = 0
    exact: bool = False
    _searches: int = field(default=0, init=False)
    _mean: float = field(default=0.0, init=False)
    _squares: float = field(default=0.0, init=False)

    @property
    def score(self) -> float:
        """The best line's score, minus infinity while there is no line."""
        return self.line.score if self.line else -math.inf

    @property
    def rank(self) -> tuple[float, bool]:
        """What makes one line better than another: the score, then a cleared board."""
        return self.score, self.line is not None and self.line.clears

    @property
    def error(self) -> float | None:
        """The standard deviation of the searches' results (Welford's method), 0 when exact.

        The value is the best of these results: this tells how far one search of the same
        kind typically lands from the next. None before there are two.
        """
        if self.exact:
            return 0.0
        return math.sqrt(self._squares / (self._searches - 1)) if self._searches > 1 else None

    def offer(self, line: ScoredLine) -> bool:
        """Keep a line if it is better than the one so far; say whether it was."""
        better = (line.score, line.clears) > self.rank
        if better:
            self.line = line
        return better

    def note(self, result: float) -> None:
        """Count a search's result towards the error."""
        if math.isfinite(result):
            self._searches += 1
            step = result - self._mean
            self._mean += step / self._searches
            self._squares += step * (result - self._mean)


class LineTable:
    """The entries of all legal first moves."""

    def __init__(self, moves: tuple[int, ...]) -> None:
        self.entries = {move: Entry(move) for move in moves}

    @property
    def playouts(self) -> int:
        return sum(entry.playouts for entry in self.entries.values())

    @property
    def exact(self) -> bool:
        return all(entry.exact for entry in self.entries.values())

    def leaders(self) -> list[Entry]:
        """Return the entries, best first; of equals the more searched one."""
        return sorted(
            self.entries.values(), key=lambda entry: (*entry.rank, entry.playouts), reverse=True
        )

    def set_exact(self, exact: dict[int, tuple[ScoredLine, int]]) -> None:
        """Take the best line of each move and the positions that were looked at for it."""
        for move, (line, positions) in exact.items():
            entry = self.entries[move]
            entry.line = line
            entry.playouts += positions
            entry.exact = True

    def with_lines(self, lines: Iterable[ScoredLine | None]) -> "LineTable":
        """Return a copy of the table in which these lines are offered, too."""
        table = LineTable(())
        table.entries = {move: copy(entry) for move, entry in self.entries.items()}
        for line in lines:
            if line is not None:
                table.entries[line.moves[0]].offer(line)
        return table

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the candidates that have a line, best first."""
        spread = self._spread()
        return tuple(
            Candidate(
                move=entry.move,
                visits=entry.playouts,
                value=entry.line.score,
                error=spread if entry.error is None else entry.error,
                line=entry.line.moves,
                clears=entry.line.clears,
            )
            for entry in self.leaders()
            if entry.line
        )

    def _spread(self) -> float:
        errors = [entry.error for entry in self.entries.values() if entry.error is not None]
        if errors:
            return fmean(errors)
        return pstdev(entry.score for entry in self.entries.values() if entry.line)
