"""A match's games as files that other programs read."""

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from ai.match.events import Event, MatchEnded, to_csv, to_json
from game.screens.arena.match.progress import MatchProgress
from game.ui.format import counted

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


def export_games(
    progress: MatchProgress, kind: str, folder: Path, tell: Callable[[str], None]
) -> None:
    """Write the games to a file, in a thread that tells the outcome: disks may be slow."""
    assert progress.plan is not None
    path = folder / f"{progress.plan.game}-{datetime.now():%Y%m%d-%H%M%S}.{kind}"
    words = f"{counted(len(progress.records), 'game')} saved as {path}"
    text = exported(progress, kind)
    threading.Thread(target=_write, args=(path, text, words, tell), daemon=True).start()


def _write(path: Path, text: str, words: str, tell: Callable[[str], None]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        tell(f"The games could not be saved: {error.strerror}.")
    else:
        tell(words)
