"""Positions and overlays with something of everything on them."""

import random
from dataclasses import replace

import pygame

from ai.contract.games import game_spec
from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from ai.search.order import beside_truth
from game.games.breakthrough.rules import BreakthroughState
from game.games.hex_gomoku.rules import HexParameters, HexState
from game.games.lattice.square_board import BoardParameters
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState
from game.screens.entry import make_board_view
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import Unit
from game.ui.overlay import build_overlay
from game.ui.theme import DARK, Theme
from tests.games import after
from tests.rig import skin


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


def view(game, size=(600, 500), theme: Theme = DARK, unit=None, fonts=None, **settings) -> Board:
    board = make_board_view(game, labels=True)
    look = skin(theme, unit=unit or Unit(70.0), **settings)
    look = look if fonts is None else replace(look, fonts=fonts)
    board.resize(pygame.Rect(0, 0, *size), look)
    return board


def set_to(board: Board, size=(600, 500), **settings) -> Board:
    """Return a board that may have been drawn before, by other settings."""
    chosen = board.skin.settings.changed(**settings)
    board.resize(pygame.Rect(0, 0, *size), replace(board.skin, settings=chosen))
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
    return beside_truth(SearchInfo(candidates=candidates), tuple(exact))


def full_content(game) -> BoardContent:
    """Return a content that shows everything the game's board can show."""
    exact, top_n = (), 5
    if game == "samegame":
        state, line = samegame(), []
        moves = state.legal_moves
        position = state
        for _ in range(6):
            line.append(position.legal_moves[-1])
            position = position.play(line[-1])
        shown = {"hover": moves[2], "cursor": 0, "line": tuple(line), "region": moves[:3]}
    elif game == "hex":
        state, made = hex_position()
        moves = state.legal_moves
        line = (*moves[:2], *moves[8:10])
        shown = {"hover": moves[10], "cursor": moves[0], "line": line, "region": moves[12:15]}
        shown |= {"moves": made, "must_block": moves[1:3]}
    else:
        state, top_n = tictactoe("a3 c3"), 9
        moves = state.legal_moves
        exact = [ExactValue(move, Proof.DRAW, 7) for move in moves]
        shown = {"hover": moves[0], "cursor": moves[1], "line": moves[:3], "region": moves[3:5]}
        shown |= {"must_block": moves[5:6]}
    is_alone = game == "samegame"
    found = search(moves, one_player=is_alone, exact=exact)
    overlay = build_overlay(found, one_player=is_alone, top_n=top_n)
    return BoardContent(state, overlay=overlay, **shown)
