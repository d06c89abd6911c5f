"""Playouts that look a move or two ahead, for the tree search on any two-player game.

Baier and Winands, Monte-Carlo Tree Search and Minimax Hybrids, IEEE CIG 2013 (MCTS-MR): each
move of a playout is preceded by a shallow minimax search, which takes a win and avoids a loss
where it sees one; otherwise the move is random. In their games no move loses by itself, as in
misere games most do: whether such suicide is seen is an option.
"""

from typing import NamedTuple

import numpy as np

from ai.contract.kernel import is_terminal, outcome, plausible_moves, play, to_move
from ai.kernels.bits import copy_state
from ai.kernels.random import random_below
from ai.search.nmcs_two_player_algorithm import Workspace


class MinimaxGuide(NamedTuple):
    """How the tree search plays on from a leaf by minimax rollouts.

    Attributes:
        depth: 1 to see wins and losses of the move itself, 2 for the other player's reply, too.
        suicide: Whether a move is played, too, that ends the game as a loss.
    """

    work: Workspace
    depth: np.int64
    suicide: bool


def has_won(tables, state, player):
    if not is_terminal(tables, state):
        return False
    return outcome(tables, state) * (1 - 2 * player) > 0


def can_win(tables, work, state):
    """Return whether the player to move of a running game wins with the next move."""
    player = to_move(tables, state)
    moves = work.moves[1]
    for i in range(plausible_moves(tables, state, moves)):
        copy_state(state, work.states[1])
        play(tables, work.states[1], moves[i])
        if has_won(tables, work.states[1], player):
            return True
    return False


def careful_move(tables, state, rng, guide):
    """Return a winning move, else a random one that is not seen to lose, else any."""
    work = guide.work
    player = to_move(tables, state)
    moves = work.moves[0]
    after = work.states[0]
    n = plausible_moves(tables, state, moves)
    chosen = np.int64(-1)
    for i in range(n):
        j = i + random_below(rng, n - i)
        moves[i], moves[j] = moves[j], moves[i]
        copy_state(state, after)
        play(tables, after, moves[i])
        if is_terminal(tables, after):
            if has_won(tables, after, player):
                return moves[i]
            loses = not guide.suicide and has_won(tables, after, 1 - player)
        else:
            loses = guide.depth > 1 and chosen < 0 and can_win(tables, work, after)
        if not loses and chosen < 0:
            chosen = moves[i]
    return moves[0] if chosen < 0 else chosen


def finish(tables, state, rng, guide):
    """Play a leaf of the tree search to its end; see `ai.search.mcts_algorithm.finish`."""
    while not is_terminal(tables, state):
        play(tables, state, careful_move(tables, state, rng, guide))
    return np.float64(outcome(tables, state))
