"""The rules of Tic-Tac-Toe and its larger kin in three pictures."""

from typing import Any

from game.games.lattice.lines import placed
from game.games.tictactoe.rules import TicTacToeParameters, new_game
from game.ui.boards.view import BoardContent
from game.ui.panel.legend import RulePicture
from game.words.say import begun, number_word, say


def rule_pictures(parameters: TicTacToeParameters) -> tuple[RulePicture, ...]:
    """Return a turn, a row that wins, and one that has to be stopped."""
    length = parameters.in_a_row
    diagonal = [i * (length + 1) for i in range(length)]
    lowest, above = range(length - 1), range(length, 2 * length - 2)
    threat = BoardContent(_after(length, [*lowest], [*above]), must_block=(length - 1,))
    return (
        RulePicture(
            BoardContent(_after(length, [0], [length + 1]), hover=2 * length),
            "Take turns, one cell each",
        ),
        RulePicture(
            BoardContent(_after(length, diagonal, [*range(1, length)])),
            say("**{number} in a row** wins, diagonals too", number=begun(number_word(length))),
        ),
        RulePicture(threat, "Block in time. A full board is a draw"),
    )


def _after(length: int, first: list[int], second: list[int]) -> Any:
    """Return a board of as many cells as a row needs, with these crosses and noughts."""
    return placed(new_game(TicTacToeParameters(length, length, length), 0), first, second)
