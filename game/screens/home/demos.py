"""The AI playing against itself on the cards of the home screen: all games, one AI.

The games take turns, one move each; between them the AI rests. Nothing here draws.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ai.contract.rules import RulesError, State
from game.play.session import Mode, Seat, Session
from game.play.thinker import Thinker, ThinkerState
from game.screens.entry import GameEntry, entries
from game.ui.animation import MotionGate, Timeline
from game.ui.overlay import Overlay, Values, build_overlay

SHOW_SECONDS: Final = 0.9
PAUSE_SECONDS: Final = 0.4
END_SECONDS: Final = 3.0


@dataclass(slots=True)
class Demo:
    """One running demonstration.

    Attributes:
        before: The position the running animation comes from.
        overlay: What the AI thinks of the shown position.
    """

    plan: GameEntry
    session: Session
    before: State | None = None
    overlay: Overlay | None = None
    timeline: Timeline = field(default_factory=Timeline)


class Demos:
    """Plays all demonstrations with one thinker.

    Attributes:
        demos: One a game, in the order of the cards.
    """

    def __init__(
        self,
        thinker: Thinker,
        seconds: Callable[[str, State, State], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Set up the boards; nothing moves before `update`.

        Args:
            seconds: How long the animation between two positions of a game takes.
            clock: Tells the time in seconds.
        """
        self._thinker = thinker
        self._seconds = seconds
        self._clock = clock
        self._turn = 0
        self._due = 0.0
        self.demos = tuple(self._begin(plan) for plan in entries())

    def demo(self, game: str) -> Demo:
        """Return the demonstration of a game; raises KeyError."""
        for demo in self.demos:
            if demo.plan.name == game:
                return demo
        raise KeyError(game)

    @property
    def is_moving(self) -> bool:
        return any(not demo.timeline.is_done for demo in self.demos)

    def update(self, dt: float, gate: MotionGate, *, allowed: bool) -> bool:
        """Let time pass; return whether a board looks different now.

        Args:
            gate: Decides how long moves take.
        """
        changed = False
        for demo in self.demos:
            changed = demo.timeline.update(dt) or changed
        if not allowed or not self._find_ready():
            self.stop()
            return changed
        demo = self.demos[self._turn]
        if not self._thinker.serves(demo.session):
            self._ask(demo)
            return changed
        changed = self._watch(demo) or changed
        move = self._thinker.take_move(demo.session)
        if move is not None:
            self._play(demo, move, gate)
            changed = True
        return changed

    def stop(self) -> None:
        if any(self._thinker.serves(demo.session) for demo in self.demos):
            self._thinker.cancel()

    def wake_after(self) -> float | None:
        """Return the seconds until something happens by itself: 0 animates, None never."""
        if self.is_moving:
            return 0.0
        due = self._thinker.wake_after()
        if due is not None:
            return due
        if self._state is not ThinkerState.IDLE:
            return None  # the AI wakes the window when it has something to say
        return max(0.0, self._due - self._clock())

    @property
    def _state(self) -> ThinkerState:
        """What the AI does in the game whose turn it is."""
        return self._thinker.state_in(self.demos[self._turn].plan.name)

    def _find_ready(self) -> bool:
        """Pass the turn to a game that can be searched; return whether there is one."""
        for _ in self.demos:
            if self._state in (ThinkerState.IDLE, ThinkerState.THINKING):
                return True
            self._pass_turn()
        return False

    def _pass_turn(self) -> None:
        self._turn = (self._turn + 1) % len(self.demos)

    def _begin(self, plan: GameEntry) -> Demo:
        session = Session(plan.name)
        session.set_mode(Mode.DEMO)
        session.set_seats([Seat.AI] * session.record.spec.players)
        for text in plan.opening.split():
            try:
                session.play(session.state.move_from_string(text))
            except RulesError:
                break  # the opening belongs to another size of board
        return Demo(plan, session)

    def _ask(self, demo: Demo) -> None:
        if self._clock() < self._due:
            return
        if demo.session.state.is_terminal:
            fresh = self._begin(demo.plan)
            demo.session, demo.before, demo.overlay = fresh.session, None, None
            demo.timeline.finish()
        self._thinker.think(
            demo.session, demo.plan.profile.searcher, demo.plan.demo, min_seconds=SHOW_SECONDS
        )

    def _watch(self, demo: Demo) -> bool:
        """Show what the AI thinks so far; return whether that is anything new."""
        info = self._thinker.live
        if info is None or not info.candidates:
            return False
        one_player = demo.session.record.spec.players == 1
        overlay = build_overlay(
            info, one_player=one_player, top_n=1 if one_player else 2, values=Values.EITHER
        )
        changed = overlay != demo.overlay
        demo.overlay = overlay
        return changed

    def _play(self, demo: Demo, move: int, gate: MotionGate) -> None:
        before = demo.session.state
        after = demo.session.play(move)
        demo.before, demo.overlay = before, None
        seconds = self._seconds(demo.plan.name, before, after)
        demo.timeline.start(gate.duration(seconds))
        self._pass_turn()
        pause = END_SECONDS if self.demos[self._turn].session.state.is_terminal else PAUSE_SECONDS
        self._due = self._clock() + pause
