"""How watched simulations go on: one moment, one simulation, back, or many a second. Pure."""

from dataclasses import replace
from typing import Final

from ai.contract.rules import State
from ai.engine.watching import Look, SearchWatcher, Sight
from game.screens.inside.stage import SECONDS, Staged, moments_of
from game.ui.animation import MotionGate

SEED: Final = 1
RATES: Final = (1, 2, 5, 10, 50, 100, 500, 1_000)
"""Simulations a second."""
GOALS: Final = (10, 100, 1_000, 10_000)
"""Simulations after which it stops running."""
FASTEST_TOLD: Final = 5
"""Up to so many simulations a second the moments of each are shown."""
BEAT: Final = 0.2
"""Seconds between two questions at least: what changes more often cannot be read."""


class WatchedRun:
    """Asks for simulations and lets their moments pass.

    Attributes:
        searcher: The specification of the search.
        watcher: What is asked.
        stage: What is to be seen.
        sight: The last answer; None before the first.
        is_running: Whether it goes on by itself, up to `goal`.
        rate: How many simulations a second it runs then.
        goal: After how many it stops.
        error: What went wrong with the last question, in a sentence; empty if nothing did.
    """

    def __init__(self, game: str, position: State, searcher: str) -> None:
        """Prepare to watch the search of a position; nothing is asked yet."""
        self._game, self._position = game, position
        self.searcher = searcher
        self.watcher = SearchWatcher()
        self.stage = Staged()
        self.sight: Sight | None = None
        self.is_running = False
        self.rate, self.goal = RATES[0], GOALS[2]
        self.error = ""
        self._plays = False  # the moments of this simulation pass by themselves
        self._is_told = False  # the simulation that was asked for is to be seen moment by moment
        self._since = 0.0

    @property
    def count(self) -> int:
        """Simulations so far."""
        return 0 if self.sight is None else self.sight.count

    @property
    def is_over(self) -> bool:
        """Whether there is no next simulation."""
        return self.sight is not None and self.sight.is_over

    @property
    def is_at_end(self) -> bool:
        """Whether there is no next moment."""
        return self.is_over and self.stage.is_last

    @property
    def is_moving(self) -> bool:
        """Whether something changes without a press."""
        is_busy = self.watcher.is_waiting or self.is_running or self._plays
        return is_busy or self.stage.progress < 1

    def ask(self, count: int, *, is_told: bool = False) -> None:
        """Ask for a simulation, to be seen from its first moment on if `is_told`."""
        self._is_told, self.error = is_told, ""
        self.watcher.ask(Look(self._game, self._position, self.searcher, SEED, count))

    def stop(self) -> None:
        """Let nothing go on by itself."""
        self.is_running = self._plays = False

    def step(self) -> None:
        """Show the next moment."""
        self.stop()
        if not self.stage.is_last:
            self.stage = self.stage.on()
        else:
            self._ask_next()

    def simulate(self) -> None:
        """Show the rest of this simulation, or all of the next one."""
        self.stop()
        self._plays = not self.stage.is_last or self._ask_next()

    def undo(self) -> None:
        """Take the last simulation back."""
        self.stop()
        if self.count and not self.watcher.is_waiting:
            self.ask(self.count - 1)

    def toggle(self) -> None:
        """Run, or stop; at the goal it runs to the next one."""
        is_running = self.is_running
        self.stop()
        self._since = max(1 / self.rate, BEAT)
        if self.count >= self.goal:
            self.goal = next((goal for goal in GOALS if goal > self.count), self.goal)
        self.is_running = not is_running and not self.is_over and self.count < self.goal

    def search_with(self, searcher: str) -> None:
        """Search as far with other options, from the same seed."""
        self.stop()
        self.searcher = searcher
        if self.sight is not None:
            self.ask(self.count)

    def update(self, dt: float, gate: MotionGate) -> None:
        """Take in what was answered, and let time pass."""
        sight = self.watcher.poll()
        if sight is not None and sight.error:
            self.error = sight.error
            self.stop()
        elif sight is not None:
            self._take(sight)
        self._pass(dt, gate)

    def _ask_next(self) -> bool:
        is_possible = self.sight is not None and not self.is_over and not self.watcher.is_waiting
        if is_possible:
            self.ask(self.count + 1, is_told=True)
        return is_possible

    def _take(self, sight: Sight) -> None:
        is_new = self.sight is None or sight.count > self.count
        self.sight = sight
        self.stage = Staged(sight.tree, sight.simulation, progress=0.0)
        if not self._is_told or not is_new:
            self.stage = self.stage.at_end()
            self._plays = False
        if sight.is_over or sight.count >= self.goal:
            self.is_running = False

    def _pass(self, dt: float, gate: MotionGate) -> None:
        self._since += dt
        if self.stage.progress < 1:
            seconds = self._seconds(gate)
            share = 1.0 if seconds <= 0 else self.stage.progress + dt / seconds
            self.stage = replace(self.stage, progress=min(1.0, share))
        elif (self._plays or self.is_running) and not self.stage.is_last:
            self.stage = self.stage.on()
        elif self.is_running and self.sight is not None and not self.watcher.is_waiting:
            self._run_on()
        elif self._plays:
            self._plays = self.watcher.is_waiting

    def _run_on(self) -> None:
        """Ask for as many simulations as are due; none where the goal has been brought nearer."""
        if self.count >= self.goal:
            self.is_running = False
        elif self._since >= max(1 / self.rate, BEAT):
            leap = max(1, round(self.rate * min(self._since, 2 * BEAT)))
            self._since = 0.0
            count = min(self.count + leap, self.goal)
            self.ask(count, is_told=self.rate <= FASTEST_TOLD)

    def _seconds(self, gate: MotionGate) -> float:
        """Return how long the present moment takes, so that a simulation is over in time."""
        told, phase = self.stage.simulation, self.stage.phase
        if told is None or phase is None:
            return 0.0
        seconds = gate.duration(SECONDS[phase])
        if not self.is_running:
            return seconds
        whole = sum(SECONDS[each.phase] for each in moments_of(told))
        return seconds / max(1.0, 1.1 * whole * self.rate)
