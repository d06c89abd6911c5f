"""The search tree as a structure of arrays, for every two-player game.

Node 0 is the root, the children of a node stand in one block, and a node tells everything
from the point of view of the player who moved into it. Nodes hold no parent: a simulation
knows the path it came down by. A tree grows by doubling up to a number of nodes; re-rooting
copies the subtree that is kept into a new one, so a tree never has holes from other games.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.compiled import compiled

ROOT = 0
UNKNOWN, WIN, DRAW, LOSS = 0, 1, 2, 3

MEAN_OF_LOSS = np.float32(-1e6)  # keeps selection away from a move that is proven lost
MEAN_OF_UNVISITED = np.float32(1e6)  # sends it to unvisited moves first


class Tree(NamedTuple):
    """N nodes of room, of which `used[0]` are in use.

    The mean and the spread stand beside the counts they follow from because selection reads
    them for every child, and the counts change only on the path.
    """

    used: NDArray[np.int64]  # [1]
    move: NDArray[np.int16]  # [N] the move that leads here
    first_child: NDArray[np.int32]  # [N] start of the block of children
    child_count: NDArray[np.int16]  # [N] 0 in a leaf
    complete: NDArray[np.bool_]  # [N] whether the moves without a child need no search
    visits: NDArray[np.int32]  # [N]
    wins: NDArray[np.int32]  # [N] visits that ended in a win for the player who moved here
    draws: NDArray[np.int32]  # [N] visits that ended in a draw
    mean: NDArray[np.float32]  # [N] win share, draws counting half; or what the proof says
    spread: NDArray[np.float32]  # [N] 1 / sqrt(visits)
    proof: NDArray[np.int8]  # [N] UNKNOWN, WIN, DRAW or LOSS
    distance: NDArray[np.int16]  # [N] plies from here to the end under the proof


MAX_VISITS = 2**31 - 2**20  # what the counters of a node hold, with room for one more chunk


def new_tree(capacity: int) -> Tree:
    """Return a tree that is only an unvisited root."""
    tree = _room(capacity)
    clear_node(tree, ROOT, -1)
    tree.used[0] = 1
    return tree


def _room(capacity: int) -> Tree:
    return Tree(
        used=np.zeros(1, np.int64),
        move=np.empty(capacity, np.int16),
        first_child=np.empty(capacity, np.int32),
        child_count=np.empty(capacity, np.int16),
        complete=np.empty(capacity, np.bool_),
        visits=np.empty(capacity, np.int32),
        wins=np.empty(capacity, np.int32),
        draws=np.empty(capacity, np.int32),
        mean=np.empty(capacity, np.float32),
        spread=np.empty(capacity, np.float32),
        proof=np.empty(capacity, np.int8),
        distance=np.empty(capacity, np.int16),
    )


NODE_BYTES = sum(field.itemsize for field in _room(1)[1:])


def grown(tree: Tree, capacity: int) -> Tree:
    """Return the same tree with room for more nodes."""
    used = int(tree.used[0])
    larger = _room(capacity)
    for field in Tree._fields:
        old = getattr(tree, field)[:used]
        getattr(larger, field)[: old.size] = old
    return larger


def copied(tree: Tree, nodes: slice | NDArray[np.int64]) -> Tree:
    """Return some nodes of a tree alone, as they are now."""
    return Tree._make([tree.used.copy(), *(field[nodes].copy() for field in tree[1:])])


def capacity_of(tree: Tree) -> int:
    return tree.move.size


def child_with_move(tree: Tree, node: int, move: int) -> int | None:
    """Return the child that a move leads to, if there is one."""
    first = int(tree.first_child[node])
    moves = tree.move[first : first + int(tree.child_count[node])]
    places = np.flatnonzero(moves == move)
    return first + int(places[0]) if places.size else None


def rerooted(tree: Tree, node: int, spare: int) -> Tree:
    """Return a new tree whose root is `node`, with its subtree and `spare` free places."""
    origin = np.empty(int(tree.used[0]), np.int32)
    size = int(subtree_nodes(tree, node, origin))
    target = _room(size + spare)
    copy_nodes(tree, origin[:size], target)
    target.move[ROOT] = -1
    return target


@compiled
def clear_node(tree, node, move):
    """Make `node` an unvisited leaf."""
    tree.move[node] = move
    tree.first_child[node] = 0
    tree.child_count[node] = 0
    tree.complete[node] = False
    tree.visits[node] = 0
    tree.wins[node] = 0
    tree.draws[node] = 0
    tree.mean[node] = MEAN_OF_UNVISITED
    tree.spread[node] = 0
    tree.proof[node] = UNKNOWN
    tree.distance[node] = 0


@compiled
def copy_node(source, node, target, place):
    """Copy one node; its children stay where they are."""
    target.move[place] = source.move[node]
    target.first_child[place] = source.first_child[node]
    target.child_count[place] = source.child_count[node]
    target.complete[place] = source.complete[node]
    target.visits[place] = source.visits[node]
    target.wins[place] = source.wins[node]
    target.draws[place] = source.draws[node]
    target.mean[place] = source.mean[node]
    target.spread[place] = source.spread[node]
    target.proof[place] = source.proof[node]
    target.distance[place] = source.distance[node]


@compiled
def subtree_nodes(tree, node, out):
    """List a node and all below it, breadth first; return how many there are."""
    out[0] = node
    n = 1
    done = 0
    while done < n:
        first = tree.first_child[out[done]]
        for child in range(first, first + tree.child_count[out[done]]):
            out[n] = child
            n += 1
        done += 1
    return n


@compiled
def copy_nodes(source, origin, target):
    """Copy the nodes that `subtree_nodes` listed; blocks of children stay whole."""
    next_block = 1
    for place in range(origin.size):
        copy_node(source, origin[place], target, place)
        target.first_child[place] = next_block
        next_block += target.child_count[place]
    target.used[0] = origin.size


@compiled
def count_result(tree, node, result):
    """Count a visit that ended in +1, 0 or -1 for the player who moved here."""
    tree.visits[node] += 1
    if result > 0:
        tree.wins[node] += 1
    elif result == 0:
        tree.draws[node] += 1
    visits = tree.visits[node]
    if tree.proof[node] == UNKNOWN:
        tree.mean[node] = np.float32((tree.wins[node] + 0.5 * tree.draws[node]) / visits)
        tree.spread[node] = np.float32(1.0 / np.sqrt(visits))


@compiled
def prove(tree, node, proof, distance):
    """Write down a proven value, and what it makes selection believe."""
    tree.proof[node] = proof
    tree.distance[node] = distance
    tree.spread[node] = 0
    if proof == WIN:
        tree.mean[node] = np.float32(1.0)
    elif proof == DRAW:
        tree.mean[node] = np.float32(0.5)
    else:
        tree.mean[node] = MEAN_OF_LOSS


@compiled
def best_child(tree, node):
    """Return the child to follow in a line, or -1 in a leaf.

    A proven win with the shortest distance; else the most visited child that is not proven
    lost; else the proven loss that lasts longest.
    """
    best = np.int64(-1)
    best_rank = np.int64(-1)
    first = tree.first_child[node]
    for child in range(first, first + tree.child_count[node]):
        proof = tree.proof[child]
        if proof == WIN:
            rank = (np.int64(1) << 40) - tree.distance[child]
        elif proof == LOSS:
            rank = np.int64(tree.distance[child])
        else:
            rank = (np.int64(1) << 20) + tree.visits[child]
        if rank > best_rank:
            best_rank = rank
            best = np.int64(child)
    return best


@compiled
def principal_variation(tree, node, out):
    """Write the moves that the tree expects below `node`; return how many.

    In a node with a proven value the line follows the moves that prove it.
    """
    n = 0
    while n < out.size:
        child = best_child(tree, node)
        proof = tree.proof[node]
        if child < 0 or (tree.visits[child] == 0 and tree.proof[child] == UNKNOWN):
            break
        if proof == DRAW:
            child = _drawing_child(tree, node, child)
        out[n] = tree.move[child]
        n += 1
        node = child
    return n


@compiled
def child_lines(tree, node, lines, lengths):
    """Write the line of each child of `node`, its own move first.

    Args:
        lines: int64[children, longest] for the moves.
        lengths: int64[children] for their numbers.
    """
    first = tree.first_child[node]
    for i in range(tree.child_count[node]):
        lines[i, 0] = tree.move[first + i]
        lengths[i] = 1 + principal_variation(tree, first + i, lines[i, 1:])


@compiled
def top_nodes(tree, node, widths, nodes, parents):
    """List the most tried nodes below `node`, level by level, the most tried child first.

    Args:
        node: Where to begin; it is not listed itself.
        widths: int64[levels], how many children of a listed node are listed.
        nodes: int64[room] for the nodes.
        parents: int64[room] for each node's parent, as a place in `nodes`; -1 for `node`.

    Returns:
        How many were listed.
    """
    n = _top_children(tree, node, widths[0], -1, nodes, parents, 0)
    begin = 0
    for level in range(1, widths.size):
        end = n
        for place in range(begin, end):
            n = _top_children(tree, nodes[place], widths[level], place, nodes, parents, n)
        begin = end
    return n


@compiled
def _top_children(tree, node, width, parent, nodes, parents, n):
    first = tree.first_child[node]
    begin = n
    while n < nodes.size and n - begin < width:
        best = np.int64(-1)
        for child in range(first, first + tree.child_count[node]):
            listed = False
            for place in range(begin, n):
                listed = listed or nodes[place] == child
            if listed or tree.visits[child] == 0:
                continue
            if best < 0 or tree.visits[child] > tree.visits[best]:
                best = np.int64(child)
        if best < 0:
            break
        nodes[n] = best
        parents[n] = parent
        n += 1
    return n


@compiled
def _drawing_child(tree, node, otherwise):
    first = tree.first_child[node]
    best = otherwise
    for child in range(first, first + tree.child_count[node]):
        if tree.proof[child] == DRAW and (
            tree.proof[best] != DRAW or tree.visits[child] > tree.visits[best]
        ):
            best = child
    return best
