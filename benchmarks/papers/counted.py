"""Matches in equal numbers of states, however long a program takes for one."""

from dataclasses import asdict, dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ai.contract.game import Lazy
from ai.contract.games import read_game
from ai.contract.rules import Parameters, State
from ai.search.guides import Guide, Room
from ai.search.options import TreeOptions
from ai.search.tree import MAX_VISITS
from ai.search.tree_search import TreeSearch
from benchmarks.papers import counted_tree_algorithm
from benchmarks.papers.counted_tree_algorithm import STATES, CountedGuide
from benchmarks.papers.runs import MEMORY_BYTES, Tally

EVERY_MOVE_FIRST = 1e6
EXPLORATION = 0.7


@dataclass(frozen=True, slots=True)
class Side:
    """A player.

    Attributes:
        nested: Whether playouts are nested searches of level 1 that cut on a win, else at random.
        first_play: What an unvisited move counts.
        every_game: Whether every random game of a nested playout counts as a visit.
    """

    nested: bool = False
    first_play: float = EVERY_MOVE_FIRST
    every_game: bool = False


@dataclass(frozen=True, kw_only=True)
class CountedOptions(TreeOptions):
    """UCT that stops after some states.

    Attributes:
        states: How many, counting every leaf and what its playout visits; the last playout is
            still finished.
        side: The player.
        counts: int64[3]; see `CountedGuide`.
    """

    states: int
    side: Side
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    guide = Lazy("benchmarks.papers.counted:counted_guide")


def counted_guide(options: CountedOptions, room: Room) -> Guide:
    """Return playouts whose states are counted."""
    side = options.side
    after, moves = np.zeros(room.state_length, np.int64), np.zeros(room.moves, np.int64)
    return Guide(
        counted_tree_algorithm,
        lambda flag: CountedGuide(
            after=after,
            moves=moves,
            counts=options.counts,
            flag=flag,
            states=np.int64(options.states),
            nested=side.nested,
            first_play=np.float32(side.first_play),
            every_game=side.every_game,
        ),
    )


class CountedPlayer:
    """Plays the move that was visited most after some states."""

    def __init__(self, game: str, parameters: Parameters, options: CountedOptions) -> None:
        """Make room for a tree."""
        self._counts = options.counts
        self._tree = TreeSearch(game, parameters, options, 0)

    def move(self, position: State) -> int:
        """Search afresh and return the move."""
        flag = np.zeros(1, np.uint8)
        self._counts[STATES] = 0
        self._tree.forget()
        self._tree.prepare(position)
        self._tree.search(flag, MAX_VISITS, MEMORY_BYTES)
        children = self._tree.snapshot.children
        return int(children.move[np.argmax(children.visits)])


def counted_match(
    game: str, sides: tuple[Side, Side], states: int, length: int, first: int, games: int
) -> Tally:
    """Return how many games the first of two players wins, in equal numbers of states a move.

    Args:
        game: The game, as `read_game` takes it.
        sides: The players.
        states: How many states a move may visit.
        length: How many rows and columns the board has.
        first: The number of the first game, which seeds it.
        games: How many games to play.
    """
    spec, usual = read_game(game)
    parameters = spec.parameters(**asdict(usual) | {"columns": length, "rows": length})
    wins = 0
    for number in range(first, first + games):
        players = [
            CountedPlayer(spec.name, parameters, _options(states, side, 2 * number + i))
            for i, side in enumerate(sides)
        ]
        position = spec.new_game(parameters, 0)
        while not position.is_terminal:
            player = players[position.current_player ^ (number & 1)]
            position = position.play(player.move(position))
        wins += position.returns[number & 1] > 0
    return {"wins": wins}


def _options(states: int, side: Side, seed: int) -> CountedOptions:
    return CountedOptions(
        expand_at=1,
        solver=False,
        reuse=False,
        exploration=EXPLORATION,
        seed=seed,
        states=states,
        side=side,
    )


_NESTED = Side(nested=True)
_AT_ONCE = Side(first_play=0.5)
MATCHES = {
    "every move first": (_NESTED, Side()),
    "1/2": (replace(_AT_ONCE, nested=True), _AT_ONCE),
    "1/2, every game": (replace(_AT_ONCE, nested=True, every_game=True), _AT_ONCE),
    "plain, 1/2": (_AT_ONCE, Side()),
}
"""Who plays whom, by what is tried."""
