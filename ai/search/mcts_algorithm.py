# mypy: disable-error-code="assignment"
"""Monte Carlo tree search with a solver, written once for games of two alternating players.

UCT: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. Solver: Winands,
Bjornsson and Saito, "Monte-Carlo tree search solver", CG 2008, with draws, distances and
proofs over all legal moves. `ai.engine.specialise` compiles it for a game.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.contract.kernel import (
    candidate_moves,
    forced_win,
    is_terminal,
    legal_moves,
    max_moves,
    outcome,
    play,
    playout,
    to_move,
)
from ai.kernels.bits import copy_state
from ai.kernels.random import random_below
from ai.kernels.shared import is_set
from ai.search.tree import (
    DRAW,
    LOSS,
    ROOT,
    UNKNOWN,
    WIN,
    clear_node,
    copy_node,
    count_result,
    prove,
)

POLL_EVERY = 32  # simulations between two looks at the cancel flag


class TreePolicy(NamedTuple):
    """How a tree is searched.

    Attributes:
        exploration: UCT's exploration constant.
        expand_at: Visits at which a leaf gets children, at least 1.
        solver: Whether proofs are looked for and backed up; they end the search.
    """

    exploration: float
    expand_at: int
    solver: bool


class Workspace(NamedTuple):
    """What one thread searches in.

    Attributes:
        root: int64[state_length]; the position of the tree's root, not a finished game.
        state: int64[state_length]; the position a simulation is at.
        path: int64[max_plies + 1]; the nodes that it came by.
        moves: int64[max_moves]; the moves of a position.
        rng: uint64[1]; the random generator's state.
    """

    root: NDArray[np.int64]
    state: NDArray[np.int64]
    path: NDArray[np.int64]
    moves: NDArray[np.int64]
    rng: NDArray[np.uint64]


def expand(tables, tree, state, node, work, solver):
    """Give a leaf its children, in random order so that none is tried first by habit.

    Where the game knows a forced win for the player to move, the leaf gets that line instead.

    Returns:
        Whether the leaf is proven.
    """
    moves = work.moves
    if solver:
        plies = forced_win(tables, state, moves)
        if plies > 0:
            graft(tree, node, moves, plies)
            return True
    n, others_lose_in = candidate_moves(tables, state, moves)
    first = tree.used[0]
    for i in range(n):
        j = i + random_below(work.rng, n - i)
        clear_node(tree, first + i, moves[j])
        moves[j] = moves[i]
    tree.first_child[node] = first
    tree.child_count[node] = n
    tree.complete[node] = others_lose_in > 0
    tree.distance[node] = others_lose_in
    tree.used[0] = first + n
    return False


def graft(tree, node, line, plies):
    """Hang a won line below a leaf, node by node, and prove them all."""
    for i in range(plies):
        prove(tree, node, LOSS if i % 2 == 0 else WIN, np.int64(plies - i))
        child = tree.used[0]
        clear_node(tree, child, line[i])
        tree.first_child[node] = child
        tree.child_count[node] = 1
        tree.complete[node] = True
        tree.used[0] = child + 1
        node = np.int64(child)
    prove(tree, node, WIN, np.int64(0))


def widen(tables, tree, state, node, moves):
    """Give a node a child for every legal move, keeping the children it has.

    Without room the node stays as it is, open for ever; the last room is kept for the root.
    """
    n = legal_moves(tables, state, moves)
    first = tree.used[0]
    kept = 0 if node == ROOT else max_moves(tables)
    if first + n + kept > tree.move.size:
        return
    old_first = tree.first_child[node]
    old_count = tree.child_count[node]
    for i in range(n):
        clear_node(tree, first + i, moves[i])
        for old in range(old_first, old_first + old_count):
            if tree.move[old] == moves[i]:
                copy_node(tree, old, tree, first + i)
    tree.first_child[node] = first
    tree.child_count[node] = n
    tree.complete[node] = True
    tree.used[0] = first + n


def select(mean, spread, first, count, visits, exploration):
    """Return the child with the highest UCT value; a proven draw is worth half, for certain.

    It takes what it reads of the tree: where the compiler makes this a call, passing the whole
    tree would cost more than the rest of a simulation.
    """
    begin = np.uint64(first)
    factor = np.float32(exploration * np.sqrt(np.log(np.float64(max(visits, 1)))))
    best = begin
    best_value = np.float32(-np.inf)
    for child in range(begin, begin + np.uint64(count)):
        value = mean[child] + factor * spread[child]
        if value > best_value:
            best_value = value
            best = child
    return np.int64(best)


def select_open(tree, node, exploration):
    """Return the unproven child with the highest UCT value, or -1 when all are proven."""
    factor = np.float32(exploration * np.sqrt(np.log(np.float64(max(tree.visits[node], 1)))))
    best = np.int64(-1)
    best_value = np.float32(-np.inf)
    first = np.int64(tree.first_child[node])
    for child in range(first, first + tree.child_count[node]):
        value = tree.mean[child] + factor * tree.spread[child]
        if tree.proof[child] == UNKNOWN and value > best_value:
            best_value = value
            best = np.int64(child)
    return best


def proof_of_outcome(result):
    """Return the proven value that an outcome of +1, 0 or -1 is."""
    if result > 0:
        return WIN
    return DRAW if result == 0 else LOSS


def sum_up(tree, node):
    """Prove a node by its children, if they do; whether another move may matter is ignored.

    Returns:
        The proven value for the player who moved into the node, and the plies to the end:
        the winner takes the shortest way known, the loser the longest. Until it is proven, a
        node's distance is that of the moves that have no child because they lose.
    """
    first = tree.first_child[node]
    shortest_win = 1 << 14
    longest_draw = -1
    longest_loss = np.int64(tree.distance[node])
    open_moves = False
    for child in range(first, first + tree.child_count[node]):
        proof = tree.proof[child]
        distance = np.int64(tree.distance[child])
        if proof == WIN:
            shortest_win = min(shortest_win, distance)
        elif proof == DRAW:
            longest_draw = max(longest_draw, distance)
        elif proof == LOSS:
            longest_loss = max(longest_loss, distance)
        else:
            open_moves = True
    if shortest_win < 1 << 14:
        return LOSS, shortest_win + 1
    if open_moves:
        return UNKNOWN, 0
    if longest_draw >= 0:
        return DRAW, longest_draw + 1
    return WIN, longest_loss + 1


def solve_path(tables, tree, work, depth):
    """Carry a new proof at `path[depth]` up as far as it reaches.

    A node whose children are all proven without a win is concluded only if they are all the
    moves that matter; else it gets its other legal moves and stays open.
    """
    while depth > 0:
        depth -= 1
        node = work.path[depth]
        proof, distance = sum_up(tree, node)
        if proof == UNKNOWN:
            return
        if proof != LOSS and not tree.complete[node]:
            copy_state(work.root, work.state)
            for i in range(1, depth + 1):
                play(tables, work.state, np.int64(tree.move[work.path[i]]))
            widen(tables, tree, work.state, node, work.moves)
            return
        prove(tree, node, proof, distance)


def finish(tables, state, rng, guide):  # noqa: ARG001
    """Play a leaf's state to its end and return the outcome: here by the rollout policy.

    `ai.engine.specialise` puts other ways of playing on in its place; `guide` is what those need.
    """
    return playout(tables, state, rng)


def simulate(tables, tree, work, policy, guide, last):
    """Run one simulation: selection, expansion, playout, backpropagation.

    Where no move promises more than a proven draw, the node counts a draw, and the
    simulation goes on below the best unproven move only to learn about that one.

    See `run` for the arguments; no leaf is expanded when more than `last` nodes are in use.
    """
    state = work.state
    path = work.path
    solver = policy.solver
    copy_state(work.root, state)
    first_mover = to_move(tables, state)
    node = np.int64(ROOT)
    depth = 0
    path[0] = ROOT
    drawn_depth = -1
    proven = False
    while tree.proof[node] == UNKNOWN:
        if tree.child_count[node] == 0:
            if is_terminal(tables, state):
                if solver:
                    sign = 1 - 2 * (first_mover ^ ((depth + 1) & 1))
                    prove(tree, node, proof_of_outcome(sign * outcome(tables, state)), np.int64(0))
                    proven = True
                break
            if tree.visits[node] < policy.expand_at or tree.used[0] > last:
                break
            if expand(tables, tree, state, node, work, solver):
                proven = True
                break
        first = tree.first_child[node]
        children = tree.child_count[node]
        visits = tree.visits[node]
        child = select(tree.mean, tree.spread, first, children, visits, policy.exploration)
        if tree.proof[child] == DRAW:
            other = select_open(tree, node, policy.exploration)
            if other >= 0:
                child = other
                drawn_depth = depth
        node = child
        play(tables, state, np.int64(tree.move[node]))
        depth += 1
        path[depth] = node
    if tree.proof[node] != UNKNOWN:
        result = 2.0 - tree.proof[node]
    else:
        value = finish(tables, state, work.rng, guide)
        result = value * (1 - 2 * (first_mover ^ ((depth + 1) & 1)))
    for d in range(depth, -1, -1):
        if d == drawn_depth:
            result = 0.0
        count_result(tree, path[d], result)
        result = -result
    if proven:
        solve_path(tables, tree, work, depth)


def open_root(tables, tree, work, solver):
    """Make sure that the root has children and is proven if its children prove it."""
    node = np.int64(ROOT)  # a literal argument would make numba compile everything again
    depth = np.int64(1)
    if tree.child_count[node] == 0:
        expand(tables, tree, work.root, node, work, solver)
    elif solver and tree.proof[node] == UNKNOWN:
        work.path[0] = node
        work.path[1] = tree.first_child[node]
        solve_path(tables, tree, work, depth)


def run(tables, tree, work, policy, guide, flag, count, growing):
    """Run simulations until a proof, the flag, the count or a full tree ends it.

    Args:
        guide: What `finish` needs.
        flag: uint8[1] that another thread sets to stop the search.
        count: How many simulations to run; with none the root still gets its children.
        growing: Whether to come back for a larger tree when this one is full; else the
            search goes on without adding nodes.

    Returns:
        How many simulations were run.
    """
    open_root(tables, tree, work, policy.solver)
    last = tree.move.size - 3 * max_moves(tables)
    for i in range(count):
        if i % POLL_EVERY == 0 and is_set(flag):
            return i
        if growing and tree.used[0] > last:
            return i
        if policy.solver and tree.proof[ROOT] != UNKNOWN:
            return i
        simulate(tables, tree, work, policy, guide, last)
    return count
