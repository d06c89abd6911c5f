"""The controls of the interface; see `base` for how they work."""

from game.ui.widgets.base import Action, Grip, Widget, draw_chosen, draw_ground
from game.ui.widgets.buttons import Button, Chip, HoldButton, IconButton
from game.ui.widgets.controls import Slider, Stepper, Switch
from game.ui.widgets.group import FocusGroup, draw_tooltip
from game.ui.widgets.scroll import SWIPE, ScrollArea
from game.ui.widgets.tabs import NavList, Swatches, Tabs
from game.ui.widgets.text_field import TextField
from game.ui.widgets.toasts import Notice, Toasts

__all__ = [
    "SWIPE",
    "Action",
    "Button",
    "Chip",
    "FocusGroup",
    "Grip",
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
