"""What a game's screen says to somebody who does not look: each move once, and all that matters."""

import random
import re
from functools import partial

import pygame
import pytest

from game.play.session import Mode
from game.screens.base import DrillSet, OpenDrills, OpenReview, OpenScene
from game.screens.entry import entries
from game.screens.play.announcer import PlayMoment, heard
from game.screens.play.react import GoTo, SetMode
from game.screens.play.reading import turn_sentence
from game.ui.elements import Role
from game.ui.spoken import AMOUNTS, REFUSED, Speech
from game.words.language import ENGLISH, speak
from tests.fakes import info_for
from tests.rig import Rig
from tests.scenes.conftest import SMALL
from tests.scenes.test_hints import promise
from tests.sessions import session_of

GAMES = [entry.name for entry in entries()]
CTRL = pygame.KMOD_CTRL


class Listener:
    """Hears what a screen says, each thing once."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.number = 0

    def news(self) -> list[str]:
        """Return what has been said since it was asked last."""
        spoken = self.rig.scene.spoken
        new = [each.text for each in spoken if each.number > self.number]
        assert not spoken or spoken[-1].number - self.number == len(new), "something was missed"
        self.number = spoken[-1].number if spoken else 0
        return new


def play(rig: Rig, name: str) -> None:
    """Play a move by hand, or let the AI play it where that is to move."""
    session = rig.scene.session
    move = session.state.move_from_string(name)
    if session.is_ai_to_move:
        rig.settle()
        others = (each for each in session.state.legal_moves if each != move)
        rig.answer(info_for((move, *others)))
    else:
        rig.click_move(move)
    rig.settle()


def told(rig: Rig, moves: str) -> list[str]:
    """Return what is said from the start of a game on, while it is played."""
    listener = Listener(rig)
    said = listener.news()
    for name in moves.split():
        play(rig, name)
        said += listener.news()
    return said


def begun(make_rig, game, amount="usual", **settings):
    """Return a rig with a new game, which is a small board where the player is alone."""
    rig = make_rig(spoken=amount, **(SMALL if game == "samegame" else {}), **settings)
    session = rig.open(game, fresh=True).session
    if game == "samegame":
        session.begin_again(session.record.start.parameters, seed=5)
        rig.settle()
    return rig


PLAYED = {
    "tictactoe": "a1 b2 c3 a3 c1 c2 b1",
    "hex": "f6 a6 f7 a7 f8 a8 f9 f5 f10",
    "breakthrough": "b2-b3 d5-d4 b3-b4 d6-d5 b4-a5 b6-a5 c2-c3 d4-c3 d2-c3 a5-b4 c3-b4 c5-b4 "
    "c1-c2 b4-b3 c2-b3 d5-d4 b3-b4 d4-d3 b4-c5 d3-c2 c5-b6",
    "samegame": "A3 A1 A1",
}


TRANSCRIPTS = {
    "tictactoe": """
        Tic-Tac-Toe against Careless. X to move, move 1. Three in a row wins. Click to play, H for \
a hint.
        You played a1.
        O played b2.
        You played c3.
        O played a3: a threat at c1.
        You played c1: a block and a double threat, b1 and c2.
        O played c2: a block.
        You played b1.
        You win as X, in 4 moves.""",
    "hex": """
        Hex Gomoku against Novice. Black to move, move 1. Five in a row wins. Click to play, H for \
a hint.
        You played F6.
        White played A6.
        You played F7.
        White played A7.
        You played F8: an open three.
        White played A8.
        You played F9: a double threat, F5 and F10.
        White played F5: a block.
        You played F10.
        You win as Black, in 5 moves.""",
    "breakthrough": """
        Breakthrough against Novice. Black to move, move 1. First to reach the far side wins. \
Click a piece, then where it goes; H for a hint.
        b2: chosen.
        You played b2-b3.
        White played d5-d4.
        b3: chosen.
        You played b3-b4.
        White played d6-d5.
        b4: chosen.
        You played b4-a5: a capture and a threat, a5 must be taken.
        White played b6-a5: it stops a piece that was a step from the far side.
        c2: chosen.
        You played c2-c3.
        White played d4-c3: a capture.
        d2: chosen.
        You played d2-c3: a capture.
        White played a5-b4.
        c3: chosen.
        You played c3-b4: a capture.
        White played c5-b4: a capture.
        c1: chosen.
        You played c1-c2.
        White played b4-b3.
        c2: chosen.
        You played c2-b3: a capture.
        White played d5-d4.
        b3: chosen.
        You played b3-b4.
        White played d4-d3.
        b4: chosen.
        You played b4-c5: the race is won, nobody can stop it.
        White played d3-c2.
        c5: chosen.
        You played c5-b6.
        You win as Black, in 11 moves.""",
    "samegame": """
        SameGame, 5x5c2:5. Move 1. Remove groups of two or more: n tiles earn (n − 2)² points.
        A3 took 10 tiles for +64.
        A1 took 4 tiles for +4.
        A1 took 10 tiles for +64.
        1 tile left (−1): 131 points""",
}


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_game_is_said(make_rig, game):
    said = told(begun(make_rig, game), PLAYED[game])
    assert said[-len(lines(TRANSCRIPTS[game])) :] == lines(TRANSCRIPTS[game])


@pytest.mark.parametrize("game", PLAYED)
def test_in_another_language_the_same_is_said(make_rig, game):
    def shape(said):
        return [[word for word in each.split() if any(map(str.isdigit, word))] for each in said]

    english = told(begun(make_rig, game), PLAYED[game])[1:]
    speak("de")
    try:
        german = told(begun(make_rig, game), PLAYED[game])[1:]
    finally:
        speak(ENGLISH)
    cells = [[word.strip(".,:").casefold() for word in each] for each in shape(english)[:-1]]
    assert cells == [[w.strip(".,:").casefold() for w in each] for each in shape(german)[:-1]]
    assert all(english)
    assert german != english


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_each_move_is_said_once_however_it_came(make_rig, game, seed):
    chance, rig = random.Random(seed), begun(make_rig, game, "moves")
    scene, listener = rig.scene, Listener(rig)
    listener.news()
    said = []
    while not scene.session.is_over and scene.session.record.length < 40:
        for _ in range(chance.choice((1, 1, 2, 3))):  # of which a frame may see several at once
            if not scene.session.is_over:
                scene.session.play(chance.choice(scene.session.state.legal_moves))
        rig.frame()
        said += listener.news()
    moved = [scene.face.moved_words(ply) for ply in range(1, scene.session.record.length + 1)]
    assert said[: len(moved)] == [each.replace("**", "") for each in moved]
    assert len(said) == len(moved) + scene.session.is_over


def test_more_is_said_the_more_is_wanted(tmp_path):
    said = []
    for amount in AMOUNTS:
        rig = begun(partial(Rig, tmp_path / amount), "hex", amount)
        listener = Listener(rig)
        play(rig, "f6")
        play(rig, "a6")
        first = listener.news()
        for key, mod in ((pygame.K_h, 0), (pygame.K_z, CTRL)):
            rig.key(key, mod)
            rig.settle()
        rig.scene.controller.give(SetMode(Mode.ANALYSE))
        rig.settle()
        rig.answer()
        said.append([*first, *listener.news()])
    few, usual, everything = said
    assert few == ["You played F6.", "White played A6.", "Back at move 1, Black to move."]
    assert set(few) < set(usual) < set(everything)
    assert "Looking for a hint…" in usual
    assert "You are analysing." in usual
    assert any("about equal" in each or "better" in each for each in everything)
    for each in said:
        assert len(each) == len(set(each))


def test_a_refusal_and_a_notice_are_said_as_often_as_they_come(make_rig):
    rig = begun(make_rig, "tictactoe", "moves")
    play(rig, "b2")
    listener = Listener(rig)
    listener.news()
    for _ in range(2):
        rig.key(pygame.K_r, CTRL)
        rig.key(pygame.K_h)
    assert (
        listener.news()
        == [
            "Nothing to resign: that is for your turn in a game for two.",
            "The AI is to move. Hints are for your own moves.",
        ]
        * 2
    )
    rig.answer(info_for(rig.scene.session.state.legal_moves))
    listener.news()
    for _ in range(2):
        rig.click(rig.cell(4))
        assert listener.news() == ["That cell is taken."]


@pytest.mark.parametrize("game", PLAYED)
def test_the_bar_tells_the_number_that_is_said(make_rig, game):
    rig = begun(make_rig, game)
    for move in ("", *PLAYED[game].split()):
        if move:
            play(rig, move)
        said, told = turn_sentence(rig.scene.session), rig.scene.face.caption()
        if not rig.scene.session.is_over:
            assert re.findall(r"\d+", said)[-1] == re.findall(r"\d+", told)[-1]
    assert re.findall(r"\d+", told)[-1] == str(rig.scene.session.move_number)


def test_what_is_refused_is_said_at_once_and_nothing_else(make_rig):
    rig = begun(make_rig, "tictactoe", "moves")
    scene = rig.scene
    play(rig, "b2")
    rig.key(pygame.K_h)
    rig.answer(info_for(scene.session.state.legal_moves))
    rig.click(rig.cell(4))
    rig.key(pygame.K_c)
    rig.key(pygame.K_c, CTRL)
    urgent = [each.text for each in scene.spoken if each.is_urgent]
    assert urgent == ["The AI is to move. Hints are for your own moves.", "That cell is taken."]
    assert len(scene.spoken) > len(urgent)
    roles = {
        each.name: each.role
        for each in scene.describe().children
        if each.role in (Role.ALERT, Role.STATUS)
    }
    assert [name for name, role in roles.items() if role is Role.ALERT] == urgent
    assert [*roles] == [each.text for each in scene.spoken], "in the order in which it was said"
    page = rig.show(OpenDrills("tictactoe", DrillSet.LESSONS))
    rig.read()
    cells = page.round.session.state.cells
    page.board.animator.show_cursor(next(cell for cell, piece in enumerate(cells) if piece))
    rig.key(pygame.K_RETURN)
    assert [each.text for each in page.spoken if each.is_urgent] == ["That cell is taken."]


def test_a_trouble_of_the_program_is_said_at_once(rig):
    page = rig.show(OpenScene("settings"))
    page.toasts.warn("The disk is full.")
    assert [(each.text, each.is_urgent) for each in page.spoken][1:] == [
        ("The disk is full.", True)
    ]


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_ESCAPE])
def test_a_hint_that_is_closed_is_said_to_be_and_one_that_is_followed_is_not(make_rig, key):
    rig = begun(make_rig, "hex")
    listener = Listener(rig)
    promise(rig, rig.scene, random.Random(1))
    for _ in range(2 if key == pygame.K_h else 0):
        rig.key(key)
    assert rig.scene.controller.state.hint.is_open
    listener.news()
    rig.key(key)
    assert listener.news() == ["The hint is closed."]
    rig.key(pygame.K_h)
    play(rig, "f6")
    assert "The hint is closed." not in listener.news()


def test_going_back_is_said_and_a_game_that_is_left(make_rig):
    rig = begun(make_rig, "hex")
    listener = Listener(rig)
    for move in ("f6", "a6", "f7", "a7"):
        play(rig, move)
    listener.news()
    rig.scene.controller.give(GoTo(1))
    rig.frame()
    assert listener.news() == ["Viewing move 1 of 2"]
    rig.key(pygame.K_END)
    rig.key(pygame.K_z, CTRL)
    assert listener.news()[-1] == "Back at move 2, Black to move."
    rig.key(pygame.K_n, CTRL)
    said = listener.news()
    assert any(
        each.startswith("Hex Gomoku against Novice. Black to move, move 1.") for each in said
    )


def test_what_is_new_is_said_until_it_is_gone_and_comes_again():
    quiet, loud, again = (
        PlayMoment(1, (4,), news=(("usual", "", 0), ("moves", text, count)))
        for text, count in (("", 0), ("You win.", 0), ("You win.", 1))
    )
    assert [text for _, text in heard(quiet, loud)] == ["You win."]
    assert list(heard(loud, loud)) == []
    assert [text for _, text in heard(loud, again)] == ["You win."]
    assert not any(text for _, text in heard(loud, quiet))


def test_the_line_of_a_hint_is_said_once_whatever_becomes_of_it():
    first = PlayMoment(1, (), follows="The line is F7 F8.")
    assert not list(heard(first, PlayMoment(1, (), follows="The line is F7 F9.")))


def test_another_game_is_said_with_its_last_move():
    def moved(ply):
        return f"move {ply}"

    now = PlayMoment(2, (1, 2, 3), title="Another game.", moved=moved)
    assert [text for _, text in heard(PlayMoment(1, (1,)), now)] == ["Another game.", "move 3"]
    hinted, fresh = PlayMoment(1, (), is_hinted=True), PlayMoment(2, (), title="Another game.")
    assert [text for _, text in heard(hinted, fresh)] == ["Another game."]


@pytest.mark.parametrize("game", GAMES)
def test_who_comes_back_hears_again_where_that_is(make_rig, game):
    rig = begun(make_rig, game)
    rig.scene.speak_anew()
    (first,) = (each.text for each in rig.scene.spoken)
    rig.scene.refuse("That cell is taken.")
    rig.frame()
    rig.scene.speak_anew()
    assert [each.text for each in rig.scene.spoken] == [first]
    assert rig.scene.announcer.last == first
    page = rig.show(OpenScene("settings"))
    page.toasts.show("Settings saved.")
    assert [each.text for each in page.spoken] == ["Settings.", "Settings saved."]
    page.toasts.dismiss()
    page.speak_anew()
    assert [each.text for each in page.spoken] == ["Settings."]


def test_speech_keeps_the_last_sentences_and_says_nothing_twice_at_once():
    speech = Speech()
    for number in range(20):
        speech.say(
            [("moves", f"**{number}**"), ("moves", str(number)), ("everything", "x")], "usual"
        )
    assert [each.number for each in speech.spoken] == list(range(15, 21))
    assert speech.last == "19"
    speech.say([(REFUSED, "Taken."), ("moves", "Taken.")], "usual")
    assert speech.spoken[-1].is_urgent


def test_pages_say_their_titles_what_is_to_be_done_and_what_came_of_it(rig):
    scene = rig.show(OpenDrills("tictactoe", DrillSet.LESSONS))
    rig.read()
    rig.key(pygame.K_h)
    assert [each.text for each in scene.spoken] == [
        "Lessons.",
        "Tic-Tac-Toe, Lesson 1 of 5.",
        "You are X. Two of yours stand in a row: complete it.",
        "c3 was to be found.",
    ]
    scene = rig.show(OpenReview(session_of("tictactoe", PLAYED["tictactoe"])))
    rig.frame()
    assert [each.text for each in scene.spoken[:2]] == ["Review.", "X wins in 4 moves."]
    scene = rig.show(OpenScene("settings"))
    for _ in range(2):
        scene.toasts.show("Settings **saved**.")
        rig.frame()
        assert scene.spoken[-1].text == "Settings saved."
    assert [each.number for each in scene.spoken] == [1, 2, 3]
