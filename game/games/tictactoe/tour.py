"""What Tic-Tac-Toe shows of how a search thinks."""

from typing import Final

from game.games.window_game import TourStep

TOUR: Final = (
    TourStep(
        1,
        "Random playouts",
        "The search knows the rules and nothing else. **Step** through a simulation: it ends with "
        "random moves, and counts who won.",
    ),
    TourStep(
        2,
        "A tree",
        "Each simulation adds a position, and counts its result on the whole way there. **Run**, "
        "and see the visits gather where the results are good.",
    ),
    TourStep(
        3,
        "Exploration",
        "With C at 0 it follows what has won so far, and hardly tries the rest. **Run** a while, "
        "then raise **Exploration**: the visits spread.",
        exploration=0.0,
    ),
    TourStep(
        4,
        "Reuse",
        "**Run**, then press the node with the most visits: all below it is known already once "
        "that move is played. The next search begins there: set **Kind** to reuse.",
        moves="b2",
    ),
    TourStep(
        6,
        "Proofs",
        "X wins here, whatever O does. **Run**: proofs climb from the ends of games up to the "
        "first move. Then nothing is left to search.",
        moves="a1 b1",
    ),
    TourStep(
        8,
        "A trap",
        "O to move. After **20** simulations the corner c1 looks as good as any, but it loses to "
        "a double threat. **Run**: whoever stops too early walks into it.",
        moves="a1 b2 c3",
    ),
)
