"""What Look inside says of a search: of a moment, of a tree that is kept, of two side by side."""

from typing import Final

from ai.phrases import N_, plural
from game.words.say import counted, say, say_count

PROVEN_ROOT: Final = N_("This position is **proven** as it stands: there is nothing to simulate.")
STEP_GOES_ON: Final = N_("**Step** goes on, phase by phase.")
NONE_YET: Final = {
    "simulation": N_("No simulation yet. **Step** shows the first one, phase by phase."),
    "playout": N_("No playout yet. **Step** shows the first one, phase by phase."),
}
NOTHING_YET: Final = {True: N_("nothing"), False: N_("nothing yet")}
"""What is chosen, by whether the search is over."""
WAITING: Final = N_("The AI is getting ready…")
ONLY_ROOT: Final = N_("So far the tree is its root")
AT_ROOT: Final = N_("at the root")
SAVE_TIP: Final = N_("Save the tree as a picture to print")
# For translators: so many a second.
RATE: Final = N_("{rate} /s")
SPEED_TIP: Final = N_("Simulations a second")
GOAL_TIP: Final = N_("Where running ends")
LESS_OR_MORE: Final = N_("What if that were less, or more?")
OTHERWISE: Final = N_("What if it were searched otherwise?")
STEP_BEFORE: Final = N_("The step before")
NEXT_STEP: Final = N_("The next step")
BEST_GAMES: Final = (N_("Best game of each level"), N_("from its first move on"))
NUMBERS: Final = (
    N_("right: visits"),
    N_("below: mean + bonus"),
    N_("slice: mean, for who moved there"),
)
FAILED: Final = N_("The search has failed: {error}")
CATCHING_UP: Final = N_("Catching up: {done} of {due}.")
_EMPTY: Final = (
    N_("It begins empty: there is no tree from a move before."),
    N_("The upper one begins empty: there is no tree from a move before."),
    N_("The lower one begins empty: there is no tree from a move before."),
)
"""The only search, and the two that are compared."""
_KEPT: Final = (
    plural(
        "It begins with **{count} visit** from the search a move before.",
        "It begins with **{count} visits** from the search a move before.",
    ),
    plural(
        "The upper one begins with **{count} visit** from the search a move before.",
        "The upper one begins with **{count} visits** from the search a move before.",
    ),
    plural(
        "The lower one begins with **{count} visit** from the search a move before.",
        "The lower one begins with **{count} visits** from the search a move before.",
    ),
)
SAME_SEED: Final = N_("Both begin with the same seed.")
SIDE_BY_SIDE: Final = N_("**Step** shows them side by side.")
BOTH_PLAY: Final = N_("Both would play {name}.")
THEY_PLAY: Final = N_("The upper one would play {name}, the lower one {other}.")
NEITHER_PLAYS: Final = N_("Neither has a move to play yet.")
PARTED: Final = {
    "simulation": N_("They part at simulation **{number}**."),
    "playout": N_("They part at playout **{number}**."),
}
PARTED_BY: Final = {
    "simulation": N_("They part at simulation **{number}**: {above} above, {below} below."),
    "playout": N_("They part at playout **{number}**: {above} above, {below} below."),
}
"""By what a step of the search is."""
CHOICE: Final = {
    None: "**{name}**",
    "won": N_("**{name}**, proven won"),
    "drawn": N_("**{name}**, proven drawn"),
    "lost": N_("**{name}**, proven lost"),
}
VISITS_AND_WORTH: Final = N_("{visits}, {worth}")
SO_FAR: Final = {False: N_("{game}, {steps}"), True: N_("{game}, {steps}, proven")}
"""By whether the search is over."""
SEARCHED_SO: Final = N_("{caption}, {how}")
AFTER: Final = N_("after {moves}")
TO_MOVE: Final = N_("{side} to move")
LEVEL: Final = N_("level {level}")
BELOW: Final = N_("below: {what}")
OPTIONS: Final = {
    "exploration": N_("Exploration"),
    "level": N_("Level", "of a nested search"),
    "reuse": N_("Reuse", "of the tree of the search before"),
}
"""What may be changed of a search, by the name of its option."""
REUSE: Final = N_("reuse", "of the tree of the search before")
SWITCHED: Final = {True: N_("on", "reuse"), False: N_("off", "reuse")}
REUSES: Final = {True: N_("reuse on"), False: N_("reuse off")}
"""All by whether it is on."""
PLAYOUT_FILTER: Final = N_("playout {filter}")
BLIND: Final = N_("no tactics")
FILTERS: Final = N_("{filters}: which moves it looks at")


def begins(kept: int, which: int = 0) -> str:
    """Return how many visits a search has from the one before.

    Args:
        which: 0 for the only one, 1 and 2 for the two that are compared.
    """
    return say_count(kept, *_KEPT[which]) if kept else _EMPTY[which]


def visits_and_worth(visits: int, worth: str) -> str:
    return say(VISITS_AND_WORTH, visits=counted(visits, "visit"), worth=worth)
