"""The question for a seed, and what is wrong with an answer."""

from typing import TYPE_CHECKING, Final

from ai.phrases import N_
from game.screens.play.opening import begin_game
from game.ui.panel.dialog import Dialog
from game.words.pages import MOST_DIGITS as MOST
from game.words.play import SAME_SEED, TYPE_NUMBER
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

SEED: Final = "seed"
MOST_DIGITS: Final = 12


def seed_dialog(seed: int) -> Dialog:
    """Return the question which board to start, with the present board's seed."""
    return Dialog(
        SEED,
        N_("Enter a seed"),
        SAME_SEED,
        confirm=N_("Start"),
        field=str(seed),
        accepts=str.isdecimal,
        check=seed_problem,
    )


def seed_problem(text: str) -> str | None:
    """Say what is wrong with the digits of a seed, or None."""
    if not text:
        return TYPE_NUMBER
    return None if len(text) <= MOST_DIGITS else say(MOST, count=MOST_DIGITS)


def start_seed(scene: "GameScene", seed: str) -> None:
    """Start the board that the answer names."""
    scene.history.new_game(lambda: begin_game(scene.controller, int(seed)))
