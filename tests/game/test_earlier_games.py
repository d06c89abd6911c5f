"""What takes the place of a game or a line, and how one goes back to it."""

import pytest

from game.play.node import By
from game.play.record import AI_PLAYS
from game.play.session import Mode, Seat, Session, SessionError
from tests.evaluations import JUDGE, evaluations_of, judged
from tests.games import GAMES
from tests.saved import file_of, lines_of, read_back
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of

GAME_NAMES = [spec.name for spec in GAMES]
# a1 b1 a2 b2 c1 b3: the second player wins.
LOST = (0, 1, 3, 4, 2, 7)


def played(game: str, plies: int, **options) -> Session:
    return session_of(game, plies, seed=7, **options)


def lost_game() -> Session:
    session = session_of("tictactoe", LOST, seats=AGAINST_AI)
    assert session.state.is_terminal
    return session


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_is_tried_in_a_retry_changes_no_game_and_is_kept_by_none(game):
    session = played(game, 6, seats=None if game == "samegame" else AGAINST_AI)
    session.go_to(5)
    before = file_of(session)
    session.retry(2)
    for move in session.state.legal_moves[-3:]:
        session.play(move)
        assert (session.record.cursor, session.record.length, session.record.retry.ply) == (3, 3, 2)
        assert not session.is_ai_to_move, "nobody answers a try"
        session = read_back(session)
        assert session.can_undo_turn
        session.undo_turn()
        assert (session.record.cursor, session.can_undo_turn) == (2, False)
        assert not session.go_to(0), "a retry does not look back"
    session.set_seats([Seat.HUMAN] * session.record.spec.players)
    assert session.go_back()
    assert file_of(session) == before


@pytest.mark.parametrize("leave", [Session.new_game, Session.restart])
def test_a_retry_leaves_its_game_to_another_as_it_was(leave):
    session = lost_game()
    session.retry(4)
    session.play(7)
    leave(session)
    assert session.record.retry is None
    assert session.undo_new_game()
    assert lines_of(session) == [LOST]
    assert session.is_over


@pytest.mark.parametrize(
    ("tried", "lines"),
    [
        ([7], [(*LOST[:4], 7), LOST]),
        (LOST[4:], [LOST]),  # it goes on by itself
        ((7, 8), [(*LOST[:4], 7, 8), LOST]),
    ],
)
@pytest.mark.parametrize("leave", [Session.play_on, lambda session: session.set_mode(Mode.ANALYSE)])
def test_what_is_tried_goes_on_as_a_branch_from_which_one_can_go_back(tried, lines, leave):
    session = lost_game()
    session.go_to(5)
    session.retry(4)
    play(session, tried)
    leave(session)
    session = read_back(session, Mode.PLAY)
    assert (session.record.retry, lines_of(session)) == (None, lines)
    if len(lines) > 1:
        assert session.go_back()
    assert (session.record.moves, session.is_over) == (LOST, session.record.is_at_end)
    assert not session.go_back()


def test_what_a_retry_has_found_out_is_known_to_the_game_too():
    session = played("samegame", 8)
    session.retry(4)
    session.record.nodes[2].position.learn(judged(900.0, visits=40))
    session.record.improve_target(1_000, 10.0)
    session.go_back()
    assert evaluations_of(session) == {2: {JUDGE: judged(900.0, visits=40)}}
    assert session.record.target.score == 1_000


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("looks_back", [False, True])
def test_the_ai_moves_in_a_branch_of_its_own_from_which_one_can_go_back(game, looks_back):
    session = played(game, 4)
    moves = session.record.moves
    session.go_to(2 if looks_back else 4)
    cursor = session.record.cursor
    session.set_mode(Mode.DEMO)
    for _ in range(2):
        session.play(session.state.legal_moves[-1], for_player=True)
    assert session.record.cursor == session.record.length == cursor + 2
    assert [node.by for node in session.record.nodes[-2:]] == [By.AI] * 2
    session = read_back(session)
    assert session.record.line_left.why == AI_PLAYS
    assert session.go_back()
    assert (session.record.moves, session.record.cursor) == (moves, cursor)
    assert By.AI not in [node.by for node in session.record.nodes]
    assert session.record.line_left is None


def test_undo_takes_all_back_that_the_ai_has_played_in_the_players_stead():
    session = played("samegame", 3)
    for _ in range(5):
        session.play(session.state.legal_moves[0], for_player=True)
    assert session.undo_turn()
    assert session.record.cursor == 3
    assert By.AI not in [node.by for node in session.record.node.path()]
    assert session.redo_turn()
    assert session.record.cursor == 8
    session.undo_turn()
    session.play(session.state.legal_moves[-1])
    assert session.record.line_left is None, "it is the player's own game again"


def test_a_demo_from_the_start_is_nobodys_game():
    session = Session("tictactoe", seats=AGAINST_AI, mode=Mode.DEMO)
    for move in LOST:
        session.play(move, for_player=True)
    assert session.record.is_untouched
    assert session.record.line_left is None


def test_a_new_game_can_be_taken_back_until_a_move_is_played():
    session = played("samegame", 3)
    moves = session.record.moves
    session.new_game()
    second = session.record.root.state
    session.new_game()
    assert session.undo_new_game()
    assert session.record.root.state == second
    session.go_on_with(session.record.again())
    assert not session.undo_new_game()
    session = session_of("samegame", moves, seed=7)
    session.new_game()
    session.play(session.state.legal_moves[0])
    assert not session.undo_new_game()
    assert session.has_earlier


def test_a_move_stays_the_persons_whoever_takes_the_seat():
    session = session_of("hex", [0], seats=AGAINST_AI)
    session.go_to(0)
    session.set_seats((Seat.AI, Seat.HUMAN))
    for each in (session, read_back(session)):
        assert not each.record.is_untouched
        each.new_game(seats=AGAINST_AI)
        assert each.has_earlier


def test_another_start_for_an_untouched_game_keeps_the_way_back():
    session = played("hex", 3)
    session.new_game()
    session.begin_again(session.record.spec.parameters(side=4))
    assert session.record.start.parameters.side == 4
    assert session.undo_new_game()
    assert session.record.length == 3


def test_a_pasted_position_is_kept_before_its_first_move():
    session = Session("tictactoe")
    session.set_position("X . .\n. O .\n. . .\n")
    assert not session.record.is_untouched
    assert read_back(session).record.start.is_pasted


def test_what_was_said_of_a_position_stays_where_the_same_moves_lead_there_again() -> None:
    session = session_of("tictactoe", (0, 1, 2), seats=PEOPLE)
    session.go_to(2)
    session.record.node.position.advise(2, 0.5, 0.5)
    session.go_to(1)
    play(session, (1, 2))
    assert 2 in session.record.line[2].position.advice
    session.go_to(1)
    play(session, (4, 2))
    assert 2 not in session.record.line[2].position.advice, "another position"


def test_a_retry_needs_a_move_to_better():
    with pytest.raises(SessionError, match="no move to better"):
        Session("hex").retry(0)
