"""The left of the arena: who plays, the board or the two boards, and how the game went so far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import pygame

from ai.contract.games import game_of, game_spec
from ai.contract.rules import State
from ai.match.events import PER_BOARD
from ai.phrases import N_, filled
from game.screens import described
from game.screens.arena.contestants import MatchSetup, contestant, is_solved
from game.screens.arena.figures import SideGraph, side_ink, side_mark
from game.screens.arena.match import MatchProgress, ShownGame
from game.screens.arena.setup import seconds_text
from game.screens.entry import make_board_view
from game.screens.play.board_animator import BoardAnimator
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import mark_picture
from game.ui.panel.compose import SPRING, Column, Row
from game.ui.panel.parts import Phrase, bar, quiet
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE
from game.words import arena
from game.words.numbers import shortest, thousands
from game.words.say import SECONDS, counted, listed, say, say_count

HEADER_DP: Final = 50
FOOT_DP: Final = 46
GRAPH_DP: Final = 150
GRAPH_LEAST_DP: Final = 250
"""The room a board needs before a graph gets any."""
LOW_GRAPH_DP: Final = 58
LOW_GRAPH_LEAST_DP: Final = 200
"""The same for a graph that is no more than a line."""


@dataclass(frozen=True, slots=True)
class SideWords:
    """What a side's heading says: its name, what it does, its result."""

    name: str
    about: str
    result: str


class BoardArea:
    """Shows one game.

    Attributes:
        game: The game; None for an empty board.
        boxes: Where its board stands, or its two boards.
    """

    def __init__(self) -> None:
        self.game: ShownGame | None = None
        self.words: tuple[SideWords, SideWords] = (SideWords("", "", ""), SideWords("", "", ""))
        self._name = ""
        self._animators: tuple[BoardAnimator, ...] = ()
        self.boxes: tuple[Box, ...] = ()
        self._headers: tuple[Box, ...] = ()
        self._graph: Box | None = None
        self._empty: State | None = None

    @property
    def is_animating(self) -> bool:
        return any(stage.is_animating for stage in self._animators)

    @property
    def _has_two(self) -> bool:
        """Whether each side has a board of its own."""
        return len(self._animators) == 2

    def show(
        self, name: str, empty: State, game: ShownGame | None, skin: Skin, *, at_once: bool
    ) -> None:
        """Show a game as far as it has come, or an empty board of a kind of game.

        Args:
            at_once: Whether nothing moves.
        """
        views, is_new = [stage.view for stage in self._animators], game is not self.game
        if name != self._name:
            count, is_new = 2 if game_spec(name).players == 1 else 1, True
            views = [make_board_view(name, labels=True) for _ in range(count)]
        self._name, self.game, self._empty = name, game, empty
        if is_new:
            both = enumerate(views)
            self._animators = tuple(BoardAnimator(view, self._state(i)) for i, view in both)
        for i, stage in enumerate(self._animators):
            if stage.show(self._state(i), skin.gate) and at_once:
                stage.finish()

    def update(self, dt: float) -> None:
        for stage in self._animators:
            stage.update(dt)

    def _state(self, side: int) -> State:
        if self.game is not None:
            return self.game.state(side)
        assert self._empty is not None
        return self._empty

    # Layout.

    def place(self, box: Box, skin: Skin) -> None:
        """Divide a box among headings, boards and graph."""
        gap = skin.px(20)
        header = skin.px(HEADER_DP)
        half = (box.width - gap) // 2
        self._headers = tuple(Box(box.x + i * (half + gap), box.y, half, header) for i in range(2))
        top = box.y + header + skin.px(6)
        foot = skin.px(FOOT_DP) if self._has_two else skin.px(8)
        room = box.bottom - top - foot
        graph = self._graph_height(skin, room, half)
        tall = room - graph
        if self._has_two:
            side = min(half, tall)
            self.boxes = tuple(
                Box(head.x + (half - side) // 2, top, side, side) for head in self._headers
            )
            # The headings and captions stand over and under their boards.
            self._headers = tuple(
                board._replace(y=box.y, height=header) if side > skin.px(200) else head
                for board, head in zip(self.boxes, self._headers, strict=True)
            )
            tall = side
        else:
            self.boxes = (Box(box.x, top, box.width, tall),)
        below = top + tall + foot
        self._graph = Box(box.x, below, box.width, box.bottom - below) if graph else None
        for stage, place in zip(self._animators, self.boxes, strict=True):
            stage.view.resize(pygame.Rect(place), skin)

    def _graph_height(self, skin: Skin, room: int, half: int) -> int:
        """Return how much of the room the graph gets; beside boards that are small, a low one."""
        for dp, board in ((GRAPH_DP, GRAPH_LEAST_DP), (LOW_GRAPH_DP, LOW_GRAPH_LEAST_DP)):
            if self._has_two and room - half >= skin.px(dp):
                return skin.px(dp)  # two boards side by side are not as high as the window
            if room - skin.px(dp) >= skin.px(board):
                return skin.px(dp)
        return 0

    # Pictures.

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        for side, box in enumerate(self._headers):
            self._header(skin, side).draw(surface, skin, box)
        for i, stage in enumerate(self._animators):
            stage.view.draw(surface, replace(stage.content(), state=self._state(i)))
        if self._has_two:
            for side, box in enumerate(self.boxes):
                below = box._replace(y=box.bottom, height=skin.px(FOOT_DP))
                self._foot(skin, side).draw(surface, skin, below)
        if self._graph is not None:
            self._side_graph(skin).draw(surface, skin, self._graph)

    def describe(self, skin: Skin) -> Iterator[Element]:
        """Yield headings, boards with what is below them, and the graph."""
        spec = game_spec(self._name)
        for side, box in enumerate(self._headers):
            yield from described.parts_of(self._header(skin, side), skin, box)
        for side, stage in enumerate(self._animators):
            yield stage.view.describe(replace(stage.content(), state=self._state(side)), spec)
            if self._has_two:
                below = self.boxes[side]._replace(y=self.boxes[side].bottom)
                yield from described.parts_of(self._foot(skin, side), skin, below)
        if self._graph is not None:
            yield self._side_graph(skin).describe(self._graph)

    def _header(self, skin: Skin, side: int) -> Section:
        """Return a side's mark and name, what it does below them, and its result at the right."""
        words, stone = self.words[side], None
        if self.game is not None and not self.game.is_solved:
            mark = game_spec(self._name).marks[self.game.colour(side)]
            stone = Row(mark_picture(mark, skin.px(16)), 8)
        name = Phrase(words.name, TYPE.lead, bold=True, stretch=True)
        heading = Column(
            Row(side_mark(skin, side), 9, stone, name, tall=32),
            quiet(words.about, tall=10, stretch=True),
        )
        if not words.result:
            return heading
        ink = side_ink(skin.theme, side)
        return Row(heading, 8, Phrase(words.result, 26, ink, bold=True, tall=48), top=True)

    def _foot(self, skin: Skin, side: int) -> Section:
        """Return how far a solver is: a bar of the pieces that are gone, and what it expects."""
        moves = len(self.game.line(side).moves) if self.game else 0
        words, done = say(arena.PROGRESS["move"], moves=moves), None
        boards = game_of(self._name).text.boards
        if boards is not None:
            first = self.game.line(side).states[0] if self.game else self._state(side)
            left, total = boards.left(self._state(side)), boards.left(first)
            share, ink = 1 - left / max(1, total), side_ink(skin.theme, side)
            done = bar(skin, share, SIZE.progress, ink)
            pieces = boards.pieces.removesuffix("s")
            words = say(arena.PROGRESS["cleared"], moves=moves)
            if left:
                words = say(arena.PROGRESS["left"], moves=moves, left=counted(left, pieces))
        expected = self._expected(side)
        projected = None
        if expected is not None:
            number = quiet(thousands(round(expected)), ink="main", bold=True)
            projected = Row(6, quiet(N_("expected")), 5, number, optional=True)
        return Column(8, done, Row(quiet(words), SPRING, projected, tall=26))

    def _expected(self, side: int) -> float | None:
        value = _last_values(self.game)[side] if self.game else None
        return None if self._state(side).is_terminal else value

    def _side_graph(self, skin: Skin) -> SideGraph:
        game = self.game
        if self._has_two:
            lines = [game.line(side).states if game else [] for side in (0, 1)]
            a, b = (tuple((ply, at.returns[0]) for ply, at in enumerate(each)) for each in lines)
            return SideGraph(N_("Score by move"), N_("same start"), (a, b), 40)
        a, b = (tuple(values) for values in game.values) if game else ((), ())
        title = say(arena.CHANCES, name=self.words[0].name)
        note, plies = (self._estimates(skin, game), game.plies) if game else ("", 0)
        return SideGraph(title, note, (a, b), max(20, plies), players=2)

    def _estimates(self, skin: Skin, game: ShownGame) -> str:
        thinking = next((each for each in game.thinking if each), None)
        has_details = thinking is not None and skin.details
        values = zip(self.words, _last_values(game), strict=True)
        shares = {side.name: value for side, value in values if value is not None}
        return arena.estimates(shares, thinking.simulations if thinking and has_details else None)


def _last_values(game: ShownGame) -> tuple[float | None, ...]:
    return tuple(values[-1][1] if values else None for values in game.values)


def sides_in_words(
    progress: MatchProgress | None, setup: MatchSetup, game: ShownGame | None, *, details: bool
) -> tuple[SideWords, SideWords]:
    """Return what both sides' headings say.

    Args:
        game: The one that is shown, if any.
        details: Whether it is told how much is searched.
    """
    names, plan = (progress or setup).names, progress.plan if progress else None

    def words(side: int) -> SideWords:
        if plan is None:
            picked = contestant(setup.sides[side], setup.name)
            limit = say(arena.LIMIT[setup.per == PER_BOARD], time=seconds_text(setup.seconds))
            about = picked.described(details=details) if picked else limit
            return SideWords(names[side], about, "")
        allowed = plan.sides[side].limit
        time = counted(allowed.simulations or 0, "simulation")
        if allowed.seconds is not None:
            time = say(SECONDS, number=shortest(allowed.seconds))
        about = say(arena.LIMIT[plan.per == PER_BOARD], time=time)
        if not details and plan.sides[side].limit.simulations:
            about = ""
        return SideWords(names[side], about, _result(game, side))

    return words(0), words(1)


def _result(game: ShownGame | None, side: int) -> str:
    if game is not None and game.is_solved:
        return thousands(round(game.state(side).returns[0]))
    if game is None or game.result is None:
        return ""
    return "½" if game.result == 0.5 else str(int(game.result == float(side == 0)))


def caption(game: str, progress: MatchProgress | None, shown: ShownGame | None) -> str:
    """Return which game is played, on which board, or how many of them."""
    title = game_spec(game).title
    if progress is None:
        return title
    if shown is not None and shown.title:
        return listed((title, shown.title))
    return say_count(progress.plan.games, *arena.CAPTION[is_solved(game)], game=title)


def title_of_game(game: ShownGame, names: tuple[str, str], side: int) -> str:
    """Return what a review of a game is called; of two solvers that of a side's."""
    spec = game_spec(game.name)
    who = names[side]
    if not game.is_solved:
        one, other = (
            filled(arena.SIDE, name=name, side=spec.sides[game.colour(at)])
            for at, name in enumerate(names)
        )
        who = filled(arena.PAIR, name=one, other=other)
    which = game.title or filled(arena.GAME, number=game.number + 1)
    return filled(arena.PLAYED_BACK, game=spec.title, title=which, who=who)


def empty_board(game: str, shown: ShownGame | None, setup: MatchSetup) -> State:
    """Return the position that a game begins with: of a shown one, or of what is set up."""
    if shown is not None:
        return shown.lines[0].states[0]
    if is_solved(game) and not setup.has_random_boards:
        boards = game_of(game).text.boards
        assert boards is not None  # that makes it the solvers' game
        state: State = boards.standard()[0].state
        return state
    spec = game_spec(game)
    return spec.new_game(spec.parameters(), setup.seed)
