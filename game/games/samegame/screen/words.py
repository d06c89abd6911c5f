"""What SameGame says of a line and of a move, as far as the search data supports it.

Text is marked up with **bold** runs, as `game.ui.text` reads it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ai.phrases import N_, plural
from game.games.samegame.plans import go_in_any_order
from game.games.samegame.rules import CLEAR_BONUS, SameGameState, removal_points
from game.ui.overlay import Mark, Overlay
from game.words.numbers import signed
from game.words.say import counted, either, say, say_count

LEFT: Final = plural("{count} tile left", "{count} tiles left")
_LEFT_AT_COST: Final = plural("{count} tile left ({cost})", "{count} tiles left ({cost})")
_COSTS: Final = plural(
    "Start with {moves}. The line earns **{earned}**, but the **{count} tile** left cost "
    "**{cost}**.",
    "Start with {moves}. The line earns **{earned}**, but the **{count} tiles** left cost "
    "**{cost}**.",
)
_CLEARS: Final = N_("Start with {moves}. The line clears, **{bonus}**.")
_LEAVES: Final = plural(
    "Start with {moves}. The line leaves {count} tile.",
    "Start with {moves}. The line leaves {count} tiles.",
)
_TAKE: Final = N_(
    "Take the **{tiles}** at **{name}** now, worth **{points}**: "
    "no later group of this line is larger."
)
_LARGEST: Final = N_(
    "Start with {moves}. Its largest group, **{tiles}, {points}**, is step {step}."
)
_LARGEST_TAKEN: Final = N_("the largest group, {tiles}, {points}")
LEAST_NAMED: Final = 6
"""A smaller group is not worth a word, though it may be the largest."""
MOST_NAMED: Final = 3
"""More moves that begin the same plan are not named."""


@dataclass(frozen=True, slots=True)
class LineStep:
    before: SameGameState
    group: tuple[int, ...]
    points: int


@lru_cache(maxsize=64)
def replay(
    state: SameGameState, line: tuple[int, ...]
) -> tuple[tuple[LineStep, ...], SameGameState]:
    steps = []
    for move in line:
        group = state.group_of(move)
        steps.append(LineStep(state, group, removal_points(len(group))))
        state = state.play(move)
    return tuple(steps), state


def biggest_step(steps: tuple[LineStep, ...]) -> int:
    """Return the index of the step that removes most; the first of equals."""
    return max(range(len(steps)), key=lambda i: len(steps[i].group))


@lru_cache(maxsize=64)
def interchangeable(state: SameGameState, mark: Mark) -> tuple[int, ...]:
    """Return the first moves of a plan that may be made in any order, as many as are named."""
    moves = [mark.move]
    for other in mark.same_plan:
        if len(moves) < MOST_NAMED and go_in_any_order(state, (*moves, other)):
            moves.append(other)
    return tuple(moves)


def plan_words(state: SameGameState, mark: Mark) -> str:
    """Return which moves begin a plan and what it promises; empty for one that has no choice."""
    moves = interchangeable(state, mark)
    if len(moves) == 1:
        return ""
    names = either(*(state.move_label(move) for move in moves))
    return say("{moves} first: {score} either way", moves=names, score=round(mark.value))


def _begins(state: SameGameState, mark: Mark) -> str:
    """Return the first move of a line, by which the board numbers the steps, and its equals."""
    return either(*(f"**{state.move_label(move)}**" for move in interchangeable(state, mark)))


def explain(
    state: SameGameState, overlay: Overlay | None, *, shown: Mark | None = None, brief: bool = False
) -> str:
    """Say what a line of a position does.

    Args:
        shown: The move whose line it is; None for the best.
    """
    if overlay is None or not overlay.marks:
        return ""
    best = shown or overlay.marks[0]
    steps, end = replay(state, best.line)
    if not steps:
        return ""
    name = state.move_label(best.move)
    begins = _begins(state, best)
    deduction = end.points - end.score
    if best.value < state.score and deduction > 0:
        earned = signed(end.points - state.score)
        return say_count(end.tiles_left, *_COSTS, moves=begins, earned=earned, cost=deduction)
    if brief and end.cleared:
        return say(_CLEARS, moves=begins, bonus=signed(CLEAR_BONUS))
    if brief:
        return say_count(end.tiles_left, *_LEAVES, moves=begins)
    big = biggest_step(steps)
    group = steps[big]
    size = counted(len(group.group), "tile")
    if big == 0:
        return say(_TAKE, tiles=size, name=name, points=signed(group.points))
    return say(_LARGEST, moves=begins, tiles=size, points=signed(group.points), step=big + 1)


def headline(state: SameGameState) -> str:
    """Return whether a board is cleared, or how much is left and what that cost."""
    if not state.tiles_left:
        return N_("Board cleared")
    cost = state.points - state.score
    if cost:
        return say_count(state.tiles_left, *_LEFT_AT_COST, cost=signed(-cost))
    return say_count(state.tiles_left, *LEFT)


def move_effect(state: SameGameState, move: int) -> str:
    """Say what a removal did for all to see: it took a colour or the largest group."""
    after, size, colour = state.play(move), len(state.group_of(move)), state.colour_of(move)
    if colour is not None and not after.colour_counts[colour]:
        return N_("the last tiles of their colour")
    others = (len(group) for group in state.groups() if move not in group)
    if size >= LEAST_NAMED and size > max(others, default=0):
        return say(_LARGEST_TAKEN, tiles=counted(size, "tile"), points=signed(removal_points(size)))
    return ""
