"""The result of a game for two in the panel: the last position in small, and words beside it."""

from dataclasses import dataclass
from typing import Final

from ai.contract.rules import State
from game.screens.play.ending import Ending
from game.ui.boards.base import BoardView, still_content
from game.ui.panel.base import Section, is_narrow
from game.ui.panel.compose import NOTHING, Column, Composed, Inset, Row, Tappable, on_ground
from game.ui.panel.history import PLY
from game.ui.panel.parts import Paragraph, Phrase, board_picture
from game.ui.skin import Skin
from game.ui.theme import TYPE

_PICTURE_DP: Final = 108
_SMALL_PICTURE_DP: Final = 60
_STORY_LINES: Final = 2
_SHOWS: Final = "Show the turning point"


@dataclass(frozen=True, slots=True)
class ResultCard(Composed):
    """Who won and how beside the board; mistakes and turning point below, which can be gone to.

    Attributes:
        ending: What it says.
        state: The last position.
        view: Draws it.
        plain: Whether it does without the picture, and with as few lines as need be.
    """

    arrives = True

    ending: Ending
    state: State
    view: BoardView
    plain: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        """Return picture and words, and below them the story."""
        ending, narrow = self.ending, is_narrow(skin, width)
        beside = not (self.plain or narrow)
        inset = 14 if beside else 10
        side = skin.px(_SMALL_PICTURE_DP if narrow else _PICTURE_DP)
        more = tuple(line for line in (ending.record, ending.assisted) if line)
        words = Paragraph("\n".join([ending.how, *(more if beside else ())]), TYPE.table)
        title = Phrase(ending.title, TYPE.h2 if beside else TYPE.lead, bold=True)
        picture = None if self.plain else board_picture(self.view, still_content(self.state), side)
        head = Row(picture, Column(title, words), gap=inset)
        # Room is kept for the story, so that nothing moves once it is known.
        room, rest = width - 2 * skin.px(inset), () if beside else more
        lines = _STORY_LINES + narrow + sum(skin.lines(each, TYPE.table, room) for each in rest)
        text = "\n".join(filter(None, (*rest, ending.story)))
        target = NOTHING if ending.turn is None else Tappable(PLY, ending.turn, _SHOWS)
        story = Inset(Column(6, Paragraph(text, TYPE.table, lines=lines), inset), inset, 0, target)
        return on_ground(Column(inset, Inset(head, inset), story if text else inset))
