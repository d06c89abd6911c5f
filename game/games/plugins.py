"""Plug-ins, games in folders: finds them and imports them.

Code is loaded only from folders that the user named (``--game FOLDER``) or put into ``games`` in
the data folder: it is trusted, as a package is that somebody installs. A folder has the same files
as a built-in game. It is the package ``playout_games.NAME``, here and in the processes that this
one starts; those find the folders in the environment. A game that does not load or raises an error
later is disabled (`ai.contract.games`), with a sentence and a report. Everything else goes on.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, Final

from ai import streams
from ai.contract.game import Game
from ai.contract.games import (
    VARIABLE,
    LeftOut,
    Plugin,
    PluginError,
    all_games,
    left_out,
    loaded,
    packages,
    pass_on,
)
from ai.errors import PACKAGE
from ai.files import HomeError, data_folder
from ai.plugged import loading
from ai.plugged.loading import load_each, unmark

FOLDER_NAME: Final = "games"
OPTION, SEARCHER, WITHOUT = "--game", "--searcher", "--no-plugins"
RESERVED: Final = (
    *("about", "arena", "boards", "continue", "daily", "drills", "earlier", "help", "home"),
    *("inside", "records", "restart", "review", "settings", "sound", "theme"),
    *("two_player", "version"),
)
"""Names of screens, buttons and lists in files, which no game may have."""


# What the user asks for.


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a help tell of the options that `begin` takes out of the arguments."""
    with suppress(argparse.ArgumentError):  # a command may have a ``--game NAME`` of its own
        parser.add_argument(
            OPTION,
            metavar="FOLDER",
            action="append",
            help="also load the game in this folder; can be given several times",
        )
    with suppress(argparse.ArgumentError):  # or a ``--searcher SPEC``
        parser.add_argument(
            SEARCHER,
            metavar="FILE",
            action="append",
            help="also load the searcher in this file, which ends in .py",
        )
    parser.add_argument(
        WITHOUT,
        action="store_true",
        help="do not load the games and searchers in your data folder, nor searchers of packages",
    )


def begin(arguments: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Find the folders, before the list of games is asked for.

    Returns:
        The other arguments, and the folders and files that were named among them.
    """
    rest, named, files, with_usual = _read(arguments)
    if files or loading.VARIABLE not in os.environ:
        loading.find(files, with_usual=with_usual)
    if named or VARIABLE not in os.environ:
        pass_on(dict.fromkeys([*(_user_folders() if with_usual else ()), *named]))
    else:
        try:
            _passed_on()
        except PluginError as error:
            streams.say(str(error))
            raise SystemExit(streams.USAGE_ERROR) from None
    return rest, [*named, *files]


def _read(arguments: Sequence[str]) -> tuple[list[str], list[Path], list[Path], bool]:
    rest: list[str] = []
    named: list[Path] = []
    files: list[Path] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        option, equals, value = word.partition("=")
        if not equals:
            value = waiting[0] if waiting else ""
        is_game, is_searcher = option == OPTION and value, option == SEARCHER and value
        if (is_game and Path(value).is_dir()) or (is_searcher and value.endswith(".py")):
            (named if is_game else files).append(Path(value).resolve())
            if not equals:
                del waiting[0]
        elif is_game and (rest[:1] != ["solve"] or "/" in value or os.sep in value):
            streams.say(f"{OPTION}: '{value}' is not a folder")
            raise SystemExit(streams.USAGE_ERROR)
        elif is_searcher and rest[:1] not in (["solve"], ["gtp"]):
            streams.say(f"{SEARCHER}: '{value}' is not a file that ends in .py")
            raise SystemExit(streams.USAGE_ERROR)
        elif word != WITHOUT:
            rest.append(word)
    return rest, named, files, WITHOUT not in arguments


def user_folder() -> Path:
    """Return the folder whose subfolders are games; raise `HomeError`."""
    return data_folder() / FOLDER_NAME


def _user_folders() -> list[Path]:
    with suppress(HomeError, OSError):
        folders = [folder for folder in user_folder().iterdir() if folder.name[0] not in "._"]
        return sorted(folder.resolve() for folder in folders if (folder / "game.py").exists())
    return []


def _passed_on() -> list[str]:
    """Return what the environment names; raise `PluginError` with a sentence."""
    try:
        folders = json.loads(os.environ.get(VARIABLE, "[]"))
    except (ValueError, RecursionError):
        folders = None
    if not isinstance(folders, list) or not all(isinstance(each, str) for each in folders):
        raise PluginError(f'{VARIABLE} must be a list of folders in JSON: ["/path/of/a_game"]')
    return folders


# Importing.


def load_passed_on(*, for_window: bool = False) -> None:
    """Add the games of the folders that the environment names, if they go with the others."""
    try:
        folders = _passed_on()
    except PluginError as error:
        streams.say(str(error))
        return
    load_each(folders, "game", _add, for_window=for_window)
    pass_on(each.folder for each in loaded)


def try_again(gone: LeftOut) -> None:
    """Load a game or a searcher that was left out because a start hung or died with it."""
    left_out.remove(gone)
    unmark(gone.folder)
    load = _add if gone.what == "game" else loading.load
    load_each([str(gone.folder)], gone.what, load, for_window=True)
    pass_on(each.folder for each in loaded)


def add(folder: Path) -> None:
    """Add the game of a folder, here and in the processes to come; raise `PluginError`."""
    if folder not in (each.folder for each in loaded):
        _add(str(folder))
        pass_on(each.folder for each in loaded)


def _add(place: str) -> None:
    folder = Path(place)
    game = _imported(folder)
    _check_name(game, all_games())
    loaded.append(Plugin(game, folder))


def _imported(folder: Path) -> Game:
    package = f"{PACKAGE}.{_package_name(folder)}"
    if packages.setdefault(package, folder) != folder:
        raise PluginError(f"the folder {packages[package]} has the same name")
    if not (folder / "game.py").is_file():
        raise PluginError("the folder has no game.py")
    game = getattr(import_module(f"{package}.game"), "GAME", None)
    if not isinstance(game, Game):
        raise PluginError("its game.py has no GAME = Game(...)")
    return game


def _package_name(folder: Path) -> str:
    return re.sub(r"\W", "_", folder.name)


def _check_name(game: Game, others: Iterable[Game]) -> None:
    taken = {other.name for other in others}
    if game.name in taken or game.name in RESERVED:
        raise PluginError(f"the name '{game.name}' is taken")
    if game.rules.title in {other.rules.title for other in others}:
        raise PluginError(f"another game is also called {game.rules.title}")


class _Finder:
    """Finds ``playout_games`` and its packages, which need no ``__init__.py``."""

    @staticmethod
    def find_spec(name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return where a package is, None for what others find."""
        if name != PACKAGE and name not in packages:
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(packages[name])] if name != PACKAGE else []
        return spec


sys.meta_path.append(_Finder)
