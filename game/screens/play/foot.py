"""The row below a game's board: the bar, the chip that explains the board, and the notices."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ai.phrases import N_
from game.play.record import AI_PLAYS, RETRY
from game.play.session import Mode
from game.screens.play.retry import AUTOPLAY, LATEST, NEXT_MISTAKE, PLAY_FROM_HERE, STOP
from game.screens.review.words import move_words, safe_words, viewed
from game.ui import commands
from game.ui.layout import Box, GameLayout
from game.ui.panel.board_bar import BarContent, BoardBar
from game.ui.widgets import Action, Chip, Notice
from game.ui.widgets.toasts import LEAST_NOTICE_DP
from game.words import play as words
from game.words.say import say, sentences

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

GO_BACK: Final = "go back"
LEGEND: Final = N_("Legend")
BAR_BESIDE_DP: Final = 520
"""Width of the row that the bar needs beside the legend chip."""
BAR_GAP_DP: Final = 4
"""The least space above the bar and below it."""


class Foot:
    """Says where one is and what leads on.

    Attributes:
        bar: What is said and offered of the position, if anything.
        chip: What the board shows now, in a few words; it opens the legend.
    """

    def __init__(self, view: "GameScene") -> None:
        self._view, self._controller, self._session = view, view.controller, view.session
        self.bar = BoardBar()
        self.chip = Chip(
            commands.LEGEND.name, "", icon=commands.LEGEND.icon, key=commands.LEGEND.cap
        )

    def content(self) -> BarContent | None:
        """Return what the bar says and offers; None for no bar."""
        session = self._session
        if session.record.retry is not None:
            return self._controller.guide.content(session)
        if self._controller.state.awaits_guess or self._controller.guess is not None:
            return self._controller.guesser.content(
                session, is_stopped=self._controller.ai.is_stopped
            )
        mistake = self._controller.state.mistake
        if mistake is not None and mistake.is_shown(session):
            return mistake.content(session)
        controller, text = self._controller, self.shown_words()
        if not controller.state.looks_back:
            if not text or self._came_from:
                return None  # another notice leads back to the game that was left
            again = (AUTOPLAY, replace(LATEST, is_there=False)) if session.is_over else ()
            return BarContent(text, again)
        is_walking = mistake is not None and mistake.is_ahead(session)
        onward = (NEXT_MISTAKE,) if is_walking else ()
        if controller.state.shows_game:
            return BarContent(text, (STOP, *onward, LATEST))
        choices = (PLAY_FROM_HERE, *(onward or (AUTOPLAY,)), LATEST)
        return BarContent(say(words.VIEWING, position=viewed(session)), choices)

    def shown_words(self) -> str:
        """Return what is told of what goes on by itself, a demo too; nothing where nothing does."""
        controller, session = self._controller, self._session
        if controller.unrolled is not None:
            return safe_words(session, controller.unrolled[0])
        is_shown = session.mode is Mode.DEMO or controller.state.shows_game
        if not is_shown or not session.record.cursor:
            return ""
        return move_words(session, session.record.cursor, controller.move_effect)

    @property
    def _came_from(self) -> str:
        """Why a line was left for this one, where the player may want to go back; else empty."""
        record = self._session.record
        left, is_shown = record.line_left, any(each.by.is_ai for each in record.node.path())
        if left is None or (left.why == AI_PLAYS and not is_shown):
            return ""
        return left.why

    def standing_notice(self) -> Notice | None:
        """Return what is to be said for as long as it is so, and what leads out of it."""
        if self.bar.content is not None:
            return None  # the bar says where one is
        why = self._came_from
        if not why:
            return None
        if why == RETRY:
            return Notice(words.ANOTHER_TRY, Action("back"), N_("Review"), commands.BACK.cap)
        text = sentences(self.shown_words() or words.AI_PLAYED_ON, words.GAME_KEPT)
        return Notice(text, Action(GO_BACK), N_("Back to it"))

    def height(self, layout: GameLayout) -> int:
        """Return how high the row is, with the space above it and below it."""
        skin = self._view.skin
        return self.bar.height(skin, self._room(layout).width) + 2 * skin.px(BAR_GAP_DP)

    def place(self) -> None:
        room = self._room(self._view.layout)
        tall = self.bar.height(self._view.skin, room.width)
        self.bar.place(self._view.skin, room._replace(y=room.centre[1] - tall // 2, height=tall))

    def follow(self) -> None:
        """Show what the bar says now, and the notice that stands as long as something is so."""
        content = self.content()
        if content != self.bar.content:
            self.bar.show(content)
            self.place()
        self._view.toasts.stand(self.standing_notice())

    def _room(self, layout: GameLayout) -> Box:
        """Return the row of the bar: beside the legend chip, or in its place in a narrow window."""
        skin = self._view.skin
        chip = skin.px(10) + self.chip.short_width(skin, LEGEND)
        row = layout.foot
        if row.width - chip < skin.px(BAR_BESIDE_DP):
            return row
        return row._replace(x=row.x + chip, width=row.width - chip)

    def place_chip(self, words: str) -> None:
        """Place the chip; words that don't fit its row are left to the legend it opens.

        A notice or the bar comes beside it, or in its place where the row is too narrow for both.
        """
        skin, chip = self._view.skin, self.chip
        row, foot = self._view.layout.legend, self._view.layout.foot
        has_notice, has_bar = self._view.toasts.notice is not None, self.bar.content is not None
        chip.caption = words
        if has_notice or has_bar or chip.width(skin) > row.width:
            chip.caption = LEGEND
        beside = row.width - chip.width(skin) >= skin.px(LEAST_NOTICE_DP)
        if has_bar and not has_notice:  # the bar may go while a notice stays where it is
            beside = self._room(self._view.layout).x > foot.x
        chip.visible = beside or not (has_notice or has_bar)
        tall = chip.height(skin)
        chip.fit(Box(row.x, foot.centre[1] - tall // 2, row.width, tall), skin)

    def notice_area(self) -> Box:
        """Return where a notice stands: beside the legend chip, or in its or the bar's place."""
        foot, chip = self._view.layout.foot, self.chip
        left = foot.x
        if chip.visible:
            left += min(chip.width(self._view.skin), foot.width) + self._view.skin.px(10)
        return foot._replace(x=left, width=foot.right - left)
