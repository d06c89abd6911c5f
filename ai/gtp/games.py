"""The two-player games as the protocol sees them: sizes, start positions, diagrams."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ai.gtp.diagram import hex_diagram, square_diagram
from game.games.hex_gomoku import rules as hex_gomoku
from game.games.lattice.square_board import LARGEST, SMALLEST
from game.games.protocol import GameSpec, State
from game.games.registry import game_names, game_spec
from game.games.tictactoe import rules as tictactoe


@dataclass(frozen=True, slots=True)
class GtpGame:
    """A game that `boardsize` can set up.

    Attributes:
        sizes: What `boardsize` accepts, in ascending order.
        default_size: The size before any `boardsize`.
        new_board: The empty board of a size.
        diagram: A position as text with coordinates.
        certificate: Why a player (0 or 1) cannot lose, as text, if that is proven; None in games
            without such proofs.
    """

    sizes: Sequence[int]
    default_size: int
    new_board: Callable[[int], State]
    diagram: Callable[[Any], str]
    certificate: Callable[[Any, int], str] | None = None


def _hex_board(side: int) -> State:
    return hex_gomoku.new_game(hex_gomoku.HexParameters(side), 0)


def _tictactoe_board(size: int) -> State:
    parameters = tictactoe.TicTacToeParameters(size, size, in_a_row=min(size, 5))
    return tictactoe.new_game(parameters, 0)


def _square_game(spec: GameSpec) -> GtpGame:
    """Return a game as it is played on square boards."""

    def new_board(size: int) -> State:
        return spec.new_game(spec.parameters(columns=size, rows=size), 0)

    return GtpGame(range(SMALLEST, LARGEST + 1), 5, new_board, square_diagram)


def _hex_certificate(state: hex_gomoku.HexState, player: int) -> str:
    """Return ``first CELL pairs A-B C-D ...``, without ``first`` if none is needed, or nothing."""
    from game.games.hex_gomoku.search.certified import certificates  # brings numba along

    wanted = (player ^ state.swapped) + 1
    name = state.move_to_string
    for each in certificates(state):
        if each.colour == wanted:
            pairs = " ".join(f"{name(one)}-{name(two)}" for one, two in each.pairs)
            first = "" if each.first is None else f"first {name(each.first)} "
            return f"{first}pairs {pairs}".rstrip()
    return ""


_OTHERS = {
    "hex": GtpGame(range(4, 9), 6, _hex_board, hex_diagram, _hex_certificate),
    "tictactoe": GtpGame(range(3, 16), 3, _tictactoe_board, square_diagram),
}
GTP_GAMES = {
    name: _OTHERS.get(name) or _square_game(game_spec(name)) for name in game_names(players=2)
}
