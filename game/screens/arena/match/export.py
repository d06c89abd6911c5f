"""A match's games as texts that other programs read."""

from typing import Final

from ai.match.events import Event, MatchEnded, to_csv, to_json
from game.screens.arena.match.progress import MatchProgress

CSV: Final = "csv"
JSON: Final = "json"


def exported(progress: MatchProgress, kind: str) -> str:
    """Return the games as ``csv``, or the match, its games and its result as ``json``."""
    if kind == CSV:
        return to_csv(progress.records)
    assert progress.plan is not None
    end = MatchEnded("export", progress.standing)
    events: list[Event] = [progress.plan, *progress.records, end]
    return "[\n" + ",\n".join(map(to_json, events)) + "\n]\n"
