"""What is said to somebody who does not look: what has changed, and what keys read of the board."""

from typing import Final

from ai.phrases import N_

# What has changed.

BACK_AT: Final = {
    True: N_("Back at move {number}."),
    False: N_("Back at move {number}, {side} to move."),
}
"""By whether it is a game for one."""
MODES: Final = {
    "play": N_("You are playing."),
    "analyse": N_("You are analysing."),
    "demo": N_("The AI plays a demo."),
}
REGION: Final = N_("It is {cells}.")
HINT_CLOSED: Final = N_("The hint is closed.")
FOLLOWS: Final = N_("The line is {moves}.")

# What keys read of the board.

CELL: Final = N_("{cell}: {what}.")
# For translators: such as "A4 black", a part of a list.
ONE: Final = N_("{cell} {what}", "what is on a cell")
# For translators: such as "A1 to A3 empty", a part of a list.
RUN: Final = N_("{first} to {last} {what}", "what is on some cells")
RANGE: Final = N_("{first} to {last}", "cells side by side")
LIST: Final = N_("{parts}.", "a list as a sentence")
BORDER: Final = N_("{cell} is at the border there.")
TURN: Final = {True: N_("Move {number}."), False: N_("{side} to move, move {number}.")}
"""By whether it is a game for one."""
NO_THREAT: Final = N_("No threat is to be seen.")
NO_MOVE: Final = N_("No move has been made.")
ON_BOARD: Final = N_("{side} has {count} on the board, {other} has {others}.")
FIGURE: Final = N_("{name}: {value}.", "a number and what it is")
NOTHING: Final = N_("Nothing has been said yet.")

# A move or a command that is typed.

TYPE: Final = N_("A move or a command")
TYPE_ABOUT: Final = N_("Such as {move}, or a word: undo, hint, new.")
DO_IT: Final = N_("Do it", "what was typed")
# For translators: what a player may type behind the name of a cell, as in "c4 group".
NOUNS: Final = (N_("group", "of tiles"), "group")
NO_SUCH: Final = N_("No move and no command begins with “{text}”.")
# For translators: a title or the name of a cell, and a sentence about it.
ABOUT: Final = N_("{what}: {told}")
NOT_YET: Final = N_("Type a move or a command.")
