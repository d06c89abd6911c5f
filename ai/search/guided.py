"""The tree search with what somebody else knows: a prior over moves, a value of positions.

It is the search of `ai.search.mcts_algorithm`, run as plain Python, with the solver and all else.
With a prior it selects by PUCT (Rosin, "Multi-armed bandits with episode context", 2011, as in
AlphaZero): a child's bonus is ``exploration * prior * sqrt(visits) / (1 + visits of the child)``,
and an untried move is taken to be as good as the tried ones on average. With a value no leaf is
played out. Each is asked once of a position.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import Parameters, State
from ai.engine.specialise import kernel_of
from ai.kernels.bits import copy_state
from ai.kernels.plain import plain_algorithm
from ai.search import mcts_algorithm
from ai.search.limits import Flag
from ai.search.mcts import MctsSearcher
from ai.search.options import GuidedOptions, TreeOptions
from ai.search.tree import UNKNOWN, clear_node, count_result
from ai.search.tree_search import TreeSearch

Prior = Callable[[State], Sequence[float] | NDArray[Any]]
"""A weight of each legal move, in their order; at least 0, of any sum."""
Value = Callable[[State], float]
"""The expected share of a win of the player to move, 0 to 1."""


class GuidedSearcher(MctsSearcher):
    """A tree search in one thread with a prior, a value or both; a `Searcher`."""

    def __init__(
        self,
        game: str,
        options: GuidedOptions,
        prior: Prior | None = None,
        value: Value | None = None,
    ) -> None:
        self._guides = prior, value
        super().__init__(game, replace(options, threads=1))

    def _new_tree(self, parameters: Parameters, stream: int) -> TreeSearch:
        return GuidedTree(self._game, parameters, self._options, stream, *self._guides)


class GuidedTree(TreeSearch):
    """A tree whose search asks for priors and values; see `TreeSearch`.

    With a prior, a node's `spread` is its share of it divided by one more than its visits, so that
    it lives on wherever the node is copied to.
    """

    first_chunk = 1

    def __init__(
        self,
        game: str,
        parameters: Parameters,
        options: TreeOptions,
        stream: int,
        prior: Prior | None,
        value: Value | None,
    ) -> None:
        super().__init__(game, parameters, options, stream)
        self._prior, self._value = prior, value
        self._position: State
        self._moves_down: list[int] = []
        self._shares: dict[int, float] = {}
        kernel = kernel_of(game)
        around: dict[Any, Any] = {
            copy_state.py_func: self._around_copy_state,
            getattr(kernel.play, "py_func", kernel.play): self._around_play,
            count_result.py_func: self._around_count,
        }
        if prior is not None:
            around |= {
                mcts_algorithm.expand: self._around_expand,
                mcts_algorithm.widen: self._around_expand,
                mcts_algorithm.select: lambda _: _select,
                clear_node.py_func: self._around_clear,
            }
        if value is not None:
            around[mcts_algorithm.finish] = self._around_finish
        self._plain = plain_algorithm(mcts_algorithm, kernel, around, POLL_EVERY=1)

    def prepare(self, position: State) -> None:
        """See `TreeSearch`."""
        self._position = position
        super().prepare(position)

    def _run(self, flag: Flag, count: int, *, growing: bool, **_: object) -> int:
        self._moves_down.clear()
        return super()._run(flag, count, growing=growing, functions=self._plain)

    def _reached(self) -> State:
        return reduce(lambda state, move: state.play(move), self._moves_down, self._position)

    # What is done beside the functions of the search.

    def _around_copy_state(self, copy: Callable[..., None]) -> Callable[..., None]:
        def copied(source: Any, target: Any) -> None:
            if source is self._work.root:
                self._moves_down.clear()
            copy(source, target)

        return copied

    def _around_play(self, play: Callable[..., None]) -> Callable[..., None]:
        def played(tables: Any, state: Any, move: Any) -> None:
            if state is self._work.state:
                self._moves_down.append(int(move))
            play(tables, state, move)

        return played

    def _around_expand(self, expand: Callable[..., Any]) -> Callable[..., Any]:
        def expanded(*arguments: Any) -> Any:
            down, state = self._moves_down.copy(), self._reached()
            self._shares = dict(zip(state.legal_moves, self._weights(state), strict=True))
            result = expand(*arguments)
            self._moves_down[:] = down  # the game's tactics may have played on
            return result

        return expanded

    def _weights(self, state: State) -> list[float]:
        assert self._prior is not None
        weights = np.asarray(self._prior(state), np.float64)
        count = len(state.legal_moves)
        if weights.shape != (count,) or not np.isfinite(weights).all() or (weights < 0).any():
            raise ValueError(f"a prior must be {count} numbers of at least 0, not {weights}")
        total = weights.sum()
        return (weights / total if total else np.full(count, 1 / count)).tolist()

    def _around_clear(self, clear: Callable[..., None]) -> Callable[..., None]:
        def cleared(tree: Any, node: Any, move: Any) -> None:
            clear(tree, node, move)
            tree.spread[node] = self._shares.get(int(move), 0.0)

        return cleared

    def _around_finish(self, finish: Callable[..., float]) -> Callable[..., float]:
        def finished(*arguments: Any) -> float:
            state = self._reached()
            if state.is_terminal:
                return finish(*arguments)
            assert self._value is not None
            value = float(self._value(state))
            if not 0 <= value <= 1:
                raise ValueError(f"a value must be from 0 to 1, not {value}")
            return (2 * value - 1) * (1 - 2 * state.current_player)

        return finished

    def _around_count(self, _count: Callable[..., None]) -> Callable[..., None]:
        """Count fractions of a win: exactly in the mean, in wins and draws the nearest half."""

        def counted(tree: Any, node: Any, result: Any) -> None:
            tree.visits[node] += 1
            visits = int(tree.visits[node])
            if tree.proof[node] != UNKNOWN:
                return
            share = (1 + float(result)) / 2
            if visits > 1:
                share = float(tree.mean[node]) + (share - float(tree.mean[node])) / visits
            tree.mean[node] = share
            tree.wins[node], tree.draws[node] = divmod(round(2 * visits * share), 2)
            is_guided = self._prior is not None
            spread = tree.spread[node] * visits / (visits + 1) if is_guided else visits**-0.5
            tree.spread[node] = spread

        return counted


def _select(
    mean: NDArray[np.float32],
    spread: NDArray[np.float32],
    first: int,
    count: int,
    visits: int,
    exploration: float,
) -> int:
    """Return the child with the highest PUCT value; see `ai.search.mcts_algorithm.select`."""
    children = slice(int(first), int(first) + int(count))
    values = mean[children]
    tried = values[(values >= 0) & (values <= 1)]
    untried = tried.mean() if tried.size else 0.5
    bonus = exploration * np.sqrt(max(int(visits), 1)) * spread[children]
    return int(first) + int(np.argmax(np.where(values > 1, untried, values) + bonus))
