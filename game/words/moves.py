"""What is said of moves that a search knows: the best one, its proof, a hint, what was played.

Names of moves and sides are handed in as they are written. A distance is a number of plies.
"""

from collections.abc import Sequence
from typing import Final

from ai.phrases import N_, plural
from ai.search.messages import Proof
from game.words.numbers import full_moves, percent
from game.words.results import THE_AI, YOU
from game.words.say import begun, counted, number_word, say, say_count

Timed = tuple[str, str, str, str]
"""A sentence without the time that is left, and with it: at once, one move at most, more moves."""

WON: Final = N_("{mover} **wins** by force: proven, but not yet by which move.")
LOST_ANYWAY: Final = N_("Every move loses: {opponent} wins by force.")
ONLY_TRIED: Final = N_("**{name}** is the only move tried so far.")
BEST_SO_FAR: Final = N_("**{name}** is best so far; the other moves were hardly tried.")
ANSWER: Final = N_("{opponent} could answer **{reply}**.")
WOULD_PLAY: Final = N_("The AI would play **{name}**.")
ESTIMATE: Final = N_("The estimate for **{name}** is {guess}.")
BEGINS_WITH: Final = N_("This line begins with **{name}**.")
_PROVEN: Final[dict[str, Timed]] = {
    "wins": (
        N_("**{name}** **wins** for {mover}: proven."),
        N_("**{name}** **wins** for {mover} at once: proven."),
        *plural(
            "**{name}** **wins** for {mover} in at most {count} move: proven.",
            "**{name}** **wins** for {mover} in at most {count} moves: proven.",
        ),
    ),
    "loses": (
        N_("**{name}** loses: proven; the other moves are still open."),
        N_("**{name}** loses at once: proven; the other moves are still open."),
        *plural(
            "**{name}** loses in at most {count} move: proven; the other moves are still open.",
            "**{name}** loses in at most {count} moves: proven; the other moves are still open.",
        ),
    ),
    "all lose": (
        N_("Every move loses; **{name}** may last longest."),
        N_("Every move loses at once."),
        *plural(
            "Every move loses; **{name}** may last longest, at most {count} move.",
            "Every move loses; **{name}** may last longest, at most {count} moves.",
        ),
    ),
    "all tried lose": (
        N_("Every move tried so far loses; **{name}** may last longest."),
        N_("Every move tried so far loses at once."),
        *plural(
            "Every move tried so far loses; **{name}** may last longest, at most {count} move.",
            "Every move tried so far loses; **{name}** may last longest, at most {count} moves.",
        ),
    ),
}
_BELIEVED: Final[dict[Proof, Timed]] = {
    Proof.WIN: (
        N_("**{name}** seems to win for {mover}; not proven against every reply."),
        N_("**{name}** seems to win for {mover} at once; not proven against every reply."),
        *plural(
            "**{name}** seems to win for {mover} in at most {count} move; "
            "not proven against every reply.",
            "**{name}** seems to win for {mover} in at most {count} moves; "
            "not proven against every reply.",
        ),
    ),
    Proof.DRAW: (N_("With **{name}** the game seems a draw; not proven against every reply."),) * 4,
    Proof.LOSS: (
        N_("{opponent} seems to win whatever is played; not proven. **{name}** resists longest."),
        N_("{opponent} seems to win at once whatever is played; not proven."),
        *plural(
            "{opponent} seems to win whatever is played in at most {count} move; not proven. "
            "**{name}** resists longest.",
            "{opponent} seems to win whatever is played in at most {count} moves; not proven. "
            "**{name}** resists longest.",
        ),
    ),
}
_PLAYED: Final[dict[Proof, Timed]] = {
    Proof.WIN: (
        N_("{mover} played **{name}**, a **proven win**."),
        N_("{mover} played **{name}**, a **proven win** at once."),
        *plural(
            "{mover} played **{name}**, a **proven win** in at most {count} move.",
            "{mover} played **{name}**, a **proven win** in at most {count} moves.",
        ),
    ),
    Proof.DRAW: (N_("{mover} played **{name}**, a **proven draw**."),) * 4,
    Proof.LOSS: (
        N_("{mover} played **{name}**; every move **loses** here."),
        N_("{mover} played **{name}**; every move **loses** here, this one at once."),
        *plural(
            "{mover} played **{name}**; every move **loses** here, "
            "this one in at most {count} move.",
            "{mover} played **{name}**; every move **loses** here, "
            "this one in at most {count} moves.",
        ),
    ),
}
_WHO_PLAYED: Final = {
    YOU: (N_("You played **{name}**."), N_("You played **{name}**: {does}.")),
    THE_AI: (N_("The AI played **{name}**."), N_("The AI played **{name}**: {does}.")),
}
_SIDE_PLAYED: Final = N_("{mover} played **{name}**."), N_("{mover} played **{name}**: {does}.")
"""Without and with what the move did."""
_ONLY: Final = {
    Proof.WIN: N_("Only **{name}** wins."),
    Proof.DRAW: N_("Only **{name}** holds the draw."),
}
_SOME: Final = {
    Proof.WIN: plural("{number} move wins.", "{number} moves win."),
    Proof.DRAW: plural("{number} move holds the draw.", "{number} moves hold the draw."),
}
_OLD_HINTS: Final = {
    True: N_("**{name}** is still good; the AI now prefers **{other}**, better by {by}."),
    False: N_("The hint was **{name}**; the AI now prefers **{other}**, better by {by}."),
}
"""By whether its move is still a good one."""
_ALL: Final = {
    Proof.WIN: N_("Every move wins."),
    Proof.DRAW: N_("Every move holds the draw."),
    Proof.LOSS: N_("Every move loses against perfect play."),
}


def timed(of: Timed, distance: int | None, /, **values: object) -> str:
    """Return a sentence with how soon the game ends at most, as badges tell it."""
    plain, at_once, one, many = of
    if distance is None or distance == 1:
        return say(at_once if distance else plain, **values)
    return say_count(full_moves(distance), one, many, **values)


# What the search has found out.


def proven(
    proof: Proof, name: str, distance: int | None, mover: str, of_all: Proof | None, *, is_all: bool
) -> str:
    """Return what is proven of the best move.

    Args:
        of_all: What is proven of the position.
        is_all: Whether all moves that were tried lose.
    """
    if proof is Proof.DRAW and of_all is Proof.DRAW:
        words = N_("With **{name}** the game is a **draw**: proven, neither side can do better.")
        return say(words, name=name)
    if proof is Proof.DRAW:
        return say("**{name}** is a proven **draw**; another move may still win.", name=name)
    which = "wins" if proof is Proof.WIN else "loses"
    if proof is Proof.LOSS and (of_all is Proof.LOSS or is_all):
        which = "all lose" if of_all is Proof.LOSS else "all tried lose"
    return timed(_PROVEN[which], distance, name=name, mover=mover)


def believed(proof: Proof, name: str, distance: int | None, *, mover: str, opponent: str) -> str:
    """Return what a search believes of its best move that has not tried every reply."""
    return timed(_BELIEVED[proof], distance, name=name, mover=mover, opponent=opponent)


def only(name: str, *, is_all: bool) -> str:
    """Return that all moves but one lose.

    Args:
        is_all: Whether that is known of all; else of those that were tried.
    """
    if is_all:
        return say("**{name}** is the only move: **every other move loses**.", name=name)
    return say("**{name}** alone does **not lose**, of the moves tried so far.", name=name)


def lead(name: str, second: str, by: str) -> str:
    """Return how the two best moves compare.

    Args:
        by: What the second loses, as it is written; empty where that is not certain.
    """
    if by:
        words = N_("**{name}** is better than **{second}** by {by}.")
        return say(words, name=name, second=second, by=by)
    return say("**{name}** and **{second}** are about equal.", name=name, second=second)


def exact(proof: Proof, names: Sequence[str], count: int) -> str:
    """Return what a solver knows of a position.

    Args:
        names: The moves that are best.
        count: How many moves there are.
    """
    if proof is Proof.LOSS or len(names) == count != 1:
        return _ALL[proof]
    if len(names) == 1:
        return say(_ONLY[proof], name=names[0])
    best = len(names)
    return say_count(best, *_SOME[proof], number=begun(number_word(best)))


def by_estimate(name: str, guess: float | None) -> str:
    """Return how the moves are ordered where only the estimate counts."""
    if guess is None:
        return N_("In the order of the **estimate alone**.")
    words = N_("In the order of the **estimate alone**, with **{name}** at {guess} first.")
    return say(words, name=name, guess=percent(guess))


# Hints, and lines that are shown.


def preferred(name: str, by: str) -> str:
    """Return which move the AI prefers by now.

    Args:
        by: By how much, as it is written; empty where that is not worth telling.
    """
    if by:
        return say("The AI now prefers **{name}**, better by {by}.", name=name, by=by)
    return say("The AI now prefers **{name}**.", name=name)


def old_hint(name: str, other: str, by: str, *, is_good: bool) -> str:
    """Return a hint where the AI prefers another move by now."""
    return say(_OLD_HINTS[is_good], name=name, other=other, by=by)


# What was played.


def played(mover: str, name: str, does: str = "") -> str:
    """Return who played a move, and what it did, as its game calls it.

    Args:
        mover: `results.YOU`, `results.THE_AI`, or the name of a side.
    """
    plain, with_effect = _WHO_PLAYED.get(mover, _SIDE_PLAYED)
    return say(with_effect if does else plain, mover=begun(mover), name=name, does=does)


def played_proven(mover: str, name: str, proof: Proof, distance: int | None) -> str:
    """Return a move that was best, with what it is proven to be."""
    return timed(_PLAYED[proof], distance, mover=mover, name=name)


def played_with(mover: str, name: str, share: float, simulations: int | None) -> str:
    """Return a move that was best, with its chances.

    Args:
        simulations: After how many they are known; None where that is not told.
    """
    values = {"mover": mover, "name": name, "share": percent(share)}
    if simulations is None:
        return say("{mover} played **{name}**, with **{share}** to win.", **values)
    effort = counted(simulations, "simulation", short=True)
    words = N_("{mover} played **{name}**, with **{share}** to win after {effort}.")
    return say(words, effort=effort, **values)
