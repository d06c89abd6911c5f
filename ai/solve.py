"""The command ``solve``: boards of a file, played as well as the time allows, one after another.

What it prints is replayed with the rules first, so a claimed score is one that was reached.
"""

import argparse
import json
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from ai.cluster import Cluster, ClusterError, ClusterJob, IsCancelled
from ai.contract.game import Boards, NumberedPosition
from ai.contract.games import all_games, game_names, game_of
from ai.contract.rules import PositionError
from ai.engine.searches import SearcherFactory
from ai.errors import ctrl_c
from ai.kinds import SearcherSpecError
from ai.levels import methods_of
from ai.options import (
    InputError,
    add_cluster_option,
    add_search_options,
    add_zero_option,
    default_threads,
    limit_of,
    make_ready_searcher,
    named,
    read_boards,
    read_file,
    read_text,
)
from ai.search.messages import Limit, SearchInfo
from ai.search.searcher import ProgressListener
from ai.searchers import parse_spec
from ai.streams import ASKED_WRONGLY, FAILED, INTERRUPTED, Parser, StatusLine, bar, say

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


DEFAULT_SECONDS = 10.0


def main(
    argv: list[str],
    *,
    boards_from: BinaryIO | None = None,
    out: TextIO | None = None,
    progress_to: TextIO | None = None,
    make: SearcherFactory = make_ready_searcher,
    parser: Parser | None = None,
) -> int:
    """Solve boards; return the exit code (130 after Ctrl+C). File ``-`` is the standard input."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    try:
        spec = options.searcher or methods_of(options.game)[0].searcher
        parse_spec(spec, options.game)
        files = game_of(options.game).text.boards
        assert files is not None  # or it could not have been chosen
        standard_input = boards_from or sys.stdin.buffer
        boards = _boards(files, options.file, standard_input, options.zero_is_empty)
        boards = _chosen(boards, options.board)
    except SearcherSpecError as error:
        parser.error(str(error))
    except InputError as error:
        parser.exit(ASKED_WRONGLY, f"{parser.prog}: {error}\n")
    limit = limit_of(options, DEFAULT_SECONDS)
    threads = options.threads or (1 if options.cluster else default_threads())
    task = SolveTask(options.game, spec, limit, threads, options.seed)
    out = out or sys.stdout
    printer = (
        SolutionLines(out, spec) if options.json else SolutionTable(out, len(boards), files.pieces)
    )
    progress = SolveStatus(progress_to or sys.stderr, len(boards), limit)
    try:
        with ctrl_c() as interrupted:
            if options.cluster is None:
                code = _solve(task, boards, make, printer, progress, interrupted)
            else:
                code = _solve_on(
                    options.cluster, task, boards, make, printer, progress, interrupted
                )
    except ClusterError as error:
        progress.clear()
        parser.exit(FAILED, f"{parser.prog}: {error}\n")
    if code == 0:
        printer.close()
    return code


@dataclass(frozen=True, slots=True)
class SolveTask:
    game: str
    searcher: str
    limit: Limit
    threads: int
    seed: int


def _solve(
    task: SolveTask,
    boards: tuple[NumberedPosition, ...],
    make: SearcherFactory,
    printer: SolutionLines | SolutionTable,
    progress: SolveStatus,
    is_stopped: Callable[[], bool],
) -> int:
    """Solve one board after the other; return the exit code."""
    for board in boards:
        progress.begin(board)
        solution = _solved(task, board, make, is_stopped, progress.show)
        progress.clear()
        printer.print(solution)
        if is_stopped():
            return INTERRUPTED
    return 0


def _solve_on(
    address: str,
    task: SolveTask,
    boards: tuple[NumberedPosition, ...],
    make: SearcherFactory,
    printer: SolutionLines | SolutionTable,
    progress: SolveStatus,
    is_stopped: Callable[[], bool],
) -> int:
    """Solve boards on a cluster, each printed as soon as it is solved; return the exit code."""
    jobs = iter([ClusterJob(each.number, solve_board, (task, each, make)) for each in boards])
    code = done = 0
    with Cluster(address) as cluster:
        progress.count(done)
        for outcome in cluster.run(lambda: next(jobs, None)):
            if outcome is not None:
                progress.clear()
                done += 1
                if outcome.error:
                    code = FAILED
                    say(f"board {outcome.job.name} could not be solved: {outcome.error}")
                else:
                    printer.print(outcome.value)
                progress.count(done)
            if is_stopped():
                progress.clear()
                return INTERRUPTED
    progress.clear()
    return code


def solve_board(
    task: SolveTask, board: NumberedPosition, make: SearcherFactory, is_cancelled: IsCancelled
) -> SolvedBoard:
    return _solved(task, board, make, is_cancelled, lambda _: None)


def _solved(
    task: SolveTask,
    board: NumberedPosition,
    make: SearcherFactory,
    is_stopped: Callable[[], bool],
    on_progress: ProgressListener,
) -> SolvedBoard:
    # A new searcher for each: what it finds must not depend on the others.
    searcher = make(task.searcher, task.game, threads=task.threads, seed=task.seed)
    result = searcher.search(board.state, task.limit, is_stopped, on_progress)
    files = game_of(task.game).text.boards
    assert files is not None
    return replayed(files, board, result.info)


def replayed(files: Boards, board: NumberedPosition, info: SearchInfo) -> SolvedBoard:
    """Play the line that a search found by the rules."""
    state = board.state
    names = []
    moves = []
    for move in info.line:
        names.append(state.move_to_string(move))
        moves.append(files.place(state, move))
        state = state.play(move)
    return SolvedBoard(
        board=board.number,
        score=round(state.returns[0]),
        left=files.left(state),
        moves=tuple(moves),
        names=tuple(names),
        seconds=info.elapsed,
        playouts=info.simulations,
    )


def _boards(
    files: Boards, file: str, standard_input: BinaryIO, zero_is_empty: bool | None
) -> tuple[NumberedPosition, ...]:
    no_code = ""
    if files.coded is not None and file != "-":
        try:
            board = files.coded(file)
            if not Path(file).exists():
                return (board,)
        except PositionError as error:  # it is the name of a file
            with suppress(OSError):  # a name may be too long to be looked for
                no_code = "" if Path(file).exists() else f"; as a board's code: {error}"
    name = "standard input" if file == "-" else f"'{file}'"
    try:
        text = read_text(standard_input, name) if file == "-" else read_file(file)
    except InputError as error:
        raise InputError(f"{error}{no_code}") from None
    return read_boards(files, text, name, None, zero_is_empty)


def _chosen(boards: tuple[NumberedPosition, ...], choice: str) -> tuple[NumberedPosition, ...]:
    if choice == "all":
        return boards
    chosen = tuple(board for board in boards if str(board.number) == choice)
    if not chosen:
        numbers = ", ".join(str(board.number) for board in boards)
        raise InputError(f"there is no board '{choice}'; the file has {numbers}")
    return chosen


def _solvable(games: list[str]) -> Callable[[str], str]:
    """Return a reader of the names of games; says why one that exists cannot be solved."""
    read_name = named("game", games)

    def read(text: str) -> str:
        game = next((game for game in all_games() if game.name == text), None)
        if game is None or text in games:
            return read_name(text)
        why = "is for two" if game.rules.players == 2 else "has no files of boards (Text.boards)"
        raise argparse.ArgumentTypeError(
            f"the game '{text}' {why}; games that can be solved: {', '.join(games)}"
        )

    return read


def options_parser() -> Parser:
    parser = Parser(
        prog="playout solve",
        description="Solve the SameGame boards in a file.",
    )
    games = [name for name in game_names(players=1) if game_of(name).text.boards is not None]
    parser.add_argument(
        "--game",
        metavar="NAME|FOLDER",
        type=_solvable(games),
        choices=games,
        default=games[0],
        help=f"one of {', '.join(games)} (default: %(default)s), or the folder of a game",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="file of boards, or the code of one, such as 15x15c5:42; - reads the standard input",
    )
    parser.add_argument(
        "--board", metavar="K|all", default="all", help="number of a board, or all (default)"
    )
    parser.add_argument(
        "--searcher",
        metavar="SPEC",
        help="NAME or NAME:key=value,... (default: the game's default searcher)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    add_zero_option(parser)
    add_search_options(parser, each="board", default_seconds=DEFAULT_SECONDS)
    parser.set_defaults(threads=None)  # it depends on --cluster
    add_cluster_option(parser, "boards", "; with one thread each, if --threads does not say")
    return parser
