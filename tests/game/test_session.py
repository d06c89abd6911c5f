import pytest

from ai.contract.rules import IllegalMoveError, RulesError
from game.games.samegame import named_boards as files
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from game.library.records import BoardId, Records, ScoreRecord, standard_board
from game.play import text
from game.play.record import Target
from game.play.session import Chooser, Mode, Seat, Session, SessionError
from tests.evaluations import evaluations_of, judged
from tests.games import GAMES
from tests.saved import file_of, lines_of, read_back
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of

GAME_NAMES = [spec.name for spec in GAMES]


def played(game: str, plies: int, **options) -> Session:
    return session_of(game, plies, seed=7, **options)


@pytest.mark.parametrize("mode", Mode)
def test_a_move_ends_the_looking_back_but_for_the_same_one_in_an_analysis(mode):
    session = played("hex", 4, mode=mode)
    for ply in range(5):
        session.record.nodes[ply].position.learn(judged(0.5, visits=10))
    session.go_to(1)
    session.play(session.record.moves[1])
    assert session.record.cursor == 2
    assert session.record.length == (4 if mode is Mode.ANALYSE else 2)
    assert set(evaluations_of(session)) == set(range(session.record.length + 1))
    session.go_to(1)
    session.play(80)
    assert session.record.moves == (0, 80)


def test_a_samegame_move_is_stored_by_its_canonical_cell():
    session = Session("samegame", seed=1)
    group = max(session.state.groups(), key=len)
    session.play(group[-1])
    assert session.record.moves == (group[0],)
    session.go_to(session.record.cursor - 1)
    session.play(group[1])
    assert session.record.moves == (group[0],)


def test_every_change_grows_the_generation_and_an_illegal_move_changes_nothing():
    session = Session("tictactoe", seed=1, seats=AGAINST_AI)
    changes = [
        lambda: session.play(4),
        lambda: session.go_to(0),
        lambda: session.go_to(1),
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
        assert session.record.cursor == int(cursor), each


def test_a_copy_is_walked_along_without_the_game():
    session = played("tictactoe", 4, seats=AGAINST_AI, level="max")
    session.go_to(2)
    copy = Session.of(session.record.view())
    assert (copy.record.level, copy.mode, copy.record.cursor) == ("max", Mode.ANALYSE, 2)
    assert copy.record.moves == session.record.moves
    copy.go_to(4)
    assert session.record.cursor == 2


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
    assert (len(session.state.cells), session.record.seats) == (20, AGAINST_AI)
    with pytest.raises(SessionError, match="2 seats"):
        Session("hex", seats=[Seat.HUMAN])
    with pytest.raises(RulesError, match="unknown game"):
        Session("chess")


@pytest.mark.parametrize(
    "row",
    [
        *("cursor 5", "cursor x", "target 1", "target x 1", "target 1 inf", "retry 1 1 b1 person"),
        *("retry x", 'counted "\\u0000"', "unknown 3", "seats me ai", "standard 3", "resigned 3"),
    ],
)
def test_what_a_row_can_do_without_is_as_in_a_new_game_where_it_is_wrong(row):
    session = session_of("tictactoe", [4])
    written = file_of(session)
    found = Session.of(text.read(written.replace("\n\n", f"\n{row}\n\n"), is_row=True), Mode.PLAY)
    assert file_of(found) == file_of(session)


def standard_game() -> Session:
    """Return a game on the fifth standard board."""
    session = Session("samegame", SameGameParameters(6, 6, 3))
    text = standard_boards()[4].state.to_text()
    session.set_position(text, SameGameParameters(), standard=5)
    return session


@pytest.mark.parametrize("standard", ["6", "99", "x"])
def test_a_board_is_the_standard_one_only_if_it_is(standard):
    session = standard_game()
    written = file_of(session).replace("standard 5", f"standard {standard}")
    found = text.read(written, is_row=True)
    assert found.start.standard is None
    assert found.root.state == session.state


def test_a_standard_board_is_remembered_and_started_again():
    session = standard_game()
    assert session.record.start.standard == 5
    assert not session.record.start.is_pasted
    play(session, 1)
    again = read_back(session)
    assert (again.record.start.standard, again.record.moves) == (5, session.record.moves)
    again.restart()
    assert (again.record.start.standard, again.record.length) == (5, 0)
    assert again.state == standard_boards()[4].state
    assert again.undo_new_game()
    assert again.record.moves == session.record.moves
    again.new_game()
    assert again.record.start.standard is None


@pytest.mark.parametrize("boards", [None, "", "position 1\nzz"])
def test_a_damaged_file_of_the_program_costs_no_game_and_no_record(monkeypatch, tmp_path, boards):
    standard, own = standard_game(), Session("samegame", seed=5)
    for session in (standard, own):
        play(session, 1)
    saved = [file_of(session) for session in (standard, own)]
    kept = ScoreRecord(BoardId("samegame", SameGameParameters(), seed=5), 74, "2026-01-31")
    best = ScoreRecord(standard_board("samegame", 5), 100, "2026-01-31")
    records = Records().plus(kept).plus(best).to_dict()
    monkeypatch.setattr(files, "STANDARD_FILE", tmp_path / "boards")
    if boards is not None:
        files.STANDARD_FILE.write_text(boards)
    standard_boards.cache_clear()
    for session, data in zip((standard, own), saved, strict=True):
        found = Session.of(text.read(data, is_row=True))
        assert found.record.moves == session.record.moves
    again = Records.from_dict(records)
    assert again.scores == (kept,)
    assert again.to_dict() == records, "what cannot be read now is written back"


def test_the_target_only_grows_and_is_kept():
    session = Session("samegame")
    assert session.record.target is None
    for score, seconds, is_better in ((80, 0.0, 1), (100, 1.5, 1), (90, 3.0, 0), (120, 0.0, 1)):
        assert session.record.improve_target(score, seconds) == is_better
    assert session.record.target == read_back(session).record.target == Target(120, 3.0)
    session.new_game()
    assert session.record.target is None


def test_hints_are_remembered_and_count_for_the_line_that_they_were_given_on():
    session = Session("hex")
    for move in (40, 41, 42):
        session.record.node.hinted = True
        session.play(move)
    for ply, move, left in ((1, 50, 2), (0, 60, 1)):
        session.go_to(ply)
        session.play(move)
        assert session.record.hints == left
    assert session.record.is_assisted
    session.new_game()
    assert not session.record.is_assisted
    session.record.shown = True
    assert read_back(session).record.is_assisted
    session.new_game()
    assert not session.record.is_assisted


def test_a_hint_counts_for_the_lines_through_its_position():
    session = Session("hex")
    for move in (40, 41):
        session.play(move)
    session.record.node.hinted = True
    session.record.node.position.advise(42, 0.5, 0.5)
    session.go_to(1)
    session.play(50)
    assert not session.record.is_assisted, "what was shown is of no use here"
    session.go_to(1)
    session.play(41)
    assert session.record.is_assisted, "what was shown in this position is known"
    assert read_back(session).record.is_assisted


def test_moves_of_the_ai_in_the_players_stead_are_remembered():
    def by_ai(of: Session) -> list[int]:
        return [
            ply
            for ply in range(1, of.record.length + 1)
            if of.record.nodes[ply].chooser is Chooser.AI
        ]

    session = Session("samegame", seed=4)
    for for_player in (False, True, True):
        session.play(session.state.legal_moves[0], for_player=for_player)
    assert by_ai(session) == [2, 3]
    assert session.record.is_assisted, "its moves were seen"
    session.go_to(2)
    assert sum(node.by.is_ai for node in session.record.node.path()) == 1
    assert by_ai(read_back(session)) == [2, 3]
    session.go_to(1)
    session.play(session.state.legal_moves[-1])
    assert by_ai(session) == [], "the player goes another way"


def test_a_game_that_is_given_up_is_over_in_play_and_open_to_analysis():
    session = Session("tictactoe", seats=AGAINST_AI)
    session.play(4)
    session.resign()
    assert (session.record.resigned, session.record.result, session.is_over) == (
        1,
        (1.0, -1.0),
        True,
    )
    assert session.seat_to_move is None
    assert not session.is_ai_to_move
    with pytest.raises(SessionError):
        session.resign()
    end = session.record.node
    session.go_to(0)
    assert (session.is_over, session.record.result) == (False, (1.0, -1.0))
    with pytest.raises(SessionError):
        session.resign()
    session.play(0)
    assert (session.record.result, session.is_ai_to_move) == (None, True)
    session.show(end)
    assert (session.record.result, session.is_over) == ((1.0, -1.0), True)


def test_a_resignation_is_taken_back_as_the_last_decision_and_the_game_goes_on():
    session = session_of("tictactoe", [4, 0], seats=AGAINST_AI)
    session.resign()
    assert session.undo_turn()
    for each in (session, read_back(session)):
        assert (each.record.cursor, each.record.result, each.is_over) == (2, None, False)
    session.play(1)
    assert lines_of(session) == [(4, 0, 1)], "it is the same game"


@pytest.mark.parametrize(("moves", "told"), [([4, 0], 3), ([4, 0], 0), ([0, 3, 1, 4, 2], 1)])
def test_a_resignation_that_cannot_be_is_not_read(moves, told):
    session = session_of("tictactoe", moves)
    written = file_of(session).replace("\n\n", f"\nresigned {told}\n\n")
    assert text.read(written, is_row=True).result == session.record.result
