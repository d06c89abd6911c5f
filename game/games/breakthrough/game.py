"""Breakthrough, as the program knows it."""

from ai.contract.game import Lazy, Part, Search, Text
from ai.ladder import TREE_LEVELS, rated
from ai.search.calibration import Scale
from game.games.breakthrough.rules import SPEC
from game.games.lattice.text import SQUARE_PROTOCOL
from game.games.window_game import Setting, WindowGame, Words

_SCALE = Scale(rate=-4.22, cells=1.41, played=2.94)

GAME = WindowGame(
    SPEC,
    Search(
        scale=lambda _: _SCALE,
        levels=rated(TREE_LEVELS, 500, 780, 971, 1388, 1713, 2225, 2466),
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
