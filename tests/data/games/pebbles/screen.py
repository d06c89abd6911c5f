"""The window of Pebbles: a row of them, of which the last ones are taken by a click."""

from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.duel import DuelFace
from game.screens.profile import Profile
from game.ui import draw
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.panel.legend import unmarked

PROFILE = Profile("pebbles", "mcts")


class PebblesBoard(Board):
    """A row of pebbles."""

    has_coordinates = False

    def _cells(self, state):
        count = state.parameters.pebbles
        side = max(1, min(self.frame.width // count, self.frame.height))
        left = (self.frame.width - side * count) // 2
        top = (self.frame.height - side) // 2
        return [Box(left + i * side, top, side, side) for i in range(count)]

    def cell_at(self, state, position):
        at = self.local(position)
        cells = enumerate(self._cells(state))
        return next((i for i, box in cells if box.contains(at)), None)

    def move_at(self, state, cell):
        move = int(state.array[0]) - 1 - cell
        return move if move in state.legal_moves else None

    def hint_region(self, state, move):
        left = int(state.array[0])
        return tuple(range(max(0, left - 3), left))

    def step(self, state, cell, dx, dy):
        last = state.parameters.pebbles - 1
        return last if cell is None else min(max(cell + dx, 0), last)

    def caption(self, content):
        return ""

    def motion_seconds(self, before, after):
        return 0.0

    def paint(self, surface, content):
        theme = self.skin.theme
        left = int(content.state.array[0])
        for i, box in enumerate(self._cells(content.state)):
            lit = i in (content.hover, content.cursor)
            ink = theme.ai if lit else theme.text2 if i < left else theme.line
            draw.disc(surface, box.centre, 0.4 * box.width, ink)

    def paint_motion(self, surface, content, before):
        self.paint(surface, content)


class PebblesFace(DuelFace):
    """What the screen says of Pebbles."""

    def rule_words(self):
        return "who takes the last one wins"

    def legend(self):
        return "take **one to three**", (
            unmarked("Take **one to three** pebbles; the last one wins."),
        )


ENTRY = GameEntry(
    PROFILE,
    PebblesFace,
    PebblesBoard,
    "Take one to three; the last one wins.",
    Limit(simulations=200),
)
