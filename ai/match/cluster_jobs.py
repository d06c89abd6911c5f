"""The games of a match on a cluster: the same games as on one machine, wherever they are played."""

import threading
from collections.abc import Callable, Iterator

from ai.cluster.client import Cluster, ClusterJob
from ai.cluster.worker import IsCancelled, JobCancelledError
from ai.engine.searches import SearcherFactory
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchNotice,
    MatchPlan,
    MovePlayed,
    Thinking,
)
from ai.match.jobs import load_kernels
from ai.match.play import opening_of, play_game
from ai.searchers import make_searcher

_loading = threading.Lock()
_loaded: set[tuple[str, ...]] = set()


class _Follower:
    """Follows a game that nobody watches, and gives it up when nobody waits for it."""

    def __init__(self, is_cancelled: IsCancelled) -> None:
        self._is_cancelled = is_cancelled

    def before_move(self) -> None:
        """Give the game up if the match is over, by raising `JobCancelledError`."""
        if self._is_cancelled():
            raise JobCancelledError

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        """Keep it to ourselves."""


def play(
    plan: MatchPlan, game: int, make: SearcherFactory, is_cancelled: IsCancelled
) -> GameRecord:
    """Play a game on a worker, whose first one loads the kernels."""
    if make is make_searcher:
        _load_once(plan)
    return play_game(plan, game, make, _Follower(is_cancelled))


def _load_once(plan: MatchPlan) -> None:
    needed = (plan.game, *(side.searcher for side in plan.sides))
    with _loading:  # a worker may have several threads
        if needed not in _loaded:
            load_kernels(plan)
            _loaded.add(needed)


class ClusterPool:
    """Plays games on a cluster; takes the place of an `ai.match.jobs.JobPool`."""

    def __init__(self, plan: MatchPlan, cluster: Cluster, make: SearcherFactory) -> None:
        self._plan = plan
        self._cluster = cluster
        self._make = make

    def run(self, next_game: Callable[[], int | None]) -> Iterator[Event | None]:
        """Yield games as they end, and None when none did for a while; the caller may stop.

        Raises:
            ClusterError: The cluster cannot go on.
        """
        if not self._cluster.threads:
            yield MatchNotice(
                f"no worker has joined '{self._cluster.address}' yet: waiting for one"
            )

        def next_job() -> ClusterJob | None:
            game = next_game()
            return None if game is None else ClusterJob(game, play, (self._plan, game, self._make))

        for outcome in self._cluster.run(next_job):
            if outcome is None:
                yield None
            elif not outcome.error:
                yield outcome.value
            else:
                game = outcome.job.name
                error = f"game {game + 1} could not be played: {outcome.error}"
                yield GameRecord(game=game, opening=opening_of(self._plan, game), error=error)

    def close(self) -> None:
        self._cluster.close()
