"""Games that came out of folders: which there are, which files are theirs, which are disabled.

Whoever imports such a folder enters it here. The processes that this one starts find in the
environment which folders to load.
"""

import json
import os
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.contract.game import Game
from ai.faults import in_short
from ai.interrupt import is_from_user

VARIABLE: Final = "PLAYOUT_GAMES"
"""The folders, as a list in JSON, that a process loads without looking for any."""


class PluginError(ValueError):
    """Why a game or a searcher cannot be loaded, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game that came out of a folder."""

    game: Game
    folder: Path


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A folder or a file whose game or searcher is not there.

    Attributes:
        why: What is wrong with it, as the end of a sentence.
        report: What its author needs: the trace.
        what: A ``game``, or a ``searcher`` in a file.
        is_marked: Whether it was not even tried, because a start hung or died with it.
    """

    folder: Path
    why: str
    report: str = ""
    what: str = "game"
    is_marked: bool = False

    @property
    def sentence(self) -> str:
        """What to tell the player."""
        return f"The {self.what} in {self.folder} is disabled: {self.why}."


loaded: Final[list[Plugin]] = []
left_out: Final[list[LeftOut]] = []
packages: Final[dict[str, Path]] = {}
"""The folders by the names of the packages that they are, each entered before it is imported."""


def pass_on(folders: Iterable[Path]) -> None:
    """Tell the list of games, here and in the processes to come, what to load."""
    os.environ[VARIABLE] = json.dumps([str(folder) for folder in folders])


def plugin_of(game: str) -> Plugin | None:
    """Return the plug-in that a game came from, None for a built-in one."""
    return next((plugin for plugin in loaded if plugin.game.name == game), None)


def folder_of(file: Path) -> Path | None:
    """Return the folder of the plug-in that a file belongs to."""
    return next((each for each in packages.values() if file.is_relative_to(each)), None)


def package_of(folder: Path) -> str:
    """Return the name of the package that a plug-in's folder is."""
    return next(name for name, each in packages.items() if each == folder)


def culprit(error: BaseException | None) -> Plugin | None:
    """Return the plug-in in whose code an error arose, if it did in one."""
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))  # causes may go round
        for frame, _ in reversed([*traceback.walk_tb(error.__traceback__)]):
            for plugin in loaded:
                if Path(frame.f_code.co_filename).is_relative_to(plugin.folder):
                    return plugin
        error = error.__cause__ or error.__context__
    return None


def blame(error: BaseException) -> LeftOut | None:
    """Do without the plug-in in whose code an error arose; None if that was in no such code."""
    plugin = None if is_from_user(error) else culprit(error)
    if plugin is None:
        return None
    report = "".join(traceback.format_exception(error))
    return set_aside(plugin.game.name, in_short(error), report)


def set_aside(game: str, why: str, report: str = "") -> LeftOut | None:
    """Do without a game from now on, here and in the processes to come; None if it is built in."""
    plugin = plugin_of(game)
    if plugin is None:
        return None
    loaded.remove(plugin)
    gone = LeftOut(plugin.folder, why, report)
    left_out.append(gone)
    pass_on(each.folder for each in loaded)
    return gone
