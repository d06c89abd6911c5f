"""The board of a watched search: the position of a moment, and what has led there."""

from dataclasses import replace
from itertools import accumulate

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.search.simulation import Path, Phase
from game.screens.entry import make_board_view
from game.screens.inside import tables
from game.screens.inside.run import WatchedRun
from game.screens.inside.stage import state_at
from game.ui import draw
from game.ui.boards.view import BoardContent
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.skin import Skin


class WatchedBoard:
    """Shows the path as ghosts, and the playout as stones with a dot."""

    def __init__(self, game: str, root: State) -> None:
        self._view = make_board_view(game)
        self.material = self._view.material
        self._root, self._is_for_one = root, game_spec(game).players == 1
        self._played: tuple[tuple[Path, Path], tuple[State, ...]] | None = None

    def draw(
        self, surface: pygame.Surface, skin: Skin, box: Box, run: WatchedRun, looked: Path | None
    ) -> None:
        """Draw the position of the moment, or that of the node which is looked at."""
        side = min(box.width, box.height)
        self._view.resize(pygame.Rect(box.fitted(side, side)), skin)
        content, states, moves = self._shown(run, looked)
        self._view.draw(surface, content)
        if len(run.searches) > 1 and looked is None:
            tables.mark_choices(surface, skin, self._view, self._root, run.choices)
        elif states:
            self._mark_playout(surface, skin, states, moves)

    def describe(self, run: WatchedRun, looked: Path | None) -> Element:
        """Return the board as it was drawn, but for the marks of searches."""
        spec = game_spec(self._view.game)
        return self._view.describe(self._shown(run, looked)[0], spec)

    def _shown(
        self, run: WatchedRun, looked: Path | None
    ) -> tuple[BoardContent, tuple[State, ...], Path]:
        """Return what is shown; of a playout also its positions, and its moves so far."""
        stage, simulation = run.stage, run.stage.simulation
        content = BoardContent(self._root)
        if len(run.searches) > 1 and looked is None:
            return content, (), ()
        is_playout = looked is None and stage.phase is Phase.PLAYOUT
        if not is_playout or simulation is None or simulation.played_out is None:
            line = stage.path if looked is None else looked
            return replace(content, line=line), (), ()
        moves = simulation.played_out.moves
        shown = round(stage.progress * len(moves))
        states = self._playout_states(simulation.path, moves)
        return replace(content, state=states[shown]), states, moves[:shown]

    def _playout_states(self, path: Path, moves: Path) -> tuple[State, ...]:
        """Return the positions of a playout, which are worked out once."""
        if self._played is None or self._played[0] != (path, moves):
            leaf = state_at(self._root, path)
            states = accumulate(moves, lambda state, move: state.play(move), initial=leaf)
            self._played = (path, moves), tuple(states)
        return self._played[1]

    def _mark_playout(
        self, surface: pygame.Surface, skin: Skin, states: tuple[State, ...], moves: Path
    ) -> None:
        """Put a dot on what the playout has placed, or on where its last move leads."""
        if self._is_for_one or not moves:
            return
        cells = [self._view.cells_of(states[0], move) for move in moves]
        seen = [cells[-1]] if len(cells[-1]) > 1 else cells
        for each in seen:
            for cell in each:
                place = self._view.cell_box(states[-1], cell)
                radius = 0.13 * place.width
                draw.disc(surface, place.centre, 1.5 * radius, skin.theme.bg)
                draw.disc(surface, place.centre, radius, skin.theme.ai)
