"""The records screen and the choice of a standard board."""

import pygame
import pytest

from game.games.samegame import standard_boards as files
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.records import BoardCard, score_tables
from game.games.samegame.standard_boards import (
    STANDARD_BOARDS,
    standard_boards,
    standard_scores,
)
from game.library.records import BoardId, ScoreRecord, Tally, standard_board
from game.play.session import Seat, Session
from game.screens.base import Back, OpenGame, OpenScene
from game.screens.catalogue import make_scene
from game.screens.records.screen import tables
from game.ui.theme import THEMES
from tests.sessions import AGAINST_AI, play, play_out

SIZES = [(640, 480), (900, 700), (1120, 760), (1920, 1080)]


@pytest.fixture
def open_page(make_rig):
    def open_it(name, size=(1120, 760), **settings):
        rig = make_rig(**settings)
        rig.context.theme = THEMES[rig.context.settings.theme]
        rig.surface = pygame.Surface(size)
        rig.scene = make_scene(OpenScene(name), rig.context)
        rig.scene.resize(size)
        rig.scene.on_enter()
        rig.frame()
        return rig

    return open_it


def finish(rig, session, moves=()):
    play(session, moves)
    play_out(session)
    rig.context.storage.count_game(session)


def standard(number):
    session = Session("samegame")
    session.set_position(
        standard_boards()[number - 1].state.to_text(), SameGameParameters(), standard=number
    )
    session.tree.improve_target(standard_scores()[number - 1].ai)
    return session


def cards(rig):
    return [widget for widget in rig.scene.group.widgets if isinstance(widget, BoardCard)]


def fill(rig):
    finish(rig, standard(5), standard_scores()[4].line)
    for seed in range(30):
        finish(rig, Session("samegame", SameGameParameters(6, 6, 3), seed))
    for first in AGAINST_AI:
        second = Seat.AI if first is Seat.HUMAN else Seat.HUMAN
        finish(rig, Session("tictactoe", seats=(first, second), level="club"), (0, 3, 1, 4, 2))
    rig.scene.on_enter()
    rig.frame()


def test_every_standard_board_is_there_and_starts_with_a_click(open_page):
    rig = open_page("boards")
    assert [card.number for card in cards(rig)] == list(range(1, 21))
    card = cards(rig)[6]
    assert rig.click(card.box.centre) == OpenGame("samegame", standard=7)


def test_the_boards_are_chosen_by_keyboard_alone_and_scroll_along(open_page):
    rig = open_page("boards", (640, 480))
    view = rig.scene.scroll.box
    for _ in range(60):
        rig.key(pygame.K_TAB)
        focused = rig.scene.group.focused
        assert focused is not None
        if isinstance(focused, BoardCard):
            assert view.y <= focused.box.y
            assert focused.box.bottom <= view.bottom
            if focused.number == 20:
                break
    assert rig.key(pygame.K_RETURN) == OpenGame("samegame", standard=20)
    assert rig.key(pygame.K_ESCAPE) == Back()


def test_own_scores_stand_beside_the_published_ones(open_page):
    rig = open_page("boards")
    fill(rig)
    assert len(cards(rig)) == STANDARD_BOARDS
    assert cards(rig)[4].own.score == standard_scores()[4].ai
    assert cards(rig)[5].own is None


def test_own_bests_by_board(open_page):
    rig = open_page("records")
    assert [table.rows for table in score_tables(rig.context.storage.records)] == [(), ()]
    fill(rig)
    made, known = score_tables(rig.context.storage.records)
    assert len(made.rows) == 30
    scores = [record.score for record in rig.context.storage.records.best_by_board("samegame")]
    assert scores == sorted(scores, reverse=True)
    assert known.rows[0][0].text == "Standard 5"
    assert known.rows[0][3].text == "cleared"
    assert "1 of 20" in known.note
    assert rig.scene.scroll.most > 0
    rig.key(pygame.K_PAGEDOWN)
    assert rig.scene.scroll.offset > 0


def test_without_their_files_a_sentence_stands_for_the_boards(open_page, monkeypatch, tmp_path):
    filled = open_page("boards")
    fill(filled)
    monkeypatch.setattr(files, "STANDARD_FILE", tmp_path / "missing")
    for read in (standard_boards, standard_scores):
        read.cache_clear()
    rig = open_page("boards")
    assert cards(rig) == []
    (item,) = rig.scene.items(800)
    assert item.section.text.startswith("The files of the standard boards cannot be read")
    _, known = score_tables(filled.context.storage.records)
    assert "1 of 20" in known.note


def test_results_by_level(open_page):
    rig = open_page("records")
    fill(rig)
    tictactoe, hexes, *_ = tables(rig.context.storage.records, alone=False)
    assert [cell.text for cell in tictactoe.rows[0]] == ["Club", "1", "0", "1", "0"]
    assert hexes.rows == ()
    assert hexes.empty


def test_levels_stand_from_weak_to_strong_and_unknown_ones_last(open_page):
    records = open_page("records").context.storage.records
    for level in ("retired", "strong", "beginner"):
        records = records.with_result(Tally("hex", level, won=1))
    rows = tables(records, alone=False)[1].rows
    assert [row[0].text for row in rows] == ["Beginner", "Strong", "retired"]


def test_the_tabs_lead_round(open_page):
    rig = open_page("records")
    fill(rig)
    tabs = rig.scene.group.widget("tab")
    seen = set()
    rig.key(pygame.K_TAB)
    while rig.scene.group.focused is not tabs:
        rig.key(pygame.K_TAB)
    for key in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT):
        rig.key(key)
        seen.add((tabs.value, len(cards(rig))))
    assert seen == {("results", 0), ("scores", 0), ("boards", 20)}


def test_a_table_tells_of_its_own_boards_only(open_page):
    records = open_page("records").context.storage.records
    small, whole = SameGameParameters(5, 5, 3), SameGameParameters()
    for board, score, cleared in (
        (BoardId("samegame", small, 7), 120, False),
        (BoardId("samegame", whole, 9), 900, False),
        (standard_board("samegame", 3), 4_349, True),
    ):
        records = records.with_score(ScoreRecord(board, score, "2026-11-21", cleared=cleared))
    made, known = score_tables(records)
    assert made.note == "best 900, 0 cleared"
    assert known.note == "1 of 20 finished, 4\N{THIN SPACE}349 points in all"
