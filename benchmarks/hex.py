"""Strength, speed and truth of the hex Gomoku searchers; one JSON object a line.

``python -m benchmarks.hex tactics|match ...``; ``--help`` says what each measures.
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from ai.messages import Limit
from ai.options import seconds, whole_number
from benchmarks import hex_match, hex_tactics
from game.rules.hex_gomoku import HexParameters


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    for row in _rows(options):
        print(json.dumps(row), flush=True)
    return 0


def _rows(options: argparse.Namespace) -> Iterable[Mapping[str, object]]:
    if options.command == "tactics":
        limit = Limit(seconds=options.seconds, simulations=options.simulations)
        return hex_tactics.rows(options.file, options.searcher, limit)
    parameters = HexParameters(side=options.side)
    first = hex_match.Side(
        options.first, Limit(seconds=options.seconds, simulations=options.simulations)
    )
    second = hex_match.Side(
        options.second,
        Limit(seconds=options.second_seconds, simulations=options.second_simulations),
    )
    return hex_match.rows(first, second, options.games, options.seed, parameters)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hex", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    tactics = commands.add_parser("tactics", help="positions solved in a given time")
    tactics.add_argument("file", nargs="?", type=Path, default=hex_tactics.POSITIONS)
    tactics.add_argument("--searcher", default="alphabeta", metavar="SPEC")
    _add_limit(tactics, "--")
    match = commands.add_parser("match", help="games of two searchers, from the first's side")
    match.add_argument("--first", default="alphabeta", metavar="SPEC")
    match.add_argument("--second", default="mcts", metavar="SPEC")
    match.add_argument("--games", type=whole_number(1, 10**6), default=20)
    match.add_argument("--seed", type=whole_number(0, 2**31), default=0)
    match.add_argument("--side", type=whole_number(3, 8), default=6)
    _add_limit(match, "--")
    _add_limit(match, "--second-")
    return parser


def _add_limit(parser: argparse.ArgumentParser, prefix: str) -> None:
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument(f"{prefix}seconds", type=seconds, metavar="S")
    limit.add_argument(f"{prefix}simulations", type=whole_number(1, 10**12), metavar="N")


if __name__ == "__main__":
    raise SystemExit(main())
