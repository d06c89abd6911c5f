"""The kernels of each game: compiled in processes of their own while the window is in use.

Whoever wants to search a game waits for its kernels, and for no others; they are compiled next.
What cannot be compiled is told once.
"""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ai.search.messages import GameFailed, GameReady, WarmupProgress, WorkerReady
from ai.search.searcher import TimeSupplier
from game.games import plugins
from game.games.plugins import Plugin

log = logging.getLogger(__name__)

POLL_SECONDS = 0.05
Post = Callable[[WarmupProgress | GameReady | WorkerReady | GameFailed], None]
"""Tells the window how far the kernels are; called in any thread."""


class GameKernels:
    """What is ready of the kernels of each game. `begin` and `wait` belong to the AI thread."""

    def __init__(self) -> None:
        self._compiled: dict[str, threading.Event] = {}
        self._loaded: set[str] = set()
        self._failed: dict[str, str] = {}
        self._wanted = ""
        self._are_all_loaded = False

    def begin(self, post: Post, ended: TimeSupplier) -> None:
        """Load what is in the cache, and start to compile what is not.

        Args:
            post: Is told how far the built-in games are, each that is ready, and when all are.
            ended: Whether the program is about to end; a compilation is then given up.
        """
        from ai.engine import warmup

        started = time.perf_counter()
        with warmup.light_on_others():
            from ai.engine import cache  # with numba
        is_warm = self._are_all_loaded or cache.is_warm()
        if is_warm:
            if not self._are_all_loaded:
                warmup.load_games(post, ended)
            # What is loaded stays so: another thread of this process has nothing to prepare.
            self._are_all_loaded = not ended()
            post(WorkerReady(time.perf_counter() - started))
        else:
            for game in warmup.built_in():
                self._compiled.setdefault(game.name, threading.Event())
        cold = []
        for plugin in plugins.loaded:
            done = self._compiled.setdefault(plugin.game.name, threading.Event())
            if cache.is_warm(plugin):
                done.set()
            else:
                cold.append(plugin)
        if cold or not is_warm:
            work = threading.Thread(
                target=self._compile, args=(not is_warm, cold, post, ended), daemon=True
            )
            work.start()

    def want(self, game: str) -> None:
        """Make a game ready before all others that are not yet; called in any thread."""
        self._wanted = game

    def wait(self, game: str, is_cancelled: TimeSupplier) -> bool:
        """Wait until a game's kernels are there and loaded; return whether that was awaited.

        Raises:
            RuntimeError: They cannot be compiled; says why.
        """
        done = self._compiled.get(game)
        if done is None:
            return True  # it was ready when the program began, or has no window
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

    def _compile(
        self, built_in: bool, plug_ins: list[Plugin], post: Post, ended: TimeSupplier
    ) -> None:
        if built_in:
            self._compile_built_in(post, ended)
        for plugin in plug_ins:
            name = plugin.game.name
            problem, said = _compiled(name, ended)
            if ended():
                return
            if problem:
                log.error("The kernels of %s: %s\n%s", name, problem, said)
                self._failed[name] = problem
                post(GameFailed(0, name, problem, said))
            self._compiled[name].set()

    def _compile_built_in(self, post: Post, ended: TimeSupplier) -> None:
        """Have the games compiled, the one that is wanted first, whenever that changes."""
        from ai.engine import cache, warmup

        started = time.perf_counter()
        names = [game.name for game in warmup.built_in()]

        def ready(name: str) -> None:
            if self._compiled[name].is_set():
                return
            self._compiled[name].set()
            post(GameReady(name))
            if all(self._compiled[name].is_set() for name in names):
                seconds = time.perf_counter() - started
                log.info("The kernels are ready after %.2f s", seconds)
                post(WorkerReady(seconds))

        is_through = False
        while not is_through and not ended():
            pending = [name for name in names if not self._compiled[name].is_set()]
            first = self._wanted if self._wanted in pending else ""

            def another_is_wanted(first: str = first) -> bool:
                wanted = self._wanted
                is_late = wanted != first and wanted in names
                return ended() or (is_late and not self._compiled[wanted].is_set())

            is_through = warmup.compile_in_subprocess(post, ready, another_is_wanted, first)
        if not ended():
            for name in names:
                ready(name)
            cache.prune()


def compile_game(game: str) -> int:
    """Compile what a game's searches use; the process's main."""
    from ai.engine import cache, warmup

    warmup.compile_ahead(game)
    plugin = plugins.plugin_of(game)
    if plugin is not None:
        cache.note_warm(plugin)
    return 0


def _compiled(game: str, ended: TimeSupplier) -> tuple[str, str]:
    """Compile in a process; return what went wrong, if anything did, and what it said."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program.append(str(Path(__file__).resolve().parents[2] / "main.py"))
    try:
        process = subprocess.Popen(
            [*program, plugins.COMPILE, game],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            # On Windows a console would open for it.
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        return str(error), ""
    while True:
        try:
            said = process.communicate(timeout=POLL_SECONDS)[1]
        except subprocess.TimeoutExpired:
            if ended():
                process.kill()
        else:
            break
    if process.returncode == 0:
        return "", said
    lines = [line for line in said.splitlines() if line.strip()]
    return (lines[-1] if lines else f"it ended with {process.returncode}"), said
