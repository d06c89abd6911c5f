"""Law 5: nothing moves under the hand."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.screens.earlier.card import EarlierCard
from game.ui.layout import Box
from game.ui.widgets import Widget
from tests.laws.facts import BrokenLawError, Memory
from tests.laws.world import Target, World
from tests.rig import widgets

LAW: Final = "nothing moves under the hand"
LESSON: Final = "show lesson"
HELPING: Final = frozenset(("hint", "show better", LESSON))
DISCARDING: Final = frozenset(
    ("new", "restart", "swap sides", "next game", "take back", "delete", "agree draw")
)
"""Controls that nobody wants to press instead of another one."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where everything stands that a hand may reach for.

    Attributes:
        opened: What the player has opened, closed, scrolled or scaled: only that moves things.
        presses: How many keys and buttons the player has pressed so far.
        pointer: Where the pointer rests, if it is in the window.
        controls: Each control with its place, and whether it can be used.
    """

    opened: tuple[Hashable, ...]
    presses: int
    pointer: tuple[int, int] | None
    controls: dict[Widget, tuple[Box, bool]]


def stand_of(world: World) -> Stand:
    """Return where everything stands now."""
    game: Any = world.game
    opened: tuple[Hashable, ...] = (
        world.scene,
        world.size,
        world.settings.ui_scale,
        world.settings.details,
        world.dialog,
        tuple(each.offset for each in world.scrolls),
        world.dialog.content.scroll.offset if world.dialog is not None else 0,
        # What was deleted or brought back goes or comes once the library has been asked again.
        tuple(card.row.number for card in widgets(world.scene, EarlierCard)),
    )
    if game is not None:
        session, controller = game.session, game.controller
        parameters = session.record.start.parameters
        opened += (parameters, session.mode, game.is_raised, controller.state.tree)
        opened += (controller.state.shows_layer, session.mode in controller.state.graphs)
        opened += (world.is_trying,)
        opened += (controller.guesser.is_on(session),)
    controls = {each: (each.box, each.enabled) for each in world.controls}
    return Stand(opened, world.presses, world.pointer, controls)


def the_board_stays(world: World, memory: Memory) -> None:
    """A board has one place in a window of one size, whatever is played, said or looked at."""
    game: Any = world.game
    if game is None:
        return
    kind = (world.name, world.size, world.settings.ui_scale, game.is_raised)
    place = memory.boards.setdefault(kind, game.layout.board)
    if place != game.layout.board:
        raise BrokenLawError(LAW, f"the board was at {place}, now at {game.layout.board}")


def controls_stay(world: World, memory: Memory) -> None:
    """Controls keep their places as long as the player opens and closes nothing.

    The one under the pointer stays there, and no other one moves by itself so far that a press in
    its middle misses it, in a window of usual size; a lower panel has to give way to a lesson.
    None that nobody wants to press by mistake comes where another one was, but for the lesson's.
    """
    before, now = memory.stand, stand_of(world)
    memory.stand = now
    if before is None or before.opened != now.opened:
        return
    by_itself = before.presses == now.presses and world.is_usual_size
    for control in before.controls.keys() & now.controls.keys():
        (old, _), (new, _) = before.controls[control], now.controls[control]
        at = now.pointer
        is_lost = at is not None and old.contains(at) and not new.contains(at)
        is_missed = by_itself and not new.contains(old.centre)
        if not _is_in_place(old, new) and (is_lost or is_missed):
            raise BrokenLawError(LAW, f"{control.name!r} moves from {old[:2]} to {new[:2]}")
    for control in now.controls.keys() - before.controls.keys():
        box, _ = now.controls[control]
        if control.name not in HELPING | DISCARDING:
            continue
        if control.name == LESSON and not world.is_usual_size:
            continue
        for other, (place, enabled) in before.controls.items():
            if enabled and other.name != control.name and place.contains(box.centre):
                raise BrokenLawError(LAW, f"{control.name!r} takes the place of {other.name!r}")


def a_second_press_does_the_same(
    world: World, at: tuple[int, int], click: Callable[[], None], wait: Callable[[], None]
) -> None:
    """The second half of a double click does what the first did, or nothing."""
    first = world.target(at)
    said = _words(first)
    click()
    wait()
    scene, between, now = world.scene, world.history(), world.target(at)
    world.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    done = list(world.actions)
    world.send(pygame.MOUSEBUTTONUP, pos=at, button=1)
    done += world.actions
    after = world.history()
    has_played = between is not None and after is not None and len(after[1]) > len(between[1])
    if not done and (world.scene is not scene or has_played):
        if first.cell == now.cell and now.moves and not first.moves:
            return  # the first click has chosen the group, as the player set it
        raise BrokenLawError(LAW, f"the second click on {said} is one on {_words(now)}")
    if done and _words(now) != said:
        raise BrokenLawError(LAW, f"the second click on {said} is one on {_words(now)}: {done}")


def _is_in_place(old: Box, new: Box) -> bool:
    """Tell whether a box is where it was, though it may have become narrower or wider."""
    return old.y == new.y and (old.x == new.x or old.right == new.right)


def _words(target: Target) -> str:
    control = target.control
    if control is None:
        return target.kind
    return f"{control.name} {getattr(control, 'label', '')!r}"


LAWS: Final = (the_board_stays, controls_stay)
