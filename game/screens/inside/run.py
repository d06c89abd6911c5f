"""How watched simulations go on: one moment, one simulation, back, or many a second. Pure."""

from dataclasses import replace
from typing import Final

from ai.contract.rules import State
from ai.engine.watching import SearchWatcher, WatchAnswer, WatchRequest
from ai.search.simulation import Before, Parted
from game.screens.inside.stage import SECONDS, Staged
from game.screens.inside.what_if import WhatIf
from game.ui.animation import MotionGate

SEED: Final = 1
FULL_SPEED: Final = 1_000_000
"""More simulations a second than any search runs."""
RATES: Final = (1, 2, 5, 10, 50, 100, 500, 1_000, FULL_SPEED)
"""Simulations a second."""
GOALS: Final = (10, 100, 1_000, 10_000)
"""Simulations after which it stops running."""
FASTEST_IN_PHASES: Final = 5
"""Up to so many simulations a second the moments of each are shown."""
BEAT: Final = 0.2
"""Seconds between two questions at least: what changes more often cannot be read."""


class WatchedSearch:
    """One search, and what is to be seen of it.

    Attributes:
        sight: The last answer that is shown.
        answer: One that is not shown yet, if any.
    """

    def __init__(self, what: WhatIf) -> None:
        self.what = what
        self.watcher = SearchWatcher()
        self.stage = Staged()
        self.sight = WatchAnswer()
        self.answer: WatchAnswer | None = None

    def listen(self) -> str:
        """Keep what was answered; return what went wrong."""
        self.answer = self.watcher.poll() or self.answer
        return "" if self.answer is None else self.answer.error

    def take(self, *, in_phases: bool) -> None:
        """Show what was answered, a new simulation from its first moment on if `in_phases`."""
        sight, self.answer = self.answer, None
        if sight is None or sight.error:
            return
        is_new, self.sight = sight.count > self.sight.count, sight
        self.stage = Staged(sight.tree, sight.simulation, progress=0.0)
        if not in_phases or not is_new:
            self.stage = self.stage.at_end()


class WatchedRun:
    """Asks for simulations of one search, or of two side by side, and lets their moments pass.

    Attributes:
        position: What is searched, a position of `game`.
        searches: The searches; they have as many simulations, unless one is over or catches up.
        is_running: Whether they go on by themselves, up to `goal`.
        rate: How many simulations a second they run then.
        goal: After how many they stop.
        is_fast: Whether what is shown was run faster than moments are told.
        error: What went wrong with the last question, in a sentence; empty if nothing did.
        parted: Where they first went different ways, if they did.
    """

    def __init__(
        self, game: str, position: State, what: WhatIf, before: Before | None = None
    ) -> None:
        """Prepare to watch the search of a position; nothing is asked yet."""
        self.game, self.position, self._before = game, position, before
        self.searches: tuple[WatchedSearch, ...] = (WatchedSearch(what),)
        self.is_running = self.is_fast = False
        self.rate, self.goal = RATES[0], GOALS[2]
        self.error = ""
        self.due = self._requested = 0
        self._parting = SearchWatcher()
        self.parted: Parted | None = None
        self._plays = False  # the moments of this simulation pass by themselves
        self._in_phases = False  # the simulation that was asked for is to be seen moment by moment
        self._waited = 0.0

    @property
    def stage(self) -> Staged:
        """What is to be seen of the first search."""
        return self.searches[0].stage

    @property
    def choices(self) -> tuple[int | None, ...]:
        trees = (each.sight.tree for each in self.searches)
        return tuple(None if tree is None else tree.choice for tree in trees)

    @property
    def is_there(self) -> bool:
        return any(each.sight.tree is not None for each in self.searches)

    @property
    def is_waiting(self) -> bool:
        """Whether a question has not been answered yet."""
        return any(each.watcher.is_waiting for each in self.searches)

    @property
    def count(self) -> int:
        return max(each.sight.count for each in self.searches)

    @property
    def caught_up(self) -> int:
        """Simulations of the search that has fewest, but is not over: `due`, or fewer."""
        sights = (each.sight for each in self.searches if not each.sight.is_over)
        return min((self.due, *(sight.count for sight in sights)))

    @property
    def is_over(self) -> bool:
        """Whether there is no next simulation."""
        return all(each.sight.is_over for each in self.searches)

    @property
    def is_last(self) -> bool:
        """Whether no simulation that is shown has a further moment."""
        return all(each.stage.is_last for each in self.searches)

    @property
    def is_moving(self) -> bool:
        """Whether something changes without a press."""
        is_busy = self.is_waiting or self._parting.is_waiting or self.is_running or self._plays
        return is_busy or self._is_in_moment

    @property
    def look(self) -> tuple[object, ...]:
        """What everything that is drawn depends on: equal as long as it looks the same."""
        looks = tuple((each.stage.look, each.sight) for each in self.searches)
        return looks, self.is_running, self.error, self.parted

    def ask(self, count: int, *, in_phases: bool = False) -> None:
        """Ask for a simulation, to be seen from its first moment on if `in_phases`."""
        self._in_phases, self.error, self._requested = in_phases, "", count
        self.due = min(count, max(self.due, self.count))
        for each in self.searches:
            each.watcher.ask(self._request(each, count))
        one, other = self.searches[0], self.searches[-1]
        if one.what != other.what:
            self._parting.ask(self._request(one, count, other.what.searcher))

    def stop(self) -> None:
        """Let nothing go on by itself."""
        self.is_running = self.is_fast = self._plays = False

    def step(self) -> None:
        self.stop()
        if not self.is_last:
            self._go_on()
        elif not self.is_waiting:
            self._ask_next()

    def simulate(self) -> None:
        """Play a whole simulation; what is still shown of one that plays ends at once."""
        is_hurried = self._plays or self.is_running or self.is_waiting
        self.stop()
        if is_hurried:
            for each in self.searches:
                each.stage = each.stage.at_end()
        self._plays = not self.is_last or self._ask_next()

    def undo(self) -> None:
        """Take the last simulation back."""
        self.stop()
        if self._expected:
            self.ask(self._expected - 1)

    def toggle(self) -> None:
        """Run, or stop; at the goal it runs to the next one."""
        is_running = self.is_running
        self.stop()
        self._waited = max(1 / self.rate, BEAT)
        if self.count >= self.goal:
            self.goal = next((goal for goal in GOALS if goal > self.count), self.goal)
        self.is_running = not is_running and not self.is_over and self.count < self.goal

    def search_with(self, *whats: WhatIf) -> None:
        """Search as far with other options, from the same seed; one or two searches."""
        self.stop()
        count = max(self.due, self.count)
        has_begun = self.is_there or self.is_waiting or bool(self.error)
        for each, what in zip(self.searches, whats, strict=False):
            each.what = what
        remaining = self.searches[: len(whats)]
        self.searches = (*remaining, *map(WatchedSearch, whats[len(remaining) :]))
        self._parting, self.parted = SearchWatcher(), None
        if has_begun:
            self.ask(count)

    def update(self, dt: float, gate: MotionGate) -> None:
        """Take in what was answered, and let time pass."""
        for each in self.searches:
            if error := each.listen():
                self.error = error
                self.stop()
        if not self.is_waiting:
            self._take()
        parting = self._parting.poll()
        if parting is not None:
            self.parted = parting.parted
        self._pass(dt, gate)

    @property
    def _is_in_moment(self) -> bool:
        return any(each.stage.progress < 1 for each in self.searches)

    def _request(self, search: WatchedSearch, count: int, beside: str = "") -> WatchRequest:
        searcher = search.what.searcher
        return WatchRequest(self.game, self.position, searcher, SEED, count, beside, self._before)

    def _go_on(self) -> None:
        for each in self.searches:
            each.stage = each.stage.on()

    @property
    def _expected(self) -> int:
        """How many simulations there are once what was asked for is answered."""
        return self._requested if self.is_waiting else self.count

    def _ask_next(self) -> bool:
        is_possible = self.is_there and not self.is_over
        if is_possible:
            self.ask(self._expected + 1, in_phases=True)
        return is_possible

    def _take(self) -> None:
        """Show the answers, all at once, so that the searches stay together once they are."""
        answers = [(each, each.answer) for each in self.searches if each.answer is not None]
        most = max((self.due, *(answer.count for _, answer in answers)))
        for each, answer in answers:
            if answer.count < most and not (answer.is_over or answer.error):  # it needs more time
                each.watcher.ask(self._request(each, most))
        if self.is_waiting and most > self.due:
            return
        for each in self.searches:
            each.take(in_phases=self._in_phases)
        if self.is_over or self.count >= self.goal:
            self.is_running = False

    def _pass(self, dt: float, gate: MotionGate) -> None:
        self._waited += dt
        if self._is_in_moment:
            for each in self.searches:
                seconds = self._seconds(each.stage, gate)
                share = 1.0 if seconds <= 0 else each.stage.progress + dt / seconds
                each.stage = replace(each.stage, progress=min(1.0, share))
        elif (self._plays or self.is_running) and not self.is_last:
            self._go_on()
        elif self.is_running and self.is_there and not self.is_waiting:
            self._run_on()
        elif self._plays:
            self._plays = self.is_waiting

    def _run_on(self) -> None:
        """Ask for as many simulations as are due; none where the goal has been brought nearer."""
        if self.count >= self.goal:
            self.is_running = False
        elif self._waited >= max(1 / self.rate, BEAT):
            leap = max(1, round(self.rate * min(self._waited, 2 * BEAT)))
            self._waited = 0.0
            count = min(self.count + leap, self.goal)
            self.is_fast = self.rate > FASTEST_IN_PHASES
            self.ask(count, in_phases=not self.is_fast)

    def _seconds(self, stage: Staged, gate: MotionGate) -> float:
        """Return how long a moment takes, so that a simulation is over in time."""
        simulation, phase = stage.simulation, stage.phase
        if simulation is None or phase is None:
            return 0.0
        seconds = gate.duration(SECONDS[phase])
        if not self.is_running:
            return seconds
        whole = sum(SECONDS[each.phase] for each in simulation.moments)
        return seconds / max(1.0, 1.1 * whole * self.rate)
