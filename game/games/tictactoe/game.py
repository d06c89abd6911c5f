"""Tic-Tac-Toe and its larger kin, as the program knows them."""

from ai.kinds import SearcherKind
from ai.ladder import TREE_LEVELS, Level
from ai.search.calibration import Scale
from ai.search.messages import Limit
from game.games.game import Game, Protocol, Search, Text
from game.games.lattice.text import square_diagram
from game.games.lazy import Lazy
from game.games.protocol import State
from game.games.setting import Setting
from game.games.tictactoe.exact import MOST_EMPTY_CELLS
from game.games.tictactoe.rules import LARGEST, SMALLEST, SPEC, TicTacToeParameters, new_game

LONG_ROW = 5
"""From here on a row is easily stopped, and a draw more likely than playouts tell."""
_SHORT = Scale(rate=-0.29, cells=0.3, drawn=-14.7)
_LONG = Scale(rate=-0.13, played=-4.3, drawn=-30.0)
_EXACT = "game.games.tictactoe.exact"


def _new_board(size: int) -> State:
    return new_game(TicTacToeParameters(size, size, in_a_row=min(size, 5)), 0)


GAME: Game = Game(
    SPEC,
    Search(
        kinds=(
            SearcherKind("exact", Lazy(f"{_EXACT}:ExactSearcher"), most_cells=MOST_EMPTY_CELLS),
        ),
        levels=(
            *TREE_LEVELS,
            Level("perfect", "Perfect", "cannot lose", "exact", Limit(seconds=10.0)),
        ),
        scale=lambda board: _LONG if board.in_a_row >= LONG_ROW else _SHORT,
        exact=Lazy(f"{_EXACT}:exact_values"),
    ),
    Text(Protocol(range(3, 16), 3, _new_board, square_diagram)),
    settings=(
        Setting("tictactoe_columns", 3, low=SMALLEST, high=LARGEST),
        Setting("tictactoe_rows", 3, low=SMALLEST, high=LARGEST),
        Setting(
            "tictactoe_in_a_row",
            3,
            low=3,
            high=6,
            at_most=lambda settings: max(settings["tictactoe_columns"], settings["tictactoe_rows"]),
        ),
    ),
    entry=Lazy("game.games.tictactoe.screen.screen:ENTRY"),
)
