"""Marks on boards of moving pieces, as real searches make them: no one lies over another."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, combinations, permutations, product
from math import dist
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest

from ai.search.messages import Candidate, ExactValue, Limit, Proof, SearchInfo
from ai.search.order import beside_truth, with_proofs
from ai.searchers import make_searcher
from game.games.breakthrough.exact import exact_values
from game.games.lattice.square_board import MOST_CELLS, BoardParameters
from game.ui.boards.moving.line import Arrow
from game.ui.boards.moving.places import is_free, lay_out
from game.ui.boards.moving.view import MovingBoard
from game.ui.boards.view import LINE_MOVES, BoardContent
from game.ui.layout import Box, GridGeometry, Unit
from game.ui.overlay import Overlay, Values, build_overlay
from tests.boards.contents import breakthrough, picture, view
from tests.rig import skin as look

UNIT = Unit.of((1120, 760))
TOUCH = -1.0
"""Rims may meet."""


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

    @cached_property
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
    return beside_truth(SearchInfo(total, candidates=tuple(found)), tuple(exact))


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
    for values in Values:
        overlay = build_overlay(info, one_player=False, values=values)
        still = BoardContent(state, overlay=overlay)
        yield still
        yield replace(still, line=info.candidates[0].line[:4])
        for piece in {move // MOST_CELLS for move in state.legal_moves}:
            yield replace(still, hover=piece)
            yield replace(still, chosen=piece)


def assert_apart(board, content):
    """Check that no mark lies over another, and that there is one badge a piece or target."""
    geometry = board.geometry(content.state)
    places = lay_out(board.skin, content, geometry)
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
    board = view("breakthrough", (600, 600), unit=UNIT)
    places = assert_apart(board, BoardContent(state, overlay=overlay))
    assert {*places.arrows} == {place.mark.move for place in places.marks} == {*moves}


@pytest.mark.parametrize(
    ("make", "positions"),
    [
        pytest.param(
            lambda: view("breakthrough"), partial(breakthrough_positions, 4), id="forward"
        ),
        pytest.param(lambda: MovingBoard(), partial(crowns_positions, 20), id="everywhere"),
    ],
)
def test_marks_of_pieces_lie_apart_wherever_they_move(make, positions):
    boards = [make(), make()]
    for board, side in zip(boards, (600, 380), strict=True):
        board.resize(pygame.Rect(0, 0, side, side), look(unit=UNIT))
    for state, info in positions():
        for content, board in product(contents(state, info), boards):
            assert_only_its_moves(assert_apart(board, content), content)


def test_a_piece_that_is_pointed_at_shows_all_that_is_known_of_its_moves():
    board = view("breakthrough", (600, 600))
    state, info = next(breakthrough_positions(1))
    overlay = build_overlay(info, one_player=False)
    for piece in {move // MOST_CELLS for move in state.legal_moves}:
        content = BoardContent(state, overlay=overlay, hover=piece)
        places = lay_out(board.skin, content, board.geometry(state))
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
            board.draw(surface, replace(BoardContent(each), playable=False))
            geometry = board.geometry(state)
            rim = geometry.cells.y - plate.y - 4
            upper = surface.subsurface((*plate[:2], plate.width, rim))
            lower = surface.subsurface((plate.x, plate.bottom - rim, plate.width, rim))
            rims.append([pygame.image.tobytes(part, "RGB") for part in (upper, lower)])
        (up, low), (other_up, other_low) = rims
        assert (up != other_up) is (low != other_low) is is_told


def test_true_values_have_one_badge_for_each_piece_or_each_target_of_the_one_that_is_meant():
    state, _ = breakthrough(0, columns=5, rows=5)
    proofs = (Proof.WIN, Proof.LOSS, Proof.DRAW)
    known = {move: proofs[i % 3] for i, move in enumerate(state.legal_moves)}
    exact = tuple((move, proof, 3) for move, proof in known.items())
    content = replace(BoardContent(state), overlay=Overlay(exact=exact), playable=True)

    def badges(content, side=600):
        """Return the cell of each badge, and the move whose value it has."""
        board = view("breakthrough", (side, side), unit=UNIT)
        geometry = board.geometry(state)
        shown = lay_out(board.skin, content, geometry).badges
        return [(geometry.cell_at(badge.centre), badge.move) for badge in shown]

    targets = {}
    for move in state.legal_moves:
        targets.setdefault(move // MOST_CELLS, {})[move % MOST_CELLS] = known[move].share
    told = {cell: known[move].share for cell, move in badges(content)}
    assert told == {piece: max(reached.values()) for piece, reached in targets.items()}
    assert len(badges(content)) == len(told)
    piece = state.legal_moves[-1] // MOST_CELLS
    for meant in (replace(content, hover=piece), replace(content, chosen=piece)):
        cells = [cell for cell, _ in badges(meant)]
        assert len(cells) == len(set(cells))
        assert set(targets[piece]) <= set(cells)
        assert piece not in cells
    assert badges(content, side=120) == [], "there is no room for any"


FROM = {"left": 11, "right": 13, "below": 7, "above": 17}
MEETINGS = [
    sides
    for count in (2, 3, 4)
    for sides in combinations(FROM, count)
    if {"left", "right"} & set(sides)
]


@pytest.mark.parametrize("sides", MEETINGS)
@pytest.mark.parametrize("taken", [False, True])
def test_discs_that_come_from_all_sides_do_not_cover_each_other(sides, taken) -> None:
    target = 12
    moves = tuple(MOST_CELLS * FROM[side] + target for side in sides)
    found = tuple(Candidate(move, 1_000 - rank, 0.5) for rank, move in enumerate(moves))
    overlay = build_overlay(SearchInfo(3_000, candidates=found), one_player=False)
    cells = tuple(2 if taken and cell == target else 0 for cell in range(25))
    state = SimpleNamespace(cells=cells, legal_moves=moves, returns=(0.0, 0.0))
    geometry = GridGeometry(5, 5, Box(0, 0, 500, 500), turned=False, rim=0)
    skin = look(unit=UNIT)
    marks = lay_out(skin, BoardContent(state, overlay=overlay), geometry).marks
    assert len(marks) == min(len(sides), 3)
    for one, other in combinations(marks, 2):
        assert one.disc.gap(other.disc) >= TOUCH


def with_lines(side, length, count):
    """Yield looks with a random line of the first candidate and a few other candidates."""
    for seed in range(count):
        state, _ = breakthrough(moves=seed % 9, seed=seed, columns=side, rows=side)
        if state.is_terminal:
            continue
        chance, line, after = random.Random(seed), [], state
        while len(line) < length and not after.is_terminal:
            line.append(chance.choice(after.legal_moves))
            after = after.play(line[-1])
        others = [move for move in state.legal_moves if move != line[0]]
        moves = [line[0], *chance.sample(others, min(5, len(others)))]
        found = tuple(Candidate(move, 9_000 // 3**i, 0.5) for i, move in enumerate(moves))
        overlay = build_overlay(SearchInfo(candidates=found), one_player=False)
        yield BoardContent(state, overlay=overlay, line=tuple(line))


@pytest.mark.parametrize(("side", "length"), [(4, 4), (5, 4), (5, 8), (8, 8)])
def test_every_step_has_its_number_free_at_its_own_arrows_tail(side, length):
    geometry = GridGeometry(side, side, Box(0, 0, 600, 600))
    skin = look(unit=UNIT)
    for content in with_lines(side, length, 60):
        places = lay_out(skin, content, geometry)
        steps = places.steps
        discs = [place.disc for place in places.marks]
        assert [step.number for step in steps] == [*range(1, len(content.line) + 1)]
        heads = {move: arrow.head for move, arrow in places.arrows.items()}
        heads |= {step.move: step.arrow.head for step in steps}
        for step in steps:
            far = {other.number: dist(step.disc.centre, other.arrow.tail) for other in steps}
            assert far[step.number] < 0.4 * geometry.size
            assert far[step.number] <= min(far.values()) + 1, "it stands at no other arrow's tail"
            others = [head for move, head in heads.items() if move != step.move]
            assert all(step.disc.gap(other) > TOUCH for other in (*others, *discs)), step
        for first, second in combinations(steps, 2):
            assert first.disc.gap(second.disc) > TOUCH


def test_each_step_of_a_line_is_seen_on_the_board():
    content = next(with_lines(5, LINE_MOVES, 1))
    board = view("breakthrough")
    lines = {picture(board, replace(content, line=content.line[:n])) for n in range(LINE_MOVES + 1)}
    assert len(lines) == LINE_MOVES + 1
