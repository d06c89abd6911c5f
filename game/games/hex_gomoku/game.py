"""Hex Gomoku, as the program knows it: opponents, openings, its text in the Go Text Protocol.

Its levels are a measured ladder (`benchmarks.levels`; docs/hex.md has the table). Max stands apart:
it is another kind of player, the strongest one there is here. What each one overlooks was counted
on the tactical positions of `tests/data/hex` (docs/hex.md).
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from ai.contract.game import Lazy, Part, Protocol, Search, Text
from ai.kinds import SearcherKind, SearcherOptions, choice, fixed, number, switch
from ai.ladder import Dial, Level, Method, Strength, rung
from ai.phrases import N_, filled_count, plural
from ai.search.calibration import Scale
from ai.search.messages import Limit
from ai.search.options import MctsOptions, TreeOptions
from game.games.hex_gomoku.rules import (
    OPENINGS,
    SPEC,
    HexParameters,
    HexState,
    distance,
    geometry,
    row_numbers,
)
from game.games.lattice.attention import appeal, oversights
from game.games.lattice.grid_text import STONES
from game.games.lattice.text import joined, put
from game.games.window_game import Setting, TourStep, WindowGame, Words

FILTERS: Final = (
    # For translators: the moves that a search looks at; "snow" is the name of a rule.
    N_("snow", "moves searched"),
    N_("adjacent", "moves searched"),
    N_("all", "moves searched"),
)
STYLES: Final = ("balanced", "aggressive", "solid")


@dataclass(frozen=True, kw_only=True)
class HexTreeOptions(MctsOptions):
    """The tree search with the kernel's tactics; None leaves one to the kernel.

    Attributes:
        decisive: Whether wins and forced blocks are played at once, in tree and playouts.
        vcf: Whether wins by continuous fours are searched at every expansion.
        variety: Whether the seed draws the opening.
    """

    playouts: str | None = choice(None, *FILTERS)
    decisive: bool | None = switch(None)
    vcf: bool | None = switch(None)
    threats: bool | None = switch(None)
    variety: bool = switch(False)

    @property
    def tactics(self) -> dict[str, Any]:
        """See `TreeOptions`."""
        given = {"playouts": self.playouts, "decisive": self.decisive, "vcf": self.vcf}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class PlainOptions(TreeOptions):
    """What others are measured by: textbook UCT next to the stones."""

    candidates: str | None = fixed("adjacent")
    exploration: float = fixed(0.7)
    expand_at: int = fixed(1)
    solver: bool = fixed(False)
    reuse: bool = fixed(False)
    final: str = fixed("mean")

    @property
    def tactics(self) -> dict[str, Any]:
        """See `TreeOptions`."""
        return {"playouts": "adjacent", "decisive": False, "vcf": False}


@dataclass(frozen=True, kw_only=True)
class AlphaBetaOptions(SearcherOptions):
    """The alpha-beta search.

    Attributes:
        style: What it takes of about equal moves, within a limit in time or simulations:
            ``balanced`` the best; ``aggressive`` the one with the best chances of its own;
            ``solid`` the one that leaves the opponent fewest windows to close, and once it
            holds a pairing certificate, so that it cannot lose, the most aggressive one.
        top: How many moves get a value of their own; the others only a bound from above.
        depth: The most iterations, each a ply deeper than the one before.
        variety: Whether the seed draws the opening.
    """

    style: str = choice("balanced", *STYLES)
    top: int = number(3, 1, 200)
    depth: int = number(60, 1, 60)
    variety: bool = switch(False)


_rung = partial(rung, options="variety=true")
LEVELS = (
    _rung(
        "newcomer",
        N_("follows your stones, hardly builds"),
        Dial(500, 0.0, 1.0),
        Strength(400, 400, 400),
    ),
    _rung(
        "novice", N_("weighs three or four moves"), Dial(500, 0.0, 3.41), Strength(547, 575, 606)
    ),
    _rung(
        "beginner", N_("misses seven blocks in ten"), Dial(500, 0.07, 36.0), Strength(704, 738, 775)
    ),
    _rung("learner", N_("misses two blocks in five"), Dial(500, 0.33), Strength(834, 870, 909)),
    _rung("casual", N_("misses one block in four"), Dial(500, 0.66), Strength(985, 1019, 1057)),
    _rung("club", N_("misses one long win in four"), Dial(500, 0.916), Strength(1151, 1182, 1215)),
    _rung(
        "strong",
        N_("finds wins by fours, and most longer ones"),
        Dial(900),
        Strength(1336, 1357, 1380),
    ),
    _rung("expert", N_("finds long wins, seldom errs"), Dial(9_000), Strength(1462, 1483, 1504)),
    Level(
        "max",
        N_("Max", "level"),
        N_("follows every threat to its end"),
        "alphabeta:style=solid,top=1,variety=true",
        Limit(seconds=5.0),
        rating=Strength(1475, 1518, 1562),
    ),
)


PLIES = 3
_REACH = 2


def near_the_centre(state: HexState, rng: random.Random) -> int:
    """Return an empty cell close to the centre: stones scattered far apart are no opening."""
    side = state.parameters.side
    board = geometry(side)
    central = [
        cell
        for cell, place in enumerate(board.cells)
        if distance(place, (side - 1, side)) <= _REACH and cell in state.legal_moves
    ]
    return rng.choice(central or [move for move in state.legal_moves if move < len(board.cells)])


_MARGIN = 2


def hex_diagram(state: HexState) -> str:
    """Return the hexagon: row letters on the left, numbers at the lower ends of their lines."""
    side = state.parameters.side
    rows = 2 * side - 1
    # A cell is two characters right of its neighbour and one right of the cell above it.
    shift = _MARGIN - 2 - (side - 1)
    canvas = [[" "] * (_MARGIN + 5 * side + 4) for _ in range(rows + 1)]

    def place(row: int, line: int) -> int:
        return shift + 2 * line + row

    for cell, (row, line) in enumerate(geometry(side).cells):
        put(canvas[row], place(row, line), STONES[state.cells[cell]], cell == state.last_move)
    for row in range(rows):
        canvas[row][place(row, row_numbers(side, row)[0]) - 2] = chr(97 + row)
    for line in range(1, rows + 1):
        row = min(rows, 3 * side - 1 - line)
        x = place(row, line)
        canvas[row][x : x + len(str(line))] = str(line)
    return joined(canvas)


def _resized(board: HexParameters, side: int) -> HexParameters:
    return replace(board, side=side)


_CERTIFICATE = Lazy("game.games.hex_gomoku.search.pairing:certificate_text")
PROTOCOL = Protocol(range(4, 9), _resized, diagram=hex_diagram, certificate=_CERTIFICATE)


TOUR: Final = (
    TourStep(
        5,
        N_("Filters"),
        N_(
            "A larger board has too many moves to try each of them often. **Run** a while, then "
            "set **Kind** to all moves: the same simulations spread thin."
        ),
        moves="e5 d5",
        parameters={"side": 5},
    ),
)


_SEARCH = "game.games.hex_gomoku.search"
_TREE = Lazy("ai.search.attention:tree_searcher")
_PLAIN = Lazy("ai.search.mcts:MctsSearcher")
_VARIED = Lazy(f"{_SEARCH}.opening:varied")
_SCALE = Scale(rate=-0.87, drawn=-4.0)


def cells_in_all(settings: Mapping[str, Any]) -> str:
    side = settings["hex_side"]
    return filled_count(3 * side * (side - 1) + 1, plural("{count} cell", "{count} cells"))


GAME = WindowGame(
    SPEC,
    Search(
        kinds=(
            SearcherKind("mcts", _TREE, HexTreeOptions, wrap=_VARIED),
            SearcherKind("uct-plain", _PLAIN, PlainOptions),
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
        oversights=oversights(decisive=False),
        appeal=appeal,
        methods=(Method("alphabeta", N_("Alpha-beta"), N_("with threat search")),),
        scale=lambda _: _SCALE,
        drift=0.01,
        adviser=Lazy(f"{_SEARCH}.threat_search:HexAdviser"),
        certify=Lazy(f"{_SEARCH}.pairing:certified"),
        holds=Lazy(f"{_SEARCH}.pairing:holds"),
        keep=Lazy(f"{_SEARCH}.pairing:kept_safe"),
        parts=(Part("forced wins in hex Gomoku", Lazy(f"{_SEARCH}.alphabeta:warm")),),
        opening_plies=PLIES,
        opening_move=near_the_centre,
    ),
    Text(PROTOCOL),
    words=Words(
        move_effect=Lazy("game.games.lattice.reading:move_effect"),
        threats=Lazy("game.games.lattice.reading:threat_words"),
    ),
    settings=(
        Setting("hex_side", 6, low=4, high=8, title=N_("Side"), about=cells_in_all),
        Setting(
            "hex_opening",
            OPENINGS[0],
            OPENINGS,
            title=N_("Opening"),
            about=N_("Swap: the second player may take over the first stone"),
            labels=(N_("Free", "opening"), N_("Swap", "opening")),
        ),
    ),
    tour=TOUR,
    entry=Lazy("game.games.hex_gomoku.screen.screen:ENTRY"),
)
