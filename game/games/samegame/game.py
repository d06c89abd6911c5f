"""SameGame, as the program knows it."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from ai.contract.game import Boards, Lazy, Part, Search, Text
from ai.kinds import SearcherKind, SearcherOptions, choice, number
from ai.ladder import Method
from ai.phrases import N_
from ai.search.options import NmcsOptions
from game.games.samegame.rules import (
    FEWEST_COLOURS,
    LARGEST,
    LEFTOVER_RULES,
    MOST_COLOURS,
    SMALLEST,
    SPEC,
)
from game.games.state import MOST_SEED
from game.games.window_game import Control, Setting, TourStep, WindowGame, Words


@dataclass(frozen=True, kw_only=True)
class SameGameNmcsOptions(NmcsOptions):
    """The nested search, whose rollout policy can be chosen."""

    playout: str | None = choice(None, "tabu", "random")


@dataclass(frozen=True, kw_only=True)
class BestOptions(SearcherOptions):
    """The portfolio.

    Attributes:
        candidates: Share of the work that goes to first moves for their own sake.
    """

    candidates: float = number(0.2, 0.0, 0.9)


TOUR: Final = (
    TourStep(
        7,
        N_("Nesting"),
        N_(
            "One player has no replies to fear. Each move is tried with a playout, and the best "
            "game so far goes on. **Run**, and see the best score rise."
        ),
        parameters={"columns": 8, "rows": 8},
    ),
)


_SEARCH = "game.games.samegame.search"
_WARM = Lazy(f"{_SEARCH}.frame:warm")
_BOARDS = "game.games.samegame.named_boards"

GAME = WindowGame(
    SPEC,
    Search(
        kinds=(
            SearcherKind("anneal", Lazy(f"{_SEARCH}.anneal:AnnealSearcher")),
            SearcherKind("nmcs", Lazy("ai.search.nmcs:NmcsSearcher"), SameGameNmcsOptions),
            SearcherKind("best", Lazy(f"{_SEARCH}.best:BestSearcher"), BestOptions),
        ),
        methods=(
            Method("best", N_("Portfolio"), N_("all solvers together, the strongest one")),
            Method("anneal", N_("Annealing"), N_("improves whole solutions")),
            Method(
                "nmcs:level=2", N_("Nested level 2"), N_("playouts inside playouts inside playouts")
            ),
            Method("nmcs:level=1", N_("Nested level 1"), N_("playouts inside playouts")),
        ),
        bound=Lazy(f"{_SEARCH}.frame:upper_bound"),
        parts=(
            Part("whole solutions of SameGame", partial(_WARM, "anneal", 200)),
            Part("endings of SameGame", partial(_WARM, "best", 2_000)),
        ),
    ),
    Text(
        boards=Boards(
            Lazy("game.games.samegame.reader:read_boards"),
            Lazy(f"{_BOARDS}:standard_boards"),
            Lazy(f"{_BOARDS}:standard_scores"),
            place=lambda state, move: divmod(move, state.parameters.rows),
            left=lambda state: state.tiles_left,
            pieces="tiles",
            code=Lazy("game.games.samegame.named_boards:write_code"),
            coded=Lazy("game.games.samegame.named_boards:coded_board"),
        )
    ),
    words=Words(
        headline=Lazy("game.games.samegame.screen.words:headline"),
        move_effect=Lazy("game.games.samegame.screen.words:move_effect"),
    ),
    settings=(
        Setting("samegame_columns", 15, low=SMALLEST, high=LARGEST, title=N_("Columns")),
        Setting("samegame_rows", 15, low=SMALLEST, high=LARGEST, title=N_("Rows")),
        Setting("samegame_colours", 5, low=FEWEST_COLOURS, high=MOST_COLOURS, title=N_("Colours")),
        Setting(
            "samegame_seed",
            0,
            high=MOST_SEED,
            title=N_("Seed"),
            about=N_("The same seed gives the same board"),
            zero=N_("Random"),
            asks=N_(
                "The same seed gives the same board. "
                "Leave it empty, or enter 0, for a new board each time."
            ),
            control=Control.TYPED,
        ),
        Setting(
            "samegame_leftover",
            LEFTOVER_RULES[0],
            LEFTOVER_RULES,
            title=N_("Tiles left over"),
            about=N_("They cost points at the end"),
            labels=(N_("Deduct"), N_("Ignore")),
        ),
        Setting(
            "samegame_click",
            "one-click",
            ("one-click", "select"),
            title=N_("Click"),
            about=N_("Select: click once more to remove"),
            labels=(N_("Remove"), N_("Select")),
        ),
    ),
    tour=TOUR,
    entry=Lazy("game.games.samegame.screen.screen:ENTRY"),
)
