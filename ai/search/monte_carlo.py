"""The plain Monte Carlo players that others are measured by: random moves, flat search."""

import random

import numpy as np

from ai.contract.rules import State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search import flat_algorithm
from ai.search.limits import Flag, TimeSupplier
from ai.search.messages import Candidate, Limit, SearchInfo, SearchResult, StopReason
from ai.search.nmcs_two_player import new_workspace
from ai.search.nmcs_two_player_algorithm import BUDGET, COUNT, PLAYOUTS, TRIED
from ai.search.options import FlatOptions
from ai.search.rounds import Round, RoundsSearcher
from ai.search.searcher import Listener, final_result


class RandomSearcher:
    """Plays any legal move; a `Searcher`."""

    def __init__(self, game: str, options: SearcherOptions | None = None) -> None:
        self._game = game
        self._random = random.Random((options or SearcherOptions()).seed)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Do nothing: there is nothing to keep."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Return a legal move; see `ai.search.searcher.Searcher`."""
        del limit, is_cancelled, on_progress  # it takes no time
        if position.is_terminal:
            return final_result(position)
        move = self._random.choice(position.legal_moves)
        candidate = Candidate(move, visits=0, value=0.5, line=(move,))
        info = SearchInfo(candidates=(candidate,), line=(move,))
        return SearchResult(move, info, StopReason.EXHAUSTED)


class _Valuer:
    """Values the moves of one position by probes; a `Valuer`."""

    def __init__(self, game: str, position: State, options: FlatOptions, flag: Flag) -> None:
        module = kernel_of(game)
        self._search = specialise(flat_algorithm, module)
        self._tables = module.make_tables(position.parameters)
        self._state = np.zeros(module.state_length(self._tables), np.int64)
        module.load(self._tables, position.encode(), self._state)
        moves = int(module.max_moves(self._tables))
        self.work = new_workspace(options.depth + 1, self._state.size, moves, flag)
        self._depth = np.int64(options.depth)
        self._probes = np.int64(options.probes)
        self._places = {move: place for place, move in enumerate(position.legal_moves)}
        self._sign = 1 - 2 * position.current_player

    @property
    def simulations(self) -> int:
        return int(self.work.counts[PLAYOUTS])

    def round(self) -> Round:
        self.work.move_values[:] = np.nan
        done = self._search.value_moves(
            self._tables, self.work, self._state, self._depth, self._probes
        )
        values = np.full(len(self._places), np.nan)
        tried = self.work.moves[0, : self.work.frames[0, COUNT if done else TRIED]]
        for place, move in enumerate(tried):
            values[self._places[int(move)]] = self._sign * self.work.move_values[place]
        return Round(values, is_whole=bool(done))


class FlatSearcher(RoundsSearcher):
    """Flat Monte Carlo search: compulsive deliberation, nothing kept; a `Searcher`."""

    def __init__(self, game: str, options: FlatOptions | None = None) -> None:
        self._flat = options or FlatOptions()
        super().__init__(game, self._flat)

    def _valuer(self, position: State, flag: Flag, budget: int, stream: int) -> _Valuer:
        valuer = _Valuer(self._game, position, self._flat, flag)
        valuer.work.counts[BUDGET] = budget
        valuer.work.rngs[0] = new_rng(self._flat.seed, stream)
        return valuer
