"""Hex Gomoku, as the program knows it."""

from collections.abc import Mapping
from typing import Any

from ai.contract.game import Part, Search, Text
from ai.contract.lazy import Lazy
from ai.kinds import SearcherKind
from ai.ladder import Method
from ai.search.calibration import Scale
from game.games.hex_gomoku.levels import LEVELS
from game.games.hex_gomoku.opening import PLIES, near_the_centre
from game.games.hex_gomoku.protocol import PROTOCOL
from game.games.hex_gomoku.rules import OPENINGS, SPEC
from game.games.hex_gomoku.search.options import (
    FILTERS,
    AlphaBetaOptions,
    HexTreeOptions,
    PlainOptions,
)
from game.games.hex_gomoku.tour import TOUR
from game.games.window_game import Setting, WindowGame, Words

_SEARCH = "game.games.hex_gomoku.search"
_TREE = Lazy("ai.search.mcts:MctsSearcher")
_VARIED = Lazy(f"{_SEARCH}.opening:varied")
_SCALE = Scale(rate=-0.87, drawn=-4.0)


def cells_in_all(settings: Mapping[str, Any]) -> str:
    side = settings["hex_side"]
    return f"{3 * side * (side - 1) + 1} cells"


GAME = WindowGame(
    SPEC,
    Search(
        kinds=(
            SearcherKind("mcts", _TREE, HexTreeOptions, wrap=_VARIED),
            SearcherKind("uct-plain", _TREE, PlainOptions),
            SearcherKind("threat", Lazy(f"{_SEARCH}.threat_search:ThreatSearcher"), proves=True),
            SearcherKind(
                "alphabeta",
                Lazy(f"{_SEARCH}.alphabeta:AlphaBetaSearcher"),
                AlphaBetaOptions,
                wrap=_VARIED,
                proves=True,
            ),
        ),
        filters=FILTERS,
        levels=LEVELS,
        first_level="novice",
        methods=(Method("alphabeta", "Alpha-beta", "with threat search"),),
        scale=lambda _: _SCALE,
        drift=0.01,
        adviser=Lazy(f"{_SEARCH}.adviser:HexAdviser"),
        certify=Lazy(f"{_SEARCH}.certified:certified"),
        holds=Lazy(f"{_SEARCH}.pairing:holds"),
        keep=Lazy(f"{_SEARCH}.certified:kept_safe"),
        parts=(Part("forced wins in hex Gomoku", Lazy(f"{_SEARCH}.alphabeta:warm")),),
        opening_plies=PLIES,
        opening_move=near_the_centre,
    ),
    Text(PROTOCOL),
    words=Words(move_effect=Lazy("game.games.lattice.reading:move_effect")),
    settings=(
        Setting("hex_side", 6, low=4, high=8, title="Side", about=cells_in_all),
        Setting(
            "hex_opening",
            OPENINGS[0],
            OPENINGS,
            title="Opening",
            about="Swap: the second player may take over the first stone",
            labels=("Free", "Swap"),
        ),
    ),
    tour=TOUR,
    entry=Lazy("game.games.hex_gomoku.screen.screen:ENTRY"),
)
