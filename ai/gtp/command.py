"""The command ``gtp``: reads its options and connects an engine to the standard streams."""

import argparse
import random
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from io import FileIO
from typing import TextIO

from ai.contract.game import Protocol
from ai.contract.games import game_names, game_of, read_game
from ai.contract.rules import Parameters, RulesError
from ai.external.contract import is_external
from ai.gtp.engine import Engine, Setup
from ai.gtp.protocol import ByteLines, CommandLines, Vertices
from ai.kinds import SearcherSpecError
from ai.ladder import Level
from ai.levels import level, levels_of
from ai.options import add_search_options, make_ready_searcher
from ai.search.messages import Limit
from ai.search.searcher import Searcher
from ai.searchers import check_board
from ai.streams import FAILED, Parser, say

DEFAULT_LEVEL = "expert"
GTP_VERTICES, MOVE_NAMES = "gtp", "names"
COMPILES = "the search is compiled, once; that takes up to a minute"


def main(
    argv: list[str],
    commands: ByteLines | None = None,
    replies: TextIO | None = None,
    parser: Parser | None = None,
) -> int:
    """Speak the protocol until ``quit`` or the end of the input; return the exit code."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    try:
        setup = _setup(options)
    except (SearcherSpecError, RulesError) as error:
        parser.error(str(error))
    # Unbuffered: a buffered stream stays locked by the reading thread when the program ends.
    lines = CommandLines(commands or FileIO(sys.stdin.fileno(), closefd=False))
    Engine(setup, lines, replies or sys.stdout).run()
    if lines.problem:
        parser.exit(FAILED, f"{parser.prog}: cannot read the standard input: {lines.problem}\n")
    return 0


def _setup(options: argparse.Namespace) -> Setup:
    rules, parameters = read_game(options.game)
    if rules.players != 2:
        names = ", ".join(game_names(players=2))
        raise RulesError(f"{rules.name} is for one player; the games for two are {names}")
    game = rules.name
    chosen = None if options.level is None else level(options.level, game)
    default = _usual_level(game)
    spec = (chosen or default).searcher if options.searcher is None else options.searcher
    if is_external(spec):
        raise SearcherSpecError(
            f"searcher '{spec}' is a program that speaks the protocol itself: start it directly"
        )
    check_board(spec, game, parameters)
    from ai.engine import compile_once  # with numba

    limit = None if chosen is None else chosen.limit
    if options.seconds or options.simulations:
        limit = Limit(seconds=options.seconds, simulations=options.simulations)
    seeds = random.Random(options.seed)
    silent, compile_once.compiled_one = compile_once.compiled_one, cache(partial(say, COMPILES))
    make_ready_searcher(spec, game, threads=options.threads, seed=0)  # no move's time counts that
    compile_once.compiled_one = silent

    def make_searcher() -> Searcher:
        return make_ready_searcher(spec, game, threads=options.threads, seed=seeds.getrandbits(63))

    protocol = game_of(game).protocol
    return Setup(
        rules=rules,
        parameters=parameters,
        protocol=replace(protocol, sizes=_sizes(spec, game, protocol, parameters)),
        vertices=Vertices(square=protocol.square and options.vertices == GTP_VERTICES),
        check_board=partial(check_board, spec, game),
        make_searcher=make_searcher,
        limit=limit,
        untimed_limit=default.limit,
    )


def _usual_level(game: str) -> Level:
    """Return the level that plays where nobody says which: the strongest in a game without it."""
    levels = [each for each in levels_of(game) if each.ranked] or levels_of(game)
    return next((each for each in levels if each.name == DEFAULT_LEVEL), levels[-1])


def _sizes(spec: str, game: str, protocol: Protocol, parameters: Parameters) -> tuple[int, ...]:
    sizes = []
    for size in protocol.sizes:
        with suppress(SearcherSpecError):
            check_board(spec, game, protocol.resized(parameters, size))
            sizes.append(size)
    return tuple(sizes)


def options_parser() -> Parser:
    parser = Parser(
        prog="playout gtp",
        description="Speak the Go Text Protocol, version 2, on standard input and output.",
    )
    games = ", ".join(game_names(players=2))
    parser.add_argument(
        "game",
        metavar="GAME",
        help=f"NAME or NAME:key=value,... (hex:side=5); the names are {games}",
    )
    parser.add_argument(
        "--searcher", metavar="SPEC", help="NAME or NAME:key=value,... (default: the level's)"
    )
    parser.add_argument(
        "--level",
        metavar="NAME",
        help="play as this level, with its searcher and limit "
        f"(default: {DEFAULT_LEVEL} with the game's clock)",
    )
    parser.add_argument(
        "--vertices",
        choices=(GTP_VERTICES, MOVE_NAMES),
        default=GTP_VERTICES,
        help="how to write moves on square boards: as in the protocol, without a column I, such as "
        "J4 (default), or as in the window, such as i4",
    )
    add_search_options(parser, each="move", default_seconds=None, seed=None)
    return parser
