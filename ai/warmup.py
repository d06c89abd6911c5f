"""Getting the kernels ready: out of the cache in a second, else by compiling them first.

A bundle brings its kernels along and copies them to the cache at its first start. Compiling in
a thread makes the window judder, so it happens in a process of its own, which fills the cache
that the AI thread then loads from.
"""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ai.limits import CancelFlag
from ai.messages import WarmupProgress
from ai.processor import chosen_level

log = logging.getLogger(__name__)

WARM_ONLY = "--warm-only"
POLL_SECONDS = 0.05


class _Step(NamedTuple):
    """A part of the AI: its title, what compiles or loads it, and when that is needed.

    `at_start` is for what the window's levels, hints and demos play with. The rest is compiled
    along with it, but loaded by whoever asks for that searcher first, which takes a moment.
    """

    title: str
    make_ready: Callable[[], None]
    at_start: bool = True


def _steps() -> tuple[_Step, ...]:
    """Return the parts in the order in which they get ready."""
    from ai import mcts, monte_carlo, nmcs, nmcs_two_player
    from ai.hex import alphabeta
    from ai.samegame import anneal, best, nrpa

    return (
        _Step("Tic-Tac-Toe", lambda: mcts.warm("tictactoe")),
        _Step("Hex Gomoku", lambda: mcts.warm("hex")),
        _Step("Breakthrough", lambda: mcts.warm("breakthrough")),
        _Step("SameGame", nmcs.warm),
        _Step("forced wins in hex Gomoku", alphabeta.warm),
        _Step("whole solutions of SameGame", anneal.warm),
        _Step("endings of SameGame", best.warm),
        _Step("policies of SameGame", nrpa.warm, at_start=False),
        _Step("nested search for two", nmcs_two_player.warm, at_start=False),
        _Step("flat Monte Carlo search", monte_carlo.warm, at_start=False),
    )


def warm_up(report: Callable[[WarmupProgress], None], ended: CancelFlag) -> None:
    """Make every kernel ready in this process; called in the AI thread.

    Args:
        report: Gets the progress.
        ended: Set when the program is about to end; a running compilation is then given up.
    """
    started = time.perf_counter()
    from ai import cache

    if not cache.is_warm() and not cache.seed():
        log.info("Compiling the kernels for %s", chosen_level())
        _compile_in_subprocess(report, ended)
    if not ended():
        load(report, ended, tuple(step for step in _steps() if step.at_start))
        log.info("The kernels are ready after %.2f s", time.perf_counter() - started)
        cache.prune()


def is_warm() -> bool:
    """Return whether every kernel of this source is in the cache of this machine."""
    from ai import cache

    return cache.is_warm()


def load(
    report: Callable[[WarmupProgress], None],
    ended: CancelFlag,
    steps: tuple[_Step, ...] | None = None,
) -> None:
    """Load, or compile, `steps` here, by default all, and note that the cache is full."""
    from ai.cache import marker

    steps = steps or _steps()
    for done, step in enumerate(steps):
        if ended():
            return
        report(WarmupProgress(done, len(steps), step.title))
        step.make_ready()
    report(WarmupProgress(len(steps), len(steps)))
    marker().touch()


def warm_only() -> int:
    """Compile everything and tell the progress on standard output; the subprocess's main."""

    def tell(progress: WarmupProgress) -> None:
        print(progress.done, progress.total, progress.what, flush=True)

    load(tell, CancelFlag())
    return 0


def _compile_in_subprocess(report: Callable[[WarmupProgress], None], ended: CancelFlag) -> None:
    process = subprocess.Popen(
        _command(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        # On Windows a console would open for it.
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    assert process.stdout is not None
    threading.Thread(target=_kill_when, args=(ended, process), daemon=True).start()
    with process:
        for line in process.stdout:
            done, total, title = line.rstrip("\n").split(" ", 2)
            report(WarmupProgress(int(done), int(total), title))
    if process.returncode != 0 and not ended():
        log.warning("Compiling ahead failed with %d; compiling here", process.returncode)


def _kill_when(ended: CancelFlag, process: "subprocess.Popen[str]") -> None:
    """Do not let a compilation outlive the program that wanted it."""
    while process.poll() is None:
        if ended():
            process.kill()
        time.sleep(POLL_SECONDS)


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, WARM_ONLY]
    main = Path(__file__).resolve().parent.parent / "main.py"
    return [sys.executable, str(main), WARM_ONLY]
