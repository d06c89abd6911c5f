"""What is said of a drill: what is to be found, and what a move that was tried is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.phrases import N_, plural
from game.words.grades import LOSES
from game.words.say import counted, either, say, say_count, sentences


@dataclass(frozen=True, slots=True)
class DrillFacts:
    """What a drill's sentences tell of it.

    Attributes:
        kind: What is to be found: `game.play.drill.Kind`.
        mover: The side to move; empty in a game for one, as is `other`.
        within: How many of the winner's moves a win takes at most; 0 where that is not told.
        points: The best score; 0 where that is not told.
        day: When a game of the player's own was played; empty if that is not known.
        played: What was played in it; empty in all others.
        lost: What that lost; empty if it was fine.
    """

    kind: str
    mover: str
    other: str
    within: int
    points: int
    day: str
    played: str
    lost: str


TAUGHT: Final = N_("**{name}** it is: {why}")
"""What is said of a lesson's right move."""
ANSWERED: Final = N_("{side} answers **{name}**.")
LESSONS_DONE: Final = N_("These were the first lessons. The drills of the game go on from here.")
LOOKING: Final = N_("Looking for drills…")
NONE_DUE: Final = N_(
    "No drills are due. Play a game and review it: its mistakes come here the day after."
)
NO_LESSONS: Final = N_("This game has no lessons.")
NO_POSITION: Final = N_("No position of the day was found.")
NO_SOLUTIONS: Final = N_("No solutions of yesterday were found.")
ROUND_DONE: Final = N_("Round finished")
NO_PROVEN: Final = N_("No drills come with this game.")
TIMED_SO_FAR: Final = N_("{solved} solved, {missed} missed")
BEST_TIMED: Final = N_("best today {today}, ever {ever}")
TIMED_DONE: Final = N_("**{solved}** solved, **{missed}** missed. Best today {today}, ever {ever}.")
SOLVED_ALREADY: Final = N_("It is solved already.")
ANSWER_SHOWN: Final = N_("The answer is shown: only its line can be played.")
ONE_TRIED: Final = N_("Another move can be tried with Try again.")
_PLACES: Final = {
    "drill": (N_("Drill"), N_("Drill {number} of {count}")),
    "lesson": (N_("Lesson"), N_("Lesson {number} of {count}")),
    "position": (N_("Position"), N_("Position {number} of {count}")),
    "solution": (N_("Solution"), N_("Solution {number} of {count}")),
}
"""What is shown: alone, and as one of several."""
_TASKS: Final = {
    "win": (
        N_("**{mover}** to move. Find a move that wins."),
        *plural(
            "**{mover}** to move. Find a move that wins within {count} move.",
            "**{mover}** to move. Find a move that wins within {count} moves.",
        ),
    ),
    "hold": (
        N_("**{mover}** to move. Only one move keeps {other} from winning."),
        *plural(
            "**{mover}** to move. Only one move stops {other} from winning within {count} move.",
            "**{mover}** to move. Only one move stops {other} from winning within {count} moves.",
        ),
    ),
    "best": (N_("**{best}** can be reached. Find a move that keeps it so."),),
    "clear": (N_("The board can be cleared. Find a move that keeps it so."),),
    "own": (N_("From your game of {day}. Find a good move for **{mover}**."),),
    "own, for one": (N_("From your game of {day}. Find a good move."),),
}
"""Without a number of moves, within one, within more."""
_RIGHT: Final = {
    "win": (
        N_("**{name}** wins."),
        *plural("**{name}** wins within {count} move.", "**{name}** wins within {count} moves."),
    ),
    "hold": (N_("**{name}** it is: the only move."),),
    "best": (N_("**{name}** it is: {best} can still be reached."),),
    "clear": (N_("**{name}** it is: the board can still be cleared."),),
    "own": (N_("**{name}** is good."),),
}
_WRONG: Final = {
    "win": (
        N_("**{name}** does not win."),
        *plural(
            "**{name}** does not win within {count} move.",
            "**{name}** does not win within {count} moves.",
        ),
    ),
    "hold": (
        N_("**{name}** lets {other} win."),
        *plural(
            "**{name}** lets {other} win within {count} move.",
            "**{name}** lets {other} win within {count} moves.",
        ),
    ),
    "best": (N_("After **{name}**, {best} can't be reached any more."),),
    "clear": (N_("After **{name}** the board can't be cleared any more."),),
    "own": (LOSES,),
}


def task(drill: DrillFacts) -> str:
    is_mistake_for_one = drill.kind == "own" and not drill.mover
    return _sentence(_TASKS["own, for one" if is_mistake_for_one else drill.kind], drill, "")


def right(drill: DrillFacts, name: str, *, is_sure: bool) -> str:
    """Return what is said of a move that is right, or that is not known to be wrong."""
    if is_sure or drill.kind != "own":
        sentence = _sentence(_RIGHT[drill.kind], drill, name)
    else:
        sentence = say("**{name}** is no mistake, as far as the AI can tell.", name=name)
    return sentences(sentence, _played(drill, name))


def wrong(drill: DrillFacts, name: str, lost: str) -> str:
    """Return what is said of a move that is not right."""
    sentence = _sentence(_WRONG[drill.kind], drill, name, lost)
    is_mistake = drill.kind == "own" and drill.lost
    return sentences(sentence, _played(drill, name) if is_mistake else "")


def shown(drill: DrillFacts, names: Sequence[str]) -> str:
    """Return which moves were right, the best one first."""
    best = names[0]
    bold = either(say("**{name}**", name=best), *(names[1:] if drill.kind != "own" else ()))
    return sentences(say("{names} was to be found.", names=bold), _played(drill, best))


def solution(drill: DrillFacts, names: Sequence[str]) -> str:
    """Return what is said of an answer that nobody was asked for."""
    if drill.kind == "clear":
        return say("This line clears the board, for **{best}**.", best=_best(drill))
    return sentences(say("**{mover}** to move.", mover=drill.mover), shown(drill, names))


def summary(solved: int, count: int) -> str:
    """Return how many drills of a round were solved."""
    sentence = say_count(
        count,
        "**{solved} of {count} drill** solved at the first try.",
        "**{solved} of {count} drills** solved at the first try.",
        solved=solved,
    )
    if solved == count:
        return sentences(sentence, N_("Each comes back when you may begin to forget it."))
    return sentences(sentence, N_("What you missed comes back tomorrow."))


def place(kind: str, number: int, count: int) -> str:
    """Return which of a round is shown, such as a lesson; a single one is only called so."""
    alone, one_of = _PLACES[kind]
    return alone if count == 1 else say(one_of, number=number, count=count)


def clearable(points: int) -> str:
    """Return the task of a board that the AI has cleared."""
    return say_count(
        points,
        "It can be cleared: the AI has **{count} point**.",
        "It can be cleared: the AI has **{count} points**.",
    )


def _sentence(table: tuple[str, ...], drill: DrillFacts, name: str, lost: str = "") -> str:
    """Return the sentence of a kind of drill: with a number of moves if one is told."""
    values = {
        "name": name,
        "lost": lost,
        "best": _best(drill),
        "day": drill.day or N_("an earlier day"),
    }
    values |= {"mover": drill.mover, "other": drill.other}
    plain, *numbered = table
    if numbered and drill.within:
        return say_count(drill.within, *numbered, **values)
    return say(plain, **values)


def _best(drill: DrillFacts) -> str:
    return counted(drill.points, "point") if drill.points else N_("the best score")


def _played(drill: DrillFacts, name: str) -> str:
    """Return what was played in the player's own game, beside the move that is spoken of."""
    played, lost = drill.played, drill.lost
    if not played or (played == name and lost):
        return ""
    if played == name:
        return N_("You played it in the game, too.")
    if lost:
        return say("In the game you played {played}, which lost {lost}.", played=played, lost=lost)
    return say("In the game you played {played}, which was fine, too.", played=played)
