"""No test opens a real window, makes a sound, or touches the player's own files."""

import os
import tempfile

# Before any test module imports pygame or the paths.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ["PLAYOUT_HOME"] = tempfile.mkdtemp(prefix="playout-tests-")
