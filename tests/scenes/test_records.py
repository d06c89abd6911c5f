"""The records screen and the choice of a standard board."""

import pygame
import pytest

from game.games.samegame import named_boards as files
from game.games.samegame.named_boards import STANDARD_BOARDS, standard_boards, standard_scores
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.records import BoardCard, score_tables
from game.library.records import BoardId, Records, ScoreRecord, Tally, standard_board
from game.play.session import Session
from game.screens.base import OpenGame, OpenScene
from game.screens.records.screen import tables
from tests.sessions import AGAINST_AI, best_moves, play, play_out


def finish(rig, session, moves=()):
    play(session, moves)
    play_out(session)
    rig.context.storage.count_game(session)


def standard(number):
    session = Session("samegame")
    session.set_position(
        standard_boards()[number - 1].state.to_text(), SameGameParameters(), standard=number
    )
    session.record.improve_target(standard_scores()[number - 1].ai)
    return session


def cards(rig):
    return [widget for widget in rig.scene.group.widgets if isinstance(widget, BoardCard)]


@pytest.fixture
def filled(rig):
    """What was reached: thirty boards, one of the standard ones, a win and a loss."""
    finish(rig, standard(5), best_moves(5))
    for seed in range(30):
        finish(rig, Session("samegame", SameGameParameters(6, 6, 3), seed))
    for seats in (AGAINST_AI, AGAINST_AI[::-1]):
        finish(rig, Session("tictactoe", seats=seats, level="careful"), (0, 3, 1, 4, 2))
    return rig.context.storage.records


def test_every_standard_board_is_there_with_ones_own_score_and_starts_with_a_click(rig, filled):
    rig.show(OpenScene("boards"))
    assert [card.number for card in cards(rig)] == list(range(1, STANDARD_BOARDS + 1))
    assert cards(rig)[4].best.score == standard_scores()[4].ai
    assert cards(rig)[5].best is None
    assert rig.click(cards(rig)[6].box.centre) == OpenGame("samegame", standard=7)


def test_own_bests_by_board_and_results_by_level(rig, filled):
    assert [table.rows for table in score_tables(Records())] == [(), ()]
    made, known = score_tables(filled)
    assert len(made.rows) == 30
    scores = [record.score for record in filled.best_by_board("samegame")]
    assert scores == sorted(scores, reverse=True)
    assert known.rows[0][0].text == "Standard 5"
    assert known.rows[0][3].text == "cleared"
    assert "1 of 20" in known.note
    tictactoe, hexes, *_ = tables(filled, alone=False)
    assert [cell.text for cell in tictactoe.rows[0]] == ["Careful", "1", "0", "1", "0"]
    assert hexes.rows == ()
    assert hexes.empty
    scroll = rig.show(OpenScene("records"), (1120, 760)).content.scroll
    assert scroll.most > 0
    rig.key(pygame.K_PAGEDOWN)
    assert scroll.offset > 0


def test_without_their_files_a_sentence_stands_for_the_boards(rig, filled, monkeypatch, tmp_path):
    monkeypatch.setattr(files, "STANDARD_FILE", tmp_path / "missing")
    for read in (standard_boards, standard_scores):
        read.cache_clear()
    rig.show(OpenScene("boards"))
    assert cards(rig) == []
    (item,) = rig.scene.items(800)
    assert item.section.text.startswith("The files of the standard boards cannot be read")
    _, known = score_tables(filled)
    assert "1 of 20" in known.note


def test_levels_stand_from_weak_to_strong_and_unknown_ones_last():
    records = Records()
    for level in ("retired", "strong", "beginner"):
        records = records.with_result(Tally("hex", level, won=1))
    rows = tables(records, alone=False)[1].rows
    assert [row[0].text for row in rows] == ["Beginner", "Strong", "retired"]


def test_the_tabs_lead_round(rig):
    rig.show(OpenScene("records"))
    tabs = rig.scene.group.widget("tab")
    rig.key(pygame.K_TAB)
    while rig.scene.group.focused is not tabs:
        rig.key(pygame.K_TAB)
    seen = set()
    for key in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT):
        rig.key(key)
        seen.add((tabs.value, len(cards(rig))))
    assert seen == {("results", 0), ("scores", 0), ("boards", 20)}


def test_a_table_tells_of_its_own_boards_only():
    records, whole = Records(), SameGameParameters()
    for board, score, cleared in (
        (BoardId("samegame", SameGameParameters(5, 5, 3), 7), 120, False),
        (BoardId("samegame", whole, 9), 900, False),
        (standard_board("samegame", 3), 4_349, True),
    ):
        records = records.with_score(ScoreRecord(board, score, "2026-11-21", cleared=cleared))
    made, known = score_tables(records)
    assert made.note == "best 900, 0 cleared"
    assert known.note == "1 of 20 finished, 4\N{THIN SPACE}349 points in all"
