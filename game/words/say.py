"""How the program's sentences are made: whole ones, with named places for what varies.

A sentence is never put together from pieces, as other languages order and bend them otherwise.
Text is marked up with **bold** runs, as `game.ui.text` reads it.
"""

from collections.abc import Iterable
from typing import Final

from game.words.numbers import MINUS, short_count, short_loss, thousands


def say(sentence: str, /, **values: object) -> str:
    """Return a sentence with its places filled in; whole numbers are written in groups."""
    written = {k: thousands(v) if isinstance(v, int) else v for k, v in values.items()}
    return sentence.format(**written)


def say_count(count: int, one: str, many: str, /, **values: object) -> str:
    """Return the one of two sentences that fits a number, which stands at its {count}."""
    return say(one if count == 1 else many, count=count, **values)


BETWEEN: Final = "  ·  "
# What several pages say.
AT_MOVE: Final = "move {number}"
AT_STEP: Final = "step {step}"
OF: Final = "{number} of {count}"
RANGE: Final = "{first} to {last} of {count}"
MORE: Final = "and {count} more"
CHANGE: Final = "{before} to {after}"
"""What was and what is: 62 to 54 %."""
_NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
)
_THINGS: Final = {
    "board": ("{count} board", "{count} boards"),
    "column": ("{count} column", "{count} columns"),
    "day": ("{count} day", "{count} days"),
    "draw": ("{count} draw", "{count} draws"),
    "drill": ("{count} drill", "{count} drills"),
    "game": ("{count} game", "{count} games"),
    "group": ("{count} group", "{count} groups"),
    "hint": ("{count} hint", "{count} hints"),
    "lesson": ("{count} lesson", "{count} lessons"),
    "mistake": ("{count} mistake", "{count} mistakes"),
    "move": ("{count} move", "{count} moves"),
    "other line": ("{count} other line", "{count} other lines"),
    "playout": ("{count} playout", "{count} playouts"),
    "point": ("{count} point", "{count} points"),
    "position": ("{count} position", "{count} positions"),
    "simulation": ("{count} simulation", "{count} simulations"),
    "slip": ("{count} slip", "{count} slips"),
    "solution": ("{count} solution", "{count} solutions"),
    "tile": ("{count} tile", "{count} tiles"),
    "visit": ("{count} visit", "{count} visits"),
    "win": ("{count} win", "{count} wins"),
}


def counted(number: int, what: str, *, short: bool = False) -> str:
    """Return a number of things in words: 1 move, 7 moves, 12k visits.

    What a game of somebody else's counts is called by its own word, the same for any number.
    """
    one, many = _THINGS.get(what, ("{count} " + what,) * 2)
    written = short_count(number) if short else thousands(number)
    return say(one if number == 1 else many, count=written)


def quoted(text: str) -> str:
    """Return what somebody else says, in quotes and in one line."""
    return say("“{text}”", text=" ".join(text.split()))


def sentences(*texts: str) -> str:
    """Return whole sentences, one after the other; those that are empty are left out."""
    return " ".join(filter(None, texts))


def listed(parts: Iterable[str]) -> str:
    """Return parts of equal rank: 3 won, 1 drawn; those that are empty are left out."""
    return ", ".join(filter(None, parts))


def named(moves: Iterable[str]) -> str:
    """Return the names of a line of moves, one after the other."""
    return " ".join(moves)


def beside(*parts: str) -> str:
    """Return parts of a legend or a result side by side; those that are empty are left out."""
    return BETWEEN.join(filter(None, parts))


def dotted(parts: Iterable[str]) -> str:
    """Return parts of a caption; those that are empty are left out."""
    return " · ".join(filter(None, parts))


def either(*names: str) -> str:
    """Return names of which one may be chosen: b1, b1 or c3, b1, b2 or c3."""
    *others, last = names
    return say("{names} or {last}", names=listed(others), last=last) if others else last


def number_word(number: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def sentence(problem: str) -> str:
    """Return what is wrong, as an error says it, as a sentence."""
    return f"{begun(problem)}."


def begun(words: str) -> str:
    """Return words as they stand where a sentence begins."""
    return words[:1].upper() + words[1:]


def lost(loss: float, players: int) -> str:
    """Return what a move loses, the one way in which it is told: 28 points, 3.2 %, 23 %.

    In a game for one it is points of the score, in a game for two chances of winning.
    """
    if players == 1:
        return counted(round(loss), "point")
    return f"{short_loss(loss).removeprefix(MINUS)} %"
