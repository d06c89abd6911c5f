"""The games, and the window that they are played in."""

import os

# pygame would greet whoever imports it on a terminal, and whatever reads there.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
