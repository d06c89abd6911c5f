"""Getting the kernels ready: out of the cache in a second, else by compiling them first.

A bundle brings its kernels along and loads them from where they are. Compiling in a thread makes
the window judder, so it happens in a process of its own, which fills the cache that the AI
thread then loads from.
"""

import functools
import gc
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from ai.engine.processor import chosen_level
from ai.search.limits import CancelFlag
from ai.search.messages import Limit, WarmupProgress
from ai.searchers import KINDS, make_searcher
from game.games.registry import GAMES, game_spec

log = logging.getLogger(__name__)

WARM_ONLY = "--warm-only"
POLL_SECONDS = 0.05
SWITCH_SECONDS = 0.001
USUAL_SWITCH_SECONDS = sys.getswitchinterval()
GUIDED = ("uct-nmcs", "mcts-mr", "rave")


class Need(Enum):
    """When a part of the AI has to be ready."""

    START = auto()
    """Loaded before the AI is: what the window's levels, hints and demos play with."""
    AHEAD = auto()
    """Compiled along with that, but loaded by whoever asks for it first, which takes a moment."""
    SHIPPED = auto()
    """Compiled when a bundle is made; elsewhere by who asks first, which takes half a minute."""


class _Step(NamedTuple):
    """A part of the AI: its title, what compiles or loads it, and when that is needed."""

    title: str
    make_ready: Callable[[], None]
    need: Need = Need.START


def _steps(*needs: Need) -> tuple[_Step, ...]:
    """Return the parts in the order in which they get ready."""
    from ai.search import mcts, monte_carlo, nmcs, nmcs_two_player
    from game.games.hex_gomoku.search import alphabeta
    from game.games.samegame.search import anneal, best, nrpa

    guided = [
        (kind.name, game.name)
        for game in GAMES
        for kind in KINDS
        if kind.name in GUIDED and game.name in kind.games
    ]
    steps = (
        _Step("Tic-Tac-Toe", lambda: mcts.warm("tictactoe")),
        _Step("Hex Gomoku", lambda: mcts.warm("hex")),
        _Step("Breakthrough", lambda: mcts.warm("breakthrough")),
        _Step("SameGame", nmcs.warm),
        _Step("forced wins in hex Gomoku", alphabeta.warm),
        _Step("whole solutions of SameGame", anneal.warm),
        _Step("endings of SameGame", best.warm),
        _Step("policies of SameGame", nrpa.warm, Need.AHEAD),
        _Step("nested search for two", nmcs_two_player.warm, Need.AHEAD),
        _Step("flat Monte Carlo search", monte_carlo.warm, Need.AHEAD),
        *(
            _Step(f"{kind} in {game}", functools.partial(_search_twice, kind, game), Need.SHIPPED)
            for kind, game in guided
        ),
    )
    return tuple(step for step in steps if step.need in needs)


def _search_twice(kind: str, game: str) -> None:
    """Compile, or load from the cache, what a searcher of a game for two uses."""
    spec = game_spec(game)
    searcher = make_searcher(kind, game)
    position = spec.new_game(spec.parameters(), 0)
    for _ in range(2):
        result = searcher.search(position, Limit(simulations=64), lambda: False, lambda _: None)
        assert result.move is not None
        searcher.advance((result.move,))
        position = position.play(result.move)


def warm_up(report: Callable[[WarmupProgress], None], ended: CancelFlag) -> None:
    """Make every kernel ready in this process; called in the AI thread.

    Args:
        report: Gets the progress.
        ended: Set when the program is about to end; a running compilation is then given up.
    """
    started = time.perf_counter()
    with _light_on_others():
        from ai.engine import cache  # with numba
    if cache.is_warm():
        # It is a matter of moments; to show each costs as much as a part itself.
        report = _say_nothing
    else:
        log.info("Compiling the kernels for %s", chosen_level())
        _compile_in_subprocess(report, ended)
    with _light_on_others():
        load(report, ended, _steps(Need.START))
    if not ended():
        log.info("The kernels are ready after %.2f s", time.perf_counter() - started)
        cache.prune()


@contextmanager
def _light_on_others() -> Iterator[None]:
    """Let the window's thread have its turn while modules and kernels are loaded.

    A thread that wants to go on waits for a switch interval; the default is a third of a frame,
    and a frame has several such waits. A collection stops all threads for dozens of
    milliseconds, to look at objects that will stay: so there is none, now or later, of those.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        # Not what it was before: that may be another thread's that is loading, too.
        sys.setswitchinterval(USUAL_SWITCH_SECONDS)


def _say_nothing(_: WarmupProgress) -> None:
    pass


def is_warm() -> bool:
    """Return whether every kernel of this source is in the cache of this machine."""
    from ai.engine import cache

    return cache.is_warm()


def load(
    report: Callable[[WarmupProgress], None], ended: CancelFlag, steps: tuple[_Step, ...]
) -> None:
    """Load, or compile, `steps` here and log how long each took."""
    took = []
    for done, step in enumerate(steps):
        if ended():
            return
        report(WarmupProgress(done, len(steps), step.title))
        started = time.perf_counter()
        step.make_ready()
        took.append(f"{step.title} {1000 * (time.perf_counter() - started):.0f}")
    report(WarmupProgress(len(steps), len(steps)))
    log.info("Milliseconds: %s", ", ".join(took))


def warm_only() -> int:
    """Compile what a start needs and tell the progress on standard output; the subprocess's main.

    When all of it is in the cache, a mark there says so.
    """
    from ai.engine.cache import note_warm

    load(_tell, CancelFlag(), _steps(Need.START, Need.AHEAD))
    note_warm()
    return 0


def compile_everything() -> None:
    """Compile, or load, what a bundle ships, and tell the progress on standard output."""
    load(_tell, CancelFlag(), _steps(*Need))


def _tell(progress: WarmupProgress) -> None:
    print(progress.done, progress.total, progress.what, flush=True)


def _compile_in_subprocess(report: Callable[[WarmupProgress], None], ended: CancelFlag) -> None:
    try:
        process = subprocess.Popen(
            _command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            # On Windows a console would open for it.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        log.warning("Compiling ahead failed: %s; compiling here", error)
        return
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
    main = Path(__file__).resolve().parents[2] / "main.py"
    return [sys.executable, str(main), WARM_ONLY]
