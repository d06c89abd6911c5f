import pytest

from game.play.medals import MedalStanding
from game.screens.play.medal_bar import MedalBar, Result
from game.ui.format import THIN_SPACE


@pytest.mark.parametrize(
    ("score", "medal", "following"),
    [
        (-10, None, "Bronze"),
        (399, None, "Bronze"),
        (400, "Bronze", "Silver"),
        (600, "Silver", "Gold"),
        (800, "Gold", None),
        (1200, "Gold", None),
    ],
)
def test_medals_are_shares_of_the_target(score, medal, following):
    standing = MedalStanding(score, 1000)
    assert (standing.medal.name if standing.medal else None) == medal
    assert (standing.next_medal[0].name if standing.next_medal else None) == following


def test_a_share_is_rounded_up():
    assert MedalStanding(0, 4343).needs == (1738, 2606, 3475)
    assert MedalStanding(1737, 4343).medal is None


@pytest.mark.parametrize("target", [0, -7])
def test_a_target_that_is_not_positive_is_met_or_not(target):
    assert MedalStanding(target, target).medal.name == "Gold"
    assert MedalStanding(target - 1, target).medal is None
    assert MedalStanding(target - 1, target).share == 0.0


def test_words():
    assert Result(5, None).title == "Finished"
    assert Result(300, MedalStanding(300, 1000)).title == "No medal this time"
    assert Result(650, MedalStanding(650, 1000)).title == "Silver medal"
    assert Result(1000, MedalStanding(1000, 1000)).title == "As good as the AI"
    assert Result(1001, MedalStanding(1001, 1000)).title == "Better than the AI"
    assert "65 %" in Result(650, MedalStanding(650, 1000)).share
    assert "%" not in Result(-3, MedalStanding(-3, -2)).share
    assert MedalBar(MedalStanding(140, 2622))._next_words() == f"Next: Bronze at 1{THIN_SPACE}049"
    assert "the AI's" in MedalBar(MedalStanding(900, 1000))._next_words()
