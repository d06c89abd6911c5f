"""Boards to solve, records to improve and experiments to run, on a cluster as on one machine."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from ai import solve as solve
from ai.cluster import Cluster
from benchmarks import samegame_records as records
from benchmarks.papers import __main__ as papers
from benchmarks.samegame_improve import improve
from game.games.samegame.rules import SameGameParameters, new_game
from tests.papers.test_papers import WHOLE, A

pytestmark = pytest.mark.xdist_group("cluster")


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
