"""The small games of the papers: rules and kernels, no window."""

from ai.contract.game import Game, Text
from game.games.lattice.text import SQUARE_PROTOCOL
from game.games.papers.atari_go import rules as atari_go
from game.games.papers.domineering import rules as domineering
from game.games.papers.knightthrough import rules as knightthrough
from game.games.papers.left_move import rules as left_move
from game.games.papers.nogo import rules as nogo
from game.games.papers.sudoku import rules as sudoku

_SQUARE = (
    *(knightthrough.SPEC, knightthrough.MISERE),
    *(domineering.SPEC, domineering.MISERE),
    *(nogo.SPEC, nogo.MISERE),
    *(atari_go.SPEC, atari_go.MISERE),
)

GAMES = (
    *(Game(spec, text=Text(SQUARE_PROTOCOL)) for spec in _SQUARE),
    Game(left_move.SPEC),
    Game(sudoku.SPEC),
)
