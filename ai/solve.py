"""The command ``solve``: boards of a file, played as well as the time allows, one after another.

What it prints is replayed with the rules first, so a claimed score is one that was reached.
"""

import argparse
import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ai.cluster import Cluster, ClusterError, ClusterJob
from ai.contract.game import Boards, NumberedPosition
from ai.contract.games import all_games, game_names, game_of
from ai.contract.rules import PositionError
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
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, SearchInfo
from ai.search.searcher import Listener
from ai.searchers import parse_spec
from ai.streams import FAILED, INTERRUPTED, Parser, StatusLine, bar, say

DEFAULT_SECONDS = 10.0
_WIDTH = 79
_COLUMNS = (5, 8, 12, 7, 9, 14)


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


class _Status(StatusLine):
    """Tells on a terminal how far the search is; silent elsewhere."""

    def __init__(self, boards: int, limit: Limit) -> None:
        super().__init__(sys.stderr)
        self._boards = boards
        self._of = "" if limit.seconds is None else f" of {limit.seconds:g}"
        self._head = ""
        self._begun = 0

    def begin(self, board: NumberedPosition) -> None:
        """Say which board comes next; the search may first have to be compiled."""
        self._begun += 1
        count = f" ({self._begun} of {self._boards})" if self._boards > 1 else ""
        self._head = f"Board {board.number}{count}"
        self.write(f"{self._head}  preparing")

    def tell(self, info: SearchInfo) -> None:
        self.write(
            f"{self._head}  {info.elapsed:.0f}{self._of} s  best {info.value:,.0f}  "
            f"{info.simulations:,} playouts"
        )

    def count(self, done: int) -> None:
        """Show how many boards are solved, where several are at once."""
        self.write(f"{bar(done, self._boards)} {done}/{self._boards}")


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Solve boards; return the exit code (130 after Ctrl+C). File ``-`` is the standard input."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    files = game_of(options.game).text.boards
    assert files is not None  # or it could not have been chosen
    try:
        spec = options.searcher or methods_of(options.game)[0].searcher
        parse_spec(spec, options.game)
        boards = _chosen(_boards(files, options.file, options.zero_is_empty), options.board)
    except (SearcherSpecError, InputError) as error:
        parser.error(str(error))
    threads = options.threads or (1 if options.cluster else default_threads())
    limit = limit_of(options, DEFAULT_SECONDS)
    task = SolveTask(options.game, spec, limit, threads, options.seed)
    status = _Status(len(boards), limit)
    solved: list[SolvedBoard] = []
    try:
        with ctrl_c() as interrupted:
            solutions: Iterator[SolvedBoard | None] = (
                _solve(task, boards, status, interrupted)
                if options.cluster is None
                else _solve_on(options.cluster, task, boards, status)
            )
            for solution in solutions:
                if solution is not None:
                    status.clear()
                    solved.append(solution)
                    if options.json:
                        _print_json(solution, spec)
                    else:
                        _print_row(solution, files.pieces if len(solved) == 1 else "")
                        if len(boards) == 1 and solution.names:
                            print("\n" + textwrap.fill(" ".join(solution.names), _WIDTH))
                if interrupted():
                    status.clear()
                    return INTERRUPTED
    except ClusterError as error:
        status.clear()
        parser.exit(FAILED, f"{parser.prog}: {error}\n")
    if len(solved) < len(boards):
        return FAILED
    if len(solved) > 1 and not options.json:
        cleared = sum(not solution.left for solution in solved)
        score = sum(solution.score for solution in solved)
        _print_cells("total", f"{score:,}", f"{cleared} cleared", "", "", "")
    return 0


def _print_json(solution: SolvedBoard, searcher: str) -> None:
    line = {
        "board": solution.board,
        "score": solution.score,
        "cleared": not solution.left,
        "moves": solution.moves,
        "seconds": round(solution.seconds, 3),
        "playouts": solution.playouts,
        "searcher": searcher,
    }
    print(json.dumps(line), flush=True)


def _print_row(solution: SolvedBoard, pieces: str) -> None:
    """Print a row of the table for people, under the headings if it is told what pieces are."""
    if pieces:
        _print_cells("board", "score", f"{pieces} left", "moves", "seconds", "playouts")
    _print_cells(
        str(solution.board),
        f"{solution.score:,}",
        str(solution.left) if solution.left else "cleared",
        str(len(solution.moves)),
        f"{solution.seconds:.1f}",
        f"{solution.playouts:,}",
    )


def _print_cells(*cells: str) -> None:
    line = "".join(cell.rjust(width) for cell, width in zip(cells, _COLUMNS, strict=True))
    print(line.rstrip(), flush=True)


@dataclass(frozen=True, slots=True)
class SolveTask:
    game: str
    searcher: str
    limit: Limit
    threads: int
    seed: int


def _solve(
    task: SolveTask, boards: Sequence[NumberedPosition], status: _Status, is_stopped: TimeSupplier
) -> Iterator[SolvedBoard]:
    for board in boards:
        status.begin(board)
        yield solve_board(task, board, is_stopped, status.tell)


def _solve_on(
    address: str, task: SolveTask, boards: Sequence[NumberedPosition], status: _Status
) -> Iterator[SolvedBoard | None]:
    """Yield each board as soon as it is solved on a cluster, and None now and then."""
    jobs = iter([ClusterJob(each.number, solve_board, (task, each)) for each in boards])
    done = 0
    with Cluster(address) as cluster:
        status.count(done)
        for outcome in cluster.run(lambda: next(jobs, None)):
            if outcome is None:
                yield None
                continue
            if outcome.error:
                status.clear()
                say(f"board {outcome.job.name} could not be solved: {outcome.error}")
            done += 1
            yield outcome.value
            status.count(done)
    status.clear()


def solve_board(
    task: SolveTask,
    board: NumberedPosition,
    is_stopped: TimeSupplier,
    on_progress: Listener = lambda _: None,
) -> SolvedBoard:
    """Search a board, and play the line that was found by the rules."""
    # A new searcher for each: what it finds must not depend on the others.
    searcher = make_ready_searcher(task.searcher, task.game, threads=task.threads, seed=task.seed)
    info = searcher.search(board.state, task.limit, is_stopped, on_progress).info
    files = game_of(task.game).text.boards
    assert files is not None
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


def _boards(files: Boards, file: str, zero_is_empty: bool | None) -> tuple[NumberedPosition, ...]:
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
        text = read_text(sys.stdin.buffer, name) if file == "-" else read_file(file)
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
    parser = Parser(prog="playout solve", description="Solve the SameGame boards in a file.")
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
