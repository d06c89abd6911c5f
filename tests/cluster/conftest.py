"""A cluster of two processes, started once for all tests of this folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import fakes


@pytest.fixture(scope="package")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the workers know, too."""
    return tmp_path_factory.mktemp("cluster")


@contextmanager
def cluster_of(workers: int, folder: Path) -> Iterator[str]:
    """Run a cluster of so many processes; give the address of its scheduler."""
    import dask
    from distributed import LocalCluster  # takes longer than to read all the tests of a folder

    environment = {fakes.MARK: str(folder / "mark"), "PLAYOUT_HOME": str(folder / "home")}
    # A job that ends two workers is given up.
    settings = {
        "distributed.scheduler.allowed-failures": 1,
        "distributed.worker.profile.enabled": False,
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            env=environment,
        ) as cluster,
    ):
        yield str(cluster.scheduler_address)


@pytest.fixture(scope="package")
def address(shared: Path) -> Iterator[str]:
    """The cluster that all tests use."""
    with cluster_of(2, shared) as address:
        yield address


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[str]:
    """A cluster for one test that ends its workers: others need not wait until they are back."""
    with cluster_of(2, tmp_path) as address:
        yield address
