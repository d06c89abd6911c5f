"""What the next step of a choice is: level, speed, and who starts. Pure."""

import random
from typing import Final

from ai.contract.rules import GameSpec
from ai.ladder import Level
from game.play.session import Seat, Session
from game.screens.opponents import offered
from game.screens.stepping import next_amount, next_in
from game.store.settings import Settings, setting_of, who_starts

LEVEL: Final = "level"
"""The action that chooses another opponent: so many levels up or down, 0 from the list."""
_HUMAN_FIRST: Final = (Seat.HUMAN, Seat.AI)
_AI_FIRST: Final = (Seat.AI, Seat.HUMAN)


def first_seats(spec: GameSpec, settings: Settings) -> tuple[Seat, ...]:
    """Return the seats of a first game."""
    if spec.players == 1:
        return (Seat.HUMAN,)
    return next_seats(_AI_FIRST, settings, spec.name)


def next_seats(seats: tuple[Seat, ...], settings: Settings, game: str) -> tuple[Seat, ...]:
    """Return the seats of the game after one with these; only a human and an AI take turns."""
    if set(seats) != {Seat.HUMAN, Seat.AI}:
        return seats
    chosen = {
        "me": _HUMAN_FIRST,
        "ai": _AI_FIRST,
        "alternate": seats[::-1],
        "random": random.choice((_HUMAN_FIRST, _AI_FIRST)),
    }
    return chosen[who_starts(settings, game)]


def next_level(session: Session, settings: Settings, step: int) -> Level | None:
    """Return the next stronger or weaker level that plays on this board, None at either end."""
    levels = offered(session.record.spec.name, session.record.start.parameters, settings)
    now = session.opponent if session.opponent in levels else levels[-1]
    following = next_in(levels, now, step)
    return None if following is now else following


def next_speed(settings: Settings, step: int) -> float:
    """Return the demo's next speed, at either end the present one."""
    return next_amount(setting_of("demo_speed").steps, settings.demo_speed, step)
