"""The command ``check``: what a game's author wants to know before anybody plays it."""

import json
import os
import sys
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path

from ai.contract.games import pass_on
from ai.plugged import loading
from ai.streams import ASKED_WRONGLY, FAILED, Parser
from game.check import checker
from game.check.checker import CheckedPart
from game.games import registry

OK, WRONG = "ok", "FAILED"


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Check folders and tell what came of it; return the exit code."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    for name in options.folder:
        if not Path(name).is_dir():
            parser.exit(ASKED_WRONGLY, f"{parser.prog}: '{name}' is not a folder\n")
    given = {name: Path(name).resolve() for name in options.folder}
    pass_on(dict.fromkeys(given.values()))
    os.environ[loading.VARIABLE] = "[]"
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    code, out = 0, sys.stdout
    with redirect_stdout(sys.stderr):  # of what a game prints
        registry.hand_in()
        for name, folder in given.items():
            parts = checker.check_folder(folder)
            write = _as_json if options.json else _as_text
            print(write(name, parts, with_report=options.report), file=out, flush=True)
            code = FAILED if any(part.problem for part in parts) else code
    return code


def options_parser() -> Parser:
    parser = Parser(
        prog="playout check",
        description="Check the game in a folder: play it at random on boards of several sizes, "
        "hold each function of its kernel against its rules, compile them, and open its window.",
        epilog="The exit code is 0 if the game has passed, 1 if something is wrong with it.",
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="+", help="the folder of a game")
    parser.add_argument(
        "--report", action="store_true", help="also print the trace of what went wrong first"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each folder")
    return parser


def _as_json(name: str, parts: list[CheckedPart], *, with_report: bool) -> str:
    told = [asdict(part if with_report else replace(part, report="")) for part in parts]
    return json.dumps({"folder": name, "parts": told})


def _as_text(name: str, parts: list[CheckedPart], *, with_report: bool) -> str:
    lines, wrong = [f"{name}:"], [part for part in parts if part.problem]
    for part in parts:
        lines.append(f"  {WRONG if part.problem else OK:<8}{part.title}")
        lines.append(f"          {part.problem or part.seen}")
    lines.append(f"  The game has {'failed' if wrong else 'passed'}.")
    if wrong and with_report:
        lines += ["", wrong[0].report.rstrip()]
    return "\n".join(lines)
