"""Playout's games in the interfaces of other libraries, each an extra of its own.

Moves are numbered from 0 in each of them, and an observation is `Position.array`.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import IllegalMoveError
from ai.search.rave_algorithm import MOVES
from game.games.kernel_state import plain_rules
from playout._games import Game, Position, described


class Numbers:
    """The moves of a game on one board.

    Attributes:
        names: The name of each move that the board has, whether or not it is ever legal.
    """

    def __init__(self, game: Game) -> None:
        state = game.start().state
        self.names: list[str] = []
        self._numbers: dict[int, int] = {}
        for move in range(MOVES):
            try:
                self.names.append(state.move_to_string(move))
            except IllegalMoveError:
                continue
            self._numbers[move] = len(self._numbers)

    def legal(self, position: Position) -> list[int]:
        """Return the numbers of the legal moves, in ascending order."""
        return [self._numbers[move] for move in position.state.legal_moves]

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return 1 for each legal move and 0 for the others, int8[moves]."""
        mask = np.zeros(len(self.names), np.int8)
        mask[self.legal(position)] = 1
        return mask


@cache
def numbers_of(game: Game) -> Numbers:
    """Return the moves of a game by their numbers."""
    return Numbers(game)


def most_plies(game: Game) -> int:
    """Return how many moves a game takes at most."""
    rules = plain_rules(described(game.name).rules.kernel, game.start().state.parameters)
    bound = getattr(rules.kernel, "max_plies", rules.kernel.max_moves)
    return int(bound(rules.tables))
