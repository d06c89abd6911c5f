"""The nested Monte Carlo searcher for two-player games; `nmcs_two_player_algorithm` searches."""

from collections.abc import Sequence

import numpy as np

from ai.contract.rules import Parameters, State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import nmcs_two_player_algorithm
from ai.search.limits import Flag
from ai.search.nmcs_two_player_algorithm import BUDGET, PLAYOUTS, Rule, Workspace
from ai.search.options import NestedOptions, Nesting
from ai.search.rounds import Round, RoundsSearcher
from ai.search.threads import UNLIMITED


def new_workspace(level: int, state_length: int, moves: int, flag: Flag | None = None) -> Workspace:
    """Return room for searches up to a level, for states and lists of moves of these lengths."""
    return Workspace(
        states=np.zeros((level + 1, state_length), np.int64),
        moves=np.zeros((level + 1, moves), np.int64),
        frames=np.zeros((level + 1, 5), np.int64),
        values=np.zeros((level + 1, 2)),
        move_values=np.zeros(moves),
        steps=np.zeros(level + 1, np.uint64),
        rngs=np.zeros((level + 1, 1), np.uint64),
        counts=np.array([0, 0, UNLIMITED], np.int64),
        flag=np.zeros(1, np.uint8) if flag is None else flag,
    )


def rule_of(options: Nesting) -> Rule:
    return Rule(options.discounting, options.cow, options.pod)


class NestedSearch:
    """A thread's search of level 1 or more over one board."""

    def __init__(
        self,
        game: str,
        parameters: Parameters,
        level: int,
        rule: Rule,
        candidates: str | None = None,
        flag: Flag | None = None,
    ) -> None:
        """Make room; `candidates` is one of the game's move filters, None for its default."""
        module = kernel_of(game)
        self._module = module
        self._search = specialise(nmcs_two_player_algorithm, module)
        self._level = np.int64(level)
        self._rule = rule
        self._tables = module.make_tables(parameters, candidates or module.CANDIDATES[0])
        self._state = np.zeros(module.state_length(self._tables), np.int64)
        moves = int(module.max_moves(self._tables))
        self.work = new_workspace(level, self._state.size, moves, flag)

    def choose(self, position: State, seed: int, stream: int = 0) -> int | None:
        """Return the move that one search chooses; None if it was stopped before."""
        self._module.load(self._tables, position.encode(), self._state)
        number = new_rng(seed, stream)[0]
        move = self._search.choose(
            self._tables, self.work, self._state, self._level, self._rule, number
        )
        return None if move < 0 else int(move)

    @property
    def move_values(self) -> dict[int, float]:
        """What the last search found of each move, for the first player; NaN where pruned."""
        tried = self.work.moves[self._level, : self.work.frames[self._level, 0]]
        return {int(move): float(self.work.move_values[i]) for i, move in enumerate(tried)}


class _Valuer:
    """Values the moves of one position, by searches of one level after the other; a `Valuer`.

    The last level goes on for ever; the ones before it are for the case that there is no time. A
    level is left when as much was spent on it as a round of the next one is likely to take: then
    a search stopped in that round has not wasted more than half of its time.
    """

    def __init__(
        self, searches: Sequence[NestedSearch], budget: int, position: State, seed: int, stream: int
    ) -> None:
        self._searches = searches
        self._budget = budget
        self._position = position
        self._places = {move: place for place, move in enumerate(position.legal_moves)}
        self._sign = 1 - 2 * position.current_player
        self._seeds = new_rng(seed, stream)
        self._rounds = 0
        self._stage = 0
        self._cost = 1  # playouts of a round of the stage before

    @property
    def simulations(self) -> int:
        return sum(int(search.work.counts[PLAYOUTS]) for search in self._searches)

    def round(self) -> Round:
        stage = self._stage
        search = self._searches[stage]
        counts = search.work.counts
        before = counts[PLAYOUTS]
        counts[BUDGET] = before + self._budget - self.simulations
        self._rounds += 1
        move = search.choose(self._position, int(self._seeds[0]), self._rounds)
        values = np.full(len(self._places), np.nan)
        for tried, value in search.move_values.items():
            values[self._places[tried]] = self._sign * value
        chosen = None if move is None else self._places[move]
        cost = int(counts[PLAYOUTS] - before)
        if stage < len(self._searches) - 1 and counts[PLAYOUTS] * self._cost >= cost * cost:
            self._stage, self._cost = stage + 1, cost
        return Round(values, chosen, stage, is_whole=chosen is not None)


class NestedSearcher(RoundsSearcher):
    """Chooses the move that searches of one level chose most often; a `Searcher`.

    Up to a limit, a search of each lower level comes before those, so that a limit too small for
    the level is spent on all moves alike.
    """

    is_discounted = True

    def __init__(self, game: str, options: NestedOptions | None = None) -> None:
        self._nested = options or NestedOptions()
        super().__init__(game, self._nested)

    def _valuer(self, position: State, flag: Flag, budget: int, stream: int) -> _Valuer:
        nested = self._nested
        rule = rule_of(nested)
        # What values the moves for want of time prunes none of them itself.
        stages = [
            (n, rule._replace(cow=min(rule.cow, n - 1), pod=min(rule.pod, n - 1)))
            for n in range(1, 1 if nested.rounds else nested.level)
        ]
        searches = [
            NestedSearch(self._game, position.parameters, level, rule, nested.candidates, flag)
            for level, rule in [*stages, (nested.level, rule)]
        ]
        return _Valuer(searches, budget, position, nested.seed, stream)
