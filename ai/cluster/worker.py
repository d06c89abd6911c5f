"""What runs on a worker: a job of the same program, told when nobody waits for it any more."""

import pickle
from collections.abc import Callable
from typing import Any

from ai.contract import games
from ai.version import VERSION

IsCancelled = Callable[[], bool]


class WrongWorkerError(Exception):
    """This worker cannot do our jobs; a sentence that says why."""


class JobCancelledError(Exception):
    """Raised by a job that nobody waits for any more."""


def run(version: str, job: bytes) -> Any:
    """Run a job on this worker and return what it returns.

    Args:
        job: What hands in the games, a function and its arguments, pickled. It is read only where
            the version is the same: another one may know other classes.

    Raises:
        WrongWorkerError: This worker has another version.
    """
    from distributed import get_worker  # there is one only where this is called

    worker = get_worker()
    if version != VERSION:
        raise WrongWorkerError(
            f"the worker at {worker.address} has Playout {VERSION}, not {version} as here"
        )
    key = worker.get_current_task()

    def is_cancelled() -> bool:
        # A task whose future was released stays here, so marked, until its function returns.
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    source, function, arguments = pickle.loads(job)
    games.receive(source)
    return function(*arguments, is_cancelled)
