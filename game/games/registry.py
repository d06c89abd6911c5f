"""The list of games. Adding one starts with a line here.

A headless game has rules and a kernel but no scene: searchers, the Go Text Protocol and
matches know it, Home does not.
"""

from game.games.breakthrough import rules as breakthrough
from game.games.hex_gomoku import rules as hex_gomoku
from game.games.papers.atari_go import rules as atari_go
from game.games.papers.domineering import rules as domineering
from game.games.papers.knightthrough import rules as knightthrough
from game.games.papers.left_move import rules as left_move
from game.games.papers.nogo import rules as nogo
from game.games.papers.sudoku import rules as sudoku
from game.games.protocol import GameSpec, RulesError
from game.games.samegame import rules as samegame
from game.games.tictactoe import rules as tictactoe

GAMES: tuple[GameSpec, ...] = (
    samegame.SPEC,
    tictactoe.SPEC,
    hex_gomoku.SPEC,
    breakthrough.SPEC,
)
HEADLESS: tuple[GameSpec, ...] = (
    breakthrough.MISERE,
    knightthrough.SPEC,
    knightthrough.MISERE,
    domineering.SPEC,
    domineering.MISERE,
    nogo.SPEC,
    nogo.MISERE,
    atari_go.SPEC,
    atari_go.MISERE,
    left_move.SPEC,
    sudoku.SPEC,
)
ALL_GAMES = GAMES + HEADLESS


def game_names(players: int) -> tuple[str, ...]:
    """Return the names of the games for one player or for two."""
    return tuple(spec.name for spec in ALL_GAMES if spec.players == players)


def game_spec(name: str) -> GameSpec:
    """Return the game called `name`; raise `RulesError` with the known names."""
    for spec in ALL_GAMES:
        if spec.name == name:
            return spec
    known = ", ".join(spec.name for spec in ALL_GAMES)
    raise RulesError(f"unknown game {name!r}; known games: {known}")
