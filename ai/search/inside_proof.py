"""The proof of a position, walked node by node down to the last reply.

Who it is for plays the solver's best move; the other player tries every reply. What each position
is worth is asked of the game's solver anew (`Search.exact`), and the rules say how a game ends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.search.inside import LineTree, Tries, WatchedCalls
from ai.search.messages import ExactValue, Proof
from ai.search.simulation import Moment, Path, Phase, SearchedNode, Simulation


@dataclass(frozen=True, eq=False, slots=True)
class ProofTree(LineTree):
    """The first nodes of a proof, each with what is proven of it."""

    proofs: dict[Path, Proof]
    step: ClassVar = "node"
    columns: ClassVar = ("proven",)
    phases: ClassVar = {Phase.BACKPROPAGATION: "Proof"}

    def node(self, path: Path) -> SearchedNode | None:
        known, proof = LineTree.node(self, path), self.proofs.get(path)
        return replace(known, mean=proof.share, proof=proof) if known and proof else known


class _Walk:
    """Goes through the proof of a position, depth first."""

    def __init__(self, game: str, root: State) -> None:
        self._game, self._root = game_of(game), root
        self.tries, self.proofs = Tries(), dict[Path, Proof]()

    def run(self, tell: Callable[[Simulation], None]) -> None:
        """Tell of each node."""
        mover = self._root.current_player
        values = self._values(self._root)
        is_lost = all(each.proof is Proof.LOSS for each in values)
        for path, text in self._below(self._root, (), 1 - mover if is_lost else mover):
            self.tries.add(path, self.proofs[path[:1]].share)
            number = self.tries.count
            before, after = (ProofTree(self.tries, at, self.proofs) for at in (number - 1, number))
            moment = Moment(Phase.BACKPROPAGATION, path[:-1], path, text)
            tell(Simulation(number, path, None, None, (), before, after, told=(moment,)))

    def _values(self, state: State) -> list[ExactValue]:
        """Return the moves with their values, the best first; none where one is unknown."""
        solve = self._game.search.exact
        assert solve is not None
        values = () if state.is_terminal else solve(state, np.zeros(1, np.uint8)) or ()
        if len(values) < len(state.legal_moves):
            return []
        return sorted(values, key=lambda each: (-each.proof.share, each.distance or 0))

    def _below(self, state: State, path: Path, hero: int) -> Iterator[tuple[Path, str]]:
        """Yield each node below one, and what happens there."""
        rules, values = self._game.rules, self._values(state)
        side = rules.sides[rules.side_of(state, state.current_player)]
        is_heros = state.current_player == hero
        replies = values[:1] if is_heros else values
        for number, value in enumerate(replies, start=1):
            line, after = (*path, value.move), state.play(value.move)
            self.proofs[line] = value.proof
            which = "plays" if is_heros else f"tries reply {number} of {len(replies)},"
            ends = ""
            if after.is_terminal:
                first, _ = after.returns
                winner = rules.sides[rules.side_of(after, 0 if first > 0 else 1)]
                ends = f" It ends: **{f'{winner} wins' if first else 'a draw'}**."
            yield line, f"{side} {which} **{state.move_label(value.move)}**.{ends}"
            yield from self._below(after, line, hero)


class WatchedProof(WatchedCalls):
    """The proof of one position, one node at a time; over at once where the solver has none."""

    def __init__(self, game: str, position: State) -> None:
        """Begin it in a game that has a solver."""
        walk = _Walk(game, position)
        super().__init__(walk.run, ProofTree(walk.tries, 0, walk.proofs))
