"""Breakthrough, as the program knows it."""

from ai.contract.game import Lazy, Part, Search, Text
from ai.ladder import Dial, Level, rung
from ai.search.calibration import Scale
from ai.search.messages import Limit
from game.games.breakthrough.rules import SPEC
from game.games.lattice.text import SQUARE_PROTOCOL
from game.games.window_game import Setting, WindowGame, Words

_SCALE = Scale(rate=-4.22, cells=1.41, played=2.94)

LEVELS = (
    rung("newcomer", "a", Dial(8)),
    rung("novice", "b", Dial(18)),
    rung("beginner", "c", Dial(40)),
    rung("learner", "d", Dial(90)),
    rung("casual", "e", Dial(200)),
    rung("regular", "f", Dial(450)),
    rung("club", "g", Dial(1_000)),
    rung("strong", "h", Dial(2_500)),
    rung("expert", "i", Dial(6_000)),
    rung("master", "j", Dial(16_000)),
    Level("max", "Max", "looks ahead the furthest, takes its time", "mcts", Limit(seconds=10.0)),
)

GAME = WindowGame(
    SPEC,
    Search(
        scale=lambda _: _SCALE,
        levels=LEVELS,
        drift=0.015,
        exact=Lazy("game.games.breakthrough.exact:exact_values"),
        parts=(Part("proofs in Breakthrough", Lazy("game.games.breakthrough.exact:warm")),),
    ),
    text=Text(SQUARE_PROTOCOL),
    words=Words(move_effect=Lazy("game.games.breakthrough.reading:move_effect")),
    settings=(
        Setting("breakthrough_columns", 4, low=4, high=8, title="Columns"),
        Setting("breakthrough_rows", 6, low=4, high=8, title="Rows"),
        Setting(
            "breakthrough_misere", False, title="Misère", about="First to reach the far side loses"
        ),
    ),
    entry=Lazy("game.games.breakthrough.screen:ENTRY"),
)
