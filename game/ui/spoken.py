"""What a screen has said last, to be read out by a screen reader, numbered: equal ones differ."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from game.ui.text import plain

KEPT: Final = 6
AMOUNTS: Final = ("moves", "usual", "everything")
"""How much is said, as the setting ``spoken`` has it; each of them says what those before say."""
REFUSED: Final = "refused"
"""Stands in the place of an amount: it is said in any case, and at once, as errors are."""

Sentence = tuple[str, str]
"""One of the amounts from which on it is said, and what is said."""
News = tuple[str, str, int]
"""An amount, a sentence or nothing, and how many came before it in its place."""


def changed(before: Sequence[News], news: Sequence[News]) -> Iterator[Sentence]:
    """Yield what is another text than it was, or the same told again, in its place among all."""
    pairs = zip_longest(news, before[: len(news)])
    return (now[:2] for now, then in pairs if now != then)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something that was said.

    Attributes:
        number: Grows from one to the next, so that equal ones are told apart.
        text: Whole sentences in the player's language.
        is_urgent: Whether it is said at once, before what else is being said has come to its end.
    """

    number: int
    text: str
    is_urgent: bool = False


class Speech:
    """What a screen says, one thing after the other.

    Attributes:
        spoken: The last few things that were said, the newest last.
    """

    def __init__(self) -> None:
        self.spoken: tuple[Utterance, ...] = ()
        self._news: tuple[News, ...] = ()

    @property
    def last(self) -> str:
        """What was said last; empty before anything was."""
        return self.spoken[-1].text if self.spoken else ""

    def begin(self) -> None:
        """Forget what was said: it is said again where it still holds."""
        self.spoken, self._news = (), ()

    def follow(self, news: tuple[News, ...], amount: str) -> None:
        """Say what has changed."""
        before, self._news = self._news, news
        self.say(changed(before, news), amount)

    def tell(self, text: str) -> None:
        """Say what a key has asked for, however much is wanted."""
        self.say([(AMOUNTS[0], text)], AMOUNTS[0])

    def say(self, sentences: Iterable[Sentence], amount: str) -> None:
        """Say as much as is wanted, nothing twice."""
        said = (REFUSED, *AMOUNTS[: AMOUNTS.index(amount) + 1])
        wanted: dict[str, bool] = {}
        for at, text in sentences:
            if at in said and text:
                wanted[plain(text)] = wanted.get(plain(text), False) or at == REFUSED
        for text, is_urgent in wanted.items():
            number = self.spoken[-1].number + 1 if self.spoken else 1
            self.spoken = (*self.spoken, Utterance(number, text, is_urgent))[-KEPT:]
