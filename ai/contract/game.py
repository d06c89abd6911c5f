"""The descriptor of a game: one value with everything that the search and the commands ask of it.

Only the rules, which name the kernel, are required. Everything else is a hook with a default,
in groups. Heavy parts are named (`Lazy`), so that describing a game does not import numba.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum, auto
from importlib import import_module
from typing import Any, Final

from ai.contract.rules import GameSpec
from ai.kinds import SearcherKind
from ai.ladder import TREE_LEVELS, Level, Method
from ai.search.calibration import Scale
from ai.search.messages import Certificate, SearchResult
from ai.search.proofs import Solve
from ai.search.searcher import InfoFilter


@dataclass(frozen=True, slots=True)
class Lazy:
    """An attribute of a module, by name; calling it imports the module and calls the attribute.

    Attributes:
        path: ``package.module:attribute``.
    """

    path: str

    def load(self) -> Any:
        """Return the attribute; the module is imported once in each process."""
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the attribute."""
        return self.load()(*arguments, **options)


OPENING_PLIES: Final = 2
DRIFT: Final = 0.02
"""What is taken for a game that was not measured: more than for those that were."""


class Readiness(Enum):
    """When a part of the AI must be ready."""

    START = auto()
    """Loaded before the AI starts: what the window's levels, hints and demos play with."""
    AHEAD = auto()
    """Compiled together with that, but loaded at its first use, which takes a moment."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something to compile or load: its title, the function that does it, and when."""

    title: str
    make_ready: Callable[[], object]
    readiness: Readiness = Readiness.START


@dataclass(frozen=True, slots=True)
class Oversight:
    """What a weaker player does not see.

    Attributes:
        rarity: The power of 1 - sight that is the chance of it.
        without: The options of a tree search that knows nothing of it.
    """

    rarity: float
    without: Mapping[str, Any]

    @property
    def options(self) -> str:
        """Those options as in a searcher's specification."""
        return ",".join(f"{name}={str(value).lower()}" for name, value in self.without.items())


@dataclass(frozen=True, slots=True)
class Search:
    """How a game is searched, besides the kernel.

    Attributes:
        kinds: Its own searchers; one with the name of a common searcher replaces it.
        filters: The move filters that its kernel offers, if there is a choice.
        levels: Its opponents; for a game for two the default is `TREE_LEVELS`.
        oversights: What a weaker player does not see, the nearest first.
        appeal: Takes a state and weighs its legal moves, in their order, by how much they catch
            the eye; all above 0. None where all do alike.
        methods: Its own searches to choose from for analysis and hints. In a game for one they
            replace the common search, and the first is the default.
        scale: Takes a board's parameters and returns the scale that turns the values of its tree
            searches into win rates, or None to tell them as they are; its states have `cells`. See
            docs/calibration.md.
        drift: How far a share of a win that 200,000 simulations found is typically off from what
            ten times as many find, on one side of a move; see docs/calibration.md. Verdicts on
            moves allow for it.
        adviser: Makes an `ai.search.searcher.Adviser`, which finds the game's own proofs.
        exact: Takes a position and a flag, uint8[1], that ends it once it is set; returns the
            `ExactValue` of those legal moves whose values are found soon enough, or None. It runs
            in a thread beside each search.
        bound: Takes a position of a game for one and returns an upper bound of the score.
        certify: The filter that adds the game's certificates to what a search tells.
        holds: Takes a position and a certificate; checks it with nothing of what found it.
        keep: Takes a position and a result; returns the result with a move that keeps every
            certificate.
        parts: What else to compile or load, besides the common search of the game.
        opening_plies: How many random moves a game of a match begins with.
        opening_move: Chooses one of these moves; None for any legal move.
    """

    kinds: tuple[SearcherKind, ...] = ()
    filters: tuple[str, ...] = ()
    levels: tuple[Level, ...] = TREE_LEVELS
    oversights: tuple[Oversight, ...] = ()
    appeal: Callable[[Any], Sequence[float]] | None = None
    methods: tuple[Method, ...] = ()
    scale: Callable[[Any], Scale | None] | None = None
    drift: float = DRIFT
    adviser: Callable[[], Any] | None = None
    exact: Solve | None = None
    bound: Callable[[Any], float] | None = None
    certify: InfoFilter | None = None
    holds: Callable[[Any, Certificate], bool] | None = None
    keep: Callable[[Any, SearchResult], SearchResult] | None = None
    parts: tuple[Part, ...] = ()
    opening_plies: int = OPENING_PLIES
    opening_move: Callable[[Any, random.Random], int] | None = None


@dataclass(frozen=True, slots=True)
class NumberedPosition:
    """A position of a file.

    Attributes:
        number: Its number in the file; 1 where the file gives none.
        title: What the file calls it.
    """

    number: int
    title: str
    state: Any


@dataclass(frozen=True, slots=True)
class Boards:
    """Positions of a game for one in files, and the standard ones.

    Attributes:
        read: Takes a file's text, parameters or None, of which all but the board's size and
            colours counts, and whether 0 is an empty cell, or None, which raises
            `AmbiguousZeroError` where the text leaves that open; returns its boards.
        standard: Returns the standard boards.
        scores: Returns what is known of each standard board; `ai` is the score of its stored
            solution, `published` the best of the published ones it was compared with.
        place: Takes a state and a move and returns the move as it is written in files.
        left: Takes a finished state and returns how many pieces are left.
        pieces: The word for those pieces.
        code: Takes parameters and a seed and returns a word that names the board they make.
        coded: Returns the board that such a word names, as `read` does; raises `PositionError`.
    """

    read: Callable[..., tuple[NumberedPosition, ...]]
    standard: Callable[[], tuple[NumberedPosition, ...]]
    scores: Callable[[], tuple[Any, ...]]
    place: Callable[[Any, int], tuple[int, ...]]
    left: Callable[[Any], int]
    pieces: str
    code: Callable[[Any, int], str] | None = None
    coded: Callable[[str], NumberedPosition] | None = None


@dataclass(frozen=True, slots=True)
class Protocol:
    """A game for two as the Go Text Protocol sees it.

    Attributes:
        sizes: What `boardsize` accepts, in ascending order; none for a game of one board.
        resized: Takes a board's parameters and one of the sizes, and returns those of a board of
            that size which is like it in all else.
        square: Whether a move's name is a cell of a square board, its column's letter and its row,
            or several, as in ``a2-b3``.
        diagram: A position as text with coordinates; of a square board, takes the letters of the
            columns, too.
        certificate: Returns why a player (0 or 1) cannot lose, as text, if that is proven; None in
            games without such proofs.
    """

    sizes: Sequence[int] = ()
    resized: Callable[[Any, int], Any] = lambda parameters, _size: parameters
    square: bool = False
    diagram: Callable[..., str] = lambda state: str(state.to_text())
    certificate: Callable[[Any, int], str] | None = None

    def rectangular(self, parameters: Any, columns: int, rows: int) -> Any:
        """Return a board of so many columns and rows that is like another in all else.

        Raises:
            ParameterError: The game has no such board.
        """
        if columns == rows and columns in self.sizes:
            return self.resized(parameters, columns)
        return replace(parameters, columns=columns, rows=rows)


def is_rectangular(parameters: Any) -> bool:
    """Tell whether a board has columns and rows that can be chosen."""
    return {"columns", "rows"} <= {each.name for each in fields(parameters)}


@dataclass(frozen=True, slots=True)
class Text:
    """How a game is written as text.

    Attributes:
        protocol: Its boards in the Go Text Protocol; None for one board, told as its text.
        boards: Files of its positions, if it has such files.
    """

    protocol: Protocol | None = None
    boards: Boards | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: its rules, how it is searched, and how it is written."""

    rules: GameSpec
    search: Search = field(default_factory=Search)
    text: Text = field(default_factory=Text)

    @property
    def name(self) -> str:
        """Its name in files and on the command line."""
        return self.rules.name

    @property
    def protocol(self) -> Protocol:
        """Its boards in the Go Text Protocol."""
        return self.text.protocol or Protocol()
