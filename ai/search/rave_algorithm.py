"""UCT with rapid action value estimation, for every two-player game.

Gelly and Silver, Monte-Carlo tree search and rapid action value estimation in computer Go, AI
175, 2011: a move's all-moves-as-first value counts every simulation through its parent in which
the same player made it later on, and fades out as the move's own visits grow.

`simulate` takes the place of the tree search's; there is no solver.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.contract.kernel import is_terminal, max_moves, outcome, play, rollout_move, to_move
from ai.kernels.bits import copy_state
from ai.search.mcts_algorithm import expand
from ai.search.tree import ROOT, count_result

MOVES = 1 << 15  # more than any move's number, which a tree keeps as int16

FIRST_PLAY = 1e6  # the value of a move of which nothing is known at all


class RaveGuide(NamedTuple):
    """The all-moves-as-first counts of N nodes, and what was played in a simulation.

    Attributes:
        visits: int32[N]; simulations that count for the node's move.
        wins: float32[N]; those that the player who makes it won, draws counting half.
        moves: int64[plies]; the moves of the running simulation.
        players: int64[plies]; who made them.
        stamps: int64[2, MOVES]; the last simulation in which a player made a move.
        clock: int64[1]; the number of the running simulation.
        equivalence: Own visits at which own and all-moves-as-first value weigh the same.
    """

    visits: NDArray[np.int32]
    wins: NDArray[np.float32]
    moves: NDArray[np.int64]
    players: NDArray[np.int64]
    stamps: NDArray[np.int64]
    clock: NDArray[np.int64]
    equivalence: float


def forget_children(tree, node, guide):
    first = np.int64(tree.first_child[node])
    for child in range(first, first + tree.child_count[node]):
        guide.visits[child] = 0
        guide.wins[child] = 0.0


def rave_value(tree, child, guide, factor):
    """Return a child's value: own and all-moves-as-first mean, and the exploration term."""
    visits = np.float64(tree.visits[child])
    others = np.float64(guide.visits[child])
    if visits == 0 and others == 0:
        return FIRST_PLAY
    weight = np.sqrt(guide.equivalence / (3 * visits + guide.equivalence)) if others > 0 else 0.0
    mean = np.float64(tree.mean[child]) if visits > 0 else 0.0
    if visits == 0:
        weight = 1.0
    as_first = guide.wins[child] / others if others > 0 else 0.0
    return (1 - weight) * mean + weight * as_first + factor / np.sqrt(visits + 1)


def select_rave(tree, node, exploration, guide):
    factor = exploration * np.sqrt(np.log(np.float64(max(tree.visits[node], 1))))
    first = np.int64(tree.first_child[node])
    best = np.int64(-1)
    best_value = -np.inf
    for child in range(first, first + tree.child_count[node]):
        value = rave_value(tree, child, guide, factor)
        if value > best_value:
            best_value = value
            best = np.int64(child)
    return best


def count_as_first(tree, path, depth, plies, result, guide):
    """Count a simulation for every move that was made later, at each node of its path."""
    clock = guide.clock[0]
    for ply in range(plies - 1, -1, -1):
        player = guide.players[ply]
        guide.stamps[player, guide.moves[ply]] = clock
        if ply > depth:
            continue
        won = 0.5 + 0.5 * result * (1 - 2 * player)
        first = np.int64(tree.first_child[path[ply]])
        for child in range(first, first + tree.child_count[path[ply]]):
            if guide.stamps[player, tree.move[child]] == clock:
                guide.visits[child] += 1
                guide.wins[child] += np.float32(won)


def simulate(tables, tree, work, policy, guide, last):
    """Run one simulation; see `ai.search.mcts_algorithm.simulate`. The solver stays off."""
    state = work.state
    path = work.path
    copy_state(work.root, state)
    first_mover = to_move(tables, state)
    node = np.int64(ROOT)
    if tree.visits[node] == 0:
        forget_children(tree, node, guide)
    guide.clock[0] += 1
    last = min(last, guide.visits.size - max_moves(tables))
    depth = 0
    path[0] = ROOT
    while True:
        if tree.child_count[node] == 0:
            is_new = tree.visits[node] < policy.expand_at
            if is_terminal(tables, state) or is_new or tree.used[0] > last:
                break
            expand(tables, tree, state, node, work, policy.solver)
            forget_children(tree, node, guide)
        node = select_rave(tree, node, policy.exploration, guide)
        guide.players[depth] = to_move(tables, state)
        guide.moves[depth] = tree.move[node]
        play(tables, state, guide.moves[depth])
        depth += 1
        path[depth] = node
    plies = depth
    while not is_terminal(tables, state):
        guide.players[plies] = to_move(tables, state)
        guide.moves[plies] = rollout_move(tables, state, work.rng)
        play(tables, state, guide.moves[plies])
        plies += 1
    result = np.float64(outcome(tables, state))
    for d in range(depth, -1, -1):
        count_result(tree, path[d], result * (1 - 2 * (first_mover ^ ((d + 1) & 1))))
    count_as_first(tree, path, depth, plies, result, guide)
