"""What the screen that looks inside a search says: of a node, of a moment, of a sum. Pure."""

from math import isinf

from ai.contract.rules import GameSpec, State
from ai.search.messages import Proof
from ai.search.simulation import Path, Phase, SearchedNode
from game.screens.inside.stage import Staged
from game.ui.format import MINUS, counted, thousands

PROOFS = {Proof.WIN: "won", Proof.DRAW: "drawn", Proof.LOSS: "lost"}


def state_at(root: State, path: Path) -> State:
    """Return the position of a node."""
    for move in path:
        root = root.play(move)
    return root


def side_to_move(spec: GameSpec, state: State) -> str:
    """Return what the pieces of the player to move are called."""
    return spec.sides[spec.side_of(state, state.current_player)]


def worth(node: SearchedNode) -> str:
    """Return what a node is worth: the mean of its results, or the best score."""
    if node.proof is not None:
        return PROOFS[node.proof]
    if not node.visits:
        return "–"
    return thousands(round(node.mean)) if node.bonus is None else f"{node.mean:.2f}"


def summands(node: SearchedNode) -> tuple[str, ...]:
    """Return a node's worth, what UCT adds to it, and the sum; what is proven stands alone."""
    if node.bonus is None or node.proof is not None:
        return worth(node), *map(number, node.more)
    if isinf(node.bonus):
        return worth(node), "∞", "∞"
    return worth(node), f"{node.bonus:.2f}", f"{node.mean + node.bonus:.2f}"


def summed(node: SearchedNode) -> str:
    """Return the sum as it is written out: 0.54 + 0.21."""
    is_sum = node.visits and node.bonus is not None
    return " + ".join(summands(node)[:2]) if is_sum else worth(node)


def number(value: float) -> str:
    """Return a whole number, or a number with two decimals."""
    if isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    return thousands(value) if isinstance(value, int) else f"{value:.2f}".replace("-", MINUS)


def sentence(spec: GameSpec, root: State, stage: Staged, *, is_over: bool) -> str:
    """Return what happens at a moment, in one or two short sentences."""
    moment, told = stage.moment, stage.simulation
    if is_over and told is None:
        return "This position is **proven** as it stands: there is nothing to simulate."
    if moment is None or told is None:
        return f"No {stage.described.step} yet. **Step** shows the first one, phase by phase."
    if moment.text:
        return moment.text.format(*map(number, moment.numbers))
    state = state_at(root, moment.at)
    match moment.phase:
        case Phase.SELECTION:
            return _selection(spec, state, stage)
        case Phase.EXPANSION if told.played_out is None:
            return "A forced win is known from here: its moves join the tree, **proven**."
        case Phase.EXPANSION if spec.players == 1:
            return f"**{_name(state, moment.path)}** is new: it joins the tree."
        case Phase.EXPANSION:
            count = len(stage.children(moment.at))
            tried = f"; **{_name(state, moment.path)}** is tried first" if count > 1 else ""
            return f"The leaf gets **{counted(count, 'child node')}**{tried}."
        case Phase.PLAYOUT:
            assert told.played_out is not None
            count = len(told.played_out.moves)
            played = f"**{counted(count, 'quick move')}**" if count else "Played"
            return f"{played} to the end: **{_result(spec, state, told.played_out.result)}**."
        case _:
            return _counted_up(spec, root, stage)


def _selection(spec: GameSpec, state: State, stage: Staged) -> str:
    moment = stage.moment
    assert moment is not None
    node, name = stage.node(moment.path), _name(state, moment.path)
    if spec.players == 1:
        return _nested(stage, len(moment.path), name)
    side = side_to_move(spec, state)
    if node is None or not node.visits:
        return f"{side} to move: **{name}** has not been tried yet, so it comes first."
    siblings = stage.children(moment.at)
    if node.proof is not None:
        return f"{side} to move: **{name}** is proven {PROOFS[node.proof]}."
    if any(each.value > node.value for each in siblings):
        return f"{side} to move: a draw is certain; **{name}** is the best of the open moves."
    total = summands(node)[-1]
    return f"{side} to move: **{name}** has the highest sum, {summed(node)} = **{total}**."


def _nested(stage: Staged, depth: int, name: str) -> str:
    """Return what a nested search does with a move of its path, and which of its levels."""
    told = stage.simulation
    assert told is not None
    above = [each for each in told.memories if each.begun < depth]
    level = f"Level {above[-1].level}: " if len(told.memories) > 1 else ""
    if depth == len(told.path):
        return f"{level}**{name}** is tried once more."
    if any(each.begun == depth for each in told.memories):
        return f"{level}**{name}** is tried by a search of **level {above[-1].level - 1}**."
    return f"{level}**{name}** begins the best game found so far: it is played."


def _counted_up(spec: GameSpec, root: State, stage: Staged) -> str:
    told = stage.simulation
    assert told is not None
    if spec.players == 1:
        score, best = told.results[0], told.before.node(())
        if best is None or score > best.mean:
            return f"**{thousands(round(score))}** is the best game so far: it is remembered."
        return f"{thousands(round(score))} is no more than **{thousands(round(best.mean))}**."
    result = told.results[-1]
    path = told.path
    mover = side_to_move(spec, state_at(root, path[:-1]))
    words = {1: f"a win for {mover}", 0: "a draw", -1: f"a loss for {mover}"}[round(result)]
    certain = "" if told.played_out else " It was certain: no playout."
    return f"Each node of the path counts one visit more, **{words}**.{certain}"


def _name(state: State, path: Path) -> str:
    return state.move_label(path[-1])


def _result(spec: GameSpec, state: State, result: float) -> str:
    if spec.players == 1:
        return counted(round(result), "point")
    if not result:
        return "a draw"
    winner = spec.sides[spec.side_of(state, 0 if result > 0 else 1)]
    return f"{winner} wins"
