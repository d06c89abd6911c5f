"""What a match of hex Gomoku begins with."""

import random

from game.games.hex_gomoku.rules import HexState, distance, geometry

PLIES = 3
_REACH = 2


def near_the_centre(state: HexState, rng: random.Random) -> int:
    """Return an empty cell close to the centre: stones scattered far apart are no opening."""
    side = state.parameters.side
    board = geometry(side)
    central = [
        cell
        for cell, place in enumerate(board.cells)
        if distance(place, (side - 1, side)) <= _REACH and cell in state.legal_moves
    ]
    return rng.choice(central or [move for move in state.legal_moves if move < len(board.cells)])
