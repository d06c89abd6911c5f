"""The kernels of plug-ins: compiled in a process of their own while the window is in use.

Whoever wants to search a plug-in's game waits for them; all other games do not. What cannot be
compiled is told once.
"""

import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from ai.search.searcher import TimeSupplier
from game.games import plugins
from game.games.plugins import Plugin

log = logging.getLogger(__name__)

POLL_SECONDS = 0.05
Failed = Callable[[str, str, str], None]
"""Is told a game's name, what went wrong, and what the process said."""


class PluginKernels:
    """What is ready of the plug-ins' kernels. `begin` and `wait` belong to the AI thread."""

    def __init__(self) -> None:
        self._compiled: dict[str, threading.Event] = {}
        self._failed: dict[str, str] = {}

    def begin(self, failed: Failed, ended: TimeSupplier) -> None:
        """Start to compile what is not in the cache.

        Args:
            failed: Is told, in another thread, what cannot be compiled.
            ended: Whether the program is about to end; a compilation is then given up.
        """
        from ai.engine import cache

        cold = []
        for plugin in plugins.loaded:
            done = self._compiled.setdefault(plugin.game.name, threading.Event())
            if cache.is_warm(plugin):
                done.set()
            else:
                cold.append(plugin)
        if cold:
            work = threading.Thread(target=self._compile, args=(cold, failed, ended), daemon=True)
            work.start()

    def wait(self, game: str, is_cancelled: TimeSupplier) -> bool:
        """Wait until a game's kernels are there; return whether that was awaited.

        Raises:
            RuntimeError: They cannot be compiled; says why.
        """
        done = self._compiled.get(game)
        if done is None:
            return True  # a built-in game's
        while not done.wait(POLL_SECONDS):
            if is_cancelled():
                return False
        if game in self._failed:
            raise RuntimeError(self._failed[game])
        return True

    def _compile(self, cold: list[Plugin], failed: Failed, ended: TimeSupplier) -> None:
        for plugin in cold:
            name = plugin.game.name
            problem, said = _compiled(name, ended)
            if ended():
                return
            if problem:
                log.error("The kernels of %s: %s\n%s", name, problem, said)
                self._failed[name] = problem
                failed(name, problem, said)
            self._compiled[name].set()


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
