"""Tells a screen reader what the window shows, and does what its user asks for there.

What is asked for becomes the keys and the clicks that do the same, at the place of what is meant.
Nothing happens here while nobody reads the window, which the desktop says.
"""

import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

import pygame

from ai.version import NAME
from game.ui.elements import Act, Element, Role
from game.ui.layout import Box
from game.window.reader_tree import ROOT, Numbers, ScreenTree, blank, number_in
from game.words.language import spoken

log = logging.getLogger(__name__)

BEFORE_SHOWN: Final = sys.platform in ("win32", "darwin")
"""Whether a window has to wait to be shown until its reader has begun."""
SETTLE_SECONDS: Final = 0.1
"""How long to leave a link alone that has just asked: until it has the answer, it may hold a lock
that all of it waits for, and wait for Python itself."""
PAUSE_SECONDS: Final = 0.1
"""How long at least between two updates: nobody hears what moves in between."""
MISSING: Final = "No screen reader can read the window: %r"
_ARROWS: Final = ((pygame.K_UP, pygame.K_DOWN), (pygame.K_LEFT, pygame.K_RIGHT))
_MOST_STEPS: Final = 100
"""How many arrows set a control to a number, at most: the screen is described after each."""


class Link(Protocol):
    """The way to the readers; see `game.window.access_kit`."""

    def update(self, tree: ScreenTree, numbers: Iterable[int], language: str) -> None:
        """Tell some of a tree's nodes, and which has the keyboard."""

    def focus(self, has_focus: bool) -> None:
        """Tell whether the window has the keyboard."""

    def place(self, box: Box) -> None:
        """Tell where on the screen the window is."""


Connect = Callable[[pygame.Window, "Reader", str], Link]


def access_kit(window: pygame.Window, reader: "Reader", language: str) -> Link:
    """Make the link that this program uses; raises ImportError where AccessKit is not installed."""
    from game.window.access_kit import AccessKit

    return AccessKit(window, reader, language)


class Reader:
    """What the window knows of its reader, whether there is one or not."""

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        connect: Connect = access_kit,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Do nothing yet.

        Args:
            wake: Wakes the window, from any thread.
            clock: Tells the time in seconds.
        """
        self._wake = wake
        self._connect = connect
        self._clock = clock
        self._link: Link | None = None
        self._numbers = Numbers()
        self._told = blank(NAME)
        self._language = ""
        self._due = 0.0
        self._is_active = self._is_stale = self._is_placed = False
        self._requests: deque[tuple[int, Act, str]] = deque()

    def begin(self, window: pygame.Window) -> None:
        """Wait for a reader of a window; see `BEFORE_SHOWN`."""
        self._language = spoken().code

        def connect() -> None:
            self._link = self._connect(window, self, self._language)

        self._guarded(connect)

    def end(self) -> None:
        """Let go of the window, which readers then take for gone."""
        self._link = None

    # What the link calls, in whatever thread.

    def activated(self) -> ScreenTree:
        """Take note that somebody reads; return what is known of the window."""
        self._is_stale, self._is_placed = True, False
        self._due = self._clock() + SETTLE_SECONDS
        self._is_active = True
        self._wake()
        return self._told

    def deactivated(self) -> None:
        """Take note that nobody reads any more."""
        self._is_active = False

    def asked(self, number: int, act: Act, text: str = "") -> None:
        """Take note of what is to be done with a node."""
        self._requests.append((number, act, text))
        self._wake()

    # What the window calls.

    @property
    def is_read(self) -> bool:
        """Whether somebody reads the window."""
        return self._link is not None and self._is_active

    def wake_after(self) -> float | None:
        """Return the seconds until it has something to tell; None if it has not."""
        waits = self.is_read and self._is_stale
        return max(0.0, self._due - self._clock()) if waits else None

    def take(self, event: pygame.event.Event) -> None:
        """Take in what happened to the window."""
        if event.type in (
            pygame.WINDOWFOCUSGAINED,
            pygame.WINDOWFOCUSLOST,
            pygame.WINDOWMOVED,
            pygame.WINDOWRESIZED,
        ):
            self._is_placed, self._is_stale = False, True

    def follow(
        self, describe: Callable[[], Element], window: pygame.Window, *, is_new: bool
    ) -> None:
        """Tell what has changed, if somebody reads it and it is time for that.

        Args:
            is_new: Whether a frame has been drawn since the last call.
        """
        self._is_stale |= is_new
        if self.wake_after() != 0.0:
            return
        self._due = self._clock() + PAUSE_SECONDS
        whole = self._numbers.tree_of(describe())
        tree = whole.next_after(self._told)
        self._is_stale = tree is not whole
        self._guarded(lambda: self._tell(tree, window))

    def _tell(self, tree: ScreenTree, window: pygame.Window) -> None:
        assert self._link is not None
        if not self._is_placed:
            self._is_placed = True
            self._link.place(Box(*window.position, *window.size))
            self._link.focus(window.focused)
        language = spoken().code
        is_other, self._language = language != self._language, language
        numbers = tuple(tree.nodes) if is_other else tree.new_since(self._told)
        if numbers or tree.focus != self._told.focus:
            self._link.update(tree, numbers, language)
        self._told = tree

    def _guarded(self, do: Callable[[], None]) -> None:
        """Do something with the link; go on without it where that fails."""
        try:
            do()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # what fails in Rust is no Exception
            log.warning(MISSING, error)
            self._link = None

    # What is asked for.

    def events(
        self,
        describe: Callable[[], Element],
        may_press: Callable[[], bool],
        pointer: pygame.event.Event | None,
    ) -> Iterator[pygame.event.Event]:
        """Yield the keys and clicks that do what is asked for, each once the last one is taken.

        Args:
            may_press: Tells whether a press counts now where the pointer has moved to.
            pointer: How it came to where it really is; None if it is not in the window.
        """

        def look() -> ScreenTree:
            return self._numbers.tree_of(describe())

        while self._requests:
            number, act, text = self._requests[0]
            if act is Act.PRESS:
                for event in _press(number, look):
                    if event.type == pygame.MOUSEBUTTONDOWN and not may_press():
                        return  # it is tried again when one does
                    yield event
                yield pointer or pygame.event.Event(pygame.WINDOWLEAVE)
            else:
                yield from _lead_to(number, look)
                tree = look()
                if tree.focus == number:
                    is_field = tree.nodes[number].element.role is Role.FIELD
                    set_it = act is Act.WRITE and not is_field
                    yield from _steps_to(number, text, look) if set_it else _keys(act, text)
            self._requests.popleft()


Look = Callable[[], ScreenTree]


def _press(number: int, look: Look) -> Iterator[pygame.event.Event]:
    """Yield a click in the middle of a node, which comes into sight first."""
    if _place(number, look()) is None:
        yield from _lead_to(number, look)
    at = _place(number, look())
    if at is not None:
        moved = {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
        yield pygame.event.Event(pygame.MOUSEMOTION, moved)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            yield pygame.event.Event(kind, pos=at, button=1, touch=False)


def _place(number: int, tree: ScreenTree) -> tuple[int, int] | None:
    """Return the middle of a node; None if it is not there, or not in sight."""
    if number not in tree.nodes:
        return None
    box = tree.nodes[number].element.box
    is_seen = min(box.size) > 0 and tree.nodes[ROOT].element.box.contains(box.centre)
    return box.centre if is_seen else None


def _lead_to(number: int, look: Look) -> Iterator[pygame.event.Event]:
    """Yield the keys that bring the keyboard to a node, as far as keys lead there."""
    been: set[int] = set()
    tree = look()
    while number in tree.nodes and tree.focus != number and tree.focus not in been:
        been.add(tree.focus)
        yield _step(tree, number)
        tree = look()


def _step(tree: ScreenTree, number: int) -> pygame.event.Event:
    """Return the key that leads nearer to a node: an arrow on a board, else the way round."""
    here, there = tree.nodes[tree.focus].element.place, tree.nodes[number].element.place
    if there and tree.focus == ROOT:
        return _key(pygame.K_DOWN)  # nothing has the keyboard but the board, if there is one
    if here and there and tree.grid_of(tree.focus) == tree.grid_of(number):
        for (back, on), at, to in zip(_ARROWS, here, there, strict=True):
            if at != to:
                return _key(on if to > at else back)
    return _key(pygame.K_TAB)


def _keys(act: Act, text: str) -> Iterator[pygame.event.Event]:
    """Yield what does something with the control that has the keyboard."""
    if act is Act.WRITE:
        yield _key(pygame.K_a, pygame.KMOD_CTRL)
        yield pygame.event.Event(pygame.TEXTINPUT, text=text)
    elif act is not Act.FOCUS:
        yield _key(pygame.K_RIGHT if act is Act.MORE else pygame.K_LEFT)


def _steps_to(number: int, text: str, look: Look) -> Iterator[pygame.event.Event]:
    """Yield the arrows that set a control to a number, or lead past it where it has no such."""

    def left() -> float:
        node = look().nodes.get(number)
        now = None if node is None else number_in(node.element.value)
        return 0.0 if now is None or wanted is None else wanted - now

    wanted = number_in(text)
    ahead = left()
    key = pygame.K_RIGHT if ahead > 0 else pygame.K_LEFT
    for _ in range(_MOST_STEPS):
        if not ahead:
            return
        yield _key(key)
        before, ahead = ahead, left()
        if not 0 < ahead / before < 1:
            return


def _key(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
