"""The screen of hex Gomoku."""

from functools import lru_cache
from typing import Final

from game.rules.hex_gomoku import HexParameters, HexState, geometry
from game.rules.lines import runs_through
from game.scenes.context import Context
from game.scenes.controller import Profile
from game.scenes.two_player import TwoPlayerScene
from game.session import Mode
from game.settings import Settings
from game.ui.boards.hex_gomoku import HexBoard
from game.ui.layout import Box, HexGeometry

REGION_RADIUS: Final = 2


def parameters_of(settings: Settings) -> HexParameters:
    """Return the parameters of a new game."""
    return HexParameters(side=settings.hex_side, opening=settings.hex_opening)


PROFILE: Final = Profile("hex", "mcts", parameters_of)


class HexScene(TwoPlayerScene):
    """Hex Gomoku: play, analyse, watch."""

    def __init__(self, context: Context, *, fresh: bool = False) -> None:
        """Go on with the saved game, or start one."""
        super().__init__(context, PROFILE, HexBoard(context.fonts), fresh=fresh)

    @property
    def state(self) -> HexState:
        """The shown position."""
        state = self.session.state
        assert isinstance(state, HexState)
        return state

    def colour_of(self, player: int) -> int:
        """Return the player's colour, which a swap exchanges."""
        return player ^ int(self.state.swapped)

    def rule_words(self) -> str:
        """Return the goal."""
        words = {4: "four", 5: "five"}[self.state.parameters.in_a_row]
        return f"exactly {words} in a row wins" if words == "four" else "five in a row wins"

    def play_words(self) -> str:
        """Return what happened last; a player who may swap must hear of it."""
        if self.state.can_swap and self.controller.may_play:
            return "Click the **black stone** to take it over and be Black, or answer it as White."
        return super().play_words()

    def must_block(self) -> tuple[int, ...]:
        """Return where the opponent would complete a row, unless the mover wins first."""
        return threats(self.state)

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return the empty cells around a point one step from the move towards the centre."""
        if move == self.state.swap_move:
            return tuple(cell for cell, stone in enumerate(self.state.cells) if stone)
        return region_around(self.state, move)

    def tooltip_anchor(self, cell: int) -> Box:
        """Return the cell's box."""
        board = HexGeometry(self.state.parameters.side, self.layout.board)
        x, y = board.centre_of(cell)
        reach = round(0.8 * board.s)
        return Box(round(x) - reach, round(y) - reach, 2 * reach, 2 * reach)

    def legend(self) -> tuple[str, str]:
        """Return the chip's words and the full legend."""
        if self.controller.board_overlay is None and self.session.mode is Mode.PLAY:
            chip = "ring and dot = **last move**  ·  bands = **the three line directions**"
        else:
            chip = f"{self.number_words()}  ·  A–E = **win % lost**"
        return chip, _LEGEND


_LEGEND: Final = (
    "**Disc**: the big number and the slice are the share of games won by whoever is to move; "
    "the small number and the size tell how often the move was tried.\n"
    "**A–E**: how many win-% points the move loses against the best: at most 0.5, 2, 5, 10, more.\n"
    "**Star, bars, cross**: a proven win, draw or loss, with the number of moves to the end; "
    "with a dashed rim it is only believed, not proven against every reply.\n"
    "**Dashed stones**: what the AI expects next. **Dots**: moves tried too rarely to say more.\n"
    "**Full hexagon**: the opponent wins here unless you block. **Corners**: the cursor."
)


@lru_cache(maxsize=8)
def threats(state: HexState) -> tuple[int, ...]:
    """Return the cells where the side not to move would win at once.

    Empty if the side to move wins at once itself: then there is nothing to block.
    """
    if state.is_terminal:
        return ()
    mover = state.colour_to_place
    if _winning_cells(state, mover):
        return ()
    return _winning_cells(state, 3 - mover)


def _winning_cells(state: HexState, colour: int) -> tuple[int, ...]:
    rays = geometry(state.parameters.side).rays
    wanted = state.parameters.in_a_row
    return tuple(
        cell
        for cell, stone in enumerate(state.cells)
        if not stone
        and any(
            len(run) == wanted
            for run in runs_through(
                (*state.cells[:cell], colour, *state.cells[cell + 1 :]), rays[cell], cell
            )
        )
    )


def region_around(state: HexState, move: int) -> tuple[int, ...]:
    """Return the empty cells near a move, centred beside it so as not to give it away."""
    board = geometry(state.parameters.side)
    side = board.side
    row, number = board.cells[move]
    centre = min(
        (
            (row + down, number + right)
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            if (row + down, number + right) in board.index
        ),
        key=lambda place: _distance(place, (side - 1, side)),
    )
    return tuple(
        cell
        for cell, place in enumerate(board.cells)
        if not state.cells[cell] and _distance(place, centre) <= REGION_RADIUS
    )


def _distance(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Return the number of steps between two places of the hexagonal lattice."""
    down, right = first[0] - second[0], first[1] - second[1]
    return max(abs(down), abs(right), abs(down + right))
