"""One simulation of a search, told phase by phase, and the tree that it changes.

All of it is frozen: the window keeps it as long as it likes. A node is named by the moves that
lead to it from the searched position, which is `()`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import ClassVar, Final, NamedTuple, Protocol

from ai.contract.rules import State
from ai.phrases import N_
from ai.search.messages import Proof

Path = tuple[int, ...]
Before = tuple[State, int]
"""The position before another one, and the move that leads there."""
PROVEN: Final = {
    Proof.WIN: N_("won", "a position"),
    Proof.DRAW: N_("drawn", "a position"),
    Proof.LOSS: N_("lost", "a position"),
}
"""What is said of a node."""


class Phase(StrEnum):
    """The four phases of a simulation, as a tree search calls them."""

    SELECTION = "Selection"
    EXPANSION = "Expansion"
    PLAYOUT = "Playout"
    BACKPROPAGATION = "Backpropagation"


PHASES: Final = {
    Phase.SELECTION: N_("Selection"),
    Phase.EXPANSION: N_("Expansion"),
    Phase.PLAYOUT: N_("Playout"),
    Phase.BACKPROPAGATION: N_("Backpropagation"),
}
"""What they are called."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a simulation.

    Attributes:
        text: What happens, in one or two short sentences.
    """

    phase: Phase
    at: Path
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class SearchedNode:
    """A node as the search sees it, from the point of view of the player who moved there.

    Attributes:
        mean: Its share of a win, or the best score that was found below it; 0 before a visit.
        bonus: What UCT adds because it was tried seldom: infinite before a visit, 0 where its
            value is proven, None in a nested search.
    """

    path: Path
    visits: int
    mean: float
    bonus: float | None = None
    proof: Proof | None = None

    @property
    def value(self) -> float:
        """What selection compares; a move that is proven lost is the last choice."""
        return -inf if self.proof is Proof.LOSS else self.mean + (self.bonus or 0.0)

    @property
    def summands(self) -> tuple[float, float, float]:
        """Its mean, its bonus and their sum in hundredths: as they are shown they add up."""
        mean, total = round(self.mean, 2), round(self.value, 2)
        return mean, round(total - mean, 2), total


class SearchedTree(Protocol):
    """A tree at one moment.

    Attributes:
        columns: What is said of a node: what it is worth, and up to two numbers more.
    """

    step: ClassVar[str] = N_("simulation")
    columns: ClassVar[tuple[str, ...]] = ("",)

    def share(self, node: SearchedNode) -> float:
        """Return how good a node is, from 0 to 1."""
        return node.mean

    @property
    def line(self) -> Path:
        """What would be played by it; empty before its root has a visit."""

    @property
    def choice(self) -> int | None:
        """The move that would be played by it."""
        return self.line[0] if self.line else None

    @property
    def kept(self) -> int | None:
        """The root's visits that are kept from a search before; None where none would be."""
        return None

    def node(self, path: Path) -> SearchedNode | None:
        """Return a node, None where it has not been made."""

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        """Return the children of a node; none of a leaf, or of what is not in the tree."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The leaf was played to its end.

    Attributes:
        moves: What was played, as far as the playout tells: it may see its end some moves ahead.
        result: +1, 0 or -1 for player 0, or the score.
    """

    moves: Path
    result: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What one level of a nested search remembers.

    Attributes:
        begun: After how many moves it began.
        line: The best game that it has found, from the searched position on; a tie may have put
            another one of the same score in its place. Empty before the first.
    """

    level: int
    begun: int
    line: Path
    score: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation of a search.

    Attributes:
        number: Its number, from 1.
        path: The way down the tree, to the leaf that is looked at.
        played_out: The playout; None where the leaf's value was certain.
        memories: What the levels of a nested search remember then, the highest first.
        moments: Its moments; at least one.
    """

    number: int
    path: Path
    played_out: PlayedOut | None
    before: SearchedTree
    after: SearchedTree
    memories: tuple[Memory, ...] = ()
    moments: tuple[Moment, ...] = ()


class Watched(ABC):
    """A search of one position: it tells of a simulation, or runs and undoes many."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Simulations so far."""

    @property
    @abstractmethod
    def tree(self) -> SearchedTree:
        """What they have made."""

    @abstractmethod
    def simulate(self) -> Simulation | None:
        """Run one more simulation; None where the search is over."""

    def follow(self) -> Path:
        """Run one more simulation, which tells its path only; empty where the search is over."""
        simulation = self.simulate()
        return simulation.path if simulation else ()

    @abstractmethod
    def go_to(self, count: int, seconds: float = inf) -> None:
        """Run or undo simulations until there are so many, the search or the time is over."""


class Parted(NamedTuple):
    """The first simulation at which two searches go different ways.

    Attributes:
        number: Its number, from 1.
    """

    number: int
    one: Path
    other: Path
