"""A move beside an old one keeps both: branches of one game, to be walked, deleted, restored."""

import pytest

from game.play.record import Fork
from game.play.session import Chooser, Mode, Session
from tests.evaluations import judged
from tests.sessions import PEOPLE, play, session_of


def hex_game(names: str, mode: Mode = Mode.ANALYSE) -> Session:
    return session_of("hex", names, seed=7, mode=mode)


def ways(session: Session) -> tuple[list[str], int | None]:
    """Return the moves at the fork, and which is shown."""
    fork = session.record.fork()
    assert fork is not None
    return [node.name for node in fork.ways], fork.shown


def branched() -> Session:
    """Return a game with three moves after two of them; the second one is shown."""
    session = hex_game("f6 e8 g5 f4")
    for name in ("h5", "d4"):
        session.go_to(2)
        play(session, name)
    session.show(fork_of(session).beside(-1))
    return session


def fork_of(session: Session) -> Fork:
    assert session.record.fork() is not None
    return session.record.fork()


@pytest.mark.parametrize("is_guessing", [True, False])
def test_whoever_guesses_first_does_so_in_all_branches_until_that_is_ended(is_guessing):
    session = branched()
    first = session.record.node
    session.guess_first(not is_guessing)
    session.show(fork_of(session).beside(1))
    assert session.record.guesses_first is not is_guessing
    session.guess_first(is_guessing)
    session.show(first)
    assert session.record.guesses_first is is_guessing


def test_a_move_beside_an_old_one_keeps_both_with_what_was_thought_of_them():
    session = hex_game("f6 e8 g5 f4")
    session.record.nodes[3].position.learn(judged(0.3, 0.1, 5000))
    session.go_to(2)
    play(session, "h5")
    session.record.nodes[3].position.learn(judged(0.6, 0.1, 5000))
    assert ways(session) == (["g5", "h5"], 1)
    session.show(fork_of(session).beside(1))
    assert (session.record.cursor, session.record.length) == (3, 4)
    (known,) = session.record.nodes[3].position.evaluations.values()
    assert known.value == 0.3
    session.show(fork_of(session).beside(1))
    session.go_to(2)
    play(session, "g5")
    assert (session.record.cursor, session.record.length) == (3, 4), "it leads to the other branch"
    assert ways(session) == (["g5", "h5"], 0)
    assert len([*session.record.ends()]) == 2


def test_branches_keep_their_order_and_go_round_at_the_fork_before_the_shown_position():
    session = branched()
    assert ways(session) == (["g5", "h5", "d4"], 1)
    for shown in (2, 0, 1, 2, 0):
        session.show(fork_of(session).beside(1))
        assert ways(session) == (["g5", "h5", "d4"], shown)
    session.go_to(3)
    play(session, "a6 a7")
    assert ways(session) == (["f4", "a6"], 1)
    session.go_to(3)
    assert ways(session) == (["g5", "h5", "d4"], 0)
    session.go_to(0)
    assert fork_of(session).ply == 2, "or else the next one"


def test_what_goes_on_after_the_end_of_a_shorter_branch_can_be_gone_to():
    session = hex_game("f6 e8 g5", Mode.PLAY)
    session.go_to(1)
    session.play_from_here()
    assert ways(session) == (["e8"], None)
    session.show(fork_of(session).beside(1))
    assert (session.record.cursor, session.record.length) == (2, 3)


def test_a_retry_has_no_branches():
    session = hex_game("f6 e8 g5", Mode.PLAY)
    session.retry(0)
    play(session, "h5")
    assert session.record.fork() is None
    session.play_on()
    assert ways(session) == (["f6", "h5"], 1)


@pytest.mark.parametrize("is_ai", [True, False])
def test_a_branch_tells_whose_it_is(is_ai):
    session = session_of("hex", "f6 e8", seed=7, seats=PEOPLE)
    session.go_to(1)
    session.play(session.state.move_from_string("g5"), for_player=is_ai)
    whose = Chooser.AI if is_ai else Chooser.PLAYER
    assert [node.chooser for node in fork_of(session).ways] == [Chooser.PLAYER, whose]


def test_a_branch_that_is_folded_is_hidden_beside_the_shown_one() -> None:
    session = branched()
    assert [ply for ply, _ in session.branches(9)] == [2, 2]
    assert [each.record.moves[-1] for _, each in session.branches(1)] == [
        fork_of(session).ways[2].move
    ]
    session.fold()
    assert session.is_folded
    assert not [*session.branches(9)]
    session.fold()
    assert len([*session.branches(9)]) == 2


def test_the_branch_beside_a_deleted_one_is_shown_and_both_come_back_as_they_were() -> None:
    session = branched()
    before = ways(session), session.record.moves, session.record.cursor
    gone = session.delete_branch()
    assert gone is not None
    assert (gone.lines, ways(session)) == (1, (["g5", "d4"], 1))
    second = session.delete_branch()
    assert second is not None
    assert session.record.fork() is None
    for each in (second, gone):
        session.restore_branch(each)
    assert (ways(session), session.record.moves, session.record.cursor) == before
