"""Drills: those that come with the games, those of one's own games, and when they come back."""

import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest

from ai.search.limits import CancelFlag
from benchmarks.drill_makers import Found, Plain
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.library import schedule
from game.library.storage import Planned, Storage
from game.play.drill import TAUGHT, Drill, Kind, game_drills, lessons, shipped
from game.play.drill import session_of as session_of_drill
from game.play.session import Evaluation
from game.words import language
from tests.scenes.damage import ODD_VALUES
from tests.sessions import session_of

TODAY = date(2026, 3, 1)
LEAST = {"samegame": 200, "tictactoe": 60, "hex": 200, "breakthrough": 200}
CHECKED = 2
"""How many drills of a game are solved by trying everything, unless all are."""
QUICK = 20
"""Positions with more moves are tried out only if that takes one move."""


def by_trying(drill: Drill) -> set[str]:
    """Return the right moves of a drill by trying everything, by the rules alone."""
    state = drill.session().record.root.state
    kind = "best" if drill.kind is Kind.CLEAR else drill.kind.value
    right = Plain().right(Found(state, kind, (), (), drill.within))
    return {state.move_to_string(move) for move in right}


def check(drill: Drill) -> None:
    """Fail if a drill cannot be tried, or if nothing or everything is right."""
    state = drill.session().record.root.state
    line, moves = drill.moves(state), [state.move_from_string(name) for name in drill.right]
    assert 0 < len(moves) < len(state.legal_moves)
    assert set(moves) <= set(state.legal_moves)
    assert line[0] in moves
    assert Drill.from_dict(drill.to_dict()) == drill


@pytest.mark.parametrize("game", LEAST)
def test_each_drill_that_comes_with_a_game_can_be_tried(game):
    drills = shipped(game)
    assert len({drill.key for drill in drills}) == len(drills) >= LEAST[game]
    for drill in drills:
        check(drill)


@pytest.mark.parametrize("game", LEAST)
def test_each_game_has_five_lessons_and_they_are_right(game):
    assert game in TAUGHT
    assert len(lessons(game)) == 5
    for each in lessons(game):
        check(each)
        assert each.task.endswith((".", "?"))
        assert each.why.endswith(".")
        if len(each.session().record.root.state.legal_moves) <= QUICK or each.within == 1:
            assert by_trying(each) == set(each.right), each.position
    assert "pegs" not in TAUGHT
    assert lessons("pegs") == (), "a game of a plug-in has none"


def sample(game, number):
    drills = [drill for drill in shipped(game) if drill.kind is not Kind.FROM_GAME]
    return random.Random(game).sample(drills, number)


@pytest.mark.parametrize(
    "drills", [partial(sample, number=CHECKED), pytest.param(shipped, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_the_right_moves_are_those_that_trying_everything_finds(game, drills):
    for drill in drills(game):
        assert by_trying(drill) == set(drill.right)


def test_a_win_of_hex_is_one_whatever_is_answered():
    drill = next(each for each in shipped("hex") if each.kind is Kind.WIN and each.within == 2)
    state, plain = drill.session().record.root.state, Plain(most=10**9)
    wrong = next(m for m in state.legal_moves if state.move_to_string(m) not in drill.right)
    assert plain.wins_by(state, state.move_from_string(drill.right[0]), 3)
    assert not plain.wins_by(state, wrong, 3)


@pytest.mark.thorough
def test_the_solver_finds_each_win_of_hex():
    for drill in shipped("hex"):
        state = drill.session().record.root.state
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
        line = session.record.nodes[ply].state.legal_moves[-1:]
        known = Evaluation(value, 0.001, 1_000_000, line=line, searcher="mcts", seconds=9.0)
        session.record.nodes[ply].position.learn(known)
    return session


def test_mistakes_become_drills_with_moves_that_were_fine_among_them():
    drills = game_drills(game_with_a_mistake().record, "2026-02-27")
    bad = [drill for drill in drills if drill.lost]
    assert [drill.played for drill in bad] == ["a2"]
    assert (bad[0].lost, bad[0].loss) == ("40 %", "40 %")
    assert "a2" not in bad[0].right
    fine = [drill for drill in drills if not drill.lost]
    assert len(fine) == 1
    assert fine[0].played in fine[0].right
    assert all(drill.day == "2026-02-27" for drill in drills)


def test_what_a_move_lost_is_kept_in_english_and_said_in_the_language(request):
    request.addfinalizer(lambda: language.speak(language.ENGLISH))
    language.speak("de")
    drills = game_drills(game_with_a_mistake().record, "2026-02-27")
    drill = next(each for each in drills if each.lost)
    assert drill.lost == "40 %"
    kept = {"28 points": "28 Punkte", "3.2 %": "3,2 %", "1\N{THIN SPACE}004 points": "1.004 Punkte"}
    for english, german in {**kept, "28 Punkte": "28 Punkte", "3,2 %": "3,2 %", "": ""}.items():
        assert replace(drill, lost=english).loss == german


def test_they_come_back_the_day_after_and_only_once(storage):
    session, tomorrow = game_with_a_mistake(), TODAY + timedelta(1)
    for _ in range(2):
        storage.save_game(session)
        assert not storage.drills(TODAY).due
        (first, second) = storage.drills(tomorrow).due
        assert {first.drill.kind, second.drill.kind} == {Kind.FROM_GAME}
    storage.note_tried(first, tomorrow, is_right=True)
    new = storage.drills(TODAY).new
    storage.note_tried(new[0], TODAY, is_right=False)
    assert storage.drills(TODAY).new == new[1:], "one that was tried is not new any more"
    storage.close()
    again = Storage(storage.paths)
    assert [each.drill for each in again.drills(tomorrow).due] == [second.drill, new[0].drill]
    later = again.drills(tomorrow + timedelta(9)).due
    assert {each.drill for each in later} == {first.drill, second.drill, new[0].drill}
    again.close()


def test_a_clock_that_was_wrong_once_puts_no_drill_off(storage):
    wrong = TODAY + timedelta(1200)
    storage.save_game(game_with_a_mistake())
    assert not storage.drills(wrong).due
    new = storage.drills(wrong).new
    for number, is_right in enumerate((True, False)):
        storage.note_tried(new[number], wrong, is_right=is_right)
    due = storage.drills(TODAY).due
    assert {each.drill.kind for each in due} >= {Kind.FROM_GAME}
    assert {new[0].drill, new[1].drill} <= {each.drill for each in due}
    for each in due:
        storage.note_tried(each, TODAY, is_right=True)
    assert not storage.drills(TODAY).due
    assert len(storage.drills(TODAY + timedelta(30)).due) == len(due)


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
    for damaged in ("nonsense", "{}", "[]", "[" * 2000):
        assert schedule.is_due(0, damaged, TODAY)
        assert schedule.after(damaged, TODAY, is_right=False) == (due, memory)
    known = json.loads(schedule.after(memory, TODAY, is_right=True)[1])
    for damaged in ({**known, name: value} for name in known for value in ODD_VALUES):
        due, after = schedule.after(json.dumps(damaged), TODAY, is_right=True)
        assert due > TODAY.toordinal()
        assert json.loads(after).keys() == known.keys()


def test_of_drills_whose_values_are_odd_those_that_still_are_drills_are_asked(storage, caplog):
    good = shipped("hex")[0].to_dict() | {"kind": Kind.FROM_GAME.value}
    names = [*good, "played", "lost", "day", "task", "why"]
    odd = [{**good, name: value} for name in names for value in ODD_VALUES]
    odd += [{**good, "parameters": {"side": value}} for value in ODD_VALUES]
    damaged = [good, *odd, *ODD_VALUES]
    storage.note_tried(Planned(shipped("hex")[0]), TODAY, is_right=True)
    storage.flush()
    with closing(sqlite3.connect(storage.paths.library_file)) as file:
        put = "INSERT INTO drills VALUES (?, 'hex', ?, ?, ?)"
        due = [TODAY.toordinal(), "never", b"\0", 0.5]
        rows = ((n, due[n % 4], due[n % 3], json.dumps(row)) for n, row in enumerate(damaged))
        file.executemany(put, rows)
        file.execute(
            "INSERT INTO games VALUES (1, 'hex', 'x', '', 'over', 0, 0, '', 0, '', x'', '')"
        )
        file.commit()
    asked = storage.drills(TODAY).due
    storage.close()
    assert 0 < len(asked) < len(damaged)
    assert "A drill of hex is left out: 'within'" in caplog.text
    playable = [each for each in asked if session_of_drill(each.drill) is not None]
    assert 0 < len(playable) < len(asked)
