"""What the pointer does on a game's screen."""

from typing import TYPE_CHECKING, Final

import pygame

from game.screens.base import Command
from game.screens.play.actions import act, click, sees_board
from game.screens.play.react import GoTo
from game.ui.panel.analysis import CANDIDATE, PROOF

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

GRIP_DP: Final = 26
"""The height of what raises the sheet of a narrow window."""


def handle(scene: "GameScene", event: pygame.event.Event) -> Command | None:
    """React to an event that is neither a key's nor a dialog's."""
    if event.type == pygame.WINDOWLEAVE:
        scene.animator.point(None)
    elif event.type == pygame.WINDOWFOCUSLOST:
        scene.group.let_go()  # another window may hear of the button's release
    action = scene.group.handle_event(event)
    if event.type == pygame.MOUSEBUTTONUP:
        # The keyboard goes back to the board, so Space after a click means the board again.
        scene.group.focus(None)
    action = action or scene.panel.handle_event(event)
    if event.type == pygame.MOUSEMOTION:
        _point(scene, event.pos)
    if action is not None:
        return act(scene, action)
    if event.type == pygame.MOUSEWHEEL:
        _wheel(scene, event)
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        _press(scene, event.pos)
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and sees_board(scene):
        scene.candidates.play_out(scene.candidates.rank_at(scene.animator.cell_at(event.pos)))
    return None


def _wheel(scene: "GameScene", event: pygame.event.Event) -> None:
    """Walk the game over the board, its moves or branches; or a line that stays there.

    Over the panel it walks the line of the row that is pointed at.
    """
    steps, is_on_board, preview = -event.y, scene.animator.is_under_pointer, scene.preview
    is_walked = preview.is_pinned if is_on_board else _pointed_row(scene) is not None
    if is_on_board and pygame.key.get_mods() & pygame.KMOD_SHIFT:
        scene.history.walk_branches(1 if (steps or event.x) > 0 else -1)
    elif is_walked and preview.mark is not None:
        scene.controller.give(preview.scrubbed(steps))
    elif is_on_board:
        scene.controller.give(GoTo(scene.session.record.cursor + steps))


def _press(scene: "GameScene", position: tuple[int, int]) -> None:
    panel, animator = scene.panel.box, scene.animator
    if scene.group.covers(position):
        return
    if panel.contains(position):
        is_on_grip = position[1] < panel.y + scene.skin.px(GRIP_DP)
        if scene.layout.compact and (is_on_grip or not scene.is_raised):
            scene.screen.raise_sheet(not scene.is_raised)
        return
    is_on_board = scene.layout.board.contains(position)
    if scene.controller.state.tree and not (is_on_board and sees_board(scene)):
        return
    _point(scene, position)
    animator.keyboard = False
    cell = animator.cell_at(position)
    if cell is not None:
        click(scene, cell)


def _point(scene: "GameScene", position: tuple[int, int]) -> None:
    is_covered = scene.panel.box.contains(position) or scene.group.covers(position)
    on_board = scene.layout.board.contains(position) and not is_covered
    at = position if on_board else None
    if scene.controller.state.tree:
        scene.tree.point(at)
        scene.animator.point(None)
        return
    scene.animator.point(at)
    rank = _pointed_row(scene)
    if on_board and rank is None and scene.controller.state.is_view_open:
        rank = scene.candidates.rank_at(scene.animator.hover)
    scene.candidates.show(scene.candidates.mark(rank))


def _pointed_row(scene: "GameScene") -> int | None:
    """Return the rank of the candidate whose row in the panel is pointed at."""
    hovered = scene.panel.hovered
    return hovered.value if hovered and hovered.name in (CANDIDATE, PROOF) else None
