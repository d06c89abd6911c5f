"""What the player chooses for this game and the next ones: level, time, side, speed, numbers."""

import random
from typing import TYPE_CHECKING, Final

from ai.contract.rules import GameSpec
from ai.ladder import Level
from ai.levels import family
from game.play.session import Mode, Seat, Session
from game.screens.base import ChangeSettings, Command
from game.screens.context import Context
from game.screens.opponents import offered, opponents_dialog, setting_value
from game.screens.play.react import do
from game.store.settings import (
    Settings,
    coordinates_of,
    setting_of,
    think_seconds,
    who_starts,
    with_same_start,
)
from game.ui import commands
from game.ui.widgets.controls import next_amount, next_in, next_round
from game.words import play as words
from game.words.say import say, seconds

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
    """Return the seats of the next game; only a human and an AI ever change places."""
    if set(seats) != {Seat.HUMAN, Seat.AI}:
        return seats
    chosen = {
        "me": _HUMAN_FIRST,
        "ai": _AI_FIRST,
        "alternate": seats[::-1],
        "random": random.choice((_HUMAN_FIRST, _AI_FIRST)),
    }
    return chosen[who_starts(settings, game)]


def opponents(session: Session, context: Context) -> tuple[Level, ...]:
    """Return those offered on a session's board; see `offered`."""
    game, parameters = session.record.spec.name, session.record.start.parameters
    return offered(game, parameters, context)


def next_level(session: Session, context: Context, step: int) -> Level | None:
    """Return the next stronger or weaker level that plays on this board, None at either end."""
    levels, kind = opponents(session, context), family(session.opponent.name)
    now = next((each for each in levels if family(each.name) == kind), levels[-1])
    following = next_in(levels, now, step)
    return None if following is now else following


def next_speed(settings: Settings, step: int) -> float:
    """Return the demo's next speed, at either end the present one."""
    return next_amount(setting_of("demo_speed").steps, settings.demo_speed, step)


def faces_opponent(session: Session) -> bool:
    """Tell whether the AI plays against the player."""
    return session.mode is Mode.PLAY and set(session.record.seats) == {Seat.HUMAN, Seat.AI}


def answers_at_once(level: Level) -> bool:
    """Tell whether an opponent looks its moves up, so that no time makes it any better."""
    return level.searcher == "exact"


def move_seconds(session: Session, settings: Settings) -> float:
    """Return the most time the opponent takes, by choice or level; 0 for no such limit."""
    chosen = think_seconds(settings, session.record.spec.name)
    return chosen or session.opponent.limit.seconds or 0.0


def next_time(session: Session, settings: Settings, direction: int) -> Settings | None:
    """Return settings with more or less time for the opponent, or else for the analysis.

    A time that is the level's own is the level's again. None at either end, and where no time
    makes a difference.
    """
    if not faces_opponent(session):
        times = setting_of("analyse_seconds").steps
        time = next_amount(times, settings.analyse_seconds, direction)
        return settings.changed(analyse_seconds=time) if time != settings.analyse_seconds else None
    if answers_at_once(session.opponent):
        return None
    usual, now = session.opponent.limit.seconds or 0.0, move_seconds(session, settings)
    name = f"{session.record.spec.name}_think_seconds"
    time = next_amount({*setting_of(name).steps[1:], usual}, now, direction)
    return None if time == now else settings.changed(**{name: 0.0 if time == usual else time})


# What controls and keys choose on a game's screen.


def changed(scene: "GameScene", **values: object) -> ChangeSettings:
    return ChangeSettings(scene.context.settings.changed(**values))


def teach(scene: "GameScene", on: object) -> ChangeSettings:
    return changed(scene, teaching=scene.controls.teaching(bool(on)))


def change_speed(scene: "GameScene", step: int) -> ChangeSettings:
    return changed(scene, demo_speed=next_speed(scene.context.settings, step))


def change_time(
    scene: "GameScene", direction: int, *, announce: bool = True
) -> ChangeSettings | None:
    """Give the AI more or less time, for its moves or else for the analysis."""
    session, has_foe = scene.session, faces_opponent(scene.session)
    settings = next_time(session, scene.context.settings, direction)
    if settings is None:
        at_once = has_foe and answers_at_once(session.opponent)
        scene.toasts.refuse(words.AT_ONCE if at_once else words.TIME_LIMITS[direction > 0])
        return None
    if not has_foe:
        scene.toasts.show(say(words.ANALYSIS_TIME, time=seconds(settings.analyse_seconds)))
    elif announce:
        chosen = think_seconds(settings, scene.entry.name)
        text = say(words.MOVE_TIME, time=seconds(chosen)) if chosen else words.LEVELS_TIME
        scene.toasts.show(text)
    return ChangeSettings(settings)


def change_level(scene: "GameScene", step: int) -> Command | None:
    if not step:
        show_opponents(scene)
        return None
    level = next_level(scene.session, scene.context, step)
    return None if level is None else take_level(scene, level.name)


def take_level(scene: "GameScene", name: str) -> Command | None:
    scene.session.set_level(name)
    return changed(scene, **{f"{scene.entry.name}_level": setting_value(name)})


def show_opponents(scene: "GameScene") -> None:
    """List the opponents, of whom one press chooses another."""
    if not faces_opponent(scene.session):
        scene.toasts.refuse(words.NO_OPPONENT)
        return
    game, session = scene.entry.name, scene.session
    levels = opponents(session, scene.context)
    name, now = commands.OPPONENT.name, session.opponent.name
    scene.dialog = opponents_dialog(name, game, levels, now, details=scene.skin.details)


def swap_sides(scene: "GameScene") -> Command | None:
    """Start the same board again, with the player on the other side."""

    def swap() -> None:
        scene.controller.give(do(Session.restart))
        scene.session.set_seats(scene.session.record.seats[::-1])

    scene.history.new_game(swap)
    return keep_side(scene)


def keep_side(scene: "GameScene") -> Command | None:
    """Let the next games against the AI begin like the present one, whose side was chosen."""
    seats, before = scene.session.record.seats, scene.context.settings
    if set(seats) != {Seat.HUMAN, Seat.AI}:
        return None
    settings = with_same_start(before, scene.entry.name, is_me=seats[0] is Seat.HUMAN)
    return None if settings == before else ChangeSettings(settings)


def toggle_coordinates(scene: "GameScene") -> ChangeSettings | None:
    if scene.animator.view.has_coordinates:
        name = coordinates_of(scene.entry.name)
        return changed(scene, **{name: not scene.context.settings[name]})
    scene.toasts.refuse(words.NO_COORDINATES)
    return None


def change_metric(scene: "GameScene") -> ChangeSettings | None:
    """Write the next number on the candidates: value, loss, visits."""
    if not scene.skin.details:
        scene.toasts.refuse(say(words.MORE_NUMBERS, key=commands.DETAILS.cap))
        return None
    following = next_round(setting_of("metric").choices, scene.context.settings.metric, 1)
    is_score = following == "value" and scene.session.record.spec.players == 1
    scene.toasts.show(words.METRICS["value of one" if is_score else following])
    return changed(scene, metric=following)
