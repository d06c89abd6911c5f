"""Openings, colours and ratings; a tournament is its matches, and goes on."""

import io
import math
import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from ai.contract.games import game_spec
from ai.match import command, tournament
from ai.match.events import MatchPlan, Side
from ai.match.play import first_side, opening_of, seeds_of, start_of
from ai.match.ratings import (
    PRIOR_DRAWS,
    EloRating,
    Pairing,
    cross_table,
    rate,
    to_csv,
    write_parquet,
)
from ai.search.messages import Limit
from tests.arena.told import Here
from tests.games import GAMES

WORDS = ["tictactoe", "random@1", "random@2", "random@3", "--games", "2", "--jobs", "1"]


def result(a: str, b: str, wins: int, draws: int, losses: int) -> Pairing:
    return Pairing("hex", a, b, wins, draws, losses)


THREE = [result("x", "y", 12, 5, 3), result("x", "z", 4, 2, 4), result("z", "y", 9, 1, 10)]


def likelihood(elo: dict[str, float], width: float, results: list[Pairing]) -> float:
    """Return the logarithm of the model's likelihood, written as in the papers."""
    games = {name: sum(each.games for each in results if name in (each.a, each.b)) for name in elo}
    total = 0.0
    for each in results:
        lead = (elo[each.a] - elo[each.b]) / 400 * math.log(10)
        win, loss = (1 / (1 + math.exp(width - sign * lead)) for sign in (1, -1))
        prior = PRIOR_DRAWS / 2 * each.games * (1 / games[each.a] + 1 / games[each.b])
        total += each.wins * math.log(win) + each.losses * math.log(loss)
        total += (each.draws + prior) * math.log(1 - win - loss)
    return total


def test_ratings_are_the_most_likely_ones():
    elo = {name: rating.elo for name, rating in rate(THREE).items()}
    widths = [each / 1000 for each in range(100, 2000)]
    width = max(widths, key=lambda width: likelihood(elo, width, THREE))
    best = likelihood(elo, width, THREE)
    for name in elo:
        for step in (-3.0, 3.0):
            assert likelihood({**elo, name: elo[name] + step}, width, THREE) < best
    assert sum(elo.values()) == pytest.approx(0, abs=1e-9)
    assert [*elo.values()] == sorted(elo.values(), reverse=True)


def test_intervals_shrink_with_games_and_who_wins_all_is_not_infinitely_strong():
    more = [replace(r, wins=9 * r.wins, draws=9 * r.draws, losses=9 * r.losses) for r in THREE]
    few, many = rate(THREE), rate(more)
    for name in few:
        assert few[name].low < few[name].elo < few[name].high
        ratio = (few[name].high - few[name].low) / (many[name].high - many[name].low)
        assert 2.5 < ratio < 3.5
    assert 100 < rate([result("x", "y", 10, 0, 0)])["x"].elo < 1000
    for draws in (10, 0):
        assert rate([result("x", "y", 0, draws, 0)])["x"].elo == pytest.approx(0)


def test_the_table_has_the_points_against_each_other():
    lines = cross_table(THREE).splitlines()
    x, y = (next(line.split() for line in lines if f" {name} " in line) for name in "xy")
    assert (x[1], x[-4:][0]) == ("x", "19.5")
    assert "14.5" in x
    assert "5.5" in y
    assert to_csv(THREE).splitlines()[:2] == ["game,a,b,wins,draws,losses", "hex,x,y,12,5,3"]


def run(folder: Path, *words: str) -> tuple[int, str]:
    with redirect_stdout(io.StringIO()) as out:
        code = tournament.main([*words, *WORDS, "--folder", str(folder)])
    return code, out.getvalue()


def test_a_tournament_keeps_its_games_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "JobPool", Here)
    code, said = run(tmp_path)
    assert code == 0
    assert said.count("tictactoe: random@") == 3
    games = {file: file.read_bytes() for file in tmp_path.glob("*.jsonl")}
    assert len(games) == 3
    assert run(tmp_path) == (0, said)  # nothing is played again
    assert run(tmp_path, "tictactoe", "random@1") == (0, said)  # nor counted twice
    assert {file: file.read_bytes() for file in tmp_path.glob("*.jsonl")} == games
    rows = (tmp_path / "results.csv").read_text().splitlines()
    assert [row.split(",")[1:3] for row in rows[1:]] == [
        ["random@1", "random@2"],
        ["random@1", "random@3"],
        ["random@2", "random@3"],
    ]
    assert said.endswith((tmp_path / "table.txt").read_text())
    parquet = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "results.parquet")
    assert [",".join(map(str, row.values())) for row in parquet.to_pylist()] == rows[1:]


def test_what_an_extra_is_missing_for_is_told_in_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "JobPool", Here)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(tmp_path)[0] == 0
    told = "without the library 'pyarrow' there is no results.parquet"
    assert capsys.readouterr().err.count(told) == 1
    assert {"results.csv", "table.txt"} <= {file.name for file in tmp_path.iterdir()}
    assert not (tmp_path / "results.parquet").exists()
    with pytest.raises(ImportError, match="'pyarrow' is missing here: pip install pyarrow"):
        write_parquet([], tmp_path / "results.parquet")


def test_plots_are_drawn_with_matplotlib(tmp_path):
    pytest.importorskip("matplotlib")
    from ai.match.ratings import draw_ratings

    ratings = {f"mcts@{10**n}": EloRating(n, n - 1, n + 1) for n in range(3)} | {
        "x": EloRating(0, 0, 0)
    }
    draw_ratings(ratings, tmp_path / "line.svg")
    assert "<svg" in (tmp_path / "line.svg").read_text("utf-8")
    draw_ratings({"x": EloRating(1, 0, 2), "y": EloRating(-1, -2, 0)}, tmp_path / "rows.png")
    assert (tmp_path / "rows.png").read_bytes()[1:4] == b"PNG"


SIDE = Side("mcts", "mcts", Limit(simulations=1))
TWO_PLAYER = [spec.name for spec in GAMES if spec.players == 2]


def plan(game: str, plies: int = 2, seed: int = 1) -> MatchPlan:
    parameters = asdict(game_spec(game).parameters())
    return MatchPlan(game, parameters, (SIDE, SIDE), games=40, seed=seed, opening_plies=plies)


@pytest.mark.parametrize("game", TWO_PLAYER)
def test_each_opening_is_played_with_both_colours_and_leaves_the_game_open(game: str) -> None:
    match = plan(game)
    seen = Counter((opening_of(match, i), first_side(match, i)) for i in range(40))
    assert seen == {(opening, side): 1 for opening in range(20) for side in (0, 1)}
    assert len({seed for i in range(40) for seed in seeds_of(match, i)}) == 80, "one a searcher"
    starts = [start_of(match, opening) for opening in range(20)]
    assert starts == [start_of(plan(game), opening) for opening in range(20)]
    assert len({start.moves for start in starts}) > 10
    assert starts != [start_of(plan(game, seed=2), opening) for opening in range(20)]
    assert {(len(start.moves), start.state.move_count) for start in starts} == {(2, 2)}
    for start in (start_of(plan(game, plies=4), opening) for opening in range(20)):
        mover = start.state.current_player
        ends = [start.state.play(move) for move in start.state.legal_moves]
        assert not any(end.returns[mover] > 0 for end in ends)


def test_an_opening_of_no_moves_is_the_first_position_and_one_of_hex_never_swaps() -> None:
    start = start_of(plan("hex", plies=0), 3)
    assert start.moves == ()
    assert start.state.move_count == 0
    swap = MatchPlan("hex", {"side": 5, "opening": "swap"}, (SIDE, SIDE), 2, opening_plies=3)
    for opening in range(10):
        assert "swap" not in start_of(swap, opening).moves


def test_solvers_get_one_board_a_game() -> None:
    match = plan("samegame")
    assert [opening_of(match, i) for i in range(3)] == [0, 1, 2]
    boards = [start_of(match, i).state for i in range(3)]
    assert len(set(boards)) == 3
