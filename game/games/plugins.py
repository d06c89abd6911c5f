"""Plug-ins, games in folders: finds them, checks each in a separate process, imports, disables.

Code is loaded only from folders that the user named (``--game FOLDER``) or put into ``games`` in
the data folder. A folder has the same files as a built-in game. It is the package
``playout_games.NAME``, here and in the processes that this one starts; those find the folders in
the environment. A game that does not load, breaks its contract or raises an error later is
disabled, with a sentence and a report. Everything else goes on.
"""

import argparse
import json
import os
import re
import signal
import stat
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ai import streams
from ai.home import HomeError, cache_folder, data_folder
from ai.version import VERSION
from game.games.game import Game
from game.processes import own_command, start

PACKAGE: Final = "playout_games"
VARIABLE: Final = "PLAYOUT_GAMES"
"""The folders, as a list in JSON, that a process loads without asking: its parent checked them."""
OWN: Final = "games"
OPTION, WITHOUT = "--game", "--no-plugins"
CHECK, COMPILE = "--check-game", "--compile-game"
"""What the program starts itself anew with."""
CHECK_SECONDS: Final = 20.0
"""The processor's time that a check may take, and a third of the clock's."""
RESERVED: Final = (
    *("about", "arena", "boards", "continue", "help", "home", "records", "restart", "review"),
    *("settings", "sound", "theme", "two_player", "version"),
)
"""Names of screens, buttons and lists in files, which no game may have."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game that came out of a folder."""

    game: Game
    folder: Path


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A folder whose game is not there.

    Attributes:
        why: What is wrong with it, as the end of a sentence.
        report: What its author needs: the trace, or what the check printed.
    """

    folder: Path
    why: str
    report: str = ""

    @property
    def sentence(self) -> str:
        """What to tell the player."""
        return f"The game in {self.folder} is disabled: {self.why}."


Wait = Callable[[Sequence[Path], Callable[[], bool]], None]
"""Takes the folders that are checked, and what tells whether that is done; may return before."""


class PluginError(Exception):
    """Why a folder's game cannot be loaded, as the end of a sentence."""


loaded: list[Plugin] = []
left_out: list[LeftOut] = []
_packages: dict[str, Path] = {}


# What the user asks for.


def add_options(parser: argparse.ArgumentParser, *, named: bool = True) -> None:
    """Let a command's help tell of the options that `begin` takes out of its arguments.

    Args:
        parser: The command's parser.
        named: Whether it has no ``--game NAME`` of its own.
    """
    if named:
        parser.add_argument(
            OPTION,
            metavar="FOLDER",
            action="append",
            help="also load the game in this folder; can be given several times",
        )
    parser.add_argument(
        WITHOUT,
        action="store_true",
        help="do not load the games in the folder 'games' of your data folder",
    )


def begin(arguments: Sequence[str], wait: Wait | None = None) -> tuple[list[str], list[Path]]:
    """Find and check the folders, before the list of games is asked for.

    Args:
        arguments: Those of the command line.
        wait: What to do while folders are checked that are new or have changed.

    Returns:
        The other arguments, and the folders that were named among them.
    """
    rest, named, with_own = _read(arguments)
    if named or VARIABLE not in os.environ:
        own = _own_folders() if with_own else []
        folders = list(dict.fromkeys([*own, *named]))
        ours = [folder for folder in folders if not _note_open(folder, named)]
        problems = _checked(ours, wait or _just_wait)
        left_out.extend(problems)
        out = {each.folder for each in left_out}
        _pass_on(folder for folder in folders if folder not in out)
    return rest, named


def _read(arguments: Sequence[str]) -> tuple[list[str], list[Path], bool]:
    rest: list[str] = []
    named: list[Path] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        value = waiting[0] if word == OPTION and waiting else ""
        if word.startswith(f"{OPTION}="):
            value = word.partition("=")[2]
        if value and Path(value).is_dir():
            named.append(Path(value).resolve())
            if word == OPTION:
                del waiting[0]
        elif value and (rest[:1] != ["solve"] or "/" in value):
            streams.say(f"{OPTION}: '{value}' is not a folder")
            raise SystemExit(streams.ASKED_WRONGLY)
        elif word != WITHOUT:
            rest.append(word)
    return rest, named, WITHOUT not in arguments


def own_folder() -> Path:
    """Return the folder whose subfolders are games; raise `HomeError`."""
    return data_folder() / OWN


def _own_folders() -> list[Path]:
    with suppress(HomeError, OSError):
        found = [folder for folder in own_folder().iterdir() if (folder / "game.py").is_file()]
        return sorted(folder.resolve() for folder in found if folder.name[0] not in "._")
    return []


def _note_open(folder: Path, named: Sequence[Path]) -> bool:
    """Leave out a folder that somebody else can have written, unless it was named."""
    found = folder.stat()
    if folder in named or not hasattr(os, "getuid"):
        return False
    if found.st_uid not in (os.getuid(), 0) or found.st_mode & stat.S_IWOTH:
        left_out.append(LeftOut(folder, "other users can write to it"))
        return True
    return False


def _pass_on(folders: Iterable[Path]) -> None:
    """Tell the list of games, here and in the processes to come, what to load."""
    os.environ[VARIABLE] = json.dumps([str(folder) for folder in folders])


# The check, in a process of its own: what it runs may never end, or take the process with it.


def _checked(folders: list[Path], wait: Wait) -> list[LeftOut]:
    """Check what has not passed as it is now; return what is wrong."""
    running = {folder: _start(folder) for folder in folders if not _has_passed(folder)}
    if not running:
        return []
    from concurrent.futures import ThreadPoolExecutor  # a start without checks needs none

    with ThreadPoolExecutor(len(running)) as pool:
        outcomes = {folder: pool.submit(_outcome, folder, running[folder]) for folder in running}
        try:
            wait(list(running), lambda: all(outcome.done() for outcome in outcomes.values()))
        except BaseException:
            for process in running.values():
                process.kill()
            raise
        results = {folder: outcome.result() for folder, outcome in outcomes.items()}
    return [
        LeftOut(folder, result["why"], result["report"])
        for folder, result in results.items()
        if result["why"]
    ]


def _just_wait(folders: Sequence[Path], is_done: Callable[[], bool]) -> None:
    pass


def limit_time() -> None:
    """Let the system end this process, a check, when it has taken its time (not on Windows)."""
    with suppress(ImportError):
        import resource

        seconds = round(CHECK_SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _start(folder: Path) -> "subprocess.Popen[str]":
    return start(
        own_command(CHECK),
        env={**os.environ, VARIABLE: json.dumps([str(folder)]), "SDL_VIDEODRIVER": "dummy"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _outcome(folder: Path, process: "subprocess.Popen[str]") -> dict[str, str]:
    try:
        said, errors = process.communicate(timeout=3 * CHECK_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return _endless(3 * CHECK_SECONDS)
    if process.returncode == -getattr(signal, "SIGXCPU", 0) < 0:
        return _endless(CHECK_SECONDS)
    try:
        result = json.loads(said.splitlines()[-1])
        result = {"why": str(result["why"]), "report": str(result["report"])}
    except (ValueError, LookupError, TypeError):
        return {
            "why": f"its check ended with exit code {process.returncode}",
            "report": said + errors,
        }
    if not result["why"]:  # what is wrong may be mended elsewhere
        with suppress(OSError, HomeError):
            path = _memory(folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    return result


def _endless(limit: float) -> dict[str, str]:
    return {"why": f"its check did not end within {limit:g} seconds", "report": ""}


def _memory(folder: Path) -> Path:
    """Return the file that is there once a folder has passed its check as it is now."""
    import hashlib  # with OpenSSL, of which a start without plug-ins need not know

    digest = hashlib.sha256(f"{VERSION} {folder}".encode())
    for source in sources(folder):
        digest.update(f"{source.relative_to(folder)} {source.stat().st_size}\n".encode())
        digest.update(source.read_bytes())
    return cache_folder() / "games" / digest.hexdigest()[:16]


def _has_passed(folder: Path) -> bool:
    with suppress(OSError, HomeError):
        return _memory(folder).exists()
    return False


# Importing.


def sources(folder: Path) -> list[Path]:
    """Return the Python files of a folder."""
    return sorted(
        path for path in folder.rglob("*.py") if "__pycache__" not in path.relative_to(folder).parts
    )


def load_passed_on(known: Sequence[Game]) -> tuple[Game, ...]:
    """Import the games of the folders that the environment names, if they go with the known ones.

    What cannot be imported is left out.
    """
    try:
        folders = [Path(folder) for folder in json.loads(os.environ.get(VARIABLE, "[]"))]
    except (ValueError, TypeError):
        return ()
    for folder in folders:
        try:
            game = _imported(folder)
            _check_name(game, [*known, *(plugin.game for plugin in loaded)])
        except PluginError as error:
            left_out.append(LeftOut(folder, str(error)))
        except (Exception, SystemExit) as error:
            left_out.append(LeftOut(folder, in_short(error), traceback.format_exc()))
        else:
            loaded.append(Plugin(game, folder))
    return tuple(plugin.game for plugin in loaded)


def _imported(folder: Path) -> Game:
    name = _package_name(folder)
    if _packages.setdefault(name, folder) != folder:
        raise PluginError(f"the folder {_packages[name]} has the same name")
    if not (folder / "game.py").is_file():
        raise PluginError("the folder has no game.py")
    game = getattr(import_module(f"{PACKAGE}.{name}.game"), "GAME", None)
    if not isinstance(game, Game):
        raise PluginError("its game.py has no GAME = Game(...)")
    return game


def _package_name(folder: Path) -> str:
    return re.sub(r"\W", "_", folder.name)


def _check_name(game: Game, known: Iterable[Game]) -> None:
    taken = {other.name for other in known}
    if game.name in taken or game.name in RESERVED:
        raise PluginError(f"the name '{game.name}' is taken")
    if game.rules.title in {other.rules.title for other in known}:
        raise PluginError(f"another game is also called {game.rules.title}")


class _Finder:
    """Finds ``playout_games`` and its packages, which need no ``__init__.py``."""

    @staticmethod
    def find_spec(name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return where a package is, None for what others find."""
        parent, _, child = name.partition(".")
        if parent != PACKAGE or (child and child not in _packages):
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(_packages[child])] if child else []
        return spec


sys.meta_path.append(_Finder)


# Later.


def in_short(error: BaseException) -> str:
    """Return what went wrong, in the last line's words."""
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return words.partition("\n")[0].rstrip(".")


def plugin_of(game: str) -> Plugin | None:
    """Return the plug-in that a game came from, None for a built-in one."""
    return next((plugin for plugin in loaded if plugin.game.name == game), None)


def folder_of(file: Path) -> Path | None:
    """Return the folder of the plug-in that a file belongs to."""
    return next((each for each in _packages.values() if file.is_relative_to(each)), None)


def package_of(folder: Path) -> str:
    """Return the name of the package that a plug-in's folder is."""
    return f"{PACKAGE}.{_package_name(folder)}"


def culprit(error: BaseException | None) -> Plugin | None:
    """Return the plug-in in whose code an error arose, if it did in one."""
    while error is not None:
        for file in reversed(_files(error.__traceback__)):
            for plugin in loaded:
                if file.is_relative_to(plugin.folder):
                    return plugin
        error = error.__cause__ or error.__context__
    return None


def _files(trace: TracebackType | None) -> list[Path]:
    return [Path(frame.f_code.co_filename) for frame, _ in traceback.walk_tb(trace)]


def set_aside(plugin: Plugin, why: str, report: str) -> LeftOut:
    """Do without a plug-in from now on, here and in the processes to come."""
    loaded.remove(plugin)
    gone = LeftOut(plugin.folder, why, report)
    left_out.append(gone)
    _pass_on(each.folder for each in loaded)
    return gone
