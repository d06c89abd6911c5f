"""The proof of a position, walked node by node down to the last reply.

Who it is for plays the solver's best move; the other player tries every reply. What each position
is worth is asked of the game's solvers anew (`Search.exact`, `forced`) as long as they need, and
the rules say how a game ends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Timer
from typing import ClassVar, Final

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.search.inside import LineTree, Tries, WatchedCalls, ending
from ai.search.limits import CancelFlag
from ai.search.messages import ExactValue, Proof
from ai.search.simulation import Moment, Path, Phase, SearchedNode, Simulation

_SECONDS: Final = 0.04
"""How long a solver may look on before that is told."""
_OPEN: Final = "Nothing is proven here so far: **Step** lets the solver look on."
_UNKNOWN: Final = "No solver proves this position: here the proof ends."


@dataclass(frozen=True, eq=False, slots=True)
class ProofTree(LineTree):
    """The first nodes of a proof, each with what is proven of it."""

    proofs: dict[Path, Proof]
    step: ClassVar = "step"
    columns: ClassVar = ("proven",)
    phases: ClassVar = {Phase.BACKPROPAGATION: "Proof"}
    end: ClassVar = "at its end"

    def node(self, path: Path) -> SearchedNode | None:
        known, proof = LineTree.node(self, path), self.proofs.get(path)
        return replace(known, mean=proof.share, proof=proof) if known and proof else known


class _Walk:
    """Goes through the proof of a position, depth first."""

    def __init__(self, game: str, root: State) -> None:
        self._rules, self._root, search = game_of(game).rules, root, game_of(game).search
        self._solvers = [each for each in (search.exact, search.forced and search.forced()) if each]
        self.tries, self.proofs = Tries(), dict[Path, Proof]()

    def run(self, tell: Callable[[Simulation], None]) -> None:
        """Tell of each node, and of each while in which none was found."""
        for number, (path, text) in enumerate(self._below(self._root, (), None), start=1):
            before = ProofTree(self.tries, self.tries.count, self.proofs)
            is_new = path in self.proofs and path not in self.tries.numbers
            if is_new:
                self.tries.add(path, self.proofs[path[:1]].share)
            after = replace(before, count=self.tries.count)
            at = path[:-1] if is_new else path
            moment = Moment(Phase.BACKPROPAGATION, at, path, text)
            tell(Simulation(number, path, None, before, after, moments=(moment,)))

    def _values(self, state: State) -> list[ExactValue] | None:
        """Return the moves' values, the best first: none so far where one that counts is unknown.

        None where no solver knows such a position.
        """
        for solve in self._solvers:
            flag = CancelFlag()
            timer = Timer(_SECONDS, flag.set)
            timer.start()
            found = solve(state, flag.array)
            timer.cancel()
            if found is not None:
                values = sorted(found, key=lambda each: (-each.proof.share, each.distance or 0))
                is_won = bool(values) and values[0].proof is Proof.WIN
                return values if is_won or len(values) == len(state.legal_moves) else []
        return None

    def _below(self, state: State, path: Path, hero: int | None) -> Iterator[tuple[Path, str]]:
        """Yield each node below one, and what happens there; who it is for is found out first."""
        while not (values := self._values(state)):
            yield path, _UNKNOWN if values is None else _OPEN
            if values is None:
                return
        rules, mover = self._rules, state.current_player
        if hero is None:
            hero = mover if values[0].proof is not Proof.LOSS else 1 - mover
        side = rules.side(state)
        replies = values[:1] if mover == hero else values
        for number, value in enumerate(replies, start=1):
            line, after = (*path, value.move), state.play(value.move)
            self.proofs[line] = value.proof
            which = "plays" if mover == hero else f"tries reply {number} of {len(replies)},"
            text = f"{side} {which} **{state.move_label(value.move)}**."
            if after.is_terminal:
                yield line, f"{text} It ends: **{ending(rules, after, after.returns[0])}**."
            else:
                yield line, text
                yield from self._below(after, line, hero)


class WatchedProof(WatchedCalls):
    """The proof of one position, one node at a time."""

    def __init__(self, game: str, position: State) -> None:
        """Begin it in a game that has a solver."""
        walk = _Walk(game, position)
        super().__init__(walk.run, ProofTree(walk.tries, 0, walk.proofs))
