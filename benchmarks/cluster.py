"""Jobs of a benchmark: on a cluster, or one after the other here."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ai.cluster import Cluster, ClusterJob, Outcome

NextJob = Callable[[], ClusterJob | None]
Run = Callable[[NextJob], Iterator[Outcome | None]]
"""Runs jobs, here or on a cluster."""


def run_here(next_job: NextJob) -> Iterator[Outcome | None]:
    """Run one job after the other in this process."""
    while (job := next_job()) is not None:
        yield Outcome(job, job.function(*job.arguments, lambda: False))


@contextmanager
def running_on(address: str | None) -> Iterator[Run]:
    """Give what runs jobs on the cluster at an address, or here without one.

    Raises:
        ClusterError: As of `Cluster`.
    """
    if address is None:
        yield run_here
    else:
        with Cluster(address) as cluster:
            yield cluster.run
