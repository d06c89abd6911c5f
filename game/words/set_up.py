"""What is said where a position is set up by hand."""

from typing import Final

from ai.phrases import N_

HOW: Final = {
    False: N_(
        "Click to place, click again to take off, drag to move. A right click takes off, too."
    ),
    True: N_("Paint with the button held. Tiles fall, and columns close up to the left."),
}
NONE: Final = {False: N_("None", "a piece"), True: "×"}
"""Both by whether pieces are painted, of which there may be many."""
LEAVE: Final = N_("Leave the set-up?"), N_("What you have set up is not kept."), N_("Leave")
TITLE: Final = N_("Start", "the name of a game that was set up")
KEPT: Final = N_("Saved among the earlier games, with a star.")
NOT_HERE: Final = N_("No position of this game can be set up by hand.")
