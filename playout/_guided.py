"""Searchers of one's own: the tree search with a prior or a value, and whatever plays."""

from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from ai.contract.rules import State
from ai.kinds import SearcherKind
from ai.plugged import loading
from ai.search.guided import GuidedSearcher
from ai.search.options import GuidedOptions
from playout._games import Game, Position, games

Prior = Callable[[Position], Sequence[float] | NDArray[Any]]
Value = Callable[[Position], float]


def guided(
    name: str,
    *,
    prior: Prior | None = None,
    value: Value | None = None,
    games: Sequence[str] = (),
    description: str = "a tree search of your own",
) -> SearcherKind:
    """Return a tree search for games for two that asks your functions, as plain Python.

    Its keys are those of `mcts`, but for ``expand_at`` and ``blunder``. With a prior it selects by
    PUCT, without one by UCT; without a value leaves are played out.

    Args:
        name: What it is asked for by: small letters, digits and hyphens.
        prior: Takes a position and returns a weight of each of its moves, in their order.
        value: Takes a position and returns the expected share of a win of the player to move, 0
            to 1; nobody asks it of a finished game.
        games: Those it plays; none for all games for two.
        description: What it does, in a few words.
    """

    def make(game: str, options: GuidedOptions) -> GuidedSearcher:
        def position(state: State) -> Position:
            return Position(Game(game, state.parameters), state, state)

        return GuidedSearcher(
            game,
            options,
            prior and (lambda state: prior(position(state))),
            value and (lambda state: value(position(state))),
        )

    return SearcherKind(
        name,
        make,
        GuidedOptions,
        plays=lambda rules: rules.players == 2 and (not games or rules.name in games),
        description=description,
    )


def add_searcher(searcher: SearcherKind) -> None:
    """Let a searcher be asked for by its name, in this process.

    A file with the searcher as ``SEARCHER``, in the folder ``searchers`` of the data folder, does
    so in all processes.

    Raises:
        ValueError: Another searcher has that name.
    """
    games()  # what the user has otherwise comes first
    loading.add(searcher, __name__)
