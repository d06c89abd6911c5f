"""What is said where a position is set up by hand."""

from typing import Final

HOW: Final = {
    False: "Click to place, click again to take off, drag to move. A right click takes off, too.",
    True: "Paint with the button held. Tiles fall, and columns close up to the left.",
}
NONE: Final = {False: "None", True: "×"}
"""Both by whether pieces are painted, of which there may be many."""
LEAVE: Final = "Leave the set-up?", "What you have set up is not kept.", "Leave"
TITLE: Final = "Start"
KEPT: Final = "Saved among the earlier games, with a star."
NOT_HERE: Final = "No position of this game can be set up by hand."
