"""A Dask cluster, asked to run jobs: functions of this program with frozen arguments.

Dask schedules: it gives a job to a free worker, and to another one if that dies. Only as many are
handed to it as keep the workers busy, so that a match that is decided, or stopped, leaves few.
``distributed`` is an extra: only this module imports it, and only where it is needed.
"""

import importlib
import itertools
import logging
import pickle
import socket
import sys
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Self

from ai.contract import games
from ai.errors import in_short
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


PATIENCE = 0.1
"""Seconds between two looks at whether to stop."""
TIMEOUT = 10.0
AHEAD = 2
"""Jobs handed out for each thread of a worker: the one that runs and the one after it."""
COUNT_SECONDS = 5.0
OPTION = "--cluster"
_HOW_TO_INSTALL = (
    "the packaged app has none, so install Playout with pip, and distributed beside it"
    if getattr(sys, "frozen", False)
    else "pip install distributed"
)


class ClusterError(Exception):
    """What is wrong with a cluster, as a sentence."""


@dataclass(frozen=True, slots=True)
class ClusterJob:
    name: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job.

    Attributes:
        error: Why there is no value: the job ended each worker that it was given to.
    """

    job: ClusterJob
    value: Any = None
    error: str = ""


class _Call:
    """Pickled, it is a call: `pickle.loads` runs the job.

    So the scheduler, which unpickles every task, needs nothing of this program, and a worker
    that has nothing of it says so in an error of its own.
    """

    def __init__(self, job: ClusterJob) -> None:
        self._job = pickle.dumps((games.source(), job.function, job.arguments))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, bytes]]:
        return run, (VERSION, self._job)


class Cluster:
    """A connection to a scheduler, to be closed."""

    def __init__(self, address: str, at_once: int | None = None) -> None:
        """Connect.

        Args:
            address: The scheduler's, such as ``tcp://host:8786``.
            at_once: How many jobs may be handed out; None for as many as keep all workers busy.

        Raises:
            ClusterError: The library is missing, or no scheduler answers.
        """
        self.address = address
        self._library = _library()
        self._at_once = at_once
        self._counted = -COUNT_SECONDS
        self._threads = 0
        try:
            self._knock()
            self._client = self._library.Client(
                address, timeout=TIMEOUT, set_as_default=False, name="playout"
            )
        except (OSError, TimeoutError, ValueError, RuntimeError):
            raise ClusterError(
                f"no cluster answers at '{address}': is 'dask scheduler' running there?"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def threads(self) -> int:
        """How many jobs the workers can run at once, as of a few seconds ago."""
        if time.monotonic() - self._counted > COUNT_SECONDS:
            self._threads = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return self._threads

    def run(self, next_job: Callable[[], ClusterJob | None]) -> Iterator[Outcome | None]:
        """Yield outcomes as they come in, and None when none did for a while.

        Args:
            next_job: Asked for a job when there is room for it; None for none at the moment.

        Raises:
            ClusterError: A worker has another version, or nothing, of this program; or the
                scheduler is gone.
        """
        ready: SimpleQueue[Any] = SimpleQueue()
        waiting: dict[str, tuple[ClusterJob, Any]] = {}
        run_name = f"playout-{uuid.uuid4().hex}"
        numbers = itertools.count()
        while True:
            while len(waiting) < self._room and (job := next_job()) is not None:
                key = f"{run_name}-{next(numbers)}"
                call = pickle.dumps(_Call(job))
                future = self._client.submit(pickle.loads, call, key=key, pure=False)
                future.add_done_callback(ready.put)
                waiting[key] = job, future
            if not waiting:
                return
            yield self._next(ready, waiting)

    def close(self) -> None:
        """Leave the cluster: what runs there for us is given up."""
        self._client.close(timeout=TIMEOUT)

    def _knock(self) -> None:
        """Raise an error if no scheduler is there: a `Client` that failed would try on for long."""
        from distributed.comm.addressing import (
            get_address_host_port,
            parse_address,
            resolve_address,
        )
        from distributed.comm.registry import get_backend

        scheme, _ = parse_address(self.address)
        get_backend(scheme)
        if scheme in ("tcp", "tls"):
            place = get_address_host_port(resolve_address(self.address), strict=True)
            with socket.create_connection(place, timeout=TIMEOUT) as connection:
                # Who accepts a call says who it is; others wait for us to speak.
                if scheme == "tcp" and not connection.recv(1):
                    raise ConnectionResetError

    @property
    def _room(self) -> int:
        # At least one: without a worker it waits for the first.
        return self._at_once or max(1, AHEAD * self.threads)

    def _next(
        self, ready: "SimpleQueue[Any]", waiting: dict[str, tuple[ClusterJob, Any]]
    ) -> Outcome | None:
        try:
            future = ready.get(timeout=PATIENCE)
        except Empty:
            return None
        try:
            value = future.result(timeout=PATIENCE)
        except TimeoutError:
            ready.put(future)  # its worker died with the value: it is made once more
            return None
        except self._library.KilledWorker:
            job, _ = waiting.pop(future.key)
            return Outcome(job, error="every worker that was given it ended unexpectedly")
        except WrongWorkerError as error:
            raise ClusterError(str(error)) from None
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"a worker of '{self.address}' cannot import {error.name}: start it with "
                "--preload playout, as docs/arena.md says"
            ) from None
        except Exception as error:
            if isinstance(error, UnboundLocalError) and future.status == "finished":
                ready.put(future)  # that is how `distributed` says that its fetching was cancelled
                return None
            if future.status in ("cancelled", "lost"):
                raise ClusterError(
                    f"the connection to the cluster at '{self.address}' is lost"
                ) from None
            raise ClusterError(f"a job failed on the cluster: {in_short(error)}") from error
        job, _ = waiting.pop(future.key)
        return Outcome(job, value)


def _library() -> Any:
    try:
        library = importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(f"{OPTION} needs a library that is missing: {_HOW_TO_INSTALL}") from None
    # What matters is told in sentences of ours.
    for name in [
        name for name in logging.root.manager.loggerDict if name.startswith("distributed")
    ]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")
    return library
