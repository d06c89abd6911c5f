"""What each event does in each case, without a window: the table of docs/architecture.md."""

from dataclasses import replace
from enum import Enum

import pytest

from game.play.session import Mode, Session
from game.screens.play.play_state import (
    IDLE,
    Case,
    DemoRun,
    Facts,
    GamePlace,
    GameRun,
    LineRun,
    PlayState,
    settle,
)
from game.screens.play.preview import LinePreview
from game.screens.play.react import (
    CLICK,
    MISSES_CANDIDATE,
    TABLE,
    Choose,
    Do,
    Escape,
    Findings,
    GoTo,
    NextMove,
    OnScreen,
    Pin,
    Play,
    PlayLine,
    SetMode,
    Work,
    do,
    react,
)
from game.screens.play.retry import FoundMistake
from game.screens.play.show import Unrolling
from game.ui.overlay import Mark
from game.ui.sound import Cue
from tests.scenes.test_cases import WITHOUT_WINDOW, columns

PLACE = GamePlace.of(Session("tictactoe"))
MARK = Mark(4, 1, "A", 0.0, 0.6, 500, 1.0, labelled=True)
PROOF = Unrolling((), 4, 0.0, 1.0)
MOVES = {"cursor": 4, "length": 4, "plays_ai": True}
CASES = {
    Case.MINE: {},
    Case.BACK: {"cursor": 2},
    Case.PASSED: {"cursor": 1, "is_passed_by": True},
    Case.THEIRS: {"is_ai_to_move": True},
    Case.OVER: {"is_over": True},
    Case.RETRY: {"is_retry": True, "cursor": 2},
    Case.TRIED: {"is_retry": True, "is_tried": True, "cursor": 3},
    Case.ANALYSING: {"mode": Mode.ANALYSE},
    Case.GUESS: {"mode": Mode.ANALYSE, "guesses": True, "cursor": 0},
    Case.GUESSED: {"mode": Mode.ANALYSE, "guesses": True, "has_guessed": True, "cursor": 0},
    Case.AUTOPLAY: {"cursor": 2},
    Case.PLAY_OUT: {"cursor": 4},
    Case.DEMO: {"mode": Mode.DEMO},
    Case.PAUSED: {"mode": Mode.DEMO},
    Case.DEMO_OVER: {"mode": Mode.DEMO, "is_over": True},
}
RUNS = {
    Case.AUTOPLAY: GameRun(0.0),
    Case.PLAY_OUT: LineRun((4, 5), 0.0, IDLE, (PLACE.game, 4)),
    Case.DEMO: DemoRun(),
}
SEARCHED = {Case.THEIRS, Case.ANALYSING, Case.GUESSED, Case.DEMO}
EVENTS = {
    "Esc": Escape(),
    "Space": "space",
    "Enter": "play cursor",
    "H": "hint",
    "Z": "peek",
    "A": "analysis",
    "1": MISSES_CANDIDATE,
    "T": "tree",
    "U": "guess",
    "G": "graph",
    "Y": "autoplay",
    "Ctrl+R": "resign",
    "Click": CLICK,
    "Play": SetMode(Mode.PLAY),
    "Analyse": SetMode(Mode.ANALYSE),
    "Demo": SetMode(Mode.DEMO),
}
assert EVENTS.keys() == WITHOUT_WINDOW
OPERATIONS = {
    Session.new_game: "new",
    Session.set_mode: "mode",
    Session.guess_first: "guess",
    Session.go_to: "run",
}


def state_in(case, **facts):
    place = GamePlace(PLACE.game, PLACE.position, CASES[case].get("mode", Mode.PLAY))
    state = PlayState(Facts(place, **MOVES | CASES[case] | facts), 0.0, RUNS.get(case, IDLE))
    assert state.case is case
    return state


def found_in(case, **changes):
    is_searched = case in SEARCHED
    found = {"is_thinking": is_searched, "is_at_work": is_searched}
    return Findings(**found | {"is_analysing": case is not Case.THEIRS} | changes)


def outcome(case, event, **found):
    return react(state_in(case), found_in(case, **found), event)


def told(case, name, event, **facts):
    """Return in a word, as the page has it, what an event does."""
    before = state_in(case, **facts)
    after, effects = react(before, found_in(case), event)
    done = [OPERATIONS[each.operation] for each in effects if isinstance(each, Do)]
    for word in ("new", "mode", "guess"):
        if word in done:
            return word
    changed = {
        "run": type(before.activity) is not type(after.activity),
        "stop": type(before.thought) is not type(after.thought),
        "hint": before.hint != after.hint,
        "peek": before.peeks != after.peeks,
        "view": before.layers != after.layers,
        "tree": before.tree != after.tree,
        "graph": before.graphs != after.graphs,
        "ask": before.is_resigning != after.is_resigning,
    }
    for word, is_so in changed.items():
        if is_so:
            return word
    itself = {"Space": "cursor", "Enter": "cursor"}
    for each in effects:
        if isinstance(each, OnScreen):
            point = "guess" if case is Case.GUESS else "walk" if case is Case.GUESSED else "play"
            shown = {
                OnScreen.LEAVE: "leave",
                OnScreen.POINT: point,
                OnScreen.ITSELF: itself.get(name),
            }
            return shown.get(each, "why")
        if isinstance(each, str) and not isinstance(each, Enum):
            return "why"
    return ""


@pytest.fixture(scope="module")
def page():
    names, rows = columns()
    return {
        case: {
            name: row[names.index(case.name.lower().replace("_", " "))]
            for name, row in rows.items()
        }
        for case in Case
    }


@pytest.mark.parametrize("case", Case, ids=lambda case: case.name)
def test_each_event_does_what_the_page_says(page, case):
    assert {name: told(case, name, event) for name, event in EVENTS.items()} == {
        name: page[case][name] for name in EVENTS
    }


def test_where_a_tried_move_ends_the_game_there_is_no_view_to_show(page):
    for name, event in EVENTS.items():
        does = "why" if name == "A" else page[Case.TRIED][name]
        assert told(Case.TRIED, name, event, is_over=True) == does, name


@pytest.mark.parametrize("case", Case, ids=lambda case: case.name)
def test_whatever_comes_wherever_leaves_a_state_and_what_to_do(case):
    for event in TABLE:
        made = {
            Play: Play(4),
            GoTo: GoTo(1),
            SetMode: SetMode(Mode.DEMO),
            PlayLine: PlayLine((4,)),
            LinePreview: LinePreview(MARK, 1),
            FoundMistake: FoundMistake((4,), "", has_more=False),
            Choose: Choose(4),
            Pin: Pin(0),
            Do: do(Session.retry, 1),
            NextMove: NextMove(4),
            Escape: Escape(),
        }
        for knows in (False, True):
            known = dict.fromkeys(("is_searched_out", "has_failed", "shows_best"), knows)
            state, effects = outcome(case, made.get(event, event), **known)
            assert isinstance(state, PlayState)
            assert all(isinstance(each, Do | Work | OnScreen | Cue | str) for each in effects)


def test_where_the_bar_leads_on_a_click_says_so():
    for case in (Case.TRIED, Case.PASSED):
        (why,) = outcome(case, CLICK)[1]
        assert "bar below" in why


def test_who_chooses_a_demo_has_it_run():
    assert outcome(Case.MINE, SetMode(Mode.DEMO))[0].activity == DemoRun()
    assert outcome(Case.DEMO, SetMode(Mode.PLAY))[0].activity == IDLE


def test_a_demo_goes_on_on_a_standard_board_and_not_from_a_pasted_position():
    for options in ({}, {"standard": 3}):
        paste = do(Session.set_position, "", None, **options)
        assert outcome(Case.DEMO, paste)[0].runs_demo is bool(options)


def test_what_is_pinned_goes_by_the_same_way():
    pinned, _ = outcome(Case.MINE, Pin(0))
    assert [pinned.pairs, react(pinned, Findings(), Pin(0))[0].pairs] == [0, None]


def test_what_was_deleted_is_restored_once():
    state = replace(state_in(Case.MINE), deleted=object())
    for operation, is_left in ((Session.show, True), (Session.restore_branch, False)):
        left, _ = react(state, Findings(), do(operation))
        assert (left.deleted is not None) is is_left


def test_the_question_whether_to_resign_goes_with_its_position():
    asks, _ = outcome(Case.MINE, "resign")
    assert settle(asks, asks.facts, 1.0).is_resigning
    elsewhere = replace(asks.facts, place=replace(asks.facts.place))
    assert not settle(asks, elsewhere, 1.0).is_resigning
