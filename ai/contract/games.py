"""The list of games, as it was handed in.

Nothing here knows a game. Whoever starts the program hands the list in, and says how another
process gets the same: each process that this one starts calls that first (`receive`).
"""

import re
import threading
from collections.abc import Sequence
from dataclasses import asdict

from ai.contract.game import Game
from ai.contract.lazy import Lazy
from ai.contract.plugins import loaded
from ai.contract.rules import GameSpec, ParameterError, Parameters, RulesError
from ai.kinds import key_values
from ai.suggest import unknown

_LONGEST = 1000  # characters of a game with its parameters
_built_in: tuple[Game, ...] = ()
_source: Lazy | None = None
_receiving = threading.RLock()  # a plug-in may ask for games while it is imported


class NoGamesError(RuntimeError):
    """The program has begun without a list of games."""

    def __init__(self) -> None:
        super().__init__("no games were handed in: a program begins with ai.contract.games.hand_in")


def hand_in(built_in: Sequence[Game], source: Lazy) -> None:
    """Say what games there are, besides plug-ins (`ai.contract.plugins.loaded`).

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
    raise RulesError(unknown("game", name, (game.name for game in games)))


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
        raise ParameterError(f"game '{text}': {error}") from None


def names_game(text: str) -> bool:
    """Tell whether a word of a command is a game, perhaps with parameters."""
    return text.strip().partition(":")[0] in {game.name for game in all_games()}


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
