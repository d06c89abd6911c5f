"""Drills: those that come with the games, those of one's own games, and when they come back."""

import json
import random
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from functools import partial

import pytest

from ai.search.limits import CancelFlag
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.samegame.rules import SameGameState
from game.library import schedule
from game.library.storage import Planned
from game.play.drill import Drill, Kind, own_drills, shipped
from game.play.drill import session_of as session_of_drill
from game.play.session import Evaluation
from tests.game.test_storage import make_first_version
from tests.rig import storage_in
from tests.scenes.damage import ODD_VALUES
from tests.sessions import session_of

TODAY = date(2026, 3, 1)
LEAST = {"samegame": 200, "tictactoe": 60, "hex": 200, "breakthrough": 200}
CHECKED = 2
"""How many drills of a game are solved by trying everything, unless all are."""


def wins(state, plies, known):
    """Tell whether the player to move wins within so many plies, by the rules alone."""
    if state.is_terminal:
        return state.returns[state.current_player] > 0
    key = state.encode().tobytes(), plies
    if key not in known:
        known[key] = any(wins_by(state, move, plies, known) for move in state.legal_moves)
    return known[key]


def wins_by(state, move, plies, known):
    after = state.play(move)
    if after.is_terminal:
        return after.returns[state.current_player] > 0
    if plies < 3:
        return False
    return all(wins(after.play(reply), plies - 2, known) for reply in after.legal_moves)


def best(state: SameGameState, known):
    if state.is_terminal:
        return state.score
    if state.columns not in known:
        scores = (best(state.play(move), known) for move in state.legal_moves)
        known[state.columns] = max(scores) - state.points
    return known[state.columns] + state.points


def found(drill, state):
    """Return the right moves of a drill by trying everything."""
    moves, known = state.legal_moves, {}
    plies = 2 * drill.within - 1 if drill.within else 99
    match drill.kind:
        case Kind.WIN:
            return [move for move in moves if wins_by(state, move, plies, known)]
        case Kind.HOLD:
            return [move for move in moves if not wins(state.play(move), plies, known)]
        case _:
            scores = [best(state.play(move), known) for move in moves]
            return [move for move, s in zip(moves, scores, strict=True) if s == max(scores)]


def named(state, moves):
    return {state.move_to_string(move) for move in moves}


@pytest.mark.parametrize("game", LEAST)
def test_each_drill_that_comes_with_a_game_can_be_tried(game):
    drills = shipped(game)
    assert len({drill.key for drill in drills}) == len(drills) >= LEAST[game]
    for drill in drills:
        session = drill.session()
        state, line = session.start, drill.moves(session.start)
        moves = [state.move_from_string(name) for name in drill.right]
        assert 0 < len(moves) < len(state.legal_moves)
        assert set(moves) <= set(state.legal_moves)
        assert line[0] in moves
        assert Drill.from_dict(drill.to_dict()) == drill


def sample(game, number):
    drills = [drill for drill in shipped(game) if drill.kind is not Kind.OWN]
    return random.Random(game).sample(drills, number)


@pytest.mark.parametrize(
    "drills", [partial(sample, number=CHECKED), pytest.param(shipped, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_the_right_moves_are_those_that_trying_everything_finds(game, drills):
    for drill in drills(game):
        state = drill.session().start
        assert named(state, found(drill, state)) == set(drill.right)


def test_a_win_of_hex_is_one_whatever_is_answered():
    drill = next(each for each in shipped("hex") if each.kind is Kind.WIN and each.within == 2)
    state = drill.session().start
    wrong = next(m for m in state.legal_moves if state.move_to_string(m) not in drill.right)
    assert wins_by(state, state.move_from_string(drill.right[0]), 3, {})
    assert not wins_by(state, wrong, 3, {})


@pytest.mark.thorough
def test_the_solver_finds_each_win_of_hex():
    for drill in shipped("hex"):
        state = drill.session().start
        if drill.kind is Kind.WIN:
            solver, flag = ThreatSolver(state.parameters), CancelFlag().array
            win = solver.forced_win(state, flag, within=2 * drill.within - 1)
            assert win is not None
            assert state.move_to_string(win.line[0]) in drill.right


# Those of one's own games.


def game_with_a_mistake():
    """Return a game in which the second of one's own moves lost 40 %, beyond doubt."""
    session = session_of("tictactoe", "a1 b2 a2 c3 a3")
    for ply, value in enumerate((0.5, 0.5, 0.5, 0.1, 0.1)):
        line = session.state_at(ply).legal_moves[-1:]
        known = Evaluation(value, 0.001, 1_000_000, line=line, searcher="mcts", seconds=9.0)
        session.record_evaluation(ply, known)
    return session


def test_mistakes_become_drills_with_moves_that_were_fine_among_them():
    drills = own_drills(game_with_a_mistake(), "2026-02-27")
    bad = [drill for drill in drills if drill.lost]
    assert [drill.played for drill in bad] == ["a2"]
    assert bad[0].lost == "40 %"
    assert "a2" not in bad[0].right
    fine = [drill for drill in drills if not drill.lost]
    assert len(fine) == 1
    assert fine[0].played in fine[0].right
    assert all(drill.day == "2026-02-27" for drill in drills)


def test_they_come_back_the_day_after_and_only_once(tmp_path):
    storage = storage_in(tmp_path)
    session = game_with_a_mistake()
    storage.save_game(session)
    assert not storage.drills(TODAY).due
    tomorrow = TODAY + timedelta(1)
    (first, second) = storage.drills(tomorrow).due
    assert {first.drill.kind, second.drill.kind} == {Kind.OWN}
    storage.save_game(session)
    assert len(storage.drills(tomorrow).due) == 2
    storage.note_tried(first, tomorrow, is_right=True)
    storage.close()
    again = storage_in(tmp_path)
    assert [each.drill for each in again.drills(tomorrow).due] == [second.drill]
    later = again.drills(tomorrow + timedelta(9)).due
    assert {each.drill for each in later} == {first.drill, second.drill}
    again.close()


def test_what_is_solved_comes_back_ever_later_and_what_is_missed_tomorrow():
    memory, day, pauses = "", TODAY, []
    for _ in range(4):
        due, memory = schedule.after(memory, day, is_right=True)
        pauses.append(due - day.toordinal())
        day = date.fromordinal(due)
    assert pauses == sorted(set(pauses))
    assert pauses[0] > 1
    due, memory = schedule.after("", TODAY, is_right=False)
    assert due == TODAY.toordinal() + 1
    for damaged in ("nonsense", "{}", "[]"):
        assert schedule.after(damaged, TODAY, is_right=False) == (due, memory)


def test_one_that_was_tried_is_not_new_any_more(tmp_path):
    storage = storage_in(tmp_path)
    new = storage.drills(TODAY).new
    storage.note_tried(new[0], TODAY, is_right=False)
    assert storage.drills(TODAY).new == new[1:]
    assert storage.drills(TODAY + timedelta(1)).due == (
        Planned(new[0].drill, storage.drills(TODAY + timedelta(1)).due[0].memory),
    )
    storage.close()


def test_a_library_of_the_version_before_gets_room_for_drills(tmp_path):
    storage = storage_in(tmp_path)
    storage.save_game(game_with_a_mistake())
    storage.close()
    make_first_version(storage.paths.library_file)
    again = storage_in(tmp_path)
    assert again.load_game("tictactoe").length == 5
    assert not again.drills(TODAY).due
    assert len(again.drills(TODAY + timedelta(1)).due) == 2
    again.close()


def test_of_drills_whose_values_are_odd_those_that_still_are_drills_are_asked(tmp_path, caplog):
    good = shipped("hex")[0].to_dict() | {"kind": Kind.OWN.value}
    names = [*good, "played", "lost", "day", "task", "why"]
    odd = [{**good, name: value} for name in names for value in ODD_VALUES]
    odd += [{**good, "parameters": {"side": value}} for value in ODD_VALUES]
    damaged = [good, *odd, *ODD_VALUES]
    storage = storage_in(tmp_path)
    storage.note_tried(Planned(shipped("hex")[0]), TODAY, is_right=True)
    storage.flush()
    with closing(sqlite3.connect(storage.paths.library_file)) as file:
        put = "INSERT INTO drills VALUES (?, 'hex', ?, ?, ?)"
        due = [TODAY.toordinal(), "never", b"\0", 0.5]
        rows = ((n, due[n % 4], due[n % 3], json.dumps(row)) for n, row in enumerate(damaged))
        file.executemany(put, rows)
        file.execute("INSERT INTO games VALUES (1, 1, 'hex', 'x', '', 'over', 0, '{}', 0, '')")
        file.commit()
    asked = storage.drills(TODAY).due
    storage.close()
    assert 0 < len(asked) < len(damaged)
    assert "A drill of hex is left out: 'within'" in caplog.text
    playable = [each for each in asked if session_of_drill(each.drill) is not None]
    assert 0 < len(playable) < len(asked)


def test_a_damaged_memory_of_a_drill_counts_as_none():
    new = schedule.after("", TODAY, is_right=False)
    known = json.loads(schedule.after(new[1], TODAY, is_right=True)[1])
    for memory in ({**known, name: value} for name in known for value in ODD_VALUES):
        due, after = schedule.after(json.dumps(memory), TODAY, is_right=True)
        assert due > TODAY.toordinal()
        assert json.loads(after).keys() == known.keys()
