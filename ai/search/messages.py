"""Everything that crosses the border between the window and the AI thread.

All of it is frozen and owns its data, so either side may keep it as long as it likes.
Values are told from the point of view of the player to move in the searched position:
the expected share of a win (0 to 1, a draw counts half) in a two-player game, the
projected final score in a one-player game.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from ai.contract.rules import State


class Proof(StrEnum):
    """A proven game-theoretic value, for the player to move in the searched position."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def share(self) -> float:
        return {Proof.WIN: 1.0, Proof.DRAW: 0.5, Proof.LOSS: 0.0}[self]

    @property
    def opposite(self) -> "Proof":
        return {Proof.WIN: Proof.LOSS, Proof.DRAW: Proof.DRAW, Proof.LOSS: Proof.WIN}[self]


class StopReason(StrEnum):
    """Why a search came back."""

    TIME = "time"
    SIMULATIONS = "simulations"
    STOPPED = "stopped"
    PROVEN = "proven"
    ONLY_MOVE = "only move"
    EXHAUSTED = "exhausted"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a search may take; whichever bound is met first ends it.

    Attributes:
        seconds: Wall-clock bound.
        simulations: Playouts in all, over all threads.
        memory_mb: Past this the tree stops growing, and the search goes on in it.
    """

    seconds: float | None = None
    simulations: int | None = None
    memory_mb: int = 512

    @property
    def is_bounded(self) -> bool:
        """Whether time or simulations end the search."""
        return self.seconds is not None or self.simulations is not None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move of the searched position, as the search sees it.

    Attributes:
        value: Its value (see the module's docstring).
        error: One standard error of `value`, in the same unit.
        proof: Its proven value, if any; over all replies, never an estimate.
        distance: Plies to the end of the game under the proof or the estimate, this move
            included.
        line: What the search expects to follow, this move first.
        clears: One-player: whether `line` clears the board.
        estimate: The value the search believes the move to have without a proof over all
            replies, such as a win that it found among the likely ones.
        plan: One-player: a number that moves share whose lines remove the same groups, in
            whatever order; None where the search does not tell.
    """

    move: int
    visits: int
    value: float
    error: float = 0.0
    proof: Proof | None = None
    distance: int | None = None
    line: tuple[int, ...] = ()
    clears: bool = False
    estimate: Proof | None = None
    plan: int | None = None

    @classmethod
    def proven(
        cls,
        move: int,
        proof: Proof,
        distance: int | None,
        line: tuple[int, ...] = (),
        visits: int = 0,
    ) -> "Candidate":
        """Return a move by what is proven of it; its line is, at least, the move."""
        return cls(move, visits, proof.share, 0.0, proof, distance, line or (move,))

    @property
    def effective_value(self) -> float:
        """The proven value of a game for two, where there is one; else the search's."""
        return self.value if self.proof is None else self.proof.share


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the most tried nodes of a search tree.

    Attributes:
        parent: Its parent's place in the same tuple; -1 for a move of the searched position.
        value: Its value, as the mover of the searched position sees it.
        proof: Its proven value, seen the same way.
    """

    move: int
    parent: int
    visits: int
    value: float
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class ExactValue:
    """A move's true value, from an exhaustive solver rather than from the search.

    Attributes:
        distance: Plies to the end by best play, this move included; of a value whose solver tells
            none, those of the search's own proof, which are the most it takes. None if unknown.
    """

    move: int
    proof: Proof
    distance: int | None


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof that a colour of hex Gomoku cannot lose; see `game.games.hex_gomoku.search.pairing`.

    Attributes:
        colour: 1 for black, 2 for white.
        pairs: Disjoint pairs of empty cells; who takes one gets the other answered.
        first: A stone that the colour, being to move, has to place first; None for none.
    """

    colour: int
    pairs: tuple[tuple[int, int], ...]
    first: int | None = None

    @property
    def marks(self) -> tuple[tuple[int, ...], ...]:
        """The stone to be placed first, if one is, and the pairs."""
        return (*(() if self.first is None else ((self.first,),)), *self.pairs)


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """What a search knows at one moment.

    Attributes:
        simulations: Playouts of this search (the kept ones are not counted).
        value: The position's value for the player to move.
        error: One standard error of `value`.
        candidates: Best first; every tried move is there.
        line: The principal variation (one-player: the best sequence to the end).
        proof: The position's proven value, if any.
        distance: Plies to the end under the proof.
        reused_visits: Visits that the re-rooted tree brought along.
        reused_of: Visits the tree held before it was re-rooted.
        elapsed: Seconds since the search began.
        exact: True values of the legal moves, where a solver has them.
        upper_bound: One-player: a score that no line can exceed, where one is known.
        optimal: One-player: whether `value` is proven to be the best there is.
        tree: The most tried nodes of the search tree, parents before children, the best of
            each parent first; empty for a search without a tree.
        certificates: The colours that are proven not to lose, and why.
        drawn: Two-player: the share of the tree's playouts that were draws.
    """

    simulations: int = 0
    value: float = 0.5
    error: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    line: tuple[int, ...] = ()
    proof: Proof | None = None
    distance: int | None = None
    reused_visits: int = 0
    reused_of: int = 0
    elapsed: float = 0.0
    nodes: int = 0
    threads: int = 1
    exact: tuple[ExactValue, ...] = ()
    upper_bound: float | None = None
    optimal: bool = False
    tree: tuple[Branch, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    drawn: float = 0.0

    @property
    def is_safe_draw(self) -> bool:
        """Whether both colours hold a certificate, so that the game is drawn."""
        return len(self.certificates) == 2

    @property
    def rate(self) -> float:
        """Simulations a second of wall-clock time."""
        return self.simulations / self.elapsed if self.elapsed > 0 else 0.0


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The end of a search: the move to play (None where the game is over or given up), and why."""

    move: int | None
    info: SearchInfo
    reason: StopReason


@dataclass(frozen=True, slots=True)
class History:
    """How a position was reached, by which a searcher knows what it may keep."""

    start: State
    moves: tuple[int, ...]

    def moves_since(self, earlier: "History | None") -> tuple[int, ...] | None:
        """Return the moves from an earlier position of the same game; None if it is no such."""
        if earlier is None or earlier.start != self.start:
            return None
        count = len(earlier.moves)
        return self.moves[count:] if self.moves[:count] == earlier.moves else None


@dataclass(frozen=True, slots=True)
class StartSearch:
    """Window to thread: search this position.

    Attributes:
        generation: Grows with every change of the position or settings; answers carry it.
        history: How the position was reached, or None if nothing is to be kept for it.
        searcher: A searcher's specification, such as ``mcts:candidates=adjacent``.
        follows_proofs: Whether it tells and plays what other searches of the game have proven.
    """

    generation: int
    game: str
    position: State
    history: History | None
    searcher: str
    limit: Limit
    seed: int = 0
    threads: int = 1
    follows_proofs: bool = True


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Window to thread: stop thinking and send what there is."""


@dataclass(frozen=True, slots=True)
class HoldReports:
    """Window to thread: search on, but tell nothing of it while something moves, or tell again."""

    hold: bool


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Window to thread: stop and end the thread."""


@dataclass(frozen=True, slots=True)
class WorkerReady:
    """Thread to window: the kernels are there; those of some plug-ins may still be `pending`."""

    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WarmupProgress:
    """Thread to window: kernels are being compiled, `done` of `total` parts ready.

    Attributes:
        seconds_left: For each game that gets ready, about how many seconds that still takes.
    """

    done: int
    total: int
    what: str = ""
    seconds_left: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class GameReady:
    """Thread to window: the kernels of a game are there, those of others not yet."""

    game: str


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """Thread to window: what the running search knows; at most ten a second."""

    generation: int
    info: SearchInfo


@dataclass(frozen=True, slots=True)
class SearchFinished:
    """Thread to window: the search came back."""

    generation: int
    result: SearchResult


@dataclass(frozen=True, slots=True)
class SearchFailed:
    """Thread to window: an error ended the search; the thread needs a restart."""

    generation: int
    message: str
    traceback: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class GameFailed:
    """Thread to window: a plug-in's game raised an error; the thread goes on without it."""

    generation: int
    game: str
    message: str
    traceback: str = field(repr=False, default="")


Request = StartSearch | StopSearch | HoldReports | Shutdown
Answer = (
    WorkerReady
    | GameReady
    | WarmupProgress
    | SearchProgress
    | SearchFinished
    | SearchFailed
    | GameFailed
)
