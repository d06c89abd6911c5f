"""AccessKit, which hands a window's tree to the screen readers of Linux, Windows and macOS.

Its calls back come in threads of its own, and it may hold a lock meanwhile that each of its
functions waits for.
"""

import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import accesskit
import pygame

from ai.version import NAME, VERSION
from game.ui.elements import Act, Role
from game.ui.layout import Box
from game.window.reader_tree import ROOT, Node, ScreenTree, number_in

if TYPE_CHECKING:
    from game.window.reader import Reader

_ROLES = {
    Role.WINDOW: accesskit.Role.WINDOW,
    Role.DIALOG: accesskit.Role.DIALOG,
    Role.GROUP: accesskit.Role.GROUP,
    Role.HEADING: accesskit.Role.HEADING,
    Role.TEXT: accesskit.Role.LABEL,
    Role.IMAGE: accesskit.Role.IMAGE,
    Role.BUTTON: accesskit.Role.BUTTON,
    Role.SWITCH: accesskit.Role.SWITCH,
    Role.SLIDER: accesskit.Role.SLIDER,
    Role.SPIN_BUTTON: accesskit.Role.SPIN_BUTTON,
    Role.TAB_LIST: accesskit.Role.TAB_LIST,
    Role.TAB: accesskit.Role.TAB,
    Role.FIELD: accesskit.Role.TEXT_INPUT,
    Role.LIST: accesskit.Role.LIST,
    Role.LIST_ITEM: accesskit.Role.LIST_ITEM,
    Role.TABLE: accesskit.Role.TABLE,
    Role.GRID: accesskit.Role.GRID,
    Role.ROW: accesskit.Role.ROW,
    Role.CELL: accesskit.Role.CELL,
    Role.STATUS: accesskit.Role.STATUS,
    Role.ALERT: accesskit.Role.ALERT,
}
_IS_AT_SPI: Final = sys.platform not in ("win32", "darwin")
"""Whether it is Linux, where readers are told less of a value, and read out more unasked."""
if _IS_AT_SPI:
    # Of tabs that come with a screen, each chosen one would be read out.
    _ROLES |= {
        Role.TAB_LIST: accesskit.Role.RADIO_GROUP,
        Role.TAB: accesskit.Role.RADIO_BUTTON,
    }
_ACTIONS: Final = {
    Act.PRESS: accesskit.Action.CLICK,
    Act.FOCUS: accesskit.Action.FOCUS,
    Act.MORE: accesskit.Action.INCREMENT,
    Act.LESS: accesskit.Action.DECREMENT,
    Act.WRITE: accesskit.Action.SET_VALUE,
}
_LIVE: Final = {Role.STATUS: accesskit.Live.POLITE, Role.ALERT: accesskit.Live.ASSERTIVE}
_TEXT_OF_FIELD: Final = 1 << 40
"""What the number of a field's text is above that of the field."""


class AccessKit:
    """The adapter of one window.

    It has to be made before the window is shown for the first time, but on Linux.
    """

    def __init__(self, window: pygame.Window, reader: "Reader", language: str) -> None:
        """Begin to wait for a reader.

        Args:
            language: The code of that in which everything is named.
        """
        self._reader = reader
        self._language = language
        self._adapter: Any
        if sys.platform == "win32":
            self._adapter = accesskit.windows.SubclassingAdapter(
                window.handle, self._begin, self._act
            )
        elif sys.platform == "darwin":
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._adapter = accesskit.macos.SubclassingAdapter.for_window(
                window.handle, self._begin, self._act
            )
        else:
            self._adapter = accesskit.unix.Adapter(self._begin, self._act, reader.deactivated)

    def update(self, tree: ScreenTree, numbers: Iterable[int], language: str) -> None:
        """Tell some of a tree's nodes, and which has the keyboard."""
        self._language = language
        update = update_of(tree, numbers, language)
        self._raise(self._adapter.update_if_active(lambda: update))

    def focus(self, has_focus: bool) -> None:
        """Tell whether the window has the keyboard; Windows says so itself."""
        if sys.platform == "darwin":
            self._raise(self._adapter.update_view_focus_state(has_focus))
        elif sys.platform != "win32":
            self._adapter.update_window_focus_state(has_focus)

    def place(self, box: Box) -> None:
        """Tell where on the screen the window is; only Linux does not know that."""
        if _IS_AT_SPI:
            self._adapter.set_root_window_bounds(_rect(box), _rect(box))

    def _raise(self, events: Any) -> None:
        if events is not None:
            events.raise_events()

    def _begin(self) -> Any:
        tree = self._reader.activated()
        return update_of(tree, tree.nodes, self._language)

    def _act(self, request: Any) -> None:
        # These actions have no hash.
        act = next((act for act, its in _ACTIONS.items() if its == request.action), None)
        if act is not None:
            text = str(request.data[1]) if request.data else ""
            self._reader.asked(request.target % _TEXT_OF_FIELD, act, text)


def update_of(tree: ScreenTree, numbers: Iterable[int], language: str) -> Any:
    """Return what tells some of a tree's nodes, as AccessKit takes it."""
    update = accesskit.TreeUpdate(tree.focus)
    update.tree = accesskit.Tree(ROOT)
    update.tree.toolkit_name, update.tree.toolkit_version = NAME, VERSION
    for number in numbers:
        node = tree.nodes[number]
        made = _node(node, language)
        if node.element.role is Role.FIELD:
            update.nodes.append(_text_of(number, node))
            made.set_children([number + _TEXT_OF_FIELD])
            end = accesskit.TextPosition(number + _TEXT_OF_FIELD, len(node.element.value))
            made.set_text_selection(accesskit.TextSelection(end, end))
        update.nodes.append((number, made))
    return update


def _node(node: Node, language: str) -> Any:
    element = node.element
    made = accesskit.Node(_ROLES[element.role])
    made.set_bounds(_rect(element.box))
    made.set_language(language)
    if node.children:
        made.set_children(list(node.children))
    for act in element.acts:
        made.add_action(_ACTIONS[act])
    if element.role is Role.TEXT:
        made.set_value(element.name)
    else:
        # There a window's other name would be read out beside what is said of the screen.
        is_window = element.role is Role.WINDOW and _IS_AT_SPI
        made.set_label(NAME if is_window else element.name)
        _set_value(made, element.role, element.value)
    if not element.is_enabled:
        made.set_disabled()
    if element.is_on is not None:
        if element.role in (Role.SWITCH, Role.BUTTON) or (_IS_AT_SPI and element.role is Role.TAB):
            made.set_toggled(accesskit.Toggled.TRUE if element.is_on else accesskit.Toggled.FALSE)
        else:
            made.set_selected(element.is_on)
    if element.shortcut:
        made.set_keyboard_shortcut(element.shortcut)
    _set_place(made, node)
    if element.role in _LIVE:
        made.set_live(_LIVE[element.role])
    elif element.role is Role.DIALOG:
        made.set_modal()
    return made


def _set_value(made: Any, role: Role, value: str) -> None:
    if not value:
        return
    made.set_value(value)
    if role is Role.FIELD:
        return
    number = number_in(value) if role in (Role.SLIDER, Role.SPIN_BUTTON) else None
    # There nothing else of a value is handed on but a number: both would be read out.
    is_told_whole = _IS_AT_SPI and (number is None or role is not Role.SLIDER)
    if is_told_whole:
        made.set_description(value)
    elif number is not None:
        made.set_numeric_value(number)


def _set_place(made: Any, node: Node) -> None:
    if node.extent is not None:
        made.set_row_count(node.extent[0])
        made.set_column_count(node.extent[1])
    if node.element.place is not None:
        made.set_row_index(node.element.place[0])
        made.set_column_index(node.element.place[1])
    if node.order is not None:
        made.set_position_in_set(node.order[0])
        made.set_size_of_set(node.order[1])


def _text_of(number: int, node: Node) -> tuple[int, Any]:
    """Return the text of a field, which readers go through by characters and words."""
    text = node.element.value
    made = accesskit.Node(accesskit.Role.TEXT_RUN)
    made.set_value(text)
    made.set_character_lengths([len(sign.encode()) for sign in text])
    made.set_word_lengths([len(word) for word in re.findall(r"\S+\s*|\s+", text)])
    made.set_bounds(_rect(node.element.box))
    return number + _TEXT_OF_FIELD, made


def _rect(box: Box) -> Any:
    return accesskit.Rect(*map(float, (box.x, box.y, box.right, box.bottom)))
