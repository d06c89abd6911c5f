"""The screens that show all games hold eight of them, in every window and at every scale."""

import itertools

import pytest

from game.games.registry import window_games
from game.play.session import Session
from game.screens.arena.screen import ArenaScene
from tests.ui.many import eight_games
from tests.ui.screens import shown
from tests.ui.sketch import SketchedFonts
from tests.ui.test_every_screen import LANDSCAPE, SCALES, SIZES, problems, sketch

__all__ = ["eight_games", "sketch"]

NAMES = ("home", "arena", "arena games", "settings ai", "settings rules", "settings display",
         "records scores", "records results", "about")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_or_is_cut(name, eight_games, sketch, tmp_path) -> None:
    screen = shown(name, tmp_path, SketchedFonts(sketch))
    found = []
    for size, scale in itertools.product(SIZES, SCALES):
        screen.resize(size, scale)
        sketch.frame(screen.scene, screen.surface)
        where = f"{size[0]}x{size[1]} at {scale:.0%}"
        found += [f"{where}: {problem}" for problem in problems(screen.scene, sketch, size)]
    assert not found, "\n".join(found[:40])


def test_home_has_a_card_for_each_with_its_name_and_a_board_to_be_seen(
    eight_games, sketch, tmp_path
) -> None:
    screen = shown("home", tmp_path, SketchedFonts(sketch))
    titles = {game.rules.title for game in eight_games}
    assert len(titles) == 8
    for size, scale in itertools.product(SIZES, SCALES):
        screen.resize(size, scale)
        sketch.frame(screen.scene, screen.surface)
        assert titles <= {text.words for text in sketch.texts}, (size, scale)
        sides = [card.board_side for card in screen.scene._cards]
        assert min(sides) >= screen.scene.skin.px(52), (size, scale, sides)


def test_the_arena_names_the_chosen_game_in_full(eight_games, sketch, tmp_path) -> None:
    screen = shown("arena", tmp_path, SketchedFonts(sketch))
    assert isinstance(screen.scene, ArenaScene)
    for_two = [game for game in window_games() if game.rules.players == 2]
    for size, scale in itertools.product(LANDSCAPE, SCALES):
        for game in for_two:
            screen.scene.form._set_game(game.name)
            screen.scene.form._show()
            screen.resize(size, scale)
            sketch.frame(screen.scene, screen.surface)
            assert game.rules.title in {text.words for text in sketch.texts}, (size, scale)


def test_scores_of_two_games_for_one_stand_in_their_own_tables(
    eight_games, sketch, tmp_path
) -> None:
    screen = shown("records scores", tmp_path, SketchedFonts(sketch))
    name = next(game.name for game in eight_games if game.rules.title == "Peg Solitaire")
    session = Session(name, seed=48_213)
    while not session.state.is_terminal:
        session.play(session.state.legal_moves[0])
    assert screen.context.storage.count_game(session)
    screen.scene.on_enter()
    for size, scale in itertools.product(SIZES, SCALES):
        screen.resize(size, scale)
        words = set()
        for offset in (0, 100_000):
            screen.scene.scroll.scroll_to(offset)
            screen.scene.lay_out()
            sketch.frame(screen.scene, screen.surface)
            found = problems(screen.scene, sketch, size)
            assert not found, (size, scale, found)
            words |= {text.words for text in sketch.texts}
        assert {"Peg Solitaire", "SameGame: Random boards"} <= words
        assert any(text.startswith("Seed 48\N{THIN SPACE}213") for text in words), (size, scale)
