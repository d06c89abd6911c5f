import random
from pathlib import Path

import pytest

from benchmarks import samegame_records as records
from benchmarks.samegame_checker import check
from benchmarks.samegame_improve import Start, plan
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters, new_game
from tests.games import after


def played(start, choose):
    """Return the end of a game, and its line as records have it."""
    position, moves = start, []
    while not position.is_terminal:
        moves.append(choose(position.legal_moves))
        position = position.play(moves[-1])
    return position, records.places(start, tuple(moves))


@pytest.mark.parametrize("seed", range(8))
def test_the_checker_agrees_with_the_rules(seed) -> None:
    rng, start = random.Random(seed), new_game(SameGameParameters(9, 7, 3), seed)
    position, line = played(start, rng.choice)
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
    totals = {name: sum(scores) for name, scores in records.PUBLISHED.items()}
    names = ("SP-MCTS(3)", "NMCS level 3", "NRPA level 4", records.BEST)
    assert [totals[name] for name in names] == [78_012, 77_934, 80_030, 87_858], "as published"


def test_a_record_is_beaten_only_by_a_better_one(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    start = standard_boards()[0].state
    games = [played(start, choose) for choose in (min, max)]
    lines = [records.Record(end.score, line) for end, line in games]
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
        assert after(board, each.before) == each.position
        end = after(each.position, each.known)
        assert each.start is Start.FRESH or end.score == record.score
    assert plan(board, None, rng).start is Start.FRESH
