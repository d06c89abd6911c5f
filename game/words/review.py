"""What a review tells of a finished game: which game it was, its story, its moves."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from game.words.say import number_word, say, say_count, sentences

STANDARD: Final = "{game} Standard {number}"
PASTED: Final = "{game}, own board"
SEED: Final = "seed {seed}"
ON_BOARD: Final = "{game}, {board}"
AI_ALONE: Final = "{game}, the AI against itself"
TWO_PLAYERS: Final = "{game}, two players"
_AGAINST: Final = "{game} against {levels}"
_THEN: Final = "{levels}, then {level}"
START: Final = "Start"
MOVE: Final = "Move {number}"
MOVE_OF: Final = "Move {number}, {side}"
VIEWED_START: Final = "**the start**"
VIEWED: Final = "**move {number}** of {last}"
VIEWED_OF: Final = "**{side}'s move {number}** of {last}"
PLAYED: Final = "{mover} played"
CANNOT_LOSE: Final = "**{side} cannot lose**: it answers each stone in the other cell of the pair."
CHECKED: Final = {
    (False, False): "The AI is checking every move.",
    (False, True): "The AI is checking every move; the worst so far are below.",
    (True, False): "Not every move is checked.",
    (True, True): "Not every move is checked; the worst so far are below.",
}
"""By whether the player has stopped the search, and whether a mistake is found."""
STOPPED: Final = "Stopped. Space continues"
AT_POSITION: Final = "position {number} of {count}"
EFFORT: Final = "{count} simulations a position"
ALL_PROVEN: Final = "every position proven"
LOST: Final = {True: "Points lost: {limits}", False: "Win % lost: {limits}"}
"""By whether it is a game for one."""
MISTAKES: Final = ("The worst move", "Two worst moves", "Three worst moves")
OF_OTHERS: Final = (
    *("The other side's mistake", "The other side's mistakes", "The other side's mistakes"),
)
OTHER_LINES: Final = ("What the AI would have played",) * 3
"""Above one card, two and three."""
WORST_SO_FAR: Final = "Worst moves so far"
WORST: Final = "The worst moves are below."
TURNED: Final = "The game turned at {side}'s move {number}."
BEST: Final = {True: "As good is", False: "Best was"}
"""Above a move, by whether the played one was as good."""
TO_BE_FOUND: Final = "to be found"
ADVICE: Final = "{where}: {advice}."
TOO_LITTLE: Final = "Too little is known of its moves to judge them."
FLAWLESS: Final = "**Flawless**: no mistakes found."
FAULTLESS: Final = "No mistakes found."
_UNCLEAR: Final = (
    "No mistakes for sure; {count} move is unclear.",
    "No mistakes for sure; {count} moves are unclear.",
)
_FAULTLESS_CHOSEN: Final = (
    "No mistakes found in the one move that you chose.",
    "No mistakes found in the {count} moves that you chose.",
)
_MISSED: Final = {
    True: (
        "You had a forced win once and missed it.",
        "You had a forced win twice and missed it.",
        "You had a forced win {times} times and missed it.",
    ),
    False: (
        "A forced win was missed once.",
        "A forced win was missed twice.",
        "A forced win was missed {times} times.",
    ),
}
"""By whether it is about the player: once, twice, more often."""
_COSTLIEST: Final = {
    (True, True): "You missed {missed}, all of them on move {number}.",
    (True, False): "You missed {missed}, {most} of them on move {number}.",
    (False, True): "The moves played missed {missed}, all of them on move {number}.",
    (False, False): "The moves played missed {missed}, {most} of them on move {number}.",
}
"""By whether it is about the player, and whether one move missed all."""
SCORES: Final = {
    True: "Your score, and what the AI expected after each move",
    False: "Score, and what the AI expected after each move",
}
SIDES: Final = {
    True: ("{side} (you), win % after each move", "{side} (you), win %", "Win %"),
    False: ("{side}, win % after each move", "{side}, win %", "Win %"),
}
"""By whether it is about the player; the shorter ones for less room."""


def against(game: str, levels: Sequence[str]) -> str:
    """Return which game it was, and against whom, one after the other."""
    names = reduce(lambda names, level: say(_THEN, levels=names, level=level), levels)
    return say(_AGAINST, game=game, levels=names)


def unclear(moves: int) -> str:
    return say_count(moves, *_UNCLEAR)


def faultless_chosen(moves: int) -> str:
    return say_count(moves, *_FAULTLESS_CHOSEN)


def missed_wins(count: int, *, is_player: bool) -> str:
    sentence = _MISSED[is_player][min(count, 3) - 1]
    return say(sentence, times=number_word(count))


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
