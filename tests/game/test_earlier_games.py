"""Nothing that a person has played is lost, whatever takes its place."""

import random

import pytest

from game.play.line import Origin
from game.play.session import Mode, Reason, Seat, Session, SessionError
from tests.evaluations import JUDGE, evaluations_of, judged
from tests.games import GAMES
from tests.saved import file_of, read_back
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of

GAME_NAMES = [spec.name for spec in GAMES]
# a1 b1 a2 b2 c1 b3: the second player wins.
LOST = (0, 1, 3, 4, 2, 7)
LOST_NAMES = ("a1", "b1", "a2", "b2", "c1", "b3")


def played(game: str, plies: int, **options) -> Session:
    return session_of(game, plies, seed=7, **options)


def lost_game() -> Session:
    session = session_of("tictactoe", LOST, seats=AGAINST_AI)
    assert session.state.is_terminal
    return session


def set_aside() -> Session:
    """Return a game with a move, and one of three moves set aside."""
    session = played("hex", 3)
    session.new_game()
    session.play(0)
    return session


def lengths(session: Session) -> list[int]:
    return [len(earlier.moves) for earlier in session.earlier]


def lines(session: Session) -> list[tuple[str, ...]]:
    """Return every line that can be seen or brought back."""
    shown = tuple(file_of(session)["moves"])
    return [shown, *(earlier.moves for earlier in session.earlier)]


def test_a_line_that_is_played_again_is_kept_once_and_a_retry_without_a_move_not_at_all():
    session = played("tictactoe", 4, seats=AGAINST_AI)
    moves = session.moves
    session.undo_turn()
    play(session, moves[2:])
    assert session.moves == moves
    assert session.earlier == ()
    session.play(session.state.legal_moves[-1])
    assert session.earlier == ()
    session.retry(4)
    session.bring_back(session.origin.number)
    assert session.length == 5
    assert session.earlier == ()


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_is_tried_in_a_retry_changes_no_game_and_is_kept_by_none(game):
    session = played(game, 6, seats=None if game == "samegame" else AGAINST_AI)
    session.go_to(5)
    before = file_of(session)
    session.retry(2)
    for move in session.state.legal_moves[-3:]:
        session.play(move)
        assert (session.cursor, session.length, session.retry_ply) == (3, 3, 2)
        assert not session.is_ai_to_move, "nobody answers a try"
        session = read_back(session)
        assert session.can_undo_turn
        session.undo_turn()
        assert (session.cursor, session.can_undo_turn) == (2, False)
        assert not session.go_to(0), "a retry does not look back"
    assert len(session.earlier) == 1
    session.retry(0)
    session.play(session.state.legal_moves[-1])
    assert session.leave_retry()
    assert file_of(session) == before


@pytest.mark.parametrize(
    ("tried", "leave", "kept"),
    [
        ([7], Session.new_game, []),
        ([7], Session.restart, []),
        ([7], Session.play_on, [5]),
        ([7], lambda session: session.set_mode(Mode.ANALYSE), [5]),
        (LOST[4:], lambda session: None, [6]),  # which ends by itself
    ],
)
def test_a_retry_leaves_its_game_whatever_follows(tried, leave, kept):
    session = lost_game()
    session.retry(4)
    number = session.origin.number
    play(session, tried)
    leave(session)
    session.set_mode(Mode.PLAY)
    assert session.retry_ply is None
    assert [(earlier.moves, earlier.is_over) for earlier in session.earlier] == [(LOST_NAMES, True)]
    if not session.undo_new_game():
        session.bring_back(number)
    assert session.moves == LOST
    assert lengths(session) == kept


def test_what_a_retry_has_found_out_is_known_to_the_game_too():
    session = played("samegame", 8)
    session.retry(4)
    session.record_evaluation(2, judged(900.0, visits=40))
    session.tree.improve_target(1_000, 10.0)
    session.bring_back(session.origin.number)
    assert evaluations_of(session) == {2: {JUDGE: judged(900.0, visits=40)}}
    assert session.tree.target.score == 1_000


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("looks_back", [False, True])
def test_the_ai_moves_in_a_game_of_its_own(game, looks_back):
    session = played(game, 4)
    number, moves = file_of(session)["number"], session.moves
    session.go_to(2 if looks_back else 4)
    cursor = session.cursor
    session.set_mode(Mode.DEMO)
    for _ in range(2):
        session.play(session.state.legal_moves[-1], for_player=True)
    assert session.cursor == session.length == cursor + 2
    assert session.ai_moves == 2
    assert session.origin == Origin(number, Reason.AI_PLAYS)
    assert len(session.earlier) == 1
    session.bring_back(number)
    assert (session.moves, session.cursor, session.ai_moves) == (moves, cursor, 0)


def test_undo_takes_all_back_that_the_ai_has_played_in_the_players_stead():
    session = played("samegame", 3)
    for _ in range(5):
        session.play(session.state.legal_moves[0], for_player=True)
    assert session.undo_turn()
    assert (session.cursor, session.ai_moves) == (3, 0)
    assert session.redo_turn()
    assert session.cursor == 8
    session.undo_turn()
    session.play(session.state.legal_moves[-1])
    assert session.origin is None, "it is the player's own game again"


def test_a_demo_from_the_start_is_nobodys_game():
    session = Session("tictactoe", seats=AGAINST_AI, mode=Mode.DEMO)
    for move in LOST:
        session.play(move, for_player=True)
    session.new_game()
    assert session.earlier == ()
    session.set_mode(Mode.PLAY)
    session.play(0)
    assert not session.can_undo_new_game


def test_new_games_can_be_taken_back_one_after_the_other_until_a_move_is_played():
    session = played("samegame", 3)
    moves = session.moves
    session.new_game()
    second = session.start
    session.new_game()
    session = read_back(session)
    assert session.undo_new_game()
    assert session.start == second
    assert session.undo_new_game()
    assert session.moves == moves
    assert not session.can_undo_new_game
    session.new_game()
    session.play(session.state.legal_moves[0])
    assert not session.undo_new_game()
    assert [earlier.own_moves for earlier in session.earlier] == [3]


def test_a_move_stays_the_persons_whoever_takes_the_seat():
    session = Session("hex", seats=AGAINST_AI)
    session.play(0)
    session.go_to(0)
    session.set_seats((Seat.AI, Seat.HUMAN))
    session.new_game(seats=AGAINST_AI)
    session = read_back(session)
    session.play(1)
    assert [earlier.own_moves for earlier in session.earlier] == [1]


def test_another_start_for_an_untouched_game_keeps_the_way_back():
    session = played("hex", 3)
    session.new_game()
    session.begin_again(session.spec.parameters(side=4))
    assert session.parameters.side == 4
    assert session.undo_new_game()
    assert session.length == 3


def test_only_deleting_ends_a_game_and_a_damaged_one_changes_nothing():
    data = file_of(set_aside())
    data["earlier"][0]["moves"][1] = "Z99"
    session = Session.from_dict(data)
    before = file_of(session)
    (earlier,) = session.earlier
    with pytest.raises(SessionError, match="damaged"):
        session.bring_back(earlier.number)
    assert file_of(session) == before
    session.delete_earlier(earlier.number)
    assert session.earlier == ()
    with pytest.raises(SessionError, match="no earlier game"):
        session.bring_back(earlier.number)


def test_a_pasted_position_is_kept_before_its_first_move():
    session = Session("tictactoe")
    session.set_position("X . .\n. O .\n. . .\n")
    session.new_game()
    session.play(0)
    (earlier,) = session.earlier
    session.bring_back(earlier.number)
    assert session.tree.is_pasted


def test_a_file_without_earlier_games_is_read():
    data = file_of(lost_game())
    for name in ("number", "origin", "replaced", "earlier"):
        del data[name]
    session = Session.from_dict(data)
    session.new_game()
    session.play(0)
    session.bring_back(session.earlier[0].number)
    assert session.moves == LOST


@pytest.mark.parametrize("row", ["", {}, [1], 7, None, {"number": "x"}, {"number": 9}])
def test_an_earlier_game_that_cannot_be_read_stands_in_nobodys_way(row):
    data = file_of(set_aside())
    data["earlier"].insert(0, row)
    copy = Session.from_dict(data)
    assert len(copy.earlier) == 1


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_no_line_is_lost_whatever_is_done(game, seed):
    choose = random.Random(seed)
    seats = None if game == "samegame" else AGAINST_AI
    session = Session(game, seed=1, seats=seats)
    made: set[tuple[str, ...]] = set()
    for _ in range(120):
        what = choose.randrange(9)
        if what < 4 and not session.state.is_terminal:
            by_ai = session.mode is Mode.DEMO or choose.random() < 0.1
            session.play(choose.choice(session.state.legal_moves[:3]), for_player=by_ai)
        elif what == 4:
            session.go_to(choose.randint(0, session.length))
        elif what == 5:
            choose.choice([session.undo_turn, session.redo_turn, session.undo_new_game])()
        elif what == 6:
            choose.choice([session.new_game, session.restart])()
        elif what == 7:
            session.set_mode(choose.choice(list(Mode)))
        elif session.earlier and choose.random() < 0.5:
            session.bring_back(choose.choice(session.earlier).number)
        elif session.length:
            session.retry(choose.randrange(session.length))
        else:
            session = read_back(session)
        is_line = session.line.own_moves and session.retry_ply is None
        if is_line:
            made.add(tuple(file_of(session)["moves"]))
        held = lines(session)
        for line in made:
            assert any(each[: len(line)] == line for each in held), line


def test_what_was_said_of_a_position_stays_where_the_same_moves_lead_there_again() -> None:
    session = session_of("tictactoe", (0, 1, 2), seats=PEOPLE)
    session.go_to(2)
    session.note_advice(2, 0.5, 0.5)
    session.go_to(1)
    play(session, (1, 2))
    assert session.advice_on(3) is not None, "another branch, but the same position"
    session.go_to(1)
    play(session, (4, 2))
    assert session.advice_on(3) is None
