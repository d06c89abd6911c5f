"""The command ``check``: what a game's author wants to know before anybody plays it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ai.interrupt import ctrl_c
from ai.streams import ASKED_WRONGLY, FAILED, INTERRUPTED, Parser
from game.games.plugins.remembered import CheckResult, check

WIDTH: Final = 100
OK, WRONG = "ok", "FAILED"


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Check folders and tell what came of it; return the exit code."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    code = 0
    for name in options.folder:
        folder = Path(name)
        if not folder.is_dir():
            parser.exit(ASKED_WRONGLY, f"{parser.prog}: '{name}' is not a folder\n")
    with ctrl_c() as interrupted:
        for name in options.folder:
            result = check(Path(name).resolve(), interrupted)
            if interrupted():
                return INTERRUPTED
            text = json.dumps({"folder": name, **asdict(result)}) if options.json else ""
            print(text or _told(name, result, with_report=options.report), flush=True)
            code = FAILED if result.why else code
    return code


def options_parser() -> Parser:
    """Return the reader of its options."""
    parser = Parser(
        prog="playout check",
        description="Check the game in a folder: play it at random on boards of several sizes, "
        "hold each function of its kernel against its rules, compile them, and open its window. "
        "The program does the same with a new or changed game when it starts.",
        epilog="The exit code is 0 if the game has passed, 1 if something is wrong with it.",
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="+", help="the folder of a game")
    parser.add_argument(
        "--report", action="store_true", help="also print the trace of what went wrong first"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each folder")
    return parser


def _told(name: str, result: CheckResult, *, with_report: bool) -> str:
    lines = [f"{name}:"]
    for part in result.parts:
        lines.append(f"  {WRONG if part.problem else OK:<8}{part.title}")
        lines.append(f"          {part.problem or part.seen}")
    if result.why and result.why not in (part.problem for part in result.parts):
        lines.append(f"  {WRONG:<8}{result.why}")
    wrong = sum(bool(part.problem) for part in result.parts) or bool(result.why)
    lines.append(f"  {'The game has passed.' if not wrong else 'The game is refused.'}")
    if with_report and result.report:
        lines += ["", result.report.rstrip()]
    return "\n".join(lines)
