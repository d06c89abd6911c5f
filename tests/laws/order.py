"""Law 7: one order. Nothing proven worse stands before anything better, and one move is best."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ai.contract.rules import State
from ai.search.messages import Proof, SearchInfo
from game.screens.play.controller import GameController
from game.screens.play.game_scene import GameScene
from game.ui.overlay import Mark, Overlay
from game.ui.panel.analysis import CandidateTable
from game.ui.tree import TreeNode
from tests.laws.facts import BrokenLawError, Memory
from tests.laws.world import World

LAW: Final = "there is one order of moves"
KEYS: Final = 9
_TIERS: Final = {Proof.WIN: 2, None: 1, Proof.DRAW: 1, Proof.LOSS: 0}
_NAME: Final = re.compile(r"\*\*(.+?)\*\*")

Facts = Mapping[int, tuple[Proof, int | None]]
"""What is proven of moves, and in how many plies they end."""


def facts_of(info: SearchInfo | None, state: State) -> Facts:
    """Return what is proven of the moves of a position, by a search or by a solver."""
    if info is None:
        return {}
    is_lost = info.proof is Proof.LOSS
    lost = {move: (Proof.LOSS, None) for move in state.legal_moves if is_lost}
    proven = {each.move: (each.proof, each.distance) for each in info.candidates if each.proof}
    return lost | proven | {each.move: (each.proof, each.distance) for each in info.exact}


def is_worse(facts: Facts, one: int, other: int) -> bool:
    """Tell whether one move is proven to be worse than another."""
    (proof, plies), (better, sooner) = facts.get(one, (None, 0)), facts.get(other, (None, 0))
    if _TIERS[proof] != _TIERS[better]:
        return _TIERS[proof] < _TIERS[better]
    if plies is None or sooner is None:
        return False
    return plies > sooner if proof is Proof.WIN else proof is Proof.LOSS and plies < sooner


def moves_are_in_order(world: World, memory: Memory) -> None:
    """Board, table, keys, sentence and tree show moves in one order, and the best first."""
    del memory
    game, content = world.game, world.content
    if game is None or content is None or world.dialog is not None:
        return
    controller, overlay = game.controller, game.controller.ai.full_overlay
    if overlay is None or not overlay.marks or not controller.state.is_view_open:
        return
    state, known = content.state, controller.ai.shown_analysis
    if overlay.by_estimate:
        if "estimate alone" not in f"{world.sentences} {game.face.legend()[0]}":
            raise BrokenLawError(LAW, "the estimates order the moves, and nobody says so")
        facts: Facts = {}
    else:
        facts = facts_of(known.info if known is not None else None, state)
        _values_are_proven(state, overlay, facts)
    best = overlay.marks[0]
    for where, moves in _shown(world, game, overlay, state):
        _best_is_first(where, moves, state, best)
        known_moves = (*(mark.move for mark in overlay.marks), *facts)
        _no_worse_is_before_a_better(where, moves, state, facts, known_moves)
    if game.controller.state.tree and world.skin is not None and known is not None:
        placed = game.tree.layout_of(state, known.info, overlay.marks, world.skin)
        _tree_is_in_order(placed.nodes, state, best, facts)


def _shown(
    world: World, game: GameScene, overlay: Overlay, state: State
) -> Iterable[tuple[str, Sequence[int]]]:
    """Yield the places that show moves in an order."""
    names = {state.move_label(move): move for move in state.legal_moves}
    controller = game.controller
    if controller.ai.board_overlay is overlay and overlay.estimates:
        yield "on the board", [mark.move for mark in overlay.marks if mark.labelled]
    chosen = map(game.candidates.chosen, range(KEYS))
    yield "by the keys", [mark.move for mark in chosen if mark is not None]
    tables = [each for each in world.sections if isinstance(each, CandidateTable)]
    for table in tables[: controller.state.shows_layer]:
        yield "in the table", [names[row.move] for row in table.rows if row.move in names]
    if game.preview.mark is None and _tells_of_best(controller, overlay):
        said = game.face.explanation()
        named = [names[name] for name in _NAME.findall(said) if name in names]
        is_of_blocks = " wins at " in said  # which tells of the opponent's moves
        if said in world.sentences and not is_of_blocks:
            yield f"in {said!r}", named[:1]


def _tells_of_best(controller: GameController, overlay: Overlay) -> bool:
    """Tell whether the sentence is about the best move, and not about what was hinted at."""
    best = controller.ai.best
    return best is not None and best.move == overlay.marks[0].move


def _no_worse_is_before_a_better(
    where: str, moves: Sequence[int], state: State, facts: Facts, others: Sequence[int] = ()
) -> None:
    """Hold moves against those that follow, and against others for which no room is left."""
    after = [move for move in others if move not in moves]
    for at in reversed(range(len(moves))):
        move = moves[at]
        better = next((other for other in after if is_worse(facts, move, other)), None)
        if better is not None:
            told = state.move_label(move), state.move_label(better)
            raise BrokenLawError(LAW, "{}: {} stands before {}".format(where, *told))
        after.append(move)


def _values_are_proven(state: State, overlay: Overlay, facts: Facts) -> None:
    for mark in overlay.marks:
        proof, _ = facts.get(mark.move, (None, None))
        if proof is not None and mark.value != proof.share:
            name = state.move_label(mark.move)
            raise BrokenLawError(LAW, f"{name} is a proven {proof}, told as {mark.value}")


def _best_is_first(where: str, moves: Sequence[int], state: State, best: Mark) -> None:
    if moves and moves[0] not in (best.move, *best.same_plan):
        told = state.move_label(moves[0]), state.move_label(best.move)
        raise BrokenLawError(LAW, "{}: {} is first, {} is best".format(where, *told))


def _tree_is_in_order(nodes: Sequence[TreeNode], state: State, best: Mark, facts: Facts) -> None:
    moves = [node.path[0] for node in nodes if node.depth == 1]
    _best_is_first("in the tree", moves, state, best)
    _no_worse_is_before_a_better("in the tree", moves, state, facts)
    for parent in range(len(nodes)):
        mine = [node for node in nodes if node.parent == parent]
        tiers = [_TIERS[_for_its_mover(node)] for node in mine]
        if tiers != sorted(tiers, reverse=True):
            names = " ".join(str(node.path[-1]) for node in mine)
            raise BrokenLawError(LAW, f"in the tree {names} are in another order")


def _for_its_mover(node: TreeNode) -> Proof | None:
    return node.proof if node.depth % 2 or node.proof is None else node.proof.opposite


def a_hint_is_the_best(world: World, memory: Memory) -> None:
    """When a move is fixed for a hint, nothing is known to be better."""
    game = world.game
    if game is None:
        return
    promised, controller = world.promised, game.controller
    before, memory.promised = memory.promised, promised
    known = controller.ai.shown_analysis
    if promised is None or promised is before or known is None:
        return
    state = game.session.state
    facts = facts_of(known.info, state)
    for other in state.legal_moves:
        if is_worse(facts, promised.move, other):
            told = state.move_label(promised.move), state.move_label(other)
            raise BrokenLawError(LAW, "{} is the hint, and {} is better".format(*told))


def a_search_plays_its_best(world: World, memory: Memory) -> None:
    """What a search tells first is best, and is what it plays: hints and demos come from there."""
    del memory
    if world.ai.result is None:
        return
    request, result = world.ai.result
    world.ai.result = None
    info = result.info
    if result.move is None or not request.follows_proofs or not info.candidates:
        return
    state = request.position
    facts = facts_of(info, state)
    moves = [each.move for each in info.candidates]
    _no_worse_is_before_a_better("in a search", moves, state, facts, tuple(facts))
    if facts and any(is_worse(facts, result.move, other) for other in state.legal_moves):
        raise BrokenLawError(LAW, f"a search plays {state.move_label(result.move)}")


LAWS: Final = (moves_are_in_order, a_hint_is_the_best, a_search_plays_its_best)
