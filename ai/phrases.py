"""Texts that players read, marked so that they are found and shown in the player's language."""

from collections.abc import Mapping
from typing import Any, Self


class Marked(str):
    """A text in English that `game.words.say` shows in the player's language.

    What is not a phrase, such as a name or a comment, is shown as it is.

    Attributes:
        context: Tells two meanings of one English text apart; mostly empty.
    """

    __slots__ = ("context",)
    context: str

    def __new__(cls, english: str, context: str = "") -> Self:
        phrase = super().__new__(cls, english)
        phrase.context = context
        return phrase

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (str(self), self.context)


class Filled(Marked):
    """A phrase with its places filled in, which is filled in anew in the player's language.

    Attributes:
        forms: The phrase, or the ones of one thing and of several.
        number: How many things there are; None for one phrase.
        values: What stands at its places: phrases, other texts, whole numbers, or shares, which
            are written with two decimals.
    """

    __slots__ = ("forms", "number", "values")
    forms: tuple[str, ...]
    number: int | None
    values: Mapping[str, object]

    def __new__(
        cls, forms: tuple[str, ...], number: int | None, values: Mapping[str, object]
    ) -> Self:
        sentence = forms[0 if number in (1, None) else 1]
        written = {name: _written(value) for name, value in values.items()}
        phrase = super().__new__(cls, sentence.format(**written))
        phrase.forms, phrase.number, phrase.values = forms, number, values
        return phrase

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.forms, self.number, self.values)


def _written(value: object) -> object:
    """Return a value as it is written in English: 2 451, 0.54."""
    if not isinstance(value, int | float):
        return value
    text = f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
    return text.replace(",", "\N{THIN SPACE}").replace("-", "\N{MINUS SIGN}")


def N_(english: str, context: str = "") -> str:  # noqa: N802 - the name that gettext's tools know
    """Mark a phrase; see `Marked`."""
    return Marked(english, context)


def plural(one: str, many: str, context: str = "") -> tuple[str, str]:
    """Mark two phrases: of one thing and of several, which stand at {count}; see `Marked`."""
    return Marked(one, context), Marked(many, context)


def filled(sentence: str, /, **values: object) -> str:
    """Return a phrase with its places filled in, as `game.words.say.say` does for the window."""
    return Filled((sentence,), None, values)


def told(error: BaseException) -> str:
    """Return what an error says, as a phrase where it was raised with one."""
    said = error.args[0] if len(error.args) == 1 else ""
    return said if isinstance(said, Marked) else str(error)


def filled_count(count: int, forms: tuple[str, str], /, **values: object) -> str:
    """Return the one of two phrases that fits a number, which stands at its {count}."""
    return Filled(forms, count, {"count": count, **values})
