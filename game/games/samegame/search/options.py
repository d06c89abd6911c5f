"""The options of SameGame's searchers."""

from dataclasses import dataclass

from ai.kinds import SearcherOptions, choice, number
from ai.search.options import NmcsOptions


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
