"""How the program's sentences are made: whole ones, with named places for what varies.

A sentence is never put together from pieces, as other languages order and bend them otherwise.
Text is marked up with **bold** runs, as `game.ui.text` reads it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ai.phrases import N_, Filled, Marked, filled, plural, told
from game.words.keys import CAPS, Cap, changed_keys
from game.words.language import counted_in_language, in_language, spoken
from game.words.numbers import MINUS, decimal, short_count, short_loss, thousands


def say(sentence: str, /, **values: object) -> str:
    """Return a sentence in the player's language with its places filled in.

    Whole numbers are written in groups, phrases in the language, too, and so is what errors say.
    """
    return _filled(in_language(sentence, getattr(sentence, "context", "")), values)


_BEGINNING: Final = re.compile(r"(?:^|[.!?] )\**\{(\w+)\}")
_WITHIN: Final = {
    "Black": N_("Black", "within a sentence"),
    "White": N_("White", "within a sentence"),
}
"""Names that some languages write with a small letter where no sentence begins."""


def _filled(sentence: str, values: Mapping[str, object]) -> str:
    first = _BEGINNING.findall(sentence)
    written = {name: _written(v if name in first else _within(v)) for name, v in values.items()}
    return sentence.format(**written)


def _within(value: object) -> object:
    return _WITHIN.get(value, value) if isinstance(value, Marked) else value


def _written(value: object) -> object:
    if isinstance(value, int):
        return thousands(value)
    if isinstance(value, float):
        return (MINUS if value < 0 else "") + decimal(abs(value), 2)
    value = told(value) if isinstance(value, Exception) else value
    return said(value) if isinstance(value, str) else value


def say_count(count: int, one: str, many: str, /, **values: object) -> str:
    """Return the one of two sentences that fits a number, which stands at its {count}."""
    return _filled(counted_in_language(one, many, count), {"count": count, **values})


def understood(english: str, phrases: Collection[str], **known: str) -> str:
    """Return the phrase that English words of a file were made of; the words if of none.

    Args:
        known: What stands at places of it, rather than what the words say.
    """
    for phrase in phrases:
        places = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(phrase))
        if found := re.fullmatch(places, english, re.DOTALL):
            values = {name: understood(text, phrases) for name, text in found.groupdict().items()}
            return filled(phrase, **{**values, **known})
    return english


def said(text: str) -> str:
    """Return a phrase in the language that is spoken, and any other text as it is."""
    if not isinstance(text, Marked):
        return text
    if isinstance(text, Cap):
        return key_words(text)
    # In English, too, a phrase may name a key that has become another one.
    if not spoken().catalogues and not (isinstance(text, Filled) and changed_keys()):
        return text
    if not isinstance(text, Filled):
        return in_language(text, text.context)
    if text.number is None:
        return say(text.forms[0], **text.values)
    one, many = text.forms
    return _filled(counted_in_language(one, many, text.number), text.values)


def key_words(key: str) -> str:
    """Return keys as their caps say in the player's language: Ctrl Z, in German Strg Z."""
    now = key.now if isinstance(key, Cap) else key
    return " ".join(said(CAPS.get(each, each)) for each in now.split())


BETWEEN: Final = "  ·  "
_SPACE: Final = N_(" ", "between two sentences")
_NOTHING: Final = "\N{ZERO WIDTH SPACE}"
"""What stands between two sentences where they have no space: a catalogue may not be empty."""
_COMMA: Final = N_(", ", "between the parts of a list")
# What several pages say.
AT_MOVE: Final = N_("move {number}")
AT_STEP: Final = N_("step {step}")
OF: Final = N_("{number} of {count}")
RANGE: Final = N_("{first} to {last} of {count}")
MORE: Final = N_("and {count} more")
PER_CENT: Final = N_("{number} %")
SECONDS: Final = N_("{number} s")
MINUTES: Final = N_("{number} min")
ABOUT_SECONDS: Final = N_("about {number} s")
ABOUT_MINUTES: Final = N_("about {number} min")
CHANGE: Final = N_("{before} to {after}")
"""What was and what is: 62 to 54 %."""
_NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
)
_THINGS: Final = {
    "board": plural("{count} board", "{count} boards"),
    "column": plural("{count} column", "{count} columns"),
    "day": plural("{count} day", "{count} days"),
    "draw": plural("{count} draw", "{count} draws"),
    "drill": plural("{count} drill", "{count} drills"),
    "game": plural("{count} game", "{count} games"),
    "group": plural("{count} group", "{count} groups"),
    "hint": plural("{count} hint", "{count} hints"),
    "lesson": plural("{count} lesson", "{count} lessons"),
    "mistake": plural("{count} mistake", "{count} mistakes"),
    "move": plural("{count} move", "{count} moves"),
    "move of both": plural("{count} move", "{count} moves", "of each player"),
    "other line": plural("{count} other line", "{count} other lines"),
    "playout": plural("{count} playout", "{count} playouts"),
    "point": plural("{count} point", "{count} points"),
    "position": plural("{count} position", "{count} positions"),
    "simulation": plural("{count} simulation", "{count} simulations"),
    "slip": plural("{count} slip", "{count} slips"),
    "solution": plural("{count} solution", "{count} solutions"),
    "tile": plural("{count} tile", "{count} tiles"),
    "visit": plural("{count} visit", "{count} visits"),
    "win": plural("{count} win", "{count} wins"),
}


def counted(number: int, what: str, *, short: bool = False) -> str:
    """Return a number of things in words: 1 move, 7 moves, 12k visits.

    What a game of somebody else's counts is called by its own word, the same for any number.
    """
    one, many = _THINGS.get(what, ("{count} " + what,) * 2)
    written = short_count(number) if short else thousands(number)
    return _filled(counted_in_language(one, many, number), {"count": written})


def quoted(text: str) -> str:
    """Return what somebody else says, in quotes and in one line."""
    return say("“{text}”", text=" ".join(text.split()))


def sentences(*texts: str) -> str:
    """Return whole sentences, one after the other; those that are empty are left out."""
    return said(_SPACE).strip(_NOTHING).join(map(said, filter(None, texts)))


def listed(parts: Iterable[str]) -> str:
    """Return parts of equal rank: 3 won, 1 drawn; those that are empty are left out."""
    return said(_COMMA).join(map(said, filter(None, parts)))


def parts_of(text: str) -> list[str]:
    """Return the parts of what `listed` says."""
    return said(text).split(said(_COMMA))


def named(moves: Iterable[str]) -> str:
    """Return the names of a line of moves, one after the other."""
    return " ".join(moves)


def beside(*parts: str) -> str:
    """Return parts of a legend or a result side by side; those that are empty are left out."""
    return BETWEEN.join(map(said, filter(None, parts)))


def dotted(parts: Iterable[str]) -> str:
    """Return parts of a caption; those that are empty are left out."""
    return " · ".join(map(said, filter(None, parts)))


def either(*names: str) -> str:
    """Return names of which one may be chosen: b1, b1 or c3, b1, b2 or c3."""
    *others, last = names
    return say("{names} or {last}", names=listed(others), last=last) if others else last


def number_word(number: int) -> str:
    """Return a small number as a word, a larger one in digits, which other languages bend less."""
    is_word = number < len(_NUMBER_WORDS) and spoken().locale is None
    return _NUMBER_WORDS[number] if is_word else thousands(number)


def sentence(problem: str) -> str:
    """Return what is wrong, as an error says it, as a sentence."""
    return say("{problem}.", problem=begun(problem))


def begun(words: str) -> str:
    """Return words as they stand where a sentence begins."""
    text = said(words)
    return text[:1].upper() + text[1:]


def lost(loss: float, players: int) -> str:
    """Return what a move loses, the one way in which it is told: 28 points, 3.2 %, 23 %.

    In a game for one it is points of the score, in a game for two chances of winning.
    """
    if players == 1:
        return counted(round(loss), "point")
    return say(PER_CENT, number=short_loss(loss).removeprefix(MINUS))


def seconds(duration: float) -> str:
    """Return a duration in seconds as text: 0.4 s, 3.0 s, 10 s, 2 min."""
    if duration >= 120:
        return say(MINUTES, number=round(duration / 60))
    return say(SECONDS, number=decimal(duration, 1 if duration < 9.95 else 0))


def about_seconds(duration: float) -> str:
    """Return a guess of seconds as text: about 8 s, about 25 s, about 3 min."""
    if duration >= 90:
        return say(ABOUT_MINUTES, number=round(duration / 60))
    step = 5 if duration > 12 else 1
    return say(ABOUT_SECONDS, number=max(1, step * round(duration / step)))
