"""Law 4: a click does what is under it when the button goes down, and at most one thing."""

from dataclasses import dataclass, field
from typing import Any, Final

import pygame

from game.screens.base import OpenReview, OpenSetUp
from game.ui.commands import BACK
from game.ui.widgets import Action
from tests.laws.facts import BrokenLawError, History, Memory, holds, is_next
from tests.laws.world import Target, World

Offsets = tuple[tuple[int, int], ...]
"""What scrolls, each by its identity, and how far it is scrolled."""
LAW: Final = "a click does what is under it"

GOING: Final = frozenset(
    (
        *("undo", "redo", "first", "last", "back one", "forward one", "ply", "candidate"),
        *("new", "restart", "seed", "undo new", "open in analyse", "confirm", "swap sides"),
        *("bring back", "back to end", "go back", "play from here", "next mistake", "show better"),
        *("branch", "last branch", "next branch", "delete branch", "restore branch"),
        *("take back", "show lesson", "next game", "agree draw", "autoplay", "continue", "side"),
        *("samegame", "tictactoe", "hex", "breakthrough", "guess", "play guess"),
        *("play it", "analyse it"),
    )
)
"""Controls that lead to another position; a retry does, too, and a standard board."""
GOING_KEYS: Final = frozenset(
    (
        *((pygame.K_z, pygame.KMOD_CTRL), (pygame.K_y, pygame.KMOD_CTRL)),
        *((pygame.K_n, pygame.KMOD_CTRL), (pygame.K_v, pygame.KMOD_CTRL)),
        *((key, pygame.KMOD_CTRL) for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_DELETE)),
        *((pygame.K_LEFT, pygame.KMOD_ALT), (pygame.K_RIGHT, pygame.KMOD_ALT)),
    )
)
GOING_PLAIN_KEYS: Final = frozenset(
    (pygame.K_HOME, pygame.K_END, pygame.K_F5, pygame.K_n, pygame.K_y)
)
PLAYING_KEYS: Final = (pygame.K_RETURN, pygame.K_r)
"""Keys that play a move, answer a question or try a move again."""


@dataclass(slots=True)
class Click:
    """A button that goes down, and what was there.

    Attributes:
        at: The pixel.
        target: What lies under it.
        history: How the shown position was reached.
        offsets: How far everything was scrolled.
        actions: What controls asked for, so far.
        is_over: Whether the shown position ended the game.
        screen: The name of the screen.
        chosen: What was taken up on the board.
        line: The earlier game that is to be seen there.
        waited: Whether time passed before it was let go.
        passed: How the position was reached that was shown when that time had passed.
        is_ending: Whether the end of a game was still coming up on the board.
        is_guess: Whether a move is guessed and not played.
    """

    at: tuple[int, int]
    target: Target
    history: History | None
    offsets: Offsets
    is_over: bool
    screen: str
    chosen: int | None
    line: History | None = None
    actions: list[Any] = field(default_factory=list)
    waited: bool = False
    passed: History | None = None
    is_ending: bool = False
    is_guess: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """A key that goes down, what was shown then, and the screens that led there.

    Attributes:
        waits: Whether the AI was to move, and at it.
        goes_on: Whether something was shown or played by itself, and no question lay over it.
    """

    key: int
    mod: int
    history: History | None
    line: History | None
    is_over: bool
    screen: str
    trail: tuple[str, ...]
    waits: bool
    goes_on: bool


def nothing_scrolls_by_a_move(world: World, before: Offsets) -> None:
    """The pointer moves nothing while no button is held."""
    if offsets(world) != before:
        raise BrokenLawError(LAW, "a move of the pointer scrolls")


def nothing_scrolls_by_a_press(world: World, click: Click) -> None:
    """What lies under the pointer stays there when the button goes down."""
    if click.target.kind == "bar" or click.actions:
        return
    if world.history() != click.history:
        return  # a move was played: there may be less to scroll now
    before, now = dict(click.offsets), dict(offsets(world))
    if any(now[key] != before[key] for key in before.keys() & now.keys()):
        raise BrokenLawError(LAW, f"a press at {click.at} scrolls")


def a_click_does_what_is_under_it(world: World, click: Click) -> None:
    """What lay under the pointer when the button went down does its work, and nothing else."""
    target, done = click.target, click.actions
    names = {action.name for action in done}
    # A slider says where it is when the button goes down, and where it is let go.
    if len(names) > 1 or len(set(done)) < len(done):
        raise BrokenLawError(LAW, f"a click on a {target.kind} does {done}")
    if target.control is not None:
        meant = {action.name for action in target.actions}
        is_usable = target.control in world.group.widgets and target.control.can_focus
        if click.waited and not done and not is_usable:
            meant = set()  # what cannot be used any more does nothing
        if names != meant:
            raise BrokenLawError(LAW, f"a control says {meant}, what is done is {done}")
    elif target.kind != "panel" and done:
        raise BrokenLawError(LAW, f"a click on the {target.kind} does {done}")
    history = world.history()
    if click.history is None or history is None or click.waited:
        return
    if target.moves and click.is_guess:
        if history != click.history or world.guess not in target.moves:
            raise BrokenLawError(LAW, f"a click on cell {target.cell} guesses {world.guess}")
    elif target.moves:
        if not is_next(click.history, history) or history[1][-1] not in target.moves:
            under = f" under {world.notice!r}" if world.notice else ""
            raise BrokenLawError(
                LAW, f"a click on cell {target.cell}{under} does not play {target.moves}"
            )
    elif history != click.history and not _leads(world, click, [*done, *_given(target)]):
        raise BrokenLawError(LAW, f"a click on a {target.kind} leads to another position: {done}")
    chosen = world.content.chosen if world.content is not None else None
    if target.piece is not None and chosen != target.piece:
        raise BrokenLawError(LAW, f"a click on the piece {target.piece} does not take it up")


def a_click_on_the_board_is_answered(world: World, click: Click) -> None:
    """A click on a cell plays, takes something up or puts it back, or is told why it does not.

    One that comes while the end of a game is shown shows all of it, and does nothing else.
    """
    target = click.target
    if target.kind != "board" or target.cell is None or click.actions or click.waited:
        return
    if click.is_ending:
        if world.is_ending:
            raise BrokenLawError(LAW, f"a click on cell {target.cell} does not end what moves")
        return
    is_moved = world.history() != click.history or (click.is_guess and world.guess is not None)
    if is_moved or world.refusal or world.chosen != click.chosen or world.is_empty(target.cell):
        return
    raise BrokenLawError(LAW, f"a click on cell {target.cell} is not answered")


def _given(target: Target) -> tuple[Action, ...]:
    """Return what a line of Help asks of the game, which no control says when it is pressed."""
    return target.actions if target.kind == "line" else ()


def _leads(world: World, click: Click, done: list[Any]) -> bool:
    """Tell whether a click may lead to another position, by the controls that it meant."""
    if any(_goes(action.name) for action in done):
        return True
    names = {action.name for action in done}
    if names & {BACK.name, "review"} and world.app.scenes.name != click.screen:
        return True  # a retry leads back to the game that is reviewed
    begins_anew = "pause" in names and click.is_over
    # A game in which nobody has moved follows the settings.
    return begins_anew or (bool(done) and click.history is not None and not click.history[1])


def a_key_goes_where_it_says(world: World, typed: Typed) -> None:
    """Only keys that play or walk through the game lead to another position."""
    history = world.history()
    if typed.history is None or history is None or history == typed.history or not typed.history[1]:
        return
    if any(_goes(action.name) for action in world.actions):
        return
    if walks(typed) or typed.key in PLAYING_KEYS or is_next(typed.history, history):
        return
    if typed.screen == OpenSetUp.name and typed.key in (pygame.K_p, pygame.K_a):
        return
    if typed.screen == OpenReview.name and typed.key == pygame.K_u:
        return  # the moves of a game that is reviewed are guessed from its beginning
    if typed.key == pygame.K_SPACE and typed.is_over:
        return  # a demo that is over begins anew
    goes_back = typed.key == pygame.K_ESCAPE or any(
        each.name == BACK.name for each in world.actions
    )
    if goes_back and world.app.scenes.name != typed.screen:
        return
    raise BrokenLawError(LAW, f"the key {typed.key} leads elsewhere")


def an_offer_ends_with_its_reason(world: World, memory: Memory) -> None:
    """What a notice offers to take back is the last thing done, as long as it offers that."""
    offer, session = world.offer, world.session
    if offer is None or session is None:
        memory.offer = None
        return
    history, mode = world.history(), session.mode
    if memory.offer is None or memory.offer[0] is not offer:
        memory.offer = offer, history, mode
        return
    _, since, began = memory.offer
    if mode is not began:
        raise BrokenLawError(LAW, f"{world.notice!r} outlives a change to {mode}")
    if since is not None and history is not None and not holds(history, since):
        raise BrokenLawError(LAW, f"{world.notice!r} outlives what it is about")


def offsets(world: World) -> Offsets:
    """Return how far everything is scrolled that scrolls."""
    return tuple((id(each), each.offset) for each in world.scrolls)


def walks(typed: Typed) -> bool:
    """Tell whether a key leads through the game, or to another one."""
    return (typed.key, typed.mod) in GOING_KEYS or typed.key in GOING_PLAIN_KEYS


def _goes(name: str) -> bool:
    return (
        name in GOING or name.startswith(("retry", "review ", "earlier ")) or " standard " in name
    )
