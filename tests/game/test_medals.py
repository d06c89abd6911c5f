from functools import partial

import pytest

from game.play.medals import MedalStanding
from game.screens.play.medal_bar import MedalBar
from game.screens.play.score_result import ScoreResult
from game.ui.layout import Box
from game.words.numbers import THIN_SPACE
from tests.rig import skin, written


@pytest.mark.parametrize(
    ("score", "target", "medal", "following"),
    [
        (-10, 1000, None, "Bronze"),
        (399, 1000, None, "Bronze"),
        (400, 1000, "Bronze", "Silver"),
        (600, 1000, "Silver", "Gold"),
        (800, 1000, "Gold", None),
        (1200, 1000, "Gold", None),
        (1737, 4343, None, "Bronze"),  # a share is rounded up
        (1738, 4343, "Bronze", "Silver"),
        # One that is not positive is met or not.
        *((target, target, "Gold", None) for target in (0, -7)),
        *((target - 1, target, None, "Bronze") for target in (0, -7)),
    ],
)
def test_medals_are_shares_of_the_target(score, target, medal, following):
    standing = MedalStanding(score, target)
    assert (standing.medal.name if standing.medal else None) == medal
    assert (standing.next_medal[0].name if standing.next_medal else None) == following
    assert target > 0 or medal or standing.share == 0.0


def test_words():
    assert ScoreResult("Game over", 5).sentence == "**Game over**: **5 points**"
    for score, words in (
        (300, "30 % of the AI  ·  bronze at 400"),
        (650, "silver, 65 % of the AI"),
        (1000, "gold, as good as the AI"),
        (1001, "gold, better than the AI"),
    ):
        assert ScoreResult("", score, MedalStanding(score, 1000)).words == words
    assert ScoreResult("", -3, MedalStanding(-3, -2)).words == ""
    for standing, words in (
        (MedalStanding(140, 2622), f"Next: Bronze at 1{THIN_SPACE}049"),
        (MedalStanding(900, 1000), f"Gold. Next: the AI's 1{THIN_SPACE}000"),
    ):
        bar = partial(MedalBar(standing).draw, skin=skin(), box=Box(0, 0, 400, 40))
        assert words in written(None, bar)
