"""Breakthrough, as the program knows it."""

from ai.search.calibration import Scale
from game.games.breakthrough.rules import MISERE as MISERE_RULES
from game.games.breakthrough.rules import SPEC
from game.games.game import Game, Part, Search, Text
from game.games.lattice.text import SQUARE_PROTOCOL
from game.games.lazy import Lazy
from game.games.setting import Setting

_SCALE = Scale(rate=-4.22, cells=1.41, played=2.94)

GAME: Game = Game(
    SPEC,
    Search(
        scale=lambda _: _SCALE,
        exact=Lazy("game.games.breakthrough.exact:exact_values"),
        parts=(Part("proofs in Breakthrough", Lazy("game.games.breakthrough.exact:warm")),),
    ),
    text=Text(SQUARE_PROTOCOL),
    settings=(
        Setting("breakthrough_columns", 5, low=4, high=8),
        Setting("breakthrough_rows", 5, low=4, high=8),
        Setting("breakthrough_misere", False),
    ),
    entry=Lazy("game.games.breakthrough.screen.screen:ENTRY"),
)
MISERE = Game(MISERE_RULES, text=Text(SQUARE_PROTOCOL))
