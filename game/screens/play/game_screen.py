"""The picture of a game's screen: board, bar, panel, tooltips, notices, dialog."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from ai.contract.rules import State
from game.play.credit import seated_player
from game.play.session import Mode
from game.screens import described
from game.screens.play.panel_rows import failure_items, guess_items
from game.screens.play.sentences import tree_waiting_words
from game.ui import commands
from game.ui.animation import ease_out
from game.ui.elements import Element, text
from game.ui.layout import game_layout
from game.ui.panel.dialog import Dialog
from game.ui.text import plain
from game.ui.widgets import Widget
from game.words import play as words
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

LOW_PANEL_DP: Final = 420
"""A panel lower than this has one row of buttons only."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The frame that was drawn last.

    Attributes:
        before: The position that its move began from, if it showed a move.
        has_panel: Whether it has the panel as it should be, and nothing lies over it.
    """

    surface: pygame.Surface
    before: State | None
    has_panel: bool


class GameScreen:
    """Divides the window, keeps what is shown up to date, and draws it.

    Attributes:
        changes: How often a search or a control has changed something that may be seen.
    """

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self.changes = 0
        self._shown: tuple[object, ...] = ()
        self._said: tuple[object, ...] = ()
        self._drawn: _Drawn | None = None

    # Places.

    def resize(self) -> None:
        self._divide()
        self._drawn = None
        self._scene.top_bar.place(self._scene.layout.top_bar, self._scene.skin)

    def raise_sheet(self, raised: bool) -> None:
        if raised != self._scene.is_raised:
            self._scene.is_raised = raised
            self._divide()

    def _divide(self) -> None:
        """Divide the window; only the player's own resizing, scaling and raising change that."""
        scene, skin, context = self._scene, self._scene.skin, self._scene.context
        settings, display_scale = context.effective, context.display_scale
        layout = game_layout(
            scene.size,
            settings.ui_scale,
            display_scale,
            is_raised=scene.is_raised,
            large=settings.large_controls,
        )
        scene.layout = layout = layout.with_foot(scene.foot.height(layout))
        scene.animator.view.resize(pygame.Rect(layout.board), skin)
        scene.animator.look_again()
        scene.tree.place(layout.board, skin)
        scene.panel.place(layout.panel, skin, sheet=layout.compact)
        scene.foot.place()

    # What is shown.

    def follow_position(self) -> None:
        """Show the session's position, with an animation if it is another one."""
        scene, session, animator = self._scene, self._scene.session, self._scene.animator
        gate, before, state = scene.skin.gate, animator.state, session.state
        ply = session.record.cursor - 1
        is_new = animator.show(state, gate)
        # One move has led here: nothing was undone, jumped to or begun anew.
        if is_new and ply >= 0 and session.record.nodes[ply].state is before:
            if state.is_terminal:
                animator.end_game(gate)
            for cue, size in scene.entry.cues(before, state, session.record.seats):
                scene.context.cue(cue, size)
        animator.turn(seated_player(session.record) == 1)

    def _follow_question(self) -> None:
        """Ask whether the player resigns for as long as the state says so."""
        scene, state = self._scene, self._scene.controller.state
        name, title = commands.RESIGN.name, commands.RESIGN.title
        if scene.dialog is None and state.is_resigning:
            text = words.THEN_WINS[state.facts.plays_ai]
            scene.dialog = Dialog(name, say(words.RESIGN, title=title), text, confirm=title)
        elif scene.dialog is not None and scene.dialog.name == name and not state.is_resigning:
            scene.dialog = None

    def refresh(self) -> None:
        """Follow the position, and show the panel anew if it is made of other values."""
        # Events may come in one batch: the second one must meet the board that the first one left.
        self.follow_position()
        self._follow_question()
        self._scene.foot.follow()
        shown, said = self._made_of, self._said_beside
        if (shown, said) != self._said:
            self._said = shown, said
            self._scene.announcer.listen()
        if shown != self._shown and not self.is_held:
            self._shown = shown
            self.show_panel()

    @property
    def is_held(self) -> bool:
        """Whether a button is held down on a control, so that nothing in the panel may change."""
        return any(each.is_held for each in self._scene.group.widgets)

    @property
    def _said_beside(self) -> tuple[object, ...]:
        """What else is said that the panel does not show: a refusal, a question, a suggestion."""
        dialog = self._scene.dialog
        return self._scene.animator.refusal.count, dialog, dialog and dialog.suggested

    @property
    def _made_of(self) -> tuple[object, ...]:
        """What panel, controls and chip are made of: while it is equal, they stay as they are."""
        scene, controller = self._scene, self._scene.controller
        session, thinker = scene.session, scene.context.thinker
        is_solo = session.record.spec.players == 1
        return (
            self.changes,
            session.generation,
            controller.state,
            scene.context.settings,
            scene.skin,
            scene.layout,
            thinker.state,
            thinker.error,
            scene.toasts.notice,
            scene.foot.bar.content,
            scene.animator.is_steered_by_letters,
            controller.ai.is_thinking,
            controller.ai.is_searched_out,
            scene.context.may_think,
            controller.teacher.lesson(session),
            scene.panel.hovered,
            None if scene.face.ghost is None else scene.face.ghost.scores,
            # What a move would bring is told in a game for one only.
            scene.board.pointed_cell() if is_solo and session.mode is Mode.PLAY else None,
        )

    def show_panel(self) -> None:
        """Work out the panel, the controls and the chip."""
        scene, face = self._scene, self._scene.face
        scene.controls.refresh()
        scene.top_bar.refresh(scene)
        if scene.layout.compact and not scene.is_raised:
            items = face.summary_items()
        else:
            is_low = scene.skin.unit.dp(scene.panel.box.height) < LOW_PANEL_DP
            bottom = scene.controls.bottom_items(is_low=is_low)
            items = (*failure_items(scene), *guess_items(scene), *face.panel_items(), *bottom)
        scene.panel.show(items, face.gap)
        # What the pointer is on, of which the legend tells, may be another part of the panel now.
        legend = face.legend()[0]
        if scene.controller.state.tree:
            legend = scene.tree.legend(
                face.sides()[0], one_player=scene.session.record.spec.players == 1
            )
        scene.foot.place_chip(legend)
        widgets: tuple[Widget, ...] = (
            *scene.top_bar.widgets,
            *(scene.foot.bar.widgets if scene.toasts.notice is None else ()),
            scene.foot.chip,
            *scene.toasts.widgets,
            *scene.panel.widgets,
        )
        if widgets != scene.group.widgets:
            scene.group.set_widgets(widgets)

    # Frames.

    def draw(self, surface: pygame.Surface) -> None:
        self.refresh()
        if not self._panel_waits(surface):
            self._draw(surface)
            return
        # Nothing is drawn over the panel, so it stays as it was in the last frame.
        surface.set_clip((0, 0, self._scene.panel.box.x, surface.get_height()))
        try:
            self._draw(surface, with_panel=False)
        finally:
            surface.set_clip(None)

    def _draw(self, surface: pygame.Surface, *, with_panel: bool = True) -> None:
        scene, skin = self._scene, self._scene.skin
        surface.fill(skin.theme.bg)
        board = scene.board.content()
        if scene.controller.state.tree:
            self._draw_tree(surface)
        else:
            scene.animator.view.draw(surface, board)
            scene.face.draw_on_board(surface, board)
        scene.top_bar.draw(surface, skin)
        if scene.toasts.notice is None:
            scene.foot.bar.draw(surface, skin)
        scene.toasts.draw(surface, skin, scene.foot.notice_area())
        if with_panel:
            scene.panel.draw(surface)
            end = scene.animator.end
            scene.panel.draw_arriving(surface, ease_out(end.arrived), rises=end.rises)
        scene.group.draw(surface, skin)
        scene.board.draw_tooltip(surface, board)
        if scene.dialog is not None:
            scene.dialog.draw(surface, skin)
        else:
            scene.group.draw_tooltip(surface, skin)
            scene.panel.draw_tooltip(surface)

    def parts(self) -> Iterator[Element]:
        """Yield what the frame that was drawn last consists of to those who do not see it."""
        scene, skin, bar = self._scene, self._scene.skin, self._scene.top_bar
        yield from described.heading(bar.title, bar.caption, scene.layout.top_bar)
        yield from described.controls(skin, bar.widgets)
        board = scene.board.content()
        if scene.controller.state.tree:
            yield scene.tree.describe()
        else:
            yield scene.animator.view.describe(board, scene.session.record.spec)
            yield from scene.face.said_on_board()
        elsewhere = (*bar.widgets, *scene.panel.widgets)
        if scene.foot.bar.content is not None and scene.toasts.notice is None:
            yield text(plain(scene.foot.bar.content.words), scene.foot.bar.words)
        yield from described.controls(skin, scene.group.widgets, elsewhere)
        yield from scene.panel.describe()

    def _panel_waits(self, surface: pygame.Surface) -> bool:
        """Tell whether the panel beside the board stays as it is on the surface for a frame.

        The first frame of a move has the most to do, and it is the board that is looked at then.
        """
        scene, drawn, before = self._scene, self._drawn, self._scene.animator.before
        waits = (
            scene.animator.is_animating
            and not scene.layout.compact
            and scene.dialog is None
            and drawn is not None
            and drawn.surface is surface
            and drawn.has_panel
            and drawn.before is not before
        )
        self._drawn = _Drawn(surface, before, has_panel=not waits and scene.dialog is None)
        return waits

    def _draw_tree(self, surface: pygame.Surface) -> None:
        scene, controller = self._scene, self._scene.controller
        state, analysis = scene.session.state, controller.ai.shown_analysis
        waiting = words.OVER if state.is_terminal else tree_waiting_words(scene)
        info = analysis.info if analysis is not None and not state.is_terminal else None
        overlay, sides = controller.ai.full_overlay, scene.face.sides()
        scene.tree.draw(surface, scene.skin, state, info, overlay, sides, waiting)
