"""The kernels of each game: compiled in processes of their own while the window is in use.

Whoever wants to search a game waits for its kernels, and for no others; they are compiled next.
What cannot be compiled is told once.
"""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Collection

from ai.contract.games import loaded, plugin_of
from ai.engine.forecast import Forecast
from ai.errors import in_short
from ai.processes import program_command, run_family
from ai.search.limits import TimeSupplier
from ai.search.messages import GameFailed, GameReady, WarmupProgress, WorkerReady
from ai.streams import FAILED

log = logging.getLogger(__name__)

COMPILE = "--compile-game"
"""The option, followed by a game's name, of a process of the program that compiles its kernels."""
POLL_SECONDS = 0.05
Post = Callable[[WarmupProgress | GameReady | WorkerReady | GameFailed], None]
"""Tells the window how far the kernels are; called in any thread."""


class GameKernels:
    """What is ready of the kernels of each game. `begin` and `wait` belong to the AI thread."""

    def __init__(self) -> None:
        self._compiled: dict[str, threading.Event] = {}
        self._loaded: set[str] = set()
        self._failed: dict[str, str] = {}
        self._awaited = ""
        self._are_all_loaded = False
        self._began = 0.0
        self._forecast: Forecast | None = None

    def begin(self, post: Post, ended: TimeSupplier) -> None:
        """Load what is in the cache, and start to compile what is not.

        Args:
            post: Is told how far the built-in games are, each that is ready, and when all are.
            ended: Whether the program is about to end; a compilation is then given up.
        """
        from ai.engine import warmup

        self._began = time.perf_counter()
        with warmup.light_on_others():
            from ai.engine import cache  # with numba
        cold = set()
        for plugin in loaded:
            name = plugin.game.name
            done = self._compiled.setdefault(name, threading.Event())
            try:
                is_ready = cache.is_warm(plugin)
            except Exception as error:  # such as files that are gone
                log.exception("The kernels of %s", name)
                self._failed[name] = in_short(error)
                post(GameFailed(0, name, self._failed[name], traceback.format_exc()))
                is_ready = True
            if is_ready:
                done.set()
            else:
                cold.add(name)
        is_warm = self._are_all_loaded or cache.is_warm()
        if is_warm and not self._are_all_loaded:
            warmup.load_games(post, ended)
            # What is loaded stays so: another thread of this process has nothing to prepare.
            self._are_all_loaded = not ended()
        if is_warm or self._are_ready_before(post):
            self._tell_ready(post, cold)
        if cold or not is_warm:
            work = (not is_warm, cold, post, ended)
            threading.Thread(target=self._compile, args=work, daemon=True).start()

    def want(self, game: str) -> None:
        """Make a game ready before all others that are not yet; called in any thread."""
        self._awaited = game

    def wait(self, game: str, is_cancelled: TimeSupplier) -> bool:
        """Wait until a game's kernels are there and loaded; return whether that was awaited.

        Raises:
            RuntimeError: They cannot be compiled; says why.
        """
        done = self._compiled.get(game)
        if done is None:
            return True  # it was ready when the program began
        self.want(game)
        while not done.wait(POLL_SECONDS):
            if is_cancelled():
                return False
        if game in self._failed:
            raise RuntimeError(self._failed[game])
        if game not in self._loaded:
            from ai.engine import warmup

            warmup.load_game(game)
            self._loaded.add(game)
        return True

    def _are_ready_before(self, post: Post) -> bool:
        """Tell which built-in games an earlier thread had compiled; return whether all."""
        from ai.engine import warmup

        are_ready = True
        for game in warmup.built_in():
            if self._compiled.setdefault(game.name, threading.Event()).is_set():
                post(GameReady(game.name))
            else:
                are_ready = False
        return are_ready

    def _tell_ready(self, post: Post, cold: Collection[str]) -> None:
        log.info("The kernels are ready after %.2f s", time.perf_counter() - self._began)
        post(WorkerReady(tuple(cold)))

    def _compile(self, built_in: bool, cold: set[str], post: Post, ended: TimeSupplier) -> None:
        """Have everything compiled, what is wanted first, whenever that changes."""
        while (built_in or cold) and not ended():
            awaited = self._awaited
            if built_in and awaited not in cold:
                built_in = not self._compile_built_in(cold, post, ended)
                continue
            name = awaited if awaited in cold else min(cold)
            cold.remove(name)
            self._compile_plugin(name, post, ended)

    def _compile_plugin(self, name: str, post: Post, ended: TimeSupplier) -> None:
        problem, output = _compiled(name, ended)
        if ended():
            return
        if problem:
            log.error("The kernels of %s: %s\n%s", name, problem, output)
            self._failed[name] = problem
        self._compiled[name].set()
        post(GameFailed(0, name, problem, output) if problem else GameReady(name))

    def _compile_built_in(self, cold: set[str], post: Post, ended: TimeSupplier) -> bool:
        """Compile the built-in games until another game is wanted; return whether all is done."""
        from ai.engine import cache, warmup

        names = [game.name for game in warmup.built_in()]
        if self._forecast is None:
            self._forecast = Forecast(warmup.processes(), time.monotonic())

        def is_pending(name: str) -> bool:
            return name in cold or (name in names and not self._compiled[name].is_set())

        def ready(name: str) -> None:
            if not is_pending(name):
                return
            self._compiled[name].set()
            post(GameReady(name))
            if not any(map(is_pending, names)):
                self._tell_ready(post, cold)

        first = self._awaited if is_pending(self._awaited) else ""

        def another_is_awaited() -> bool:
            awaited = self._awaited
            at_work = next(filter(is_pending, sorted(names, key=lambda name: name != first)), "")
            return ended() or (awaited != at_work and is_pending(awaited))

        if not warmup.compile_in_subprocess(post, ready, another_is_awaited, self._forecast, first):
            return False
        for name in names:
            ready(name)
        cache.prune()
        return True


def compile_game(game: str) -> int:
    """Compile what a game's searches use; the process's main."""
    from ai.engine import cache, warmup

    try:
        warmup.compile_ahead(game)
    except Exception as error:
        traceback.print_exc()
        print(in_short(error), file=sys.stderr, flush=True)  # the last line is told
        return FAILED
    plugin = plugin_of(game)
    if plugin is not None:
        cache.note_warm(plugin)
    return 0


def _compiled(game: str, ended: TimeSupplier) -> tuple[str, str]:
    """Compile in a process; return what went wrong, if anything did, and what it said."""
    try:
        done = run_family(program_command(COMPILE, game), ended)
    except OSError as error:
        return str(error), ""
    if done.returncode == 0:
        return "", done.stderr
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return (lines[-1] if lines else f"it ended with exit code {done.returncode}"), done.stderr
