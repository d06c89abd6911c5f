"""What a review tells of a finished game: which game it was, its story, its moves."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from ai.phrases import N_, plural
from game.words.results import THE_AI, YOU
from game.words.say import begun, number_word, say, say_count, sentences

STANDARD: Final = N_("{game} Standard {number}")
PASTED: Final = N_("{game}, own board")
SEED: Final = N_("seed {seed}")
ON_BOARD: Final = N_("{game}, {board}")
AI_ALONE: Final = N_("{game}, the AI against itself")
TWO_PLAYERS: Final = N_("{game}, two players")
_AGAINST: Final = N_("{game} against {levels}")
_THEN: Final = N_("{levels}, then {level}")
START: Final = N_("Start", "the beginning of a game")
MOVE: Final = N_("Move {number}")
MOVE_OF: Final = N_("Move {number}, {side}")
VIEWED_START: Final = N_("**the start**")
VIEWED: Final = N_("**move {number}** of {last}")
VIEWED_OF: Final = N_("**{side}'s move {number}** of {last}")
_PLAYED: Final = {YOU: N_("You played"), THE_AI: N_("The AI played")}
_SIDE_PLAYED: Final = N_("{mover} played")
"""Above the name of a move."""
CANNOT_LOSE: Final = N_(
    "**{side} cannot lose**: it answers each stone in the other cell of the pair."
)
CHECKED: Final = {
    (False, False): N_("The AI is checking every move."),
    (False, True): N_("The AI is checking every move; the worst so far are below."),
    (True, False): N_("Not every move is checked."),
    (True, True): N_("Not every move is checked; the worst so far are below."),
}
"""By whether the player has stopped the search, and whether a mistake is found."""
STOPPED: Final = N_("Stopped. Space continues")
AT_POSITION: Final = N_("position {number} of {count}")
EFFORT: Final = N_("{count} simulations a position")
ALL_PROVEN: Final = N_("every position proven")
LOST: Final = {True: N_("Points lost: {limits}"), False: N_("Win % lost: {limits}")}
"""By whether it is a game for one."""
MISTAKES: Final = (N_("The worst move"), N_("Two worst moves"), N_("Three worst moves"))
OF_OTHERS: Final = (
    *(
        N_("The other side's mistake"),
        N_("The other side's mistakes"),
        N_("The other side's mistakes"),
    ),
)
OTHER_LINES: Final = (N_("What the AI would have played"),) * 3
"""Above one card, two and three."""
WORST_SO_FAR: Final = N_("Worst moves so far")
WORST: Final = N_("The worst moves are below.")
TURNED: Final = N_("The game turned at {side}'s move {number}.")
BEST: Final = {True: N_("As good is"), False: N_("Best was")}
"""Above a move, by whether the played one was as good."""
TO_BE_FOUND: Final = N_("to be found")
ADVICE: Final = N_("{where}: {advice}.")
TOO_LITTLE: Final = N_("Too little is known of its moves to judge them.")
FLAWLESS: Final = N_("**Flawless**: no mistakes found.")
FAULTLESS: Final = N_("No mistakes found.")
_UNCLEAR: Final = plural(
    "No mistakes for sure; {count} move is unclear.",
    "No mistakes for sure; {count} moves are unclear.",
)
_FAULTLESS_CHOSEN: Final = plural(
    "No mistakes found in the one move that you chose.",
    "No mistakes found in the {count} moves that you chose.",
)
_MISSED: Final = {
    True: (
        N_("You had a forced win once and missed it."),
        N_("You had a forced win twice and missed it."),
        *plural(
            "You had a forced win {times} time and missed it.",
            "You had a forced win {times} times and missed it.",
        ),
    ),
    False: (
        N_("A forced win was missed once."),
        N_("A forced win was missed twice."),
        *plural("A forced win was missed {times} time.", "A forced win was missed {times} times."),
    ),
}
"""By whether it is about the player: once, twice, more often."""
_COSTLIEST: Final = {
    (True, True): N_("You missed {missed}, all of them on move {number}."),
    (True, False): N_("You missed {missed}, {most} of them on move {number}."),
    (False, True): N_("The moves played missed {missed}, all of them on move {number}."),
    (False, False): N_("The moves played missed {missed}, {most} of them on move {number}."),
}
"""By whether it is about the player, and whether one move missed all."""
SCORES: Final = {
    True: N_("Your score, and what the AI expected after each move"),
    False: N_("Score, and what the AI expected after each move"),
}
SIDES: Final = {
    True: (N_("{side} (you), win % after each move"), N_("{side} (you), win %"), N_("Win %")),
    False: (N_("{side}, win % after each move"), N_("{side}, win %"), N_("Win %")),
}
"""By whether it is about the player; the shorter ones for less room."""


def against(game: str, levels: Sequence[str]) -> str:
    """Return which game it was, and against whom, one after the other."""
    names = reduce(lambda names, level: say(_THEN, levels=names, level=level), levels)
    return say(_AGAINST, game=game, levels=names)


def played(mover: str) -> str:
    """Return what stands above the name of a move: who played it, as `moves.played` names them."""
    return say(_PLAYED.get(mover, _SIDE_PLAYED), mover=begun(mover))


def unclear(moves: int) -> str:
    return say_count(moves, *_UNCLEAR)


def faultless_chosen(moves: int) -> str:
    return say_count(moves, *_FAULTLESS_CHOSEN)


def missed_wins(count: int, *, is_player: bool) -> str:
    once, twice, *more = _MISSED[is_player]
    if count <= 2:
        return say(once if count == 1 else twice)
    return say_count(count, *more, times=number_word(count))


def score_story(best: int, missed: int, most: int, number: int, *, is_player: bool) -> str:
    """Return what was missed of the AI's score, and where most of that was.

    Args:
        most: What the costliest move missed, the one with the number.
    """
    costliest = _COSTLIEST[is_player, most == missed]
    return sentences(
        say("The AI found {best}.", best=best),
        say(costliest, missed=missed, most=most, number=number),
    )
