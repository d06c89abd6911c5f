"""What Look inside says of a search: of a moment, of a tree that is kept, of two side by side."""

from typing import Final

from game.words.say import counted, say, say_count

PROVEN_ROOT: Final = "This position is **proven** as it stands: there is nothing to simulate."
STEP_GOES_ON: Final = "**Step** goes on, phase by phase."
NONE_YET: Final = "No {step} yet. **Step** shows the first one, phase by phase."
NOTHING_YET: Final = {True: "nothing", False: "nothing yet"}
"""What is chosen, by whether the search is over."""
WAITING: Final = "The AI is getting ready…"
ONLY_ROOT: Final = "So far the tree is its root"
AT_ROOT: Final = "at the root"
SAVE_TIP: Final = "Save the tree as a picture to print"
SPEED_TIP: Final = "Simulations a second"
GOAL_TIP: Final = "Where running ends"
LESS_OR_MORE: Final = "What if that were less, or more?"
OTHERWISE: Final = "What if it were searched otherwise?"
STEP_BEFORE: Final = "The step before"
NEXT_STEP: Final = "The next step"
BEST_GAMES: Final = ("Best game of each level", "from its first move on")
NUMBERS: Final = ("right: visits", "below: mean + bonus", "slice: mean, for who moved there")
FAILED: Final = "The search has failed: {error}"
CATCHING_UP: Final = "Catching up: {done} of {due}."
_EMPTY: Final = (
    "It begins empty: there is no tree from a move before.",
    "The upper one begins empty: there is no tree from a move before.",
    "The lower one begins empty: there is no tree from a move before.",
)
"""The only search, and the two that are compared."""
_KEPT: Final = (
    (
        "It begins with **{count} visit** from the search a move before.",
        "It begins with **{count} visits** from the search a move before.",
    ),
    (
        "The upper one begins with **{count} visit** from the search a move before.",
        "The upper one begins with **{count} visits** from the search a move before.",
    ),
    (
        "The lower one begins with **{count} visit** from the search a move before.",
        "The lower one begins with **{count} visits** from the search a move before.",
    ),
)
SAME_SEED: Final = "Both begin with the same seed."
SIDE_BY_SIDE: Final = "**Step** shows them side by side."
BOTH_PLAY: Final = "Both would play {name}."
THEY_PLAY: Final = "The upper one would play {name}, the lower one {other}."
NEITHER_PLAYS: Final = "Neither has a move to play yet."
PARTED: Final = "They part at {step} **{number}**."
PARTED_BY: Final = "They part at {step} **{number}**: {above} above, {below} below."
CHOICE: Final = {
    None: "**{name}**",
    "won": "**{name}**, proven won",
    "drawn": "**{name}**, proven drawn",
    "lost": "**{name}**, proven lost",
}
VISITS_AND_WORTH: Final = "{visits}, {worth}"
SO_FAR: Final = {False: "{game}, {steps}", True: "{game}, {steps}, proven"}
"""By whether the search is over."""
SEARCHED_SO: Final = "{caption}, {how}"
AFTER: Final = "after {moves}"
TO_MOVE: Final = "{side} to move"
LEVEL: Final = "level {level}"
BELOW: Final = "below: {what}"
OPTION: Final = "{option} {value}"
PLAYOUT_FILTER: Final = "playout {filter}"
BLIND: Final = "no tactics"
FILTERS: Final = "{filters}: which moves it looks at"


def begins(kept: int, which: int = 0) -> str:
    """Return how many visits a search has from the one before.

    Args:
        which: 0 for the only one, 1 and 2 for the two that are compared.
    """
    return say_count(kept, *_KEPT[which]) if kept else _EMPTY[which]


def visits_and_worth(visits: int, worth: str) -> str:
    return say(VISITS_AND_WORTH, visits=counted(visits, "visit"), worth=worth)
