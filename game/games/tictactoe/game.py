"""Tic-Tac-Toe and its larger kin, as the program knows them."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ai.contract.game import Lazy, Part, Protocol, Search, Text
from ai.kinds import SearcherKind, choice, switch
from ai.ladder import Dial, Level, Strength, rung
from ai.phrases import N_
from ai.search.calibration import Scale
from ai.search.messages import Limit
from ai.search.options import MctsOptions
from game.games.lattice.attention import appeal, oversights
from game.games.lattice.text import square_diagram
from game.games.tictactoe.exact import MOST_EMPTY_CELLS
from game.games.tictactoe.rules import LARGEST, SMALLEST, SPEC, TicTacToeParameters
from game.games.window_game import Setting, TourStep, WindowGame, Words

FILTERS: Final = (
    N_("near", "moves searched"),
    N_("adjacent", "moves searched"),
    N_("all", "moves searched"),
)


@dataclass(frozen=True, kw_only=True)
class RowTreeOptions(MctsOptions):
    """The tree search with the kernel's tactics; None leaves one to the kernel.

    Attributes:
        playouts: The move filter of the playouts; they take wins and block them, as the tree does,
            but for ``plain`` ones, which are uniformly random.
        vcf: Whether wins by continuous fours are searched at every expansion.
    """

    playouts: str | None = choice(None, *FILTERS, "plain")
    vcf: bool | None = switch(None)
    threats: bool | None = switch(None)

    @property
    def tactics(self) -> dict[str, Any]:
        """See `TreeOptions`."""
        given = {"playouts": self.playouts, "vcf": self.vcf}
        return {name: value for name, value in given.items() if value is not None}


TOUR: Final = (
    TourStep(
        1,
        N_("Random playouts"),
        N_(
            "The search knows the rules and nothing else. **Step** through a simulation: it ends "
            "with random moves, and counts who won."
        ),
    ),
    TourStep(
        2,
        N_("A tree"),
        N_(
            "Each simulation adds a position, and counts its result on the whole way there. "
            "**Run**, and see the visits gather where the results are good."
        ),
    ),
    TourStep(
        3,
        N_("Exploration"),
        N_(
            "With C at 0 it follows what has won so far, and hardly tries the rest. **Run** a "
            "while, then raise **Exploration**: the visits spread."
        ),
        exploration=0.0,
    ),
    TourStep(
        4,
        N_("Reuse"),
        N_(
            "**Run**, then press the node with the most visits: all below it is known already once "
            "that move is played. The next search begins there: set **Kind** to reuse."
        ),
        moves="b2",
    ),
    TourStep(
        6,
        N_("Proofs"),
        N_(
            "X wins here, whatever O does. **Run**: proofs climb from the ends of games up to the "
            "first move. Then nothing is left to search."
        ),
        moves="a1 b1",
    ),
    TourStep(
        8,
        N_("A trap"),
        N_(
            "O to move. After **20** simulations the corner c1 looks as good as any, but it loses "
            "to a double threat. **Run**: whoever stops too early walks into it."
        ),
        moves="a1 b2 c3",
    ),
)


LONG_ROW = 5
"""From here on a row is easily stopped: what is not proven by a few moves is hardly ever won."""
_SHORT = Scale(rate=2.66, drawn=-13.92)
_LONG = Scale(rate=0.39, played=-15.33)
_ADVISER = "game.games.tictactoe.adviser"
_EXACT = "game.games.tictactoe.exact"


def _scale(board: TicTacToeParameters) -> Scale | None:
    """Return how a board's values are read: as they are where the true ones stand beside them."""
    if _is_small(board):
        return None
    return _LONG if board.in_a_row >= LONG_ROW else _SHORT


def _resized(board: TicTacToeParameters, size: int) -> TicTacToeParameters:
    """Return a square board of a size, with the row that is usual there, or that was asked for."""
    if board.columns == board.rows == size:
        return board
    is_usual = board.in_a_row == _usual_row(board.columns)
    row = _usual_row(size) if is_usual else min(board.in_a_row, size)
    return TicTacToeParameters(size, size, in_a_row=row)


def _usual_row(size: int) -> int:
    return min(size, LONG_ROW)


def _is_small(board: TicTacToeParameters) -> bool:
    """Tell whether every game can be read to its end: few differences are left to play by."""
    return board.columns * board.rows <= MOST_EMPTY_CELLS


def _is_large(board: TicTacToeParameters) -> bool:
    return not _is_small(board)


_small, _large = (partial(rung, fits=each) for each in (_is_small, _is_large))
LEVELS = (
    _large(
        "newcomer",
        N_("follows your marks, hardly builds"),
        Dial(300, 0.0, 1.0),
        Strength(400, 400, 400),
    ),
    _large("novice", N_("weighs three moves"), Dial(300, 0.0, 3.14), Strength(524, 549, 576)),
    _small(
        "careless",
        N_("gives a win away in six moves"),
        Dial(300, 0.0, 1.0),
        Strength(400, 400, 400),
    ),
    _large(
        "beginner", N_("weighs all moves, sees no threats"), Dial(300, 0.0), Strength(645, 674, 705)
    ),
    _small(
        "careful",
        N_("takes and blocks rows, falls for double threats"),
        Dial(25),
        Strength(555, 581, 608),
        "threats=false",
    ),
    _large("club", N_("overlooks threats now and then"), Dial(300, 0.437), Strength(841, 871, 903)),
    _large("expert", N_("follows threats to their end"), Dial(5_000), Strength(1005, 1025, 1047)),
    Level(
        "perfect",
        N_("Perfect", "level"),
        N_("cannot lose"),
        "exact",
        Limit(seconds=10.0),
        rating=Strength(677, 694, 712),
    ),
)
"""The larger ones were measured on 5 x 5, four in a row. A level that is not offered on a board is
the nearest one before it that is."""

GAME = WindowGame(
    SPEC,
    Search(
        kinds=(
            SearcherKind("mcts", Lazy("ai.search.attention:tree_searcher"), RowTreeOptions),
            SearcherKind(
                "exact", Lazy(f"{_EXACT}:ExactSearcher"), most_cells=MOST_EMPTY_CELLS, proves=True
            ),
        ),
        filters=FILTERS,
        levels=LEVELS,
        oversights=oversights(playouts="plain"),
        appeal=appeal,
        scale=_scale,
        drift=0.015,
        adviser=Lazy(f"{_ADVISER}:SquareAdviser"),
        parts=(Part("forced wins in Tic-Tac-Toe", Lazy(f"{_ADVISER}:warm")),),
        exact=Lazy(f"{_EXACT}:exact_values"),
    ),
    Text(Protocol(range(SMALLEST, LARGEST + 1), _resized, True, square_diagram)),
    words=Words(
        move_effect=Lazy("game.games.lattice.reading:move_effect"),
        threats=Lazy("game.games.lattice.reading:threat_words"),
    ),
    settings=(
        Setting("tictactoe_columns", 3, low=SMALLEST, high=LARGEST, title=N_("Columns")),
        Setting("tictactoe_rows", 3, low=SMALLEST, high=LARGEST, title=N_("Rows")),
        Setting(
            "tictactoe_in_a_row",
            3,
            low=3,
            high=6,
            at_most=lambda settings: max(settings["tictactoe_columns"], settings["tictactoe_rows"]),
            title=N_("In a row"),
            about=N_("This many in a row wins"),
        ),
    ),
    tour=TOUR,
    entry=Lazy("game.games.tictactoe.screen:ENTRY"),
)
