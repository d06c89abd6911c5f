"""A match under way: its process, its pace, and all that it has told so far."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ai.contract.rules import RulesError
from ai.match.events import Event, GameRecord, MatchEnded
from game.screens.arena.match.process import MatchProcess
from game.screens.arena.match.progress import MatchProgress
from game.screens.arena.match.setup import command, ending_words

PACES: Final = {"1": 0.8, "4": 0.2, "max": 0.0}
"""Seconds from one move to the next at the speeds of the screen."""

Starter = Callable[[Sequence[str]], MatchProcess]


class MatchRun:
    """Starts, holds and stops a match; never waits.

    Attributes:
        match: Its process; None while none is played.
        progress: What is known of it; None before there is one.
        problem: Why the last one could not be played.
        held: Whether it waits until the window is looked at.
        speed: A key of `PACES`.
        notices: Sentences for the player, oldest first.
    """

    def __init__(self, start: Starter, folder: Path) -> None:
        self._start = start
        self.folder = folder
        self.match: MatchProcess | None = None
        self.progress: MatchProgress | None = None
        self.problem = ""
        self.paused = False
        self.held = False
        self.speed = "4"
        self.notices: list[str] = []
        self._started: float | None = None
        self._counted = 0

    @property
    def path(self) -> Path:
        return self.folder / "match.jsonl"

    @property
    def can_go_on(self) -> bool:
        progress = self.progress
        if self.match is not None or progress is None or progress.ledger is None:
            return False
        return not progress.ledger.is_over

    @property
    def word(self) -> str:
        """What the match does when it does not play, in a word."""
        if self.match is None:
            return "stopped" if self.can_go_on else "finished"
        if self.held:
            return "waits for the window"
        return "paused" if self.paused else ""

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take, as the games so far went; None if that is unknown."""
        progress = self.progress
        if progress is None or progress.plan is None or self.match is None or self.paused:
            return None
        done = len(progress.records) - self._counted
        if self._started is None or done < 1:
            return None
        each = (time.monotonic() - self._started) / done
        return each * (progress.plan.games - len(progress.records))

    def begin(self, arguments: list[str], *, fresh: bool) -> None:
        self.problem = ""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.match = self._start(command(arguments, self.path, fresh=fresh))
        except OSError as error:
            self.problem = f"The match could not be started: {error.strerror}."
            return
        if fresh:
            self.progress = None
        self.paused = self.held = False
        self._started = None
        self.set_speed(self.speed)

    def stop(self) -> None:
        """End the process; what was played is kept."""
        if self.match is not None:
            self.match.stop()
            self.match = None
            self.paused = False

    def forget(self) -> None:
        """Stop the match and show nothing of it any more."""
        self.stop()
        self.progress, self.problem = None, ""

    def set_paused(self, paused: bool) -> None:
        """Pause the match before its next move, or let it go on."""
        if self.match is not None and paused != self.paused:
            self.paused = paused
            self._order_pace()

    def hold(self, held: bool) -> None:
        """Hold the match while nobody looks at the window."""
        if self.match is not None and held != self.held:
            self.held = held
            self._order_pace()

    def step(self) -> None:
        self.set_paused(True)
        self._order("step")

    def set_speed(self, speed: str) -> None:
        """Play no faster than this."""
        self.speed = speed
        self._order(f"pace {PACES[speed]}")

    def poll(self) -> bool:
        """Take in what the match told; return whether there is anything new."""
        match = self.match
        if match is None:
            return False
        events = match.poll()
        for event in events:
            self._take(event)
        if self._started is None and self.progress and self.progress.live:
            self._started, self._counted = time.monotonic(), len(self.progress.records)
        if match.is_running:
            return bool(events)
        self.problem = match.problem
        self.match, self.paused = None, False
        return True

    def _take(self, event: Event) -> None:
        if self.progress is None:
            self.progress = MatchProgress()
        try:
            self.progress.take(event)
        except RulesError as error:
            self.notices.append(f"A game could not be shown: {error}.")
        if isinstance(event, GameRecord) and event.is_forfeit:
            self._tell_forfeit(event)
        if isinstance(event, MatchEnded):
            words = {
                "sprt": "The test has reached a decision. The match ends early.",
                "games": "The match is over.",
            }
            self.notices.append(words.get(event.reason, "The match was stopped."))

    def _tell_forfeit(self, record: GameRecord) -> None:
        """Say what a side did that lost it a game; of each side the first time."""
        assert self.progress is not None
        assert self.progress.plan is not None
        forfeits = (each.winner for each in self.progress.records if each.is_forfeit)
        if list(forfeits).count(record.winner) <= 1:
            self.notices.append(ending_words(record, self.progress.plan))

    def _order_pace(self) -> None:
        self._order("pause" if self.paused or self.held else "go")

    def _order(self, text: str) -> None:
        if self.match is not None:
            self.match.order(text)
