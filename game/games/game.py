"""One value a game: everything that the program asks of it, and where a new game begins.

Only the rules, which name the kernel, are required. What else the program can use stands in
groups of hooks, each with a default that makes do without it. Heavy parts are named (`Lazy`),
so that describing a game imports neither numba nor pygame.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

from ai.kinds import SearcherKind
from ai.ladder import TREE_LEVELS, Level, Method
from ai.search.calibration import Scale
from ai.search.messages import ExactValue, SearchResult
from ai.search.searcher import Searcher
from game.games.lazy import Lazy
from game.games.protocol import GameSpec
from game.games.setting import Setting

OPENING_PLIES: Final = 2


class Readiness(Enum):
    """When a part of the AI has to be ready."""

    START = auto()
    """Loaded before the AI is: what the window's levels, hints and demos play with."""
    AHEAD = auto()
    """Compiled along with that, but loaded by whoever asks for it first, which takes a moment."""
    SHIPPED = auto()
    """Compiled when a bundle is made; elsewhere by who asks first, which takes half a minute."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something to compile, or to load: its title, what does it, and when that is needed."""

    title: str
    make_ready: Callable[[], object]
    readiness: Readiness = Readiness.START


@dataclass(frozen=True, slots=True)
class Search:
    """How a game is searched, beside the kernel.

    Attributes:
        kinds: Its own searchers; one that bears the name of a common one takes its place.
        filters: The move filters that its kernel offers, if there is a choice.
        levels: Its opponents; those of a game for two that does not say are `TREE_LEVELS`.
        first_level: The opponent of a first game; empty for the usual one.
        methods: Its own ways of searching, to be picked for analysis and hints. Those of a game
            for one come in place of the common one, the first of them being the usual one.
        shown: Methods that are opponents, too, for their own sake.
        scale: Takes a board's parameters and returns how its tree searches' values are to be read;
            its states have `cells`. See docs/calibration.md.
        adviser: Makes an `ai.search.advice.Adviser`: the game's own proofs.
        exact: Takes a position and returns its `ExactValue` values, None where it is too large.
        bound: Takes a position of a game for one and returns what no line can exceed.
        certify: Takes a searcher and returns one that adds the game's certificates to it.
        keep: Takes a position and a result and returns it with a move that gives up no certificate.
        parts: What has to be compiled or loaded beside the common search of the game.
        opening_plies: How many random moves begin a game of a match.
        opening_move: Draws one of them; None for any legal move.
    """

    kinds: tuple[SearcherKind, ...] = ()
    filters: tuple[str, ...] = ()
    levels: tuple[Level, ...] = TREE_LEVELS
    first_level: str = ""
    methods: tuple[Method, ...] = ()
    shown: tuple[Method, ...] = ()
    scale: Callable[[Any], Scale] | None = None
    adviser: Callable[[], Any] | None = None
    exact: Callable[[Any], tuple[ExactValue, ...] | None] | None = None
    bound: Callable[[Any], float] | None = None
    certify: Callable[[Searcher], Searcher] | None = None
    keep: Callable[[Any, SearchResult], SearchResult] | None = None
    parts: tuple[Part, ...] = ()
    opening_plies: int = OPENING_PLIES
    opening_move: Callable[[Any, random.Random], int] | None = None


@dataclass(frozen=True, slots=True)
class Boards:
    """Positions of a game for one that come in files, and those that come along.

    Attributes:
        read: Takes a file's text, and the rule for what is left at the end, and returns boards,
            each with its `number`, `title` and `state`.
        standard: Returns the boards that come along.
        scores: Returns what is known of each of those, its `ai` the score of a stored solution.
        place: Takes a state and a move and returns the move as files tell it.
        left: Takes a finished state and returns how many pieces are left on it.
        pieces: What is left, in a word.
    """

    read: Callable[..., tuple[Any, ...]]
    standard: Callable[[], tuple[Any, ...]]
    scores: Callable[[], tuple[Any, ...]]
    place: Callable[[Any, int], tuple[int, ...]]
    left: Callable[[Any], int]
    pieces: str


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
        certificate: Why a player (0 or 1) cannot lose, as text, if that is proven; None in games
            without such proofs.
    """

    sizes: Sequence[int] = ()
    resized: Callable[[Any, int], Any] = lambda parameters, _size: parameters
    square: bool = False
    diagram: Callable[..., str] = lambda state: str(state.to_text())
    certificate: Callable[[Any, int], str] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """How a game is written.

    Attributes:
        protocol: Its boards in the Go Text Protocol; None for one board, told as its text.
        boards: Files of its positions, if there are such files.
    """

    protocol: Protocol | None = None
    boards: Boards | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says, where the common words do not fit it.

    Attributes:
        headline: Takes the last state and the number of moves, and returns how the game ended.
    """

    headline: Callable[[Any, int], str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game.

    Attributes:
        rules: Its rules and what it is called.
        settings: What can be set of it, beside its level, its time and its searcher; their
            names begin with the game's, as in ``NAME_columns``.
        entry: Its `game.screens.entry.GameEntry`; None for a game without a window.
    """

    rules: GameSpec
    search: Search = field(default_factory=Search)
    text: Text = field(default_factory=Text)
    words: Words = field(default_factory=Words)
    settings: tuple[Setting, ...] = ()
    entry: Lazy | None = None

    @property
    def name(self) -> str:
        """Its name in files and on the command line."""
        return self.rules.name

    @property
    def protocol(self) -> Protocol:
        """Its boards in the Go Text Protocol."""
        return self.text.protocol or Protocol()
