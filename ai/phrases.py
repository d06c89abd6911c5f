"""Texts that players read, marked so that they are found and shown in the player's language."""

from typing import Self


class Phrase(str):
    """A text in English that `game.words.language` shows in the player's language.

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


def N_(english: str, context: str = "") -> str:  # noqa: N802 - the name that gettext's tools know
    """Mark a phrase; see `Phrase`."""
    return Phrase(english, context)


def plural(one: str, many: str) -> tuple[str, str]:
    """Mark two phrases: of one thing and of several, which stand at {count}."""
    return one, many
