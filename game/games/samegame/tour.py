"""What SameGame shows of how a search thinks."""

from typing import Final

from game.games.window_game import TourStep

TOUR: Final = (
    TourStep(
        7,
        "Nesting",
        "One player has no replies to fear. Each move is tried with a playout, and the best game "
        "so far goes on. **Run**, and see the best score rise.",
        parameters={"columns": 8, "rows": 8},
    ),
)
