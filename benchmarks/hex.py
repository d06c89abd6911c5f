"""Strength, speed and correctness of the hex Gomoku searchers; prints one JSON object a line.

``python -m benchmarks.hex tactics|depth|truth|badges|pairing|solve|draws|worth ...``;
``--help`` says more.
``main.py match hex`` plays any two searchers against each other.
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from ai.contract.rules import RulesError
from ai.kinds import SearcherSpecError
from ai.options import seconds, whole_number
from ai.search.messages import Limit
from ai.streams import Parser
from benchmarks import hex_depth, hex_draw, hex_tactics, hex_truth, hex_worth

Rows = Iterable[Mapping[str, object]]


def main(arguments: list[str] | None = None) -> int:
    reader = parser()
    options = reader.parse_args(arguments)
    try:
        for row in options.run(options):
            print(json.dumps(row), flush=True)
    except (SearcherSpecError, RulesError, OSError) as error:
        reader.error(str(error))
    return 0


def _tactics(options: argparse.Namespace) -> Rows:
    return hex_tactics.rows(options.file, options.searcher, _limit(options))


def _depth(options: argparse.Namespace) -> Rows:
    return hex_depth.rows(options.searcher, options.depth, options.threads, options.repeats)


def _truth(options: argparse.Namespace) -> Rows:
    return hex_truth.small_board_rows(
        options.searcher, _limit(options), options.positions, options.seed
    )


def _badges(options: argparse.Namespace) -> Rows:
    return hex_truth.badge_rows(options.searcher, _limit(options), options.games, options.seed)


def _pairing(options: argparse.Namespace) -> Rows:
    return hex_truth.pairing_rows(options.searcher, _limit(options), options.games, options.seed)


def _solve(options: argparse.Namespace) -> Rows:
    return hex_draw.solved_rows(options.proofs)


def _draws(options: argparse.Namespace) -> Rows:
    return hex_draw.game_rows(
        options.searcher,
        _limit(options),
        options.games,
        options.seed,
        options.pairings,
        options.proofs,
    )


def _worth(options: argparse.Namespace) -> Rows:
    return hex_worth.rows(options.games, options.seed)


def _limit(options: argparse.Namespace) -> Limit:
    return Limit(seconds=options.seconds, simulations=options.simulations)


def parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m benchmarks.hex", description=__doc__)
    commands = parser.add_subparsers(required=True)

    tactics = commands.add_parser(
        "tactics", help="how many tactical positions a searcher solves in a given time"
    )
    tactics.add_argument("file", nargs="?", type=Path, default=hex_tactics.POSITIONS)
    _add_searcher(tactics, _tactics)

    depth = commands.add_parser("depth", help="time and positions to a depth, by threads")
    depth.set_defaults(run=_depth)
    depth.add_argument("searcher", nargs="?", default=hex_depth.SEARCHER, metavar="SPEC")
    _add_count(depth, "--depth", 10)
    depth.add_argument("--threads", type=whole_number(1, 256), nargs="+", default=[1, 2])
    _add_count(depth, "--repeats", 1)

    truth = commands.add_parser("truth", help="compare proofs with minimax on small boards")
    _add_searcher(truth, _truth)
    _add_number(truth, "--positions", 1000)

    badges = commands.add_parser("badges", help="replay claimed wins against every defence")
    _add_searcher(badges, _badges)
    _add_number(badges, "--games", 20)

    pairing = commands.add_parser("pairing", help="how soon games reach a pairing certificate")
    _add_searcher(pairing, _pairing)
    _add_number(pairing, "--games", 20)

    solve = commands.add_parser("solve", help="prove who wins small boards, and check the proofs")
    solve.set_defaults(run=_solve)
    _add_folder(solve)

    draws = commands.add_parser("draws", help="from how few stones on games are proven draws")
    _add_searcher(draws, _draws)
    _add_number(draws, "--games", 20)
    draws.add_argument(
        "--pairings",
        type=whole_number(1, 10**9),
        default=1_000_000,
        metavar="N",
        help="how many may be sought for a proof",
    )
    _add_folder(draws)

    worth = commands.add_parser("worth", help="fit what windows are worth to games of self-play")
    worth.set_defaults(run=_worth)
    _add_number(worth, "--games", 10_000)
    return parser


def _add_searcher(parser: argparse.ArgumentParser, run: object) -> None:
    parser.set_defaults(run=run)
    parser.add_argument("--searcher", default="alphabeta", metavar="SPEC")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--seconds", type=seconds, metavar="S")
    limit.add_argument("--simulations", type=whole_number(1, 10**12), metavar="N")


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--proofs", type=Path, metavar="FOLDER", help="where to keep the proofs")


def _add_count(parser: argparse.ArgumentParser, name: str, default: int) -> None:
    parser.add_argument(name, type=whole_number(1, 10**6), default=default, metavar="N")


def _add_number(parser: argparse.ArgumentParser, name: str, default: int) -> None:
    _add_count(parser, name, default)
    parser.add_argument("--seed", type=whole_number(0, 2**31), default=0, metavar="K")


if __name__ == "__main__":
    raise SystemExit(main())
