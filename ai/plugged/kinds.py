"""The searchers of users that are loaded."""

from dataclasses import dataclass
from typing import Final

from ai.contract.games import game_spec
from ai.kinds import SearcherKind


@dataclass(frozen=True, slots=True)
class PluggedSearcher:
    """A searcher of a user, and the file or the entry point that it came from."""

    kind: SearcherKind
    place: str


plugged: Final[list[PluggedSearcher]] = []


def plugged_kinds(game: str) -> tuple[SearcherKind, ...]:
    rules = game_spec(game)
    return tuple(each.kind for each in plugged if each.kind.plays(rules))


def is_plugged(spec: str) -> bool:
    """Tell whether a specification names a searcher of a user."""
    return spec.partition(":")[0] in {each.kind.name for each in plugged}
