import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.rules import IllegalMoveError, RulesError
from game.games.samegame import named_boards as files
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from game.library.records import BoardId, Records, ScoreRecord, standard_board
from game.play.session import Mode, Seat, Session, SessionError
from game.play.tree import Target
from tests.evaluations import evaluations_of, judged
from tests.games import GAMES
from tests.saved import file_of, read_back
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of

GAME_NAMES = [spec.name for spec in GAMES]


def played(game: str, plies: int, **options) -> Session:
    return session_of(game, plies, seed=7, **options)


@pytest.mark.parametrize("mode", Mode)
def test_a_move_ends_the_looking_back_but_for_the_same_one_in_an_analysis(mode):
    session = played("hex", 4, mode=mode)
    for ply in range(5):
        session.record_evaluation(ply, judged(0.5, visits=10))
    session.go_to(1)
    session.play(session.moves[1])
    assert session.cursor == 2
    assert session.length == (4 if mode is Mode.ANALYSE else 2)
    assert set(evaluations_of(session)) == set(range(session.length + 1))
    session.go_to(1)
    session.play(80)
    assert session.moves == (0, 80)


def test_a_samegame_move_is_stored_by_its_canonical_cell():
    session = Session("samegame", seed=1)
    group = max(session.state.groups(), key=len)
    session.play(group[-1])
    assert session.moves == (group[0],)
    session.undo()
    session.play(group[1])
    assert session.moves == (group[0],)


def test_every_change_grows_the_generation_and_an_illegal_move_changes_nothing():
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
        lambda: session.delete_earlier(session.earlier[0].number),
    ]
    for change in changes:
        before = session.generation
        change()
        assert session.generation == before + 1
    before = file_of(session), session.generation
    with pytest.raises(IllegalMoveError):
        session.play(4)
    assert (file_of(session), session.generation) == before


@pytest.mark.parametrize(
    ("seats", "mode", "plies", "walk"),
    [
        (AGAINST_AI, Mode.PLAY, 4, "undo 2, undo 0, undo 0, redo 2, redo 4, play 5, undo 4"),
        # The player is never left before the AI's opening.
        (AGAINST_AI[::-1], Mode.PLAY, 1, "undo 1, play 2, play 3, undo 1, start 0, redo 1"),
        (PEOPLE, Mode.PLAY, 3, "undo 2, redo 3"),
        (AGAINST_AI, Mode.ANALYSE, 4, "undo 3, redo 4"),
    ],
)
def test_undo_and_redo_go_by_the_turns_of_the_player(seats, mode, plies, walk):
    session = played("tictactoe", plies, seats=seats, mode=mode)
    for each in walk.split(", "):
        step, cursor = each.split()
        match step:
            case "undo":
                can_undo = session.can_undo_turn
                assert session.undo_turn() == can_undo
            case "redo":
                assert session.redo_turn()
            case "start":
                session.go_to(0)
            case _:
                play(session, 1)
        assert session.cursor == int(cursor), each


def test_a_copy_is_walked_along_without_the_game():
    session = played("tictactoe", 4, seats=AGAINST_AI, level="max")
    session.go_to(2)
    copy = session.copied(Mode.ANALYSE)
    assert (copy.level, copy.mode, copy.cursor) == ("max", Mode.ANALYSE, 2)
    assert copy.moves == session.moves
    copy.go_to(4)
    assert session.cursor == 2


def test_the_ai_does_not_move_while_the_player_looks_back():
    session = played("tictactoe", 2, seats=AGAINST_AI)
    assert not session.is_ai_passed_by
    session.go_to(1)
    assert not session.is_ai_to_move
    assert session.is_ai_passed_by, "it is its turn there, and it waits for nobody"
    session.set_mode(Mode.ANALYSE)
    assert not session.is_ai_passed_by
    session.set_mode(Mode.PLAY)
    session.go_to(0)
    assert not session.is_ai_passed_by
    session = played("tictactoe", 1, seats=AGAINST_AI)
    assert not session.is_ai_passed_by, "it is asked"


def test_new_parameters_stay_and_seats_must_fit_the_game():
    session = Session("tictactoe")
    session.new_game(TicTacToeParameters(5, 4, 4), seats=AGAINST_AI)
    assert len(session.state.cells) == 20
    session.new_game()
    assert (len(session.state.cells), session.seats) == (20, AGAINST_AI)
    with pytest.raises(SessionError, match="2 seats"):
        Session("hex", seats=[Seat.HUMAN])
    with pytest.raises(RulesError, match="unknown game"):
        Session("chess")
    data = file_of(Session("samegame")) | {"seats": ["ai"]}
    assert Session.from_dict(data).seats == (Seat.HUMAN,), "there is none for the AI"


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_is_written_is_read_back_and_set_aside_as_it_was(game):
    session = played(game, 5, level="strong", mode=Mode.ANALYSE)
    session.go_to(3)
    session.line.use_hint()
    session.record_evaluation(2, judged(0.25, 0.1, 77))
    copy = read_back(session)
    assert file_of(copy) == file_of(session)
    assert copy.state == session.state
    assert copy.line.hints_used == 1
    assert not copy.can_undo_new_game
    for each in (session, copy):
        each.new_game(seed=1)
    assert file_of(copy)["earlier"] == file_of(session)["earlier"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = sorted(file_of(Session("hex")))
NEEDED = ("game", "parameters", "seed", "moves")


@given(key=st.sampled_from([*KEYS, "unknown"]), value=JSON, game=st.sampled_from(GAME_NAMES))
@settings(max_examples=150)
def test_a_damaged_game_is_refused_with_a_sentence_or_read_with_all_its_moves(key, value, game):
    before = played(game, 3)
    data = {**file_of(before), key: value}
    try:
        session = Session.from_dict(data)
    except SessionError:
        assert key in (*NEEDED, "start")
        return
    assert session.moves == before.moves or key in (*NEEDED, "start")
    written = json.loads(json.dumps(file_of(session)))
    again = file_of(Session.from_dict(written))
    assert json.dumps(again) == json.dumps(written)


@pytest.mark.parametrize("key", KEYS)
def test_all_may_be_missing_that_a_game_can_do_without(key):
    session = played("hex", 2)
    data = file_of(session)
    del data[key]
    if key not in NEEDED:
        assert Session.from_dict(data).state == session.state
        return
    with pytest.raises(SessionError, match=key):
        Session.from_dict(data)


GOOD = file_of(Session("tictactoe"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (GOOD | {"moves": ["a1", "a1"]}, "taken"),
        (GOOD | {"moves": ["z9"]}, "not a cell"),
        (GOOD | {"parameters": {"columns": 99}}, "columns"),
        *((each, "a saved game must be an object") for each in (None, [], "hex", 5)),
    ],
)
def test_the_sentence_says_what_is_wrong(data, words):
    with pytest.raises(SessionError, match=words):
        Session.from_dict(data)


@pytest.mark.parametrize(
    "change",
    [
        {"cursor": 5},
        {"seats": ["human"]},
        {"seats": ["human", "ghost"]},
        {"mode": "puzzle"},
        {"level": "\x00"},
        {"evaluations": [[0, float("nan"), 0, 0], [0, 2.0, 0, 0], [0, 0.5, 0, 10**30], "x", []]},
        {"evaluations": [[1, 0.5, 0, 5, {"proof": "perhaps"}], [1, 0.5, 0, 5, {"line": [-1]}]]},
        {"target": [10**30, 1]},
        {"target": [1]},
        {"target": [1, float("inf")]},
        {"target": "5"},
        {"ai_plies": [0, 77]},
    ],
    ids="-".join,
)
def test_what_a_game_can_do_without_is_as_in_a_new_one_where_it_is_wrong(change):
    session = Session("tictactoe")
    session.play(4)
    assert file_of(read_back(session, **change)) == file_of(session)


def standard_game() -> Session:
    """Return a game on the fifth standard board."""
    session = Session("samegame", SameGameParameters(6, 6, 3))
    text = standard_boards()[4].state.to_text()
    session.set_position(text, SameGameParameters(), standard=5)
    return session


@pytest.mark.parametrize("standard", [6, 99, "5", True])
def test_a_board_is_the_standard_one_only_if_it_is(standard):
    session = standard_game()
    again = read_back(session, standard=standard)
    assert again.tree.standard is None
    assert again.state == session.state


def test_a_standard_board_is_remembered_and_started_again():
    session = standard_game()
    assert session.tree.standard == 5
    assert not session.tree.is_pasted
    play(session, 1)
    again = read_back(session)
    assert (again.tree.standard, again.moves) == (5, session.moves)
    again.restart()
    assert (again.tree.standard, again.length) == (5, 0)
    assert again.state == standard_boards()[4].state
    assert again.undo_new_game()
    assert again.moves == session.moves
    again.new_game()
    assert again.tree.standard is None


@pytest.mark.parametrize("text", [None, "", "position 1\nzz"])
def test_a_damaged_file_of_the_program_costs_no_game_and_no_record(monkeypatch, tmp_path, text):
    standard, own = standard_game(), Session("samegame", seed=5)
    for session in (standard, own):
        play(session, 1)
    saved = [file_of(session) for session in (standard, own)]
    kept = ScoreRecord(BoardId("samegame", SameGameParameters(), seed=5), 74, "2026-01-31")
    best = ScoreRecord(standard_board("samegame", 5), 100, "2026-01-31")
    records = Records().plus(kept).plus(best).to_dict()
    monkeypatch.setattr(files, "STANDARD_FILE", tmp_path / "boards")
    if text is not None:
        files.STANDARD_FILE.write_text(text)
    standard_boards.cache_clear()
    for session, data in zip((standard, own), saved, strict=True):
        assert Session.from_dict(data).moves == session.moves
    again = Records.from_dict(records)
    assert again.scores == (kept,)
    assert again.to_dict() == records, "what cannot be read now is written back"


def test_the_target_only_grows_and_is_kept():
    session = Session("samegame")
    assert session.tree.target is None
    for score, seconds, is_better in ((80, 0.0, 1), (100, 1.5, 1), (90, 3.0, 0), (120, 0.0, 1)):
        assert session.tree.improve_target(score, seconds) == is_better
    assert session.tree.target == read_back(session).tree.target == Target(120, 3.0)
    session.new_game()
    assert session.tree.target is None


def test_hints_are_remembered_and_count_for_the_line_that_they_were_given_on():
    session = Session("hex")
    for move in (40, 41, 42):
        session.line.use_hint()
        session.play(move)
    for ply, move, left in ((1, 50, 2), (0, 60, 1)):
        session.go_to(ply)
        session.play_on()
        session.play(move)
        assert session.line.hints_used == left
        assert len(session.line.plies(lambda step: step.hinted)) == left
    assert session.is_assisted
    session.new_game()
    assert not session.is_assisted
    session.line.shown_moves = True
    assert read_back(session).is_assisted
    session.new_game()
    assert not session.is_assisted


def test_a_hint_that_was_taken_back_counts_only_if_it_is_followed():
    session = Session("hex")
    for move in (40, 41):
        session.play(move)
    session.line.use_hint()
    session.note_advice(42, 0.5, 0.5)
    session.go_to(1)
    session.play(50)
    assert not session.is_assisted, "what was shown is of no use here"
    session.go_to(1)
    for move, is_assisted in ((41, False), (42, True)):
        session.play(move)
        assert session.is_assisted is is_assisted
    assert read_back(session).is_assisted


def test_moves_of_the_ai_in_the_players_stead_are_remembered():
    session = Session("samegame", seed=4)
    for for_player in (False, True, True):
        session.play(session.state.legal_moves[0], for_player=for_player)
    assert session.ai_plies == {2, 3}
    assert session.is_assisted, "its moves were seen"
    session.undo()
    assert session.ai_moves == 1
    assert read_back(session).ai_plies == {2, 3}
    session.undo()
    session.play(session.state.legal_moves[-1])
    assert session.ai_plies == frozenset(), "the player goes another way"


def test_a_game_that_is_given_up_is_over_in_play_and_open_to_analysis():
    session = Session("tictactoe", seats=AGAINST_AI)
    session.play(4)
    session.resign()
    assert (session.line.resigned, session.line.result, session.is_over) == (1, (1.0, -1.0), True)
    assert session.seat_to_move is None
    assert not session.is_ai_to_move
    with pytest.raises(SessionError):
        session.resign()
    session.undo()
    assert (session.is_over, session.line.result) == (False, (1.0, -1.0))
    with pytest.raises(SessionError):
        session.resign()
    session.play(0)
    assert (session.line.result, session.is_ai_to_move) == (None, True)
    session.bring_back(session.earlier[0].number)
    assert (session.line.result, session.is_over) == ((1.0, -1.0), True)


@pytest.mark.parametrize(("moves", "written"), [([4, 0], 2), ([4, 0], True), ([0, 3, 1, 4, 2], 1)])
def test_a_resignation_that_cannot_be_is_not_read(moves, written):
    session = session_of("tictactoe", moves)
    before = session.line.result
    assert read_back(session, resigned=written).line.result == before
