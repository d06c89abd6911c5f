"""The laws of play, told by what a player sees and does.

1. It never stops. 2. A promise is kept. 3. Nothing is lost. 4. A click does what is under it when
the button goes down, and at most one thing. 5. Nothing moves under the hand. 6. What is said is
sure, and said of him who did it. 7. There is one order of moves, and nobody searches weaker than
asked.

Each law is a function or a few. It is given the world as it is after a step and what was noted
before, and raises `BrokenLawError` with a sentence. The second law stands in `promises`, the
third in `losses`, the fourth in `clicks`, the fifth in `steady`, the sixth in `sayings`, the
seventh in `order`.
"""

import re
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final

import pygame

from game.play.session import Mode, Seat
from game.play.thinker import ThinkerState
from game.ui.panel.analysis import CANDIDATE
from game.ui.widgets import Action, Widget
from tests.laws import losses, order, promises, sayings, steady
from tests.laws.clicks import (
    Click,
    Offsets,
    Typed,
    a_click_does_what_is_under_it,
    a_click_on_the_board_is_answered,
    a_key_goes_where_it_says,
    an_offer_ends_with_its_reason,
    nothing_scrolls_by_a_move,
    nothing_scrolls_by_a_press,
    offsets,
    walks,
)
from tests.laws.facts import BrokenLawError, History, Memory, is_next
from tests.laws.world import World

BLANK_SECONDS: Final = 2.0
"""After that what a search has found is to be seen."""
MOVING_SECONDS: Final = 1.5
"""A move of the AI waits for the one before it to be animated."""

KEYS: Final = {
    "End": pygame.K_END,
    "Home": pygame.K_HOME,
    "Esc": pygame.K_ESCAPE,
    "Space": pygame.K_SPACE,
    "Enter": pygame.K_RETURN,
}
"""Keys that a sentence may name as the way on."""


class Laws:
    """Holds a world against the laws.

    Attributes:
        world: What is held against them.
        memory: What the player was shown and has had.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.memory = Memory()

    def hold(self) -> None:
        """Check what must hold after every step."""
        for law in LAWS:
            law(self.world, self.memory)

    def hold_still(self) -> None:
        """Check that every control says what it would do now, with nothing left from before."""
        world = self.world
        shown, new = world.faces(), world.new_faces()
        if new != shown:
            raise BrokenLawError("a click does what is under it", _differing(shown, new))
        if world.cut_sentence:
            raise BrokenLawError("what is said can be read", f"it is cut: {world.cut_sentence!r}")

    # Clicks.

    def offsets(self) -> Offsets:
        """Return how far everything is scrolled."""
        return offsets(self.world)

    def moved(self, before: Offsets) -> None:
        """Check what a move of the pointer did."""
        nothing_scrolls_by_a_move(self.world, before)

    def press(self, at: tuple[int, int]) -> Click:
        """Note what is there before the button goes down."""
        world = self.world
        session = world.session
        is_over = session is not None and session.is_over
        screen = world.app.scenes.name
        target = world.target(at)
        line, shown = world.line_on(target.control), offsets(world)
        click = Click(at, target, world.history(), shown, is_over, screen, world.chosen, line)
        click.is_ending = world.is_ending
        click.is_guess = world.game is not None and world.game.controller.state.awaits_guess
        return click

    def down(self, click: Click) -> None:
        """Check what the button did when it went down."""
        click.actions += self.world.actions
        nothing_scrolls_by_a_press(self.world, click)
        self._note_move(click.history, click.actions)

    def unseen(self, press: Callable[[], None], at: tuple[int, int]) -> None:
        """Check that a click does nothing on a screen that comes by a key and was never drawn."""
        world, before = self.world, self.world.scene
        press()
        scene, history = world.scene, world.history()
        if scene is before:
            return
        world.send(pygame.MOUSEMOTION, pos=at, rel=(9, 9), buttons=(0, 0, 0))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            world.send(kind, pos=at, button=1)
            if world.actions or world.scene is not scene or world.history() != history:
                words = f"a click counts on {world.app.scenes.name}, which nobody has seen"
                raise BrokenLawError("a click does what is under it", words)

    def held(self, click: Click) -> None:
        """Note that time has passed, in which the AI may have gone on with its line."""
        click.waited, click.passed = True, self.world.history()

    def up(self, click: Click) -> None:
        """Check what the click did in all."""
        click.actions += self.world.actions
        self._note_move(click.passed if click.waited else click.history, click.actions)
        if {"engine", "pause"} & {action.name for action in click.actions}:
            self.memory.stopped = self.world.place
        a_click_does_what_is_under_it(self.world, click)
        a_click_on_the_board_is_answered(self.world, click)
        if click.actions:
            losses.a_card_brings_its_game_back(self.world, click.line)

    # Keys.

    def key(self, key: int, mod: int) -> Typed:
        """Note what is there before a key goes down."""
        session = self.world.session
        is_over = session is not None and session.is_over
        world = self.world
        name, trail = world.app.scenes.name, world.trail
        waits = self.waits_for_ai and _is_asked(world) and not world.context.thinker.error
        waits &= session is not None and not session.is_ai_passed_by  # where nobody moves
        goes_on = world.goes_on and world.dialog is None
        return Typed(key, mod, world.history(), world.line(), is_over, name, trail, waits, goes_on)

    def typed(self, typed: Typed) -> None:
        """Check what the key did."""
        if not walks(typed):
            self._note_move(typed.history, self.world.actions)
        sayings.note_taken_move(self.world, self.memory, typed)
        if typed.key in (pygame.K_ESCAPE, pygame.K_SPACE):
            self.memory.stopped = self.world.place
        a_key_goes_where_it_says(self.world, typed)
        escape_stops_what_goes_on(self.world, typed)
        losses.escape_leads_back(self.world, typed)

    def _note_move(self, before: History | None, actions: Sequence[Action]) -> None:
        now, asked = self.world.history(), {action.name for action in actions}
        if before is None or now is None or asked - {CANDIDATE} or self.world.left is not None:
            return  # who leaves a retry is back where he was
        if not is_next(before, now):
            return
        sayings.note_made_move(self.memory, now)
        if not self.world.is_trying:
            self.memory.by_hand = now, self.world.line()
            losses.note_own_move(self.world, self.memory, now)

    # Steps that look for something.

    @property
    def waits_for_ai(self) -> bool:
        """Whether the player waits for a move of the AI."""
        return _waits_for_ai(self.world)

    def patience(self, wait: Callable[[float], None], seconds: float) -> None:
        """Wait for a move of the AI that is due; it must come."""
        world, before = self.world, self.world.history()
        if not _waits_for_ai(world) or world.context.thinker.error:
            wait(0.5)
            return
        world.frame()  # or it has not been asked yet, and nobody knows how long it takes
        seconds += world.ai.seconds_left
        for _ in range(round(2 * seconds)):
            if not _waits_for_ai(world) or world.history() != before or world.context.thinker.error:
                return
            wait(0.5)
        if _key_to_go_on(world) is None:
            raise BrokenLawError("it never stops", f"the AI does not move: {world.sentences!r}")

    def way_on(self, press: Callable[[int], None]) -> None:
        """Press the key that the screen names where the game waits for it; it must go on."""
        world = self.world
        if self.memory.blank is not None and world.is_blank and world.ai.job is None:
            self._think_on(press)
            return
        if not _waits_for_ai(world) or _is_asked(world) or world.context.thinker.error:
            return
        key = _key_to_go_on(world)
        if key is None:
            return  # `it_never_stops` says so
        press(key)
        world.frame()
        if _waits_for_ai(world) and not _is_asked(world):
            raise BrokenLawError("it never stops", f"{world.sentences!r} did not help")

    def _think_on(self, press: Callable[[int], None]) -> None:
        world, place = self.world, self.world.place
        key = _named(world.keys_to_go_on) or _key_to_go_on(world)
        if key is None:
            return  # `what_is_asked_for_comes` says so
        press(key)
        world.frame()
        if world.is_blank and world.ai.job is None and world.place == place:
            raise BrokenLawError("it never stops", f"{world.sentences!r} did not help")


# Laws 1 and 7.


def it_never_stops(world: World, memory: Memory) -> None:
    """In Play, the player may move, or the AI is asked, or the screen says what to press."""
    if memory.by_hand not in (None, (world.history(), world.line())):
        memory.by_hand = None  # who comes back later, or by another line, looks back
    game = world.game
    if game is None or world.dialog is not None:
        return
    session = game.session
    if session.mode is not Mode.PLAY or session.is_over:
        return
    if world.is_trying:
        if not game.board.content().playable and world.bar_says("Try again", "Review") is None:
            raise BrokenLawError("it never stops", "a retry leaves no way on")
        return
    if session.seat_to_move is Seat.HUMAN:
        if not game.board.content().playable and not game.controller.state.shows_game:
            raise BrokenLawError("it never stops", "the player is to move and may not")
        return
    if world.context.thinker.state is ThinkerState.FAILED:
        if not any(_is_restart(each) for each in world.group.widgets):
            raise BrokenLawError("it never stops", "the AI has stopped, and nothing restarts it")
        return
    if _is_asked(world):
        return
    if memory.by_hand is not None and session.record.is_at_end:  # else it walked along the game
        raise BrokenLawError("it never stops", f"a move is not answered: {world.sentences!r}")
    if _key_to_go_on(world) is None:
        raise BrokenLawError("it never stops", f"nobody moves, and it says {world.sentences!r}")


def what_is_asked_for_comes(world: World, memory: Memory) -> None:
    """Who wants to see what the AI thinks sees it, or it is searched; or the player has stopped it.

    In that case the screen says what to press, and what was stopped is this position alone.
    """
    is_blank = world.is_blank and world.ai.job is None and not _waits_for_ai(world)
    if not is_blank or world.context.thinker.state is ThinkerState.FAILED:
        memory.blank = None
        return
    if memory.blank is None or memory.blank[0] != world.place:
        memory.blank = world.place, world.clock()
    if world.clock() - memory.blank[1] < BLANK_SECONDS:
        return  # what was found is worked out from time to time
    is_demo = world.session is not None and world.session.mode is Mode.DEMO
    if memory.stopped != world.place and not is_demo:
        raise BrokenLawError("it never stops", f"nothing is searched: {world.sentences!r}")
    if _key_to_go_on(world) is None:
        raise BrokenLawError("it never stops", f"it is stopped, and says {world.sentences!r}")


def escape_stops_what_goes_on(world: World, typed: Typed) -> None:
    """Esc ends what goes on by itself, and has the AI move; it leaves no game that waits for it."""
    if typed.key != pygame.K_ESCAPE or typed.mod:
        return
    if typed.goes_on and world.goes_on and world.app.scenes.name == typed.screen:
        raise BrokenLawError("it never stops", "Esc does not end what goes on by itself")
    if typed.waits and world.app.scenes.name != typed.screen:
        raise BrokenLawError("it never stops", "Esc leaves while the AI is to move")


def nothing_stays_held(world: World, memory: Memory) -> None:
    """What a key shows for as long as it is held ends when it is let go."""
    game = world.game
    if game is None:
        return
    is_held = pygame.K_z in world.held or game.top_bar.eye.pressed
    if game.controller.state.is_peeking and not is_held:
        raise BrokenLawError("a click does what is under it", "a key that is up still peeks")
    if game.controller.state.graph_key and pygame.K_g not in world.held:
        raise BrokenLawError("a click does what is under it", "a key that is up holds the graph")


def a_button_says_what_it_does(world: World, memory: Memory) -> None:
    """A demo that is over offers the next game, and nothing goes on where the game is over."""
    game = world.game
    if game is None or world.dialog is not None or not game.session.is_over:
        return
    for control in world.controls:
        label = getattr(control, "label", "")
        if control.enabled and label in ("Pause", "Go on"):
            raise BrokenLawError("it never stops", f"the game is over, and a button says {label!r}")


def nobody_searches_weaker(world: World, memory: Memory) -> None:
    """Each answer of the AI is by the searcher and at least the limit that was asked for."""
    if world.ai.wanted is None or world.ai.searched is None:
        return
    (asked, wanted), (searcher, limit) = world.ai.wanted, world.ai.searched
    is_less = _most(limit.simulations) < _most(wanted.simulations)
    is_less |= _most(limit.seconds) < _most(wanted.seconds)
    if searcher != asked or is_less:
        words = f"{asked} within {wanted} was asked for, {searcher} within {limit} answers"
        raise BrokenLawError("nobody searches weaker than asked", words)


def _most(bound: float | None) -> float:
    return inf if bound is None else bound


def _differing(shown: dict[str, Any], new: dict[str, Any]) -> str:
    names = [name for name in {**shown, **new} if shown.get(name) != new.get(name)]
    told = (f"{name} {shown.get(name)} would be {new.get(name)}" for name in names)
    return "; ".join(told)


def _is_restart(control: Widget) -> bool:
    return control.enabled and control.visible and getattr(control, "label", "") == "Restart"


def _waits_for_ai(world: World) -> bool:
    game = world.game
    if game is None or world.dialog is not None:
        return False
    session = game.session
    if session.mode is not Mode.PLAY or session.is_over or world.is_trying:
        return False
    return session.seat_to_move is Seat.AI


def _is_asked(world: World) -> bool:
    """Tell whether the AI thinks about the shown position, or has just thought."""
    game, ai = world.game, world.ai
    if game is None or ai.asked is None or ai.asked.position is not game.session.state:
        return False
    held_back = world.settings.min_reply_delay + MOVING_SECONDS
    if ai.answered is None:
        return True
    # What was found while the player looked back is played once he is here again.
    return world.clock() - max(ai.answered, game.controller.state.shown_at) < held_back


def _key_to_go_on(world: World) -> int | None:
    """Return the key that the bar or a sentence on the screen names."""
    bold = re.findall(r"\*\*(\w+)\*\*", world.sentences)
    return _named([*world.bar_keys, *bold, *world.keys_to_go_on])


def _named(words: Sequence[str]) -> int | None:
    return next((KEYS[word] for word in words if word in KEYS), None)


LAWS: Final = (
    it_never_stops,
    what_is_asked_for_comes,
    nothing_stays_held,
    a_button_says_what_it_does,
    *(*promises.LAWS, *order.LAWS, *losses.LAWS, an_offer_ends_with_its_reason),
    *(*steady.LAWS, *sayings.LAWS, nobody_searches_weaker),
)
"""What must hold after every step."""
