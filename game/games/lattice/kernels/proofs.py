"""What searches of threats share: counted effort, a table of positions, and how a win goes.

Such a search has a work array: counters, then for each ply a list of moves and the principal
variation from there (length first), then the variation of the best win found. What else a search
needs begins at `END`. Its table of positions (the memo) has two entries a position: its name, then
kind, depth, move and distance.
"""

from ai.kernels.compiled import compiled
from ai.kernels.shared import is_set

NODES = 0  # positions searched so far
NODE_LIMIT = 1  # give up past this many
ABORTED = 2  # 1 once the node limit or the flag has ended the search
LEAF_NODES = 3  # what a search of fours within a search of threats may take
LAST_PLY = 4  # the win must be complete by this ply
SALT = 5  # tells positions searched for short wins only from others
OWN = 6  # two counters of the search's own
ROW = 228  # room for a list of cells and its length
LISTS = 8  # [ply] rows
PLIES = 180
VARIATIONS = LISTS + PLIES * ROW  # [ply] rows: length, moves
BEST = VARIATIONS + PLIES * ROW  # one row: the variation of the best win found
END = BEST + ROW
LONGEST_WIN = PLIES - 30

MEMO_BITS = 18
WIN = 1
FAIL = 2
BOUND_SALT = 0x5851F42D4C957F2D
_POLL_MASK = 31


@compiled
def out_of_nodes(work, flag):
    """Count a node; note and tell whether the search must end."""
    work[NODES] += 1
    if work[NODES] > work[NODE_LIMIT] or ((work[NODES] & _POLL_MASK) == 0 and is_set(flag)):
        work[ABORTED] = 1
    return work[ABORTED] != 0


@compiled
def slot(memo, name):
    return 2 * (name & (memo.size // 2 - 1))


@compiled
def remember(memo, name, kind, depth, move, distance):
    """Keep what was found of a position: a win, or the depth to which there is none."""
    at = slot(memo, name)
    memo[at] = name
    memo[at + 1] = kind | (depth << 8) | (move << 16) | (distance << 24)


@compiled
def cached_win(work, memo, name, ply, depth):
    """Return the plies of a win that the memo knows, -1 for a failure, 0 for neither.

    How the win begins becomes the variation of `ply`; at the root, wins are searched anew.
    """
    at = slot(memo, name)
    if memo[at] != name:
        return 0
    entry = memo[at + 1]
    if ply > 0 and entry & 255 == WIN and entry >> 24 <= work[LAST_PLY] - ply:
        work[VARIATIONS + ply * ROW] = 1
        work[VARIATIONS + ply * ROW + 1] = (entry >> 16) & 255
        return entry >> 24
    if entry & 255 == FAIL and (entry >> 8) & 255 >= depth:
        return -1
    return 0


@compiled
def set_variation(work, ply, head, reply):
    """Make the variation of `ply` a move, a reply, and the variation two plies on."""
    at = VARIATIONS + ply * ROW
    below = at + 2 * ROW
    work[at + 1] = head
    work[at + 2] = reply
    length = min(work[below], ROW - 4)
    for i in range(length):
        work[at + 3 + i] = work[below + 1 + i]
    work[at] = length + 2


@compiled
def keep_variation(work):
    """Make the root's variation the best one."""
    for i in range(work[VARIATIONS] + 1):
        work[BEST + i] = work[VARIATIONS + i]
