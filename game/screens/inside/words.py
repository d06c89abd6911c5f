"""What the screen that looks inside a search says: of a node, of a moment, of a sum. Pure."""

from math import isinf

from ai.contract.rules import State
from ai.search.simulation import PROVEN, Path, SearchedNode, SearchedTree
from game.screens.inside.stage import Staged
from game.words.numbers import thousands
from game.words.say import counted


def state_at(root: State, path: Path) -> State:
    for move in path:
        root = root.play(move)
    return root


def worth(node: SearchedNode) -> str:
    """Return what a node is worth: the mean of its results, or the best score."""
    if node.proof is not None:
        return PROVEN[node.proof]
    if not node.visits:
        return "–"
    return thousands(round(node.mean)) if node.bonus is None else f"{node.mean:.2f}"


def summands(node: SearchedNode) -> tuple[str, ...]:
    """Return a node's worth, what UCT adds to it, and the sum; what is proven stands alone."""
    if node.bonus is None or node.proof is not None:
        return (worth(node),)
    if isinf(node.bonus):
        return worth(node), "∞", "∞"
    return tuple(map(number, node.summands))


def summed(node: SearchedNode) -> str:
    """Return the sum as it is written out: 0.54 + 0.21."""
    is_sum = node.visits and node.bonus is not None
    return " + ".join(summands(node)[:2]) if is_sum else worth(node)


def number(value: float) -> str:
    return thousands(value) if isinstance(value, int) else f"{value:.2f}"


def begins(name: str, tree: SearchedTree | None) -> str:
    """Return what a search has from the one before; nothing where it would not keep it."""
    if tree is None or tree.kept is None:
        return ""
    if not tree.kept:
        return f"{name} begins empty: there is no tree from a move before."
    return f"{name} begins with **{counted(tree.kept, 'visit')}** from the search a move before."


def sentence(stage: Staged, *, is_over: bool) -> str:
    """Return what happens at a moment, in one or two short sentences."""
    moment, told = stage.moment, stage.simulation
    if is_over and told is None:
        return "This position is **proven** as it stands: there is nothing to simulate."
    if moment is None or told is None:
        if kept := begins("It", stage.tree):
            return f"{kept} **Step** goes on, phase by phase."
        return f"No {stage.described.step} yet. **Step** shows the first one, phase by phase."
    return moment.text.format(*map(number, moment.numbers))
