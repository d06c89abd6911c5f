"""What is said of graded moves: what they lose, why, and how good a retry or a guess is."""

from collections.abc import Iterable, Sequence
from typing import Final

from ai.phrases import N_, plural
from ai.search.messages import Proof
from game.words.numbers import full_moves, shortest
from game.words.results import THE_AI, YOU
from game.words.say import either, listed, say, say_count

AS_GOOD_AS: Final = N_("about as good as {name}")
WITH_LETTER: Final = N_("{letter}: {effect}")
LOSES: Final = N_("**{name}** loses {lost}.")
LEADS_TO: Final = N_("**{name}** leads to {worth}.")
GIVES_WIN_AWAY: Final = N_("**{name}** gives a sure win away.")
BLOCK_AT: Final = N_("Block at **{name}**.")
TAKEN_BACK: Final = N_("It was taken back: try another move.")
CHECKING: Final = N_("Checking **{name}**…")
MISTAKE: Final = N_("Move {number}: **{name}**, {fall}.")
UNCLEAR: Final = N_("**{name}** may be as good as **{best}**: the AI can't tell them apart.")
SAME_AGAIN: Final = N_("**{name}** again. Try another move.")
SHOWN: Final = N_("**{name}** was the best, {worth}.")
TOO_LITTLE_KNOWN: Final = N_("**{name}**: too little is known to judge it.")
AS_ADVISED: Final = N_("as advised")
LOSES_NOTHING: Final = N_("loses nothing")
YOUR_GUESS: Final = N_("**Your guess?** Click the move that you would play.")
GUESS_FIRST: Final = N_("**Guess first**: the AI's view opens after your guess.")
JUDGED: Final = N_("**{name}**: {effect}.")
_LETTERS: Final = {
    "A": N_("**A**: loses {low} to {high} %, as good as the best."),
    "B": N_("**B**: loses {low} to {high} %, nearly as good as the best."),
    "C": N_("**C**: loses {low} to {high} %, a slip."),
    "D": N_("**D**: loses {low} to {high} %, a mistake."),
    "E": N_("**E**: loses more than {low} %, a blunder."),
}
_KEEPS: Final = {
    Proof.WIN: (
        N_("**{name}** keeps a win."),
        N_("**{name}** keeps a win; **{better}** may win sooner."),
    ),
    Proof.DRAW: (
        N_("**{name}** keeps a draw."),
        N_("**{name}** keeps a draw; **{better}** may hold out longer."),
    ),
    Proof.LOSS: (
        N_("**{name}** keeps a loss."),
        N_("**{name}** keeps a loss; **{better}** may hold out longer."),
    ),
}
"""Alone, and with a move that is better."""
_TURNS: Final = {
    (Proof.WIN, Proof.DRAW): N_("**{name}** turns a win into a draw."),
    (Proof.WIN, Proof.LOSS): N_("**{name}** turns a win into a loss."),
    (Proof.DRAW, Proof.LOSS): N_("**{name}** turns a draw into a loss."),
    (Proof.DRAW, Proof.WIN): N_("**{name}** turns a draw into a win."),
    (Proof.LOSS, Proof.WIN): N_("**{name}** turns a loss into a win."),
    (Proof.LOSS, Proof.DRAW): N_("**{name}** turns a loss into a draw."),
}
_LETS_WIN: Final = {
    False: (
        N_("**{name}** lets {side} win."),
        *plural(
            "**{name}** lets {side} win in at most {count} move.",
            "**{name}** lets {side} win in at most {count} moves.",
        ),
    ),
    True: (
        N_("**{name}** lets {side} win by **{reply}**."),
        *plural(
            "**{name}** lets {side} win in at most {count} move by **{reply}**.",
            "**{name}** lets {side} win in at most {count} moves by **{reply}**.",
        ),
    ),
}
"""By whether the reply is known."""
_FIND_BETTER: Final = {
    YOU: (
        N_("Move **{number}**: you played **{name}**. Find better."),
        N_("Move **{number}**: you played **{name}** ({fall}). Find better."),
    ),
    THE_AI: (
        N_("Move **{number}**: the AI played **{name}**. Find better."),
        N_("Move **{number}**: the AI played **{name}** ({fall}). Find better."),
    ),
}
_FIND_BETTER_OF: Final = (
    N_("Move **{number}**: {mover} played **{name}**. Find better."),
    N_("Move **{number}**: {mover} played **{name}** ({fall}). Find better."),
)
"""Without and with what the move lost."""
_GUESSED: Final = {
    "best": plural("{count} best", "{count} best"),
    "good": plural("{count} good", "{count} good"),
    "slip": plural("{count} slip", "{count} slips"),
    "mistake": plural("{count} mistake", "{count} mistakes"),
    "unclear": plural("{count} unclear", "{count} unclear"),
}
"""In the order in which they are told."""


# What a move loses.


def loses(lost: str, best: str) -> str:
    """Return what a move loses.

    Args:
        best: The move that was better; empty if none is known to be.
    """
    if best:
        return say("loses {lost}; {best} was best", lost=lost, best=best)
    return say("loses {lost}", lost=lost)


def slower(better: str, proof: Proof | None) -> str:
    """Return what a better move does where both win, or both lose."""
    if proof is Proof.WIN:
        return say("{better} may win sooner", better=better)
    return say("{better} may hold out longer", better=better)


def letter_words(letter: str, low: float, high: float) -> str:
    """Return what the letter of a grade means in a game for two, between two limits."""
    return say(_LETTERS[letter], low=shortest(low), high=shortest(high))


def advised(lost: str, better: str, by: str) -> str:
    """Return that a move was the AI's own advice, and what it has come to think of that.

    Args:
        lost: What it loses by now; empty if nothing.
        better: What the AI prefers; empty if that is not known.
        by: By how much, where that is told.
    """
    if not lost:
        return AS_ADVISED
    if not better:
        return say("as advised; the AI now sees that it loses {lost}", lost=lost)
    if by:
        words = N_("as advised; the AI now prefers {better}, better by {by}")
        return say(words, better=better, by=by)
    return say("as advised; the AI now prefers {better}", better=better)


# Why a move was bad, and what was better.


def missed(name: str, win: str, side: str, replies: Sequence[str]) -> str:
    """Return that a move missed a win at once, and how the other side wins after it, if it does."""
    if not replies:
        return say("**{name}** misses **{win}**, which wins at once.", name=name, win=win)
    words = N_("**{name}** misses **{win}**, which wins at once, and lets {side} win by {replies}.")
    return say(words, name=name, win=win, side=side, replies=_bold(replies))


def lets_win_at_once(name: str, side: str, replies: Sequence[str]) -> str:
    words = N_("**{name}** lets {side} win by {replies}.")
    return say(words, name=name, side=side, replies=_bold(replies))


def lets_win(name: str, side: str, reply: str, distance: int | None) -> str:
    """Return that the other side wins, by which reply and in how many plies as far as known."""
    plain, *numbered = _LETS_WIN[bool(reply)]
    if distance is None or distance <= 1:
        return say(plain, name=name, side=side, reply=reply)
    return say_count(full_moves(distance), *numbered, name=name, side=side, reply=reply)


def keeps(name: str, proof: Proof, better: str) -> str:
    return say(_KEEPS[proof][bool(better)], name=name, better=better)


def turns(name: str, had: Proof, has: Proof) -> str:
    return say(_TURNS[had, has], name=name)


def answered(name: str, lost: str, side: str, reply: str) -> str:
    """Return what a move loses, and how the other side could answer if that is known."""
    if not reply:
        return say(LOSES, name=name, lost=lost)
    words = N_("**{name}** loses {lost}: {side} could answer **{reply}**.")
    return say(words, name=name, lost=lost, side=side, reply=reply)


def was_best(name: str, proof: Proof | None, worth: str) -> str:
    """Return what a better move would have done."""
    if proof is Proof.WIN:
        return say("**{name}** wins.", name=name)
    if proof is Proof.DRAW:
        return say("**{name}** holds the draw.", name=name)
    return say("**{name}** was best: {worth} to win.", name=name, worth=worth)


def _bold(names: Iterable[str]) -> str:
    return either(*(say("**{name}**", name=name) for name in names))


# A better move for a bad one.


def find_better(number: int, mover: str, name: str, fallen: str) -> str:
    """Return what is to be bettered.

    Args:
        mover: `results.YOU`, `results.THE_AI`, or the name of a side.
        fallen: What the move lost, as `fall` says it; empty if that is not known.
    """
    plain, with_fall = _FIND_BETTER.get(mover, _FIND_BETTER_OF)
    words = with_fall if fallen else plain
    return say(words, number=number, mover=mover, name=name, fall=fallen)


def good_enough(name: str, best: str, letter: str | None) -> str:
    """Return that a move that was tried is good enough.

    Args:
        best: What was better; empty if nothing was.
        letter: Its grade; None if it is not certain.
    """
    if not best:
        return say("**{name}**, the best.", name=name)
    if letter is None:
        return say(UNCLEAR, name=name, best=best)
    if letter == "A":
        return say("**{name}**, as good as **{best}**.", name=name, best=best)
    return say("**{name}** is good. **{best}** was a little better.", name=name, best=best)


def not_good_enough(name: str, lost: str) -> str:
    """Return that a move that was tried is not good enough, and what it loses if that is known."""
    if lost:
        return say("**{name}**: not yet, it loses {lost}.", name=name, lost=lost)
    return say("**{name}**: not yet.", name=name)


# Guesses.


def noted(name: str, *, key: str, is_in_front: bool) -> str:
    """Return that a guess is noted.

    Args:
        key: What lets the stopped search go on; empty while it runs.
    """
    if not is_in_front:
        return say("**{name}** is noted. It is judged when this window is in front.", name=name)
    if key:
        words = N_("**{name}** is noted. It is judged when the search goes on: **{key}**.")
        return say(words, name=name, key=key)
    return say("**{name}** is noted. It is judged when the search ends.", name=name)


def tally(count: int, kinds: dict[str, int], lost: str | None) -> str:
    """Return how good the guesses in a game were.

    Args:
        lost: What they lost on average, as it is written; empty for nothing, None if not known.
    """
    each = (say_count(kinds[k], *words) for k, words in _GUESSED.items() if kinds.get(k))
    values = {"count": count, "kinds": listed(each)}
    if lost is None:
        return say("**{count} guessed**: {kinds}.", **values)
    if not lost:
        return say("**{count} guessed**: {kinds}; nothing lost.", **values)
    return say("**{count} guessed**: {kinds}; {lost} lost on average.", lost=lost, **values)
