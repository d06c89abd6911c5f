"""The keys of a keyboard and the buttons of a controller, as their caps say in each language.

Elsewhere in the program a key has its English name, which tells it from the others.
"""

from typing import Final

from ai.phrases import N_
from game.words.say import said

_NAMES: Final = (
    # For translators: what the caps of the keys say on the keyboards of your language.
    *(N_("Ctrl", "key"), N_("Alt", "key"), N_("Shift", "key")),
    *(N_("Enter", "key"), N_("Esc", "key"), N_("Space", "key"), N_("Tab", "key")),
    *(N_("Delete", "key"), N_("Home", "key"), N_("End", "key")),
    *(N_("Left", "key"), N_("Right", "key"), N_("Up", "key"), N_("Down", "key")),
    *(N_("Arrows", "keys"), N_("Wheel", "of the mouse")),
    *(N_("D-pad", "of a game controller"), N_("Stick", "of a game controller")),
    *(N_("Start", "of a game controller"), N_("Back", "of a game controller")),
)
CAPS: Final = {str(name): name for name in _NAMES}
"""Those that have a name rather than a sign, by this."""


def key_words(key: str) -> str:
    """Return keys as their caps say in the player's language: Ctrl Z, in German Strg Z."""
    return " ".join(said(CAPS.get(each, each)) for each in key.split())
