"""Playout as it lies among other packages: one folder, which holds what the program is made of.

Its own modules are named as in the sources, and found in here before all others.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> int:
    """Run the program; return its exit code."""
    from main import main as run

    return run()
