"""The command ``solve``: plays SameGame boards of a file as well as it can.

What it prints is replayed with the rules first, so a claimed score is one that was reached.
"""

import argparse
import json
import signal
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Protocol, TextIO

from ai.limits import CancelFlag
from ai.messages import Limit, SearchInfo
from ai.options import add_search_options, make_ready_searcher
from ai.searchers import SearcherSpecError, parse_spec
from ai.worker import SearcherFactory
from game.rules.boards import Board, read_boards
from game.rules.protocol import PositionError
from game.rules.samegame import SameGameState

GAME = "samegame"
DEFAULT_SEARCHER = "nmcs"
DEFAULT_SECONDS = 10.0
INTERRUPTED = 130

_WIDTH = 79


class InputError(Exception):
    """A file or a board that cannot be had; a sentence that says which."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A line of play on one board, replayed.

    Attributes:
        board: The board's number.
        end: The position after the line.
        moves: (column, row) of each move, from the left and the bottom, from 0, on the board
            as it stands before that move.
        names: The moves as players write them.
        seconds: How long the search took.
        playouts: How many playouts it made.
    """

    board: int
    end: SameGameState
    moves: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    seconds: float
    playouts: int


def main(
    argv: list[str],
    *,
    boards_from: TextIO | None = None,
    out: TextIO | None = None,
    progress_to: TextIO | None = None,
    make: SearcherFactory = make_ready_searcher,
) -> int:
    """Solve boards; return the exit code (130 after Ctrl+C).

    Args:
        argv: The options, without the program's and the command's name.
        boards_from: Takes the place of the standard input, which the file ``-`` means.
        out: Takes the place of the standard output.
        progress_to: Takes the place of the standard error.
        make: Takes the place of `ai.options.make_ready_searcher`.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        parse_spec(options.searcher, GAME)
        boards = _chosen(_boards(options.file, boards_from or sys.stdin), options.board)
    except SearcherSpecError as error:
        parser.error(str(error))
    except InputError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    limit = Limit(seconds=options.seconds, simulations=options.simulations)
    if limit.seconds is None and limit.simulations is None:
        limit = Limit(seconds=DEFAULT_SECONDS)
    out = out or sys.stdout
    printer = JsonLines(out, options.searcher) if options.json else Table(out, len(boards))
    progress = Progress(progress_to or sys.stderr, len(boards), limit)
    try:
        with _ctrl_c() as interrupted:
            for board in boards:
                progress.begin(board)
                # A new searcher for each: what it finds must not depend on the others.
                searcher = make(options.searcher, GAME, threads=options.threads, seed=options.seed)
                result = searcher.search(board.state, limit, interrupted, progress.show)
                progress.clear()
                printer.print(replayed(board, result.info))
                if interrupted():
                    return INTERRUPTED
            printer.close()
    except BrokenPipeError:
        return 1
    return 0


def replayed(board: Board, info: SearchInfo) -> Solution:
    """Play the line that a search found by the rules."""
    state = board.state
    names = []
    moves = []
    for move in info.line:
        names.append(state.move_to_string(move))
        moves.append(divmod(move, state.parameters.rows))
        state = state.play(move)
    return Solution(
        board=board.number,
        end=state,
        moves=tuple(moves),
        names=tuple(names),
        seconds=info.elapsed,
        playouts=info.simulations,
    )


class Printer(Protocol):
    """Prints solutions as they come."""

    def print(self, solution: Solution) -> None:
        """Print one solution at once."""

    def close(self) -> None:
        """Print what comes after the last one."""


class JsonLines:
    """One JSON object a line."""

    def __init__(self, out: TextIO, searcher: str) -> None:
        self._out = out
        self._searcher = searcher

    def print(self, solution: Solution) -> None:
        """Print one object."""
        line = {
            "board": solution.board,
            "score": solution.end.score,
            "cleared": solution.end.cleared,
            "moves": solution.moves,
            "seconds": round(solution.seconds, 3),
            "playouts": solution.playouts,
            "searcher": self._searcher,
        }
        print(json.dumps(line), file=self._out, flush=True)

    def close(self) -> None:
        """Nothing comes after the last line."""


class Table:
    """A table for people: the moves for a single board, a total for several."""

    def __init__(self, out: TextIO, boards: int) -> None:
        self._out = out
        self._boards = boards
        self._solutions: list[Solution] = []

    def print(self, solution: Solution) -> None:
        """Print one row, under the headings if it is the first."""
        if not self._solutions:
            self._row("board", "score", "tiles left", "moves", "seconds", "playouts")
        self._solutions.append(solution)
        self._row(
            str(solution.board),
            f"{solution.end.score:,}",
            str(solution.end.tiles_left) if solution.end.tiles_left else "cleared",
            str(len(solution.moves)),
            f"{solution.seconds:.1f}",
            f"{solution.playouts:,}",
        )
        if self._boards == 1 and solution.names:
            print("\n" + textwrap.fill(" ".join(solution.names), _WIDTH), file=self._out)

    def close(self) -> None:
        """Print the total of several boards."""
        if len(self._solutions) > 1:
            cleared = sum(solution.end.cleared for solution in self._solutions)
            score = sum(solution.end.score for solution in self._solutions)
            self._row("total", f"{score:,}", f"{cleared} cleared", "", "", "")

    def _row(self, *cells: str) -> None:
        widths = (5, 8, 12, 7, 9, 14)
        line = "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        print(line.rstrip(), file=self._out, flush=True)


class Progress:
    """One line on a terminal that tells how far the search is; silent elsewhere."""

    def __init__(self, out: TextIO, boards: int, limit: Limit) -> None:
        self._out = out
        self._shown = out.isatty()
        self._boards = boards
        self._limit = limit
        self._head = ""
        self._begun = 0
        self._taken = 0

    def begin(self, board: Board) -> None:
        """Say which board comes next; the search may first have to be compiled."""
        self._begun += 1
        count = f" ({self._begun} of {self._boards})" if self._boards > 1 else ""
        self._head = f"Board {board.number}{count}"
        self._line(f"{self._head}  preparing")

    def show(self, info: SearchInfo) -> None:
        """Show what the search knows."""
        of = "" if self._limit.seconds is None else f" of {self._limit.seconds:g}"
        self._line(
            f"{self._head}  {info.elapsed:.0f}{of} s  best {info.value:,.0f}  "
            f"{info.simulations:,} playouts"
        )

    def clear(self) -> None:
        """Take the line away, to make room for the result."""
        self._line("")
        if self._shown:
            print(end="\r", file=self._out, flush=True)

    def _line(self, text: str) -> None:
        if self._shown:
            # Two more than the last text took: a terminal echoes Ctrl+C as ^C after it.
            print(end="\r" + text.ljust(self._taken), file=self._out, flush=True)
            self._taken = len(text) + 2


@contextmanager
def _ctrl_c() -> Iterator[CancelFlag]:
    """Let the first Ctrl+C end the search in good order; a second one ends the program."""
    flag = CancelFlag()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        flag.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)


def _boards(file: str, standard_input: TextIO) -> tuple[Board, ...]:
    name = "standard input" if file == "-" else f"'{file}'"
    try:
        if file == "-":
            return read_boards(standard_input.read())
        return read_boards(Path(file).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text in UTF-8") from None
    except PositionError as error:
        raise InputError(f"{name}, {error}") from None


def _chosen(boards: tuple[Board, ...], choice: str) -> tuple[Board, ...]:
    if choice == "all":
        return boards
    chosen = tuple(board for board in boards if str(board.number) == choice)
    if not chosen:
        numbers = ", ".join(str(board.number) for board in boards)
        raise InputError(f"there is no board '{choice}'; the file has {numbers}")
    return chosen


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="playout solve",
        description="Play SameGame boards from a file as well as the time allows.",
    )
    parser.add_argument("file", metavar="FILE", help="boards as text; - is the standard input")
    parser.add_argument(
        "--board", metavar="K|all", default="all", help="a board's number, or all (the default)"
    )
    parser.add_argument(
        "--searcher",
        metavar="SPEC",
        default=DEFAULT_SEARCHER,
        help="NAME or NAME:key=value,... (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    add_search_options(parser, each="board", default_seconds=DEFAULT_SECONDS)
    return parser
