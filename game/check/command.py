"""The command ``check``: what a game's author wants to know before anybody plays it.

It checks a game part by part: what it tells of itself, its rules, its kernel and its window.
"""

import _thread
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

from ai.contract.game import Game
from ai.contract.games import PluginError, left_out, loaded, pass_on
from ai.errors import in_short, is_from_user
from ai.plugged import loading
from ai.streams import FAILED, USAGE_ERROR, Parser
from game.check.contract import ContractError, check_descriptor, check_rules
from game.games import registry
from game.games.window_game import WindowGame

SECONDS: Final = 4.0
"""Processor time for playing it; what else is checked takes about as long."""
ENDLESS: Final = 20.0
"""Processor time after which a part of the check is given up, at the line where it is then."""
_POLL: Final = 0.1
_INTERRUPT: Final = signal.SIGTERM


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """What came of a part of a check.

    Attributes:
        problem: What is wrong; empty if nothing is.
    """

    title: str
    problem: str = ""
    seen: str = ""
    report: str = ""


class _EndlessError(BaseException):
    """Ends what goes on and on; a game's `except Exception` does not catch it."""


def check_folder(folder: Path) -> list[CheckedPart]:
    """Check the game of a folder that was to be loaded; return what came of each part."""
    for gone in left_out:
        if gone.folder == folder:
            return [CheckedPart("import", gone.why, report=gone.report)]
    game = next(plugin.game for plugin in loaded if plugin.folder == folder)
    return [checked_part(title, run) for title, run in parts_of(game).items()]


def parts_of(game: Game) -> dict[str, Callable[[], str]]:
    """Return what there is to check of a game, by what it looks at; see `checks`."""
    if not isinstance(game, WindowGame):
        return checks(game, SECONDS)
    from game.check import in_window

    return {**checks(game, SECONDS), "window": partial(in_window.check, game)}


def checks(game: Game, seconds: float) -> dict[str, Callable[[], str]]:
    """Return what there is to check of a game without its window.

    Each says what it has seen, or raises `ContractError` or whatever the game raises.

    Args:
        seconds: How long to play it; every board is played, be it for a moment.
    """
    from game.check import search_contract  # with numba

    return {
        "names, parameters, settings, searchers": partial(check_descriptor, game),
        "rules": partial(check_rules, game, seconds / 2),
        "functions of the search": partial(search_contract.check, game, seconds / 2),
        "compiling": partial(search_contract.check_compiling, game),
    }


def check(game: Game, seconds: float) -> None:
    """Do all that; raise `ContractError`, or whatever the game raises."""
    for run in checks(game, seconds).values():
        run()


def checked_part(title: str, run: Callable[[], str]) -> CheckedPart:
    """Check a part; return what came of it."""
    try:
        with _limited():
            return CheckedPart(title, seen=run())
    except BaseException as error:  # a game may raise what it likes
        if is_from_user(error):
            raise
        words = in_short(error)
        if isinstance(error, ContractError | PluginError | _EndlessError):
            words = words.removeprefix(f"{type(error).__name__}: ")
        return CheckedPart(title, words, report=traceback.format_exc())


@contextmanager
def _limited() -> Iterator[None]:
    """Interrupt what takes too much of the processors."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _EndlessError(f"this does not end within {ENDLESS:g} seconds")

    def watch() -> None:
        while not is_done.wait(_POLL):
            if time.process_time() > end:
                _thread.interrupt_main(_INTERRUPT)
                return

    is_done, end = threading.Event(), time.process_time() + ENDLESS
    before = signal.signal(_INTERRUPT, interrupt)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_done.set()
        watcher.join()
        signal.signal(_INTERRUPT, before)


OK, WRONG = "ok", "FAILED"


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Check folders and tell what came of it; return the exit code."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    for name in options.folder:
        if not Path(name).is_dir():
            parser.exit(USAGE_ERROR, f"{parser.prog}: '{name}' is not a folder\n")
    given = {name: Path(name).resolve() for name in options.folder}
    pass_on(dict.fromkeys(given.values()))
    os.environ[loading.VARIABLE] = "[]"
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    code, out = 0, sys.stdout
    with redirect_stdout(sys.stderr):  # of what a game prints
        registry.hand_in()
        for name, folder in given.items():
            parts = check_folder(folder)
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
    rows = [asdict(part if with_report else replace(part, report="")) for part in parts]
    return json.dumps({"folder": name, "parts": rows})


def _as_text(name: str, parts: list[CheckedPart], *, with_report: bool) -> str:
    lines, wrong = [f"{name}:"], [part for part in parts if part.problem]
    for part in parts:
        lines.append(f"  {WRONG if part.problem else OK:<8}{part.title}")
        lines.append(f"          {part.problem or part.seen}")
    lines.append(f"  The game has {'failed' if wrong else 'passed'}.")
    if wrong and with_report:
        lines += ["", wrong[0].report.rstrip()]
    return "\n".join(lines)
