"""What `solve` prints: a solution as JSON or as a row of a table, and the progress."""

import json
import textwrap
from dataclasses import dataclass
from typing import TextIO

from ai.contract.game import NumberedPosition
from ai.search.messages import Limit, SearchInfo
from ai.status_line import StatusLine, bar

_WIDTH = 79


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """A line of play on one board, replayed.

    Attributes:
        moves: Each move as the game's files tell it (in SameGame column and row, from the left
            and the bottom, from 0, on the board as it stands before that move).
        names: The moves as players write them.
    """

    board: int
    score: int
    left: int
    moves: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    seconds: float
    playouts: int


class SolutionLines:
    def __init__(self, out: TextIO, searcher: str) -> None:
        self._out = out
        self._searcher = searcher

    def print(self, solution: SolvedBoard) -> None:
        line = {
            "board": solution.board,
            "score": solution.score,
            "cleared": not solution.left,
            "moves": solution.moves,
            "seconds": round(solution.seconds, 3),
            "playouts": solution.playouts,
            "searcher": self._searcher,
        }
        print(json.dumps(line), file=self._out, flush=True)

    def close(self) -> None:
        """Nothing comes after the last line."""


class SolutionTable:
    """A table for people: the moves for a single board, a total for several."""

    def __init__(self, out: TextIO, boards: int, pieces: str) -> None:
        self._out = out
        self._pieces = pieces
        self._boards = boards
        self._solutions: list[SolvedBoard] = []

    def print(self, solution: SolvedBoard) -> None:
        """Print one row, under the headings if it is the first."""
        if not self._solutions:
            self._row("board", "score", f"{self._pieces} left", "moves", "seconds", "playouts")
        self._solutions.append(solution)
        self._row(
            str(solution.board),
            f"{solution.score:,}",
            str(solution.left) if solution.left else "cleared",
            str(len(solution.moves)),
            f"{solution.seconds:.1f}",
            f"{solution.playouts:,}",
        )
        if self._boards == 1 and solution.names:
            print("\n" + textwrap.fill(" ".join(solution.names), _WIDTH), file=self._out)

    def close(self) -> None:
        """Print the total of several boards."""
        if len(self._solutions) > 1:
            cleared = sum(not solution.left for solution in self._solutions)
            score = sum(solution.score for solution in self._solutions)
            self._row("total", f"{score:,}", f"{cleared} cleared", "", "", "")

    def _row(self, *cells: str) -> None:
        widths = (5, 8, 12, 7, 9, 14)
        line = "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        print(line.rstrip(), file=self._out, flush=True)


class SolveStatus:
    """Tells on a terminal how far the search is; silent elsewhere."""

    def __init__(self, out: TextIO, boards: int, limit: Limit) -> None:
        self._status = StatusLine(out)
        self._boards = boards
        self._limit = limit
        self._head = ""
        self._begun = 0

    def begin(self, board: NumberedPosition) -> None:
        """Say which board comes next; the search may first have to be compiled."""
        self._begun += 1
        count = f" ({self._begun} of {self._boards})" if self._boards > 1 else ""
        self._head = f"Board {board.number}{count}"
        self._status.show(f"{self._head}  preparing")

    def show(self, info: SearchInfo) -> None:
        of = "" if self._limit.seconds is None else f" of {self._limit.seconds:g}"
        self._status.show(
            f"{self._head}  {info.elapsed:.0f}{of} s  best {info.value:,.0f}  "
            f"{info.simulations:,} playouts"
        )

    def count(self, done: int) -> None:
        """Show how many boards are solved, where several are at once."""
        self._status.show(f"{bar(done, self._boards)} {done}/{self._boards}")

    def clear(self) -> None:
        """Take the line away, to make room for the result."""
        self._status.clear()
