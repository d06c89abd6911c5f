"""The options of hex Gomoku's searchers."""

from dataclasses import dataclass
from typing import Any, Final

from ai.kinds import SearcherOptions, choice, fixed, number, switch
from ai.search.options import MctsOptions, TreeOptions

FILTERS: Final = ("snow", "adjacent", "all")
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
