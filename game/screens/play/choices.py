"""What the next step of a choice is: level, time, speed, and who starts. Pure."""

import random
from dataclasses import replace
from typing import Final

from ai.contract.rules import GameSpec
from ai.external.contract import EXTERNAL
from ai.ladder import Level
from ai.levels import levels_of, program_level
from game.play.session import Seat, Session
from game.store.settings import AI_TIMES, Settings, who_starts

DEMO_SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)

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


def next_time(seconds: float, direction: int, own: float | None = None) -> float | None:
    """Return the next longer or shorter of the AI's times, None at either end.

    Args:
        seconds: The time now.
        direction: Whether it is to be longer or shorter.
        own: A time besides those of the list, such as a level's own.
    """
    times: set[float] = {*AI_TIMES[1:], *(() if own is None else (own,))}
    ahead = [time for time in times if (time - seconds) * direction > 0]
    if not ahead:
        return None
    return min(ahead) if direction > 0 else max(ahead)


def next_level(session: Session, settings: Settings, step: int) -> Level | None:
    """Return the next stronger or weaker level that plays on this board, None at either end.

    Another program that the player has named comes last.
    """
    game = session.spec.name
    levels = [*levels_of(game, session.parameters)]
    if command := settings[f"{game}_program"]:
        levels.append(program_level(f"{EXTERNAL}:{command}"))
    index = (
        levels.index(session.opponent) if session.opponent in levels else len(levels) - 1
    ) + step
    return levels[index] if 0 <= index < len(levels) else None


def speed_of(settings: Settings) -> float:
    """Return the demo's speed as the stepper shows it."""
    return min(DEMO_SPEEDS, key=lambda speed: abs(speed - settings.demo_speed))


def next_speed(settings: Settings, step: int) -> Settings | None:
    """Return settings with the demo one step faster or slower, None at either end."""
    index = DEMO_SPEEDS.index(speed_of(settings)) + step
    return replace(settings, demo_speed=DEMO_SPEEDS[index]) if _is_index(index) else None


def _is_index(index: int) -> bool:
    return 0 <= index < len(DEMO_SPEEDS)
