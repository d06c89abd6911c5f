"""The process that checks a plug-in: loads it, plays it at random and opens its window."""

import _thread
import json
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from types import FrameType
from typing import Final, TextIO

from ai.contract.game import Game
from ai.contract.plugins import left_out, loaded
from ai.faults import in_short
from game.check.contract import Check, ContractError, check_descriptor, check_rules
from game.games.plugins.remembered import CheckedPart, CheckResult
from game.games.plugins.surroundings import Surroundings
from game.games.window_game import WindowGame

SECONDS: Final = 4.0
"""Processor time for playing it; what else is checked takes about as long."""
ENDLESS: Final = 20.0
"""Processor time after which a part of the check is given up, at the line where it is then."""
MOST_REPORTED: Final = 10_000
_POLL: Final = 0.1


class _EndlessError(BaseException):
    """Ends what goes on and on; a game's `except Exception` does not catch it."""


def main(result: TextIO, before: Surroundings) -> int:
    """Check the game that the environment names, and tell the outcome in JSON.

    Args:
        result: Where to tell it.
        before: What the process was like before the game was imported.
    """
    outcome = _checked()
    if not outcome.why and (changed := before.changed()):
        outcome = CheckResult(f"it changes the {changed} of the whole program")
    told = CheckResult(outcome.why, outcome.report[-MOST_REPORTED:], outcome.parts)
    with result:
        json.dump(asdict(told), result)
    return 0


def _checked() -> CheckResult:
    for gone in left_out:
        return CheckResult(gone.why, gone.report)
    why, report, done = "", "", []
    try:
        for plugin in loaded:
            for part in parts_of(plugin.game):
                print(f"checking: {part.title}", flush=True)
                checked, trace = checked_part(part)
                done.append(checked)
                if checked.problem and not why:
                    why, report = checked.problem, trace
                if checked.is_endless:
                    break
    except BaseException as error:  # a game may raise what it likes
        why, report = why or in_short(error), report or traceback.format_exc()
    return CheckResult(why, report, tuple(done))


def parts_of(game: Game) -> Iterator[Check]:
    """Yield what there is to check of a game."""
    yield from checks(game, SECONDS)
    if isinstance(game, WindowGame):
        from game.check import in_window

        yield Check("window", lambda: in_window.check(game))


def checks(game: Game, seconds: float) -> tuple[Check, ...]:
    """Return what there is to check of a game without its window.

    Args:
        game: The game.
        seconds: How long to play it; every board is played, be it for a moment.
    """
    from game.check import search_contract  # with numba

    return (
        Check("names, parameters, settings, searchers", partial(check_descriptor, game)),
        Check("rules", partial(check_rules, game, seconds / 2)),
        Check("functions of the search", partial(search_contract.check, game, seconds / 2)),
        Check("compiling", partial(search_contract.check_compiling, game)),
    )


def check(game: Game, seconds: float) -> None:
    """Do all that; raise `ContractError`, or whatever the game raises."""
    for part in checks(game, seconds):
        part.run()


def checked_part(part: Check) -> tuple[CheckedPart, str]:
    """Check a part; return what came of it, and the trace if something is wrong."""
    try:
        with _limited():
            return CheckedPart(part.title, seen=part.run()), ""
    except ContractError as error:
        return CheckedPart(part.title, str(error)), traceback.format_exc()
    except _EndlessError as error:
        words = in_short(error).removeprefix(f"{type(error).__name__}: ")
        return CheckedPart(part.title, words, is_endless=True), traceback.format_exc()
    except BaseException as error:  # a game may raise what it likes
        return CheckedPart(part.title, in_short(error)), traceback.format_exc()


@contextmanager
def _limited() -> Iterator[None]:
    """Interrupt what takes too much of the processors."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _EndlessError(f"this does not end within {ENDLESS:g} seconds")

    before = signal.signal(_INTERRUPT, interrupt)
    try:
        with _alarm():
            yield
    finally:
        signal.signal(_INTERRUPT, before)


if sys.platform == "win32":
    _INTERRUPT: Final = signal.SIGTERM

    @contextmanager
    def _alarm() -> Iterator[None]:
        """Send the signal to this process as a clock of other systems does."""
        is_done = threading.Event()
        end = time.process_time() + ENDLESS

        def watch() -> None:
            while not is_done.wait(_POLL):
                if time.process_time() > end:
                    _thread.interrupt_main(_INTERRUPT)
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_done.set()
            watcher.join()

else:
    _INTERRUPT: Final = signal.SIGPROF

    @contextmanager
    def _alarm() -> Iterator[None]:
        """Have the system send the signal."""
        signal.setitimer(signal.ITIMER_PROF, ENDLESS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
