import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.protocol import IllegalMoveError, PositionError, RulesError
from game.games.registry import GAMES
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.standard_boards import standard_boards
from game.games.tictactoe.rules import TicTacToeParameters
from game.session import Evaluation, Mode, Seat, Session, SessionError, Target

GAME_NAMES = [spec.name for spec in GAMES]
AGAINST_AI = (Seat.HUMAN, Seat.AI)


def played(game: str, plies: int, **options) -> Session:
    session = Session(game, seed=7, **options)
    for _ in range(plies):
        session.play(session.state.legal_moves[0])
    return session


@pytest.mark.parametrize("game", GAME_NAMES)
def test_history_walks_back_and_forth(game):
    session = played(game, 4)
    states = [session.state_at(ply) for ply in range(5)]
    assert session.undo()
    assert session.state is states[3]
    assert session.go_to(0)
    assert not session.undo()
    assert session.state is states[0]
    assert session.redo()
    assert session.go_to(99)
    assert session.state is states[4]
    assert not session.redo()
    assert session.is_at_end


def test_in_analysis_the_same_move_walks_along_the_game_and_another_one_leaves_it():
    session = played("tictactoe", 3, mode=Mode.ANALYSE)
    session.go_to(1)
    session.play(session.moves[1])
    assert session.length == 3
    session.go_to(1)
    session.play(8)
    assert session.moves == (0, 8)


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.DEMO])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_move_that_is_played_ends_the_looking_back_even_if_it_is_the_same(game, mode):
    session = played(game, 4, mode=mode)
    for ply in range(6):
        session.record_evaluation(ply, Evaluation(0.5, visits=10))
    session.go_to(1)
    session.play(session.moves[1])
    assert session.is_at_end
    assert session.length == 2
    assert set(session.evaluations) == {0, 1, 2}


def test_the_ai_answers_the_same_move_again():
    session = played("tictactoe", 4, seats=AGAINST_AI)
    session.undo_turn()
    session.play(session.moves[2])
    assert session.is_ai_to_move


def test_a_samegame_move_is_stored_by_its_canonical_cell():
    session = Session("samegame", seed=1)
    group = max(session.state.groups(), key=len)
    session.play(group[-1])
    assert session.moves == (group[0],)
    session.undo()
    session.play(group[1])
    assert session.moves == (group[0],)


def test_illegal_moves_change_nothing():
    session = played("tictactoe", 1)
    before = session.to_dict(), session.generation
    with pytest.raises(IllegalMoveError):
        session.play(0)
    assert (session.to_dict(), session.generation) == before


def test_every_change_grows_the_generation():
    session = Session("tictactoe", seed=1, seats=AGAINST_AI)
    changes = [
        lambda: session.play(4),
        session.undo,
        session.redo,
        lambda: session.set_level("club"),
        lambda: session.set_mode(Mode.ANALYSE),
        lambda: session.set_seats((Seat.AI, Seat.HUMAN)),
        session.new_game,
        session.undo_new_game,
        lambda: session.set_position("X . .\n. O .\n. . .\n"),
    ]
    for change in changes:
        before = session.generation
        change()
        assert session.generation == before + 1


def test_undo_against_the_ai_takes_both_plies_back():
    session = played("tictactoe", 4, seats=AGAINST_AI)
    assert session.undo_turn()
    assert session.cursor == 2
    assert session.redo_turn()
    assert session.cursor == 4
    session.play(session.state.legal_moves[0])
    session.undo_turn()
    assert session.cursor == 4


def test_undo_never_leaves_the_player_before_the_ai_opening():
    session = played("tictactoe", 1, seats=(Seat.AI, Seat.HUMAN))
    assert not session.undo_turn()
    assert session.cursor == 1


def test_undo_between_humans_and_in_analysis_takes_one_ply():
    session = played("tictactoe", 3)
    session.undo_turn()
    assert session.cursor == 2
    session = played("tictactoe", 3, seats=AGAINST_AI, mode=Mode.ANALYSE)
    session.undo_turn()
    assert session.cursor == 2


def test_who_moves_next():
    session = Session("tictactoe", seats=AGAINST_AI)
    assert session.seat_to_move is Seat.HUMAN
    session.play(4)
    assert session.is_ai_to_move
    session.undo()
    assert not session.is_ai_to_move
    session.set_mode(Mode.DEMO)
    session.redo()
    session.play(0)
    assert session.is_ai_to_move
    session.set_mode(Mode.ANALYSE)
    assert not session.is_ai_to_move


def test_the_ai_does_not_move_while_the_player_looks_back():
    session = played("tictactoe", 2, seats=AGAINST_AI)
    session.go_to(1)
    assert not session.is_ai_to_move


def test_a_new_game_can_be_taken_back_until_a_move_is_played():
    session = played("hex", 3, seats=AGAINST_AI)
    moves = session.moves
    session.new_game(seats=(Seat.AI, Seat.HUMAN))
    assert session.length == 0
    assert session.undo_new_game()
    assert session.moves == moves
    assert session.seats == AGAINST_AI
    session.new_game()
    session.play(0)
    assert not session.undo_new_game()


def test_new_game_with_the_same_seed_is_the_same_board():
    session = played("samegame", 2)
    start = session.start
    session.new_game(seed=session.seed)
    assert session.state == start


def test_new_parameters():
    session = Session("tictactoe")
    session.new_game(TicTacToeParameters(5, 4, 4))
    assert len(session.state.cells) == 20


def test_a_pasted_position_starts_a_game():
    session = played("tictactoe", 2)
    session.set_position("X . .\n. O .\n. . .\n")
    assert session.is_pasted
    assert session.length == 0
    with pytest.raises(PositionError):
        session.set_position("what?")
    assert session.is_pasted
    session.undo_new_game()
    assert session.length == 2


def test_evaluations_keep_the_longer_search_and_leave_with_their_moves():
    session = played("tictactoe", 3)
    session.record_evaluation(3, Evaluation(0.5, visits=10))
    session.record_evaluation(3, Evaluation(0.9, visits=5))
    session.record_evaluation(1, Evaluation(0.4, visits=5))
    session.record_evaluation(99, Evaluation(0.4, visits=5))
    assert session.evaluations == {3: Evaluation(0.5, visits=10), 1: Evaluation(0.4, visits=5)}
    session.go_to(1)
    session.play(8)
    assert session.evaluations == {1: Evaluation(0.4, visits=5)}


def test_seats_must_fit_the_game():
    with pytest.raises(SessionError, match="2 seats"):
        Session("hex", seats=[Seat.HUMAN])
    with pytest.raises(RulesError, match="unknown game"):
        Session("chess")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_is_written_is_read_back(game):
    session = played(game, 5, level="strong", mode=Mode.ANALYSE)
    session.go_to(3)
    session.use_hint()
    session.record_evaluation(2, Evaluation(0.25, 0.1, 77))
    data = json.loads(json.dumps(session.to_dict()))
    copy = Session.from_dict(data)
    assert copy.to_dict() == session.to_dict()
    assert copy.state == session.state
    assert copy.hints_used == 1
    assert not copy.can_undo_new_game


def test_a_pasted_position_is_read_back():
    session = Session("tictactoe")
    session.set_position("X . .\n. O .\n. . .\n")
    session.play(8)
    assert Session.from_dict(session.to_dict()).state == session.state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = sorted(Session("hex").to_dict())
OPTIONAL = (
    *("start", "standard", "shown_moves", "counted", "ai_plies", "target"),
    *("number", "origin", "replaced", "games", "earlier"),
)


@given(key=st.sampled_from(KEYS), value=JSON, game=st.sampled_from(GAME_NAMES))
@settings(max_examples=150, deadline=None)
def test_a_damaged_game_is_refused_with_a_sentence_or_read_whole(key, value, game):
    data = played(game, 3).to_dict()
    data[key] = value
    try:
        session = Session.from_dict(data)
    except SessionError:
        return
    assert Session.from_dict(session.to_dict()).to_dict() == session.to_dict()


@pytest.mark.parametrize("key", [key for key in KEYS if key not in OPTIONAL])
def test_nothing_may_be_missing(key):
    data = played("hex", 2).to_dict()
    del data[key]
    with pytest.raises(SessionError, match=key):
        Session.from_dict(data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 99}, "version 99"),
        ({"moves": ["a1", "a1"]}, "taken"),
        ({"moves": ["z9"]}, "not a cell"),
        ({"cursor": 5}, "cursor 5"),
        ({"seats": ["human"]}, "2 seats"),
        ({"evaluations": [[0, "nan", 0, 0]]}, "not finite"),
        ({"parameters": {"columns": 99}}, "columns"),
    ],
)
def test_the_sentence_says_what_is_wrong(change, words):
    data = Session("tictactoe").to_dict() | change
    with pytest.raises(SessionError, match=words):
        Session.from_dict(data)


def test_a_standard_board_is_remembered_and_started_again():
    text = standard_boards()[4].state.to_text()
    session = Session("samegame", SameGameParameters(6, 6, 3))
    session.set_position(text, SameGameParameters(), standard=5)
    assert session.standard == 5
    assert not session.is_pasted
    session.play(session.state.legal_moves[0])
    again = Session.from_dict(session.to_dict())
    assert (again.standard, again.moves) == (5, session.moves)
    again.restart()
    assert (again.standard, again.length) == (5, 0)
    assert again.state == standard_boards()[4].state
    assert again.undo_new_game()
    assert again.moves == session.moves
    again.new_game()
    assert again.standard is None


@pytest.mark.parametrize("paste", [False, True])
def test_restart_gives_the_same_board_however_it_came_about(paste):
    session = Session("samegame", seed=5)
    if paste:
        session.set_position(session.state.play(session.state.legal_moves[0]).to_text())
    start = session.state
    session.play(start.legal_moves[0])
    session.use_hint()
    session.improve_target(900)
    session.restart()
    assert session.state == start
    assert session.is_pasted is paste
    assert not session.is_assisted
    assert session.target.score == 900


def test_the_target_only_grows_and_is_kept():
    session = Session("samegame")
    assert session.target is None
    assert session.improve_target(100, 1.5)
    assert not session.improve_target(90, 3.0)
    assert session.target == Target(100, 3.0)
    assert session.improve_target(120)
    assert Session.from_dict(session.to_dict()).target == Target(120, 3.0)
    session.new_game()
    assert session.target is None


def test_help_is_remembered():
    session = Session("hex")
    assert not session.is_assisted
    session.note_shown_moves()
    assert Session.from_dict(session.to_dict()).is_assisted
    session.new_game()
    assert not session.is_assisted


def test_moves_of_the_ai_in_the_players_stead_are_remembered():
    session = Session("samegame", seed=4)
    for for_player in (False, True, True):
        session.play(session.state.legal_moves[0], for_player=for_player)
    assert session.ai_plies == {2, 3}
    assert session.is_assisted, "its moves were seen"
    session.undo()
    assert session.ai_moves == 1
    assert Session.from_dict(session.to_dict()).ai_plies == {2, 3}
    session.undo()
    session.play(session.state.legal_moves[-1])
    assert session.ai_plies == frozenset(), "the player goes another way"


def test_a_game_saved_by_an_older_program_is_read():
    data = Session("samegame").to_dict()
    for name in OPTIONAL[1:]:
        del data[name]
    assert Session.from_dict(data).target is None


@pytest.mark.parametrize("target", [[1], [1, "x"], [1, float("inf")], "5"])
def test_a_damaged_target_is_refused(target):
    with pytest.raises(SessionError):
        Session.from_dict({**Session("samegame").to_dict(), "target": target})
