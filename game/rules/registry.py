"""The list of games. Adding one starts with a line here."""

from game.rules import hex_gomoku, samegame, tictactoe
from game.rules.protocol import GameSpec, RulesError

GAMES: tuple[GameSpec, ...] = (samegame.SPEC, tictactoe.SPEC, hex_gomoku.SPEC)


def game_spec(name: str) -> GameSpec:
    """Return the game called `name`; raise `RulesError` with the known names."""
    for spec in GAMES:
        if spec.name == name:
            return spec
    known = ", ".join(spec.name for spec in GAMES)
    raise RulesError(f"unknown game {name!r}; known games: {known}")
