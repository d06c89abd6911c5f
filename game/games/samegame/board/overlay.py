"""What the AI thinks, on a SameGame board: region, next steps, candidates with badges."""

from collections.abc import Callable, Iterable
from math import hypot
from typing import cast

import pygame

from ai.contract.rules import IllegalMoveError
from game.games.samegame.board.pictures import (
    NEXT_PENS,
    STEP_PENS,
    Layer,
    candidate_pens,
    draw_outline,
    plan_pens,
    region_pens,
)
from game.games.samegame.plans import RootTiles
from game.games.samegame.rules import SameGameState
from game.ui.boards.marks import metric_of, score_badge, step_disc
from game.ui.boards.paths import Point
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import LINE_MOVES, BoardContent
from game.ui.layout import TileGeometry
from game.ui.overlay import LossClass, Mark
from game.ui.skin import Skin
from game.ui.theme import AI_COLOUR
from game.words.numbers import short_count, signed, thousands


def steady_steps(state: SameGameState, line: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return the cells of those steps of `line`, from 1, whose tiles no earlier step has moved.

    A collapse moves tiles, so later moves mostly name cells that hold other tiles now. A
    line that does not fit the position any more ends at its first illegal move.
    """
    tiles, steps = RootTiles(state), dict[int, tuple[int, ...]]()
    for number, move in enumerate(line, start=1):
        cells = state.group_of(move)
        try:
            state = state.play(move)
        except IllegalMoveError:
            break
        if tiles.play(move) == frozenset(cells):
            steps[number] = cells
    return steps


_BADGE = 0.68
"""Height of a badge, in tiles."""
_NUMBERS_FROM = 12
_TEXT_FROM = 16
_LARGE_GROUP = 4


def paint_overlay(layer: Layer, content: BoardContent) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    state = cast(SameGameState, content.state)
    groups = _marked_groups(content)
    if content.region:
        draw_outline(layer, content.region, region_pens(AI_COLOUR))
    outlined = {move for mark, _ in groups[:1] for move in mark.same_plan}
    for move in outlined:
        group = state.group_of(move)
        draw_outline(layer, group, plan_pens(groups[0][0].loss_class))
    _draw_steps(layer, content, {group[0] for _, group in groups}, outlined)
    for mark, group in reversed(groups):
        draw_outline(layer, group, candidate_pens(mark.loss_class))
    for picture, centre in reversed(_badges(layer, groups)):
        blit_centred(layer.surface, picture, centre)
    _draw_grades(layer, content)


def _marked_groups(content: BoardContent) -> list[tuple[Mark, tuple[int, ...]]]:
    """Return the labelled marks, best first, with the cells of their groups."""
    if content.overlay is None:
        return []
    groups = {group[0]: group for group in cast(SameGameState, content.state).groups()}
    return [
        (mark, groups[mark.move])
        for mark in content.overlay.estimates
        if mark.labelled and mark.move in groups
    ]


def _draw_grades(layer: Layer, content: BoardContent) -> None:
    """Outline the groups of a played move and of the better one, each with its letter."""
    skin, surface, geometry = layer
    graded: list[tuple[int, LossClass]] = [*content.grades]
    if content.best is not None:
        graded.append((content.best, "A"))
    for move, loss_class in graded:
        group = cast(SameGameState, content.state).group_of(move)
        if not group:
            continue
        draw_outline(layer, group, candidate_pens(loss_class))
        height = max(skin.unit.px(15), round(0.6 * geometry.tile))
        badge = score_badge(skin, loss_class, "", height)
        blit_centred(surface, badge, _central_place(geometry, group))


def _draw_steps(layer: Layer, content: BoardContent, marked: set[int], outlined: set[int]) -> None:
    """Number the steps of the line that can be shown; dash those that have no outline yet."""
    skin, surface, geometry = layer
    state = cast(SameGameState, content.state)
    tile = geometry.tile
    small = tile < _NUMBERS_FROM
    for number, cells in steady_steps(state, content.line[:LINE_MOVES]).items():
        if cells[0] in marked:
            continue
        if cells[0] not in outlined:
            draw_outline(layer, cells, NEXT_PENS if small else STEP_PENS)
        if not small:
            picture = step_disc(skin, 0.28 * tile, number)
            blit_centred(surface, picture, _central_place(geometry, cells))


def _badges(
    layer: Layer, groups: list[tuple[Mark, tuple[int, ...]]]
) -> list[tuple[pygame.Surface, Point]]:
    """Return the candidates' badges, best first, each where it hides none that is better."""
    skin, surface, geometry = layer
    area = surface.get_rect()
    badges: list[tuple[pygame.Surface, Point]] = []
    taken: list[pygame.Rect] = []
    if geometry.tile < _NUMBERS_FROM:
        return badges
    for mark, group in groups:
        picture = _badge(skin, geometry, mark, _badge_text(metric_of(skin), mark))
        places = [_within(area, picture, at) for at in _badge_places(geometry, group)]
        free = (at for at in places if picture.get_rect(center=at).collidelist(taken) < 0)
        centre = next(free, places[0])
        taken.append(picture.get_rect(center=centre))
        badges.append((picture, centre))
    return badges


def _badge(skin: Skin, geometry: TileGeometry, mark: Mark, text: str) -> pygame.Surface:
    tile = geometry.tile
    height = max(min(skin.unit.px(20), round(1.1 * tile)), round(_BADGE * tile))
    return score_badge(skin, mark.loss_class, text if tile >= _TEXT_FROM else "", height)


def _within(area: pygame.Rect, picture: pygame.Surface, at: Point) -> Point:
    """Return the place nearest to `at` where a picture is whole."""
    half_width, half_height = picture.get_width() / 2, picture.get_height() / 2
    x = min(max(at[0], half_width), area.width - half_width)
    return x, min(max(at[1], half_height), area.height - half_height)


def _badge_text(metric: str, mark: Mark) -> str:
    """Return what a candidate's badge says; by default the leader's score, others' difference."""
    if metric == "visits":
        return short_count(mark.visits)
    if mark.rank == 1 and metric == "value":
        return thousands(round(mark.value))
    return signed(-round(mark.loss)) if round(mark.loss) else "±0"


def _badge_places(geometry: TileGeometry, group: tuple[int, ...]) -> tuple[Point, ...]:
    """Return where a group may carry its badge, the best place first.

    A large one carries it inside; a small one, which it would hide, on its upper or lower edge.
    """
    inside = _central_place(geometry, group)
    upper, lower = _edge_place(geometry, group, max), _edge_place(geometry, group, min)
    return (inside, upper, lower) if len(group) >= _LARGE_GROUP else (upper, lower, inside)


def _edge_place(
    geometry: TileGeometry, group: tuple[int, ...], extreme: Callable[[Iterable[int]], int]
) -> Point:
    """Return the middle of a group's upper (`max`) or lower (`min`) edge."""
    places = [divmod(cell, geometry.rows) for cell in group]
    edge = extreme(row for _, row in places)
    columns = [column for column, row in places if row == edge]
    x, y = geometry.place(sum(columns) / len(columns), edge)
    below = -0.06 if extreme is max else 1.06
    return x + geometry.tile / 2, y + below * geometry.tile


def _central_place(geometry: TileGeometry, group: tuple[int, ...]) -> Point:
    """Return the point inside a group that is nearest to its centroid.

    Besides the middles of tiles, seams count as inside: between two tiles, and where four meet.
    """
    places = {divmod(cell, geometry.rows) for cell in group}
    mean_column = sum(column for column, _ in places) / len(places)
    mean_row = sum(row for _, row in places) / len(places)
    inside = [
        (column + width / 2, row + height / 2)
        for column, row in places
        for width, height in ((0, 0), (1, 0), (0, 1), (1, 1))
        if places >= {(column + i, row + j) for i in range(width + 1) for j in range(height + 1)}
    ]
    column, row = min(inside, key=lambda p: (hypot(p[0] - mean_column, p[1] - mean_row), p))
    x, y = geometry.place(column, row)
    return x + geometry.tile / 2, y + geometry.tile / 2
