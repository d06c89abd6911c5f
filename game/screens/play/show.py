"""What goes on by itself before the player's eyes: a game that was played, and a proof.

Neither has a clock: they are told the time.
"""

from dataclasses import dataclass
from typing import Final

from ai.contract.rules import State
from ai.search.messages import Certificate
from game.play.thinker import Analysis
from game.screens.profile import Profile

READING_SECONDS: Final = 1.1
"""How much longer a move stands that has words, at speed 1."""
PAIR_SECONDS: Final = 0.14
"""From one pair of a proof to the next, at speed 1."""
PROOF_SECONDS: Final = 2.4
"""How long a whole proof stands, at speed 1."""


class Autoplay:
    """Says when the next move of a game that was played is due."""

    def __init__(self) -> None:
        """Play nothing."""
        self._due: float | None = None

    @property
    def is_running(self) -> bool:
        return self._due is not None

    def go_on(self, now: float, seconds: float) -> None:
        """Let the next move come so many seconds later."""
        self._due = now + seconds

    def stop(self) -> bool:
        """Play no more; return whether any move was to come."""
        was_running, self._due = self.is_running, None
        return was_running

    def is_due(self, now: float) -> bool:
        return self._due is not None and now >= self._due

    def wait(self, now: float) -> float | None:
        """Return the seconds until the next move; None if none is to come."""
        return None if self._due is None else max(0.0, self._due - now)


@dataclass(frozen=True, slots=True)
class Unrolling:
    """The proofs that neither side can lose, shown one after the other, pair by pair.

    Attributes:
        speed: 2 is twice as fast.
    """

    certificates: tuple[Certificate, ...]
    move: int
    begun: float
    speed: float

    def pairs(self, now: float) -> tuple[tuple[int, ...], ...]:
        """Return the pairs, and cells to be taken first, that are shown by now."""
        certificate, count = self.shown(now)
        return certificate.marks[:count]

    def shown(self, now: float) -> tuple[Certificate, int]:
        """Return the proof that is shown, and how many of its cells and pairs are by now."""
        passed = (now - self.begun) * self.speed
        for certificate in self.certificates:
            count = 1 + int(passed / PAIR_SECONDS)
            if passed < _seconds(certificate):
                return certificate, count
            passed -= _seconds(certificate)
        return self.certificates[-1], len(self.certificates[-1].pairs) + 1

    def wait(self, now: float) -> float:
        """Return the seconds until something more is to be seen, or until all has been; then 0."""
        left = sum(map(_seconds, self.certificates)) / self.speed - (now - self.begun)
        return min(max(0.0, left), PAIR_SECONDS / self.speed)


def unrolling_of(
    analysis: Analysis | None, profile: Profile, state: State, move: int, now: float, speed: float
) -> Unrolling | None:
    """Return why a move ends a game, as it is to be shown; None if it does not, or nobody knows.

    Args:
        now: The time in seconds.
        speed: 2 is twice as fast.
    """
    if analysis is None or profile.agreed_draw(state, analysis.info) != move:
        return None
    proofs = analysis.info.certificates
    return Unrolling(proofs, move, now, speed) if proofs else None


def _seconds(certificate: Certificate) -> float:
    return PAIR_SECONDS * (len(certificate.pairs) + 1) + PROOF_SECONDS
