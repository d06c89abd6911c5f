"""Whole games under a fixed stream of choices; a change of the rules shows as a changed end."""

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import Parameters
from game.games.hex_gomoku.rules import HexParameters
from game.games.samegame.rules import SameGameParameters
from game.games.splitmix import SplitMix64
from game.games.tictactoe.rules import TicTacToeParameters

GAMES = [
    (
        "samegame",
        SameGameParameters(columns=6, rows=5, colours=3, leftover="js-games"),
        1,
        "D1 D2 E2 A4 B3 A2 ",
        (68.0,),
        "points 71\n"
        "moves 6\n"
        "last A2\n"
        ". . . . . .\n"
        ". . . . . .\n"
        ". . . . . .\n"
        ". 2 . . . .\n"
        "1 0 . . . .\n",
    ),
    (
        "samegame",
        SameGameParameters(columns=8, rows=8, colours=4, leftover="none"),
        2,
        "D7 E6 E1 F2 B3 C1 F2 E2 A7 G2 C2 D1 A5 A1 C1 B1 A1 A1 A1 ",
        (58.0,),
        "points 58\n"
        "moves 19\n"
        "last A1\n"
        ". . . . . . . .\n"
        ". . . . . . . .\n"
        ". . . . . . . .\n"
        ". . . . . . . .\n"
        "1 . . . . . . .\n"
        "3 . . . . . . .\n"
        "1 . . . . . . .\n"
        "3 . . . . . . .\n",
    ),
    (
        "tictactoe",
        TicTacToeParameters(columns=3, rows=3, in_a_row=3),
        3,
        "b1 a3 c2 a1 a2 b3 c1 c3 ",
        (-1.0, 1.0),
        "O O O\nX . X\nO X X\nlast c3\n",
    ),
    (
        "tictactoe",
        TicTacToeParameters(columns=6, rows=5, in_a_row=4),
        4,
        "a3 c5 b5 c3 e2 f3 e5 f2 d1 e3 e4 c4 b3 b4 a5 d4 ",
        (-1.0, 1.0),
        "X X O . X .\n. O O O X .\nX X O . O O\n. . . . X O\n. . . X . .\nlast d4\n",
    ),
    (
        "hex",
        HexParameters(side=6, opening="free", in_a_row=5),
        5,
        "e7 h8 c11 b7 c8 e8 k5 f8 f1 g6 f3 b10 j3 f4 k2 j7 i5 f2 c4 e11 b8 k6 c7 i8 c5 h4 "
        "j5 b6 f5 i4 d7 c10 k3 e5 k1 h1 e3 f6 b5 a6 g1 g8 ",
        (-1.0, 1.0),
        "     O . . . . .\n"
        "    X O O X . O .\n"
        "   X X . X X . O X\n"
        "  . . . . X . . . .\n"
        " . X . O . X O . . O\n"
        "X O X O X O . O . . .\n"
        " X . . . . O . O . .\n"
        "  O . . O . . . O .\n"
        "   . . . O X . . O\n"
        "    . . X . X . O\n"
        "     X X X . X O\n"
        "last g8\n",
    ),
    (
        "hex",
        HexParameters(side=4, opening="swap", in_a_row=4),
        45,
        "g3 swap d5 f3 a4 c6 e4 c4 a5 e2 c5 b5 d6 b4 b7 e3 f4 c2 d4 d2 e5 c3 c7 ",
        (1.0, -1.0),
        "   O O . .\n"
        "  . X X . O\n"
        " X X X O X O\n"
        ". X . O O O .\n"
        " . X X O O .\n"
        "  . . X O .\n"
        "   . . X .\n"
        "swapped\n"
        "last c7\n",
    ),
]


@pytest.mark.parametrize(("name", "parameters", "seed", "moves", "returns", "end"), GAMES)
def test_golden_playthrough(
    name: str,
    parameters: Parameters,
    seed: int,
    moves: str,
    returns: tuple[float, ...],
    end: str,
) -> None:
    stream = SplitMix64(seed)
    state = game_spec(name).new_game(parameters, seed)
    played = []
    while not state.is_terminal:
        move = state.legal_moves[stream.below(len(state.legal_moves))]
        played.append(state.move_to_string(move))
        state = state.play(move)
    assert played == moves.split()
    assert state.returns == returns
    assert state.to_text() == end
