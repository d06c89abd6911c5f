"""Marks on boards of moving pieces, as real searches make them: no one lies over another."""

import functools
import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, combinations, permutations, product
from typing import Any

import numpy as np
import pygame
import pytest

from ai.search.messages import Candidate, ExactValue, Limit, Proof, SearchInfo
from ai.search.truth import beside_truth, with_proofs
from ai.searchers import make_searcher
from game.games.breakthrough.exact import exact_values
from game.games.lattice.square_board import MOST_CELLS, BoardParameters
from game.ui.boards.base import BoardContent, still_content
from game.ui.boards.moving.line import Arrow
from game.ui.boards.moving.places import is_free, lay_out
from game.ui.boards.moving.view import MovingBoard
from game.ui.layout import Unit
from game.ui.overlay import build_overlay
from game.ui.text import Fonts
from game.ui.theme import DARK
from tests.boards.contents import breakthrough, view


@dataclass(frozen=True)
class Crowns:
    """A game of a plug-in: a piece takes one beside it, in any of eight directions.

    Who cannot take has lost.
    """

    parameters: BoardParameters
    cells: tuple[int, ...]
    move_count: int = 0
    last_move: int | None = None

    @property
    def current_player(self) -> int:
        return self.move_count & 1

    @functools.cached_property
    def legal_moves(self) -> tuple[int, ...]:
        columns, mine = self.parameters.columns, self.current_player + 1
        places = [divmod(cell, columns) for cell in range(len(self.cells))]
        return tuple(
            MOST_CELLS * start + target
            for (start, (row, column)), (target, (y, x)) in permutations(enumerate(places), 2)
            if self.cells[start] == mine and self.cells[target] == 3 - mine
            if max(abs(row - y), abs(column - x)) == 1
        )

    @property
    def is_terminal(self) -> bool:
        return not self.legal_moves

    @property
    def returns(self) -> tuple[float, ...]:
        return (0.0, 0.0)

    def play(self, move: int) -> "Crowns":
        start, target = divmod(move, MOST_CELLS)
        cells = list(self.cells)
        cells[start], cells[target] = 0, cells[start]
        return Crowns(self.parameters, tuple(cells), self.move_count + 1, move)


def plies_to_end(state: Crowns, known: dict[Any, int]) -> int:
    """Return in how many plies the player to move wins, or loses if that is even."""
    key = state.cells, state.current_player
    if key not in known:
        ends = [plies_to_end(state.play(move), known) for move in state.legal_moves]
        lost = [plies for plies in ends if plies % 2 == 0]
        known[key] = 1 + (min(lost) if lost else max(ends, default=-1))
    return known[key]


def searched(state: Crowns, chance: random.Random, known: dict[Any, int]) -> SearchInfo:
    """Return what a search by playouts finds, with the true values."""
    found, exact = [], []
    for move in state.legal_moves:
        after, won, tried = state.play(move), 0, chance.choice((4, 9, 30, 90))
        for _ in range(tried // 4):
            at = after
            while not at.is_terminal:
                at = at.play(chance.choice(at.legal_moves))
            won += at.current_player != state.current_player
        found.append(Candidate(move, 40 * tried, won / (tried // 4), line=(move,)))
        plies = plies_to_end(after, known)
        exact.append(ExactValue(move, Proof.LOSS if plies % 2 else Proof.WIN, 1 + plies))
    found.sort(key=lambda each: -each.visits)
    total = sum(each.visits for each in found)
    return SearchInfo(total, candidates=tuple(found), exact=tuple(exact))


def crowns_positions(count):
    known: dict[Any, int] = {}
    for seed in range(count):
        chance = random.Random(seed)
        state = Crowns(BoardParameters(4, 4), tuple(chance.choice((0, 0, 1, 2)) for _ in range(16)))
        while state.legal_moves and len(state.legal_moves) > 9:
            state = state.play(chance.choice(state.legal_moves))
        if state.legal_moves:
            yield state, searched(state, chance, known)


def breakthrough_positions(count):
    for seed in range(count):
        side = (5, 5, 6, 8)[seed % 4]
        state, _ = breakthrough(moves=3 + seed % 12, seed=seed, columns=side, rows=side)
        if not state.is_terminal:
            search = make_searcher("mcts", "breakthrough", seed=seed).search
            found = search(state, Limit(simulations=500), lambda: False, lambda info: None)
            true = exact_values(state, np.zeros(1, np.uint8)) or ()
            is_all = len(true) == len(state.legal_moves)
            yield state, (beside_truth if is_all else with_proofs)(found.info, true)


def contents(state, info):
    """Yield what the board shows at rest, with a line, and with each piece pointed at."""
    for values in ({}, {"show_exact": False}, {"show_estimate": False}):
        overlay = build_overlay(info, one_player=False, **values)
        still = BoardContent(state, overlay=overlay)
        yield still
        yield replace(still, line=info.candidates[0].line[:4])
        for piece in {move // MOST_CELLS for move in state.legal_moves}:
            yield replace(still, hover=piece)
            yield replace(still, chosen=piece)


def assert_apart(board, content):
    """Check that no mark lies over another, and that there is one badge a piece or target."""
    geometry = board.geometry(content.state)
    places = lay_out(board.sprites, content, geometry)
    marks = [(f"disc of {place.mark.move}", place.discs) for place in places.marks]
    marks += [(f"badge of {badge.move}", badge.discs) for badge in places.badges]
    marks += [(f"head of {move}", (arrow.head,)) for move, arrow in places.arrows.items()]
    for (one, its), (other, others) in combinations(marks, 2):
        assert is_free(its, others), (one, other)
    for one, other in combinations(places.arrows.values(), 2):
        assert one.stopped_by([other]) == one, "arrows cross"
    strokes = list(chain.from_iterable(arrow.discs for arrow in places.arrows.values()))
    for badge in places.badges:
        assert is_free(badge.discs, strokes)
        assert geometry.plate.contains(badge.centre)
    cells = Counter(geometry.cell_at(badge.centre) for badge in places.badges)
    assert max(cells.values(), default=1) == 1, "one badge a piece or target"
    return places


def assert_only_its_moves(places, content):
    piece = content.hover if content.chosen is None else content.chosen
    if piece is None:
        assert len(places.arrows) <= 3 or not content.overlay.exact
    else:
        assert {move // MOST_CELLS for move in places.arrows} <= {piece}


def test_an_arrow_stops_before_a_better_one():
    rising, level = Arrow((0.0, 0.0), (90.0, 90.0), 6.0), Arrow((0.0, 60.0), (90.0, 60.0), 8.0)
    stopped = rising.stopped_by([level])
    assert stopped.tail == rising.tail
    assert stopped.tip == pytest.approx((60 - 11 / 2**0.5,) * 2)
    aside = Arrow((0.0, 95.0), (90.0, 95.0), 8.0)
    fanned = Arrow(rising.tail, (90.0, 0.0), 8.0)
    assert rising.stopped_by([aside, fanned, rising]) == rising


def test_an_arrow_shorter_than_its_head_is_not_stretched():
    short, across = Arrow((0.0, 0.0), (12.0, 0.0), 6.0), Arrow((6.0, -6.0), (6.0, 6.0), 6.0)
    assert short.stopped_by([across]) == short


@pytest.mark.parametrize("side", [5, 8])
def test_both_of_two_moves_that_cross_are_shown(side):
    state, _ = breakthrough(moves=0, columns=side, rows=side)
    moves = [state.move_from_string(name) for name in ("c2-d3", "d2-c3")]
    found = tuple(Candidate(move, 9_000 - move, 0.5) for move in moves)
    overlay = build_overlay(SearchInfo(18_000, candidates=found), one_player=False)
    board = view("breakthrough", (600, 600), unit=Unit.of((1120, 760)))
    places = assert_apart(board, BoardContent(state, overlay=overlay))
    assert {*places.arrows} == {place.mark.move for place in places.marks} == {*moves}


def test_marks_of_breakthrough_lie_apart():
    boards = [view("breakthrough", (side, side), unit=Unit.of((1120, 760))) for side in (600, 380)]
    for state, info in breakthrough_positions(4):
        for content, board in product(contents(state, info), boards):
            assert_only_its_moves(assert_apart(board, content), content)


def test_marks_of_pieces_that_move_in_all_directions_lie_apart():
    boards = [MovingBoard(Fonts()) for _ in range(2)]
    for board, side in zip(boards, (600, 380), strict=True):
        board.resize(pygame.Rect(0, 0, side, side), Unit.of((1120, 760)), DARK)
    for state, info in crowns_positions(20):
        for content, board in product(contents(state, info), boards):
            assert_only_its_moves(assert_apart(board, content), content)


def test_a_piece_that_is_pointed_at_shows_all_that_is_known_of_its_moves():
    board = view("breakthrough", (600, 600))
    state, info = next(breakthrough_positions(1))
    overlay = build_overlay(info, one_player=False)
    for piece in {move // MOST_CELLS for move in state.legal_moves}:
        content = BoardContent(state, overlay=overlay, hover=piece)
        places = lay_out(board.sprites, content, board.geometry(state))
        its = {move for move in state.legal_moves if move // MOST_CELLS == piece}
        assert {badge.move for badge in places.badges if badge.move in its} == its
        assert set(places.arrows) == its & {mark.move for mark in overlay.marks}


def test_chevrons_tell_whose_move_it_is():
    state, _ = breakthrough(moves=2, columns=5, rows=5)
    after = state.play(state.legal_moves[0])
    for side, is_told in ((600, True), (240, False)):
        board = view("breakthrough", (side, side))
        plate = board.geometry(state).plate
        rims = []
        for each in (state, after):
            surface = pygame.Surface((side, side))
            board.draw(surface, replace(still_content(each), playable=False))
            geometry = board.geometry(state)
            rim = geometry.cells.y - plate.y - 4
            upper = surface.subsurface((*plate[:2], plate.width, rim))
            lower = surface.subsurface((plate.x, plate.bottom - rim, plate.width, rim))
            rims.append([pygame.image.tobytes(part, "RGB") for part in (upper, lower)])
        (up, low), (other_up, other_low) = rims
        assert (up != other_up) is (low != other_low) is is_told
