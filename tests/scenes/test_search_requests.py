"""Which search should be running, and the small clocks around it, without any scene."""

from dataclasses import replace

import pytest

from ai.ladder import METHOD_SECONDS
from ai.levels import level
from ai.search.messages import Limit, StopReason
from game.games.samegame.screen.screen import PROFILE as SAMEGAME
from game.play.session import Mode, Seat, Session
from game.play.thinker import Analysis
from game.screens.play.hints import Hint
from game.screens.play.play_state import (
    IDLE,
    DemoRun,
    Extended,
    Facts,
    GamePlace,
    LineRun,
    PlayState,
    Stopped,
)
from game.screens.play.search_requests import (
    HINT_SECONDS,
    PONDER_SECONDS,
    Purpose,
    SearchContext,
    SearchRequest,
    request_of,
)
from game.screens.profile import Pace, Profile
from game.store import settings
from game.store.settings import DEFAULTS, Settings
from game.ui.overlay import Mark, Overlay
from tests.fakes import info_for
from tests.sessions import AGAINST_AI, session_of

CLUB, MAX = (level(name, "breakthrough") for name in ("club", "max"))
PROFILE = Profile("tictactoe", "mcts", lambda _: Session("tictactoe").record.start.parameters)
BREAKTHROUGH = replace(PROFILE, game="breakthrough")


def situation(session=None, **changes):
    session = session or Session("tictactoe", seats=AGAINST_AI)
    place = GamePlace.of(session)
    return replace(
        SearchContext(
            session=session,
            state=PlayState(Facts.of(session, place), 0.0, layers=frozenset()),
            profile=PROFILE,
            settings=Settings(),
            analysis_by=lambda _: None,
            pace=None,
            may_think=True,
            step_seconds=0.7,
            is_teaching=False,
        ),
        **changes,
    )


def given(now, **changes):
    """Return a situation in which the screen is doing something else."""
    return replace(now, state=replace(now.state, **changes))


def asked_for(session=None, **changes):
    """Return a situation in which the player wants to see what the AI thinks."""
    return given(situation(session, **changes), peeks=True)


@pytest.fixture
def four_threads(monkeypatch):
    """Settings by which four threads may search."""
    monkeypatch.setattr(settings, "usable_cores", lambda: 5)
    return Settings(memory_mb=99, threads="all but one")


def ended(reason, seconds=5.0):
    return Analysis(info_for((1, 2)), Limit(seconds=seconds), "mcts", running=False, reason=reason)


def test_nothing_is_searched_unasked_on_the_players_turn():
    assert request_of(situation()) is None
    assert request_of(asked_for()).purpose is Purpose.ANALYSIS
    assert request_of(asked_for(may_think=False)) is None
    assert request_of(given(asked_for(), thought=Stopped())) is None


def test_the_opponent_moves_by_its_level_even_unwatched():
    session = Session("tictactoe", seats=(Seat.AI, Seat.HUMAN), level="careless")
    wish = request_of(situation(session, may_think=False))
    assert wish.purpose is Purpose.MOVE
    assert wish.searcher == level("careless", "tictactoe").searcher
    assert wish.threads == 1, "a level told in simulations is as strong on every machine"
    assert request_of(given(situation(session), activity=LineRun((4,), 0.0, IDLE, (0, 0)))) is None
    session.set_level("as-flat")
    wish = request_of(situation(session))
    assert (wish.searcher, wish.limit.seconds) == ("flat", METHOD_SECONDS)


@pytest.mark.parametrize(("name", "follows"), [("careful", False), ("perfect", True)])
def test_a_weak_level_does_not_play_what_the_players_hints_have_proven(name, follows):
    session = Session("tictactoe", seats=(Seat.AI, Seat.HUMAN), level=name)
    assert request_of(situation(session)).follows_proofs is follows
    assert request_of(asked_for()).follows_proofs


def test_a_demo_runs_only_while_it_is_watched_and_not_paused():
    session = Session("tictactoe", mode=Mode.DEMO)
    assert request_of(situation(session)) is None
    assert request_of(given(situation(session), activity=DemoRun())).purpose is Purpose.MOVE
    assert request_of(given(situation(session, may_think=False), activity=DemoRun())) is None


@pytest.mark.parametrize("reason", [StopReason.PROVEN, StopReason.ONLY_MOVE, StopReason.TIME])
def test_what_has_come_to_its_end_is_searched_again_only_by_wish(reason):
    now = given(asked_for(settings=Settings(analyse_seconds=5.0)), layers=frozenset({Mode.PLAY}))
    assert request_of(replace(now, analysis_by=lambda _: ended(reason))) is None
    assert (
        request_of(given(replace(now, analysis_by=lambda _: ended(reason)), thought=Extended()))
        is not None
    )
    assert request_of(replace(now, analysis_by=lambda _: ended(StopReason.STOPPED))) is not None
    shorter = request_of(replace(now, analysis_by=lambda _: ended(reason, seconds=1.0)))
    assert (shorter is not None) == (reason is StopReason.TIME)


def test_a_hint_tells_of_its_move_what_is_known_now_and_of_no_other():
    told = Mark(3, 1, "A", 0.0, 0.6, 500, 1.0, True)
    hint = Hint().fixed(told)
    better = replace(told, value=0.7, visits=9_000)
    assert hint.mark(Overlay((replace(told, move=5), better))) == better
    assert hint.mark(Overlay((replace(told, move=5, same_plan=(3,)),))) == told, "another way in"
    assert hint.mark(Overlay((replace(told, move=5),))) == told


def test_the_chosen_searcher_analyses_and_plays_the_demo():
    settings = DEFAULTS.changed(tictactoe_method="rave")
    assert request_of(asked_for(settings=settings)).searcher == "rave"
    demo = Session("tictactoe", mode=Mode.DEMO)
    assert (
        request_of(given(situation(demo, settings=settings), activity=DemoRun())).searcher == "rave"
    )
    paced = asked_for(settings=settings, pace=Pace("mcts"))
    assert request_of(paced).searcher == "rave", "the slow analysis is the usual searcher's"


def test_a_demo_move_takes_its_time_and_what_the_machine_may_give(four_threads):
    settings = four_threads.changed(demo_speed=2.0)
    now = given(
        situation(Session("tictactoe", mode=Mode.DEMO), settings=settings), activity=DemoRun()
    )
    seconds = PROFILE.demo_seconds / 2
    assert request_of(now) == SearchRequest(
        Purpose.MOVE, now.method, Limit(seconds=seconds, memory_mb=99), 4, 0.7
    )


@pytest.mark.parametrize(("level", "threads"), [("club", 1), ("max", 4)])
def test_a_move_is_held_back_and_takes_the_threads_its_level_allows(level, threads, four_threads):
    session = Session("breakthrough", seats=(Seat.AI, Seat.HUMAN), level=level)
    settings = four_threads.changed(min_reply_delay=1.25)
    wish = request_of(situation(session, settings=settings))
    assert (wish.threads, wish.min_seconds, wish.limit.memory_mb) == (threads, 1.25, 99)
    assert not wish.repeats


@pytest.mark.parametrize(
    ("level", "own", "limit"),
    [
        (CLUB, {}, (None, CLUB.limit.simulations)),
        (CLUB, {"breakthrough_think_seconds": 3.0}, (3.0, CLUB.limit.simulations)),
        (CLUB, {"think_simulations": 77}, (None, 77)),
        (CLUB, {"think_simulations": 77, "breakthrough_think_seconds": 3.0}, (3.0, 77)),
        (MAX, {}, (MAX.limit.seconds, None)),
        (MAX, {"breakthrough_think_seconds": 3.0}, (3.0, None)),
        (MAX, {"think_simulations": 77}, (None, 77)),
    ],
)
def test_the_players_own_budget_takes_the_place_of_the_levels(level, own, limit):
    session = Session("breakthrough", seats=(Seat.AI, Seat.HUMAN), level=level.name)
    now = situation(session, profile=BREAKTHROUGH, settings=Settings().changed(**own))
    found = request_of(now).limit
    assert (found.seconds, found.simulations) == limit


def test_a_hint_is_searched_for_as_long_as_an_analysis_but_soon_done(four_threads):
    settings = four_threads.changed(analyse_seconds=8.0)
    asked = asked_for(settings=settings)
    hint = request_of(asked)
    assert hint == SearchRequest(
        Purpose.ANALYSIS, "mcts", Limit(seconds=HINT_SECONDS, memory_mb=99), 4
    )
    assert request_of(given(asked, layers=frozenset({Mode.PLAY}))).limit.seconds == 8.0
    analysed = Session("tictactoe", mode=Mode.ANALYSE)
    assert request_of(replace(asked, session=analysed)).limit.seconds == 8.0
    brief = settings.changed(analyse_seconds=1.0)
    assert request_of(replace(asked, settings=brief)).limit.seconds == 1.0


def test_a_paced_analysis_asks_for_one_step_at_a_time():
    pace = Pace("mcts", simulations=50, seconds=0.2)
    now = asked_for(pace=pace, settings=Settings(memory_mb=99))
    limit = Limit(simulations=50, memory_mb=99)
    assert request_of(now) == SearchRequest(Purpose.ANALYSIS, "mcts", limit, 1, 0.2, repeats=True)
    assert request_of(replace(now, analysis_by=lambda _: ended(StopReason.PROVEN))) is None


def test_the_opponent_thinks_on_only_where_it_keeps_its_tree_and_has_time_left(four_threads):
    session = Session("breakthrough", seats=AGAINST_AI, level="max")
    settings = four_threads.changed(ponder=True)
    now = situation(session, profile=BREAKTHROUGH, settings=settings)
    limit = Limit(seconds=PONDER_SECONDS, memory_mb=99)
    assert request_of(now) == SearchRequest(Purpose.PONDERING, "mcts", limit, 4)
    assert request_of(replace(now, settings=Settings())) is None
    for seats, name in (((Seat.HUMAN,) * 2, "max"), (AGAINST_AI, "club")):
        other = Session("breakthrough", seats=seats, level=name)
        assert request_of(replace(now, session=other)) is None
    analysed = Session("breakthrough", seats=AGAINST_AI, level="max", mode=Mode.ANALYSE)
    assert request_of(replace(now, session=analysed)) is None
    for share, is_running, is_asked in ((1.0, False, False), (0.5, False, True), (1.0, True, True)):
        known = replace(ended(StopReason.TIME, share * PONDER_SECONDS), running=is_running)
        assert bool(request_of(replace(now, analysis_by=lambda _, known=known: known))) is is_asked


def test_the_target_waits_for_all_else_and_for_a_game_that_is_played(four_threads):
    session = Session("samegame", seed=1)
    now = given(situation(session, profile=SAMEGAME, settings=four_threads), has_begun=True)
    limit = Limit(seconds=SAMEGAME.target_seconds, memory_mb=99)
    assert request_of(now) == SearchRequest(Purpose.SCORE_TO_BEAT, SAMEGAME.searcher, limit, 4)
    assert request_of(given(now, peeks=True)).purpose is Purpose.ANALYSIS
    for change in ({"may_think": False}, {"is_teaching": True}):
        assert request_of(replace(now, **change)) is None
    assert request_of(given(now, activity=LineRun((4,), 0.0, IDLE, (0, 0)))) is None
    session.play(session.state.legal_moves[0])
    assert request_of(given(now, has_begun=False)).purpose is Purpose.SCORE_TO_BEAT, (
        "a game goes on"
    )
    session.record.improve_target(100, SAMEGAME.target_seconds / 2)
    assert request_of(now).purpose is Purpose.SCORE_TO_BEAT, "it was looked for too short"
    session.set_mode(Mode.ANALYSE)
    assert request_of(now) is None
    over = session_of("tictactoe", (0, 3, 1, 4, 2))
    assert request_of(asked_for(over)) is None
