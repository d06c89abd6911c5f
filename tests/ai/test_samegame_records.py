import random
from pathlib import Path

import pytest

from benchmarks import samegame_records as records
from benchmarks.samegame_checker import check
from benchmarks.samegame_improve import Start, plan
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.standard_boards import standard_boards


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_agrees_with_the_rules(seed) -> None:
    rng = random.Random(seed)
    start = position = new_game(SameGameParameters(9, 7, 3), seed)
    moves = []
    while not position.is_terminal:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    line = records.places(start, tuple(moves))
    assert check(start.columns, line) == (position.score, position.tiles_left)
    with pytest.raises(ValueError, match="the game is not over"):
        check(start.columns, line[:-1])
    with pytest.raises(ValueError, match="move 1 at"):
        check(start.columns, ((8, 6), *line) if len(start.group_at(8, 6)) == 1 else ((9, 9),))


def test_the_stored_records_replay_and_clear() -> None:
    stored = records.load()
    assert sorted(stored) == list(range(1, 21))
    for board in standard_boards():
        score, tiles = check(board.state.columns, stored[board.number].line)
        assert (score, tiles) == (stored[board.number].score, 0)


def test_the_published_totals_are_right() -> None:
    totals = {name: sum(scores) for name, scores in records.PUBLISHED.items()}
    assert totals["SP-MCTS(3)"] == 78_012
    assert totals["NMCS level 3"] == 77_934
    assert totals["NRPA level 4"] == 80_030
    assert totals[records.BEST] == 87_858


def test_a_record_is_beaten_only_by_a_better_one(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    position = standard_boards()[0].state
    lines = []
    for pick in (0, -1):
        state, moves = position, []
        while not state.is_terminal:
            moves.append(state.legal_moves[pick])
            state = state.play(moves[-1])
        lines.append(records.Record(state.score, records.places(position, tuple(moves))))
    worse, better = sorted(lines, key=lambda record: record.score)
    assert records.load(path) == {}
    assert records.offer(1, worse, path)
    assert not records.offer(1, worse, path)
    assert records.offer(1, better, path)
    assert not records.offer(1, worse, path)
    assert records.load(path) == {1: better}
    assert [each.name for each in tmp_path.iterdir()] == ["records.json"]
    with pytest.raises(ValueError, match="the line scores"):
        records.offer(1, records.Record(9_999, better.line), path)


@pytest.mark.parametrize("number", [1, 12, 20])
def test_a_search_for_better_lines_begins_where_its_plan_says(number) -> None:
    board = standard_boards()[number - 1].state
    record = records.load()[number]
    rng = random.Random(number)
    plans = [plan(board, record, rng) for _ in range(60)]
    assert {each.start for each in plans} == set(Start)
    for each in plans:
        position = board
        for move in each.before:
            position = position.play(move)
        assert position == each.position
        for move in each.known:
            position = position.play(move)
        assert each.start is Start.FRESH or position.score == record.score
    assert plan(board, None, rng).start is Start.FRESH
