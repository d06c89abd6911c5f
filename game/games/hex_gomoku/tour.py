"""What hex Gomoku shows of how a search thinks."""

from typing import Final

from game.games.window_game import TourStep

TOUR: Final = (
    TourStep(
        5,
        "Filters",
        "A larger board has too many moves to try each of them often. **Run** a while, then "
        "set **Kind** to all moves: the same simulations spread thin.",
        moves="e5 d5",
        parameters={"side": 5},
    ),
)
