"""A cluster: its connection, and that what is worked out there is what one machine would."""

import io
import itertools
import json
import socket
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from ai import cluster
from ai import solve as solve
from ai.cluster import AHEAD, Cluster, ClusterError, ClusterJob, Outcome
from ai.match import command
from ai.searchers import make_searcher
from ai.version import VERSION
from benchmarks import samegame_records as records
from benchmarks.papers import __main__ as papers
from benchmarks.samegame_improve import improve
from game.games.samegame.rules import SameGameParameters, new_game
from tests import fakes
from tests.cluster import jobs
from tests.papers.test_papers import WHOLE, A
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


FEW = ("tictactoe", "exact", "mcts", "--games", "12", "--seed", "5")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path / "home"))


def play(*argv: str, make: Any = fakes.make) -> tuple[int, list[dict[str, Any]], str]:
    """Return exit code, events and what was said beside them, without what the clock decides."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(said):
        code = command.main([*argv, "--json"], make=make)
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    for event in events:
        event.pop("times", None)
    return code, events, said.getvalue()


@pytest.mark.thorough
def test_a_match_is_move_for_move_that_of_one_process(address: str) -> None:
    argv = ("tictactoe", "mcts@40", "mcts@15", "--games", "80")
    alone = play(*argv, "--jobs", "1", make=make_searcher)
    assert play(*argv, "--cluster", address, make=make_searcher) == alone
    assert len({str(event.get("lines")) for event in alone[1]}) > 30


def test_a_worker_that_dies_in_the_middle_changes_nothing(address: str, shared: Path) -> None:
    (shared / "mark").unlink(missing_ok=True)
    code, events, said = play(*FEW, "--cluster", address, make=fakes.make_dying_once)
    assert (shared / "mark").exists(), "no worker died"
    assert (code, events, said) == play(*FEW, "--jobs", "1")


@pytest.mark.thorough
def test_a_match_begun_here_goes_on_there_and_back(address: str, tmp_path: Path) -> None:
    kept = ("--resume", str(tmp_path / "match.jsonl"))
    play(*FEW, *kept, "--games", "3", "--jobs", "1")
    play(*FEW, *kept, "--games", "8", "--cluster", address)
    code, events, _ = play(*FEW, *kept, "--jobs", "1")
    assert (code, events[1:]) == (0, play(*FEW, "--jobs", "1")[1][1:])


@pytest.mark.thorough
def test_solvers_play_their_boards_there_too(address: str) -> None:
    argv = ("samegame:columns=5,rows=5,colours=3", "best", "nmcs:level=1", "--games", "4")
    assert play(*argv, "--cluster", address) == play(*argv, "--jobs", "1")


@pytest.mark.thorough
def test_a_test_that_is_decided_ends_the_match(address: str) -> None:
    argv = (*FEW, "--games", "400", "--sprt", "-200", "-50")
    assert play(*argv, "--cluster", address) == play(*argv, "--jobs", "2")


def solved(file: Path, *argv: str) -> list[dict[str, object]]:
    limits = ("--simulations", "40", "--threads", "1", "--searcher", "nmcs:level=1")
    with redirect_stdout(io.StringIO()) as out:
        assert solve.main([str(file), "--json", *limits, *argv]) == 0
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    for solution in found:
        del solution["seconds"]
    return sorted(found, key=lambda solution: int(solution["board"]))


def test_boards_are_solved_as_here(address, tmp_path):
    file = tmp_path / "boards.txt"
    boards = [new_game(SameGameParameters(6, 6, 3), seed).to_text() for seed in range(5)]
    titled = [f"position {number}\n{board}" for number, board in enumerate(boards, 1)]
    file.write_text("\n".join(titled), "utf-8")
    alone = solved(file)
    assert len({str(solution["moves"]) for solution in alone}) == 5
    assert solved(file, "--cluster", address) == alone


@pytest.mark.thorough
def test_experiments_come_to_the_same(address, tmp_path, monkeypatch):
    monkeypatch.setattr(papers, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(papers, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(papers, "experiments", lambda: iter([A, WHOLE]))
    monkeypatch.setattr("sys.argv", ["papers", "--cluster", address])
    assert papers.main() == 0
    kept = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert (kept["a"]["games"], kept["a"]["wins"]) == (500, 250)
    assert (kept["whole"]["games"], kept["whole"]["wins"]) == (20, 10)


@pytest.mark.thorough
def test_records_are_searched_for(address, tmp_path, monkeypatch):
    path = tmp_path / "records.json"
    load, offer = records.load, records.offer
    monkeypatch.setattr(records, "load", lambda at=path: load(at))
    monkeypatch.setattr(records, "offer", lambda number, record: offer(number, record, path))
    with Cluster(address) as cluster:
        for _ in improve(10.0, 0.2, 1, [3, 4], cluster.run):
            # How many searches a second come back is up to the machine.
            if set(load(path)) == {3, 4}:
                break
    assert set(load(path)) == {3, 4}
