"""Time for pictures: easing, timelines and the one gate that all motion passes. Pure."""

from dataclasses import dataclass

from game.ui.theme import MOTION


def ease_out(t: float) -> float:
    """Cubic out: what enters arrives gently."""
    return 1.0 - (1.0 - t) ** 3


def ease_in(t: float) -> float:
    """Cubic in: what leaves speeds up."""
    return t**3


def ease_in_out(t: float) -> float:
    """Cubic in and out: what fills begins and ends gently."""
    return 4.0 * t**3 if t < 0.5 else 1.0 - 4.0 * (1.0 - t) ** 3


def fall(t: float) -> float:
    return t * t


@dataclass(frozen=True, slots=True)
class MotionGate:
    """Decides how long anything may take to move; every duration passes here.

    Attributes:
        mode: "full"; "reduced" only cross-fades; "off" changes at once.
        speed: 2 is twice as fast.
    """

    mode: str = "full"
    speed: float = 1.0

    @property
    def moves(self) -> bool:
        """Whether things may travel over the screen."""
        return self.mode == "full"

    @property
    def fades(self) -> bool:
        return self.mode != "off"

    def duration(self, seconds: float) -> float:
        """Return how long something takes that takes `seconds` at full motion and speed 1."""
        if self.mode == "off" or seconds <= 0:
            return 0.0
        if self.mode == "reduced":
            return min(seconds, MOTION.cross_fade)
        return seconds / self.speed


class Timeline:
    """How far one animation is; begins finished."""

    def __init__(self) -> None:
        self._elapsed = 0.0
        self._duration = 0.0

    def start(self, duration: float) -> None:
        """Begin an animation of `duration` seconds; 0 is over at once."""
        self._elapsed = 0.0
        self._duration = max(0.0, duration)

    def finish(self) -> None:
        self._elapsed = self._duration

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; return whether the picture changed."""
        if self.is_done:
            return False
        self._elapsed = min(self._duration, self._elapsed + dt)
        return True

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1, linear in time."""
        return 1.0 if self.is_done else self._elapsed / self._duration

    @property
    def is_done(self) -> bool:
        return self._elapsed >= self._duration


class Tween(Timeline):
    """A number that goes to its target gradually, such as how far a button is lit."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self._origin = self.target = value

    @property
    def value(self) -> float:
        return self._origin + (self.target - self._origin) * ease_out(self.progress)

    def go_to(self, target: float, duration: float) -> None:
        """Set out for another target, to be there in so many seconds, unless it is on its way."""
        if target == self.target:
            return
        self._origin, self.target = self.value, target
        self.start(duration)

    def jump_to(self, target: float) -> None:
        """Be at another target at once."""
        self._origin = self.target = target
        self.finish()


def soonest(*waits: float | None) -> float | None:
    """Return the least of some seconds, None standing for never."""
    return min((seconds for seconds in waits if seconds is not None), default=None)
