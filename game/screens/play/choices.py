"""What the player chooses for this game and the next ones: level, time, side, speed, numbers."""

import random
from typing import TYPE_CHECKING, Final

from ai.contract.rules import GameSpec
from ai.ladder import Level
from game.play.session import Seat, Session
from game.screens.base import ChangeSettings, Command
from game.screens.opponents import offered, opponents_dialog, setting_value
from game.screens.stepping import next_amount, next_in, next_round
from game.store.settings import (
    Settings,
    coordinates_of,
    setting_of,
    think_seconds,
    who_starts,
    with_own_start,
)
from game.ui import commands
from game.words import play as words
from game.words.numbers import seconds
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

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


# What controls and keys choose on a game's screen.


def changed(scene: "GameScene", **values: object) -> ChangeSettings:
    return ChangeSettings(scene.context.settings.changed(**values))


def teach(scene: "GameScene", on: object) -> ChangeSettings:
    return changed(scene, teaching=scene.controls.teaching(bool(on)))


def change_speed(scene: "GameScene", step: int) -> ChangeSettings:
    return changed(scene, demo_speed=next_speed(scene.context.settings, step))


def change_time(
    scene: "GameScene", direction: int, *, is_told: bool = True
) -> ChangeSettings | None:
    """Give the AI more or less time, for its moves or else for the analysis."""
    controller = scene.controller
    settings = controller.with_next_time(direction)
    if settings is None:
        at_once = controller.faces_opponent and controller.answers_at_once
        scene.toasts.show(words.AT_ONCE if at_once else words.TIME_LIMITS[direction > 0])
        return None
    if not controller.faces_opponent:
        scene.toasts.show(say(words.ANALYSIS_TIME, time=seconds(settings.analyse_seconds)))
    elif is_told:
        chosen = think_seconds(settings, scene.entry.name)
        told = say(words.MOVE_TIME, time=seconds(chosen)) if chosen else words.LEVELS_TIME
        scene.toasts.show(told)
    return ChangeSettings(settings)


def change_level(scene: "GameScene", step: int) -> Command | None:
    if not step:
        show_opponents(scene)
        return None
    level = next_level(scene.session, scene.context.settings, step)
    return None if level is None else take_level(scene, level.name)


def take_level(scene: "GameScene", name: str) -> Command | None:
    scene.controller.set_level(name)
    return changed(scene, **{f"{scene.entry.name}_level": setting_value(name)})


def show_opponents(scene: "GameScene") -> None:
    """List the opponents, of whom one press chooses another."""
    if not scene.controller.faces_opponent:
        scene.toasts.show("No opponent here: that is for games against the AI, in Play.")
        return
    game, session = scene.entry.name, scene.session
    levels = offered(game, session.record.start.parameters, scene.context.settings)
    name, now = commands.OPPONENT.name, session.opponent.name
    scene.dialog = opponents_dialog(name, game, levels, now, details=scene.details)


def swap_sides(scene: "GameScene") -> Command | None:
    """Start the same board again, with the player on the other side."""
    scene.history.new_game(scene.controller.swap_sides)
    return keep_side(scene)


def keep_side(scene: "GameScene") -> Command | None:
    """Let the next games against the AI begin like the present one, whose side was chosen."""
    seats, before = scene.session.record.seats, scene.context.settings
    if set(seats) != {Seat.HUMAN, Seat.AI}:
        return None
    settings = with_own_start(before, scene.entry.name, is_me=seats[0] is Seat.HUMAN)
    return None if settings == before else ChangeSettings(settings)


def toggle_coordinates(scene: "GameScene") -> ChangeSettings | None:
    if scene.animator.view.has_coordinates:
        name = coordinates_of(scene.entry.name)
        return changed(scene, **{name: not scene.context.settings[name]})
    scene.toasts.show("This board has no coordinates.")
    return None


def change_metric(scene: "GameScene") -> ChangeSettings | None:
    """Write the next number on the candidates: value, loss, visits."""
    if not scene.details:
        scene.toasts.show(say(words.MORE_NUMBERS, key=commands.DETAILS.cap))
        return None
    following = next_round(setting_of("metric").choices, scene.context.settings.metric, 1)
    is_score = following == "value" and scene.session.record.spec.players == 1
    scene.toasts.show(words.METRICS["value of one" if is_score else following])
    return changed(scene, metric=following)
