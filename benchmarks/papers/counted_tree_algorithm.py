"""UCT whose cost is counted in states, with playouts at random or by nested search.

The nested search is of level 1, cuts on a win and does not discount: Cazenave, Saffidine,
Schofield and Thielscher, Nested Monte Carlo Search for Two-Player Games, AAAI 2016. `simulate`
takes the place of the tree search's; there is no solver, and the games have no draws.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.contract.kernel import is_terminal, outcome, plausible_moves, play, rollout_move, to_move
from ai.kernels.bits import copy_state
from ai.kernels.random import random_below
from ai.search.mcts_algorithm import expand, select
from ai.search.tree import ROOT

STATES, GAMES, WINS = range(3)  # of the counts


class CountedGuide(NamedTuple):
    """How leaves are played out, and what that has cost.

    Attributes:
        after: int64[state_length]; where a successor is played on.
        moves: int64[max_moves]; the moves of a position.
        counts: int64[3]; states visited so far, and of the last simulation the random games it
            played and those that player 0 won.
        flag: uint8[1]; set when the states are spent.
        states: How many states may be visited.
        nested: Whether playouts are nested searches, else at random.
        first_play: What an unvisited move counts.
        every_game: Whether every random game of a nested search counts as a visit, else its own
            game alone.
    """

    after: NDArray[np.int64]
    moves: NDArray[np.int64]
    counts: NDArray[np.int64]
    flag: NDArray[np.uint8]
    states: np.int64
    nested: bool
    first_play: np.float32
    every_game: bool


def random_game(tables, state, rng, guide):
    """Play moves at random to the end; return the outcome."""
    while not is_terminal(tables, state):
        play(tables, state, rollout_move(tables, state, rng))
        guide.counts[STATES] += 1
    result = outcome(tables, state)
    guide.counts[GAMES] += 1
    if result > 0:
        guide.counts[WINS] += 1
    return result


def nested_game(tables, state, rng, guide):
    """Play, each time, the first move whose random game is won, else any; return the outcome."""
    moves = guide.moves
    while not is_terminal(tables, state):
        sign = 1 - 2 * to_move(tables, state)
        n = plausible_moves(tables, state, moves)
        chosen = np.int64(-1)
        for i in range(n):
            j = i + random_below(rng, n - i)
            moves[i], moves[j] = moves[j], moves[i]
            copy_state(state, guide.after)
            play(tables, guide.after, moves[i])
            guide.counts[STATES] += 1
            if sign * random_game(tables, guide.after, rng, guide) > 0:
                chosen = moves[i]
                break
        play(tables, state, moves[0] if chosen < 0 else chosen)
        guide.counts[STATES] += 1
    return outcome(tables, state)


def play_out(tables, state, rng, guide):
    """Play a leaf to its end and set the counts of games and wins that are backed up."""
    guide.counts[STATES] += 1  # the leaf
    guide.counts[GAMES] = 0
    guide.counts[WINS] = 0
    if guide.nested:
        result = nested_game(tables, state, rng, guide)
    else:
        result = random_game(tables, state, rng, guide)
    if guide.counts[GAMES] == 0 or not guide.every_game:
        guide.counts[GAMES] = 1
        guide.counts[WINS] = 1 if result > 0 else 0


def count_games(tree, node, games, wins):
    """Count visits to a node, and those that the player who moved here won."""
    tree.visits[node] += games
    tree.wins[node] += wins
    tree.mean[node] = np.float32(tree.wins[node] / tree.visits[node])
    tree.spread[node] = np.float32(1.0 / np.sqrt(np.float64(tree.visits[node])))


def value_children(tree, node, guide):
    """Give a node's new children the value of unvisited moves."""
    first = np.int64(tree.first_child[node])
    for child in range(first, first + tree.child_count[node]):
        tree.mean[child] = guide.first_play


def simulate(tables, tree, work, policy, guide, last):
    """Run one simulation; see `ai.search.mcts_algorithm.run` for the arguments."""
    state = work.state
    copy_state(work.root, state)
    first_mover = to_move(tables, state)
    node = np.int64(ROOT)
    depth = 0
    work.path[0] = ROOT
    if tree.visits[ROOT] == 0:
        value_children(tree, node, guide)
    while not is_terminal(tables, state):
        if tree.child_count[node] == 0:
            if tree.visits[node] < policy.expand_at or tree.used[0] > last:
                break
            expand(tables, tree, state, node, work, policy.solver)
            value_children(tree, node, guide)
        first, children, visits = tree.first_child[node], tree.child_count[node], tree.visits[node]
        node = select(tree.mean, tree.spread, first, children, visits, policy.exploration)
        play(tables, state, np.int64(tree.move[node]))
        depth += 1
        work.path[depth] = node
    play_out(tables, state, work.rng, guide)
    games = guide.counts[GAMES]
    for d in range(depth + 1):
        mover = first_mover ^ ((d + 1) & 1)
        wins = guide.counts[WINS] if mover == 0 else games - guide.counts[WINS]
        count_games(tree, work.path[d], games, wins)
    if guide.counts[STATES] >= guide.states:
        guide.flag[0] = 1
