"""The options of Tic-Tac-Toe's tree search."""

from dataclasses import dataclass
from typing import Any, Final

from ai.kinds import choice, switch
from ai.search.options import MctsOptions

FILTERS: Final = ("near", "adjacent", "all")


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
