from contextlib import suppress
from dataclasses import replace

import pytest

from ai.search.messages import (
    ExactValue,
    GameFailed,
    GameReady,
    History,
    Limit,
    Proof,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchResult,
    StartSearch,
    StopReason,
    StopSearch,
    WarmupProgress,
    WorkerReady,
)
from ai.search.order import beside_truth
from game.games.tictactoe.rules import TicTacToeParameters
from game.play.session import Session
from game.play.thinker import Thinker, ThinkerState
from tests.fakes import Clock, FakeWorker, info_for
from tests.sessions import AGAINST_AI, play

LIMIT = Limit(simulations=100)


@pytest.fixture
def thinker(worker, clock):
    thinker = Thinker(worker, clock)
    thinker.poll()
    return thinker


@pytest.fixture
def session():
    return Session("tictactoe", seats=AGAINST_AI)


@pytest.fixture
def search(thinker, worker, session):
    """Let a search of the session's position begin and end."""

    def search(*answer, searcher="mcts", **options):
        thinker.think(session, searcher, LIMIT)
        worker.finish(*answer, **options)
        thinker.poll()

    return search


def test_it_warms_up_first_and_a_game_is_ready_before_all_are() -> None:
    worker = FakeWorker(ready=False)
    thinker = Thinker(worker, Clock())
    assert thinker.state is ThinkerState.WARMING
    worker.answers.append(WarmupProgress(1, 3, "hex"))
    assert thinker.poll()
    assert thinker.warmup.what == "hex"
    worker.answers.append(GameReady("hex"))
    thinker.poll()
    assert thinker.state_in("hex") is ThinkerState.IDLE
    assert thinker.state_in("tictactoe") is thinker.state is ThinkerState.WARMING
    worker.answers.append(WorkerReady(pending=("chess",)))
    thinker.poll()
    assert thinker.state_in("tictactoe") is thinker.state is ThinkerState.IDLE
    assert thinker.state_in("chess") is ThinkerState.WARMING
    worker.answers += [WarmupProgress(3, 3, "hex"), GameReady("chess")]
    thinker.poll()
    assert thinker.warmup is None, "it is ready, whatever comes late"
    assert thinker.state_in("chess") is ThinkerState.IDLE


def test_a_search_shows_while_it_runs_and_stays_when_it_is_stopped(thinker, worker, session):
    thinker.think(session, "mcts", LIMIT)
    assert thinker.state is ThinkerState.THINKING
    assert thinker.limit == LIMIT
    assert thinker.analysis(session) is None
    assert thinker.live is None
    worker.say(info_for((4, 0), 100))
    assert not thinker.poll(), "that a search goes on is told in its own time"
    assert thinker.live == info_for((4, 0), 100)
    assert thinker.analysis(session).running
    thinker.stop()
    thinker.stop()
    assert worker.requests.count(StopSearch()) == 1
    worker.finish(info_for((4, 0), 200), StopReason.STOPPED)
    thinker.poll()
    analysis = thinker.analysis(session)
    assert not analysis.running
    assert analysis.info.simulations == 200
    assert analysis.reason is StopReason.STOPPED
    assert thinker.state is ThinkerState.IDLE
    assert not thinker.poll()


def test_a_request_says_all_that_the_thread_must_know(thinker, worker, session):
    session.play(0)
    thinker.think(session, "rave", LIMIT, threads=3, seed=7, follows_proofs=False)
    history = History(session.record.root.state, (0,))
    state = session.state
    assert worker.searches[-1] == StartSearch(
        1, "tictactoe", state, history, "rave", LIMIT, seed=7, threads=3, follows_proofs=False
    )
    assert (thinker.serves(session), thinker.serves_start(session)) == (True, False)
    thinker.think(session, "mcts", LIMIT, from_start=True)
    plain = worker.searches[-1]
    assert (plain.threads, plain.seed, plain.follows_proofs) == (1, 0, True), "unless asked for"
    assert plain.position is session.record.root.state
    assert (thinker.serves(session), thinker.serves_start(session)) == (False, True)
    worker.finish()
    thinker.poll()
    assert thinker.analysis(session) is None
    assert thinker.analysis_of("tictactoe", session.record.root.state) is not None
    assert thinker.take_move(session) is None, "what is told of the start plays nothing"


def test_a_superseded_search_no_longer_runs_and_what_it_still_says_is_dropped(
    thinker, worker, session
):
    start = session.state
    thinker.think(session, "mcts", LIMIT)
    worker.say(info_for((4,), 100))
    thinker.poll()
    worker.say(info_for((4,), 200))
    session.play(0)
    thinker.think(session, "mcts", LIMIT)
    assert not thinker.poll()
    assert thinker.analysis(session) is None
    known = thinker.analysis_of("tictactoe", start)
    assert (known.running, known.reason) == (False, StopReason.STOPPED)
    assert known.info.simulations == 100
    thinker.cancel()
    assert worker.requests[-1] == StopSearch()
    worker.finish()
    assert not thinker.poll()
    assert thinker.take_move(session) is None


def test_a_shorter_search_does_not_replace_a_longer_one(thinker, worker, session, search):
    search(info_for((4,), 300))
    thinker.think(session, "mcts", LIMIT)
    worker.say(info_for((0,), 200))
    thinker.poll()
    assert thinker.analysis(session).info.simulations == 300
    worker.say(info_for((8,), 300))
    thinker.poll()
    assert thinker.analysis(session).info.line == (8,), "it has come as far"
    worker.say(info_for((0,), 400))
    thinker.poll()
    assert thinker.analysis(session).info.simulations == 400


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("stopped", 10), ("time", 3), ("time", 3)),
        (("time", 1), ("time", 3), ("time", 3)),
        (("time", 3), ("time", 1), ("time", 3)),
        (("time", 3), ("stopped", 10), ("time", 3)),
        (("proven", 1), ("time", 3), ("proven", 1)),
    ],
)
def test_a_search_that_found_less_has_come_to_its_end_all_the_same(
    thinker, worker, session, first, second, told
):
    for (reason, seconds), simulations in zip((first, second), (300, 200), strict=True):
        thinker.think(session, "mcts", Limit(seconds=seconds))
        worker.finish(info_for((4,), simulations), StopReason(reason))
        thinker.poll()
    known = thinker.analysis(session)
    assert (known.reason, known.limit.seconds) == told
    assert known.info.simulations == 300
    assert not known.running


def test_what_searchers_think_is_kept_apart_until_one_has_proven_it(thinker, session, search):
    search(info_for((4, 0), 300))
    search(info_for((0, 4), 90_000, 0.9), searcher="rave")
    assert thinker.analysis(session, "mcts").info.value == 0.6
    assert thinker.analysis(session, "rave").info.value == 0.9
    assert thinker.analysis(session).searcher == "rave", "it was asked last"
    assert thinker.analysis(session, "flat") is None
    won = replace(info_for((8,), 10, 1.0), proof=Proof.WIN, distance=3)
    search(won, StopReason.PROVEN, searcher="rave")
    search(info_for((1, 0), 500_000), searcher="flat")
    for searcher in ("mcts", "rave", "flat", None):
        assert thinker.analysis(session, searcher).info == won, "a longer search takes nothing back"


def test_a_way_leads_on_only_within_one_game():
    three = Session("tictactoe")
    four = Session("tictactoe", TicTacToeParameters(4, 4, 4))
    way = History(three.record.root.state, (0, 4))
    assert way.moves_since(History(Session("tictactoe").record.root.state, (0,))) == (4,), (
        "an equal start will do"
    )
    assert way.moves_since(way) == ()
    assert way.moves_since(History(three.record.root.state, (1,))) is None
    assert way.moves_since(History(three.record.root.state, (0, 4, 8))) is None
    assert way.moves_since(History(four.record.root.state, (0,))) is None
    assert way.moves_since(None) is None


def test_a_move_waits_for_the_minimum_delay_or_a_stop_and_comes_once(
    thinker, worker, clock, session
):
    session.play(0)
    thinker.think(session, "mcts", LIMIT, min_seconds=0.4)
    worker.finish()
    thinker.poll()
    assert thinker.take_move(session) is None
    assert thinker.wake_after() == pytest.approx(0.4)
    clock.now += 0.5
    assert thinker.wake_after() == 0.0
    assert thinker.take_move(session) == 1
    assert thinker.take_move(session) is None
    assert thinker.wake_after() is None
    thinker.think(session, "mcts", LIMIT, min_seconds=9.0)
    thinker.stop()
    worker.finish(reason=StopReason.STOPPED)
    thinker.poll()
    assert thinker.take_move(session) == 1


def test_no_move_is_played_in_another_position_or_a_finished_one(thinker, worker, session, search):
    session.play(0)
    search()
    session.go_to(session.record.cursor - 1)
    assert thinker.take_move(session) is None
    assert not thinker.serves(session)
    thinker.think(session, "mcts", LIMIT)
    result = SearchResult(None, SearchInfo(), StopReason.EXHAUSTED)
    worker.answers.append(SearchFinished(worker.searches[-1].generation, result))
    thinker.poll()
    assert thinker.take_move(session) is None


def test_an_error_shows_and_a_restart_clears_it(thinker, worker, session):
    thinker.think(session, "mcts", LIMIT)
    worker.answers.append(SearchFailed(1, "ValueError: broken"))
    thinker.poll()
    assert thinker.state is ThinkerState.FAILED
    assert "broken" in thinker.error
    thinker.think(session, "mcts", LIMIT)
    assert len(worker.searches) == 1
    thinker.restart()
    assert worker.restarts == 1
    assert thinker.state is ThinkerState.WARMING
    thinker.poll()
    assert thinker.state is ThinkerState.IDLE
    thinker.think(session, "mcts", LIMIT)
    assert len(worker.searches) == 2


def test_a_game_that_failed_ends_its_search_and_is_told_once(thinker, worker, session):
    thinker.think(session, "mcts", LIMIT)
    other = GameFailed(0, "pebbles", "KeyError: 3")
    worker.answers.append(other)
    assert thinker.poll()
    assert thinker.is_searching, "it was another search's"
    own = GameFailed(1, "tictactoe", "KeyError: 4")
    worker.answers.append(own)
    assert thinker.poll()
    assert thinker.state is ThinkerState.IDLE
    assert [thinker.take_failed_game() for _ in range(3)] == [other, own, None]


def test_the_memory_of_positions_is_bounded_and_loses_the_oldest_first(
    thinker, worker, session, search, monkeypatch
):
    monkeypatch.setattr("game.play.thinker.CACHED_POSITIONS", 3)

    def look(ply):
        session.go_to(ply)
        search(info_for(session.state.legal_moves[:1], 100 + len(worker.searches)))

    def known():
        return [
            ply
            for ply in range(session.record.length + 1)
            if thinker.analysis_of("tictactoe", session.record.nodes[ply].state) is not None
        ]

    play(session, (0, 3, 1, 4))
    for ply in (0, 1, 2):
        look(ply)
    assert known() == [0, 1, 2]
    look(0)
    look(3)
    assert known() == [0, 2, 3], "what was searched again is young again"
    look(4)
    assert known() == [0, 3, 4]


def test_what_is_asked_while_it_is_held_is_sent_afterwards_in_order(thinker, worker, session):
    thinker.think(session, "mcts", LIMIT)
    before = len(worker.requests)
    with suppress(ZeroDivisionError), thinker.requests_deferred():
        thinker.cancel()
        thinker.think(session, "mcts", LIMIT)
        assert thinker.is_searching
        assert len(worker.requests) == before
        raise ZeroDivisionError
    sent = worker.requests[before:]
    assert [type(each) for each in sent] == [StopSearch, StartSearch], "whatever has failed"
    thinker.stop()
    assert isinstance(worker.requests[-1], StopSearch)
    with thinker.requests_deferred():
        thinker.think(session, "mcts", LIMIT)
        thinker.restart()
    assert len(worker.searches) == 2, "a new thread is not asked for what the old one was to do"


def test_what_is_known_of_one_game_can_be_forgotten(thinker, worker, session):
    thinker.forget("tictactoe")
    other = Session("hex")
    for each in (other, session):
        thinker.think(each, "mcts", LIMIT)
        worker.say(info_for((4, 0), 100))
        thinker.poll()
    thinker.forget("breakthrough")
    assert thinker.is_searching
    thinker.forget("tictactoe")
    assert thinker.analysis(session) is None
    assert not thinker.is_searching
    assert (thinker.live, thinker.limit) == (None, None)
    assert thinker.analysis(other) is not None


@pytest.mark.parametrize("efforts", [(100, 5000), (5000, 100)])
@pytest.mark.parametrize("solved", [(True, False), (False, True)])
def test_true_values_stay_known_and_are_learned_from_any_search(
    thinker, worker, session, efforts, solved
):
    truth = tuple(ExactValue(move, Proof.DRAW, 9) for move in range(9))
    for effort, knows in zip(efforts, solved, strict=True):
        thinker.think(session, "mcts", LIMIT)
        found = info_for((0, 1), simulations=effort)
        worker.finish(beside_truth(found, truth) if knows else found)
        thinker.poll()
        session.play(0)
        session.go_to(session.record.cursor - 1)
    known = thinker.analysis(session)
    assert (known.info.exact, known.effort) == (truth, 5000)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        pytest.param((1, 0), (0,), id="the move that leads is lost"),
        pytest.param((0, 1), (0, 4, 8), id="another one is, and the line stays"),
    ],
)
def test_moves_that_are_proven_lost_stay_so_in_the_next_search(
    thinker, session, search, moves, line
):
    first = info_for((0, 1), simulations=5000)
    best, second = (replace(each, proof=Proof.LOSS, distance=4) for each in first.candidates)
    search(replace(first, candidates=(first.candidates[0], second)))
    found = info_for(moves, simulations=10_000)
    search(found if moves[0] else replace(found, line=line), searcher="rave")
    known = thinker.analysis(session).info
    assert [(each.move, each.proof) for each in known.candidates] == [(0, None), (1, Proof.LOSS)]
    assert known.candidates[1].distance == 4
    assert known.line == line
    for candidates in ((best, second), first.candidates):
        search(replace(first, candidates=candidates))
    assert [each.proof for each in thinker.analysis(session).info.candidates] == [Proof.LOSS] * 2
