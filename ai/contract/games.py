"""The list of games, as it was handed in, with the plug-ins and the searchers of users.

Nothing here knows a game. Whoever starts the program hands the list in, and says how another
process gets the same: each process that this one starts calls that first (`receive`). Whoever
imports a game out of a folder enters it here; the processes that this one starts find in the
environment which folders to load.
"""

import json
import os
import re
import threading
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ai.contract.game import Game, Lazy
from ai.contract.rules import GameSpec, ParameterError, Parameters, RulesError
from ai.errors import did_you_mean, in_short, is_from_user
from ai.kinds import SearcherKind, key_values
from ai.phrases import N_, filled, told

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
        return filled(_DISABLED[self.what], folder=self.folder, why=self.why)


_DISABLED: Final = {
    "game": N_("The game in {folder} is disabled: {why}."),
    "searcher": N_("The searcher in {folder} is disabled: {why}."),
}
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


@dataclass(frozen=True, slots=True)
class PluggedSearcher:
    """A searcher of a user, and the file or the entry point that it came from."""

    kind: SearcherKind
    place: str


plugged: Final[list[PluggedSearcher]] = []


def plugged_kinds(game: str) -> tuple[SearcherKind, ...]:
    rules = game_spec(game)
    return tuple(each.kind for each in plugged if each.kind.plays(rules))


def is_plugged(spec: str) -> bool:
    """Tell whether a specification names a searcher of a user."""
    return spec.partition(":")[0] in {each.kind.name for each in plugged}


_LONGEST = 1000  # characters of a game with its parameters
_built_in: tuple[Game, ...] = ()
_source: Lazy | None = None
_receiving = threading.RLock()  # a plug-in may ask for games while it is imported


class NoGamesError(RuntimeError):
    """The program has begun without a list of games."""

    def __init__(self) -> None:
        super().__init__("no games were handed in: a program begins with ai.contract.games.hand_in")


def hand_in(built_in: Sequence[Game], source: Lazy) -> None:
    """Say what games there are, besides plug-ins (`ai.contract.games.loaded`).

    Args:
        built_in: The games of the program.
        source: Does the same in another process, plug-ins included.
    """
    global _built_in, _source
    _built_in, _source = tuple(built_in), source


def source() -> Lazy:
    """Return what another process has to `receive`; raise `NoGamesError`."""
    if _source is None:
        raise NoGamesError
    return _source


def receive(source: Lazy) -> None:
    """Have the games handed in here, too, unless they were; called in any thread."""
    with _receiving:
        if _source is None:
            source()


def all_games() -> tuple[Game, ...]:
    """Return the games there are; raise `NoGamesError`."""
    if _source is None:
        raise NoGamesError
    return (*_built_in, *(plugin.game for plugin in loaded))


def game_names(players: int) -> tuple[str, ...]:
    """Return the names of the games for one player or for two."""
    return tuple(game.name for game in all_games() if game.rules.players == players)


def game_of(name: str) -> Game:
    """Return the game called `name`; raise `RulesError` with the known names."""
    games = all_games()
    for game in games:
        if game.name == name:
            return game
    names = [game.name for game in games]
    values = {"name": repr(name), "hint": did_you_mean(name, names), "names": ", ".join(names)}
    # For translators: {hint} is a question in brackets, or nothing
    raise RulesError(filled(N_("unknown game {name}{hint}; known games: {names}"), **values))


def game_spec(name: str) -> GameSpec:
    """Return the rules of the game called `name`; raise `RulesError` with the known names."""
    return game_of(name).rules


def read_game(text: str) -> tuple[GameSpec, Parameters]:
    """Return the game and the parameters that a text names; raise `RulesError`.

    It is ``NAME`` or ``NAME:key=value,...``; `write_game` writes it.
    """
    if len(text) > _LONGEST:
        raise ParameterError(f"game '{text[:40]}...' is longer than {_LONGEST:,} characters")
    name, colon, rest = text.strip().partition(":")
    spec = game_spec(name)
    defaults = asdict(spec.parameters())
    try:
        given = key_values(rest, defaults) if colon else {}
        values = {key: _value(key, value, defaults[key]) for key, value in given.items()}
        return spec, spec.parameters(**values)
    except ValueError as error:
        message = filled(N_("game '{text}': {error}"), text=text, error=told(error))
        raise ParameterError(message) from None


def names_game(text: str) -> bool:
    """Tell whether a word of a command is a game, perhaps with parameters."""
    return text.strip().partition(":")[0] in {game.name for game in all_games()}


@lru_cache(maxsize=256)  # screens ask for the board that is played on
def write_game(spec: GameSpec, parameters: Parameters) -> str:
    """Return the text that names a game with its parameters."""
    values = asdict(parameters).items()
    pairs = (f"{key}={str(v).lower() if isinstance(v, bool) else v}" for key, v in values)
    return f"{spec.name}:{','.join(pairs)}" if values else spec.name


def _value(key: str, value: str, default: object) -> object:
    if isinstance(default, bool):
        if value not in ("true", "false"):
            raise ParameterError(f"{key} must be true or false, not '{value}'")
        return value == "true"
    if isinstance(default, int):
        if not re.fullmatch(r"-?[0-9]{1,18}", value):
            raise ParameterError(f"{key} must be a whole number, not '{value}'")
        return int(value)
    return value
