"""The steps of a hint, each with what it reveals, after some time to think.

A hint is one promise: its move is fixed once the search has had its time, and every step tells
more of that same move, whatever a later search may prefer. Another step is another entry of
`STEPS`, with its sentence and, if it reveals something new, where that is drawn.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from game.ui.overlay import Mark, Overlay
from game.words import play as words


class Reveal(Enum):
    """What a hint can give away; `VIEW` is all that an analysis shows beside the board."""

    REGION = auto()
    MOVE = auto()
    REASON = auto()
    LINE = auto()
    VIEW = auto()


@dataclass(frozen=True, slots=True)
class HintStep:
    """How much is given away.

    Attributes:
        says: What the panel says at this step, with the `key` for the next one.
    """

    reveals: frozenset[Reveal] = frozenset()
    says: str = ""


STEPS: Final = (
    HintStep(),
    HintStep(frozenset({Reveal.REGION}), words.MARKED_AREA),
    HintStep(frozenset({Reveal.MOVE, Reveal.REASON}), words.WHAT_FOLLOWS),
    HintStep(frozenset({Reveal.MOVE, Reveal.LINE, Reveal.VIEW})),
)
"""All there are, from none on; after the last comes none again."""


@dataclass(frozen=True, slots=True)
class Hint:
    """How far the player has climbed in one position. It is told the time and has no clock.

    Attributes:
        number: Which of `STEPS` it is at; what that reveals is seen once the move is known.
        promised: The move that every step is about, once it is fixed.
        ahead: How many steps were asked for before that.
        due: When the first step comes by itself; None if it does not.
    """

    number: int = 0
    promised: Mark | None = None
    ahead: int = 0
    due: float | None = None

    @property
    def step(self) -> HintStep:
        return STEPS[self.number]

    @property
    def reveals(self) -> frozenset[Reveal]:
        return self.step.reveals

    @property
    def is_open(self) -> bool:
        return self.number > 0

    @property
    def is_coming(self) -> bool:
        return self.due is not None

    @property
    def needs_move(self) -> bool:
        """Whether a hint was asked for whose move is not fixed yet."""
        return self.promised is None and (self.is_coming or self.is_open)

    def wait(self, now: float) -> float:
        """Return the seconds until the hint on its way comes; 0 if none is."""
        return 0.0 if self.due is None else max(0.0, self.due - now)

    def mark(self, overlay: Overlay | None) -> Mark | None:
        """Return the hint's move as it is seen now, or was when no search tells of it now."""
        if self.promised is None or overlay is None:
            return self.promised
        now = overlay.mark_of(self.promised.move)
        return now if now is not None and now.move == self.promised.move else self.promised

    def requested(self, now: float, ready: float) -> "Hint":
        """Return it with one step more, or on its way if the player has had no time to think.

        Args:
            now: The time in seconds.
            ready: From when on the first step may be given.
        """
        if not self.is_open and now < ready:
            return replace(self, due=ready)
        return self.climbed()

    def climbed(self) -> "Hint":
        """Return it one step further, or closed after the last; without a move that is noted."""
        if not self.is_open or self.promised is not None:
            return replace(self, number=(self.number + 1) % len(STEPS), due=None)
        return replace(self, ahead=self.ahead + 1, due=None)

    def fixed(self, mark: Mark) -> "Hint":
        """Return it with the move that every step is about, and the steps that waited for it."""
        number = min(len(STEPS) - 1, self.number + self.ahead) if self.is_open else 0
        return replace(self, number=number, promised=mark, ahead=0)

    def closed(self) -> "Hint":
        """Return it giving nothing away any more, nor on its way; its move stays promised."""
        return Hint(promised=self.promised)


NO_HINT: Final = Hint()


def hinted_mark(overlay: Overlay | None) -> Mark | None:
    """Return the move that a hint would be, by what is known."""
    marks = overlay.marks if overlay else ()
    return next((mark for mark in marks if mark.loss_class == "A"), None)
