"""What a whole screen is to those who do not see it."""

from collections.abc import Iterable, Iterator

from game.screens.base import Scene
from game.ui.elements import Element, Role, distinct, nested, text
from game.ui.layout import NOWHERE, Box
from game.ui.panel.base import Section
from game.ui.skin import Skin
from game.ui.text import plain
from game.ui.widgets import Widget
from game.words.say import said


def window(scene: Scene, title: str, size: tuple[int, int], children: Iterable[Element]) -> Element:
    """Return a screen of so many pixels: its dialog alone while there is one, else its parts.

    Args:
        children: Its parts in the order in which they are read, without notices and without what
            it has said last.
    """
    dialog = scene.dialog
    told = (dialog.describe(),) if dialog else distinct((*children, scene.toasts.describe()))
    spoken = (
        Element(
            Role.ALERT if each.is_urgent else Role.STATUS,
            f"said {each.number}",
            each.text,
            NOWHERE,
        )
        for each in scene.spoken
    )
    area = Box(0, 0, *size)
    return Element(Role.WINDOW, Role.WINDOW, said(title), area, children=(*told, *spoken))


def heading(title: str, caption: str, box: Box) -> Iterator[Element]:
    """Yield a title, and the words beside it."""
    yield Element(Role.HEADING, "title", said(title), box)
    if caption:
        yield text(plain(caption), box)


def parts_of(section: Section, skin: Skin, box: Box) -> tuple[Element, ...]:
    """Return what a section says that stands by itself."""
    return nested(section.said(skin, box))


def controls(
    skin: Skin, widgets: Iterable[Widget], elsewhere: Iterable[Widget] = ()
) -> Iterator[Element]:
    """Yield the controls that can be used, but for those that are told elsewhere."""
    told = {id(each) for each in elsewhere}
    for each in widgets:
        if each.visible and id(each) not in told:
            yield each.describe(skin)
