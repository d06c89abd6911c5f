"""The connection to a cluster: what comes back, what is given up, what is told of a bad one."""

import itertools
import socket
import sys
from collections.abc import Callable

import pytest

from ai import cluster
from ai.cluster import AHEAD, Cluster, ClusterError, ClusterJob, Outcome
from ai.version import VERSION
from tests.cluster import jobs
from tests.waiting import wait_for

pytestmark = pytest.mark.xdist_group("cluster")


def run(address: str, work: Callable[..., object], count: int = 1) -> list[Outcome]:
    with Cluster(address) as cluster:
        wanted = (ClusterJob(number, work, (number,)) for number in range(count))
        return [
            outcome for outcome in cluster.run(lambda: next(wanted, None)) if outcome is not None
        ]


def test_every_job_comes_back_once(address):
    outcomes = run(address, jobs.double, 30)
    assert {outcome.job.name: outcome.value for outcome in outcomes} == {
        number: 2 * number for number in range(30)
    }
    assert len(outcomes) == 30


def test_a_value_whose_fetching_was_cancelled_is_fetched_again(address, monkeypatch):
    from distributed import Future

    fetch, failures = Future.result, iter([UnboundLocalError("result")])

    def result(future: Future, timeout: float | None = None) -> object:
        """Fail as `distributed.utils.sync` does (dask/distributed, issue 8514), once."""
        for failure in failures:
            raise failure
        return fetch(future, timeout)

    monkeypatch.setattr(Future, "result", result)
    assert sorted(outcome.value for outcome in run(address, jobs.double, 3)) == [0, 2, 4]


@pytest.mark.thorough
def test_only_what_keeps_the_workers_busy_is_handed_out(address, tmp_path):
    asked = itertools.count()
    paths = (tmp_path / "begun", tmp_path / "ended")
    with Cluster(address) as cluster:
        next(cluster.run(lambda: ClusterJob(next(asked), jobs.run_until_cancelled, paths)))
        assert next(asked) == AHEAD * cluster.threads


def test_a_job_is_given_up_when_nobody_waits_for_it(address, tmp_path):
    begun, ended = tmp_path / "begun", tmp_path / "ended"
    job = ClusterJob(0, jobs.run_until_cancelled, (begun, ended))
    with Cluster(address) as cluster:
        running = cluster.run(iter([job, None]).__next__)
        assert next(running) is None
        wait_for(begun.exists)
        assert not ended.exists()
    wait_for(ended.exists)


def test_a_job_that_fails_is_told_with_its_error(address):
    with pytest.raises(ClusterError, match=r"^a job failed.*: ZeroDivisionError: number 0$"):
        run(address, jobs.fail)


def test_another_version_is_told(address, monkeypatch):
    monkeypatch.setattr(cluster, "VERSION", "9.9")
    told = rf"^the worker at tcp://\S+ has Playout {VERSION}, not 9\.9 as here$"
    with pytest.raises(ClusterError, match=told):
        run(address, jobs.double)


@pytest.mark.parametrize("wrong", ["tcp://127.0.0.1:1", "nonsense", "no://host:1", "", "silent"])
def test_an_address_that_does_not_answer_is_told(wrong, monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # which is no scheduler
        if wrong == "silent":
            wrong = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"^no cluster answers at '{wrong}': is 'dask sched"):
            Cluster(wrong)


def test_a_missing_library_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"^--cluster needs .*: pip install distributed$"):
        Cluster("tcp://127.0.0.1:1")


@pytest.mark.thorough
def test_a_job_that_ends_its_workers_is_told(doomed):
    (outcome,) = run(doomed, jobs.end_the_process)
    assert outcome.error == "every worker that was given it ended unexpectedly"
