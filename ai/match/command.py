"""The command ``match``: reads its options, plays, and tells the result."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from ai.cluster import Cluster, ClusterError
from ai.contract.games import game_names, game_of, names_game, read_game
from ai.contract.rules import RulesError
from ai.engine.searches import SearcherFactory
from ai.errors import ctrl_c
from ai.external.contract import join_command
from ai.kinds import MOST_THREADS, SearcherSpecError
from ai.match.events import (
    PER_BOARD,
    PER_MOVE,
    Event,
    GameRecord,
    MatchEnded,
    MatchFileError,
    MatchPlan,
    to_csv,
)
from ai.match.jobs import ClusterPool, JobPool, Remote
from ai.match.match import STOPPED, MatchFile, Pool, default_file, read_match, run_match
from ai.match.output import MatchStatus, MatchTable, print_line
from ai.match.play import default_plies
from ai.match.specs import check_side, read_side
from ai.match.statistics import SprtBounds
from ai.options import (
    InputError,
    add_cluster_option,
    add_search_options,
    add_zero_option,
    default_threads,
    limit_of,
    number,
    read_boards,
    read_file,
    whole_number,
)
from ai.searchers import make_searcher
from ai.streams import FAILED, INTERRUPTED, Parser
from ai.version import VERSION

DEFAULT_SECONDS = 1.0
DEFAULT_GAMES = 20


def main(
    argv: list[str], *, make: SearcherFactory = make_searcher, parser: Parser | None = None
) -> int:
    """Play a match; return the exit code (1 if every game failed, 130 after Ctrl+C).

    Args:
        make: Takes the place of `ai.searchers.make_searcher`; a function that a module defines,
            as the jobs are processes of their own.
    """
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    if options.json or options.live:
        return play_match(options, parser, partial(print_line, live=options.live), make)
    return play_match(options, parser, MatchTable().show, make)


def play_match(
    options: Namespace, parser: Parser, show: Callable[[Event], None], make: SearcherFactory
) -> int:
    """Play the match of some options, and show what happens in it; see `main`."""
    try:
        plan = plan_of(options)
        path = Path(options.resume) if options.resume else _default_file(plan)
        earlier = [] if options.fresh else _earlier_games(path, plan)
        pool = _pool(options, plan, make)
        with _written(path):
            file = MatchFile(path, plan, earlier)
        if options.csv is not None:
            with _written(options.csv):
                Path(options.csv).open("a", encoding="utf-8").close()
    except (SearcherSpecError, RulesError, InputError) as error:
        parser.error(str(error))
    except ClusterError as error:
        parser.exit(FAILED, f"{parser.prog}: {error}\n")
    status = MatchStatus(plan)
    remote = Remote(sys.stdin) if options.live else None
    records: list[GameRecord] = []
    end: MatchEnded | None = None
    if 0 < len(earlier) < plan.games:
        status.say(f"continuing after {len(earlier)} games in {path} (--fresh starts again)")
    try:
        with ctrl_c() as interrupted:

            def is_stopped() -> bool:
                if remote is not None and isinstance(pool, JobPool) and remote.obey(pool.set_pace):
                    return True
                return interrupted()

            show(plan)
            status.begin()
            for event in run_match(plan, pool, earlier, _keeper(file, status), is_stopped):
                if isinstance(event, GameRecord | MatchEnded):
                    status.clear()
                show(event)
                status.show(event)
                if isinstance(event, GameRecord) and options.csv is not None:
                    records.append(event)
                elif isinstance(event, MatchEnded):
                    end = event
    except ClusterError as error:
        status.say(f"{error}; the games so far are kept; the same command continues the match")
        return FAILED
    finally:
        pool.close()
        file.close()
    assert end is not None
    is_written = options.csv is None or _wrote_csv(Path(options.csv), records, status)
    if end.reason == STOPPED:
        done = end.standing.games + end.standing.failed
        how = " without --fresh" if options.fresh else ""
        status.say(
            f"stopped after {done} of {plan.games} games; the same command{how} continues the match"
        )
        return INTERRUPTED
    if not options.resume:
        file.remove()
    return 0 if end.standing.games and is_written else FAILED


def _pool(options: Namespace, plan: MatchPlan, make: SearcherFactory) -> Pool:
    """Return what plays the games: processes of this machine, or the workers of a cluster."""
    if options.cluster is None:
        jobs = options.jobs or max(1, default_threads() // plan.threads)
        return JobPool(plan, min(jobs, plan.games), make)
    if options.live:
        raise InputError("--live follows each move, which --cluster does not tell")
    return ClusterPool(plan, Cluster(options.cluster, options.jobs), make)


def _keeper(file: MatchFile, status: MatchStatus) -> Callable[[GameRecord], None]:
    """Return what writes games down; where that fails the match goes on all the same."""
    failed = False

    def keep(record: GameRecord) -> None:
        nonlocal failed
        try:
            file.add(record)
        except OSError as error:
            if not failed:
                status.say(f"cannot write '{file.path}': {error.strerror}; the match continues")
            failed = True

    return keep


def _wrote_csv(path: Path, records: list[GameRecord], status: MatchStatus) -> bool:
    try:
        path.write_text(to_csv(records), "utf-8")
    except OSError as error:
        status.say(f"cannot write '{path}': {error.strerror}")
        return False
    return True


def plan_of(options: Namespace) -> MatchPlan:
    """Return the match of some options; raise `InputError`, `RulesError`, `SearcherSpecError`."""
    _check_order(options)
    spec, parameters = read_game(options.game)
    limit = limit_of(options, DEFAULT_SECONDS)
    sides = tuple(read_side(text, spec.name, limit) for text in (options.a, options.b))
    for side in sides:
        check_side(side, spec.name, parameters)
    boards: tuple[tuple[str, str], ...] = ()
    if spec.players == 1:
        boards = _boards(options, spec.name, parameters)
    elif options.boards or options.per == PER_BOARD:
        name = "--boards" if options.boards else "--per board"
        with_boards = (each for each in game_names(players=1) if game_of(each).text.boards)
        raise InputError(f"{name} is for {', '.join(with_boards)} only")
    plies = default_plies(spec) if options.opening_plies is None else options.opening_plies
    return MatchPlan(
        game=spec.name,
        parameters=asdict(parameters),
        sides=(sides[0], sides[1]),
        games=options.games,
        seed=options.seed,
        opening_plies=plies,
        per=options.per,
        threads=options.threads,
        sprt=_sprt(options),
        boards=boards,
        version=VERSION,
    )


def _check_order(options: Namespace) -> None:
    """Raise `InputError` if the game stands where a side should, and a side in its place."""
    words = [options.game, options.a, options.b]
    games = [word for word in words if names_game(word)]
    if games and not names_game(options.game):
        words.remove(games[0])
        raise InputError(f"the game comes first: playout match {join_command([games[0], *words])}")


def _boards(options: Namespace, game: str, parameters: Any) -> tuple[tuple[str, str], ...]:
    """Return the boards of a file, else the standard ones; none if the seed is to make them."""
    files = game_of(game).text.boards
    if files is None and options.boards is None:
        return ()
    if files is None:
        raise InputError(f"--boards: {game} has no boards in files; the seed makes them")
    if options.boards is None:
        boards = () if ":" in options.game else files.standard()
    else:
        text, name = read_file(options.boards), f"'{options.boards}'"
        boards = read_boards(files, text, name, parameters, options.zero_is_empty)
    return tuple((board.title, board.state.to_text()) for board in boards)


def _sprt(options: Namespace) -> SprtBounds | None:
    if options.sprt is None:
        return None
    elo0, elo1 = options.sprt
    if elo0 >= elo1:
        raise InputError(f"--sprt needs two Elo values, the lower one first, not {elo0:g} {elo1:g}")
    return SprtBounds(elo0, elo1, options.alpha, options.beta)


def _default_file(plan: MatchPlan) -> Path:
    path = default_file(plan)
    with suppress(OSError):  # opening the file tells
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _earlier_games(path: Path, plan: MatchPlan) -> list[GameRecord]:
    try:
        plan_there, games = read_match(path)
    except OSError as error:
        raise InputError(f"cannot read '{path}': {error.strerror}") from None
    except MatchFileError as error:
        raise InputError(f"{error}; --fresh overwrites it") from None
    if plan_there is not None and plan_there.without_end != plan.without_end:
        raise InputError(
            f"'{path}' contains another match; use another file, or --fresh to overwrite it"
        )
    # What failed is tried again.
    return [game for game in games if not game.error]


@contextmanager
def _written(path: Path | str) -> Iterator[None]:
    """Open a file for writing inside; raise `InputError` where that cannot be done."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write '{path}': {error.strerror}") from None


def options_parser() -> Parser:
    parser = Parser(
        prog="playout match",
        description="Play two searchers or levels against each other, or two solvers on the same "
        "boards of a one-player game. A side is a searcher (NAME:key=value,...), a level, or "
        "another program that speaks the Go Text Protocol (gtp:COMMAND, quoted for the shell). It "
        "can end in a "
        "limit: mcts@4000 (simulations) or mcts@0.5s; levels have their own limits. Ctrl+C stops "
        "the match. The same command continues it.",
    )
    parser.add_argument("game", metavar="GAME", help="NAME or NAME:key=value,... (hex:side=5)")
    parser.add_argument("a", metavar="SPEC_A", help="side A, such as mcts or level:club")
    parser.add_argument("b", metavar="SPEC_B", help="side B; results are from A's point of view")
    add_match_options(parser)
    add_test_options(parser)
    parser.add_argument("--csv", metavar="FILE", help="write the games as CSV at the end")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="store the games in FILE, and continue the match that is in it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--live",
        action="store_true",
        help="also print each move as JSON, and read the commands pause, go, step, pace SECONDS "
        "and stop from the standard input",
    )
    return parser


def add_match_options(parser: Parser) -> None:
    parser.add_argument(
        "--games",
        type=whole_number(1, 1_000_000),
        default=DEFAULT_GAMES,
        metavar="N",
        help="number of games or boards (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, MOST_THREADS),
        metavar="J",
        help="games to play at the same time (default: all cores but one, divided by --threads)",
    )
    add_search_options(parser, each="move", default_seconds=DEFAULT_SECONDS, threads=1)
    parser.add_argument(
        "--opening-plies",
        type=whole_number(0, 20),
        metavar="N",
        help="random moves at the start of a game; each opening is played twice, with colours "
        "swapped (default: the game's own number, 2 or 3)",
    )
    parser.add_argument(
        "--boards",
        metavar="FILE",
        help="a file of SameGame boards (default: the 20 standard boards)",
    )
    add_zero_option(parser)
    parser.add_argument(
        "--per",
        choices=(PER_MOVE, PER_BOARD),
        default=PER_MOVE,
        help="apply a solver's limit to each move (default) or to a whole SameGame board",
    )
    add_cluster_option(parser, "games")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="start from the beginning, even if games were played before",
    )


def add_test_options(parser: Parser) -> None:
    error_rate = number(lambda p: 0 < p < 0.5, "a probability above 0 and below 0.5")
    parser.add_argument(
        "--sprt",
        type=number(lambda elo: abs(elo) <= 2000, "an Elo from -2000 to 2000"),
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop as soon as a sequential test decides between ELO0 and ELO1 for A",
    )
    parser.add_argument(
        "--alpha",
        type=error_rate,
        default=0.05,
        help="probability of deciding for ELO1 by mistake (default: 0.05)",
    )
    parser.add_argument(
        "--beta",
        type=error_rate,
        default=0.05,
        help="probability of deciding for ELO0 by mistake (default: 0.05)",
    )
