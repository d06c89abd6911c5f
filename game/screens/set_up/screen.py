"""Setting up a position by hand: the board, and beside it what goes on it and what is done then."""

from cmath import rect
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from math import radians
from typing import Final

import pygame

from ai.contract.rules import GameSpec, RulesError
from game.play.credit import seated_player
from game.play.record import GameStart, GameTree, new_number
from game.play.session import Mode, Session
from game.screens.base import Back, Command
from game.screens.context import Context
from game.screens.entry import entry_of, make_board_view
from game.screens.page import Page
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.keys import direction_of, is_letter
from game.screens.play.pasted import CLIPBOARD, read_positions, refusal
from game.screens.play.reading import border_sentence
from game.screens.set_up.edit import Edit
from game.ui import commands
from game.ui.boards.tiles import small_tile
from game.ui.boards.view import BoardContent
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.panel.basics import Sentence, draw_mark
from game.ui.panel.dialog import Dialog
from game.ui.panel.items import Item, button_row, full_row, setting_row
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE
from game.ui.widgets import Action, FocusGroup, Grip, Tabs, draw_chosen
from game.ui.widgets.text_field import clipboard_text, copied
from game.words import play
from game.words import set_up as words
from game.words.boards import PIECES
from game.words.say import said, sentence

_PIECE: Final = "piece"
_PIECE_SHARE: Final = 0.76
_TURNS: Final = (60, 90, 180)
"""Degrees by which a board may be turned, the first of them by which it comes to be itself."""


class SetUpScene(Page):
    """A board whose pieces are put on and taken off, and what to do with it."""

    title = commands.SET_UP.title
    gap = SIZE.section_gap
    page_commands = commands.SETTING_UP

    def __init__(self, context: Context, session: Session) -> None:
        """Begin with the shown position; the scene that the game is played in has its session."""
        super().__init__(context)
        self.session, self._spec = session, session.record.spec
        assert self._spec.set_up is not None  # or nobody comes here
        self.edit = Edit(self._spec, self._spec.set_up, session.state)
        self._view = make_board_view(self._spec.name, labels=True)
        self.material = self._view.material
        self.animator = BoardAnimator(self._view, self.edit.state)
        self.animator.turn(seated_player(session.record) == 1)
        self._board = Box(0, 0, 0, 0)
        self._held: Callable[[int | None], None] | None = None  # what a pointer that is held does
        self._last: int | None = None
        self._is_click = self._leaves = False
        self.content = Stack()
        self._pieces = _PieceTabs(self._spec, self.edit.choices)
        sides = [(str(player), side) for player, side in enumerate(self._spec.sides)]
        self._sides = Tabs(commands.TO_MOVE.name, sides, "0")
        self._buttons = {each: each.button() for each in commands.SETTING_UP}
        self._buttons[commands.PLAY_IT].primary = True
        is_turned = not (self._view.has_far_side or self.edit.by_hand.is_painted)
        self._buttons[commands.ROTATE].visible = is_turned
        self.caption = self._spec.title
        self.links = (commands.HELP.icon_button(),)

    # The scene's side.

    def on_exit(self) -> None:
        """Save what goes on from here."""
        self.context.storage.save_game(self.session)

    @property
    def focus_group(self) -> FocusGroup | None:
        """The controls once Tab has left the board, which has the keyboard otherwise."""
        return None if self.dialog is None and self.group.focused is None else super().focus_group

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means."""
        on_board = self.dialog is None and self._board.contains(position)
        cell = self.animator.cell_at(position) if on_board else None
        return super().meaning_at(position) or (cell, self.edit.state)

    def grip_at(self, position: tuple[int, int]) -> Grip:
        """Return what a finger does with what is at a pixel: on the board it puts pieces."""
        is_board = self.dialog is None and self._board.contains(position)
        return Grip.DRAG if is_board else super().grip_at(position)

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to an event; what was changed and not kept is not left without a question."""
        command, has_board = None, self.dialog is None
        if not (has_board and self._point(event)):
            command = super().handle_event(event)
            if has_board and event.type == pygame.MOUSEBUTTONUP:
                self.group.focus(None)  # Space after a click means the board again
        self._follow()
        if isinstance(command, Back) and not self._leaves and self.edit.state != self.edit.safe:
            ask, text, leaves = words.LEAVE
            self.dialog = Dialog(commands.BACK.name, ask, text, confirm=leaves)
            return None
        return command

    # The pointer.

    def _point(self, event: pygame.event.Event) -> bool:
        """Put pieces, take them off or drag them; return whether nobody else is to react."""
        animator, edit = self.animator, self.edit
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            animator.point(event.pos if self._board.contains(event.pos) else None)
        cell = animator.hover
        if event.type == pygame.MOUSEMOTION:
            is_gap = cell is None and self._board.contains(event.pos)
            if self._held is not None and cell != self._last and not is_gap:
                self._last, self._is_click = cell, False
                self._held(cell)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._board.contains(event.pos):
            animator.keyboard = False
            edit.begin()
            if cell is not None and event.button in (1, 3):
                self._press(cell, erases=event.button == 3)
            return True
        elif event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            is_let_go = event.type == pygame.MOUSEBUTTONUP and cell == self._last
            if self._is_click and is_let_go and cell is not None:
                edit.click(cell)
            self._held, self._is_click = None, False
        return False

    def _press(self, cell: int, *, erases: bool) -> None:
        """Put the picked piece on a cell; a piece that stands there waits for where it goes."""
        edit, before, self._last = self.edit, self.edit.cells, cell
        if edit.by_hand.is_painted:
            brush = 0 if erases or before[cell] == edit.picked else edit.picked
            self._held = lambda at: None if at is None else edit.put((at, brush))
            self._held(cell)
        elif erases or not before[cell]:
            edit.put((cell, 0 if erases else edit.picked))
        else:
            rest = dict(enumerate(before)) | {cell: 0}
            self._is_click = True
            self._held = lambda at: edit.take(
                edit.arrange(before[cell] if each == at else rest[each] for each in rest)
            )

    # Keys and buttons.

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Move the cursor and put a piece there, or pick one."""
        edit, animator = self.edit, self.animator
        edit.begin()
        direction = None if is_letter(event) else direction_of(event)
        digit = pygame.key.name(event.key).strip("[]")
        if direction is not None:
            self.group.focus(None)
            # With pieces everywhere, since some boards let nobody go where none is.
            everywhere = edit.arrange(1 for _ in edit.cells)
            before = animator.target
            animator.cursor = self._view.step(everywhere, before, *direction)
            animator.keyboard = True
            if before is not None and animator.cursor == before:
                self._speech.tell(border_sentence(self._view, everywhere, before))
        elif digit.isdecimal():
            self._pick(int(digit))
        elif (cell := animator.target) is None:
            return super().on_key(event)
        elif event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            edit.put((cell, 0))
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            edit.click(cell)
        elif event.key == pygame.K_SPACE:
            edit.put((cell, (edit.cells[cell] + 1) % edit.choices))
        else:
            return super().on_key(event)
        return None

    def _pick(self, piece: int) -> None:
        """Pick a piece, and put it where the cursor is shown."""
        if piece < self.edit.choices:
            self.edit.picked = piece
            if self.animator.keyboard and self.animator.cursor is not None:
                self.edit.put((self.animator.cursor, piece))

    def on_action(self, action: Action) -> Command | None:
        edit, text = self.edit, self.edit.state.to_text()
        edit.begin()
        turns = _TURNS if self._buttons[commands.ROTATE].visible else ()
        done: dict[str, Callable[[], object]] = {
            _PIECE: lambda: self._pick(int(str(action.value))),
            commands.TO_MOVE.name: lambda: edit.take(edit.arrange(edit.cells, turns=True)),
            commands.CLEAR.name: lambda: edit.take(edit.arrange(0 for _ in edit.cells)),
            commands.MIRROR.name: lambda: self._move(-1, mirrors=True),
            commands.ROTATE.name: lambda: any(self._move(rect(1, radians(by))) for by in turns),
            commands.UNDO.name: edit.undo,
            commands.REDO.name: lambda: edit.undo(-1),
            commands.COPY.name: lambda: self.toasts.show(copied(text, play.POSITION_COPIED)),
            commands.PASTE.name: self._paste,
            commands.KEEP_START.name: lambda: self._go_on(None),
            commands.PLAY_IT.name: lambda: self._go_on(Mode.PLAY),
            commands.ANALYSE_IT.name: lambda: self._go_on(Mode.ANALYSE),
        }
        if action.name not in done:
            return super().on_action(action)
        command = done[action.name]()
        return command if isinstance(command, Back) else None

    def on_answer(self, action: Action) -> Command | None:
        """Leave, and lose what was changed."""
        del action
        self._leaves = True
        return Back()

    def _go_on(self, mode: Mode | None) -> Command | None:
        """Play or analyse from the position, or without a mode keep it as a start."""
        session, state = self.session, self.edit.state
        if self.edit.problem:
            self.toasts.refuse(sentence(self.edit.problem))
        elif mode is None:
            start, record = GameStart(state.parameters, 0, state.to_text()), session.record
            kept = GameTree(self._spec, start, record.seats, new_number(), record.level)
            self.context.storage.keep_start(kept, said(words.TITLE))
            session.has_earlier, self.edit.safe = True, state
            self.toasts.show(words.KEPT)
        else:
            is_exchanged = bool(self._spec.side_of(session.state, 0))
            session.set_position(state.to_text(), state.parameters)
            session.set_seats(session.record.seats[:: -1 if is_exchanged else 1])
            session.set_mode(mode)
            self._leaves = True
            return Back()
        return None

    def _paste(self) -> None:
        """Take over the first position of the clipboard's text."""
        text, profile = clipboard_text(), entry_of(self._spec.name).profile
        try:
            self.edit.take(read_positions(text, profile, self.edit.state.parameters)[0].state)
        except RulesError as error:
            self.toasts.refuse(refusal(CLIPBOARD, text, self._spec.name, error))

    def _move(self, by: complex, *, mirrors: bool = False) -> bool:
        """Turn all pieces around the middle of the board; return whether they have cells there."""
        edit, view = self.edit, self._view
        boxes = [view.cell_box(edit.state, cell) for cell in range(len(edit.cells))]
        places = [complex(*box.centre) for box in boxes]
        middle = sum(places) / len(places)
        arms = (place - middle for place in places)
        moved = [middle + by * (arm.conjugate() if mirrors else arm) for arm in arms]
        cells = (view.cell_at(edit.state, (round(at.real), round(at.imag))) for at in moved)
        targets = [cell for cell in cells if cell is not None]
        if is_whole := len({*targets}) == len(places):
            edit.put(*zip(targets, edit.cells, strict=True))
        return is_whole

    # How it looks.

    def _follow(self) -> None:
        """Show the position and what may be done with it."""
        self.animator.by_hand = True  # nothing is left to move
        self.animator.show(self.edit.state, self.skin.gate)
        self.show_items()

    def lay_out(self) -> None:
        bar, self._board = self.place_top_bar(), self.place_beside_board()
        self._view.resize(pygame.Rect(self._board), self.skin)
        self.animator.look_again()
        self.group.set_widgets([*bar, *self.content.widgets])

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the pieces, whose turn it is, what is wrong, and what can be done."""
        del width
        edit, buttons, spec = self.edit, self._buttons, self._spec
        if len(self._pieces.options) != edit.choices:
            self._pieces = _PieceTabs(spec, edit.choices)
        self._pieces.value, self._sides.value = str(edit.picked), str(edit.state.current_player)
        buttons[commands.UNDO].enabled = edit.done > 0
        buttons[commands.REDO].enabled = edit.undone > 0
        text = Sentence(words.HOW[edit.by_hand.is_painted], 3)
        if edit.problem:
            text = Sentence(sentence(edit.problem), 3, ink="warn")
        for each in (commands.KEEP_START, commands.PLAY_IT, commands.ANALYSE_IT):
            buttons[each].enabled = not edit.problem
        shown = ([buttons[each] for each in row] for row in commands.SET_UP_ROWS)
        rows = [button_row(*(each for each in row if each.visible)) for row in shown]
        side = (setting_row(commands.TO_MOVE.title, "", self._sides),) if spec.players == 2 else ()
        last = replace(rows[-1], sticky=True)
        return full_row(self._pieces), *side, Item(text), *rows[:-1], last

    def other_parts(self) -> Iterator[Element]:
        """Yield the board."""
        yield self._view.describe(self._content(), self._spec)

    def _content(self) -> BoardContent:
        return replace(self.animator.content(), cursor=self.animator.target)

    def draw_content(self, surface: pygame.Surface) -> None:
        self.draw_beside(surface)
        self._view.draw(surface, self._content())
        self.content.draw_items(surface)


class _PieceTabs(Tabs):
    """The pieces of a game side by side, and none."""

    def __init__(self, spec: GameSpec, count: int) -> None:
        options = [(str(piece), " ") for piece in range(1, count)]
        super().__init__(
            _PIECE, [*options, ("0", words.NONE[spec.players == 1])], "1", stretch=True
        )
        self._spec = spec

    def height(self, skin: Skin) -> int:
        return skin.target(SIZE.button)

    def describe(self, skin: Skin, title: str = "", value: str = "") -> Element:
        """Return the pieces by their names, which of tiles are those of their colours."""
        both = zip(self._spec.marks, self._spec.sides, strict=True)
        names = [PIECES.get(mark, side) for mark, side in both]
        if self._spec.players == 1:
            names = [tile.name for tile in skin.theme.tiles]
        pieces = self.options[:-1]
        self.labels = (*names[: len(pieces)], self.options[-1][1])
        return super().describe(skin, title, value)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        super().draw(surface, skin)
        for piece, cell in enumerate(self.cells()[:-1], start=1):
            if self.value == str(piece):  # on the pill itself some would not be seen
                draw_chosen(surface, skin, self.pill(skin, cell), skin.px(RADIUS.tab))
            side = round(_PIECE_SHARE * min(cell.size))
            if self._spec.players == 2:
                draw_mark(surface, skin, self._spec.marks[piece - 1], cell.centre, side)
            else:
                picture = small_tile(skin, piece - 1, side)
                surface.blit(picture, picture.get_rect(center=cell.centre))
