"""The screens that show all games hold eight of them, in every window and at every scale."""

import itertools

import pytest

from game.games.registry import window_games
from game.play.session import Session
from game.screens.arena.screen import ArenaScene
from game.screens.home.card import GameCard
from game.ui.widgets import Action
from tests.rig import widgets
from tests.sessions import play_out
from tests.ui.many import eight_games
from tests.ui.test_every_screen import LANDSCAPE, SCALES, SIZES, assert_nothing_overlaps, problems

__all__ = ["eight_games"]

NAMES = ("home", "arena", "arena games", "settings ai", "settings rules", "settings display",
         "records scores", "records results", "about")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_or_is_cut(name, eight_games, sketched, sketch):
    assert_nothing_overlaps(sketched(name), sketch)


def test_home_has_a_card_for_each_with_its_name_and_a_board_to_be_seen(
    eight_games, sketched, sketch
):
    screen = sketched("home")
    titles = {game.rules.title for game in eight_games}
    assert len(titles) == 8
    for _, where in sketch.windows(screen, SIZES, SCALES):
        assert titles <= {text.words for text in sketch.texts}, where
        sides = [card.board_side for card in widgets(screen.scene, GameCard)]
        assert min(sides) >= screen.scene.skin.px(52), (where, sides)


def test_the_arena_names_the_chosen_game_in_full(eight_games, sketched, sketch):
    screen = sketched("arena")
    assert isinstance(screen.scene, ArenaScene)
    for_two = [game for game in window_games() if game.rules.players == 2]
    for game in for_two:
        screen.scene.on_action(Action("game", game.name))
        for _, where in sketch.windows(screen, LANDSCAPE[:2], SCALES):
            assert game.rules.title in {text.words for text in sketch.texts}, where


def test_scores_of_two_games_for_one_stand_in_their_own_tables(eight_games, sketched, sketch):
    screen = sketched("records scores")
    name = next(game.name for game in eight_games if game.rules.title == "Peg Solitaire")
    session = play_out(Session(name, seed=48_213))
    assert screen.context.storage.count_game(session)
    screen.scene.on_enter()
    for size, scale in itertools.product(SIZES, SCALES):
        screen.fit(size, scale)
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
