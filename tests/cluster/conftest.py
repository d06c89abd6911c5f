"""A cluster of two processes, started once for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from tests.arena import fakes


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the workers know, too."""
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="session")
def local_cluster(shared: Path) -> Iterator[LocalCluster]:
    environment = {fakes.MARK: str(shared / "mark"), "PLAYOUT_HOME": str(shared / "home")}
    # A job that ends two workers is given up.
    settings = {"distributed.scheduler.allowed-failures": 1}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            env=environment,
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def address(local_cluster: LocalCluster) -> str:
    return str(local_cluster.scheduler_address)
