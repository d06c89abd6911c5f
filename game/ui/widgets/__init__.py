"""The controls of the interface; see `base` for how they work."""

from game.ui.widgets.base import Action, Widget, draw_chosen, draw_ground
from game.ui.widgets.buttons import Button, Chip, HoldButton, IconButton
from game.ui.widgets.controls import Slider, Stepper, Switch
from game.ui.widgets.group import FocusGroup, draw_tooltip
from game.ui.widgets.scroll import ScrollArea
from game.ui.widgets.tabs import NavList, Swatches, Tabs
from game.ui.widgets.text_field import TextField
from game.ui.widgets.toasts import Notice, Toasts

__all__ = [
    "Action",
    "Button",
    "Chip",
    "FocusGroup",
    "HoldButton",
    "IconButton",
    "NavList",
    "Notice",
    "ScrollArea",
    "Slider",
    "Stepper",
    "Swatches",
    "Switch",
    "Tabs",
    "TextField",
    "Toasts",
    "Widget",
    "draw_chosen",
    "draw_ground",
    "draw_tooltip",
]
