"""Positions and overlays with something of everything on them."""

import random

import pygame

from ai.contract.games import game_spec
from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from game.games.breakthrough.rules import BreakthroughState
from game.games.hex_gomoku.rules import HexParameters, HexState
from game.games.lattice.square_board import BoardParameters
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState
from game.screens.boards import make_board_view
from game.ui.boards.base import BoardContent
from game.ui.boards.view import Board
from game.ui.layout import Unit
from game.ui.overlay import build_overlay
from game.ui.theme import DARK, Theme
from tests.games import after


def played(game, parameters, moves, seed=1):
    """Return a position after random moves and the moves that led there."""
    chance = random.Random(seed)
    state = game_spec(game).new_game(parameters, seed)
    made = []
    while len(made) < moves and not state.is_terminal:
        made.append(chance.choice(state.legal_moves))
        state = state.play(made[-1])
    return state, tuple(made)


def samegame(moves=12, seed=3, **parameters) -> SameGameState:
    return played("samegame", SameGameParameters(**parameters), moves, seed)[0]


def hex_position(moves=14, seed=1, **parameters) -> tuple[HexState, tuple[int, ...]]:
    return played("hex", HexParameters(**parameters), moves, seed)


def breakthrough(moves=6, seed=1, **parameters) -> tuple[BreakthroughState, tuple[int, ...]]:
    return played("breakthrough", BoardParameters(**parameters), moves, seed)


def tictactoe(names="", **parameters) -> TicTacToeState:
    start = game_spec("tictactoe").new_game(TicTacToeParameters(**parameters), 0)
    return after(start, names)


def view(game, size=(600, 500), theme: Theme = DARK, unit=None) -> Board:
    board = make_board_view(game, labels=True)
    board.resize(pygame.Rect(0, 0, *size), unit or Unit(70.0), theme)
    return board


def picture(board, content, size=(600, 500)) -> bytes:
    surface = pygame.Surface(size)
    surface.fill((40, 60, 80))
    board.draw(surface, content)
    return pygame.image.tobytes(surface, "RGB")


def search(moves, one_player=False, exact=()) -> SearchInfo:
    """Return a search with every kind of candidate among `moves`."""
    visits = (35_000, 6_500, 4_000, 900, 60, 3)
    proofs = (None, None, Proof.LOSS, Proof.DRAW, Proof.WIN, None)
    candidates = tuple(
        Candidate(
            move,
            visits[i],
            2_451 - 7 * i if one_player else 0.6 - 0.08 * i,
            proof=None if one_player else proofs[i],
            distance=None if one_player or proofs[i] is None else 5,
            line=(move,),
        )
        for i, move in enumerate(moves[:6])
    )
    return SearchInfo(candidates=candidates, exact=tuple(exact))


def full_content(game) -> BoardContent:
    """Return a content that shows everything the game's board can show."""
    if game == "samegame":
        state = samegame()
        moves = state.legal_moves
        overlay = build_overlay(search(moves, one_player=True), one_player=True, top_n=5)
        line = []
        after = state
        for _ in range(6):
            line.append(after.legal_moves[-1])
            after = after.play(line[-1])
        return BoardContent(
            state,
            hover=moves[2],
            cursor=0,
            overlay=overlay,
            line=tuple(line),
            region=moves[:3],
        )
    if game == "hex":
        state, made = hex_position()
        moves = state.legal_moves
        overlay = build_overlay(search(moves), one_player=False, top_n=5)
        return BoardContent(
            state,
            hover=moves[10],
            cursor=moves[0],
            overlay=overlay,
            line=(moves[0], moves[1], moves[8], moves[9]),
            moves=made,
            region=moves[12:15],
            must_block=moves[1:3],
            move_numbers="all",
        )
    state = tictactoe("a3 c3")
    moves = state.legal_moves
    exact = [ExactValue(move, Proof.DRAW, 7) for move in moves]
    overlay = build_overlay(search(moves, exact=exact), one_player=False, top_n=9)
    return BoardContent(
        state,
        hover=moves[0],
        cursor=moves[1],
        overlay=overlay,
        line=moves[:3],
        region=moves[3:5],
        must_block=moves[5:6],
    )
