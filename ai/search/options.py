"""The options of the searches that any game can be played by."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ai.contract.game import Lazy
from ai.kinds import SearcherOptions, choice, fixed, move_filter, number, switch
from ai.ladder import ALL_MOVES


@dataclass(frozen=True, kw_only=True)
class TreeOptions(SearcherOptions):
    """How a tree is searched.

    Attributes:
        candidates: The move filter, one of the game's; None for its default.
        exploration: UCT's exploration constant, for values between 0 and 1.
        expand_at: Visits at which a leaf gets children.
        solver: Whether to back up proven values.
        threats: Whether the game's own proofs count at the root, before the search and for the
            move that is about to be played; None for yes with the solver, where there are any.
        reuse: Whether the tree lives on from one search to the next.
        final: The move to play: ``visits``, by proof and then by visits, or ``mean``, by value
            alone, as plainer programs do.
        guide: Makes the `ai.search.guides.Guide` of these options, for a `Room`; None for the
            rollout policy.
    """

    candidates: str | None = move_filter()
    exploration: float = number(0.5, 0.0, 10.0)
    expand_at: int = number(6, 1, 1000)
    solver: bool = switch(True)
    threats: bool | None = fixed(None)
    reuse: bool = switch(True)
    final: str = choice("visits", "visits", "mean")
    guide: ClassVar[Lazy | None] = None

    @property
    def tactics(self) -> dict[str, Any]:
        """What to switch in the game's kernel, by the arguments of its `make_tables`."""
        return {}


@dataclass(frozen=True, kw_only=True)
class MctsOptions(TreeOptions):
    """The tree search whose leaves are played out by the rollout policy.

    Attributes:
        sight: How much it sees of the game's tactics, from 0 for none to 1; see
            `ai.search.attention`.
        looks: How many moves it looks at, those that catch the eye: 2.5 for 2 or 3, 100
            for all.
    """

    sight: float = number(1.0, 0.0, 1.0)
    looks: float = number(ALL_MOVES, 1.0, ALL_MOVES)

    @property
    def misses(self) -> bool:
        """Whether it overlooks things on purpose."""
        return self.sight < 1 or self.looks < ALL_MOVES


@dataclass(frozen=True, kw_only=True)
class Nesting(SearcherOptions):
    """How a nested search of a game for two is pruned.

    Attributes:
        level: The nesting level: every move is valued by a search of the level below, at level 1
            by a playout.
        discounting: Whether an early result counts more.
        cow: The highest level that cuts on a win; unsafe together with discounting.
        pod: The highest level that lets those below it prune on depth; needs discounting.
    """

    level: int = number(1, 1, 4)
    discounting: bool = switch(True)
    cow: int = number(0, 0, 4)
    pod: int = number(0, 0, 4)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pod and not self.discounting:
            raise ValueError("pruning on depth compares depths; pod needs discounting=true")


@dataclass(frozen=True, kw_only=True)
class NestedTreeOptions(Nesting, TreeOptions):
    """UCT whose playouts are nested searches.

    The tree gets the full result: discounting steers what is chosen only.
    """

    guide = Lazy("ai.search.guides:nested_guide")


@dataclass(frozen=True, kw_only=True)
class MinimaxTreeOptions(TreeOptions):
    """UCT whose playouts look some plies ahead.

    Attributes:
        suicide: Whether they see moves that lose at once as any other.
    """

    depth: int = number(1, 1, 2)
    suicide: bool = switch(False)
    guide = Lazy("ai.search.guides:minimax_guide")


@dataclass(frozen=True, kw_only=True)
class RaveOptions(TreeOptions):
    """UCT with rapid action value estimation.

    Attributes:
        equivalence: A move's visits at which its own mean and that of all moves as first weigh
            the same.
    """

    solver: bool = fixed(False)
    reuse: bool = fixed(False)
    equivalence: int = number(300, 1, 1_000_000)
    guide = Lazy("ai.search.guides:rave_guide")


@dataclass(frozen=True, kw_only=True)
class GuidedOptions(TreeOptions):
    """The tree search with a prior or a value from outside, each asked once of a position."""

    exploration: float = number(1.0, 0.0, 10.0)
    expand_at: int = fixed(1)


@dataclass(frozen=True, kw_only=True)
class RoundsOptions(SearcherOptions):
    """A search in rounds.

    Attributes:
        rounds: After how many it answers; 0 to go on until a limit is met.
    """

    rounds: int = number(0, 0, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class NestedOptions(RoundsOptions, Nesting):
    """The nested search of games for two, whose rounds are all of the highest level.

    Attributes:
        candidates: The move filter, one of the game's; None for its default.
    """

    candidates: str | None = move_filter()
    level: int = number(2, 1, 4)


@dataclass(frozen=True, kw_only=True)
class FlatOptions(RoundsOptions):
    """Flat Monte Carlo search.

    Attributes:
        probes: Playouts from each state at the fringe, in each round.
        depth: How many plies away the fringe is.
    """

    probes: int = number(4, 1, 100_000)
    depth: int = number(1, 1, 4)


@dataclass(frozen=True, kw_only=True)
class NmcsOptions(SearcherOptions):
    """The nested search of games for one.

    Attributes:
        level: Nesting level of a search that is restarted until a limit is met; 0, the default,
            for a schedule that has an answer for every move at once and betters them.
        memory: Whether a search follows the best sequence of all its steps.
        playout: The rollout policy, one of the kernel's `ROLLOUTS`; None for the first.
    """

    level: int = number(0, 1, 4)
    memory: bool = switch(True)
    playout: str | None = fixed(None)
