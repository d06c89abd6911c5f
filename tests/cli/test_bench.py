"""What `bench` tells is what its searches did."""

import io
import json
from contextlib import redirect_stdout
from itertools import chain, repeat

import pytest

from ai import bench
from ai.contract.games import game_spec
from ai.search.searcher import TimeSupplier
from ai.searchers import kinds_of

BOARD = "tictactoe:columns=4,rows=4,in_a_row=4"


def told(*words: str) -> list[dict[str, object]]:
    with redirect_stdout(io.StringIO()) as out:
        assert bench.main([*words, "--seconds", "0.05"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def after(looks: int) -> TimeSupplier:
    """Say that time is up after so many looks, which a busy machine makes later."""
    return chain(repeat(False, looks), repeat(True)).__next__


def test_a_row_for_each_searcher_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "Deadline", lambda _: after(200))
    rows = told(BOARD, "breakthrough", "mcts:solver=false", "random")
    assert [(row["game"], row["searcher"]) for row in rows] == [
        (game, searcher)
        for game in ("tictactoe", "breakthrough")
        for searcher in ("mcts:solver=false", "random")
    ]
    for tree, random in (rows[:2], rows[2:]):
        assert (tree["searches"], random["simulations"]) == (1, 0)
        assert tree["simulations"] > 0
        assert tree["per_s"] == pytest.approx(tree["simulations"] / tree["wall_s"], rel=0.01)
        assert tree["stop_ms"] >= 0
        assert random["searches"] > 1


def test_all_searchers_that_can_play_on_the_board_are_measured() -> None:
    names = [kind.name for kind in kinds_of("tictactoe") if kind.name != "exact"]
    assert [row["searcher"] for row in told(BOARD)] == names


def test_what_is_proven_is_searched_again() -> None:
    start = game_spec("tictactoe").new_game(game_spec("tictactoe").parameters(), 0)
    assert len(list(bench.searches(start, "tictactoe", "exact", 1, after(40)))) > 1
