"""Tic-Tac-Toe and its larger kin, as the program knows them."""

from ai.kinds import SearcherKind
from ai.ladder import TREE_LEVELS, Level
from ai.search.messages import Limit
from game.games.game import Game, Protocol, Search, Text
from game.games.lattice.text import square_diagram
from game.games.lazy import Lazy
from game.games.protocol import State
from game.games.tictactoe.exact import MOST_EMPTY_CELLS
from game.games.tictactoe.rules import SPEC, TicTacToeParameters, new_game

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
        exact=Lazy(f"{_EXACT}:exact_values"),
    ),
    Text(Protocol(range(3, 16), 3, _new_board, square_diagram)),
    entry=Lazy("game.games.tictactoe.screen.screen:ENTRY"),
)
