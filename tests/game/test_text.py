"""What a game's text tells is read back the same; what is wrong is refused with its place."""

import pytest

from ai.contract.games import game_of, game_spec
from ai.contract.rules import PositionError
from ai.search.messages import Proof
from game.library.records import entry_of
from game.play import text
from game.play.credit import credit_of
from game.play.node import Chooser
from game.play.session import Evaluation, Mode, Session
from game.words.numbers import thousands
from tests.game.test_record import known_of
from tests.saved import lines_of
from tests.sessions import AGAINST_AI, session_of


def test_a_text_shows_what_it_says() -> None:
    session = session_of(
        "hex", "e5 d5 e4", game_spec("hex").parameters(side=5), 7, AGAINST_AI, "club"
    )
    session.go_to(1)
    session.record.nodes[1].position.learn(
        Evaluation(0.5125, 0.01, 900, searcher="mcts", proof=Proof.WIN)
    )
    session.record.line[3].position.say('Better: "e3" (see below)')
    session.set_mode(Mode.ANALYSE)
    session.play(session.state.move_from_string("f5"))
    session.note_guess(session.state.legal_moves[0])
    _, guessed = session.record.node.position.play(session.state.legal_moves[0])
    guessed.learn(Evaluation(0.25, 0.5, 3))
    session.record.date = "2026-11-26"
    assert text.write(session.record) == (
        "playout 1\n"
        "game hex:side=5,opening=free,in_a_row=5\n"
        "seed 7\n"
        "seats human ai\n"
        "level club\n"
        "date 2026-11-26\n"
        "\n"
        "e5 {eval 0.5125 0.01 900 searcher mcts proof win} f5 {by person}\n"
        "{guess a5 0.25 0.5 3}\n"
        '(d5 e4 {comment "Better: \\"e3\\" (see below)"})\n'
    )


def test_a_guess_that_was_played_is_valued_once() -> None:
    session = session_of("tictactoe", "a1 b1")
    for ply, searchers in ((0, "xyz"), (1, "xyz")):
        session.go_to(ply)
        session.note_guess(session.record.moves[ply])
        for searcher in searchers:
            known = Evaluation(0.25, 0.5, 3, searcher=searcher)
            session.record.nodes[ply + 1].position.learn(known)
    written = text.write(session.record)
    assert (written.count("{guess a1}"), written.count("{guess b1}")) == (1, 1)
    assert written.count("0.25") == 6
    again = text.read(written)
    assert known_of(again) == known_of(session.record)
    assert len(again.guesses) == 2


def test_a_pasted_and_a_standard_start_are_kept() -> None:
    session = Session("samegame", seed=3)
    board = game_of("samegame").text.boards
    assert board is not None
    state = board.standard()[6].state
    session.set_position(state.to_text(), state.parameters, standard=7)
    written = text.write(session.record)
    assert "standard 7\n" in written
    assert text.read(written).start == session.record.start
    session.set_position(state.to_text(), state.parameters)
    written = text.write(session.record)
    assert "\n| " in written
    assert text.read(written).start == session.record.start


def test_a_game_that_was_brought_is_kept_once_and_counts_for_nobody() -> None:
    theirs = session_of("tictactoe", "a1 b1 a2 b2 a3", seed=1, seats=AGAINST_AI)
    written = text.write(theirs.record)
    assert entry_of(theirs)
    session = session_of("tictactoe", [4], seed=2)
    own = session.record
    for _ in range(2):
        session.bring_in(text.read(written))
        assert session.record.result == (1.0, -1.0)
        assert session.before is own
    assert entry_of(session) is None
    assert {session.record.nodes[ply].chooser for ply in (1, 3, 5)} == {Chooser.BROUGHT}
    assert credit_of(session.record).words == "3 of 3 moves came with the file"
    session.go_to(0)
    session.play(4)
    assert session.record.nodes[1].chooser is Chooser.PLAYER


def test_what_counts_and_what_is_tried_are_told_to_nobody() -> None:
    session = session_of("tictactoe", "a1 b1 a2", seats=AGAINST_AI)
    session.record.counted, session.record.guesses_first = "won alone", True
    before = text.write(session.record)
    session.retry(2)
    session.play(session.state.move_from_string("c3"))
    session.note_guess(session.state.legal_moves[0])
    assert text.write(session.record) == before
    assert not any(word in before for word in ("counted", "guesses", "retry", "cursor"))


def test_another_program_is_only_named() -> None:
    session = Session("hex", seed=1, seats=AGAINST_AI, level="gtp:/home/me/bad.py --run")
    session.play(3)
    session.play(4)
    session.record.nodes[2].position.learn(Evaluation(0.5, searcher="gtp:/home/me/bad.py --run"))
    written = text.write(session.record)
    assert "gtp:" not in written
    assert "level bad" in written
    hostile = written.replace("level bad", 'level "gtp:/bin/rm -rf x"')
    record = text.read(hostile + "{level gtp:sh}")
    assert record.level == "rm"
    assert [node.level for node in record.line] == ["", "", "sh"]


HEAD = "playout 1\ngame tictactoe\nseats human ai\n\n"
AT_4, AT_5 = "line 4, column", "line 5, column"
ROWS = "| . . .\n|  . Q . .\n| . . . . .\n| . . . .\n| . . .\n"
WRONG = {
    "": "line 1, column 1: a game begins with 'playout 1'",
    "playout 2\n": "line 1, column 1: only version 1 of this format is known here",
    "playout 1\ngame nothing\n": "line 2, column 6: unknown game 'nothing'",
    "playout 1\ngame hex:side=99\n": "line 2, column 6: game 'hex:side=99'",
    "playout 1\ngame hex\nlevels 3\n": "line 3, column 1: 'levels' is not known here",
    "playout 1\ngame hex\nseats human\n": "line 3, column 1: Hex Gomoku has 2 seats",
    "playout 1\ngame hex\nseats me ai\n": "line 3, column 7: 'me' is not 'human' or 'ai'",
    "playout 1\ngame hex\ndate soon\n": "line 3, column 6: 'soon' is not a day such as 2",
    "playout 1\ngame samegame\nstandard 21\n": "line 3, column 10: ",
    f"playout 1\ngame hex:side=3\n{ROWS}": f"{AT_4} 6: 'Q' is not a cell",
    HEAD[:-1] + "result 1 -1\n\n": "line 4, column 1: the moves lead to 'no result'",
    HEAD[:-1] + "resigned 1\nresigned 1\n\n": "line 5, column 1: 'resigned' is said twice",
    HEAD + "{eval half 0 0}": f"{AT_5} 2: 'eval': 'half' is not a number",
    HEAD + "{guess z9}": f"{AT_5} 2: 'guess': 'z9' is not a cell",
    HEAD + "{guess a1} {guess b1}": f"{AT_5} 13: 'guess': another move was guessed",
    HEAD + "{guess a1 0.5}": f"{AT_5} 2: 'guess': value, standard error and visits",
    HEAD + "{guess}": f"{AT_5} 2: 'guess' says nothing that is known here",
    HEAD + "{told a1 0 x}": f"{AT_5} 2: 'told': 'x' is not a number",
    HEAD + "{eval 0 0 0 seconds x}": f"{AT_5} 2: 'eval': 'x' is not a number",
    HEAD + "{eval 0 0 0 distance x}": f"{AT_5} 2: 'eval': 'x' is not a whole number",
    HEAD + "{eval 0 0 0 proof x}": f"{AT_5} 2: 'eval': 'x' is not 'win', 'draw' or",
    HEAD + "a1 z9": f"{AT_5} 4: 'z9' is not a cell of this board",
    HEAD + "a1 a1": f"{AT_5} 4: a1 is taken",
    HEAD + "a1 (a2": f"{AT_5} 1: a branch is not closed",
    HEAD + "a1 )": f"{AT_5} 4: this closes no branch",
    HEAD + "a1 (())": f"{AT_5} 5: a branch begins with a move",
    HEAD + "a1 {hint": f"{AT_5} 4: this brace is not closed",
    HEAD + "a1 {eval 2 0 0}": f"{AT_5} 5: 'eval': this is not a number from 0.0 to 1.0",
    HEAD + "a1 {run rm}": f"{AT_5} 5: 'run' says nothing that is known here",
    HEAD + "a1\0": "it is no text",
    HEAD + 'a1 {comment "\\u0000"}': f"{AT_5} 5: 'comment': this text in quotes",
    HEAD + 'a1 {comment "\\ud800"}': f"{AT_5} 5: 'comment': this text in quotes",
    HEAD + 'a1 "b': f"{AT_5} 4: this text in quotes is not closed",
}


@pytest.mark.parametrize("written", WRONG)
def test_what_is_wrong_is_told_with_its_place(written: str) -> None:
    with pytest.raises(PositionError) as problem:
        text.read(written)
    assert str(problem.value).startswith(WRONG[written])


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("a1 b1 " + "(b2 c3) " * 50, "more than 100 positions"),
        ("{eval 0 0 0 line a1 b1 c1}" * 20, "more than 100 words"),
        ("playout 1\ngame hex:" + 500_000 * "side=5,", "longer than 1,000 characters"),
        (
            "".join(f"{{eval 0 0 0 searcher s{number}}}" for number in range(101)),
            "a position has those of 100 searchers at most",
        ),
        (
            " " * text.MOST_CHARACTERS,
            f"a game has at most {thousands(4_000_000)} characters",
        ),
        # A long word is refused at once, and in short.
        ('{comment "' + 500_000 * '\\"', ""),
        (500_000 * "x", ""),
        ("playout 1\ngame " + 500_000 * '\\"', ""),
    ],
)
def test_a_text_is_bounded(moves: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "more than 100" in why:
        monkeypatch.setattr(text, "MOST_NODES", 100)
        monkeypatch.setattr(text, "MOST_WORDS", 100)
    with pytest.raises(PositionError, match=why or ".") as problem:
        text.read(moves if moves.startswith(HEAD[:9]) else HEAD + moves)
    assert len(str(problem.value)) < 400


def test_another_line_that_is_looked_at_is_written_as_the_one_in_progress() -> None:
    session = session_of("tictactoe", "a1 b1 a2 b2 a3", seed=1)
    end = session.record.line[-1]
    session.go_to(2)
    session.play(session.state.move_from_string("c3"))
    view = session.record.view(end.path())
    again = text.read(text.write(view))
    assert [node.name for node in again.line] == [node.name for node in end.path()]
    assert again.result == view.result == (1.0, -1.0)
    assert lines_of(Session.of(again))[1:] == lines_of(session)[:1]
