"""Whose a move is, and what follows from it: praise, records and "you"."""

import datetime

import pytest

from game.library.records import Records, entry_of
from game.play.credit import credit_of, has_player, player_of_interest, seated_player
from game.play.grading import grades_of_interest
from game.play.session import Chooser, Mode, Seat, Session
from game.play.text import write
from game.screens.play.ending import ending_of, help_words
from game.screens.review.words import caption_of, faultless_words, graph_titles, mover_name
from tests.evaluations import judged
from tests.saved import file_of, lines_of, read_back
from tests.sessions import AGAINST_AI, PEOPLE, session_of

WON = (0, 3, 1, 4, 2)
TODAY = datetime.date(2026, 11, 21)


def won(taken=(), by_ai=(), told=(), mode=Mode.PLAY, shares=()):
    """X wins; the moves of these plies, from 1, are taken from the AI, or made or shown by it.

    Each of the shares is what is known of a position, from the first one on.
    """
    session = Session("tictactoe", seats=AGAINST_AI, mode=mode)
    for ply, move in enumerate(WON, 1):
        if ply in told:
            session.record.node.position.advise(move, 0.5, 0.5)
        session.play(move, taken=ply in taken, for_player=ply in by_ai)
    return known(session, *shares)


def known(session, *shares, error=0.0):
    for ply, share in enumerate(shares):
        session.record.nodes[ply].position.learn(judged(share, error, 90_000, line=(8,)))
    return session


def praise(session):
    return faultless_words(session, grades_of_interest(session.record))


def choosers(session):
    return [session.record.nodes[ply].chooser for ply in range(1, session.record.length + 1)]


def test_each_move_has_one_chooser_and_keeps_it_in_a_file():
    session = won(taken={3}, told={1})
    expected = [Chooser.HELPED, Chooser.OPPONENT, Chooser.AI, Chooser.OPPONENT, Chooser.PLAYER]
    for each in (session, read_back(session)):
        assert choosers(each) == expected
    assert [mover_name(session, ply) for ply in (2, 3, 5)] == ["O", "the AI", "you"]
    assert not each.record.root.hinted


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_win_over_moves_that_the_player_made_for_the_opponent_is_none(is_taken):
    session = Session("tictactoe", seats=AGAINST_AI)
    for ply, move in enumerate(WON, 1):
        session.set_mode(Mode.ANALYSE if ply == 2 else Mode.PLAY)
        session.play(move, taken=ply == 2 and is_taken)
    session.set_mode(Mode.PLAY)
    assert entry_of(session, TODAY) is None
    assert help_words(session) == "You chose 1 move for the opponent: no record"


def test_who_changes_sides_in_the_middle_wins_nothing():
    session = Session("tictactoe", seats=AGAINST_AI)
    for ply, move in enumerate((0, 3, 1, 4, 8, 5)):
        session.play(move)
        if ply == 4:
            session.set_seats((Seat.AI, Seat.HUMAN))
    assert session.record.result == (-1.0, 1.0)
    assert entry_of(session, TODAY) is None
    assert "AI chose 2 of 3 moves" in help_words(session)


def test_who_changes_sides_is_not_blamed_for_what_the_ai_played():
    session = session_of("tictactoe", WON, seats=(Seat.AI, Seat.HUMAN))
    known(session, 0.5, 0.1, 0.1, 0.1, 0.1, 1.0)
    for seats in (AGAINST_AI, PEOPLE):
        session.set_seats(seats)
        assert choosers(session)[:2] == [Chooser.OPPONENT, Chooser.PLAYER]
        assert [grade.ply for grade in grades_of_interest(session.record)] == [2, 4]


def test_who_was_shown_most_of_his_moves_has_no_medal_for_them():
    alone = [credit_of(won(told=told).record) for told in ({}, {1}, {1, 3}, {1, 3, 5})]
    assert [credit.earns_medal for credit in alone] == [True, True, False, False]
    assert [credit.words for credit in alone[1:3]] == ["", "the AI showed 2 of 3 moves"]


def test_nobody_is_you_in_a_demo_and_its_mistakes_are_told():
    session = won(by_ai={1, 2, 3, 4, 5}, shares=(0.5, 0.5, 0.5, 0.9, 0.9, 1.0))
    assert seated_player(session.record) == 0, "the board lies still"
    assert player_of_interest(session.record) is None
    assert not has_player(session.record)
    assert caption_of(session) == "Tic-Tac-Toe, the AI against itself"
    assert not any("you" in title.lower() for title in graph_titles(session))
    assert [grade.ply for grade in grades_of_interest(session.record)] == [1, 2, 3, 4, 5]
    assert "Flawless" not in praise(session)


def test_flawless_is_said_of_the_players_own_ideas_alone():
    for made, praised in (({}, True), ({"told": {1}}, False), ({"taken": {1}}, False)):
        words = praise(won(**made, shares=[1.0] * 6))
        assert ("Flawless" in words) == praised, words
    session = Session("tictactoe", seats=AGAINST_AI)
    for move in WON:
        session.play(move)
        words = praise(known(session, *[1.0] * (session.record.length + 1)))
        assert ("Flawless" in words) == (session.record.length == 5), "it had hardly a move before"
    doubtful = known(won(), 1.0, 1.0, 1.0, 0.7, 1.0, 1.0, error=0.3)
    assert praise(doubtful) == "No mistakes for sure; 1 move is unclear."


def test_a_taken_move_is_taken_back_alone_and_its_game_goes_on():
    session = Session("samegame", seed=5)
    for _ in range(3):
        session.play(session.state.legal_moves[0], taken=True)
    assert len(lines_of(session)) == 1, "nothing is set aside for it"
    session.undo_turn()
    assert session.record.cursor == 2
    session.play(session.state.legal_moves[0])
    assert choosers(session) == [Chooser.AI, Chooser.AI, Chooser.PLAYER]
    session = Session("tictactoe", seats=PEOPLE)
    session.record.node.position.advise(4, 0.5, 0.5)
    session.play(4, taken=True)
    session.undo_turn()
    session.play(4)
    assert choosers(session) == [Chooser.HELPED], "it was shown, and is played by hand"


@pytest.mark.parametrize(
    ("changed_at", "level", "words"),
    [
        (4, "careless", "Your first win against Careless"),
        (2, None, "The level changed: not in the records"),
        (0, "perfect", "Your first win against Perfect"),
    ],
)
def test_a_result_belongs_to_the_level_that_played_and_to_none_of_two(changed_at, level, words):
    session = Session("tictactoe", seats=AGAINST_AI, level="careless")
    for ply, move in enumerate(WON):
        if ply == changed_at:
            session.set_level("perfect")
        session.play(move)
    session.set_level("careful")
    session = read_back(session)
    entry = entry_of(session, TODAY)
    assert (entry and entry.level) == level
    records = Records() if entry is None else Records().plus(entry)
    ending = ending_of(session, records, drawn="", is_counted=True, is_searched=None)
    assert ending.record == words


def test_a_game_is_kept_with_the_level_that_played_it_though_the_next_one_is_chosen():
    session = session_of("tictactoe", WON, seats=AGAINST_AI, level="careless")
    session.set_level("perfect")
    assert "level careless" in write(session.record)
    session.restart()
    session.play(0)
    assert "level perfect" in write(session.record), "an unfinished one goes on at the chosen level"
    demo = Session("samegame", seats=(Seat.AI,), mode=Mode.DEMO)
    demo.play(demo.state.legal_moves[0])
    assert "level" not in file_of(demo), "a board for one has no opponent to name"
